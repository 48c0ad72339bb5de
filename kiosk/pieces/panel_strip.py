"""Simulated panel below the screen: a button for the die, ten lamps, and a cable to unplug."""

from kivy.clock import Clock
from kivy.graphics import Color
from kivy.metrics import dp

from hardware.lamps import BRIGHTEST, DIE_LAMPS, TURN_LAMPS, Frame, Lamp
from hardware.memory_panel import MemoryPanel
from kiosk.pieces.panel_signs import draw_lamp_sign
from kiosk.ui import shapes, theme
from kiosk.ui.button import button_widget
from kiosk.ui.form import Button, ButtonStyle
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import TapButton
from kiosk.words.language import _

_LOOKS_PER_SECOND = 20
_DARK = 0.82
"""Opacity of the black shade over a lamp that is off."""
_GLOW = 0.55
"""Opacity of the glow around a lamp of full brightness."""
_DIMMEST = 0.35
"""Opacity of the glow around the weakest lit lamp, relative to full brightness."""
_SIDE = 2.0
"""Width of the button and of the cable, relative to a lamp."""


def strip_height(width: float, height: float) -> float:
    beside = theme.STRIP_HEIGHT / theme.DESIGN_SIDE
    return round(min(width * beside, height * beside / (1 + beside)))


class PanelStrip(Surface):
    """Widget that simulates a `MemoryPanel`: press or hold its button, or unplug its cable."""

    def __init__(self, box: Box, panel: MemoryPanel) -> None:
        super().__init__(box)
        self._panel = panel
        self._shades: dict[Lamp, Color] = {}
        self._glows: dict[Lamp, Color] = {}
        self._shown: Frame = ()
        self.fill(theme.LINE)
        self.fill(theme.RAISED, Box(box.x, box.top - dp(2), box.width, dp(2)))
        inner = box.inset(dp(8))
        button, dice, turns, cable = inner.split((_SIDE, 6, 4, _SIDE), dp(14))
        self._add_button(button)
        for lamps, place in ((DIE_LAMPS, dice), (TURN_LAMPS, turns)):
            for lamp, cell in zip(lamps, place.split((1,) * len(lamps), dp(4)), strict=True):
                self._add_lamp(lamp, cell)
        self._cable = self._add_cable(cable)
        self._clock = Clock.schedule_interval(self._look, 1 / _LOOKS_PER_SECOND)
        self._look(0.0)

    def close(self) -> None:
        self._clock.cancel()
        super().close()

    def frame(self) -> Frame:
        return self._shown

    def _add_button(self, box: Box) -> None:
        button = Button(
            "panel.button",
            self._panel.push,
            _("Die"),
            ButtonStyle.PRIMARY,
            fill=theme.BONUS_RED,
            lifted=self._panel.release,
        )
        self.add_widget(button_widget(button, box, theme.LINE, _perform))

    def _add_lamp(self, lamp: Lamp, box: Box) -> None:
        radius = min(box.width * 0.36, box.height * 0.4)
        with self.canvas:
            shapes.disc(box.center, radius * 1.24, theme.LIGHT, 0.0)
            self._glows[lamp] = _last_color(self)
            draw_lamp_sign(lamp, box.center, radius)
            shapes.disc(box.center, radius * 1.04, theme.LINE, _DARK)
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
        self._cable.close()
        self._cable = self._add_cable(self._cable.box)

    def _look(self, _delta: float) -> None:
        frame = self._panel.frame()
        if frame == self._shown:
            return
        self._shown = frame
        for lamp, level in zip(Lamp, frame, strict=True):
            light = _DIMMEST + (1 - _DIMMEST) * level / BRIGHTEST if level else 0.0
            self._shades[lamp].a = _DARK * (1 - light)
            self._glows[lamp].a = _GLOW * light


def _perform(action: object) -> None:
    if callable(action):
        action()


def _last_color(surface: Surface) -> Color:
    return next(one for one in reversed(surface.canvas.children) if isinstance(one, Color))
