import pytest

from companion.errors import JournalError
from companion.memory.saved_rows import UNREADABLE_GAME, Kind
from companion.memory.standing import Standing, standing

KINDS = {"c": Kind.COMMAND, "u": Kind.UNDO, "r": Kind.REDO, "t": Kind.TAKEOVER}

REFUSALS = {"u": "^there is no step to take back$", "r": "^there is no step to do again$"}


def after(letters):
    rows = Standing()
    deeds = [rows.go_on(number, KINDS[letter]) for number, letter in enumerate(letters, start=1)]
    return rows, deeds


@pytest.mark.parametrize(
    ("letters", "done", "undone"),
    [
        ("", [], []),
        ("ccc", [1, 2, 3], []),
        ("cccu", [1, 2], [3]),
        ("cccuu", [1], [3, 2]),
        ("cccuur", [1, 2], [3]),
        ("cccuurr", [1, 2, 3], []),
        ("cccuuc", [1, 6], []),
        ("cutr", [1], []),
        ("cucuc", [5], []),
    ],
)
def test_what_counts_and_what_can_be_done_again(letters, done, undone):
    rows, _ = after(letters)
    assert (rows.done, rows.undone) == (done, undone)
    assert standing(KINDS[letter] for letter in letters) == tuple(done)


def test_each_row_names_the_deed_that_it_does_takes_back_or_does_again():
    _, deeds = after("ccuturrc")
    assert deeds == [1, 2, 2, None, 1, 1, 2, 8]


@pytest.mark.parametrize("letters", ["u", "r", "cuu", "curr", "cucr", "tu"])
def test_nothing_is_taken_back_or_done_again_where_there_is_nothing(letters):
    *before, last = letters
    rows, _ = after(before)
    kept = (list(rows.done), list(rows.undone))
    with pytest.raises(ValueError, match=REFUSALS[last]):
        rows.go_on(len(letters), KINDS[last])
    assert (rows.done, rows.undone) == kept
    with pytest.raises(JournalError) as caught:
        standing(KINDS[letter] for letter in letters)
    assert caught.value.args == (UNREADABLE_GAME,)
