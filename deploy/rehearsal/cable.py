"""The lines of deploy/rehearse-pi that are played with a Raspberry Pi Pico at a cable."""

from collections.abc import Callable

import parts
from console import LAMP_SECONDS, LONG_SECONDS, Console, expect_of_the_doctor
from raspberry_pi import LAMPS, RaspberryPi
from virtual_machine import TroubleError, expect, wait_for

_PLUG_SECONDS = 5.0
"""What is promised: so long after it was plugged in again, a panel is used."""


class Cable:
    """A panel's evening at a cable, which is pulled and plugged in again."""

    def __init__(self, pi: RaspberryPi, console: Console) -> None:
        self._pi = pi
        self._console = console

    @property
    def parts(self) -> tuple[parts.Part, ...]:
        """What is played, in this order."""
        return (
            ("a Pico at the cable says hello, and has udev's name", self._plug_in),
            ("the doctor's lines with the cable", self._see_the_doctor),
            ("every lamp at the cable", self._light_each_lamp_there),
            ("a press at the cable", self._press_there),
            ("unplugged, it is told so", self._unplug),
            ("plugged in again, it works within five seconds", self._plug_in_again),
            ("dark after closing, at the cable too", self._close),
        )

    def _see_the_doctor(self) -> None:
        expect_of_the_doctor(
            self._pi, pins="gpiochip0", panel="at USB", groups="video, render, dialout, gpio"
        )

    def _plug_in(self) -> None:
        self._console.open("auto")
        self._console.wait_for("Panel at a cable: not found so far.", LONG_SECONDS)
        self._pi.ask("pico make && pico plug")
        self._console.wait_for("Panel at a cable: ready.", LAMP_SECONDS)
        expect("able to: button, lamps10, dim", self._console.told)
        expect("/dev/ttyACM0", self._pi.ask("readlink -f /dev/companion-panel"))
        self._console.expect_the_units_user()

    def _light_each_lamp_there(self) -> None:
        # In the order of the firmware's pins, 6 to 15.
        for number, lamp in enumerate(LAMPS):
            self._console.say(lamp)
            wait_for(f"the {lamp} lamp", self._shows_only(6 + number), LAMP_SECONDS, pause=0.2)
            self._console.say(lamp)
        wait_for("dark", self._shows_only(None), LAMP_SECONDS, pause=0.2)

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
        wait_for("the wood lamp", self._shows_only(6), LAMP_SECONDS, pause=0.2)
        self._pi.ask("pico unplug")
        self._console.wait_for("The panel at /dev/companion-panel was unplugged.", LAMP_SECONDS)
        self._pi.ask("test ! -e /dev/companion-panel && test ! -e /dev/ttyACM0")

    def _plug_in_again(self) -> None:
        seconds = self._console.seconds_after("pico plug", "Panel at a cable: ready.")
        if seconds > _PLUG_SECONDS:
            raise TroubleError(f"only after {seconds:.1f} s")
        # The lamps show what they showed before, and the button is heard.
        wait_for("the wood lamp", self._shows_only(6), LAMP_SECONDS, pause=0.2)
        self._press_there()

    def _close(self) -> None:
        self._console.close()
        wait_for("dark", self._shows_only(None), LAMP_SECONDS, pause=0.2)
