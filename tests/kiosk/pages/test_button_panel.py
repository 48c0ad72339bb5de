from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hardware.lamps import Lamp, LampSettings
from hardware.panel import PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import PanelConfig
from hardware.pins import GpioSettings
from hardware.troubles import TroubleKind, make_trouble
from kiosk import routes
from kiosk.announcer import buzzer_notes
from kiosk.idle_timer import LastButtonPress
from kiosk.pages.button_panel import (
    adjusted_lamp_settings,
    panel_facts,
    panel_headline,
    panel_problems,
)
from kiosk.settings import load_settings
from kiosk.sound import Tone
from kiosk.words import language
from kiosk.words.troubles import TroubleText
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.scenes import PANELS as STATUSES
from tests.kiosk.scenes import FixedPanel, full_disk_for_settings
from tests.kiosk.touch import FRAME, Touchscreen
from tests.kiosk.touch_with_panel import PanelTouchscreen


@pytest.fixture
def touch(tmp_path):
    """A game at the table, and the panel screen before it."""
    app_state = app_state_with_game(tmp_path, beginning(3), 20)
    with PanelTouchscreen(tmp_path, app_state=app_state) as touch:
        touch.navigator.go(routes.Table())
        touch.tap("menu", "menu.settings", "panel")
        touch.wait(0.1)
        yield touch


@contextmanager
def panel_page(folder: Path, panel: FixedPanel) -> Iterator[Touchscreen]:
    with Touchscreen(folder, panel=panel, at="button_panel") as touch:
        yield touch


def test_what_becomes_of_the_panel_is_shown_at_once(tmp_path):
    panel = FixedPanel(STATUSES["searching"])
    with panel_page(tmp_path, panel) as touch:
        assert "No panel has been found yet" in touch.texts()
        assert not touch.shows("lamp.wood")
        panel.status = STATUSES["ready"]
        touch.wait(0.1)
        assert "The panel on the cable works" in touch.texts()
        assert touch.shows("lamp.wood")
        panel.status = STATUSES["foreign"]
        touch.wait(0.1)
        assert "The panel on the cable does not work" in touch.texts()
        assert not touch.shows("lamp.wood")


def test_lamps_are_switched_and_tested_by_touch_and_then_given_back_to_the_game(touch):
    assert touch.looks() == (set(), set())
    for number, lamp in enumerate(Lamp, start=1):
        touch.tap(f"lamp.{lamp}")
        assert touch.looks() == ({*list(Lamp)[:number]}, set())
    for lamp in Lamp:
        touch.tap(f"lamp.{lamp}")
    assert touch.looks() == (set(), set())

    touch.tap("lamp.red", "lamps.test")
    touch.wait(FRAME)  # what the panel shows from now on is drawn with the next frame
    seen = []
    for _frame in range(95):
        touch.wait(FRAME)
        if [*touch.lit()] != seen[-1:]:
            seen += touch.lit()
    assert seen == [*Lamp]
    assert touch.looks() == ({Lamp.RED}, set())

    touch.tap("lamp.stone", "back", "back")
    assert touch.name == "table"
    steady, blinking = touch.looks()
    assert Lamp(touch.app_state.session.state.active) in steady
    assert Lamp.STONE not in blinking
    touch.navigator.go(routes.ButtonPanel())
    assert touch.looks() == (set(), set())


def test_the_last_press_is_shown_with_its_time_and_takes_no_lamp_from_under_a_finger(touch):
    assert "none so far" in touch.texts()
    touch.press()
    at = touch.link.last_press.time.strftime("%H:%M:%S")
    assert at in touch.texts()
    touch.hold(2.1)
    at = touch.link.last_press.time.strftime("%H:%M:%S")
    assert f"{at}, held" in touch.texts()
    with touch.held("lamp.wool"):
        touch.panel.press_button()
        touch.wait(0.1)
        touch.panel.release_button()
        touch.wait(0.1)
    assert touch.link.lamps_lit_by_hand == {Lamp.WOOL}


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("brightness.more", LampSettings(brightness_percent=70)),
        ("brightness.less", LampSettings(brightness_percent=50)),
        ("blink.more", LampSettings(slow_blink_seconds=1.4)),
        ("blink.less", LampSettings(slow_blink_seconds=1.0)),
    ],
)
def test_a_tap_makes_the_lamps_brighter_or_faster_and_keeps_that(touch, tmp_path, key, settings):
    touch.tap("lamp.blue", key)
    assert load_settings(tmp_path).settings.lamps == settings
    touch.wait(0.1)
    assert max(touch.lamp_levels()) == round(255 * settings.brightness_percent / 100)
    assert touch.link.lamp_settings == settings


# What it says


