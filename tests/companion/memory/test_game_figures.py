"""What a finished game says in figures."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from companion.commands import Correct, SetPoints
from companion.memory.pace import minutes_played
from companion.memory.session import Session
from companion.memory.statistics.figures import (
    Achievement,
    HouseRecordCategory,
    best_achievements,
    compute_figures,
)
from companion.pieces import FACES, OfferingAnswer
from companion.state import Phase, PointsBreakdown
from tests.companion.memory.finished_games import game, player
from tests.companion.memory.sessions import played
from tests.companion.playing import two_players


@pytest.fixture
def ended(journal):
    """A random game of two, played to its end; the second player began."""
    return played(Session.begin(journal, replace(two_players(), first=1)), 5000)


def test_of_a_shared_victory_the_figures_have_the_number_of_victors(ended):
    game = ended.game
    shared = replace(game.state, winners=game.state.colors)
    figures = compute_figures(
        SimpleNamespace(
            state=shared,
            steps=game.steps,
            setup=game.setup,
            rows=game.rows,
            timed_changes=game.timed_changes,
        )
    )
    assert [one.winners_if_won for one in figures.players] == [2, 2]


def test_turns_rolls_and_offerings_are_counted_from_what_was_done(ended):
    told = [step.command for step in ended.steps]
    figures = compute_figures(ended.game)
    assert figures.turns == ended.state.turn
    assert figures.minutes == minutes_played(ended.game)
    begun = [one.after.active for one in ended.steps if one.after.turn > one.before.turn]
    for one, seat in zip(figures.players, ended.state.players, strict=True):
        own = [each for each in told if getattr(each, "by", None) is seat.color]
        faces = [each.face for each in own if hasattr(each, "face")]
        assert one.faces == tuple(faces.count(face) for face in FACES)
        assert one.turns == begun.count(seat.color)
        gifts = [each.give for each in own if hasattr(each, "give")]
        assert one.refused == gifts.count(OfferingAnswer.NONE)
        assert one.offered == len(gifts) - one.refused


def test_what_was_taken_back_is_not_in_the_figures(ended):
    before, done = compute_figures(ended.game), []
    while ended.state.phase not in (Phase.ROLL, Phase.ACTION):
        done += [step.command for step in ended.undo().removed]
    poorest = ended.state.players[0]
    joke = SetPoints(poorest.color, poorest.points + 50)
    ended.apply(Correct(changes=(joke,), why="a joke"))
    ended.undo()
    for command in reversed(done):
        ended.apply(command)
    assert compute_figures(ended.game) == before


def test_the_best_of_a_game_are_its_feats():
    ada = player("Ada", 57, 1, sources=PointsBreakdown(offerings=9, final_offerings=4, runes=6))
    bo = player("Bo", 50, sources=PointsBreakdown(interim_runes=7, offerings=2, temples=3))
    assert set(best_achievements(game(ada, bo))) == {
        Achievement(HouseRecordCategory.MOST_POINTS, 57, "Ada"),
        Achievement(HouseRecordCategory.CLEAREST_WIN, 7, "Ada"),
        Achievement(HouseRecordCategory.NARROWEST_WIN, 7, "Ada"),
        Achievement(HouseRecordCategory.MOST_OFFERING_POINTS, 13, "Ada"),
        Achievement(HouseRecordCategory.MOST_RUNE_POINTS, 7, "Bo"),
        Achievement(HouseRecordCategory.MOST_TEMPLE_POINTS, 3, "Bo"),
    }


def test_who_shares_a_victory_has_not_won_clearly_nor_narrowly():
    shared = game(player("Ada", 50, 2), player("Bo", 50, 2), player("Cy", 20))
    assert {(done.category, done.player_name) for done in best_achievements(shared)} == {
        (HouseRecordCategory.MOST_POINTS, "Ada"),
        (HouseRecordCategory.MOST_POINTS, "Bo"),
    }
