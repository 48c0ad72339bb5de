from kiosk import routes
from kiosk.pages.table.draft import HandsDraft, MenuDraft, SelectedField, ThingExplanationDraft
from kiosk.pages.table.question import SetDraft
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask


def test_the_menu_leads_to_all_that_is_wanted_beside_the_game() -> None:
    state = position(BLUE, GREEN, RED)

    asked = ask(state, MenuDraft(SelectedField(3)))

    assert [one.action for one in asked.choices] == [
        SetDraft(HandsDraft(SelectedField(3))),
        routes.Log(),
        SetDraft(ThingExplanationDraft(None, SelectedField(3), explains_taps=True)),
        routes.Rules(),
        routes.BoardCheck(),
        routes.Correct(),
        routes.DieRolls(),
        routes.Settings(),
        routes.Log(for_forgotten_step=True),
        routes.Start(),
    ]
    assert asked.back == SelectedField(3)
