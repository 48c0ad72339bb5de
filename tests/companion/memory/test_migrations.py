import shutil
import sqlite3
from contextlib import closing

import msgspec
import pytest
from companion.memory.journal.migrations import Migration
from companion.memory.journal.rows import LATER_GAME, Kind, abbreviate, expand

from companion.errors import JournalError
from companion.memory.journal import UNREADABLE_GAME, Journal, migrations
from companion.memory.journal import database as database_module
from companion.memory.people import People, rename
from companion.memory.session import Session
from tests.companion.memory.data_folders import ROWS, add_row, database, drop_triggers, hash_anew
from tests.saved_games.test_saved_games import SETS, goes_on_as_it_was, names

NEXT = (
    Migration(
        "games have a place",
        ("ALTER TABLE games ADD COLUMN place TEXT NOT NULL DEFAULT 'at home'",),
    ),
    Migration(
        "guests are known",
        ("CREATE TABLE guests (name TEXT)", "INSERT INTO guests VALUES ('Pim')"),
    ),
)


@pytest.fixture
def add(monkeypatch):
    """Lets this release have more migrations than it has."""

    def add_migrations(*more):
        monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, *more))

    return add_migrations


@pytest.fixture
def first_release(folder):
    """The data folder of the first release, with its games."""
    return shutil.copytree(SETS[0], folder)


def recorded(folder):
    with database(folder) as file:
        return [name for (name,) in file.execute("SELECT name FROM migrations ORDER BY rowid")]


def test_a_new_file_records_every_migration_with_its_time(folder, saved):
    assert recorded(folder) == [migration.name for migration in migrations.MIGRATIONS]
    with database(folder) as file:
        times = file.execute("SELECT time FROM migrations").fetchall()
    assert all(time.startswith("20") and time.endswith("+00:00") for (time,) in times)


def test_no_two_migrations_have_one_name():
    known = [migration.name for migration in migrations.MIGRATIONS]
    assert len(set(known)) == len(known)


def test_an_older_file_is_led_to_the_newest_format_step_by_step(folder, saved, opened, add):
    add(*NEXT)
    assert opened(folder).rows(1) == ROWS
    assert recorded(folder)[-2:] == [migration.name for migration in NEXT]
    with database(folder) as file:
        assert file.execute("SELECT place FROM games").fetchone() == ("at home",)
        assert file.execute("SELECT name FROM guests").fetchall() == [("Pim",)]
    opened(folder).close()  # nothing is done twice
    assert len(recorded(folder)) == len(migrations.MIGRATIONS)


def test_reading_an_older_file_leaves_it_as_it_is(folder, saved, opened, add):
    before = (folder / "games.db").read_bytes()
    add(*NEXT)
    assert opened(folder, Journal.open_for_reading).rows(1) == ROWS
    assert (folder / "games.db").read_bytes() == before


def test_a_migration_that_breaks_off_leaves_the_older_format(folder, saved, add):
    add(*NEXT, Migration("a table twice", ("CREATE TABLE games (id)",)))
    before = recorded(folder)
    with database(folder) as file:
        with pytest.raises(sqlite3.OperationalError):
            database_module.migrate(file)
        with pytest.raises(sqlite3.OperationalError, match="no such column"):
            file.execute("SELECT place FROM games")
    assert recorded(folder) == before


def test_what_a_later_release_has_added_is_left_alone(folder, saved, opened, monkeypatch, add):
    with monkeypatch.context() as later:
        later.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, *NEXT))
        opened(folder).close()
    assert opened(folder).rows(1) == ROWS
    assert recorded(folder)[-2:] == [migration.name for migration in NEXT]


def test_a_game_that_a_later_release_played_on_is_not_called_damaged(first_release, opened):
    """Back from an update: the games that it touched with something new wait for the next one."""
    rolled = '{"do":"roll","by":"red","face":"plus"}'
    more = (
        (1, "command", rolled, '[{"event":"danced"}]'),
        (2, "undo", None, None),
        (3, "dance", None, None),
    )
    with database(first_release) as file:
        file.execute("PRAGMA ignore_check_constraints = ON")
        for game, kind, command, events in more:
            (last,) = file.execute(
                "SELECT max(number) FROM steps WHERE game = ?", (game,)
            ).fetchone()
            add_row(
                file,
                game,
                last + 1,
                kind=kind,
                command=command,
                events=events,
                written_in=migrations.newest() + 1,
            )
    journal = opened(first_release)
    for game in (1, 3):
        with pytest.raises(JournalError) as caught:
            Session.resume(journal, game)
        assert caught.value.args == (LATER_GAME,)
    with pytest.raises(JournalError) as caught:
        list(journal.effective_rows(3))
    assert caught.value.args == (LATER_GAME,)
    assert Session.resume(journal, 2).log[-2].kind is Kind.UNDO  # nothing in it is new


