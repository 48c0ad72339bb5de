import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import RuleViolation
from companion.pieces import Color
from kiosk.pieces.form import message_or_help, try_or_refuse
from kiosk.ui.form import Flow, Text, TextStyle


class Page(msgspec.Struct, frozen=True):
    number: int


START: Flow[str, Page] = Flow("", (Page(0),))


@given(pages=st.lists(st.integers(), max_size=8))
def test_back_goes_one_step_back_and_keeps_what_is_entered(pages):
    flow = START
    for number in pages:
        flow = flow.with_next_step(Page(number))
    flow = flow.with_draft("Ada")
    for number in reversed(pages):
        assert flow.step == Page(number)
        flow = flow.back()
    assert flow == START.with_draft("Ada")
    with pytest.raises(IndexError):
        flow.back()


def test_a_page_that_is_turned_is_no_step_and_a_jump_starts_from_the_first_one():
    flow = START.with_next_step(Page(1)).with_current_step(Page(2)).with_next_step(Page(3))
    assert flow.with_current_step(Page(4)).back().step == Page(2)
    assert flow.from_start(Page(9)).back() == START


@pytest.mark.parametrize(
    "go_on",
    [
        lambda flow: flow.with_next_step(Page(5)),
        lambda flow: flow.with_current_step(Page(5)),
        lambda flow: flow.back(),
        lambda flow: flow.from_start(Page(5)),
        lambda flow: flow.with_draft("Bo"),
    ],
)
def test_what_is_told_goes_with_the_next_tap(go_on):
    assert go_on(START.with_next_step(Page(1)).with_refusal("No.")) == go_on(
        START.with_next_step(Page(1))
    )
    assert go_on(START.with_next_step(Page(1)).with_remark("Bo starts.")) == go_on(
        START.with_next_step(Page(1))
    )


def test_what_is_good_to_know_has_not_the_colour_of_a_refusal():
    assert message_or_help(START.with_refusal("No."), "Choose.").style is TextStyle.WARNED
    assert message_or_help(START.with_remark("Bo starts."), "Choose.") == Text(
        "Bo starts.", TextStyle.STRONG
    )
    assert message_or_help(START, "Choose.") == Text("Choose.")


def test_what_the_rules_refuse_is_told_and_changes_nothing():
    def refuse() -> Flow[str, Page]:
        raise RuleViolation("turn.decider", "it is {color}'s decision", color=Color.RED)

    told = try_or_refuse(START, refuse, {Color.RED: "Ria"})
    assert told == START.with_refusal("Not possible: it is Ria's decision.", "turn.decider")
    assert told.without_message == START
    assert try_or_refuse(START, lambda: START.with_next_step(Page(1))) == START.with_next_step(
        Page(1)
    )
