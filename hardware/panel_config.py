"""The file panel.toml: the choice of the panel, and settings of its button, lamps and pins.

Every key is optional. Invalid and unknown keys are ignored and reported together. Invalid pins make
the whole file invalid, because other devices may be connected to the default pins.
"""

import codecs
import stat
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from hardware.lamps import LampSettings
from hardware.pins import GpioSettings, LampPins
from hardware.troubles import (
    N_,
    ConfigProblem,
    PanelError,
    Trouble,
    TroubleKind,
    make_config_problem,
    make_trouble,
)


class PanelChoice(StrEnum):
    """Choice of the panel to use.

    With `auto`, the GPIO pins are used if panel.toml has a table `[gpio]` and this computer has a
    GPIO header. Otherwise, a panel on a USB cable is used as soon as it is plugged in.
    """

    AUTO = "auto"
    GPIO = "gpio"
    SERIAL = "serial"
    SIMULATED = "simulated"
    OFF = "off"


class ButtonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[button]` of panel.toml.

    It is not used for serial panels, because their firmware sets these times.

    `debounce_milliseconds`, 1 to 100, is the time for which a contact must be stable.
    `hold_seconds`, 0.5 to 10, is the time after which a press becomes a hold.
    """

    debounce_milliseconds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 15
    hold_seconds: Annotated[float, msgspec.Meta(ge=0.5, le=10)] = 2.0


class SerialSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[serial]` of panel.toml.

    `port` is the only port to use, or None to try all likely ports. `speed` is in bits a second and
    matters only for USB adapters.
    """

    port: str | None = None
    speed: int = 115200


class PanelConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of panel.toml; `gpio` is None if the file has no table `[gpio]`."""

    panel: PanelChoice = PanelChoice.AUTO
    button: ButtonSettings = ButtonSettings()
    lamps: LampSettings = LampSettings()
    gpio: GpioSettings | None = None
    serial: SerialSettings = SerialSettings()

    def gpio_or_default(self) -> GpioSettings:
        return self.gpio or GpioSettings()


class LoadedPanelConfig(NamedTuple):
    """Settings from a panel.toml.

    `ignored_keys_trouble` lists the ignored keys; it is None if no key was ignored.
    """

    config: PanelConfig
    ignored_keys_trouble: Trouble | None = None


_MOST_BYTES = 64 * 1024
_TABLES: dict[str, type[msgspec.Struct]] = {
    "": PanelConfig,
    "button": ButtonSettings,
    "lamps": LampSettings,
    "gpio": GpioSettings,
    "gpio.lamps": LampPins,
    "serial": SerialSettings,
}


def read_panel_config(path: Path) -> LoadedPanelConfig:
    """Read the settings from `path`; if there is no file, return the defaults.

    Raises PanelError if the file cannot be read, is not TOML, or has invalid pins.
    """
    try:
        text = _small_text(path)
    except FileNotFoundError:
        return LoadedPanelConfig(PanelConfig())
    except (OSError, UnicodeDecodeError) as error:
        why = make_trouble(TroubleKind.CONFIG_UNREADABLE, file=path, error=error)
        raise PanelError(why) from error
    return parse_panel_config(text, path.name)


def _small_text(path: Path) -> str:
    # A pipe or a device would block the start.
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is not a regular file")
    with path.open("rb") as stream:
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise OSError("it is too long")
    # Windows saves text as UTF-16, or as UTF-8 with a byte order mark.
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf_16 else "utf-8-sig")


def parse_panel_config(text: str, file_name: str = "panel.toml") -> LoadedPanelConfig:
    """Parse the text of a panel.toml; `file_name` is the name of the file for messages.

    Raises PanelError if the text is not TOML or has invalid pins.
    """
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib raises more than its own error
        problem = make_config_problem("It is not valid TOML: {error}.", error=error)
        raise _wrong(file_name, problem) from error
    told: list[ConfigProblem] = []
    of_pins: list[ConfigProblem] = []
    config = msgspec.convert(_usable("", found, told, of_pins), PanelConfig)
    of_pins += config.gpio_or_default().problems()
    if of_pins:
        raise _wrong(file_name, *of_pins)
    ignored = Trouble(TroubleKind.CONFIG_IN_PART, (("file", file_name),), tuple(told))
    return LoadedPanelConfig(config, ignored if told else None)


def _usable(
    table: str, found: dict[str, object], told: list[ConfigProblem], of_pins: list[ConfigProblem]
) -> dict[str, object]:
    struct = _TABLES[table]
    good: dict[str, object] = {}
    for key, value in found.items():
        inner = f"{table}.{key}" if table else key
        wrong = of_pins if inner.startswith("gpio") else told
        if key not in struct.__struct_fields__:
            known = ", ".join(struct.__struct_fields__)
            message = N_('there is no key "{key}"; the known keys are {known}.')
            told.append(make_config_problem(message, key=inner, known=known))
        elif inner in _TABLES:
            if isinstance(value, dict):
                good[key] = _usable(inner, value, told, of_pins)
            else:
                message = N_('"{name}" must be a table that begins with [{name}].')
                wrong.append(make_config_problem(message, name=inner))
        else:
            try:
                msgspec.convert({key: value}, struct)
            except msgspec.ValidationError as error:
                reason = str(error).partition(" - at ")[0]
                message = N_("{where} cannot be used: {error}.")
                wrong.append(make_config_problem(message, where=inner, error=reason))
            else:
                good[key] = value
    return good


def _wrong(file: str, *problems: ConfigProblem) -> PanelError:
    return PanelError(Trouble(TroubleKind.CONFIG_WRONG, (("file", file),), problems))
