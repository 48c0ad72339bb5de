"""Whole games through the screen by touches alone, exported as they were given, in every size."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.record import write_record
from companion.rules.setup import Seat, Setup
from tests.companion.playthrough import FOLDER, extract, steps
from tests.kiosk.touch import SIZES, Size
from tests.kiosk.whole_game import play_whole_game

GAMES = {
    2: "two-players-build-everything",
    3: "a-ring-full-of-huts",
    4: "four-players-survey",
}
"""Together: every command, payments of all kinds, a druid chip, both ways to declare the end."""
NAMES = ("Zoë Ångström", "Łucja", "李 ☃ 😀", '"Ò\\\n')


def record_of(players: int) -> bytes:
    """A whole game of that many players, whose names are not found on one page of the keyboard."""
    script = extract((FOLDER / f"{GAMES[players]}.txt").read_text())
    return write_record(
        renamed(script.setup), [step.command for step in steps(script) if step.command is not None]
    )


def renamed(setup: Setup) -> Setup:
    seats = zip(setup.players, NAMES, strict=False)
    return replace(setup, players=tuple(Seat(seat.color, name) for seat, name in seats))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("players", GAMES)
def test_a_whole_game_goes_through_the_screen_and_comes_out_the_same(
    players: int, size: Size, tmp_path: Path
) -> None:
    played = play_whole_game(record_of(players), tmp_path, size)

    assert played.count(b"\n") > 100
