"""Settings that the table can change, saved as `settings.json` in the data folder."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from companion.memory.atomic_file import write_file_atomically
from companion.memory.text_file import read_text
from companion.pieces import Color
from companion.sentence import N_, Sentence
from companion.teaching.seen import NOTHING_SEEN, HintSetting
from hardware.lamps import LampSettings
from kiosk.first_steps import FirstStep
from kiosk.lenient import merge_with_unknown_keys, read_leniently
from kiosk.rotation import Rotation

_FILE = "settings.json"
_MOST_CONCEPTS = 500
"""Largest number of concepts in the file, far more than exist."""
_Concept = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,39}\Z")]
_ZONE = r"^[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+)+$"


class SpeechLevel(StrEnum):
    NOTHING = "nothing"
    QUESTIONS = "questions"
    EVERYTHING = "everything"


class SoundSettings(msgspec.Struct, frozen=True):
    """Settings of the table for its sound.

    If `tones` is set, short tones are played. `spoken` says how much the voice speaks. `muted`
    silences both until it is switched off. `volume`, 10 to 100, applies to both. `device` is the id
    of the sound device; if it is empty, the most likely device is used.
    """

    tones: bool = False
    spoken: SpeechLevel = SpeechLevel.NOTHING
    muted: bool = False
    volume: Annotated[int, msgspec.Meta(ge=10, le=100)] = 70
    device: Annotated[str, msgspec.Meta(max_length=40)] = ""

    @property
    def uses_sound(self) -> bool:
        """True if the settings ask for tones or speech, even while muted."""
        return self.tones or self.spoken is not SpeechLevel.NOTHING


class Settings(msgspec.Struct, frozen=True):
    """Settings of the table.

    If `open_chips` is set, all hands are shown. If `motion` is set, changes are animated. If
    `app_die` is set, the app rolls the die; otherwise players roll the wooden die and tap its face.
    If `times` is set, thinking times are shown. If `screen_turns` is set, the whole screen rotates
    to the deciding player, not only the card. If `large_letters` is set, all letters are a third
    larger. If `booklet` is set, the table has the rules booklet, and the app names its pages. If
    `tick_all` is set, moves of pieces are confirmed only by a tap, and no longer by the owner's
    next turn. `lamps` are the brightness and speed of the panel's lamps (None: as in panel.toml).
    `brightness_percent`, 10 to 100, applies to a backlight that can be set. `river` is the rotation
    of the cardboard, and `sides` has the rotation of each player, both seen from the front of the
    screen. `language` is the code of the language (None: not chosen yet). `hints` is the amount of
    explanation. `time_zone` is the table's time zone, such as Europe/Berlin (None: the machine's).
    `first_start` is the next question of the first start (None: no question answered yet). `seen`
    are the ids of the concepts that the table knows from hints or from playing.
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
    hints: HintSetting = HintSetting.NEVER
    time_zone: Annotated[str, msgspec.Meta(max_length=40, pattern=_ZONE)] | None = None
    first_start: FirstStep | None = None
    sound: SoundSettings = SoundSettings()
    seen: Annotated[frozenset[_Concept], msgspec.Meta(max_length=_MOST_CONCEPTS)] = NOTHING_SEEN

    def rotation_towards(self, player: Color) -> Rotation:
        return dict(self.sides).get(player, Rotation.NONE)


class LoadedSettings(NamedTuple):
    """Settings read from a file, and the problem found in the file, if any.

    `is_file_readable` is false if the file could not be read at all; in that case the file is left
    unchanged.
    """

    settings: Settings
    problem: Sentence | None = None
    is_file_readable: bool = True


_UNREADABLE = N_(
    "{file} cannot be read ({reason}): the usual settings hold until you set them again."
)


def load_settings(folder: Path) -> LoadedSettings:
    """Load the table's settings from `folder`, or return the defaults if there is no file.

    An unusable value is replaced by its default; for an unreadable file all values are defaults.
    Unknown keys from other releases are ignored.
    """
    path = folder / _FILE
    try:
        found = _found(path)
    except FileNotFoundError:
        return LoadedSettings(Settings())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        facts = {"file": path.name, "reason": reason or str(error)}
        return LoadedSettings(Settings(), Sentence(_UNREADABLE, facts), is_file_readable=False)
    settings, wrong = read_leniently(found, Settings)
    if not wrong:
        return LoadedSettings(settings)
    keys = ", ".join(one.key for one in wrong)
    why = Sentence(
        "{file} has {number} setting that this version cannot read ({keys}): the usual one "
        "holds until you set it again.",
        {"file": path.name, "number": len(wrong), "keys": keys},
        "{file} has {number} settings that this version cannot read ({keys}): the usual ones "
        "hold until you set them again.",
    )
    return LoadedSettings(settings, why)


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the settings to `folder` atomically; keep keys of other releases. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _FILE
    try:
        found = _found(path)
    except (OSError, ValueError):
        found = {}
    new = merge_with_unknown_keys(found, msgspec.to_builtins(settings))
    write_file_atomically(path, msgspec.json.encode(new))


def _found(path: Path) -> Mapping[str, object]:
    """Return the JSON object in a file. Raises OSError, or ValueError for any other content."""
    try:
        found = msgspec.json.decode(read_text(path))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    except msgspec.DecodeError as error:  # no ValueError before msgspec 0.21
        raise ValueError(str(error)) from error
    if not isinstance(found, dict):
        raise ValueError("it is no object of JSON")  # noqa: TRY004 - the file's content is wrong
    return found
