import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion import commands as do
from companion.commands import SetActive, SetBuilding, SetDruid, SetPoints
from companion.errors import RuleViolation
from companion.game import state_after_command
from companion.history import Step, make_step
from companion.memory.amending import Amendment, AmendmentConflict, prepare_amendment
from companion.memory.clock import current_timestamp
from companion.memory.record import encode_command, parse_command
from companion.moves import Row
from companion.pieces import MATERIALS, RUNES, Bonus, BuildingKind, Chips, Face, Rune
from companion.rules.consistency import state_problems
from companion.rules.setup import initial_state
from companion.state import Board, Building, Field, Phase
from companion.trays import tray_rows_for_path_change
from kiosk import routes
from kiosk.pages.correct.view import (
    NEW_FLOW,
    AmendmentOutcomeStep,
    ChooseReasonStep,
    ChooseThingStep,
    CorrectFlow,
    Correction,
    CorrectionEditor,
    EnterPastStep,
    ReasonEntryStep,
    ThingStep,
    amendment_difference_lines,
    amendment_outcome_contents,
    change_with_present_value,
    correct_form,
    first_step_of_amendment,
    flow_after_field_tap,
    flow_to_correct_thing,
    flow_to_restore,
    question_with_recorded_step,
    reason_against_correcting,
    state_and_steps_before,
    step_after_answer,
)
from kiosk.pages.table.draft import ChipSwapDraft, EmptyDraft, PrintedFieldDraft, SelectedField
from kiosk.pages.table.view import table_question
from kiosk.routes import (
    AmendmentKind,
    DruidToCorrect,
    FieldToCorrect,
    PlainToCorrect,
    PlayerToCorrect,
    PrintedFieldToCorrect,
    RunesToCorrect,
    StepToAmend,
    ThingToCorrect,
    TurnToCorrect,
)
from kiosk.ui.form import ButtonStyle, Flow, Form, PageAction, Text, TextStyle, TypingForm
from kiosk.ui.key_pages import new_keyboard_state
from tests.companion.playing import WORKERS_PLACED, commands, four_players, two_players
from tests.companion.positions import BLUE, COPPER, GREEN, PURPLE, RED, STONE, WOOD, WOOL, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.flow import walking
from tests.kiosk.pages.flow.walking import choices, tapped
from tests.kiosk.touch import Touchscreen

ONE_OF_EACH = (
    do.SetPoints(PURPLE, 7),
    do.SetPoints(BLUE, 30),
    do.SetHand(BLUE, WOOD, 3),
    do.SetHand(BLUE, STONE, 0),
    do.SetHand(RED, WOOD, 1),
    do.SetSupply(WOOD, 4),
    do.SetSupply(STONE, 18),
    do.SetStack(WOOL, (RED, BLUE)),
    do.SetRune(Rune.SERPENT, None),
    do.SetRune(Rune.ARROW, RED),
    do.SetBuilding(2, Building(BuildingKind.HUT, BLUE)),
    do.SetBuilding(12, None),
    do.SetBonus(2, Bonus.DRUID),
    do.SetBonus(30, None),
    do.SetDruid(None, 2),
    do.SetActive(RED),
    do.SetPrintedField(4, (STONE, WOOD), Rune.SERPENT),
)
"""In the order in which a record holds them."""


BEFORE = position(
    BLUE,
    RED,
    PURPLE,
    hands={BLUE: "1 stone"},
    stacks={WOOL: (BLUE,)},
    runes={Rune.SERPENT: RED},
    huts={BLUE: (4, 12), RED: (9,)},
    bonus={30: Bonus.HUT},
    druid=4,
    active=BLUE,
)


def put_together(changes) -> Correction:
    return Correction().with_changes(BEFORE, *changes)


@given(changes=st.permutations(ONE_OF_EACH))
def test_equal_corrections_are_equal_commands_however_they_were_tapped(changes):
    correction = put_together(changes)
    assert correction.changes == ONE_OF_EACH
    command = do.Correct(changes=correction.changes, why="seen on the table")
    assert parse_command(encode_command(command), 1) == command


