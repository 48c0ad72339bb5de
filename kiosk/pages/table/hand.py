"""A player's hand, for as long as its owner holds a finger on their name (touchscreen, 5)."""

from collections.abc import Callable

from kivy.metrics import dp

from companion.pieces import MATERIALS, Color
from companion.state import GameState, Player
from kiosk.pages.table.places import MARGIN
from kiosk.pieces import drawing, palette
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface

_HEIGHT = 150


class HandHeld:
    """Shows a hand at the top of a page, above the card, while its owner holds their name."""

    def __init__(self, page: Surface, card: Callable[[], Box]) -> None:
        self._page = page
        self._card = card
        self._shown: ShownHand | None = None

    def show(self, color: Color | None, state: GameState) -> None:
        """Show the hand of that player, and no other; None: of nobody."""
        if self._shown is not None:
            self._shown.close()
            self._shown = None
        if color is None:
            return
        card, height = self._card(), dp(_HEIGHT)
        box = Box(card.x, self._page.box.top - dp(MARGIN) - height, card.width, height)
        self._shown = ShownHand(box, state.player(color))
        self._page.add_widget(self._shown)


class ShownHand(Surface):
    """A name and how many chips of each material lie behind that player's screen."""

    def __init__(self, box: Box, player: Player) -> None:
        super().__init__(box)
        self.fill_framed(palette.PLAYERS[player.color], radius=12)
        title, chips = box.inset(dp(12)).rows((0.35, 0.65), dp(6))
        self.write(player.name, title, size=theme.TITLE_TEXT, bold=True, is_name=True)
        for material, cell in zip(MATERIALS, chips.split((1,) * 4, dp(4)), strict=True):
            upper, lower = cell.rows((0.6, 0.4), 0)
            with self.canvas:
                drawing.chip(material, upper.center, dp(18))
            self.write(
                str(player.hand.number(material)),
                lower,
                size=theme.TITLE_TEXT,
                bold=True,
                halign="center",
            )
