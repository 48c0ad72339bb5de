from msgspec.structs import replace

from companion.pieces import Face
from companion.state import Phase
from hardware.lamps import Lamp, LampSettings, make_lamp_pattern
from hardware.panel_config import PanelConfig
from kiosk import routes
from kiosk.panel_link import lamp_pattern_for_game
from kiosk.settings import load_settings
from tests.companion.playthrough import steps
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.panel_tables import expected, rolls, steps_until
from tests.kiosk.recorded_games import script
from tests.kiosk.touch_with_panel import PanelTouchscreen

# The lamps of a state


def test_the_active_player_and_the_face_are_steady_and_all_who_share_the_victory() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ACTION)
    steady = [Lamp.BLUE, Lamp.PLUS]
    assert lamp_pattern_for_game(state, Face.PLUS) == make_lamp_pattern(steady=steady)
    won = position(BLUE, GREEN, RED, phase=Phase.FINISHED)
    state = replace(won, winners=(BLUE, RED), active=None, pending=())
    steady = [Lamp.BLUE, Lamp.RED]
    assert lamp_pattern_for_game(state, None) == make_lamp_pattern(steady=steady)


def test_at_every_step_of_a_game_the_lamps_are_those_of_the_deciders() -> None:
    for step in steps(script(3)):
        shown = lamp_pattern_for_game(step.after, None)
        assert (shown.steady, shown.blinking) == expected(step.after, None)


# At the table


def test_taking_back_and_doing_again_bring_the_lamps_of_that_moment(rolling):
    asked = rolling.looks()
    rolling.press()
    rolled = rolling.looks()
    assert asked != rolled
    rolling.tap("undo")
    assert rolling.looks() == asked
    rolling.tap("redo")
    assert rolling.looks() == rolled


# The cable


def roll_by_touch(touch: PanelTouchscreen) -> None:
    touch.wait(1)
    touch.tap("roll")


def test_a_cable_that_is_pulled_is_marked_until_it_lights_again_what_has_come_since(rolling):
    assert not rolling.shows("panel_mark")
    rolling.pull_cable()
    assert rolling.shows("panel_mark")
    assert rolling.lit() == set()
    before = len(rolls(rolling))
    rolling.wait(1)
    rolling.tap("roll")
    assert len(rolls(rolling)) == before + 1
    assert rolling.shows("panel_mark")
    rolling.tap("panel_mark")
    assert rolling.name == "button_panel"
    assert "The panel at the screen was unplugged." in rolling.texts()
    rolling.tap("back")
    rolling.pull_cable()
    assert not rolling.shows("panel_mark")
    assert rolling.looks() == expected(rolling.app_state.session.state, rolls(rolling)[-1])


def test_a_cable_pulled_while_the_die_tumbles_stops_nothing(lively):
    before = len(rolls(lively))
    lively.press()
    lively.wait(0.1)
    lively.pull_cable()
    lively.wait(2.0)
    assert len(rolls(lively)) == before + 1
    assert lively.shows("panel_mark")


# Settings


def test_the_tables_settings_come_before_those_of_the_file_and_are_kept(tmp_path):
    commands = steps_until(Phase.OFFERING, of_another=True)
    app_state = app_state_with_game(tmp_path, beginning(3), commands)
    config = PanelConfig(lamps=LampSettings(brightness_percent=30))
    settings = LampSettings(brightness_percent=80, slow_blink_seconds=4.0)
    with PanelTouchscreen(tmp_path, app_state=app_state, config=config) as touch:
        touch.navigator.go(routes.Table())
        touch.wait(0.1)
        assert max(touch.lamp_levels()) == round(255 * 0.3)
        touch.link.set_lamp_settings(settings)
        assert touch.link.lamp_settings == settings
        touch.wait(0.1)
        assert max(touch.lamp_levels()) == round(255 * 0.8)
        lit = touch.lit()
        touch.wait(1.6)
        assert touch.lit() == lit, "it blinks faster than it should"
        touch.wait(0.5)
        assert touch.lit() < lit
    assert load_settings(tmp_path).settings.lamps == settings


def test_an_idle_table_redraws_nothing_for_the_panel(rolling):
    rolling.wait(1.0)
    canvas = rolling._window.kivy.canvas
    rolling._window.draw()
    assert not canvas.needs_redraw
    rolling.wait(2.0)
    assert not canvas.needs_redraw