@pytest.mark.parametrize("change", ["UPDATE {} SET time = ''", "DELETE FROM {}"])
@pytest.mark.parametrize("table", ["games", "steps", "spellings", "archive"])
def test_nothing_that_was_saved_can_be_changed(first_release, opened, table, change):
    journal = opened(first_release)
    journal.archive(1)
    rename(journal, People.of(journal).everybody[0], "Zoë")
    if table == "games":
        change = change.replace("time", "started")
    with database(first_release) as file, pytest.raises(sqlite3.Error, match="only grow"):
        file.execute(change.format(table))


@pytest.mark.parametrize(
    ("kind", "command"), [("dance", "{}"), ("amend", None), ("undo", "{}"), ("command", None)]
)
def test_a_row_that_nobody_knows_is_refused(first_release, kind, command):
    with database(first_release) as file, pytest.raises(sqlite3.IntegrityError) as refused:
        add_row(file, 1, 9999, kind=kind, command=command, events=command)
    assert refused.value.sqlite_errorname == "SQLITE_CONSTRAINT_CHECK"


def setup_named_anew(setup):
    return {("first" if key == "beginner" else key): value for key, value in setup.items()}


def roll_named_anew(command):
    return {**command, "do": "roll"} if command["do"] == "throw" else command


def die_named_anew(event):
    if event["event"] != "die_thrown":
        return event
    return {"event": "die_rolled", "color": event["color"], "face": event["side"]}


NAMED_ANEW = Migration(
    "the die is rolled",
    setup=setup_named_anew,
    command=roll_named_anew,
    event=die_named_anew,
)


@pytest.fixture
def with_old_names(first_release):
    """The first release's games, as if it had had other names for some things."""
    with database(first_release) as file:
        drop_triggers(file)
        file.execute("""UPDATE games SET setup = replace(setup, '"first":', '"beginner":')""")
        rows = file.execute("SELECT place, command, events FROM steps WHERE kind = 'command'")
        for place, command, events in rows.fetchall():
            told = msgspec.json.decode(expand(events))
            for event in told:
                if event["event"] == "die_rolled":
                    event |= {"event": "die_thrown", "side": event.pop("face")}
            file.execute(
                "UPDATE steps SET command = ?, events = ? WHERE place = ?",
                (
                    abbreviate(expand(command).replace('"do":"roll"', '"do":"throw"')),
                    abbreviate(msgspec.json.encode(told).decode()),
                    place,
                ),
            )
        for (game,) in file.execute("SELECT id FROM games").fetchall():
            hash_anew(file, game)
    (first_release / "games.db-tips").unlink()
    return first_release


def test_without_its_migration_a_game_with_other_names_is_refused(with_old_names, opened):
    journal = opened(with_old_names)
    for game in journal.games():
        with pytest.raises(JournalError) as caught:
            Session.resume(journal, game.id)
        assert caught.value.args == (UNREADABLE_GAME,)


def test_a_migration_leads_the_names_in_older_rows_to_todays(with_old_names, add):
    """Tags and fields alike; rows of before and rows of now stand in one game, none rewritten."""
    with closing(Journal.open(with_old_names)) as journal:
        before = [journal.rows(game) for game in range(1, len(journal.games()) + 1)]
    add(NAMED_ANEW)
    for game, name in enumerate(names(with_old_names), start=1):
        goes_on_as_it_was(with_old_names, game, name)
    assert recorded(with_old_names)[-1] == "the die is rolled"
    with closing(Journal.open_for_reading(with_old_names)) as journal:
        for game, old in enumerate(before, start=1):
            rows = journal.rows(game)
            assert rows[: len(old)] == old
            assert {row.format for row in old} <= {1}
            assert {row.format for row in rows[len(old) :]} == {migrations.newest()}
