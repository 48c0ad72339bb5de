"""Somebody who hears everything and sees nothing begins a game by keys and plays it.

    python -m tests.tools.by_ear [--turns N] [--seed N] [--quiet] [--unspoken]

The app is played from its start page by a player who knows no more than what was said: each
sentence is spoken by the real espeak-ng, played by the real aplay into the device "null", and only
then known to them. They press F1, Tab, Enter, space, Escape and digits, and decide by chance. Told
is each key with what was heard after it, at the end how many keys and seconds of listening a turn
took. Exit status 1 where they are stuck, with the seed: they have tried all that they heard of, or
have heard nothing.
"""

import argparse
import re
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from tests.kiosk.touch import Touchscreen, configure
from tests.luck import Luck

configure()

from kiosk.sound import Aplay, EspeakVoice, IsWanted, Speaker, seconds_of  # noqa: E402 - as above
from kiosk.words.language import use_language  # noqa: E402 - Kivy is configured by now

ENTER, ESCAPE, SPACE, TAB, F1 = 13, 27, 32, 9, 282
_NAMES = {ENTER: "Enter", ESCAPE: "Escape", SPACE: "space", TAB: "Tab", F1: "F1"}
_PATIENCE = 20.0
_MOST_TABS = 90
_LETTERS_A_SECOND = 12
_MOST_TRIES = 60

_MATERIALS = ("wood", "wool", "copper", "stone")
_QUESTION = re.compile(
    r"(?P<who>[^.:]+): "
    r"(?P<what>place a worker|roll the die|take a chip|return a chip|move or build)"
    r"|The druid asks (?P<offers>[^.]+?) at field"
)
"""Every question, as it is said."""
_REFUSED = "Not possible"
_OVER = "The final circuit is over"
_WON = re.compile(r"\b(wins|win)\b")
_MOST_SITES = 8
_PRICE = re.compile(r"(hut|temple): [^.]+\.|free\.", re.IGNORECASE)
_CHIPS = re.compile(r"(one|\d+) (wood|wool|copper|stone)")
_HELD = re.compile(r"(take|return) (one|\d+) (wood|wool|copper|stone)")
"""So many fields somebody tries to pay for a hut before they move a worker instead."""


def _number(word: str) -> int:
    return 1 if word == "one" else int(word)


class StuckError(Exception):
    """The player does not know what else to do."""


class _Ear:
    """The real voice; what it has made a sound of is `heard`, with how long that lasts."""

    def __init__(self) -> None:
        self._voice = EspeakVoice()
        self.heard: list[tuple[str, float]] = []

    def speak(self, sentence: str, language: str, volume: int, is_wanted: IsWanted) -> bytes:
        """The sentence as a WAV file."""
        sound = self._voice.speak(sentence, language, volume, is_wanted)
        if sound:
            self.heard.append((sentence, seconds_of(sound)))
        return sound


class _Reader(_Ear):
    """What is to be said is known at once: nothing is heard, which is quicker."""

    def speak(self, sentence: str, language: str, volume: int, is_wanted: IsWanted) -> bytes:
        """Nothing; so long as people would take to say it."""
        del language, volume, is_wanted
        self.heard.append((sentence, len(sentence) / _LETTERS_A_SECOND))
        return b""


class _Deaf:
    """Plays nothing."""

    def play(self, sound: bytes, is_wanted: IsWanted) -> None:
        "Sound is off."


