"""What comes of a changed step, in words, and what its question points at as it comes."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.errors import RuleViolation
from companion.history import Step, carry_out
from companion.memory.amending import PreparedAmendment, RefusedStep, prepare_amendment
from companion.memory.clock import current_timestamp
from companion.pieces import MATERIALS, Chips, Face, Rune
from companion.rules.setup import initial_state
from companion.state import Phase
from kiosk.pages.correct.view import (
    Correction,
    OutcomeStep,
    ReenterPastStep,
    difference_lines,
    next_amendment_step,
    outcome_page_contents,
    question_about_recorded_step,
    state_and_steps_before,
    step_after_answer,
)
from kiosk.pages.table.draft import EmptyDraft, FieldReadingDraft, SelectedField, SwapDraft
from kiosk.pages.table.view import table_question
from kiosk.routes import AmendmentKind, StepToAmend
from kiosk.ui.form import Flow
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


def change(place, steps) -> ReenterPastStep:
    """The step at that place is asked for once more."""
    return next_amendment_step(StepToAmend(place, AmendmentKind.CHANGE), steps)


def amended(steps, place, command) -> PreparedAmendment:
    """What comes of another answer at that place."""

    def prepared(edits):
        return prepare_amendment(steps, edits, current_timestamp())

    return prepared(step_after_answer(change(place, steps), command, prepared).edits)


def lines(steps, place, command) -> list[str]:
    found = difference_lines(amended(steps, place, command), open_chips=False)
    return [line.text for line in found]


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
    amending = amended(steps, 10, corrects(do.SetPoints(PURPLE, 24)))
    flow = Flow(Correction(), (OutcomeStep(()),))
    found = outcome_page_contents(flow, flow.step, amending, len(steps), open_chips=False)
    assert found.won == {PURPLE: -2, BLUE: 0}


def test_other_winners_and_a_game_that_is_not_over_any_more_are_told():
    setup = two_players()
    steps = steps_of(setup, *commands(setup, 1000, seed=1))
    assert steps[-1].after.phase is Phase.FINISHED
    place = next(place for place, one in enumerate(steps, 1) if isinstance(one.command, do.Roll))
    roll = steps[place - 1].command
    others = [replace(roll, face=face) for face in Face if face is not roll.face]
    outcomes = [amended(steps, place, one) for one in others]
    ended = next(one for one in outcomes if one.refused_step is not None)
    told = [line.text for line in difference_lines(ended, open_chips=False)]
    assert "The game is not over yet." in told


@pytest.mark.parametrize(
    ("command", "draft"),
    [
        (do.BuildHut(by=PURPLE, field=8), SelectedField(8)),
        (do.SwapChips(by=BLUE, pay=Chips(wood=3), take=STONE), SwapDraft(BLUE)),
        (
            do.EnterPrintedField(field=19, needs=(WOOD, STONE), rune=Rune.WAVES),
            FieldReadingDraft(19),
        ),
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
    steps = steps_of(setup, *rolled, do.TakeChip(by=last, material=WOOD))
    changing = change(len(steps), steps)

    state, _before = state_and_steps_before(changing, steps, None)
    asked = table_question(state, changing.draft, app_die=False)

    assert last is not roller
    assert asked.color is last
    assert amended(steps, len(steps), do.TakeChip(by=last, material=STONE)).refused_step is None


def test_the_question_names_the_step_and_leads_to_no_other_page():
    setup = four_players()
    steps = steps_of(setup, *commands(setup, 60))
    place = next(
        place for place, one in enumerate(steps, 1) if isinstance(one.command, do.EnterPrintedField)
    )
    changing = change(place, steps)
    state, before = state_and_steps_before(changing, steps, None)
    whole = table_question(state, changing.draft, app_die=False)
    asks = question_about_recorded_step(changing, steps[place - 1], whole)
    assert len(before) == place - 1
    assert len(asks.rows) == len(whole.rows)
    assert asks.rows[0].text.startswith("Instead of: Field")
    assert asks.without_help_texts.rows == whole.without_help_texts.rows[:-1]


@pytest.mark.parametrize(("place", "following"), [(8, ReenterPastStep), (9, OutcomeStep)])
def test_the_rest_of_a_turn_is_asked_for_only_where_the_next_step_waits_for_it(
    built, place, following
):
    refusal = RuleViolation("turn.decider", "it is {color}'s decision", color=BLUE)
    refused_step = RefusedStep(place, built[place - 1].command, built[7].before, refusal)
    amending = PreparedAmendment(7, (), (), refused_step)
    asked = ReenterPastStep(8, inserts=True)
    found = step_after_answer(asked, built[7].command, lambda _edits: amending)
    assert type(found) is following
