"""The saved games are checked while people play, and set aside where damage is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.memory.session import Session
from kiosk.app_state import AppState
from kiosk.journal_check import JournalCheck
from tests.companion.memory.data_folders import changed
from tests.kiosk.laid_games import app_state_with_game, beginning, left_game
from tests.kiosk.touch import Touchscreen, says

PAGE = 1024


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    """An app state with a game on it, and others in the file."""
    for seed in range(3):
        left_game(tmp_path, beginning(2), seed=seed)
    return app_state_with_game(tmp_path, beginning(3), 20)


def spoil_an_old_game(folder: Path) -> None:
    """Damage a page of steps that nobody reads when the app starts."""
    with (folder / "games.db").open("r+b") as file:
        file.seek(30 * PAGE)
        file.write(b"\xa5" * PAGE)


def check(touch: Touchscreen) -> None:
    """Check until the end, and let the app hear of it."""
    checking = JournalCheck(touch.navigator)
    checking.job.wait()
    touch.wait(1)


def test_sound_games_are_left_alone(tmp_path: Path, app_state: AppState) -> None:
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        check(touch)
        assert app_state.notices == []
        assert len(app_state.journal.games()) == 4


def test_damaged_games_are_set_aside_and_the_one_at_hand_is_saved_anew(
    tmp_path: Path, app_state: AppState
) -> None:
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        check(touch)
        assert touch.name == "table"
        (kept,) = tmp_path.glob("games.unreadable-*.db")
        assert kept.name in str(app_state.notices[-1])
        (game,) = app_state.journal.games()
        again = Session.resume(app_state.journal, game.id)
        assert (again.state, again.steps) == (app_state.session.state, app_state.session.steps)


@pytest.mark.parametrize("page", ["start", "statistics"])
def test_a_list_of_games_that_are_gone_gives_way_to_why(
    tmp_path: Path, app_state: AppState, page: str
) -> None:
    app_state.session = None
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, app_state=app_state, at=page) as touch:
        check(touch)
        assert touch.name == "start"
        assert says(touch, "games.unreadable-")


def test_a_game_that_is_looked_at_is_gone_too_and_no_other_one_is_taken_for_it(
    tmp_path: Path, app_state: AppState
) -> None:
    with Touchscreen(tmp_path, app_state=app_state, at="history") as touch:
        touch.tap("game.3", "log")
        spoil_an_old_game(tmp_path)
        check(touch)
        assert (touch.name, app_state.past) == ("start", None)
        touch.tap("history")
        assert [tap.key for tap in touch.taps() if tap.key.startswith("game.")] == ["game.1"]
        assert app_state.session is not None
        assert app_state.session.game_id == 1


def test_an_app_that_ends_sets_nothing_aside(tmp_path: Path, app_state: AppState) -> None:
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, app_state=app_state, at="start") as touch:
        checking = JournalCheck(touch.navigator)
        checking.close()
        checking.job.wait()
        touch.wait(1)
        assert app_state.notices == []


def test_a_game_that_is_damaged_is_told_and_the_others_stay(
    tmp_path: Path, app_state: AppState
) -> None:
    changed(tmp_path, "UPDATE steps SET time = '2027' WHERE game = 2 AND number = 2")
    app_state.session = None
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        check(touch)
        assert len(app_state.journal.games()) == 4
        (notice,) = app_state.notices
        assert str(notice).startswith("1 saved game is damaged. It can be resumed as it stood")
