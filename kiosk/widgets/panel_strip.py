"""A simulated panel drawn as a strip below the screen: a die button, ten lamps, a cable to pull."""

from kivy.clock import Clock
from kivy.graphics import Color
from kivy.metrics import dp

from companion.pieces import Color as PlayerColor
from companion.pieces import Face
from hardware.lamps import BRIGHTEST, DIE_LAMPS, TURN_LAMPS, Frame, Lamp
from hardware.memory_panel import MemoryPanel
from kiosk import theme
from kiosk.texts import _
from kiosk.widgets import drawing
from kiosk.widgets.surface import Box, Surface
from kiosk.widgets.tap import Hold, Tap, draw_button

_LOOKS_PER_SECOND = 20
_DARK = 0.82
"""How much black lies over a lamp that is off."""


class PanelStrip(Surface):
    """Draws a `MemoryPanel`: press and hold the button, watch the lamps, pull the cable."""

    def __init__(self, box: Box, panel: MemoryPanel) -> None:
        super().__init__(box)
        self._panel = panel
        self._plugged = True
        self._shades: dict[Lamp, Color] = {}
        self._shown: Frame = ()
        self.fill(theme.LINE)
        cells = box.inset(dp(8)).split((1.6, *((1,) * len(Lamp)), 1.6), dp(6))
        self._add_button(cells[0])
        for lamp, cell in zip((*DIE_LAMPS, *TURN_LAMPS), cells[1:-1], strict=True):
            self._add_lamp(lamp, cell)
        self._cable = self._add_cable(cells[-1])
        self._clock = Clock.schedule_interval(self._look, 1 / _LOOKS_PER_SECOND)
        self._look(0.0)

    def stop(self) -> None:
        """Stop looking at the lamps."""
        self._clock.cancel()

    def frame(self) -> Frame:
        """How bright each lamp is drawn."""
        return self._shown

    def _add_button(self, box: Box) -> None:
        button = Hold(box, "panel.button", self._panel.push, self._panel.release)
        draw_button(button, text=_("Die"), fill=theme.BONUS_RED, bold=True)
        self.add_widget(button)

    def _add_lamp(self, lamp: Lamp, box: Box) -> None:
        radius = min(box.width, box.height) * 0.42
        with self.canvas:
            if lamp in TURN_LAMPS:
                drawing.badge(PlayerColor(lamp.value), box.center, radius)
            else:
                drawing.disc(box.center, radius, theme.PAPER)
                drawing.face_sign(Face(lamp.value), box.center, radius * 0.6)
            drawing.disc(box.center, radius * 1.04, theme.LINE, _DARK)
        self._shades[lamp] = _last_color(self)

    def _add_cable(self, box: Box) -> Tap:
        cable = Tap(box, "panel.cable", self._pull)
        self._draw_cable(cable)
        self.add_widget(cable)
        return cable

    def _draw_cable(self, cable: Tap) -> None:
        cable.canvas.clear()
        cable.inscriptions.clear()
        text = _("Unplug") if self._plugged else _("Plug in")
        draw_button(cable, text=text, fill=theme.RAISED, size=theme.SMALL_TEXT)

    def _pull(self) -> None:
        self._plugged = not self._plugged
        if self._plugged:
            self._panel.plug_in()
        else:
            self._panel.unplug()
        self._draw_cable(self._cable)

    def _look(self, _delta: float) -> None:
        """Draw the lamps anew, only where they have changed."""
        frame = self._panel.frame()
        if frame == self._shown:
            return
        self._shown = frame
        for lamp, level in zip(Lamp, frame, strict=True):
            self._shades[lamp].a = _DARK * (1 - level / BRIGHTEST) if level else _DARK


def _last_color(surface: Surface) -> Color:
    """The colour of the shade that was drawn last."""
    return next(one for one in reversed(surface.canvas.children) if isinstance(one, Color))
