"""Draws what to move: as a list above the question, or as a card in its place, and notices.

Nothing of a list is ever hidden: a row a line says who, which piece, one number or place in bold,
and what for. Rows stand between two tab stops: those without a picture begin after the first
symbol, those with pictures after the widest of them, unless that costs a row another line. A row
that is too long goes on below.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from kivy.metrics import dp, sp

from companion.pieces import Bonus, Color, Face, Material, Rune
from kiosk.pages.table.moves import Line, MovesShown
from kiosk.pages.table.question import Moved, Read, ReadMoves
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.form import Block, Button, Row, Style, page_words
from kiosk.ui.paging import in_pages
from kiosk.ui.renderer import OnTap, Parts, widget_of
from kiosk.ui.surface import Box, Column, Surface, breakable, text_height, text_width
from kiosk.ui.tap import Tap, draw_tells_more
from kiosk.words.language import _
from kiosk.words.moves import Picture, Piece
from kiosk.words.texts import Span

_ROW_GAP = 4
_TIGHT_GAP = 1
"""Between the rows of a list that only has room so."""
_MOST_GAP = 11
_SIZE = theme.DECISION_TEXT
_LEAST_ROW = 26
"""What a row with symbols takes at least, in dp."""
_TIGHT_ROW = 24
"""The same in a list that only has room so: the symbols are as high."""
_RADIUS = 12
_SYMBOL = 30
"""The width of a symbol or a piece and the gap after it, in dp."""
_WORKER = (30, 9)
_MOST_LEAD = 3
"""So many symbols and pieces at most push the other rows' words to the right."""


class _Run(NamedTuple):
    """Words of one weight, and how many pixels right of the line's beginning they stand."""

    text: str
    bold: bool
    x: float


def _list_height(lines: Sequence[Line], width: float, *, tight: bool = False) -> float:
    """How high the rows are together, in pixels; `tight` is the least in which they are read."""
    heights = [_row_height(line, lines, width, tight=tight) for line in lines]
    return float(sum(heights) + dp(_TIGHT_GAP if tight else _ROW_GAP) * (len(lines) - 1))


def _list_allowance(lines: int) -> float:
    """How high a list of so many rows of one line is, set closely, in pixels."""
    return float(max(dp(_TIGHT_ROW), _line_high()) * lines + dp(_TIGHT_GAP) * (lines - 1))


def _row_height(line: Line, lines: Sequence[Line], width: float, *, tight: bool = False) -> float:
    """How high a row of the list is, in pixels."""
    left = width - _lead(line, lines, width)
    high = len(_flow(line.spans, left, sp(1))) * _line_high()
    if line.aside and not _stands_beside(line, left):
        high += text_height(line.aside, left, theme.SMALL_TEXT)
    least = dp(_TIGHT_ROW if tight else _LEAST_ROW)
    return float(max(least, high) if _signs(line) else high)


def _draw_rows(
    surface: Surface, box: Box, shown: Sequence[Line], lines: Sequence[Line], ground: theme.Rgb
) -> None:
    """Draw the rows that are `shown` into a box from the top down; `lines` are all of the list.

    Spare height goes between the rows, up to a comfortable distance.
    """
    tight = box.height < _list_height(shown, box.width)
    heights = [_row_height(line, lines, box.width, tight=tight) for line in shown]
    gap = (box.height - sum(heights)) / len(shown)
    gap = min(dp(_MOST_GAP), max(dp(_TIGHT_GAP if tight else _ROW_GAP), gap))
    column = Column(box, gap)
    for number, (line, high) in enumerate(zip(shown, heights, strict=True)):
        place = column.take(high)
        if number:
            edge = Box(box.x, place.top + gap / 2, box.width, max(1.0, dp(0.7)))
            surface.fill(theme.mixed(ground, theme.INK_SOFT, 0.25), edge)
        _draw_row(surface, place, line, _lead(line, lines, box.width), ground)


def _lead(line: Line, lines: Sequence[Line], width: float) -> float:
    """Where the words of a row begin, in pixels from its left end."""
    signs = _signs(line)
    stop = _stop(tuple(lines), width, sp(1)) if signs > 1 else 0
    return float(dp(_SYMBOL) * max(signs, stop))


@lru_cache(maxsize=64)
def _stop(lines: tuple[Line, ...], width: float, _scale: float) -> int:
    """After how many symbols the words of the rows with pictures begin: so that most go into one.

    Where several do as well, it is the last of them.
    """
    rows = [line for line in lines if _signs(line) > 1]
    most = max((min(_signs(line), _MOST_LEAD) for line in rows), default=0)

    def broken(stop: int) -> int:
        lefts = [width - dp(_SYMBOL) * max(_signs(line), stop) for line in rows]
        return sum(
            len(_flow(line.spans, left, sp(1))) for line, left in zip(rows, lefts, strict=True)
        )

    return min(range(most, 1, -1), key=broken, default=0)


