"""Settings of the players (`settings.json`) and of the machine (`kiosk.toml`).

Both files may come from other releases or be edited by hand: the app applies usable values, and
reports unusable ones.

On the screen, players can also enter how the display is mounted. These values are saved in a third
file in the data folder, which has the keys of kiosk.toml and takes precedence over kiosk.toml.
Backups do not contain this third file, because it belongs to one display, while saved games may
move to another machine.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, get_args

import msgspec

from companion.errors import system_reason
from companion.memory.atomic_file import write_file_atomically
from companion.memory.text_file import read_text
from companion.pieces import Color
from companion.sentence import N_, Sentence
from companion.teaching.hint_setting import NOTHING_SEEN, HintSetting
from hardware.lamps import LampSettings
from kiosk.first_steps import FirstStartQuestion
from kiosk.rotation import Rotation, TouchCalibration
from kiosk.words.language import languages

AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)
ContentT = TypeVar("ContentT")


class InvalidValue(NamedTuple):
    """Key of an unusable value in a file, and the reason why the value is unusable.

    The key is "" if the whole file is unusable.
    """

    key: str
    reason: str


def parse_leniently(
    values: Mapping[str, object], struct_type: type[AnyStruct]
) -> tuple[AnyStruct, tuple[InvalidValue, ...]]:
    """Return the settings in `values` as a `struct_type`, and a list of the unusable values.

    A setting that is missing or unusable gets its default. Unknown keys are ignored. Structures
    inside `values` are read in the same way.
    """
    good: dict[str, Any] = {}
    wrong: list[InvalidValue] = []
    for field in msgspec.structs.fields(struct_type):
        if field.name not in values:
            continue
        value, inner = values[field.name], _struct_in(field.type)
        if inner is not None and isinstance(value, Mapping):
            good[field.name], within = parse_leniently(value, inner)
            wrong += [InvalidValue(f"{field.name}.{one.key}", one.reason) for one in within]
            continue
        try:
            good[field.name] = msgspec.convert(value, field.type)
        except (msgspec.ValidationError, RecursionError) as error:
            wrong.append(InvalidValue(field.name, str(error)))
    return struct_type(**good), tuple(wrong)


def merge_with_unknown_keys(found: object, new: object) -> object:
    """Return `new` with the keys added that only `found` has.

    Structures inside `new` and `found` are merged in the same way.
    """
    if not (isinstance(found, Mapping) and isinstance(new, Mapping)):
        return new
    both = {key: merge_with_unknown_keys(found.get(key), value) for key, value in new.items()}
    return {**{key: value for key, value in found.items() if key not in new}, **both}


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    for one in (kind, *get_args(kind)):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            return one
    return None


# Settings of the players


_FILE = "settings.json"
_MOST_CONCEPTS = 500
"""Largest number of concepts in the file. Far fewer concepts exist."""
_Concept = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,39}\Z")]
_ZONE = r"^[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+)+$"


class SpeechLevel(StrEnum):
    NOTHING = "nothing"
    QUESTIONS = "questions"
    EVERYTHING = "everything"


class SoundSettings(msgspec.Struct, frozen=True):
    """Sound settings.

    `tones` switches tones on. `spoken` selects what the voice reads. `muted` silences both tones
    and voice. `volume` is 10 to 100. `device` is the id of the sound device; if it is empty, the
    app chooses the device that is most likely to have loudspeakers.
    """

    tones: bool = False
    spoken: SpeechLevel = SpeechLevel.NOTHING
    muted: bool = False
    volume: Annotated[int, msgspec.Meta(ge=10, le=100)] = 70
    device: Annotated[str, msgspec.Meta(max_length=40)] = ""

    @property
    def uses_sound(self) -> bool:
        """True if tones or speech are switched on, even while muted."""
        return self.tones or self.spoken is not SpeechLevel.NOTHING


class Settings(msgspec.Struct, frozen=True):
    """Settings of the players.

    - `open_chips`: players' chips are not secret.
    - `motion`: animations are on.
    - `app_die`: the app rolls the die. Otherwise players roll the wooden die and tap its face.
    - `times`: the app shows thinking times.
    - `screen_turns`: the whole screen rotates to the deciding player, not only the card with the
      question.
    - `large_letters`: letters are a third larger.
    - `booklet`: the app names pages of the rules booklet.
    - `tick_all`: only a tap confirms that pieces have been moved. Otherwise, the next turn of the
      pieces' owner confirms it too.
    - `lamps`: settings that replace those in panel.toml, or None.
    - `brightness_percent`: brightness of the backlight while the screen is not dimmed.
    - `river`: rotation of the board on the table, relative to the front of the screen.
    - `sides`: rotation of the picture towards each player, relative to the front of the screen.
    - `language`: code of the language, or None until it is chosen.
    - `hints`: how many hints the app gives to players.
    - `time_zone`: a zone such as Europe/Berlin, or None for the machine's zone.
    - `first_start`: question of the first start that comes next.
    - `seen`: ids of the concepts that the players know from hints or from playing.
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
    first_start: FirstStartQuestion | None = None
    sound: SoundSettings = SoundSettings()
    seen: Annotated[frozenset[_Concept], msgspec.Meta(max_length=_MOST_CONCEPTS)] = NOTHING_SEEN

    def rotation_towards(self, player: Color) -> Rotation:
        return dict(self.sides).get(player, Rotation.NONE)


class LoadedSettings(NamedTuple):
    """Settings read from a file, and the problem found in the file, if any.

    If the file cannot be read at all, `is_file_readable` is false, and the app does not change the
    file.
    """

    settings: Settings
    problem: Sentence | None = None
    is_file_readable: bool = True


