"""A card to read where no form is."""

from collections.abc import Callable, Sequence
from typing import cast

from kiosk.ui.form import Button, Row, to_read, way_back
from kiosk.ui.renderer import FormView
from kiosk.ui.surface import Box
from kiosk.words.language import _
from kiosk.words.paragraph import Paragraph


def _do(action: object) -> None:
    cast("Callable[[], None]", action)()


class ReadingCard(FormView):
    """Paragraphs under a title, page by page, with a way back.

    Where `on_about` is given, `about` leads to all that there is to read about it. `further` is the
    key, the text and the meaning of a button that has a row of its own. Keys: `back`, `more`,
    `about`.
    """

    def __init__(
        self,
        box: Box,
        title: str,
        paragraphs: Sequence[Paragraph],
        on_back: Callable[[], None],
        on_about: Callable[[], None] | None = None,
        further: tuple[str, str, Callable[[], None]] | None = None,
    ) -> None:
        super().__init__(box, _do)
        ways = [way_back(on_back)]
        if on_about is not None:
            ways.append(Button("about", on_about, _("All about it")))
        row = None
        if further is not None:
            key, text, act = further
            row = Row((Button(key, act, text),))
        self.show(to_read(title, paragraphs, *ways, further=row))
