"""What whoever sets up the machine decides, in the file kiosk.toml; not the table's wishes.

Everything in it may be left out.
"""

from pathlib import Path
from typing import Annotated

import msgspec

from companion.errors import CompanionError
from companion.sentence import Sentence
from kiosk.rotation import Rotation
from kiosk.words.language import languages

_Minutes = Annotated[float, msgspec.Meta(ge=0, le=1440)]


class KioskConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The machine's settings; minutes without a touch until the screen dims and goes dark.

    0 minutes: never. `language` is spoken until the table chooses another; where it is None, the
    table is asked at the first start.
    """

    language: str | None = None
    rotation: Rotation = Rotation.NONE
    dim_after_minutes: _Minutes = 5
    dark_after_minutes: _Minutes = 20


class ConfigError(CompanionError, ValueError):
    """kiosk.toml cannot be used; the sentence says which file it is, and why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return str(self.sentence)


def read_kiosk_config(path: Path) -> KioskConfig:
    """The settings in the file at `path`, all as usual where there is none.

    Raises ConfigError for a file that cannot be understood, or asks for a language that the
    app does not speak.
    """
    try:
        config = msgspec.toml.decode(path.read_bytes(), type=KioskConfig)
    except FileNotFoundError:
        return KioskConfig()
    except (OSError, ValueError) as error:
        told = Sentence("{file} cannot be used: {error}", {"file": str(path), "error": str(error)})
        raise ConfigError(told) from error
    if config.language is not None and config.language not in languages():
        facts = {
            "file": str(path),
            "code": repr(config.language),
            "known": ", ".join(languages()),
        }
        raise ConfigError(
            Sentence("{file} cannot be used: the app does not speak {code}, but {known}", facts)
        )
    return config