def test_what_is_set_again_takes_the_place_of_what_was_set():
    correction = put_together([do.SetDruid(2, None), do.SetPoints(BLUE, 3), do.SetDruid(None, 9)])
    assert correction.changes == (do.SetPoints(BLUE, 3), do.SetDruid(None, 9))
    field = (do.SetBuilding(30, Building(BuildingKind.HUT, BLUE)), do.SetBonus(30, None))
    assert put_together(field).changes == field


def test_what_the_app_has_already_is_no_change():
    state = position(BLUE, RED, GREEN, huts={BLUE: (4,), RED: (9,)}, druid=4)
    fields = range(1, len(state.board) + 1)
    hut, printed = Building(BuildingKind.HUT, BLUE), (STONE, WOOD)
    about = (
        *(do.SetPoints(color, 99) for color in state.colors),
        *(do.SetHand(color, one, 99) for color in state.colors for one in MATERIALS),
        *(do.SetSupply(one, 99) for one in MATERIALS),
        *(do.SetStack(one, (RED,)) for one in MATERIALS),
        *(do.SetRune(rune, RED) for rune in RUNES),
        *(do.SetBuilding(field, hut) for field in fields),
        *(do.SetBonus(field, Bonus.DRUID) for field in fields),
        do.SetDruid(3, None),
        do.SetActive(GREEN),
        *(do.SetPrintedField(field, printed, Rune.EYE) for field in fields),
    )
    changes = [change_with_present_value(state, one) for one in about]
    assert (
        state_after_command(state, do.Correct(changes=tuple(changes), why="all is as it was"))
        == state
    )
    set_before = Correction().with_changes(state, *about)
    assert set_before.with_changes(state, *changes).changes == ()


@pytest.mark.parametrize(
    ("phase", "way"), [(Phase.PLACING, "Place them all"), (Phase.FINISHED, "Undo back to before")]
)
def test_before_and_after_play_the_way_to_correcting_is_told(phase, way):
    assert way in reason_against_correcting(position(BLUE, PURPLE, phase=phase))


STATE = position(
    BLUE,
    RED,
    GREEN,
    huts={BLUE: (4, 12), RED: (9,)},
    druid=4,
    stacks={WOOD: (BLUE, RED, GREEN), WOOL: (BLUE, RED), COPPER: (GREEN,)},
)
HUT = Building(BuildingKind.HUT, BLUE)


def tap(thing: ThingToCorrect, *keys: str, open_chips: bool = True) -> CorrectFlow:
    flow = flow_to_correct_thing(NEW_FLOW, thing)
    for key in keys:
        flow = tapped(correct_form(flow, STATE, open_chips=open_chips), key)
    return flow


USUAL = (
    (PlayerToCorrect(RED), ("points.more",), (do.SetPoints(RED, 6),)),
    (
        PlayerToCorrect(RED),
        ("chips.wood.more",),
        (do.SetHand(RED, WOOD, 1), do.SetSupply(WOOD, 17)),
    ),
    (PlayerToCorrect(RED), ("rune.eye",), (do.SetRune(Rune.EYE, RED),)),
    (PlainToCorrect(WOOD), ("took.red",), (do.SetHand(RED, WOOD, 1), do.SetSupply(WOOD, 17))),
    (PlainToCorrect(WOOD), ("top.1",), (do.SetStack(WOOD, (RED, GREEN, BLUE)),)),
    (
        PlainToCorrect(COPPER),
        ("from.wood.blue",),
        (do.SetStack(WOOD, (RED, GREEN)), do.SetStack(COPPER, (GREEN, BLUE))),
    ),
    (
        FieldToCorrect(20),
        ("field.hut.green",),
        (do.SetBuilding(20, Building(BuildingKind.HUT, GREEN)),),
    ),
    (FieldToCorrect(12), ("field.empty",), (do.SetBuilding(12, None),)),
    (FieldToCorrect(12), ("stands.13",), (do.SetBuilding(12, None), do.SetBuilding(13, HUT))),
    (
        FieldToCorrect(4),
        ("stands.5",),
        (do.SetBuilding(4, None), do.SetBuilding(5, HUT), do.SetDruid(None, 5)),
    ),
    (FieldToCorrect(4), ("holder.red",), (do.SetRune(STATE.board.field(4).rune, RED),)),
    (RunesToCorrect(), ("rune.eye", "holder.red"), (do.SetRune(Rune.EYE, RED),)),
    (DruidToCorrect(), ("field.9",), (do.SetDruid(None, 9),)),
    (DruidToCorrect(), ("stone.2",), (do.SetDruid(2, None),)),
    (TurnToCorrect(), ("turn.red",), (do.SetActive(RED),)),
)


