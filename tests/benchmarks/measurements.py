"""All measurements, each made once a run, when a line first asks for it.

A candidate and its baseline are measured in turn: a machine that others share is slow for a while
and quick for a while, and both shall have the same of it. A ratio is the middle of the ratios of
such neighbours.
"""

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.playthroughs import tapped_record
from tests.benchmarks.processes import measured, tree_of
from tests.benchmarks.replay_times import replay_seconds
from tests.benchmarks.saved_games import fill

OLD_COMMIT = "dc3262a"
"""What the taps and the druid's walk are compared with."""
_RESUMED_STEPS = 300
_SAVED_STEPS = 180
_FEW_GAMES = 10

Tap = tuple[int, str, float]
"""Number of the command, what was tapped, and seconds."""


class Amounts(NamedTuple):
    """How much is measured.

    `rounds`: how often what has a baseline, `long_rounds`: how often what takes long of that;
    `commands`: of the game whose taps are measured; `seconds`: how long idle windows lie; `games`:
    in one process; `saved`: in the full folder; `written`: playthroughs that are saved.
    """

    rounds: int = 5
    long_rounds: int = 3
    commands: int = 60
    seconds: float = 10
    games: int = 100
    saved: int = 10_000
    written: int = 7


class Pairs(NamedTuple):
    """What was measured of a candidate and of its baseline, neighbour by neighbour."""

    candidate: list[float]
    baseline: list[float]

    @property
    def ratio(self) -> float:
        """The middle ratio."""
        return statistics.median(
            one / other for one, other in zip(self.candidate, self.baseline, strict=True)
        )

    def ratio_of(self, figure: Callable[[list[float]], float]) -> float:
        """The ratio of one figure of all that was measured."""
        return figure(self.candidate) / figure(self.baseline)

    def said(
        self,
        unit: str,
        factor: float = 1,
        figure: Callable[[list[float]], float] = statistics.median,
    ) -> str:
        """A figure of both, in a unit of which `factor` make one of what was measured."""
        one, other = (figure(many) * factor for many in self)
        return f"{one:.4g} {unit} to {other:.4g} {unit}"


class Measurements:
    """Measures what it is asked for, in processes of their own; one object is one run.

    Each property raises CannotMeasureError where that fails.
    """

    def __init__(self, amounts: Amounts) -> None:
        self.amounts = amounts

    @cached_property
    def starts(self) -> Pairs:
        """Seconds until the first picture: the app without saved games, and a bare window."""
        with _folder() as folder:
            measured("app_start", folder)  # the file of the saved games is made only once
            return self._in_turn(("app_start", folder), ("bare_window",))

    @cached_property
    def resumes(self) -> Pairs:
        """Seconds to go on with a saved game, and a bare window's until its first picture."""
        with _folder() as folder:
            fill(folder, 1, _RESUMED_STEPS)
            return self._in_turn(("resumed_game", folder), ("bare_window",))

    @cached_property
    def full_folders(self) -> Pairs:
        """Seconds until the first picture, with all the saved games and with a few."""
        with _folder() as full, _folder() as few:
            fill(full, self.amounts.saved, _SAVED_STEPS)
            fill(few, min(_FEW_GAMES, self.amounts.saved), _SAVED_STEPS)
            return self._in_turn(("app_start", full), ("app_start", few))

    @cached_property
    def rests(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """What `at_rest` tells of the table, and of a bare window, neighbour by neighbour."""
        seconds, rounds = self.amounts.seconds, range(self.amounts.long_rounds)
        both = [(measured("at_rest", seconds), measured("bare_window", seconds)) for _ in rounds]
        return [table for table, _bare in both], [bare for _table, bare in both]

    def resting(self, what: str) -> Pairs:
        """One of the figures of `rests`."""
        table, bare = self.rests
        return Pairs([one[what] for one in table], [one[what] for one in bare])

    @cached_property
    def taps(self) -> tuple[Pairs, Pairs]:
        """Seconds of each tap, and of each frame of the druid's walk, now and in the old tree.

        A tap or frame is the middle of all rounds; taps on which the trees differ are left out.
        """
        now, old = [], []
        with _folder() as folder, tree_of(OLD_COMMIT) as tree:
            record = folder / "record.jsonl"
            record.write_bytes(tapped_record())
            for _round in range(self.amounts.long_rounds):
                now.append(measured("taps", record, self.amounts.commands))
                old.append(measured("taps", record, self.amounts.commands, tree=tree))
        same = _same_taps(now[0]["taps"], old[0]["taps"])
        taps = _pairs([(_middle_of(now, one), _middle_of(old, other)) for one, other in same])
        frames = Pairs(
            [statistics.median(run["frames"]) for run in now],
            [statistics.median(run["frames"]) for run in old],
        )
        return taps, frames

    @cached_property
    def games(self) -> dict[str, Any]:
        """What `hundred_games` tells."""
        return measured("hundred_games", self.amounts.games)

    @cached_property
    def written(self) -> dict[str, Any]:
        """What `written_bytes` tells."""
        return measured("written_bytes", self.amounts.written)

    @cached_property
    def replays(self) -> Pairs:
        """Seconds of a replay of a thousand commands, and of none."""
        whole, start_up = replay_seconds(self.amounts.rounds)
        return Pairs([whole], [start_up])

    def _in_turn(self, candidate: tuple[object, ...], baseline: tuple[object, ...]) -> Pairs:
        rounds = range(self.amounts.rounds)
        runs = [(_seconds(*candidate), _seconds(*baseline)) for _round in rounds]
        return _pairs(runs)


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        yield Path(scratch)


def _seconds(what: str, *words: object) -> float:
    return float(measured(what, *words)["seconds"])


def _pairs(neighbours: list[tuple[float, float]]) -> Pairs:
    return Pairs([one for one, _other in neighbours], [other for _one, other in neighbours])


def _same_taps(now: list[Tap], old: list[Tap]) -> list[tuple[int, int]]:
    """The places of the taps of all commands that both trees take by the same taps."""
    return [
        pair
        for command in sorted({tap[0] for tap in now} & {tap[0] for tap in old})
        if _tapped(now, command) == _tapped(old, command)
        for pair in zip(_places(now, command), _places(old, command), strict=True)
    ]


def _places(taps: list[Tap], command: int) -> list[int]:
    return [place for place, tap in enumerate(taps) if tap[0] == command]


def _tapped(taps: list[Tap], command: int) -> list[str]:
    return [tap[1] for tap in taps if tap[0] == command]


def _middle_of(runs: list[dict[str, Any]], place: int) -> float:
    return statistics.median(run["taps"][place][2] for run in runs)
