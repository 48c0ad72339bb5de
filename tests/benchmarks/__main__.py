"""Benchmarks of the app, as one table: each line with its goal.

    python -m tests.benchmarks [--only NAME ...] [...]

Everything is measured in separate processes, a candidate and its baseline in turn. Durations are
processor time of the main thread, without waiting and without the drawing threads of a computer
that has no graphics chip; only an idle window is given as the whole process's share of a processor.
Progress goes to standard error. Needs Linux; the taps also need git with the history.
"""

import argparse
import sys
from contextlib import ExitStack

from tests.benchmarks.lines import LINES, Line
from tests.benchmarks.measurements import Amounts, Measurements
from tests.benchmarks.processes import ROOT, CannotMeasureError, compile_all

_AMOUNTS = {
    "rounds": "how often each ratio is measured",
    "long_rounds": "how often those that take long",
    "commands": "of the game whose taps are measured",
    "seconds": "for how long idle windows are watched",
    "games": "played in one process",
    "saved": "games in the full folder",
}
_WIDTH = max(len(line.what) for line in LINES)


def main() -> None:
    """Measure, and print each line when it is known."""
    options = _options()
    amounts = Amounts(**{name: getattr(options, name) for name in _AMOUNTS})
    compile_all(ROOT)
    sys.stdout.write(f"{'what':<{_WIDTH}}  {'today':>8}  {'goal':>6}  reached  made of\n")
    with ExitStack() as kept:
        run = Measurements(amounts, kept)
        for line in LINES:
            if not options.only or line.name in options.only:
                sys.stdout.write(f"{line.what:<{_WIDTH}}  {_measured(line, run)}\n")
                sys.stdout.flush()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    names = [line.name for line in LINES]
    parser.add_argument(
        "--only", nargs="+", choices=names, default=(), metavar="NAME", help=", ".join(names)
    )
    for name, usual in Amounts()._asdict().items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=type(usual),
            default=usual,
            metavar="N",
            help=f"{_AMOUNTS[name]} (default: {usual})",
        )
    return parser.parse_args()


def _measured(line: Line, run: Measurements) -> str:
    sys.stderr.write(f"measuring {line.name}\n")
    try:
        value, made_of = line.measure(run)
    except CannotMeasureError as error:
        return f"{'-':>8}  {line.goal:>6g}  {'no':<7}  {error}"
    reached = "yes" if value <= line.goal else "no"
    return f"{value:>8.4g}  {line.goal:>6g}  {reached:<7}  {made_of}"


if __name__ == "__main__":
    main()
