from pathlib import Path

import pytest

from kiosk import routes
from kiosk.pages.table.draft import HandsDraft, MenuDraft, SelectedField, ThingExplanationDraft
from kiosk.pages.table.question import SetDraft
from kiosk.words.language import languages, use_language
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.table.asking import ask
from tests.kiosk.touch import Touchscreen


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


@pytest.mark.parametrize("code", languages())
def test_the_rows_of_the_menu_line_up(tmp_path: Path, code: str) -> None:
    use_language(code)
    app_state = app_state_with_game(tmp_path, beginning(3), 20)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.tap("menu")
        keys = [tap.key for tap in touch.taps() if tap.key.startswith("menu.")]
        places = [touch.place(key) for key in keys]
    assert len(places) == 10
    assert len({(round(place.x, 3), round(place.width, 3)) for place in places}) == 2