def _signs(line: Line) -> int:
    return len(line.who) + len(_drawn(line.pictures))


def _drawn(pictures: tuple[Picture, ...]) -> tuple[tuple[Picture, ...], ...]:
    """What is drawn side by side: workers of a stack as one."""
    workers = tuple(one for one in pictures if one.piece is Piece.WORKER)
    return (workers,) if workers else tuple((one,) for one in pictures)


def _draw_row(surface: Surface, box: Box, line: Line, lead: float, ground: theme.Rgb) -> None:
    left = box.width - lead
    words = Box(box.x + lead, box.y, left, box.height)
    texts = _flow(line.spans, left, sp(1))
    beside = _stands_beside(line, left)
    below = 0.0 if beside or not line.aside else text_height(line.aside, left, theme.SMALL_TEXT)
    top = words.center[1] + (len(texts) * _line_high() + below) / 2
    _draw_signs(surface, line, (box.x, top - _line_high() / 2 if len(texts) > 1 else box.center[1]))
    for number, runs in enumerate(texts):
        y = top - (number + 1) * _line_high()
        for run in runs:
            width = text_width(run.text, _SIZE, bold=run.bold)
            place = Box(words.x + run.x, y, width + dp(1), _line_high())
            surface.write(run.text, place, ground=ground, size=_SIZE, bold=run.bold)
    if line.aside:
        high = _line_high() if beside else below
        y = top - len(texts) * _line_high() - below
        place = Box(words.x, y, words.width, high)
        if beside:
            width = text_width(line.aside, theme.SMALL_TEXT) + dp(1)
            place = Box(words.right - width, y, width, high)
        soft = theme.LIGHT_SOFT if theme.text_on(ground) == theme.LIGHT else theme.INK_SOFT
        halign = "right" if beside else "left"
        surface.write(
            line.aside, place, ink=soft, ground=ground, size=theme.SMALL_TEXT, halign=halign
        )


def _draw_signs(surface: Surface, line: Line, start: tuple[float, float]) -> None:
    x, y = start[0] + dp(_RADIUS), start[1]
    with surface.canvas:
        for color in line.who:
            drawing.badge(color, (x, y), dp(_RADIUS))
            x += dp(_SYMBOL)
        for pictures in _drawn(line.pictures):
            _draw_picture(pictures, (x, y))
            x += dp(_SYMBOL)


def _draw_picture(pictures: tuple[Picture, ...], center: tuple[float, float]) -> None:
    radius, first = dp(_RADIUS), pictures[0]
    match first.piece, first.which, first.owner:
        case Piece.WORKER, _, _:
            _draw_workers([one.owner for one in pictures if one.owner is not None], center)
        case Piece.HUT, _, Color() as owner:
            drawing.hut(owner, center, radius)
        case Piece.TEMPLE, _, Color() as owner:
            drawing.temple(owner, center, radius)
        case Piece.CHIP, Material() as material, _:
            drawing.chip(material, center, radius)
        case Piece.BONUS, Bonus() as bonus, _:
            drawing.bonus(bonus, center, radius)
        case Piece.RUNE, Rune() as rune, _:
            drawing.rune_stone(rune, center, radius, None)
        case Piece.DRUID, _, _:
            drawing.druid(center, radius)
        case Piece.DIE, _, _:
            drawing.die(Face.PLUS, center, radius)


def _draw_workers(owners: Sequence[Color], center: tuple[float, float]) -> None:
    """Workers one on the other, as they stand on a plain."""
    width, height = dp(_WORKER[0] - 4), dp(_WORKER[1])
    bottom = center[1] - height * (len(owners) - 1) / 2
    for level, owner in enumerate(owners):
        drawing.worker(owner, (center[0], bottom + level * height), width, height)


def _line_high() -> float:
    return text_height("Xg", dp(200), _SIZE)


def _stands_beside(line: Line, width: float) -> bool:
    """Whether what points are for has room at the end of a row's last line."""
    last = _flow(line.spans, width, sp(1))[-1]
    end = last[-1].x + text_width(last[-1].text, _SIZE, bold=last[-1].bold) if last else 0.0
    return end + dp(10) + text_width(line.aside, theme.SMALL_TEXT) <= width


