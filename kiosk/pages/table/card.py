"""Layout of a question as a card: title at the top, then texts, and the answers at the bottom.

The answers are at the bottom so that a longer text does not move them away from a finger.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import MATERIALS, Color
from kiosk.pages.table.question import (
    Caption,
    ExplainImpossible,
    PaymentSteppers,
    PlayerPart,
    Question,
    SetDraft,
    ShowCardText,
)
from kiosk.pieces.blocks import (
    CARD_PADDING,
    card_color,
    card_head_fits,
    card_head_height,
    corner_button_boxes,
    draw_name_and_question_mark,
)
from kiosk.pieces.form import (
    CardBackground,
    ChipNumber,
    PlayerPartBackground,
    Sign,
)
from kiosk.ui import theme
from kiosk.ui.button import button_boxes, fits_in_a_line, fits_in_smallest_letters
from kiosk.ui.form import Block, Button, ButtonStyle, Column, Picture, Row, Text, TextStyle
from kiosk.ui.renderer import BlocksInBoxes, height_of
from kiosk.ui.surface import Box, smallest_running_text_size, text_width
from kiosk.words.language import _

_CLOSE = 4
"""Gap in dp between the texts of a card that is too low for normal gaps."""
_MOST_CHOICE = 60
_MOST_WITH_SIGN = 76.0
_MOST_SIGN_ALONE = 96.0
_MOST_WITH_PICTURE = 96.0
"""Maximum heights of answers: of a text (in sp), and (in dp) of a text with a symbol, of symbols,
and of a symbol above a label."""
_KEPT_HEIGHTS, _KEPT_ROWS = 64, 256
"""Numbers of cached results: heights of cards, and whether rows fit. Both are asked repeatedly."""


def fitting_question_forms(question: Question, width: float, height: float) -> Iterator[Question]:
    """Return the forms of a question (see `question_forms`) that fit on a card, the fullest first.

    `width` and `height` are the card's size in pixels.
    """
    return (form for form in question_forms(question, width) if card_fits(form, width, height))


def question_forms(question: Question, width: float) -> Iterator[Question]:
    """Yield the forms in which a card can show a question, from the fullest to the shortest.

    The first form is the whole question, the second has no help texts, and the third also has a
    smaller head (the band with the player's name and the title). In each form, a row of answers
    that does not fit on a card `width` pixels wide is split into several rows.
    """
    yield _with_narrow_rows(question, width)
    bare = _with_narrow_rows(question.without_help_texts, width)
    yield bare
    yield replace(bare, small_head=True)


def card_height(
    question: Question,
    width: float,
    max_answer_height: float = theme.TOUCH,
    *,
    compact: bool = False,
) -> float:
    """Return the height in pixels that a question's card needs if it is `width` pixels wide.

    The card is high enough for `question.rows` and for each of `question.alternative_rows`. Answers
    are at most `max_answer_height` dp high. If `compact` is set, letters and gaps have their
    minimum size.
    """
    return _card_height(question, width, max_answer_height, 0.0 if compact else 1.0, dp(1), sp(1))


@lru_cache(maxsize=_KEPT_HEIGHTS)
def _card_height(
    question: Question, width: float, answers: float, ease: float, _dp: float, _sp: float
) -> float:
    inner, gap = width - 2 * dp(CARD_PADDING), dp(theme.GAP)
    apart, rows = gap if ease else dp(_CLOSE), 0.0
    for each in (question.rows, *question.alternative_rows):
        words, foot = _rows(each, question.color, inner, answers)
        between = apart if words.rows and foot.rows else 0.0
        rows = max(rows, height_of(words, inner, ease) + between + height_of(foot, inner, 1.0))
    return float(card_head_height(_paper(question), width) + gap + rows + dp(CARD_PADDING))


def card_fits(question: Question, width: float, height: float) -> bool:
    """Return whether a card of `width` by `height` pixels has room for the question.

    The question may be shown in the smallest letters. It does not fit if a word of the title or of
    an answer would have to be broken.
    """
    # Try the usual letters and gaps first, as most cards fit with them.
    if all(card_height(question, width, compact=compact) > height + 1 for compact in (False, True)):
        return False
    if question.player_name and not card_head_fits(_paper(question), width):
        return False
    inner = width - 2 * dp(CARD_PADDING)
    rows = (row for rows in (question.rows, *question.alternative_rows) for row in rows)
    return all(_answers_fit(row, inner) for row in rows if isinstance(row, Row))


def _answers_fit(row: Row, inner: float) -> bool:
    return _row_fits(row, inner, dp(1), sp(1))


@lru_cache(maxsize=_KEPT_ROWS)
def _row_fits(row: Row, inner: float, _dp: float, _sp: float) -> bool:
    places = Box(0, 0, inner, 0).split_columns(_answer_widths(row, inner), dp(theme.GAP))
    return all(
        place.width >= dp(theme.TOUCH) - 1 and fits_in_smallest_letters(answer, place.width)
        for answer, place in zip(row.items, places, strict=True)
        if isinstance(answer, Button)
    )


def _with_narrow_rows(question: Question, width: float) -> Question:
    inner = width - 2 * dp(CARD_PADDING)
    sets = question.rows, *question.alternative_rows
    rows, *others = (_narrow_rows(each, inner) for each in sets)
    return replace(question, rows=rows, alternative_rows=tuple(others))


def _narrow_rows(rows: tuple[Block, ...], inner: float) -> tuple[Block, ...]:
    """Split each row of answers that does not fit into `inner` pixels into several rows.

    If a row with an odd number of answers was split, and the next row is split too, the last piece
    of the former and the first piece of the latter are joined in one row, if they fit.
    """
    found: list[Block] = []
    is_odd = False
    for row in rows:
        first, *others = _split(row, inner)
        both = _buttons_in(found[-1]) + _buttons_in(first) if is_odd and others else ()
        if both and _answers_fit(Row(both), inner):
            found[-1] = Row(both)
        else:
            found.append(first)
        found += others
        is_odd = bool(others) and len(_buttons_in(row)) % 2 == 1
    return tuple(found)


def _split(row: Block, inner: float) -> Iterator[Block]:
    choices = _buttons_in(row)
    if not isinstance(row, Row) or len(choices) < len(row.items) or _answers_fit(row, inner):
        yield row
    elif len(choices) > 1:
        half = -(-len(choices) // 2)
        yield from _split(Row(choices[:half]), inner)
        yield from _split(Row(choices[half:]), inner)
    elif choices[0].amounts:  # leave out the text, which says the same as the symbol
        yield Row((replace(choices[0], text="", spoken=choices[0].text),))
    else:
        yield row


def answer_height(question: Question, width: float, height: float) -> float:
    """Return the maximum height in dp of the answers on a card of `width` by `height` pixels.

    The answers share the free space of the card, but each kind of answer has a maximum height. If
    `question.keeps_answers_in_place` or `question.covers_trays` is set, the result is the minimum
    height of a button.
    """
    if question.covers_trays or question.keeps_answers_in_place:
        return theme.TOUCH
    spare = (height - card_height(question, width)) / dp(1)
    return min(
        _level(sorted(_most(row) for row in rows if _has_answers(row)), spare)
        for rows in (question.rows, *question.alternative_rows)
    )


def lay_out_card(box: Box, question: Question, max_answer_height: float) -> BlocksInBoxes:
    """Return the blocks of a question's card, each with its box inside `box`.

    Answers are at most `max_answer_height` dp high. If `box` is too low for the usual letters and
    gaps, smaller ones are used.
    """
    high = min(max_answer_height, answer_height(question, box.width, box.height))
    paper = _paper(question)
    inner = box.inset(dp(CARD_PADDING))
    room = box.height - card_head_height(paper, box.width) - dp(theme.GAP + CARD_PADDING)
    words, foot = _rows(question.rows, question.color, inner.width, high)
    below = height_of(foot, inner.width, 1.0)
    place = Box(inner.x, inner.y, inner.width, room)
    is_close = height_of(words, inner.width, 0.0) + below + dp(theme.GAP) > room
    apart = _CLOSE if is_close else theme.GAP
    above, lowest = place.split_bottom(below, dp(apart if foot.rows else 0))
    right, left = corner_button_boxes(paper, box)
    why = Button("why", ShowCardText("question"), "?", ButtonStyle.ROUND, spoken=_("Why?"))
    parts = [(paper, box), (words, above), (foot, lowest)]
    if question.back is None:
        return (*parts, (why, right))
    back = Button("back", SetDraft(question.back), "×", ButtonStyle.ROUND, spoken=_("Back"))
    return (*parts, (why, left), (back, right))


def _paper(question: Question) -> CardBackground:
    leads_back = question.back is not None
    return CardBackground(
        question.color,
        question.player_name,
        question.title,
        leads_back,
        question.small_head,
        question.visited_field,
    )


def _level(most: Sequence[float], spare: float) -> float:
    level: float = theme.TOUCH
    for number, full in enumerate(most):
        more = min(full - level, max(0.0, spare) / (len(most) - number))
        spare -= more * (len(most) - number)
        level += more
    return level


def _rows(
    rows: tuple[Block, ...], asks: Color | None, inner: float, answers: float
) -> tuple[Column, Column]:
    first = len(rows)
    while first > 0 and (isinstance(rows[first - 1], Caption) or _has_answers(rows[first - 1])):
        first -= 1
    laid: list[Block] = []
    # Rows of two answers each, as in the menu, line up.
    lines_up = len(rows) > 1 and all(len(_buttons_in(row)) == 2 for row in rows)
    for row in rows:
        if isinstance(row, PaymentSteppers):
            laid.append(_stepper_rows(row, inner))
        elif isinstance(row, Row) and _has_answers(row):
            widths = [1.0] * len(row.items) if lines_up else _answer_widths(row, inner)
            answer_row = _answer_row(row, asks, widths, min(answers, _most(row)))
            caption = laid.pop() if laid and isinstance(laid[-1], Caption) else None
            laid.append(Column((caption, answer_row), gap=_CLOSE) if caption else answer_row)
        else:
            laid.append(row)
    words = Column(tuple(laid[:first]), least_gap=_CLOSE)
    return words, Column(tuple(laid[first:]))


def _has_answers(row: Block) -> bool:
    return isinstance(row, PaymentSteppers) or bool(_buttons_in(row))


def _buttons_in(row: Block) -> tuple[Button, ...]:
    items = row.items if isinstance(row, Row) else ()
    return tuple(item for item in items if isinstance(item, Button))


def _most(row: Block) -> float:
    answers = _buttons_in(row)
    if any(choice.is_symbol_above_label for choice in answers):
        return _MOST_WITH_PICTURE
    if any(not choice.symbols or choice.detail or choice.amounts for choice in answers):
        return float(sp(_MOST_CHOICE) / dp(1))
    if any(choice.text for choice in answers):
        return max(_MOST_WITH_SIGN, float(sp(_MOST_CHOICE) / dp(1)))
    return _MOST_SIGN_ALONE


def _answer_row(row: Row, asks: Color | None, widths: Sequence[float], high: float) -> Row:
    items = list(row.items)
    for at, each in enumerate(widths):
        if isinstance(one := items[at], Button):
            is_primary = one.style is ButtonStyle.PRIMARY
            fill = theme.darken_for_text(card_color(asks)) if is_primary else one.fill
            items[at] = replace(one, width=each, fill=fill)
    return Row(tuple(items), high)


def _answer_widths(row: Row, width: float) -> list[float]:
    # If a text is too wide for its button, other buttons give it room.
    choices, box, gap = _buttons_in(row), Box(0, 0, width, 0), dp(theme.GAP)
    widths = [getattr(item, "width", 1.0) for item in row.items]
    if len(choices) < len(widths) or any(o.symbols or o.detail or o.amounts for o in choices):
        return widths
    usual = box.split_columns(widths, gap)
    fit = [fits_in_a_line(one, place.width) for one, place in zip(choices, usual, strict=True)]
    if all(fit):
        return widths
    keeps = len(choices) > 1 and fit[-1] and choices[-1].style is ButtonStyle.PRIMARY
    kept = usual[-1:] if keeps else []
    texts = [choice.text for choice in choices[: len(choices) - len(kept)]]
    room = Box(0, 0, kept[0].x - gap, 0) if kept else box
    return [place.width for place in (*button_boxes(room, texts, gap), *kept)]


_LEAST_NUMBER, _NUMBER_ABOVE = 26, 24
"""Size in dp of a chip and its number: minimum width between buttons, height above buttons."""


def _stepper_rows(block: PaymentSteppers, width: float) -> Column:
    half, gap = len(block.steppers) // 2, dp(theme.GAP)
    touch = float(dp(theme.TOUCH))
    middle = (width - gap) / 2 - 2 * touch
    cells: list[Block] = []
    for one in block.steppers:
        if middle < dp(_LEAST_NUMBER):
            number = Row((ChipNumber(one.material, one.number),), _NUMBER_ABOVE)
            apart = min(max(0.0, middle / dp(1)), theme.GAP)
            cells.append(Column((number, Row((one.less, one.more), gap=apart)), gap=0))
            continue
        less, more = (replace(button, width=touch) for button in (one.less, one.more))
        cells.append(Row((less, ChipNumber(one.material, one.number, middle), more), gap=0))
    return Column((Row(tuple(cells[:half])), Row(tuple(cells[half:]))))


_PART_EDGE, _PART_HEAD = 4, 30
"""Margin in dp around the answers in a player's part of a card; height in dp of the part's head."""
_LEAST_BESIDE, _LEAST_HEAD, _BESIDE_BADGE = 20, 56, 32
"""Minimum widths in dp of a head beside answers: without a name, and with a name; distance of a
name from the left end of the head."""


class _PartPlan(NamedTuple):
    """Layout of the part of a card for one player; sizes are in pixels.

    `head` is the width and height of the head (the band with the player's name). `below` is the box
    below the head. `answers` are the blocks with the answers, and their boxes. `fits` is set if all
    answers are below the head.
    """

    head: tuple[float, float]
    below: Box
    answers: BlocksInBoxes
    fits: bool


def lay_out_player_part(box: Box, part: PlayerPart) -> tuple[BlocksInBoxes, bool]:
    """Return the blocks for a player's part of a card, and whether all buttons are below its head.

    The head, a band with the player's name, is at the top of `box`. Buttons that do not fit below
    the head are beside it. If the buttons leave too little room for both the name and the “?”
    button, the name itself becomes a button with “?”.
    """
    inner, name = box.inset(dp(_PART_EDGE)), part.name
    named_button: BlocksInBoxes = ()
    plan = _part_plan(inner, (*part.choices, part.why_button), part.reserved_button_count)
    if not plan.fits and plan.head[0] <= dp(_LEAST_HEAD):
        cells = part.reserved_button_count - 1
        plan = _part_plan(inner, part.choices, cells, below_head=float(dp(theme.GAP)))
        why, (wide, high), left = part.why_button, plan.head, dp(_BESIDE_BADGE)
        about, place = (name,), Box(inner.x + left, inner.top - high, wide - left, high)
        picture = Picture(
            draw_name_and_question_mark, 0, why.key, why.action, about=about, spoken=why.spoken
        )
        name, named_button = "", ((picture, place),)
    head, blocks = plan.head, plan.answers
    if part.refusal:
        place = plan.below.inset(dp(4), 0)
        refusal = _refusal(part, place.width)
        high = height_of(refusal, place.width, 0)
        if not plan.fits or high > place.height:
            head, named_button, place = (0.0, 0.0), (), inner.inset(dp(4), 0)
            if high > place.height:
                # There is no room for a button below the text: the whole part becomes the button.
                read = ExplainImpossible(None, part.color)
                text, spoken = part.refusal, _("Got it")
                button = Button(
                    part.dismiss_button_key, read, text, size=theme.SMALL_TEXT, spoken=spoken
                )
                refusal = Column((Row((button,), share=1),))
        blocks = ((refusal, place),)
    elif part.answered:
        blocks = ((Column((Row(part.choices, share=1),)), plan.below),)
    paper = PlayerPartBackground(part.color, name, part.face, head)
    return ((paper, box), *named_button, *blocks), plan.fits


def _refusal(part: PlayerPart, width: float) -> Column:
    text = Text(part.refusal, TextStyle.PLAIN, size=theme.SMALL_TEXT, shrinks=True)
    read = Button(
        part.dismiss_button_key,
        ExplainImpossible(None, part.color),
        _("Got it"),
        ButtonStyle.PRIMARY,
    )
    if text_width(read.text, smallest_running_text_size(), bold=True) + 2 * dp(theme.GAP) > width:
        read = replace(read, text="×", spoken=read.text)
    return Column((Column((text,), share=1), Row((read,))))


def _part_plan(
    inner: Box, answers: tuple[Button, ...], cells: int, *, below_head: float = 0.0
) -> _PartPlan:
    gap, touch = float(dp(theme.GAP)), float(dp(theme.TOUCH))
    # On the narrowest parts the name is above the face of the die instead of beside it.
    line = touch if inner.width < 2 * touch + gap else float(dp(_PART_HEAD))
    below = Box(inner.x, inner.y, inner.width, inner.height - line - below_head)

    def side_of_buttons(across: int) -> float:
        lines = -(-cells // across)
        high = (below.height - gap * (lines - 1)) / lines
        return min(high, (below.width - gap * (across - 1)) / across)

    across = max(range(1, cells + 1), key=side_of_buttons)
    if side_of_buttons(across) >= touch - 1:
        wide = (below.width - gap * (across - 1)) / across
        rows = _part_rows(answers, across, wide)
        return _PartPlan((inner.width, line), below, ((rows, below),), fits=True)
    across = 2 if inner.width >= 2 * touch + gap else 1
    number = max(1, cells - len(MATERIALS))
    if inner.width - number * (touch + gap) < dp(_LEAST_BESIDE):
        number = 1
    lines = -(-(cells - number) // across)
    line = (inner.height - lines * gap) / (lines + 1)
    below = inner._replace(height=inner.height - line - gap)
    taken = number * (touch + gap)
    beside = Box(inner.right - taken + gap, inner.top - line, taken - gap, line)
    rows = _part_rows(answers[:-number], across, (inner.width - gap * (across - 1)) / across)
    others = _part_rows(answers[-number:], number, touch)
    head = (inner.width - taken, line)
    return _PartPlan(head, below, ((rows, below), (others, beside)), fits=False)


def _part_rows(answers: tuple[Button, ...], across: int, width: float) -> Column:
    short = [
        replace(one, text="", symbol=Sign.NO_CHIP, spoken=one.text)
        if one.text and text_width(one.text, theme.DECISION_TEXT) + dp(theme.GAP) > width
        else one
        for one in answers
    ]
    rows = (short[at : at + across] for at in range(0, len(short), across))
    return Column(tuple(Row(tuple(row), share=1) for row in rows))
