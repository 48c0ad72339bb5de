import sys

import pytest

from hardware import gpio_panel
from hardware import open_panel as open_panel_module
from hardware.lamps import LampEffect, LampPattern, LampSettings
from hardware.open_panel import open_panel, open_panel_from_file
from hardware.panel import PanelKind, PanelState
from hardware.panel_config import PanelChoice, PanelConfig, SerialSettings
from hardware.pins import GpioSettings
from hardware.serial_port import UsbSerialPorts
from hardware.simulated_panel import SimulatedPanel
from hardware.troubles import TroubleKind
from tests.hardware.cables import LONG, eventually

NO_PORT = SerialSettings(port="/dev/no-such-port")


@pytest.fixture(autouse=True)
def _nothing_plugged_in(monkeypatch):
    monkeypatch.setattr(open_panel_module, "find_header_chip_number", lambda: None)
    monkeypatch.setattr(gpio_panel, "find_header_chip_number", lambda: None)
    monkeypatch.setattr(UsbSerialPorts, "likely_panel_ports", lambda _: ())


@pytest.fixture
def opened():
    panels = []

    def open_it(config: PanelConfig, wanted: PanelChoice | None = None):
        panels.append(open_panel(config, wanted))
        return panels[-1]

    yield open_it
    for panel in panels:
        panel.close(wait_seconds=LONG)


def kind(panel) -> PanelKind:
    return panel.poll().status.kind


@pytest.mark.parametrize(
    ("gpio", "header", "expected"),
    [
        (GpioSettings(), 0, PanelKind.GPIO),
        (GpioSettings(), None, PanelKind.SERIAL),
        (None, 0, PanelKind.SERIAL),
    ],
)
def test_pins_are_used_where_they_are_written_down_and_there_is_a_header(
    opened, monkeypatch, gpio, header, expected
):
    monkeypatch.setattr(open_panel_module, "find_header_chip_number", lambda: header)
    assert kind(opened(PanelConfig(gpio=gpio, serial=NO_PORT))) is expected


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (PanelChoice.GPIO, PanelKind.GPIO),
        (PanelChoice.SERIAL, PanelKind.SERIAL),
        (PanelChoice.SIMULATED, PanelKind.SIMULATED),
        (PanelChoice.OFF, PanelKind.OFF),
    ],
)
def test_the_choice_is_followed_whether_from_the_file_or_the_command(opened, choice, expected):
    assert kind(opened(PanelConfig(panel=choice, serial=NO_PORT))) is expected
    assert kind(opened(PanelConfig(serial=NO_PORT), choice)) is expected


def test_switched_off_there_is_no_panel_and_no_trouble(opened):
    panel = opened(PanelConfig(panel=PanelChoice.OFF))
    panel.show_pattern(LampPattern())
    panel.play_effect(LampEffect.TUMBLE)
    panel.set_lamp_settings(LampSettings())
    report = panel.poll()
    assert report.presses == ()
    assert (report.status.state, report.status.trouble) == (PanelState.OFF, None)


def test_a_file_that_is_wrong_is_a_status_and_no_exception(tmp_path):
    file = tmp_path / "panel.toml"
    file.write_text("[gpio]\nbutton = 40\n", encoding="utf-8")
    panel, config, _ignored = open_panel_from_file(file)
    assert config == PanelConfig()
    status = panel.poll().status
    assert (status.kind, status.state) == (PanelKind.OFF, PanelState.TROUBLED)
    assert status.trouble.kind is TroubleKind.CONFIG_WRONG
    assert "GPIO 40 for the button does not exist" in status.trouble.reason
    panel.close()


@pytest.mark.parametrize("wanted", [PanelChoice.SIMULATED, PanelChoice.OFF])
def test_a_wrong_file_does_not_keep_from_playing_without_it(tmp_path, wanted):
    file = tmp_path / "panel.toml"
    file.write_text("nonsense", encoding="utf-8")
    panel, _config, _ignored = open_panel_from_file(file, wanted)
    assert panel.poll().status.trouble is None


def test_the_file_says_how_a_simulated_panel_behaves(tmp_path):
    file = tmp_path / "panel.toml"
    file.write_text('panel = "simulated"\n[lamps]\nbrightness_percent = 20\n', encoding="utf-8")
    panel, config, _ignored = open_panel_from_file(file)
    assert config.lamps.brightness_percent == 20
    assert isinstance(panel, SimulatedPanel)
    panel.play_effect(LampEffect.NOT_NOW)
    assert max(panel.lamp_levels()) == 51


def test_a_gpio_panel_without_a_header_says_so_in_one_sentence(opened):
    panel = opened(PanelConfig(panel=PanelChoice.GPIO))
    eventually(lambda: panel.poll().status.trouble is not None)
    status = panel.poll().status
    assert (status.kind, status.state) == (PanelKind.GPIO, PanelState.TROUBLED)
    assert status.trouble.kind is TroubleKind.NO_HEADER


def test_a_missing_library_is_told_with_what_to_install(opened, monkeypatch):
    monkeypatch.setitem(sys.modules, "hardware.gpio_panel", None)
    status = opened(PanelConfig(panel=PanelChoice.GPIO)).poll().status
    assert (status.kind, status.state) == (PanelKind.GPIO, PanelState.TROUBLED)
    assert "pip install meduris-companion[pi]" in status.trouble.advice
