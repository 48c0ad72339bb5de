"""Small games for journals, and functions to examine a data folder."""

import sqlite3
from contextlib import closing

from msgspec.structs import replace

from companion.history import make_step
from companion.memory.clock import current_timestamp
from companion.memory.database import COLUMNS, FILE_NAME, row_checksum
from companion.memory.journal import GameRows, Journal
from companion.memory.played_game import PlayedGame
from companion.rules.setup import Setup
from tests.companion.playing import commands, two_players


def small_game(steps: int = 5, setup: Setup | None = None) -> PlayedGame:
    """Return a new game after some steps, of two players without a setup."""
    game = PlayedGame.begin(setup or two_players())
    go_on(game, steps)
    return game


def go_on(game: PlayedGame, steps: int = 1) -> None:
    """Play some random steps more; an undone step is redone."""
    done = len(game.steps)
    for command in commands(game.setup, done + steps)[done:]:
        game.add_step(make_step(game.state, command, current_timestamp()))


def database(folder):
    return closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None))


def set_aside(folder):
    """Return the damaged files that were kept."""
    return sorted(path.name for path in folder.glob("games.damaged-*.db"))


def whole(folder):
    """Return the content of a folder: every file, and the games by their rows."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if not path.name.startswith(FILE_NAME)
    }
    if (folder / FILE_NAME).exists():
        with closing(Journal.open_for_reading(folder)) as journal:
            found["games"] = [journal.game_rows(number) for number in journal.game_ids()]
    return found


def write_checksums(file):
    """Update the checksum of every row."""
    for table, columns in COLUMNS.items():
        for row in file.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall():
            values = (row_checksum(table, row[:-1]), row[0])
            file.execute(f"UPDATE {table} SET crc = ? WHERE {columns[0]} = ?", values)


def changed(folder, *statements):
    """Change the database as only a fault of the disk or an attacker would."""
    with database(folder) as file:
        for statement in statements:
            file.execute(statement)


def newer(folder):
    """Make the saved games those of a newer release."""
    with database(folder) as file:
        file.execute("UPDATE meta SET value = '99' WHERE name = 'format'")
        file.execute("PRAGMA user_version = 99")
        write_checksums(file)


def unreadable_game() -> GameRows:
    """Add a game with an invalid setup."""
    rows = small_game(0).rows
    rows.header = replace(rows.header, started="2026-01-01T10:00:00.000+00:00", setup="no setup")
    return rows
