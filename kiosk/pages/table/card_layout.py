"""Where all of a `Question` stands on its card, and how high that has to be."""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from kivy.metrics import dp, sp

from companion.pieces import Color
from kiosk.pages.table.question import (
    ChipRow,
    Choice,
    Choices,
    Question,
    Row,
    Shares,
    Spans,
    Stepper,
    Steppers,
    Style,
    Words,
)
from kiosk.pages.table.way_button import way_height
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, least_words, text_height, text_width
from kiosk.ui.tap import fit_side_by_side, fitting_size, room_beside, split_for

PADDING = 10
GAP = 8
_TIGHT_GAP = 4
"""Below words where a card lacks a few pixels; answers keep their distance from each other."""
_LEAST_TITLE = 44
_BAND = 48
_PHRASES = 45
"""How high a band is at least, in dp, and for two lines of a phrase, in sp."""
BAND_BADGE = 16
NAME = 22
_LEAST_PHRASE = 0.55
_TITLE_ROOM = 56
_CORNERS_ASIDE = 12
"""So much less the corners take: their discs leave room at both sides."""
_CHIP_ROW = 32
CHIP = 14
CHIP_GAP = 6
_HEAP_GAP = 14
_SHARES_ROW = 26
BADGE = 11
SPAN_GAP = 5
_MOST_CHOICE = 60
_MOST_WITH_SIGN = 76.0
_MOST_SIGN_ALONE = 96.0
_MOST_WITH_PICTURE = 96.0
"""So high at most are answers of words, with a sign each, of a sign only, or with a picture."""
_WIDE = 400
_MOST_BESIDE = 2
"""So many answers of one row stand beside as many of the next, on a card so wide (dp)."""
SINGLE_CHIPS = 7
"""Up to so many chips are drawn one by one, more as a number and a chip."""


_Line = tuple[Row, ...]
"""Rows side by side."""


class Head(NamedTuple):
    """Who is asked and what, as it stands above the rows of a card."""

    color: Color | None
    name: str
    title: str
    leads_back: bool


class Room(Enum):
    """How much room a card has for its rows: with less, lines of words stand closer.

    With the least, its title and words are smaller, too.
    """

    AMPLE = auto()
    LITTLE = auto()
    LEAST = auto()

    @property
    def title(self) -> float:
        """The size of a title, in sp."""
        return least_words() if self is Room.LEAST else theme.TITLE_TEXT

    @property
    def words(self) -> float:
        """The size of words, in sp."""
        return least_words() if self is Room.LEAST else theme.TEXT


def head_of(question: Question) -> Head:
    """What stands above a question's rows."""
    return Head(question.color, question.name, question.title, question.back is not None)


def height_of(
    question: Question, width: float, room: Room = Room.AMPLE, answers: float = theme.TOUCH
) -> float:
    """How high a card has to be for a question and what may take its place, in pixels.

    Its answers are so many dp high, as far as they may.
    """
    inner = width - 2 * dp(PADDING)
    title = title_height(head_of(question), inner, room)
    lines = (_lines(rows, inner, room) for rows in (question.rows, *question.others))
    rows = max(_lines_height(each, inner, room, answers) for each in lines)
    return float(2 * dp(PADDING) + title + dp(GAP) + rows)


def answer_height(question: Question, width: float, height: float) -> float:
    """How high answers are on a card of that size in pixels: spare height goes into them, in dp.

    Not where other rows come in their place, and each only up to a comfortable size.
    """
    spare = (height - height_of(question, width)) / dp(1)
    if question.fills:
        return theme.TOUCH
    inner = width - 2 * dp(PADDING)
    return min(
        _level(sorted(map(_most, _growing(rows, inner))), spare)
        for rows in (question.rows, *question.others)
    )


def _growing(rows: tuple[Row, ...], inner: float) -> Iterator[_Line]:
    return (line for line in _lines(rows, inner, Room.AMPLE) if isinstance(line[0], Choices))


def _level(most: Sequence[float], spare: float) -> float:
    """To what height answers grow that share so much, the lower of which are full at `most`."""
    level: float = theme.TOUCH
    for number, full in enumerate(most):
        more = min(full - level, max(0.0, spare) / (len(most) - number))
        spare -= more * (len(most) - number)
        level += more
    return level


