"""Signs for a panel of buttons and lamps, and pictures of a panel.

The signs are drawn onto the current canvas (`with widget.canvas:`), around a centre and in pixels.
"""

from kivy.metrics import dp

from companion.pieces import Color, Face
from hardware.lamps import TURN_LAMPS, Lamp
from kiosk.pieces.drawing import face_sign, lamp_light, player_badge
from kiosk.ui import theme
from kiosk.ui.shapes import Point, disc, ring
from kiosk.ui.surface import Box, Surface


def draw_lamp_sign(lamp: Lamp, center: Point, radius: float) -> None:
    if lamp in TURN_LAMPS:
        player_badge(Color(lamp.value), center, radius)
        return
    disc(center, radius, theme.PAPER)
    face_sign(Face(lamp.value), center, radius * 0.64)


def draw_lamp_switch(surface: Surface, box: Box, lamp: Lamp, lit: bool) -> None:  # noqa: FBT001 - the state to draw
    surface.fill(theme.PAPER if lit else theme.RAISED, radius=10)
    left, right = box.split((1, 1), 0)
    with surface.canvas:
        draw_lamp_sign(lamp, left.center, min(dp(17), left.width * 0.4))
        if lit:
            lamp_light(right.center, dp(9), theme.BONUS_RED)
        else:
            ring(right.center, dp(7), theme.LIGHT_SOFT, dp(1.5))


def draw_dark_panel(surface: Surface, box: Box) -> None:
    """Draw a panel whose lamps are all off, if there is room."""
    width, height = min(box.width * 0.8, dp(560)), dp(88)
    if box.height < height + dp(24):
        return
    x, y = box.center[0] - width / 2, box.center[1] - height / 2
    surface.fill(theme.LINE, Box(x, y, width, height), radius=14)
    inner = Box(x, y, width, height).inset(dp(16), dp(10))
    button, *lamps = inner.split((2, *((1,) * len(Lamp))), 0)
    with surface.canvas:
        disc(button.center, dp(26), theme.mixed(theme.BONUS_RED, theme.LINE, 0.45))
        for lamp, place in zip(Lamp, lamps, strict=True):
            draw_lamp_sign(lamp, place.center, place.width * 0.38)
            disc(place.center, place.width * 0.4, theme.LINE, 0.55)
