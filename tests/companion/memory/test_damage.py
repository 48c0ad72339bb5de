"""The check of all saved games, and the repair of damage from snapshots and intact rows."""

import shutil
import zlib
from contextlib import closing

import msgspec
import pytest

from companion.errors import JournalError
from companion.memory.clock import current_timestamp
from companion.memory.database import FORMAT, SNAPSHOT_FOLDER, TABLES, UNREADABLE, row_checksum
from companion.memory.journal import UNREADABLE_GAME, GameHeader, GameRows, Journal
from companion.memory.session import Session
from companion.memory.snapshots import Snapshots, check_and_snapshot_games
from tests.companion.memory.data_folders import changed, database, go_on, set_aside, small_game
from tests.companion.memory.finished_games import Ended
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.playing import four_players, two_players
from tests.saved_games.test_saved_games import SETS

PAGE = 2048


@pytest.fixture(scope="module")
def full_folder(tmp_path_factory):
    """A data folder with many steps, and an archived and an ended game."""
    folder = tmp_path_factory.mktemp("full") / "data"
    with closing(Journal.open(folder)) as journal:
        for number in range(3):
            game = small_game(30 + number, four_players())
            game.mark_all_done()
            journal.add_game(game.rows)
        Ended(journal, 0, is_short=True)
        journal.set_archived(3, archived=True)
    return folder


@pytest.fixture(scope="module")
def checked_folder(full_folder, tmp_path_factory):
    folder = shutil.copytree(full_folder, tmp_path_factory.mktemp("checked") / "data")
    assert is_sound(folder)
    return folder


@pytest.fixture
def full(full_folder, folder):
    return shutil.copytree(full_folder, folder)


@pytest.fixture
def checked(checked_folder, folder):
    """The same folder with a snapshot of each game."""
    return shutil.copytree(checked_folder, folder)


def rows_in(folder):
    """All games by their keys."""
    with closing(Journal.open_for_reading(folder)) as journal:
        games = [journal.game_rows(number) for number in journal.game_ids()]
    return {game.header.key: game for game in games}


def is_sound(folder):
    return check_and_snapshot_games(folder / "games.db") is None


def repaired(folder):
    """Open, check and repair a folder as the app does; return the notice, or None."""
    with closing(Journal.open(folder)) as journal:
        if not is_sound(folder):
            journal.repair()
        assert is_sound(folder)
        return journal.notice


def is_nothing_lost(notice):
    return "nothing is lost" in str(notice)


def test_whatever_page_is_damaged_nothing_is_lost_once_it_was_checked(checked, tmp_path):
    games = rows_in(checked)
    pages = (checked / "games.db").stat().st_size // PAGE
    assert pages > 35
    told = 0
    tried = range(1, pages + 1, 2)
    for page in tried:
        spoilt = shutil.copytree(checked, tmp_path / f"{page}")
        with (spoilt / "games.db").open("r+b") as file:
            file.seek((page - 1) * PAGE)
            file.write(b"\xa5" * PAGE)
        told += repaired(spoilt) is not None
        assert rows_in(spoilt) == games, page
    assert told > len(tried) * 0.8  # all but those that hold nothing


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE steps SET crc = 7 WHERE game = 2 AND number = 1",
        "UPDATE steps SET time = '2027' WHERE game = 2 AND number = 12",
        "UPDATE steps SET crc = 7 WHERE game = 2 AND number = 31",
        "DELETE FROM steps WHERE game = 2 AND number = 7",
        "UPDATE settled SET changes = replace(changes, 'tapped', 'turned')",
        "DELETE FROM settled WHERE game = 2 AND number = 2",
        "UPDATE sessions SET time = '2027'",
        "UPDATE games SET started = '2027'",
        "DELETE FROM games WHERE id = 2",
        "UPDATE results SET result = '2027'",
        "UPDATE archive SET time = '2027'",
        "INSERT INTO spellings VALUES (1, 'Pim', 'x', 1, '2026', 0)",
    ],
)
def test_a_damaged_row_is_found_and_nothing_is_lost_once_it_was_checked(checked, damage):
    with closing(Journal.open(checked)) as journal:
        games, listed = rows_in(checked), journal.games(1, ended=True)
        changed(checked, damage)
    assert is_nothing_lost(repaired(checked))
    assert rows_in(checked) == games
    with closing(Journal.open(checked)) as journal:
        assert journal.games(1, ended=True) == listed
    assert len(set_aside(checked)) == 1


