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
from tests.kiosk.panel_tables import CALM, app_state_at, expected, rolls, steps_until
from tests.kiosk.recorded_games import script
from tests.kiosk.touch_with_panel import PanelTouchscreen

# The lamps of a state


def test_the_active_player_is_steady_and_the_face_stays_lit() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ACTION)

    assert lamp_pattern_for_game(state, Face.PLUS) == make_lamp_pattern(
        steady=[Lamp.BLUE, Lamp.PLUS]
    )


def test_all_who_share_the_victory_shine() -> None:
    won = position(BLUE, GREEN, RED, phase=Phase.FINISHED)
    state = replace(won, winners=(BLUE, RED), active=None, pending=())

    assert lamp_pattern_for_game(state, None) == make_lamp_pattern(steady=[Lamp.BLUE, Lamp.RED])


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


def test_pulling_the_cable_is_marked_and_the_game_goes_on(rolling):
    assert not rolling.shows("panel_mark")
    rolling.pull_cable()
    assert rolling.shows("panel_mark")
    assert rolling.lit() == set()
    before = len(rolls(rolling))
    roll_by_touch(rolling)
    assert len(rolls(rolling)) == before + 1
    assert rolling.shows("panel_mark")
    rolling.tap("panel_mark")
    assert rolling.name == "button_panel"
    assert "The panel at the screen was unplugged." in rolling.texts()


def test_a_cable_plugged_in_again_clears_the_mark_and_lights_what_has_come_since(rolling):
    rolling.pull_cable()
    roll_by_touch(rolling)
    rolling.pull_cable()
    assert not rolling.shows("panel_mark")
    state = rolling.app_state.session.state
    assert rolling.looks() == expected(state, rolls(rolling)[-1])


def test_a_cable_pulled_while_the_die_tumbles_stops_nothing(lively):
    before = len(rolls(lively))
    lively.press()
    lively.wait(0.1)
    lively.pull_cable()
    lively.wait(2.0)
    assert len(rolls(lively)) == before + 1
    assert lively.shows("panel_mark")


# Settings


def test_the_tables_settings_come_before_those_of_the_file(tmp_path):
    config = PanelConfig(lamps=LampSettings(brightness_percent=30))
    app_state = app_state_at(tmp_path, Phase.ACTION)
    with PanelTouchscreen(tmp_path, app_state=app_state, config=config) as touch:
        touch.navigator.go(routes.Table())
        touch.wait(0.1)
        assert max(touch.frame()) == round(255 * 0.3)
        touch.link.set_lamp_settings(LampSettings(brightness_percent=80))
        touch.wait(0.1)
        assert max(touch.frame()) == round(255 * 0.8)
    assert load_settings(tmp_path).settings == replace(
        CALM, lamps=LampSettings(brightness_percent=80)
    )


def test_kept_settings_hold_from_the_next_start_on(tmp_path):
    settings = replace(CALM, lamps=LampSettings(brightness_percent=10, slow_blink_seconds=4.0))
    app_state = app_state_with_game(
        tmp_path, beginning(3), steps_until(Phase.OFFERING, of_another=True)
    )
    app_state.settings = settings
    with PanelTouchscreen(tmp_path, app_state=app_state) as touch:
        touch.navigator.go(routes.Table())
        touch.wait(0.1)
        assert max(touch.frame()) == round(255 * 0.1)
        assert touch.link.lamp_settings.slow_blink_seconds == 4.0
        lit = touch.lit()
        touch.wait(1.6)
        assert touch.lit() == lit, "it blinks faster than it should"
        touch.wait(0.5)
        assert touch.lit() < lit


def test_an_idle_table_redraws_nothing_for_the_panel(rolling):
    rolling.wait(1.0)
    canvas = rolling._window.kivy.canvas
    rolling._window.draw()
    assert not canvas.needs_redraw
    rolling.wait(2.0)
    assert not canvas.needs_redraw