@lru_cache(maxsize=512)
def _flow(spans: tuple[Span, ...], width: float, _scale: float) -> tuple[tuple[_Run, ...], ...]:
    """The words in lines of that width in pixels, those of one weight together."""
    lines: list[list[_Run]] = [[]]
    breaking = [Span(breakable(span.text, width, _SIZE), span.bold) for span in spans]
    for text, bold in _words(breaking):
        runs = lines[-1]
        if runs and _end(_with(runs, text.rstrip(), bold=bold)) > width:
            lines.append([])
            text = text.lstrip()  # noqa: PLW2901 - a line begins with a word
        lines[-1] = _with(lines[-1], text, bold=bold)
    return tuple(tuple(runs) for runs in lines)


def _with(runs: list[_Run], text: str, *, bold: bool) -> list[_Run]:
    if runs and runs[-1].bold == bold:
        return [*runs[:-1], runs[-1]._replace(text=runs[-1].text + text)]
    return [*runs, _Run(text, bold, _end(runs) if runs else 0.0)]


def _end(runs: list[_Run]) -> float:
    return runs[-1].x + text_width(runs[-1].text, _SIZE, bold=runs[-1].bold)


def _words(spans: Sequence[Span]) -> Iterator[tuple[str, bool]]:
    """Each word with the spaces after it; what follows without a space is not parted from it."""
    for span in spans:
        word = ""
        for sign in span.text:
            if word.endswith(" ") and sign != " ":
                yield word, span.bold
                word = ""
            word += sign
        if word:
            yield word, span.bold


# Above the question


_PADDING = 10
_BESIDE_PADDING = 8
_BESIDE_EDGE = 3
"""Above and below the moves that stand above the question, in dp."""
_TIGHT_EDGE = 1
"""The same where there is only room so."""
_SIGN = 30
"""What the question mark takes of the width, in sp."""
_USUAL_LINES = (4, 6)
"""Few steps have more to move: room for so many at least and at most is kept free."""
_SHARE = 0.3
"""Of a column with room for more than the least."""


class MovesBeside(Block, frozen=True):
    """The moves above the question; a tap tells why."""

    lines: tuple[Line, ...]
    action: object