_TWICE = """
    CREATE TABLE twice AS SELECT * FROM archive UNION ALL SELECT * FROM archive;
    DROP TABLE archive; ALTER TABLE twice RENAME TO archive
"""
_HIDDEN = """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET rowid = rowid + 1000 WHERE type != 'trigger' AND rowid >
        (SELECT max(rowid) FROM sqlite_master WHERE tbl_name = 'games' AND type != 'trigger')
"""


@pytest.mark.parametrize(
    "script",
    [
        *(f"DROP TABLE {table}" for table in TABLES),
        "PRAGMA user_version = 0",
        f"PRAGMA user_version = {FORMAT + 1}",
        "PRAGMA application_id = 7",
        f"UPDATE meta SET value = 'x', crc = {row_checksum('meta', ('format', 'x'))}",
        _TWICE,
        "CREATE TRIGGER quiet BEFORE INSERT ON steps BEGIN SELECT RAISE(IGNORE); END",
        f"CREATE TRIGGER steps AFTER INSERT ON games BEGIN DELETE FROM steps; END; {_HIDDEN}",
        (
            "CREATE VIEW endless AS WITH RECURSIVE more(n) AS "
            "(SELECT 1 UNION ALL SELECT n FROM more) SELECT n FROM more"
        ),
        "ALTER TABLE archive RENAME TO other; CREATE VIEW archive AS SELECT * FROM other",
        "DROP INDEX results_by_game; CREATE INDEX results_by_game ON results (hex(result))",
        "CREATE VIRTUAL TABLE found USING fts5(text)",
        "ALTER TABLE games ADD COLUMN more TEXT GENERATED ALWAYS AS (upper(setup))",
    ],
)
def test_a_file_with_another_schema_or_format_is_not_read_but_repaired(checked, script):
    games = rows_in(checked)
    with database(checked) as file:
        file.executescript(script)
    with pytest.raises(JournalError) as caught:
        Journal.open_for_reading(checked)
    assert caught.value.args == (UNREADABLE,)
    notice = repaired(checked)
    assert rows_in(checked) == games
    assert is_nothing_lost(notice) != script.startswith("DROP TABLE")
    with closing(Journal.open(checked)) as journal:
        archived = [game.id for game in journal.games(archived=True)]
    assert archived == ([] if script == "DROP TABLE archive" else [3])
    with database(checked) as file:
        types = file.execute("SELECT DISTINCT type FROM sqlite_master").fetchall()
    assert sorted(types) == [("index",), ("table",)]


@pytest.mark.parametrize("damage", ["UPDATE games SET started = '2027'", "DELETE FROM games"])
def test_what_was_played_after_the_snapshot_is_put_behind_it(checked, damage):
    with closing(Journal.open(checked)) as journal:
        first = Session.resume(journal, 1)
        go_on(first.game)
        first.save_pending()
    games = rows_in(checked)
    changed(checked, damage, "UPDATE steps SET crc = 7 WHERE number = 21")
    assert is_nothing_lost(repaired(checked))
    assert rows_in(checked) == games
    with closing(Journal.open(checked)) as journal:
        assert journal.game_header(1).key == first.game.key


