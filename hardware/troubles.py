"""Messages for all faults of a panel: the fault, and the advice for it.

The sentences are English with named placeholders. The screen translates a sentence first, and then
fills its placeholders.
"""

from enum import Enum

import msgspec


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a sentence for translation, and return it unchanged."""
    return sentence


class TroubleKind(Enum):
    """All faults of a panel; the value of each fault is its description and advice, in English."""

    NO_PANEL_FOUND = (
        N_("No panel is plugged in."),
        N_(
            "A panel is optional: everything can be done on the screen. Plug one into a USB "
            "socket, and the app finds it."
        ),
    )
    PORT_MISSING = (
        N_("The panel should be at {port}, which does not exist."),
        N_("Plug the panel in, or correct the port in panel.toml."),
    )
    PORT_FORBIDDEN = (
        N_("This program may not open {port}."),
        N_("Add the user it runs as to the group dialout, then restart it."),
    )
    PORT_BUSY = (
        N_("Another program is using {port}."),
        N_("Close the other program; then the app uses the panel."),
    )
    PORT_BROKEN = (
        N_("{port} cannot be used: {error}."),
        N_("Unplug the panel and plug it in again; if that does not help, try another cable."),
    )
    NOT_A_PANEL = (
        N_("The device at {port} has not identified itself as a panel."),
        N_(
            "If it is your panel, install the firmware as described in hardware/README.md; if "
            "it is something else, you need not do anything."
        ),
    )
    OTHER_VERSION = (
        N_(
            "The panel at {port} uses version {theirs} of the panel protocol, this program "
            "version {ours}."
        ),
        N_("Install the firmware that comes with this program on the panel."),
    )
    NOT_LISTENING = (
        N_("The panel at {port} sends messages but receives none."),
        N_("Unplug it and plug it in again; if that does not help, try another cable."),
    )
    SILENT = (
        N_("The panel at {port} has stopped responding."),
        N_("Unplug it and plug it in again; until then, play on the screen."),
    )
    BABBLING = (
        N_("The panel at {port} sends only unreadable messages."),
        N_("Unplug it and plug it in again; until then, play on the screen."),
    )
    UNPLUGGED = (
        N_("The panel at {port} was unplugged."),
        N_("Plug it in again, and the app finds it; until then, play on the screen."),
    )
    NO_HEADER = (
        N_("No Raspberry Pi pin header was found on this computer."),
        N_('Use a panel with a USB cable, or write panel = "off" into panel.toml.'),
    )
    NO_PIN_LIBRARY = (
        N_("The library for the pins is missing: {error}."),
        N_("Install the app with the extra “pi”: pip install meduris-companion[pi]."),
    )
    CHIP_FORBIDDEN = (
        N_("This program may not open /dev/gpiochip{chip}."),
        N_("Add the user it runs as to the group gpio, then restart it."),
    )
    CHIP_BROKEN = (
        N_("/dev/gpiochip{chip} cannot be used: {error}."),
        N_("Restart the computer; if that does not help, use a panel with a USB cable."),
    )
    PIN_BUSY = (
        N_("GPIO {pin} for {use} cannot be used: {error}."),
        N_("Switch off whatever else uses this pin, or give {use} another pin in panel.toml."),
    )
    PINS_BROKEN = (
        N_("The pins have stopped working: {error}."),
        N_("The app keeps trying; until then, play on the screen."),
    )
    CONFIG_UNREADABLE = (
        N_("{file} cannot be read: {error}."),
        N_("Correct the file or remove it, then restart the panel."),
    )
    CONFIG_WRONG = (
        N_("{file} contains errors: {problems}"),
        N_("Correct the file, then restart the panel."),
    )
    CONFIG_IN_PART = (
        N_("Parts of {file} cannot be used: {problems}"),
        N_("The defaults apply to these parts; everything else is used as written."),
    )
    PIN_HAS_OTHER_USE = (
        N_("GPIO {pin} for {use} is also a pin of {other}."),
        N_("Make sure that {other} is switched off, or choose another pin in panel.toml."),
    )
    PROGRAM_FAULT = (
        N_("The program that runs the panel has failed: {error}."),
        N_(
            "It restarts by itself; until then, play on the screen. Please report what the log "
            "says."
        ),
    )

    def __init__(self, reason: str, advice: str) -> None:
        self.reason = reason
        self.advice = advice


class ConfigProblem(msgspec.Struct, frozen=True):
    """A problem with panel.toml; `facts` are pairs of a placeholder's name and its value."""

    message: str
    facts: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.message.format_map(dict(self.facts))


def make_config_problem(message: str, **facts: object) -> ConfigProblem:
    """Return a problem with panel.toml: a message, and the values for its placeholders."""
    return ConfigProblem(message, tuple((name, str(fact)) for name, fact in facts.items()))


class Trouble(msgspec.Struct, frozen=True):
    """A fault of a panel; `facts` are pairs of a placeholder's name and its value.

    The placeholder `{problems}` is replaced with the messages of `problems`.
    """

    kind: TroubleKind
    facts: tuple[tuple[str, str], ...] = ()
    problems: tuple[ConfigProblem, ...] = ()

    @property
    def reason(self) -> str:
        problems = " ".join(map(str, self.problems))
        return self.kind.reason.format_map({"problems": problems, **dict(self.facts)})

    @property
    def advice(self) -> str:
        return self.kind.advice.format_map(dict(self.facts))

    def __str__(self) -> str:
        return f"{self.reason} {self.advice}"


def make_trouble(kind: TroubleKind, **facts: object) -> Trouble:
    """Return a trouble of this kind, with values for the placeholders of its sentences."""
    return Trouble(kind, tuple((name, str(fact)) for name, fact in facts.items()))


class PanelError(RuntimeError):
    """A panel cannot be opened or used; `trouble` has the reason and the advice."""

    def __init__(self, why: Trouble) -> None:
        super().__init__(why)
        self.trouble = why
