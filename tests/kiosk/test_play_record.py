"""The robot's errand: what it plays, what it says when the game comes out as another one."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import MoveWorker, PlaceWorker, Roll
from companion.memory.record import write_record
from companion.pieces import Face
from kiosk import routes
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, STONE, WOOD, WOOL, setup
from tests.kiosk.records import as_tapped, difference
from tests.kiosk.robot import Robot, RobotError
from tests.kiosk.touch import Touchscreen

SETUP = setup(BLUE, GREEN, RED)
PLACED = [
    b'{"do":"place_worker","by":"blue","plain":"wood"}',
    b'{"do":"place_worker","by":"green","plain":"wood"}',
    b'{"do":"place_worker","by":"red","plain":"stone"}',
]
CORRECTION = {"points": {"blue": 7}, "druid": {"stone": 2}, "fields": {"4": {"building": None}}}


def record(*lines: bytes) -> bytes:
    return write_record(SETUP, []) + b"".join(line + b"\n" for line in lines)


def correct(changes: dict[str, object]) -> bytes:
    return json.dumps({"do": "correct", "set": changes, "why": "so"}).encode()


@pytest.mark.parametrize(
    ("given", "played"),
    [
        (
            b'{"do":"offer","by":"red","give":"none","pay":{}}',
            b'{"do":"offer","by":"red","give":"none"}',
        ),
        (
            b'{"by":"red","do":"build_hut","pay":{"wood":1,"wool":0},"field":2}',
            b'{"do":"build_hut","by":"red","field":2,"pay":{"wood":1}}',
        ),
        (b'{"do":"declare_end","by":null}', b'{"do":"declare_end"}'),
        (
            correct(CORRECTION | {"hands": {"red": {}}, "runes": {}, "active": None}),
            correct(CORRECTION),
        ),
        (correct({"druid": {"stone": 2, "field": None}}), correct({"druid": {"stone": 2}})),
        (
            correct({"fields": {"4": {"building": None, "owner": None}}}),
            correct({"fields": {"4": {"building": None}}}),
        ),
    ],
)
def test_what_says_nothing_makes_no_difference(given: bytes, played: bytes) -> None:
    assert difference(record(given), SETUP, record(played)) is None


@pytest.mark.parametrize(
    ("given", "played", "line"),
    [
        (PLACED[:2], PLACED, 4),
        (PLACED, PLACED[:2], 4),
        (PLACED, [*PLACED[:2], PLACED[2].replace(b"stone", b"wool")], 4),
        (
            [b'{"do":"take","by":"red","material":null}'],
            [b'{"do":"take","by":"red","material":"wood"}'],
            2,
        ),
        ([correct(CORRECTION)], [correct(CORRECTION | {"points": {"blue": 8}})], 2),
        ([correct({"runes": {"eye": None}})], [correct({"points": {"blue": 1}})], 2),
        ([correct({"bonus": {"4": None}})], [correct({"bonus": {"4": "hut"}})], 2),
    ],
)
def test_another_command_is_told_with_its_line(
    given: list[bytes], played: list[bytes], line: int
) -> None:
    found = difference(record(*given), SETUP, record(*played))
    assert found is not None
    assert found.startswith(f"line {line}: ")


def test_another_beginning_is_told() -> None:
    other = setup(BLUE, RED, GREEN)
    assert difference(record(), other, record()) is not None


def test_the_screen_records_the_topmost_of_two_workers_that_make_no_difference() -> None:
    beginning = setup(PURPLE, BLUE)
    placed = [
        PlaceWorker(by=color, plain=plain)
        for color, plain in zip(
            (PURPLE, BLUE) * 3, (WOOD, WOOL, WOOD, WOOL, STONE, WOOL), strict=True
        )
    ]
    given = (
        *placed,
        Roll(by=PURPLE, face=Face.COPPER),
        MoveWorker(by=PURPLE, source=WOOD, level=1, target=STONE),
    )

    assert as_tapped(beginning, given) == (*given[:-1], replace(given[-1], level=2))


def test_a_screen_that_shows_another_game_is_no_confirmation(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        session = touch.app_state.begin(SETUP)
        touch.navigator.go(routes.Table())
        robot = Robot(touch, session.state)
        robot.compare()
        touch.tap("place.wood")
        with pytest.raises(RobotError, match="another game"):
            robot.compare()
