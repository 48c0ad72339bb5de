"""Whole games through the screen by touches alone, exported as they were given.

Each is played in one size: what differs between the sizes is the layout, which every screen's
own tests look at.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.memory.record import write_record
from companion.rules.setup import Seat, Setup
from tests.companion.playthrough import FOLDER, Script, extract, steps
from tests.companion.playthrough_facts import everything, facts
from tests.kiosk.touch import SIZES, Size
from tests.kiosk.whole_game import play_whole_game

GAMES = {
    2: "two-players-build-everything",
    3: "hoarders-won-by-chips",
    4: "four-players-survey",
}
NAMES = ("Zoë Ångström", "Łucja", "李 ☃ 😀", '"Ò\\\n')


def record_of(players: int) -> bytes:
    """A whole game of that many players, whose names are not found on one page of the keyboard."""
    played = script(players)
    commands = [step.command for step in steps(played) if step.command is not None]
    return write_record(renamed(played.setup), commands)


def script(players: int) -> Script:
    return extract((FOLDER / f"{GAMES[players]}.txt").read_text())


def renamed(setup: Setup) -> Setup:
    seats = zip(setup.players, NAMES, strict=False)
    return replace(setup, players=tuple(Seat(seat.color, name) for seat, name in seats))


@pytest.mark.parametrize(
    ("players", "size"), list(zip(GAMES, SIZES, strict=True)), ids=("two", "three", "four")
)
def test_a_whole_game_goes_through_the_screen_and_comes_out_the_same(
    players: int, size: Size, tmp_path: Path
) -> None:
    played = play_whole_game(record_of(players), tmp_path, size)

    assert played.count(b"\n") > 100


def test_the_games_have_every_command_and_every_way_to_pay_and_to_offer() -> None:
    shown = frozenset[str]().union(*(facts(script(players)) for players in GAMES))

    assert shown > {fact for fact in everything() if fact.startswith(("command", "ended"))}
    assert shown > {fact for fact in everything() if fact.endswith((" offered", "chip used"))}
    assert shown > {"swaps in a hut's price", "swaps in an offering"}
