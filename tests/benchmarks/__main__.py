"""Benchmarks of the app, as one table: each line with the baseline of the same run, and its goal.

    python -m tests.benchmarks [--only NAME ...] [--before] [--json] [...]

Everything is measured in separate processes, a candidate and its baseline in turn. Durations are
processor time of the main thread, without waiting and without the drawing threads of a computer
that has no graphics chip; only an idle window is given as the whole process's share of a processor.
The column dc3262a has the value of that commit, if it is a line's baseline or with `--before`,
measured in the same rounds. Progress goes to standard error. Needs Linux; the taps, the druid's
walk and `--before` also need git with the history.
"""

import argparse
import json
import sys
from contextlib import ExitStack

from tests.benchmarks.lines import LINES, Line
from tests.benchmarks.measurements import OLD_COMMIT, Amounts, Measurements
from tests.benchmarks.processes import ROOT, CannotMeasureError, compile_all

_AMOUNTS = {
    "rounds": "how often each ratio is measured",
    "long_rounds": "how often those that take long",
    "commands": "of the game whose taps are measured",
    "seconds": "for how long idle windows are watched",
    "games": "played in one process",
    "saved": "games in the full folder",
    "written": "playthroughs that are saved, at most 7",
}
_WIDTH = max(len(line.what) for line in LINES)
_HEAD = f"{'what':<{_WIDTH}}  {OLD_COMMIT:>8}  {'today':>8}  {'goal':>6}  reached  made of"


def main() -> None:
    """Measure, and print each line when it is known."""
    options = _options()
    amounts = Amounts(**{name: getattr(options, name) for name in _AMOUNTS})
    lines = [line for line in LINES if not options.only or line.name in options.only]
    compile_all(ROOT)
    with ExitStack() as kept:
        run = Measurements(amounts, kept, before=options.before)
        if options.json:
            found = [_measured(line, run) for line in lines]
            sys.stdout.write(json.dumps(found, indent=2) + "\n")
            return
        sys.stdout.write(_HEAD + "\n")
        for line in lines:
            sys.stdout.write(_told(_measured(line, run)) + "\n")
            sys.stdout.flush()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    names = [line.name for line in LINES]
    parser.add_argument(
        "--only", nargs="+", choices=names, default=(), metavar="NAME", help=", ".join(names)
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--before", action="store_true", help=f"measure {OLD_COMMIT} too, where it can be"
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


def _measured(line: Line, run: Measurements) -> dict[str, object]:
    told: dict[str, object] = {"name": line.name, "what": line.what, "unit": line.unit}
    sys.stderr.write(f"measuring {line.name}\n")
    try:
        figure = line.measure(run)
    except CannotMeasureError as error:
        figures = {"today": None, "before": None, "goal": line.goal, "reached": False}
        return told | figures | {"made_of": str(error)}
    reached = figure.value <= line.goal
    return told | {
        "today": figure.value,
        "before": figure.before,
        "goal": line.goal,
        "reached": reached,
        "made_of": figure.made_of,
    }


def _told(found: dict[str, object]) -> str:
    today, before = (
        "-" if found[name] is None else f"{found[name]:.4g}" for name in ("today", "before")
    )
    goal = f"{found['goal']:g}"
    reached = "yes" if found["reached"] else "no"
    figures = f"{before:>8}  {today:>8}  {goal:>6}  {reached:<7}"
    return f"{found['what']:<{_WIDTH}}  {figures}  {found['made_of']}"


if __name__ == "__main__":
    main()
