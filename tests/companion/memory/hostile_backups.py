"""Malicious backups; a test restores them into a data folder."""

# ruff: noqa: ISC004 - SQL of our own, in tuples

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.memory.boards import BoardShelf
from companion.memory.exchange.backup import back_up
from companion.memory.journal import Journal
from companion.memory.people import People, rename_person
from companion.memory.session import Session
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players

_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


@cache
def good_parts() -> dict[str, bytes]:
    """Return the files of a sound backup of three games, a board, settings and two people."""
    with TemporaryDirectory() as scratch:
        folder, target = Path(scratch) / "data", Path(scratch) / "good.meduris-backup"
        with closing(Journal.open(folder)) as journal:
            for setup, number in ((two_players(), 30), (four_players(), 60), (two_players(), 4)):
                played(Session.begin(journal, setup, BoardShelf(folder)), number)
            someone = People.from_journal(journal).everybody[0]
            rename_person(journal, someone, "Somebody else")
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


def with_changed_games(change: Callable[[sqlite3.Connection], object]) -> bytes:
    """Return a backup whose saved games were changed with SQL."""
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "games.db"
        path.write_bytes(good_parts()["games.db"])
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            change(file)
        return packed(without_manifest() | {"games.db": path.read_bytes()})


def with_sql(*statements: str) -> bytes:
    """Return a backup whose saved games were changed by these statements."""

    def change(file: sqlite3.Connection) -> None:
        for statement in statements:
            file.execute(statement)

    return with_changed_games(change)


_STRICT = "UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE name = 'steps'"
_OTHER_INDEX = """UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master
    WHERE name = 'results_by_game') WHERE name = 'sessions_by_game'"""
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
    ("PRAGMA writable_schema = ON", _OTHER_INDEX),
)
"""Saved games with a schema that is not ours, or with an index in the place of another one."""
LONG_TEXT = ("UPDATE games SET setup = hex(zeroblob(200000))",)
MANY_SPELLINGS = (
    f"INSERT INTO spellings (name, person, shown, time, crc) {_ENDLESS} "
    "SELECT 'n' || i, 'p', 1, '', 0 FROM n LIMIT 3000",
)
