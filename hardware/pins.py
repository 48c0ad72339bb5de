"""The GPIO numbers of a panel on a Raspberry Pi's header."""

from typing import Literal

import msgspec

from hardware.lamps import Lamp
from hardware.troubles import (
    N_,
    ConfigProblem,
    Trouble,
    TroubleKind,
    make_config_problem,
    make_trouble,
)

_PINS = range(28)
_RESERVED_PINS = frozenset({0, 1})
"""GPIO numbers that the Raspberry Pi reads at startup to identify boards on the header."""

_OTHER_USES = {
    **dict.fromkeys((2, 3), "I²C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
}

BUTTON = "the button"
BUZZER = "the buzzer"


class LampPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """GPIO number of each lamp: the table `[gpio.lamps]` of panel.toml."""

    wood: int = 27
    wool: int = 22
    copper: int = 5
    stone: int = 6
    plus: int = 13
    minus: int = 26
    purple: int = 23
    blue: int = 24
    green: int = 25
    red: int = 12


class GpioSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """GPIO numbers of button, lamps and buzzer: the table `[gpio]` of panel.toml.

    The button connects its pin to ground. `lit_at` is "high" if lamps are between pin and ground,
    "low" if lamps are between 3.3 V and pin. `buzzer` is the pin of a passive buzzer connected to
    ground, or None.
    """

    button: int = 17
    buzzer: int | None = None
    lit_at: Literal["high", "low"] = "high"
    lamps: LampPins = LampPins()

    def lamp_pin(self, lamp: Lamp) -> int:
        pin: int = getattr(self.lamps, lamp.value)
        return pin

    def pins_in_use(self) -> tuple[tuple[str, int], ...]:
        """Return the purpose (button, a lamp, buzzer) and GPIO number of each pin in use."""
        lamps = ((f"the {lamp} lamp", self.lamp_pin(lamp)) for lamp in Lamp)
        buzzer = () if self.buzzer is None else ((BUZZER, self.buzzer),)
        return ((BUTTON, self.button), *lamps, *buzzer)

    def problems(self) -> tuple[ConfigProblem, ...]:
        """Return a sentence for each reason why these pins cannot be used."""
        found = []
        users: dict[int, str] = {}
        for use, pin in self.pins_in_use():
            wrong = None
            if pin not in _PINS:
                wrong = N_("GPIO {pin} for {use} does not exist; choose one from 2 to 27.")
            elif pin in _RESERVED_PINS:
                wrong = N_(
                    "GPIO {pin} for {use} is reserved for the Raspberry Pi itself; choose one "
                    "from 2 to 27."
                )
            if wrong is not None:
                found.append(make_config_problem(wrong, pin=pin, use=use))
            elif pin in users:
                twice = N_(
                    "GPIO {pin} is used twice, for {use} and for {other}; give each its own."
                )
                found.append(make_config_problem(twice, pin=pin, use=users[pin], other=use))
            users.setdefault(pin, use)
        return tuple(found)

    def warnings(self) -> tuple[Trouble, ...]:
        """Return a warning for each configured pin that another device may also use."""
        return tuple(
            make_trouble(TroubleKind.PIN_HAS_OTHER_USE, pin=pin, use=use, other=_OTHER_USES[pin])
            for use, pin in self.pins_in_use()
            if pin in _OTHER_USES
        )