@widget_of.register
def _moves_beside(block: MovesBeside, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - it brings its own
    tap = Tap(box, "moves", partial(on_tap, block.action))
    tap.fill(theme.SURFACE, radius=10)
    inner = box.inset(dp(_BESIDE_PADDING), dp(_TIGHT_EDGE))
    high = min(inner.height, _list_height(block.lines, inner.width - sp(_SIGN)))
    room = Box(inner.x, inner.center[1] - high / 2, inner.width - sp(_SIGN), high)
    _draw_rows(tap, room, block.lines, block.lines, theme.SURFACE)
    draw_tells_more(tap, (inner.right - sp(11), inner.center[1]), theme.SURFACE)
    tap.shade_when_pressed()
    return tap


def beside_height(lines: tuple[Line, ...], width: float, *, tight: bool = False) -> float:
    """How high the moves above the question are, in pixels; 0 where there are none.

    `tight` is the least in which they can be read.
    """
    if not lines:
        return 0.0
    high = _list_height(lines, width - dp(2 * _BESIDE_PADDING) - sp(_SIGN), tight=tight)
    return float(max(dp(theme.TOUCH), high + dp(2 * (_TIGHT_EDGE if tight else _BESIDE_EDGE))))


def beside_allowance(room: float) -> float:
    """How much of so many pixels is kept free for the moves above a question, set closely."""
    least, most = (_list_allowance(lines) + dp(2 * _TIGHT_EDGE) for lines in _USUAL_LINES)
    return max(least, min(most, room * _SHARE))


# As a card


_MAIN = 56


class MovesPaper(Block, frozen=True):
    """The moves on paper, as many of all lines as are `shown`; the number of moves is at the top.

    Beside it there is room for a round button.
    """

    title: str
    number: int
    shown: tuple[Line, ...]
    lines: tuple[Line, ...]


def moves_height(moves: MovesShown, width: float) -> float:
    """How high a card has to be for all moves on one page, in pixels."""
    inner = width - 2 * dp(_PADDING)
    rows = sum(_row_height(line, moves.lines, inner) for line in moves.lines)
    gaps = dp(_ROW_GAP) * (len(moves.lines) + 1)
    return float(2 * dp(_PADDING) + _head_height(moves.title, inner) + rows + gaps + dp(_MAIN))


def moves_parts(box: Box, moves: MovesShown, page: int) -> Parts:
    """A page of the moves in the question's place; its main button says that all are made.

    Every page is seen before that: "More" stands in the same place.
    """
    inner = box.inset(dp(_PADDING))
    room = inner.height - _head_height(moves.title, inner.width) - dp(_MAIN) - dp(_ROW_GAP)
    pages = in_pages(
        moves.lines,
        lambda line: _row_height(line, moves.lines, inner.width) + dp(_ROW_GAP),
        room,
    )
    last = len(pages) - 1
    page = min(page, last)
    paper = MovesPaper(moves.title, moves.number, tuple(pages[page]), moves.lines)
    touch = float(dp(theme.TOUCH))
    why = Box(inner.right - dp(theme.TOUCH - 6), inner.top - dp(theme.TOUCH - 6), touch, touch)
    text = _("Done · {what}", what=moves.follows)
    buttons = [Button("moves.done", Moved(), text, Style.PRIMARY, size=theme.TITLE_TEXT)]
    if page < last:
        more = page_words(page, len(pages))
        buttons = [
            Button("moves.more", ReadMoves(page + 1), more, Style.MAIN, size=theme.TITLE_TEXT)
        ]
    if page:
        before = Button(
            "moves.before", ReadMoves(page - 1), "‹", Style.MAIN, width=0.25, size=theme.TITLE_TEXT
        )
        buttons.insert(0, before)
    foot = Box(inner.x, inner.y, inner.width, dp(_MAIN))
    return (
        (paper, box),
        (Button("moves.why", Read("told"), "?", Style.ROUND), why),
        (Row(tuple(buttons)), foot),
    )


def _title_width(inner: float) -> float:
    return inner - dp(theme.TOUCH + 44)


def _head_height(title: str, inner: float) -> float:
    high = text_height(title, _title_width(inner), theme.TITLE_TEXT, bold=True)
    return max(float(dp(theme.TOUCH - 8)), high)


@widget_of.register
def _moves_paper(block: MovesPaper, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - nothing to tap
    surface, inner = Surface(box), box.inset(dp(_PADDING))
    surface.fill(theme.PAPER, radius=14)
    high = _head_height(block.title, inner.width)
    title = Box(inner.x, inner.top - high, _title_width(inner.width), high)
    surface.write(block.title, title, size=theme.TITLE_TEXT, bold=True)
    if block.number:
        text = str(block.number)
        width = text_width(text, theme.DECISION_TEXT) + dp(2)
        number = Box(inner.right - dp(theme.TOUCH - 2) - width, title.y, width, high)
        surface.write(text, number, ink=theme.INK_SOFT, size=theme.DECISION_TEXT)
    foot = inner.y + dp(_MAIN + _ROW_GAP)
    rows = Box(inner.x, foot, inner.width, title.y - dp(_ROW_GAP) - foot)
    _draw_rows(surface, rows, block.shown, block.lines, theme.PAPER)
    return surface


# Notices


_BESIDE = 20 + 28
"""What the margins and the question mark take of a notice's width, in dp."""


class Notice(Block, frozen=True):
    """Why a tap was refused, or saving fails; only the beginning where there is too little room.

    A tap tells all and why. What is `wrong` is coloured.
    """

    text: str
    action: object
    wrong: bool


@widget_of.register
def _notice(block: Notice, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - it brings its own
    tap = Tap(box, "told", partial(on_tap, block.action))
    behind = theme.WARNING if block.wrong else theme.SURFACE
    tap.fill(behind, radius=10)
    place = Box(box.x + dp(10), box.y + dp(5), box.width - dp(_BESIDE), box.height - dp(10))
    tap.write(_beginning(block.text, place), place, ground=behind, size=theme.SMALL_TEXT)
    draw_tells_more(tap, (box.right - dp(18), box.center[1]), behind)
    tap.shade_when_pressed()
    return tap


def notice_height(text: str, width: float) -> float:
    """How high a box is in which all of a text stands, in pixels; 0 where there is none."""
    return max(float(dp(theme.TOUCH)), _height(text, width)) if text else 0.0


def least_notice(refusal: str, text: str, width: float) -> float:
    """How high a box is at least, in pixels: the refusal that begins a text stands whole."""
    return min(notice_height(text, width), notice_height(f"{refusal}…", width))


def _height(text: str, width: float) -> float:
    return text_height(text, width - dp(_BESIDE), theme.SMALL_TEXT) + dp(12)


def _beginning(text: str, box: Box) -> str:
    """The text, or as much of it as the box holds: a tap shows the rest."""

    def is_too_high(shown: str) -> bool:
        return text_height(shown, box.width, theme.SMALL_TEXT) > box.height + 1

    def cut(length: int) -> str:
        return f"{text[:length].rstrip()}…"

    if not is_too_high(text):
        return text
    fitting = bisect_left(range(len(text)), 1, key=lambda length: is_too_high(cut(length)))
    return cut(max(0, fitting - 1))