class Player:
    """Presses keys and hears what is said; knows nothing else."""

    def __init__(self, touch: Touchscreen, luck: Luck, *, quiet: bool, spoken: bool) -> None:
        self._ear = _Ear() if spoken else _Reader()
        self._speaker = Speaker(Aplay(lambda: "null") if spoken else _Deaf(), self._ear, 80)
        touch.navigator.hearing.speaker = self._speaker
        self._touch = touch
        self.luck = luck
        self._quiet = quiet
        self.keys = 0
        self.seconds = 0.0
        self.turns = 0
        self._has: dict[str, Counter[str]] = defaultdict(lambda: Counter(_MATERIALS))

    def press(self, key: int) -> str:
        """What is heard after a key; of chips that come and go it is counted who has how many."""
        self._touch.press(key, seconds=2.5 if key in {ENTER, SPACE} else 0.3)
        told = self._hear(_NAMES[key], 1)
        for name, moved in re.findall(r"(\w+): ([^.]*)", told if key in {ENTER, SPACE} else ""):
            for what, number, material in _HELD.findall(moved):
                self._has[name][material] += _number(number) * (1 if what == "take" else -1)
        return told

    def type(self, text: str) -> str:
        """What is heard after some characters."""
        self._touch.type(text)
        return self._hear(text, len(text))

    def _hear(self, pressed: str, keys: int) -> str:
        self.keys += keys
        if not self._speaker.wait(_PATIENCE):
            raise StuckError("the voice does not come to an end")
        if self._speaker.trouble is not None:
            raise StuckError(str(self._speaker.trouble))
        heard, self._ear.heard = self._ear.heard, []
        self.seconds += sum(seconds for _sentence, seconds in heard)
        told = " ".join(sentence for sentence, _seconds in heard)
        if not self._quiet:
            sys.stdout.write(f"[{pressed}] {told}\n")
        return told

    def choose(self, pattern: str, *, first: bool = False) -> str:
        """What is heard once something was tapped of which is heard what fits: the `first`, or any.

        Whose it is stands before that. Raises StuckError once all was heard twice.
        """
        found: list[str] = []
        whose, rounds = "", 0
        while rounds < 2:
            told = self.press(TAB)
            label = re.match(r"(\w+): (?=[^.:]*$)", told)
            whose = label[1] if label else whose if re.match(r"[a-z]+$", told) else ""
            told = told if label or not whose else f"{whose}: {told}"
            if re.search(pattern, told) and (first or rounds or self.luck.once_in(2)):
                return self.press(ENTER)
            found.append(told)
            if (len(found) > 3 and told == found[0]) or len(found) > _MOST_TABS:
                rounds, found = rounds + 1, []
        raise StuckError(f"nothing that is heard is {pattern!r}: {found}")

    # A game

    def begins(self) -> str:
        """Begin a game of two; what is asked then."""
        told = self.press(F1)
        if "Enter taps it" not in told:
            raise StuckError("nobody has told which keys there are")
        self.choose("^New game")
        self.choose("Blue, Rename")
        self.type("Mia")
        self.press(ENTER)
        for way in ("^Next", "^Bonus chips", "^Lay them", "^What to lay"):
            self.choose(way)
        return self.choose("^Begin")

    def plays(self, turns: int, told: str) -> None:
        """Answer what is asked until so many turns are over, or the game. Raises StuckError."""
        asked: re.Match[str] | None = None
        tries = 0
        while (not turns or self.turns < turns) and _OVER not in told:
            if "final circuit" in told and _QUESTION.search(told) is None:
                told = self.choose("^Done", first=True)  # that has been told on a card
            *_others, asked = [asked, *_QUESTION.finditer(told)]
            if asked is None or tries > _MOST_TRIES:
                raise StuckError(f"what to do after {told!r}?")
            tries = tries + 1 if told == (told := self._answer(asked)) else 0
        if _OVER in told:
            self._hears_the_end()
        sys.stdout.write(
            f"{self.turns} turns: {self.keys / self.turns:.0f} keys and "
            f"{self.seconds / self.turns:.0f} seconds of listening a turn\n"
        )

    def _hears_the_end(self) -> None:
        """Go through the final scoring, step by step, until it is heard who has won."""
        told = self.choose("^Final scoring", first=True)
        for _step in range(_MOST_TRIES):
            if _WON.search(told):
                sys.stdout.write(f"The end is heard: {told}\n")
                return
            told = self.choose("^Next|^Who has won", first=True)
        raise StuckError("nobody has told who has won")

    def _answer(self, asked: re.Match[str]) -> str:
        """What is heard after an answer."""
        names = re.split(", | and ", asked["offers"] or asked["who"].strip())
        if asked["offers"]:
            return self._offers(names)
        match asked["what"]:
            case "roll the die":
                self._moves_all(names[0])
                return self.press(SPACE)
            case "move or build":
                return self._acts(names[0])
            case _:
                return self._takes_or_gives(names)

    def _moves_all(self, name: str) -> None:
        """All is moved that they have to move; too much for a tray is told on a card."""
        told = self.choose(rf"^{name}: ", first=True)
        while "moves these pieces" in told or "More" in told:
            told = self.choose("^All done|^More", first=True)

    def _takes_or_gives(self, names: list[str]) -> str:
        """One of those who are asked answers; the others are asked still, or all is over."""
        told = ""
        for name in names:
            whose = f"^{name}: " if len(names) > 1 else "^(.*: )?"
            left = set(_MATERIALS)
            while left:
                told = self.choose(rf"{whose}({'|'.join(sorted(left))})$")
                if _REFUSED not in told:
                    break
                left -= {material for material in left if material in told.partition(";")[0]}
                if len(names) > 1:
                    self.choose(f"^{name}: Got it", first=True)
        return told

    def _acts(self, name: str) -> str:
        """Build a hut where a field that is heard of costs what they have; else move a worker."""
        self.turns += 1
        told = self.choose("^Hut", first=True)
        told = self._builds(name, told) or self._builds(name, self.choose("^Temple", first=True))
        if told:
            return told
        self.press(ESCAPE)
        self.press(ESCAPE)
        self.choose("^Worker", first=True)
        told = self.choose(f"Workers on .*{name}")
        while "which" in told:
            told = self.choose(rf"\b{name}, (Top|Middle|Bottom)")
        target = f"^({'|'.join(_MATERIALS)}), (?!full)"
        told = self.choose(target)
        while _REFUSED in told:
            told = self.choose(target)
        return told

    def _builds(self, name: str, told: str) -> str:
        """What is heard once something is built on a field that was told; "" where none is paid."""
        fields = [
            field
            for first, last in re.findall(r"(\d+)(?: to (\d+))?", told)
            for field in range(int(first), int(last or first) + 1)
        ]
        for _try in range(_MOST_SITES if fields else 0):
            self.type(str(self.luck.pick(fields)))
            price = _PRICE.search(self.press(ENTER))
            chips = _CHIPS.findall(price[0]) if price else []
            if price and all(self._has[name][of] >= _number(number) for number, of in chips):
                told = self.choose("^Build$|^Build,", first=True)
                if " onto " in told:
                    return told
                self.press(ESCAPE)
            self.press(ESCAPE)
        return ""

    def _offers(self, names: list[str]) -> str:
        return self.choose("[Nn]othing")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=2, help="0: to the end of the game")
    parser.add_argument("--unspoken", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quiet", action="store_true")
    wanted = parser.parse_args()
    use_language("en")
    with tempfile.TemporaryDirectory() as folder, Touchscreen(Path(folder), at="start") as touch:
        spoken = not wanted.unspoken
        player = Player(touch, Luck(wanted.seed), quiet=wanted.quiet, spoken=spoken)
        try:
            player.plays(wanted.turns, player.begins())
        except StuckError as error:
            sys.stdout.write(f"Stuck with seed {wanted.seed}: {error}\n")
            raise SystemExit(1) from error


if __name__ == "__main__":
    main()