def _most(line: _Line) -> float:
    """How high the answers of a line are at most, in dp: signs and pictures are large anyway."""
    answers = [choice for row in line if isinstance(row, Choices) for choice in row.choices]
    if any(choice.picture for choice in answers):
        return _MOST_WITH_PICTURE
    if any(not choice.symbol or choice.detail or choice.earnings for choice in answers):
        return float(sp(_MOST_CHOICE) / dp(1))
    if any(choice.text for choice in answers):
        return max(_MOST_WITH_SIGN, float(sp(_MOST_CHOICE) / dp(1)))
    return _MOST_SIGN_ALONE


def _lines_height(lines: Sequence[_Line], inner: float, room: Room, answers: float) -> float:
    heights = sum(_line_height(line, inner, answers, room) for line in lines)
    return heights + sum(_gap_below(line, room) for line in lines[:-1])


def _gap_below(line: _Line, room: Room) -> float:
    close = room is not Room.AMPLE and not _answers_only(line)
    return float(dp(_TIGHT_GAP if close else GAP))


def _answers_only(line: _Line) -> bool:
    return all(isinstance(row, Choices | Steppers) for row in line)


def _lines(rows: tuple[Row, ...], inner: float, room: Room) -> list[_Line]:
    """The rows of a card; on a wide one those that go together stand two and two.

    With the least room that is so also where one needs what the other can spare, or both smaller
    letters.
    """
    lines: list[_Line] = []
    wide = inner >= dp(_WIDE)
    for row in rows:
        alone = lines[-1][0] if lines and len(lines[-1]) == 1 else None
        if wide and alone is not None and _go_together(alone, row, _part_width(inner, 2)):
            lines[-1] = (alone, row)
        elif wide and room is Room.LEAST and (both := _in_a_line(alone, row, inner)) is not None:
            lines[-1] = (both,)
        else:
            lines.append((row,))
    return lines


def _in_a_line(row: Row | None, other: Row, inner: float) -> Choices | None:
    """Two answers in words side by side, if they have room so, in smaller letters if need be."""
    match row, other:
        case Choices((one,)), Choices((two,)):
            answers = (one, two)
        case _:
            return None
    for answer in answers:
        if answer.style is Style.PRIMARY or answer.is_name or _shows_more_than_words(answer):
            return None
    texts = [answer.text for answer in answers]
    fit = fit_side_by_side(Box(0, 0, inner, 0), texts, dp(GAP), least_words())
    return Choices(answers) if fit else None


def _shows_more_than_words(answer: Choice) -> bool:
    return bool(
        answer.symbol or answer.symbols or answer.detail or answer.earnings or answer.picture
    )


def _go_together(row: Row, other: Row, width: float) -> bool:
    match row, other:
        case Choices(one), Choices(two):
            answers = (*one, *two)
            few = len(one) == len(two) <= _MOST_BESIDE
            alike = len({answer.style for answer in answers}) == 1
            main = any(answer.style is Style.PRIMARY for answer in answers)
            if any(answer.picture for answer in answers):
                return False
            if not all(_fits_in(answer, _part_width(width, len(one))) for answer in answers):
                return False
            return few and alike and not main and not any(answer.is_name for answer in answers)
        case Shares(), Shares():
            texts = (text_width(each.text, theme.TEXT) for each in (row, other))
            shares = map(shares_width, (row, other))
            return all(sum(both) + dp(GAP) <= width for both in zip(texts, shares, strict=True))
        case _:
            return False


def _fits_in(answer: Choice, width: float) -> bool:
    """Whether an answer's words stand in one line on a button so wide, in pixels."""
    signs = len(answer.symbols) or int(answer.symbol is not None)
    words = text_width(answer.text, theme.DECISION_TEXT)
    if answer.detail:
        words += dp(GAP) + text_width(answer.detail, theme.TEXT)
    words += sum(share_width(number) for _color, number in answer.earnings)
    return words <= room_beside(signs, width)


def _first_at_foot(lines: list[_Line]) -> int:
    """From which line on there are only answers.

    They hang from the card's foot, which stays where it is: how high the moves above a card are,
    or its own words, moves no answer from under a finger.
    """
    first = len(lines)
    while first > 0 and _answers_only(lines[first - 1]):
        first -= 1
    return first


def _part_width(inner: float, parts: int) -> float:
    return (inner - dp(GAP) * (parts - 1)) / parts


def _line_height(line: _Line, inner: float, answers: float, room: Room) -> float:
    width = _part_width(inner, len(line))
    high = min(answers, _most(line)) if isinstance(line[0], Choices) else answers
    return max(_row_height(row, width, high, room.words) for row in line)


