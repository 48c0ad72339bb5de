"""Voices that people have recorded or made: folders of clips, one file a phrase and language.

A pack is a folder `voice-<name>` of the data folder, with its manifest `voice.toml`:

    format = 1
    name = "Grandma"
    licence = "CC-BY-4.0"

    [[phrase]]
    language = "de"
    text = "zwei Holz nehmen"
    file = "de-zwei-holz-nehmen.wav"

Clips are WAV, one channel, 16 bit, 22,050 samples a second, 0.05 to 8 seconds. Phrases may be whole
sentences or single words: of each sentence the longest that are there are taken, and the computer's
voice says the rest, names above all. All of a pack is somebody else's: what is not as it should be
costs itself alone, and is told. No Kivy.
"""

import io
import re
import stat
import tomllib
import wave
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import tomli_w

from companion.errors import CompanionError
from companion.memory.atomic_file import write_file
from companion.memory.text_file import read_text
from companion.sentence import N_, Sentence
from kiosk.sound import RATE, IsWanted, Voice, quieter, wav

FOLDER = "voice-"
OWN = "own"
"""The pack that the table records itself."""
MANIFEST = "voice.toml"
_FORMAT = 1
_MOST_PACKS, _MOST_PHRASES = 20, 500
_LEAST_SECONDS, _MOST_SECONDS = 0.05, 8.0
_MOST_BYTES = int(_MOST_SECONDS * RATE * 2) + 10_000
"""Of a clip's file: its samples, and what programs write beside them."""
_LONGEST_PHRASE = 12
"""In words."""
_KEPT_CLIPS = 64
_COMMA, _STOP = 0.12, 0.3
"""So long a pause there is after a comma, and after a sentence, in seconds."""
_FOLDERS = re.compile(rf"{FOLDER}[\w.-]{{1,40}}")
_WORD = re.compile(r"[\w+’'-]+")
_PAUSE = re.compile(r"[,:;.!?]")
_SAMPLE_BYTES = 2
_LOUD, _QUIET_SHARE = 24_000, 0.06
"""To what a recording's loudest sample is brought, and what of that counts as silence around it."""
_LEAST_LOUD = 700
_AROUND = 0.06
_FADE = 0.01
"""What is left of the silence around what was said, and how it begins and ends, in seconds."""

_NO_PACK = N_("{folder} holds no voice: {reason}.")
_BAD_CLIP = N_("{file} cannot be used: {reason}.")
_LATER = Sentence(N_("it is of a later format"))
_NO_CLIP = Sentence(N_("it is no clip of this format"))
_TOO_LONG = Sentence(N_("it is too long or too short"))
_NO_FILE = Sentence(N_("there is no such file"))
_NOTHING_SAID = Sentence(N_("Nothing was heard: speak a little closer to the microphone."))

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Phrase(msgspec.Struct, frozen=True):
    """What a clip says, in which language, and its file."""

    language: Annotated[str, msgspec.Meta(pattern="^[a-z]{2}$")]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    file: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,79}\.wav$")]


class Manifest(msgspec.Struct, frozen=True):
    """What a pack says of itself."""

    format: int
    name: Name
    licence: Name
    phrase: Annotated[tuple[Phrase, ...], msgspec.Meta(max_length=_MOST_PHRASES)] = ()


class PackError(CompanionError, ValueError):
    """A voice pack, or a clip of one, that cannot be used."""


class VoicePack(NamedTuple):
    """A pack as it was read: its folder, and its clips by language and words."""

    folder: Path
    manifest: Manifest
    clips: Mapping[tuple[str, tuple[str, ...]], Path]

    @property
    def id(self) -> str:
        """What settings call it."""
        return self.folder.name.removeprefix(FOLDER)

    def clip(self, language: str, text: str) -> Path | None:
        """The file that says this phrase, if there is one."""
        return self.clips.get((language, words(text)))


def words(text: str) -> tuple[str, ...]:
    """A text as it is heard: its words in small letters."""
    return tuple(word.casefold() for word in _WORD.findall(text))


def pack_folders(data: Path) -> tuple[Path, ...]:
    """The folders of a data folder that should hold voices, by name."""
    found = sorted(path for path in data.glob(f"{FOLDER}*") if _FOLDERS.fullmatch(path.name))
    return tuple(path for path in found if path.is_dir() and not path.is_symlink())[:_MOST_PACKS]


