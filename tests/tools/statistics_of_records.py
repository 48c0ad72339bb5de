"""Statistics worked out a second time, from the records of the games alone.

    python -m tests.tools.statistics_of_records GAMES

So many random games are played in a data folder, with steps taken back, done again and changed.
The statistics of each person and of all are then compared with what Python's own
statistics make of the exported records, line by line, and of how `meduris replay` says they end:
at first, once two spellings are one person and some games are taken away, and once those are back.
"""

import io
import json
import statistics
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.memory.journal import Journal
from companion.memory.people import People, merge
from companion.memory.session import Session
from companion.memory.statistics.queries import (
    EVERYBODY,
    LAST_GAMES,
    all_statistics,
    record_holders,
)
from companion.rules.setup import Setup
from companion.state import Phase
from kiosk.cli import main as meduris
from tests.companion.playing import luck, one_more
from tests.kiosk.laid_games import beginning

NAMES = ("Ada", "Bo", "Cy", "Zoë", "李")
MISSPELT = {"Zoe": "Zoë"}
"""Every other game has the first spelling, none has both."""
HUTS = {2: 12, 3: 8, 4: 8}
TEMPLES = 2
FACES = ("wood", "wool", "copper", "stone", "plus", "minus")
RECORDS: tuple[tuple[str, Callable[[Any], int], Callable[[dict[str, Any]], int | None]], ...] = (
    ("most_points", max, lambda one: one["points"] or None),
    ("clearest_win", max, lambda one: one["ahead"]),
    ("narrowest_win", min, lambda one: one["ahead"]),
    ("most_offering_points", max, lambda one: _from(one, "offerings", "final_offerings")),
    ("most_rune_points", max, lambda one: _from(one, "interim_runes", "runes")),
    ("most_temple_points", max, lambda one: _from(one, "temples")),
)
"""What the house keeps a record of, which number of it is best, and what somebody reached."""
_NEAR = 1e-9
_CHANGING = 32
_AWAY_EVERY = 3
_TOLD_EVERY = 10

Game = list[dict[str, Any]]
"""What the record of a game says of each of its players, in their order."""


