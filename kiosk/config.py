"""What whoever sets up the machine decides, in the file kiosk.toml; not the table's wishes.

Everything in it may be left out. How the display is mounted is set at the screen too: that stands
in the data folder, in the same words, and comes first. No backup takes it along, and no restoring
touches it: it belongs to a display, and the saved games may move to another one.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from companion.memory.atomic_file import write_file
from companion.memory.text_file import read_text
from companion.sentence import N_, Sentence
from kiosk.lenient import AnyStruct, taken, unknown
from kiosk.rotation import Rotation, TouchFit
from kiosk.words.language import languages

_Minutes = Annotated[float, msgspec.Meta(ge=0, le=1440)]


class KioskConfig(msgspec.Struct, frozen=True):
    """The machine's settings; minutes without a touch until the screen dims and goes dark.

    0 minutes: never. `language` is spoken until the table chooses another; where it is None, the
    table is asked at the first start. `rotation` is how far the picture is turned for whoever looks
    at the display; the other two say how its touches lie on it (`TouchFit`).
    """

    language: str | None = None
    rotation: Rotation = Rotation.NONE
    touch_rotation: Rotation = Rotation.NONE
    touch_mirrored: bool = False
    dim_after_minutes: _Minutes = 5
    dark_after_minutes: _Minutes = 20

    @property
    def touch(self) -> TouchFit:
        """How touches lie on the display."""
        return TouchFit(self.touch_rotation, self.touch_mirrored)


class Mounting(msgspec.Struct, frozen=True):
    """How a display is mounted, as the table has set it at the screen; None: it has not."""

    rotation: Rotation | None = None
    touch_rotation: Rotation | None = None
    touch_mirrored: bool | None = None


class ReadConfig(NamedTuple):
    """The settings that hold, and what is to be told of the file, a sentence a thing."""

    config: KioskConfig
    told: tuple[Sentence, ...] = ()


_LEFT_OUT = N_("{file}: {key} is left out, and the usual holds: {reason}")


def read_kiosk_config(path: Path) -> ReadConfig:
    """The settings in the file at `path`, all as usual where there is none.

    What cannot be used costs itself alone, and keeps no kiosk from starting: a file that is no
    TOML, a value, a key that this release does not know, a language that it does not speak.
    """
    config, told = _read(path, KioskConfig)
    if config.language is not None and config.language not in languages():
        facts = {"code": repr(config.language), "known": ", ".join(languages())}
        why = Sentence(N_("the app does not speak {code}, but {known}"), facts)
        told.append(_left_out(path, "language", why))
        config = msgspec.structs.replace(config, language=None)
    return ReadConfig(config, tuple(told))


def read_mounting(folder: Path, config: KioskConfig) -> ReadConfig:
    """The machine's settings with what the table has set of them at the screen, in `folder`."""
    mounting, told = _read(folder / _MOUNTING, Mounting)
    own = {
        key: value for key, value in msgspec.structs.asdict(mounting).items() if value is not None
    }
    return ReadConfig(msgspec.structs.replace(config, **own), tuple(told))


def write_mounting(folder: Path, config: KioskConfig) -> None:
    """Keep how the display is mounted. Raises OSError."""
    import tomli_w  # noqa: PLC0415 - no start waits for it

    folder.mkdir(parents=True, exist_ok=True)
    own = Mounting(config.rotation, config.touch_rotation, config.touch_mirrored)
    write_file(folder / _MOUNTING, tomli_w.dumps(msgspec.to_builtins(own)).encode())


def _read(path: Path, kind: type[AnyStruct]) -> tuple[AnyStruct, list[Sentence]]:
    """What can be used of a file, and what is to be told of it."""
    try:
        found = msgspec.toml.decode(read_text(path))
    except FileNotFoundError:
        return kind(), []
    except (OSError, ValueError, msgspec.DecodeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        facts = {"file": str(path), "error": reason or str(error)}
        return kind(), [Sentence("{file} cannot be used: {error}", facts)]
    settings, wrong = taken(found, kind)
    told = [_left_out(path, one.key, one.reason) for one in wrong]
    unread = Sentence(N_("known are {known}"), {"known": ", ".join(kind.__struct_fields__)})
    return settings, [*told, *(_left_out(path, key, unread) for key in unknown(found, kind))]


def _left_out(path: Path, key: str, reason: object) -> Sentence:
    return Sentence(_LEFT_OUT, {"file": str(path), "key": key[:_LONGEST_KEY], "reason": reason})


_LONGEST_KEY = 40
_MOUNTING = ".display.toml"
