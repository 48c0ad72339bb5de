from kiosk.pages.log.view import Forgotten
from kiosk.pages.table.draft import Menu
from kiosk.pages.table.question import Go
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask


def test_the_menu_leads_to_all_that_is_wanted_beside_the_game() -> None:
    state = position(BLUE, GREEN, RED)

    screens = [one.action for one in ask(state, Menu()).choices]

    before, after = ("resume", "correct"), ("rules", "settings", "rolls", "panel", "start")
    assert screens == [*map(Go, before), Go("log", Forgotten()), *map(Go, after)]
