"""Page about the button panel: its state, its last button press, and tests of its lamps.

While the page is open, the lamps show only what players switch on here, not the current game.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from hardware.lamps import DIE_LAMPS, TURN_LAMPS, Lamp, LampSettings
from hardware.panel import PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import PanelConfig
from kiosk.announcer import buzzer_notes
from kiosk.idle_timer import LastButtonPress
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.panel_link import PanelLink
from kiosk.pieces.panel import draw_dark_panel, draw_lamp_switch
from kiosk.sound import Tone as Sound
from kiosk.ui.form import (
    Block,
    Button,
    Column,
    Form,
    Ground,
    Icon,
    Picture,
    Row,
    Text,
    TextStyle,
    arrange_in_rows,
    back_button,
    call,
    stepper,
)
from kiosk.ui.theme import DECISION_TEXT, SMALL_TEXT, TEXT
from kiosk.words.language import _, format_decimal, mark
from kiosk.words.troubles import TroubleText, trouble_text

_ROW = 56
_DIE_COLUMNS = 3
_WORKS = {
    PanelKind.OFF: mark("The panel is switched off"),
    PanelKind.GPIO: mark("The panel on the pins works"),
    PanelKind.SERIAL: mark("The panel on the cable works"),
    PanelKind.SIMULATED: mark("The simulated panel works"),
}
_FAILS = {
    PanelKind.OFF: mark("There is no panel"),
    PanelKind.GPIO: mark("The panel on the pins does not work"),
    PanelKind.SERIAL: mark("The panel on the cable does not work"),
    PanelKind.SIMULATED: mark("The simulated panel does not work"),
}
_OTHERS = {
    PanelState.OFF: mark("The panel is switched off"),
    PanelState.SEARCHING: mark("No panel has been found yet"),
}


class ButtonPanelPage(FormPage):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        if navigator.panel is not None:
            navigator.panel.light_by_hand(frozenset())
        self.show()

    def destroy(self) -> None:
        if self.navigator.panel is not None:
            self.navigator.panel.light_by_hand(None)
        super().destroy()

    def on_panel_change(self) -> None:
        self.show_first_pages()

    def build_form(self) -> Form:
        link = self.navigator.panel
        is_ready = link is not None and link.is_ready
        known = Column(tuple(_facts(link)), gap=10, pages="more", share=1)
        state = PanelState.OFF if link is None else link.status.state
        how = _("There is no panel") if link is None else panel_headline(link.status)
        head = Row((Icon(state, 14), Text(how, TextStyle.HEADING)), height=0)
        body = card = Column((head, known, *self.unsaved_settings_warning), ground=Ground.SURFACE)
        if link is not None and is_ready:
            lamps = Column(tuple(self._lamps(link)))
            body = Column((Row((card, lamps), share=1, wraps_after=1, gap=16),))
        return Form(_("Panel"), back_button(self.navigator.back), (body,))

    def _lamps(self, link: PanelLink) -> Iterator[Block]:
        yield Text(_("Tap a lamp to switch it:"))
        lit = link.lamps_lit_by_hand
        switches = {}
        for lamp in Lamp:
            key, act, about = f"lamp.{lamp}", call(self._switch, link, lamp), (lamp, lamp in lit)
            switches[lamp] = Picture(draw_lamp_switch, key=key, action=act, about=about)
        yield from arrange_in_rows([switches[lamp] for lamp in DIE_LAMPS], _DIE_COLUMNS, _ROW)
        yield Row(tuple(switches[lamp] for lamp in TURN_LAMPS), _ROW)
        test = Button("lamps.test", link.test_lamps, _("Test the lamps one by one"))
        buzzer = Button(
            "buzzer.test", call(link.play_melody, buzzer_notes(Sound.YOUR_TURN)), _("Buzzer")
        )
        yield Row((test, buzzer) if link.has_buzzer else (test,), _ROW, fits_texts=True)
        percent = link.lamp_settings.brightness_percent
        seconds = format_decimal(link.lamp_settings.slow_blink_seconds)
        for name, text in (
            ("brightness", _("Brightness {percent} %", percent=percent)),
            ("blink", _("Blink every {seconds} s", seconds=seconds)),
        ):
            yield stepper(name, text, call(self._step, link, name), _ROW)

    def _step(self, link: PanelLink, name: str, way: int) -> None:
        link.set_lamp_settings(adjusted_lamp_settings(link.lamp_settings, name, way))
        self.show()

    def _switch(self, link: PanelLink, lamp: Lamp) -> None:
        link.light_by_hand(link.lamps_lit_by_hand ^ {lamp})
        self.show()


def _facts(link: PanelLink | None) -> Iterator[Block]:
    if link is None:
        yield Picture(draw_dark_panel, share=1)
        return
    status = link.status
    size = TEXT if link.is_ready else DECISION_TEXT
    for one in panel_problems(status):
        reason = Text(one.reason, TextStyle.WARNED, size=size)
        yield Column((reason, Text(one.advice, TextStyle.PLAIN, size=size)), gap=4)
    if not link.is_ready:
        yield Picture(draw_dark_panel, share=1)
        return
    for label, value in panel_facts(status, link.config, link.last_press):
        known = (Text(label, size=SMALL_TEXT), Text(value, TextStyle.PLAIN, size=DECISION_TEXT))
        yield Column(known, gap=0)
    yield Text(_("Hold its button for two seconds: the lamps light up one by one."))


def panel_headline(status: PanelStatus) -> str:
    match status.state:
        case PanelState.READY:
            return _(_WORKS[status.kind])
        case PanelState.TROUBLED:
            return _(_FAILS[status.kind])
        case _:
            return _(_OTHERS[status.state])


def panel_facts(
    status: PanelStatus, config: PanelConfig, last_press: LastButtonPress | None
) -> tuple[tuple[str, str], ...]:
    """Return (name, value) for each property of a working button panel.

    `config` has the panel's pins. `last_press` is the last press of its button, or None.
    """
    found: list[tuple[str, str]] = []
    if status.gpio_chip_number is not None:
        pins = config.gpio_or_default()
        lamps = " ".join(str(pins.lamp_pin(lamp)) for lamp in Lamp)
        found += [
            (_("Chip of the pins"), f"/dev/gpiochip{status.gpio_chip_number}"),
            (_("Pin of the button"), f"GPIO {pins.button}"),
            (_("Pins of the lamps"), f"GPIO {lamps}"),
        ]
        if pins.buzzer is not None:
            found.append((_("Pin of the buzzer"), f"GPIO {pins.buzzer}"))
    if status.port is not None and status.kind is PanelKind.SERIAL:
        found.append((_("Plugged in at"), status.port))
    if status.firmware is not None:
        found.append((_("Version of its firmware"), status.firmware))
    found.append((_("Last press of its button"), _press(last_press)))
    if status.missed_presses:
        found.append((_("Presses lost on the way"), str(status.missed_presses)))
    return tuple(found)


def panel_problems(status: PanelStatus) -> tuple[TroubleText, ...]:
    """Return the button panel's current faults with advice, the most serious fault first."""
    troubles = (*((status.trouble,) if status.trouble else ()), *status.warnings)
    if not troubles and status.state is PanelState.OFF:
        return (
            TroubleText(
                _("It is switched off in panel.toml, or by the command that started the app."),
                _("A panel is optional: everything can be done on the screen."),
            ),
        )
    return tuple(trouble_text(trouble) for trouble in troubles)


def adjusted_lamp_settings(settings: LampSettings, name: str, direction: int) -> LampSettings:
    """Return the lamp settings with one value increased or decreased by a step.

    `name` is "brightness" (10 to 100 percent, in steps of 10) or "blink" (0.4 to 5 seconds, in
    steps of 0.2). `direction` is 1 to increase the value, and -1 to decrease it.
    """
    if name == "brightness":
        percent = settings.brightness_percent + 10 * direction
        return replace(settings, brightness_percent=min(100, max(10, percent)))
    seconds = round(settings.slow_blink_seconds + 0.2 * direction, 1)
    return replace(settings, slow_blink_seconds=min(5.0, max(0.4, seconds)))


def _press(press: LastButtonPress | None) -> str:
    if press is None:
        return _("none so far")
    time = press.time.strftime("%H:%M:%S")
    if press.kind is PressKind.HELD:
        return _("{time}, held", time=time)
    return time