def main() -> None:
    """Play, compare, and tell what differs; the exit status is 1 where anything does."""
    games = int(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
        found = differences(Path(folder), games)
    sys.stdout.write("".join(f"{line}\n" for line in found))
    sys.stdout.write(f"{games} games, {len(found)} differences\n")
    raise SystemExit(bool(found))


def differences(folder: Path, games: int) -> list[str]:
    """Return what the statistics tell otherwise than the records of so many random games."""
    numbers = list(_counted("played", _played(folder, games)))
    told = list(_counted("read", (_from_record(folder, number) for number in numbers)))
    found = _compared(folder, told, {})
    away = numbers[::_AWAY_EVERY]
    with closing(Journal.open(folder)) as journal:
        _join(journal)
        for number in away:
            journal.archive(number, archived=True)
    found += _compared(folder, [game for game in told if game[0]["game"] not in away], MISSPELT)
    with closing(Journal.open(folder)) as journal:
        for number in away:
            journal.archive(number, archived=False)
    return found + _compared(folder, told, MISSPELT)


def _counted(done: str, games: Iterator[Any]) -> Iterator[Any]:
    """The same, telling now and then how many have been done."""
    for count, game in enumerate(games, start=1):
        if count % _TOLD_EVERY == 0:
            sys.stderr.write(f"{count} games {done}\n")
        yield game


def _join(journal: Journal) -> None:
    for misspelt, name in MISSPELT.items():
        people = People.of(journal)
        merge(journal, people.person_of(misspelt), people.person_of(name))


def _compared(folder: Path, games: Sequence[Game], whose: Mapping[str, str]) -> list[str]:
    """Return what the statistics tell of all and of each otherwise than their records."""
    parts = [one | {"name": whose.get(one["name"], one["name"])} for game in games for one in game]
    found = []
    for name in (None, *sorted({one["name"] for one in parts})):
        own = [one for one in parts if name in (None, one["name"])]
        expected = {"statistics": _statistics(own), "last_points": _last_points(own)}
        if name is None:
            expected["records"] = _records(parts)
        found += _differing(name or "everybody", expected, _said(folder, name))
    return found


def _said(folder: Path, name: str | None) -> dict[str, Any]:
    """Return the statistics of a person, or of all with the records of the house, as JSON."""
    with closing(Journal.open_for_reading(folder)) as journal:
        people = People.of(journal)
        who = all_statistics(journal)[EVERYBODY if name is None else people.named(name).id]
        told = {
            "statistics": who.statistics,
            "last_points": who.statistics.points.last,
            "records": [
                {
                    "record": held.feat,
                    "number": held.number,
                    "names": [people.person_of(one).name for one in held.names],
                    "game": held.game,
                }
                for held in record_holders(journal)
            ],
        }
    return dict(json.loads(msgspec.json.encode(told)))


def _played(folder: Path, games: int) -> Iterator[int]:
    """Play so many games to their ends; tells their numbers."""
    with closing(Journal.open(folder)) as journal:
        # What is made to be compared need not outlast a power cut.
        journal.read(lambda file: file.execute("PRAGMA synchronous = OFF").fetchall())
        for seed in range(games):
            session = Session.begin(journal, _table(seed))
            chance = luck(seed)
            while session.state.phase is not Phase.FINISHED:
                one_more(session, chance, changing=_CHANGING)
            if session.game_id is None:
                raise ValueError("the game is not saved")
            yield session.game_id


def _table(seed: int) -> Setup:
    """Two to four people, others each time; each of them begins now and then."""
    start = beginning(2 + seed % 3)
    names = [NAMES[(seed + seat) % len(NAMES)] for seat in range(len(start.players))]
    if seed % 2:
        names = [next((m for m, own in MISSPELT.items() if own == name), name) for name in names]
    seats = zip(start.players, names, strict=True)
    first = seed // 3 % len(names)
    return replace(
        start, first=first, players=tuple(replace(seat, name=name) for seat, name in seats)
    )


def _from_record(folder: Path, number: int) -> Game:
    record = _printed("export", str(number), "--data", str(folder))
    path = folder / "game.jsonl"
    path.write_bytes(record)
    end = json.loads(_printed("replay", str(path)))
    header, *commands = map(json.loads, record.splitlines())
    rolls: dict[str, Counter[str]] = defaultdict(Counter)
    gifts: dict[str, Counter[bool]] = defaultdict(Counter)
    for command in commands:
        if command["do"] == "roll":
            rolls[command["by"]][command["face"]] += 1
        elif command["do"] == "offer":
            gifts[command["by"]][command["give"] == "none"] += 1
    return [
        {
            "game": number,
            "name": seat["name"],
            "players": len(header["players"]),
            "points": player["points"],
            "share": (player["color"] in end["winners"]) / len(end["winners"]),
            "ahead": _ahead(end, player["color"]),
            "first": place == header["first"],
            "huts": HUTS[len(header["players"])] - player["huts_left"],
            "temples": TEMPLES - player["temples_left"],
            "runes": len(player["runes"]),
            "made": gifts[seat["color"]][False],
            "refused": gifts[seat["color"]][True],
            "turns": end["turn"],
            "faces": rolls[seat["color"]],
            "sources": player["breakdown"],
        }
        for place, (seat, player) in enumerate(zip(header["players"], end["players"], strict=True))
    ]


def _statistics(own: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the statistics of those parts in games, as far as records know them."""

    def average(key: str) -> float:
        return statistics.fmean(one[key] for one in own)

    points = [one["points"] for one in own]
    faces = {face: sum(one["faces"][face] for one in own) for face in FACES}
    turns = {one["game"]: one["turns"] for one in own}
    return {
        "games": len(turns),
        "wins": sum(one["share"] for one in own),
        "wins_by_chance": sum(1 / one["players"] for one in own),
        "points": {
            "average": statistics.fmean(points),
            "best": max(points),
            "lowest": min(points),
            "spread": statistics.pstdev(points),
            "sources": {
                source: statistics.fmean(one["sources"][source] for one in own)
                for source in own[0]["sources"]
            },
        },
        "huts": average("huts"),
        "temples": average("temples"),
        "runes": average("runes"),
        "offered": average("made"),
        "refused": average("refused"),
        "turns": statistics.fmean(turns.values()),
        "first_player": _first_player(own),
        "faces": faces,
    }


def _last_points(own: Sequence[dict[str, Any]]) -> list[int]:
    """Somebody's points in their last games; of all together the most of each game."""
    points: dict[int, int] = {}
    for one in own:
        points[one["game"]] = max(one["points"], points.get(one["game"], 0))
    return [points[game] for game in sorted(points)][-LAST_GAMES:]


def _records(parts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records of the house: the best that was reached, by all who did in the first such game.

    Nobody holds one of no points; one who shares a victory was not ahead.
    """
    found = []
    for record, best, number_of in RECORDS:
        reached = [(one, number_of(one)) for one in parts if number_of(one) is not None]
        if not reached:
            continue
        most = best(number for _one, number in reached)
        first = min(one["game"] for one, number in reached if number == most)
        names = sorted(
            one["name"] for one, number in reached if (one["game"], number) == (first, most)
        )
        found.append({"record": record, "number": most, "names": names, "game": first})
    return found


def _first_player(own: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    first = [one for one in own if one["first"]]
    others = [one["points"] for one in own if not one["first"]]
    if not first:
        return None
    return {
        "games": len(first),
        "wins": sum(one["share"] for one in first),
        "wins_by_chance": sum(1 / one["players"] for one in first),
        "average": statistics.fmean(one["points"] for one in first),
        "average_otherwise": statistics.fmean(others) if others else None,
    }


def _differing(where: str, expected: Any, told: Any) -> list[str]:
    """Where two figures differ; all that is expected has to be told."""
    if isinstance(expected, dict) and isinstance(told, dict):
        return [
            line
            for key, value in expected.items()
            for line in _differing(f"{where}, {key}", value, told.get(key))
        ]
    if isinstance(expected, float) and isinstance(told, float):
        same = abs(expected - told) <= _NEAR * max(1.0, abs(expected))
    else:
        same = expected == told
    return [] if same else [f"{where}: the records say {expected}, the statistics {told}"]


def _from(one: dict[str, Any], *sources: str) -> int | None:
    """Somebody's points from there; None for none."""
    points = sum(one["sources"][source] for source in sources)
    return points if points > 0 else None


def _ahead(end: dict[str, Any], color: str) -> int | None:
    """How many points somebody was ahead who alone has won."""
    if end["winners"] != [color]:
        return None
    points = {player["color"]: player["points"] for player in end["players"]}
    return int(points.pop(color)) - max(points.values())


def _printed(*words: str) -> bytes:
    """What a command of `meduris` prints. Raises ValueError where it fails."""
    with _caught() as output:
        status = meduris(words)
        sys.stdout.flush()
        printed = output.getvalue()
    if status:
        raise ValueError(f"`meduris {' '.join(words)}` ended with {status}")
    return printed


@contextmanager
def _caught() -> Iterator[io.BytesIO]:
    """Keep what is printed meanwhile."""
    output, former = io.BytesIO(), sys.stdout
    sys.stdout = io.TextIOWrapper(output, encoding="utf-8")
    try:
        yield output
    finally:
        sys.stdout = former


if __name__ == "__main__":
    main()
