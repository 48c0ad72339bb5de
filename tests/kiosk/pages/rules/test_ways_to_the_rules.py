import pytest

from companion.commands import PlaceWorker
from companion.pieces import Material
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.touch import Touchscreen, says


@pytest.fixture
def touch(touch: Touchscreen) -> Touchscreen:
    lay_table(touch, beginning(3), app_die=False)
    return touch


def all_about_it_and_back(touch: Touchscreen) -> list[str]:
    read, page = touch.texts(), touch.name
    touch.wait(0.5)
    touch.tap("about")
    assert touch.name == "rules"
    told = touch.texts()
    touch.wait(0.5)
    touch.tap("back")
    assert (touch.name, touch.texts()) == (page, read)
    return told


def test_from_a_question(touch) -> None:
    question = touch.texts()
    touch.tap("why")
    told = all_about_it_and_back(touch)
    assert {"The rules behind it", "+1 is rolled", "Who returns a chip first on −1?"} <= set(told)  # noqa: RUF001 - a minus
    touch.tap("back")
    assert touch.texts() == question


def test_from_the_menu_what_to_do_where_the_table_has_to_stop(touch) -> None:
    touch.tap("menu", "why", "about")
    asked = {"We have to stop: who has won?", "Somebody has to leave: can the others play on?"}
    assert asked <= set(touch.texts())
    touch.tap("question.we-have-to-stop")
    assert says(touch, "the score so far is not a result")


def test_from_a_refusal_what_was_refused_is_still_read(touch) -> None:
    touch.tap("face.wool")
    touch.wait(0.5)
    session = touch.app_state.session
    draft = touch.page.draft
    touch.page.decide(PlaceWorker(by=session.state.decider, plain=Material.WOOD))
    touch.tap("told")
    assert says(touch, "Why not?")
    assert "Who decides" in all_about_it_and_back(touch)
    assert touch.page.draft == draft
    touch.tap("back")
    assert not touch.shows("told")
