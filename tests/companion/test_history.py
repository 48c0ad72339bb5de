"""The tree of steps: what counts, what can be undone and redone, and what makes no tree."""

import pytest
from msgspec.structs import replace

from companion.commands import Correct
from companion.history import HeadMove, HeadMoveKind, History, Step, to_saved_step
from tests.companion.playing import two_players

TIME = "2026-01-01T12:00:00.000+00:00"


def correction(number):
    return Correct(changes=(), why=f"step {number}")


def after(letters):
    """A history after `c`ommands, `u`ndo and `r`edo; a number changes the step at that place."""
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
            new += (replace(other, origin=other.number) for other in others)
            history.branch(first.parent, new, TIME)
    return history


@pytest.mark.parametrize("letters", ["u", "cuu", "r", "cr", "cucr", "ccc2r"])
def test_nothing_is_undone_or_redone_where_there_is_nothing(letters):
    *before, last = letters
    history = after(before)
    kept = (history.path, tuple(history.moves))
    with pytest.raises(ValueError, match=r"^there is nothing to (undo|redo)$"):
        history.undo(TIME) if last == "u" else history.redo(TIME)
    assert (history.path, tuple(history.moves)) == kept


def move(act, head, *, after=3, made=0):
    return HeadMove(after, act, head, TIME, made)


@pytest.mark.parametrize(
    "moves",
    [
        [move(HeadMoveKind.UNDO, 1)],
        [move(HeadMoveKind.UNDO, 2), move(HeadMoveKind.REDO, 2)],
        [move(HeadMoveKind.REDO, 3)],
        [move(HeadMoveKind.UNDO, head) for head in (2, 1, 0, 0)],
        [move(HeadMoveKind.UNDO, 2, after=4)],
        [move(HeadMoveKind.UNDO, 2), move(HeadMoveKind.UNDO, 0, after=2)],
        [move(HeadMoveKind.BRANCH, 4)],
        [move(HeadMoveKind.BRANCH, 3)],
        [move(HeadMoveKind.BRANCH, -1)],
        [move(HeadMoveKind.BRANCH, 3, after=1, made=3)],
        [move(HeadMoveKind.BRANCH, 2, after=1, made=2)],
    ],
)
def test_moves_of_the_head_that_lead_elsewhere_make_no_history(moves):
    history = after("ccc")
    with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
        History.load(history.setup, [*map(to_saved_step, history.steps)], moves)


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
        History.load(history.setup, damage([*map(to_saved_step, history.steps)]), [])
