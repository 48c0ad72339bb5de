"""Undo takes back what was decided last, whatever it was, and trays never lose what is to be told.

Source: rules "turn.decider" and "small.minus", the contract of the trays.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import (
    BuildTemple,
    Correct,
    Roll,
    SetDruid,
    SetField,
    SetHand,
    SetSupply,
)
from companion.game import legal_commands
from companion.pieces import BuildingKind, Color, Face, Material
from companion.state import Building, Phase
from kiosk import routes
from kiosk.cli import main
from kiosk.rotation import Rotation
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.robot import moves_in_sight, pieces_in_tray
from tests.kiosk.touch import WRITING, Touchscreen

PURPLE, BLUE = Color.PURPLE, Color.BLUE
Tell = Callable[[], list[dict[str, object]]]


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """Two at a table, each with a chip of each material; the purple one rolls."""
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS)
        sides = ((PURPLE, Rotation.NONE), (BLUE, Rotation.HALF))
        touch.app_state.set_settings(replace(touch.app_state.settings, sides=sides))
        touch.navigator.go(routes.Table())
        touch.tap("tray.purple", "tray.blue")
        yield touch


@pytest.fixture
def since_the_roll(touch: Touchscreen, capfdbinary: pytest.CaptureFixture[bytes]) -> Tell:
    """What the exported record has behind the last roll."""

    def told() -> list[dict[str, object]]:
        touch.app_state.wait_for_writes(WRITING)
        capfdbinary.readouterr()
        assert main(["export", "--data", str(touch.app_state.folder)]) == 0
        lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
        rolls = [number for number, line in enumerate(lines) if line.get("do") == "roll"]
        return lines[rolls[-1] + 1 :]

    return told


def swap(touch: Touchscreen, color: Color, take: str, *pay: str) -> None:
    """Swap three chips at the table's own menu."""
    touch.tap("menu", "menu.hands", f"swap.{color}")
    touch.tap(*(f"give.{material}.more" for material in pay))
    touch.tap(f"swap.take.{take}")


def returned(color: Color, material: str) -> dict[str, object]:
    return {"do": "give_back", "by": color, "material": material}


def swapped(color: Color, take: str, *pay: str) -> dict[str, object]:
    return {"do": "swap", "by": color, "pay": dict.fromkeys(pay, 1), "take": take}


def test_undo_and_redo_take_back_the_newest_answer_of_several(touch, since_the_roll) -> None:
    touch.tap(f"face.{Face.MINUS}", "give_back.blue.wool", "give_back.purple.wood")
    assert state(touch).phase is Phase.ACTION
    touch.tap("undo")
    assert touch.shows("give_back.purple.wood")
    assert touch.shows("give_back.blue.back")
    touch.tap("redo")
    assert state(touch).phase is Phase.ACTION
    assert sorted(one["by"] for one in since_the_roll()) == [BLUE, PURPLE]


def test_an_answer_is_in_the_record_as_soon_as_it_is_given(touch, since_the_roll) -> None:
    touch.tap(f"face.{Face.MINUS}", "give_back.blue.wool")
    assert since_the_roll() == [returned(BLUE, "wool")]


def test_answers_stand_in_the_record_in_the_order_in_which_they_were_given(
    touch, since_the_roll
) -> None:
    touch.tap(f"face.{Face.MINUS}", "give_back.blue.wool", "give_back.purple.wood")
    assert since_the_roll() == [returned(BLUE, "wool"), returned(PURPLE, "wood")]


@pytest.mark.parametrize("color", [PURPLE, BLUE])
def test_undo_of_a_swap_leaves_the_answer_of_whoever_swapped(
    touch, since_the_roll, color: Color
) -> None:
    touch.tap(f"face.{Face.MINUS}", f"give_back.{color}.wool")
    swap(touch, color, "wool", "wood", "copper", "stone")
    touch.tap("undo")
    assert touch.shows(f"give_back.{color}.back")
    other = BLUE if color is PURPLE else PURPLE
    touch.tap(f"give_back.{other}.wood")
    assert state(touch).phase is Phase.ACTION
    assert since_the_roll() == [returned(color, "wool"), returned(other, "wood")]


