"""`meduris panel`: tests the button panel from a terminal."""

import argparse
import select
import sys
import time
from typing import TextIO

from companion.errors import CompanionError
from companion.memory.data_folder import data_folder_or_default
from hardware.lamps import Lamp, LampEffect, make_lamp_pattern
from hardware.open_panel import open_panel
from hardware.panel import Panel, PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import read_panel_config
from hardware.troubles import PanelError
from kiosk.cli.command_runner import print_warning
from kiosk.cli.touchscreen import panel_toml_path
from kiosk.words.language import _, mark
from kiosk.words.texts import sentence_text
from kiosk.words.troubles import translated_part_name, trouble_sentence, trouble_text

_EFFECTS = {
    "tumble": LampEffect.TUMBLE,
    "not-now": LampEffect.NOT_NOW,
    "test": LampEffect.SELF_TEST,
}
_POLL_SECONDS = 0.05
_CLOSE_SECONDS = 1.0
_KINDS = {
    PanelKind.OFF: mark("No panel: {state}."),
    PanelKind.GPIO: mark("Panel on the pins: {state}."),
    PanelKind.SERIAL: mark("Panel on a cable: {state}."),
    PanelKind.SIMULATED: mark("Simulated panel: {state}."),
}
_STATES = {
    PanelState.OFF: mark("switched off"),
    PanelState.SEARCHING: mark("not found yet"),
    PanelState.READY: mark("ready"),
    PanelState.TROUBLED: mark("not working"),
}
_PRESSES = {
    PressKind.PRESSED: mark("{time}  button pressed (number {number})"),
    PressKind.HELD: mark("{time}  button held (number {number})"),
}


def try_panel(options: argparse.Namespace) -> None:
    """Run `meduris panel`: try the lamps and the button of the button panel in the terminal.

    Raises CompanionError if panel.toml cannot be used.
    """
    try:
        config, ignored = read_panel_config(
            panel_toml_path(options, data_folder_or_default(options.data))
        )
    except PanelError as error:
        raise CompanionError(trouble_sentence(error.trouble)) from error
    if ignored is not None:
        print_warning(trouble_sentence(ignored))
    try:
        run_console(open_panel(config, options.panel), sys.stdin, sys.stdout)
    except KeyboardInterrupt:
        sys.stdout.write("\n")


def run_console(panel: Panel, lines: TextIO, out: TextIO) -> None:
    """Execute the typed commands in `lines` until `quit` or the end of the input.

    Button presses and changes of the button panel's status are printed to `out`. At the end, the
    panel is closed.
    """
    console = PanelConsole(panel, out)
    console.help()
    try:
        while True:
            console.print_changes()
            out.flush()
            if select.select([lines], [], [], _POLL_SECONDS)[0]:
                line = lines.readline()
                if not line or not console.execute_command(line):
                    break
    finally:
        panel.close(wait_seconds=_CLOSE_SECONDS)


class PanelConsole:
    """Console that switches the button panel's lamps by typed commands.

    It prints the panel's button presses and status changes.
    """

    def __init__(self, panel: Panel, out: TextIO) -> None:
        self._panel = panel
        self._out = out
        self._lit: frozenset[Lamp] = frozenset()
        self._status: PanelStatus | None = None

    def print_changes(self) -> None:
        """Print the button presses and status changes since the previous call."""
        report = self._panel.poll()
        if report.status != self._status:
            self._status = report.status
            self._say(*panel_status_lines(report.status))
        for press in report.presses:
            time_of_day = time.strftime("%H:%M:%S")
            self._say(_(_PRESSES[press.kind], time=time_of_day, number=press.sequence_number))

    def help(self) -> None:
        self._say(
            _("Type a lamp's name to switch it: {lamps}.", lamps=", ".join(Lamp)),
            _("Or: all, none, tumble, not-now, test (each lamp in turn), help, quit."),
        )

    def execute_command(self, line: str) -> bool:
        """Execute the typed command `line`.

        Return False for `quit`, `exit` and `q`, otherwise True.
        """
        word = line.strip().lower()
        if word in ("quit", "exit", "q"):
            return False
        if word in _EFFECTS:
            self._panel.play_effect(_EFFECTS[word])
        elif word in ("all", "none", *Lamp):
            lamps = {"all": frozenset(Lamp), "none": frozenset[Lamp]()}
            self._lit = lamps[word] if word in lamps else self._lit ^ {Lamp(word)}
            self._panel.show_pattern(make_lamp_pattern(steady=self._lit))
            names = ", ".join(lamp for lamp in Lamp if lamp in self._lit)
            self._say(_("Lit: {lamps}.", lamps=names) if names else _("Lit: none."))
        elif word:
            if word != "help":
                self._say(_('There is no lamp or command "{word}".', word=word))
            self.help()
        return True

    def _say(self, *lines: str) -> None:
        self._out.writelines(f"{line}\n" for line in lines)


def panel_status_lines(status: PanelStatus) -> list[str]:
    lines = [_(_KINDS[status.kind], state=_(_STATES[status.state]))]
    if status.gpio_chip_number is not None:
        lines.append(_("Pins of {chip}.", chip=f"/dev/gpiochip{status.gpio_chip_number}"))
    if status.port is not None:
        lines.append(_("Plugged in at {port}.", port=translated_part_name(status.port)))
    if status.firmware is not None:
        able = ", ".join(status.capabilities)
        told = _(
            "Firmware {version}, supports: {abilities}.", version=status.firmware, abilities=able
        )
        lines.append(told)
    if status.missed_presses:
        lines.append(_("Presses lost on the way: {number}.", number=status.missed_presses))
    if status.trouble is not None:
        trouble = trouble_text(status.trouble)
        lines += [trouble.reason, trouble.advice]
    return lines + [sentence_text(trouble_sentence(warning)) for warning in status.warnings]
