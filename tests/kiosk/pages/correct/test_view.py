"""What a correction asks, and where every answer leads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.commands import SetActive, SetDruid, SetField, SetPoints, SetPrinted
from companion.pieces import MATERIALS
from companion.rules.consistency import problems
from companion.state import Board, Field, Phase
from kiosk.pages.correct.steps import (
    NEW_FLOW,
    CorrectFlow,
    Correction,
    ReasonEntryStep,
    ReasonsStep,
    ThingStep,
    flow_after_leaving,
    flow_for_thing,
)
from kiosk.pages.correct.things import CorrectionEditor
from kiosk.pages.correct.view import correct_form, tapped_field
from kiosk.routes import (
    DruidToCorrect,
    FieldToCorrect,
    PlainToCorrect,
    PlayerToCorrect,
    PrintedFieldToCorrect,
)
from kiosk.ui.form import Effect, Flow, Form, TypingForm
from kiosk.ui.key_pages import typing
from tests.companion.positions import BLUE, COPPER, GREEN, RED, WOOL, position
from tests.kiosk.pages.flow.walking import choices, tapped, texts

STATE = position(BLUE, RED, GREEN, huts={BLUE: (4,), RED: (9,)}, druid=4)


def shown(flow: CorrectFlow, *, open_chips: bool = True) -> Form | TypingForm:
    return correct_form(flow, STATE, open_chips=open_chips)


def tap(flow: CorrectFlow, *keys: str) -> CorrectFlow:
    for key in keys:
        flow = tapped(shown(flow), key)
    return flow


@given(luck=st.randoms(use_true_random=False), open_chips=st.booleans())
def test_wherever_taps_lead_there_is_something_to_tap_and_a_way_back(luck, open_chips):
    things = [
        PlayerToCorrect(BLUE),
        PlainToCorrect(WOOL),
        FieldToCorrect(4),
        PrintedFieldToCorrect(4),
        DruidToCorrect(),
    ]
    flow = luck.choice([NEW_FLOW, *(flow_for_thing(NEW_FLOW, thing) for thing in things)])
    for _tap in range(60):
        form = shown(flow, open_chips=open_chips)
        if isinstance(form, TypingForm):
            flow = luck.choice([form.done("Counted again"), form.cancelled])
            continue
        found = choices(form)
        assert len({choice.key for choice in found}) == len(found)
        answers = [choice.action for choice in found]
        if form.scene is not None:
            field = luck.randint(1, len(STATE.board))
            answers.append(tapped_field(CorrectionEditor(flow, STATE), field))
            answers.append(flow.from_start(ThingStep(PlainToCorrect(luck.choice(MATERIALS)))))
        flow = luck.choice([answer for answer in answers if isinstance(answer, Flow)] or [NEW_FLOW])
    way = flow
    while isinstance(way, Flow):
        form = shown(way)
        way = form.cancelled if isinstance(form, TypingForm) else form.way_out.action
    assert way is Effect.LEAVE


def test_a_field_of_the_picture_is_the_druids_only_where_he_is_asked_for():
    assert tapped_field(CorrectionEditor(NEW_FLOW, STATE), 9) == NEW_FLOW.then(
        ThingStep(FieldToCorrect(9))
    )
    druid = tap(NEW_FLOW, "part.druid")
    placed = tapped_field(CorrectionEditor(tap(druid, "field.other"), STATE), 9)
    assert (placed.step, placed.draft.changes) == (
        ThingStep(DruidToCorrect()),
        (SetDruid(None, 9),),
    )


def test_what_was_read_wrongly_is_set_right_icon_by_icon():
    flow = tap(
        NEW_FLOW.then(ThingStep(PrintedFieldToCorrect(9))),
        "first.stone",
        "second.wool",
        "first.copper",
    )
    (change,) = flow.draft.changes
    assert change == SetPrinted(9, (COPPER, WOOL), STATE.board.field(9).rune)


def test_what_nobody_has_read_is_no_correction():
    fields = (*STATE.board.fields[:8], Field(None, None), *STATE.board.fields[9:])
    unread = replace(STATE, board=Board("unread", fields))
    form = correct_form(NEW_FLOW.then(ThingStep(FieldToCorrect(9))), unread, open_chips=False)
    assert "printed" not in [choice.key for choice in choices(form)]


def test_how_it_stands_tells_what_is_set_from_what_the_app_has():
    flow = NEW_FLOW.then(ThingStep(FieldToCorrect(4)))
    assert "In the app: field 4: Bo's hut" in texts(shown(flow))
    assert "Set: field 4 is empty" in texts(shown(tap(flow, "field.empty")))


def test_the_present_value_has_a_ring_and_a_tap_on_it_sets_nothing():
    flow = NEW_FLOW.then(ThingStep(FieldToCorrect(4)))
    ringed = [one.key for one in choices(shown(flow)) if one.chosen]
    assert ringed == ["field.hut.blue", "bonus.none", "holder.none"]
    assert tap(flow, *ringed).draft == Correction()
    assert tap(flow, "field.hut.red", "field.hut.blue").draft == Correction()


def test_what_cannot_be_so_is_told_before_it_is_tapped():
    impossible = CorrectionEditor(NEW_FLOW, STATE).setting(SetField(4, None))
    assert problems(Correction(impossible.draft.changes).after(STATE))
    told = texts(shown(impossible.then(ReasonsStep())))
    assert any(text.startswith("Not possible: ") for text in told)
    assert not any("Not possible" in text for text in texts(shown(NEW_FLOW.then(ReasonsStep()))))


def test_a_ready_reason_gives_way_to_the_first_key_and_a_typed_one_does_not():
    ready = tap(NEW_FLOW, "next", "why.1")
    assert tap(ready, "why.type").step == ReasonEntryStep(
        typing("Someone knocked a piece", 200, fresh=True)
    )
    own = tap(NEW_FLOW, "next", "why.type")
    own = shown(own).done("So")
    assert tap(own, "why.type").step == ReasonEntryStep(typing("So", 200))


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
        assert after(flow_for_thing(NEW_FLOW, thing), key).draft.changes
    for thing, key in ((FieldToCorrect(4), "field.empty"), (DruidToCorrect(), "stone.1")):
        flow = after(flow_for_thing(NEW_FLOW, thing), key)
        assert flow.draft == Correction()
        assert flow.message.startswith("Not possible: only points, chips and rune stones can be")
    hint = "Points, chips and rune stones can be corrected now."
    assert texts(correct_form(NEW_FLOW, state, open_chips=True))[0].startswith(hint)


def test_who_goes_back_leaves_only_what_was_set_before():
    before = NEW_FLOW.with_draft(Correction((SetActive(RED),), "bumped"))
    flow = flow_for_thing(before, PlayerToCorrect(BLUE))
    assert flow_after_leaving(tap(flow, "points.less")) == before
    assert flow_after_leaving(tap(flow, "points.less", "further")).draft.changes == (
        SetPoints(BLUE, 4),
        SetActive(RED),
    )
    assert flow_after_leaving(before.then(ThingStep(PlayerToCorrect(BLUE)))) == before
