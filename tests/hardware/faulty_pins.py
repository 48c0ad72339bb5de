"""Mock pins that fail, or do otherwise than they should, as real ones may."""

from gpiozero import PinUnknownPi
from gpiozero.pins.mock import MockPWMPin


class BrokenPinError(Exception):
    """What a pin library raises when the system refuses a pin."""


class BusyPin(MockPWMPin):
    """A pin that somebody else uses, if it is number 13."""

    def _set_function(self, value: str) -> None:
        if self.info.name == "GPIO13" and value == "output":
            raise BrokenPinError("GPIO busy")
        super()._set_function(value)


class UnknownBoardPin(MockPWMPin):
    """A pin of a board that does not say which it is: no firmware has written it down."""

    def __init__(self, *_: object) -> None:
        raise PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")


class LingeringPin(MockPWMPin):
    """A pin that stays lit when its pulses end, as real ones do that end within a pulse."""

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        if value is None and self.function == "output":
            self._change_state(1.0)


class EdgelessPin(MockPWMPin):
    """A pin whose chip tells of no edges."""

    def _call_when_changed(self, *_: object) -> None:
        """Nobody hears of it."""
