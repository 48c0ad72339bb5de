"""A voice that says a thousand sentences, half of them cut short: nothing of them is left over.

    python -m tests.tools.say_much [--sentences N] [--seed N]

The voice is the real espeak-ng where this machine has one. What plays it takes its time, fails,
or hangs now and then, as devices do. Told are threads, open files, child processes and memory after
the first tenth and at the end. Exit status 1: something has grown.
"""

import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from kiosk.sound import Aplay, EspeakVoice, Speaker, Tone
from tests.luck import Luck
from tests.rounds import rounds_told

_PLAYER = """#!/bin/sh
read -r way <"$(dirname "$0")/way"
case $way in
    vanishes) head -c 100 >/dev/null; echo "aplay: No such device" >&2; exit 1 ;;
    hangs) exec sleep 600 ;;
    *) exec cat >/dev/null ;;
esac
"""
_SENTENCES = {
    "en": "Mia: take 2 wood, +3, point marker to {number}. Ben: move or build.",
    "de": "Mia: 2 Holz nehmen, Punktezähler auf {number}. Ben: umsetzen oder bauen.",
    "fr": "Mia : prendre 2 bois, marqueur sur {number}. Ben : déplacer ou construire.",
}
_MEBIBYTE = 1024
_MOST_GROWTH = 4
"""Mebibytes that Python may keep for itself."""
_LONG = 60.0


class Held(NamedTuple):
    """What this process holds; the memory is in KiB."""

    threads: int
    files: int
    children: int
    memory: int

    @classmethod
    def now(cls) -> "Held":
        """As it is at this moment."""
        status = Path("/proc/self/status").read_text()
        memory = next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)
        tasks = Path("/proc/self/task").iterdir()
        children = sum(len((task / "children").read_text().split()) for task in tasks)
        return cls(
            threading.active_count(), len(list(Path("/proc/self/fd").iterdir())), children, memory
        )


def say_much(number: int, luck: Luck) -> tuple[Held, Held]:
    """What is held after a tenth of so many sentences, and after all. Raises AssertionError."""
    with _programs() as folder, patch("kiosk.sound._GRACE_SECONDS", 0.2):
        speaker = Speaker(Aplay(), EspeakVoice(), 80)
        before = threading.active_count()
        held = []
        for sentence in range(number):
            way = luck.pick(("plays", "plays", "plays", "vanishes")) if luck.below(40) else "hangs"
            (folder / "way").write_text(way + "\n")
            language = luck.pick(tuple(_SENTENCES))
            speaker.say(_SENTENCES[language].format(number=sentence), language)
            if luck.once_in(5):
                speaker.tone(luck.pick(tuple(Tone)))
            if luck.once_in(2):
                # Cut short by the next one otherwise.
                (folder / "way").write_text("plays\n") if way == "hangs" else None
                assert speaker.wait(_LONG), "it never came to its end"
            if sentence + 1 in (max(1, number // 10), number):
                speaker.hush()
                assert speaker.wait(_LONG)
                held.append(Held.now())
        speaker.close()
        assert threading.active_count() <= before, "a thread is left"
        assert Held.now().children == 0, "a program is left"
    return held[0], held[1]


@contextmanager
def _programs() -> Iterator[Path]:
    """A player before all others, and a voice where this machine has none."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "aplay").write_text(_PLAYER)
        (folder / "aplay").chmod(0o755)
        (folder / "way").write_text("plays\n")
        with patch.dict(os.environ, {"PATH": f"{folder}:{os.environ['PATH']}"}):
            yield folder


def main() -> None:
    number, seed = rounds_told("tests.tools.say_much", "sentences", usual=1000)
    early, late = say_much(number, Luck(seed))
    sys.stdout.write(f"after a tenth of {number} sentences: {early}\nat the end: {late}\n")
    grown = late.memory - early.memory > _MOST_GROWTH * _MEBIBYTE
    if grown or late[:3] > early[:3]:
        raise SystemExit("something has grown")


if __name__ == "__main__":
    main()
