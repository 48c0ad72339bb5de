"""Trays: what each player still has to move, whatever was done, taken back, corrected or killed."""

from contextlib import closing

import pytest
from companion.memory.journal.trays import TraysNote
from msgspec.structs import replace

from companion.commands import BuildHut, Correct, GiveBack, MoveWorker, Roll, SetHand, SetSupply
from companion.content import read
from companion.memory.amending import Replace, amend
from companion.memory.exchange.backup import back_up
from companion.memory.exchange.restore import restore
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.moves import (
    BuildingUp,
    ChipsReturned,
    ChipsTaken,
    DruidMoved,
    HandChanged,
    MarkerMoved,
    MarkerNow,
    RuneMoved,
    RuneNow,
    StackNow,
    WorkerMoved,
)
from companion.pieces import (
    MATERIALS,
    RUNES,
    BuildingKind,
    Chips,
    Color,
    Face,
    Material,
    Rune,
    Storey,
)
from companion.rules.big_yield import moved
from companion.state import Building, Druid, Phase
from companion.trays import NOTHING_OPEN, Going, chips_went, lying, trays, wandered, went_on
from kiosk.cli import main
from tests.companion.memory.data_folders import database
from tests.companion.obeying import Evening
from tests.companion.playing import WORKERS_PLACED, two_players
from tests.companion.positions import GREEN, RED, played, position
from tests.luck import Luck
from tests.saved_games.write import exported
from tests.tables import any_setup
from tests.tools.kill_trays import killed, look

PURPLE, BLUE = Color.PURPLE, Color.BLUE
WOOD, WOOL, COPPER, STONE = Material
EYE = Rune.EYE


