"""Every row of a game has a seal, and what does not fit its seal is not taken for the game."""

import shutil
from contextlib import closing
from hashlib import blake2b

import pytest

from companion.errors import JournalError
from companion.memory.journal.chain import DAMAGED_END
from companion.memory.journal.journal import WRITTEN_ANEW, Journal
from companion.memory.journal.rows import UNREADABLE_GAME, Kind, new_head
from companion.memory.session import Session
from tests.companion.memory.data_folders import ROWS, changed, database, row, seal_anew
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players
from tests.saved_games.test_saved_games import SETS


def seals_of(file, game):
    own = "SELECT number, seal FROM steps_in_short WHERE game = ? ORDER BY number"
    return file.execute(own, (game,)).fetchall()


def test_the_file_tells_how_it_is_sealed(folder, saved):
    with database(folder) as file:
        (schema,) = file.execute("SELECT sql FROM sqlite_master WHERE name = 'seals'").fetchone()
    assert "BLAKE2b (RFC 7693) of 8 bytes" in schema


def test_every_row_is_sealed_when_it_is_written(folder, saved, opened):
    opened(folder).save(saved, (*ROWS, row(6)))
    with database(folder) as file:
        (head,) = file.execute("SELECT seal FROM games").fetchone()
        assert len(head) == 8
        found = seals_of(file, 1)
        seal_anew(file, 1)
        assert file.execute("SELECT number, seal FROM seals").fetchall() == [(0, head), *found]


@pytest.mark.parametrize(
    ("change", "good"),
    [
        ("UPDATE steps_in_short SET events = '[1]' WHERE number = 2", 1),
        ("UPDATE steps_in_short SET command = NULL, kind = 'undo' WHERE number = 1", 0),
        ("UPDATE steps_in_short SET time = '2027' WHERE number = 5", 4),
        ("UPDATE steps_in_short SET format = 4, seal = NULL WHERE number = 3", 2),
        ("UPDATE steps_in_short SET seal = NULL WHERE number = 5", 4),
        ("UPDATE steps_in_short SET number = 9 WHERE number = 3", 2),
        ("UPDATE steps_in_short SET kind = CAST(x'ff' AS TEXT) WHERE number = 3", 2),
        ("DELETE FROM steps_in_short WHERE number = 2", 1),
    ],
)
def test_a_game_is_good_up_to_the_row_before_the_one_that_is_damaged(
    folder, saved, opened, change, good
):
    with closing(Journal.open(folder)) as journal:
        journal.add(new_head(four_players()), ROWS[:2])
    changed(folder, "PRAGMA ignore_check_constraints = ON", f"{change} AND game = 1")
    journal = opened(folder)
    assert journal.good_rows(1) == (ROWS[:good], DAMAGED_END)
    with pytest.raises(JournalError) as caught:
        journal.rows(1)
    assert caught.value.args == (UNREADABLE_GAME,)
    with pytest.raises(JournalError):
        list(journal.standing_rows(1))
    assert journal.rows(2) == ROWS[:2]


@pytest.mark.parametrize("column", ["key = 'x'", "started = 'x'", "setup = '{}'", "seal = NULL"])
def test_a_game_whose_beginning_is_damaged_is_unreadable(folder, saved, opened, column):
    with closing(Journal.open(folder)) as journal:
        journal.add(new_head(four_players()), ())
    changed(folder, f"UPDATE games SET {column} WHERE id = 2")  # noqa: S608 - our own
    with pytest.raises(JournalError) as caught:
        opened(folder).good_rows(2)
    assert caught.value.args == (UNREADABLE_GAME,)
    assert opened(folder).rows(1) == ROWS


