from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from companion.commands import Correct
from companion.history import Step
from companion.memory.pace import BREAK_SECONDS, PlayerTimes, minutes_played, player_times
from companion.memory.played_game import TimedChange
from companion.pieces import Color
from tests.companion.memory.plays import at, game_of, stamp
from tests.companion.playing import two_players
from tests.companion.positions import BLUE, GREEN, RED

COLORS = (BLUE, GREEN, RED)
BEGIN = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


def row(seconds: float, after: Color | None, *, resumed: bool = False) -> TimedChange:
    """Something done so many seconds after the beginning; it is `after`'s decision then."""
    time = (BEGIN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
    return TimedChange(time, after, resumed)


@dataclass
class Played:
    """What `player_times` reads of a game."""

    log: list[TimedChange]

    def timed_changes(self) -> list[TimedChange]:
        return self.log


def test_time_belongs_to_whoever_decides_and_is_waited_by_the_others() -> None:
    log = [row(0, BLUE), row(60, GREEN), row(70, RED), row(100, GREEN), row(101, BLUE)]

    assert player_times(Played(log), COLORS) == (
        PlayerTimes(BLUE, thinking_seconds=60, longest_wait_seconds=41),
        PlayerTimes(GREEN, thinking_seconds=11, longest_wait_seconds=60),
        PlayerTimes(RED, thinking_seconds=30, longest_wait_seconds=70),
    )


def test_what_the_app_was_away_for_is_nobodys_time() -> None:
    log = [row(0, GREEN), row(20, GREEN), row(500, None, resumed=True), row(530, BLUE)]

    assert player_times(Played(log), COLORS) == (
        PlayerTimes(BLUE, 0, 50),
        PlayerTimes(GREEN, 50, 0),
        PlayerTimes(RED, 0, 50),
    )


@pytest.mark.parametrize("seconds", [-5, -1e6, BREAK_SECONDS + 1, 1e9])
def test_breaks_and_clocks_that_were_set_are_no_time(seconds: float) -> None:
    log = [row(0, GREEN), row(seconds, GREEN), row(seconds + 7, BLUE)]

    assert player_times(Played(log), COLORS)[1] == PlayerTimes(GREEN, 7, 0)


def test_after_a_step_was_taken_back_it_is_again_the_former_ones_time() -> None:
    purple, blue = (seat.color for seat in two_players().players)
    game = game_of(two_players(), 1, seconds=10)  # purple places, and blue decides
    with at(30):
        game.undo()
    with at(36):
        game.redo()

    assert [pace.thinking_seconds for pace in player_times(game, (purple, blue))] == [6, 20]


def test_how_long_a_game_was_played_leaves_out_pauses_and_the_time_the_app_was_off() -> None:
    game = game_of(two_players(), 1, seconds=60)
    for seconds, act in (
        (11 * 60, "undo"),
        (21 * 60 + 1, "redo"),
        (23 * 60 + 1, "undo"),
        (25 * 60 + 1, "resume"),
        (26 * 60 + 1, "redo"),
    ):
        with at(seconds):
            getattr(game, act)()
    game.history.undo("broken")
    assert minutes_played(game) == 1 + 10 + 2 + 1


@pytest.mark.parametrize("act", ["undo", "redo"])
def test_the_time_until_a_game_is_taken_up_by_an_undo_or_a_redo_is_not_played(act: str) -> None:
    game = game_of(two_players(), 2, seconds=60)
    with at(120):
        game.undo()
    with at(120 + 300):  # both in the same millisecond
        game.resume()
        getattr(game, act)()
    assert minutes_played(game) == 2


def test_what_is_carried_out_again_on_a_branch_was_played_once() -> None:
    setup = two_players()
    game = game_of(setup, 6, seconds=60)
    first, *others = game.steps
    again = [replace(other, origin=other.number) for other in others]
    changed = Step(0, 0, Correct(changes=(), why=""), (), first.before, first.after, stamp(7 * 60))
    with at(7 * 60):
        game.branch(0, [changed, *again])
    assert minutes_played(game) == 7
