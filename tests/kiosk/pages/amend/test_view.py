"""What comes of a changed step, in words, and what its question points at as it comes."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.history import Step, carry_out
from companion.memory.clock import current_timestamp
from companion.pieces import MATERIALS, Chips, Face, Rune
from companion.rules.setup import initial_state
from companion.state import Phase
from kiosk.pages.amend.view import (
    amendment_sheet,
    begin_amendment,
    page_before,
    step_to_answer,
    with_amended_step,
    with_answer,
    without_ways_out,
)
from kiosk.pages.table.draft import EmptyDraft, FieldReadingDraft, SelectedField, SwapDraft
from kiosk.pages.table.view import question
from kiosk.routes import AmendmentKind, StepToAmend
from tests.companion.playing import WORKERS_PLACED, commands, four_players, two_players
from tests.companion.positions import BLUE, PURPLE, STONE, WOOD


def steps_of(setup, *played) -> tuple[Step, ...]:
    state, steps = initial_state(setup), []
    for number, command in enumerate(played, start=1):
        step = replace(
            carry_out(state, command, current_timestamp()), number=number, parent=number - 1
        )
        steps.append(step)
        state = step.after
    return tuple(steps)


def corrects(*changes) -> do.Correct:
    return do.Correct(changes=changes, why="looked again")


RICH = do.Correct(
    changes=(
        *(do.SetHand(color, plain, 6) for color in (PURPLE, BLUE) for plain in MATERIALS),
        *(do.SetSupply(plain, 6) for plain in MATERIALS),
    ),
    why="laid out so",
)
"""Six chips of each material lie on each plain and behind each screen."""


def change(place, steps):
    """The step at that place is asked for once more."""
    return begin_amendment(0, StepToAmend(place, AmendmentKind.CHANGE), steps)


def lines(steps, place, command, *, open_chips: bool = False) -> list[str]:
    changing, amending = with_answer(change(place, steps), steps, command)
    return [
        line.text
        for line in amendment_sheet(changing, amending, len(steps), open_chips=open_chips).lines
    ]


@pytest.fixture
def built() -> tuple[Step, ...]:
    """Purple has built a hut on field 8 and the rune is theirs; blue has rolled."""
    hut = do.BuildHut(by=PURPLE, field=8, pay=Chips(wood=1, stone=1))
    return steps_of(two_players(), *WORKERS_PLACED, RICH, do.Roll(by=PURPLE, face=Face.WOOD), hut)


def test_another_field_moves_hut_and_rune(built):
    rune, other = (built[-1].before.board.field(field).rune for field in (8, 1))
    assert rune is not other
    told = lines(built, 9, do.BuildHut(by=PURPLE, field=1, pay=Chips(wool=1, copper=1)))
    assert f"Rune {rune}: Pim no longer has it" in told
    assert f"Rune {other}: now Pim has it" in told
    assert "Pim: hut off 8" in told


def test_a_rune_that_goes_from_one_player_to_another_is_told_so(built):
    rune = built[-1].before.board.field(8).rune
    both = corrects(do.SetRune(rune, BLUE), do.SetPoints(PURPLE, 26))
    steps = (*built, *steps_after(built, both))
    given = replace(both, changes=(do.SetRune(rune, PURPLE), do.SetPoints(PURPLE, 24)))
    told = lines(steps, 10, given)
    assert f"Rune {rune}: Pim has it instead of Bo" in told
    assert "Pim: 24 points instead of 26" in told


def steps_after(steps, *played):
    found = [*steps]
    for command in played:
        step, number = carry_out(found[-1].after, command, current_timestamp()), len(found) + 1
        found.append(replace(step, number=number, parent=number - 1))
    return found[len(steps) :]


def test_that_a_later_correction_stays_is_said(built):
    said = "Your later corrections stay as they are."
    face = do.Roll(by=PURPLE, face=Face.WOOL)
    assert said not in lines(built, 8, face)
    steps = (*built, *steps_after(built, corrects(do.SetPoints(PURPLE, 26))))
    assert said in lines(steps, 8, face)


def test_points_that_change_stand_at_the_players_too(built):
    steps = (*built, *steps_after(built, corrects(do.SetPoints(PURPLE, 26))))
    changing, amending = with_answer(change(10, steps), steps, corrects(do.SetPoints(PURPLE, 24)))
    assert amendment_sheet(changing, amending, len(steps), open_chips=False).won == ((PURPLE, -2),)


def test_other_winners_and_a_game_that_is_not_over_any_more_are_told():
    setup = two_players()
    steps = steps_of(setup, *commands(setup, 1000, seed=1))
    assert steps[-1].after.phase is Phase.FINISHED
    place = next(place for place, one in enumerate(steps, 1) if isinstance(one.command, do.Roll))
    roll = steps[place - 1].command
    others = [replace(roll, face=face) for face in Face if face is not roll.face]
    outcomes = [with_answer(change(place, steps), steps, one) for one in others]
    changing, amending = next(one for one in outcomes if one[1].refused_step is not None)
    ended = amendment_sheet(replace(changing, ends=True), amending, len(steps), open_chips=False)
    assert "The game is not over yet." in [line.text for line in ended.lines]


def test_the_sheet_of_a_refused_step_names_it_and_counts_what_would_be_taken_back(built):
    changing, amending = with_answer(change(8, built), built, do.Roll(by=PURPLE, face=Face.PLUS))
    found = amendment_sheet(changing, amending, len(built), open_chips=False)
    assert found.title == "A later step no longer fits"
    assert found.lines[1].text.startswith("Pim: hut on 8")
    assert found.lines[2].text == "Not possible: everybody takes a chip first, or none."
    assert (found.do, found.end) == ("", "Stop here: undo it")
    assert [way.kind for way in found.ways] == [
        AmendmentKind.REMOVE,
        AmendmentKind.INSERT,
        AmendmentKind.CHANGE,
    ]
    assert page_before(changing).amendment == StepToAmend(8, AmendmentKind.CHANGE)
    assert page_before(change(8, built)) is None


@pytest.mark.parametrize(
    ("command", "draft"),
    [
        (do.BuildHut(by=PURPLE, field=8), SelectedField(8)),
        (do.Swap(by=BLUE, pay=Chips(wood=3), take=STONE), SwapDraft(BLUE)),
        (do.Survey(field=19, needs=(WOOD, STONE), rune=Rune.WAVES), FieldReadingDraft(19)),
        (do.Roll(by=BLUE, face=Face.WOOD), EmptyDraft()),
    ],
)
def test_the_question_points_at_what_was_chosen(built, command, draft):
    step = replace(built[-1], command=command)
    assert change(1, (step,)).draft == draft


def test_whoever_answered_out_of_turn_is_asked_again() -> None:
    setup = two_players()
    roller = steps_of(setup, *WORKERS_PLACED)[-1].after.asked[0]
    rolled = (*WORKERS_PLACED, do.Roll(by=roller, face=Face.PLUS))
    last = steps_of(setup, *rolled)[-1].after.asked[-1]
    steps = steps_of(setup, *rolled, do.Take(by=last, material=WOOD))
    changing = change(len(steps), steps)

    one = step_to_answer(changing, steps, None)
    asked = question(one.state, changing.draft, app_die=False)
    _changed, amending = with_answer(changing, steps, do.Take(by=last, material=STONE))

    assert last is not roller
    assert asked.color is last
    assert amending.refused_step is None


def test_the_question_names_the_step_and_leads_to_no_other_page():
    setup = four_players()
    steps = steps_of(setup, *commands(setup, 60))
    place = next(place for place, one in enumerate(steps, 1) if isinstance(one.command, do.Survey))
    changing = change(place, steps)
    one = step_to_answer(changing, steps, None)
    whole = question(one.state, changing.draft, app_die=False)
    asks = without_ways_out(whole)
    assert len(asks.rows) == len(whole.rows) - 1
    assert with_amended_step(one, asks).rows[1:] == asks.rows
    assert with_amended_step(one, asks).rows[0].text.startswith("Instead of: Field")