@pytest.mark.parametrize("open_chips", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_all_lies_as_it_should_once_all_trays_are_tapped_whoever_obeys_when(
    journal, seed: int, *, open_chips: bool
):
    luck = Luck(seed)
    session = Session.begin(journal, any_setup(luck))
    evening = Evening(session, luck, open_chips=open_chips)
    for _ in range(3):
        evening.play(40)
        evening.restart(journal)
        evening.play(40)
        evening.settle()


@pytest.mark.parametrize("moves", [False, True])
def test_pieces_lie_alike_after_a_step_whether_or_not_it_was_foreseen(journal, *, moves: bool):
    found = []
    for foresees in (True, False):
        session = Session.begin(journal, two_players())
        for command in (*WORKERS_PLACED, Roll(by=PURPLE, face=Face.WOOL)):
            if foresees:
                session.foresee_trays(session.foresee_all(command))
            if moves:
                for color in session.state.colors:
                    session.moved(color)
            session.answer(command)
            found.append((session.cardboard, session.kept))
    half = len(found) // 2
    assert found[:half] == found[half:]


@pytest.fixture
def rolled(journal):
    """Two players, the first roll done: purple has earned a wool and not yet taken it."""
    session = Session.begin(journal, two_players())
    for command in WORKERS_PLACED:
        session.apply(command)
    for color in session.state.colors:
        session.moved(color)
    session.apply(Roll(by=PURPLE, face=Face.WOOL))
    return session


def tray(session, color, *, open_chips=False):
    return {one.color: one.rows for one in session.trays(open_chips=open_chips)}[color]


def taken(color, **chips):
    return ChipsTaken((color,), Chips(**chips))


def test_what_is_not_yet_moved_adds_up_and_is_told_a_material_a_row(rolled):
    assert tray(rolled, PURPLE) == (taken(PURPLE, wool=1),)
    assert tray(rolled, BLUE) == (taken(BLUE, wool=1),)
    rolled.apply(MoveWorker(by=PURPLE, source=WOOD, level=1, target=WOOL))
    assert tray(rolled, PURPLE) == (
        WorkerMoved((PURPLE,), WOOD, None, WOOL),
        taken(PURPLE, wool=5),
    )
    assert tray(rolled, BLUE) == (taken(BLUE, wool=3),)


def test_undo_takes_out_of_a_tray_what_was_not_moved_and_tells_what_was(rolled):
    rolled.moved(BLUE)
    rolled.undo()
    assert tray(rolled, PURPLE) == ()
    (back,) = tray(rolled, BLUE)
    assert (back.who, back.chips) == ((BLUE,), Chips(wool=1))
    rolled.redo()
    assert tray(rolled, BLUE) == ()


def returned(color, **chips):
    return ChipsReturned((color,), Chips(**chips))


def pay(session):
    """Purple builds where it costs a wool and a copper."""
    session.apply(BuildHut(by=PURPLE, field=1, pay=Chips(wool=1, copper=1)))


def chips_in(rows):
    return tuple(row for row in rows if isinstance(row, ChipsTaken | ChipsReturned))


def test_what_comes_is_told_beside_what_is_paid_of_it(rolled):
    """Whoever has taken it and not yet said so would pay no wool where that made none."""
    pay(rolled)
    told = taken(PURPLE, wool=1), returned(PURPLE, wool=1), returned(PURPLE, copper=1)
    assert chips_in(tray(rolled, PURPLE)) == told
    rolled.moved(PURPLE, [returned(PURPLE, wool=1)])
    assert chips_in(tray(rolled, PURPLE)) == (returned(PURPLE, copper=1), taken(PURPLE, wool=1))
    rolled.moved(PURPLE)
    assert tray(rolled, PURPLE) == ()


def test_undo_and_redo_take_out_and_bring_back_each_for_itself(rolled):
    pay(rolled)
    both = tray(rolled, PURPLE)
    rolled.undo()
    assert tray(rolled, PURPLE) == (taken(PURPLE, wool=1),)
    rolled.redo()
    assert tray(rolled, PURPLE) == both
    rolled.moved(PURPLE, [returned(PURPLE, wool=1), returned(PURPLE, copper=1)])
    rolled.undo()
    assert tray(rolled, PURPLE) == (taken(PURPLE, wool=2), taken(PURPLE, copper=1))
    rolled.redo()
    assert chips_in(tray(rolled, PURPLE)) == (taken(PURPLE, wool=1),)


def test_what_is_to_be_put_back_after_an_undo_stays_whatever_is_decided_next(rolled):
    """It may lie there again already, and nobody has said so."""
    rolled.moved(PURPLE)
    rolled.undo()
    assert tray(rolled, PURPLE) == (returned(PURPLE, wool=1),)
    rolled.apply(Roll(by=PURPLE, face=Face.WOOL))
    assert tray(rolled, PURPLE) == (taken(PURPLE, wool=1), returned(PURPLE, wool=1))
    rolled.undo()
    assert tray(rolled, PURPLE) == (returned(PURPLE, wool=1),)


def test_so_much_that_nobody_can_tell_what_of_it_is_moved_is_told_as_a_difference():
    chips, none, one = NOTHING_OPEN, Chips(), Chips(wool=1)
    for _ in range(100):
        chips = chips.after(none, one, Going.ON).after(one, none, Going.ON)
        chips = chips.after(none, one, Going.ON)
        chips = chips.after(Chips(wool=18), Chips(wool=17), Going.ON)
    assert chips.come == chips.go == Chips(wool=36)


def test_rows_are_moved_one_by_one(rolled):
    rolled.apply(MoveWorker(by=PURPLE, source=WOOD, level=1, target=WOOL))
    worker, chips = tray(rolled, PURPLE)
    rolled.moved(PURPLE, [chips])
    assert tray(rolled, PURPLE) == (worker,)
    rolled.moved(PURPLE, [chips])  # it stands there no more
    assert tray(rolled, PURPLE) == (worker,)


def corrected(session, *numbers):
    """Purple's chips are counted anew; the plains have the others."""
    session.apply(correction(session.state, *numbers))


def correction(state, *numbers):
    changes = []
    for material, number in zip(MATERIALS, numbers, strict=True):
        more = number - state.player(PURPLE).hand.number(material)
        supply = state.supply.number(material) - more
        changes += [SetHand(PURPLE, material, number), SetSupply(material, supply)]
    return Correct(changes=tuple(changes), why="counted")


def test_a_correction_of_a_hand_with_nothing_to_move_moves_nothing(rolled):
    rolled.moved(PURPLE)
    corrected(rolled, 0, 0, 3, 0)
    assert tray(rolled, PURPLE) == ()
    rolled.undo()
    assert tray(rolled, PURPLE) == ()


def test_of_a_hand_corrected_with_chips_to_move_only_a_look_tells_how_it_has_to_be(rolled):
    """Unless chips are open: what was said of the hand lies so, and is not told."""
    corrected(rolled, 2, 1, 1, 1)
    assert tray(rolled, PURPLE) == (HandChanged((PURPLE,)),)
    assert tray(rolled, PURPLE, open_chips=True) == ()
    rolled.apply(MoveWorker(by=PURPLE, source=WOOD, level=1, target=WOOL))
    worker = WorkerMoved((PURPLE,), WOOD, None, WOOL)
    assert tray(rolled, PURPLE) == (HandChanged((PURPLE,)), worker)
    assert tray(rolled, PURPLE, open_chips=True) == (worker, taken(PURPLE, wool=4))
    rolled.moved(PURPLE)
    assert tray(rolled, PURPLE) == tray(rolled, PURPLE, open_chips=True) == ()


def test_an_amendment_before_a_correction_of_a_hand_tells_no_numbers_of_it(rolled):
    """What was rolled is another face; the correction after it says how many chips there are."""
    for color in (PURPLE, BLUE):
        rolled.moved(color)
    corrected(rolled, 2, 2, 2, 2)
    place = len(rolled.steps) - 1
    rolled.amend(amend(rolled.steps, [Replace(place, Roll(by=PURPLE, face=Face.STONE))]))
    assert tray(rolled, PURPLE) == (HandChanged((PURPLE,)),)
    returned, earned = tray(rolled, BLUE)
    assert (returned.chips, earned.chips) == (Chips(wool=1), Chips(stone=2))


def test_a_worker_that_comes_late_goes_in_below_those_who_came_after_it():
    before = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,), STONE: (GREEN,), WOOL: (RED,)})
    after = played(before, MoveWorker(by=BLUE, source=WOOD, level=1, target=WOOL))
    after = replace(after, active=GREEN, decider=GREEN, phase=Phase.ACTION)
    after = played(after, MoveWorker(by=GREEN, source=STONE, level=1, target=WOOL))
    lies = moved(lying(before), after, GREEN)
    assert lies.stacks[MATERIALS.index(WOOL)] == (RED, GREEN)
    row = WorkerMoved((BLUE,), WOOD, None, WOOL, height=2, among=Storey.MIDDLE)
    assert [one for one in trays(lies, after)[0].rows if isinstance(one, WorkerMoved)] == [row]
    assert moved(lies, after, BLUE).stacks == after.stacks


