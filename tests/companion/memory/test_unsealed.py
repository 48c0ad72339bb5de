import shutil
from contextlib import closing
from pathlib import Path

from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import new_head
from companion.memory.journal.unsealed import seal_games, unsealed_games
from companion.memory.session import Session
from tests.companion.memory.data_folders import ROWS, database
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.playing import two_players

BEFORE_SEALS = Path(__file__).parents[2] / "saved_games" / "4"


def test_what_is_saved_today_is_sealed(tmp_path):
    with closing(Journal.open(tmp_path)) as journal:
        journal.add(new_head(two_players()), ROWS)
        assert unsealed_games(journal) == ()


def test_games_of_a_release_without_seals_are_sealed_and_stay_as_they_were(tmp_path):
    shutil.copytree(BEFORE_SEALS, tmp_path, dirs_exist_ok=True)
    with closing(Journal.open(tmp_path)) as journal:
        numbers = sorted(game.id for game in journal.games())
        before = [journal.rows(game) for game in numbers]
        assert unsealed_games(journal) == tuple(numbers)
        assert seal_games(journal) is None
        assert unsealed_games(journal) == ()
        assert [journal.rows(game) for game in numbers] == before


def test_a_game_that_was_sealed_shows_when_it_rots(tmp_path):
    shutil.copytree(BEFORE_SEALS, tmp_path, dirs_exist_ok=True)
    with closing(Journal.open(tmp_path)) as journal:
        seal_games(journal)
    with database(tmp_path) as file:
        for (name,) in file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE steps_in_short SET time = 'later' WHERE game = 1 AND number = 2")
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.good_rows(1).damage is not None


def test_a_damaged_game_that_goes_on_in_a_copy_keeps_no_other_from_its_seals(tmp_path):
    shutil.copytree(BEFORE_SEALS, tmp_path, dirs_exist_ok=True)
    with database(tmp_path) as file:
        # A row that can be read and does not fit: there is nothing to do again.
        file.execute("DROP TRIGGER steps_stay_on_update")
        file.execute(
            "UPDATE steps_in_short SET kind = 'redo', command = NULL, events = NULL "
            "WHERE game = 1 AND number = 60"
        )
    with closing(Journal.open(tmp_path)) as journal:
        Session.resume(journal, 1)
        assert seal_games(journal) is None
        assert unsealed_games(journal) == ()


def test_a_full_disk_says_why_nothing_was_sealed(tmp_path):
    shutil.copytree(BEFORE_SEALS, tmp_path, dirs_exist_ok=True)
    with closing(Journal.open(tmp_path)) as journal:
        before = unsealed_games(journal)
        with full_disk():
            assert seal_games(journal) is not None
    with closing(Journal.open(tmp_path)) as journal:
        assert unsealed_games(journal) == before
