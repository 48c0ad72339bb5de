from itertools import product

import pytest

from kiosk.ui.label import line_extent, wrapped_label
from kiosk.ui.surface import text_height, text_width

SAID = (
    "",
    "i",
    " i ",
    "Roll the die",
    "Wähle eine Baustelle für dein Zuhause",
    "Un ouvrier change de haut-plateau…",
    "a\nword",
    "two  spaces",
    "\u200b",
)


@pytest.mark.parametrize("text", SAID)
def test_a_line_is_as_wide_and_as_high_as_its_label(text: str) -> None:
    if "\n" not in text:
        for size, bold in product((15, 19, 28), (False, True)):
            assert (
                line_extent(text, size, bold=bold)
                == wrapped_label(text, None, size, bold=bold).extent
            )


@pytest.mark.parametrize("text", SAID)
def test_a_text_is_as_high_as_its_label_where_it_just_fits_and_where_it_does_not(text: str) -> None:
    widest = text_width(text, 20)
    for width in (widest - 1, widest - 0.3, widest, widest + 0.3, widest * 0.6, 400):
        if width >= 8:  # narrower than a letter nothing is laid out
            assert (
                text_height(text, width, 20) == wrapped_label(text, width, 20, bold=False).extent[1]
            )
