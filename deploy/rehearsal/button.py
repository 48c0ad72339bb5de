"""The button of the panel on the pins, which is pressed from outside of the Raspberry Pi."""

from raspberry_pi import RaspberryPi

BOUNCES = 9
"""How often a contact changes until it is still, as edges.c has it."""
_PRESS_SECONDS = 0.3
_MODULE = "/sys/module/edges/parameters"


class Button:
    """Its contact; once `tell_of_edges` was called, the pins tell of each change."""

    def __init__(self, pi: RaspberryPi) -> None:
        self._pi = pi
        self._interrupt = ""

    def tell_of_edges(self) -> None:
        """From now on; a program that has the button open must be there."""
        self._pi.ask("modprobe edges")
        told = self._pi.ask("grep pinctrl-bcm2835 /proc/interrupts")
        self._interrupt = told.partition(":")[0].strip()

    def edges(self) -> int:
        """How many were told of since that program opened it."""
        told = self._pi.ask("grep pinctrl-bcm2835 /proc/interrupts").split()
        return sum(int(word) for word in told[1:5])

    def be(self, *, down: bool) -> None:
        """Join its contact, or part it."""
        # However busy this machine is: between the two no time goes by over there.
        self._pi.stand_still()
        self._pi.set_button(down=down)
        self._pi.go_on()
        if self._interrupt:
            self._pi.ask(f"echo {self._interrupt} >{_MODULE}/edge")

    def press(self) -> None:
        """Press it once, for as long as a finger does."""
        self.be(down=True)
        self._pi.ask(f"sleep {_PRESS_SECONDS}")
        self.be(down=False)

    def press_bouncing(self) -> None:
        """The same with a contact that bounces."""
        # The last level is low while the button is down.
        self._pi.ask(f"echo 0 >{_MODULE}/bounce; sleep {_PRESS_SECONDS}; echo 1 >{_MODULE}/bounce")
