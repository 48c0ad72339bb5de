"""What a table can set, kept in the data folder as `settings.json`."""

from pathlib import Path
from typing import Annotated

import msgspec

from companion.errors import CompanionError
from companion.memory.whole_file import whole_file
from companion.pieces import Color
from companion.sentence import N_, Sentence
from hardware.lamps import LampSettings
from kiosk.rotation import Rotation

_FILE = "settings.json"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table's wishes.

    `open_chips` shows all hands, `motion` allows movement on the screen, `app_die` lets the app
    roll (else the wooden die's face is tapped in), `times` tells how long everybody decides,
    `moves_as_card` shows what to move as a card of its own, however short the list is, which
    `moves_turn` turns to whoever must move most. `large_letters` writes all letters a third larger.
    `lamps` is how bright and fast the panel's lamps are (None: as panel.toml says).
    `brightness_percent`, 10 to 100, is of what the light behind the display can do, where it has
    one that can be set. `river` is how far the cardboard is turned, `sides` how far the screen
    turns to whom; both are seen from the front of the screen. `language` is the code of the one
    that is spoken (None: nobody has chosen one yet).
    """

    open_chips: bool = False
    motion: bool = True
    app_die: bool = True
    times: bool = False
    moves_as_card: bool = False
    moves_turn: bool = True
    large_letters: bool = False
    lamps: LampSettings | None = None
    brightness_percent: Annotated[int, msgspec.Meta(ge=10, le=100)] = 100
    river: Rotation = Rotation.NONE
    sides: tuple[tuple[Color, Rotation], ...] = ()
    language: str | None = None

    def facing(self, player: Color) -> Rotation:
        """How far the screen is turned where it faces that player."""
        return dict(self.sides).get(player, Rotation.NONE)


class SettingsError(CompanionError, ValueError):
    """The settings file cannot be read; `sentence` says why and what holds now."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


_UNREADABLE = N_(
    "{file} cannot be read ({reason}): the usual settings hold until you set them anew."
)


def load_settings(folder: Path) -> Settings:
    """The settings in `folder`, or the usual ones where none are.

    Raises SettingsError for a file that cannot be understood; it is left as it is.
    """
    path = folder / _FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        facts = {"file": path.name, "reason": str(error)}
        raise SettingsError(Sentence(_UNREADABLE, facts)) from error


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the settings so that a power cut leaves the old or the new ones. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with whole_file(folder / _FILE) as out:
        out.write(msgspec.json.encode(settings))
