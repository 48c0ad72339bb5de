"""The right panel's card: draws a `Question` row by row; its answers are laid on it."""

from kivy.metrics import dp

from companion.pieces import Color, Material
from kiosk.pages.table.card_layout import (
    BADGE,
    BAND_BADGE,
    CHIP,
    CHIP_GAP,
    GAP,
    NAME,
    PADDING,
    SINGLE_CHIPS,
    SPAN_GAP,
    Head,
    Printed,
    band_height,
    chips_width,
    counted_width,
    phrase_size,
    phrase_width,
    share_width,
    shares_width,
    span_places,
    stepper_places,
    times,
    title_height,
    title_width,
)
from kiosk.pages.table.question import (
    ChipRow,
    Choices,
    Row,
    Shares,
    Spans,
    Stepper,
    Steppers,
    Words,
)
from kiosk.pieces import drawing, palette
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface, text_width
from kiosk.ui.theme import Rgb


def card_color(player: Color | None) -> Rgb:
    """The colour of the card of whoever is asked; None: of the whole table."""
    return theme.RAISED_MORE if player is None else palette.PLAYERS[player]


class Card(Surface):
    """A question on paper, in the colour of whoever is asked; what is to be tapped lies on it."""

    def __init__(self, box: Box, printed: Printed) -> None:
        super().__init__(box)
        if printed.head.name:
            self._draw_band(printed.head, box.inset(dp(PADDING)))
        else:
            self._draw_title(printed, box.inset(dp(PADDING)))
        for row, place in printed.rows:
            self._draw_row(row, place)

    def _draw_band(self, head: Head, inner: Box) -> None:
        """Who is asked, in their colour, and at the right what they do."""
        fill, high = theme.readable(card_color(head.color)), band_height(head, inner.width)
        band = Box(self.box.x, self.box.top - high, self.box.width, high)
        self.fill(fill, radius=14)
        paper = Box(self.box.x, self.box.y, self.box.width, self.box.height - high)
        self.fill(theme.PAPER, paper, radius=14)
        self.fill(theme.PAPER, Box(paper.x, paper.top - dp(14), paper.width, dp(14)))
        self.ground = theme.PAPER
        ink, radius = theme.ink_on(fill), dp(BAND_BADGE)
        if head.color is not None:
            with self.canvas:
                drawing.badge(head.color, (inner.x + radius, band.center[1]), radius)
        width = title_width(head, inner.width)
        phrase = phrase_width(head, width)
        left = inner.x + 2 * radius + dp(6)
        name = Box(left, band.y, inner.x + width - left - phrase - dp(GAP), high)
        self.write(head.name, name, ink=ink, ground=fill, size=NAME, bold=True, is_name=True)
        place = Box(inner.x + width - phrase, band.y, phrase, high)
        size = phrase_size(head, phrase)
        self.write(head.title, place, ink=ink, ground=fill, size=size, halign="right")

    def _draw_title(self, printed: Printed, inner: Box) -> None:
        head = printed.head
        self.fill_framed(card_color(head.color), radius=14)
        height = title_height(head, inner.width, printed.room)
        title = Box(inner.x, inner.top - height, title_width(head, inner.width), height)
        self.write(head.title, title, size=theme.TITLE_TEXT, bold=True)

    def _draw_row(self, row: Row, box: Box) -> None:
        match row:
            case Words(text):
                self.write(text, box)
            case ChipRow():
                self._draw_chips(row, box)
            case Shares():
                self._draw_shares(row, box)
            case Spans():
                self._draw_spans(row, box)
            case Choices():
                pass  # they lie on the card
            case Steppers():
                for stepper, place in stepper_places(row, box):
                    self._draw_stepper(stepper, place)

    def _draw_chips(self, row: ChipRow, box: Box) -> None:
        x = box.x
        if row.text:
            x = box.right - chips_width(row)
            self.write(row.text, Box(box.x, box.y, x - box.x - dp(GAP), box.height))
        for material in row.order:
            number = row.chips.number(material)
            if row.chips.total > SINGLE_CHIPS and number:
                self._draw_counted(
                    material, number, Box(x, box.y, counted_width(number), box.height)
                )
                x += counted_width(number)
                continue
            with self.canvas:
                for _one in range(number):
                    drawing.chip(material, (x + dp(CHIP), box.center[1]), dp(CHIP))
                    x += dp(2 * CHIP + CHIP_GAP)

    def _draw_counted(self, material: Material, number: int, box: Box) -> None:
        used = self.write(times(number), box, size=theme.DECISION_TEXT, bold=True)
        with self.canvas:
            drawing.chip(material, (used.extent.right + dp(4 + CHIP), box.center[1]), dp(CHIP))

    def _draw_shares(self, row: Shares, box: Box) -> None:
        x = box.right - shares_width(row)
        self.write(row.text, Box(box.x, box.y, x - box.x - dp(GAP), box.height))
        for color, number in row.shares:
            with self.canvas:
                drawing.badge(color, (x + dp(12 + BADGE), box.center[1]), dp(BADGE))
            x += share_width(number)
            width = text_width(str(number), theme.DECISION_TEXT, bold=True)
            place = Box(x - width, box.y, width, box.height)
            self.write(str(number), place, size=theme.DECISION_TEXT, bold=True)

    def _draw_spans(self, row: Spans, box: Box) -> None:
        self.write(row.text, box, valign="top")
        for color, text, cell in span_places(row, box):
            with self.canvas:
                drawing.badge(color, (cell.x + dp(BADGE), cell.center[1]), dp(BADGE))
            left = dp(2 * BADGE + SPAN_GAP)
            place = Box(cell.x + left, cell.y, cell.width - left, cell.height)
            self.write(text, place, size=theme.DECISION_TEXT, bold=True)

    def _draw_stepper(self, stepper: Stepper, box: Box) -> None:
        touch = dp(theme.TOUCH)
        middle = Box(box.x + touch, box.y, box.width - 2 * touch, box.height)
        upper, lower = middle.rows((1, 1), 0)
        with self.canvas:
            drawing.chip(stepper.material, (upper.center[0], upper.center[1]), dp(10))
        self.write(
            str(stepper.number),
            lower,
            size=theme.DECISION_TEXT,
            bold=True,
            halign="center",
        )
