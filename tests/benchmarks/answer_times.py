"""How long the screen takes to answer a tap, with quiet cleaning and without.

    python -m tests.benchmarks.answer_times FILE.jsonl [--rounds N] [--size WxH]

A record is played by touches, in turn with Python's collector of garbage as it comes and with the
app's way of keeping it from working while somebody waits. Between two taps some seconds of the
app's time pass, as at a table. Printed is the time from the lifted finger to the drawn picture,
which one run can compare; the times themselves are this computer's.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kiosk.records import errand, lay_board
from tests.kiosk.touch import SIZES, Point, Size, Touchscreen, configure, read_size

_BETWEEN_TAPS_SECONDS = 2.5
_MILLISECONDS = 1000


def main() -> None:
    """Measure both ways and print them."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.answer_times")
    parser.add_argument("file", type=Path, metavar="FILE.jsonl", help="a game record")
    parser.add_argument("--rounds", type=int, default=2, help="how often each way is measured")
    parser.add_argument("--size", type=read_size, default=SIZES[0], metavar="WxH", help="in pixels")
    options = parser.parse_args()
    configure()
    found: dict[str, list[float]] = {"ordinary": [], "quiet": []}
    for _round in range(options.rounds):
        for way in found:
            found[way] += measure(options.file.read_bytes(), options.size, quiet=way == "quiet")
    for way, seconds in found.items():
        sys.stdout.write(f"{way:<9} {told(seconds)}\n")


def measure(record: bytes, size: Size, *, quiet: bool) -> list[float]:
    """The seconds that each tap of a record's game waits for its answer."""
    from kiosk.quiet_cleaning import QuietCleaning  # noqa: PLC0415 - Kivy is configured by now
    from tests.kiosk.whole_game import play_on  # noqa: PLC0415 - Kivy is configured by now

    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder = Path(scratch)
        setup, commands = errand(record, folder)
        lay_board(setup, folder)
        with TimedTouchscreen(folder, size) as touch:
            cleaning = QuietCleaning(touch.presence) if quiet else None
            for _command in play_on(touch, setup, commands):
                pass
            if cleaning is not None:
                cleaning.close()
            return touch.seconds


def told(seconds: list[float]) -> str:
    """The middle, the slowest of twenty and the slowest answer."""
    twentieths = statistics.quantiles(seconds, n=20)
    figures = (statistics.median(seconds), twentieths[-1], max(seconds))
    half, most, slowest = (f"{figure * _MILLISECONDS:.1f} ms" for figure in figures)
    return f"{len(seconds)} taps: half within {half}, 19 of 20 within {most}, slowest {slowest}"


class TimedTouchscreen(Touchscreen):
    """Keeps how long each lifted finger waits for the picture; then lets the table think."""

    def __init__(self, folder: Path, size: Size) -> None:
        super().__init__(folder, size)
        self.seconds: list[float] = []

    @contextmanager
    def held_at(self, point: Point) -> Iterator[None]:
        self._window.finger("down", point)
        yield
        self.draw()
        began = time.perf_counter()
        self._window.finger("up", point)
        self.draw()
        self.seconds.append(time.perf_counter() - began)
        self.wait(_BETWEEN_TAPS_SECONDS)


if __name__ == "__main__":
    main()
