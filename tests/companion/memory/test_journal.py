import shutil
import sqlite3
from contextlib import closing

import pytest
from companion.memory.journal.rows import JournalRow, Kind, new_head

from companion.errors import JournalError, RecordError
from companion.memory.database import DISK_FAILS, DISK_FULL, HELD, NOT_OPENED, READ_ONLY
from companion.memory.journal import PLAYED_ELSEWHERE, UNREADABLE_GAME, BrokenGameError, Journal
from companion.memory.journal import database as database_module
from companion.sentence import Sentence
from tests.companion.memory.data_folders import ROWS, database, row
from tests.companion.memory.spoilt_disks import full_disk, read_only
from tests.companion.playing import four_players, two_players


def test_a_new_folder_is_made_and_holds_no_games(folder, opened):
    journal = opened(folder)
    assert journal.games() == ()
    assert journal.notice is None
    assert journal.trouble is None
    assert (folder / "games.db").exists()


def test_what_is_saved_is_there_after_a_restart(folder, saved, opened):
    journal = opened(folder)
    assert journal.rows(1) == ROWS
    assert journal.head(1) == saved
    (game,) = journal.games()
    assert (game.id, game.head, game.rows, game.last_played) == (1, saved, 5, ROWS[-1].time)


def test_saving_writes_only_what_is_missing(folder, opened):
    journal = opened(folder)
    head = new_head(two_players())
    for number in range(len(ROWS) + 1):
        assert journal.save(head, ROWS[:number]) == 1
        assert journal.rows(1) == ROWS[:number]
    assert journal.save(head, ROWS) == 1
    assert journal.rows(1) == ROWS


def test_the_file_is_written_through_to_the_disk(folder, opened):
    journal = opened(folder)
    pragmas = [
        journal._file.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    ]
    assert pragmas == ["wal", 2, 1]


def test_little_of_the_file_stays_in_memory_however_many_games_are_played(folder, opened):
    assert opened(folder)._file.execute("PRAGMA cache_size").fetchone() == (-256,)


def test_a_step_writes_three_small_pages_on_average(folder, opened):
    """Those of its row and of its place in the index, and now and then a new one."""
    journal, head = opened(folder), new_head(two_players())
    rows = [row(number) for number in range(1, 151)]
    journal.save(head, ())
    before = (folder / "games.db-wal").stat().st_size
    for number in range(1, len(rows) + 1):
        journal.save(head, rows[:number])
    frame = journal._file.execute("PRAGMA page_size").fetchone()[0] + 24
    assert frame == 1024 + 24
    assert (folder / "games.db-wal").stat().st_size - before <= 3 * frame * len(rows)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE games SET setup = ''", "UPDATE steps SET time = ''", "DELETE FROM steps"],
)
def test_saved_games_only_grow(folder, saved, statement):
    with database(folder) as file, pytest.raises(sqlite3.IntegrityError, match="only grow"):
        file.execute(statement)


def test_the_game_that_was_played_last_comes_first(folder, opened):
    journal = opened(folder)
    first, second, third = (new_head(two_players()) for _ in range(3))
    journal.save(first, ROWS[:1])
    journal.save(second, ROWS[:1])
    journal.save(third, ())
    assert [game.id for game in journal.games()] == [3, 2, 1]
    journal.save(first, ROWS[:2])
    assert [game.id for game in journal.games()] == [1, 3, 2]


def test_a_game_that_is_not_there_is_said_so(folder, opened):
    with pytest.raises(JournalError, match="no saved game 7"):
        opened(folder).head(7)


def test_a_whole_game_is_added_or_none_of_it(folder, saved, opened):
    journal = opened(folder)
    assert journal.add(new_head(four_players()), iter(ROWS)) == 2
    assert journal.rows(2) == ROWS

    def broken():
        yield row(1)
        raise RecordError(3, "record.format", Sentence("the line is not UTF-8"))

    with pytest.raises(RecordError):
        journal.add(new_head(four_players()), broken())
    assert [game.id for game in journal.games()] == [2, 1]


