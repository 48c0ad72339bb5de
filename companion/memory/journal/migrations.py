"""The format of the saved games, which is a contract: every change of it is a migration here.

Format 1 is the first migration's, format 2 the second's, and so on; a row keeps the number of the
format in which it was written. What has landed here is never changed: games that were saved in
that format lie on other people's tables.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from companion.memory.journal.phrases import full_in_sql, short_in_sql

Rewriting = Callable[[dict[str, Any]], dict[str, Any]]
"""Leads one JSON object, as the format before wrote it, to what this format says for it."""

Part = Literal["setup", "command", "event"]

APPLICATION = 0x4D454455
"""`MEDU`: what SQLite keeps in the file as the kind of application that it belongs to."""

SCHEMA = 1
"""The `user_version` of the file. A release leaves a file with a higher one as it is, as `NEWER`.

So it grows only with a migration after which an older release could not use the file any more,
or would misread it; with all others one can go back to the release before.
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


def _only_growing(table: str, *, name: str = "", when: str = "BEFORE") -> Iterator[str]:
    """What keeps the rows of a table, or of a view, as they are; called otherwise with a `name`."""
    for change in ("UPDATE", "DELETE"):
        yield f"""
            CREATE TRIGGER {name or table}_stay_on_{change} {when} {change} ON {table}
            BEGIN SELECT RAISE(ABORT, 'saved games only grow'); END
            """


_SAVED_GAMES = Migration(
    "saved games",
    (
        f"PRAGMA application_id = {APPLICATION}",
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            started TEXT NOT NULL,
            setup TEXT NOT NULL,
            begun_after INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE steps (
            place INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (id),
            number INTEGER NOT NULL CHECK (number > 0),
            kind TEXT NOT NULL CHECK (kind IN ('command', 'undo', 'redo', 'takeover')),
            command TEXT CHECK ((command IS NOT NULL) = (kind = 'command')),
            events TEXT CHECK ((events IS NOT NULL) = (kind = 'command')),
            time TEXT NOT NULL,
            UNIQUE (game, number)
        ) STRICT
        """,
        *_only_growing("games"),
        *_only_growing("steps"),
    ),
)
"""`begun_after` is the `place` of the last step of any game when the game began."""

_FORMAT_TOLD = Migration(
    "every row tells its format",
    (
        "CREATE TABLE migrations (name TEXT PRIMARY KEY, time TEXT NOT NULL) STRICT",
        "ALTER TABLE games ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE steps ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
    ),
)
"""A release of format 1 does not see the new column and writes its default, which is true.

Rows of format 2 may also correct what is `printed` and have `last_turns_taken_back`; older rows
hold neither and are read as they are.
"""

_IN_SHORT = Migration(
    "steps are kept in short",
    (
        "ALTER TABLE steps RENAME TO steps_in_short",
        f"""
        CREATE VIEW steps AS SELECT place, game, number, kind,
            {full_in_sql("command")} AS command, {full_in_sql("events")} AS events, time, format
        FROM steps_in_short
        """,  # noqa: S608 - our own phrases
        f"""
        CREATE TRIGGER steps_are_shortened INSTEAD OF INSERT ON steps
        BEGIN
            INSERT INTO steps_in_short (game, number, kind, command, events, time, format)
            VALUES (new.game, new.number, new.kind, {short_in_sql("new.command")},
                {short_in_sql("new.events")}, new.time, coalesce(new.format, 1));
        END
        """,  # noqa: S608 - our own phrases
        *_only_growing("steps", name="told_steps", when="INSTEAD OF"),
    ),
)
"""Every release reads and adds `steps` as ever, the first one too; older rows stay as they are."""

_AMENDING = Migration(
    "an old step can be changed",
    (
        "PRAGMA writable_schema = ON",
        """
        UPDATE sqlite_master SET sql = replace(replace(sql,
            '''takeover'')', '''takeover'', ''amend'')'),
            '(kind = ''command'')', '(kind IN (''command'', ''amend''))')
        WHERE name = 'steps_in_short'
        """,
        "PRAGMA writable_schema = RESET",
    ),
)
"""Only the checks of the table know one more kind of row, so no row has to be written anew.

To a release before, a game with such a row was played on with a newer version; all others open.
Source: https://sqlite.org/lang_altertable.html#otheralter on changing a check.
"""

_PEOPLE = Migration(
    "people have names, and games are taken away",
    (
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
        CREATE TABLE taken_away (
            number INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (id),
            away INTEGER NOT NULL CHECK (away IN (0, 1)),
            time TEXT NOT NULL,
            UNIQUE (game, number)
        ) STRICT
        """,
        *_only_growing("spellings"),
        *_only_growing("taken_away"),
    ),
)
"""Of each table the last row counts, of a name and of a game; the games stay as they are.

A release before sees neither: to it every name is somebody else, and no game is away.
"""