def read_pack(folder: Path) -> VoicePack:
    """A pack, of which no clip has been read yet. Raises PackError."""
    try:
        told = tomllib.loads(read_text(folder / MANIFEST))
        if isinstance(told.get("format"), int) and told["format"] > _FORMAT:
            raise _pack_error(folder, _LATER)
        manifest = msgspec.convert(told, Manifest)
    except (OSError, ValueError, msgspec.ValidationError, RecursionError) as error:
        if isinstance(error, PackError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise _pack_error(folder, reason or str(error)) from error
    clips = {
        (phrase.language, words(phrase.text)): folder / phrase.file
        for phrase in manifest.phrase
        if 0 < len(words(phrase.text)) <= _LONGEST_PHRASE
    }
    return VoicePack(folder, manifest, clips)


def _pack_error(folder: Path, reason: object) -> PackError:
    return PackError(Sentence(_NO_PACK, {"folder": folder.name, "reason": reason}))


def read_clip(path: Path) -> "array[int]":
    """The samples of a clip. Raises PackError."""
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            raise _clip_error(path, _NO_FILE)
        with path.open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise _clip_error(path, error.strerror or str(error)) from error
    if len(content) > _MOST_BYTES:
        raise _clip_error(path, _TOO_LONG)
    samples = samples_of(content)
    if samples is None:
        raise _clip_error(path, _NO_CLIP)
    if not _LEAST_SECONDS <= len(samples) / RATE <= _MOST_SECONDS:
        raise _clip_error(path, _TOO_LONG)
    return samples


def _clip_error(path: Path, reason: object) -> PackError:
    return PackError(Sentence(_BAD_CLIP, {"file": path.name, "reason": reason}))


def samples_of(sound: bytes) -> "array[int] | None":
    """The samples of a WAV file of our format; None where it is none."""
    try:
        with wave.open(io.BytesIO(sound)) as file:
            kind = (file.getnchannels(), file.getsampwidth(), file.getframerate())
            if kind != (1, _SAMPLE_BYTES, RATE):
                return None
            # A program that writes into a pipe does not know how many there are.
            told = file.readframes(len(sound) // _SAMPLE_BYTES)
    except (wave.Error, EOFError, ValueError):
        return None
    return array("h", told[: len(told) // _SAMPLE_BYTES * _SAMPLE_BYTES])


class PackVoice:
    """Speaks with the clips of a pack as far as they go, and with another voice where they end.

    `troubles` are the clips that could not be used, each once.
    """

    def __init__(self, pack: VoicePack, other: Voice) -> None:
        self._pack = pack
        self._other = other
        self.troubles: dict[str, Sentence] = {}
        self._clip = lru_cache(maxsize=_KEPT_CLIPS)(self._read)

    def speak(self, sentence: str, language: str, volume: int, is_wanted: IsWanted) -> bytes:
        """The sentence from clips, the other voice between them. Raises SoundError."""
        parts = tuple(self._parts(sentence, language, volume))
        if not any(isinstance(part, array) for part in parts):
            return self._other.speak(sentence, language, volume, is_wanted)
        whole = array("h")
        for part in parts:
            if not is_wanted():
                return b""
            if isinstance(part, str):
                said = samples_of(self._other.speak(part, language, volume, is_wanted))
                whole.extend(said or ())
            else:
                whole.extend(part)
        return wav(whole)

    def _parts(self, sentence: str, language: str, volume: int) -> "Iterator[array[int] | str]":
        """Clips, pauses, and texts that no clip says, in their order."""
        found = [*_WORD.finditer(sentence)]
        heard = [word[0].casefold() for word in found]
        at, rest = 0, -1
        while at < len(found):
            number, clip = self._longest(heard, at, language, volume)
            if clip is None:
                rest = at if rest < 0 else rest
                at += 1
                continue
            if rest >= 0:
                yield sentence[found[rest].start() : found[at].start()]
                rest = -1
            yield clip
            at += number
            behind = sentence[found[at - 1].end() : found[at].start() if at < len(found) else None]
            if at < len(found) and (pause := _PAUSE.search(behind)) is not None:
                seconds = _COMMA if pause[0] == "," else _STOP
                yield array("h", bytes(_SAMPLE_BYTES * round(seconds * RATE)))
        if rest >= 0:
            yield sentence[found[rest].start() :]

    def _longest(
        self, heard: Sequence[str], at: int, language: str, volume: int
    ) -> "tuple[int, array[int] | None]":
        """The clip that says most of the words from there on, and how many these are."""
        for number in range(min(_LONGEST_PHRASE, len(heard) - at), 0, -1):
            path = self._pack.clips.get((language, tuple(heard[at : at + number])))
            if path is not None and (clip := self._clip(path, volume)) is not None:
                return number, clip
        return 0, None

    def _read(self, path: Path, volume: int) -> "array[int] | None":
        try:
            return quieter(read_clip(path), volume)
        except PackError as error:
            self.troubles[path.name] = error.sentence
            return None


class ChosenVoice:
    """The voice that the table has chosen, which is asked before each sentence.

    `wanted` is a pack's id, "" for the computer's own voice, which speaks where no pack can
    be read, too. `trouble` says why, or which clip cannot be used; None where all is well.
    """

    def __init__(self, data: Path, computer: Voice, wanted: Callable[[], str]) -> None:
        self._data = data
        self._computer = computer
        self._wanted = wanted
        self._read: tuple[str, int] | None = None
        self._pack: PackVoice | None = None
        self._unread: Sentence | None = None

    @property
    def trouble(self) -> Sentence | None:
        """Why not all is said by the pack, if so."""
        clips = () if self._pack is None else tuple(self._pack.troubles.values())
        return self._unread or (clips[0] if clips else None)

    def speak(self, sentence: str, language: str, volume: int, is_wanted: IsWanted) -> bytes:
        """The sentence by whichever voice is chosen now. Raises SoundError."""
        wanted = self._wanted()
        folder = self._data / f"{FOLDER}{wanted}"
        try:
            stamp = (folder / MANIFEST).stat().st_mtime_ns if wanted else 0
        except (OSError, ValueError):
            stamp = 0
        if (wanted, stamp) != self._read:
            self._read = (wanted, stamp)
            self._pack, self._unread = None, None
            if wanted:
                self._take_up(folder)
        voice = self._pack or self._computer
        return voice.speak(sentence, language, volume, is_wanted)

    def _take_up(self, folder: Path) -> None:
        try:
            self._pack = PackVoice(read_pack(folder), self._computer)
        except PackError as error:
            self._unread = error.sentence


# What the table records itself


def trimmed(samples: "array[int]") -> "array[int]":
    """What somebody has said, without the silence around it, as loud as other clips.

    Raises PackError where nothing was said.
    """
    loudest = max(map(abs, samples), default=0)
    if loudest < _LEAST_LOUD:
        raise PackError(_NOTHING_SAID)
    loud = [at for at, one in enumerate(samples) if abs(one) > loudest * _QUIET_SHARE]
    around = round(_AROUND * RATE)
    first, last = max(0, loud[0] - around), min(len(samples), loud[-1] + around)
    said = samples[first : min(last, first + round(_MOST_SECONDS * RATE))]
    if len(said) < _LEAST_SECONDS * RATE:
        raise PackError(_NOTHING_SAID)
    fade, whole = round(_FADE * RATE), len(said)
    return array(
        "h",
        (
            round(one * _LOUD / loudest * min(1.0, at / fade, (whole - 1 - at) / fade))
            for at, one in enumerate(said)
        ),
    )


def keep_phrase(data: Path, name: str, language: str, text: str, samples: "array[int]") -> None:
    """Keep what somebody has said as a phrase of the table's own voice. Raises OSError.

    A power cut leaves the pack as it was, or with the phrase.
    """
    folder = data / f"{FOLDER}{OWN}"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        manifest = read_pack(folder).manifest
    except PackError:
        manifest = Manifest(_FORMAT, name, "private")
    said = words(text)
    others = [one for one in manifest.phrase if (one.language, words(one.text)) != (language, said)]
    file = next(
        name
        for number in range(_MOST_PHRASES + 1)
        if (name := f"{language}-{number:04}.wav") not in {one.file for one in others}
    )
    write_file(folder / file, wav(samples))
    new = msgspec.structs.replace(manifest, phrase=(*others, Phrase(language, text, file)))
    write_file(folder / MANIFEST, tomli_w.dumps(msgspec.to_builtins(new)).encode())
