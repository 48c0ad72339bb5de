from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut, DeclareEnd, MakeOffering
from companion.events import OfferingMade
from companion.evolution import apply_events
from companion.game import events_of_command, state_after_command
from companion.pieces import Chips, Color, OfferingAnswer
from companion.state import FinaleStage, GameState, Phase
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.pages.table.draft import (
    ChipSwapDraft,
    EmptyDraft,
    MenuDraft,
    PaymentDraft,
    SelectedField,
)
from kiosk.pages.table.view import end_of_game_line
from kiosk.settings import Settings
from kiosk.ui import theme
from tests.companion.playing import commands
from tests.companion.playthrough import FOLDER, extract, steps
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import ask, choice, keys, words
from tests.kiosk.touch import Point, Size, Touchscreen, comes_to_rest


def last_turns(active: Color) -> GameState:
    huts = {BLUE: (1, 3, 5, 7, 9, 11, 13, 15)}
    laid = {"huts": huts, "temples": {BLUE: (17, 19)}, "druid": 1, "finisher": BLUE}
    return position(BLUE, GREEN, RED, active=active, finale=FinaleStage.LAST_TURNS, **laid)


def declared() -> GameState:
    state = position(BLUE, GREEN, RED, huts={BLUE: (1, 3), RED: (5,)}, supply="", druid=1)
    return apply_events(state, events_of_command(state, DeclareEnd()))


@pytest.mark.parametrize(
    ("state", "draft", "line"),
    [
        (last_turns(GREEN), EmptyDraft(), "Last turns: Gus and Ria"),
        (last_turns(RED), EmptyDraft(), "The last turn: Ria"),
        (declared(), EmptyDraft(), "Final circuit: 3 huts"),
        (declared(), SelectedField(9), "Final circuit: 3 huts"),
        (last_turns(GREEN), MenuDraft(), ""),
        # With three or four players, the instruction of a payment has room only without the line.
        (last_turns(GREEN), PaymentDraft(BuildHut(by=GREEN, field=9), Chips(wood=1)), ""),
        (last_turns(GREEN), ChipSwapDraft(GREEN), ""),
        (position(BLUE, GREEN, RED, phase=Phase.ROLL), EmptyDraft(), ""),
    ],
)
def test_each_question_of_the_end_says_how_far_that_is(state, draft, line) -> None:
    assert end_of_game_line(state, draft) == line
    assert words(ask(state, draft)).startswith(line)


def at_the_final_circuit(folder: Path) -> Touchscreen:
    """Return the table of a recorded game after the decision with which the circuit begins."""
    recorded = extract((FOLDER / "two-players-build-everything.txt").read_text(encoding="utf-8"))
    app_state = AppState(folder)
    app_state.set_settings(Settings(motion=False))
    session = app_state.begin_game(recorded.setup)
    played = (step.command for step in steps(recorded) if step.command is not None)
    while session.state.finale is not FinaleStage.CIRCUIT:
        session.apply(next(played))
    return Touchscreen(folder, app_state=app_state, at="table")


def test_nothing_for_the_rest_is_offered_to_whoever_has_huts_to_come_and_only_then() -> None:
    state = declared()
    assert state.phase is Phase.OFFERING
    seen = {}
    while state.decider is not None:
        seen[state.visits] = "offer.rest" in keys(ask(state))
        state = state_after_command(state, MakeOffering(by=state.decider, give=OfferingAnswer.NONE))

    owners = {BLUE: (1, 3), RED: (5,)}
    assert seen == {
        visits: any(visits[0] in huts and set(visits[1:]) & set(huts) for huts in owners.values())
        for visits in seen
    }
    assert set(seen.values()) == {True, False}
    assert "offer.rest" not in keys(ask(replace(declared(), finale=None)))


