"""How the table overrules the app, and what the pieces in the box do not allow (correct.table)."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.errors import HiddenHandViolation, RuleViolation
from companion.events import Corrected
from companion.game import events_of_command
from companion.pieces import Bonus, BuildingKind, Chips, Rune
from companion.rules.consistency import state_problems
from companion.rules.setup import initial_state
from companion.state import Building, GameState, Phase, PointsBreakdown
from tests.companion.positions import (
    BLUE,
    GREEN,
    PURPLE,
    RED,
    STONE,
    WOOD,
    WOOL,
    played,
    position,
    refusal,
    setup,
)

RED_HUT = Building(BuildingKind.HUT, RED)
RED_TEMPLE = Building(BuildingKind.TEMPLE, RED)


def on_the_table(**laid) -> GameState:
    usual = {
        "huts": {BLUE: (3,)},
        "druid": 3,
        "hands": {BLUE: "2 wood"},
        "bonus": {9: Bonus.HUT, 19: Bonus.HUT, 24: Bonus.DRUID},
        "stacks": {WOOD: (BLUE, RED), STONE: (RED, GREEN, GREEN), WOOL: (BLUE,)},
    }
    return position(BLUE, GREEN, RED, **(usual | laid))


def corrected(state: GameState, *changes: do.Change, why: str = "as it lies") -> GameState:
    return played(state, do.Correct(changes=changes, why=why))


def refused(state: GameState, *changes: do.Change, why: str = "as it lies") -> str:
    return refusal(state, do.Correct(changes=changes, why=why))


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION])
def test_correct_table__before_a_roll_and_before_part_two(phase: Phase):
    state = on_the_table(phase=phase)
    changes = (do.SetRune(Rune.EYE, RED), do.SetActive(RED))
    assert events_of_command(state, do.Correct(changes=changes, why="taken")) == (
        Corrected(changes, "taken"),
    )
    after = corrected(state, *changes)
    assert (after.phase, after.active, after.decider, after.turn) == (phase, RED, RED, 7)
    assert replace(after, runes=state.runes, active=BLUE, pending=(BLUE,)) == state


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.GIVE_BACK, Phase.OFFERING])
def test_correct_table__in_the_midst_of_a_yield_or_a_ritual_only_what_nobody_decides_by(
    phase: Phase,
):
    state = on_the_table(phase=phase, visits=(3,))
    wood = state.supply.wood
    fewer = (do.SetHand(BLUE, WOOD, 1), do.SetSupply(WOOD, wood + 1))
    after = corrected(state, do.SetRune(Rune.EYE, RED), do.SetPoints(GREEN, 9), *fewer)
    assert (after.runes_of(RED), after.player(GREEN).points) == ((Rune.EYE,), 9)
    assert (after.player(BLUE).hand.wood, after.supply.wood) == (1, wood + 1)
    assert (after.phase, after.deciders, after.visits) == (phase, state.deciders, state.visits)
    for change in (do.SetBonus(9, None), do.SetBuilding(12, RED_HUT), do.SetDruid(0, None)):
        assert refused(state, do.SetPoints(GREEN, 9), change) == (
            "correct.table: only points, chips and rune stones can be corrected now; everything "
            "else only before a roll or before part 2 of a turn"
        )


def test_correct_table__a_question_ends_when_a_correction_leaves_nobody_with_a_chip_to_return():
    state = on_the_table(phase=Phase.GIVE_BACK, hands={BLUE: "1 wood"})
    none = (do.SetHand(BLUE, WOOD, 0), do.SetSupply(WOOD, 18))
    after = corrected(state, *none)
    assert (state.deciders, after.phase, after.deciders) == ((BLUE,), Phase.ACTION, (BLUE,))


@pytest.mark.parametrize(
    ("change", "kind"),
    [(do.SetHand(BLUE, WOOD, 3), HiddenHandViolation), (do.SetSupply(WOOL, 17), RuleViolation)],
)
def test_correct_table__only_a_refusal_that_depends_on_a_hand_says_so(change: do.Change, kind):
    with pytest.raises(RuleViolation) as caught:
        corrected(on_the_table(), change)
    assert caught.type is kind


def test_correct_table__not_while_workers_are_placed_nor_afterwards():
    placing = initial_state(setup(BLUE, GREEN, RED))
    over = played(position(BLUE, GREEN, RED, phase=Phase.ROLL, supply=""), do.DeclareEnd())
    for state in (placing, over):
        assert refused(state, do.SetPoints(RED, 9)).startswith(
            "correct.table: the app can be corrected only "
        )


@pytest.mark.parametrize("why", ["", "x" * 201])
def test_correct_table__it_needs_a_reason_of_a_decent_length(why: str):
    assert refused(on_the_table(), do.SetPoints(RED, 9), why=why) == (
        "correct.table: a correction needs a reason; say why in at most 200 characters"
    )


@pytest.mark.parametrize("why", ["x", "é" * 200])
def test_correct_table__one_and_two_hundred_characters_are_decent(why: str):
    assert corrected(on_the_table(), do.SetPoints(RED, 9), why=why).player(RED).points == 9


CHIPS = "the game has 18 {} chips, but there would be {}; adjust the hands and the plain"
WORKERS = "red has 2 workers, but {} would stand on the plains"
DRUID = "the druid cannot stand at field {}, which has no hut; put him elsewhere"
NUMBER = "the number must be from 0 to {}, not {}"
NOWHERE = "the druid must stand in his temple, on one of his stones or at a hut"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ([do.SetHand(BLUE, WOOD, 3)], CHIPS.format("wood", 19)),
        ([do.SetSupply(WOOL, 17)], CHIPS.format("wool", 17)),
        (
            [do.SetStack(WOOD, (BLUE, RED, GREEN, GREEN)), do.SetStack(STONE, (RED,))],
            "only three workers fit on the wood plain, but 4 would stand there",
        ),
        ([do.SetStack(WOOD, (BLUE,))], WORKERS.format(1)),
        ([do.SetStack(WOOD, (BLUE, RED, RED))], WORKERS.format(3)),
        (
            [do.SetBuilding(field, RED_HUT) for field in range(10, 19)],
            "red has 8 huts, but 9 would stand on the board",
        ),
        (
            [do.SetBuilding(field, RED_TEMPLE) for field in (10, 11, 12)],
            "red has 2 temples, but 3 would stand on the board",
        ),
        (
            [do.SetBuilding(9, RED_TEMPLE)],
            "field 9 cannot hold both a temple and a bonus chip; take one of them away",
        ),
        ([do.SetBonus(5, Bonus.HUT)], "the game has 2 “hut” chips, but 3 would lie on the board"),
        ([do.SetDruid(None, 4)], DRUID.format(4)),
        ([do.SetBuilding(3, None)], DRUID.format(3)),
        ([do.SetBuilding(3, Building(BuildingKind.TEMPLE, BLUE))], DRUID.format(3)),
        ([do.SetDruid(None, None)], NOWHERE),
        ([do.SetDruid(1, 3)], NOWHERE),
        ([do.SetPoints(RED, -1)], NUMBER.format(999999, -1)),
        ([do.SetPoints(RED, 10**6)], NUMBER.format(999999, 1000000)),
        ([do.SetHand(RED, WOOD, -1)], NUMBER.format(18, -1)),
        ([do.SetHand(RED, WOOD, 19)], NUMBER.format(18, 19)),
        ([do.SetSupply(WOOD, -1)], NUMBER.format(18, -1)),
        ([do.SetSupply(WOOD, 19)], NUMBER.format(18, 19)),
        ([do.SetDruid(-1, None)], NUMBER.format(3, -1)),
        ([do.SetDruid(4, None)], NUMBER.format(3, 4)),
    ],
)
def test_correct_table__what_the_box_does_not_allow_is_refused_whole(
    changes: list[do.Change], sentence: str
):
    assert refused(on_the_table(), do.SetPoints(RED, 9), *changes) == f"correct.table: {sentence}"


@pytest.mark.parametrize(
    "correction",
    [
        *(
            do.Correct(changes=(change,), why="x")
            for change in (
                do.SetPoints(PURPLE, 3),
                do.SetHand(PURPLE, WOOD, 0),
                do.SetStack(WOOD, (PURPLE, RED)),
                do.SetRune(Rune.EYE, PURPLE),
                do.SetBuilding(12, Building(BuildingKind.HUT, PURPLE)),
                do.SetActive(PURPLE),
            )
        ),
        do.Correct(changes=(), named=(PURPLE,), why="x"),
    ],
)
def test_correct_table__a_color_that_does_not_play_is_refused(correction: do.Correct):
    assert refusal(on_the_table(), correction) == "correct.table: nobody plays purple in this game"


def test_correct_table__whoever_is_named_plays_even_where_nothing_is_set():
    state = on_the_table()
    assert played(state, do.Correct(changes=(), named=(RED,), why="x")) == state


@pytest.mark.parametrize("field", [1, 32])
def test_correct_table__the_druid_and_his_hut_may_move_together_to_the_first_and_last_field_too(
    field: int,
):
    moved = (do.SetBuilding(3, None), do.SetBuilding(field, RED_HUT), do.SetDruid(None, field))
    state = corrected(on_the_table(), *moved)
    assert (state.building(field), state.druid.field) == (RED_HUT, field)


@pytest.mark.parametrize("field", [-1, 0, 33])
def test_correct_table__a_field_that_does_not_exist_is_refused(field: int):
    for change in (
        do.SetBuilding(field, RED_HUT),
        do.SetBuilding(field, None),
        do.SetBonus(field, None),
        do.SetDruid(None, field),
        do.SetPrintedField(field, (WOOL, STONE), Rune.EYE),
    ):
        assert refused(on_the_table(), change) == (
            f"correct.table: there is no field {field} on this board; its fields are 1 to 32"
        )


# What a saved game could hold that no correction brings


def with_player(**changes) -> GameState:
    state = on_the_table()
    return replace(state, players=(replace(state.players[0], **changes), *state.players[1:]))


@pytest.mark.parametrize(
    ("state", "sentences"),
    [
        (on_the_table(), []),
        (initial_state(setup(BLUE, GREEN, RED)), []),
        (
            replace(initial_state(setup(BLUE, GREEN, RED)), stacks=((BLUE,) * 3, (), (), ())),
            ["blue has 2 workers, but 3 would stand on the plains"],
        ),
        (
            replace(with_player(hand=Chips(wood=20)), supply=Chips(-2, 18, 18, 18)),
            [CHIPS.format("wood", 20)],
        ),
        (
            with_player(points=8, breakdown=PointsBreakdown(bonus=2)),
            ["the points of blue do not add up"],
        ),
        (
            with_player(points=-1, breakdown=PointsBreakdown(offerings=-6)),
            ["blue would have fewer than 0 points"],
        ),
    ],
)
def test_correct_table__chips_workers_and_points_of_a_whole_state_add_up(
    state: GameState, sentences: list[str]
):
    assert [str(problem) for problem in state_problems(state)] == sentences
