"""Benchmarks of the app, as one table: each line with its goal.

    python -m tests.benchmarks [--only NAME ...] [--games N]

Everything is measured in separate processes, a candidate and its baseline in turn, as a shared
machine is slow for a while and quick for a while: a ratio is the median of the ratios of such
pairs. Durations are processor time of the main thread, without waiting and without the drawing
threads of a computer that has no graphics chip; only an idle window is given as the whole process's
share of a processor. Progress goes to standard error. Needs Linux; taps and replays also need git
with the history.
"""

import argparse
import statistics
import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.games import fill, resting_record, slow_record, tapped_record
from tests.benchmarks.processes import (
    ROOT,
    CannotMeasureError,
    compile_all,
    import_record,
    measured,
    new_folder,
    tree_of,
)

_TAPPED_COMMIT, _REPLAYED_COMMIT = "dc3262a", "95484216"
"""Baselines of taps and of replays."""
_ROUNDS, _LONG_ROUNDS, _REPLAYS = 5, 3, 20
_TAPPED_COMMANDS, _REPLAYED_COMMANDS = 60, 1000
_IDLE_SECONDS = 10
_MANY_GAMES, _FEW_GAMES = 10_000, 10
_GAMES = 100
_SETTLED = 10
"""After a tenth of the games the memory must stay the same."""
_MIB = 1 / 1024

Pairs = list[tuple[float, float]]
"""Measurements of a candidate and of its baseline."""
Tap = tuple[int, str, float]
"""Number of the command, tapped button, and seconds."""


class Figure(NamedTuple):
    """Value of a line, compared with the goal, and the values behind it."""

    value: float
    made_of: str


class Line(NamedTuple):
    """A line of the table: its title, the most that its value may be, and how it is measured."""

    title: str
    goal: float
    measure: Callable[["Benchmarks"], Figure]


LINES: dict[str, Line] = {}


def line(title: str, goal: float) -> Callable[..., Any]:
    """Make a line of the table of a method, under its name."""

    def add(measure: Callable[["Benchmarks"], Figure]) -> Callable[["Benchmarks"], Figure]:
        LINES[measure.__name__.replace("_", "-")] = Line(title, goal, measure)
        return measure

    return add


