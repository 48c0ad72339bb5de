"""A program of the companion on an emulated Raspberry Pi, run as the unit's user."""

import re
import time
from collections.abc import Callable

from virtual_machine import Computer, TroubleError, wait_for

LONG_SECONDS = 1800
"""Every instruction is translated, on a machine that may have other things to do."""
LAMP_SECONDS = 300
"""The same for what a real one does at once."""
_ORDERS, _TOLD, _NUMBER = "/tmp/orders", "/tmp/told", "/tmp/number"  # noqa: S108 - over there
_QUIET_SECONDS = 1.5
"""So long after a press no other one comes out of it."""
_CLOSE_SECONDS = 300
_PANEL_FILE = "/var/lib/meduris/panel.toml"


class Console:
    """`meduris panel` or another program there: what it has told, and what is typed into it."""

    def __init__(self, computer: Computer) -> None:
        self._computer = computer
        self._forgotten = 0

    def open(self, kind: str, *, brightness_percent: int = 60) -> None:
        """Start `meduris panel` with a panel of this kind."""
        settings = f"[lamps]\\nbrightness_percent = {brightness_percent}\\n"
        self._computer.ask(f"printf '{settings}' >{_PANEL_FILE}")
        self.run(f"meduris panel --panel {kind}")

    def run(self, command: str, **environment: str) -> None:
        """Start a command as the unit would; returns at once."""
        self._forgotten = 0
        told = " ".join(f"{name}={value}" for name, value in environment.items())
        self._computer.ask(
            f": >{_ORDERS}; : >{_TOLD}; (tail -f {_ORDERS} | as-kiosk env {told} bash -c "
            f"'echo $$ >{_NUMBER}; exec {command}' >{_TOLD} 2>&1) >/dev/null 2>&1 </dev/null &"
        )

    def say(self, word: str) -> None:
        """Type a word."""
        self._computer.ask(f"echo {word} >>{_ORDERS}")

    @property
    def told(self) -> str:
        """What it has told that was not forgotten."""
        return self._computer.ask(f"cat {_TOLD}")[self._forgotten :]

    def forget(self) -> None:
        """Only what it tells from now on counts."""
        self._forgotten += len(self.told)

    def wait_for(self, words: str, seconds: float) -> None:
        """Return when it has told these words. Raises TroubleError when it has not in time."""
        wait_for(f'"{words}"', lambda: words in self.told, seconds, pause=0.2)

    def seconds_after(self, command: str, words: str) -> float:
        """How long after a command it tells these words, by the clock over there.

        Raises TroubleError when it has not after a minute.
        """
        self.forget()
        clock = "cut -d' ' -f1 /proc/uptime"
        told = self._computer.ask(
            f"{command}; {clock}; for n in {{1..600}}; do tail -c +{self._forgotten + 1} {_TOLD} | "
            f"grep -q '{words}' && break; sleep 0.1; done; {clock}",
            seconds=900,
        )
        began, ended = map(float, told.split()[-2:])
        self.wait_for(words, 0)
        return ended - began

    def wait_for_match(self, pattern: str, number: int, seconds: float) -> str:
        """The group of that pattern's match, counted from 0. Raises TroubleError likewise."""

        def found() -> list[str]:
            return re.findall(pattern, self.told, re.MULTILINE)

        wait_for(f"{pattern}, {number}", lambda: len(found()) > number, seconds, pause=0.5)
        return found()[number]

    def expect_presses(self, kinds: list[str], act: Callable[[], None]) -> None:
        """Raises TroubleError unless just these presses come of that, and no more."""
        began = time.monotonic()
        act()
        took = time.monotonic() - began
        time.sleep(_QUIET_SECONDS)
        found = re.findall(r"button (\w+) \(number", self.told)
        if found != kinds:
            raise TroubleError(f"{kinds} were to come of {took:.1f} s, and {found} did")
        self.forget()

    def expect_the_units_user(self) -> None:
        """Raises TroubleError unless it runs as meduris, with its groups and with no power."""
        told = self._computer.ask(
            f"cat /proc/$(cat {_NUMBER})/status; id -u meduris; id -G meduris"
        )
        user, groups = told.splitlines()[-2:]
        facts = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
        if facts["Uid"].split() != [user] * 4 or set(facts["Groups"].split()) != set(
            groups.split()
        ):
            raise TroubleError(f"not the unit's user: {told}")
        if any(int(facts[kind], 16) for kind in ("CapEff", "CapPrm", "CapBnd")):
            raise TroubleError(f"it may do more than a user: {told}")

    def close(self) -> None:
        """Type `quit`, and return when the program has ended, or when none was running."""
        self.say("quit")
        alive = f"test -e {_NUMBER} && kill -0 $(cat {_NUMBER}) 2>/dev/null && echo yes || true"
        wait_for("its end", lambda: not self._computer.ask(alive), _CLOSE_SECONDS, pause=0.2)

    def log(self) -> str:
        """What it has told last, for whoever looks for a fault."""
        try:
            return self._computer.ask(f"tail -n 25 {_TOLD}")
        except (TroubleError, OSError) as error:
            return str(error)


def expect_of_the_doctor(computer: Computer, **wanted: str) -> None:
    """Raises TroubleError unless the unit's user gets each of these lines, all of them ok."""
    # No display and no touchscreen are here, and games would lie in memory: not all is well.
    told = computer.ask("as-kiosk meduris doctor || true", LONG_SECONDS)
    for name, found in wanted.items():
        if not re.search(rf"^ok +{name} +{re.escape(found)}$", told, re.MULTILINE):
            raise TroubleError(f"{name} is not {found}:\n{told}")
