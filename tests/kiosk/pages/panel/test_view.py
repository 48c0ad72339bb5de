"""What the panel screen says of a panel, read without a window."""

from datetime import UTC, datetime

import pytest

from hardware.lamps import LampSettings
from hardware.panel import PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import PanelConfig, parse_panel_config
from hardware.pins import GpioSettings
from hardware.troubles import TroubleKind, trouble
from kiosk.idle_timer import PressSeen
from kiosk.pages.panel.view import Advice, Fact, advices, facts, headline, stepped
from kiosk.words import language

NOON = datetime(2026, 5, 17, 12, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "state", "said"),
    [
        (PanelKind.OFF, PanelState.OFF, "The panel is switched off"),
        (PanelKind.OFF, PanelState.TROUBLED, "There is no panel"),
        (PanelKind.SERIAL, PanelState.SEARCHING, "No panel has been found so far"),
        (PanelKind.SERIAL, PanelState.READY, "The panel at the cable works"),
        (PanelKind.GPIO, PanelState.TROUBLED, "The panel on the pins does not work"),
        (PanelKind.SIMULATED, PanelState.READY, "The simulated panel works"),
    ],
)
def test_the_headline_says_how_it_stands(kind, state, said):
    assert headline(PanelStatus(kind, state)) == said


def test_a_serial_panel_tells_port_firmware_last_press_and_what_was_lost():
    status = PanelStatus(
        PanelKind.SERIAL, PanelState.READY, port="/dev/ttyACM0", firmware="1.0.0", missed=2
    )
    assert facts(status, PanelConfig(), PressSeen(PressKind.PRESSED, NOON)) == (
        Fact("Plugged in at", "/dev/ttyACM0"),
        Fact("Version of its firmware", "1.0.0"),
        Fact("Last press of its button", "12:04:05"),
        Fact("Presses lost on the way", "2"),
    )


def test_a_panel_on_the_pins_tells_its_chip_and_the_pins_it_was_given():
    config = PanelConfig(gpio=GpioSettings(button=16))
    status = PanelStatus(PanelKind.GPIO, PanelState.READY, chip=4)
    assert facts(status, config, PressSeen(PressKind.HELD, NOON)) == (
        Fact("Chip of the pins", "/dev/gpiochip4"),
        Fact("Pin of the button", "GPIO 16"),
        Fact("Pins of the lamps", "GPIO 27 22 5 6 13 26 23 24 25 12"),
        Fact("Last press of its button", "12:04:05, held"),
    )


def test_before_the_first_press_there_is_none():
    status = PanelStatus(PanelKind.SIMULATED, PanelState.READY, port="the screen")
    assert facts(status, PanelConfig(), None) == (Fact("Last press of its button", "none so far"),)


def test_what_is_wrong_comes_before_what_may_become_wrong():
    status = PanelStatus(
        PanelKind.GPIO,
        PanelState.TROUBLED,
        trouble(TroubleKind.CHIP_FORBIDDEN, chip=0),
        (trouble(TroubleKind.PIN_HAS_OTHER_USE, pin=2, use="the button", other="I²C"),),
    )
    assert [one.reason for one in advices(status)] == [
        "This program may not open /dev/gpiochip0.",
        "GPIO 2 for the button is also a pin of I²C.",
    ]


def test_a_panel_that_is_switched_off_says_where_and_that_none_is_needed():
    (said,) = advices(PanelStatus(PanelKind.OFF, PanelState.OFF))
    assert said == Advice(
        "It is switched off in panel.toml, or where the companion was started.",
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
        trouble(TroubleKind.PIN_BUSY, pin=17, use="the button", error="a {strange} error"),
    )
    (said,) = advices(status)
    assert said.reason == "GPIO 17 for THE BUTTON cannot be used: a {strange} error."


@pytest.mark.parametrize("name", ["brightness", "blink"])
def test_steps_end_where_the_range_does(name):
    settings = LampSettings()
    for _step in range(60):
        settings = stepped(settings, name, -1)
    least = settings
    for _step in range(60):
        settings = stepped(settings, name, 1)
    ends = {
        "brightness": (least.brightness_percent, settings.brightness_percent),
        "blink": (least.slow_blink_seconds, settings.slow_blink_seconds),
    }
    assert ends[name] == {"brightness": (10, 100), "blink": (0.4, 5.0)}[name]


def test_a_step_from_a_value_of_the_file_goes_on_from_there():
    config = parse_panel_config(
        "[lamps]\nbrightness_percent = 33\nslow_blink_seconds = 0.7\n"
    ).config
    assert stepped(config.lamps, "brightness", 1).brightness_percent == 43
    assert stepped(config.lamps, "blink", -1).slow_blink_seconds == 0.5
