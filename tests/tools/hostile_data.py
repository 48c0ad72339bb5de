"""Writes hostile settings, boards and people into data folders, and opens the app on each.

    python -m tests.tools.hostile_data [CASES [SEED]]

In spite of them every page appears within seconds, and a game can be played and saved.
"""

import json
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.memory.boards import BoardShelf, board_text
from companion.memory.journal import GameHead, GameRows, Journal, insert_numbered
from kiosk import routes
from tests.companion.memory.plays import named
from tests.companion.playing import two_players
from tests.kiosk.touch import Touchscreen, configure, route

MOST_SECONDS = 5.0
PAGES = ("start", "settings", "people", "statistics", "games", "new_game")

_ODD_VALUES = (
    None, True, -1, 0, 1e308, 10**400, "", "x" * 5_000, "\x00", "\ud800", "🏔" * 50, [], {}, [[]],
    {"a": {"b": []}}, [["purple", 90]] * 50, [["purple"]], "../../etc", float("nan"), 45, "de",
)  # fmt: skip
_KEYS = (
    "open_chips", "motion", "app_die", "times", "screen_turns", "large_letters",
    "lamps", "brightness_percent", "river", "sides", "language", "first_start", "new", "",
    "x" * 3_000,
)  # fmt: skip
_ODD_NAMES = (
    "", " ", "\n", "\x00", "\u202eAnn", "\u200b", "Ann", "ann ", "x" * 40, "🏔" * 20, "=1+1",
    "<b>Ann", "{player}", "%s", "[b]", "\u0301" * 30, "A" * 10_000,
)  # fmt: skip


def _instead(path: Path, chance: random.Random) -> None:
    """Put something that is no file, or not ours, at a path."""
    match chance.randrange(6):
        case 0:
            path.mkdir()
        case 1:
            os.mkfifo(path)
        case 2:
            path.symlink_to("/dev/zero")
        case 3:
            path.symlink_to(path.name)
        case 4:
            path.write_bytes(chance.randbytes(chance.choice((0, 1, 200, 100_000))))
        case _:
            deep = chance.choice((b"[", b'{"a":', b'a = "', b"[[a]]\n", b"\xff"))
            path.write_bytes(deep * 20_000)


def hostile_settings(folder: Path, chance: random.Random) -> None:
    """Write impossible values, unknown keys, or no file at all."""
    path = folder / "settings.json"
    if chance.randrange(3) == 0:
        _instead(path, chance)
        return
    found = {
        chance.choice(_KEYS): chance.choice(_ODD_VALUES) for _again in range(chance.randrange(12))
    }
    if chance.randrange(2):
        found["lamps"] = {
            key: chance.choice(_ODD_VALUES)
            for key in ("brightness_percent", "slow_blink_seconds", "tumble_seconds", "hue")
        }
    path.write_text(json.dumps(found))


def hostile_boards(folder: Path, chance: random.Random) -> None:
    """Write boards with odd names and fields, many of them, or broken files."""
    boards = folder / "boards"
    if chance.randrange(8) == 0:
        _instead(boards, chance)
        return
    boards.mkdir()
    good = BoardShelf(folder).for_players(chance.choice((2, 4)))
    for number in range(chance.choice((1, 3, 60))):
        path = boards / f"{number}.toml"
        if chance.randrange(4) == 0:
            _instead(path, chance)
            continue
        text = board_text(good)
        odd = json.dumps(chance.choice((*_ODD_NAMES, "meduris-4", "x" * 100_000)))
        for old, new in (
            (f'"{good.name}"', odd),
            ('"serpent"', chance.choice(('"serpent"', '"snake"', "3", "[]"))),
            ("players = [2, 3, 4]", f"players = {chance.choice(([], [2], [9], [2] * 9, 'x'))}"),
            ("[fields]", chance.choice(("[fields]", "[feilds]", "seen = { by = 1 }\n[fields]"))),
            ("7 = {", chance.choice(("7 = {", "0 = {", "99999999 = {", '"7\\n" = {'))),
        ):
            if chance.randrange(2):
                text = text.replace(old, new, 1)
        path.write_text(text, errors="surrogatepass")


def hostile_people(folder: Path, chance: random.Random) -> None:
    """Write games of people with odd names, and odd rows of spellings."""
    with closing(Journal.open(folder)) as journal:
        for _again in range(chance.randrange(1, 6)):
            names = (chance.choice(_ODD_NAMES), chance.choice(_ODD_NAMES))
            journal.add(GameRows(GameHead.new(named(two_players(), names))))
        rows = [
            (
                chance.choice(_ODD_NAMES),
                chance.choice(("", "no id", "f" * 32, "F" * 32, "x" * 10_000, "../..")),
                chance.randrange(2),
                chance.choice(("", "2026", "0001-01-01T00:00:00+14:00", "x" * 1_000)),
            )
            for _again in range(chance.choice((1, 5, 200)))
        ]

        def spell(file: sqlite3.Connection) -> None:
            for row in rows:
                insert_numbered(file, "spellings", (None, *row))

        journal.change(spell)


KINDS: dict[str, Callable[[Path, random.Random], None]] = {
    "settings": hostile_settings,
    "boards": hostile_boards,
    "people": hostile_people,
}


def open_hostile(folder: Path, kind: str, seed: int) -> float:
    """Open the app on such a folder, and play; return the longest time of a page in seconds.

    Raises the app's errors, and AssertionError if it takes too long or does not save.
    """
    KINDS[kind](folder, random.Random(seed))
    longest = 0.0
    began = time.monotonic()
    with Touchscreen(folder) as touch:
        for page in PAGES:
            touch.navigator.go(route(page))
            touch.step()
            longest, began = max(longest, time.monotonic() - began), time.monotonic()
        touch.tap("board")
        touch.navigator.go(routes.Start())
        session = touch.app_state.begin(two_players())
        touch.navigator.go(routes.Table())
        touch.wait(3)  # the screen may turn to the first player
        touch.tap_plain("wood")
        touch.wait(1)
        assert touch.app_state.finish(60)
        assert session.unsaved is None
        assert session.steps
        touch.app_state.set_settings(touch.app_state.settings)
        assert touch.app_state.finish(60)
    assert longest < MOST_SECONDS, f"{longest:.1f} s"
    return longest


def main() -> None:
    """Run a number of cases, and print the results."""
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    configure()
    opened: Counter[str] = Counter()
    longest = 0.0
    for number in range(cases):
        kind = tuple(KINDS)[number % len(KINDS)]
        with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
            try:
                longest = max(longest, open_hostile(Path(folder), kind, seed + number))
            except BaseException:
                sys.stderr.write(f"case {number}: {kind}, seed {seed + number}\n")
                raise
        opened[kind] += 1
    told = ", ".join(f"{number} {kind}" for kind, number in opened.items())
    sys.stdout.write(f"{told}: every page came, at most after {longest:.1f} s, and a game saved\n")


if __name__ == "__main__":
    main()