@pytest.mark.parametrize(("thing", "keys", "changes"), USUAL, ids=str)
def test_what_is_usual_is_set_with_a_tap_and_possible(thing, keys, changes):
    flow = tap(thing, *keys, "why.0")
    assert flow.draft == Correction(changes, "Miscounted")
    assert state_problems(flow.draft.corrected_state(STATE)) == ()
    assert tapped(correct_form(flow, STATE, open_chips=True), "correct.done") is PageAction.FINISH


WITH_CHIPS = position(
    BLUE, RED, huts={BLUE: (4,)}, bonus={5: Bonus.POINTS, 9: Bonus.HUT, 20: Bonus.DRUID}, druid=4
)


@pytest.mark.parametrize(
    ("field", "keys", "goes"),
    [
        (5, ("field.hut.red",), True),
        (9, ("field.hut.red",), True),
        (9, ("field.temple.red",), True),
        (20, ("field.temple.red",), True),
        (20, ("field.hut.red",), False),  # a druid chip stays under a hut
        (9, ("field.hut.red", "field.empty"), False),
        (9, ("field.temple.red", "bonus.hut"), None),  # the table's last word
        (6, ("field.hut.red",), False),
    ],
)
def test_a_building_that_is_put_in_takes_the_chip_of_its_field_into_the_box(field, keys, goes):
    flow = flow_to_correct_thing(NEW_FLOW, FieldToCorrect(field))
    for key in keys:
        flow = tapped(correct_form(flow, WITH_CHIPS, open_chips=True), key)
    gone = do.SetBonus(field, None) in flow.draft.changes
    assert gone is bool(goes)
    if goes is not None:
        assert state_problems(flow.draft.corrected_state(WITH_CHIPS)) == ()
    lying = f"bonus.{WITH_CHIPS.bonus_on(field) or 'none'}"
    flow = tapped(correct_form(flow, WITH_CHIPS, open_chips=True), lying)
    assert do.SetBonus(field, None) not in flow.draft.changes
    four = flow_to_correct_thing(NEW_FLOW, FieldToCorrect(4))
    moved = tapped(correct_form(four, WITH_CHIPS, open_chips=True), "stands.5").draft
    assert do.SetBonus(5, None) in moved.changes
    assert state_problems(moved.corrected_state(WITH_CHIPS)) == ()


@pytest.mark.parametrize(
    ("field", "keys", "offered"),
    [
        (20, ("field.hut.green",), True),
        (20, ("field.temple.green",), True),
        (20, ("field.hut.green", "printed"), True),
        (20, ("field.hut.green", "field.empty"), False),
        (12, ("field.empty",), False),
        (12, ("stands.13",), False),  # it was there already, a field farther
    ],
)
def test_where_a_building_more_is_put_in_the_forgotten_step_is_offered_instead(
    field, keys, offered
):
    flow = tap(FieldToCorrect(field), *keys)
    form = correct_form(flow, STATE, open_chips=True)
    shown = {choice.key: choice.action for choice in choices(form)}
    assert shown.get("forgotten") == (routes.Log(for_forgotten_step=True) if offered else None)
    said = "A building added here scores no points, takes no rune, and the druid stays."
    assert (said in texts(flow)) is offered


