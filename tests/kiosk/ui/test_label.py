import pytest
from kivy.core.text import Label as CoreLabel

from kiosk.ui.label import wrapped_label

WIDE = 180
LINES = "two lines\nof it"


def opaque(label: CoreLabel) -> set[tuple[int, int]]:
    texture = label.texture
    pixels = texture.pixels
    return {
        (number % texture.width, number // texture.width)
        for number in range(texture.width * texture.height)
        if pixels[4 * number + 3]
    }


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("halign", ["left", "center", "right"])
@pytest.mark.parametrize("width", [WIDE, WIDE + 1, WIDE + 0.5])
@pytest.mark.parametrize("text", ["jot", "W", LINES])
def test_letters_stay_at_their_pixels(text: str, width: float, halign: str, *, bold: bool) -> None:
    whole, trimmed = (
        wrapped_label(text, width, 18, bold=bold, halign=halign) for _both in range(2)
    )
    left = trimmed.crop_sides()
    whole.refresh()
    trimmed.refresh()
    assert trimmed.texture.width < WIDE / 2 < whole.texture.width
    assert {(x + left, y) for x, y in opaque(trimmed)} == opaque(whole) != set()


def test_a_text_that_is_wider_than_its_box_stays_as_it_is() -> None:
    label = wrapped_label("onewordthatnobodybreaks", 60, 18, bold=False, halign="center")
    before = label.extent
    assert (label.crop_sides(), label.extent) == (0, before)


@pytest.mark.parametrize("halign", ["left", "center", "right"])
@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("20 points · 5 turns", 80, "20 points\n5 turns"),  # the dot has room at the end
        ("20 points · 5 turns", 70, "20 points\n5 turns"),  # it has not
        ("20 points · 5 turns", 150, "20 points · 5 turns"),
        ("all ·\n· all", 150, "all ·\n· all"),
    ],
)
def test_no_line_that_is_broken_begins_or_ends_with_a_dot_between_parts(
    halign: str, text: str, width: float, lines: str
) -> None:
    found, wanted = (
        wrapped_label(told, width, 16, bold=False, halign=halign) for told in (text, lines)
    )
    for label in (found, wanted):
        label.refresh()
    assert opaque(found) == opaque(wanted) != set()
