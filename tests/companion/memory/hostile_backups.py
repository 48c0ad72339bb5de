"""Malicious backups, each from a number: programs, times, sizes, archives.

They are only made here: a test restores one into a data folder.
"""

# ruff: noqa: ISC004 - SQL of our own, in tuples

import io
import json
import random
import sqlite3
import struct
import tarfile
import zipfile
import zlib
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

ODD_TIMES = (
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59.999-14:00",
    "1969-12-31T23:59:59+00:00",
    "2026-13-41T25:61:61",
    "",
    "now",
    "2026-01-01T00:00:00+99:99",
    "x" * 41,
    "word " * 10_000,
    "\x00\x01\x02",
)
ODD_NUMBERS = (0, -1, 1 << 31, (1 << 53) + 1, (1 << 63) - 1, -(1 << 63))
ODD_TEXTS = (
    "",
    "x" * 65,
    "x" * 300_000,
    "\x00",
    "{}",
    "null",
    "[" * 100_000,
    '{"players":[]}',
    '{"a":' * 50_000,
    "\u202e\u200b",
    "9" * 5_000,
)
TABLES = ("games", "steps", "spellings", "sessions", "settled")
_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

Made = Callable[[random.Random], bytes]


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
            someone = People.of(journal).everybody[0]
            rename(journal, someone, "Somebody else")
        (folder / "settings.json").write_text("{}")
        back_up(folder, target)
        with zipfile.ZipFile(target) as packed:
            return {name: packed.read(name) for name in packed.namelist()}