def test_the_forgotten_step_is_looked_for_in_the_log_and_nothing_stays_set(tmp_path):
    app_state = app_state_with_game(tmp_path, beginning(2), 12)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        free = next(n for n in range(1, 33) if app_state.required_session.state.building(n) is None)
        touch.navigator.go(routes.Correct(FieldToCorrect(free)))
        touch.tap(f"field.hut.{app_state.required_session.state.colors[0]}")
        touch.tap("forgotten")
        assert touch.name == "log"
        asks = "After which step was one forgotten? Tap it."
        assert asks in touch.texts()
        touch.navigator.go(routes.Rules())
        touch.tap("back")
        assert asks in touch.texts()
        touch.tap("back")
        assert touch.name == "table"
        touch.navigator.go(routes.Correct())
        assert "Nothing has changed yet." in touch.texts()


def test_of_secret_chips_the_page_says_how_many_more_or_less_they_are():
    assert texts(tap(PlayerToCorrect(RED))).count("?") == len(MATERIALS)
    assert "+2" in texts(tap(PlayerToCorrect(RED), *["chips.wood.more"] * 2))
    more_and_less = tap(PlayerToCorrect(RED), "chips.wood.more", "chips.wood.less")
    assert texts(more_and_less).count("?") == len(MATERIALS)


def test_points_go_by_one_and_by_ten_and_neither_they_nor_chips_below_nothing():
    flow = tap(PlayerToCorrect(BLUE), "points.more.10", "points.more.10", "points.less")
    assert flow.draft.changes == (do.SetPoints(BLUE, 24),)
    assert "5 \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} 24" in texts(flow)
    assert tap(PlayerToCorrect(BLUE), "points.less.10").message == (
        "Not possible: the number must be from 0 to 999999, not -5."
    )
    refused = tap(PlayerToCorrect(RED), "chips.wood.less")
    assert refused.message == "Not possible: the number must be from 0 to 18, not -1."
    assert refused.draft == Correction()
    flow = tap(FieldToCorrect(4), "why.1", "correct.done")
    assert flow.message == "Nothing has changed yet: tap what is right."


@pytest.mark.parametrize(
    "step", [ChooseThingStep(), ChooseReasonStep(), ThingStep(FieldToCorrect(4))]
)
def test_the_main_button_is_quiet_until_something_is_changed(step):
    flow = NEW_FLOW.with_next_step(step)
    styles = []
    for changes in ((), (do.SetActive(RED),)):
        form = correct_form(flow.with_draft(Correction(changes)), STATE, open_chips=False)
        found = (one for one in choices(form) if one.key in ("next", "correct.done"))
        styles.append([one.style for one in found])
    assert styles == [[ButtonStyle.QUIET], [ButtonStyle.PRIMARY]]


@pytest.mark.parametrize("step", [ChooseReasonStep(), ThingStep(FieldToCorrect(4))])
def test_a_missing_reason_is_asked_for_as_soon_as_something_is_changed(step):
    def is_asked(draft: Correction) -> bool:
        form = correct_form(
            NEW_FLOW.with_next_step(step).with_draft(draft), STATE, open_chips=False
        )
        return "First tap the reason." in walking.texts(form)

    changes = (do.SetActive(RED),)
    assert [is_asked(Correction()), is_asked(Correction(changes))] == [False, True]
    assert not is_asked(Correction(changes, "Miscounted"))


def test_what_was_set_before_is_told_until_it_is_set_right():
    note = "What you set before is corrected, too. “Everything else…” shows it."
    flow = flow_to_correct_thing(
        NEW_FLOW.with_draft(Correction((do.SetActive(RED),))), PlayerToCorrect(BLUE)
    )
    assert note in texts(flow)
    assert note in texts(tapped(correct_form(flow, STATE, open_chips=False), "points.less"))
    assert note not in texts(tap(PlayerToCorrect(BLUE), "points.less"))


