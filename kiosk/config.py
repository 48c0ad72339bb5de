"""Machine settings: the file kiosk.toml, and how the display is mounted.

Every key of the file is optional. Players can also set the mounting on the screen. It is then saved
in the data folder with the same keys, and takes precedence over kiosk.toml. It is left out of
backups, because it belongs to one display, while saved games may move to another machine.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from companion.memory.atomic_file import write_file_atomically
from companion.memory.text_file import read_text
from companion.sentence import N_, Sentence
from kiosk.lenient import AnyStruct, read_leniently, unknown_keys
from kiosk.rotation import Rotation, TouchCalibration
from kiosk.words.language import languages

_Minutes = Annotated[float, msgspec.Meta(ge=0, le=1440)]


class KioskConfig(msgspec.Struct, frozen=True):
    """Settings of the machine.

    The screen dims after `dim_after_minutes` without a touch and goes dark after
    `dark_after_minutes`; 0 stands for never. `language` applies until the players choose a
    language; if neither is set, the first start asks for one. `rotation` turns the picture for the
    viewer. `touch_rotation` and `touch_mirrored` describe the touch layer (see `TouchCalibration`).
    """

    language: str | None = None
    rotation: Rotation = Rotation.NONE
    touch_rotation: Rotation = Rotation.NONE
    touch_mirrored: bool = False
    dim_after_minutes: _Minutes = 5
    dark_after_minutes: _Minutes = 20

    @property
    def touch_calibration(self) -> TouchCalibration:
        return TouchCalibration(self.touch_rotation, self.touch_mirrored)


class DisplayMounting(msgspec.Struct, frozen=True):
    """Mounting of the display as the players entered it; None for values never entered."""

    rotation: Rotation | None = None
    touch_rotation: Rotation | None = None
    touch_mirrored: bool | None = None


class LoadedConfig(NamedTuple):
    config: KioskConfig
    problems: tuple[Sentence, ...] = ()


_LEFT_OUT = N_("{file}: {key} is left out, and the usual holds: {reason}")


def read_kiosk_config(path: Path) -> LoadedConfig:
    """Read the machine settings from `path`, or return the defaults if the file is missing.

    Unusable parts of the file are ignored and reported: invalid TOML, invalid values, unknown keys
    and unknown languages. They never keep the app from starting.
    """
    config, problems = _read(path, KioskConfig)
    if config.language is not None and config.language not in languages():
        facts = {"code": repr(config.language), "known": ", ".join(languages())}
        why = Sentence(N_("the app does not speak {code}, but {known}"), facts)
        problems.append(_left_out(path, "language", why))
        config = msgspec.structs.replace(config, language=None)
    return LoadedConfig(config, tuple(problems))


def read_mounting(folder: Path, config: KioskConfig) -> LoadedConfig:
    """Return `config` with the mounting saved in `folder`, and problems found in the saved file."""
    mounting, problems = _read(folder / _MOUNTING, DisplayMounting)
    own = {
        key: value for key, value in msgspec.structs.asdict(mounting).items() if value is not None
    }
    return LoadedConfig(msgspec.structs.replace(config, **own), tuple(problems))


def write_mounting(folder: Path, config: KioskConfig) -> None:
    """Save in `folder` how the display is mounted, such as its rotation. Raises OSError."""
    import tomli_w  # noqa: PLC0415 - no start waits for it

    folder.mkdir(parents=True, exist_ok=True)
    own = DisplayMounting(config.rotation, config.touch_rotation, config.touch_mirrored)
    write_file_atomically(folder / _MOUNTING, tomli_w.dumps(msgspec.to_builtins(own)).encode())


def _read(path: Path, kind: type[AnyStruct]) -> tuple[AnyStruct, list[Sentence]]:
    """Return the usable settings of a file, and the problems found in the file."""
    try:
        found = msgspec.toml.decode(read_text(path))
    except FileNotFoundError:
        return kind(), []
    except (OSError, ValueError, msgspec.DecodeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        facts = {"file": str(path), "error": reason or str(error)}
        return kind(), [Sentence("{file} cannot be used: {error}", facts)]
    settings, wrong = read_leniently(found, kind)
    problems = [_left_out(path, one.key, one.reason) for one in wrong]
    unread = Sentence(N_("known are {known}"), {"known": ", ".join(kind.__struct_fields__)})
    return settings, [
        *problems,
        *(_left_out(path, key, unread) for key in unknown_keys(found, kind)),
    ]


def _left_out(path: Path, key: str, reason: object) -> Sentence:
    return Sentence(_LEFT_OUT, {"file": str(path), "key": key[:_LONGEST_KEY], "reason": reason})


_LONGEST_KEY = 40
_MOUNTING = ".display.toml"
