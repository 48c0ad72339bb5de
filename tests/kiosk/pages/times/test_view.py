from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from companion.memory.journal.journal import Journal
from companion.memory.session import Session
from kiosk.pages.times.view import minutes_text, time_rows
from tests.companion.playing import commands, two_players


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
    log = [
        replace(entry, time=(begin + timedelta(minutes=3 * number)).isoformat())
        for number, entry in enumerate(session.log)
    ]

    pim, bo = time_rows(log, session.state.players)

    assert (pim.name, bo.name) == ("Pim", "Bo")
    decided = [step.after.decider for step in session.steps[:-1]]
    assert pim.deciding == f"{3 * decided.count(pim.color)} minutes"
    assert bo.deciding == f"{3 * decided.count(bo.color)} minutes"
    assert "minutes" in pim.longest_wait
