"""The lines of deploy/rehearse-pi that are played on an emulated Raspberry Pi 3.

    python3 deploy/rehearsal/pi.py FOLDER [SECTION]

FOLDER holds what the machine is made of (see raspberry_pi.py). Of the sections pins, game and cable
only that one is played, if one is named. Stops at the first line that fails.
"""

import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import parts
from console import Console
from raspberry_pi import LAMPS, RaspberryPi
from virtual_machine import TroubleError, wait_for

_START_SECONDS = 1800
"""Every instruction is translated, on a machine that may have other things to do."""
_GAME_SECONDS = 1800
_LAMP_SECONDS = 60
_PRESS_SECONDS = 0.3
_HOLD_SECONDS = 240
"""So long at most until a button that is held has tested all lamps."""
_BOUNCES = 9
"""How often a contact changes until it is still, as edges.c has it."""
_MODULE = "/sys/module/edges/parameters"
_ROLLS = 3
_PLUG_SECONDS = 5.0
"""What is promised: so long after it was plugged in again, a panel is used."""
_NEARLY = 0.12
"""So far a share of time may be off: the pulses are the processor's work, which is translated."""


class Rehearsal:
    """A panel's evening, on the pins and then at a cable."""

    def __init__(self, folder: Path) -> None:
        self._pi = RaspberryPi(folder)
        self._console = Console(self._pi)
        self._interrupt = ""

    def play(self, only: Sequence[str]) -> bool:
        """Print a line for each part; returns whether all went as they should."""
        sections: dict[str, tuple[parts.Part, ...]] = {
            "start": (
                ("it boots: a Raspberry Pi 3 with the real driver of its pins", self._boot),
                ("the header is found by its compatible string", self._find_the_header),
                ("the doctor's lines, as the unit's user", self._see_the_doctor),
            ),
            "pins": (
                ("the panel on the pins opens, as the unit's user", self._open_the_pins),
                ("every lamp is alone on its own pin", self._light_each_lamp),
                ("brightness is a share of time", self._measure_brightness),
                ("a press where the chip tells of no edges", self._press_without_edges),
                ("a press by edges", self._press),
                ("a contact that bounces is one press", self._bounce),
                ("a hold, and each lamp in turn", self._hold),
                ("all lamps are dark after closing", self._close_the_pins),
            ),
            "game": (
                (f"the button rolls the die of a played game, {_ROLLS} times", self._play_a_game),
                ("the game is saved with these rolls, and the lamps are dark", self._see_the_game),
            ),
            "cable": (
                ("a Pico at the cable says hello, and has udev's name", self._plug_in),
                ("the doctor's lines with the cable", self._see_the_doctor_again),
                ("every lamp at the cable", self._light_each_lamp_there),
                ("a press at the cable", self._press_there),
                ("unplugged, it is told so", self._unplug),
                ("plugged in again, it works within five seconds", self._plug_in_again),
                ("dark after closing, at the cable too", self._close_the_cable),
            ),
        }
        try:
            return parts.play(parts.chosen(sections, only), self._console.log)
        finally:
            self._pi.pull_the_plug()

    # The machine

    def _boot(self) -> None:
        self._pi.switch_on()
        wait_for("its shell", self._pi.answers, _START_SECONDS)
        # What the contact's pull-up would do: qemu has none.
        self._pi.set_button(down=False)
        _expect("Raspberry Pi 3 Model B", self._pi.ask("tr -d '\\0' </proc/device-tree/model"))

    def _find_the_header(self) -> None:
        chip = "/sys/bus/gpio/devices/gpiochip0"
        _expect("brcm,bcm2835-gpio", self._pi.ask(f"tr '\\0' ' ' <{chip}/of_node/compatible"))
        _expect("pinctrl-bcm2835", self._pi.ask(f"readlink {chip}/../driver"))
        code = "from hardware.gpio_header import header_chip; print(header_chip())"
        told = self._pi.ask(f"as-kiosk python3 -c '{code}'")
        if told.strip() != "0":
            raise TroubleError(f"another chip was taken for the header: {told}")

    def _see_the_doctor(self) -> None:
        self._doctor(pins="gpiochip0", panel="none at USB", groups="video, render, dialout, gpio")

    def _see_the_doctor_again(self) -> None:
        self._doctor(pins="gpiochip0", panel="at USB", groups="video, render, dialout, gpio")

    def _doctor(self, **wanted: str) -> None:
        # No display and no touchscreen are here, and games would lie in memory: not all is well.
        told = self._pi.ask("as-kiosk meduris doctor || true", _START_SECONDS)
        for name, found in wanted.items():
            if not re.search(rf"^ok +{name} +{re.escape(found)}$", told, re.MULTILINE):
                raise TroubleError(f"{name} is not {found}:\n{told}")

    # The pins

    def _open_the_pins(self) -> None:
        self._open_with(brightness_percent=60)
        _expect("Pins of /dev/gpiochip0.", self._console.told)
        self._console.expect_the_units_user()
        if self._pi.lit():
            raise TroubleError(f"lit without having been asked: {self._pi.shares()}")

    def _open_with(self, *, brightness_percent: int) -> None:
        self._console.close()
        self._console.open("gpio", brightness_percent=brightness_percent)
        self._console.wait_for("Panel on the pins: ready.", _START_SECONDS)

    def _light_each_lamp(self) -> None:
        for lamp in LAMPS:
            self._console.say(lamp)
            wait_for(
                f"the {lamp} lamp",
                lambda lamp=lamp: set(self._pi.shares(0.1)) == {lamp},
                _LAMP_SECONDS,
            )
            shares = self._pi.shares()
            if set(shares) != {lamp}:
                raise TroubleError(f"only the {lamp} lamp should be lit: {shares}")
            self._console.say(lamp)
        wait_for("dark", lambda: not self._pi.shares(0.1), _LAMP_SECONDS)

    def _measure_brightness(self) -> None:
        # What an eye sees is the square root of the time: 60 percent of it are 36 of the time.
        self._expect_shares(0.36)
        self._open_with(brightness_percent=100)
        self._expect_shares(1.0)
        self._open_with(brightness_percent=60)

    def _expect_shares(self, wanted: float) -> None:
        self._console.say("all")
        wait_for("all lamps", lambda: set(self._pi.shares(0.2)) == set(LAMPS), _LAMP_SECONDS)
        shares = self._pi.shares(2.0)
        if any(abs(shares.get(lamp, 0) - wanted) > _NEARLY for lamp in LAMPS):
            raise TroubleError(f"each should have current for {wanted} of the time: {shares}")

    def _press_without_edges(self) -> None:
        self._console.expect_presses(["pressed"], self._press_once)

    def _press_once(self) -> None:
        self._contact(down=True)
        self._pi.ask(f"sleep {_PRESS_SECONDS}")
        self._contact(down=False)

    def _contact(self, *, down: bool) -> None:
        # However busy this machine is: between the two no time goes by over there.
        self._pi.stand_still()
        self._pi.set_button(down=down)
        self._pi.go_on()
        if self._interrupt:
            self._pi.ask(f"echo {self._interrupt} >{_MODULE}/edge")

    def _press(self) -> None:
        self._find_the_interrupt()
        before = self._count_edges()
        self._console.expect_presses(["pressed"], self._press_once)
        if self._count_edges() != before + 2:
            raise TroubleError(f"not two edges, but {self._count_edges() - before}")

    def _find_the_interrupt(self) -> None:
        self._pi.ask("modprobe edges")
        told = self._pi.ask("grep pinctrl-bcm2835 /proc/interrupts")
        self._interrupt = told.partition(":")[0].strip()

    def _count_edges(self) -> int:
        told = self._pi.ask("grep pinctrl-bcm2835 /proc/interrupts").split()
        return sum(int(word) for word in told[1:5])

    def _bounce(self) -> None:
        before = self._count_edges()
        self._console.expect_presses(["pressed"], self._press_bouncing)
        if self._count_edges() != before + 2 * _BOUNCES:
            raise TroubleError("other edges than those of the bouncing contact")

    def _press_bouncing(self) -> None:
        # The last level is low while the button is down.
        self._pi.ask(f"echo 0 >{_MODULE}/bounce; sleep {_PRESS_SECONDS}; echo 1 >{_MODULE}/bounce")

    def _hold(self) -> None:
        # As bright as they get, so that a lamp has current at whatever instant it is looked at.
        self._open_with(brightness_percent=100)
        self._find_the_interrupt()
        self._contact(down=True)
        seen = []
        end = time.monotonic() + _HOLD_SECONDS
        while len(seen) < len(LAMPS) and time.monotonic() < end:
            self._pi.ask("sleep 0.02")
            self._pi.stand_still()
            lit = self._pi.lit()
            if lit and seen[-1:] != [lit]:
                seen.append(lit)
            self._pi.go_on()
        self._contact(down=False)
        if seen != [frozenset({lamp}) for lamp in LAMPS]:
            raise TroubleError(f"not each lamp in turn: {seen}")
        self._console.expect_presses(["pressed", "held"], lambda: None)

    def _close_the_pins(self) -> None:
        self._console.say("all")
        wait_for("all lamps", lambda: set(self._pi.shares(0.2)) == set(LAMPS), _LAMP_SECONDS)
        self._console.close()
        self._expect_dark()

    def _expect_dark(self) -> None:
        shares = self._pi.shares(2.0)
        if shares:
            raise TroubleError(f"not dark: {shares}")

    # The game

    def _play_a_game(self) -> None:
        self._rolled: list[str] = []
        self._console.run(f"python3 -P /opt/played_game.py {_ROLLS}", SDL_VIDEODRIVER="offscreen")
        for number in range(_ROLLS):
            asked = self._console.wait_for_match(r"^asks (\w+)$", number, _GAME_SECONDS)
            self._find_the_interrupt()
            wait_for(f"only {asked}", lambda asked=asked: set(self._pi.shares(0.2)) == {asked}, 60)
            if len(self._rolls()) != number:
                raise TroubleError("the die was rolled without a press")
            self._press_once()
            face = self._console.wait_for_match(r"^rolled (\w+)$", number, _GAME_SECONDS)
            wanted = {asked, face}
            wait_for(f"{wanted}", lambda wanted=wanted: set(self._pi.shares(0.2)) == wanted, 30)
            self._rolled.append(face)

    def _rolls(self) -> list[str]:
        return re.findall(r"^rolled (\w+)$", self._console.told, re.MULTILINE)

    def _see_the_game(self) -> None:
        self._console.wait_for("closed", _GAME_SECONDS)
        self._expect_dark()
        told = self._pi.ask("as-kiosk meduris export", _START_SECONDS)
        found = re.findall(r'"do":"roll".*?"face":"(\w+)"', told)
        if found != self._rolled:
            raise TroubleError(f"{self._rolled} was rolled, {found} is saved")

    # The cable

    def _plug_in(self) -> None:
        self._console.open("auto")
        self._console.wait_for("Panel at a cable: not found so far.", _START_SECONDS)
        self._pi.ask("pico make && pico plug")
        self._console.wait_for("Panel at a cable: ready.", 60)
        _expect("able to: button, lamps10, dim", self._console.told)
        _expect("/dev/ttyACM0", self._pi.ask("readlink -f /dev/companion-panel"))
        self._console.expect_the_units_user()

    def _light_each_lamp_there(self) -> None:
        # In the order of the firmware's pins, 6 to 15.
        for number, lamp in enumerate(LAMPS):
            self._console.say(lamp)
            wait_for(f"the {lamp} lamp", self._shows_only(6 + number), _LAMP_SECONDS, pause=0.2)
            self._console.say(lamp)
        wait_for("dark", self._shows_only(None), _LAMP_SECONDS, pause=0.2)

    def _shows_only(self, pin: int | None) -> Callable[[], bool]:
        def shows() -> bool:
            told = self._pi.ask("cat /run/pico/lamps").splitlines()
            return [int(line.split()[0]) for line in told if line.split()[1] != "0"] == (
                [] if pin is None else [pin]
            )

        return shows

    def _press_there(self) -> None:
        self._console.expect_presses(["pressed"], self._press_once_there)

    def _press_once_there(self) -> None:
        self._pi.ask("echo 1 >/run/pico/button; sleep 0.3; echo 0 >/run/pico/button")

    def _unplug(self) -> None:
        self._console.say("wood")
        wait_for("the wood lamp", self._shows_only(6), _LAMP_SECONDS, pause=0.2)
        self._pi.ask("pico unplug")
        self._console.wait_for("The panel at /dev/companion-panel was unplugged.", 60)
        self._pi.ask("test ! -e /dev/companion-panel && test ! -e /dev/ttyACM0")

    def _plug_in_again(self) -> None:
        seconds = self._console.seconds_after("pico plug", "Panel at a cable: ready.")
        if seconds > _PLUG_SECONDS:
            raise TroubleError(f"only after {seconds:.1f} s")
        # The lamps show what they showed before, and the button is heard.
        wait_for("the wood lamp", self._shows_only(6), _LAMP_SECONDS, pause=0.2)
        self._press_there()

    def _close_the_cable(self) -> None:
        self._console.close()
        wait_for("dark", self._shows_only(None), _LAMP_SECONDS, pause=0.2)


def _expect(wanted: str, told: str) -> None:
    if wanted not in told:
        raise TroubleError(f"{wanted} is not in: {told}")


if __name__ == "__main__":
    sys.exit(0 if Rehearsal(Path(sys.argv[1])).play(sys.argv[2:]) else 1)
