"""What a correction asks, where every answer leads, and what one tap sets right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion import commands as do
from companion.commands import SetActive, SetDruid, SetField, SetPoints
from companion.pieces import MATERIALS, Bonus, BuildingKind, Rune
from companion.rules.consistency import problems
from companion.state import Board, Building, Field, Phase
from kiosk import routes
from kiosk.pages.correct.view import (
    NEW_FLOW,
    ChooseReasonStep,
    CorrectFlow,
    Correction,
    CorrectionEditor,
    ReasonEntryStep,
    ThingStep,
    correct_form,
    flow_after_field_tap,
    flow_for_thing,
    flow_to_reopen,
)
from kiosk.routes import (
    DruidToCorrect,
    FieldToCorrect,
    PlainToCorrect,
    PlayerToCorrect,
    PrintedFieldToCorrect,
    RunesToCorrect,
    ThingToCorrect,
    TurnToCorrect,
)
from kiosk.ui.form import Flow, Form, PageAction, TypingForm
from kiosk.ui.key_pages import typing
from tests.companion.positions import BLUE, COPPER, GREEN, RED, WOOD, WOOL, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.flow import walking
from tests.kiosk.pages.flow.walking import choices, tapped
from tests.kiosk.touch import Touchscreen

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
    flow = flow_for_thing(NEW_FLOW, thing)
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
        (do.SetField(20, Building(BuildingKind.HUT, GREEN)),),
    ),
    (FieldToCorrect(12), ("field.empty",), (do.SetField(12, None),)),
    (FieldToCorrect(12), ("stands.13",), (do.SetField(12, None), do.SetField(13, HUT))),
    (
        FieldToCorrect(4),
        ("stands.5",),
        (do.SetField(4, None), do.SetField(5, HUT), do.SetDruid(None, 5)),
    ),
    (FieldToCorrect(4), ("holder.red",), (do.SetRune(STATE.board.field(4).rune, RED),)),
    (RunesToCorrect(), ("rune.eye", "holder.red"), (do.SetRune(Rune.EYE, RED),)),
    (DruidToCorrect(), ("field.9",), (do.SetDruid(None, 9),)),
    (DruidToCorrect(), ("stone.2",), (do.SetDruid(2, None),)),
    (TurnToCorrect(), ("turn.red",), (do.SetActive(RED),)),
)
"""What is pointed at, what is tapped, and what that sets."""


@pytest.mark.parametrize(("thing", "keys", "changes"), USUAL, ids=str)
def test_what_is_usual_is_set_with_a_tap_and_possible(thing, keys, changes):
    flow = tap(thing, *keys, "why.0")
    assert flow.draft == Correction(changes, "Miscounted")
    assert problems(flow.draft.after(STATE)) == ()
    assert tapped(correct_form(flow, STATE, open_chips=True), "correct.done") is PageAction.FINISH


WITH_CHIPS = position(
    BLUE,
    RED,
    huts={BLUE: (4,)},
    bonus={5: Bonus.POINTS, 9: Bonus.HUT, 20: Bonus.DRUID},
    druid=4,
)
"""Chips lie where nobody has built."""


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
    flow = flow_for_thing(NEW_FLOW, FieldToCorrect(field))
    for key in keys:
        flow = tapped(correct_form(flow, WITH_CHIPS, open_chips=True), key)
    gone = do.SetBonus(field, None) in flow.draft.changes
    assert gone is bool(goes)
    if goes is not None:
        assert problems(flow.draft.after(WITH_CHIPS)) == ()
    lying = f"bonus.{WITH_CHIPS.bonus_on(field) or 'none'}"
    flow = tapped(correct_form(flow, WITH_CHIPS, open_chips=True), lying)
    assert do.SetBonus(field, None) not in flow.draft.changes


def test_a_building_on_the_field_beside_takes_the_chip_there_too():
    flow = tapped(
        correct_form(flow_for_thing(NEW_FLOW, FieldToCorrect(4)), WITH_CHIPS, open_chips=True),
        "stands.5",
    )
    assert do.SetBonus(5, None) in flow.draft.changes
    assert problems(flow.draft.after(WITH_CHIPS)) == ()


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
    assert shown.get("forgotten") == (routes.Log(forgot=True) if offered else None)
    said = "A building added here scores no points, takes no rune, and the druid stays."
    assert (said in texts(flow)) is offered


def test_the_forgotten_step_is_looked_for_in_the_log_and_nothing_stays_set(tmp_path):
    app_state = app_state_with_game(tmp_path, beginning(2), 12)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        free = next(n for n in range(1, 33) if app_state.game.state.building(n) is None)
        touch.navigator.go(routes.Correct(FieldToCorrect(free)))
        touch.tap(f"field.hut.{app_state.game.state.colors[0]}")
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
        assert "Nothing is changed yet." in touch.texts()


def test_chips_that_are_not_there_cannot_be_moved():
    refused = tap(PlayerToCorrect(RED), "chips.wood.less")
    assert refused.message == "Not possible: the number has to be from 0 to 18, not -1."
    assert refused.draft == Correction()


def test_of_secret_chips_the_page_says_how_many_more_or_less_they_are():
    assert texts(tap(PlayerToCorrect(RED))).count("?") == len(MATERIALS)
    assert "+2" in texts(tap(PlayerToCorrect(RED), *["chips.wood.more"] * 2))
    more_and_less = tap(PlayerToCorrect(RED), "chips.wood.more", "chips.wood.less")
    assert texts(more_and_less).count("?") == len(MATERIALS)


def test_points_go_by_one_and_by_ten_and_not_below_nothing():
    flow = tap(PlayerToCorrect(BLUE), "points.more.10", "points.more.10", "points.less")
    assert flow.draft.changes == (do.SetPoints(BLUE, 24),)
    assert "5 \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} 24" in texts(flow)
    assert tap(PlayerToCorrect(BLUE), "points.less.10").message == (
        "Not possible: the number has to be from 0 to 999999, not -5."
    )


def test_with_nothing_set_it_says_what_is_missing():
    flow = tap(FieldToCorrect(4), "why.1", "correct.done")
    assert flow.message == "Nothing is changed yet: tap what is right."


def test_what_was_set_before_is_told_until_it_is_set_right():
    note = "What you set before is corrected, too. “Everything else…” shows it."
    flow = flow_for_thing(
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
            field = luck.randint(1, len(FEW.board))
            answers.append(flow_after_field_tap(CorrectionEditor(flow, FEW), field))
            answers.append(flow.from_start(ThingStep(PlainToCorrect(luck.choice(MATERIALS)))))
        flow = luck.choice([answer for answer in answers if isinstance(answer, Flow)] or [NEW_FLOW])
    way = flow
    while isinstance(way, Flow):
        form = shown(way)
        way = form.cancelled if isinstance(form, TypingForm) else form.way_out.action
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


def test_how_it_stands_tells_what_is_set_from_what_the_app_has():
    flow = NEW_FLOW.with_next_step(ThingStep(FieldToCorrect(4)))
    assert "In the app: field 4: Bo's hut" in walking.texts(shown(flow))
    assert "Set: field 4 is empty" in walking.texts(shown(tap_on(flow, "field.empty")))


def test_the_present_value_has_a_ring_and_a_tap_on_it_sets_nothing():
    flow = NEW_FLOW.with_next_step(ThingStep(FieldToCorrect(4)))
    ringed = [one.key for one in choices(shown(flow)) if one.chosen]
    assert ringed == ["field.hut.blue", "bonus.none", "holder.none"]
    assert tap_on(flow, *ringed).draft == Correction()
    assert tap_on(flow, "field.hut.red", "field.hut.blue").draft == Correction()


def test_what_cannot_be_so_is_told_before_it_is_tapped():
    impossible = CorrectionEditor(NEW_FLOW, FEW).flow_with_changes(SetField(4, None))
    assert problems(Correction(impossible.draft.changes).after(FEW))
    told = walking.texts(shown(impossible.with_next_step(ChooseReasonStep())))
    assert any(text.startswith("Not possible: ") for text in told)
    assert not any(
        "Not possible" in text
        for text in walking.texts(shown(NEW_FLOW.with_next_step(ChooseReasonStep())))
    )


def test_a_ready_reason_gives_way_to_the_first_key_and_a_typed_one_does_not():
    ready = tap_on(NEW_FLOW, "next", "why.1")
    assert tap_on(ready, "why.type").step == ReasonEntryStep(
        typing("Someone knocked a piece", 200, fresh=True)
    )
    own = tap_on(NEW_FLOW, "next", "why.type")
    own = shown(own).done("So")
    assert tap_on(own, "why.type").step == ReasonEntryStep(typing("So", 200))


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
    assert walking.texts(correct_form(NEW_FLOW, state, open_chips=True))[0].startswith(hint)


def test_who_goes_back_leaves_only_what_was_set_before():
    before = NEW_FLOW.with_draft(Correction((SetActive(RED),), "bumped"))
    flow = flow_for_thing(before, PlayerToCorrect(BLUE))
    assert flow_to_reopen(tap_on(flow, "points.less")) == before
    assert flow_to_reopen(tap_on(flow, "points.less", "further")).draft.changes == (
        SetPoints(BLUE, 4),
        SetActive(RED),
    )
    assert flow_to_reopen(before.with_next_step(ThingStep(PlayerToCorrect(BLUE)))) == before
