"""A large button with a picture: what can be done on the board, and how to point at it."""

from kivy.metrics import dp, sp

from companion.pieces import Color
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.surface import Box
from kiosk.ui.tap import Tap
from kiosk.words.moves import Picture, Piece

_PICTURE = 76
_RADIUS = 10
_TEXT_LINE = 26
_HOW_LINE = 20
"""Both in sp."""
_WORKERS = 3
_AROUND = 6


def way_height() -> float:
    """How high such a button has to be, in pixels."""
    return float(max(dp(theme.TOUCH), sp(_TEXT_LINE + _HOW_LINE)) + dp(_AROUND))


def draw_way(
    tap: Tap,
    picture: Picture,
    text: str,
    how: str,
    fill: theme.Rgb,
    ink: theme.Rgb,
    *,
    chosen: bool,
) -> None:
    """Draw the picture at the left, the text beside it, and below that how to point."""
    box = tap.box
    if chosen:
        tap.fill(theme.BONUS_RED, radius=_RADIUS)
        tap.fill(fill, box.inset(dp(3)), radius=_RADIUS - 2)
    else:
        tap.fill(fill, radius=_RADIUS)
    if picture.owner is not None:
        _draw_piece(tap, picture.piece, picture.owner, Box(box.x, box.y, dp(_PICTURE), box.height))
    left = box.x + dp(_PICTURE)
    foot = box.center[1] - sp(_TEXT_LINE + _HOW_LINE) / 2
    width = box.right - left - dp(6)
    upper = Box(left, foot + sp(_HOW_LINE), width, sp(_TEXT_LINE))
    tap.write(text, upper, ink=ink, ground=fill, size=theme.TITLE_TEXT, bold=True)
    lower = Box(left, foot, width, sp(_HOW_LINE))
    tap.write(how, lower, ink=theme.INK_SOFT, ground=fill, size=theme.TEXT)
    tap.shade_when_pressed()


def _draw_piece(tap: Tap, piece: Piece, owner: Color, box: Box) -> None:
    x, y = box.center
    radius = min(box.height * 0.34, box.width * 0.36)
    with tap.canvas:
        match piece:
            case Piece.WORKER:
                width, height = box.width * 0.6, radius * 0.6
                for level in range(_WORKERS):
                    center = (x, y + (level - (_WORKERS - 1) / 2) * height * 1.15)
                    drawing.worker(owner, center, width, height)
            case Piece.HUT:
                drawing.hut(owner, (x, y), radius)
            case _:
                drawing.temple(owner, (x, y), radius)
