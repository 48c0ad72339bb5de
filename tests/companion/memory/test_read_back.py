"""What is not what was written does not count, and a disk that fails to read is asked again."""

import sqlite3
from contextlib import closing

import pytest
from companion.memory.journal.journal import NOT_AS_WRITTEN, WRITTEN_ANEW

from companion.errors import JournalError
from companion.memory.database import UNREADABLE, retrying
from companion.memory.journal import Journal, database
from tests.companion.memory.data_folders import ROWS, changed, row, set_aside


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(database, "_PAUSES", (0, 0))


class Failing:
    """Fails so often before it does what it should."""

    def __init__(self, often, error, what=lambda: "done"):
        self.left, self.error, self.what = often, error, what

    def __call__(self, *given):
        self.left -= 1
        if self.left >= 0:
            raise self.error
        return self.what(*given)


def read_error():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    return error


def test_what_comes_back_otherwise_than_it_was_written_counts_as_not_saved(
    folder, saved, opened, monkeypatch
):
    journal = opened(folder)
    rows = (*ROWS, row(6))
    with monkeypatch.context() as rotting:
        rotting.setattr(
            "companion.memory.journal.chain.abbreviate", lambda text: text.replace("6", "9")
        )
        assert journal.save(saved, rows) == NOT_AS_WRITTEN
    assert journal.trouble == NOT_AS_WRITTEN
    assert journal.save(saved, rows) == 2
    assert (journal.notice, journal.trouble) == (WRITTEN_ANEW, None)
    assert journal.rows(2) == rows


def test_a_game_without_rows_comes_back_too(folder, saved, opened):
    assert opened(folder).save(saved, ROWS) == 1


def test_what_is_read_back_is_read_by_another_connection(folder, saved, opened):
    journal = opened(folder)
    journal.save(saved, (*ROWS, row(6)))
    assert journal._reader is not None
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        journal._reader.execute("CREATE TABLE more (id)")


def test_a_disk_that_fails_to_read_now_and_then_loses_nobody_the_games(
    folder, saved, opened, monkeypatch
):
    inspect = database.check_before_writing
    monkeypatch.setattr(
        "companion.memory.journal.journal.check_before_writing", Failing(2, read_error(), inspect)
    )
    journal = opened(folder)
    assert (journal.notice, journal.trouble) == (None, None)
    assert journal.read(Failing(2, read_error(), lambda _file: "read")) == "read"
    assert journal.rows(1) == ROWS


def test_a_file_that_can_never_be_read_is_set_aside(folder, saved, opened, monkeypatch):
    damaged = database.DamagedError()
    damaged.__cause__ = read_error()
    monkeypatch.setattr(
        "companion.memory.journal.journal.check_before_writing", Failing(3, damaged)
    )
    assert opened(folder).notice is not None
    assert len(set_aside(folder)) == 1


def test_what_is_damaged_is_not_read_again():
    failing = Failing(1, database.DamagedError())
    with pytest.raises(database.DamagedError):
        retrying(failing)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        TypeError(),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, ""),
        sqlite3.InternalError(),
    ],
)
def test_whatever_an_opening_raises_ends_in_a_file_that_is_set_aside(
    folder, saved, opened, monkeypatch, error
):
    monkeypatch.setattr(database, "_pragma", Failing(1, error, database._pragma))
    journal = opened(folder)
    assert journal.notice is not None
    assert journal.games() == ()
    assert len(set_aside(folder)) == 1


@pytest.mark.parametrize(
    "error", [MemoryError(), TypeError(), sqlite3.OperationalError(), sqlite3.IntegrityError()]
)
def test_whatever_reading_raises_is_told(folder, saved, opened, error):
    with pytest.raises(JournalError) as caught:
        opened(folder).read(Failing(1, error))
    assert caught.value.args == (UNREADABLE,)


def test_a_check_that_has_rotten_keeps_nobody_from_saving(folder, saved, opened):
    changed(
        folder,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, '''command''', '''commond''')",
    )
    journal = opened(folder)
    assert journal.save(saved, (*ROWS, row(6))) == 1
    assert journal.notice is not None
    with closing(Journal.open(folder)) as later:
        assert later.rows(1) == (*ROWS, row(6))
