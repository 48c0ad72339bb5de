"""One thing set right in one page, with its reason: what is usual takes three taps there."""

import pytest

from companion import commands as do
from companion.pieces import MATERIALS, Bonus, BuildingKind, Rune
from companion.rules.consistency import problems
from companion.state import Building
from kiosk import routes
from kiosk.pages.correct.steps import (
    NEW_FLOW,
    CorrectFlow,
    Correction,
    OverviewStep,
    flow_for_thing,
)
from kiosk.pages.correct.view import correct_form
from kiosk.routes import (
    DruidToCorrect,
    FieldToCorrect,
    PlainToCorrect,
    PlayerToCorrect,
    RunesToCorrect,
    ThingToCorrect,
    TurnToCorrect,
)
from kiosk.ui.form import Effect
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
    assert tapped(correct_form(flow, STATE, open_chips=True), "correct.done") is Effect.FINISH


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
        assert "After which step was one forgotten? Tap it." in touch.texts()
        touch.tap("back")
        assert touch.name == "table"
        touch.navigator.go(routes.Correct())
        assert "Nothing is changed yet." in touch.texts()


def test_what_is_set_without_a_reason_asks_for_one_in_words_of_the_table():
    flow = tap(PlayerToCorrect(RED), "points.more")
    assert "Why?" in texts(flow)
    page = correct_form(flow, STATE, open_chips=True)
    assert tapped(page, "correct.done").message == "First tap the reason."


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


def test_all_else_keeps_what_is_set():
    flow = tap(PlayerToCorrect(BLUE), "points.less", "further")
    assert (flow.step, flow.draft.changes) == (OverviewStep(), (do.SetPoints(BLUE, 4),))