@pytest.mark.parametrize(
    ("damage", "left"),
    [
        ("UPDATE steps SET crc = 7 WHERE game = 2 AND number = 21", 20),
        ("UPDATE steps SET crc = 7 WHERE game = 2 AND number = 31", 30),
        ("UPDATE sessions SET crc = 7 WHERE game = 2", 31),
    ],
)
def test_without_a_snapshot_a_game_goes_on_as_it_stood_before_the_damage(full, damage, left):
    with closing(Journal.open(full)) as journal:
        before = Session.resume(journal, 2).steps
    changed(full, damage)
    assert "1 game is incomplete" in str(repaired(full))
    with closing(Journal.open(full)) as journal:
        session = Session.resume(journal, 2)
        assert session.steps == before[:left]
        session.undo()
        assert session.unsaved is None
        assert [game.id for game in journal.games()] == [2, 4, 1]
    (kept,) = set_aside(full)
    with closing(Journal.open_for_reading(full, kept)) as file:
        count = "SELECT count(*) FROM steps WHERE game = 2"
        assert file.run_query(lambda one: one.execute(count).fetchone()) == (31,)


def test_damage_behind_the_snapshot_costs_only_what_follows_it(checked):
    with closing(Journal.open(checked)) as journal:
        session = Session.resume(journal, 1)
        go_on(session.game, 10)
        session.save_pending()
        changed(checked, "UPDATE steps SET crc = 7 WHERE game = 1 AND number = 35")
    assert not is_nothing_lost(repaired(checked))
    with closing(Journal.open(checked)) as journal:
        assert Session.resume(journal, 1).steps == session.steps[:34]


MISFITS = {
    "undo to another step": lambda game: game.rows.heads.append(
        (1, 30, "undo", 1, 0, current_timestamp())
    ),
    "a player of another game": lambda game: game.rows.steps.append(
        (31, 30, None, '[{"do":"roll","by":"red","face":"plus"}]', "[[]]", current_timestamp())
    ),
    "points that nobody can have": lambda game: game.rows.steps.append(
        (
            31,
            30,
            None,
            '[{"do":"correct","changes":[{"type":"points","color":"blue","points":-1}],"why":"x"}]',
            '[[["corrected",[{"type":"points","color":"blue","points":-1}],"x"]]]',
            current_timestamp(),
        )
    ),
    "a tray without its move": lambda game: game.rows.settled.append(
        (len(game.rows.settled) + 1, '[[1,9,"tapped"]]')
    ),
}


@pytest.mark.parametrize("spoil", MISFITS.values(), ids=MISFITS)
def test_a_game_goes_on_as_it_stood_before_rows_that_make_none(full, spoil):
    game = small_game(30, two_players())
    before = game.steps
    spoil(game)
    with closing(Journal.open(full)) as journal:
        number = journal.add_game(game.rows)
        with pytest.raises(JournalError) as caught:
            Session.resume(journal, number)
        assert caught.value.args == (UNREADABLE_GAME,)
    assert not is_nothing_lost(repaired(full))
    with closing(Journal.open(full)) as journal:
        assert Session.resume(journal, number).steps in (before, before[:29])


def test_a_setup_that_makes_no_game_is_left_out(full):
    games = rows_in(full)
    setup = msgspec.structs.replace(two_players(), players=two_players().players[:1])
    with closing(Journal.open(full)) as journal:
        journal.add_game(GameRows(GameHeader.new(setup), sessions=[(1, 0, "2026")]))
    assert "1 game is incomplete or lost" in str(repaired(full))
    assert rows_in(full) == games


def test_rows_of_a_game_that_has_no_beginning_are_damage_also_without_a_snapshot(full):
    changed(full, "DELETE FROM games WHERE id = 2")
    assert not is_sound(full)


def test_games_and_steps_that_an_older_copy_of_the_file_lacks_come_back(full):
    older = (full / "games.db").read_bytes()
    with closing(Journal.open(full)) as journal:
        journal.save(small_game(3).rows)
        first = Session.resume(journal, 1)
        go_on(first.game)
        first.save_pending()
    assert is_sound(full)
    games = rows_in(full)
    (full / "games.db").write_bytes(older)
    assert repaired(full)
    assert rows_in(full) == games


