from datetime import UTC, datetime, timedelta

import pytest
from companion.memory.journal.rows import Kind
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.commands import Roll
from companion.history import LogEntry, Step
from companion.memory.pace import BREAK_SECONDS, Pace, minutes_played, paces
from companion.pieces import Color, Face
from tests.companion.positions import BLUE, GREEN, RED, position

COLORS = (BLUE, GREEN, RED)
BEGIN = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)
STATES = {color: replace(position(*COLORS), decider=color) for color in (*COLORS, None)}


def row(
    seconds: float, after: Color | None, kind: Kind = Kind.COMMAND, before: Color | None = BLUE
) -> LogEntry:
    """A row so many seconds after the beginning; it is `after`'s decision then."""
    time = (BEGIN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
    states = (
        (STATES[after], STATES[before]) if kind is Kind.UNDO else (STATES[before], STATES[after])
    )
    step = None if kind is Kind.TAKEOVER else Step(1, Roll(by=BLUE, face=Face.WOOD), (), *states)
    return LogEntry(1, kind, time, step, in_effect=True)


def test_time_belongs_to_whoever_decides_and_is_waited_by_the_others() -> None:
    log = [row(0, BLUE), row(60, GREEN), row(70, RED), row(100, GREEN), row(101, BLUE)]

    assert paces(log, COLORS) == (
        Pace(BLUE, deciding=60, longest_wait=41),
        Pace(GREEN, deciding=11, longest_wait=60),
        Pace(RED, deciding=30, longest_wait=70),
    )


def test_what_the_app_was_away_for_is_nobodys_time() -> None:
    log = [row(0, GREEN), row(20, GREEN), row(500, None, Kind.TAKEOVER), row(530, BLUE)]

    assert paces(log, COLORS) == (
        Pace(BLUE, 0, 50),
        Pace(GREEN, 50, 0),
        Pace(RED, 0, 50),
    )


@pytest.mark.parametrize("seconds", [-5, -1e6, BREAK_SECONDS + 1, 1e9])
def test_breaks_and_clocks_that_were_set_are_no_time(seconds: float) -> None:
    log = [row(0, GREEN), row(seconds, GREEN), row(seconds + 7, BLUE)]

    assert paces(log, COLORS)[1] == Pace(GREEN, 7, 0)


def test_half_an_hour_of_thinking_is_still_thinking() -> None:
    assert paces([row(0, GREEN), row(BREAK_SECONDS, BLUE)], COLORS)[1].deciding == BREAK_SECONDS


def test_a_time_that_is_none_is_no_time() -> None:
    odd = [replace(row(5, GREEN), time=time) for time in ("yesterday", "2026-03-01 19:31")]
    log = [row(0, GREEN), *odd, row(9, BLUE)]

    assert paces(log, COLORS)[1] == Pace(GREEN, 0, 0)


def test_after_a_step_was_taken_back_it_is_again_the_former_ones_time() -> None:
    log = [row(0, BLUE), row(10, GREEN), row(30, BLUE, Kind.UNDO, before=GREEN), row(36, GREEN)]

    assert [pace.deciding for pace in paces(log, COLORS)] == [16, 20, 0]


def test_when_nobody_decides_no_time_passes() -> None:
    assert paces([], COLORS) == tuple(Pace(color, 0, 0) for color in COLORS)
    assert paces([row(0, None), row(9, None)], COLORS) == paces([], COLORS)


@given(st.lists(st.tuples(st.integers(0, 2000), st.sampled_from(COLORS)), max_size=25))
def test_every_second_at_the_table_is_decided_by_one_and_waited_by_the_others(rows: list) -> None:
    log, now = [row(0, BLUE)], 0
    for seconds, color in rows:
        now += seconds
        log.append(row(now, color))
    table = sum(seconds for seconds, _color in rows if seconds <= BREAK_SECONDS)

    told = paces(log, COLORS)

    assert sum(pace.deciding for pace in told) == pytest.approx(table)
    for pace in told:
        assert 0 <= pace.longest_wait <= table - pace.deciding + 1e-6


def test_how_long_a_game_was_played_leaves_out_pauses_and_the_time_the_app_was_off():
    rows = [
        (Kind.COMMAND, "2026-01-01T18:01:00+00:00"),
        (Kind.UNDO, "2026-01-01T18:11:00+00:00"),
        (Kind.COMMAND, "2026-01-01T18:21:01+00:00"),
        (Kind.COMMAND, "2026-01-01T18:23:01+00:00"),
        (Kind.TAKEOVER, "2026-01-01T18:25:01+00:00"),
        (Kind.COMMAND, "2026-01-01T18:26:01+00:00"),
        (Kind.COMMAND, "2026-01-01T18:20:01+00:00"),
        (Kind.COMMAND, "broken"),
    ]
    assert minutes_played("2026-01-01T18:00:00+00:00", rows) == 1 + 10 + 2 + 1


def test_nobody_knows_how_long_a_game_took_that_was_taken_in():
    moment = "2026-01-01T18:00:00+00:00"
    assert minutes_played(moment, [(Kind.COMMAND, moment)] * 300) is None
    assert minutes_played(moment, []) is None
