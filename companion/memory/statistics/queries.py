"""Statistics and house records of all finished games."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from datetime import datetime
from math import sqrt
from typing import NamedTuple

import msgspec
from msgspec.structs import astuple

from companion.memory.clock import local_start_time
from companion.memory.journal import ARCHIVED, Journal
from companion.memory.names import name_key
from companion.memory.people import People, Person
from companion.memory.played_game import LARGEST_NUMBER
from companion.memory.statistics.figures import (
    Achievement,
    GameFigures,
    HouseRecordCategory,
    best_achievements,
)
from companion.pieces import FACES, Face
from companion.state import PointSource

EVERYBODY = ""
"""Key of the statistics of all players together."""
LAST_GAMES = 40
"""Maximum number of latest games in `PointsStatistics.last_games`."""
UNITS_PER_WIN = 12
"""Units of one win: wins are counted in twelfths, so that halves, thirds and quarters are exact."""
_FIRST_GAMES = 5
"""Minimum number of games before records are announced. In the first few games, almost every result
would be a record."""


class PointsStatistics(msgspec.Struct, frozen=True):
    """Statistics of points per game.

    `average_by_source` has the average points for each way of scoring. `last_games` are the points
    of the latest games, oldest first.
    """

    average: float
    best: int
    lowest: int
    standard_deviation: float
    average_by_source: dict[PointSource, float]
    last_games: tuple[int, ...] = ()


class PlayingTimeStatistics(msgspec.Struct, frozen=True):
    """Average playing time in minutes; `timed_games` counts the games with a known playing time."""

    timed_games: int
    average_minutes: float


class FirstPlayerStatistics(msgspec.Struct, frozen=True):
    """Results of the starting players.

    Shared wins count as fractions. `expected_wins` is the expected number of wins if all players
    are equally likely to win. `average_points` is the average score of starting players.
    `average_points_of_others` is the average score of all other players.
    """

    games: int
    wins: float
    expected_wins: float
    average_points: float
    average_points_of_others: float | None


class Statistics(msgspec.Struct, frozen=True):
    """Statistics of a person, or of all players together.

    Shared wins count as fractions. `expected_wins` is the expected number of wins if all players
    are equally likely to win. `faces` counts the rolls of each face. Numbers of huts, temples, rune
    stones, turns and answers to the druid are averages per game.
    """

    games: int
    wins: float
    expected_wins: float
    points: PointsStatistics
    huts: float
    temples: float
    runes: float
    offered: float
    refused: float
    turns: float
    playing_time: PlayingTimeStatistics | None
    first_player: FirstPlayerStatistics | None
    faces: dict[Face, int]


class PersonStatistics(NamedTuple):
    """A person and that person's statistics; `person` is None for all players together."""

    person: Person | None
    statistics: Statistics


class HouseRecord(NamedTuple):
    """A house record and all players who hold it.

    If the record was reached in several games, only players of the first of these games hold it.
    `game_id` is the number of that game, `game_started` its start time.
    """

    category: HouseRecordCategory
    value: int
    player_names: tuple[str, ...]
    game_id: int
    game_started: str

    @property
    def sort_key(self) -> int:
        """The `Achievement.sort_key` that a new achievement must exceed to break this record."""
        return Achievement(self.category, self.value, "").sort_key