def test_a_disk_that_is_full_is_told_and_the_lamps_are_brighter_all_the_same(touch):
    with full_disk_for_settings():
        touch.tap("lamp.blue", "brightness.more")
        touch.wait(0.1)
    assert max(touch.lamp_levels()) == round(255 * 0.7)
    assert any("No space left on device" in text for text in touch.texts())


NOON = datetime(2026, 5, 17, 12, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "state", "said"),
    [
        (PanelKind.OFF, PanelState.OFF, "The panel is switched off"),
        (PanelKind.OFF, PanelState.TROUBLED, "There is no panel"),
        (PanelKind.SERIAL, PanelState.SEARCHING, "No panel has been found yet"),
        (PanelKind.SERIAL, PanelState.READY, "The panel on the cable works"),
        (PanelKind.GPIO, PanelState.TROUBLED, "The panel on the pins does not work"),
        (PanelKind.SIMULATED, PanelState.READY, "The simulated panel works"),
    ],
)
def test_the_headline_says_how_it_stands(kind, state, said):
    assert panel_headline(PanelStatus(kind, state)) == said


def test_a_serial_panel_tells_port_firmware_last_press_and_what_was_lost():
    status = PanelStatus(
        PanelKind.SERIAL, PanelState.READY, port="/dev/ttyACM0", firmware="1.0.0", missed_presses=2
    )
    assert panel_facts(status, PanelConfig(), LastButtonPress(PressKind.PRESSED, NOON)) == (
        ("Plugged in at", "/dev/ttyACM0"),
        ("Version of its firmware", "1.0.0"),
        ("Last press of its button", "12:04:05"),
        ("Presses lost on the way", "2"),
    )


def test_a_panel_on_the_pins_tells_its_chip_and_the_pins_it_was_given():
    config = PanelConfig(gpio=GpioSettings(button=16))
    status = PanelStatus(PanelKind.GPIO, PanelState.READY, gpio_chip_number=4)
    assert panel_facts(status, config, LastButtonPress(PressKind.HELD, NOON)) == (
        ("Chip of the pins", "/dev/gpiochip4"),
        ("Pin of the button", "GPIO 16"),
        ("Pins of the lamps", "GPIO 27 22 5 6 13 26 23 24 25 12"),
        ("Last press of its button", "12:04:05, held"),
    )


def test_a_buzzer_is_heard_by_touch_and_only_one_that_is_there_has_a_button(tmp_path):
    panel = FixedPanel(STATUSES["buzzer"])
    with panel_page(tmp_path, panel) as touch:
        touch.tap("buzzer.test")
        assert panel.buzzed == [buzzer_notes(Tone.YOUR_TURN)]
        panel.status = STATUSES["ready"]
        touch.wait(0.1)
        assert not touch.shows("buzzer.test")


def test_what_is_wrong_comes_before_what_may_become_wrong():
    status = PanelStatus(
        PanelKind.GPIO,
        PanelState.TROUBLED,
        make_trouble(TroubleKind.CHIP_FORBIDDEN, chip=0),
        (make_trouble(TroubleKind.PIN_HAS_OTHER_USE, pin=2, use="the button", other="I²C"),),
    )
    assert [one.reason for one in panel_problems(status)] == [
        "This program may not open /dev/gpiochip0.",
        "GPIO 2 for the button is also a pin of I²C.",
    ]


def test_a_panel_that_is_switched_off_says_where_and_that_none_is_needed():
    (said,) = panel_problems(PanelStatus(PanelKind.OFF, PanelState.OFF))
    assert said == TroubleText(
        "It is switched off in panel.toml, or by the command that started the app.",
        "A panel is optional: everything can be done on the screen.",
    )


def test_what_the_hardware_fills_in_is_said_in_the_tables_language(monkeypatch):
    class Shouting(language.gettext.NullTranslations):
        def gettext(self, message):
            return message if "{" in message else message.upper()

    monkeypatch.setattr(language._language, "translations", Shouting())
    status = PanelStatus(
        PanelKind.GPIO,
        PanelState.TROUBLED,
        make_trouble(TroubleKind.PIN_BUSY, pin=17, use="the button", error="a {strange} error"),
    )
    (said,) = panel_problems(status)
    assert said.reason == "GPIO 17 for THE BUTTON cannot be used: a {strange} error."


@pytest.mark.parametrize("name", ["brightness", "blink"])
def test_steps_end_where_the_range_does(name):
    settings = LampSettings()
    for _step in range(60):
        settings = adjusted_lamp_settings(settings, name, -1)
    least = settings
    for _step in range(60):
        settings = adjusted_lamp_settings(settings, name, 1)
    ends = {
        "brightness": (least.brightness_percent, settings.brightness_percent),
        "blink": (least.slow_blink_seconds, settings.slow_blink_seconds),
    }
    assert ends[name] == {"brightness": (10, 100), "blink": (0.4, 5.0)}[name]
