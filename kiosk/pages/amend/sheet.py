"""What comes of a changed step, to be read before it counts: a card of lines, and what to do."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kivy.metrics import dp, sp

from kiosk.pages.amend.view import Line, Sheet
from kiosk.pages.table.places import Places
from kiosk.pieces.picture import standings
from kiosk.pieces.standings import PlayerTile, Points, pane_places, player_places, tiles_height
from kiosk.ui import theme
from kiosk.ui.paging import in_pages
from kiosk.ui.surface import Box, Column, Surface, least_words, text_height
from kiosk.ui.tap import Tap, draw_button
from kiosk.words.language import _

_GAP = 8
_PADDING = 12
_LINE_GAP = 5
_BUTTON_MARGIN = 8
"""Left and right of a button's words together, in dp."""
_LEAST_CARD = 170
"""In sp: a title, some lines and the button that turns the page; the players give way to that."""


_BELOW = 3
"""So many buttons stand below each other; of more, all but the main one stand in pairs."""


class SheetButton(NamedTuple):
    """A button below the card; the main one, if there is one, is the last."""

    key: str
    text: str
    on_tap: Callable[[], None]
    primary: bool = False


class SheetView(Surface):
    """The sheet where the table has its column, with room the players as they would stand, too.

    Keys: those of its `buttons`, and `more`, which turns the page.
    """

    def __init__(
        self,
        box: Box,
        places: Places,
        sheet: Sheet,
        buttons: Sequence[SheetButton],
        *,
        open_chips: bool,
    ) -> None:
        super().__init__(box)
        self._sheet = sheet
        self._buttons = buttons
        self._width = places.column.width
        area = self._add_players(places, open_chips=open_chips)
        self._lower = Surface(area)
        self.add_widget(self._lower)
        self._show(0)

    def _add_players(self, places: Places, *, open_chips: bool) -> Box:
        """Show how everybody would stand; returns what is left of the column."""
        sheet, area = self._sheet, places.column
        if places.players is not None:
            players = standings(sheet.state, open_chips=open_chips, won=dict(sheet.won))
            tiles = pane_places(places.players, players)
        else:
            number, most = len(sheet.state.players), area.height - self._foot - sp(_LEAST_CARD)
            hands = open_chips and tiles_height(number, area.width, hands=True) <= most
            players = standings(sheet.state, open_chips=hands, won=dict(sheet.won))
            high = tiles_height(number, area.width, hands=hands)
            if high > most:
                return area
            tiles = player_places(Box(area.x, area.top - high, area.width, high), players)
            area = Box(area.x, area.y, area.width, area.height - high - dp(_GAP))
        shown = [PlayerTile(place, one) for place, one in tiles]
        for tile in shown:
            self.add_widget(tile)
        points = Points(self.box)
        points.show(shown)
        self.add_widget(points)
        return area

    @property
    def _foot(self) -> float:
        """How high the buttons are with the gaps above them."""
        return sum(self._row_height(row) + float(dp(_GAP)) for row in self._rows)

    def _row_height(self, row: list[SheetButton]) -> float:
        """How high buttons side by side are: as high as a finger, or as their words, in pixels."""
        width = (self._width - dp(_GAP) * (len(row) - 1)) / len(row) - dp(_BUTTON_MARGIN)
        words = (text_height(each.text, width, least_words(), bold=each.primary) for each in row)
        return max(float(dp(theme.TOUCH)), max(words) + dp(4))

    @property
    def _rows(self) -> list[list[SheetButton]]:
        buttons = list(self._buttons)
        if len(buttons) <= _BELOW:
            return [[button] for button in buttons]
        alone = [[buttons.pop()]] if buttons[-1].primary else []
        return [*(buttons[start : start + 2] for start in range(0, len(buttons), 2)), *alone]

    def _show(self, page: int) -> None:
        self._lower.wipe()
        area, foot = self._lower.box, self._foot
        card = Box(area.x, area.y + foot, area.width, area.height - foot)
        self._add_card(card, page)
        column = Column(Box(area.x, area.y, area.width, foot - dp(_GAP)), dp(_GAP))
        for row in self._rows:
            for place, button in zip(
                column.take(self._row_height(row)).split((1,) * len(row), dp(_GAP)),
                row,
                strict=True,
            ):
                self._add_button(place, button)

    def _add_card(self, box: Box, page: int) -> None:
        card = Surface(box)
        card.fill(theme.PAPER, radius=12)
        self._lower.add_widget(card)
        inner = box.inset(dp(_PADDING), dp(_PADDING - 4))
        column = Column(inner, dp(_LINE_GAP))
        title = self._sheet.title
        high = text_height(title, inner.width, theme.DECISION_TEXT, bold=True)
        card.write(title, column.take(high), size=theme.DECISION_TEXT, bold=True)
        pages = _pages(self._sheet.lines, column.rest())
        for line in pages[page]:
            place = column.take(text_height(line.text, inner.width, theme.TEXT, bold=line.bold))
            card.write(line.text, place, bold=line.bold, valign="top")
        if len(pages) > 1:
            place = Box(inner.x, inner.y, inner.width, dp(theme.TOUCH))
            text = _("More ({page} of {pages})", page=page + 1, pages=len(pages))
            turn = partial(self._show, (page + 1) % len(pages))
            self._add_button(place, SheetButton("more", text, turn))

    def _add_button(self, box: Box, button: SheetButton) -> None:
        tap = Tap(box, button.key, button.on_tap)
        fill = theme.RIVER if button.primary else theme.RAISED
        draw_button(tap, text=button.text, fill=fill, bold=button.primary)
        self._lower.add_widget(tap)


def _pages(lines: Sequence[Line], room: Box) -> list[list[Line]]:
    """The lines, in as many pages as they need; more than one leave room for a button."""

    def height(line: Line) -> float:
        return text_height(line.text, room.width, theme.TEXT, bold=line.bold) + dp(_LINE_GAP)

    pages = in_pages(lines, height, room.height + dp(_LINE_GAP))
    if len(pages) == 1:
        return pages
    return in_pages(lines, height, room.height - dp(theme.TOUCH))