@pytest.mark.parametrize("mover", [BLUE, RED])
def test_who_stands_in_another_order_is_put_right_by_whoever_changed_it(mover):
    before = position(BLUE, GREEN, RED, stacks={WOOL: (BLUE, RED)})
    wool = MATERIALS.index(WOOL)
    stacks = (*before.stacks[:wool], (RED, BLUE), *before.stacks[wool + 1 :])
    after = replace(before, stacks=stacks)
    lies = went_on(lying(before), before, after, mover)
    told = {one.color: one.rows for one in trays(lies, after)}
    assert told.pop(mover) == (StackNow((mover,), WOOL, (RED, BLUE)),)
    assert set(told.values()) == {()}
    assert moved(lies, after, mover) == lying(after)


def goes_on(lies, before, after, going=Going.ON):
    """The cardboard after a step or its taking back, in blue's turn."""
    return went_on(wandered(lies, before, after, going), before, after, BLUE)


def told(lies, state):
    return {one.color: one.rows for one in trays(lies, state)}


def with_eye(state, holder):
    return replace(state, runes=tuple(holder if rune is EYE else None for rune in RUNES))


def with_points(state, points):
    first, *others = state.players
    return replace(state, players=(replace(first, points=points), *others))


def test_a_rune_stone_that_changes_hands_is_told_both_and_is_moved_once_either_says_so():
    """Nobody knew that theirs was gone until they looked for it."""
    before = with_eye(position(BLUE, GREEN, RED), GREEN)
    after = with_eye(before, BLUE)
    lies = goes_on(lying(before), before, after)
    assert told(lies, after) == {
        BLUE: (RuneMoved((BLUE,), EYE, GREEN, BLUE),),
        GREEN: (RuneMoved((GREEN,), EYE, GREEN, BLUE),),
        RED: (),
    }
    for color in (BLUE, GREEN):
        assert moved(lies, after, color) == lying(after)


