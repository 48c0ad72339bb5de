"""A long game is read in a thread: a page says so, and everything works meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.errors import JournalError
from companion.memory.database import UNREADABLE
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from kiosk import game_reading
from kiosk.app_state import AppState
from kiosk.game_reading import GameReading
from kiosk.pages import form_page, start
from tests.companion.memory.data_folders import changed
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.touch import Touchscreen, says

STEPS = 40
READING = "Reading the game"


@pytest.fixture
def slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """A game that counts as long, and is read only once the event is set."""
    left_game(tmp_path, beginning(3), STEPS)
    monkeypatch.setattr(start, "LONG_GAME", STEPS - 1)
    answers, opened = Event(), Journal.open_for_reading

    def open_slowly(folder: Path) -> Journal:
        answers.wait()
        return opened(folder)

    monkeypatch.setattr(Journal, "open_for_reading", open_slowly)
    yield answers
    answers.set()


def read_all(app_state: AppState) -> None:
    assert app_state.reading is not None
    app_state.reading.wait()


def test_the_first_page_tells_that_it_is_read_and_then_shows_it(
    tmp_path: Path, slowly: Event
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        assert says(touch, READING)
        assert not touch.shows("resume")
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert not says(touch, READING)
        touch.tap("resume")
        assert touch.name == "resume"
        assert len(touch.app_state.game.steps) == STEPS


def test_everything_else_can_be_done_meanwhile_and_it_is_read_only_once(
    tmp_path: Path, slowly: Event
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        reading = touch.app_state.reading
        touch.tap("settings", "back")
        assert touch.app_state.reading is reading
        assert says(touch, READING)
        touch.tap("new_game")
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert touch.name == "new_game"
        touch.tap("back")
        assert touch.shows("resume")
        assert touch.app_state.reading is reading


def test_a_long_game_that_cannot_be_read_is_told_and_left_out(
    tmp_path: Path, slowly: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_game: object) -> PlayedGame:
        raise JournalError(UNREADABLE)

    monkeypatch.setattr(game_reading, "read_game", refuse)
    with Touchscreen(tmp_path, at="start") as touch:
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert says(touch, "is left out")
        assert not touch.shows("resume")


def test_a_long_game_that_is_damaged_goes_on_as_it_stood_before_that(
    tmp_path: Path, slowly: Event
) -> None:
    changed(tmp_path, "UPDATE steps SET crc = 7 WHERE number = 40")
    with Touchscreen(tmp_path, at="start") as touch:
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert says(touch, "is damaged")
        touch.tap("resume")
        assert touch.name == "resume"
        assert len(touch.app_state.game.steps) == STEPS - 1


def test_a_long_game_that_has_ended_is_read_before_its_score_is_shown(
    tmp_path: Path, slowly: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = tmp_path / "ended"
    left_game(ended, beginning(2))
    monkeypatch.setattr(start, "LONG_GAME", game_reading.LONG_GAME)
    with Touchscreen(ended, at="start") as touch:
        assert touch.shows("last_score")  # it is summed up now
    monkeypatch.setattr(form_page, "LONG_GAME", STEPS - 1)
    with Touchscreen(ended, at="start") as touch:
        touch.tap("last_score")
        assert says(touch, READING)
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert touch.name == "past_game"
        assert says(touch, "Points by turn")


def test_a_long_game_of_all_that_were_played_is_read_before_it_is_looked_at(
    tmp_path: Path, slowly: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form_page, "LONG_GAME", STEPS - 1)
    with Touchscreen(tmp_path, at="games") as touch:
        touch.tap("game.1")
        assert says(touch, READING)
        touch.tap("back")
        assert (touch.name, touch.shows("game.1")) == ("games", True)
        touch.tap("game.1")
        touch.navigator.resize(480, 800)
        assert says(touch, READING)
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert touch.name == "past_game"
        assert len(touch.app_state.past.game.steps) == STEPS


def test_a_game_as_people_play_it_is_read_at_once(tmp_path: Path) -> None:
    left_game(tmp_path, beginning(3))
    app_state = AppState(tmp_path)
    (game,) = app_state.journal.games()
    assert game.steps < game_reading.LONG_GAME / 2
    app_state.close()


def test_a_reading_knows_the_game_as_long_as_nobody_goes_on_with_it(tmp_path: Path) -> None:
    left_game(tmp_path, beginning(2), STEPS)
    app_state = AppState(tmp_path)
    (game,) = app_state.journal.games()
    reading = GameReading(tmp_path, game)
    reading.wait()
    assert len(reading.game().steps) == STEPS
    assert reading.is_of(game)
    app_state.resume(game, reading.game()).undo()
    app_state.finish(60)
    assert not reading.is_of(app_state.journal.games()[0])
    app_state.close()
