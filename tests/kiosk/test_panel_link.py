import pytest

from companion.commands import DeclareEnd
from companion.game import legal_commands
from companion.pieces import Face
from companion.state import Phase
from hardware.lamps import Lamp, LampSettings
from hardware.open_panel import AbsentPanel
from hardware.panel import PanelKind, PanelState, PanelStatus
from hardware.panel_config import PanelConfig
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.pages.table.draft import EmptyDraft
from kiosk.pieces.die import TumblingDie
from kiosk.settings import Settings
from tests.companion.playthrough import FOLDER, extract, steps
from tests.kiosk.panel_tables import CALM, DIE, app_state_at, expected, film, rolls, turn_lamp
from tests.kiosk.touch import FRAME, Touchscreen, route, says
from tests.kiosk.touch_with_panel import PanelTouchscreen

# A press


def test_a_press_rolls_as_a_tap_does_when_the_roll_is_asked(rolling):
    before = len(rolls(rolling))
    who = turn_lamp(rolling)
    rolling.press()

    face = rolls(rolling)[-1]
    assert len(rolls(rolling)) == before + 1
    assert rolling.app_state.session.game.face_rolled_this_turn is face
    assert rolling.board.picture.die_face is face
    steady, blinking = rolling.looks()
    assert steady == {who, Lamp(face)}
    assert blinking <= {Lamp(color) for color in ("purple", "blue", "green", "red")}


def test_the_die_tumbles_under_a_second_on_both_whatever_is_pressed_and_shows_the_same_face(
    lively, monkeypatch
):
    monkeypatch.setattr(lively.app_state, "roll_die", lambda: Face.MINUS)
    before = len(rolls(lively))
    lively.push()
    assert len(rolls(lively)) == before, "it tumbles first"
    seen = film(lively, 0.25)
    lively.push()
    seen += film(lively, 0.5625)
    assert len(seen) > 5
    assert all(len(lit) == 1 for lit in seen[1:]), "one lamp at a time, and never none"
    assert rolls(lively)[before:] == [Face.MINUS]
    assert lively.board.picture.die_face is Face.MINUS
    assert film(lively, 2.0) == [{Lamp(Face.MINUS)}]


def test_the_die_on_the_screen_takes_as_long_as_the_lamps_do(tmp_path):
    config = PanelConfig(lamps=LampSettings(tumble_seconds=0.3))
    app_state = app_state_at(tmp_path, Phase.ROLL, Settings())
    with PanelTouchscreen(tmp_path, app_state=app_state, config=config) as touch:
        touch.navigator.go(routes.Table())
        before = len(rolls(touch))
        touch.push()
        touch.wait(0.2)
        assert len(rolls(touch)) == before
        touch.wait(0.2)
        assert len(rolls(touch)) == before + 1
        assert touch.lit() & DIE == {Lamp(rolls(touch)[-1])}


def test_a_finger_that_ends_the_tumbling_ends_it_on_the_lamps_too(lively):
    lively.press()
    lively.wait(0.1)
    lively.tap_at((700, 200))
    lively.wait(0.1)
    assert film(lively, 1.0) == [{Lamp(rolls(lively)[-1])}]


def test_the_face_stays_lit_until_the_turn_ends(rolling):
    rolling.press()
    session = rolling.app_state.session
    face, player = Lamp(rolls(rolling)[-1]), session.state.active
    for _command in range(50):
        if session.state.active != player or session.state.phase is Phase.ROLL:
            break
        session.apply(next(iter(legal_commands(session.state))))
        rolling.page.refresh()
        rolling.wait(0.1)
        if session.state.active == player and session.state.phase is not Phase.ROLL:
            assert rolling.lit() & DIE == {face}
    assert session.state.active != player
    rolling.wait(0.1)
    assert rolling.lit() & DIE == set()


