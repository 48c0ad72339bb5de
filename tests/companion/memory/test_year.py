"""The story of a year is what the figures of its games add up to."""

from contextlib import closing
from pathlib import Path

from companion.memory.journal import Journal
from companion.memory.statistics.figures import PlayerFigures
from companion.memory.statistics.queries import game_figures_of_year
from companion.memory.statistics.year import summarize_year, summary_sentences
from companion.state import PointsBreakdown, PointSource
from tests.companion.memory.data_folders import database
from tests.companion.memory.finished_games import Ended, game
from tests.companion.memory.finished_games import player as player_with


def player(name: str, points: int, victors: int = 0, **sources: int) -> PlayerFigures:
    return player_with(name, points, victors, sources=PointsBreakdown(**sources))


GAMES = [
    game(player("Ann", 30, 1, runes=10, offerings=15), player("Bo", 28, offerings=23), minutes=40),
    game(player("Ann", 41, 1, temples=36), player("Bo", 41)),
    game(player("Anne", 20), player("Bo", 33, 1, offerings=28), minutes=50),
]


def test_a_year_tells_who_won_most_what_brought_most_and_the_best_score() -> None:
    year = summarize_year(GAMES)
    assert year is not None
    assert (year.games, year.most_frequent_winners, year.best_source) == (
        3,
        ("Ann",),
        PointSource.OFFERINGS,
    )
    assert (year.best_source_points, year.all_points, year.best_score) == (66, 112, 41)
    assert [str(one) for one in summary_sentences(year)] == [
        "3 games; most were won by Ann: 2.",
        "Most points came from: offering, 66 of 112.",
        "The most points in a game: Ann, Bo, 41.",
    ]


def test_spellings_of_one_person_count_together() -> None:
    year = summarize_year(GAMES[1:], lambda name: name.removesuffix("e"))
    assert year is not None
    assert (year.most_frequent_winners, year.best_score_names) == (("Ann", "Bo"), ("Ann", "Bo"))


def test_one_game_and_a_shared_victory_are_told_as_such() -> None:
    shared = game(player("Ann", 5, 2), player("Bo", 5, 2))
    year = summarize_year([shared])
    assert year is not None
    assert [str(one) for one in summary_sentences(year)] == [
        "One game: Ann, Bo won it.",
        "The most points in a game: Ann, Bo, 5.",
    ]


def test_the_games_of_a_year_are_those_that_began_in_it(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        ended = Ended(journal, 0)
        year = int(ended.game.rows.header.started[:4])
        found = game_figures_of_year(journal, year)
        assert [len(one.players) for one in found] == [2]
        assert game_figures_of_year(journal, year - 1) == ()
    with database(tmp_path) as file:
        file.execute("UPDATE results SET result = 'rotten'")
    with closing(Journal.open(tmp_path)) as journal:
        assert game_figures_of_year(journal, year) == ()
