from itertools import pairwise

import msgspec
import pytest
from kivy.metrics import dp

from kiosk.navigator import Page
from kiosk.ui import theme
from kiosk.ui.button import button_boxes, button_widget, draw_symbol
from kiosk.ui.form import Button
from kiosk.ui.surface import Box, text_width
from tests.kiosk.picture_of import colors_of
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


def light(touch: Touchscreen) -> int:
    touch.draw()
    return sum(colors_of(touch.navigator)(*EDGE))


def test_a_button_is_darker_while_a_finger_is_on_it_also_once_it_comes_back(
    touch: Touchscreen,
) -> None:
    before, at_rest = light(touch), touch.find("one").canvas.length()
    with touch.held("one"):
        pressed = light(touch)
        assert pressed < before
        touch._window.finger("move", BESIDE)
        assert light(touch) == before
        touch._window.finger("move", PLACE.center)
        touch._window.finger("move", (PLACE.center[0] + 1, PLACE.center[1]))
        assert light(touch) == pressed
    assert light(touch) == before
    assert touch.find("one").canvas.length() == at_rest


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


def test_a_long_text_has_the_room_that_the_others_can_spare(touch: Touchscreen) -> None:
    gap = dp(theme.GAP)
    equal = button_boxes(Box(0, 0, 400, 48), ["Log", "Undo", "Menu"], gap)
    assert {round(place.width, 3) for place in equal} == {round((400 - 2 * gap) / 3, 3)}
    for width, texts, size in (
        (300, ["Log", "Rolls of the die", "Menu"], theme.DECISION_TEXT),
        (320, ["Annuler", "Rétablir", "Journal", "Main", "Menu"], theme.SMALL_TEXT),
    ):
        places = button_boxes(Box(0, 0, width, 48), texts, gap)
        assert (places[0].x, round(places[-1].right, 3)) == (0, width)
        for text, place in zip(texts, places, strict=True):
            assert max(dp(theme.TOUCH), text_width(text, size)) <= place.width


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
