"""Drawings of the button panel (a button and lamps), and a widget to operate a simulated one."""

from kivy.clock import Clock
from kivy.graphics import Color as Ink
from kivy.metrics import dp

from companion.pieces import Color, Face
from hardware.lamps import BRIGHTEST, DIE_LAMPS, TURN_LAMPS, Lamp, LampLevels
from hardware.simulated_panel import SimulatedPanel
from kiosk.pieces.drawing import draw_face_symbol, draw_lit_lamp, draw_player_badge
from kiosk.ui import shapes, theme
from kiosk.ui.button import button_widget
from kiosk.ui.form import Button, ButtonStyle
from kiosk.ui.shapes import Point, draw_disc, draw_ring
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import TapButton
from kiosk.words.language import _


def draw_lamp_sign(lamp: Lamp, center: Point, radius: float) -> None:
    if lamp in TURN_LAMPS:
        draw_player_badge(Color(lamp.value), center, radius)
        return
    draw_disc(center, radius, theme.PAPER)
    draw_face_symbol(Face(lamp.value), center, radius * 0.64)


def draw_lamp_switch(surface: Surface, box: Box, lamp: Lamp, lit: bool) -> None:  # noqa: FBT001 - the state to draw
    surface.fill(theme.PAPER if lit else theme.RAISED, radius=10)
    left, right = box.split_columns((1, 1), 0)
    with surface.canvas:
        draw_lamp_sign(lamp, left.center, min(dp(17), left.width * 0.4))
        if lit:
            draw_lit_lamp(right.center, dp(9))
        else:
            draw_ring(right.center, dp(7), theme.LIGHT_SOFT, dp(1.5))


def draw_dark_panel(surface: Surface, box: Box) -> None:
    """Draw a button panel whose lamps are all off; draw nothing if the box is too low."""
    width, height = min(box.width * 0.8, dp(560)), dp(88)
    if box.height < height + dp(24):
        return
    x, y = box.center[0] - width / 2, box.center[1] - height / 2
    surface.fill(theme.LINE, Box(x, y, width, height), radius=14)
    inner = Box(x, y, width, height).inset(dp(16), dp(10))
    button, *lamps = inner.split_columns((2, *((1,) * len(Lamp))), 0)
    with surface.canvas:
        draw_disc(button.center, dp(26), theme.mix_colors(theme.BONUS_RED, theme.LINE, 0.45))
        for lamp, place in zip(Lamp, lamps, strict=True):
            draw_lamp_sign(lamp, place.center, place.width * 0.38)
            draw_disc(place.center, place.width * 0.4, theme.LINE, 0.55)


# Simulated button panel


_LOOKS_PER_SECOND = 20
_DARK = 0.82
"""Opacity of the black shade over a lamp that is off."""
_GLOW = 0.55
"""Opacity of the glow around a lamp of full brightness."""
_DIMMEST = 0.35
"""Opacity of the glow around the weakest lit lamp, relative to full brightness."""
_SIDE = 2.0
"""Width of the button and of the cable, relative to a lamp."""


def simulated_panel_height(width: float, height: float) -> float:
    beside = theme.STRIP_HEIGHT / theme.DESIGN_SIDE
    return round(min(width * beside, height * beside / (1 + beside)))


class SimulatedPanelWidget(Surface):
    """Widget to operate a simulated button panel: press or hold its button, or unplug its cable."""

    def __init__(self, box: Box, panel: SimulatedPanel) -> None:
        super().__init__(box)
        self._panel = panel
        self._shades: dict[Lamp, Ink] = {}
        self._glows: dict[Lamp, Ink] = {}
        self.frame: LampLevels = ()
        self.fill(theme.LINE)
        self.fill(theme.RAISED, Box(box.x, box.top - dp(2), box.width, dp(2)))
        inner = box.inset(dp(8))
        button, dice, turns, cable = inner.split_columns((_SIDE, 6, 4, _SIDE), dp(14))
        push = Button(
            "panel.button",
            panel.press_button,
            _("Die"),
            ButtonStyle.PRIMARY,
            fill=theme.BONUS_RED,
            lifted=panel.release_button,
        )
        self.add_widget(button_widget(push, button, theme.LINE, _perform))
        for lamps, place in ((DIE_LAMPS, dice), (TURN_LAMPS, turns)):
            for lamp, cell in zip(
                lamps, place.split_columns((1,) * len(lamps), dp(4)), strict=True
            ):
                self._add_lamp(lamp, cell)
        self._cable = self._add_cable(cable)
        self._clock = Clock.schedule_interval(self._look, 1 / _LOOKS_PER_SECOND)
        self._look(0.0)

    def destroy(self) -> None:
        self._clock.cancel()
        super().destroy()

    def _add_lamp(self, lamp: Lamp, box: Box) -> None:
        radius = min(box.width * 0.36, box.height * 0.4)
        with self.canvas:
            shapes.draw_disc(box.center, radius * 1.24, theme.LIGHT, 0.0)
            self._glows[lamp] = _last_color(self)
            draw_lamp_sign(lamp, box.center, radius)
            shapes.draw_disc(box.center, radius * 1.04, theme.LINE, _DARK)
        self._shades[lamp] = _last_color(self)

    def _add_cable(self, box: Box) -> TapButton:
        text = _("Unplug") if self._panel.is_plugged_in else _("Plug in")
        button = Button("panel.cable", self._pull, text, size=theme.TEXT)
        cable = button_widget(button, box, theme.LINE, _perform)
        self.add_widget(cable)
        return cable

    def _pull(self) -> None:
        if self._panel.is_plugged_in:
            self._panel.unplug()
        else:
            self._panel.plug_in()
        self._cable.destroy()
        self._cable = self._add_cable(self._cable.box)

    def _look(self, _delta: float) -> None:
        frame = self._panel.lamp_levels()
        if frame == self.frame:
            return
        self.frame = frame
        for lamp, level in zip(Lamp, frame, strict=True):
            light = _DIMMEST + (1 - _DIMMEST) * level / BRIGHTEST if level else 0.0
            self._shades[lamp].a = _DARK * (1 - light)
            self._glows[lamp].a = _GLOW * light


def _perform(action: object) -> None:
    if callable(action):
        action()


def _last_color(surface: Surface) -> Ink:
    return next(one for one in reversed(surface.canvas.children) if isinstance(one, Ink))
