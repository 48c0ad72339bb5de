"""Between two questions nothing jumps: what a finger is over stays under it."""

from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.pieces import MATERIALS, NO_CHIPS, BuildingKind, Chips, Rune
from companion.preview import building_sites, preview_build, price_options
from companion.state import GameState, Phase
from kiosk import routes
from kiosk.pages.table.building import BUILDS
from kiosk.pages.table.draft import (
    ChipSwapDraft,
    Draft,
    EmptyDraft,
    PaymentDraft,
    PrintedFieldDraft,
    SelectedField,
    SelectedOption,
    TurnOption,
)
from kiosk.pages.table.question import Question
from kiosk.pages.table.view import draft_after_plain_tap, own_plains
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from tests.companion.positions import WOOD
from tests.kiosk.inspection import every_size
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import SIZES, Point, Size, Touchscreen
from tests.legal_commands import legal_command
from tests.luck import Luck

DECISIONS, FURTHER = 12, 24
KINDS = ("show.hut", "show.temple")


SEATS = (Rotation.QUARTER, Rotation.THREE_QUARTERS, Rotation.NONE, Rotation.HALF)


def centers(touch: Touchscreen, *keys: str) -> list[tuple[float, float]]:
    return [touch.place(key).center for key in keys]


@pytest.mark.parametrize(
    ("size", "app_die"),
    [((800, 480), False), ((480, 800), True)],
    ids=["lying, wooden die", "upright, app's die"],
)
def test_no_answer_jumps_when_steps_are_taken_back(screen, *, app_die: bool) -> None:
    screen.app_state.set_settings(Settings(motion=False, app_die=app_die))
    session, luck = screen.app_state.begin_game(beginning(3)), Luck(5)
    screen.navigator.go(routes.Table())
    stood: dict[tuple[int, Question], dict[str, Point]] = {}
    again = 0
    for number in range(DECISIONS):
        screen.step()
        # After every third decision two are taken back and done again.
        for key in ("", "undo", "undo", "redo", "redo") if number % 3 == 2 else ("",):
            if key:
                screen.tap(key)
            asked = screen.page.column.answerable_question
            if asked is not None:
                places = {one.key: screen.place(one.key).center for one in asked.choices}
                rounded = {key: (round(x), round(y)) for key, (x, y) in places.items()}
                again += (len(session.steps), asked) in stood
                assert stood.setdefault((len(session.steps), asked), rounded) == rounded
        asked_one = replace(session.state, pending=(luck.pick(session.state.deciders),))
        screen.page.decide(legal_command(asked_one, luck))
    assert again > DECISIONS / 4


@every_size
def test_hut_and_temple_of_a_field_are_compared_without_a_jump(tmp_path: Path, size: Size) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 60, back_to=Phase.ACTION)
    state = app_state.required_session.state
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        free = [one for one in range(1, len(state.board) + 1) if state.building(one) is None]
        for field in free[::16]:
            touch.tap_field(field)
            stood = centers(touch, "more", "back")
            touch.tap("more")
            other = centers(touch, "show.temple")
            touch.tap("show.temple")
            assert centers(touch, "more", "back") == stood
            touch.tap("more")
            assert centers(touch, "show.hut") == other
            touch.tap("show.hut")
        touch.tap("more", "what_if")
        stood = centers(touch, *KINDS)
        for key in reversed(KINDS):
            touch.tap(key)
            assert centers(touch, *KINDS) == stood


@every_size
@pytest.mark.usefixtures("longest_words")
def test_trays_bar_cross_and_build_stay_through_a_turn(tmp_path: Path, size: Size) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 90, back_to=Phase.ACTION)
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        session, luck, seen = touch.app_state.required_session, Luck(8), set()

        def further_questions() -> Iterator[None]:
            for _decision in range(FURTHER):
                touch.step()
                touch.page.decide(legal_command(session.state, luck))
                seen.add(session.state.phase)
                yield

        places: dict[str, set[Point]] = {}
        for _shown in chain(questions_of_a_turn(touch), further_questions()):
            asked = touch.page.column.answerable_question is not None
            for tap in touch.taps() if asked else ():
                name = "main" if tap.key in {"build.hut", "build.temple", "pay.done"} else tap.key
                stays = {"undo", "redo", "menu", "back", "more", "main"}
                if name in stays or name.startswith(("tray.", "aim.")):
                    places.setdefault(name, set()).add(tap.box_to_ancestor(touch.page).center)
        assert seen >= {Phase.ROLL, Phase.TAKE, Phase.GIVE_BACK, Phase.ACTION, Phase.OFFERING}
        assert {"undo", "redo", "menu", "back", "main"} <= places.keys()
        assert {name: found for name, found in places.items() if len(found) > 1} == {}