def packed(packs: dict[str, bytes], manifest: object = None, **more: object) -> bytes:
    """Return an archive of these files with a matching manifest, changed by `more`."""
    if manifest is None:
        kept = {
            name: {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
            for name, content in packs.items()
        }
        manifest = json.loads(good_parts()["manifest.json"]) | {"files": kept} | more
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in packs.items():
            with archive.open(name, "w") as entry:  # `writestr` accepts no empty name
                entry.write(content)
        archive.writestr("manifest.json", json.dumps(manifest))
    return out.getvalue()


def without_manifest() -> dict[str, bytes]:
    """Return the files of a sound backup except its manifest."""
    return {name: content for name, content in good_parts().items() if name != "manifest.json"}


def with_games(content: bytes) -> bytes:
    """Return a backup whose saved games are these bytes."""
    return packed(without_manifest() | {"games.db": content})


def games_of(backup: bytes) -> bytes:
    """Return the saved games of a backup."""
    with zipfile.ZipFile(io.BytesIO(backup)) as opened:
        return opened.read("games.db")


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


_NEW_GAME = (
    "INSERT INTO games (key, started, names, setup, crc) SELECT hex(randomblob(16)), '', '[]',"
)
PROGRAMS = (
    (
        "CREATE TRIGGER endless AFTER INSERT ON steps BEGIN "
        f"INSERT INTO results (game, head, crc) {_ENDLESS} SELECT 1, 0, 0 FROM n; END",
    ),
    (f"CREATE TRIGGER endless AFTER INSERT ON games BEGIN {_ENDLESS} SELECT count(*) FROM n; END",),
    (
        "ALTER TABLE games RENAME TO other",
        f"CREATE VIEW games AS {_ENDLESS} SELECT i AS id, '' AS key, '' AS started, "
        "'' AS names, '' AS setup, 0 AS crc FROM n",
    ),
    (
        "DROP TABLE meta",
        f"CREATE VIEW meta AS {_ENDLESS} SELECT 'format' AS name, i AS value, 0 AS crc FROM n",
    ),
    (
        "ALTER TABLE steps RENAME TO other",
        f"CREATE VIEW steps AS {_ENDLESS} SELECT 1 AS game, i AS number, i - 1 AS parent, "
        "NULL AS origin, '[]' AS commands, '[]' AS events, '' AS time, 0 AS crc FROM n",
    ),
    ("DROP TABLE steps", f"CREATE VIEW steps AS {_ENDLESS} SELECT * FROM n"),
    (f"CREATE VIEW spelt AS {_ENDLESS} SELECT * FROM n",),
    (
        "DROP TABLE spellings",
        "CREATE TABLE spellings (number INTEGER PRIMARY KEY, name TEXT AS (hex(zeroblob(90000000)))"
        ", person TEXT, shown INTEGER, time TEXT, crc INTEGER)",
        "INSERT INTO spellings (person, shown, time, crc) VALUES ('x', 1, '', 0)",
    ),
    (
        "DROP TABLE archive",
        "CREATE TABLE archive (number INTEGER PRIMARY KEY, game INTEGER "
        "CHECK (length(hex(zeroblob(90000000))) > game), archived, time, crc)",
    ),
    ("CREATE INDEX worked_out ON games (length(hex(zeroblob(20000 + id))))",),
    ("CREATE VIRTUAL TABLE words USING fts5(word)",),
    (
        "DROP TABLE spellings",
        "CREATE VIRTUAL TABLE spellings USING fts5(name, person, shown, time, crc)",
    ),
    ("PRAGMA user_version = 99",),
    ("PRAGMA user_version = -5",),
    ("PRAGMA application_id = 7",),
    ("INSERT INTO meta VALUES ('of another time', '', 0)",),
    (f"INSERT INTO meta {_ENDLESS} SELECT 'x' || i, '', 0 FROM n LIMIT 2000",),
    ("DROP TABLE archive",),
    ("DROP TABLE games",),
    ("DROP TABLE heads", "CREATE TABLE heads (game, number)"),
    ("PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = 'CREATE TABLE' || hex(sql)"),
    ("PRAGMA writable_schema = ON", "UPDATE sqlite_master SET rootpage = 3 WHERE type = 'table'"),
    ("PRAGMA writable_schema = ON", "UPDATE sqlite_master SET type = 'view' WHERE name = 'games'"),
    ("PRAGMA writable_schema = ON", "INSERT INTO sqlite_master SELECT * FROM sqlite_master"),
    ("ALTER TABLE games ADD COLUMN more TEXT DEFAULT 'x'",),
    ("PRAGMA encoding = 'UTF-16'", "VACUUM"),
    ("PRAGMA page_size = 65536", "VACUUM"),
    ("PRAGMA journal_mode = WAL",),
)
MANY_SPELLINGS = (
    f"INSERT INTO spellings (name, person, shown, time, crc) {_ENDLESS} "
    "SELECT 'n' || i, 'p', 1, '', 0 FROM n LIMIT 3000",
)
_STEPS = "INSERT INTO steps (game, number, parent, commands, events, time, crc)"
SMALL_SIZES = (
    MANY_SPELLINGS,
    (f"{_NEW_GAME} '', 0 FROM ({_ENDLESS} SELECT i FROM n LIMIT 2000)",),
    ("UPDATE games SET setup = hex(zeroblob(200000)) WHERE id = 2",),
    ("UPDATE steps SET events = hex(zeroblob(3000000)) WHERE game = 2 AND number = 3",),
    (f"{_STEPS} {_ENDLESS} SELECT 3, 1000 + i, 1, '[]', '[]', '', 0 FROM n LIMIT 5000",),
)
LARGE_SIZES = (
    (f"{_NEW_GAME} '', 0 FROM ({_ENDLESS} SELECT i FROM n LIMIT 200000)",),
    (
        f"INSERT INTO spellings (name, person, shown, time, crc) {_ENDLESS} "
        "SELECT 'n' || i, 'p', 1, '', 0 FROM n LIMIT 300000",
    ),
    (
        f"INSERT INTO archive (game, archived, time, crc) {_ENDLESS} "
        "SELECT 1, i % 2, '', 0 FROM n LIMIT 201000",
    ),
    ("UPDATE steps SET events = hex(zeroblob(150000000)) WHERE game = 2 AND number = 3",),
    (f"{_STEPS} {_ENDLESS} SELECT 1, 1000 + i, 1, '[]', '[]', '', 0 FROM n LIMIT 100000",),
)


def program(chance: random.Random) -> bytes:
    """Saved games that contain a program, or foreign tables."""
    return with_sql(*chance.choice(PROGRAMS))


def junk_tables(chance: random.Random) -> bytes:
    """Saved games among many other tables."""
    number = chance.choice((50, 3_000))
    tables = (f"CREATE TABLE t{at} (a, b, c)" for at in range(number))
    return with_sql("BEGIN", *tables, "COMMIT")


def too_much(chance: random.Random) -> bytes:
    """Saved games with too many or too large rows."""
    return with_sql(*chance.choice(SMALL_SIZES + LARGE_SIZES))


def rather_much(chance: random.Random) -> bytes:
    """Like `too_much`, but quick to make."""
    return with_sql(*chance.choice(SMALL_SIZES))


def _columns(file: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in file.execute(f"PRAGMA table_info({table})")]


def odd_value(chance: random.Random) -> bytes:
    """Saved games with one value of an invalid type, length or range."""
    values = (*ODD_NUMBERS, *ODD_TEXTS, *ODD_TIMES, None, b"\xff\xfe", b"\x00" * 9, 1.5)

    def change(file: sqlite3.Connection) -> None:
        table = chance.choice(TABLES)
        column = chance.choice(_columns(file, table))
        key = {"games": "id", "sessions": "place", "spellings": "number"}.get(table, "game")
        where = "" if chance.random() < 0.3 else f"WHERE {key} = 2"
        file.execute("PRAGMA ignore_check_constraints = ON")
        if chance.random() < 0.5:  # otherwise only values of its type are accepted
            file.execute("PRAGMA writable_schema = ON")
            loose = "UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE name = ?"
            file.execute(loose, (table,))
            file.execute("PRAGMA writable_schema = RESET")
        with suppress(sqlite3.Error):  # a value that cannot be written does no harm
            file.execute(f"UPDATE {table} SET {column} = ? {where}", (chance.choice(values),))

    return with_changed_games(change)


def odd_time(chance: random.Random) -> bytes:
    """Saved games, or a manifest, with an impossible time; checksums match."""
    time = chance.choice(ODD_TIMES)
    if chance.random() < 0.3:
        return packed(without_manifest(), made=time)

    def change(file: sqlite3.Connection) -> None:
        if chance.random() < 0.5:
            file.execute("UPDATE games SET started = ?", (time,))
        else:
            file.execute("UPDATE steps SET time = ? WHERE number % 3 = 0", (time,))
        write_checksums(file)

    return with_changed_games(change)


_WORDS = (
    ('"name":"', '"name":"' + "x" * 50_000),
    ('"first":', '"first":7'),
    ('"points":', '"points":99999999999999999999'),
    ('"total":', '"total":-'),
    ('"color":"', '"color":"no'),
    ('"needs":', '"needs":null,"more":'),
    ('"bonus":', '"bonus":[],"bonus":'),
    ("2", "2000000000000000000000000"),
    ("{", "[" * 5_000),
    ('"field":', '"field":-'),
    ('"field":', '"field":1000'),
)


def odd_words(chance: random.Random) -> bytes:
    """Saved games with rows that no game can have; checksums match."""
    before, after = chance.choice(_WORDS)
    table, column = chance.choice((("games", "setup"), ("steps", "commands"), ("steps", "events")))

    def change(file: sqlite3.Connection) -> None:
        file.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)", (before, after))
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
    if chance.random() < 0.3:
        del content[chance.randrange(len(content)) :]
    return with_games(bytes(content))