def test_a_last_row_that_the_index_has_lost_is_missed(folder, saved, opened):
    """Whoever asks for the rows of a game asks the index, which may have rotten by itself."""
    content = (folder / "games.db").read_bytes()
    changed(
        folder,
        "PRAGMA writable_schema = ON",
        "CREATE TABLE apart (game, number, PRIMARY KEY (game, number))",
        "INSERT INTO apart SELECT game, number FROM steps_in_short ORDER BY place LIMIT 4",
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = "
        "'sqlite_autoindex_apart_1') WHERE name = 'sqlite_autoindex_steps_in_short_1'",
    )
    assert (folder / "games.db").read_bytes() != content
    assert opened(folder).good_rows(1) == (ROWS[:4], DAMAGED_END)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_game_of_an_older_release_is_sealed_when_it_is_gone_on_with(tmp_path, opened, number):
    """By seals that are added: its rows stay as they were written."""
    data = shutil.copytree(SETS[number - 1], tmp_path / "data")
    with closing(Journal.open(data)) as journal:
        before = journal.rows(1)
        Session.resume(journal, 1).undo()
        rows = journal.rows(1)
    assert rows[: len(before)] == before
    with database(data) as file:
        sealed = file.execute("SELECT number FROM seals WHERE game = 1").fetchall()
        assert sealed == [(place,) for place in range(len(before) + 1)]
        own = seals_of(file, 1)
        assert [number for number, seal in own if seal is None] == [row.number for row in before]
    changed(data, "UPDATE steps_in_short SET time = '2027' WHERE game = 1 AND number = 2")
    assert opened(data).good_rows(1) == (before[:1], DAMAGED_END)


def test_rows_that_an_older_release_adds_to_a_sealed_game_are_sealed_later(folder, saved, opened):
    with database(folder) as file:
        file.execute(
            "INSERT INTO steps (game, number, kind, time, format) VALUES (1, 6, 'undo', '2026', 4)"
        )
    journal = opened(folder)
    rows = journal.rows(1)
    assert rows[:5] == ROWS
    assert rows[5].format == 4
    assert journal.save(saved, (*rows, row(7))) == 1
    assert journal.rows(1) == (*rows, row(7))
    with database(folder) as file:
        assert file.execute("SELECT number FROM seals").fetchall() == [(6,)]


def test_a_game_that_is_damaged_while_it_is_played_is_written_anew(folder, saved, opened):
    journal = opened(folder)
    other = journal.add(new_head(four_players()), ROWS[:1])
    assert journal.save(saved, (*ROWS, row(6))) == 1
    changed(folder, "UPDATE steps_in_short SET time = '2027' WHERE game = 1 AND number = 6")
    rows = (*ROWS, row(6), row(7))
    assert journal.save(saved, rows) == 3
    assert (journal.notice, journal.trouble) == (WRITTEN_ANEW, None)
    assert journal.save(saved, (*rows, row(8, Kind.UNDO))) == 3
    assert [game.id for game in journal.games()] == [3, other]
    assert journal.head(3).key != saved.key
    with closing(Journal.open(folder)) as later:
        assert later.rows(3) == (*rows, row(8, Kind.UNDO))
        assert later.good_rows(1).rows == ROWS
        assert later.save(saved, (*rows, row(8, Kind.UNDO), row(9))) == 3


def test_a_game_whose_last_row_cannot_be_read_any_more_is_written_anew(folder, saved, opened):
    journal = opened(folder)
    assert journal.save(saved, (*ROWS, row(6))) == 1
    changed(
        folder,
        "UPDATE steps_in_short SET time = CAST(x'ff' AS TEXT) WHERE game = 1 AND number = 6",
    )
    assert journal.save(saved, (*ROWS, row(6), row(7))) == 2
    assert journal.rows(2) == (*ROWS, row(6), row(7))


def test_steps_do_not_take_the_longer_to_seal_the_longer_a_game_is(journal, monkeypatch):
    session = played(Session.begin(journal, two_players()), 30)
    hashed = []
    monkeypatch.setattr(
        "hashlib.blake2b",
        lambda data, digest_size: hashed.append(data) or blake2b(data, digest_size=digest_size),
    )
    session.undo()
    session.redo()
    assert len(hashed) == 2
