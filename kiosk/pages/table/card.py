"""The right panel's card: draws a `Question` row by row, and tells where its answers belong."""

from kivy.metrics import dp

from companion.pieces import Material
from kiosk.pages.table.question import (
    ChipRow,
    Choice,
    Choices,
    Question,
    Row,
    Shares,
    Stepper,
    Steppers,
    Style,
    Words,
)
from kiosk.pieces import drawing, palette
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box, Column, Surface, text_height, text_width

_PADDING = 10
_GAP = 8
_LEAST_TITLE = 44
_BAND = 50
_BAND_BADGE = 16
_NAME = 22
_LEAST_PHRASE = 0.55
_TITLE_ROOM = 56
_CHIP_ROW = 32
_CHIP = 14
_CHIP_GAP = 6
_HEAP_GAP = 14
_SHARES_ROW = 26
_BADGE = 11
_MOST_CHOICE = 60
_MORE_FOR_PICTURE = 6
_MOST_WITH_PICTURE = 76
_WIDE = 400
_MOST_BESIDE = 2
"""So many answers of one row stand beside as many of the next, on a card so wide (dp)."""
_SINGLE_CHIPS = 7
"""Up to so many chips are drawn one by one, more as a number and a chip."""


def height_of(question: Question, width: float, choice_height: float = theme.TOUCH) -> float:
    """How high a card has to be for a question, in pixels."""
    inner = width - 2 * dp(_PADDING)
    lines = [_line_height(line, inner, choice_height) for line in _lines(question, inner)]
    title = _title_height(question, inner)
    return float(2 * dp(_PADDING) + title + sum(lines) + dp(_GAP) * len(lines))


_Line = tuple[Row, ...]
"""Rows side by side."""


def _lines(question: Question, inner: float) -> list[_Line]:
    """The rows of a question; on a wide card those that go together stand two and two."""
    lines: list[_Line] = []
    wide = inner >= dp(_WIDE)
    for row in question.rows:
        alone = lines[-1][0] if lines and len(lines[-1]) == 1 else None
        if wide and alone is not None and _go_together(alone, row, _part_width(inner, 2)):
            lines[-1] = (alone, row)
        else:
            lines.append((row,))
    return lines


def _go_together(row: Row, other: Row, width: float) -> bool:
    match row, other:
        case Choices(one), Choices(two):
            answers = (*one, *two)
            few = len(one) == len(two) <= _MOST_BESIDE
            main = any(answer.style is Style.PRIMARY for answer in answers)
            if any(answer.picture for answer in answers):
                return False
            return few and not main and not any(answer.is_name for answer in answers)
        case Shares(), Shares():
            texts = (text_width(each.text, theme.TEXT) for each in (row, other))
            shares = map(_shares_width, (row, other))
            return all(sum(both) + dp(_GAP) <= width for both in zip(texts, shares, strict=True))
        case _:
            return False


def _is_main(line: _Line) -> bool:
    """Whether the main answer is in a line: that stands at the card's foot."""
    return any(
        choice.style is Style.PRIMARY
        for row in line
        if isinstance(row, Choices)
        for choice in row.choices
    )


def _part_width(inner: float, parts: int) -> float:
    return (inner - dp(_GAP) * (parts - 1)) / parts


def _line_height(line: _Line, inner: float, choice_height: float) -> float:
    width = _part_width(inner, len(line))
    return max(_row_height(row, width, choice_height) for row in line)


def _title_width(question: Question, inner: float) -> float:
    """What the question mark and the way back leave for the title."""
    return inner - dp(_TITLE_ROOM) * (1 if question.back is None else 2)


def _title_height(question: Question, inner: float) -> float:
    width = _title_width(question, inner)
    if question.name:
        phrase = text_height(question.title, _phrase_width(question, width), theme.SMALL_TEXT)
        return max(dp(_BAND), phrase + dp(6)) - dp(_PADDING)
    return max(dp(_LEAST_TITLE), text_height(question.title, width, theme.TITLE_TEXT, bold=True))


def _phrase_width(question: Question, width: float) -> float:
    """What a band leaves for what its player does: all but a name of usual length."""
    rest = width - dp(2 * _BAND_BADGE + 6 + _GAP)
    name = text_width(question.name, _NAME, bold=True) + dp(2)
    return max(rest - name, rest * _LEAST_PHRASE)


