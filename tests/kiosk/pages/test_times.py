from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from companion.memory.session import Session
from kiosk import routes
from kiosk.pages.times import minutes_text, time_rows
from kiosk.settings import Settings
from tests.companion.playing import commands, two_players
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Touchscreen


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "under a minute"),
        (29, "under a minute"),
        (31, "1 minute"),
        (89, "1 minute"),
        (91, "2 minutes"),
        (4000, "67 minutes"),
    ],
)
def test_time_is_told_in_whole_minutes(seconds: float, text: str) -> None:
    assert minutes_text(seconds) == text


def test_everybody_has_a_line_in_seating_order(tmp_path) -> None:
    session = Session.begin(Journal.open(tmp_path), two_players())
    for command in commands(two_players(), 7):
        session.apply(command)
    begin = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)
    rows = session.game.rows.copy()
    rows.sessions = [(1, 0, begin.isoformat())]
    rows.steps = [
        (*row[:-1], (begin + timedelta(minutes=3 * number)).isoformat())
        for number, row in enumerate(rows.steps)
    ]

    pim, bo = time_rows(PlayedGame.load(rows), session.state.players)

    assert (pim.name, bo.name) == ("Pim", "Bo")
    decided = [step.after.decider for step in session.steps[:-1]]
    assert pim.deciding == f"{3 * decided.count(pim.color)} minutes"
    assert bo.deciding == f"{3 * decided.count(bo.color)} minutes"
    assert "minutes" in pim.longest_wait


def test_the_time_is_told_only_where_the_table_wants_to_know_it(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), 30)
    with Touchscreen(tmp_path, app_state=app_state, at="rolls") as touch:
        assert not touch.shows("times")
        app_state.set(Settings(times=True))
        touch.navigator.go(routes.Table())
        touch.navigator.go(routes.Rolls())
        touch.tap("times")

        assert touch.name == "times"
        assert {"Pim", "Bo", "Longest wait", "under a minute"} <= set(touch.texts())
        touch.tap("back")
        assert touch.name == "rolls"
