"""The check of all saved games, and what it makes of damage: snapshots bring it all back."""

import shutil
from contextlib import closing

import pytest

from companion.history import carry_out
from companion.memory.clock import current_timestamp
from companion.memory.database import SNAPSHOT_FOLDER, TABLES, DamagedError
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.memory.snapshots import IntegrityCheck, Snapshots
from companion.memory.statistics.figures import result_json
from tests.companion.memory.data_folders import changed, go_on, small_game, whole
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.playing import commands, four_players
from tests.saved_games.test_saved_games import SETS

PAGE = 2048


@pytest.fixture
def full(folder):
    """A data folder with many steps, a spelling and an archived game; none is in a snapshot."""
    with closing(Journal.open(folder)) as journal:
        for number in range(4):
            journal.add(small_game(30 + number, four_players()).rows)
        journal.archive(4, archived=True)
    return folder


def rows_in(folder):
    """All games by their keys."""
    with closing(Journal.open_for_reading(folder)) as journal:
        games = [journal.game(number) for number in journal.numbers()]
    return {game.head.key: game for game in games}


def check(folder) -> list[int]:
    """Check a folder; returns the numbers of the damaged games."""
    checking = IntegrityCheck(folder / "games.db")
    checking.run()
    return checking.damaged


def spoil(folder, page):
    with (folder / "games.db").open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xa5" * PAGE)


def repaired(folder):
    """Open a folder as the app does: the check repairs the file, and resuming each game."""
    with closing(Journal.open(folder)) as journal:
        try:
            damaged = check(folder)
        except DamagedError:
            journal.repair()
            damaged = check(folder)
        for number in damaged:
            Session.resume(journal, number)
        return journal.notice is not None or bool(damaged)


def test_whatever_page_is_damaged_nothing_is_lost_once_it_was_checked(full, tmp_path):
    games = rows_in(full)
    assert check(full) == []
    pages = (full / "games.db").stat().st_size // PAGE
    assert pages > 35
    told = 0
    for page in range(1, pages + 1):
        spoilt = shutil.copytree(full, tmp_path / f"{page}")
        spoil(spoilt, page)
        told += repaired(spoilt)
        assert rows_in(spoilt) == games, page
        assert check(spoilt) == []
    assert told > pages * 0.8  # all but those that hold nothing


def test_only_games_that_have_changed_get_a_snapshot_and_three_are_kept_of_each(full, opened):
    journal = opened(full)
    game = small_game(3)
    journal.save(game.rows)
    for number in range(6):
        check(full)
        kept = [path.name for path in (full / SNAPSHOT_FOLDER).iterdir()]
        assert len(kept) == 4 + min(number + 1, 3)
        assert Snapshots(full).newest(game.rows.head.key) == game.rows
        before = {path.stat().st_mtime_ns for path in (full / SNAPSHOT_FOLDER).iterdir()}
        check(full)
        assert {path.stat().st_mtime_ns for path in (full / SNAPSHOT_FOLDER).iterdir()} == before
        go_on(game)
        journal.save(game.rows)


def test_a_damaged_snapshot_is_passed_over_for_the_one_before(full, opened):
    journal, game = opened(full), small_game(3)
    journal.save(game.rows)
    check(full)
    former = game.rows.copy()
    go_on(game)
    journal.save(game.rows)
    check(full)
    for spoilt in (b"", b"\xff" * 50, (full / "games.db").read_bytes()):
        newest = full / SNAPSHOT_FOLDER / f"{game.rows.head.key}-{game.rows.size}"
        assert newest.exists()
        newest.write_bytes(spoilt)
        assert Snapshots(full).newest(game.rows.head.key) == former


def test_nothing_that_is_damaged_gets_into_a_snapshot(full):
    check(full)
    before = whole(full / SNAPSHOT_FOLDER)
    changed(
        full,
        "UPDATE steps SET time = '2027' WHERE game = 3 AND number = 7",
        "DELETE FROM steps WHERE game = 2 AND number = 7",
    )
    assert check(full) == [2, 3]
    assert whole(full / SNAPSHOT_FOLDER) == before


