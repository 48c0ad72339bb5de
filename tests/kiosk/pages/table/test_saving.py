"""A step shows as saving until it is on the disk; nobody decides before, everybody may look."""

import pytest

from companion.memory.database import HELD
from companion.pieces import Color
from kiosk.pages.table.column import RightColumn
from kiosk.pages.table.saving import HANGS_AFTER, SHINES_AFTER, SavingSign
from tests.kiosk.held_disk import held_disk
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import lay_table, state
from tests.kiosk.touch import Touchscreen, says
from tests.kiosk.touch_with_panel import PanelTouchscreen

PURPLE, BLUE = Color.PURPLE, Color.BLUE
WAIT = "still being saved"
COMES = "Yours comes right after it"
HANGS = "The disk does not respond"
A_MOMENT = 2 * SHINES_AFTER


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    lay_table(screen, beginning(2), app_die=False)
    return screen


def shines(touch: Touchscreen) -> bool:
    (light,) = (widget for widget in touch.widgets() if isinstance(widget, SavingSign))
    return bool(light.canvas.children)


def steps(touch: Touchscreen) -> int:
    return len(touch.app_state.required_session.steps)


def test_a_step_is_shown_at_once_and_as_saving_until_it_is_on_the_disk(touch):
    with held_disk(touch) as disk:
        touch.tap("face.wool")
        assert touch.shows("aim.hut")
        assert not shines(touch)
        touch.wait(A_MOMENT)
        assert shines(touch)
        touch.tap_field(7)
        assert touch.page.draft.field == 7, "everything can be looked at"
        touch.tap("menu")
        assert touch.shows("menu.correct")
        touch.tap("menu.log")
        assert touch.name == "log"
        touch.tap("back")
        touch.wait(A_MOMENT)
        assert shines(touch)
        assert not says(touch, WAIT)
        disk.set()
        touch.app_state.wait_for_writes(60)
        assert not shines(touch)


def test_on_a_disk_as_it_should_be_nothing_shines_and_nothing_is_shown_anew(touch, monkeypatch):
    shown = []
    monkeypatch.setattr(SavingSign, "fill", lambda *_of, **_how: shown.append("light"))
    show = RightColumn.show
    monkeypatch.setattr(RightColumn, "show", lambda *of: shown.append("column") or show(*of))
    touch.tap("face.wool")
    touch.wait(A_MOMENT)
    assert shown == ["column"]


@pytest.mark.parametrize("changes_mind", [False, True])
def test_what_was_decided_while_a_step_was_saving_is_done_once_that_is_saved(touch, changes_mind):
    with held_disk(touch) as disk:
        touch.tap("face.plus")
        touch.wait(1)
        before, number = state(touch), steps(touch)
        taps = ((f"take.{PURPLE}.wood", COMES), ("undo", WAIT))
        for key, told in taps if changes_mind else taps[:1]:
            touch.tap_at_once(key)
            touch.wait(1)
            assert (state(touch), steps(touch)) == (before, number)
            assert touch.app_state.session.answers_so_far == ()
            assert says(touch, told)
            assert faults(touch) == []
        disk.set()
        touch.app_state.wait_for_writes(60)
        assert not says(touch, WAIT)
        done = [answer.by for answer in touch.app_state.session.answers_so_far]
        assert done == ([] if changes_mind else [PURPLE])
    if changes_mind:
        touch.tap(f"take.{PURPLE}.wood")
    touch.tap(f"take.{BLUE}.none")
    assert steps(touch) == number + 2


def test_a_roll_that_was_asked_for_while_a_step_was_saving_is_rolled_once(lively: PanelTouchscreen):
    with held_disk(lively) as disk:
        lively.tap("undo")
        lively.wait(1)
        while not lively.page.asks_for_roll:
            lively.page.session.redo()
        before = steps(lively)
        lively.page.roll_die()
        lively.page.roll_die()
        lively.wait(1)
        assert steps(lively) == before
        assert says(lively, WAIT)
        disk.set()
        lively.app_state.wait_for_writes(60)
        lively.wait(2)
    assert steps(lively) == before + 1


def test_a_decision_comes_late_only_where_its_player_has_gone_on_to_nothing_else(touch):
    touch.tap("face.wool")
    touch.wait(1)
    with held_disk(touch) as disk:
        touch.tap("undo")
        touch.wait(1)
        number = steps(touch)
        touch.tap_at_once("face.plus")
        touch.wait(1)
        touch.tap("menu")
        disk.set()
        touch.app_state.wait_for_writes(60)
        touch.wait(1)
        assert steps(touch) == number


def test_a_disk_that_hangs_is_told_until_it_answers(screen):
    lay_table(screen, beginning(4, longest=True), app_die=False)
    with held_disk(screen) as disk:
        screen.tap("face.plus")
        screen.wait(1)
        screen.tap_at_once(f"take.{state(screen).decider}.wood")
        screen.wait(HANGS_AFTER - 2)
        assert not says(screen, HANGS)
        screen.wait(2)
        assert says(screen, HANGS)
        assert not says(screen, WAIT)
        assert faults(screen) == []
        screen.tap("told")
        assert says(screen, "every earlier step is saved")
        assert faults(screen) == []
        screen.tap("back")
        disk.set()
        screen.app_state.wait_for_writes(60)
        assert not says(screen, HANGS)
    assert screen.app_state.session.answers_so_far == (), "a decision does not come after that"


def test_a_file_that_another_program_holds_is_told_and_the_game_goes_on(touch):
    with held_disk(touch, HELD) as disk:
        touch.tap("face.plus")
        touch.wait(A_MOMENT)
        assert shines(touch)
        disk.set()
        touch.app_state.wait_for_writes(60)
        assert says(touch, "Another program is using the saved games")
        assert not shines(touch)
        before = steps(touch)
        touch.tap(f"take.{PURPLE}.wood", f"take.{BLUE}.none")
        assert steps(touch) == before + 2
