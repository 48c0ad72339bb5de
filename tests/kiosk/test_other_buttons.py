"""A first button or a finger taps: a mouse's wheel and its other buttons do nothing anywhere."""

import ast
from pathlib import Path

import kiosk
from kiosk.ui.long_press import PRESS_SECONDS
from kiosk.ui.surface import Surface
from tests.kiosk.scenes import SCENES, shown
from tests.kiosk.touch import Layout, Touchscreen
from tests.kiosk.touch_with_panel import PanelTouchscreen

OTHERS = ("scrollup", "scrolldown", "scrollleft", "scrollright", "middle", "right", "mouse4")
"""What Kivy calls the notches of a wheel and all buttons but the first."""
SHOW_ALL = ("start", "table: action", "touches that are put right", "a tie", "past games")
"""Scenes with all that takes touches."""


def takers() -> set[str]:
    """The classes that say themselves what a touch does."""
    paths = Path(kiosk.__file__).parent.rglob("*.py")
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return {
        node.name
        for node in nodes
        if isinstance(node, ast.ClassDef)
        if any(getattr(one, "name", "") == "on_touch_down" for one in node.body)
    }


def looks(touch: Touchscreen) -> object:
    """All that a tap could have changed."""
    session = touch.app_state.session
    return touch.texts(), touch.keys(), session and session.log, touch.app_state.settings


def test_a_wheel_and_other_buttons_do_nothing_on_whatever_takes_touches() -> None:
    seen, pages = set[str](), set[tuple[str, frozenset[str]]]()

    def look(touch: Touchscreen, what: str) -> None:
        widgets = [*touch.rotated_view.walk()]
        kinds = frozenset(kind.__name__ for one in widgets for kind in type(one).__mro__)
        seen.update(kinds)
        if (touch.name, kinds) in pages:
            return
        pages.add((touch.name, kinds))
        before = looks(touch)
        surfaces = [one for one in touch.widgets() if isinstance(one, Surface)]
        middles = [one.box_relative_to(touch.page).center for one in surfaces]
        for number, point in enumerate(dict.fromkeys(middles)):
            touch.click(OTHERS[number % len(OTHERS)], point)
        touch.click("right", middles[-1], PRESS_SECONDS + 0.1)
        assert looks(touch) == before, what

    for name in SHOW_ALL:
        shown(SCENES[name], Layout((800, 480)), look)
    assert takers() - seen == set()


def test_they_do_nothing_on_a_drawn_panel(tmp_path: Path) -> None:
    with PanelTouchscreen(tmp_path) as touch:
        for key in ("panel.button", "panel.cable"):
            for button in OTHERS:
                touch.click(button, touch._place(key), 0.1)
        assert touch.panel._presses == 0
        assert touch.panel.is_plugged_in


def test_a_notch_of_the_wheel_does_not_lift_a_finger(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        with touch.held("settings"):
            touch.click("scrollup", touch.place("settings").center)
            assert touch.name == "start"
        assert touch.name == "settings"
