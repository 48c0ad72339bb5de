"""Layout of the table's page: boxes of the board, the trays, the card and the bar."""

from typing import NamedTuple

from kivy.metrics import dp

from kiosk.pieces.board import board_box_at_left, board_box_on_top
from kiosk.ui import theme
from kiosk.ui.surface import Box

MARGIN = 8
_UPRIGHT_BOARD = 0.75
"""Maximum width of the board relative to an upright screen; the trays use the remaining width."""
_BELOW = 440
"""Minimum height in dp of the area below the board on an upright screen."""
_TRAY = (148, 140)
"""Maximum useful width and height of a tray in dp."""
_ROWS = {2: (2, 96), 3: (3, 116), 4: (2, 80)}
"""Trays above the card, by number of players: number of trays per row, and height in dp."""
_LEAST_TRAY = (80, 66)
"""Minimum width and height in dp of trays below the board."""


class TableLayout(NamedTuple):
    """Boxes of the parts of the table's page, in pixels.

    `trays` are in seating order. `card` is the usual box of the card. `whole` is the box of a card
    that needs more room, and covers the trays. If the trays are outside the column, `card` and
    `whole` are equal. `bar` is the box of the bar of buttons.
    """

    board: Box
    trays: tuple[Box, ...]
    card: Box
    whole: Box
    bar: Box

    @property
    def trays_are_above_card(self) -> bool:
        return self.card != self.whole


def table_layout(box: Box, players: int) -> TableLayout:
    """Return the layout of the table's page on a screen with the box `box`, for 2 to 4 players.

    The board is on the left. The column with trays, card and bar is on the right. On a nearly
    square screen, the trays are below the board instead. On a screen taller than it is wide, the
    board is at the top, the trays are beside it, and the column is below it.
    """
    margin, gap = dp(MARGIN), dp(theme.GAP)
    if box.is_upright:
        board = board_box_on_top(box, _UPRIGHT_BOARD, _BELOW)
        column = Box(box.x, box.y, box.width, board.y - box.y).inset(margin)
        beside = Box(board.right, board.y, box.right - board.right, board.height).inset(margin)
        return _with_trays_elsewhere(board, column, beside, players)
    board = board_box_at_left(box)
    left = board.right + margin
    column = Box(left, box.y + margin, box.right - left - margin, box.height - 2 * margin)
    below = Box(board.x, box.y, board.width, box.height - board.height).inset(margin)
    trays = tray_boxes(below, players)
    if min(trays[0].width / _LEAST_TRAY[0], trays[0].height / _LEAST_TRAY[1]) >= dp(1):
        high = trays[0].top - trays[-1].y
        board = Box(board.x, box.top - board.height - margin, board.width, board.height)
        below = Box(below.x, box.y + margin, below.width, board.y - box.y - 2 * margin)
        below = Box(below.x, below.center[1] - high / 2, below.width, high)
        return _with_trays_elsewhere(board, column, below, players)
    across, high = _ROWS[players]
    lines = -(-players // across)
    high_of_all = dp(high) * lines + gap * (lines - 1)
    top = Box(column.x, column.top - high_of_all, column.width, high_of_all)
    whole, bar = column.split_bottom(dp(theme.TOUCH), gap)
    card = Box(whole.x, whole.y, whole.width, top.y - gap - whole.y)
    return TableLayout(
        board, _grid(top, players, across), to_even_pixels(card), to_even_pixels(whole), bar
    )


def _with_trays_elsewhere(board: Box, column: Box, trays: Box, players: int) -> TableLayout:
    card, bar = column.split_bottom(dp(theme.TOUCH), dp(theme.GAP))
    card = to_even_pixels(card)
    return TableLayout(board, tray_boxes(trays, players), card, card, bar)


def tray_boxes(box: Box, players: int) -> tuple[Box, ...]:
    def use(across: int) -> float:
        first = _grid(box, players, across)[0]
        width, high = first.width / dp(_TRAY[0]), first.height / dp(_TRAY[1])
        empty = players / (across * -(-players // across))
        return max(0.0, min(width, 1.0)) * max(0.0, min(high, 1.0)) * empty

    return _grid(box, players, max(range(1, players + 1), key=use))


def player_part_boxes(box: Box, players: int) -> tuple[Box, ...]:
    return _grid(box, players, _ROWS[players][0], box.height)


def _grid(box: Box, players: int, across: int, highest: float | None = None) -> tuple[Box, ...]:
    gap, lines = dp(theme.GAP), -(-players // across)
    most = (box.height - gap * (lines - 1)) / lines
    high = min(most, highest or dp(_TRAY[1]))
    used = Box(box.x, box.top - high * lines - gap * (lines - 1), box.width, 0)
    rows = used._replace(height=box.top - used.y).split_rows((1,) * lines, gap)
    places = [place for row in rows for place in row.split_columns((1,) * across, gap)]
    return tuple(map(to_even_pixels, places[:players]))


def to_even_pixels(box: Box) -> Box:
    """Return the box, rounded to whole pixels and an even width and height.

    With these, what is drawn in the box is sharp in every rotation.
    """
    width, height = (2 * int(side / 2) for side in (box.width, box.height))
    return Box(round(box.x), round(box.y), width, height)
