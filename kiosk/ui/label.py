"""Texts as Kivy writes them, measured once and no wider than their letters."""

import re
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture

_KEPT_EXTENTS = 4096
"""Measured words: nearly all that a game is told with."""
_KEPT_FONTS = 32
_OVERHANG = 2
"""Pixels by which a letter may reach over what its line is measured to be, at either side."""
_NARROWEST = 2
"""Pixels of the narrowest label: Kivy has none that is narrower."""
_SHARES = {"left": 0, "center": 0.5, "right": 1}
"""How much of what is empty lies to the left of a line."""

_UNDRAWN = re.compile(
    "[^\n\r\t -~\xa0-\u017f\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01f0\u01fa-\u01ff"
    "\u0218-\u021b\u0237\u0259\u02bc\u02c6\u02c7\u02c9\u02d8-\u02dd\u02f3\u0300\u0301\u0303\u0309"
    "\u030f\u0323\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u03d1\u03d2\u03d6\u0400-\u0486"
    "\u0488-\u0513\u1e00\u1e01\u1e3e\u1e3f\u1e80-\u1e85\u1ea0-\u1ef9\u1f4d\u2000-\u200b\u2010\u2011"
    "\u2013-\u2015\u2017-\u201e\u2020-\u2022\u2025-\u2027\u2030\u2032\u2033\u2039\u203a\u203c\u2044"
    "\u2074\u207f\u20a3\u20a4\u20a6-\u20ac\u20b1\u20b9\u20ba\u20bc\u20bd\u2105\u2113\u2116\u2122"
    "\u2126\u212e\u215b-\u215e\u2202\u2206\u220f\u2211\u2212\u221a\u221e\u222b\u2248\u2260\u2264"
    "\u2265\u25ca\ufb01-\ufb04\ufffd]+"
)
"""What the font (Kivy's Roboto) has no letters for: it has Latin, Greek and Cyrillic ones."""


def drawable(text: str) -> str:
    """A text with what the font cannot draw written as its numbers, as `visible` does.

    So two names that differ look different, where boxes would be all alike.
    """
    if text.isascii() or not _UNDRAWN.search(text):
        return text
    return _UNDRAWN.sub(_numbers, normalize("NFC", text))


def _numbers(signs: re.Match[str]) -> str:
    return f"‹{' '.join(f'{ord(sign):04x}' for sign in signs.group())}›"


class Label(CoreLabel):
    """Kivy's, but its lines are broken once, and a word is measured once for all texts.

    Nothing of it is changed after it was made, but that it is trimmed.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.extent: tuple[int, int] = super().render()
        """Its width and height in pixels, once its lines are broken."""

    def render(self, real: bool = False) -> tuple[int, int]:  # noqa: FBT001, FBT002 - as Kivy has it
        """Write the pixels of its texture where it is for `real`; its lines are broken already."""
        if real:
            super().render(real=True)
        return self.extent

    def trim(self) -> int:
        """Leave out what is empty beside its lines, before it is written.

        Returns by how many pixels it begins further to the right then.
        """
        across, high = self.extent
        lines = max((line.w for line in self._cached_lines), default=0)
        narrow = lines + 2 * _OVERHANG
        # What is centred stays at its pixel where as much is left out at either side.
        narrow += (across - narrow) % 2
        if narrow >= across:
            return 0
        self.extent = (narrow, high)
        return int((across - narrow) * _SHARES[self.options["halign"]])

    def written(self) -> Texture:
        """What it is written on once that is drawn, and anew where the graphics memory was lost.

        The texture holds the label as long as it is not drawn. The label does not hold the texture:
        both would stay until Python's garbage collector comes.
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
        """The width and height of a word, in pixels."""
        return _word_extent(text, self.options["font_size"], self.options["bold"])


def label_of(
    text: str,
    width: float | None,
    font_size: float,
    *,
    bold: bool,
    halign: str = "left",
    struck: bool = False,
    underlined: bool = False,
) -> Label:
    """A text wrapped to `width`, or in one line where that is None; both sizes in pixels.

    `halign` is `left`, `center` or `right`; `struck` strikes it out, `underlined` tells where its
    foot is.
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


def line_extent(text: str, font_size: float, *, bold: bool) -> tuple[int, int]:
    """The width and height of a text of one line, as its label has them; all in pixels."""
    if not text:
        return 0, 0
    across, high = _word_extent(text, font_size, bold)
    return max(across, _NARROWEST), high


@lru_cache(maxsize=_KEPT_EXTENTS)
def _word_extent(text: str, font_size: float, bold: bool) -> tuple[int, int]:  # noqa: FBT001
    extent: tuple[int, int] = _ruler(font_size, bold).get_extents(text)
    return extent


@lru_cache(maxsize=_KEPT_FONTS)
def _ruler(font_size: float, bold: bool) -> CoreLabel:  # noqa: FBT001
    return CoreLabel(font_size=font_size, bold=bold)
