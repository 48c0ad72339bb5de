"""Statistics worked out a second time, from the records of the games alone.

    python -m tests.kiosk.statistics_of_records GAMES

So many random games are played in a data folder, with steps taken back, done again and changed.
What `meduris stats` then tells of each person and of all is compared with what Python's own
statistics make of the exported records, line by line, and of how `meduris replay` says they end.
"""

import io
import json
import statistics
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.game import Setup
from companion.memory.figures import catch_up
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.state import Phase
from kiosk.cli import main as meduris
from tests.companion.playing import luck, one_more
from tests.kiosk.laid_games import beginning

NAMES = ("Ada", "Bo", "Cy", "Zoë", "李")
HUTS = {2: 12, 3: 8, 4: 8}
TEMPLES = 2
FACES = ("wood", "wool", "copper", "stone", "plus", "minus")
_NEAR = 1e-9


def main() -> None:
    """Play, compare, and tell what differs; the exit status is 1 where anything does."""
    games = int(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
        found = differences(Path(folder), games)
    sys.stdout.write("".join(f"{line}\n" for line in found))
    sys.stdout.write(f"{games} games, {len(found)} differences\n")
    raise SystemExit(bool(found))


def differences(folder: Path, games: int) -> list[str]:
    """What the command tells otherwise than the records of so many random games."""
    numbers = list(_played(folder, games))
    told = [_from_record(folder, number) for number in numbers]
    found = []
    for name in (None, *sorted({one["name"] for game in told for one in game})):
        who = () if name is None else ("--person", name)
        said = json.loads(_printed("stats", "--json", "--data", str(folder), *who))
        own = [one for game in told for one in game if name in (None, one["name"])]
        found += _differing(name or "everybody", _statistics(own), said["statistics"])
    return found


def _played(folder: Path, games: int) -> Iterator[int]:
    """Play so many games to their ends; tells their numbers."""
    with closing(Journal.open(folder)) as journal:
        # What is made to be compared need not outlast a power cut.
        journal.ask(lambda file: file.execute("PRAGMA synchronous = OFF").fetchall())
        for seed in range(games):
            session = Session.begin(journal, _table(seed))
            chance = luck(seed)
            while session.state.phase is not Phase.FINISHED:
                one_more(session, chance)
            if session.game_id is None:
                raise ValueError("the game is not saved")
            yield session.game_id
            for _step in catch_up(journal):
                pass


def _table(seed: int) -> Setup:
    """Two to four people, others each time; each of them begins now and then."""
    start = beginning(2 + seed % 3)
    names = [NAMES[(seed + seat) % len(NAMES)] for seat in range(len(start.players))]
    seats = zip(start.players, names, strict=True)
    first = seed // 3 % len(names)
    return replace(
        start, first=first, players=tuple(replace(seat, name=name) for seat, name in seats)
    )


def _from_record(folder: Path, number: int) -> list[dict[str, Any]]:
    """What the record of a game says of each of its players, in their order."""
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
    """What the command has to tell of those parts in games, as far as records know it."""

    def average(key: str) -> float:
        return statistics.fmean(one[key] for one in own)

    points = [one["points"] for one in own]
    faces = {face: sum(one["faces"][face] for one in own) for face in FACES}
    turns = {one["game"]: one["turns"] for one in own}
    games = len(turns)
    return {
        "games": games,
        "played": len(own),
        "wins": sum(one["share"] for one in own),
        "wins_by_chance": sum(1 / one["players"] for one in own),
        "points": {
            "games": games,
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
        "offerings_made": average("made"),
        "offerings_refused": average("refused"),
        "turns": statistics.fmean(turns.values()),
        "first_player": _first_player(own),
        "die": {
            "games": games,
            "rolls": sum(faces.values()),
            "faces": faces,
            "expected": sum(faces.values()) / len(FACES),
        },
    }


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
    return [] if same else [f"{where}: the records say {expected}, the command {told}"]


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
