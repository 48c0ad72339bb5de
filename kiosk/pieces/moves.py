"""Rows that show a move with its pieces (SCREEN.md, 3)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from kivy.metrics import dp, sp

from companion.pieces import Bonus, Color, Face, Material, Rune
from kiosk.pieces import drawing
from kiosk.pieces.form import MoveLine
from kiosk.ui import theme
from kiosk.ui.renderer import OnTap, draw_symbol, height_of, widget_of
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, Surface, breakable, text_height, text_width
from kiosk.ui.tap import Tap
from kiosk.words.moves import Picture, Piece
from kiosk.words.texts import Span

_SIZE = theme.DECISION_TEXT
_MARGIN = 10
_RADIUS, _SIGN = 13, 32
"""Half the size of a piece, and its width with the gap after it, in dp."""
_TICK, _TICK_ROOM = 11, 30
_WORKER = 0.56
"""Height of a worker relative to its width."""


@draw_symbol.register
def _(symbol: Picture, center: Point, size: float) -> None:
    match symbol.piece, symbol.which, symbol.owner:
        case Piece.WORKER, _, Color() as owner:
            drawing.worker(owner, center, size * 2, size * 2 * _WORKER)
        case Piece.HUT, _, Color() as owner:
            drawing.hut(owner, center, size)
        case Piece.TEMPLE, _, Color() as owner:
            drawing.temple(owner, center, size * 0.9)
        case Piece.CHIP, Material() as material, _:
            drawing.chip(material, center, size)
        case Piece.BONUS, Bonus() as bonus, _:
            drawing.bonus(bonus, center, size)
        case Piece.RUNE, Rune() as rune, _:
            drawing.rune_stone(rune, center, size, None)
        case Piece.DRUID, _, _:
            drawing.druid(center, size)
        case Piece.DIE, _, _:
            drawing.die(Face.PLUS, center, size)


class _Run(NamedTuple):
    """Text of one weight, and its distance in pixels from the line's beginning."""

    text: str
    bold: bool
    x: float


def _room(block: MoveLine, width: float) -> float:
    """Return the width for the words of a row, in pixels."""
    return width - float(dp(2 * _MARGIN + _SIGN * len(block.pieces) + _TICK_ROOM))


@height_of.register
def _(block: MoveLine, width: float, ease: float) -> float:  # noqa: ARG001 - it is read as it is
    lines = len(_flow(block.spans, _room(block, width), sp(1)))
    return max(float(dp(theme.TOUCH)), lines * _line_high() + float(dp(6)))


@widget_of.register
def _(block: MoveLine, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - it has its own
    tap = Tap(box, block.key, partial(on_tap, block.action))
    behind = theme.PAPER if block.ticked else theme.PAPER_SHADE
    ink = theme.INK_SOFT if block.ticked else theme.INK
    tap.fill(behind, radius=10)
    x = box.x + dp(_MARGIN)
    for piece in block.pieces:
        with tap.canvas:
            draw_symbol(piece, (round(x + dp(_RADIUS)), round(box.center[1])), dp(_RADIUS))
        x += dp(_SIGN)
    lines = _flow(block.spans, _room(block, box.width), sp(1))
    top = box.center[1] + len(lines) * _line_high() / 2
    for number, runs in enumerate(lines, start=1):
        for run in runs:
            width = text_width(run.text, _SIZE, bold=run.bold) + dp(1)
            place = Box(x + run.x, top - number * _line_high(), width, _line_high())
            tap.write(run.text, place, ink=ink, ground=behind, size=_SIZE, bold=run.bold)
    center = (box.right - dp(_MARGIN + _TICK), box.center[1])
    with tap.canvas:
        drawing.tick_box(center, dp(_TICK), ticked=block.ticked)
    tap.shade_when_pressed()
    return tap


def _line_high() -> float:
    return text_height("Xg", dp(200), _SIZE)


@lru_cache(maxsize=512)
def _flow(spans: tuple[Span, ...], width: float, _scale: float) -> tuple[tuple[_Run, ...], ...]:
    """Wrap the words to lines of that width in pixels, with runs of one weight."""
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
    """Yield each word with the spaces after it; spans without a space stay together."""
    for span in spans:
        word = ""
        for sign in span.text:
            if word.endswith(" ") and sign != " ":
                yield word, span.bold
                word = ""
            word += sign
        if word:
            yield word, span.bold