def test_a_full_disk_is_said_and_what_is_missing_is_written_later(folder, saved, opened):
    journal = opened(folder)
    with full_disk():
        assert journal.save(saved, (*ROWS, row(6))) in (DISK_FULL, DISK_FAILS)
        assert journal.trouble is not None
    assert journal.save(saved, (*ROWS, row(6), row(7))) == 1
    assert journal.trouble is None
    assert journal.rows(1) == (*ROWS, row(6), row(7))


def test_a_file_that_may_not_grow_is_a_full_disk(folder, saved, opened):
    journal = opened(folder)
    pages = journal._file.execute("PRAGMA page_count").fetchone()[0]
    journal._file.execute(f"PRAGMA max_page_count = {pages}")
    long = JournalRow(6, Kind.COMMAND, "2026", "x" * 100_000, "[]")
    assert journal.save(saved, (*ROWS, long)) == DISK_FULL
    assert journal.games()[0].rows == 5


def test_with_a_full_disk_at_the_start_the_saved_games_can_still_be_read(folder, saved, opened):
    with full_disk():
        journal = opened(folder)
        assert journal.trouble in (DISK_FULL, DISK_FAILS)
        assert journal.games()[0].head == saved


def test_a_full_disk_at_the_first_start_keeps_nobody_from_playing(folder, opened):
    head = new_head(two_players())
    with full_disk():
        journal = opened(folder)
        assert journal.games() == ()
        assert journal.save(head, ROWS) == journal.trouble
    assert journal.save(head, ROWS) == 1
    assert journal.games()[0].head == head


@pytest.mark.parametrize("left", ["closed", "killed", "cut off"])
def test_a_read_only_folder_is_said_and_its_games_can_be_read(folder, saved, opened, left):
    closed = left == "closed"
    if not closed:  # the newest row is in the file beside the database
        with closing(Journal.open(folder)) as killed:
            killed.save(saved, (*ROWS, row(6)))
            shutil.copytree(folder, folder.with_name("killed"))
        folder = folder.with_name("killed")
    if left == "cut off":
        (folder / "games.db-shm").unlink()
    with read_only(folder):
        journal = opened(folder)
        assert journal.trouble == READ_ONLY
        assert journal.rows(1) == (ROWS if closed else (*ROWS, row(6)))
        assert journal.save(saved, (*ROWS, row(6), row(7))) == READ_ONLY
        with closing(Journal.open_for_reading(folder)) as reading:
            assert reading.games()[0].head == saved
    assert journal.save(saved, (*ROWS, row(6), row(7))) == 1
    assert len(journal.rows(1)) == 7


def test_a_folder_in_place_of_the_file_is_said_and_left_alone(folder, opened):
    (folder / "games.db").mkdir(parents=True)
    journal = opened(folder)
    assert journal.trouble == NOT_OPENED
    assert journal.games() == ()
    assert journal.save(new_head(two_players()), ROWS) == NOT_OPENED
    (folder / "games.db").rmdir()
    assert journal.save(new_head(two_players()), ROWS) == 1


def test_a_file_in_place_of_the_folder_is_said(folder, opened):
    folder.write_text("a file")
    journal = opened(folder)
    assert journal.trouble == NOT_OPENED
    assert journal.games() == ()


def test_a_folder_that_goes_away_during_the_game_gets_the_whole_game_again(folder, saved, opened):
    journal = opened(folder)
    shutil.rmtree(folder)
    assert journal.save(saved, (*ROWS, row(6))) == 1
    with closing(Journal.open(folder)) as later:
        assert later.rows(1) == (*ROWS, row(6))


