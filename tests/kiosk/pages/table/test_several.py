"""Several are asked at once: each answers in their own part of the card, in any order."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import GiveBack, Take
from companion.pieces import Color, Face, Material
from companion.state import Phase
from kiosk import routes
from kiosk.rotation import Rotation
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import lay_table, state
from tests.kiosk.robot import asked_at, pieces_in_tray
from tests.kiosk.touch import Size, Touchscreen

SEATS = tuple(zip((seat.color for seat in beginning(4).players), Rotation, strict=True))
FIRST, SECOND, THIRD, LAST = (color for color, _side in SEATS)


@pytest.fixture
def touch(tmp_path: Path, size: Size = (800, 480)) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path, size) as touch:
        sit_down(touch)
        yield touch


def sit_down(touch: Touchscreen, players: int = 4, **wishes: bool) -> Color:
    """So many at a side each; their workers stand, and the first one rolls. Returns the last."""
    lay_table(touch, beginning(players))
    colors = touch.app_state.session.state.colors
    sides = tuple(zip(colors, Rotation, strict=False))
    touch.app_state.set(replace(touch.app_state.settings, sides=sides, **wishes))
    touch.navigator.fit_letters()
    for color in colors:
        touch.app_state.session.moved(color)
    touch.navigator.go(routes.Table())
    return colors[-1]


def key(touch: Touchscreen, what: str, color: Color, answer: str) -> str:
    own = color == state(touch).decider
    return f"{what}.{answer}" if own else f"{what}.{color}.{answer}"


def test_on_minus_all_are_asked_at_once_and_the_record_has_the_rules_order(touch) -> None:
    touch.tap(f"face.{Face.MINUS}")
    assert {part.color for part in asked_at(touch).parts} == {FIRST, SECOND, THIRD, LAST}
    steps = len(touch.app_state.session.steps)
    touch.tap(key(touch, "give_back", LAST, "wool"), key(touch, "give_back", THIRD, "wood"))
    assert len(touch.app_state.session.steps) == steps, "both wait for those before them"
    touch.tap(key(touch, "give_back", FIRST, "stone"))
    touch.tap(key(touch, "give_back", SECOND, "wool"))
    given = [step.command for step in touch.app_state.session.steps[steps:]]
    assert given == [
        GiveBack(by=FIRST, material=Material.STONE),
        GiveBack(by=SECOND, material=Material.WOOL),
        GiveBack(by=THIRD, material=Material.WOOD),
        GiveBack(by=LAST, material=Material.WOOL),
    ]
    assert state(touch).phase is Phase.ACTION


def test_each_part_and_each_tray_is_turned_to_its_owner(touch) -> None:
    touch.tap(f"face.{Face.MINUS}")
    for color, side in SEATS:
        for shown in (key(touch, "give_back", color, "wood"), f"tray.{color}"):
            tap = touch.find(shown)
            around = tap.parent
            while not hasattr(around, "rotation"):
                around = around.parent
            assert around.rotation is side, shown


def test_an_answer_that_waits_stands_in_the_tray_and_can_be_taken_back(touch) -> None:
    touch.tap(f"face.{Face.MINUS}", key(touch, "give_back", LAST, "wool"))
    assert pieces_in_tray(touch, LAST) == 1
    touch.tap(key(touch, "give_back", LAST, "back"))
    assert pieces_in_tray(touch, LAST) == 0
    touch.tap(key(touch, "give_back", LAST, "stone"), "undo")
    assert touch.shows(key(touch, "give_back", LAST, "stone"))
    assert state(touch).phase is Phase.GIVE_BACK


def test_on_plus_where_there_is_plenty_all_take_at_once_or_nothing(touch) -> None:
    touch.tap(f"face.{Face.PLUS}")
    steps = len(touch.app_state.session.steps)
    for color in (SECOND, THIRD, LAST):
        touch.tap(key(touch, "take", color, "none"))
    touch.tap(key(touch, "take", FIRST, "wood"))
    taken = [step.command for step in touch.app_state.session.steps[steps:]]
    assert taken[0] == Take(by=FIRST, material=Material.WOOD)
    assert [one.material for one in taken[1:]] == [None, None, None]


def test_a_plain_of_the_picture_answers_for_nobody_where_several_are_asked(touch) -> None:
    touch.tap(f"face.{Face.MINUS}")
    before = state(touch)
    touch.tap_plain(Material.WOOD)
    assert state(touch) == before
    assert touch.app_state.session.kept == ()


def test_who_has_answered_before_a_look_elsewhere_has_answered(touch) -> None:
    touch.tap(f"face.{Face.MINUS}", key(touch, "give_back", LAST, "wool"))
    touch.tap("menu", "menu.log", "back")
    assert touch.shows(key(touch, "give_back", LAST, "back"))


@every_size
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_all_parts_have_room(tmp_path: Path, size: Size, large: bool) -> None:  # noqa: FBT001
    with Touchscreen(tmp_path, size) as touch:
        for players, face in product((2, 3, 4), (Face.MINUS, Face.PLUS)):
            last = sit_down(touch, players, large_letters=large)
            touch.tap(f"face.{face}")
            assert asked_at(touch).parts
            assert faults(touch) == []
            what = "take" if face is Face.PLUS else "give_back"
            touch.tap(key(touch, what, last, "wood"))
            assert faults(touch) == []
            touch.navigator.go(routes.Start())
