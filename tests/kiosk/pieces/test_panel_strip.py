"""The drawn panel: a button to press, lamps to look at, a cable to pull."""

import pytest
from kivy.metrics import dp

from hardware.lamps import Lamp, LampSettings
from kiosk import routes
from kiosk.pieces.panel import simulated_panel_height
from kiosk.ui import theme
from tests.kiosk.inspection import every_size, targets
from tests.kiosk.touch_with_panel import PanelTouchscreen


@pytest.fixture
def touch(size, tmp_path):
    with PanelTouchscreen(tmp_path, size) as touch:
        touch.navigator.go(routes.Start())
        yield touch


def opacities(touch: PanelTouchscreen) -> dict[Lamp, float]:
    """How dark the shade over each lamp is."""
    return {lamp: shade.a for lamp, shade in touch.strip._shades.items()}


def written(touch: PanelTouchscreen) -> set[str]:
    texts = [text for tap in touch.strip.children for text in tap.written_texts]
    assert all(text.fits for text in texts)
    return {text.text for text in texts}


def test_the_strip_is_below_the_screen_and_its_keys_are_large_enough(touch):
    assert touch.strip.box.top == touch.rotated_view.area.y
    assert touch.strip.box.width == touch.navigator.box.width
    found = targets(touch.strip.children)
    assert {target.name for target in found} == {"panel.button", "panel.cable"}
    assert all(min(target.box.width, target.box.height) >= dp(48) - 1 for target in found)
    assert written(touch) == {"Die", "Unplug"}


def test_a_lamp_is_drawn_brighter_the_brighter_it_is(touch):
    dark = opacities(touch)
    assert len(set(dark.values())) == 1
    touch.link.light_by_hand(frozenset({Lamp.STONE, Lamp.RED}))
    touch.wait(0.1)
    lit = opacities(touch)
    assert {lamp for lamp in Lamp if lit[lamp] < dark[lamp]} == {Lamp.STONE, Lamp.RED}
    touch.link.set_lamp_settings(LampSettings(brightness_percent=100))
    touch.wait(0.1)
    assert opacities(touch)[Lamp.RED] < lit[Lamp.RED]


def test_the_button_works_while_a_finger_wanders_off_it(touch):
    heard = []
    touch.navigator.bind(on_touch_down=lambda _navigator, touch: heard.append(touch))
    x, y = touch._place("panel.button")
    touch.slide([(x, y), (x + 5, y + 100), (x + 300, y + 100)])
    touch.wait(0.1)
    assert touch.link.last_press is None, "it was released before it had settled"
    with touch.held_at((x, y)):
        touch.wait(0.1)
    assert touch.link.last_press is not None
    assert not heard, "the screen does not get touches on the strip"


def test_the_cable_is_pulled_and_plugged_in(touch):
    touch.link.light_by_hand(frozenset(Lamp))
    touch.wait(0.1)
    touch.pull_cable()
    assert touch.lit() == set()
    assert written(touch) == {"Die", "Plug in"}
    touch.press()
    assert touch.link.last_press is None
    touch.pull_cable()
    assert touch.lit() == set(Lamp)


@every_size
def test_the_window_is_shared_so_that_the_screen_keeps_its_measures(size):
    width, height = size
    strip = round(theme.STRIP_HEIGHT * theme.pixels_per_dp(width, height))
    assert simulated_panel_height(width, height + strip) == strip
