"""The tree of steps: what counts, what can be undone and redone, and what makes no tree."""

import pytest
from msgspec.structs import replace

from companion.commands import Correct
from companion.history import Act, HeadMove, History, Step, Turn, saved_step
from tests.companion.playing import two_players

TIME = "2026-01-01T12:00:00.000+00:00"


def correction(number):
    return Correct(changes=(), why=f"step {number}")


def after(letters, *, ends=False):
    """What stands after acts: `c`ommands, `u`ndo, `r`edo, a number changes the step at that place.

    All later ones are carried out again, or with `ends` none.
    """
    history = History(two_players())
    for letter in letters:
        state, made = history.state, len(history.steps)
        if letter == "c":
            history.add(Step(0, 0, correction(made + 1), (), state, state, TIME))
        elif letter == "u":
            history.undo(TIME)
        elif letter == "r":
            history.redo(TIME)
        else:
            first, *others = history.path[int(letter) - 1 :]
            new = [replace(first, command=correction(made + 1), origin=first.number)]
            new += (replace(other, origin=other.number) for other in others if not ends)
            history.branch(first.parent, new, TIME)
    return history


def numbers(steps):
    return [step.number for step in steps]


BRANCHES = [
    ("ccc2", [1, 4, 5]),
    ("ccc2u", [1, 2, 3]),
    ("ccc2ur", [1, 4, 5]),
    ("ccc2uu", [1, 2]),
    ("ccc2uuc", [1, 2, 6]),
    ("ccc2c", [1, 4, 5, 6]),
    ("ccc2c3", [1, 4, 7, 8]),
    ("ccc2c3uuu", [1, 2, 3]),
    ("ccc2c3uuurrr", [1, 4, 7, 8]),
    ("ccc21", [6, 7, 8]),
    ("cccu1", [4, 5]),
]


def test_each_act_tells_which_steps_count_no_longer_and_which_do_now():
    history = after("ccc2")
    steps = history.steps
    assert history.latest == Turn(Act.BRANCH, tuple(steps[1:3]), tuple(steps[3:]))
    assert history.undo(TIME) == Turn(Act.UNDO, tuple(steps[3:]), tuple(steps[1:3]))
    assert history.undo(TIME) == Turn(Act.UNDO, (steps[2],), ())
    assert history.redo(TIME) == Turn(Act.REDO, (), (steps[2],))
    assert history.redo(TIME) == Turn(Act.REDO, tuple(steps[1:3]), tuple(steps[3:]))


@pytest.mark.parametrize("letters", ["u", "cuu", "r", "cr", "cucr", "ccc2r"])
def test_nothing_is_undone_or_redone_where_there_is_nothing(letters):
    *before, last = letters
    history = after(before)
    kept = (history.path, tuple(history.moves))
    with pytest.raises(ValueError, match=r"^there is nothing to (undo|redo)$"):
        history.undo(TIME) if last == "u" else history.redo(TIME)
    assert (history.path, tuple(history.moves)) == kept


EVERYTHING = "ccc2c3uuurrruc1cuucu"
BRANCHES_THAT_END_EARLIER = "ccc2uruc1c2cuuur"


@pytest.mark.parametrize(
    ("letters", "ends"),
    [
        *((EVERYTHING[:end], False) for end in range(len(EVERYTHING) + 1)),
        *((BRANCHES_THAT_END_EARLIER[:end], True) for end in range(4, 17)),
    ],
)
def test_a_history_that_is_loaded_is_the_one_that_was_saved(letters, ends):
    history = after(letters, ends=ends)
    loaded = History.load(history.setup, [*map(saved_step, history.steps)], history.moves)
    assert loaded.steps == history.steps
    assert (loaded.path, loaded.moves, loaded.log()) == (history.path, history.moves, history.log())
    assert (loaded.can_undo, loaded.can_redo) == (history.can_undo, history.can_redo)


@pytest.mark.parametrize(("letters", "counting"), BRANCHES)
def test_the_log_has_each_decision_once_and_those_that_count_in_their_order(letters, counting):
    history = after(letters)
    log = history.log()
    assert numbers(entry.step for entry in log if entry.place) == counting
    assert [entry.place for entry in log if entry.place] == list(range(1, len(counting) + 1))
    decisions = [entry.step.command for entry in log]
    assert len(set(decisions)) == len(decisions)
    assert set(decisions) == {step.command for step in history.steps}


def move(act, head, *, after=3, made=0):
    return HeadMove(after, act, head, TIME, made)


@pytest.mark.parametrize(
    "moves",
    [
        [move(Act.UNDO, 1)],
        [move(Act.UNDO, 2), move(Act.REDO, 2)],
        [move(Act.REDO, 3)],
        [move(Act.UNDO, head) for head in (2, 1, 0, 0)],
        [move(Act.UNDO, 2, after=4)],
        [move(Act.UNDO, 2), move(Act.UNDO, 0, after=2)],
        [move(Act.BRANCH, 4)],
        [move(Act.BRANCH, 3)],
        [move(Act.BRANCH, -1)],
        [move(Act.BRANCH, 3, after=1, made=3)],
        [move(Act.BRANCH, 2, after=1, made=2)],
    ],
)
def test_moves_of_the_head_that_lead_elsewhere_make_no_history(moves):
    history = after("ccc")
    with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
        History.load(history.setup, [*map(saved_step, history.steps)], moves)


@pytest.mark.parametrize(
    "damage",
    [
        lambda steps: [steps[0], steps[2]],
        lambda steps: [steps[0], steps[1]._replace(parent=0), steps[2]],
        lambda steps: [steps[0], steps[1], steps[2]._replace(parent=9)],
        lambda steps: [*steps[:2], steps[2]._replace(origin=3)],
        lambda steps: [*steps[:2], steps[2]._replace(origin=0)],
        lambda steps: [*steps[:2], steps[2]._replace(commands=())],
        lambda steps: [*steps[:2], steps[2]._replace(events=((), ()))],
        lambda steps: [
            *steps[:2],
            steps[2]._replace(commands=steps[2].commands * 3, events=((), (), ())),
        ],
    ],
)
def test_steps_that_are_not_where_the_game_stood_make_no_history(damage):
    history = after("ccc")
    with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
        History.load(history.setup, damage([*map(saved_step, history.steps)]), [])
