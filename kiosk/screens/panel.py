"""The panel screen: what was found where, the last press, and every lamp by touch."""

from kivy.metrics import dp
from msgspec.structs import replace

from companion.pieces import Color, Face
from hardware.button import PressKind
from hardware.lamps import TURN_LAMPS, Lamp, LampSettings
from hardware.panel import PanelKind, PanelState, PanelStatus
from kiosk import theme
from kiosk.stage import Screen, Stage
from kiosk.texts import _, mark, several
from kiosk.widgets.surface import Box, Column, Surface, text_height
from kiosk.widgets.tap import Tap, draw_button

_KINDS = {
    PanelKind.OFF: mark("No panel"),
    PanelKind.GPIO: mark("On the pins"),
    PanelKind.SERIAL: mark("At a cable"),
    PanelKind.SIMULATED: mark("Simulated"),
}
_STATES = {
    PanelState.OFF: mark("switched off"),
    PanelState.SEARCHING: mark("not found so far"),
    PanelState.READY: mark("ready"),
    PanelState.TROUBLED: mark("not working"),
}
_BRIGHTNESS = (10, 100, 10)
_BLINK = (0.4, 5.0, 0.2)


def status_lines(status: PanelStatus) -> tuple[str, ...]:
    """What is known of a panel, a line each, in the table's language."""
    lines = [_("{kind}: {state}.", kind=_(_KINDS[status.kind]), state=_(_STATES[status.state]))]
    if status.chip is not None:
        lines.append(_("Pins of chip {chip}.", chip=status.chip))
    if status.port is not None:
        lines.append(_("Plugged in at {port}.", port=status.port))
    if status.firmware is not None:
        lines.append(_("Firmware {version}.", version=status.firmware))
    if status.missed:
        lines.append(
            several(
                "{number} press was lost on the way.",
                "{number} presses were lost on the way.",
                status.missed,
            )
        )
    troubles = [*status.warnings, *([status.trouble] if status.trouble else [])]
    for trouble in troubles:
        facts = dict(trouble.facts)
        lines += [_(trouble.kind.reason, **facts), _(trouble.kind.advice, **facts)]
    return tuple(lines)


class PanelScreen(Screen):
    """Keys: `lamp.<name>`, `lamps.test`, `brightness.less|more`, `blink.less|more`, `back`.

    While it is shown the lamps are the screen's to switch; leaving gives them back to the game.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._content: Surface | None = None
        self._area = self.head(_("Panel"), self._go_back)
        if stage.panel is not None:
            stage.panel.switch(frozenset())
        self._show()

    def leave(self) -> None:
        """Give the lamps back to the game."""
        if self.stage.panel is not None:
            self.stage.panel.switch(None)

    def panel_changed(self) -> None:
        """Show the press that came, or what became of the panel."""
        self._show()

    def _go_back(self) -> None:
        self.stage.go("start" if self.desk.session is None else "table")

    def _show(self) -> None:
        if self._content is not None:
            self.remove_widget(self._content)
        content = Surface(self._area)
        self._content = content
        left, right = self._area.split((1, 1), dp(20))
        self._write_status(content, left)
        if self.stage.panel is not None:
            self._add_lamps(content, right)
        self.add_widget(content)

    def _write_status(self, content: Surface, box: Box) -> None:
        link = self.stage.panel
        lines = [_("No panel was asked for.")] if link is None else [*status_lines(link.status)]
        if link is not None:
            lines.append(self._press_text())
        column = Column(box, dp(8))
        for line in lines:
            height = text_height(line, box.width, theme.TEXT)
            content.write(
                line,
                column.take(height),
                ink=theme.LIGHT,
                ground=theme.GROUND,
                size=theme.TEXT,
                valign="top",
            )

    def _press_text(self) -> str:
        link = self.stage.panel
        if link is None or link.last_press is None:
            return _("No press has come yet: press the die button.")
        press, when = link.last_press
        time = when.strftime("%H:%M:%S")
        if press is PressKind.HELD:
            return _("Held at {time}.", time=time)
        return _("Pressed at {time}.", time=time)

    def _add_lamps(self, content: Surface, box: Box) -> None:
        column = Column(box, dp(8))
        lamps = tuple(Lamp)
        for row in (lamps[:3], lamps[3:6], lamps[6:8], lamps[8:]):
            line = column.take(dp(theme.TOUCH))
            for lamp, place in zip(row, line.split((1,) * len(row), dp(8)), strict=True):
                self._add_lamp(content, lamp, place)
        test = Tap(column.take(dp(theme.TOUCH)), "lamps.test", self._test)
        draw_button(test, text=_("One by one"), fill=theme.RAISED)
        content.add_widget(test)
        settings = self._lamp_settings()
        self._add_stepper(
            content,
            column.take(dp(theme.TOUCH)),
            "brightness",
            _("Brightness {percent} %", percent=settings.brightness_percent),
        )
        self._add_stepper(
            content,
            column.take(dp(theme.TOUCH)),
            "blink",
            _("Blink every {seconds} s", seconds=f"{settings.slow_blink_seconds:.1f}"),
        )

    def _add_lamp(self, content: Surface, lamp: Lamp, box: Box) -> None:
        link = self.stage.panel
        lit = link is not None and lamp in link.switched
        tap = Tap(box, f"lamp.{lamp}", lambda: self._switch(lamp))
        piece = Color(lamp.value) if lamp in TURN_LAMPS else Face(lamp.value)
        fill = theme.PAPER if lit else theme.RAISED
        draw_button(tap, text=_("on") if lit else _("off"), pieces=(piece,), fill=fill)
        content.add_widget(tap)

    def _add_stepper(self, content: Surface, box: Box, name: str, text: str) -> None:
        side = dp(theme.TOUCH)
        places = {
            "less": ("−", Box(box.x, box.y, side, side)),
            "more": ("+", Box(box.right - side, box.y, side, side)),
        }
        for way, (sign, place) in places.items():
            tap = Tap(place, f"{name}.{way}", self._stepping(name, 1 if way == "more" else -1))
            draw_button(tap, text=sign, fill=theme.RAISED)
            content.add_widget(tap)
        middle = Box(box.x + side + dp(8), box.y, box.width - 2 * side - dp(16), box.height)
        content.write(
            text, middle, ink=theme.LIGHT, ground=theme.GROUND, size=theme.TEXT, halign="center"
        )

    def _stepping(self, name: str, way: int):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a button's action
        return lambda: self._step(name, way)

    def _lamp_settings(self) -> LampSettings:
        return self.desk.settings.lamps or LampSettings()

    def _step(self, name: str, way: int) -> None:
        settings = self._lamp_settings()
        if name == "brightness":
            least, most, step = _BRIGHTNESS
            value = min(most, max(least, settings.brightness_percent + way * step))
            settings = replace(settings, brightness_percent=value)
        else:
            slowest, fastest, pace = _BLINK
            seconds = round(settings.slow_blink_seconds + way * pace, 1)
            settings = replace(settings, slow_blink_seconds=min(fastest, max(slowest, seconds)))
        self.desk.set(replace(self.desk.settings, lamps=settings))
        if self.stage.panel is not None:
            self.stage.panel.tune(settings)
        self._show()

    def _switch(self, lamp: Lamp) -> None:
        link = self.stage.panel
        if link is not None:
            link.switch(link.switched ^ {lamp})
        self._show()

    def _test(self) -> None:
        if self.stage.panel is not None:
            self.stage.panel.test_lamps()
