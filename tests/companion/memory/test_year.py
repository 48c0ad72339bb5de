"""The story of a year is what the figures of its games add up to."""

from companion.memory.statistics.figures import GameFigures, PlayerFigures
from companion.memory.statistics.year import sentences, year_of
from companion.state import Breakdown, PointSource


def player(name: str, points: int, victors: int = 0, **sources: int) -> PlayerFigures:
    return PlayerFigures(
        name=name,
        points=points,
        victors=victors,
        first=False,
        sources=Breakdown(**sources),
        huts=0,
        temples=0,
        runes=0,
        offered=0,
        refused=0,
        turns=0,
        faces=(0,) * 6,
    )


GAMES = [
    GameFigures((player("Ann", 30, 1, runes=10, offerings=15), player("Bo", 28, offerings=23)), 40),
    GameFigures((player("Ann", 41, 1, temples=36), player("Bo", 41)), None),
    GameFigures((player("Anne", 20), player("Bo", 33, 1, offerings=28)), 50),
]


def test_no_game_is_no_year() -> None:
    assert year_of([]) is None


def test_a_year_tells_who_won_most_what_brought_most_and_the_best_score() -> None:
    year = year_of(GAMES)
    assert year is not None
    assert (year.games, year.winners, year.source) == (3, ("Ann",), PointSource.OFFERINGS)
    assert (year.points, year.all_points, year.best) == (66, 112, 41)
    assert [str(one) for one in sentences(year)] == [
        "3 games; most were won by Ann: 2.",
        "Most points came from: offering, 66 of 112.",
        "The most points in a game: Ann, Bo, 41.",
    ]


def test_spellings_of_one_person_count_together() -> None:
    year = year_of(
        [*GAMES, GAMES[2]], {"Anne": "Ann"}.get and (lambda name: name.removesuffix("e"))
    )
    assert year is not None
    assert (year.winners, year.best_names) == (("Ann", "Bo"), ("Ann", "Bo"))


def test_one_game_and_a_shared_victory_are_told_as_such() -> None:
    shared = GameFigures((player("Ann", 5, 2), player("Bo", 5, 2)), None)
    year = year_of([shared])
    assert year is not None
    assert [str(one) for one in sentences(year)] == [
        "One game: Ann, Bo won it.",
        "The most points in a game: Ann, Bo, 5.",
    ]
