"""All measurements, each made once a run, when a line first needs it.

A candidate and its baseline are measured in turn, as a shared machine is slow for a while and quick
for a while. A ratio is the median of the ratios of such pairs.
"""

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.playthroughs import long_record, resting_record, slow_record, tapped_record
from tests.benchmarks.processes import ROOT, import_record, measured, tree_of
from tests.benchmarks.saved_games import fill, fill_with_results

OLD_COMMIT = "dc3262a"
"""Baseline of the taps and the druid's walk."""
_RESUMED_STEPS = 300
_SAVED_STEPS = 180
_LISTED_STEPS = 8
_FEW_GAMES = 10
_GLANCE_SECONDS = 1
_REPLAYED = 1000
_REPLAYS_A_ROUND = 4
"""It is so short that other activity of the machine would dominate."""

Tap = tuple[int, str, float]
"""Number of the command, tapped button, and seconds."""


class Amounts(NamedTuple):
    """Amounts of measurements.

    `rounds`: repetitions with a baseline, `long_rounds`: of the slow ones; `commands`: of the game
    whose taps are measured; `seconds`: of idle windows; `games`: in one process; `saved`: in the
    full folder; `written`: playthroughs that are saved.
    """

    rounds: int = 5
    long_rounds: int = 3
    commands: int = 60
    seconds: float = 10
    games: int = 100
    saved: int = 10_000
    written: int = 7


class Pairs(NamedTuple):
    """Measurements of a candidate and of its baseline, pair by pair.

    `before`: those of the candidate in the old tree, if requested.
    """

    candidate: list[float]
    baseline: list[float]
    before: list[float] = []  # noqa: RUF012 - never changed

    @property
    def ratio(self) -> float:
        """The median ratio."""
        return _ratio(self.candidate, self.baseline)

    @property
    def ratio_before(self) -> float | None:
        """The median ratio of the old tree; None if it was not measured."""
        return _ratio(self.before, self.baseline) if self.before else None

    def ratio_of(self, figure: Callable[[list[float]], float]) -> float:
        """Return the ratio of one value of a measurement."""
        return figure(self.candidate) / figure(self.baseline)

    def said(
        self,
        unit: str,
        factor: float = 1,
        figure: Callable[[list[float]], float] = statistics.median,
    ) -> str:
        """Return a value of both as text, in a unit that is `factor` times the measured one."""
        one, other = (figure(many) * factor for many in (self.candidate, self.baseline))
        return f"{one:.4g} {unit} to {other:.4g} {unit}"


