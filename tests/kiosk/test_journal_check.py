from collections.abc import Iterator
from os import SEEK_END
from pathlib import Path

import pytest

from companion.memory.session import Session
from kiosk.app import JournalCheck
from kiosk.app_state import AppState
from tests.companion.memory.data_folders import changed
from tests.kiosk.laid_games import app_state_with_game, beginning, left_game
from tests.kiosk.touch import WRITING, Touchscreen, says

PAGE = 2048


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    for seed in range(3):
        left_game(tmp_path, beginning(2), seed=seed)
    return app_state_with_game(tmp_path, beginning(3), 20)


def spoil_an_old_game(folder: Path) -> None:
    """Damage a page of steps that nobody reads when the app starts."""
    with (folder / "games.db").open("r+b") as file:
        file.seek(30 * PAGE)
        file.write(b"\xa5" * PAGE)


def check(touch: Touchscreen) -> None:
    checking = JournalCheck(touch.navigator)
    checking.job.wait()
    touch.wait(1)


def test_sound_games_are_left_alone(tmp_path: Path, app_state: AppState) -> None:
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        check(touch)
        assert app_state.notices == []
        assert len(app_state.journal.games()) == 4


def test_a_damaged_file_is_repaired_and_the_game_at_hand_goes_on(
    tmp_path: Path, app_state: AppState
) -> None:
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        check(touch)
        assert touch.name == "table"
        (kept,) = tmp_path.glob("games.damaged-*.db")
        assert kept.name in str(app_state.notices[-1])
        assert "1 game is incomplete or lost" in str(app_state.notices[-1])
        app_state.wait_for_writes(WRITING)
        game = app_state.session.game_id
        again = Session.resume(app_state.journal, game)
        assert (again.state, again.steps) == (app_state.session.state, app_state.session.steps)


def test_what_was_checked_before_is_all_there_after_the_repair(
    tmp_path: Path, app_state: AppState
) -> None:
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        games = [app_state.journal.game_rows(number) for number in app_state.journal.game_numbers()]
        check(touch)
        spoil_an_old_game(tmp_path)
        check(touch)
        assert "nothing is lost" in str(app_state.notices[-1])
        app_state.wait_for_writes(WRITING)
        assert [
            app_state.journal.game_rows(number) for number in app_state.journal.game_numbers()
        ] == games


def test_of_a_file_that_cannot_be_read_nobody_says_that_nothing_is_lost(
    tmp_path: Path, app_state: AppState
) -> None:
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        app_state.wait_for_writes(WRITING)
        with (tmp_path / "games.db").open("r+b") as file:
            size = file.seek(0, SEEK_END)
            file.seek(PAGE)
            file.write(b"\xa5" * (size - PAGE))
        check(touch)
        assert "nothing is lost" not in str(app_state.notices[-1])
        assert "only part of it can be read" in str(app_state.notices[-1])
        app_state.wait_for_writes(WRITING)
        assert app_state.session is not None
        (game,) = app_state.journal.games()
        assert app_state.journal.game_rows(game.id) == app_state.session.game.rows


@pytest.mark.parametrize("page", ["start", "games", "statistics"])
def test_a_list_of_games_that_may_be_gone_gives_way_to_why(
    tmp_path: Path, app_state: AppState, page: str
) -> None:
    app_state.session = None
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, app_state=app_state, at=page) as touch:
        check(touch)
        assert touch.name == "start"
        assert says(touch, "games.damaged-")


def test_a_game_that_is_looked_at_may_be_gone_too(tmp_path: Path, app_state: AppState) -> None:
    with Touchscreen(tmp_path, app_state=app_state, at="games") as touch:
        touch.tap("game.3", "log")
        spoil_an_old_game(tmp_path)
        check(touch)
        assert (touch.name, app_state.past) == ("start", None)
        app_state.wait_for_writes(WRITING)
        current_session = app_state.session
        assert current_session is not None
        assert current_session.game_id is not None
        assert app_state.journal.game_rows(current_session.game_id) == current_session.game.rows


def test_an_app_that_ends_repairs_nothing(tmp_path: Path, app_state: AppState) -> None:
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, app_state=app_state, at="start") as touch:
        checking = JournalCheck(touch.navigator)
        checking.close()
        checking.job.wait()
        touch.wait(1)
        assert app_state.notices == []


def test_a_damaged_game_is_repaired_and_goes_on_as_it_stood_before(
    tmp_path: Path, app_state: AppState
) -> None:
    changed(tmp_path, "UPDATE steps SET time = '2027' WHERE game = 2 AND number = 2")
    app_state.session = None
    with Touchscreen(tmp_path, app_state=app_state, at="start") as touch:
        check(touch)
        assert says(touch, "1 game is incomplete or lost")
        assert len(app_state.journal.games()) == 4
        assert len(Session.resume(app_state.journal, 2).steps) == 1