def test_a_turn_that_ends_the_game_before_its_roll_shows_no_face(tmp_path):
    script = extract((FOLDER / "hoarders-won-by-chips.txt").read_text(encoding="utf-8"))
    played = [step.command for step in steps(script)]
    declared = next(number for number, one in enumerate(played) if isinstance(one, DeclareEnd))
    app_state = AppState(tmp_path)
    session = app_state.begin_game(script.setup)
    with PanelTouchscreen(tmp_path, app_state=app_state) as touch:
        for command in played[: declared + 1]:
            session.apply(command)
        touch.navigator.go(routes.Table())
        assert session.state.phase is not Phase.ROLL
        assert touch.looks() == expected(session.state, None)
        assert touch.board.picture.die_face is None


# A press while a finger is on the screen


def test_a_finger_on_a_button_at_the_press_does_nothing_to_the_roll(lively, monkeypatch):
    monkeypatch.setattr(lively.app_state, "roll_die", lambda: Face.PLUS)
    steps = len(lively.app_state.session.steps)
    for key in ("roll", "undo", "menu"):
        with lively.held(key):
            lively.panel.press_button()
            lively.wait(0.06)
            lively.panel.release_button()
            lively.wait(0.06)
        lively.wait(2.0)
        assert len(lively.app_state.session.steps) == steps + 1
        assert rolls(lively)[-1] is Face.PLUS
        assert (lively.name, lively.page.draft) == ("table", EmptyDraft())
        assert not any(isinstance(widget, TumblingDie) for widget in lively.widgets())
        assert not says(lively, "Not possible")
        lively.tap("undo")
        lively.wait(2.0)


# A press at any other time


def changed_nothing(touch: PanelTouchscreen) -> None:
    def all_there_is() -> tuple:
        looks = touch.looks()
        return (len(touch.app_state.session.log), touch.name, touch.keys(), touch.texts(), looks)

    before = all_there_is()
    touch.push()
    assert film(touch, 1.0).count(DIE) == 2, "it blinks twice"
    assert all_there_is() == before


def test_not_now_while_somebody_looks_at_something_else_or_the_table_rolls_the_wooden_die(rolling):
    rolling.app_state.set_settings(Settings(motion=False, app_die=False))
    rolling.navigator.go(routes.Table())
    steps = len(rolling.app_state.session.steps)
    rolling.push()
    assert film(rolling, 1.0).count(DIE) == 2, "it blinks twice"
    assert len(rolling.app_state.session.steps) == steps
    assert says(rolling, "You roll the wooden die")
    rolling.app_state.set_settings(CALM)
    rolling.navigator.go(routes.Table())
    free = rolling.app_state.session.state.buildings.index(None) + 1
    for keys in ("menu", "menu.hands", "back why"):
        rolling.tap(*keys.split())
        changed_nothing(rolling)
    rolling.tap("back")
    rolling.tap_field(free)
    changed_nothing(rolling)
    for name in ("start", "log", "settings", "correct"):
        rolling.navigator.go(route(name))
        changed_nothing(rolling)


def test_not_now_without_any_game(tmp_path):
    with PanelTouchscreen(tmp_path) as touch:
        touch.navigator.go(routes.Start())
        touch.wait(0.1)
        assert touch.lit() == set()
        touch.push()
        assert DIE in film(touch, 0.6)
        assert touch.lit() == set()


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.ACTION], ids=str)
def test_while_something_else_is_asked_a_press_is_not_now_and_a_hold_tests_the_lamps_one_by_one(
    tmp_path, phase
):
    with PanelTouchscreen(tmp_path, app_state=app_state_at(tmp_path, phase)) as touch:
        touch.navigator.go(routes.Table())
        changed_nothing(touch)
        before = (len(touch.app_state.session.log), touch.looks())
        touch.hold(2.1)
        seen = []
        for _frame in range(100):
            touch.wait(FRAME)
            if len(touch.lit()) == 1 and [*touch.lit()] != seen[-1:]:
                seen += touch.lit()
        assert seen[: len(Lamp)] == list(Lamp)
        assert (len(touch.app_state.session.log), touch.looks()) == before


def test_no_panel_is_not_asked_for_presses(tmp_path, monkeypatch):
    absent = AbsentPanel(PanelStatus(PanelKind.OFF, PanelState.OFF))
    with Touchscreen(tmp_path, panel=absent, at="start") as touch:
        asked = []
        monkeypatch.setattr(absent, "poll", lambda: asked.append("poll"))
        touch.wait(1)
    assert asked == []
