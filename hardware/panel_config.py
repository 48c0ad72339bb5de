"""The file panel.toml: which panel there is, and how its button, lamps and pins are set.

Everything in it may be left out. What cannot be used, or is from a release that knows more, costs
itself alone and is told, with every sentence about it at once, so that nobody has to correct it one
error at a time. Only of the pins all are refused where one is wrong: something may be wired to it.
"""

import codecs
import re
import stat
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from hardware.lamps import LampSettings
from hardware.pins import GpioSettings, LampPins
from hardware.troubles import N_, PanelError, Problem, Trouble, TroubleKind, problem, trouble


class PanelChoice(StrEnum):
    """Which panel is wanted.

    `auto`: the pins if the file has a table `[gpio]` and this computer has a header, otherwise
    a panel at a USB cable as soon as one is plugged in.
    """

    AUTO = "auto"
    GPIO = "gpio"
    SERIAL = "serial"
    SIMULATED = "simulated"
    OFF = "off"


class ButtonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[button]`; a serial panel has these times in its own firmware.

    `debounce_milliseconds` is how long a contact must keep still, 1 to 100; `hold_seconds` how
    long a press becomes a hold, 0.5 to 10.
    """

    debounce_milliseconds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 15
    hold_seconds: Annotated[float, msgspec.Meta(ge=0.5, le=10)] = 2.0


class SerialSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[serial]` of panel.toml.

    `port` is the one port to use; without it likely ones are tried. `speed` is in bits a second
    and matters only where a USB adapter with wires to a microcontroller is used.
    """

    port: str | None = None
    speed: int = 115200


class PanelConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of panel.toml; `gpio` is None where the file has no table `[gpio]`."""

    panel: PanelChoice = PanelChoice.AUTO
    button: ButtonSettings = ButtonSettings()
    lamps: LampSettings = LampSettings()
    gpio: GpioSettings | None = None
    serial: SerialSettings = SerialSettings()

    def pins(self) -> GpioSettings:
        """The pins as configured, or the usual ones."""
        return self.gpio or GpioSettings()


class ReadPanelConfig(NamedTuple):
    """What a panel.toml says; `ignored` tells what of it does not count, None where all does."""

    config: PanelConfig
    ignored: Trouble | None = None


_MOST_BYTES = 64 * 1024
_TABLES: dict[str, type[msgspec.Struct]] = {
    "": PanelConfig,
    "button": ButtonSettings,
    "lamps": LampSettings,
    "gpio": GpioSettings,
    "gpio.lamps": LampPins,
    "serial": SerialSettings,
}
_COMPLAINTS = tuple(
    (re.compile(pattern), message)
    for pattern, message in (
        (r"Expected `\w+` <= (?P<most>\S+)", N_("{where} may be {most} at most.")),
        (r"Expected `\w+` >= (?P<least>\S+)", N_("{where} has to be {least} at least.")),
        (r"Expected `int`, got .*", N_("{where} has to be a whole number.")),
        (r"Expected `float`, got .*", N_("{where} has to be a number.")),
        (r"Expected `str( \| null)?`, got .*", N_("{where} has to be a text in quotation marks.")),
        (r"Invalid enum value '(?P<value>.*)'", N_('{where} cannot be "{value}".')),
    )
)
"""What the library says of a value, and what it means."""
_COMPLAINT = re.compile(r"(?P<what>.*) - at `\$\.?(?P<where>.*)`", re.DOTALL)


def read_panel_config(path: Path) -> ReadPanelConfig:
    """The settings in the file at `path`; all as usual where there is no such file.

    Raises PanelError where the file cannot be read, is no TOML, or its pins are wrong.
    """
    try:
        text = _small_text(path)
    except FileNotFoundError:
        return ReadPanelConfig(PanelConfig())
    except (OSError, UnicodeDecodeError) as error:
        why = trouble(TroubleKind.CONFIG_UNREADABLE, file=path, error=error)
        raise PanelError(why) from error
    return parse_panel_config(text, path.name)


def _small_text(path: Path) -> str:
    # Neither a pipe nor a device may hold a start up.
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is no file")
    with path.open("rb") as stream:
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise OSError("it is too long")
    # What Windows saves as UTF-16, or with the mark of UTF-8, is meant as it reads.
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf_16 else "utf-8-sig")


def parse_panel_config(text: str, file: str = "panel.toml") -> ReadPanelConfig:
    """The settings in `text`; raises PanelError that names `file` as `read_panel_config` does."""
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib has more than its own kind
        raise _wrong(file, problem("It is no TOML: {error}.", error=error)) from error
    told: list[Problem] = []
    of_pins: list[Problem] = []
    config = msgspec.convert(_usable("", found, told, of_pins), PanelConfig)
    of_pins += config.pins().problems()
    if of_pins:
        raise _wrong(file, *of_pins)
    if not told:
        return ReadPanelConfig(config)
    return ReadPanelConfig(
        config, Trouble(TroubleKind.CONFIG_IN_PART, (("file", file),), tuple(told))
    )


def _usable(
    table: str, found: dict[str, object], told: list[Problem], of_pins: list[Problem]
) -> dict[str, object]:
    """What of a table can be used; what is wrong with the rest is told, apart what is of pins."""
    struct = _TABLES[table]
    good: dict[str, object] = {}
    for key, value in found.items():
        inner = f"{table}.{key}" if table else key
        wrong = of_pins if inner.startswith("gpio") else told
        if key not in struct.__struct_fields__:
            told.append(_unknown(table, key, struct))
        elif inner in _TABLES:
            if isinstance(value, dict):
                good[key] = _usable(inner, value, told, of_pins)
            else:
                wrong.append(
                    problem('"{name}" must be a table that begins with [{name}].', name=inner)
                )
        elif inner == "panel" and value not in tuple(PanelChoice):
            told.append(
                problem(
                    'panel = "{choice}" is not known; choose one of {known}.',
                    choice=value,
                    known=", ".join(PanelChoice),
                )
            )
        else:
            try:
                msgspec.convert({key: value}, struct)
            except msgspec.ValidationError as error:
                wrong.append(_complaint(str(error), table))
            else:
                good[key] = value
    return good


def _wrong(file: str, *problems: Problem) -> PanelError:
    return PanelError(Trouble(TroubleKind.CONFIG_WRONG, (("file", file),), problems))


def _unknown(table: str, key: str, struct: type[msgspec.Struct]) -> Problem:
    known = ", ".join(struct.__struct_fields__)
    if not table:
        return problem('it has an unknown key "{key}"; known are {known}.', key=key, known=known)
    return problem(
        '[{table}] has an unknown key "{key}"; known are {known}.',
        table=table,
        key=key,
        known=known,
    )


def _complaint(error: str, table: str) -> Problem:
    match = _COMPLAINT.fullmatch(error)
    if match is None:
        return problem("It is not as it has to be: {error}.", error=error)
    what, where = match["what"], f"{table}.{match['where']}"
    for pattern, message in _COMPLAINTS:
        told = pattern.fullmatch(what)
        if told is not None:
            return problem(message, where=where, **told.groupdict())
    return problem("{where} is not as it has to be: {error}.", where=where, error=what)