def test_nothing_for_the_rest_says_whose_and_of_how_many_huts() -> None:
    state = declared()
    assert choice(ask(state), "offer.rest").text == "Nothing at my last 2 huts"
    while len(state.visits) > 1:
        state = state_after_command(state, MakeOffering(by=state.decider, give=OfferingAnswer.NONE))
    assert "offer.rest" not in keys(ask(state)), "“Nothing” says the same"


@every_size
def test_answers_stay_where_they_are_from_hut_to_hut(tmp_path: Path, size: Size) -> None:
    """Whoever gives nothing at hut after hut taps one place; one of the huts has a druid chip."""
    app_state = AppState(tmp_path)
    app_state.set_settings(Settings(motion=False, large_letters=True))
    session = app_state.begin_game(beginning(3))
    played = iter(commands(beginning(3), 2000, seed=3))
    while session.state.finale is not FinaleStage.CIRCUIT:
        session.apply(next(played))
    places: dict[str, set[Point]] = {}
    chips = 0
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        touch.navigator.apply_letter_size()
        touch.navigator.go(routes.Table())
        place = touch.place("offer.rest")
        touch.tap("offer.rest")
        assert not place.overlaps(touch.place("offer.rest.done")), "two taps in one place"
        assert faults(touch) == []
        touch.tap("back")
        while touch.page.state.decider is not None:
            touch.step()
            chips += touch.shows("offer.chip")
            for key in ("offer.none", "offer.both", "offer.pay"):
                places.setdefault(key, set()).add(touch.place(key).center)
            touch.page.decide(MakeOffering(by=touch.page.state.decider, give=OfferingAnswer.NONE))
    assert chips
    for key, found in places.items():
        for way in zip(*found, strict=True):
            assert max(way) - min(way) <= theme.GAP, key


def test_a_second_offering_in_a_row_looks_like_another_one(tmp_path: Path) -> None:
    """Where he asks is the largest that is written, and the card comes in from the side."""

    def large_numbers() -> set[str]:
        written = (one for one in touch.written_texts() if one.size > theme.LARGE_TEXT)
        return {one.text for one in written if one.text.isdigit()}

    alike = others = 0
    with at_the_final_circuit(tmp_path) as touch:
        touch.app_state.set_settings(Settings())
        while len(touch.page.state.visits) > 1:
            touch.wait(1)
            before = touch.page.state
            assert large_numbers() == {str(before.visits[0])}
            touch.page.decide(MakeOffering(by=before.decider, give=OfferingAnswer.NONE))
            slides = any(getattr(one, "shift", 0.0) for one in touch.widgets())
            assert slides is (touch.page.state.decider is before.decider)
            alike += slides
            others += not slides
            if alike == others == 1:
                touch.tap_at((2, 2))
                assert not any(getattr(one, "shift", 0.0) for one in touch.widgets())
        assert comes_to_rest(touch)
    assert alike
    assert others


def test_who_gives_nothing_for_the_rest_is_asked_at_none_of_their_huts(tmp_path: Path) -> None:
    with at_the_final_circuit(tmp_path) as touch:
        before, owner = touch.page.state, touch.page.state.decider
        touch.tap("offer.rest")
        assert touch.page.state == before
        touch.tap("back", "offer.rest", "offer.rest.done")
        assert touch.page.state.decider not in (owner, None)
        touch.tap("undo")
        assert touch.page.state == before
        touch.tap("redo")
        while touch.name == "table":
            assert touch.page.state.decider != owner
            key = next(filter(touch.shows, ("offer.none", "to.scoring")))
            touch.tap(key)

        session = touch.app_state.session
        end_news = session.steps.index(next(one for one in session.steps if one.before is before))
        events = (event for step in session.steps[end_news:] for event in step.events)
        offers = [event for event in events if isinstance(event, OfferingMade)]
        huts = [field for field in before.visits if before.hut_owner(field) == owner]
        assert [one.field for one in offers if one.color == owner] == huts
        assert {one.give for one in offers if one.color == owner} == {OfferingAnswer.NONE}
        assert session.state.phase is Phase.FINISHED
