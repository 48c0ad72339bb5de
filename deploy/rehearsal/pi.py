"""The lines of deploy/rehearse-pi that are played on an emulated Raspberry Pi 3.

    python3 deploy/rehearsal/pi.py FOLDER [SECTION]

FOLDER holds what the machine is made of (see raspberry_pi.py). Of the sections pins, game and cable
only that one is played, if one is named. Stops at the first line that fails.
"""

import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import parts
from button import BOUNCES, Button
from cable import Cable
from console import LAMP_SECONDS, LONG_SECONDS, Console, expect_of_the_doctor
from raspberry_pi import LAMPS, RaspberryPi
from virtual_machine import TroubleError, expect, wait_for

_HOLD_SECONDS = 900
"""So long at most until a button that is held has tested all lamps."""
_ROLLS = 3
_NEARLY = 0.12
"""So far a share of time may be off: the pulses are the processor's work, which is translated."""


class Rehearsal:
    """A panel's evening, on the pins, in a game, and then at a cable."""

    def __init__(self, folder: Path) -> None:
        self._pi = RaspberryPi(folder)
        self._console = Console(self._pi)
        self._button = Button(self._pi)

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
            "cable": Cable(self._pi, self._console).parts,
        }
        try:
            return parts.play(parts.chosen(sections, only), self._console.log)
        finally:
            self._pi.pull_the_plug()

    # The machine

    def _boot(self) -> None:
        self._pi.switch_on()
        wait_for("its shell", self._pi.answers, LONG_SECONDS)
        # What the contact's pull-up would do: qemu has none.
        self._pi.set_button(down=False)
        expect("Raspberry Pi 3 Model B", self._pi.ask("tr -d '\\0' </proc/device-tree/model"))

    def _find_the_header(self) -> None:
        chip = "/sys/bus/gpio/devices/gpiochip0"
        expect("brcm,bcm2835-gpio", self._pi.ask(f"tr '\\0' ' ' <{chip}/of_node/compatible"))
        expect("pinctrl-bcm2835", self._pi.ask(f"readlink {chip}/../driver"))
        code = "from hardware.gpio_header import header_chip; print(header_chip())"
        told = self._pi.ask(f"as-kiosk python3 -c '{code}'")
        if told.strip() != "0":
            raise TroubleError(f"another chip was taken for the header: {told}")

    def _see_the_doctor(self) -> None:
        expect_of_the_doctor(
            self._pi, pins="gpiochip0", panel="none at USB", groups="video, render, dialout, gpio"
        )

    # The pins

    def _open_the_pins(self) -> None:
        self._open_with(brightness_percent=60)
        expect("Pins of /dev/gpiochip0.", self._console.told)
        self._console.expect_the_units_user()
        if self._pi.lit():
            raise TroubleError(f"lit without having been asked: {self._pi.shares()}")

    def _open_with(self, *, brightness_percent: int) -> None:
        self._console.close()
        self._console.open("gpio", brightness_percent=brightness_percent)
        self._console.wait_for("Panel on the pins: ready.", LONG_SECONDS)

    def _light_each_lamp(self) -> None:
        for lamp in LAMPS:
            self._console.say(lamp)
            self._wait_for_lamps({lamp}, 0.1)
            shares = self._pi.shares()
            if set(shares) != {lamp}:
                raise TroubleError(f"only the {lamp} lamp should be lit: {shares}")
            self._console.say(lamp)
        wait_for("dark", lambda: not self._pi.shares(0.1), LAMP_SECONDS)

    def _measure_brightness(self) -> None:
        # What an eye sees is the square root of the time: 60 percent of it are 36 of the time.
        self._expect_shares(0.36)
        self._open_with(brightness_percent=100)
        self._expect_shares(1.0)
        self._open_with(brightness_percent=60)

    def _expect_shares(self, wanted: float) -> None:
        self._console.say("all")
        wait_for("all lamps", lambda: set(self._pi.shares(0.2)) == set(LAMPS), LAMP_SECONDS)
        shares = self._pi.shares(2.0)
        if any(abs(shares.get(lamp, 0) - wanted) > _NEARLY for lamp in LAMPS):
            raise TroubleError(f"each should have current for {wanted} of the time: {shares}")

    def _press_without_edges(self) -> None:
        self._console.expect_presses(["pressed"], self._button.press)

    def _press(self) -> None:
        self._button.tell_of_edges()
        before = self._button.edges()
        self._console.expect_presses(["pressed"], self._button.press)
        if self._button.edges() != before + 2:
            raise TroubleError(f"not two edges, but {self._button.edges() - before}")

    def _bounce(self) -> None:
        before = self._button.edges()
        self._console.expect_presses(["pressed"], self._button.press_bouncing)
        if self._button.edges() != before + 2 * BOUNCES:
            raise TroubleError("other edges than those of the bouncing contact")

    def _hold(self) -> None:
        # As bright as they get, so that a lamp has current at whatever instant it is looked at.
        self._open_with(brightness_percent=100)
        self._button.tell_of_edges()
        self._button.be(down=True)
        seen: list[frozenset[str]] = []
        end = time.monotonic() + _HOLD_SECONDS
        while len(seen) < len(LAMPS) and time.monotonic() < end:
            self._pi.ask("sleep 0.02")
            self._pi.stand_still()
            lit = self._pi.lit()
            if lit and seen[-1:] != [lit]:
                seen.append(lit)
            self._pi.go_on()
        self._button.be(down=False)
        if seen != [frozenset({lamp}) for lamp in LAMPS]:
            raise TroubleError(f"not each lamp in turn: {seen}")
        self._console.expect_presses(["pressed", "held"], lambda: None)

    def _close_the_pins(self) -> None:
        self._console.say("all")
        wait_for("all lamps", lambda: set(self._pi.shares(0.2)) == set(LAMPS), LAMP_SECONDS)
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
            asked = self._console.wait_for_match(r"^asks (\w+)$", number, LONG_SECONDS)
            self._button.tell_of_edges()
            self._wait_for_lamps({asked}, 0.2)
            if len(self._rolls()) != number:
                raise TroubleError("the die was rolled without a press")
            self._button.press()
            face = self._console.wait_for_match(r"^rolled (\w+)$", number, LONG_SECONDS)
            self._wait_for_lamps({asked, face}, 0.2)
            self._rolled.append(face)

    def _wait_for_lamps(self, lamps: set[str], seconds: float) -> None:
        """Look again and again, for so many seconds each time, until just these are lit."""
        wait_for(f"only {lamps}", lambda: set(self._pi.shares(seconds)) == lamps, LAMP_SECONDS)

    def _rolls(self) -> list[str]:
        return re.findall(r"^rolled (\w+)$", self._console.told, re.MULTILINE)

    def _see_the_game(self) -> None:
        self._console.wait_for("closed", LONG_SECONDS)
        self._expect_dark()
        told = self._pi.ask("as-kiosk meduris export", LONG_SECONDS)
        found = re.findall(r'"do":"roll".*?"face":"(\w+)"', told)
        if found != self._rolled:
            raise TroubleError(f"{self._rolled} was rolled, {found} is saved")


if __name__ == "__main__":
    sys.exit(0 if Rehearsal(Path(sys.argv[1])).play(sys.argv[2:]) else 1)
