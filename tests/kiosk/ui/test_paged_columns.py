import pytest
from kivy.metrics import dp

from kiosk.ui.form import Button, Column, Row
from kiosk.ui.renderer import BlockView
from kiosk.ui.surface import Box
from kiosk.ui.theme import TOUCH
from tests.kiosk.touch import the_window

GAP = 20
ROWS = 5
ABOVE = Box(0, 900, 150, TOUCH)


def column(*, turned_above: bool = False) -> Column:
    rows = tuple(Row((Button(f"row.{number}", None, str(number)),)) for number in range(ROWS))
    return Column(rows, gap=GAP, least_gap=GAP / 4, pages="more", page_button_in_head=turned_above)


def view(height: float, *, turned_above: bool = False) -> BlockView:
    the_window()
    found = BlockView(Box(0, 0, dp(300), dp(height)), lambda _action: None, turner=ABOVE)
    found.show(column(turned_above=turned_above))
    return found


def keys(shown: BlockView) -> list[str]:
    return sorted(child.key for child in shown.children)


def box_of(shown: BlockView, key: str) -> Box:
    return next(child.box for child in shown.children if child.key == key)


@pytest.mark.parametrize(
    ("height", "gap"), [(ROWS * (TOUCH + GAP) - GAP, GAP), (ROWS * TOUCH + 40, 10)]
)
def test_rows_move_together_before_they_have_pages(height: float, gap: float) -> None:
    shown = view(height)
    assert keys(shown) == [f"row.{number}" for number in range(ROWS)]
    assert box_of(shown, "row.0").y - box_of(shown, "row.1").top == pytest.approx(dp(gap))


def test_what_has_no_room_stands_on_further_pages() -> None:
    shown = view(ROWS * TOUCH - 1)
    seen: list[str] = []
    while "row.0" not in seen or "row.0" not in keys(shown):
        seen += [key for key in keys(shown) if key != "more"]
        next(child for child in shown.children if child.key == "more").on_tap()
    assert seen == [f"row.{number}" for number in range(ROWS)]


def test_a_column_that_is_turned_above_has_its_whole_box_for_rows() -> None:
    least = 3 * TOUCH + 20
    assert "row.2" not in keys(view(least))
    shown = view(least, turned_above=True)
    assert "row.2" in keys(shown)
    assert box_of(shown, "more") == ABOVE
