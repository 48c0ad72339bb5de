import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.memory.journal import Journal
from kiosk import routes
from kiosk.app_state import LONG_GAME, AppState
from kiosk.pages import past_game, start
from tests.companion.memory.data_folders import changed
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.touch import Touchscreen, says

STEPS = 40
READING = "Reading the game"


@pytest.fixture
def slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    left_game(tmp_path, beginning(3), STEPS)
    for page in (start, past_game):
        monkeypatch.setattr(page, "LONG_GAME", STEPS - 1)
    answers, opened = Event(), Journal.open_for_reading

    def open_slowly(folder: Path) -> Journal:
        answers.wait()
        return opened(folder)

    monkeypatch.setattr(Journal, "open_for_reading", open_slowly)
    yield answers
    answers.set()


def read_all(touch: Touchscreen) -> None:
    for thread in threading.enumerate():
        if thread.name == "saved game":
            thread.join()
    touch.wait(1)


def test_a_long_game_is_read_beside_the_screen_and_goes_on(tmp_path: Path, slowly: Event) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        assert not touch.shows("resume"), "nor is it offered before it is read"
        assert not touch.shows("first_game")
        touch.navigator.go(routes.Games())
        touch.tap("game.1")
        assert says(touch, READING)
        touch.tap("back")
        assert (touch.name, touch.shows("game.1")) == ("games", True)
        touch.tap("game.1")
        touch.navigator.resize(480, 800)
        assert says(touch, READING)
        slowly.set()
        read_all(touch)
        assert touch.name == "past_game"
        touch.tap("go_on")
        assert touch.name == "board_check"
        assert len(touch.app_state.required_session.steps) == STEPS
        touch.navigator.go(routes.Start())
        assert touch.shows("resume")


def test_that_a_long_game_is_damaged_is_said(tmp_path: Path, slowly: Event) -> None:
    changed(tmp_path, "UPDATE steps SET crc = 7 WHERE number = 40")
    with Touchscreen(tmp_path, at="games") as touch:
        touch.tap("game.1")
        slowly.set()
        read_all(touch)
        assert says(touch, "it is damaged. The app repairs it when it starts")


def test_a_game_as_people_play_it_is_read_at_once(tmp_path: Path) -> None:
    left_game(tmp_path, beginning(3))
    app_state = AppState(tmp_path)
    (game,) = app_state.journal.games()
    assert game.number_of_steps < LONG_GAME / 2
    app_state.close()
