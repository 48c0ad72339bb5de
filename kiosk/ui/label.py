"""Kivy labels that compute their line breaks only once and are no wider than their letters."""

import re
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture

_KEPT_EXTENTS = 4096
"""Number of cached word extents: nearly all words of a game."""
_KEPT_FONTS = 32
_OVERHANG = 2
"""Number of pixels by which a letter may extend beyond its measured line on either side."""
_NARROWEST = 2
"""Width of the narrowest label that Kivy makes, in pixels."""
_SHARES = {"left": 0, "center": 0.5, "right": 1}
"""Share of a line's empty space that is on the left, by alignment."""

_UNDRAWN = re.compile(
    r"[^\n\r\t -~\xa0-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1"
    r"\u03f0-\u052f\u1ab0-\u1abe\u1d00-\u1df5\u1dfc-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d"
    r"\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3"
    r"\u1fd6-\u1fdb\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2000-\u200b\u2010-\u2027\u202f-\u205f"
    r"\u2070\u2071\u2074-\u208e\u2090-\u209c\u20a0-\u20be\u20db\u20dc\u20e8\u20f0\u2100\u2101"
    r"\u2103\u2105\u2106\u2109\u2113\u2116\u2117\u211e-\u2123\u2125\u2126\u212a\u212b\u212e\u2132"
    r"\u213b\u214d\u214f-\u2189\u2202\u2206\u220f\u2211\u2212\u221a\u221e\u222b\u2248\u2260\u2264"
    r"\u2265\u2423\u25ca\u27e6-\u27ef\u2b4e\u2b4f\u2b5a-\u2b5f\u2c60-\u2c7f\u2de0-\u2e42"
    r"\ua640-\ua69d\ua69f\ua700-\ua7ad\ua7b0\ua7b1\ua7f7-\ua7ff\ua92e\uab30-\uab5f\uab64\uab65"
    r"\ufb00-\ufb06\ufe20-\ufe2d\ufffd\U0001f16a\U0001f16b]+"
)
"""Characters that the font lacks; it has all Latin, Greek and Cyrillic letters."""


def replace_missing_glyphs(text: str) -> str:
    """Return `text` with hexadecimal code points in place of characters that the font lacks.

    Names that differ only in such characters then still look different.
    """
    if text.isascii() or not _UNDRAWN.search(text):
        return text
    return _UNDRAWN.sub(_numbers, normalize("NFC", text))


def _numbers(signs: re.Match[str]) -> str:
    return f"‹{' '.join(f'{ord(sign):04x}' for sign in signs.group())}›"


class Label(CoreLabel):
    """Kivy label that computes its line breaks only once, using a cache of word sizes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.extent: tuple[int, int] = super().render()
        """Width and height in pixels, after breaking lines."""
        self._drop_dots_at_line_breaks()

    def _drop_dots_at_line_breaks(self) -> None:
        # At a line break, the dot of a text such as "20 points · 2 minutes" is not needed.
        for line in self._cached_lines:
            for word in line.words:
                text = word.text.removeprefix("· ") if line.line_wrap else word.text
                text = text if line.is_last_line else text.removesuffix(" ·")
                if text != word.text:
                    word.text, (word.lw, _high) = text, self.get_extents(text)
                    line.w = word.lw

    def render(self, real: bool = False) -> tuple[int, int]:  # noqa: FBT001, FBT002 - Kivy's signature
        """Return the size of the label in pixels.

        If `real` is true, also draw the text into the label's texture.
        """
        if real:
            super().render(real=True)
        return self.extent

    def crop_sides(self) -> int:
        """Make the label narrower by the empty space at both sides of its text.

        Call this before the text is rendered. Return how many pixels are cropped at the left.
        """
        across, high = self.extent
        lines = max((line.w for line in self._cached_lines), default=0)
        narrow = lines + 2 * _OVERHANG
        # Crop the same width on both sides, so that centred text does not move by half a pixel.
        narrow += (across - narrow) % 2
        if narrow >= across:
            return 0
        self.extent = (narrow, high)
        return int((across - narrow) * _SHARES[self.options["halign"]])

    def rendered_texture(self) -> Texture:
        """Render the text, and return the texture with it.

        After a loss of the graphics memory, Kivy renders the text again. The label keeps no
        reference to the texture. Otherwise the label and the texture would form a reference cycle,
        which only Python's garbage collector could free.
        """
        self.refresh()
        texture = self.texture
        del self.texture
        return texture

    def _texture_fill(self, texture: Texture) -> None:
        self.texture = texture
        super()._texture_fill(texture)
        del self.texture

    def _texture_refresh(self, texture: Texture) -> None:
        texture.ask_update(self._texture_fill)

    def get_extents(self, text: str) -> tuple[int, int]:
        return _word_extent(text, self.options["font_size"], self.options["bold"])


def wrapped_label(
    text: str,
    width: float | None,
    font_size: int,
    *,
    bold: bool,
    halign: str = "left",
    struck: bool = False,
    underlined: bool = False,
) -> Label:
    """Return a label wrapped to `width` pixels, or on a single line if `width` is None.

    `font_size` is a whole number of pixels. Kivy ignores fractions, but would open a separate font
    for each fraction, and keeps only 64 fonts open. `halign` is `left`, `center` or `right`.
    `struck` crosses out the text.
    """
    return Label(
        text=text,
        font_size=font_size,
        bold=bold,
        text_size=(width, None),
        halign=halign,
        strikethrough=struck,
        underline=underlined,
    )


def line_extent(text: str, font_size: int, *, bold: bool) -> tuple[int, int]:
    if not text:
        return 0, 0
    across, high = _word_extent(text, font_size, bold)
    return max(across, _NARROWEST), high


@lru_cache(maxsize=_KEPT_EXTENTS)
def _word_extent(text: str, font_size: int, bold: bool) -> tuple[int, int]:  # noqa: FBT001
    extent: tuple[int, int] = _ruler(font_size, bold).get_extents(text)
    return extent


@lru_cache(maxsize=_KEPT_FONTS)
def _ruler(font_size: int, bold: bool) -> CoreLabel:  # noqa: FBT001
    return CoreLabel(font_size=font_size, bold=bold)