def questions_of_a_turn(touch: Touchscreen) -> Iterator[None]:
    """The questions of part 2: where to go, fields with hut and temple, and payments of both."""
    state = touch.page.state
    drafts = [
        EmptyDraft(),
        *map(SelectedOption, TurnOption),
        *(draft_after_plain_tap(state, one) for one in own_plains(state)),
    ]
    for kind in BuildingKind:
        drafts += [SelectedField(field, kind) for field in building_sites(state, kind)[::7]]
    for draft in drafts:
        touch.page.set_draft(draft)
        yield
        pay = f"build.{draft.kind}.pay" if isinstance(draft, SelectedField) else ""
        if pay and touch.shows(pay):
            touch.tap(pay)
            yield
            lesser = [one for one in MATERIALS if touch.page.draft.pay.number(one)]
            touch.tap(*(f"pay.{one}.less" for one in lesser[:1]))
            yield
            touch.page.decide(replace(touch.page.draft.purpose, pay=NO_CHIPS))
            yield


@every_size
def test_a_card_keeps_its_outline_while_its_question_is_answered(tmp_path: Path, size) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 90, back_to=Phase.ACTION)
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        for side in (Rotation.NONE, Rotation.QUARTER):
            sides = tuple((color, side) for color in touch.page.state.colors)
            app_state.set_settings(replace(app_state.settings, sides=sides))
            touch.navigator.go(routes.Table())
            for drafts in questions_answered_bit_by_bit(touch.page.state):
                outlines = set()
                for draft in drafts:
                    touch.page.set_draft(draft)
                    shown = touch.page.column._shown
                    outlines.add((shown.area, shown.card))
                assert len(outlines) == 1, drafts[0]


def questions_answered_bit_by_bit(state: GameState) -> Iterator[list[Draft]]:
    """The states of payments, of reading a field, and of a swap."""
    for kind, field in product(BuildingKind, building_sites(state, BuildingKind.HUT)[::18]):
        purpose = BUILDS[kind](by=state.decider, field=field)
        price = price_options(state, purpose)[0]
        lacking = price - Chips.of(next(one for one in MATERIALS if price.number(one)))
        pays = price, lacking, lacking + Chips(0, 0, 0, 3), NO_CHIPS
        yield [PaymentDraft(purpose, pay) for pay in pays]
    read = PrintedFieldDraft(9, Rune.SPROUT)
    yield [read, replace(read, first_icon=WOOD), replace(read, first_icon=WOOD, second_icon=WOOD)]
    yield [ChipSwapDraft(state.decider, Chips(number)) for number in (0, 1, 3)]


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: "x".join(map(str, size)))
@pytest.mark.usefixtures("longest_words")
def test_build_stays_where_it_is_however_many_chips_a_hut_costs(tmp_path: Path, size: Size) -> None:
    """At side seats the card of a third hut covered the trays, and Build moved there."""
    app_state = app_state_with_game(tmp_path, beginning(4), 135, back_to=Phase.ACTION)
    state = app_state.required_session.state
    sites = {
        preview_build(state, BuildingKind.HUT, field, state.decider).price.total: field
        for field in building_sites(state, BuildingKind.HUT)
    }
    assert 6 in sites
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        for seat in SEATS:
            others = (other for other in SEATS if other is not seat)
            sides = ((one, seat if one == state.decider else next(others)) for one in state.colors)
            app_state.set_settings(Settings(motion=False, sides=tuple(sides)))
            touch.navigator.go(routes.Table())
            stood = set()
            for field in sites.values():
                touch.page.set_draft(SelectedField(field))
                stood.add(touch.place("build.hut"))
            assert len(stood) == 1, seat
