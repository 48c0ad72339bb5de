"""Statistics of a person and of the house."""

from math import isclose, sqrt

from companion.memory.statistics.queries import EVERYBODY
from companion.pieces import FACES
from companion.state import PointsBreakdown, PointSource
from tests.companion.memory.finished_games import game, player, statistics_of

ROLLS = (3, 1, 0, 0, 2, 0)
FIGURES = {
    "huts": 8,
    "temples": 2,
    "runes": 3,
    "offered": 4,
    "refused": 1,
    "faces": ROLLS,
    "sources": PointsBreakdown(offerings=20, runes=6, temples=3),
}
EVENING = (
    game(player("Ada", 50, 1, first=True, **FIGURES), player("Bo", 30, huts=6), minutes=70),
    game(player("Ada", 20), player("Bo", 40, 2, first=True), player("Cy", 40, 2), minutes=50),
    game(player("Bo", 44, 1, first=True), player("Ada", 41)),
)


def told(name, games=EVENING):
    return statistics_of(*games).get(name)


def test_the_figures_of_a_person():
    ada, bo, cy = map(told, ("Ada", "Bo", "Cy"))
    assert [(one.games, one.wins) for one in (ada, bo, cy)] == [(3, 1), (3, 1.5), (1, 0.5)]
    assert isclose(ada.expected_wins, 1 / 2 + 1 / 3 + 1 / 2)
    points = ada.points
    assert (points.average, points.best, points.lowest) == (37, 50, 20)
    assert isclose(points.standard_deviation, sqrt((13**2 + 17**2 + 4**2) / 3))
    assert isclose(points.average_by_source[PointSource.OFFERINGS], 20 / 3)
    assert (
        points.average_by_source[PointSource.RUNES],
        points.average_by_source[PointSource.TEMPLES],
    ) == (2, 1)
    assert (ada.huts, ada.temples, ada.runes) == (8 / 3, 2 / 3, 1)
    assert (ada.offered, ada.refused) == (4 / 3, 1 / 3)
    assert ada.faces == dict(zip(FACES, ROLLS, strict=True))
    assert set(bo.faces.values()) == {0}
    assert told("Zoë") is None
    assert statistics_of() == {}


def test_a_game_has_its_own_turns_and_minutes_whoever_asks():
    ada, house = told("Ada"), told(EVERYBODY)
    assert isclose(ada.turns, (20 + 30 + 20) / 3)
    assert house.turns == ada.turns
    assert (ada.playing_time.timed_games, ada.playing_time.average_minutes) == (2, 60)
    assert house.playing_time == ada.playing_time
    assert (told("Cy").playing_time.timed_games, told("Cy").playing_time.average_minutes) == (1, 50)
    assert told("Ada", EVENING[2:]).playing_time is None


def test_the_first_players_advantage():
    house = told(EVERYBODY).first_player
    assert (house.games, house.wins, house.average_points) == (3, 2.5, (50 + 40 + 44) / 3)
    assert isclose(house.expected_wins, 1 / 2 + 1 / 3 + 1 / 2)
    assert isclose(house.average_points_of_others, (30 + 20 + 40 + 41) / 4)
    ada = told("Ada").first_player
    assert (ada.games, ada.wins, ada.expected_wins) == (1, 1, 0.5)
    assert (ada.average_points, ada.average_points_of_others) == (50, 30.5)
    assert told("Cy").first_player is None
    assert told("Ada", EVENING[:1]).first_player.average_points_of_others is None


def test_the_house_is_all_players_together():
    house = told(EVERYBODY)
    assert house.games == 3
    assert isclose(house.wins, 3)
    assert isclose(house.expected_wins, 3)
    assert isclose(house.points.average, (50 + 30 + 20 + 40 + 40 + 44 + 41) / 7)
    assert isclose(house.huts, 2)


def test_a_game_of_two_who_have_one_name_counts_for_neither():
    found = statistics_of(game(player("Ada", 50, 1), player("ADA ", 30), player("Bo", 20)))
    assert set(found) == {"Bo", EVERYBODY}
    assert (found[EVERYBODY].points.best, found[EVERYBODY].wins) == (50, 1)


def test_points_of_the_last_games_are_kept_and_the_highest_of_each_for_the_house():
    found = statistics_of(*EVENING)
    assert found["Ada"].points.last_games == (50, 20, 41)
    assert found[EVERYBODY].points.last_games == (50, 40, 44)
    many = [game(player("Ada", number), player("Bo")) for number in range(50)]
    assert statistics_of(*many)["Ada"].points.last_games == tuple(range(10, 50))
