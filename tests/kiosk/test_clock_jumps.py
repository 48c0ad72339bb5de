import random
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.memory import clock as companion_clock
from companion.memory.journal import Journal
from companion.memory.pace import minutes_played, player_times
from companion.memory.session import Session, read_game
from kiosk import routes
from kiosk.cli import main
from tests.companion.playing import commands, two_players
from tests.kiosk.replaced import replaced
from tests.kiosk.touch import Touchscreen, route

STEP_SECONDS = 20
JUMPS = {
    "forwards": [timedelta(days=365 * 30)],
    "backwards": [timedelta(days=-365 * 30)],
    "before 1970": [timedelta(days=-365 * 80)],
    "far beyond": [timedelta(days=365 * 7000)],
    "to and fro": [timedelta(days=365 * 20), timedelta(days=-365 * 60), timedelta(days=365 * 900)],
}


class Clock:
    def __init__(self, jumps: list[timedelta]) -> None:
        self._at = datetime(2026, 11, 22, 20, tzinfo=UTC)
        self._jumps = list(jumps)
        self.jumped = 0

    def __call__(self) -> str:
        return self._at.isoformat(timespec="milliseconds")

    def go_on(self) -> None:
        self._at += timedelta(seconds=STEP_SECONDS)

    def jump(self) -> None:
        if self._jumps:
            self._at += self._jumps.pop(0)
            self.jumped += 1


@pytest.mark.parametrize("kind", JUMPS)
def test_a_clock_that_jumps_by_years_in_a_game_spoils_nothing(
    tmp_path: Path, kind: str, capfdbinary
) -> None:
    clock, chance = Clock(JUMPS[kind]), random.Random(kind)
    with (
        replaced(companion_clock.current_timestamp, clock),
        closing(Journal.open(tmp_path)) as journal,
    ):
        first = Session.begin(journal, two_players())
        game = commands(first.setup, 5000, seed=1)
        places = sorted(chance.sample(range(1, len(game)), len(JUMPS[kind])))
        for place, command in enumerate(game):
            if place in places:
                clock.jump()
            clock.go_on()
            first.apply(command)
        assert clock.jumped == len(JUMPS[kind])
        later = Session.begin(journal, two_players())
        later.apply(commands(later.setup, 1, seed=2)[0])
        assert [one.id for one in journal.games()] == [2, 1], "in the order in which they lasted"

        read = read_game(journal, 1)
        steps = len(game) - clock.jumped
        real = round(steps * STEP_SECONDS / 60)
        if kind in {"forwards", "backwards"}:
            assert minutes_played(read) == real
        # Where a clock cannot have stood there is no time: that is known of less then.
        assert 0 < minutes_played(read) <= real
        pace = player_times(read, first.state.colors)
        assert 0 < sum(one.thinking_seconds for one in pace) <= steps * STEP_SECONDS
        assert all(0 <= one.longest_wait_seconds <= steps * STEP_SECONDS for one in pace)

    for words in (
        ["games"],
        ["export", "1"],
        ["export", "1", "--format", "csv"],
        ["export", "1", "--format", "bgsplay"],
        ["games", "--check"],
    ):
        assert told(words, tmp_path, capfdbinary)
    with Touchscreen(tmp_path) as touch:
        for page in ("start", "games", "statistics"):
            touch.navigator.go(route(page))
            assert touch.texts()
        touch.navigator.go(routes.Start())
        touch.tap("last_score" if touch.shows("last_score") else "resume")
        touch.navigator.go(routes.Log())
        assert touch.texts()


def told(words: list[str], folder: Path, capture) -> bytes:
    assert main([*words, "--data", str(folder)]) == 0
    return capture.readouterr().out


def test_a_clock_beyond_the_year_9999_leaves_a_game_playable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Beyond(datetime):
        @classmethod
        def now(cls, tz=None):
            raise ValueError("year 10000 is out of range")

    monkeypatch.setattr(companion_clock, "datetime", Beyond)
    with closing(Journal.open(tmp_path)) as journal:
        played = Session.begin(journal, two_players())
        played.apply(commands(played.setup, 1, seed=2)[0])
        assert played.unsaved is None
        assert minutes_played(read_game(journal, 1)) is None
