"""Rows for journals that need not make a game, and a look at what lies in a data folder."""

import sqlite3
from contextlib import closing

from companion.memory.saved_rows import Kind, Row


def row(number, kind=Kind.COMMAND):
    if kind is not Kind.COMMAND:
        return Row(number, kind, "2026-01-01T12:00:00.000+00:00")
    return Row(number, kind, "2026-01-01T12:00:00.000+00:00", f'{{"n":{number}}}', "[]")


ROWS = (row(1), row(2), row(3, Kind.UNDO), row(4, Kind.REDO), row(5, Kind.TAKEOVER))


def database(folder):
    return closing(sqlite3.connect(folder / "games.db", isolation_level=None))


def set_aside(folder):
    return sorted(path.name for path in folder.glob("games.unreadable-*"))
