"""Where the board's pieces are that a list of moves is about."""

import pytest

from companion import moves
from companion.commands import Correct
from companion.game import decide, play
from companion.pieces import MATERIALS, RUNES, Bonus, BuildingKind, Chips, Rune
from companion.rules.setup import start
from companion.state import Druid, GameState
from companion.telling import what_to_do
from companion.telling.places import (
    DruidPlace,
    InStack,
    InSupply,
    OnField,
    RunePlace,
    places_touched,
)
from tests.companion.playing import commands, two_players
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, WOOL, position

THE_DIE = 1
"""It goes beside a field, where the board's pieces stay as they are."""
STATE = position(BLUE, GREEN, RED, stacks={WOOL: (RED, BLUE), STONE: (GREEN,)})


@pytest.mark.parametrize(
    ("row", "places"),
    [
        (moves.ChipsTaken((BLUE,), Chips(wood=2, stone=1)), (InSupply(WOOD), InSupply(STONE))),
        (moves.ChipsReturned((BLUE,), Chips(wool=1)), (InSupply(WOOL),)),
        (moves.PlainNow((), WOOD, 7), (InSupply(WOOD),)),
        (moves.WorkerPlaced((BLUE,), WOOL), (InStack(WOOL, 2),)),
        (moves.WorkerOff((BLUE,), WOOL), (InStack(WOOL, 3),)),
        (moves.WorkerMoved((GREEN,), WOOD, None, STONE), (InStack(STONE, 1),)),
        (moves.StackNow((), WOOL, (RED, BLUE)), (InStack(WOOL, 1), InStack(WOOL, 2))),
        (moves.BuildingUp((RED,), BuildingKind.HUT, 9), (OnField(9),)),
        (moves.BuildingOff((RED,), BuildingKind.TEMPLE, 9), (OnField(9),)),
        (moves.BonusIntoBox((), Bonus.HUT, 9), (OnField(9),)),
        (moves.BonusBack((), Bonus.HUT, 9), (OnField(9),)),
        (moves.RuneMoved((RED,), Rune.EYE, None, RED), (RunePlace(Rune.EYE),)),
        (moves.DruidMoved((), Druid(stone=0), Druid(field=9)), (DruidPlace(),)),
        (moves.DruidMoved((), Druid(field=9), Druid(field=9)), ()),
        (moves.DieMoved((), 9), (OnField(9),)),
        (moves.DieMoved((), None), ()),
        (moves.MarkerMoved((RED,), 5, 9), ()),
        (moves.HandChanged((RED,)), ()),
    ],
)
def test_each_move_has_its_place(row: moves.Row, places: tuple[object, ...]) -> None:
    assert places_touched((row,), STATE) == places


def test_a_place_that_two_moves_touch_is_told_once() -> None:
    rows = (
        moves.BuildingUp((RED,), BuildingKind.HUT, 9),
        moves.BonusIntoBox((), Bonus.HUT, 9),
    )
    assert places_touched(rows, STATE) == (OnField(9),)


def test_in_a_game_all_that_differs_on_the_board_is_touched_and_nothing_else() -> None:
    state = start(two_players())
    for command in commands(two_players(), 5000, seed=5):
        events = decide(state, command)
        before, state = state, play(state, command)
        touched = places_touched(what_to_do(before, events), state)
        others = {place for place in touched if not isinstance(place, DruidPlace)}
        assert differing(before, state) <= others
        if not isinstance(command, Correct):  # of that all is told as it has to be
            assert len(others - differing(before, state)) <= THE_DIE
        assert (DruidPlace() in touched) is (before.druid != state.druid)


def differing(before: GameState, after: GameState) -> set[object]:
    """Places whose pieces are others; a stack's from where it differs upwards."""
    found: set[object] = set()
    for number in range(1, len(after.board) + 1):
        lies = [(state.buildings[number - 1], state.bonus[number - 1]) for state in (before, after)]
        if lies[0] != lies[1]:
            found.add(OnField(number))
    for plain in MATERIALS:
        if before.supply.number(plain) != after.supply.number(plain):
            found.add(InSupply(plain))
        stood, stands = before.stack(plain), after.stack(plain)
        if len(stands) > len(stood):
            found.add(InStack(plain, len(stands)))
    held = zip(RUNES, before.runes, after.runes, strict=True)
    return found | {RunePlace(rune) for rune, then, now in held if then != now}
