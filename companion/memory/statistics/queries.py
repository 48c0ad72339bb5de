"""Statistics and records of all finished games, from the table of their results."""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from math import sqrt
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from companion.memory.clock import begun
from companion.memory.journal import ARCHIVED, Journal
from companion.memory.names import name_key
from companion.memory.people import People
from companion.memory.statistics.figures import Done, Feat, GameFigures, feats_of
from companion.pieces import FACES, Face
from companion.state import PointSource

HOUSE = ""
"""Key of all players together."""
LAST_GAMES = 40
"""Number of a player's last games whose points are kept."""
WHOLE = 12
"""Parts of a victory, which two, three or four can share: whole numbers add up exactly."""
_FIRST_GAMES = 5
"""Minimum number of games before records are announced: in the first ones each would be one."""


class PointsFigures(msgspec.Struct, frozen=True):
    """Points a game: `spread` is the standard deviation; `last` those of the last games."""

    average: float
    best: int
    lowest: int
    spread: float
    sources: dict[PointSource, float]
    last: tuple[int, ...] = ()


class Minutes(msgspec.Struct, frozen=True):
    """Average playing time of the games of which it is known."""

    games: int
    average: float


class FirstPlayer(msgspec.Struct, frozen=True):
    """Results of starting players; `average` and `average_otherwise` are points a game.

    `average_otherwise` is None without a game that somebody else began.
    """

    games: int
    wins: float
    wins_by_chance: float
    average: float
    average_otherwise: float | None


class Statistics(msgspec.Struct, frozen=True):
    """Figures of a person, or of all players together.

    A shared win counts as its share; `wins_by_chance` is expected of equal players. `faces` are
    numbers of rolls. The other figures are averages of a game.
    """

    games: int
    wins: float
    wins_by_chance: float
    points: PointsFigures
    huts: float
    temples: float
    runes: float
    offerings_made: float
    offerings_refused: float
    turns: float
    minutes: Minutes | None
    first_player: FirstPlayer | None
    faces: dict[Face, int]


class HeldRecord(NamedTuple):
    """A house record, by all who reached it in the first such game.

    `game` is its number, `started` when it began.
    """

    feat: Feat
    number: int
    names: tuple[str, ...]
    game: int
    started: str

    @property
    def rank(self) -> int:
        """Rank to surpass."""
        return Done(self.feat, self.number, "").rank


_FINISHED = f"""
    {ARCHIVED}, finished AS (
        SELECT game, result FROM results
        WHERE number IN (SELECT max(number) FROM results GROUP BY game)
            AND game NOT IN archived AND is_result(result)
    )
"""
_PARTS = f"""
    {_FINISHED}, seated AS (
        SELECT game, key AS seat, value AS player, value ->> 'points' AS points,
            value ->> 'first' AS first, result ->> 'minutes' AS minutes,
            {WHOLE} / count(*) OVER of_game AS chance,
            coalesce({WHOLE} / nullif(value ->> 'victors', 0), 0) AS win,
            sum(value ->> 'turns') OVER of_game AS turns,
            count(*) OVER (PARTITION BY game, name_key(value ->> 'name')) AS alike
        FROM finished, json_each(result, '$.players') WINDOW of_game AS (PARTITION BY game)
    ), part AS (
        SELECT '{HOUSE}' AS whose, seat = 0 AS once, * FROM seated
        UNION ALL SELECT person(player ->> 'name'), 1, * FROM seated WHERE alike = 1
    )
"""
"""A row for each player of each game, once for the house and once for the person.

Nobody knows which of two players of one name is whose: they count for the house only. `once` is 1
in one row a game, for what a game has only once."""
_SOURCES = ", ".join(f"avg(player ->> '$.sources.{one}') AS from_{one}" for one in PointSource)
_FACES = ", ".join(
    f"sum(player ->> '$.faces[{number}]') AS {face}" for number, face in enumerate(FACES)
)
_STATISTICS = f"""
    {_PARTS}
    SELECT whose, sum(once) AS games, count(*) AS played,
        sum(win) AS wins, sum(chance) AS chances,
        sum(points) AS points, sum(points * points) AS squares,
        max(points) AS best, min(points) AS lowest, {_SOURCES},
        avg(player ->> 'huts') AS huts, avg(player ->> 'temples') AS temples,
        avg(player ->> 'runes') AS runes, avg(player ->> 'offered') AS offerings_made,
        avg(player ->> 'refused') AS offerings_refused,
        avg(turns) FILTER (WHERE once) AS turns, avg(minutes) FILTER (WHERE once) AS minutes,
        count(minutes) FILTER (WHERE once) AS timed,
        sum(first) AS begun, sum(win) FILTER (WHERE first) AS first_wins,
        sum(chance) FILTER (WHERE first) AS first_chances,
        avg(points) FILTER (WHERE first) AS first_points,
        avg(points) FILTER (WHERE NOT first) AS other_points,
        {_FACES}
    FROM part GROUP BY whose
"""
_LAST_POINTS = f"{_PARTS} SELECT whose, max(points) FROM part GROUP BY whose, game ORDER BY game"
_GAMES = f"""
    {_FINISHED} SELECT finished.game, started, result FROM finished
    JOIN games ON games.id = game ORDER BY game
"""
_VERSION = """
    SELECT * FROM (SELECT max(number), crc FROM results), (SELECT max(number) FROM archive),
        (SELECT max(number) FROM spellings), (SELECT max(id), key FROM games)
"""
_figures = msgspec.json.Decoder(GameFigures)
_cache: WeakKeyDictionary[Journal, tuple[Any, Mapping[str, Statistics]]] = WeakKeyDictionary()