def texts(flow: CorrectFlow) -> list[str]:
    return walking.texts(correct_form(flow, STATE, open_chips=False))


# Where every answer leads

FEW = position(BLUE, RED, GREEN, huts={BLUE: (4,), RED: (9,)}, druid=4)


def shown(flow: CorrectFlow, *, open_chips: bool = True) -> Form | TypingForm:
    return correct_form(flow, FEW, open_chips=open_chips)


def tap_on(flow: CorrectFlow, *keys: str) -> CorrectFlow:
    for key in keys:
        flow = tapped(shown(flow), key)
    return flow


@settings(max_examples=12)
@given(luck=st.randoms(use_true_random=False), open_chips=st.booleans())
def test_wherever_taps_lead_there_is_something_to_tap_and_a_way_back(luck, open_chips):
    things = [
        PlayerToCorrect(BLUE),
        PlainToCorrect(WOOL),
        FieldToCorrect(4),
        PrintedFieldToCorrect(4),
        DruidToCorrect(),
    ]
    flow = luck.choice([NEW_FLOW, *(flow_to_correct_thing(NEW_FLOW, thing) for thing in things)])
    for _tap in range(60):
        form = shown(flow, open_chips=open_chips)
        if isinstance(form, TypingForm):
            flow = luck.choice([form.done("Counted again"), form.cancelled])
            continue
        found = choices(form)
        assert len({choice.key for choice in found}) == len(found)
        answers = [choice.action for choice in found]
        if form.scene is not None:
            field = luck.randint(1, len(FEW.board))
            answers.append(flow_after_field_tap(CorrectionEditor(flow, FEW), field))
            answers.append(flow.from_start(ThingStep(PlainToCorrect(luck.choice(MATERIALS)))))
        flow = luck.choice([answer for answer in answers if isinstance(answer, Flow)] or [NEW_FLOW])
    way = flow
    while isinstance(way, Flow):
        form = shown(way)
        way = form.cancelled if isinstance(form, TypingForm) else form.back_button.action
    assert way is PageAction.LEAVE


def test_a_field_of_the_picture_is_the_druids_only_where_he_is_asked_for():
    assert flow_after_field_tap(CorrectionEditor(NEW_FLOW, FEW), 9) == NEW_FLOW.with_next_step(
        ThingStep(FieldToCorrect(9))
    )
    druid = tap_on(NEW_FLOW, "part.druid")
    placed = flow_after_field_tap(CorrectionEditor(tap_on(druid, "field.other"), FEW), 9)
    assert (placed.step, placed.draft.changes) == (
        ThingStep(DruidToCorrect()),
        (SetDruid(None, 9),),
    )


def test_what_nobody_has_read_is_no_correction():
    fields = (*FEW.board.fields[:8], Field(None, None), *FEW.board.fields[9:])
    unread = replace(FEW, board=Board("unread", fields))
    form = correct_form(
        NEW_FLOW.with_next_step(ThingStep(FieldToCorrect(9))), unread, open_chips=False
    )
    assert "printed" not in [choice.key for choice in choices(form)]


def test_the_present_value_is_told_and_has_a_ring_and_a_tap_on_it_sets_nothing():
    flow = NEW_FLOW.with_next_step(ThingStep(FieldToCorrect(4)))
    assert "In the app: field 4: Bo's hut" in walking.texts(shown(flow))
    assert "Set: field 4 is empty" in walking.texts(shown(tap_on(flow, "field.empty")))
    ringed = [one.key for one in choices(shown(flow)) if one.chosen]
    assert ringed == ["field.hut.blue", "bonus.none", "holder.none"]
    assert tap_on(flow, *ringed).draft == Correction()
    assert tap_on(flow, "field.hut.red", "field.hut.blue").draft == Correction()


