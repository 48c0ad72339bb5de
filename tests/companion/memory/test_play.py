"""What is told of a game to those who keep plays."""

from dataclasses import dataclass
from datetime import timedelta

import pytest
from companion.memory.journal.rows import Kind, amend_row, command_row
from companion.memory.timeline import Timeline
from msgspec.structs import replace

from companion.commands import Correct, SetPoints
from companion.errors import JournalError
from companion.game import unfold
from companion.memory.exchange.plays import finished, play_of
from companion.memory.people import by_name
from companion.pieces import START_POINTS, BuildingKind
from companion.rules.setup import start
from companion.state import Phase
from tests.companion.memory.plays import BEGAN, head_of, rows_of, stamp, told, whole_play, with_row
from tests.companion.playing import WORKERS_PLACED, four_players, two_players


def ended_state(setup, rows):
    return Timeline.of(setup, rows).state


def test_everybody_is_told_as_the_final_state_has_them():
    setup = four_players()
    rows = rows_of(setup)
    play, state = told(setup, rows), ended_state(setup, rows)
    assert state.phase is Phase.FINISHED
    for player, seat in zip(play.players, state.players, strict=True):
        assert player.person == by_name(seat.name)
        assert (player.color, player.points) == (seat.color, seat.points)
        assert START_POINTS + player.breakdown.total == player.points
        assert player.huts == state.built(seat.color, BuildingKind.HUT)
        assert player.temples == state.built(seat.color, BuildingKind.TEMPLE)
        assert player.runes == len(state.runes_of(seat.color))
        assert player.chips_left == seat.hand.total
    assert [player.starts for player in play.players].index(True) == setup.first
    assert play.board == setup.board.name
    assert play.turns == state.turn
    assert play.rounds == -(-state.turn // 4)


@pytest.mark.parametrize("seed", range(4))
def test_ranks_begin_with_one_are_shared_and_go_on_behind_those_who_share(seed):
    setup = four_players()
    play = told(setup, rows_of(setup, seed=seed))
    assert {player.won for player in play.players if player.rank == 1} == {True}
    assert {player.won for player in play.players if player.rank != 1} == {False}
    by_points = sorted(play.players, key=lambda player: player.rank)
    points = [player.points for player in by_points]
    assert points == sorted(points, reverse=True)
    for player in play.players:
        better = [other for other in play.players if other.rank < player.rank]
        assert player.rank == 1 + len(better)


@dataclass
class Tied:
    """A game that has ended with two who are alike."""

    state: object
    steps = ()
    log = ()


def test_a_shared_victory_is_first_for_both_and_second_for_nobody():
    setup = four_players()
    bare = start(setup)
    players = tuple(
        replace(player, points=points)
        for player, points in zip(bare.players, (9, 12, 12, 3), strict=True)
    )
    shared = (setup.players[1].color, setup.players[2].color)
    state = replace(bare, players=players, phase=Phase.FINISHED, winners=shared)
    play = play_of(None, head_of(setup), setup, Tied(state), by_name)
    assert [player.rank for player in play.players] == [3, 1, 1, 4]
    assert [player.won for player in play.players] == [False, True, True, False]


def test_a_game_that_goes_on_has_no_end_and_no_ranks():
    play = told(four_players(), rows_of(four_players(), 60))
    assert play.ended is None
    assert {player.rank for player in play.players} == {None}
    assert finished([play, whole_play()]) == (whole_play(),)


def test_time_is_that_at_the_table():
    rows = rows_of(four_players(), 31, seconds=20)
    assert told(four_players(), rows).minutes == 10
    rested = with_row(rows, Kind.UNDO, after=601)
    assert told(four_players(), rested).minutes == 10
    thought = with_row(rows, Kind.UNDO, after=600)
    assert told(four_players(), thought).minutes == 20
    off = with_row(with_row(rows, Kind.TAKEOVER, after=300), Kind.UNDO, after=60)
    assert told(four_players(), off).minutes == 11


def test_of_a_game_that_was_taken_in_all_at_once_nobody_knows_the_length():
    assert told(four_players(), rows_of(four_players(), seconds=0.001)).minutes is None


def test_a_game_began_and_ended_when_its_first_and_its_last_step_did():
    rows = rows_of(four_players())
    looked_at = with_row(rows, Kind.TAKEOVER, after=86_400)
    play = told(four_players(), looked_at)
    assert play.began == BEGAN
    assert play.ended == BEGAN + timedelta(seconds=20 * len(rows))


def test_a_beginning_that_cannot_be_read_is_that_of_the_first_step():
    setup = two_players()
    head = replace(head_of(setup), started="long ago")
    timeline = Timeline.of(setup, rows_of(setup, 2))
    assert play_of(1, head, setup, timeline, by_name).began == BEGAN + timedelta(seconds=20)
    with pytest.raises(JournalError, match="cannot be read"):
        play_of(1, head, setup, Timeline(setup), by_name)


def test_corrections_amendments_and_what_was_taken_back_are_counted():
    setup = two_players()
    rows, state = [], start(setup)
    correction = Correct(changes=(SetPoints(setup.players[0].color, 7),), why="fell over")
    for command in (*WORKERS_PLACED, correction, correction):
        unfolding = unfold(state, command)
        state = unfolding.state
        rows.append(replace(command_row(len(rows) + 1, command, unfolding.events), time=stamp(1)))
    taken_back = with_row(rows, Kind.UNDO, after=1)
    assert told(setup, taken_back).corrections == 1
    assert told(setup, taken_back).undone == 1
    steps = Timeline.of(setup, taken_back).steps
    last = [(steps[-1].command, steps[-1].events)]
    amended = [*taken_back, replace(amend_row(9 + 1, 7, last, (0,)), time=stamp(5))]
    assert told(setup, amended).amendments == 1
    assert told(setup, with_row(amended, Kind.UNDO, after=1)).amendments == 0
