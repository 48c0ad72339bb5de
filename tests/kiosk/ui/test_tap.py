from itertools import pairwise

import msgspec
import pytest
from kivy.metrics import dp

from kiosk.navigator import Page
from kiosk.ui import theme
from kiosk.ui.button import button_boxes, button_widget, draw_symbol
from kiosk.ui.form import Button
from kiosk.ui.surface import Box, text_width
from tests.kiosk.touch import Touchscreen

PLACE = Box(20, 20, 200, 60)
EDGE = (24.0, 50.0)
"""Inside the button, beside its text."""
BESIDE = (400.0, 50.0)


@pytest.fixture
def touch(touch: Touchscreen) -> Touchscreen:
    touch.navigator.page = Page(touch.navigator)
    touch.navigator.add_widget(touch.navigator.page)
    tap = button_widget(Button("one", None, "One"), PLACE, theme.GROUND, lambda _action: None)
    touch.page.add_widget(tap)
    return touch


def light_at(touch: Touchscreen, point: tuple[float, float]) -> int:
    touch.draw()
    texture = touch.navigator.export_as_image().texture
    row = texture.height - 1 - round(point[1])  # the picture's first row is its upper one
    start = 4 * (row * texture.width + round(point[0]))
    return sum(texture.pixels[start : start + 3])


def test_a_button_is_darker_while_a_finger_lies_on_it(touch: Touchscreen) -> None:
    before = light_at(touch, EDGE)
    with touch.held("one"):
        assert light_at(touch, EDGE) < before
    assert light_at(touch, EDGE) == before


def test_a_finger_that_comes_back_darkens_the_button_once(touch: Touchscreen) -> None:
    tap = touch.find("one")
    at_rest = tap.canvas.length()
    with touch.held("one"):
        pressed = light_at(touch, EDGE)
        touch._window.finger("move", BESIDE)
        touch._window.finger("move", PLACE.center)
        touch._window.finger("move", (PLACE.center[0] + 1, PLACE.center[1]))
        assert light_at(touch, EDGE) == pressed
    assert tap.canvas.length() == at_rest


@pytest.fixture
def tapped(touch: Touchscreen) -> list[str]:
    done: list[str] = []
    touch.find("one").on_tap = lambda: done.append("one")
    return done


def test_a_finger_under_which_a_button_comes_to_mean_another_thing_taps_nothing(
    touch: Touchscreen, tapped: list[str]
) -> None:
    tap = touch.find("one")
    with touch.held("one"):
        tap.on_tap = lambda: tapped.append("another")
    assert tapped == []
    touch.tap("one")
    assert tapped == ["another"]


def test_a_finger_under_which_a_button_is_taken_away_taps_nothing(
    touch: Touchscreen, tapped: list[str]
) -> None:
    tap = touch.find("one")
    with touch.held("one"):
        touch.page.remove_widget(tap)
    assert tapped == []


def test_buttons_side_by_side_are_equally_wide_where_their_texts_fit(touch: Touchscreen) -> None:
    line = Box(0, 0, 400, 48)

    places = button_boxes(line, ["Log", "Undo", "Menu"], dp(theme.GAP))

    assert {round(place.width, 3) for place in places} == {round((400 - 16 * dp(1)) / 3, 3)}
    assert (places[0].x, round(places[-1].right, 3)) == (0, 400)


def test_a_long_text_has_the_room_that_the_others_can_spare(touch: Touchscreen) -> None:
    line = Box(0, 0, 300, 48)
    texts = ["Log", "Rolls of the die", "Menu"]

    places = button_boxes(line, texts, dp(theme.GAP))

    assert places[1].width > 100
    assert all(
        text_width(text, theme.DECISION_TEXT) < place.width
        for text, place in zip(texts, places, strict=True)
    )
    assert (places[0].x, round(places[-1].right, 3)) == (0, 300)


def test_texts_that_need_too_much_together_are_all_written_smaller(touch: Touchscreen) -> None:
    texts = ["Revenir", "Rétablir", "Journal", "Main", "Menu"]
    places = button_boxes(Box(0, 0, 320, 48), texts, dp(theme.GAP))

    assert all(place.width >= dp(theme.TOUCH) for place in places)
    assert all(
        text_width(text, theme.SMALL_TEXT) < place.width
        for text, place in zip(texts, places, strict=True)
    )
    assert round(places[-1].right, 3) == 320


class ProbeSymbol(msgspec.Struct, frozen=True):
    """Symbol that records the places where it is drawn."""

    drawn: list[tuple[float, float]]


@draw_symbol.register
def _(symbol: ProbeSymbol, center: tuple[float, float], size: float) -> None:
    symbol.drawn.append((center[0] - size, center[0] + size))


@pytest.mark.usefixtures("touch")
@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_signs_with_numbers_stand_beside_a_sign_that_has_no_words_and_not_upon_it(
    many: int,
) -> None:
    sign = ProbeSymbol([])
    place = Box(20, 20, 120 + 44 * many, 56)
    amounts = tuple((sign, number) for number in range(1, many + 1))
    button = Button("one", None, symbol=sign, amounts=amounts)
    button_widget(button, place, theme.GROUND, lambda _action: None)
    spans = sorted(sign.drawn)
    assert len(spans) == many + 1
    assert spans[0][0] >= place.x
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
