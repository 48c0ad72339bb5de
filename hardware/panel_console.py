"""Trying a panel in a terminal: what was found, what was pressed, each lamp by its name."""

import select
import time
from collections.abc import Callable
from typing import TextIO

from hardware.lamps import Effect, Lamp, picture
from hardware.panel import Panel, PanelKind, PanelState, PanelStatus, Press

HELP = (
    "Type a lamp's name to switch it: " + ", ".join(Lamp) + ".\n"
    "Or: all, none, tumble, not-now, test (each lamp in turn), help, quit."
)
CLOSE_SECONDS = 1.0

_EFFECTS = {"tumble": Effect.TUMBLE, "not-now": Effect.NOT_NOW, "test": Effect.SELF_TEST}
_POLL_SECONDS = 0.05

_KINDS = {
    PanelKind.OFF: "No panel",
    PanelKind.GPIO: "Panel on the pins",
    PanelKind.SERIAL: "Panel at a cable",
    PanelKind.SIMULATED: "Simulated panel",
}
_STATES = {
    PanelState.OFF: "switched off",
    PanelState.SEARCHING: "not found so far",
    PanelState.READY: "ready",
    PanelState.TROUBLED: "not working",
}


def describe(status: PanelStatus) -> tuple[str, ...]:
    """What is known of a panel, a line each."""
    lines = [f"{_KINDS[status.kind]}: {_STATES[status.state]}."]
    if status.chip is not None:
        lines.append(f"Pins of /dev/gpiochip{status.chip}.")
    if status.port is not None:
        lines.append(f"Plugged in at {status.port}.")
    if status.firmware is not None:
        able = ", ".join(status.capabilities)
        lines.append(f"Firmware {status.firmware}, able to: {able}.")
    if status.missed:
        lines.append(f"Presses lost on the way: {status.missed}.")
    if status.trouble is not None:
        lines += [status.trouble.reason, status.trouble.advice]
    lines += [str(warning) for warning in status.warnings]
    return tuple(lines)


class PanelConsole:
    """What is typed switches lamps, what happens at the panel is written."""

    def __init__(self, panel: Panel, write: Callable[[str], object]) -> None:
        self._panel = panel
        self._write = write
        self._lit: frozenset[Lamp] = frozenset()
        self._status: PanelStatus | None = None

    def look(self) -> None:
        """Write what has happened at the panel since the last look."""
        report = self._panel.poll()
        if report.status != self._status:
            self._status = report.status
            self._say(*describe(report.status))
        for press in report.presses:
            self._say(_press_line(press))

    def obey(self, line: str) -> bool:
        """Do what was typed; returns whether to go on."""
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
            self._say(HELP)
        elif word:
            self._say(f'There is no lamp and no command "{word}".', HELP)
        return True

    def _light(self, lit: frozenset[Lamp]) -> None:
        self._lit = lit
        self._panel.show(picture(steady=lit))
        names = ", ".join(lamp for lamp in Lamp if lamp in lit) or "none"
        self._say(f"Lit: {names}.")

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(f"{line}\n")


def run_console(panel: Panel, lines: TextIO, out: TextIO) -> None:
    """Try the panel until `lines` end or say quit; the panel is closed at the end."""
    console = PanelConsole(panel, out.write)
    out.write(f"{HELP}\n")
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


def _press_line(press: Press) -> str:
    return f"{time.strftime('%H:%M:%S')}  button {press.kind} (number {press.number})"
