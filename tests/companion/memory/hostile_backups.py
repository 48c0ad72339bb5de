"""Malicious backups: programs, odd values, sizes; a test restores them into a data folder."""

# ruff: noqa: ISC004 - SQL of our own, in tuples

import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.memory.boards import BoardShelf
from companion.memory.exchange.backup import back_up
from companion.memory.journal import Journal
from companion.memory.people import People, rename
from companion.memory.session import Session
from tests.companion.memory.data_folders import write_checksums
from tests.companion.playing import commands, four_players, two_players

_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


@cache
def good_parts() -> dict[str, bytes]:
    """Return the files of a sound backup of three games, a board, settings and two people."""
    with TemporaryDirectory() as scratch:
        folder, target = Path(scratch) / "data", Path(scratch) / "good.meduris-backup"
        with closing(Journal.open(folder)) as journal:
            for setup, number in ((two_players(), 30), (four_players(), 60), (two_players(), 4)):
                session = Session.begin(journal, setup, BoardShelf(folder))
                for command in commands(setup, number):
                    session.apply(command)
            someone = People.from_journal(journal).everybody[0]
            rename(journal, someone, "Somebody else")
        (folder / "settings.json").write_text("{}")
        back_up(folder, target)
        with zipfile.ZipFile(target) as packed:
            return {name: packed.read(name) for name in packed.namelist()}


def packed(packs: dict[str, bytes]) -> bytes:
    """Return an archive of these files with a matching manifest."""
    kept = {
        name: {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
        for name, content in packs.items()
    }
    manifest = json.loads(good_parts()["manifest.json"]) | {"files": kept}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in packs.items():
            archive.writestr(name, content)
        archive.writestr("manifest.json", json.dumps(manifest))
    return out.getvalue()


def without_manifest() -> dict[str, bytes]:
    """Return the files of a sound backup except its manifest."""
    return {name: content for name, content in good_parts().items() if name != "manifest.json"}


def with_games(content: bytes) -> bytes:
    """Return a backup whose saved games are these bytes."""
    return packed(without_manifest() | {"games.db": content})


def with_changed_games(change: Callable[[sqlite3.Connection], object]) -> bytes:
    """Return a backup whose saved games were changed with SQL."""
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "games.db"
        path.write_bytes(good_parts()["games.db"])
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            change(file)
        return with_games(path.read_bytes())


def with_sql(*statements: str) -> bytes:
    """Return a backup whose saved games were changed by these statements."""

    def change(file: sqlite3.Connection) -> None:
        for statement in statements:
            file.execute(statement)

    return with_changed_games(change)


_STRICT = "UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE name = 'steps'"
PROGRAMS = (
    (
        "CREATE TRIGGER endless AFTER INSERT ON steps BEGIN "
        f"INSERT INTO results (game, head, crc) {_ENDLESS} SELECT 1, 0, 0 FROM n; END",
    ),
    (
        "DROP TABLE meta",
        f"CREATE VIEW meta AS {_ENDLESS} SELECT 'format' AS name, i AS value, 0 AS crc FROM n",
    ),
    ("PRAGMA writable_schema = ON", "UPDATE sqlite_master SET rootpage = 3 WHERE type = 'table'"),
    ("PRAGMA writable_schema = ON", _STRICT, "PRAGMA writable_schema = RESET"),
)
"""Saved games with a schema that is not ours."""
MANY_SPELLINGS = (
    f"INSERT INTO spellings (name, person, shown, time, crc) {_ENDLESS} "
    "SELECT 'n' || i, 'p', 1, '', 0 FROM n LIMIT 3000",
)
_VALUES = (
    0, -1, (1 << 63) - 1, "", "x" * 300_000, "\x00", "null", "[" * 100_000, "9" * 5_000, None,
    b"\xff\xfe", "0001-01-01T00:00:00+14:00", "2026-13-41T25:61:61", "word " * 10_000,
)  # fmt: skip


def odd_value(chance: random.Random) -> bytes:
    """Saved games with an odd value in all rows of a column; half of them with checksums."""

    def change(file: sqlite3.Connection) -> None:
        table = chance.choice(("games", "steps", "spellings", "sessions", "settled"))
        columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
        with suppress(sqlite3.Error):  # a value that cannot be written does no harm
            column = chance.choice(columns[1:-1])
            file.execute(f"UPDATE {table} SET {column} = ?", (chance.choice(_VALUES),))
            if chance.random() < 0.5:
                write_checksums(file)

    return with_changed_games(change)


def twice(_chance: random.Random) -> bytes:
    """Duplicate saved games, some with the number of another one."""
    return with_sql(
        "INSERT INTO games SELECT 9, key || 'x', started, names, setup, crc FROM games LIMIT 1",
        "INSERT INTO sessions SELECT place + 100, 9, number, after, time, crc FROM sessions",
        "INSERT INTO steps SELECT (9 << 20) + number + 1, 9, number + 1, parent, origin, "
        "commands, events, time, crc FROM steps WHERE game = 1",
    )


def rotten(chance: random.Random) -> bytes:
    """Saved games with random changed bytes, with a matching sum."""
    content = bytearray(good_parts()["games.db"])
    for _ in range(chance.choice((1, 3, 30, 300))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    return with_games(bytes(content))


def other_directory(chance: random.Random) -> bytes:
    """An archive whose directory differs from the files: sizes, offsets, methods, flags."""
    content = bytearray(packed(without_manifest()))
    at = content.find(b"PK\1\2") + chance.choice((8, 10, 16, 20, 24, 28, 30, 42))
    content[at : at + 2] = chance.choice((b"\x01\0", b"\x63\0", b"\xff\xff"))
    return bytes(content)


def other_kind(chance: random.Random) -> bytes:
    """A file of a different kind."""
    database = good_parts()["games.db"]
    return chance.choice((b"", b"PK\5\6" + bytes(18), database, with_games(b"")))


KINDS = (odd_value, odd_value, odd_value, twice, rotten, other_directory, other_kind)


def hostile(number: int) -> bytes:
    """Return the malicious backup of that number."""
    return KINDS[number % len(KINDS)](random.Random(number))