def statistics(journal: Journal) -> Mapping[str, Statistics]:
    """Return the statistics of all people with a finished game by their ids, and of `HOUSE`.

    They are worked out again when a result, an archived game or a name has changed. Raises
    JournalError.
    """
    version = journal.read(lambda file: file.execute(_VERSION).fetchone())
    former, found = _cache.get(journal, (None, {}))
    if version != former:
        people = People.of(journal)
        found = journal.read(
            lambda file: statistics_in(file, lambda name: people.person_of(name).id)
        )
        _cache[journal] = version, found
    return found


def statistics_in(file: sqlite3.Connection, person: Callable[[str], str]) -> dict[str, Statistics]:
    """Return the statistics of a file by the keys that `person` has for names, and `HOUSE`."""
    _add_functions(file)
    file.create_function("person", 1, person)
    last: dict[str, deque[int]] = {}
    for whose, points in file.execute(_LAST_POINTS):
        last.setdefault(whose, deque(maxlen=LAST_GAMES)).append(points)
    cursor = file.cursor()
    cursor.row_factory = sqlite3.Row
    rows = cursor.execute(_STATISTICS)
    return {row["whose"]: _statistics(row, tuple(last[row["whose"]])) for row in rows}


def _add_functions(file: sqlite3.Connection) -> None:
    file.create_function("is_result", 1, _is_result)
    file.create_function("name_key", 1, name_key, deterministic=True)


def _statistics(row: sqlite3.Row, last: tuple[int, ...]) -> Statistics:
    played, points = row["played"], row["points"]
    found = ("games", "huts", "temples", "runes", "offerings_made", "offerings_refused", "turns")
    return Statistics(
        **{name: row[name] for name in found},
        wins=row["wins"] / WHOLE,
        wins_by_chance=row["chances"] / WHOLE,
        points=PointsFigures(
            average=points / played,
            best=row["best"],
            lowest=row["lowest"],
            spread=sqrt(played * row["squares"] - points**2) / played,
            sources={source: row[f"from_{source}"] for source in PointSource},
            last=last,
        ),
        minutes=Minutes(row["timed"], row["minutes"]) if row["timed"] else None,
        first_player=_first_player(row) if row["begun"] else None,
        faces={face: row[face] for face in FACES},
    )


def _first_player(row: sqlite3.Row) -> FirstPlayer:
    wins, chances = row["first_wins"] / WHOLE, row["first_chances"] / WHOLE
    return FirstPlayer(row["begun"], wins, chances, row["first_points"], row["other_points"])


def _is_result(text: str | None) -> bool:
    """Whether a result is intact; None is that of a game that was continued."""
    try:
        figures = _figures.decode(text or "")
    except msgspec.MsgspecError:
        return False
    whole = all(len(player.faces) == len(FACES) for player in figures.players)
    return bool(figures.players) and whole


class _FinishedGame(NamedTuple):
    number: int
    started: str
    figures: GameFigures


def _finished_games(journal: Journal) -> list[_FinishedGame]:
    """Return all games that count, the first one first. Raises JournalError."""

    def read(file: sqlite3.Connection) -> list[_FinishedGame]:
        _add_functions(file)
        return [
            _FinishedGame(number, started, _figures.decode(result))
            for number, started, result in file.execute(_GAMES)
        ]

    return journal.read(read)


def records(journal: Journal) -> tuple[HeldRecord, ...]:
    """Return the house records in the order of `Feat`; of equal ones the first counts.

    Raises JournalError.
    """
    return tuple(_best(_finished_games(journal)).values())


def fallen(journal: Journal, game: GameFigures, number: int | None) -> tuple[Done, ...]:
    """Return the house records that a game breaks; `number` is its own, if it is saved.

    None in the first games. Raises JournalError.
    """
    others = [one for one in _finished_games(journal) if one.number != number]
    if len(others) < _FIRST_GAMES:
        return ()
    best = _best(others)
    return tuple(
        done for done in feats_of(game) if done.feat not in best or done.rank > best[done.feat].rank
    )


def _best(games: Iterable[_FinishedGame]) -> dict[Feat, HeldRecord]:
    """Return who holds each record, in the order of `Feat`."""
    best: dict[Feat, HeldRecord] = {}
    for number, started, figures in games:
        for done in feats_of(figures):
            held = best.get(done.feat)
            names: tuple[str, ...] = (done.name,)
            if held is not None and held.game == number and held.rank == done.rank:
                names = tuple(sorted((*held.names, done.name)))
            elif held is not None and held.rank >= done.rank:
                continue
            best[done.feat] = HeldRecord(done.feat, done.number, names, number, started)
    return {feat: best[feat] for feat in Feat if feat in best}


def games_of_year(journal: Journal, year: int) -> tuple[GameFigures, ...]:
    """Return the figures of the games that count and began in that year, oldest first.

    Raises JournalError.
    """
    found: list[tuple[datetime, int, GameFigures]] = []
    for number, started, figures in _finished_games(journal):
        began = begun(started)
        if began is not None and began.year == year:
            found.append((began, number, figures))
    return tuple(figures for _began, _number, figures in sorted(found, key=lambda one: one[:2]))