def _row_height(row: Row, width: float, choice_height: float) -> float:
    match row:
        case Words(text):
            return text_height(text, width, theme.TEXT)
        case ChipRow(text=text):
            return max(float(dp(_CHIP_ROW)), _beside_height(text, width - _chips_width(row)))
        case Shares(text=text):
            return max(float(dp(_SHARES_ROW)), _beside_height(text, width - _shares_width(row)))
        case Choices(choices):
            return float(dp(choice_height + (_MORE_FOR_PICTURE if choices[0].picture else 0)))
        case Steppers():
            return float(2 * dp(theme.TOUCH) + dp(_GAP))


def _beside_height(text: str, width: float) -> float:
    return text_height(text, width - dp(_GAP), theme.TEXT) if text else 0.0


def _chips_width(row: ChipRow) -> float:
    """The width that the chips of a row fill, in pixels."""
    chips = row.chips
    if chips.total <= _SINGLE_CHIPS:
        return float(chips.total * dp(2 * _CHIP + _CHIP_GAP) - dp(_CHIP_GAP))
    numbers = [chips.number(material) for material in row.order if chips.number(material)]
    return float(sum(_counted_width(number) for number in numbers) - dp(_HEAP_GAP))


def _counted_width(number: int) -> float:
    """A number and its chip, and the gap to the next, in pixels."""
    text = text_width(_times(number), theme.DECISION_TEXT, bold=True)
    return float(text + dp(4 + 2 * _CHIP + _HEAP_GAP))


def _times(number: int) -> str:
    return f"{number} ×"


def _shares_width(row: Shares) -> float:
    return float(sum(_share_width(number) for _color, number in row.shares))


def _share_width(number: int) -> float:
    """A badge, its number, and the gap before them, in pixels."""
    return float(dp(12 + 2 * _BADGE + 5) + text_width(str(number), theme.DECISION_TEXT, bold=True))


