import shutil
import sqlite3
from contextlib import closing

import pytest

from companion.errors import JournalError
from companion.memory import database as database_module
from companion.memory.database import (
    DISK_FAILS,
    DISK_FULL,
    HELD,
    NOT_OPENED,
    READ_ONLY,
    game_row_key,
)
from companion.memory.journal import PLAYED_ELSEWHERE, GameRows, Journal
from companion.memory.played_game import PlayedGame
from tests.companion.memory.data_folders import database, go_on, set_aside, small_game, whole
from tests.companion.memory.spoilt_disks import full_disk, read_only
from tests.companion.playing import four_players


def longer(game: PlayedGame) -> GameRows:
    """The rows of a game that has gone on."""
    go_on(game)
    return game.rows.copy()


def test_saving_writes_only_what_is_missing(folder, opened):
    journal, game = opened(folder), small_game(0)
    for number in range(20):
        before = journal._connection.total_changes
        assert journal.save(longer(game) if number % 2 else game.rows.copy()) == 1
        assert journal.game_rows(1) == game.rows
        assert journal._connection.total_changes - before <= 2
    game.undo()
    game.redo()
    assert journal.save(game.rows) == 1
    assert journal.game_rows(1) == game.rows


def test_the_file_is_written_through_to_the_disk(folder, opened):
    journal = opened(folder)
    pragmas = [
        journal._connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous")
    ]
    assert pragmas == ["wal", 2]


@pytest.mark.parametrize("number", [7, 0, -1, 1 << 70])
def test_a_game_that_is_not_there_is_said_so(folder, opened, number):
    with pytest.raises(JournalError, match=f"no saved game {number}"):
        opened(folder).game_header(number)


def test_a_whole_game_is_added_or_none_of_it(folder, saved, opened):
    journal, other = opened(folder), small_game(5, four_players())
    assert journal.add_game(other.rows) == 2
    assert journal.game_rows(2) == other.rows
    before = whole(folder)
    with full_disk(), pytest.raises(JournalError):
        journal.add_game(small_game(40).rows)
    journal.close()
    assert whole(folder) == before


def test_a_file_that_may_not_grow_is_a_full_disk(folder, saved, opened):
    journal = opened(folder)
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    go_on(saved, 60)
    assert journal.save(saved.rows) == DISK_FULL
    assert journal.games()[0].number_of_steps == 5


def test_with_a_full_disk_at_the_start_the_saved_games_can_still_be_read(folder, saved, opened):
    with full_disk():
        journal = opened(folder)
        assert journal.trouble in (DISK_FULL, DISK_FAILS)
        assert journal.game_rows(1) == saved.rows


def test_a_full_disk_at_the_first_start_keeps_nobody_from_playing(folder, opened):
    game = small_game()
    with full_disk():
        journal = opened(folder)
        assert journal.games() == ()
        assert journal.save(game.rows) == journal.trouble
    assert journal.save(game.rows) == 1
    assert journal.game_rows(1) == game.rows


@pytest.mark.parametrize("left", ["closed", "killed", "cut off"])
def test_a_read_only_folder_is_said_and_its_games_can_be_read(folder, saved, opened, left):
    if left != "closed":  # the newest step is in the file beside the database
        with closing(Journal.open(folder)) as killed:
            killed.save(longer(saved))
            shutil.copytree(folder, folder.with_name("killed"))
        folder = folder.with_name("killed")
    if left == "cut off":
        (folder / "games.db-shm").unlink()
    with read_only(folder):
        journal = opened(folder)
        assert journal.trouble == READ_ONLY
        assert journal.game_rows(1) == saved.rows
        assert journal.save(longer(saved)) == READ_ONLY
        with closing(Journal.open_for_reading(folder)) as reading:
            assert reading.game_header(1) == saved.rows.header
    assert journal.save(longer(saved)) == 1
    assert journal.game_rows(1) == saved.rows


def test_a_file_in_place_of_the_folder_is_said(folder, opened):
    folder.write_text("a file")
    journal = opened(folder)
    assert journal.trouble == NOT_OPENED
    assert journal.games() == ()


