import io
import os

import pytest

from hardware.lamps import Lamp, LampSettings
from hardware.panel import PanelKind, PanelState, PanelStatus
from hardware.simulated_panel import SimulatedPanel
from hardware.troubles import TroubleKind, make_trouble
from kiosk.cli.panel import PanelConsole, panel_status_lines, run_console


@pytest.fixture
def panel(clock):
    return SimulatedPanel(lamps=LampSettings(brightness_percent=100), clock=clock)


class Lines(list[str]):
    writelines = list.extend


@pytest.fixture
def written():
    return Lines()


@pytest.fixture
def console(panel, written):
    return PanelConsole(panel, written)


def lit(panel: SimulatedPanel) -> list[Lamp]:
    return [lamp for lamp, level in zip(Lamp, panel.lamp_levels(), strict=True) if level]


def test_what_was_found_is_written_once_and_a_trouble_with_what_to_do(console, panel, written):
    console.print_changes()
    console.print_changes()
    assert written == ["Simulated panel: ready.\n", "Plugged in at the screen.\n"]
    written.clear()
    panel.unplug()
    console.print_changes()
    assert written == [
        "Simulated panel: not working.\n",
        "The panel at the screen was unplugged.\n",
        "Plug it in again, and the app finds it; until then, play on the screen.\n",
    ]


def test_presses_and_holds_are_written(console, panel, clock, written):
    console.print_changes()
    written.clear()
    panel.press_button()
    clock.advance(2.5)
    console.print_changes()
    assert [line.split("  ")[1] for line in written] == [
        "button pressed (number 1)\n",
        "button held (number 2)\n",
    ]


def test_lamps_are_switched_by_their_names(console, panel, written):
    for word, shown in (
        ("wood\n", [Lamp.WOOD]),
        (" RED ", [Lamp.WOOD, Lamp.RED]),
        ("wood", [Lamp.RED]),
        ("all", list(Lamp)),
        ("none", []),
    ):
        assert console.execute_command(word)
        assert lit(panel) == shown
    written.clear()
    assert console.execute_command("woood")
    assert written[0] == 'There is no lamp or command "woood".\n'
    assert written[1].startswith("Type a lamp's name to switch it: wood, wool")


@pytest.mark.parametrize(
    ("word", "shown"), [("test", ["wood"]), ("tumble", ["stone"]), ("not-now", list(Lamp)[:6])]
)
def test_effects_are_played(console, panel, word, shown):
    console.execute_command(word)
    assert lit(panel) == shown


WARNING = make_trouble(TroubleKind.PIN_HAS_OTHER_USE, pin=2, use="the button", other="I²C")


@pytest.mark.parametrize(
    ("kind", "known", "lines"),
    [
        (
            PanelKind.SERIAL,
            {
                "port": "/dev/ttyACM0",
                "firmware": "1.0.0",
                "capabilities": ("button", "dim"),
                "missed_presses": 2,
            },
            [
                "Panel on a cable: ready.",
                "Plugged in at /dev/ttyACM0.",
                "Firmware 1.0.0, supports: button, dim.",
                "Presses lost on the way: 2.",
            ],
        ),
        (
            PanelKind.GPIO,
            {"warnings": (WARNING,), "gpio_chip_number": 4},
            ["Panel on the pins: ready.", "Pins of /dev/gpiochip4.", str(WARNING)],
        ),
    ],
)
def test_all_that_is_known_of_a_panel_is_written(kind, known, lines):
    assert panel_status_lines(PanelStatus(kind, PanelState.READY, **known)) == lines


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_a_whole_session_ends_with_its_lines_and_closes_the_panel(panel, last):
    reading, writing = os.pipe()
    os.write(writing, b"wood\n" + last.encode())
    os.close(writing)
    out = io.StringIO()
    with os.fdopen(reading) as lines:
        run_console(panel, lines, out)
    assert out.getvalue().endswith("Lit: wood.\n")
    assert panel.poll().status.state is PanelState.OFF
