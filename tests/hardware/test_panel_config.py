import tomllib
from pathlib import Path

import pytest

from hardware.lamps import LampSettings
from hardware.panel_config import (
    ButtonSettings,
    PanelChoice,
    PanelConfig,
    SerialSettings,
    parse_panel_config,
    read_panel_config,
)
from hardware.pins import GpioSettings, LampPins
from hardware.troubles import PanelError

WHOLE = """
panel = "gpio"

[button]
debounce_milliseconds = 20
hold_seconds = 1.5

[lamps]
brightness_percent = 35
slow_blink_seconds = 2
tumble_seconds = 0.5

[gpio]
button = 4
lit_at = "low"

[gpio.lamps]
wood = 16
wool = 17
copper = 18
stone = 19
plus = 20
minus = 21
purple = 22
blue = 23
green = 24
red = 25

[serial]
port = "/dev/ttyACM3"
speed = 57600
"""


def complaint(text: str) -> str:
    with pytest.raises(PanelError) as error:
        parse_panel_config(text)
    return error.value.trouble.reason


def whole(text: str) -> PanelConfig:
    config, ignored = parse_panel_config(text)
    assert ignored is None
    return config


def test_everything_may_be_left_out():
    assert whole("") == PanelConfig()
    assert PanelConfig().gpio_or_default() == GpioSettings()


def test_everything_can_be_set():
    assert whole(WHOLE) == PanelConfig(
        panel=PanelChoice.GPIO,
        button=ButtonSettings(debounce_milliseconds=20, hold_seconds=1.5),
        lamps=LampSettings(brightness_percent=35, slow_blink_seconds=2.0, tumble_seconds=0.5),
        gpio=GpioSettings(
            button=4, lit_at="low", lamps=LampPins(16, 17, 18, 19, 20, 21, 22, 23, 24, 25)
        ),
        serial=SerialSettings(port="/dev/ttyACM3", speed=57600),
    )


def test_pins_that_are_left_out_are_the_usual_ones():
    config = whole("[gpio]\nbutton = 4\n[gpio.lamps]\nwood = 16\n")
    assert config.gpio == GpioSettings(button=4, lamps=LampPins(wood=16))


def test_the_usual_pins_are_without_problem_and_without_warning():
    assert GpioSettings().problems() == ()
    assert GpioSettings().warnings() == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[gpoi]",
            'there is no key "gpoi"; the known keys are panel, button, lamps, gpio, serial.',
        ),
        (
            "[gpio.lamps]\nyellow = 4",
            (
                'there is no key "gpio.lamps.yellow"; the known keys are wood, wool, copper, stone,'
                " plus, minus, purple, blue, green, red."
            ),
        ),
        ('panel = "usb"', "panel cannot be used: Invalid enum value 'usb'."),
        (
            "[lamps]\nbrightness_percent = 101",
            "lamps.brightness_percent cannot be used: Expected `int` <= 100.",
        ),
        ("[serial]\nport = 3", "serial.port cannot be used: Expected `str | null`, got `int`."),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence_and_costs_itself_alone(text, sentence):
    config, ignored = parse_panel_config(text)
    assert ignored.reason == f"Parts of panel.toml cannot be used: {sentence}"
    assert config == (PanelConfig(gpio=GpioSettings()) if "gpio." in text else PanelConfig())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gpio = 3", '"gpio" must be a table that begins with [gpio].'),
        ('[gpio]\nlit_at = "up"', "gpio.lit_at cannot be used: Invalid enum value 'up'."),
        ("[gpio]\nbutton = 28", "GPIO 28 for the button does not exist; choose one from 2 to 27."),
        ("[gpio]\nbutton = -1", "GPIO -1 for the button does not exist; choose one from 2 to 27."),
        (
            "[gpio.lamps]\nred = 0",
            (
                "GPIO 0 for the red lamp is reserved for the Raspberry Pi itself; "
                "choose one from 2 to 27."
            ),
        ),
        (
            "[gpio]\nbutton = 27",
            "GPIO 27 is used twice, for the button and for the wood lamp; give each its own.",
        ),
    ],
)
def test_what_is_wrong_with_the_pins_is_said_in_a_sentence_and_none_is_used(text, sentence):
    assert complaint(text) == f"panel.toml contains errors: {sentence}"


def test_what_is_good_beside_it_counts():
    text = """
        panel = "serial"
        [lamps]
        brightness_percent = 35
        tumble_seconds = 9
        [gpio]
        button = 4
        display = 5
        [serial]
        speed = "quick"
        port = "/dev/ttyACM3"
    """
    config, ignored = parse_panel_config(text)
    assert config == PanelConfig(
        panel=PanelChoice.SERIAL,
        lamps=LampSettings(brightness_percent=35),
        gpio=GpioSettings(button=4),
        serial=SerialSettings(port="/dev/ttyACM3"),
    )
    assert [word in ignored.reason for word in ("tumble_seconds", "display", "serial.speed")] == [
        True,
        True,
        True,
    ]


def test_everything_that_is_wrong_with_the_pins_is_said_at_once():
    text = "[gpio]\nbutton = 40\n[gpio.lamps]\nwood = 1\nwool = 13\n"
    said = complaint(text)
    assert [word in said for word in ("GPIO 40", "GPIO 1 for", "GPIO 13 is used twice")] == [
        True,
        True,
        True,
    ]


def test_a_file_that_is_no_toml_is_refused_with_the_place():
    assert "not valid TOML" in complaint("a = " + "[" * 20_000)
    assert "line 1" in complaint('panel = "gpio\n[lamps]\n')


@pytest.mark.parametrize(
    ("pin", "other"), [(2, "I²C"), (3, "I²C"), (7, "SPI"), (11, "SPI"), (14, "the serial console")]
)
def test_pins_with_another_use_are_allowed_with_a_warning(pin, other):
    config = whole(f"[gpio]\nbutton = {pin}\n")
    (warning,) = config.gpio_or_default().warnings()
    assert str(warning) == (
        f"GPIO {pin} for the button is also a pin of {other}. Make sure that {other} is switched"
        " off, or choose another pin in panel.toml."
    )


def test_a_missing_file_means_that_all_is_as_usual(tmp_path):
    assert read_panel_config(tmp_path / "panel.toml").config == PanelConfig()


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(PanelError, match=r"cannot be read: .*not a regular file"):
        read_panel_config(tmp_path)
    (tmp_path / "panel.toml").write_bytes(b"\xff\xff")
    with pytest.raises(PanelError, match="cannot be read: "):
        read_panel_config(tmp_path / "panel.toml")


def test_the_example_in_the_documentation_is_the_usual_settings():
    readme = Path(__file__).parents[2] / "hardware" / "README.md"
    _, _, after = readme.read_text(encoding="utf-8").partition("```toml\n")
    example, _, _ = after.partition("```")
    assert tomllib.loads(example)["gpio"]["lamps"]
    config = whole(example)
    assert config == PanelConfig(
        gpio=GpioSettings(), serial=SerialSettings(port="/dev/companion-panel")
    )