def test_a_folder_that_goes_away_during_the_game_gets_the_whole_game_again(folder, saved, opened):
    journal = opened(folder)
    shutil.rmtree(folder)
    assert journal.save(longer(saved)) == 1
    with closing(Journal.open(folder)) as later:
        assert later.game_rows(1) == saved.rows


def test_a_file_that_is_damaged_during_the_game_is_kept_and_the_game_written_anew(
    folder, saved, opened
):
    journal = opened(folder)
    with (folder / "games.db").open("r+b") as file:
        file.write(b"\xa5" * (folder / "games.db").stat().st_size)
    journal._connection.execute("PRAGMA shrink_memory")
    assert journal.notice is None
    assert journal.save(longer(saved)) == 1
    assert journal.notice is not None
    assert len(set_aside(folder)) == 1
    assert journal.game_rows(1) == saved.rows


def test_a_program_that_holds_the_file_is_said(folder, saved, opened, monkeypatch):
    monkeypatch.setattr(database_module, "_BUSY_SECONDS", 0.01)
    journal = opened(folder)
    with database(folder) as other:
        other.execute("BEGIN IMMEDIATE")
        assert journal.save(longer(saved)) == HELD
        other.execute("ROLLBACK")
    assert journal.save(saved.rows) == 1


def test_two_apps_that_go_on_with_one_game_do_not_mix_it(folder, saved, opened):
    here, there = opened(folder), opened(folder)
    other = PlayedGame.load(saved.rows.copy())
    other.undo()
    other.redo()
    go_on(other)
    assert there.save(other.rows) == 1
    assert here.save(longer(saved)) == PLAYED_ELSEWHERE
    assert here.save(longer(saved)) == PLAYED_ELSEWHERE
    assert here.game_rows(1) == other.rows


def test_an_error_that_no_disk_causes_is_not_hidden(folder, saved, opened):
    journal = opened(folder)
    saved.rows.steps.append((6, 5, None, None, "[]", "2026"))
    with pytest.raises(sqlite3.IntegrityError):
        journal.save(saved.rows)


@pytest.mark.parametrize("column", ["key", "started", "names", "setup"])
def test_a_beginning_that_is_no_text_any_more_leaves_the_other_games_as_they_are(
    folder, saved, opened, column
):
    with closing(Journal.open(folder)) as journal:
        journal.save(small_game().rows)
    with database(folder) as file:
        file.execute(f"UPDATE games SET {column} = CAST(x'7bff' AS TEXT) WHERE id = 2")
    journal = opened(folder)
    with pytest.raises(JournalError):
        journal.game_rows(2)
    assert journal.game_rows(1) == saved.rows


def test_names_that_are_none_are_damage_and_no_traceback(folder, saved, opened):
    with database(folder) as file:
        file.execute("UPDATE games SET names = '{'")
    with pytest.raises(JournalError):
        opened(folder).games()


def test_a_write_that_a_power_cut_broke_off_is_taken_back(folder, saved, opened):
    """As the first start leaves it, before the file keeps its newest rows beside it."""
    cut = folder.with_name("cut")
    with database(folder) as file:
        file.execute("PRAGMA journal_mode = DELETE")
        file.execute("PRAGMA cache_size = 1")
        file.execute("BEGIN IMMEDIATE")
        for number in range(6, 60):
            file.execute(
                "INSERT INTO steps (place, game, number, parent, commands, events, time, crc) "
                "VALUES (?, 1, ?, 5, '[]', '[]', ?, 0)",
                (game_row_key(1, number), number, "x" * 2000),
            )
        shutil.copytree(folder, cut)
        file.execute("ROLLBACK")
    assert (cut / "games.db-journal").stat().st_size > 0
    assert opened(cut, Journal.open_for_reading).game_rows(1) == saved.rows
    journal = opened(cut)
    assert (journal.notice, journal.trouble) == (None, None)
    assert journal.game_rows(1) == saved.rows


def test_reading_makes_no_folder(folder, opened):
    assert opened(folder, Journal.open_for_reading).games() == ()
    assert not folder.exists()