_AVERAGES = ("huts", "temples", "runes", "offered", "refused")
_SOURCES = tuple(f"from_{source}" for source in PointSource)
_GAMES = f"""
    {ARCHIVED} SELECT results.game, started, result FROM results
    JOIN games ON games.id = results.game
    WHERE number IN (SELECT max(number) FROM results GROUP BY game)
        AND results.game NOT IN archived AND result IS NOT NULL ORDER BY results.game
"""
_COLUMNS = (
    *("game", "seat", "person", "best", "turns", "minutes", "points", "win", "chance", "first"),
    *_AVERAGES,
    *_SOURCES,
    *FACES,
)
_STATISTICS = f"""
    WITH part AS (
        SELECT '{EVERYBODY}' AS whose, seat = 0 AS once, best AS shown, * FROM seats
        UNION ALL SELECT person, 1, points, * FROM seats WHERE person IS NOT NULL
    )
    SELECT whose, sum(once) AS games, count(*) AS played,
        sum(win) AS wins, sum(chance) AS chances,
        sum(points) AS points, sum(points * points) AS squares,
        max(points) AS best, min(points) AS lowest,
        json_group_array(json_array(game, shown)) FILTER (WHERE once) AS last,
        avg(turns) FILTER (WHERE once) AS turns, avg(minutes) FILTER (WHERE once) AS minutes,
        count(minutes) FILTER (WHERE once) AS timed,
        sum(first) AS begun, sum(win) FILTER (WHERE first) AS first_wins,
        sum(chance) FILTER (WHERE first) AS first_chances,
        avg(points) FILTER (WHERE first) AS first_points,
        avg(points) FILTER (WHERE NOT first) AS other_points,
        {", ".join(f"avg({name}) AS {name}" for name in (*_AVERAGES, *_SOURCES))},
        {", ".join(f"sum({face}) AS {face}" for face in FACES)}
    FROM part GROUP BY whose
"""
"""SQL for the statistics of each person and of all players together.

`seats` has a row for each player of each game. The row has no `person` if two players of the game
have the same name, or if nobody has the name. `part` has two rows for each player of each game: one
for all players together (`EVERYBODY`) and one for the person. `once` is 1 in a single row of each
game, for figures that are counted only once per game.
"""
_figures = msgspec.json.Decoder(GameFigures)
_last_points = msgspec.json.Decoder(list[tuple[int, int]])


def statistics_by_person(journal: Journal) -> Mapping[str, PersonStatistics]:
    """Return the statistics of each person by id, and of `EVERYBODY`. Raises JournalError."""
    return journal.cached_result(_standings)


def _standings(journal: Journal) -> Mapping[str, PersonStatistics]:
    people = People.from_journal(journal)
    games = [(game.number, game.figures) for game in _finished_games(journal)]

    def person(name: str) -> str | None:
        found = people.find(name)
        return None if found is None else found.id

    found = compute_statistics(games, person)
    return {key: PersonStatistics(people.find_by_id(key), one) for key, one in found.items()}


def compute_statistics(
    games: Iterable[tuple[int, GameFigures]], find_person_id: Callable[[str], str | None]
) -> dict[str, Statistics]:
    """Return the statistics of each person by the person's id, and of all players as `EVERYBODY`.

    `games` has the number and the figures of each game. `find_person_id` returns the id of the
    person with a name. A player counts only for `EVERYBODY` if `find_person_id` returns None, or if
    another player of the game has the same name.
    """
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.execute(f"CREATE TABLE seats ({', '.join(_COLUMNS)})")
        seats = (seat for number, game in games for seat in _seats(number, game, find_person_id))
        marks = ", ".join("?" * len(_COLUMNS))
        memory.executemany(f"INSERT INTO seats VALUES ({marks})", seats)
        memory.row_factory = sqlite3.Row
        return {row["whose"]: _statistics(row) for row in memory.execute(_STATISTICS)}


def _seats(
    number: int, game: GameFigures, find_person_id: Callable[[str], str | None]
) -> Iterator[tuple[object, ...]]:
    names = [name_key(player.name) for player in game.players]
    best = max(player.points for player in game.players)
    for seat, player in enumerate(game.players):
        yield (
            number,
            seat,
            find_person_id(player.name) if names.count(names[seat]) == 1 else None,
            best,
            game.turns,
            game.minutes,
            player.points,
            UNITS_PER_WIN // player.winners_if_won if player.winners_if_won else 0,
            UNITS_PER_WIN // len(names),
            player.is_starting_player,
            *(getattr(player, name) for name in _AVERAGES),
            *(getattr(player.sources, source) for source in PointSource),
            *player.faces,
        )


