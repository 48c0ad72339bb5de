"""What is gone of the saved games is noticed: how far each reaches is noted in a second file."""

import shutil
from contextlib import closing

import pytest
from companion.memory.journal.rows import new_head
from companion.memory.journal.tips import known_tips
from companion.memory.journal.verify import ThoroughCheck
from msgspec.structs import replace

from companion.memory.exchange.restore import restore
from companion.memory.journal import Journal
from companion.memory.people import People, join
from companion.memory.session import Session
from kiosk.cli import main
from tests.companion.memory import hostile_backups as made
from tests.companion.memory.data_folders import ROWS, changed
from tests.companion.playing import commands, four_players, two_players


@pytest.fixture
def folder(tmp_path):
    """A data folder with three games: of 5, 9 and 5 rows."""
    with closing(Journal.open(tmp_path)) as journal:
        journal.add(new_head(two_players()), ROWS)
        session = Session.begin(journal, four_players())
        for command in commands(four_players(), 9):
            session.apply(command)
        journal.add(new_head(two_players()), ROWS)
    return tmp_path


@pytest.fixture
def check(capfd):
    """Runs `games --check`; returns its exit status and its lines."""

    def run(folder):
        status = main(["games", "--check", "--data", str(folder)])
        return status, capfd.readouterr().out.splitlines()

    return run


def played_on(journal, game):
    """Resume a game, and take a step back."""
    session = Session.resume(journal, game)
    session.undo()
    return session


def found(folder):
    """The numbers of the games that the thorough check finds damaged, and cut."""
    looking = ThoroughCheck(folder / "games.db")
    looking.run()
    return looking.damaged, looking.cut


def test_what_is_whole_is_as_it_was_written(folder, check):
    assert check(folder) == (0, ["3 games are as they were written"])
    assert found(folder) == ([], [])
    assert [known.number for known in known_tips(folder / "games.db").values()] == [5, 9, 5]


def test_an_end_that_was_cut_off_is_noticed(folder, check):
    changed(folder, "DELETE FROM steps WHERE game = 2 AND number > 7")
    status, (told, whole) = check(folder)
    assert (status, told) == (1, "game 2 has lost its end: it had 9 entries")
    assert whole == "2 games are as they were written"
    assert found(folder) == ([], [2])


@pytest.mark.parametrize("game", [1, 2, 3])
def test_a_game_that_is_gone_is_noticed(folder, check, game):
    changed(
        folder,
        f"DELETE FROM steps WHERE game = {game}",  # noqa: S608 - a number of ours
        f"DELETE FROM games WHERE id = {game}",  # noqa: S608
    )
    status, lines = check(folder)
    assert status == 1
    assert lines[0] == f"game {game} is gone: it had {9 if game == 2 else 5} entries"
    assert found(folder) == ([], [game])


def test_all_games_that_are_gone_are_noticed(folder, check):
    changed(folder, "DELETE FROM steps", "DELETE FROM games")
    assert check(folder)[0] == 1
    assert found(folder) == ([], [1, 2, 3])


def test_an_older_copy_of_the_file_in_its_place_is_noticed(folder, check):
    shutil.copyfile(folder / "games.db", folder / "older.db")
    with closing(Journal.open(folder)) as journal:
        played_on(journal, 2)
    (folder / "games.db").write_bytes((folder / "older.db").read_bytes())
    assert check(folder)[1][0] == "game 2 has lost its end: it had 11 entries"


def test_rows_that_have_all_lost_their_hashes_are_damaged(folder, check):
    changed(folder, "UPDATE games SET hash = x''", "UPDATE steps SET hash = x''")
    status, lines = check(folder)
    assert status == 1
    assert [line for line in lines if "damaged from its beginning on" in line] == lines[:3]


def test_what_is_hidden_is_named(folder, check):
    with closing(Journal.open(folder)) as journal:
        journal.archive(3)
    changed(folder, "INSERT INTO replacements VALUES (1, 2)")
    status, lines = check(folder)
    assert status == 1
    assert "game 1 is hidden by game 2, which is another game" in lines
    assert "taken away: 3" in lines