def test_a_game_that_went_on_otherwise_than_its_snapshot_is_left_as_it_is(full):
    older = (full / "games.db").read_bytes()
    with closing(Journal.open(full)) as journal:
        first = Session.resume(journal, 1)
        go_on(first.game, 3)
        first.save_pending()
    assert is_sound(full)
    (full / "games.db").write_bytes(older)
    with closing(Journal.open(full)) as journal:
        Session.resume(journal, 1).undo()
    games = rows_in(full)
    assert is_sound(full)
    changed(full, "DELETE FROM games WHERE id = 2")
    assert repaired(full)
    assert rows_in(full) == games


def test_games_whose_rows_are_all_gone_come_back_as_they_ended(checked):
    games = rows_in(checked)
    changed(checked, *(f"DELETE FROM {table}" for table in TABLES if table != "meta"))
    assert repaired(checked)
    assert rows_in(checked) == games
    with closing(Journal.open(checked)) as journal:
        assert len(journal.games(ended=True)) == 1


# Snapshots


def test_only_games_that_have_changed_get_a_snapshot_and_three_are_kept_of_each(full, opened):
    journal = opened(full)
    game = small_game(3)
    journal.save(game.rows)
    for number in range(6):
        assert is_sound(full)
        kept = [path.name for path in (full / SNAPSHOT_FOLDER).iterdir()]
        assert len(kept) == 4 + min(number + 1, 3)
        assert Snapshots(full).newest(game.rows.header.key) == game.rows
        before = {path.stat().st_mtime_ns for path in (full / SNAPSHOT_FOLDER).iterdir()}
        assert is_sound(full)
        assert {path.stat().st_mtime_ns for path in (full / SNAPSHOT_FOLDER).iterdir()} == before
        go_on(game)
        journal.save(game.rows)


def another_game(content):
    """Change a name in a snapshot; zlib's own checksum is cut off."""
    return content[:4] + zlib.compress(zlib.decompress(content[4:]).replace(b"Pim", b"Kim"))[:-4]


@pytest.mark.parametrize(
    "rot",
    [
        lambda _content: b"",
        lambda _content: b"\xff" * 50,
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        another_game,
    ],
)
def test_a_damaged_snapshot_is_passed_over_for_the_one_before_and_made_anew(full, opened, rot):
    journal, game = opened(full), small_game(3)
    journal.save(game.rows)
    assert is_sound(full)
    former = game.rows.copy()
    go_on(game)
    journal.save(game.rows)
    assert is_sound(full)
    newest = full / SNAPSHOT_FOLDER / f"{game.key}-{game.rows.number_of_rows}"
    content = newest.read_bytes()
    newest.write_bytes(rot(content))
    assert Snapshots(full).newest(game.key) == former
    assert is_sound(full)
    assert newest.read_bytes() == content


def test_no_snapshot_of_another_game_is_taken_for_one(checked):
    first, second = list(rows_in(checked).values())[:2]
    path = checked / SNAPSHOT_FOLDER / f"{first.header.key}-{first.number_of_rows}"
    path.rename(path.with_name(f"{second.header.key}-99999"))
    assert Snapshots(checked).newest(second.header.key) == second


@pytest.mark.parametrize("data", SETS)
def test_files_of_every_format_are_sound(data, tmp_path, opened):
    copy = shutil.copytree(data, tmp_path / "data")
    assert is_sound(copy)
    journal = opened(copy)
    assert (journal.notice, journal.trouble) == (None, None)
    assert len(journal.games()) >= 5


def test_on_a_full_disk_the_games_are_checked_all_the_same(full):
    with full_disk():
        assert is_sound(full)
        assert not list(full.glob(f"{SNAPSHOT_FOLDER}/*"))
        assert is_sound(full)
    assert is_sound(full)
    assert len(list((full / SNAPSHOT_FOLDER).iterdir())) == 4
