"""The file panel.toml: which panel there is, and how its button, lamps and pins are set.

Everything in it may be left out. What cannot be used, or is from a release that knows more, costs
itself alone and is told, with every sentence about it at once, so that nobody has to correct it one
error at a time. Only of the pins all are refused where one is wrong: something may be wired to it.
"""

import re
import stat
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

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
_PINS = ("gpio", "gpio.lamps")
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
    return content.decode()


def parse_panel_config(text: str, file: str = "panel.toml") -> ReadPanelConfig:
    """The settings in `text`; raises PanelError that names `file` as `read_panel_config` does."""
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib has more than its own kind
        raise _wrong(file, problem("It is no TOML: {error}.", error=error)) from error
    told = [*_unknown_keys(found), *_wrong_tables(found), *_wrong_choice(found)]
    good: dict[str, Any] = {}
    for table in _TABLES:
        if table in _PINS or not table:
            continue
        good[table], wrong = _usable(table, _table(found, table))
        told += wrong
    choice = found.get("panel")
    if choice in tuple(PanelChoice):
        good["panel"] = choice
    if "gpio" in found:
        if not isinstance(found["gpio"], dict) or not isinstance(
            _value(found, "gpio.lamps"), dict | None
        ):
            raise _wrong(file, *told)
        good["gpio"] = _pins(found["gpio"], file)
    config = msgspec.convert(good, PanelConfig)
    problems = config.pins().problems()
    if problems:
        raise _wrong(file, *problems)
    if not told:
        return ReadPanelConfig(config)
    return ReadPanelConfig(
        config, Trouble(TroubleKind.CONFIG_IN_PART, (("file", file),), tuple(told))
    )


def _usable(table: str, found: dict[str, object]) -> tuple[dict[str, object], list[Problem]]:
    """What of a table can be used, and what is wrong with the rest."""
    good: dict[str, object] = {}
    wrong = []
    for field in msgspec.structs.fields(_TABLES[table]):
        if field.name in found:
            try:
                msgspec.convert({field.name: found[field.name]}, _TABLES[table])
            except msgspec.ValidationError as error:
                wrong.append(_complaint(str(error), table))
            else:
                good[field.name] = found[field.name]
    return good, wrong


def _pins(found: dict[str, object], file: str) -> dict[str, object]:
    """The table of the pins, less what this release does not know. Raises PanelError."""
    known = {key: value for key, value in found.items() if key in GpioSettings.__struct_fields__}
    lamps = known.get("lamps")
    if isinstance(lamps, dict):
        known["lamps"] = {
            key: value for key, value in lamps.items() if key in LampPins.__struct_fields__
        }
    try:
        msgspec.convert(known, GpioSettings)
    except msgspec.ValidationError as error:
        raise _wrong(file, _complaint(str(error), "gpio")) from error
    return known


def _wrong(file: str, *problems: Problem) -> PanelError:
    return PanelError(Trouble(TroubleKind.CONFIG_WRONG, (("file", file),), problems))


def _unknown_keys(found: dict[str, object]) -> tuple[Problem, ...]:
    return tuple(
        _unknown(table, key, struct)
        for table, struct in _TABLES.items()
        for key in _table(found, table)
        if key not in struct.__struct_fields__
    )


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


def _wrong_tables(found: dict[str, object]) -> tuple[Problem, ...]:
    return tuple(
        problem('"{name}" must be a table that begins with [{name}].', name=name)
        for name in _TABLES
        if not isinstance(_value(found, name), dict | None)
    )


def _wrong_choice(found: dict[str, object]) -> tuple[Problem, ...]:
    choice = found.get("panel", PanelChoice.AUTO)
    if choice in tuple(PanelChoice):
        return ()
    return (
        problem(
            'panel = "{choice}" is not known; choose one of {known}.',
            choice=choice,
            known=", ".join(PanelChoice),
        ),
    )


def _table(found: dict[str, object], name: str) -> dict[str, object]:
    table = _value(found, name)
    return table if isinstance(table, dict) else {}


def _value(found: dict[str, object], name: str) -> object:
    value: object = found
    for part in name.split(".") if name else ():
        value = value.get(part) if isinstance(value, dict) else None
    return value


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
