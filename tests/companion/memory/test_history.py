import pytest
from companion.memory.journal.history import Amends, EffectiveHistory, StepRef, effective_steps
from companion.memory.journal.rows import Kind

from companion.errors import JournalError
from companion.memory.journal import UNREADABLE_GAME

KINDS = {"c": Kind.COMMAND, "u": Kind.UNDO, "r": Kind.REDO, "t": Kind.TAKEOVER}
"""A number stands for an amendment of the step at that place, and of all after it."""

REFUSALS = {"u": "^there is no step to take back$", "r": "^there is no step to do again$"}


def after(letters, *, ends=False):
    """What stands after rows; amendments leave as many steps as there were, or `ends` one."""
    rows = EffectiveHistory()
    deeds = []
    for number, letter in enumerate(letters, start=1):
        if letter.isdecimal():
            first = int(letter)
            steps = 1 if ends else len(rows.counting) - first + 1
            amends = Amends(first, steps, reach=steps)
            deeds.append(rows.append(number, Kind.AMEND, amends))
        else:
            deeds.append(rows.append(number, KINDS[letter]))
    return rows, deeds


def parts(told):
    """Steps that are told as `row` or as `row.step`."""
    return [StepRef(*map(int, one.split("."))) for one in told.split()]


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
    assert rows.counting == [StepRef(row) for row in done]
    assert effective_steps((KINDS[letter], None) for letter in letters) == tuple(rows.counting)


@pytest.mark.parametrize(
    ("letters", "done", "counting"),
    [
        ("ccc2", [1, 2, 3, 4], "1 4 4.1"),
        ("ccc2u", [1, 2, 3], "1 2 3"),
        ("ccc2ur", [1, 2, 3, 4], "1 4 4.1"),
        ("ccc2uu", [1, 2], "1 2"),
        ("ccc2uuc", [1, 2, 7], "1 2 7"),
        ("ccc2c", [1, 2, 3, 4, 5], "1 4 4.1 5"),
        ("ccc2c3", [1, 2, 3, 4, 5, 6], "1 4 6 6.1"),
        ("ccc2c3uuu", [1, 2, 3], "1 2 3"),
        ("ccc2c3uuurrr", [1, 2, 3, 4, 5, 6], "1 4 6 6.1"),
        ("ccc21", [1, 2, 3, 4, 5], "5 5.1 5.2"),
        ("cccu1", [1, 2, 5], "5 5.1"),
    ],
)
def test_the_steps_of_an_amendment_count_in_the_place_of_those_before(letters, done, counting):
    rows, _ = after(letters)
    assert (rows.done, rows.counting) == (done, parts(counting))


@pytest.mark.parametrize(
    ("letters", "counting"),
    [("ccc2", "1 4"), ("ccc2u", "1 2 3"), ("ccc1c", "4 5"), ("ccc1c1", "6"), ("ccc1c1uu", "4")],
)
def test_an_amendment_may_end_earlier_and_brings_all_back_when_it_is_taken_back(letters, counting):
    rows, _ = after(letters, ends=True)
    assert rows.counting == parts(counting)


@pytest.mark.parametrize(
    ("amends", "counting"),
    [
        (Amends(2, 3, 2), "1 4 4.1 4.2"),  # a step more
        (Amends(2, 1, 2), "1 4"),  # one less
        (Amends(3, 0, 0), "1 2"),  # the last one removed
        (Amends(1, 0, 0), ""),
        (Amends(3, 1, 0), "1 2 4"),  # one put in, and the rest taken back
    ],
)
def test_an_amendment_may_have_more_steps_than_it_changes_or_fewer_or_none(amends, counting):
    rows, _ = after("ccc")
    rows.append(4, Kind.AMEND, amends)
    assert rows.counting == parts(counting)
    rows.append(5, Kind.UNDO)
    assert rows.counting == parts("1 2 3")
    rows.append(6, Kind.REDO)
    assert rows.counting == parts(counting)
    rows.append(7, Kind.COMMAND)
    assert rows.counting == parts(f"{counting} 7")


@pytest.mark.parametrize(
    "amends",
    [None, Amends(0, 1, 1), Amends(1, 4, 4), Amends(3, 1, 2), Amends(4, 1, 1), Amends(4, 0, 0)],
)
def test_an_amendment_changes_only_steps_that_count(amends):
    rows, _ = after("ccc")
    with pytest.raises(ValueError, match="puts steps right that count"):
        rows.append(4, Kind.AMEND, amends)
    assert (rows.done, rows.counting) == ([1, 2, 3], parts("1 2 3"))
    with pytest.raises(JournalError) as caught:
        effective_steps([*((Kind.COMMAND, None) for _ in range(3)), (Kind.AMEND, amends)])
    assert caught.value.args == (UNREADABLE_GAME,)


def test_each_row_names_the_deed_that_it_does_takes_back_or_does_again():
    _, deeds = after("ccuturrc2uur")
    assert deeds == [1, 2, 2, None, 1, 1, 2, 8, 9, 9, 8, 8]


@pytest.mark.parametrize("letters", ["u", "r", "cuu", "curr", "cucr", "tu"])
def test_nothing_is_taken_back_or_done_again_where_there_is_nothing(letters):
    *before, last = letters
    rows, _ = after(before)
    kept = (list(rows.done), list(rows.undone))
    with pytest.raises(ValueError, match=REFUSALS[last]):
        rows.append(len(letters), KINDS[last])
    assert (rows.done, rows.undone) == kept
    with pytest.raises(JournalError) as caught:
        effective_steps((KINDS[letter], None) for letter in letters)
    assert caught.value.args == (UNREADABLE_GAME,)
