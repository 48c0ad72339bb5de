"""A child's double tap: the second tap comes right after the first one, and means nothing new."""

from collections.abc import Callable

import pytest

from companion.pieces import Chips, Color, Material
from kiosk import routes
from kiosk.pages.correct.view import Correction
from kiosk.pages.new_game.draft import (
    BonusChipsStep,
    BoxContentsStep,
    PieceSetupStep,
    PlayersStep,
    ReplacementPiecesStep,
    SeatSidesStep,
    SuggestedOpeningStep,
)
from kiosk.pages.table.draft import (
    EmptyDraft,
    MenuDraft,
    PlayerStatusDraft,
    SelectedField,
    SelectedOption,
    TurnOption,
)
from kiosk.ui.touch_history import AWAY_SECONDS, SEEN_SECONDS
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_hand, lay_table
from tests.kiosk.touch import Touchscreen, says

DOUBLE = 0.125
"""Seconds between the two taps."""
SLOW = 0.4375
"""Seconds in which a slow machine builds a page, and hears of no tap."""


@pytest.fixture(params=["fast", "slow"])
def twice(request: pytest.FixtureRequest) -> Callable[[Touchscreen, str], None]:
    """Taps the button with a key, and its place again."""

    def tap_twice(touch: Touchscreen, key: str) -> None:
        touch.wait(AWAY_SECONDS + DOUBLE)
        place = touch.place(key).center
        touch.tap_at(place)
        if request.param == "slow":
            touch.delay_next_frame(SLOW)
        else:
            touch.wait(DOUBLE)
        touch.tap_at(place)

    return tap_twice


@pytest.fixture
def table(touch: Touchscreen) -> Touchscreen:
    """Two players at a table; purple has rolled, and chooses what to do."""
    lay_table(touch, beginning(2), WORKERS)
    touch.tap("face.wool")
    return touch


@pytest.fixture
def correcting(table: Touchscreen) -> Touchscreen:
    table.navigator.go(routes.Correct())
    return table


def test_setting_up_a_first_game_skips_no_step(touch, twice):
    touch.navigator.go(routes.NewGame(for_beginners=True))
    for key, step in (
        ("players.3", PlayersStep()),
        ("next", SeatSidesStep()),
        ("next", BoxContentsStep()),
        ("missing", ReplacementPiecesStep()),
        ("back", BoxContentsStep()),
        ("found.0", BoxContentsStep(frozenset({0}))),
        ("next", SuggestedOpeningStep()),
        ("opening.lay", PieceSetupStep()),
        ("laid", PieceSetupStep(1)),
        ("laid", PieceSetupStep(2)),
        ("laid.before", PieceSetupStep(1)),
        ("back", SuggestedOpeningStep()),
        ("back", BoxContentsStep(frozenset({0}))),
        ("back", SeatSidesStep()),
    ):
        twice(touch, key)
        assert touch.page.flow.step == step, key


def test_no_name_is_skipped(touch, twice):
    touch.navigator.go(routes.NewGame(for_beginners=True))
    touch.tap("players.2", "seat.0.name", "key.A")
    twice(touch, "key.done")
    assert touch.page.flow.step.seat_index == 1
    touch.tap("key.B", "key.done")
    assert touch.page.flow.draft.seats[1].name == "B"
    assert touch.page.flow.step == PlayersStep()


def test_a_choice_is_not_undone_before_it_is_seen(table, twice):
    for option in (TurnOption.WORKER, TurnOption.HUT):
        twice(table, f"aim.{option}")
        assert table.page.draft == SelectedOption(option)
    table.wait(SEEN_SECONDS)
    table.tap_at_once("aim.hut")
    assert table.page.draft == EmptyDraft()


def test_each_way_back_leads_one_step_back(table, twice):
    table.tap_field(10)
    twice(table, "more")
    assert table.page.draft == SelectedField(10, shows_more=True)
    twice(table, "back")
    assert table.page.draft == SelectedField(10)
    twice(table, "back")
    assert table.page.draft == EmptyDraft()
    assert table.page.column.card_text_key == ""
    table.tap("menu", "menu.hands")
    twice(table, "back")
    assert isinstance(table.page.draft, MenuDraft | EmptyDraft)


def test_a_refusal_is_read_before_another_page_opens(table, twice):
    lay_hand(table, Chips())
    table.tap_field(10)
    twice(table, "build.hut")
    assert table.name == "table"
    assert table.page.column.card_text_key == "told"


def test_a_correction_gets_no_reason_and_no_change_by_accident(correcting, twice):
    for key in [tap.key for tap in correcting.taps() if tap.key.startswith("part.")]:
        twice(correcting, key)
        assert correcting.page.flow.draft == Correction(), key
        correcting.tap("done")


def test_a_refusal_is_read_before_the_board_is_tapped(table):
    lay_hand(table, Chips())
    table.tap("menu", "menu.hands", "swap.purple", *["give.wood.more"] * 3)
    table.tap_plain(Material.WOOL)
    refused = table.texts()
    assert says(table, "Pim does not have all of these chips")
    table.wait(DOUBLE)
    table.tap_at(table.board.plain_center(Material.WOOL))
    assert table.texts() == refused


def test_a_bonus_chip_stays_where_it_is_put(touch):
    touch.navigator.go(routes.NewGame())
    touch.tap("next", "next")
    assert touch.page.flow.step == BonusChipsStep()
    for field in (1, 5):
        for _tap in range(2):
            touch.wait(DOUBLE)
            touch.tap_at(touch.board.field_center(field))
    assert [field for field, _chip in touch.page.flow.draft.bonus_chips] == [1, 5]


def test_one_change_is_left_out(correcting, twice):
    for key in ("points.more", "rune.waves", "chips.wood.more"):
        correcting.tap("part.blue", key, "done")
    changes = len(correcting.page.flow.draft.changes)
    correcting.tap("changes")
    twice(correcting, "leave.0")
    assert len(correcting.page.flow.draft.changes) == changes - 1


def test_a_tray_opens_or_closes_once(touch, twice):
    lay_table(touch, beginning(2), WORKERS)
    for draft in (PlayerStatusDraft(Color.BLUE), EmptyDraft()):
        twice(touch, "tray.blue")
        assert touch.page.draft == draft


def test_undo_of_the_end_taps_nothing_on_the_table(tmp_path, twice):
    app_state = app_state_with_game(tmp_path, beginning(2))
    with Touchscreen(tmp_path, app_state=app_state, at="game_result") as touch:
        twice(touch, "undo")
        assert touch.name == "table"
        assert touch.page.draft == EmptyDraft()


def test_letters_can_be_typed_as_fast_as_somebody_can(touch):
    touch.navigator.go(routes.NewGame())
    touch.tap("seat.0.name", "key.A")
    for key in ("a", "a", "s", "s", "shift", "S", "s"):
        touch.wait(DOUBLE / 2)
        touch.tap_at_once(f"key.{key}")
    assert touch.page.keyboard_state.text == "AaassSs"


def test_a_number_is_counted_as_fast_as_somebody_taps(correcting):
    correcting.tap("part.blue")
    for _tap in range(3):
        correcting.wait(DOUBLE / 2)
        correcting.tap_at_once("points.more")
    assert says(correcting, "› 8")  # noqa: RUF001 - as on the screen


def test_pages_are_turned_as_fast_as_somebody_taps(touch):
    touch.navigator.go(routes.Rules())
    touch.tap("questions")
    for _tap in range(5):
        page = touch.texts()
        touch.wait(DOUBLE / 2)
        touch.tap_at_once("more")
        assert touch.texts() != page
