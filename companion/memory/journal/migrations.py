"""The format of the saved games, which is a contract: every change of it is a migration here.

Format 1 is the first migration's, that of version 1.0.0; a row keeps the number of the format in
which it was written. What has been released is never changed: games that were saved in that format
lie on other people's tables.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

Rewriting = Callable[[dict[str, Any]], dict[str, Any]]
"""Leads one JSON object, as the format before wrote it, to what this format says for it."""

Part = Literal["setup", "command", "event"]

APPLICATION = 0x4D454455
"""`MEDU`: what SQLite keeps in the file as the kind of application that it belongs to."""

SCHEMA = 1
"""The `user_version` of the file. A release leaves a file with a higher one as it is, as `NEWER`.

It grows only with a migration after which an older release could not use the file any more, would
misread it, or would take it for damaged, as one that lays another trigger or view; with all others
one can go back to the release before.
"""


class Migration(NamedTuple):
    """One change of the format.

    `name` is recorded in the file, with the time, when `statements` have changed its tables. No
    row is ever written anew: `setup`, `command` and `event` are applied to what an older row
    holds each time it is read, a tag of the object included.
    """

    name: str
    statements: tuple[str, ...] = ()
    setup: Rewriting | None = None
    command: Rewriting | None = None
    event: Rewriting | None = None


def _append_only(table: str) -> Iterator[str]:
    """Triggers that keep the rows of a table as they are."""
    for change in ("UPDATE", "DELETE"):
        yield f"""
            CREATE TRIGGER {table}_refuses_{change.lower()} BEFORE {change} ON {table}
            BEGIN SELECT RAISE(ABORT, 'saved games only grow'); END
        """


_FIRST_RELEASE = Migration(
    "saved games",
    (
        f"PRAGMA application_id = {APPLICATION}",
        "CREATE TABLE migrations (name TEXT PRIMARY KEY, time TEXT NOT NULL) STRICT",
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            started TEXT NOT NULL,
            setup TEXT NOT NULL,
            begun_after INTEGER NOT NULL,
            format INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE steps (
            place INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (id),
            number INTEGER NOT NULL CHECK (number > 0),
            kind TEXT NOT NULL
                CHECK (kind IN ('command', 'undo', 'redo', 'takeover', 'amend', 'refused')),
            command TEXT CHECK ((command IS NOT NULL) = (kind IN ('command', 'amend', 'refused'))),
            events TEXT CHECK ((events IS NOT NULL) = (kind IN ('command', 'amend'))),
            time TEXT NOT NULL,
            format INTEGER NOT NULL,
            hash BLOB NOT NULL,
            UNIQUE (game, number)
        ) STRICT
        """,
        """
        CREATE TABLE spellings (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            person TEXT NOT NULL,
            shown INTEGER NOT NULL CHECK (shown IN (0, 1)),
            time TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE archive (
            number INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (id),
            archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
            time TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE replacements (
            game INTEGER PRIMARY KEY REFERENCES games (id),
            replacement INTEGER NOT NULL REFERENCES games (id)
        ) STRICT
        """,
        """
        CREATE TABLE trays (
            game INTEGER PRIMARY KEY REFERENCES games (id),
            number INTEGER NOT NULL,
            told TEXT NOT NULL,
            crc INTEGER NOT NULL
        ) STRICT
        """,
        *_append_only("games"),
        *_append_only("steps"),
        *_append_only("spellings"),
        *_append_only("archive"),
    ),
)
"""`begun_after` is the `place` of the last step of any game when the game began.

`hash` links a row with all before it (`companion.memory.journal.chain`); `command` and `events` are
abbreviated (`companion.memory.journal.rows`). Of `spellings` and `archive` the last row counts, of
a name and of a game. `replacements` tells in which game a damaged one goes on: in a copy of its
rows up to the last one that is as it was written. `trays` tells what stands open beside a game's
steps (`companion.memory.journal.trays`).
"""

MIGRATIONS: tuple[Migration, ...] = (_FIRST_RELEASE,)
"""All migrations in their order; the next one goes to the end."""


def newest() -> int:
    """The number of the format in which this release writes."""
    return len(MIGRATIONS)


def triggers() -> frozenset[str]:
    """All triggers that the migrations lay, as the file tells of them: with `squeezed` spaces."""
    statements = (squeezed(one) for migration in MIGRATIONS for one in migration.statements)
    return frozenset(one for one in statements if one.startswith("CREATE TRIGGER"))


def squeezed(statement: str) -> str:
    """A statement of SQL with a single space wherever it has several, or the end of a line."""
    return " ".join(statement.split())


def rewritings(part: Part, since: int) -> tuple[Rewriting, ...]:
    """What leads that part of a row of the format `since` to the newest one, in order.

    A row of a format that this release does not know yet is read as it is: it says what it says,
    or holds a word that nobody here knows.
    """
    found = (getattr(migration, part) for migration in MIGRATIONS[since:])
    return tuple(rewriting for rewriting in found if rewriting is not None)