@pytest.mark.parametrize("data", SETS)
def test_files_of_every_format_are_sound(data, tmp_path, opened):
    copy = shutil.copytree(data, tmp_path / "data")
    assert check(copy) == []
    journal = opened(copy)
    assert (journal.notice, journal.trouble) == (None, None)
    assert len(journal.games()) >= 5


def test_on_a_full_disk_the_games_are_checked_all_the_same(full, opened):
    changed(full, "UPDATE steps SET time = '2027' WHERE game = 3 AND number = 7")
    assert len(opened(full).games()) == 3
    with full_disk():
        assert check(full) == [3]
    assert not list(full.glob(f"{SNAPSHOT_FOLDER}/*"))
    assert check(full) == [3]
    assert len(list((full / SNAPSHOT_FOLDER).iterdir())) == 3


@pytest.mark.parametrize("table", ["games", "spellings", "archive", "results"])
def test_a_damaged_row_of_no_game_has_the_file_repaired(full, table):
    with closing(Journal.open(full)) as journal:
        journal.save(small_game().rows, '{"no":"figures"}')
        game = journal.game(5)
    check(full)
    column = {"games": "started", "spellings": "time", "archive": "time", "results": "result"}
    if table == "spellings":
        changed(full, "INSERT INTO spellings VALUES (1, 'Pim', 'x', 1, '2026', 0)")
    changed(full, f"UPDATE {table} SET {column[table]} = '2027'")
    with pytest.raises(DamagedError):
        check(full)
    assert repaired(full)
    assert rows_in(full)[game.head.key] == game
    assert len(rows_in(full)) == 5


def test_a_snapshot_that_has_rotten_is_made_anew(full):
    check(full)
    before = whole(full / SNAPSHOT_FOLDER)
    for path in (full / SNAPSHOT_FOLDER).iterdir():
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    check(full)
    assert whole(full / SNAPSHOT_FOLDER) == before


def test_games_and_steps_that_an_older_copy_of_the_file_lacks_come_back(full):
    older = (full / "games.db").read_bytes()
    game = small_game(3)
    with closing(Journal.open(full)) as journal:
        journal.save(game.rows)
        first = Session.resume(journal, 1)
        go_on(first.game)
        first.save_pending()
    check(full)
    games = rows_in(full)
    (full / "games.db").write_bytes(older)
    assert repaired(full)
    assert rows_in(full) == games
    assert check(full) == []


def test_a_game_that_went_on_otherwise_than_its_snapshot_is_left_as_it_is(full):
    older = (full / "games.db").read_bytes()
    with closing(Journal.open(full)) as journal:
        first = Session.resume(journal, 1)
        go_on(first.game, 3)
        first.save_pending()
    check(full)
    (full / "games.db").write_bytes(older)
    with closing(Journal.open(full)) as journal:
        Session.resume(journal, 1).undo()
    games = rows_in(full)
    assert not repaired(full)
    changed(full, "DELETE FROM games WHERE id = 2")
    assert repaired(full)
    assert rows_in(full) == games


def test_a_finished_game_has_ended_after_its_repair_too(full):
    ended = small_game(0)
    for command in commands(ended.setup, 1000):
        ended.add(carry_out(ended.state, command, current_timestamp()))
    with closing(Journal.open(full)) as journal:
        assert journal.add(ended.rows, result_json(ended)) == 5
        before = journal.games(1)
        check(full)
        changed(full, "UPDATE steps SET time = '2027' WHERE game = 5 AND number = 7")
        Session.resume(journal, 5)
        assert journal.games(1) == before
    changed(full, "DELETE FROM games WHERE id = 5")
    assert repaired(full)
    with closing(Journal.open(full)) as journal:
        assert journal.games(1) == before
    changed(full, *(f"DELETE FROM {table}" for table in TABLES if table != "meta"))
    assert repaired(full)
    with closing(Journal.open(full)) as journal:
        assert [game.result for game in journal.games() if game.result] == [before[0].result]


def test_a_game_that_has_rows_and_no_beginning_is_damage(full):
    changed(full, "DELETE FROM games WHERE id = 2")
    with pytest.raises(DamagedError):
        check(full)
