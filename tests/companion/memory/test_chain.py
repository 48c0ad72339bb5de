"""Every row of a game has a hash, and what does not fit its hash is not taken for the game."""

from contextlib import closing
from hashlib import blake2b

import pytest
from companion.memory.journal.chain import DAMAGED_END, hash_after, hashed, head_hash
from companion.memory.journal.journal import WRITTEN_ANEW
from companion.memory.journal.rows import Kind, new_head
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import UNREADABLE_GAME, GameHead, Journal
from companion.memory.session import Session
from tests.companion.memory.data_folders import ROWS, changed, database, hash_anew, row
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players


def hashes(file):
    return file.execute("SELECT hash FROM games UNION ALL SELECT hash FROM steps").fetchall()


def test_a_hash_is_what_the_format_says_it_is():
    head = GameHead("key", "2026", "{}", 5)
    first = blake2b(b"3:key,4:2026,2:{},1:5,", digest_size=8).digest()
    assert head_hash(head) == first
    one = replace(ROWS[0], time="größer", events="[]", format=5)
    told = b'1:1,7:command,8:gr\xc3\xb6\xc3\x9fer,7:{"n":1},2:[],1:5,'
    assert list(hashed(first, [one])) == [(one, blake2b(first + told, digest_size=8).digest())]
    assert hash_after(first, (2, None)) == blake2b(first + b"1:2,-,", digest_size=8).digest()


def test_every_row_gets_its_hash_when_it_is_written(folder, saved, opened):
    opened(folder).save(saved, (*ROWS, row(6)))
    with database(folder) as file:
        before = hashes(file)
        hash_anew(file, 1)
        assert hashes(file) == before
        assert len(before) == 7


@pytest.mark.parametrize(
    ("change", "intact"),
    [
        ("UPDATE steps SET events = '[1]' WHERE number = 2", 1),
        ("UPDATE steps SET command = NULL, kind = 'undo' WHERE number = 1", 0),
        ("UPDATE steps SET time = '2027' WHERE number = 5", 4),
        ("UPDATE steps SET format = 4 WHERE number = 3", 2),
        ("UPDATE steps SET hash = x'00' WHERE number = 5", 4),
        ("UPDATE steps SET number = 9 WHERE number = 3", 2),
        ("UPDATE steps SET kind = CAST(x'ff' AS TEXT) WHERE number = 3", 2),
        ("DELETE FROM steps WHERE number = 2", 1),
    ],
)
def test_a_game_is_intact_up_to_the_row_before_the_one_that_is_damaged(
    folder, saved, opened, change, intact
):
    with closing(Journal.open(folder)) as journal:
        journal.add(new_head(four_players()), ROWS[:2])
    changed(folder, "PRAGMA ignore_check_constraints = ON", f"{change} AND game = 1")
    journal = opened(folder)
    assert journal.intact_rows(1) == (ROWS[:intact], DAMAGED_END)
    with pytest.raises(JournalError) as caught:
        journal.rows(1)
    assert caught.value.args == (UNREADABLE_GAME,)
    with pytest.raises(JournalError):
        list(journal.effective_rows(1))
    assert journal.rows(2) == ROWS[:2]


def test_a_hash_that_has_rotten_is_made_up_for_by_the_next(folder, saved, opened):
    changed(folder, "UPDATE steps SET hash = x'00' WHERE number = 3")
    assert opened(folder).rows(1) == ROWS


@pytest.mark.parametrize("column", ["key = 'x'", "started = 'x'", "setup = '{}'", "hash = x'00'"])
def test_a_game_whose_beginning_is_damaged_is_unreadable(folder, saved, opened, column):
    with closing(Journal.open(folder)) as journal:
        journal.add(new_head(four_players()), ())
    changed(folder, f"UPDATE games SET {column} WHERE id = 2")  # noqa: S608 - our own
    with pytest.raises(JournalError) as caught:
        opened(folder).intact_rows(2)
    assert caught.value.args == (UNREADABLE_GAME,)
    assert opened(folder).rows(1) == ROWS


def test_a_last_row_that_the_index_has_lost_is_missed(folder, saved, opened):
    """Whoever asks for the rows of a game asks the index, which may have rotten by itself."""
    content = (folder / "games.db").read_bytes()
    changed(
        folder,
        "PRAGMA writable_schema = ON",
        "CREATE TABLE apart (game, number, PRIMARY KEY (game, number))",
        "INSERT INTO apart SELECT game, number FROM steps ORDER BY place LIMIT 4",
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = "
        "'sqlite_autoindex_apart_1') WHERE name = 'sqlite_autoindex_steps_1'",
    )
    assert (folder / "games.db").read_bytes() != content
    assert opened(folder).intact_rows(1) == (ROWS[:4], DAMAGED_END)


def test_a_game_that_is_damaged_while_it_is_played_is_written_anew(folder, saved, opened):
    journal = opened(folder)
    other = journal.add(new_head(four_players()), ROWS[:1])
    assert journal.save(saved, (*ROWS, row(6))) == 1
    changed(folder, "UPDATE steps SET time = '2027' WHERE game = 1 AND number = 6")
    rows = (*ROWS, row(6), row(7))
    assert journal.save(saved, rows) == 3
    assert (journal.notice, journal.trouble) == (WRITTEN_ANEW, None)
    assert journal.save(saved, (*rows, row(8, Kind.UNDO))) == 3
    assert [game.id for game in journal.games()] == [3, other]
    assert journal.head(3).key != saved.key
    with closing(Journal.open(folder)) as later:
        assert later.rows(3) == (*rows, row(8, Kind.UNDO))
        assert later.intact_rows(1).rows == ROWS
        assert later.save(saved, (*rows, row(8, Kind.UNDO), row(9))) == 3


def test_a_game_whose_last_row_cannot_be_read_any_more_is_written_anew(folder, saved, opened):
    journal = opened(folder)
    assert journal.save(saved, (*ROWS, row(6))) == 1
    changed(
        folder,
        "UPDATE steps SET time = CAST(x'ff' AS TEXT) WHERE game = 1 AND number = 6",
    )
    assert journal.save(saved, (*ROWS, row(6), row(7))) == 2
    assert journal.rows(2) == (*ROWS, row(6), row(7))


def test_steps_do_not_take_the_longer_to_hash_the_longer_a_game_is(journal, monkeypatch):
    session = played(Session.begin(journal, two_players()), 30)
    done = []
    monkeypatch.setattr(
        "hashlib.blake2b",
        lambda data, digest_size: done.append(data) or blake2b(data, digest_size=digest_size),
    )
    session.undo()
    session.redo()
    assert len(done) == 2