def _bomb(size: int) -> bytes:
    """A backup of a few bytes that claims, and unpacks to, a large size."""
    return with_games(b"SQLite format 3\0" + bytes(size))


def archive(chance: random.Random) -> bytes:
    """An archive that is invalid, misleading, leads out of the folder, or fills the disk."""
    files = without_manifest()
    odd_names = (
        "../out.toml", "/etc/out", "a/b/c", "games.db-wal", "snapshots/x",
        ".restoring/x",
        "replaced-x/y", "boards", "settings.json/x", "games.db/x", "\x00", "x" * 250, "a\nb",
        "boards/..", "con:", "\udcff", "boards/\u202e.toml", "lost+found/x", "",
    )  # fmt: skip
    match chance.randrange(9):
        case 0:
            name = chance.choice(odd_names).encode(errors="replace").decode()
            return packed({**files, name: b"x"})
        case 1:
            whole = bytearray(packed(files))
            whole[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
            return bytes(whole)
        case 2:
            whole = packed(files)
            return whole[: chance.randrange(len(whole))]
        case 3:
            return _bomb(chance.choice((5_000_000, 40_000_000)))
        case 4:
            return packed({**files, "boards/big.toml": bytes(5_000_000)})
        case 5:
            return packed({**files, **{f"boards/{at}.toml": b"" for at in range(2_500)}})
        case 6:
            return _with_other_directory(packed(files), chance)
        case 7:
            return packed(files) + bytes(chance.randrange(1, 70_000))
        case _:
            return packed(files)[:100] + packed(files)


def _with_other_directory(whole: bytes, chance: random.Random) -> bytes:
    """An archive whose directory differs from the files: sizes, offsets, methods, flags."""
    content = bytearray(whole)
    at = content.find(b"PK\1\2")
    place, form, value = chance.choice(
        (
            (8, "<H", 1),  # encrypted
            (10, "<H", 14),  # LZMA
            (10, "<H", 99),
            (20, "<L", 5),
            (24, "<L", 1_900_000_000),
            (24, "<L", 1),
            (42, "<L", 0xFFFFFFF0),
            (28, "<H", 0xFFFF),
            (30, "<H", 0xFFFF),
            (16, "<L", 0),
        )
    )
    struct.pack_into(form, content, at + place, value)
    return bytes(content)


_MANIFESTS: tuple[object, ...] = (
    None,
    [],
    "x" * 1_000_000,
    {},
    {"backup": "meduris-companion"},
    {"backup": "meduris-companion", "version": 1, "made": "2026", "games": 1, "files": {}},
    {"backup": "meduris-companion", "version": 1, "made": 5, "games": "x", "files": []},
)


def odd_manifest(chance: random.Random) -> bytes:
    """A manifest with wrong content."""
    if chance.random() < 0.5:
        return packed(without_manifest(), manifest=chance.choice(_MANIFESTS) or 0)
    return packed(
        without_manifest(),
        **chance.choice(
            (
                {"games": -1},
                {"games": 10**30},
                {"version": 2},
                {"more": "x" * 100_000},
                {"backup": "other"},
                {"files": {"games.db": {"sha256": "0" * 64, "bytes": 1}}},
                {"made": None},
            )
        ),
    )


def other_kind(chance: random.Random) -> bytes:
    """A file of a different kind."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w:gz") as packed_tar:
        packed_tar.addfile(tarfile.TarInfo("games.db"))
    return chance.choice(
        (
            b"",
            b"PK",
            b"PK\5\6" + bytes(18),
            good_parts()["games.db"],
            tar.getvalue(),
            zlib.compress(b"games" * 10_000),
            b"\x7fELF" + bytes(5_000),
            chance.randbytes(50_000),
            "Spielstände\n".encode() * 1_000,
            bytes(1_000_000),
            with_games(b""),
            with_games(b"SQLite format 3\0"),
            with_games(chance.randbytes(20_000)),
        )
    )


KINDS: tuple[Made, ...] = (
    program, too_much, odd_value, odd_time, odd_words, rotten, archive, odd_manifest,
    other_kind, junk_tables, twice, odd_value, program, odd_time, archive, rotten,
)  # fmt: skip


def hostile(number: int, *, small: bool = False) -> tuple[str, bytes]:
    """Return the malicious backup of that number: its kind and its bytes; `small` if requested."""
    kind = KINDS[number % len(KINDS)]
    if small and kind is too_much:
        kind = rather_much
    return kind.__name__, kind(random.Random(number))
