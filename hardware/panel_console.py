"""Tests a panel in a terminal: prints its status and presses, and switches lamps by name."""

import select
import time
from collections.abc import Callable
from typing import TextIO

from hardware.lamps import Lamp, LampEffect, lamp_picture
from hardware.panel import Panel, PanelKind, PanelState, PanelStatus, PressKind
from hardware.troubles import N_, TroubleTranslator

HELP = (
    N_("Type a lamp's name to switch it: {lamps}."),
    N_("Or: all, none, tumble, not-now, test (each lamp in turn), help, quit."),
)
CLOSE_SECONDS = 1.0

_EFFECTS = {
    "tumble": LampEffect.TUMBLE,
    "not-now": LampEffect.NOT_NOW,
    "test": LampEffect.SELF_TEST,
}
_POLL_SECONDS = 0.05

_KINDS = {
    PanelKind.OFF: N_("No panel: {state}."),
    PanelKind.GPIO: N_("Panel on the pins: {state}."),
    PanelKind.SERIAL: N_("Panel at a cable: {state}."),
    PanelKind.SIMULATED: N_("Simulated panel: {state}."),
}
_STATES = {
    PanelState.OFF: N_("switched off"),
    PanelState.SEARCHING: N_("not found so far"),
    PanelState.READY: N_("ready"),
    PanelState.TROUBLED: N_("not working"),
}
_PRESSES = {
    PressKind.PRESSED: N_("{time}  button pressed (number {number})"),
    PressKind.HELD: N_("{time}  button held (number {number})"),
}


def describe_status(status: PanelStatus, reader: TroubleTranslator) -> tuple[str, ...]:
    """Return lines that describe a panel's status."""
    words = reader.words
    lines = [words(_KINDS[status.kind], state=words(_STATES[status.state]))]
    if status.chip is not None:
        lines.append(words(N_("Pins of {chip}."), chip=f"/dev/gpiochip{status.chip}"))
    if status.port is not None:
        lines.append(words(N_("Plugged in at {port}."), port=reader.fact(status.port)))
    if status.firmware is not None:
        able = ", ".join(status.capabilities)
        told = N_("Firmware {version}, able to: {abilities}.")
        lines.append(words(told, version=status.firmware, abilities=able))
    if status.missed:
        lines.append(words(N_("Presses lost on the way: {number}."), number=status.missed))
    if status.trouble is not None:
        lines += reader.advice(status.trouble)
    lines += [" ".join(reader.advice(warning)) for warning in status.warnings]
    return tuple(lines)


class PanelConsole:
    """Switches lamps by typed commands, and prints presses and status changes."""

    def __init__(
        self, panel: Panel, write: Callable[[str], object], reader: TroubleTranslator
    ) -> None:
        self._panel = panel
        self._write = write
        self._reader = reader
        self._lit: frozenset[Lamp] = frozenset()
        self._status: PanelStatus | None = None

    def look(self) -> None:
        """Print the presses and status changes since the previous call."""
        report = self._panel.poll()
        if report.status != self._status:
            self._status = report.status
            self._say(*describe_status(report.status, self._reader))
        for press in report.presses:
            time_of_day = time.strftime("%H:%M:%S")
            self._say(self._words(_PRESSES[press.kind], time=time_of_day, number=press.number))

    def help(self) -> None:
        """Print the commands."""
        what, other = HELP
        self._say(self._words(what, lamps=", ".join(Lamp)), self._words(other))

    def obey(self, line: str) -> bool:
        """Execute a command; return False if it was the command to quit, otherwise True."""
        word = line.strip().lower()
        if word in ("quit", "exit", "q"):
            return False
        if word in _EFFECTS:
            self._panel.play(_EFFECTS[word])
        elif word in ("all", "none"):
            self._light(frozenset(Lamp if word == "all" else ()))
        elif word in tuple(Lamp):
            self._light(self._lit ^ {Lamp(word)})
        elif word == "help":
            self.help()
        elif word:
            self._say(self._words(N_('There is no lamp and no command "{word}".'), word=word))
            self.help()
        return True

    def _light(self, lit: frozenset[Lamp]) -> None:
        self._lit = lit
        self._panel.show(lamp_picture(steady=lit))
        names = ", ".join(lamp for lamp in Lamp if lamp in lit)
        told = N_("Lit: {lamps}.") if names else N_("Lit: none.")
        self._say(self._words(told, lamps=names))

    def _words(self, sentence: str, **gaps: object) -> str:
        return self._reader.words(sentence, **gaps)

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(f"{line}\n")


def run_console(panel: Panel, lines: TextIO, out: TextIO, reader: TroubleTranslator) -> None:
    """Execute the commands in `lines` until the end or until quit; then close the panel."""
    console = PanelConsole(panel, out.write, reader)
    console.help()
    try:
        goes_on = True
        while goes_on:
            console.look()
            out.flush()
            goes_on = _obey_next(console, lines)
    finally:
        panel.close(wait_seconds=CLOSE_SECONDS)


def _obey_next(console: PanelConsole, lines: TextIO) -> bool:
    ready, _, _ = select.select([lines], [], [], _POLL_SECONDS)
    if not ready:
        return True
    line = lines.readline()
    return bool(line) and console.obey(line)