class Measurements:
    """Measures on demand, in separate processes; one object is one run.

    `kept` closes long-lived resources. `before`: the old tree is measured too, beside lines with
    another baseline. Each property raises CannotMeasureError if that fails.
    """

    def __init__(self, amounts: Amounts, kept: ExitStack, *, before: bool = False) -> None:
        self.amounts = amounts
        self._kept = kept
        self._before = before

    @cached_property
    def _old_tree(self) -> Path:
        return self._kept.enter_context(tree_of(OLD_COMMIT))

    @property
    def _trees(self) -> list[Path]:
        """Return the trees of a candidate: this one, then the old one if requested."""
        return [ROOT, self._old_tree] if self._before else [ROOT]

    def _folder(self) -> Path:
        return self._kept.enter_context(_folder())

    @cached_property
    def starts(self) -> Pairs:
        """Seconds until the first picture: the app without saved games, and a bare window."""
        candidates = [("app_start", self._folder(), tree) for tree in self._trees]
        for what, folder, tree in candidates:
            measured(what, folder, tree=tree)  # the file of the saved games is made only once
        return self._in_turn(candidates)

    @cached_property
    def resumes(self) -> Pairs:
        """Seconds to resume a saved game, and until a bare window's first picture."""
        record = long_record(_RESUMED_STEPS)
        return self._in_turn([("resumed_game", *game) for game in self._saved(record)])

    @cached_property
    def full_folders(self) -> Pairs:
        """Seconds until the first picture, with all the saved games and with a few."""
        with _folder() as full, _folder() as few:
            fill(full, self.amounts.saved, _SAVED_STEPS)
            fill(few, min(_FEW_GAMES, self.amounts.saved), _SAVED_STEPS)
            rounds = range(self.amounts.rounds)
            return _pairs(
                [(_seconds("app_start", full), _seconds("app_start", few)) for _round in rounds]
            )

    @cached_property
    def counted_folders(self) -> Pairs:
        """Seconds for a person's statistics, with all the finished games and with a few."""
        with _folder() as full, _folder() as few:
            fill_with_results(full, self.amounts.saved)
            fill_with_results(few, min(_FEW_GAMES, self.amounts.saved))
            what, rounds = "statistics_page", range(self.amounts.rounds)
            return _pairs([(_seconds(what, full), _seconds(what, few)) for _round in rounds])

    @cached_property
    def listed_folders(self) -> Pairs:
        """Seconds for the list of games and a person's, with all the games and with a few."""
        with _folder() as full, _folder() as few:
            fill(full, self.amounts.saved, _LISTED_STEPS)
            fill(few, min(_FEW_GAMES, self.amounts.saved), _LISTED_STEPS)
            what, rounds = "history_page", range(self.amounts.rounds)
            return _pairs([(_seconds(what, full), _seconds(what, few)) for _round in rounds])

    @cached_property
    def rests(self) -> list[list[dict[str, Any]]]:
        """Results of `at_rest` for the table, now and before, and of bare windows, each round.

        The last window but one has drawn something, the last has not.
        """
        seconds, saved = self.amounts.seconds, self._saved(resting_record())
        return [
            [
                *(measured("at_rest", seconds, folder, tree=tree) for folder, tree in saved),
                measured("bare_window", _GLANCE_SECONDS, "drawn"),
                measured("bare_window", seconds),
            ]
            for _round in range(self.amounts.long_rounds)
        ]

    def resting(self, what: str, *, drawn: bool = False) -> Pairs:
        """Return one value of `rests`, beside a bare window with or without a drawing."""
        figures = zip(*([one[what] for one in run] for run in self.rests), strict=True)
        now, *before, has_drawn, bare = map(list, figures)
        return Pairs(now, has_drawn if drawn else bare, *before)

    @cached_property
    def taps(self) -> tuple[Pairs, Pairs]:
        """Seconds of each tap, and of each frame of the druid's walk, now and in the old tree.

        A tap or frame is the median of all rounds; taps on which the trees differ are left out.
        """
        now, old = [], []
        with _folder() as folder:
            record = folder / "record.jsonl"
            record.write_bytes(tapped_record())
            for _round in range(self.amounts.long_rounds):
                now.append(measured("taps", record, self.amounts.commands))
                old.append(measured("taps", record, self.amounts.commands, tree=self._old_tree))
        same = _same_taps(now[0]["taps"], old[0]["taps"])
        taps = _pairs([(_middle_of(now, one), _middle_of(old, other)) for one, other in same])
        frames = Pairs(
            [statistics.median(run["frames"]) for run in now],
            [statistics.median(run["frames"]) for run in old],
        )
        return taps, frames

    @cached_property
    def heard_taps(self) -> Pairs:
        """Seconds of each tap with everything spoken, and with nothing; medians of all rounds."""
        heard, silent = [], []
        with _folder() as folder:
            record = folder / "record.jsonl"
            record.write_bytes(tapped_record())
            for _round in range(self.amounts.long_rounds):
                heard.append(measured("taps", record, self.amounts.commands, "heard"))
                silent.append(measured("taps", record, self.amounts.commands))
        same = _same_taps(heard[0]["taps"], silent[0]["taps"])
        return _pairs([(_middle_of(heard, one), _middle_of(silent, other)) for one, other in same])

    @cached_property
    def games(self) -> dict[str, Any]:
        """Results of `hundred_games`."""
        return measured("hundred_games", self.amounts.games)

    @cached_property
    def written(self) -> dict[str, Any]:
        """Results of `written_bytes`."""
        return measured("written_bytes", self.amounts.written)

    @cached_property
    def replays(self) -> list[Pairs]:
        """Seconds of a replay of a thousand commands, and of its start-up, now and before."""
        record = self._folder() / "record.jsonl"
        record.write_bytes(slow_record(_REPLAYED))
        rounds = range(_REPLAYS_A_ROUND * self.amounts.rounds)
        runs = [
            [measured("replay_times", record, tree=tree) for tree in self._trees] for _one in rounds
        ]
        return [
            Pairs([run["replay"] for run in tree], [run["start_up"] for run in tree])
            for tree in zip(*runs, strict=True)
        ]

    def _saved(self, record: bytes) -> list[tuple[Path, Path]]:
        """Yield a folder with that game for each tree, and the tree."""
        saved = [(self._folder(), tree) for tree in self._trees]
        for folder, tree in saved:
            import_record(record, folder, tree=tree)
        return saved

    def _in_turn(self, candidates: list[tuple[str, Path, Path]]) -> Pairs:
        """Yield programs with a folder and a tree each, now and before, and a bare window."""
        runs = [
            [
                *(_seconds(what, folder, tree=tree) for what, folder, tree in candidates),
                _seconds("bare_window"),
            ]
            for _round in range(self.amounts.rounds)
        ]
        now, *before, bare = (list(many) for many in zip(*runs, strict=True))
        return Pairs(now, bare, *before)


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        yield Path(scratch)


def _ratio(candidate: list[float], baseline: list[float]) -> float:
    return statistics.median(one / other for one, other in zip(candidate, baseline, strict=True))


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


def _middle_of(runs: list[dict[str, Any]], place: int) -> float:
    return statistics.median(run["taps"][place][2] for run in runs)
