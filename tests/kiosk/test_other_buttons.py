"""A first button or a finger taps: a mouse's wheel and its other buttons do nothing anywhere."""

from kiosk import routes
from kiosk.ui.long_press import PRESS_SECONDS
from tests.kiosk.scenes import SCENES, shown
from tests.kiosk.touch import Layout, Touchscreen
from tests.kiosk.touch_with_panel import PanelTouchscreen

OTHERS = ("scrollup", "scrolldown", "scrollleft", "scrollright", "middle", "right", "mouse4")
"""What Kivy calls the notches of a wheel and all buttons but the first."""


def looks(touch: Touchscreen) -> object:
    session = touch.app_state.session
    return touch.texts(), touch.keys(), session and session.log, touch.app_state.settings


def test_a_wheel_and_other_buttons_do_nothing_on_whatever_takes_touches() -> None:
    def look(touch: Touchscreen, what: str) -> None:
        before = looks(touch)
        for number, tap in enumerate(touch.taps()):
            touch.click(OTHERS[number % len(OTHERS)], tap.box_to_ancestor(touch.page).center)
        touch.click("right", touch.page.box.center, PRESS_SECONDS + 0.1)
        assert looks(touch) == before, what

    for name in ("start", "table: roll", "touches that are put right", "a tie"):
        shown(SCENES[name], Layout((800, 480)), look)


def test_they_do_nothing_on_a_drawn_panel_and_a_notch_of_the_wheel_does_not_lift_a_finger(tmp_path):
    with PanelTouchscreen(tmp_path) as touch:
        for key in ("panel.button", "panel.cable"):
            for button in OTHERS:
                touch.click(button, touch._place(key), 0.1)
        assert touch.panel._presses == 0
        assert touch.panel.is_plugged_in
        touch.navigator.go(routes.Start())
        with touch.held("settings"):
            touch.click("scrollup", touch.place("settings").center)
            assert touch.name == "start"
        assert touch.name == "settings"
