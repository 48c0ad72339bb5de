from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from companion.memory.boards import BoardShelf
from companion.pieces import Color
from kiosk import routes
from kiosk.pages.new_game.draft import (
    SeatDraft,
    SeatSidesStep,
    SetupDraft,
    SetupFlow,
    new_setup_flow,
)
from kiosk.pages.new_game.view import setup_form
from kiosk.pieces import blocks
from kiosk.pieces.form import RoundTable
from kiosk.rotation import Rotation
from kiosk.settings import load_settings
from kiosk.ui.form import Form, Row
from tests.companion.positions import BLUE, PURPLE
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.flow.walking import choices, tapped
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.touch import SIZES, UPRIGHT, Size, Touchscreen

SHELF = BoardShelf(Path("nowhere"))


def shown(flow: SetupFlow) -> Form:
    return setup_form(flow, SHELF)


def test_everybody_sits_in_front_until_somebody_says_otherwise():
    form = shown(new_setup_flow(SetupDraft()).with_next_step(SeatSidesStep()))
    assert [choice.key for choice in choices(form) if choice.chosen] == ["side.0.0", "side.1.0"]
    draft = SetupDraft().with_side(1, Rotation.HALF).with_color(1, PURPLE).with_name(1, "Bo")
    assert draft.seats == (SeatDraft(BLUE), SeatDraft(PURPLE, "Bo", Rotation.HALF))


def test_the_sides_of_a_game_are_kept_for_the_next_one_and_are_in_no_record(tmp_path):
    with Touchscreen(tmp_path, at="new_game") as touch:
        touch.tap("next", "side.0.90", "next", "bonus.lay", "next", "begin")
        assert touch.app_state.settings.rotation_towards(PURPLE) is Rotation.QUARTER
        assert load_settings(tmp_path).settings.rotation_towards(PURPLE) is Rotation.QUARTER
        assert touch.app_state.session.setup.players[0].__struct_fields__ == ("color", "name")
        touch.navigator.go(routes.Start())
        touch.tap("new_game", "next", "next", "bonus.lay", "next", "begin")
        assert touch.app_state.settings.rotation_towards(PURPLE) is Rotation.QUARTER


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT], ids=str)
def test_four_players_see_the_table_that_they_sit_at(tmp_path: Path, size: Size) -> None:
    with Touchscreen(
        tmp_path, size, app_state=app_state_with_game(tmp_path, beginning(4), 9)
    ) as touch:
        with patch.object(blocks, "_draw_round_table") as draw:
            touch.navigator.go(routes.Seats())
        assert draw.called


def around(*sides: Rotation) -> SetupDraft:
    """As many players as sides, entered in that order; the second one begins."""
    seats = zip(Color, sides, strict=False)
    return SetupDraft(tuple(SeatDraft(color, side=side) for color, side in seats), starting_seat=1)


FRONT, RIGHT, BEHIND, LEFT = Rotation


@pytest.mark.parametrize(
    "sides",
    [
        (FRONT, FRONT, FRONT),
        (FRONT, LEFT, BEHIND, RIGHT),
        (BEHIND, RIGHT, FRONT, LEFT),
        (LEFT, LEFT, RIGHT),
        (RIGHT, LEFT),
    ],
)
def test_who_sit_clockwise_are_told_nothing(sides):
    form = shown(new_setup_flow(around(*sides)).with_next_step(SeatSidesStep()))
    assert "seats.order" not in [choice.key for choice in choices(form)]


@pytest.mark.parametrize(
    "sides",
    [
        (FRONT, RIGHT, BEHIND, LEFT),
        (FRONT, RIGHT, BEHIND),
        (FRONT, BEHIND, LEFT, RIGHT),
        (LEFT, FRONT, LEFT, FRONT),
    ],
)
def test_who_sit_against_the_clock_are_told_and_one_tap_orders_them(sides):
    draft = around(*sides)
    ordered = tapped(
        shown(new_setup_flow(draft).with_next_step(SeatSidesStep())), "seats.order"
    ).draft
    assert ordered.players_sit_clockwise
    assert set(ordered.seats) == set(draft.seats)
    assert ordered.seats[0] == draft.seats[0]
    assert ordered.seats[ordered.starting_seat] == draft.seats[1], "who begins begins"


@pytest.mark.parametrize(
    ("sides", "drawn"),
    [
        ((FRONT, LEFT, FRONT), (LEFT, FRONT, FRONT)),
        ((LEFT, FRONT, FRONT), (LEFT, FRONT, FRONT)),
        ((RIGHT, FRONT, LEFT, RIGHT), (FRONT, LEFT, RIGHT, RIGHT)),
        ((FRONT, FRONT), (FRONT, FRONT)),
    ],
)
def test_neighbours_on_one_side_are_drawn_in_turn_order(sides, drawn) -> None:
    """The drawing puts the first of a side on its right, as seen from that side."""
    draft = around(*sides)
    form = shown(new_setup_flow(draft).with_next_step(SeatSidesStep()))
    (row,) = form.columns[1].rows
    assert isinstance(row, Row)
    (table,) = row.items
    assert isinstance(table, RoundTable)
    assert tuple(side for _color, side in table.seats) == drawn
    turns = [seat.color for seat in draft.seats]
    first = turns.index(table.seats[0][0])
    assert [color for color, _side in table.seats] == [*turns[first:], *turns[:first]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_tap_seats_everybody_round_the_table_in_turn_order(players: int) -> None:
    draft = around(*[Rotation.NONE] * players)
    seated = tapped(
        shown(new_setup_flow(draft).with_next_step(SeatSidesStep())), "side.around"
    ).draft
    sides = [seat.side for seat in seated.seats]
    assert seated.players_sit_clockwise
    assert len({*sides}) == players
    assert sides[0] is FRONT
    if players == 2:
        assert sides[1] is BEHIND


def test_who_sits_where_lies_as_the_display_does_whoever_opens_it(touch: Touchscreen) -> None:
    """Its drawing shows the table as seen from the front of the display."""
    lay_table(touch, beginning(2))
    sides = ((PURPLE, BEHIND), (BLUE, BEHIND))
    touch.app_state.set_settings(replace(touch.app_state.settings, sides=sides))
    touch.navigator.go(routes.Table())
    touch.wait(1)
    touch.tap("menu", "menu.settings")
    touch.wait(1)
    assert touch.rotated_view.rotation is BEHIND
    touch.tap("seats")
    touch.wait(1)
    assert touch.rotated_view.rotation is FRONT


def test_seats_are_changed_from_the_menu_and_the_trays_turn_at_once(touch, tmp_path: Path) -> None:
    lay_table(touch, beginning(2))
    places = touch.place("tray.purple"), touch.place("tray.blue")
    touch.tap("menu", "menu.settings", "seats", "side.around")
    assert touch.app_state.settings.rotation_towards(BLUE) is Rotation.HALF
    assert load_settings(tmp_path).settings.rotation_towards(BLUE) is Rotation.HALF
    touch.tap("back", "back")
    corner = touch.find("tray.blue").parent.to_parent(0, 0)
    assert corner[0] > touch.place("tray.blue").center[0], "the tray is upside down"
    assert (touch.place("tray.purple"), touch.place("tray.blue")) == places
    touch.tap("menu", "menu.settings", "seats", "side.all")
    assert touch.app_state.settings.sides == ()