class Benchmarks:
    """Measures for each line; what several lines need is measured once."""

    def __init__(self, games: int) -> None:
        self._games = games

    @line("start to the first picture / a bare window's", 1.15)
    def start(self) -> Figure:
        folder = new_folder()
        measured("app_start", folder)  # the file of the saved games is made only once
        rounds = range(_ROUNDS)
        return _ratio(
            [(_seconds("app_start", folder), _seconds("bare_window")) for _round in rounds]
        )

    @line(f"Python of a tap's answer after a pause, the middle one / {_TAPPED_COMMIT}", 0.35)
    def tap(self) -> Figure:
        return _compared(self._taps, statistics.median, f"{len(self._taps)} taps")

    @line(f"Python of a tap's answer after a pause, 19 of 20 / {_TAPPED_COMMIT}", 0.45)
    def tap_slow(self) -> Figure:
        return _compared(self._taps, _nineteen_of_twenty, f"{len(self._taps)} taps")

    @cached_property
    def _taps(self) -> Pairs:
        """Seconds of each tap, now and in the old tree, each the median of all rounds.

        Taps on which the trees differ are left out.
        """
        record, tree = _file(tapped_record()), tree_of(_TAPPED_COMMIT)
        now: list[list[Tap]] = []
        old: list[list[Tap]] = []
        for _round in range(_LONG_ROUNDS):
            now.append(measured("taps", record, _TAPPED_COMMANDS)["taps"])
            old.append(measured("taps", record, _TAPPED_COMMANDS, tree=tree)["taps"])
        pairs: Pairs = []
        for command in sorted({number for number, _button, _seconds in now[0]}):
            one, other = (_of_command(runs, command) for runs in (now, old))
            if [button for button, _median in one] == [button for button, _median in other]:
                pairs += [(one[at][1], other[at][1]) for at in range(len(one))]
        return pairs

    @line("memory at the table / a bare window's with a word on a rectangle", 1.2)
    def memory(self) -> Figure:
        return _ratio(self._resting("memory"), "MiB", _MIB)

    @line("memory in the last tenth of all games in one process / in the second", 1.02)
    def growth(self) -> Figure:
        found = measured("hundred_games", self._games)
        memory = [kib * _MIB for kib in found["memory"]]
        settled = max(1, len(memory) // _SETTLED)
        rest = memory[settled - 1 :]
        made_of = (
            f"{rest[-1]:.0f} MiB after game {len(memory)}, {rest[0]:.0f} MiB after game {settled},"
            f" at most {max(rest):.0f} MiB; {found['steps']} steps"
        )
        # The difference between games is larger than the allowed growth: it depends on garbage
        # collection.
        early, late = rest[:settled], memory[-settled:]
        return Figure(statistics.median(late) / statistics.median(early), made_of)

    @line("start and first page with all saved games / with ten", 1.2)
    def saved(self) -> Figure:
        return self._with_all_games("app_start")

    @line("the lists of games and a person's statistics with all saved games / with ten", 1.25)
    def lists(self) -> Figure:
        return self._with_all_games("lists")

    def _with_all_games(self, what: str) -> Figure:
        full, few = self._folders
        rounds = range(_ROUNDS)
        return _ratio([(_seconds(what, full), _seconds(what, few)) for _round in rounds])

    @cached_property
    def _folders(self) -> tuple[Path, Path]:
        full, few = new_folder(), new_folder()
        fill(full, _MANY_GAMES)
        fill(few, _FEW_GAMES)
        return full, few

    @line("bytes a step in the file of saved games", 450)
    def file(self) -> Figure:
        return Figure(self._written["file"], "all playthroughs in one file")

    @line("KiB a step written to the device", 8)
    def device(self) -> Figure:
        return Figure(self._written["device"] / 1024, f"by {self._written['counter']}")

    @cached_property
    def _written(self) -> dict[str, Any]:
        return measured("written_bytes")

    @line("idle at the table, processor's share / a bare window's", 1.1)
    def idle(self) -> Figure:
        return _ratio(self._resting("share"), "%", 100)

    @line("redraws of the idle table", 0)
    def redraws(self) -> Figure:
        most = max(table for table, _window in self._resting("draws"))
        return Figure(most, f"in {_IDLE_SECONDS} s, the most of all rounds")

    def _resting(self, what: str) -> Pairs:
        return [(table[what], window[what]) for table, window in self._rests]

    @cached_property
    def _rests(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Results of the table and of a bare window, each idle for some seconds."""
        folder = new_folder()
        import_record(_file(resting_record()), folder)
        return [
            (measured("at_rest", _IDLE_SECONDS, folder), measured("bare_window", _IDLE_SECONDS))
            for _round in range(_LONG_ROUNDS)
        ]

    # Of panels and replays the least value is the work; other activity of the machine only adds.

    @line("three dimmed lamps on pins, processor ms a second", 12)
    def panel(self) -> Figure:
        rounds = range(_LONG_ROUNDS)
        least = min(measured("lit_panel", _IDLE_SECONDS)["share"] for _round in rounds)
        return Figure(least * 1000, f"with software PWM, the least of {_LONG_ROUNDS} rounds")

    @line(f"replay of 1,000 commands beyond its start-up / {_REPLAYED_COMMIT}", 0.9)
    def replay(self) -> Figure:
        record, tree = _file(slow_record(_REPLAYED_COMMANDS)), tree_of(_REPLAYED_COMMIT)
        pairs = [
            (_seconds("replay_times", record), _seconds("replay_times", record, tree=tree))
            for _round in range(_REPLAYS)
        ]
        return _compared(pairs, min, "the least")


def _seconds(what: str, *words: object, tree: Path = ROOT) -> float:
    return float(measured(what, *words, tree=tree)["seconds"])


def _file(record: bytes) -> Path:
    file = new_folder() / "record.jsonl"
    file.write_bytes(record)
    return file


def _of_command(runs: list[list[Tap]], command: int) -> list[tuple[str, float]]:
    """Return the taps of a command: the button, and the median of all runs."""
    places = [place for place, tap in enumerate(runs[0]) if tap[0] == command]
    return [
        (runs[0][place][1], statistics.median(run[place][2] for run in runs)) for place in places
    ]


def _nineteen_of_twenty(many: list[float]) -> float:
    return statistics.quantiles(many, n=20)[-1]


def _ratio(pairs: Pairs, unit: str = "ms", factor: float = 1000) -> Figure:
    one, other = (statistics.median(column) * factor for column in zip(*pairs, strict=True))
    ratio = statistics.median(candidate / baseline for candidate, baseline in pairs)
    return Figure(ratio, f"{one:.4g} {unit} to {other:.4g} {unit}")


def _compared(pairs: Pairs, figure: Callable[[list[float]], float], made_of: str) -> Figure:
    """Return the ratio of a figure of all candidates to that of all baselines, in seconds."""
    one, other = (figure(list(column)) for column in zip(*pairs, strict=True))
    return Figure(one / other, f"{one * 1000:.4g} ms to {other * 1000:.4g} ms, {made_of}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument(
        "--only", nargs="+", choices=LINES, default=LINES, metavar="NAME", help=", ".join(LINES)
    )
    parser.add_argument(
        "--games", type=int, default=_GAMES, metavar="N", help=f"in one process, usually {_GAMES}"
    )
    options = parser.parse_args()
    compile_all(ROOT)
    run, width = Benchmarks(options.games), max(len(one.title) for one in LINES.values())
    sys.stdout.write(f"{'what':<{width}}  {'today':>8}  {'goal':>6}  reached  made of\n")
    for name in (name for name in LINES if name in options.only):
        sys.stderr.write(f"measuring {name}\n")
        title, goal, measure = LINES[name]
        try:
            value, made_of = measure(run)
        except CannotMeasureError as error:
            told = f"{'-':>8}  {goal:>6g}  {'no':<7}  {error}"
        else:
            reached = "yes" if value <= goal else "no"
            told = f"{value:>8.4g}  {goal:>6g}  {reached:<7}  {made_of}"
        sys.stdout.write(f"{title:<{width}}  {told}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
