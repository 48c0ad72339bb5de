"""What the table sounds like, as files: tones with their spectra, and turns as a voice says them.

    python -m tests.tools.sound_files DIR

Writes each tone (`roll.wav`, and with sox its spectrum, `roll.png`), and the first turns of a
random game in English and German as espeak-ng says them, a file a sentence, with what was to be
said in `said-de.txt`. Where there is pocketsphinx with its English model (Debian's packages of that
name), it listens to each sentence and tells which of all of them it was: it knows English sounds
only, so German words are spelt for it as an English ear hears them. Told is how many it has told
from all others, and which not.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from companion.memory.journal.journal import Journal
from companion.memory.session import Session
from kiosk.sound import EspeakVoice, Tone, tone_file
from kiosk.words.language import use_language
from tests.companion.positions import BLUE, PURPLE, setup
from tests.luck import Luck
from tests.tools.hear_games import Listener, legal_command

_STEPS = 60
_MODEL = Path("/usr/share/pocketsphinx/model/en-us")
_GERMAN = {
    "mia": "M IY AA", "ben": "B EH N", "ein": "AY N", "einen": "AY N AH N", "eine": "AY N AH",
    "zwei": "T S V AY", "drei": "D R AY", "vier": "F IY R", "fünf": "F UW N F",
    "sechs": "Z EH K S", "sieben": "Z IY B AH N", "acht": "AA K T", "neun": "N OY N",
    "zehn": "T S EY N", "elf": "EH L F", "zwölf": "T S V EH L F", "holz": "HH AO L T S",
    "wolle": "V AO L AH", "stein": "SH T AY N", "kupfer": "K UH P F AH", "nehmen": "N EY M AH N",
    "zurück": "T S UW R UW K", "würfeln": "V UW R F AH L N", "würfelt": "V UW R F AH L T",
    "plus": "P L UH S", "minus": "M IY N UH S", "umsetzen": "UH M Z EH T S AH N", "oder": "OW D AH",
    "bauen": "B AW AH N", "hütte": "HH UW T AH", "tempel": "T EH M P AH L", "auf": "AW F",
    "arbeiter": "AA R B AY T AH", "aufstellen": "AW F SH T EH L AH N", "von": "F AO N",
    "druide": "D R UW IY D AH", "zu": "T S UW", "feld": "F EH L T", "der": "D EH R",
    "steinfeld": "SH T AY N F EH L T", "fragt": "F R AA K T", "bis": "B IH S", "und": "UH N T",
    "punkte": "P UH NG K T AH", "hochebene": "HH OW K EY B AH N AH", "gut": "G UW T",
    "zurückgeben": "T S UW R UW K G EY B AH N", "niemand": "N IY M AA N T",
    "bekommt": "B AH K AO M T", "einem": "AY N AH M", "punkt": "P UH NG K T",
}  # fmt: skip
_NUMBERS = {
    "en": "one two three four five six seven eight nine ten eleven twelve",
    "de": "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
}


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


def words_of(sentence: str, language: str) -> list[str]:
    """A sentence as it is heard, word by word."""
    numbers = _NUMBERS[language].split()
    text = re.sub(r"\+(\d)", r"plus \1", sentence.lower())
    text = re.sub(r"\d+", lambda n: numbers[int(n[0]) - 1] if 0 < int(n[0]) <= 12 else "?", text)
    return re.findall(r"[\w?]+", text)


def understood(files: Sequence[Path], texts: Sequence[list[str]], language: str) -> list[str]:
    """Which of all texts it was, for each file, by an independent ear."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        grammar = folder / "all.jsgf"
        choices = " | ".join(sorted({" ".join(text) for text in texts}))
        grammar.write_text(f"#JSGF V1.0 UTF-8;\ngrammar all;\npublic <s> = {choices};\n")
        words = _MODEL / "cmudict-en-us.dict"
        if language == "de":
            words = folder / "de.dict"
            words.write_text("".join(f"{word} {sounds}\n" for word, sounds in _GERMAN.items()))
        found = []
        for file in files:
            heard = folder / "heard.wav"
            rate = ("-r", "16000", "-b", "16", "-c", "1")
            subprocess.run(  # noqa: S603
                ["sox", str(file), *rate, str(heard), "pad", "0.3", "0.5"],  # noqa: S607
                check=True,
                stderr=subprocess.DEVNULL,
            )
            ear = ["pocketsphinx_continuous", "-infile", str(heard), "-hmm", str(_MODEL / "en-us")]
            how = ["-dict", str(words), "-jsgf", str(grammar), "-logfn", "/dev/null"]
            how += ["-beam", "1e-120", "-pbeam", "1e-120", "-wbeam", "1e-100"]
            done = subprocess.run([*ear, *how], check=True, capture_output=True, text=True)  # noqa: S603
            found.append(" ".join(done.stdout.split()))
        return found


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    tones(folder)
    voice = EspeakVoice()
    for language in ("en", "de"):
        with tempfile.TemporaryDirectory() as scratch:
            said = sentences(language, Path(scratch))
        (folder / f"said-{language}.txt").write_text("\n".join(said) + "\n")
        known = _GERMAN if language == "de" else None
        texts, files = [], []
        for number, sentence in enumerate(said):
            file = folder / f"{language}-{number:03}.wav"
            file.write_bytes(voice.speak(sentence, language, 100, lambda: True))
            words = words_of(sentence, language)
            if "?" not in words and (known is None or all(word in known for word in words)):
                texts.append(words)
                files.append(file)
        if shutil.which("pocketsphinx_continuous") is None:
            continue
        found = understood(files, texts, language)
        right = 0
        for file, text, heard in zip(files, texts, found, strict=True):
            right += " ".join(text) == heard
            if " ".join(text) != heard:
                sys.stdout.write(f"{file.name}: said {' '.join(text)!r}, heard {heard!r}\n")
        sys.stdout.write(
            f"{language}: {right} of {len(texts)} sentences understood as what they are, of "
            f"{len(said)} that were said\n"
        )


if __name__ == "__main__":
    main()
