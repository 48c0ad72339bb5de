"""What a panel's status says, in the table's words: a headline, facts, and what to do. No Kivy."""

import msgspec
from msgspec.structs import replace

from hardware.lamps import Lamp, LampSettings
from hardware.panel import PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import PanelConfig
from hardware.troubles import Problem, Trouble
from kiosk.idle_timer import PressSeen
from kiosk.words.language import _, mark

_WORKS = {
    PanelKind.OFF: mark("The panel is switched off"),
    PanelKind.GPIO: mark("The panel on the pins works"),
    PanelKind.SERIAL: mark("The panel at the cable works"),
    PanelKind.SIMULATED: mark("The simulated panel works"),
}
_FAILS = {
    PanelKind.OFF: mark("There is no panel"),
    PanelKind.GPIO: mark("The panel on the pins does not work"),
    PanelKind.SERIAL: mark("The panel at the cable does not work"),
    PanelKind.SIMULATED: mark("The simulated panel does not work"),
}
_OTHERS = {
    PanelState.OFF: mark("The panel is switched off"),
    PanelState.SEARCHING: mark("No panel has been found so far"),
}
_HARDWARE_WORDS = frozenset(
    {
        mark("the button"),
        mark("the wood lamp"),
        mark("the wool lamp"),
        mark("the copper lamp"),
        mark("the stone lamp"),
        mark("the plus lamp"),
        mark("the minus lamp"),
        mark("the purple lamp"),
        mark("the blue lamp"),
        mark("the green lamp"),
        mark("the red lamp"),
        mark("the serial console"),
        mark("the screen"),
    }
)
"""What the hardware fills into its sentences and what is not the same in all languages."""


class Fact(msgspec.Struct, frozen=True):
    """Something that is known of a panel: what it is, and its value."""

    label: str
    value: str


class Advice(msgspec.Struct, frozen=True):
    """What is wrong with a panel, and what to do now."""

    reason: str
    advice: str


def headline(status: PanelStatus) -> str:
    """How it stands with the panel, in a few words."""
    match status.state:
        case PanelState.READY:
            return _(_WORKS[status.kind])
        case PanelState.TROUBLED:
            return _(_FAILS[status.kind])
        case _:
            return _(_OTHERS[status.state])


def facts(status: PanelStatus, config: PanelConfig, press: PressSeen | None) -> tuple[Fact, ...]:
    """What is known of a panel that works; `config` says which pins it was given."""
    found = []
    if status.chip is not None:
        pins = config.pins()
        lamps = " ".join(str(pins.lamp_pin(lamp)) for lamp in Lamp)
        found += [
            Fact(_("Chip of the pins"), f"/dev/gpiochip{status.chip}"),
            Fact(_("Pin of the button"), f"GPIO {pins.button}"),
            Fact(_("Pins of the lamps"), f"GPIO {lamps}"),
        ]
    if status.port is not None and status.kind is PanelKind.SERIAL:
        found.append(Fact(_("Plugged in at"), status.port))
    if status.firmware is not None:
        found.append(Fact(_("Version of its firmware"), status.firmware))
    found.append(Fact(_("Last press of its button"), _press(press)))
    if status.missed:
        found.append(Fact(_("Presses lost on the way"), str(status.missed)))
    return tuple(found)


def advices(status: PanelStatus) -> tuple[Advice, ...]:
    """What is wrong and what to do now, the weightiest first; empty where nothing is."""
    troubles = (*((status.trouble,) if status.trouble else ()), *status.warnings)
    if not troubles and status.state is PanelState.OFF:
        return (
            Advice(
                _("It is switched off in panel.toml, or where the companion was started."),
                _("A panel is optional: everything can be done on the screen."),
            ),
        )
    return tuple(trouble_advice(trouble) for trouble in troubles)


def stepped(settings: LampSettings, name: str, way: int) -> LampSettings:
    """The settings with the `brightness` or the `blink` one step on; `way` is 1 or -1.

    Brightness goes by 10 percent, the blink by 0.2 seconds; each ends where its range does.
    """
    if name == "brightness":
        percent = settings.brightness_percent + 10 * way
        return replace(settings, brightness_percent=min(100, max(10, percent)))
    seconds = round(settings.slow_blink_seconds + 0.2 * way, 1)
    return replace(settings, slow_blink_seconds=min(5.0, max(0.4, seconds)))


def _press(press: PressSeen | None) -> str:
    if press is None:
        return _("none so far")
    time = press.at.strftime("%H:%M:%S")
    if press.kind is PressKind.HELD:
        return _("{time}, held", time=time)
    return time


def trouble_text(trouble: Trouble) -> str:
    """What is wrong and what to do now, in one breath."""
    told = trouble_advice(trouble)
    return f"{told.reason} {told.advice}"


def trouble_advice(trouble: Trouble) -> Advice:
    """What is wrong, and what to do now."""
    gaps = {name: fact_text(fact) for name, fact in trouble.facts}
    if trouble.problems:
        gaps["problems"] = " ".join(map(_problem_text, trouble.problems))
    return Advice(_(trouble.kind.reason, **gaps), _(trouble.kind.advice, **gaps))


def _problem_text(problem: Problem) -> str:
    return _(problem.message, **{name: fact_text(fact) for name, fact in problem.facts})


def fact_text(fact: str) -> str:
    """What the hardware fills into a sentence, in the table's words."""
    return _(fact) if fact in _HARDWARE_WORDS else fact