_UNREADABLE = N_(
    "{file} cannot be read ({reason}): the default settings apply until you set them again."
)


def load_settings(folder: Path) -> LoadedSettings:
    """Load the players' settings from `folder`.

    A setting that is missing, unusable or unreadable gets its default.
    """
    path = folder / _FILE
    try:
        found = _json_object(path)
    except FileNotFoundError:
        return LoadedSettings(Settings())
    except (OSError, ValueError) as error:
        facts = {"file": path.name, "reason": system_reason(error)}
        return LoadedSettings(Settings(), Sentence(_UNREADABLE, facts), is_file_readable=False)
    settings, wrong = parse_leniently(found, Settings)
    if not wrong:
        return LoadedSettings(settings)
    keys = ", ".join(one.key for one in wrong)
    why = Sentence(
        "{file} has {number} setting that this version cannot read ({keys}): the default "
        "applies until you set it again.",
        {"file": path.name, "number": len(wrong), "keys": keys},
        "{file} has {number} settings that this version cannot read ({keys}): the defaults "
        "apply until you set them again.",
    )
    return LoadedSettings(settings, why)


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the players' settings to `folder` atomically.

    If the file has keys that only other releases know, they stay in the file. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _FILE
    try:
        found = _json_object(path)
    except (OSError, ValueError):
        found = {}
    new = merge_with_unknown_keys(found, msgspec.to_builtins(settings))
    write_file_atomically(path, msgspec.json.encode(new))


def _json_object(path: Path) -> Mapping[str, object]:
    found = read_json(path, object)
    if not isinstance(found, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004 - the file's content is wrong
    return found


def read_json(path: Path, content_type: type[ContentT]) -> ContentT:
    """Return the content of a JSON file. Raises OSError, or ValueError for invalid content."""
    try:
        return msgspec.json.decode(read_text(path), type=content_type)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    except msgspec.DecodeError as error:  # not a ValueError before msgspec 0.21
        raise ValueError(str(error)) from error


# Settings of the machine


_Minutes = Annotated[float, msgspec.Meta(ge=0, le=1440)]


class KioskConfig(msgspec.Struct, frozen=True):
    """Settings of the machine.

    - `language`: used until the players choose a language. If neither the machine nor the players
      have set a language, the first start asks for it.
    - `rotation`: rotation of the picture on the display.
    - `touch_rotation`, `touch_mirrored`: calibration of touches (see `TouchCalibration`).
    - `dim_after_minutes`, `dark_after_minutes`: time from the last input until the screen dims or
      goes dark; 0 stands for never.
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
    """How the display is mounted, as entered by the players.

    The fields are those of `KioskConfig`; None stands for a value that was never entered.
    """

    rotation: Rotation | None = None
    touch_rotation: Rotation | None = None
    touch_mirrored: bool | None = None


class LoadedConfig(NamedTuple):
    config: KioskConfig
    problems: tuple[Sentence, ...] = ()


_LEFT_OUT = N_("{file}: {key} is ignored, and the default applies: {reason}")


def read_kiosk_config(path: Path) -> LoadedConfig:
    """Read the settings of the machine from the file `path`.

    An unusable value is reported, and its default applies.
    """
    config, problems = _read(path, KioskConfig)
    if config.language is not None and config.language not in languages():
        facts = {"code": repr(config.language), "known": ", ".join(languages())}
        why = Sentence(N_("there is no language {code}: choose from {known}"), facts)
        problems.append(_left_out(path, "language", why))
        config = msgspec.structs.replace(config, language=None)
    return LoadedConfig(config, tuple(problems))


def with_saved_mounting(folder: Path, config: KioskConfig) -> LoadedConfig:
    """Return `config` with the rotation and touch calibration that are saved in `folder`.

    The result also has the problems found in the saved file.
    """
    mounting, problems = _read(folder / _MOUNTING, DisplayMounting)
    own = {
        key: value for key, value in msgspec.structs.asdict(mounting).items() if value is not None
    }
    return LoadedConfig(msgspec.structs.replace(config, **own), tuple(problems))


def write_mounting(folder: Path, config: KioskConfig) -> None:
    """Save the rotation and touch calibration of `config` in `folder`. Raises OSError."""
    import tomli_w  # noqa: PLC0415 - for a faster start

    folder.mkdir(parents=True, exist_ok=True)
    own = DisplayMounting(config.rotation, config.touch_rotation, config.touch_mirrored)
    write_file_atomically(folder / _MOUNTING, tomli_w.dumps(msgspec.to_builtins(own)).encode())


def _read(path: Path, kind: type[AnyStruct]) -> tuple[AnyStruct, list[Sentence]]:
    try:
        found = msgspec.toml.decode(read_text(path))
    except FileNotFoundError:
        return kind(), []
    except (OSError, ValueError, msgspec.DecodeError, RecursionError) as error:
        facts = {"file": str(path), "error": system_reason(error)}
        return kind(), [Sentence("{file} cannot be used: {error}", facts)]
    settings, wrong = parse_leniently(found, kind)
    problems = [_left_out(path, one.key, one.reason) for one in wrong]
    known = kind.__struct_fields__
    unread = Sentence(N_("there is no such setting, only {known}"), {"known": ", ".join(known)})
    problems += [_left_out(path, key, unread) for key in found if key not in known]
    return settings, problems


def _left_out(path: Path, key: str, reason: object) -> Sentence:
    return Sentence(_LEFT_OUT, {"file": str(path), "key": key[:_LONGEST_KEY], "reason": reason})


_LONGEST_KEY = 40
_MOUNTING = ".display.toml"
