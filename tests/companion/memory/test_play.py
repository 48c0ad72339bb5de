"""What is told of a game to those who keep plays."""

from dataclasses import dataclass
from datetime import timedelta

import pytest
from msgspec.structs import replace

from companion.commands import Correct, SetPoints
from companion.errors import JournalError
from companion.history import make_step
from companion.memory.amending import InsertStep, prepare_amendment
from companion.memory.exchange.plays import play_from_game
from companion.memory.pace import minutes_played
from companion.memory.people import person_from_name
from companion.memory.played_game import PlayedGame
from companion.pieces import START_POINTS, BuildingKind
from companion.rules.finale import ranking_key
from companion.rules.setup import initial_state
from companion.state import Phase
from tests.companion.memory.plays import BEGAN, at, game_of, head_of, stamp, told
from tests.companion.playing import WORKERS_PLACED, four_players, two_players


def test_everybody_is_told_as_the_final_state_has_them():
    setup = four_players()
    game = game_of(setup)
    play, state = told(game), game.state
    assert state.phase is Phase.FINISHED
    ranks = {color: ranking_key(state, color) for color in state.colors}
    for player, seat in zip(play.players, state.players, strict=True):
        ahead = [other for other in ranks.values() if other > ranks[seat.color]]
        assert (player.rank, player.won) == (1 + len(ahead), seat.color in state.winners)
        assert player.person == person_from_name(seat.name)
        assert (player.color, player.points) == (seat.color, seat.points)
        assert START_POINTS + player.sources.total == player.points
        assert player.huts == state.buildings_built(seat.color, BuildingKind.HUT)
        assert player.temples == state.buildings_built(seat.color, BuildingKind.TEMPLE)
        assert player.runes == len(state.runes_of(seat.color))
        assert player.chips_left == seat.hand.total
    assert [player.is_starting_player for player in play.players].index(True) == setup.first
    assert (play.key, play.board) == (game.rows.header.key, setup.board.name)
    assert play.minutes == minutes_played(game)
    assert play.turns == state.turn
    assert play.rounds == -(-state.turn // 4)


@dataclass
class Tied:
    """A game that has ended with two who are alike."""

    state: object
    played: PlayedGame

    def __getattr__(self, name):
        return getattr(self.played, name)


def test_a_shared_victory_is_first_for_both_and_second_for_nobody():
    setup = four_players()
    bare = initial_state(setup)
    players = tuple(
        replace(player, points=points)
        for player, points in zip(bare.players, (9, 12, 12, 3), strict=True)
    )
    shared = (setup.players[1].color, setup.players[2].color)
    state = replace(bare, players=players, phase=Phase.FINISHED, winners=shared)
    play = play_from_game(None, Tied(state, game_of(setup, 0)), person_from_name)
    assert [player.rank for player in play.players] == [3, 1, 1, 4]
    assert [player.won for player in play.players] == [False, True, True, False]


def test_a_game_began_and_ended_when_its_first_and_its_last_step_did():
    game = game_of(four_players())
    with at(90_000):
        game.resume()
    play = told(game)
    assert play.began == BEGAN
    assert play.ended == BEGAN + timedelta(seconds=20 * len(game.steps))


def test_a_beginning_that_cannot_be_read_is_that_of_the_first_step():
    game = game_of(two_players(), 2)
    game.rows.header = replace(game.rows.header, started="long ago")
    assert told(game).began == BEGAN + timedelta(seconds=20)
    game = game_of(two_players(), 0)
    game.rows.header = replace(game.rows.header, started="long ago")
    with pytest.raises(JournalError, match="cannot be read"):
        told(game)


def test_corrections_amendments_and_what_was_taken_back_are_counted():
    setup = two_players()
    game = PlayedGame(head_of(setup), setup)
    correction = Correct(changes=(SetPoints(setup.players[0].color, 7),), why="fell over")
    for command in (*WORKERS_PLACED, correction, correction):
        game.add_step(make_step(game.state, command, stamp(1)))
    assert (told(game).number_of_corrections, told(game).number_of_undos) == (2, 0)
    game.undo()
    assert (told(game).number_of_corrections, told(game).number_of_undos) == (1, 1)
    amending = prepare_amendment(game.steps, [InsertStep(7, correction)], stamp(5))
    game.branch(amending.fork, amending.new_steps)
    assert (told(game).number_of_corrections, told(game).number_of_amendments) == (2, 1)
    game.undo()
    assert (told(game).number_of_corrections, told(game).number_of_amendments) == (1, 0)
