"""Who sits at which side is asked, kept with the table's settings, and never in a record."""

import pytest

from companion.pieces import Color
from kiosk.pages.new_game.draft import Chair, SetupDraft, seated, sides_of, with_color, with_name
from kiosk.pages.new_game.seats import all_in_front, seats_form, side_name, with_side
from kiosk.pages.new_game.steps import BonusChips, Seats, new_flow
from kiosk.rotation import Rotation
from kiosk.settings import Settings, load_settings, save_settings
from tests.companion.positions import BLUE, PURPLE
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.flow.walking import choices, tapped
from tests.kiosk.touch import Touchscreen

OPPOSITE = with_side(SetupDraft(), 1, Rotation.HALF)


def test_everybody_sits_in_front_until_somebody_says_otherwise():
    shown = seats_form(new_flow(SetupDraft()).on(Seats()))
    assert [choice.key for choice in choices(shown) if choice.chosen] == ["side.0.0", "side.1.0"]
    assert sides_of(SetupDraft()) == ()


def test_a_tap_says_a_side_and_one_skips_the_question():
    flow = new_flow(SetupDraft()).on(Seats())
    assert tapped(seats_form(flow), "side.1.180").draft == OPPOSITE
    assert tapped(seats_form(flow), "next") == flow.on(BonusChips())
    assert tapped(seats_form(flow.entered(OPPOSITE)), "side.all").draft == SetupDraft()
    assert all_in_front(OPPOSITE) == SetupDraft()


def test_the_four_sides_have_names_of_their_own():
    assert len({side_name(side) for side in Rotation}) == 4


def test_a_side_stays_with_who_sits_there():
    draft = with_name(with_color(OPPOSITE, 1, PURPLE), 1, "Bo")
    assert draft.chairs == (Chair(BLUE), Chair(PURPLE, "Bo", Rotation.HALF))


def test_the_settings_know_how_far_to_turn_to_each_player(tmp_path):
    save_settings(tmp_path, Settings(sides=sides_of(OPPOSITE)))
    settings = load_settings(tmp_path).settings
    assert [settings.facing(color) for color in (PURPLE, BLUE, Color.RED)] == [
        Rotation.NONE,
        Rotation.HALF,
        Rotation.NONE,
    ]
    assert seated(SetupDraft(), settings) == OPPOSITE


def test_the_sides_of_a_game_are_kept_for_the_next_one_and_are_in_no_record(tmp_path):
    with Touchscreen(tmp_path, at="new_game") as touch:
        touch.tap("next", "side.0.90", "next", "bonus.lay", "next", "begin")
        assert touch.desk.settings.facing(PURPLE) is Rotation.QUARTER
        assert load_settings(tmp_path).settings.facing(PURPLE) is Rotation.QUARTER
        assert touch.desk.session.setup.players[0].__struct_fields__ == ("color", "name")
        touch.stage.go("start")
        touch.tap("new_game", "next", "next", "bonus.lay", "next", "begin")
        assert touch.desk.settings.facing(PURPLE) is Rotation.QUARTER


@every_size
@pytest.mark.parametrize("players", [2, 4])
def test_the_seats_are_laid_out_well(tmp_path, size, players):
    with Touchscreen(tmp_path, size) as touch:
        touch.desk.begin(beginning(players, longest=True))
        touch.stage.go("new_game")
        touch.tap("next")
        assert faults(touch) == []