def test_people_who_are_one_are_named(folder, check):
    with closing(Journal.open(folder)) as journal:
        Session.begin(journal, renamed(two_players(), "Anne", "Carl"))
        people = People.of(journal).by_name
        former = next(name for name in people if name not in ("Anne", "Carl"))
        join(journal, people["Anne"], people[former])
    assert f"one person: {former}, Anne" in check(folder)[1]


def renamed(setup, *names):
    """A setup whose people have these names."""
    seats = [replace(seat, name=name) for seat, name in zip(setup.players, names, strict=True)]
    return replace(setup, players=tuple(seats))


def test_a_damaged_game_that_goes_on_in_its_copy_is_told_and_nothing_is_wrong(folder, check):
    changed(folder, "UPDATE steps SET time = 'never' WHERE game = 2 AND number = 6")
    with closing(Journal.open(folder)) as journal:
        Session.resume(journal, 2)
    status, lines = check(folder)
    assert (status, lines[0]) == (0, "game 2 was damaged, and goes on as game 4")


# It never cries wolf


@pytest.mark.parametrize("lost", ["all", "half a note", "some", "the last"])
def test_notes_that_a_lost_power_has_torn_say_nothing_wrong(folder, check, lost):
    notes = folder / "games.db-tips"
    content = bytearray(notes.read_bytes())
    match lost:
        case "all":
            content = bytearray(len(content))
        case "half a note":
            content[140:192] = bytes(52)
        case "some":
            del content[100:]
        case "the last":
            content[-64:] = bytes(64)
    notes.write_bytes(content)
    assert check(folder) == (0, ["3 games are as they were written"])
    with closing(Journal.open(folder)) as journal:
        assert played_on(journal, 2).unsaved is None
    assert check(folder)[0] == 0


def test_notes_that_lag_behind_say_nothing_wrong(folder, check):
    former = (folder / "games.db-tips").read_bytes()
    with closing(Journal.open(folder)) as journal:
        session = Session.resume(journal, 2)
        for command in commands(four_players(), 40)[9:]:
            session.apply(command)
        Session.begin(journal, two_players())
    (folder / "games.db-tips").write_bytes(former)
    assert check(folder) == (0, ["4 games are as they were written"])


def test_where_notes_cannot_be_written_games_are_saved_all_the_same(folder):
    (folder / "games.db-tips").unlink()
    (folder / "games.db-tips").mkdir()
    with closing(Journal.open(folder)) as journal:
        assert played_on(journal, 2).unsaved is None
    assert known_tips(folder / "games.db") == {}


def test_what_a_game_that_was_cut_goes_on_with_counts_from_then_on(folder, check):
    changed(folder, "DELETE FROM steps WHERE game = 2 AND number > 7")
    with closing(Journal.open(folder)) as journal:
        assert played_on(journal, 2).unsaved is None
    assert check(folder)[0] == 0


def test_after_a_restoring_the_games_that_are_there_now_are_known(folder, tmp_path, check):
    source = tmp_path / "other.meduris-backup"
    source.write_bytes(made.packed(made.without_manifest()))
    restore(folder, source, force=True)
    assert check(folder)[0] == 0
    with closing(Journal.open(folder)) as journal:
        known = known_tips(folder / "games.db")
        assert [one.number for one in known.values()] == [
            len(journal.rows(game)) for game in (1, 2, 3)
        ]
    assert check(folder)[0] == 0


def test_of_a_file_that_has_another_s_place_nothing_is_missed(folder, tmp_path, check):
    with closing(Journal.open(tmp_path / "other")) as journal:
        Session.begin(journal, two_players())
    (folder / "games.db").write_bytes((tmp_path / "other/games.db").read_bytes())
    assert check(folder)[0] == 0
    with closing(Journal.open(folder)):
        assert list(known_tips(folder / "games.db")) == [1]


def test_what_is_set_aside_leaves_no_notes_behind(folder):
    (folder / "games.db").write_bytes(b"damaged" * 1000)
    with closing(Journal.open(folder)) as journal:
        assert journal.notice is not None
        Session.begin(journal, two_players())
    assert list(known_tips(folder / "games.db")) == [1]


def test_a_note_takes_64_bytes_a_game(folder):
    with closing(Journal.open(folder)) as journal:
        played_on(journal, 2)
    assert (folder / "games.db-tips").stat().st_size == 4 * 64
