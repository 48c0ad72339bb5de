"""Rows for journals that need not make a game, and a look at what lies in a data folder."""

import sqlite3
from contextlib import closing

from companion.memory.journal import chain
from companion.memory.journal.journal import Journal
from companion.memory.journal.phrases import full
from companion.memory.journal.rows import GameHead, Kind, Row


def row(number, kind=Kind.COMMAND):
    if kind is not Kind.COMMAND:
        return Row(number, kind, "2026-01-01T12:00:00.000+00:00")
    return Row(number, kind, "2026-01-01T12:00:00.000+00:00", f'{{"n":{number}}}', "[]")


ROWS = (row(1), row(2), row(3, Kind.UNDO), row(4, Kind.REDO), row(5, Kind.TAKEOVER))


def database(folder):
    return closing(sqlite3.connect(folder / "games.db", isolation_level=None))


def set_aside(folder):
    return sorted(path.name for path in folder.glob("games.unreadable-*"))


def whole(folder):
    """All that lies in a folder, but the lock: what is in every file, the games by their rows."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if not path.name.startswith(("games.db", "lock"))
    }
    if (folder / "games.db").exists():
        with closing(Journal.open_for_reading(folder)) as journal:
            found["games"] = [(game.head, journal.rows(game.id)) for game in journal.games()]
    return found


def seal_anew(file, game):
    """Give all rows of a game the seals that they would have had as they are now."""
    head = GameHead(
        *file.execute(
            "SELECT key, started, setup, format FROM games WHERE id = ?", (game,)
        ).fetchone()
    )
    rows = file.execute(
        "SELECT number, kind, time, command, events, format FROM steps_in_short WHERE game = ? "
        "ORDER BY number",
        (game,),
    ).fetchall()
    seal = chain.first_seal(head)
    seals = [(game, 0, seal)]
    for number, kind, time, command, events, written_in in rows:
        texts = (text and full(text) for text in (command, events))
        seal = chain.seal_after(seal, (number, kind, time, *texts, written_in))
        seals.append((game, number, seal))
    file.executemany("INSERT OR REPLACE INTO seals VALUES (?, ?, ?)", seals)


def changed(folder, *statements):
    """Change what the triggers keep from being changed."""
    with database(folder) as file:
        for table in ("games", "steps"):
            for change in ("update", "delete"):
                file.execute(f"DROP TRIGGER IF EXISTS {table}_stay_on_{change}")
        for statement in statements:
            file.execute(statement)
