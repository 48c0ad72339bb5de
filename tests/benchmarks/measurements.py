"""All measurements, each made once a run, when a line first needs it.

A candidate and its baseline are measured in turn, as a shared machine is slow for a while and quick
for a while. A ratio is the median of the ratios of such pairs.
"""

import statistics
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.playthroughs import (
    resting_record,
    slow_record,
    tapped_record,
)
from tests.benchmarks.processes import ROOT, import_record, measured, tree_of
from tests.benchmarks.saved_games import fill, fill_with_results

OLD_COMMIT = "dc3262a"
"""Baseline of the taps."""
REPLAYED_COMMIT = "95484216"
"""Baseline of the replays."""
_SAVED_STEPS = 180
_FEW_GAMES = 10
_REPLAYED = 1000
_REPLAYS_A_ROUND = 4
"""It is so short that other activity of the machine would dominate."""

Tap = tuple[int, str, float]
"""Number of the command, tapped button, and seconds."""


class Amounts(NamedTuple):
    """Amounts of measurements.

    `rounds`: repetitions with a baseline, `long_rounds`: of the slow ones; `commands`: of the game
    whose taps are measured; `seconds`: of idle windows; `games`: in one process; `saved`: in the
    full folder.
    """

    rounds: int = 5
    long_rounds: int = 3
    commands: int = 60
    seconds: float = 10
    games: int = 100
    saved: int = 10_000


class Pairs(NamedTuple):
    """Measurements of a candidate and of its baseline, pair by pair."""

    candidate: list[float]
    baseline: list[float]

    @property
    def ratio(self) -> float:
        """The median ratio."""
        return statistics.median(
            one / other for one, other in zip(self.candidate, self.baseline, strict=True)
        )

    def said(
        self,
        unit: str,
        factor: float,
        figure: Callable[[list[float]], float] = statistics.median,
    ) -> str:
        """Return a value of both as text, in a unit that is `factor` times the measured one."""
        one, other = (figure(many) * factor for many in self)
        return f"{one:.4g} {unit} to {other:.4g} {unit}"


class Measurements:
    """Measures on demand, in separate processes; one object is one run.

    `kept` removes temporary folders. Each property raises CannotMeasureError if a program fails.
    """

    def __init__(self, amounts: Amounts, kept: ExitStack) -> None:
        self.amounts = amounts
        self._kept = kept

    def _folder(self) -> Path:
        return Path(self._kept.enter_context(tempfile.TemporaryDirectory(prefix="meduris-")))

    def _file(self, record: bytes) -> Path:
        file = self._folder() / "record.jsonl"
        file.write_bytes(record)
        return file

    @cached_property
    def starts(self) -> Pairs:
        """Seconds until the first picture: the app without saved games, and a bare window."""
        folder = self._folder()
        measured("app_start", folder)  # the file of the saved games is made only once
        rounds = range(self.amounts.rounds)
        return _pairs(
            [(_seconds("app_start", folder), _seconds("bare_window")) for _round in rounds]
        )

    @cached_property
    def full_folders(self) -> Pairs:
        """Seconds until the first picture, with all the saved games and with a few."""
        return self._full_and_few("app_start", lambda to, games: fill(to, games, _SAVED_STEPS))

    @cached_property
    def listed_folders(self) -> Pairs:
        """Seconds for lists of games and statistics, with all the finished games and with a few."""
        return self._full_and_few("lists", fill_with_results)

    def _full_and_few(self, what: str, fill_folder: Callable[[Path, int], None]) -> Pairs:
        full, few = self._folder(), self._folder()
        fill_folder(full, self.amounts.saved)
        fill_folder(few, _FEW_GAMES)
        rounds = range(self.amounts.rounds)
        return _pairs([(_seconds(what, full), _seconds(what, few)) for _round in rounds])

    @cached_property
    def _rests(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Results of the table and of a bare window, each idle for some seconds."""
        folder, seconds = self._folder(), self.amounts.seconds
        import_record(resting_record(), folder)
        return [
            (measured("at_rest", seconds, folder), measured("bare_window", seconds))
            for _round in range(self.amounts.long_rounds)
        ]

    @cached_property
    def lit_panels(self) -> list[float]:
        """Processor seconds a second of a panel on pins with three dimmed lamps."""
        rounds = range(self.amounts.long_rounds)
        return [measured("lit_panel", self.amounts.seconds)["share"] for _round in rounds]

    def resting(self, what: str) -> Pairs:
        """Return one value of the idle table and of an idle bare window."""
        return _pairs([(table[what], window[what]) for table, window in self._rests])

    @cached_property
    def taps(self) -> Pairs:
        """Seconds of each tap, now and in the old tree, each the median of all rounds.

        Taps on which the trees differ are left out.
        """
        now, old = [], []
        record, tree = self._file(tapped_record()), tree_of(OLD_COMMIT, self._kept)
        for _round in range(self.amounts.long_rounds):
            now.append(measured("taps", record, self.amounts.commands)["taps"])
            old.append(measured("taps", record, self.amounts.commands, tree=tree)["taps"])
        same = _same_taps(now[0], old[0])
        return _pairs([(_middle_of(now, one), _middle_of(old, other)) for one, other in same])

    @cached_property
    def games(self) -> dict[str, Any]:
        """Results of `hundred_games`."""
        return measured("hundred_games", self.amounts.games)

    @cached_property
    def written(self) -> dict[str, Any]:
        """Results of `written_bytes`."""
        return measured("written_bytes")

    @cached_property
    def replays(self) -> Pairs:
        """Seconds to replay a thousand commands, now and in the old tree."""
        record, tree = self._file(slow_record(_REPLAYED)), tree_of(REPLAYED_COMMIT, self._kept)
        rounds = range(_REPLAYS_A_ROUND * self.amounts.rounds)
        return _pairs(
            [
                (_seconds("replay_times", record), _seconds("replay_times", record, tree=tree))
                for _round in rounds
            ]
        )


def _seconds(what: str, *words: object, tree: Path = ROOT) -> float:
    return float(measured(what, *words, tree=tree)["seconds"])


def _pairs(neighbours: list[tuple[float, float]]) -> Pairs:
    return Pairs([one for one, _other in neighbours], [other for _one, other in neighbours])


def _same_taps(now: list[Tap], old: list[Tap]) -> list[tuple[int, int]]:
    """Return the indices of the taps that both trees need for the same commands."""
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


def _middle_of(runs: list[list[Tap]], place: int) -> float:
    return statistics.median(run[place][2] for run in runs)
