from kiosk import routes
from kiosk.pages.table.draft import Menu
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask


def test_the_menu_leads_to_all_that_is_wanted_beside_the_game() -> None:
    state = position(BLUE, GREEN, RED)

    screens = [one.action for one in ask(state, Menu()).choices]

    before = (routes.Resume(), routes.Correct())
    after = (routes.Rules(), routes.Settings(), routes.Rolls(), routes.Panel(), routes.Start())
    assert screens == [*before, routes.Log(forgot=True), *after]
