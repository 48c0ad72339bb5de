"""Rows for journals that need not make a game, and a look at what lies in a data folder."""

import sqlite3
from contextlib import closing

from companion.memory.journal.rows import JournalRow, Kind, expand

from companion.memory.journal import GameHead, Journal, chain


def row(number, kind=Kind.COMMAND):
    if kind is not Kind.COMMAND:
        return JournalRow(number, kind, "2026-01-01T12:00:00.000+00:00")
    return JournalRow(number, kind, "2026-01-01T12:00:00.000+00:00", f'{{"n":{number}}}', "[]")


ROWS = (row(1), row(2), row(3, Kind.UNDO), row(4, Kind.REDO), row(5, Kind.TAKEOVER))


def database(folder):
    return closing(sqlite3.connect(folder / "games.db", isolation_level=None))


def set_aside(folder):
    return sorted(path.name for path in folder.glob("games.unreadable-*"))


def whole(folder):
    """All that lies in a folder: what is in every file, the games by their rows."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if not path.name.startswith("games.db")
    }
    if (folder / "games.db").exists():
        with closing(Journal.open_for_reading(folder)) as journal:
            found["games"] = [(game.head, journal.rows(game.id)) for game in journal.games()]
    return found


def hash_anew(file, game):
    """Give all rows of a game the hashes that they would have had as they are now."""
    (key, started, setup, written_in) = file.execute(
        "SELECT key, started, setup, format FROM games WHERE id = ?", (game,)
    ).fetchone()
    found = chain.head_hash(GameHead(key, started, setup, written_in))
    drop_triggers(file)
    file.execute("UPDATE games SET hash = ? WHERE id = ?", (found, game))
    for number, kind, time, command, events, written_in in file.execute(
        "SELECT number, kind, time, command, events, format FROM steps WHERE game = ? "
        "ORDER BY number",
        (game,),
    ).fetchall():
        texts = (text and expand(text) for text in (command, events))
        found = chain.hash_after(found, (number, kind, time, *texts, written_in))
        file.execute(
            "UPDATE steps SET hash = ? WHERE game = ? AND number = ?", (found, game, number)
        )


def add_row(file, game, number, *, kind="undo", command=None, events=None, written_in=1):
    """Add a row to a game as another app would, hashed as it should be."""
    file.execute(
        "INSERT INTO steps (game, number, kind, time, command, events, format, hash) "
        "VALUES (?, ?, ?, '2026', ?, ?, ?, x'00')",
        (game, number, kind, command, events, written_in),
    )
    hash_anew(file, game)


def drop_triggers(file):
    """Let everything be changed in a file."""
    found = file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in found:
        file.execute(f"DROP TRIGGER {name}")


def changed(folder, *statements):
    """Change what the triggers keep from being changed."""
    with database(folder) as file:
        drop_triggers(file)
        for statement in statements:
            file.execute(statement)