def test_a_rune_stone_that_goes_on_before_it_was_moved_is_told_all_who_may_have_it():
    first = with_eye(position(BLUE, GREEN, RED), GREEN)
    second, third = with_eye(first, BLUE), with_eye(first, RED)
    lies = goes_on(goes_on(lying(first), first, second), second, third)
    assert told(lies, third) == {
        color: (RuneNow((color,), EYE, RED),) for color in (BLUE, GREEN, RED)
    }
    assert moved(lies, third, BLUE) == lying(third)
    back = goes_on(lies, third, first)
    assert told(back, first)[GREEN] == (RuneNow((GREEN,), EYE, GREEN),)
    assert told(goes_on(lies, third, second, Going.BACK), second)[RED] == ()


def test_a_marker_that_is_back_where_it_was_before_anybody_moved_it_stays_in_the_tray():
    """Whoever has moved it and not yet said so would leave it where it should be no more."""
    eight = with_points(position(BLUE, GREEN), 8)
    nine = with_points(eight, 9)
    lies = goes_on(lying(eight), eight, nine)
    assert told(lies, nine)[BLUE] == (MarkerMoved((BLUE,), 8, 9),)
    again = goes_on(lies, nine, eight)
    assert told(again, eight)[BLUE] == (MarkerNow((BLUE,), 8),)
    assert moved(again, eight, BLUE) == lying(eight)
    # What is taken back goes out of the tray, and whoever had moved it knows that.
    assert told(goes_on(lies, nine, eight, Going.BACK), eight)[BLUE] == ()
    assert told(goes_on(again, eight, nine, Going.BACK), nine) == told(lies, nine)
    # Said in between it is told as ever.
    said = moved(lies, nine, BLUE)
    assert told(goes_on(said, nine, eight), eight)[BLUE] == (MarkerMoved((BLUE,), 9, 8),)


def test_a_marker_that_goes_on_twice_is_told_where_it_has_to_stand():
    """From where depends on whether it was moved in between."""
    five = with_points(position(BLUE, GREEN), 5)
    eight, ten = with_points(five, 8), with_points(five, 10)
    lies = goes_on(goes_on(lying(five), five, eight), eight, ten)
    assert told(lies, ten)[BLUE] == (MarkerNow((BLUE,), 10),)


def test_the_points_of_an_offering_come_before_the_druid_goes_on():
    """And all else in the order of the booklet: what is returned first, the chips taken last."""
    before = position(BLUE, GREEN, hands={BLUE: "1 wood 2 wool"}, druid=20, huts={GREEN: (20,)})
    after = replace(
        before,
        players=(
            replace(before.players[0], hand=Chips(wool=1, stone=2), points=8),
            before.players[1],
        ),
        buildings=(None,) * 8 + (Building(BuildingKind.HUT, BLUE),) + before.buildings[9:],
        runes=(BLUE, *before.runes[1:]),
        druid=Druid(None, 9),
    )
    lies = chips_went(lying(before), before, after, Going.ON)
    (blue, green) = trays(went_on(lies, before, after, BLUE), after)
    assert [type(row) for row in blue.rows] == [
        ChipsReturned,
        ChipsReturned,
        BuildingUp,
        RuneMoved,
        MarkerMoved,
        DruidMoved,
        ChipsTaken,
    ]
    assert green.rows == ()


def test_trays_are_the_same_whatever_was_corrected_in_secret(tmp_path):
    """Pairs of games that differ only in what a correction says of a hand."""
    seen = []
    for number, hand in enumerate(((2, 1, 0, 1), (0, 2, 1, 2))):
        (tmp_path / str(number)).mkdir()
        with closing(Journal.open(tmp_path / str(number))) as journal:
            session = Session.begin(journal, two_players())
            shown = []
            for command in (*WORKERS_PLACED, Roll(by=PURPLE, face=Face.WOOL)):
                session.apply(command)
                shown.append(session.trays())
            corrected(session, *hand)
            for go in (
                lambda session: session.apply(
                    MoveWorker(by=PURPLE, source=WOOD, level=1, target=WOOL)
                ),
                lambda session: session.apply(Roll(by=BLUE, face=Face.MINUS)),
                lambda session: session.answer(GiveBack(by=PURPLE, material=WOOL)),
                Session.undo,
                Session.undo,
                Session.undo,
                Session.undo,
                Session.redo,
                lambda session: session.moved(PURPLE),
                Session.undo,
            ):
                shown.append((session.trays(), session.asked))
                go(session)
            shown.append((session.trays(), session.asked))
            seen.append(shown)
    assert seen[0] == seen[1]


# Saved with the game


