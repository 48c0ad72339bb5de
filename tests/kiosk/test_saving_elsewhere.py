from pathlib import Path
from threading import Event

import pytest

from companion.commands import SetPoints
from companion.errors import JournalError
from companion.history import HeadMoveKind
from companion.memory.database import DISK_FULL
from companion.memory.session import read_game
from companion.pieces import MATERIALS
from kiosk import app_state as app_state_module
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.routes import AmendmentKind, StepToAmend
from tests.companion.positions import GREEN
from tests.kiosk.held_disk import held_disk
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.touch import WRITING, Touchscreen, says
from tests.tools.faults import acts

WAIT = "still being saved"


@pytest.fixture
def playing(touch: Touchscreen) -> Touchscreen:
    lay_table(touch, beginning(4), [*MATERIALS] * 2)
    return touch


def done(touch: Touchscreen) -> int:
    return acts(touch.app_state.required_session.game)


def test_no_other_field_is_read_and_none_again(playing: Touchscreen) -> None:
    playing.navigator.go(routes.PrintedFields())
    playing.step()
    with held_disk(playing) as disk:
        playing.tap("icon.wood", "icon.wool")
        number = done(playing)
        for keys in (("icon.stone", "icon.wool"), ("first.again", "again")):
            playing.wait(1)
            playing.tap(*keys)
            assert says(playing, WAIT)
            assert done(playing) == number
        disk.set()
        playing.app_state.wait_for_writes(WRITING)
        playing.wait(1)
        playing.tap("again")
        assert done(playing) == number + 1


def test_nothing_is_corrected(playing: Touchscreen) -> None:
    playing.navigator.go(routes.Correct())
    playing.tap(f"part.{GREEN}", "points.more", "why.0")
    number = done(playing)
    with held_disk(playing) as disk:
        playing.app_state.required_session.undo()
        playing.app_state.required_session.redo()
        playing.tap("correct.done")
        assert says(playing, WAIT)
        disk.set()
        playing.app_state.wait_for_writes(WRITING)
        playing.tap("correct.done")
        assert done(playing) == number + 3
        assert isinstance(
            playing.app_state.required_session.steps[-1].command.changes[0], SetPoints
        )


def test_no_old_step_is_changed(playing: Touchscreen) -> None:
    session = playing.app_state.required_session
    with held_disk(playing) as disk:
        playing.tap("roll" if playing.shows("roll") else "face.wool")
        playing.wait(2)
        number = done(playing)
        playing.navigator.go(routes.Log())
        playing.navigator.go(routes.Correct(StepToAmend(1, AmendmentKind.CHANGE)))
        playing.wait(1)
        playing.tap_plain("copper")
        playing.wait(1)
        if playing.shows("amend.end"):
            playing.tap("amend.end")
            playing.wait(1)
        playing.tap("amend.do")
        assert says(playing, WAIT)
        assert done(playing) == number
        disk.set()
        playing.app_state.wait_for_writes(WRITING)
        playing.wait(1)
        playing.tap("amend.do")
        assert done(playing) == number + 1
        assert session.game.history.moves[-1].kind is HeadMoveKind.BRANCH


def test_no_other_game_takes_its_place(playing: Touchscreen) -> None:
    app_state = playing.app_state
    session = app_state.required_session
    with held_disk(playing) as disk:
        session.undo()
        with pytest.raises(JournalError, match=WAIT):
            app_state.begin_game(beginning(2))
        assert app_state.session is session
        disk.set()
        app_state.wait_for_writes(WRITING)
        assert app_state.begin_game(beginning(2)) is app_state.session


def test_the_machine_and_the_first_page_tell_what_is_not_saved_and_no_more_once_it_is(playing):
    def save(disk: Event) -> None:
        disk.set()
        playing.app_state.wait_for_writes(WRITING)

    with held_disk(playing) as disk:
        playing.app_state.required_session.undo()
        playing.navigator.go(routes.Machine())
        assert says(playing, WAIT)
        assert not says(playing, "Every step of a game is saved")
        save(disk)
        assert not says(playing, WAIT)
        assert says(playing, "Every step of a game is saved")
    with held_disk(playing, DISK_FULL) as disk:
        playing.app_state.required_session.redo()
        playing.navigator.go(routes.Start())
        assert not says(playing, "The disk is full")
        save(disk)
        assert says(playing, "The disk is full")
    playing.app_state.required_session.save_pending()
    playing.app_state.wait_for_writes(WRITING)
    assert not says(playing, "The disk is full")


def test_the_apps_end_waits_for_what_is_being_saved_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_game(tmp_path, beginning(2), 10)
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("resume")
        with held_disk(touch):
            touch.app_state.required_session.undo()
            with monkeypatch.context() as soon:
                soon.setattr(app_state_module, "_CLOSE_SECONDS", 0)
                assert not touch.app_state.close()
    again = AppState(tmp_path)
    assert read_game(again.journal, 1).history.moves[-1].kind is HeadMoveKind.UNDO
    assert again.close()
