"""What whoever sets up the machine decides, in the file kiosk.toml; not the table's wishes.

Everything in it may be left out.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from companion.sentence import N_, Sentence
from kiosk.lenient import read_small, taken, unknown
from kiosk.rotation import Rotation
from kiosk.words.language import languages

_Minutes = Annotated[float, msgspec.Meta(ge=0, le=1440)]


class KioskConfig(msgspec.Struct, frozen=True):
    """The machine's settings; minutes without a touch until the screen dims and goes dark.

    0 minutes: never. `language` is spoken until the table chooses another; where it is None, the
    table is asked at the first start.
    """

    language: str | None = None
    rotation: Rotation = Rotation.NONE
    dim_after_minutes: _Minutes = 5
    dark_after_minutes: _Minutes = 20


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
    try:
        found = msgspec.toml.decode(read_small(path).decode())
    except FileNotFoundError:
        return ReadConfig(KioskConfig())
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        facts = {"file": str(path), "error": reason or str(error)}
        return ReadConfig(KioskConfig(), (Sentence("{file} cannot be used: {error}", facts),))
    config, wrong = taken(found, KioskConfig)
    told = [_left_out(path, one.key, one.reason) for one in wrong]
    known = ", ".join(KioskConfig.__struct_fields__)
    unread = Sentence(N_("known are {known}"), {"known": known})
    told += [_left_out(path, key, unread) for key in unknown(found, KioskConfig)]
    if config.language is not None and config.language not in languages():
        facts = {"code": repr(config.language), "known": ", ".join(languages())}
        why = Sentence(N_("the app does not speak {code}, but {known}"), facts)
        told.append(_left_out(path, "language", why))
        config = msgspec.structs.replace(config, language=None)
    return ReadConfig(config, tuple(told))


def _left_out(path: Path, key: str, reason: object) -> Sentence:
    return Sentence(_LEFT_OUT, {"file": str(path), "key": key[:_LONGEST_KEY], "reason": reason})


_LONGEST_KEY = 40