def title_width(head: Head, inner: float) -> float:
    """What the question mark and the way back leave for the title."""
    return inner - dp(_TITLE_ROOM) * (2 if head.leads_back else 1) + dp(_CORNERS_ASIDE)


def title_height(head: Head, inner: float, room: Room = Room.AMPLE) -> float:
    """How high the title is on a card that leaves so much of its width, in pixels."""
    width = title_width(head, inner)
    if head.name:
        phrase = text_height(head.title, phrase_width(head, width), theme.SMALL_TEXT)
        return float(max(dp(_BAND), sp(_PHRASES), phrase + dp(6)) - dp(PADDING))
    return max(dp(_LEAST_TITLE), text_height(head.title, width, room.title, bold=True))


def phrase_size(head: Head, width: float) -> float:
    """How large the words of a band are, in sp: smaller where they fit into one line then."""
    sizes = range(theme.DECISION_TEXT, theme.SMALL_TEXT - 1, -1)
    fitting = (size for size in sizes if text_width(head.title, size) < width)
    return next(fitting, theme.DECISION_TEXT)


def phrase_width(head: Head, width: float) -> float:
    """What a band leaves for what its player does: all but a name of usual length."""
    rest = width - dp(2 * BAND_BADGE + 6 + GAP)
    name = text_width(head.name, NAME, bold=True) + dp(2)
    words = text_width(head.title, theme.DECISION_TEXT) + dp(4)
    return max(rest - name, min(words, rest * _LEAST_PHRASE))


def _row_height(row: Row, width: float, choice_height: float, size: float) -> float:
    match row:
        case Words(text):
            return text_height(text, width, size)
        case ChipRow(text=text):
            return max(float(dp(_CHIP_ROW)), _beside_height(text, width - chips_width(row), size))
        case Shares(text=text):
            return max(
                float(sp(_SHARES_ROW)), _beside_height(text, width - shares_width(row), size)
            )
        case Spans(text=text):
            return text_height(text, width, size) + _lines_of_spans(row, width) * sp(_SHARES_ROW)
        case Choices(choices):
            more = way_height() - dp(theme.TOUCH) if choices[0].picture else 0
            return float(dp(choice_height) + more)
        case Steppers():
            return float(2 * dp(theme.TOUCH) + dp(GAP))


def _beside_height(text: str, width: float, size: float) -> float:
    return text_height(text, width - dp(GAP), size) if text else 0.0


def chips_width(row: ChipRow) -> float:
    """The width that the chips of a row fill, in pixels."""
    chips = row.chips
    if chips.total <= SINGLE_CHIPS:
        return float(chips.total * dp(2 * CHIP + CHIP_GAP) - dp(CHIP_GAP))
    numbers = [chips.number(material) for material in row.order if chips.number(material)]
    return float(sum(counted_width(number) for number in numbers) - dp(_HEAP_GAP))


def counted_width(number: int) -> float:
    """A number and its chip, and the gap to the next, in pixels."""
    text = text_width(times(number), theme.DECISION_TEXT, bold=True)
    return float(text + dp(4 + 2 * CHIP + _HEAP_GAP))


def times(number: int) -> str:
    """A number of chips, before the one that is drawn of them."""
    return f"{number} ×"


def shares_width(row: Shares) -> float:
    """The width that players and their numbers fill, in pixels."""
    return float(sum(share_width(number) for _color, number in row.shares))


def share_width(number: int) -> float:
    """A badge, its number, and the gap before them, in pixels."""
    return float(dp(12 + 2 * BADGE + 5) + text_width(str(number), theme.DECISION_TEXT, bold=True))


