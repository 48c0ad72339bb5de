from pathlib import Path

import pytest

from companion.pieces import FACES
from companion.state import Phase
from kiosk.app_state import AppState
from kiosk.pages.rolls.view import RollSheet, roll_sheet
from kiosk.settings import Settings
from kiosk.words.language import use_language
from tests.kiosk.inspection import faults, ground_faults
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.panel_tables import app_state_at
from tests.kiosk.touch import SIZES, UPRIGHT, Touchscreen


def sheet_of(app_state: AppState) -> RollSheet:
    return roll_sheet(app_state.session.log, app_state.session.state.players)


def test_the_menu_leads_to_the_sheet_and_back_and_changes_nothing(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 80)
    before = app_state.session.log
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.tap("menu", "menu.rolls")
        assert touch.name == "rolls"
        assert {"Bo", "Ria", "Gus", "All"} <= set(touch.texts())
        touch.tap("back")

        assert touch.name == "table"
    assert app_state.session.log == before


@pytest.mark.parametrize("app_die", [True, False], ids=["the app's die", "the wooden die"])
def test_a_roll_of_either_die_is_on_the_sheet_and_in_the_log(tmp_path: Path, app_die) -> None:
    app_state = app_state_at(tmp_path, Phase.ROLL, Settings(motion=False, app_die=app_die))
    before = sheet_of(app_state).together
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        if app_die:
            touch.tap("moves.done")  # its question leaves them no room
            touch.wait(1)
        touch.tap("roll" if app_die else "face.wool")
        step = app_state.session.steps[-1]
        touch.tap("log")
        assert touch.shows(f"entry.{step.number}")
        touch.navigator.go("rolls")

        after = sheet_of(app_state).together
        grown = [new - old for old, new in zip(before.counts, after.counts, strict=True)]
        assert grown == [int(face is step.command.face) for face in FACES]
        assert str(after.rolls) in touch.texts()


def test_before_the_first_roll_nothing_is_shown(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 2)
    with Touchscreen(tmp_path, app_state=app_state, at="rolls") as touch:
        assert "Nobody has rolled yet." in touch.texts()
        assert touch.keys() == ["back"]


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT], ids=str)
@pytest.mark.parametrize(("players", "number"), [(2, 25), (3, 200), (4, 5000)])
def test_the_sheet_is_laid_out_well(tmp_path: Path, size, players: int, number: int) -> None:
    app_state = app_state_with_game(tmp_path, beginning(players, longest=True), number)
    app_state.set(Settings(times=True))
    for _step in range(20):
        app_state.session.undo()
    with Touchscreen(tmp_path, size, app_state=app_state, at="rolls") as touch:
        assert faults(touch) == []
        assert ground_faults(touch) == []


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT], ids=str)
@pytest.mark.parametrize("large", [False, True], ids=["usual letters", "large letters"])
@pytest.mark.parametrize("code", ["de", "fr"])
def test_what_was_taken_back_is_named_in_whole(tmp_path: Path, size, code: str, large) -> None:
    use_language(code)
    app_state = app_state_with_game(tmp_path, beginning(3), 80)
    app_state.set(Settings(times=True, large_letters=large))
    for _step in range(20):
        app_state.session.undo()
    with Touchscreen(tmp_path, size, app_state=app_state, at="rolls") as touch:
        assert sheet_of(app_state).taken_back.rolls
        assert faults(touch) == []
