from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import DeclareEnd, Offer
from companion.events import EndDeclared, FinaleBegun, OfferingMade
from companion.evolution import apply_events
from companion.game import decide, state_after
from companion.pieces import Give
from companion.state import Finale, GameState, Phase
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.pages.table.draft import EmptyDraft, EndAnnouncement, MenuDraft, SelectedField
from kiosk.pages.table.question import ExplainImpossible, SetDraft
from kiosk.pages.table.turn import end_news, finale_line
from kiosk.settings import Settings
from kiosk.ui import theme
from kiosk.ui.surface import Surface
from tests.companion.playing import commands
from tests.companion.playthrough import FOLDER, extract, steps
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import ask, choice, keys, rules, words
from tests.kiosk.touch import SIZES, Point, Size, Touchscreen, comes_to_rest

LAST = FinaleBegun(Finale.LAST_TURNS, BLUE)
CIRCUIT = FinaleBegun(Finale.CIRCUIT, BLUE)


def last_turns(active=GREEN) -> GameState:
    huts = {BLUE: (1, 3, 5, 7, 9, 11, 13, 15)}
    return position(
        BLUE,
        GREEN,
        RED,
        active=active,
        huts=huts,
        temples={BLUE: (17, 19)},
        finale=Finale.LAST_TURNS,
        finisher=BLUE,
        druid=1,
    )


def declared() -> GameState:
    state = position(BLUE, GREEN, RED, huts={BLUE: (1, 3), RED: (5,)}, supply="", druid=1)
    return apply_events(state, decide(state, DeclareEnd()))


def test_a_step_with_which_the_last_turns_or_the_circuit_begin_is_told_by_a_card() -> None:
    assert end_news((LAST,)) == end_news((CIRCUIT,)) == EndAnnouncement(declared=False)
    assert end_news((EndDeclared(), CIRCUIT)) == EndAnnouncement(declared=True)
    assert end_news((EndDeclared(),)) == EmptyDraft()


def test_the_card_of_the_last_turns_tells_who_has_built_everything_and_who_still_plays() -> None:
    asked = ask(last_turns(), EndAnnouncement(declared=False))

    assert asked.title == "Bo has built everything"
    assert asked.color is None
    assert words(asked).splitlines()[0] == "One more turn for: Gus and Ria."
    assert choice(asked, "begun.done").action == SetDraft(EmptyDraft())
    assert choice(asked, "begun.done").text == "Done · Gus: move or build"


def test_the_card_of_the_circuit_tells_how_many_huts_are_asked() -> None:
    asked = ask(declared(), EndAnnouncement(declared=False))

    assert asked.title == "The final circuit begins"
    assert "3 huts" in words(asked)


def test_the_card_of_an_end_by_exhaustion_says_that_the_table_ended_the_game() -> None:
    asked = ask(declared(), EndAnnouncement(declared=True))

    assert asked.title == "The table ends the game"
    assert rules(asked) == ["end.exhausted", "end.circuit"]


def test_from_then_on_a_line_tells_whose_last_turns_are_to_come() -> None:
    assert finale_line(last_turns(GREEN), EmptyDraft()) == "Last turns: Gus and Ria"
    assert finale_line(last_turns(RED), EmptyDraft()) == "The last turn: Ria"
    assert words(ask(last_turns())).splitlines()[0] == finale_line(last_turns(), EmptyDraft())


def test_in_the_final_circuit_every_card_says_so() -> None:
    for asked in (ask(declared()), ask(declared(), SelectedField(9))):
        assert words(asked).splitlines()[0] == "Final circuit: 3 huts"


def test_the_menu_asks_nothing_and_has_no_line() -> None:
    assert finale_line(last_turns(), MenuDraft()) == ""


def test_before_the_last_turns_no_line_is_told() -> None:
    assert finale_line(position(BLUE, GREEN, RED, phase=Phase.ROLL), EmptyDraft()) == ""


def at_the_beginning_of(finale: Finale, folder: Path, size: Size = SIZES[0]) -> Touchscreen:
    """The table of a recorded game after the decision with which that part of its end begins."""
    recorded = extract((FOLDER / "two-players-build-everything.txt").read_text(encoding="utf-8"))
    app_state = AppState(folder)
    app_state.set_settings(Settings(motion=False))
    session = app_state.begin(recorded.setup)
    played = (step.command for step in steps(recorded) if step.command is not None)
    for command in played:
        events = decide(session.state, command)
        if any(isinstance(event, FinaleBegun) and event.finale is finale for event in events):
            touch = Touchscreen(folder, size, app_state=app_state, at="table")
            touch.step()
            touch.page.decide(command)
            return touch
        session.apply(command)
    raise AssertionError


def test_the_card_is_shown_once_and_the_line_stays(tmp_path: Path) -> None:
    with at_the_beginning_of(Finale.LAST_TURNS, tmp_path) as touch:
        line = finale_line(touch.page.state, EmptyDraft())
        assert any("has built everything" in text for text in touch.texts())
        assert line not in touch.texts()
        touch.tap("begun.done")
        assert line in touch.texts()
        touch.navigator.go(routes.Log())
        touch.tap("back")

        assert line in touch.texts()
        assert not touch.shows("begun.done")