SEALED = Migration(
    "every row is sealed",
    (
        "ALTER TABLE games ADD COLUMN seal BLOB",
        "ALTER TABLE steps_in_short ADD COLUMN seal BLOB",
        """
        CREATE TABLE seals (
            -- A seal is BLAKE2b (RFC 7693) of 8 bytes over the seal before and the values of the
            -- row, each as LENGTH:VALUE, in UTF-8, nothing as -, where `steps` says
            -- number, kind, time, command, events, format, and `games`, whose seal is the first,
            -- key, started, setup, format. Here are those of rows that were saved without one.
            game INTEGER NOT NULL REFERENCES games (id),
            number INTEGER NOT NULL,
            seal BLOB NOT NULL,
            PRIMARY KEY (game, number)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE good_copies (
            game INTEGER PRIMARY KEY REFERENCES games (id),
            copy INTEGER NOT NULL REFERENCES games (id)
        ) STRICT
        """,
    ),
)
"""Every row and every head has a seal, of it and all before it (`companion.memory.journal.chain`).

Rows that a release before has written get theirs in `seals`, the head's with the number 0; none is
written anew. `good_copies` tells in which game one goes on that was damaged: in a copy of its rows
up to the last one that is as it was written.
"""

_FORGOTTEN_STEPS = Migration("forgotten steps are put in, and others removed")
"""An `amend` may say `instead`: for each of its commands which step it stands for.

A release before does not know that word: to it a game with such a row was played on with a newer
version. Older rows have none, where each command stands for a step in turn.
"""

_REFUSED = Migration(
    "what hands have refused is written down",
    (
        "PRAGMA writable_schema = ON",
        """
        UPDATE sqlite_master SET sql = replace(replace(sql,
            '''takeover'', ''amend'')', '''takeover'', ''amend'', ''refused'')'),
            '(command IS NOT NULL) = (kind IN (''command'', ''amend''))',
            '(command IS NOT NULL) = (kind IN (''command'', ''amend'', ''refused''))')
        WHERE name = 'steps_in_short'
        """,
        "PRAGMA writable_schema = RESET",
    ),
)
"""A `refused` row has a command that could not be done for what lies behind a screen.

To a release before, a game with such a row was played on with a newer version; all others open.
"""

_RULINGS = Migration("a step that a table plays differently is one with its correction")
"""A correction may be `ruled`: the next step was done in one go with it.

To a release before, a game with such a correction was played on with a newer version. Of older
corrections each was done by itself.
"""

MIGRATIONS: tuple[Migration, ...] = (
    _SAVED_GAMES,
    _FORMAT_TOLD,
    _IN_SHORT,
    _AMENDING,
    _PEOPLE,
    SEALED,
    _FORGOTTEN_STEPS,
    _REFUSED,
    _RULINGS,
)
"""All migrations in their order; the next one goes to the end."""


def newest() -> int:
    """The number of the format in which this release writes."""
    return len(MIGRATIONS)


_UNSEALED = MIGRATIONS.index(SEALED)
"""The number of the last format whose rows have no seals."""


def is_sealed(written_in: int) -> bool:
    """Whether what is written in the format of that number has a seal."""
    return written_in > _UNSEALED


def rewritings(part: Part, since: int) -> tuple[Rewriting, ...]:
    """What leads that part of a row of the format `since` to the newest one, in order.

    A row of a format that this release does not know yet is read as it is: it says what it says,
    or holds a word that nobody here knows.
    """
    found = (getattr(migration, part) for migration in MIGRATIONS[since:])
    return tuple(rewriting for rewriting in found if rewriting is not None)
