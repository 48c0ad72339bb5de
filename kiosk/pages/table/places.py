"""Where the board, the players and all else lie on the table's screen."""

from typing import NamedTuple

from kivy.metrics import dp

from kiosk.toolkit.surface import Box

MARGIN = 8
_UPRIGHT_BOARD = 0.75
"""How much of an upright screen's width the board takes; what it leaves is as wide as a tile."""


class Places(NamedTuple):
    """The board's square, the column, and the players' place where they have one of their own."""

    board: Box
    column: Box
    players: Box | None


def places(box: Box) -> Places:
    """The board at the left and the column beside it.

    On an upright screen the board lies at the top, beside it the players, and the column below.
    """
    margin = dp(MARGIN)
    if box.is_upright:
        side = box.width * _UPRIGHT_BOARD
        board = Box(box.x, box.top - side, side, side)
        column = Box(box.x, box.y, box.width, board.y - box.y).inset(margin)
        beside = Box(board.right, board.y, box.width - side, side).inset(margin)
        return Places(board, column, beside)
    board = Box(box.x, box.y, box.height, box.height)
    left = box.height + margin
    column = Box(left, box.y + margin, box.right - left - margin, box.height - 2 * margin)
    return Places(board, column, None)