def _statistics(row: sqlite3.Row) -> Statistics:
    played, points = row["played"], row["points"]
    last = sorted(_last_points.decode(row["last"]))[-LAST_GAMES:]
    return Statistics(
        games=row["games"],
        wins=row["wins"] / UNITS_PER_WIN,
        expected_wins=row["chances"] / UNITS_PER_WIN,
        points=PointsStatistics(
            average=points / played,
            best=row["best"],
            lowest=row["lowest"],
            standard_deviation=sqrt(played * row["squares"] - points**2) / played,
            average_by_source={source: row[f"from_{source}"] for source in PointSource},
            last_games=tuple(number for _game, number in last),
        ),
        turns=row["turns"],
        playing_time=PlayingTimeStatistics(row["timed"], row["minutes"]) if row["timed"] else None,
        first_player=_first_player(row) if row["begun"] else None,
        faces={face: row[face] for face in FACES},
        **{name: row[name] for name in _AVERAGES},
    )


def _first_player(row: sqlite3.Row) -> FirstPlayerStatistics:
    wins, chances = row["first_wins"] / UNITS_PER_WIN, row["first_chances"] / UNITS_PER_WIN
    return FirstPlayerStatistics(
        row["begun"], wins, chances, row["first_points"], row["other_points"]
    )


class _FinishedGame(NamedTuple):
    number: int
    started: str
    figures: GameFigures


def _finished_games(journal: Journal) -> list[_FinishedGame]:
    """Return all finished games, except archived and damaged ones, oldest first."""
    found = journal.run_query(lambda connection: connection.execute(_GAMES).fetchall())
    return [
        _FinishedGame(number, started, figures)
        for number, started, result in found
        if (figures := _decoded(result)) is not None
    ]


def _decoded(result: str) -> GameFigures | None:
    try:
        game = _figures.decode(result)
    except msgspec.MsgspecError:
        return None
    sources = (number for player in game.players for number in astuple(player.sources))
    return game if all(abs(number) <= LARGEST_NUMBER for number in sources) else None


def house_records(journal: Journal) -> tuple[HouseRecord, ...]:
    """Return the house records in the order of `HouseRecordCategory`. Raises JournalError."""
    return journal.cached_result(_records)


def _records(journal: Journal) -> tuple[HouseRecord, ...]:
    return tuple(_best(_finished_games(journal)).values())


def broken_house_records(
    journal: Journal, figures: GameFigures, game_id: int | None
) -> tuple[Achievement, ...]:
    """Return the house records that a game breaks. Return () until a few games have been played.

    `game_id` is the number of the game, or None if it is not saved. Raises JournalError.
    """
    others = [one for one in _finished_games(journal) if one.number != game_id]
    if len(others) < _FIRST_GAMES:
        return ()
    best = _best(others)
    return tuple(
        done
        for done in best_achievements(figures)
        if done.category not in best or done.sort_key > best[done.category].sort_key
    )


def _best(games: Iterable[_FinishedGame]) -> dict[HouseRecordCategory, HouseRecord]:
    best: dict[HouseRecordCategory, HouseRecord] = {}
    for number, started, figures in games:
        for done in best_achievements(figures):
            held = best.get(done.category)
            names: tuple[str, ...] = (done.player_name,)
            if held is not None and held.game_id == number and held.sort_key == done.sort_key:
                names = tuple(sorted((*held.player_names, done.player_name)))
            elif held is not None and held.sort_key >= done.sort_key:
                continue
            best[done.category] = HouseRecord(done.category, done.value, names, number, started)
    return {feat: best[feat] for feat in HouseRecordCategory if feat in best}


def game_figures_of_year(journal: Journal, year: int) -> tuple[GameFigures, ...]:
    """Return the figures of games started in a year, oldest first. Raises JournalError."""
    return journal.cached_result(_games_of_year, year)


def _games_of_year(journal: Journal, year: int) -> tuple[GameFigures, ...]:
    found: list[tuple[datetime, int, GameFigures]] = []
    for number, started, figures in _finished_games(journal):
        began = local_start_time(started)
        if began is not None and began.year == year:
            found.append((began, number, figures))
    return tuple(figures for _began, _number, figures in sorted(found, key=lambda one: one[:2]))