def test_whoever_has_answered_is_not_asked_again_because_they_swap(touch) -> None:
    touch.tap(f"face.{Face.MINUS}", "give_back.blue.wool")
    swap(touch, BLUE, "wool", "wood", "copper", "stone")
    assert touch.shows("give_back.blue.back")


def test_undo_takes_back_answers_and_swaps_in_the_order_in_which_they_came(
    touch, since_the_roll
) -> None:
    touch.tap(f"face.{Face.MINUS}", "give_back.purple.wool")
    swap(touch, BLUE, "stone", "copper", "wool", "stone")
    touch.tap("give_back.blue.stone")
    assert state(touch).phase is Phase.ACTION
    touch.tap("undo")
    assert touch.shows("give_back.blue.stone")
    assert touch.shows("give_back.purple.back")
    touch.tap("undo")
    # The swap: blue can pay its three chips once more, and purple's answer stands.
    assert touch.shows("give_back.purple.back")
    swap(touch, BLUE, "wood", "copper", "wool", "stone")
    touch.tap("give_back.blue.wood")
    assert since_the_roll() == [
        returned(PURPLE, "wool"),
        swapped(BLUE, "wood", "copper", "wool", "stone"),
        returned(BLUE, "wood"),
    ]


def test_redo_brings_answers_and_swaps_again_in_the_order_in_which_they_came(
    touch, since_the_roll
) -> None:
    touch.tap(f"face.{Face.MINUS}", "give_back.purple.wool")
    swap(touch, BLUE, "stone", "copper", "wool", "stone")
    touch.tap("give_back.blue.stone")
    touch.tap("undo", "undo", "undo", "redo", "redo", "redo")
    assert since_the_roll() == [
        returned(PURPLE, "wool"),
        swapped(BLUE, "stone", "copper", "wool", "stone"),
        returned(BLUE, "stone"),
    ]


# Trays


def move_all(touch: Touchscreen, color: Color) -> None:
    """Say that everything in a tray is moved, as many moves at a time as are in sight."""
    while moves_in_sight(touch, color):
        touch.wait(1)
        touch.tap(f"tray.{color}")


def two_offerings(touch: Touchscreen) -> tuple[str, ...]:
    """Let the druid ask blue at two huts; whatever was to be moved is said to lie there.

    Returns the keys of the answers with which blue offers one material.
    """
    session = touch.app_state.session
    session.apply(Roll(by=PURPLE, face=Face.COPPER))
    chips = [SetHand(color, one, 5) for color in (PURPLE, BLUE) for one in Material]
    supply = [SetSupply(one, 8) for one in Material]
    huts = [
        SetField(field, Building(BuildingKind.HUT, owner))
        for field, owner in ((17, PURPLE), (20, BLUE), (21, BLUE))
    ]
    changes = (*chips, *supply, *huts, SetDruid(None, 17))
    session.apply(Correct(changes=changes, why="laid for the test"))
    temple = next(
        one
        for one in legal_commands(session.state)
        if isinstance(one, BuildTemple) and one.field == 25
    )
    session.apply(temple)
    touch.navigator.go(routes.Table())
    for color in (PURPLE, BLUE):
        move_all(touch, color)
    assert session.state.player(BLUE).points == 5
    return tuple(f"offer.one.{one}" for one in Material if touch.shows(f"offer.one.{one}"))


def test_undo_and_redo_in_one_breath_empty_no_tray(touch) -> None:
    ones = two_offerings(touch)
    touch.tap(ones[0], "offer.none")
    told = pieces_in_tray(touch, BLUE)
    assert told == 2, "a chip is paid, and the point marker stands on 5 again"
    touch.tap("undo", "redo")
    assert state(touch).player(BLUE).points == 5
    assert pieces_in_tray(touch, BLUE) == told


def test_an_offering_taken_back_and_made_again_is_told_once(touch) -> None:
    ones = two_offerings(touch)
    touch.tap(ones[0])
    told = pieces_in_tray(touch, BLUE)
    touch.tap("undo", "redo")
    assert pieces_in_tray(touch, BLUE) == told
