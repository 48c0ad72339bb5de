"""A first game is set up by people who have never played: shown, ticked, and soon at the roll."""

from pathlib import Path

import pytest

from companion.pieces import MATERIALS, Color
from companion.state import Phase
from companion.teaching.hints import SetupMoment as Moment
from companion.teaching.opening import first_game_bonus
from companion.teaching.seen import HintSetting
from kiosk import routes
from kiosk.pieces.form import LessonPicture
from kiosk.rotation import Rotation
from tests.kiosk.robot_typing import Typist
from tests.kiosk.scenes import Guests, over
from tests.kiosk.touch import WRITING, Touchscreen, says

NAMES = ("Paula", "Jonas", "Marie")


def set_up(touch: Touchscreen) -> None:
    """Names and seats for three, every piece of the set-up ticked that lies on the table."""
    touch.tap("first_game", "players.3")
    touch.tap("seat.0.name")  # those after that are asked at once
    for name in NAMES:
        for sign in name:
            touch.tap(f"key.{sign}")
        touch.tap("key.done")
    touch.tap("next", "side.1.270", "side.2.90", "next", "next", "opening.lay")
    while not touch.shows("begin"):
        touch.tap("laid")
    touch.tap("begin")


def test_three_who_have_never_played_come_to_the_first_roll(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        set_up(touch)
        state, settings = touch.app_state.game.state, touch.app_state.settings

        assert touch.name == "table"
        assert state.phase is Phase.ROLL
        assert [player.name for player in state.players] == list(NAMES)
        assert settings.rotation_towards(Color.BLUE) is Rotation.THREE_QUARTERS
        assert settings.hints is HintSetting.FIRST_GAME
        assert touch.app_state.seen >= {moment.value for moment in Moment}
        lying = dict(first_game_bonus(state.board))
        assert {field: state.bonus_on(field) for field in lying} == lying


def test_it_is_the_largest_button_until_a_game_was_finished_here(tmp_path: Path) -> None:
    def areas(touch: Touchscreen) -> dict[str, float]:
        return {tap.key: tap.box.width * tap.box.height for tap in touch.taps()}

    with Touchscreen(tmp_path / "new", at="start") as touch:
        found = areas(touch)
        assert max(found, key=lambda key: found[key]) == "first_game"
    over(tmp_path / "old", Guests())
    with Touchscreen(tmp_path / "old", at="start") as touch:
        assert not touch.shows("first_game")
        touch.tap("new_game", "first_game")
        assert touch.shows("players.4")


def test_who_goes_over_to_a_usual_game_keeps_the_names(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", "players.2", "seat.0.name")
        Typist(touch).type("Ann")
        touch.tap("key.cancel", "back", "back", "new_game")
        assert "Ann" in touch.texts()
        touch.tap("first_game", "players.2")
        assert "Ann" in touch.texts()
        touch.tap("next", "next")
        touch.navigator.resize(*touch.navigator.size)

        assert touch.shows("found.0")


def test_what_was_found_is_ticked_and_nothing_has_to_be(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", "players.2", "next", "next")
        number = sum(tap.key.startswith("found.") for tap in touch.taps())
        touch.tap("found.3", "found.5", "found.3")
        assert number == 12
        assert touch.page.flow.step.found == {5}
        touch.tap("next")

        assert touch.shows("opening.lay")


def test_who_leaves_the_opening_lays_chips_and_places_workers_as_ever(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", "players.2", "next", "next", "next", "opening.leave")
        touch.tap("bonus.lay", "next", "begin")

        assert touch.app_state.game.state.phase is Phase.PLACING
        assert touch.app_state.settings.hints is HintSetting.FIRST_GAME
        assert touch.app_state.wait_for_writes(WRITING)


def test_every_game_is_laid_out_thing_by_thing_too_and_teaches_nobody(tmp_path: Path) -> None:
    over(tmp_path, Guests())
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("new_game", "next", "next", "bonus.lay", "next", "laid.first")
        texts = set(touch.texts())
        while not touch.shows("begin"):
            touch.tap("laid")
            texts |= set(touch.texts())
        touch.tap("laid.before", "laid.all", "begin")

        assert any("onto" in text for text in texts)
        assert not any("icons are asked" in text for text in texts)
        assert touch.app_state.settings.hints is HintSetting.NEVER
        assert not touch.app_state.seen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_beside_the_workers_stands_how_they_are_to_be_laid_and_nothing_else(
    tmp_path: Path, players: int
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", f"players.{players}", "next", "next", "next", "opening.lay")
        while not says(touch, "Workers, in stacks"):
            touch.tap("laid")
        card = touch.page.form().columns[0].rows[0]
        (drawn,) = (row.lesson for row in card.rows if isinstance(row, LessonPicture))
        state = touch.page.flow.draft.first_state(touch.app_state.shelf.default_board(players))
        stacks = {
            one.plain: tuple(color for color, _got in reversed(one.workers)) for one in drawn.yields
        }
        assert stacks == {plain: state.stack(plain) for plain in MATERIALS}
        assert not any(got for one in drawn.yields for _color, got in one.workers)
        assert (drawn.drawn, drawn.numbers) == ((), ())


def test_in_a_first_game_one_name_after_the_other_is_asked_and_cancel_ends_that(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", "players.3", "seat.0.name")
        Typist(touch).type("Ann")
        assert says(touch, "The name of the blue player")
        touch.tap("key.cancel", "seat.2.name")
        Typist(touch).type("Cyd")
        assert [seat.name for seat in touch.page.flow.draft.seats] == ["Ann", None, "Cyd"]
        assert touch.shows("next")


def test_a_first_game_asks_of_no_board_and_of_no_fields_before_the_table_lies(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", "players.4")
        assert not touch.shows("board")
        assert not touch.shows("read")
        assert not says(touch, "unknown")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sides_stand_in_the_order_in_which_people_sit_clockwise(
    tmp_path: Path, players: int
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", f"players.{players}", "next")
        row = [tap for tap in touch.taps() if tap.key.startswith("side.1.")]
        row.sort(key=lambda tap: tap.box_relative_to(touch.page).x)
        assert [tap.key.rpartition(".")[2] for tap in row] == ["0", "270", "180", "90"]


def test_a_tap_on_the_board_changes_nothing_of_what_is_suggested(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", "players.2", "next", "next", "next", "opening.lay")
        before = touch.page.flow
        touch.tap_field(12)
        touch.navigator.go(routes.Start())
        touch.tap("first_game")

        assert touch.page.flow == before
