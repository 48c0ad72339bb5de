"""A player's hand, for as long as its owner holds a finger on their name (touchscreen, 5)."""

from kivy.metrics import dp

from companion.pieces import MATERIALS
from companion.state import Player
from kiosk.pieces import drawing, palette
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box, Surface


class ShownHand(Surface):
    """A name and how many chips of each material lie behind that player's screen."""

    def __init__(self, box: Box, player: Player) -> None:
        super().__init__(box)
        self.fill_framed(palette.PLAYERS[player.color], radius=12)
        title, chips = box.inset(dp(12)).rows((0.35, 0.65), dp(6))
        self.write(player.name, title, size=theme.TITLE_TEXT, bold=True, shorten=True)
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