def test_what_cannot_be_so_is_told_before_it_is_tapped():
    impossible = CorrectionEditor(NEW_FLOW, FEW).flow_with_changes(SetBuilding(4, None))
    assert state_problems(Correction(impossible.draft.changes).corrected_state(FEW))
    for flow, is_possible in ((impossible, False), (NEW_FLOW, True)):
        form = shown(flow.with_next_step(ChooseReasonStep()))
        told = any(text.startswith("Not possible: ") for text in walking.texts(form))
        (done,) = (choice for choice in choices(form) if choice.key == "correct.done")
        assert (told, done.dim) == (not is_possible, not is_possible)


def test_a_ready_reason_gives_way_to_the_first_key_and_a_typed_one_does_not():
    ready = tap_on(NEW_FLOW, "next", "why.1")
    assert tap_on(ready, "why.type").step == ReasonEntryStep(
        new_keyboard_state("Someone knocked a piece", 200, fresh=True)
    )
    own = tap_on(NEW_FLOW, "next", "why.type")
    own = shown(own).done("So")
    assert tap_on(own, "why.type").step == ReasonEntryStep(new_keyboard_state("So", 200))


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.GIVE_BACK, Phase.OFFERING])
def test_while_others_decide_only_points_chips_and_rune_stones_can_be_set(phase):
    state = position(BLUE, RED, huts={BLUE: (4,)}, druid=4, visits=(4,), phase=phase)

    def after(flow: CorrectFlow, key: str) -> CorrectFlow:
        return tapped(correct_form(flow, state, open_chips=True), key)

    for thing, key in (
        (PlayerToCorrect(RED), "points.more"),
        (PlayerToCorrect(RED), "chips.wood.more"),
        (PlayerToCorrect(RED), "rune.eye"),
        (PlainToCorrect(WOOL), "took.red"),
        (FieldToCorrect(4), "holder.red"),
    ):
        assert after(flow_to_correct_thing(NEW_FLOW, thing), key).draft.changes
    for thing, key in ((FieldToCorrect(4), "field.empty"), (DruidToCorrect(), "stone.1")):
        flow = after(flow_to_correct_thing(NEW_FLOW, thing), key)
        assert flow.draft == Correction()
        assert flow.message.startswith("Not possible: only points, chips and rune stones can be")
    hint = "You can correct points, chips and rune stones now;"
    assert walking.texts(correct_form(NEW_FLOW, state, open_chips=True))[0].startswith(hint)


def test_who_goes_back_leaves_only_what_was_set_before():
    before = NEW_FLOW.with_draft(Correction((SetActive(RED),), "bumped"))
    flow = flow_to_correct_thing(before, PlayerToCorrect(BLUE))
    assert flow_to_restore(tap_on(flow, "points.less")) == before
    assert flow_to_restore(tap_on(flow, "points.less", "further")).draft.changes == (
        SetPoints(BLUE, 4),
        SetActive(RED),
    )
    assert flow_to_restore(before.with_next_step(ThingStep(PlayerToCorrect(BLUE)))) == before


