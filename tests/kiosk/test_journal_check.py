from collections.abc import Iterator
from contextlib import contextmanager
from os import SEEK_END
from pathlib import Path
from shutil import copytree

import pytest

from companion.memory.session import Session
from kiosk.app import JournalCheck
from kiosk.app_state import AppState
from tests.companion.memory.data_folders import changed
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.touch import WRITING, Touchscreen, says

PAGE = 2048
CURRENT = 4


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Leave three games that have ended, and one that goes on."""
    folder = tmp_path_factory.mktemp("played")
    for seed in range(3):
        left_game(folder, beginning(2), seed=seed)
    left_game(folder, beginning(3), 20)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return copytree(played, tmp_path / "data")


def app_state_of(folder: Path) -> AppState:
    app_state = AppState(folder)
    app_state.resume_game(next(game for game in app_state.journal.games() if game.id == CURRENT))
    return app_state


@contextmanager
def playing(folder: Path, page: str) -> Iterator[Touchscreen]:
    with Touchscreen(folder, app_state=app_state_of(folder), at=page) as touch:
        yield touch


def spoil_an_old_game(folder: Path) -> None:
    """Damage a page of steps that nobody reads when the app starts."""
    with (folder / "games.db").open("r+b") as file:
        file.seek(30 * PAGE)
        file.write(b"\xa5" * PAGE)


def check(touch: Touchscreen) -> str:
    """Check the games, and return the last notice."""
    checking = JournalCheck(touch.navigator)
    checking.job.wait()
    touch.wait(1)
    assert touch.app_state.wait_for_writes(WRITING)
    return "".join(map(str, touch.app_state.notices[-1:]))


def is_saved(app_state: AppState) -> bool:
    again = Session.resume(app_state.journal, app_state.required_session.game_id)
    return (again.state, again.steps) == (
        app_state.required_session.state,
        app_state.required_session.steps,
    )


def test_sound_games_are_left_alone_and_all_there_after_a_later_damage(folder: Path) -> None:
    with playing(folder, "") as touch:
        journal = touch.app_state.journal
        games = [journal.game_rows(number) for number in journal.game_ids()]
        assert check(touch) == ""
        assert len(journal.games()) == len(games) == CURRENT
        spoil_an_old_game(folder)
        assert "nothing is lost" in check(touch)
        assert [journal.game_rows(number) for number in journal.game_ids()] == games


def test_a_damaged_file_is_repaired_and_the_game_at_hand_goes_on(folder: Path) -> None:
    spoil_an_old_game(folder)
    with playing(folder, "table") as touch:
        told = check(touch)
        assert touch.name == "table"
        (kept,) = folder.glob("games.damaged-*.db")
        assert kept.name in told
        assert "1 game is incomplete or lost" in told
        assert is_saved(touch.app_state)


def test_of_a_file_that_cannot_be_read_nobody_says_that_nothing_is_lost(folder: Path) -> None:
    with playing(folder, "table") as touch:
        with (folder / "games.db").open("r+b") as file:
            size = file.seek(0, SEEK_END)
            file.seek(PAGE)
            file.write(b"\xa5" * (size - PAGE))
        told = check(touch)
        assert "nothing is lost" not in told
        assert "only part of it can be read" in told
        (game,) = touch.app_state.journal.games()
        assert (
            touch.app_state.journal.game_rows(game.id) == touch.app_state.required_session.game.rows
        )


def test_a_game_that_is_looked_at_may_be_gone_and_gives_way_to_why(folder: Path) -> None:
    with playing(folder, "games") as touch:
        touch.tap("game.3", "log")
        spoil_an_old_game(folder)
        check(touch)
        assert (touch.name, touch.app_state.viewed_game) == ("start", None)
        assert says(touch, "games.damaged-")
        assert is_saved(touch.app_state)


def test_a_damaged_game_goes_on_as_it_stood_before_and_lists_of_it_give_way_to_why(
    folder: Path,
) -> None:
    changed(folder, "UPDATE steps SET time = '2027' WHERE game = 2 AND number = 2")
    with Touchscreen(folder, at="statistics") as touch:
        check(touch)
        assert touch.name == "start"
        assert says(touch, "1 game is incomplete or lost")
        assert len(touch.app_state.journal.games()) == CURRENT
        assert len(Session.resume(touch.app_state.journal, 2).steps) == 1


def test_an_app_that_ends_repairs_nothing(folder: Path) -> None:
    spoil_an_old_game(folder)
    with Touchscreen(folder, at="start") as touch:
        checking = JournalCheck(touch.navigator)
        checking.close()
        checking.job.wait()
        touch.wait(1)
        assert touch.app_state.notices == []
