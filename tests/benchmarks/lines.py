"""The lines of the table: measurements, baselines and goals."""

import statistics
from collections.abc import Callable
from typing import NamedTuple

from tests.benchmarks.measurements import OLD_COMMIT, REPLAYED_COMMIT, Measurements, Pairs

_MS = 1000
_MIB = 1 / 1024
_PERCENT = 100
_SETTLED = 10
"""After a tenth of the games the memory must stay the same."""


class Figure(NamedTuple):
    """Value of a line, compared with the goal, and the values behind it."""

    value: float
    made_of: str


class Line(NamedTuple):
    """A line of the table: its name, its title, and the most that its value may be."""

    name: str
    what: str
    goal: float
    measure: Callable[[Measurements], Figure]


def _ratio(pairs: Pairs, unit: str, factor: float) -> Figure:
    return Figure(pairs.ratio, pairs.said(unit, factor))


def _taps(pairs: Pairs, figure: Callable[[list[float]], float]) -> Figure:
    made_of = f"{pairs.said('ms', _MS, figure)}, {len(pairs.candidate)} taps"
    return Figure(figure(pairs.candidate) / figure(pairs.baseline), made_of)


def _nineteen_of_twenty(many: list[float]) -> float:
    return statistics.quantiles(many, n=20)[-1]


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


def _redraws(run: Measurements) -> Figure:
    made_of = f"in {run.amounts.seconds:g} s, the most of all rounds"
    return Figure(max(run.resting("draws").candidate), made_of)


def _lit_panel(run: Measurements) -> Figure:
    # The least value is the work; other activity of the machine only adds to it.
    made_of = f"with software PWM, the least of {len(run.lit_panels)} rounds"
    return Figure(min(run.lit_panels) * _MS, made_of)


def _replay(run: Measurements) -> Figure:
    # The least value is the work; other activity of the machine only adds to it.
    figure = run.replays.said("ms", _MS, min)
    return Figure(min(run.replays.candidate) / min(run.replays.baseline), f"the least: {figure}")


LINES = (
    Line(
        "start",
        "start to the first picture / a bare window's",
        1.15,
        lambda run: _ratio(run.starts, "ms", _MS),
    ),
    Line(
        "tap",
        f"Python of a tap's answer after a pause, the middle one / {OLD_COMMIT}",
        0.35,
        lambda run: _taps(run.taps, statistics.median),
    ),
    Line(
        "tap-slow",
        f"Python of a tap's answer after a pause, 19 of 20 / {OLD_COMMIT}",
        0.45,
        lambda run: _taps(run.taps, _nineteen_of_twenty),
    ),
    Line(
        "memory",
        "memory at the table / a bare window's with a word on a rectangle",
        1.2,
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
        "lists",
        "the lists of games and a person's statistics with all saved games / with ten",
        1.25,
        lambda run: _ratio(run.listed_folders, "ms", _MS),
    ),
    Line(
        "file",
        "bytes a step in the file of saved games",
        450,
        lambda run: Figure(run.written["file"], "all playthroughs in one file"),
    ),
    Line(
        "device",
        "KiB a step written to the device",
        8,
        lambda run: Figure(run.written["device"] / 1024, f"by {run.written['counter']}"),
    ),
    Line(
        "idle",
        "idle at the table, processor's share / a bare window's",
        1.1,
        lambda run: _ratio(run.resting("share"), "%", _PERCENT),
    ),
    Line("redraws", "redraws of the idle table", 0, _redraws),
    Line("panel", "three dimmed lamps on pins, processor ms a second", 12, _lit_panel),
    Line(
        "replay",
        f"replay of 1,000 commands beyond its start-up / {REPLAYED_COMMIT}",
        0.9,
        _replay,
    ),
)