def steps_of(setup, *played) -> tuple[Step, ...]:
    state, steps = initial_state(setup), []
    for number, command in enumerate(played, start=1):
        step = replace(
            make_step(state, command, current_timestamp()), number=number, parent=number - 1
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


def change(place, steps) -> EnterPastStep:
    return first_step_of_amendment(StepToAmend(place, AmendmentKind.CHANGE), steps)


def amended(steps, place, command) -> Amendment:

    def prepared(edits):
        return prepare_amendment(steps, edits, current_timestamp())

    return prepared(step_after_answer(change(place, steps), command, prepared).edits)


def lines(steps, place, command) -> list[str]:
    amendment = amended(steps, place, command)
    return [line.text for line in amendment_difference_lines(amendment, moves_of(amendment))]


def moves_of(amendment: Amendment) -> tuple[Row, ...]:
    return tray_rows_for_path_change(amendment.path_change)


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
        step, number = make_step(found[-1].after, command, current_timestamp()), len(found) + 1
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
    amendment = amended(steps, 10, corrects(do.SetPoints(PURPLE, 24)))
    flow = Flow(Correction(), (AmendmentOutcomeStep(()),))
    found = amendment_outcome_contents(flow, flow.step, amendment, len(steps), ())
    assert found.points_changes == {PURPLE: -2, BLUE: 0}


def test_other_winners_and_a_game_that_is_not_over_any_more_are_told():
    setup = two_players()
    steps = steps_of(setup, *commands(setup, 1000, seed=1))
    assert steps[-1].after.phase is Phase.FINISHED
    place = next(place for place, one in enumerate(steps, 1) if isinstance(one.command, do.Roll))
    roll = steps[place - 1].command
    others = [replace(roll, face=face) for face in Face if face is not roll.face]
    outcomes = [amended(steps, place, one) for one in others]
    ended = next(one for one in outcomes if one.conflict is not None)
    told = [line.text for line in amendment_difference_lines(ended, moves_of(ended))]
    assert "The game is not over yet." in told


@pytest.mark.parametrize(
    ("command", "draft"),
    [
        (do.BuildHut(by=PURPLE, field=8), SelectedField(8)),
        (do.SwapChips(by=BLUE, pay=Chips(wood=3), take=STONE), ChipSwapDraft(BLUE)),
        (
            do.EnterPrintedField(field=19, needs=(WOOD, STONE), rune=Rune.WAVES),
            PrintedFieldDraft(19),
        ),
        (do.Roll(by=BLUE, face=Face.WOOD), EmptyDraft()),
    ],
)
def test_the_question_points_at_what_was_chosen(built, command, draft):
    step = replace(built[-1], command=command)
    assert change(1, (step,)).draft == draft


def test_whoever_answered_out_of_turn_is_asked_again() -> None:
    setup = two_players()
    roller = steps_of(setup, *WORKERS_PLACED)[-1].after.deciders[0]
    rolled = (*WORKERS_PLACED, do.Roll(by=roller, face=Face.PLUS))
    last = steps_of(setup, *rolled)[-1].after.deciders[-1]
    steps = steps_of(setup, *rolled, do.TakeChip(by=last, material=WOOD))
    changing = change(len(steps), steps)

    state, _before = state_and_steps_before(changing, steps, None)
    asked = table_question(state, changing.draft, app_die=False)

    assert last is not roller
    assert asked.color is last
    assert amended(steps, len(steps), do.TakeChip(by=last, material=STONE)).conflict is None


def test_the_question_names_the_step_and_leads_to_no_other_page():
    setup = four_players()
    steps = steps_of(setup, *commands(setup, 60))
    place = next(
        place for place, one in enumerate(steps, 1) if isinstance(one.command, do.EnterPrintedField)
    )
    changing = change(place, steps)
    state, before = state_and_steps_before(changing, steps, None)
    whole = table_question(state, changing.draft, app_die=False)
    asks = question_with_recorded_step(changing, steps[place - 1], whole)
    assert len(before) == place - 1
    assert len(asks.rows) == len(whole.rows)
    line = asks.rows[0]
    assert isinstance(line, Text)
    assert line.text.startswith("Instead of: Field")
    assert line.style is TextStyle.BOLD, "the past is not mistaken for the present"
    assert asks.without_help_texts.rows == whole.without_help_texts.rows[:-1]


@pytest.mark.parametrize(("place", "following"), [(8, EnterPastStep), (9, AmendmentOutcomeStep)])
def test_the_rest_of_a_turn_is_asked_for_only_where_the_next_step_waits_for_it(
    built, place, following
):
    refusal = RuleViolation("turn.decider", "it is {color}'s decision", color=BLUE)
    conflict = AmendmentConflict(place, built[place - 1].command, built[7].before, refusal)
    amendment = Amendment(7, (), (), conflict)
    asked = EnterPastStep(8, is_insertion=True)
    found = step_after_answer(asked, built[7].command, lambda _edits: amendment)
    assert type(found) is following
