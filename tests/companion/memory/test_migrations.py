import shutil
import sqlite3
from contextlib import closing

import msgspec
import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.game import legal
from companion.memory.amending import Replace, amend
from companion.memory.journal import database as database_module
from companion.memory.journal import migrations, rows
from companion.memory.journal.database import READ_ONLY
from companion.memory.journal.journal import Journal
from companion.memory.journal.migrations import Migration
from companion.memory.journal.rows import LATER_GAME, UNREADABLE_GAME, Kind, Row
from companion.memory.session import Session
from companion.pieces import Material
from tests.companion.memory.data_folders import ROWS, database, seal_anew
from tests.companion.memory.spoilt_disks import read_only
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
    """The data folder of the first release, with five games."""
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


def test_the_first_release_goes_on_with_a_file_that_this_one_has_opened(first_release, opened):
    """Its own statements: it asks for the version and its columns, and adds a game and rows."""
    with closing(Journal.open(first_release)) as journal:
        here = Session.resume(journal, 2)
        here.apply(next(legal(here.state)))
        rows = journal.rows(2)
    with database(first_release) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (1,)
        assert file.execute("PRAGMA application_id").fetchone() == (0x4D454455,)
        file.execute("SELECT id, key, started, setup, begun_after FROM games LIMIT 0")
        file.execute("SELECT place, game, number, kind, command, events, time FROM steps LIMIT 0")
        assert file.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        setup, number = file.execute(
            "SELECT setup, max(number) FROM games JOIN steps ON game = id WHERE id = 1"
        ).fetchone()
        file.execute(
            "INSERT INTO games (key, started, setup, begun_after) VALUES "
            "('another', '2026', ?, (SELECT coalesce(max(place), 0) FROM steps)) RETURNING id",
            (setup,),
        ).fetchall()
        found = file.execute(
            "SELECT number, kind, time, command, events FROM steps WHERE game = ? ORDER BY number",
            (2,),
        ).fetchall()
        assert found == [(row.number, row.kind, row.time, row.command, row.events) for row in rows]
        file.executemany(
            "INSERT INTO steps (game, number, kind, time, command, events) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [
                (1, number + 1, "takeover", "2026", None, None),
                (2, len(rows) + 1, "undo", "2026", None, None),
                (2, len(rows) + 2, "command", "2026", rows[-1].command, rows[-1].events),
            ],
        )
    journal = opened(first_release)
    assert journal.rows(1)[-1] == Row(number + 1, Kind.TAKEOVER, "2026", format=1)
    done = Row(len(rows) + 2, Kind.COMMAND, "2026", rows[-1].command, rows[-1].events, 1)
    assert journal.rows(2)[-1] == done
    assert Session.resume(journal, 2).state == here.state
    assert Session.resume(journal, 6).setup == Session.resume(journal, 1).setup


@pytest.mark.parametrize("change", ["UPDATE steps SET time = ''", "DELETE FROM steps"])
def test_the_first_release_too_cannot_change_what_was_saved(first_release, opened, change):
    opened(first_release).close()
    for table in ("steps", "steps_in_short"):
        with database(first_release) as file, pytest.raises(sqlite3.Error, match="only grow"):
            file.execute(change.replace("steps", table))


def test_a_game_that_a_later_release_played_on_is_not_called_damaged(first_release, opened):
    """Back from an update: the games that it touched with something new wait for the next one."""
    opened(first_release).close()
    rolled = '{"do":"roll","by":"red","face":"plus"}'
    more = (
        (1, "command", rolled, '[{"event":"danced"}]'),
        (2, "undo", None, None),
        (3, "dance", None, None),
    )
    with database(first_release) as file:
        file.execute("PRAGMA ignore_check_constraints = ON")
        for game, kind, command, events in more:
            file.execute(
                "INSERT INTO steps (game, number, kind, time, command, events, format) SELECT "
                "game, max(number) + 1, ?, '2026', ?, ?, ? FROM steps WHERE game = ?",
                (kind, command, events, migrations.newest() + 1, game),
            )
            seal_anew(file, game)
    journal = opened(first_release)
    for game in (1, 3):
        with pytest.raises(JournalError) as caught:
            Session.resume(journal, game)
        assert caught.value.args == (LATER_GAME,)
    with pytest.raises(JournalError) as caught:
        list(journal.standing_rows(3))
    assert caught.value.args == (LATER_GAME,)
    assert Session.resume(journal, 2).log[-2].kind is Kind.UNDO  # nothing in it is new


