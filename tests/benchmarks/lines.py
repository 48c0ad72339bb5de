"""The lines of the table: measurements, baselines and goals."""

import statistics
from collections.abc import Callable
from typing import NamedTuple

from tests.benchmarks.measurements import OLD_COMMIT, Measurements, Pairs

_MS = 1000
_MIB = 1 / 1024
_PERCENT = 100
_KIB = 1024
_SETTLED = 10
"""After a tenth of the games the memory must stay the same."""


class Figure(NamedTuple):
    """Value of a line, compared with the goal, and the values behind it.

    `before` is the value of the old tree, None if it was not measured.
    """

    value: float
    made_of: str
    before: float | None = None


class Line(NamedTuple):
    """A line of the table.

    `what` is its name; the value is a ratio unless there is a `unit`; `goal` is the most that it
    may be.
    """

    name: str
    what: str
    goal: float
    measure: Callable[[Measurements], Figure]
    unit: str = ""


def _ratio(pairs: Pairs, unit: str, factor: float) -> Figure:
    return Figure(pairs.ratio, pairs.said(unit, factor), pairs.ratio_before)


def _against_the_old_tree(figure: Figure) -> Figure:
    return figure._replace(before=1)


def _quantile(pairs: Pairs, figure: Callable[[list[float]], float]) -> Figure:
    made_of = f"{pairs.said('ms', _MS, figure)}, {len(pairs.candidate)} taps"
    return _against_the_old_tree(Figure(pairs.ratio_of(figure), made_of))


def _nineteen_of_twenty(many: list[float]) -> float:
    return statistics.quantiles(many, n=20)[-1]


def _instructions(run: Measurements) -> Figure:
    pairs = run.resting("instructions")
    before = statistics.median(pairs.before) if pairs.before else None
    return Figure(statistics.median(pairs.candidate), f"a bare window {pairs.baseline[0]}", before)


def _growth(run: Measurements) -> Figure:
    memory, steps = run.games["memory"], run.games["steps"]
    settled = max(1, len(memory) // _SETTLED)
    told = (memory[settled - 1], memory[-1], max(memory[settled - 1 :]))
    before, after, most = (kib * _MIB for kib in told)
    made_of = (
        f"{after:.0f} MiB after game {len(memory)}, {before:.0f} MiB after game {settled},"
        f" at most {most:.0f} MiB; {steps} steps"
    )
    # The difference between games is larger than the allowed growth: it depends on garbage
    # collection.
    early, late = memory[settled - 1 :][:settled], memory[-settled:]
    return Figure(statistics.median(late) / statistics.median(early), made_of)


def _in_the_file(run: Measurements) -> Figure:
    return Figure(run.written["file"], f"{run.amounts.written} whole games in one file")


def _to_the_device(run: Measurements) -> Figure:
    return Figure(run.written["device"] / _KIB, f"counted by {run.written['counted']}")


def _redraws(run: Measurements) -> Figure:
    pairs = run.resting("draws")
    made_of = f"in {run.amounts.seconds:g} s, the most of all rounds"
    return Figure(max(pairs.candidate), made_of, max(pairs.before, default=None))


def _replay(run: Measurements) -> Figure:
    # The least value is the work; other activity of the machine only adds to it.
    least, *before = (min(pairs.candidate) for pairs in run.replays)
    middle, start_up = (statistics.median(one) * _MS for one in run.replays[0][:2])
    made_of = f"the least of {len(run.replays[0].candidate)}, the middle {middle:.3g} ms"
    return Figure(
        least * _MS, f"{made_of}; start-up {start_up:.0f} ms", *(many * _MS for many in before)
    )


LINES = (
    Line(
        "start",
        "start to the first picture / a bare window's",
        1.15,
        lambda run: _ratio(run.starts, "ms", _MS),
    ),
    Line(
        "resume",
        "a 300-step game resumed after a glance, to its table / a bare window's start",
        0.25,
        lambda run: _ratio(run.resumes, "ms", _MS),
    ),
    Line(
        "tap",
        f"Python of a tap's answer after a pause, the middle one / {OLD_COMMIT}",
        0.35,
        lambda run: _quantile(run.taps[0], statistics.median),
    ),
    Line(
        "tap-slow",
        f"Python of a tap's answer after a pause, 19 of 20 / {OLD_COMMIT}",
        0.45,
        lambda run: _quantile(run.taps[0], _nineteen_of_twenty),
    ),
    Line(
        "sound",
        "Python of a tap's answer with tones and a voice that says everything / with neither",
        1.1,
        lambda run: _ratio(run.heard_taps, "ms", _MS),
    ),
    Line(
        "druid",
        f"one frame of the druid's walk / {OLD_COMMIT}",
        0.1,
        lambda run: _against_the_old_tree(_ratio(run.taps[1], "ms", _MS)),
    ),
    Line(
        "instructions",
        "graphics instructions of a picture of the table at rest",
        300,
        _instructions,
        "instructions",
    ),
    Line(
        "memory",
        "memory at the table / a bare window's with a word on a rectangle",
        1.2,
        lambda run: _ratio(run.resting("memory", drawn=True), "MiB", _MIB),
    ),
    Line(
        "memory-nothing",
        "memory at the table / a bare window's that has drawn nothing",
        1.25,
        lambda run: _ratio(run.resting("memory"), "MiB", _MIB),
    ),
    Line(
        "growth",
        "memory in the last tenth of all games in one process / in the second",
        1.02,
        _growth,
    ),
    Line(
        "saved",
        "start and first page with all saved games / with ten",
        1.2,
        lambda run: _ratio(run.full_folders, "ms", _MS),
    ),
    Line(
        "history",
        "the first page of games and one of a person's with all saved games / with ten",
        1.2,
        lambda run: _ratio(run.listed_folders, "ms", _MS),
    ),
    Line(
        "statistics",
        "a person's statistics and chart with all saved games / with ten",
        1.25,
        lambda run: _ratio(run.counted_folders, "ms", _MS),
    ),
    Line("file", "bytes a step in the file of saved games", 450, _in_the_file, "bytes"),
    Line("device", "KiB a step written to the device", 8, _to_the_device, "KiB"),
    Line(
        "idle",
        "idle at the table, processor's share / a bare window's",
        1.1,
        lambda run: _ratio(run.resting("share"), "%", _PERCENT),
    ),
    Line("redraws", "redraws of the idle table", 0, _redraws, "redraws"),
    Line("replay", "replay of 1,000 commands beyond its start-up", 20, _replay, "ms"),
)
