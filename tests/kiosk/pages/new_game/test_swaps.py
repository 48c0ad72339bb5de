"""Three for one at any time, or only in a payment: chosen as a game begins, and kept with it."""

from pathlib import Path

import pytest

from companion import commands as do
from companion.pieces import Face
from companion.state import Phase
from kiosk import routes
from kiosk.settings import Settings
from tests.companion.positions import BLUE, PURPLE, setup
from tests.kiosk.touch import Touchscreen, says

TO_THE_LAST_PAGE = ("next", "next", "bonus.lay", "next", "workers.lay")


@pytest.fixture
def touch(tmp_path: Path):
    with Touchscreen(tmp_path) as touch:
        touch.app_state.set(Settings(motion=False))
        yield touch


def begin(touch: Touchscreen, *more: str) -> None:
    """Lay a game out for whoever is entered, and play until somebody may move or build."""
    touch.navigator.go(routes.NewGame())
    touch.tap(*TO_THE_LAST_PAGE, *more, "begin")
    first_turn(touch)


def first_turn(touch: Touchscreen) -> None:
    session = touch.app_state.game
    if session.state.phase is Phase.ROLL:
        session.apply(do.Roll(by=session.state.decider, face=Face.STONE))
    touch.navigator.go(routes.Table())
    touch.step()


def swaps(touch: Touchscreen) -> bool:
    """Whether the table offers to swap three for one outside of a payment."""
    if touch.name != "table":
        touch.navigator.go(routes.Table())
    touch.tap("menu", "menu.hands")
    offered = any(tap.key.startswith("swap.") for tap in touch.taps())
    assert offered is not touch.shows("rulings")
    touch.tap("back")
    return offered


def test_who_taps_nothing_swaps_at_any_time_as_the_rules_say(touch) -> None:
    begin(touch)
    assert swaps(touch)
    assert touch.app_state.settings.rulings == ()


def test_a_game_can_begin_with_swaps_only_in_a_payment_and_a_tap_takes_that_back(touch) -> None:
    touch.navigator.go(routes.NewGame())
    touch.tap(*TO_THE_LAST_PAGE)
    assert says(touch, "3 for 1 at any time")
    touch.tap("swaps")
    assert says(touch, "3 for 1 only in a payment")
    touch.tap("swaps", "swaps", "begin")
    first_turn(touch)
    assert not swaps(touch)


def test_a_payment_takes_three_for_one_all_the_same(touch) -> None:
    begin(touch, "swaps")
    touch.tap_field(next(iter(touch.app_state.game.setup.bonus))[0] + 1)
    assert touch.shows("build.hut.pay")


def test_the_game_keeps_it_through_a_restart_and_a_newer_game_of_the_same_people(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path) as touch:
        touch.app_state.set(Settings(motion=False))
        touch.app_state.begin(setup(PURPLE, BLUE))
        begin(touch, "swaps")
        first = touch.app_state.game.game_id
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("resume", "play")
        assert not swaps(touch)
        begin(touch, "swaps")
        assert swaps(touch)
        games = {game.id: game for game in touch.app_state.journal.games(9)}
        touch.app_state.resume(games[first])
        touch.navigator.go(routes.Table())
        assert not swaps(touch)


def test_the_next_game_of_the_same_people_begins_as_their_last_one(touch) -> None:
    touch.app_state.begin(setup(PURPLE, BLUE))
    begin(touch, "swaps")
    touch.navigator.go(routes.NewGame())
    touch.tap(*TO_THE_LAST_PAGE)
    assert says(touch, "3 for 1 only in a payment")
    touch.tap("back", "back", "back", "seat.add", *TO_THE_LAST_PAGE[:-1])
    assert says(touch, "3 for 1 at any time")


def test_players_without_names_have_it_again_in_a_rematch_and_in_no_other_game(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path) as touch:
        touch.app_state.set(Settings(motion=False))
        begin(touch, "swaps")
        touch.app_state.rematch = touch.app_state.game.setup
        begin(touch)
        assert not swaps(touch)
    with Touchscreen(tmp_path) as touch:
        begin(touch)
        assert swaps(touch)


def test_in_the_game_it_is_changed_in_the_house_rules_and_a_swap_begun_is_given_up(touch) -> None:
    begin(touch)
    color = touch.app_state.game.state.players[0].color
    touch.tap("menu", "menu.hands", f"swap.{color}")
    assert says(touch, "swaps 3 for 1")
    touch.navigator.go(routes.Rulings())
    touch.tap("swaps.payment", "back")
    assert touch.name == "table"
    assert not says(touch, "swaps 3 for 1")
    assert not swaps(touch)
    touch.tap("menu", "menu.hands", "rulings", "swaps.any", "back")
    assert swaps(touch)


def test_to_drop_the_ruling_lets_the_table_swap_again(touch) -> None:
    begin(touch, "swaps")
    touch.navigator.go(routes.Rulings())
    touch.tap("remove.0")
    assert touch.find("swaps.any") is not None
    touch.tap("back")
    assert swaps(touch)
