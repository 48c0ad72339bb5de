"""A long game is read beside all else: a page says how far that is, and everything works."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.errors import JournalError
from companion.memory.database import UNREADABLE
from companion.memory.journal import Journal
from companion.memory.session import ReadGame
from kiosk import game_reading
from kiosk.app_state import AppState
from kiosk.game_reading import GameReading
from kiosk.pages import form_page, start
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.touch import Touchscreen, says

ROWS = 40
READING = "Reading the game"


@pytest.fixture
def slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """A game that counts as long, and is read only once the event is set."""
    left_game(tmp_path, beginning(3), ROWS)
    monkeypatch.setattr(start, "LONG_GAME", ROWS - 1)
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


def test_the_first_page_tells_how_far_it_is_and_then_shows_the_game(
    tmp_path: Path, slowly: Event
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        assert says(touch, f"{READING}: 0 %")
        assert not touch.shows("resume")
        touch.app_state.reading.percent = 40
        touch.wait(1)
        assert says(touch, f"{READING}: 40 %")
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert not says(touch, READING)
        touch.tap("resume")
        assert touch.name == "resume"
        assert len(touch.app_state.game.steps) == ROWS


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
    def refuse(*_game: object) -> ReadGame:
        raise JournalError(UNREADABLE)

    monkeypatch.setattr(ReadGame, "intact_part", refuse)
    with Touchscreen(tmp_path, at="start") as touch:
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert says(touch, "is left out")
        assert not touch.shows("resume")


def test_a_long_game_that_has_ended_is_read_before_its_score_is_shown(
    tmp_path: Path, slowly: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = tmp_path / "ended"
    left_game(ended, beginning(2))
    monkeypatch.setattr(start, "LONG_GAME", game_reading.LONG_GAME)
    with Touchscreen(ended, at="start") as touch:
        assert touch.shows("last_score")  # it is summed up now
    monkeypatch.setattr(form_page, "LONG_GAME", ROWS - 1)
    with Touchscreen(ended, at="start") as touch:
        touch.tap("last_score")
        assert says(touch, READING)
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert touch.name == "end"


def test_a_long_game_of_all_that_were_played_is_read_before_it_is_looked_at(
    tmp_path: Path, slowly: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form_page, "LONG_GAME", ROWS - 1)
    with Touchscreen(tmp_path, at="history") as touch:
        touch.tap("game.1")
        assert says(touch, READING)
        touch.tap("back")
        assert (touch.name, touch.shows("game.1")) == ("history", True)
        touch.tap("game.1")
        slowly.set()
        read_all(touch.app_state)
        touch.wait(1)
        assert touch.name == "past_game"
        assert len(touch.app_state.past.read.timeline.steps) == ROWS


def test_a_game_as_people_play_it_is_read_at_once(tmp_path: Path) -> None:
    left_game(tmp_path, beginning(3))
    app_state = AppState(tmp_path)
    (game,) = app_state.journal.games()
    assert game.rows < game_reading.LONG_GAME / 2
    app_state.close()


def test_a_reading_counts_the_rows_and_tells_what_it_has_read(tmp_path: Path) -> None:
    left_game(tmp_path, beginning(2), ROWS)
    app_state = AppState(tmp_path)
    (game,) = app_state.journal.games()
    reading = GameReading(tmp_path, game)
    reading.wait()
    assert (reading.is_done, reading.percent) == (True, 100)
    assert reading.game() == ReadGame.of(app_state.journal, game.id)._replace(
        timeline=reading.game().timeline
    )
    assert reading.is_of(game)
    app_state.resume(game, reading.game()).undo()
    app_state.finish(60)
    assert not reading.is_of(app_state.journal.games()[0])
    app_state.close()
