"""Texts as Kivy writes them, measured once and no wider than their letters."""

from functools import lru_cache

from kivy.core.text import Label as CoreLabel

_KEPT_EXTENTS = 4096
"""Measured words: nearly all that a game is told with."""
_KEPT_FONTS = 32
_OVERHANG = 2
"""Pixels by which a letter may reach over what its line is measured to be, at either side."""
_SHARES = {"left": 0, "center": 0.5, "right": 1}
"""How much of what is empty lies to the left of a line."""


class Label(CoreLabel):
    """Kivy's, but its lines are broken once, and a word is measured once for all texts.

    Nothing of it is changed after it was made, but that it is trimmed.
    """

    def __init__(self, **options: object) -> None:
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

    def get_extents(self, text: str) -> tuple[int, int]:
        """The width and height of a word, in pixels."""
        return _word_extent(text, self.options["font_size"], self.options["bold"])


def label_of(
    text: str,
    width: float | None,
    font_size: float,
    *,
    bold: bool,
    shorten: bool = False,
    halign: str = "left",
) -> Label:
    """A text wrapped to `width`, or in one line where that is None; both sizes in pixels.

    `shorten` allows an ellipsis; `halign` is `left`, `center` or `right`.
    """
    return Label(
        text=text,
        font_size=font_size,
        bold=bold,
        text_size=(width, None),
        halign=halign,
        shorten=shorten,
        shorten_from="right",
    )


@lru_cache(maxsize=_KEPT_EXTENTS)
def _word_extent(text: str, font_size: float, bold: bool) -> tuple[int, int]:  # noqa: FBT001
    extent: tuple[int, int] = _ruler(font_size, bold).get_extents(text)
    return extent


@lru_cache(maxsize=_KEPT_FONTS)
def _ruler(font_size: float, bold: bool) -> CoreLabel:  # noqa: FBT001
    return CoreLabel(font_size=font_size, bold=bold)
