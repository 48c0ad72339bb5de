"""What a table can set, kept in the data folder as `settings.json`."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from companion.memory.atomic_file import write_file
from companion.memory.text_file import read_text
from companion.pieces import Color
from companion.sentence import N_, Sentence
from companion.teaching.seen import Hints
from hardware.lamps import LampSettings
from kiosk.first_steps import FirstStep
from kiosk.lenient import taken, written_over
from kiosk.rotation import Rotation

_FILE = "settings.json"


class Spoken(StrEnum):
    """How much a voice says."""

    NOTHING = "nothing"
    QUESTIONS = "questions"
    EVERYTHING = "everything"


class SoundSettings(msgspec.Struct, frozen=True):
    """What the table hears.

    `tones` are short ones, `spoken` is how much a voice says; `muted`: neither, for now. `volume`,
    10 to 100, is of both. `device` is the id of the sound device (empty: the one that is there).
    """

    tones: bool = False
    spoken: Spoken = Spoken.NOTHING
    muted: bool = False
    volume: Annotated[int, msgspec.Meta(ge=10, le=100)] = 70
    device: Annotated[str, msgspec.Meta(max_length=40)] = ""

    @property
    def is_wanted(self) -> bool:
        """Whether anything is to be heard, as soon as it is not muted."""
        return self.tones or self.spoken is not Spoken.NOTHING


TRAYS_TAPPED = 3
"""So often a table has tapped trays until it knows what that means."""


class Settings(msgspec.Struct, frozen=True):
    """The table's wishes.

    `open_chips` shows all hands, `motion` allows movement on the screen, `app_die` lets the app
    roll (else the wooden die's face is tapped in), `times` tells how long everybody decides,
    `screen_turns` turns the whole screen to whoever is asked, not only the card that asks.
    `large_letters` writes all letters a third larger.
    `lamps` is how bright and fast the panel's lamps are (None: as panel.toml says).
    `booklet`: the table has it at hand, and its pages are named. `tick_all`: only a tap says that
    pieces are moved, not the owner's next turn.
    `brightness_percent`, 10 to 100, is of what the light behind the display can do, where it has
    one that can be set. `river` is how far the cardboard is turned, `sides` how far the screen
    turns to whom; both are seen from the front of the screen. `language` is the code of the one
    that is spoken (None: nobody has chosen one yet).
    `hints` says how much is explained as it comes up. `first_start` is what the machine is asked
    next at its first start (None: nothing has been answered). `sound` is what is heard.
    `trays_tapped` counts, up to `TRAYS_TAPPED`, how often somebody has said by a tap on a tray that
    the pieces are moved: until then the tray says so.
    """

    open_chips: bool = False
    motion: bool = True
    app_die: bool = True
    times: bool = False
    screen_turns: bool = False
    large_letters: bool = False
    booklet: bool = False
    tick_all: bool = False
    lamps: LampSettings | None = None
    brightness_percent: Annotated[int, msgspec.Meta(ge=10, le=100)] = 100
    river: Rotation = Rotation.NONE
    sides: tuple[tuple[Color, Rotation], ...] = ()
    language: str | None = None
    hints: Hints = Hints.NEVER
    first_start: FirstStep | None = None
    sound: SoundSettings = SoundSettings()
    trays_tapped: Annotated[int, msgspec.Meta(ge=0, le=TRAYS_TAPPED)] = 0

    def facing(self, player: Color) -> Rotation:
        """How far the screen is turned where it faces that player."""
        return dict(self.sides).get(player, Rotation.NONE)


class ReadSettings(NamedTuple):
    """The settings that hold, and what is to be told of the file, if anything.

    `is_whole` is False where the file itself could not be read, and was left as it is.
    """

    settings: Settings
    told: Sentence | None = None
    is_whole: bool = True


_UNREADABLE = N_(
    "{file} cannot be read ({reason}): the usual settings hold until you set them again."
)


def load_settings(folder: Path) -> ReadSettings:
    """The settings in `folder`, or the usual ones where none are.

    What cannot be read costs itself alone: a value its setting, a file that is none the whole. Keys
    that another release has written are left alone.
    """
    path = folder / _FILE
    try:
        found = _found(path)
    except FileNotFoundError:
        return ReadSettings(Settings())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        facts = {"file": path.name, "reason": reason or str(error)}
        return ReadSettings(Settings(), Sentence(_UNREADABLE, facts), is_whole=False)
    settings, wrong = taken(found, Settings)
    if not wrong:
        return ReadSettings(settings)
    keys = ", ".join(one.key for one in wrong)
    why = Sentence(
        "{file} has {number} setting that this version cannot read ({keys}): the usual one "
        "holds until you set it again.",
        {"file": path.name, "number": len(wrong), "keys": keys},
        "{file} has {number} settings that this version cannot read ({keys}): the usual ones "
        "hold until you set them again.",
    )
    return ReadSettings(settings, why)


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the settings so that a power cut leaves the old or the new ones. Raises OSError.

    What another release has written beside them stays.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _FILE
    try:
        found = _found(path)
    except (OSError, ValueError):
        found = {}
    new = written_over(found, msgspec.to_builtins(settings))
    write_file(path, msgspec.json.encode(new))


def _found(path: Path) -> Mapping[str, object]:
    """What stands in the file. Raises OSError, and ValueError where it is no object of JSON."""
    try:
        found = msgspec.json.decode(read_text(path))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    except msgspec.DecodeError as error:  # no ValueError before msgspec 0.21
        raise ValueError(str(error)) from error
    if not isinstance(found, dict):
        raise ValueError("it is no object of JSON")  # noqa: TRY004 - the file's content is wrong
    return found