def span_places(row: Spans, box: Box) -> Iterator[tuple[Color, str, Box]]:
    """Where each player's span belongs below the words: as many side by side as have room."""
    lines = _lines_of_spans(row, box.width)
    each = -(-len(row.spans) // lines)
    below = Box(box.x, box.y, box.width, lines * sp(_SHARES_ROW))
    for number, line in enumerate(below.rows((1,) * lines, 0)):
        cells = line.split((1,) * each, dp(GAP))
        for (color, text), cell in zip(row.spans[number * each :], cells, strict=False):
            yield color, text, cell


def _lines_of_spans(row: Spans, width: float) -> int:
    """How many lines players' spans need."""
    words = max(text_width(text, theme.DECISION_TEXT, bold=True) for _color, text in row.spans)
    need = words + dp(2 * BADGE + SPAN_GAP + 2)
    number = len(row.spans)
    each = max(1, min(number, int((width + dp(GAP)) // (need + dp(GAP)))))
    return -(-number // each)


class Printed(NamedTuple):
    """What a card shows itself: its head, and where its rows belong that are no answers."""

    head: Head
    rows: tuple[tuple[Row, Box], ...]
    room: Room


class CardPlaces(NamedTuple):
    """What is printed on a question's card, and where all belongs that is to be tapped.

    `corners` are the boxes of the question mark and of the way back, from the right.
    """

    printed: Printed
    answers: tuple[tuple[Choice, Box], ...]
    corners: tuple[Box, Box]


def places(box: Box, question: Question, answers: float) -> CardPlaces:
    """Where all of a question belongs on a card in a box; lines of words closer if it is low.

    Its answers are so many dp high, or lower where the card has no room for that.
    """
    inner, head = box.inset(dp(PADDING)), head_of(question)
    choice_height = min(answers, answer_height(question, box.width, box.height))
    room = Room.AMPLE if box.height >= height_of(question, box.width) - 1 else Room.LITTLE
    if height_of(question, box.width, room) > box.height + 1:
        room = Room.LEAST
    rows = tuple(_rows(inner, question, choice_height, room))
    tapped = tuple(answer for row, place in rows for answer in _answers(row, place))
    printed = tuple((row, place) for row, place in rows if not isinstance(row, Choices))
    return CardPlaces(Printed(head, printed, room), tapped, _corners(box, inner, head))


def _rows(
    inner: Box, question: Question, choice_height: float, room: Room
) -> Iterator[tuple[Row, Box]]:
    column = Column(inner, 0)
    column.take(title_height(head_of(question), inner.width, room) + dp(GAP))
    lines = _lines(question.rows, inner.width, room)
    heights = [_line_height(line, inner.width, choice_height, room) for line in lines]
    first = _first_at_foot(lines)
    foot = sum(heights[first:]) + dp(GAP) * (len(lines) - first - 1)
    for number, (line, height) in enumerate(zip(lines, heights, strict=True)):
        if number == first:
            column = Column(Box(inner.x, inner.y, inner.width, foot), 0)
        place = column.take(height)
        column.take(_gap_below(line, room))
        yield from zip(line, place.split((1,) * len(line), dp(GAP)), strict=True)


def _answers(row: Row, box: Box) -> Iterator[tuple[Choice, Box]]:
    match row:
        case Choices(choices):
            yield from zip(choices, _choice_places(choices, box), strict=True)
        case Steppers():
            touch = dp(theme.TOUCH)
            for stepper, place in stepper_places(row, box):
                yield stepper.less, Box(place.x, place.y, touch, place.height)
                yield stepper.more, Box(place.right - touch, place.y, touch, place.height)


def _choice_places(choices: Sequence[Choice], box: Box) -> list[Box]:
    """As wide as each is to be, unless one needs for its words what the others can spare."""
    usual = box.split([choice.width for choice in choices], dp(GAP))
    if all(_fits_in(choice, place.width) for choice, place in zip(choices, usual, strict=True)):
        return usual
    if any(map(_shows_more_than_words, choices)):
        return usual
    texts = [choice.text for choice in choices]
    size = fitting_size(box, texts, dp(GAP), theme.DECISION_TEXT)
    return split_for(box, texts, dp(GAP), size)


def stepper_places(row: Steppers, box: Box) -> Iterator[tuple[Stepper, Box]]:
    """Where each material of a payment belongs: its number between its two buttons."""
    half = len(row.steppers) // 2
    pairs = (row.steppers[:half], row.steppers[half:])
    for line, pair in zip(box.rows((1, 1), dp(GAP)), pairs, strict=True):
        yield from zip(pair, line.split((1, 1), dp(GAP)), strict=True)


def band_height(head: Head, inner: float) -> float:
    """How high the band is in which a player's name stands, in pixels."""
    return title_height(head, inner) + dp(PADDING)


def _corners(box: Box, inner: Box, head: Head) -> tuple[Box, Box]:
    touch = dp(theme.TOUCH)
    corner = Box(inner.right - touch + dp(4), inner.top - touch + dp(4), touch, touch)
    if head.name:
        middle = box.top - band_height(head, inner.width) / 2
        corner = Box(inner.right - touch + dp(6), middle - touch / 2, touch, touch)
    return corner, Box(corner.x - dp(_TITLE_ROOM), corner.y, touch, touch)
