"""Shows every scene on displays of any size, and plays games by touches on them.

    python -m tests.tools.random_sizes [--number N] [--from N] [--jobs N] [--seed N] [--games]

Sizes lie between 480x320 and 1920x1200, every other one stands upright. With a seed (23 unless
another is given) it is always the same list of sizes, languages, letters, players and turnings;
`--from` begins at a later one of them; with `--games` a game is played on each, too. 300 take half
an hour on two processors, with their games an hour. Exit status 0:
everything fits on every page; 1: what was wrong is printed, a line each.
"""

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from deploy.catalogues import compile_all
from kiosk.rotation import Rotation
from kiosk.words.language import languages, use_language
from tests.kiosk.touch import Layout, configure
from tests.tools.every_layout import faults_anywhere, play

SEED = 23
_NUMBER = 300
_LONG, _SHORT = (480, 1920), (320, 1200)
"""The least and the most pixels of a display's longer and shorter side."""
_MOST_SECONDS = 600
"""A display that takes longer is said to hang."""


class Display(NamedTuple):
    """A display, how it is used, and in which language."""

    number: int
    layout: Layout
    language: str
    players: int
    longest_names: bool
    seated: bool

    @property
    def name(self) -> str:
        """What it is called in a report."""
        names = "-longest" if self.longest_names else ""
        return f"{self.number} {self.layout.name}-{self.language}-{self.players}{names}"


def displays(seed: int = SEED) -> Iterator[Display]:
    """Displays without end; of a seed always the same ones."""
    luck = Random(seed)
    number = 0
    while True:
        number += 1
        sides = luck.randint(*_LONG), luck.randint(*_SHORT)
        yield Display(
            number,
            Layout(
                (max(sides), min(sides)) if number % 2 else (min(sides), max(sides)),
                luck.choice(list(Rotation)),
                large=luck.random() < 0.5,
            ),
            luck.choice(languages()),
            luck.randint(2, 4),
            longest_names=luck.random() < 0.5,
            seated=luck.random() < 0.3,
        )


class HangsError(Exception):
    """A display took too long."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raises HangsError in what takes longer."""

    def stop(_number: int, _frame: object) -> None:
        raise HangsError(f"after {seconds} seconds it had not come to an end")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def main() -> int:
    """Look at so many displays; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.random_sizes")
    parser.add_argument("--number", type=int, default=_NUMBER, metavar="N")
    parser.add_argument("--from", type=int, default=1, metavar="N", dest="first")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N")
    parser.add_argument("--games", action="store_true")
    options = parser.parse_args()
    compile_all()
    first = options.first - 1
    wanted = list(islice(displays(options.seed), first, first + options.number))
    look = partial(faults_of, games=options.games)
    found = 0
    spawn = get_context("spawn")
    with ProcessPoolExecutor(options.jobs, mp_context=spawn, initializer=configure) as jobs:
        for display, faults in zip(wanted, jobs.map(look, wanted), strict=True):
            lines = faults or ["as it should"]
            sys.stdout.write("".join(f"{display.name}: {line}\n" for line in lines))
            sys.stdout.flush()
            found += len(faults)
    sys.stdout.write(f"{len(wanted)} displays, {found} faults\n")
    return 1 if found else 0


def faults_on(display: Display) -> list[str]:
    """All that is wrong in any scene on a display."""
    from tests.kiosk.scenes import Guests  # noqa: PLC0415 - Kivy is configured by now

    return faults_anywhere(display.layout, Guests(display.players, display.longest_names))


def faults_of(display: Display, *, games: bool) -> list[str]:
    """All that is wrong on any page of a display, and while one of its `games` is played."""
    use_language(display.language)
    try:
        with within(_MOST_SECONDS), tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
            found = faults_on(display)
            if games:
                game = Path(scratch, "game")
                found += play(display.layout, game, display.players, seated=display.seated)
            return found
    except Exception as error:  # noqa: BLE001 - whatever a page raises is what is looked for
        return [f"raises {error!r}"]


if __name__ == "__main__":
    sys.exit(main())