class Card(Surface):
    """A question on paper, in the colour of whoever is asked; what is to be tapped lies on it.

    `choices` are its answers and where they belong, `corners` the boxes of the question mark and
    of the way back, from the right.
    """

    def __init__(self, box: Box, question: Question) -> None:
        super().__init__(box)
        self.question = question
        self.choices: list[tuple[Choice, Box]] = []
        self.color = palette.PLAYERS[question.color] if question.color else theme.RAISED_MORE
        draw = self._draw_band if question.name else self._draw_title
        self.corners = draw(box.inset(dp(_PADDING)))
        self._draw_rows(box.inset(dp(_PADDING)))

    def _draw_band(self, inner: Box) -> tuple[Box, Box]:
        """Who is asked, in their colour, and at the right what they do."""
        question, fill, touch = self.question, theme.readable(self.color), dp(theme.TOUCH)
        high = _title_height(question, inner.width) + dp(_PADDING)
        band = Box(self.box.x, self.box.top - high, self.box.width, high)
        self.fill(fill, radius=14)
        paper = Box(self.box.x, self.box.y, self.box.width, self.box.height - high)
        self.fill(theme.PAPER, paper, radius=14)
        self.fill(theme.PAPER, Box(paper.x, paper.top - dp(14), paper.width, dp(14)))
        self.ground = theme.PAPER
        ink, radius = theme.ink_on(fill), dp(_BAND_BADGE)
        if question.color is not None:
            with self.canvas:
                drawing.badge(question.color, (inner.x + radius, band.center[1]), radius)
        width = _title_width(question, inner.width)
        phrase = _phrase_width(question, width)
        left = inner.x + 2 * radius + dp(6)
        name = Box(left, band.y, inner.x + width - left - phrase - dp(_GAP), high)
        self.write(question.name, name, ink=ink, ground=fill, size=_NAME, bold=True, shorten=True)
        place = Box(inner.x + width - phrase, band.y, phrase, high)
        self.write(
            question.title, place, ink=ink, ground=fill, size=theme.DECISION_TEXT, halign="right"
        )
        corner = Box(inner.right - touch + dp(6), band.center[1] - touch / 2, touch, touch)
        return corner, Box(corner.x - dp(_TITLE_ROOM), corner.y, touch, touch)

    def _draw_title(self, inner: Box) -> tuple[Box, Box]:
        self.fill_framed(self.color, radius=14)
        height = _title_height(self.question, inner.width)
        width = _title_width(self.question, inner.width)
        title = Box(inner.x, inner.top - height, width, height)
        self.write(self.question.title, title, size=theme.TITLE_TEXT, bold=True)
        touch = dp(theme.TOUCH)
        corner = Box(inner.right - touch + dp(4), inner.top - touch + dp(4), touch, touch)
        return corner, Box(corner.x - dp(_TITLE_ROOM), corner.y, touch, touch)

    def _draw_rows(self, inner: Box) -> None:
        height = self._choice_height(inner.width)
        column = Column(inner, dp(_GAP))
        column.take(_title_height(self.question, inner.width))
        lines = _lines(self.question, inner.width)
        for line in lines:
            if line is lines[-1] and _is_main(line):
                column = Column(Box(inner.x, inner.y, inner.width, height * dp(1)), 0)
            place = column.take(_line_height(line, inner.width, height))
            for row, box in zip(line, place.split((1,) * len(line), dp(_GAP)), strict=True):
                self._draw_row(row, box)

    def _choice_height(self, inner: float) -> float:
        """Spare height goes into the answers, up to a comfortable size."""
        buttons = sum(isinstance(line[0], Choices) for line in _lines(self.question, inner))
        if not buttons:
            return theme.TOUCH
        spare = self.box.height - height_of(self.question, self.box.width)
        pictured = any(
            choice.picture is not None
            for row in self.question.rows
            if isinstance(row, Choices)
            for choice in row.choices
        )
        most = _MOST_WITH_PICTURE if pictured else _MOST_CHOICE
        return min(most, theme.TOUCH + max(0.0, spare) / dp(1) / buttons)

    def _draw_row(self, row: Row, box: Box) -> None:
        match row:
            case Words(text):
                self.write(text, box)
            case ChipRow():
                self._draw_chips(row, box)
            case Shares():
                self._draw_shares(row, box)
            case Choices(choices):
                places = box.split([choice.width for choice in choices], dp(_GAP))
                self.choices += zip(choices, places, strict=True)
            case Steppers(steppers):
                self._draw_steppers(steppers, box)

    def _draw_chips(self, row: ChipRow, box: Box) -> None:
        x = box.x
        if row.text:
            x = box.right - _chips_width(row)
            self.write(row.text, Box(box.x, box.y, x - box.x - dp(_GAP), box.height))
        for material in row.order:
            number = row.chips.number(material)
            if row.chips.total > _SINGLE_CHIPS and number:
                self._draw_counted(
                    material, number, Box(x, box.y, _counted_width(number), box.height)
                )
                x += _counted_width(number)
                continue
            with self.canvas:
                for _one in range(number):
                    drawing.chip(material, (x + dp(_CHIP), box.center[1]), dp(_CHIP))
                    x += dp(2 * _CHIP + _CHIP_GAP)

    def _draw_counted(self, material: Material, number: int, box: Box) -> None:
        used = self.write(_times(number), box, size=theme.DECISION_TEXT, bold=True)
        with self.canvas:
            drawing.chip(material, (used.extent.right + dp(4 + _CHIP), box.center[1]), dp(_CHIP))

    def _draw_shares(self, row: Shares, box: Box) -> None:
        x = box.right - _shares_width(row)
        self.write(row.text, Box(box.x, box.y, x - box.x - dp(_GAP), box.height))
        for color, number in row.shares:
            with self.canvas:
                drawing.badge(color, (x + dp(12 + _BADGE), box.center[1]), dp(_BADGE))
            x += _share_width(number)
            width = text_width(str(number), theme.DECISION_TEXT, bold=True)
            place = Box(x - width, box.y, width, box.height)
            self.write(str(number), place, size=theme.DECISION_TEXT, bold=True)

    def _draw_steppers(self, steppers: tuple[Stepper, ...], box: Box) -> None:
        lines = box.rows((1, 1), dp(_GAP))
        half = len(steppers) // 2
        for line, pair in zip(lines, (steppers[:half], steppers[half:]), strict=True):
            for stepper, place in zip(pair, line.split((1, 1), dp(_GAP)), strict=True):
                self._draw_stepper(stepper, place)

    def _draw_stepper(self, stepper: Stepper, box: Box) -> None:
        touch = dp(theme.TOUCH)
        self.choices += (
            (stepper.less, Box(box.x, box.y, touch, box.height)),
            (stepper.more, Box(box.right - touch, box.y, touch, box.height)),
        )
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