def test_a_file_that_is_damaged_during_the_game_is_set_aside_and_written_anew(
    folder, saved, opened
):
    journal = opened(folder)
    with (folder / "games.db").open("r+b") as file:
        file.write(b"\xa5" * 8192)
    journal._file.execute("PRAGMA shrink_memory")
    assert journal.notice is None
    assert journal.save(saved, (*ROWS, row(6))) == 1
    assert journal.notice is not None
    assert journal.rows(1) == (*ROWS, row(6))


def test_a_program_that_holds_the_file_is_said(folder, saved, opened, monkeypatch):
    monkeypatch.setattr(database_module, "_PATIENCE", 0.01)
    journal = opened(folder)
    with database(folder) as other:
        other.execute("BEGIN IMMEDIATE")
        assert journal.save(saved, (*ROWS, row(6))) == HELD
        other.execute("ROLLBACK")
    assert journal.save(saved, (*ROWS, row(6))) == 1


def test_two_apps_that_go_on_with_one_game_do_not_mix_it(folder, saved, opened):
    here, there = opened(folder), opened(folder)
    assert there.save(saved, (*ROWS, row(6, Kind.UNDO), row(7))) == 1
    assert here.save(saved, (*ROWS, row(6))) == PLAYED_ELSEWHERE
    assert here.save(saved, (*ROWS, row(6), row(8))) == PLAYED_ELSEWHERE
    assert here.rows(1) == (*ROWS, row(6, Kind.UNDO), row(7))


def test_an_error_that_no_disk_causes_is_not_hidden(folder, saved, opened):
    journal = opened(folder)
    with pytest.raises(sqlite3.IntegrityError):
        journal.save(
            saved, (*ROWS, JournalRow(6, Kind.UNDO, "2026", "no command belongs here", None))
        )


def test_a_row_that_is_missing_makes_the_game_unreadable_and_no_other(folder, saved, opened):
    journal = opened(folder)
    journal.add(new_head(four_players()), [row(1), row(3)])
    with pytest.raises(JournalError) as caught:
        journal.rows(2)
    assert caught.value.args == (UNREADABLE_GAME,)
    assert journal.rows(1) == ROWS


def test_text_that_is_none_leaves_the_other_games_as_they_are(folder, saved, opened):
    with database(folder) as file:
        file.execute(
            "INSERT INTO games (key, started, setup, begun_after, format, hash) "
            "VALUES ('k', CAST(x'ff' AS TEXT), '', 0, 1, x'00')"
        )
    journal = opened(folder)
    assert [game.id for game in journal.games()] == [1, 2]
    assert journal.rows(1) == ROWS
    with pytest.raises(BrokenGameError):
        journal.rows(2)


def test_a_write_that_a_power_cut_broke_off_is_taken_back(folder, saved, opened):
    """As the first start leaves it, before the file keeps its newest rows beside it."""
    cut = folder.with_name("cut")
    with database(folder) as file:
        file.execute("PRAGMA journal_mode = DELETE")
        file.execute("PRAGMA cache_size = 1")
        file.execute("BEGIN IMMEDIATE")
        for number in range(6, 60):
            file.execute(
                "INSERT INTO steps (game, number, kind, time, format, hash) "
                "VALUES (1, ?, 'undo', ?, 1, x'00')",
                (number, "x" * 2000),
            )
        shutil.copytree(folder, cut)
        file.execute("ROLLBACK")
    assert (cut / "games.db-journal").stat().st_size > 0
    assert opened(cut, Journal.open_for_reading).rows(1) == ROWS
    journal = opened(cut)
    assert (journal.notice, journal.trouble) == (None, None)
    assert journal.rows(1) == ROWS


def test_reading_makes_no_folder(folder, opened):
    assert opened(folder, Journal.open_for_reading).games() == ()
    assert not folder.exists()


def test_reading_goes_on_while_an_app_writes(folder, saved, opened):
    writing = opened(folder)
    reading = opened(folder, Journal.open_for_reading)
    assert writing.save(saved, (*ROWS, row(6))) == 1
    assert reading.rows(1) == (*ROWS, row(6))
