"""What a correction asks, and where every answer leads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.commands import SetDruid, SetField, SetPoints, SetPrinted, SetStack
from companion.pieces import MATERIALS
from companion.rules.consistency import problems
from companion.state import Board, Field
from kiosk.pages.correct.steps import (
    FRESH,
    CorrectFlow,
    Correction,
    EverybodysPoints,
    Number,
    Overview,
    Printed,
    Reasons,
    Why,
)
from kiosk.pages.correct.view import Correcting, correct_form, tapped_field
from kiosk.routes import DruidPlace, Plain, WholeField
from kiosk.ui.form import Effect, Flow, Form, TypingForm
from kiosk.ui.key_pages import typing
from tests.companion.positions import BLUE, COPPER, GREEN, RED, WOOD, WOOL, position
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
    flow = FRESH
    for _tap in range(80):
        form = shown(flow, open_chips=open_chips)
        if isinstance(form, TypingForm):
            flow = luck.choice([form.done("Counted again"), form.cancelled])
            continue
        found = choices(form)
        assert len({choice.key for choice in found}) == len(found)
        answers = [choice.action for choice in found]
        if form.scene is not None:
            field = luck.randint(1, len(STATE.board))
            answers.append(tapped_field(Correcting(flow, STATE), field))
            answers.append(flow.from_start(Plain(luck.choice(MATERIALS))))
        flow = luck.choice([answer for answer in answers if isinstance(answer, Flow)])
    while flow.step != Overview():
        form = shown(flow)
        flow = form.cancelled if isinstance(form, TypingForm) else form.way_out.action
    assert tapped(shown(flow), "back") is Effect.LEAVE


def test_done_leads_to_the_step_before():
    number = tap(FRESH, "part.points", "points.blue")
    assert number.step == Number(SetPoints(BLUE, 5))
    assert tap(number, "done").step == EverybodysPoints()
    assert tap(number, "done", "done").step == Overview()
    assert tap(number.from_start(Plain(WOOD)), "supply", "done").step == Plain(WOOD)
    assert tap(tapped_field(Correcting(number, STATE), 3), "done").step == Overview()


def test_a_field_of_the_picture_is_the_druids_only_where_he_is_asked_for():
    druid = FRESH.on(DruidPlace())
    assert tapped_field(Correcting(druid, STATE), 9).draft.changes == (SetDruid(None, 9),)
    assert tapped_field(Correcting(FRESH, STATE), 9) == FRESH.on(WholeField(9))


def test_workers_are_put_on_top_up_to_three():
    flow = tap(FRESH.from_start(Plain(WOOD)), "stack.clear", "stack.red", "stack.blue", "stack.red")
    assert flow.draft.changes == (SetStack(WOOD, (RED, BLUE, RED)),)
    assert tap(flow, "stack.green") == flow.telling(
        "Not possible: only three workers fit on the wood plain, but 4 would stand there.",
        "correct.table",
    )


def test_what_was_read_wrongly_is_set_right_icon_by_icon():
    flow = FRESH.on(WholeField(9)).on(Printed(9))
    flow = tap(flow, "first.stone", "second.wool", "first.copper")
    (change,) = flow.draft.changes
    assert change == SetPrinted(9, (COPPER, WOOL), STATE.board.field(9).rune)
    assert tap(flow, "leave").draft.changes == ()
    assert tap(flow, "done").step == WholeField(9)


def test_what_nobody_has_read_is_no_correction():
    fields = (*STATE.board.fields[:8], Field(None, None), *STATE.board.fields[9:])
    unread = replace(STATE, board=Board("unread", fields))
    form = correct_form(FRESH.on(WholeField(9)), unread, open_chips=False)
    assert "printed" not in [choice.key for choice in choices(form)]


def digits(number: int) -> list[str]:
    return [f"digit.{digit}" for digit in str(number)]


@given(points=st.integers(0, 999_999))
def test_any_points_can_be_typed(points):
    flow = tap(FRESH, "part.points", "points.blue", *digits(points))
    assert flow.draft.changes == (SetPoints(BLUE, points),)
    assert tap(flow, "digit.clear", *digits(points)).draft.changes == flow.draft.changes


def test_steps_go_from_the_present_number_and_not_below_nothing():
    flow = tap(FRESH, "part.points", "points.blue", "number.more")
    assert flow.draft.changes == (SetPoints(BLUE, 6),)
    assert tap(flow, "digit.5", "digit.0").draft.changes == (SetPoints(BLUE, 50),)
    assert tap(flow, "digit.clear", "number.less").told == (
        "Not possible: the number has to be from 0 to 999999, not -1."
    )


@pytest.mark.parametrize("taps", [["part.hands", "hand.red.stone"], ["supply"]], ids=str)
def test_chips_go_up_to_eighteen(taps):
    begun = FRESH.from_start(Plain(WOOD)) if taps == ["supply"] else FRESH
    flow = tap(begun, *taps, "digit.1", "digit.8")
    assert flow.draft.changes[0].number == 18
    assert tap(flow, "digit.0").told == (
        "Not possible: the number has to be from 0 to 18, not 180."
    )


def test_how_it_stands_tells_what_is_set_from_what_the_app_has():
    flow = FRESH.on(WholeField(4))
    assert "In the app: field 4: Bo's hut" in texts(shown(flow))
    assert "Set: field 4 is empty" in texts(shown(tap(flow, "field.empty")))


def test_what_cannot_be_so_is_told_before_it_is_tapped():
    impossible = Correcting(FRESH, STATE).setting(SetField(4, None))
    assert problems(Correction(impossible.draft.changes).after(STATE))
    told = texts(shown(impossible.on(Reasons())))
    assert any(text.startswith("Not possible: ") for text in told)
    assert not any("Not possible" in text for text in texts(shown(FRESH.on(Reasons()))))


def test_a_ready_reason_gives_way_to_the_first_key_and_a_typed_one_does_not():
    ready = tap(FRESH, "next", "why.1")
    assert tap(ready, "why.type").step == Why(typing("Someone knocked a piece", 200, fresh=True))
    own = tap(FRESH, "next", "why.type")
    own = shown(own).done("So")
    assert tap(own, "why.type").step == Why(typing("So", 200))