def test_a_release_before_is_told_that_a_game_with_an_amendment_is_a_newer_ones(tmp_path):
    """It looks at the format of a row whose kind it does not know; nothing is called damaged."""
    data = shutil.copytree(SETS[3], tmp_path / "data")
    with database(data) as file:
        amendments = file.execute("SELECT DISTINCT format FROM steps WHERE kind = 'amend'")
        assert amendments.fetchall() == [(4,)]
        assert file.execute("PRAGMA user_version").fetchone() == (1,)
        assert file.execute("PRAGMA quick_check").fetchall() == [("ok",)]


def test_a_release_before_is_told_that_a_game_with_a_forgotten_step_is_a_newer_ones(
    tmp_path, opened, monkeypatch
):
    """It knows no word that tells which step a command stands for, but the format of the row."""

    class Before(msgspec.Struct, forbid_unknown_fields=True):
        first: int
        commands: tuple[msgspec.Raw, ...]

    data = shutil.copytree(SETS[6], tmp_path / "data")
    monkeypatch.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:6])
    monkeypatch.setattr(rows, "_amended_commands_decoder", msgspec.json.Decoder(Before))
    journal = opened(data)
    game = names(data).index("two-players-put-right") + 1
    for read in (lambda: Session.resume(journal, game), lambda: list(journal.standing_rows(game))):
        with pytest.raises(JournalError) as caught:
            read()
        assert caught.value.args == (LATER_GAME,)
    assert journal.notice is None


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_step_of_a_game_of_an_older_release_can_be_changed(tmp_path, number, opened):
    """Its table knew no such row; all that stood in it stays as it was written."""
    data = shutil.copytree(SETS[number - 1], tmp_path / "data")
    game = names(data).index("two-players-build-everything") + 1
    with closing(Journal.open(data)) as journal:
        before = journal.rows(game)
        session = Session.resume(journal, game)
        first = session.steps[0].command
        plain = next(one for one in Material if one is not first.plain)
        session.amend(amend(session.steps, [Replace(1, replace(first, plain=plain))]))
        assert session.unsaved is None
    journal = opened(data)
    journal.check_file()
    assert (journal.notice, journal.trouble) == (None, None)
    assert journal.rows(game)[: len(before)] == before
    assert Session.resume(journal, game).steps == session.steps


@pytest.mark.parametrize(
    ("kind", "command"), [("dance", "{}"), ("amend", None), ("undo", "{}"), ("command", None)]
)
def test_a_row_that_nobody_knows_is_still_refused(first_release, opened, kind, command):
    opened(first_release).close()
    with database(first_release) as file, pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        file.execute(
            "INSERT INTO steps_in_short (game, number, kind, time, command, events) "
            "VALUES (1, 9999, ?, '2026', ?, ?)",
            (kind, command, command),
        )


def test_games_of_the_first_release_can_be_read_where_nothing_can_be_written(first_release, opened):
    with read_only(first_release):
        journal = opened(first_release)
        assert journal.trouble == READ_ONLY
        assert {game.head.format for game in journal.games()} == {1}
        assert {row.format for row in journal.rows(1)} == {1}


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
        for table, change in (("games", "UPDATE"), ("steps", "UPDATE")):
            file.execute(f"DROP TRIGGER {table}_stay_on_{change}")
        file.execute("""UPDATE games SET setup = replace(setup, '"first":', '"beginner":')""")
        file.execute(
            """UPDATE steps SET command = replace(command, '"do":"roll"', '"do":"throw"')"""
        )
        rows = file.execute("SELECT place, events FROM steps WHERE events LIKE '%die_rolled%'")
        for place, events in rows.fetchall():
            told = msgspec.json.decode(events)
            for event in told:
                if event["event"] == "die_rolled":
                    event |= {"event": "die_thrown", "side": event.pop("face")}
            text = msgspec.json.encode(told).decode()
            file.execute("UPDATE steps SET events = ? WHERE place = ?", (text, place))
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
        before = [journal.rows(game) for game in range(1, 6)]
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
