"""Where the board, the players and all else lie on the table's screen."""

from typing import NamedTuple

from kivy.metrics import dp

from kiosk.pieces.board import square_at_left, square_on_top
from kiosk.pieces.standings import row_height
from kiosk.rotation import Rotation
from kiosk.ui.surface import Box

MARGIN = 8
_UPRIGHT_BOARD = 0.75
"""How much of an upright screen's width the board takes; what it leaves is as wide as a tile."""
_BELOW = 440
"""The least height of what stands below it, in dp."""


class Places(NamedTuple):
    """The board's square, the column, and the players' place where they have one of their own."""

    board: Box
    column: Box
    players: Box | None


def places(box: Box) -> Places:
    """The board at the left and the column beside it, the players below it on a squarer screen.

    On an upright screen the board lies at the top, beside it the players, and the column below.
    """
    margin = dp(MARGIN)
    if box.is_upright:
        board = square_on_top(box, _UPRIGHT_BOARD, _BELOW)
        column = Box(box.x, box.y, box.width, board.y - box.y).inset(margin)
        beside = Box(board.right, board.y, box.right - board.right, board.height).inset(margin)
        return Places(board, column, beside)
    board = square_at_left(box)
    left = board.right + margin
    column = Box(left, box.y + margin, box.right - left - margin, box.height - 2 * margin)
    high = row_height(board.width - 2 * margin, box.height - board.height - 2 * margin)
    if not high:
        return Places(board, column, None)
    board = board.moved(0, high / 2 + margin)
    below = Box(board.x, board.y - high - 2 * margin, board.width, high + 2 * margin)
    return Places(board, column, below.inset(margin))


def places_there(box: Box, now: Rotation, side: Rotation | None) -> Places | None:
    """Where all lies once a screen that fills `box` has turned from `now` to a side.

    None where that changes nothing: it does not turn, or only upside down.
    """
    if side is None or side.size(1, 0) == now.size(1, 0):
        return None
    return places(Box(0, 0, box.height, box.width))
