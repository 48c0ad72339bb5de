"""What each thing on the table is, in two sentences, and what it is worth as things stand."""

import pytest

from companion import commands as do
from companion.evolution import fold
from companion.game import decide
from companion.pieces import MATERIALS, RUNES, Bonus, Rune
from companion.rulebook import RULES
from companion.state import GameState, Phase
from companion.teaching.things import Spot, Thing, Tray, about
from companion.telling.places import DruidPlace, InStack, InSupply, OnField, RiverPlace, RunePlace
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    RED,
    STONE,
    WOOD,
    position,
    side_for_four,
)


def table(**laid) -> GameState:
    return position(
        BLUE,
        GREEN,
        RED,
        **(
            {
                "huts": {RED: (20, 21), GREEN: (17,)},
                "temples": {BLUE: (22,)},
                "druid": 17,
                "bonus": {4: Bonus.POINTS, 9: Bonus.HUT, 14: Bonus.DRUID},
                "runes": {Rune.WAVES: RED, Rune.EYE: RED, Rune.HOOK: GREEN},
                "stacks": {WOOD: (BLUE, RED), STONE: (GREEN,)},
            }
            | laid
        ),
    )


def things(state: GameState) -> list[Thing]:
    """All that lies on the table."""
    return [
        *(OnField(field) for field in range(1, len(state.board) + 1)),
        *map(InSupply, MATERIALS),
        *map(RunePlace, RUNES),
        *(
            InStack(plain, level)
            for plain in MATERIALS
            for level in range(1, len(state.stack(plain)) + 1)
        ),
        DruidPlace(),
        RiverPlace(),
        *Spot,
        *map(Tray, state.colors),
    ]


def worth(state: GameState, thing: Thing) -> list[str]:
    return [str(line) for line in about(state, thing).worth]


def test_everything_on_the_table_is_told_in_two_sentences_with_its_rules() -> None:
    for state in (table(), table(board=side_for_four(), huts={RED: (20,)}, bonus={}, druid=20)):
        for thing in things(state):
            told = about(state, thing)
            assert len(told.text) == 2
            assert told.rules
            assert set(told.rules) <= set(RULES)
            for sentence in (*told.text, *told.worth):
                assert str(sentence)


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (OnField(20), ["A settlement of 2 huts: both materials score 2 points here."]),
        (OnField(17), ["It stands alone: one material or both, 1 point."]),
        (OnField(22), ["As things stand, 2 points in the end."]),
        (OnField(4), ["+2"]),
        (OnField(9), ["It saves 1 copper, 1 stone."]),
        (OnField(14), ["As things stand it would score 1 point."]),
        (
            OnField(19),
            [
                "A hut: 3 wood, 3 stone.",
                "A temple: 1 wood, 1 stone, as things stand 2 points in the end.",
            ],
        ),
        (InStack(WOOD, 2), ["Here 2 wood, as long as they last."]),
        (InSupply(COPPER), ["18 copper of 18 left."]),
        (RunePlace(Rune.EYE), ["red holds 2: 2 points at each crossing, 3 in the end."]),
        (
            RunePlace(Rune.HOOK),
            ["green holds it, and no other: 1 point at each crossing, 1 in the end."],
        ),
        (RunePlace(Rune.CROSS), ["It lies beside the board: the next hut in its area takes it."]),
        (DruidPlace(), ["As things stand, the next building takes him to red's hut on 20."]),
        (RiverPlace(), ["green +1", "red +2"]),
        (
            Tray(RED),
            [
                "5 points",
                "Still to build: huts 6, temples 2",
                "2 rune stones (eye, waves): at each river crossing +2, in the end +3",
                (
                    "If the game ended now: 6 if everyone refuses the druid, 12 if everyone gives "
                    "both."
                ),
            ],
        ),
        (
            Tray(BLUE),
            [
                "5 points",
                "Still to build: huts 8, temples 1",
                "Temple on 22: in the end +2",
                "If the game ended now: 7.",
            ],
        ),
    ],
)
def test_what_it_is_worth_stands_below(thing: Thing, told: list[str]) -> None:
    assert worth(table(), thing) == told


def test_on_his_stones_the_druid_has_so_many_buildings_to_go() -> None:
    state = table(huts={}, druid=None, stone=1, bonus={})
    assert worth(state, DruidPlace()) == ["The next building takes him to stone 2."]
    assert worth(state, Spot.STONE_FIELDS) == ["2 buildings until he stands on the last one."]
    last = table(huts={}, druid=None, stone=3, bonus={})
    assert worth(last, DruidPlace()) == ["No hut stands yet: he stays where he is."]
    assert worth(last, Spot.STONE_FIELDS) == []


def test_a_field_that_nobody_has_read_says_so() -> None:
    state = table(board=side_for_four(), huts={}, temples={}, bonus={}, druid=None)
    told = about(state, OnField(12))
    assert (told.worth, told.rules) == ((), ("board.survey",))


def test_in_the_final_circuit_the_die_tells_what_it_marks() -> None:
    state = position(BLUE, GREEN, RED, huts={RED: (10, 20)}, druid=10, supply="", phase=Phase.ROLL)
    circuit = fold(state, decide(state, do.DeclareEnd()))
    first, second = (str(one) for one in about(circuit, Spot.DIE).text)
    assert first.startswith("Nobody rolls any more")
    assert second == "Put the die beside 10: it marks the last hut that he visits."
    assert about(circuit, Spot.DIE).picture.lit == (OnField(10),)
