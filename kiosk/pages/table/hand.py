"""A player's hand, shown while a finger holds the player's name or tray (SCREEN.md, 5)."""

from collections.abc import Mapping
from types import MappingProxyType
from weakref import proxy

from kivy.metrics import dp

from companion.pieces import MATERIALS, Color
from companion.state import GameState, Player
from kiosk.pages.table.layout import MARGIN, to_even_pixels
from kiosk.pieces import drawing, palette
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.surface import Box, Surface

_HEIGHT = 150
_SHARE_OF_BOARD = 0.54
"""Width of a hand shown on the board, relative to the board; it covers the high plains."""


class HandDisplay:
    def __init__(
        self, page: Surface, card: Box, rotations: Mapping[Color, Rotation] = MappingProxyType({})
    ) -> None:
        self._page = proxy(page)  # the page refers to this object: a cycle would delay freeing both
        self._card = card
        self._rotations = rotations
        self._shown: RotatedView | None = None

    def show(self, color: Color | None, state: GameState, *, on_board: Box | None = None) -> None:
        """Show only the hand of the player `color`; if `color` is None, hide all hands.

        If `on_board`, the box of the board, is given, the hand appears at the centre of the board,
        so that the player can compare it with the price on the card. Otherwise it appears at the
        top of the page, so that it does not cover the name on the card that the player is holding
        down to see the hand.
        """
        if self._shown is not None:
            self._shown.destroy()
            self._shown = None
        if color is None:
            return
        card, height = self._card, dp(_HEIGHT)
        area = Box(card.x, self._page.box.top - dp(MARGIN) - height, card.width, height)
        if on_board is not None:
            side = max(height, on_board.width * _SHARE_OF_BOARD)
            (x, y), half = on_board.center, side / 2
            area = Box(x - half, y - half, side, side)
        area = to_even_pixels(area)
        shown = self._shown = RotatedView(area, self._rotations.get(color, Rotation.NONE))
        width, high = shown.content_size
        box = Box(0, max(0.0, (high - height) / 2), width, min(high, height))
        shown.add_widget(HandWidget(box, state.player(color)))
        self._page.add_widget(shown)


class HandWidget(Surface):
    def __init__(self, box: Box, player: Player) -> None:
        super().__init__(box)
        self.fill_as_framed_paper(palette.PLAYERS[player.color], radius=12)
        title, chips = box.inset(dp(12)).split_rows((0.35, 0.65), dp(6))
        self.write(player.name, title, size=theme.TITLE_TEXT, bold=True, is_name=True)
        for material, cell in zip(MATERIALS, chips.split_columns((1,) * 4, dp(4)), strict=True):
            upper, lower = cell.split_rows((0.6, 0.4), 0)
            with self.canvas:
                drawing.draw_chip(material, upper.center, dp(18))
            self.write(
                str(player.hand.number(material)),
                lower,
                size=theme.TITLE_TEXT,
                bold=True,
                halign="center",
            )