def test_a_tap_is_on_the_disk_when_it_is_done_and_writes_no_row(journal, rolled):
    rows = len(journal.rows(1))
    rolled.moved(PURPLE)
    again = Session.resume(journal, 1)
    assert (tray(again, PURPLE), tray(again, BLUE)) == ((), (taken(BLUE, wool=1),))
    assert len(journal.rows(1)) == rows


def test_a_kill_between_a_decision_and_a_tap_leaves_the_tray_open(tmp_path):
    """`python -m tests.tools.kill_trays` kills more often."""
    for seed, seconds in enumerate((0.05, 0.3)):
        look(tmp_path, killed(tmp_path, seed, seconds))


@pytest.mark.parametrize(
    "spoilt",
    [
        "DELETE FROM trays",
        "UPDATE trays SET told = replace(told, 'wool', 'wood')",
        "UPDATE trays SET crc = crc + 1",
        "UPDATE trays SET number = 0",
    ],
)
def test_where_it_is_damaged_nothing_stands_open_and_the_game_goes_on(
    tmp_path, journal, rolled, spoilt
):
    rolled.moved(BLUE)
    with database(tmp_path) as file:
        assert file.execute(spoilt).rowcount == 1
    again = Session.resume(journal, 1)
    assert (again.notice, again.state) == (None, rolled.state)
    assert again.cardboard == lying(again.state)
    again.apply(MoveWorker(by=PURPLE, source=WOOD, level=1, target=WOOL))
    assert tray(Session.resume(journal, 1), PURPLE) == tray(again, PURPLE) != ()


@pytest.mark.parametrize(
    "told",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"more":1}',
        '{"points":{"blue":-1}}',
        '{"points":{"blue":99999999}}',
        '{"points":{"red":1}}',
        '{"chips":{"red":{}}}',
        '{"chips":{"blue":{"earned":{"wood":73}}}}',
        '{"chips":{"blue":{"owed":{"wood":-1}}}}',
        '{"chips":{"blue":{"wood":1}}}',
        '{"stacks":{"wood":["red"]}}',
        '{"stacks":{"wood":["blue","blue","blue","blue"]}}',
        '{"buildings":{"0":null}}',
        '{"buildings":{"33":null}}',
        '{"buildings":{"3":{"kind":"hut","owner":"red"}}}',
        '{"bonus":{"33":null}}',
        '{"bonus":{"3":"chip"}}',
        '{"runes":{"eye":"red"}}',
        '{"druid":{"stone":4}}',
        '{"druid":{"stone":1,"field":3}}',
        '{"druid":{"stone":null,"field":99}}',
        '{"die":99}',
        '{"unsure":["red"]}',
        '{"movers":{"druid":"red"}}',
        '{"movers":{"bonus":[[99,"blue"]]}}',
        '{"rests":[[99,"blue"]]}',
        '{"rests":[[1,"red"]]}',
        '{"kept":[{"do":"give_back","by":"blue","material":"wood"}]}',
        '{"dropped":[[0,[],[]]]}',
        '{"dropped":[[99,[],[]]]}',
        '{"dropped":[[3,[{"do":"take","by":"blue","material":"wood"}],[]]]}',
        '{"dropped":[[3,[{"do":"take","by":"blue","material":"wood"}],[3]]]}',
        '{"dropped":[[3,[{"do":"take","by":"red","material":"wood"}],[2]]]}',
        '{"kept":[{"do":"roll","by":"blue","face":"wood"}]}',
    ],
)
def test_what_no_game_can_have_open_is_not_believed(rolled, told):
    assert read(TraysNote(7, '{"points":{"blue":1}}'), rolled.state) is not None
    assert read(TraysNote(7, told), rolled.state) is None


def test_nothing_stands_open_in_a_game_that_was_brought_back_or_taken_in(tmp_path, rolled):
    data, other, target = tmp_path, tmp_path / "other", tmp_path / "all.meduris-backup"
    assert tray(rolled, BLUE) != ()
    back_up(data, target)
    restore(other, target)
    record = tmp_path / "game.record"
    record.write_bytes(exported(rolled))
    assert main(["import", str(record), "--data", str(other / "more")]) == 0
    for folder in (other, other / "more"):
        with closing(Journal.open(folder)) as journal:
            again = Session.resume(journal, 1)
            assert again.state == rolled.state
            assert again.cardboard == lying(again.state)
