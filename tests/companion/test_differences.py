"""What a correction says lies where, and what to move when steps are taken back or done again."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion import events as ev
from companion import moves
from companion.commands import Command
from companion.evolution import state_before_final_scoring
from companion.history import HeadMoveKind, PathChange, Step, make_step
from companion.pieces import Bonus, BuildingKind, Face, OfferingAnswer, Rune
from companion.preview import state_after_ritual
from companion.rules.setup import initial_state
from companion.state import Building, Druid, GameState
from companion.telling import moves_to_make
from companion.trays import Trays, added_tray_rows, tray_rows_for_path_change
from kiosk.words.moves import move_texts
from tests.companion.playing import commands, two_players
from tests.companion.positions import BLUE, GREEN, RED, WOOD, WOOL, chips, position, ring

LAID = position(
    BLUE,
    GREEN,
    RED,
    huts={RED: (20,)},
    druid=20,
    bonus={24: Bonus.HUT},
    runes={Rune.HOOK: RED},
    hands={BLUE: "2 wood 1 stone"},
    points={RED: 99},
    stacks={WOOL: (RED, BLUE)},
)


def told(*changes: do.Change, open_chips: bool = False) -> list[str]:
    rows = moves_to_make(LAID, (ev.Corrected(changes, "seen"),), open_chips=open_chips)
    return [row.text for row in move_texts(LAID, rows)][1:]


def step(state: GameState, command: Command) -> Step:
    return replace(make_step(state, command, ""), number=1)


def steps(state: GameState, *commands: Command) -> tuple[Step, ...]:
    done: list[Step] = []
    for command in commands:
        done.append(make_step(done[-1].after if done else state, command, ""))
    return tuple(done)


def turned(turn: PathChange) -> list[str]:
    return [row.text for row in move_texts(turn.state_after, tray_rows_for_path_change(turn))]


def undone(step: Step) -> list[str]:
    return turned(PathChange(HeadMoveKind.UNDO, (step,), ()))


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (do.SetStack(WOOL, (BLUE, RED)), ["Workers on the wool plain, from below: Bo and Ria"]),
        (do.SetStack(WOOL, ()), ["Workers on the wool plain: none"]),
        (do.SetBuilding(20, None), ["Ria: hut off 20"]),
        (do.SetBuilding(5, Building(BuildingKind.HUT, BLUE)), ["Bo: hut onto 5"]),
        (
            do.SetBuilding(20, Building(BuildingKind.TEMPLE, GREEN)),
            ["Ria: hut off 20", "Gus: temple onto 20"],
        ),
        (do.SetBonus(24, None), ["“free hut” chip from 24 into the box"]),
        (do.SetBonus(4, Bonus.POINTS), ["“+2” chip back onto 4"]),
        (
            do.SetBonus(24, Bonus.DRUID),
            ["“free hut” chip from 24 into the box", "“druid” chip back onto 24"],
        ),
        (do.SetHand(BLUE, WOOD, 0), ["Bo: chips changed, look at your hand"]),
        (do.SetRune(Rune.HOOK, GREEN), ["Gus: the hook rune from Ria"]),
        (do.SetRune(Rune.HOOK, None), ["Ria: the hook rune back beside the board"]),
        (do.SetRune(Rune.EYE, BLUE), ["Bo: take the eye rune"]),
        (do.SetDruid(0, None), ["Druid to his temple"]),
        (do.SetDruid(3, None), ["Druid to his stone 3"]),
        (do.SetDruid(None, 7), ["Druid from 20 to 7"]),
        (do.SetPoints(RED, 101), ["Ria: +2, scorekeeper to 1 with the 100 chip · correction"]),
        (do.SetPoints(RED, 98), ["Ria: −1, scorekeeper to 98 · correction"]),  # noqa: RUF001 - a minus
    ],
)
def test_each_piece_that_a_correction_sets_is_told_and_no_other(change, lines: list[str]):
    assert told(change) == lines


CORRECTED = (do.SetHand(BLUE, WOOD, 1), do.SetHand(GREEN, WOOD, 3), do.SetSupply(WOOD, 14))


def test_of_corrected_hands_open_chips_tell_how_they_have_to_be_and_others_to_look():
    look = "Bo and Gus: chips changed, look at your hand"
    plain = "14 chips lie on the wood plain"
    hands = ["Bo: 1 wood in hand now", "Gus: 3 wood in hand now"]
    assert told(*CORRECTED, open_chips=True) == [*hands, plain]
    assert told(*CORRECTED) == [look, plain]
    assert undone(step(LAID, do.Correct(changes=CORRECTED, why="seen"))) == [
        look,
        f"{LAID.supply.wood} chips lie on the wood plain",
    ]


def test_a_hand_that_a_correction_leaves_as_it_was_is_to_be_looked_at_all_the_same():
    change = do.SetHand(BLUE, WOOD, 2)
    assert told(change) == ["Bo: chips changed, look at your hand"]
    assert told(change, open_chips=True) == []


RITUAL = position(
    BLUE,
    GREEN,
    RED,
    board=ring(32),
    druid=11,
    huts={RED: (10, 11, 13)},
    hands={BLUE: "9 wood 9 stone", RED: "3 wood 3 stone"},
    bonus={12: Bonus.POINTS},
    runes=dict.fromkeys(Rune, RED),
)
STEPS = steps(
    RITUAL,
    do.BuildHut(by=BLUE, field=12, pay=chips("4 wood 4 stone")),
    do.MakeOffering(by=BLUE, give=OfferingAnswer.BOTH, pay=chips("1 wood 1 stone")),
    do.MakeOffering(by=RED, give=OfferingAnswer.ONE, pay=chips("1 wood")),
    do.Roll(by=GREEN, face=Face.WOOD),
)


def test_of_several_steps_taken_back_each_piece_is_told_once():
    change = PathChange(HeadMoveKind.UNDO, STEPS, ())
    assert [
        row.text for row in move_texts(change.state_after, tray_rows_for_path_change(change))
    ] == [
        "Bo: take 4 wood, 5 stone",
        "Bo: hut off 12",
        "“+2” chip back onto 12",
        "Ria: the waves rune from Bo",
        "Druid from 13 to 11",
        "Bo: −6, scorekeeper to 5",  # noqa: RUF001
        "Ria: −1, scorekeeper to 5",  # noqa: RUF001
    ]


def test_what_is_planned_during_a_ritual_finds_the_druid_at_its_last_hut():
    during = STEPS[0].after
    assert during.visits == (12, 13)
    after = state_after_ritual(during)
    assert (after.visits, after.druid) == ((), Druid(None, 13))
    assert state_after_ritual(after) == after


def test_the_final_scoring_is_a_move_of_its_own_behind_that_of_the_last_offering():
    played: list[Step] = []
    state = initial_state(two_players())
    for number, command in enumerate(commands(two_players(), 200), start=1):
        played.append(replace(make_step(state, command, ""), number=number, parent=number - 1))
        state = played[-1].after
    *before, last = played
    assert state.winners == (BLUE,)
    trays = Trays()
    for one in before:
        trays.add_step(one)
    trays.mark_all_done()
    trays.add_step(last)

    def lines(state: GameState, *, scored: bool) -> list[list[str]]:
        shown = trays.trays(state, scored=scored)
        return [[row.text for row in move_texts(state, tray.rows)] for tray in shown]

    unscored = state_before_final_scoring(last.before, last.events)
    assert lines(unscored, scored=False) == [[], ["Bo: −1, scorekeeper to 87"]]  # noqa: RUF001
    assert lines(state, scored=True) == [
        ["Pim: +14, scorekeeper to 37"],
        ["Bo: scorekeeper on 98"],
    ]


def test_rows_that_are_new_have_only_the_chips_that_were_not_told_before():
    before = (
        moves.ChipsToTake((BLUE,), chips("2 wood")),
        moves.ChipsToReturn((BLUE,), chips("1 stone")),
        moves.DruidToMove((RED,), None, Druid(None, 20)),
    )
    more = (
        moves.ChipsToTake((BLUE,), chips("3 wood 1 wool")),
        moves.ChipsToReturn((BLUE,), chips("1 stone")),
        moves.ChipsToReturn((RED,), chips("2 copper")),
        moves.DruidToMove((RED,), None, Druid(None, 21)),
    )
    assert list(added_tray_rows(before, before)) == []
    assert list(added_tray_rows((), before)) == list(before)
    assert list(added_tray_rows(before, more)) == [
        moves.ChipsToTake((BLUE,), chips("1 wood 1 wool")),
        *more[2:],
    ]


def in_trays(trays: Trays, state: GameState) -> list[list[str]]:
    return [[row.text for row in move_texts(state, tray.rows)] for tray in trays.trays(state)]


def test_steps_taken_back_unconfirmed_are_told_as_what_may_have_been_done():
    numbered = [replace(one, number=at, parent=at - 1) for at, one in enumerate(STEPS, start=1)]
    trays = Trays()
    for one in numbered:
        trays.add_step(one)
    trays.change_path(PathChange(HeadMoveKind.UNDO, tuple(numbered), ()))
    assert in_trays(trays, RITUAL) == [
        [
            f"Bo: {move}"
            for move in (
                "take 5 wood back, if already returned",
                "return 1 wood, if already taken",
                "hut off 12, if already there",
                "“+2” chip back onto 12, if needed",
                "give the waves rune to Ria, if needed",
                "scorekeeper on 5, if needed",
                "Druid to 11, if needed",
                "take 5 stone back, if already returned",
            )
        ],
        [],
        [
            f"Ria: {move}"
            for move in (
                "take 1 wood back, if already returned",
                "return 1 wood, if already taken",
                "the waves rune from Bo, if needed",
                "−1, scorekeeper to 5, if needed",  # noqa: RUF001
            )
        ],
    ]


def test_a_rune_stone_that_changes_hands_is_told_by_both_its_holders():
    building = replace(STEPS[0], number=1, parent=0)
    trays = Trays()
    trays.add_step(building)
    assert in_trays(trays, building.after) == [
        [
            "Bo: return 4 wood",
            "Bo: return 4 stone",
            "Bo: “+2” chip from 12 into the box",
            "Bo: hut onto 12",
            "Bo: the waves rune from Ria",
            "Bo: +2, scorekeeper to 7",
            "Bo: Druid from 11 to 12",
        ],
        [],
        ["Ria: give the waves rune to Bo"],
    ]