def test_the_panel_rolls_while_the_card_is_read(tmp_path: Path) -> None:
    with at_the_beginning_of(Finale.LAST_TURNS, tmp_path) as touch:
        assert touch.page.asks_roll
        touch.step()
        touch.page.roll()

        assert touch.page.state.phase is not Phase.ROLL
        assert not touch.shows("begun.done")


@every_size
@pytest.mark.parametrize("finale", Finale)
def test_the_card_and_the_line_are_laid_out_well(tmp_path: Path, size, finale: Finale) -> None:
    with at_the_beginning_of(finale, tmp_path, size) as touch:
        assert faults(touch) == []
        touch.tap("begun.done")
        assert faults(touch) == []


def test_nothing_for_the_rest_is_offered_to_whoever_has_huts_to_come_and_only_then() -> None:
    state = declared()
    assert state.phase is Phase.OFFERING
    seen = {}
    while state.decider is not None:
        seen[state.visits] = not choice(ask(state), "offer.rest").dim
        state = state_after(state, Offer(by=state.decider, give=Give.NONE))

    owners = {BLUE: (1, 3), RED: (5,)}
    assert seen == {
        visits: any(visits[0] in huts and set(visits[1:]) & set(huts) for huts in owners.values())
        for visits in seen
    }
    assert set(seen.values()) == {True, False}
    assert "offer.rest" not in keys(ask(replace(declared(), finale=None)))


@every_size
def test_two_taps_in_one_place_never_give_nothing_for_the_rest(tmp_path: Path, size) -> None:
    with at_the_beginning_of(Finale.CIRCUIT, tmp_path, size) as touch:
        touch.tap("begun.done")
        before, place = touch.page.state, touch.place("offer.rest")
        touch.tap("offer.rest")
        assert not place.overlaps(touch.place("offer.rest.done"))
        assert faults(touch) == []
        assert touch.page.state == before


def test_nothing_for_the_rest_says_whose_and_of_how_many_huts() -> None:
    state = declared()
    assert choice(ask(state), "offer.rest").text == "Nothing at my last 2 huts"
    while len(state.visits) > 1:
        state = state_after(state, Offer(by=state.decider, give=Give.NONE))
    last = choice(ask(state), "offer.rest")
    assert isinstance(last.action, ExplainImpossible)
    assert "last hut" in str(last.action.reason)


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@every_size
def test_answers_stay_where_they_are_from_hut_to_hut(tmp_path: Path, size, large: bool) -> None:  # noqa: FBT001
    """Whoever gives nothing at hut after hut taps one place; one of the huts has a druid chip."""
    setup = beginning(3)
    played = list(commands(setup, 2000, seed=3))
    app_state = AppState(tmp_path)
    app_state.set_settings(Settings(motion=False, large_letters=large))
    session = app_state.begin(setup)
    for command in played:
        session.apply(command)
        if session.state.finale is Finale.CIRCUIT:
            break
    places: dict[str, set[Point]] = {}
    chips = 0
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        touch.navigator.fit_letters()
        touch.navigator.go(routes.Table())
        while touch.page.state.decider is not None:
            touch.step()
            chips += touch.shows("offer.chip")
            for key in ("offer.none", "offer.both", "offer.pay"):
                places.setdefault(key, set()).add(touch.place(key).center)
            touch.page.decide(Offer(by=touch.page.state.decider, give=Give.NONE))
    assert chips
    for key, found in places.items():
        for way in zip(*found, strict=True):
            assert max(way) - min(way) <= theme.GAP, key


def large_numbers(touch: Touchscreen) -> set[str]:
    """Numbers that are written larger than all words."""
    surfaces = (one for one in touch.widgets() if isinstance(one, Surface))
    written = (text for surface in surfaces for text in surface.inscriptions)
    return {text.text for text in written if text.size > theme.LARGE_TEXT and text.text.isdigit()}


def test_a_second_offering_in_a_row_looks_like_another_one(tmp_path: Path) -> None:
    """Where he asks is the largest that is written, and the card comes in from the side."""
    alike = others = 0
    with at_the_beginning_of(Finale.CIRCUIT, tmp_path) as touch:
        touch.app_state.set_settings(Settings())
        touch.tap("begun.done")
        while len(touch.page.state.visits) > 1:
            touch.wait(1)
            before = touch.page.state
            assert large_numbers(touch) == {str(before.visits[0])}
            touch.page.decide(Offer(by=before.decider, give=Give.NONE))
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
    with at_the_beginning_of(Finale.CIRCUIT, tmp_path) as touch:
        touch.tap("begun.done")
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
            key = next(filter(touch.shows, ("begun.done", "offer.none", "to.scoring")))
            touch.tap(key)

        session = touch.app_state.session
        end_news = session.steps.index(next(one for one in session.steps if one.before is before))
        events = (event for step in session.steps[end_news:] for event in step.events)
        offers = [event for event in events if isinstance(event, OfferingMade)]
        huts = [field for field in before.visits if before.hut_owner(field) == owner]
        assert [one.field for one in offers if one.color == owner] == huts
        assert {one.give for one in offers if one.color == owner} == {Give.NONE}
        assert session.state.phase is Phase.FINISHED
