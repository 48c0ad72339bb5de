"""Page that asks the setup questions on a new machine, before the first game.

Each answer is saved immediately. Other pages can ask some of these questions again later.
"""

from collections.abc import Iterator
from itertools import dropwhile

import msgspec
from msgspec.structs import replace

from hardware.lamps import Lamp
from hardware.panel import PanelKind, PanelState, PanelStatus
from kiosk import routes
from kiosk.first_steps import FirstStartQuestion
from kiosk.machine.sound_devices import sound_devices
from kiosk.navigator import Navigator
from kiosk.pages.button_panel import panel_headline, panel_problems
from kiosk.pages.form_page import FormPage
from kiosk.pieces.calibration import CROSSES, CalibrationCrosses, draw_up_arrow
from kiosk.pieces.emblem import draw_emblem_with_text
from kiosk.pieces.panel import draw_dark_panel
from kiosk.rotation import DisplayPoint, Rotation, TouchCalibration
from kiosk.settings import SoundSettings, SpeechLevel
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Icon,
    Picture,
    Row,
    Text,
    TextStyle,
    Widget,
    arrange_in_rows,
    back_button,
    call,
)
from kiosk.ui.theme import DECISION_TEXT, TEXT
from kiosk.words.language import (
    _,
    languages,
    mark,
    native_language_name,
    translate_into_every_language,
    use_language,
)
from kiosk.words.texts import sentence_text
from kiosk.words.time_zones import (
    REGIONS,
    countries_in_region,
    is_time_zone_set,
    set_process_time_zone,
    time_zone_name,
)

_BUTTON = 80
_OK = 72
_ASIDE, _MIDDLE = 0.29, 0.42
"""Widths of the column beside the arrow and of the arrow itself, relative to the page."""
_NEAR = 0.1
"""Minimum distance between two separate touches, relative to the display. Closer touches come from
one trembling finger."""
_LATE_SECONDS = 20
_LOOK_SECONDS = 1
_MOST_WIDTH = 560
_ZONE_WIDTH, _MOST_ZONES = 200, 3
"""Minimum width of a time zone's button in sp, and maximum number of buttons side by side."""
_NO_PANEL = (PanelState.OFF, PanelState.SEARCHING)
_TAP_CROSSES = mark("Tap the cross.")
_NOT_CLEAR = mark("That was not clear. Tap the crosses once more.")
_NO_TOUCH = mark(
    "Nothing happens? Plug the touchscreen's cable in again, or use a mouse or a keyboard."
)
_WHICH_WAY = mark("Tap the arrow until it points up.")
_SET_RIGHT = mark("Touches did not arrive where the finger was. That is fixed now.")
_SKIP = mark("Skip")
_BACK = mark("Back")


class FirstStartProgress(msgspec.Struct, frozen=True):
    """Pending questions of the first start, the current one first, and the answers so far.

    `is_repeat` is true if another page has opened the questions again.

    To calibrate the touchscreen, the player taps crosses. `touches` has a pair of positions for
    each cross tapped so far: where the touch was reported, and where the cross is.
    `calibration_failed` is true if no calibration fitted the touches of the last attempt.
    `needed_calibration` is true if the reported positions needed a correction.

    `panel_button_pressed` is true once a player has pressed the button of the button panel.
    `region` is the region chosen for the time zone, and `time_zones` has the time zones of the
    chosen country.
    """

    pending_steps: tuple[FirstStartQuestion, ...]
    is_repeat: bool
    touches: tuple[tuple[DisplayPoint, DisplayPoint], ...] = ()
    calibration_failed: bool = False
    needed_calibration: bool = False
    panel_button_pressed: bool = False
    region: str = ""
    time_zones: tuple[str, ...] = ()


class FirstStartPage(FormPage):
    wanted_rotation = Rotation.NONE
    opening_route: routes.FirstStart | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        left, route = navigator.state_to_restore, self.opening_route or routes.FirstStart()
        if self.opening_route is None and isinstance(left, FirstStartProgress):
            self._asked = left
        else:
            self._asked = FirstStartProgress(route.questions, route.returns_afterwards)
            self._asked = replace(self._asked, pending_steps=self._askable(route.questions))
        self._silent_seconds = 0
        self._trouble = navigator.announcer.playback_error
        self.call_every(_LOOK_SECONDS, self._look)
        self.show()

    def _askable(self, steps: tuple[FirstStartQuestion, ...]) -> tuple[FirstStartQuestion, ...]:
        return tuple(dropwhile(lambda step: not self._can_ask(step), steps))

    def _can_ask(self, step: FirstStartQuestion) -> bool:
        if step is FirstStartQuestion.SOUND:
            # A machine without sound skips the question about sound.
            return self.navigator.display is not None and bool(sound_devices())
        if step is FirstStartQuestion.PANEL:
            # Players without a button panel would not understand the question.
            panel = self.navigator.panel
            return panel is not None and panel.status.state not in _NO_PANEL
        if step is FirstStartQuestion.ZONE and not self._asked.is_repeat and is_time_zone_set():
            return False
        return step is FirstStartQuestion.LANGUAGE or self.navigator.display is not None

    @property
    def state_to_restore(self) -> FirstStartProgress:
        return self._asked  # the questions continue after the screen is rotated

    def _look(self) -> None:
        self._silent_seconds += _LOOK_SECONDS
        former, self._trouble = self._trouble, self.navigator.announcer.playback_error
        is_late = self._step is FirstStartQuestion.TOUCH and self._silent_seconds == _LATE_SECONDS
        if is_late or (self._step is FirstStartQuestion.SOUND and self._trouble != former):
            self.show()

    def on_panel_change(self) -> None:
        if self._step is FirstStartQuestion.PANEL:
            self.show()

    def destroy(self) -> None:
        if self._step is FirstStartQuestion.SOUND:
            self.navigator.announcer.stop_sound()
        super().destroy()

    def on_refused_press(self) -> None:
        self._asked = replace(
            self._asked, panel_button_pressed=self._step is FirstStartQuestion.PANEL
        )

    @property
    def _step(self) -> FirstStartQuestion:
        return next(iter(self._asked.pending_steps), FirstStartQuestion.DONE)

    def build_form(self) -> Form:
        match self._step:
            case FirstStartQuestion.TOUCH:
                return self._crosses()
            case FirstStartQuestion.UP:
                return self._arrow()
            case FirstStartQuestion.SOUND:
                return self._sound()
            case FirstStartQuestion.LANGUAGE:
                return self._languages()
            case FirstStartQuestion.ZONE:
                return self._zone()
            case FirstStartQuestion.PANEL:
                return self._panel()
            case FirstStartQuestion.DONE:
                return self._done()

    def _said(self, sentence: str) -> tuple[str, ...]:
        if self._asked.is_repeat or self.app_state.settings.language is not None:
            return (_(sentence),)
        return translate_into_every_language(sentence)

    def _go_on(self) -> None:
        self._ask(self._askable(self._asked.pending_steps[1:]))

    def _go_back(self) -> None:
        self._ask((FirstStartQuestion.UP, *self._asked.pending_steps))

    def _ask(self, steps: tuple[FirstStartQuestion, ...]) -> None:
        self._asked = replace(
            self._asked, pending_steps=steps, touches=(), calibration_failed=False
        )
        if not self._asked.is_repeat and self.navigator.display is not None:
            left = steps[0] if steps else FirstStartQuestion.DONE
            self.app_state.set_settings(replace(self.app_state.settings, first_start=left))
        if not steps:
            self._leave()
            return
        self.navigator.ignore_accidental_repeats()
        self.note_question_shown()
        self.show_first_pages()

    def _leave(self) -> None:
        if self._asked.is_repeat:
            self.navigator.back()
        else:
            self.navigator.replace(routes.Start())

    def _crosses(self) -> Form:
        asked = self._asked
        number = len(asked.touches)
        instructions = self._said(
            _NOT_CLEAR if asked.calibration_failed and not number else _TAP_CROSSES
        )
        is_late = self._silent_seconds >= _LATE_SECONDS
        advice = self._said(_NO_TOUCH) if is_late or asked.calibration_failed else ()
        skip = " · ".join(self._said(_SKIP))
        display = self.navigator.display
        if display is None:
            raise ValueError("there is no display to calibrate")
        above = (*instructions, f"{number + 1} / {len(CROSSES)}")
        ways = (call(self._touched), call(self._go_on))
        about = (display.to_window_point, number, above, advice, skip, *ways)
        return Form("", None, (Column((Widget(CalibrationCrosses, about, share=1),)),))

    def _touched(self, measured: DisplayPoint, meant: DisplayPoint) -> None:
        asked = self._asked
        self._silent_seconds = 0
        if asked.touches and _is_near(asked.touches[-1][0], measured):
            return
        touched = (*asked.touches, (measured, meant))
        if len(touched) < len(CROSSES):
            self._asked = replace(asked, touches=touched)
            self.show()
            return
        fit = TouchCalibration.from_touches(touched)
        display = self.navigator.display
        if fit is None or display is None:
            self._asked = replace(asked, touches=(), calibration_failed=True)
            self.show()
            return
        if fit != TouchCalibration():
            display.add_calibration(fit)
        self._asked = replace(
            asked, calibration_failed=False, needed_calibration=fit != TouchCalibration()
        )
        self._go_on()

    def _arrow(self) -> Form:
        # The arrow is in the middle, so that it stays under the finger in every rotation.
        arrow = Picture(draw_up_arrow, key="turn", action=call(self._turn), share=1)
        ok = Row((Button("ok", call(self._go_on), _("OK"), ButtonStyle.PRIMARY),), _OK)
        before = (GAP_ROW, *self._lines(_WHICH_WAY, DECISION_TEXT), GAP_ROW)
        note = self._lines(_SET_RIGHT, TEXT) if self._asked.needed_calibration else ()
        after = (GAP_ROW, *note, ok)
        if self.box.is_upright:
            rows: tuple[Block, ...] = (
                Column(before, share=_ASIDE),
                replace(arrow, share=_MIDDLE),
                Column(after, share=_ASIDE),
            )
        else:
            sides = (
                Column(before, _ASIDE, gap=12),
                Column((arrow,), _MIDDLE),
                Column((*after, GAP_ROW), _ASIDE, gap=12),
            )
            rows = (Row(sides, share=1, gap=16),)
        return Form("", None, (Column(rows, gap=8),))

    def _lines(self, sentence: str, size: float) -> tuple[Text, ...]:
        return tuple(
            Text(text, TextStyle.PLAIN, align=Align.CENTER, size=size, shrinks=True)
            for text in self._said(sentence)
        )

    def _turn(self) -> None:
        display = self.navigator.display
        if display is not None:
            display.set_rotation(display.rotation.plus(Rotation.THREE_QUARTERS))

    def _languages(self) -> Form:
        buttons = []
        for code in languages():
            own = Button(f"language.{code}", call(self._choose, code), native_language_name(code))
            buttons.append(Row((own,), _BUTTON))
        if self.navigator.display is not None:
            skip, back = (" · ".join(self._said(text)) for text in (_SKIP, _BACK))
            buttons.append(Row((Button("skip", call(self._go_on), skip, ButtonStyle.MAIN),)))
            buttons.append(Row((Button("back", call(self._go_back), back),)))
        sign = Picture(draw_emblem_with_text, width=0.45, about=(_("Meduris"),))
        ways = Column((GAP_ROW, *buttons, GAP_ROW), 0.55, gap=16, most=360)
        return Form("", None, (Column((Row((sign, ways), share=1, wraps_after=1),)),))

    def _choose(self, code: str) -> None:
        use_language(code)
        self.app_state.set_settings(replace(self.app_state.settings, language=code))
        self._go_on()

    def _zone(self) -> Form:
        asked = self._asked
        if asked.time_zones:
            heading = _("Which city's time?")
            buttons = [
                Button(f"zone.{zone}", call(self._choose_zone, zone), time_zone_name(zone))
                for zone in asked.time_zones
            ]
        elif asked.region:
            heading = _("Which country?")
            buttons = [
                Button(f"country.{one.code}", call(self._narrow, zones=one.zones), one.name)
                for one in countries_in_region(asked.region)
            ]
        else:
            heading = _("Where are you? Then your games get the right time.")
            buttons = [
                Button(f"region.{region}", call(self._narrow, region=region), _(name))
                for region, name in REGIONS.items()
            ]
        rows = tuple(arrange_in_rows(buttons, self.buttons_per_row(_ZONE_WIDTH, _MOST_ZONES)))
        words = [Text(heading, TextStyle.HEADING)]
        ways = [Button("skip", call(self._go_on), _("Skip"))]
        if asked.region:
            ways.insert(0, back_button(call(self._widen)))
        else:
            clock = _(
                "Without internet, this machine may show wrong dates. Your games still stay in "
                "order."
            )
            words.append(Text(clock, TextStyle.PLAIN))
        page = Column(rows, pages="more", share=1, foot=(Row(tuple(ways)),))
        return Form("", None, (Column((*words, page)),))

    def _narrow(self, *, region: str = "", zones: tuple[str, ...] = ()) -> None:
        if len(zones) == 1:
            self._choose_zone(zones[0])
            return
        region = region or self._asked.region
        if not zones and len(only := countries_in_region(region)) == 1:
            zones = only[0].zones
        self._asked = replace(self._asked, region=region, time_zones=zones)
        self.show_first_pages()

    def _widen(self) -> None:
        asked = self._asked
        region = (
            asked.region if asked.time_zones and len(countries_in_region(asked.region)) > 1 else ""
        )
        self._asked = replace(self._asked, region=region, time_zones=())
        self.show_first_pages()

    def _choose_zone(self, zone: str) -> None:
        set_process_time_zone(zone)
        self.app_state.set_settings(replace(self.app_state.settings, time_zone=zone))
        self._go_on()

    def _sound(self) -> Form:
        sound = self.app_state.settings.sound
        voice = SoundSettings(tones=True, spoken=SpeechLevel.QUESTIONS)
        ways = (
            ("off", _("Nothing"), SoundSettings()),
            ("tones", _("Tones"), SoundSettings(tones=True)),
            ("voice", _("Tones and a voice"), voice),
        )
        buttons = []
        for key, text, way in ways:
            act, chosen = (
                call(self._hear, way),
                (way.tones, way.spoken) == (sound.tones, sound.spoken),
            )
            button = Button(f"sound.{key}", act, text, ButtonStyle.RADIO, chosen=chosen)
            buttons.append(Row((button,), _OK))
        trouble = self.navigator.announcer.playback_error
        message = _("A tap lets you hear it.") if trouble is None else sentence_text(trouble)
        go_on = Button("go_on", call(self._go_on), _("Continue"), ButtonStyle.PRIMARY)
        rows = (
            Text(_("What would you like to hear?"), TextStyle.HEADING),
            *buttons,
            Text(message, TextStyle.PLAIN, size=DECISION_TEXT),
            GAP_ROW,
            Row((go_on,), _OK),
        )
        return Form("", None, (Column(rows, gap=12, most=_MOST_WIDTH),))

    def _hear(self, way: SoundSettings) -> None:
        settings = self.app_state.settings
        kept = replace(settings.sound, tones=way.tones, spoken=way.spoken, muted=False)
        self.app_state.set_settings(replace(settings, sound=kept))
        self.navigator.announcer.stop_sound()
        if way.uses_sound:
            self.navigator.announcer.play_sample(_("That is how it sounds."))
        self.show()

    def _panel(self) -> Form:
        link = self.navigator.panel
        status = PanelStatus(PanelKind.OFF, PanelState.OFF) if link is None else link.status
        head = Row(
            (Icon(status.state, 14), Text(panel_headline(status), TextStyle.HEADING)), height=0
        )
        words = (Text(text, TextStyle.PLAIN, size=DECISION_TEXT) for text in self._about(status))
        ways = [Button("go_on", call(self._go_on), _("Continue"), ButtonStyle.PRIMARY)]
        if link is not None and link.is_ready:
            ways.insert(0, Button("lamps", call(link.test_lamps), _("Test the lamps one by one")))
        column = Column(tuple(words), pages="more", share=1)
        rows = (head, Picture(draw_dark_panel, height=112), column, Row(tuple(ways), _OK))
        return Form("", None, (Column(rows, gap=16),))

    def _about(self, status: PanelStatus) -> Iterator[str]:
        match status.state:
            case PanelState.READY:
                yield _("One button, {number} lamps.", number=len(Lamp))
                if self._asked.panel_button_pressed:
                    yield _("Its button works.")
                else:
                    yield _("Press its button to try it.")
            case PanelState.TROUBLED:
                for one in panel_problems(status):
                    yield f"{one.reason} {one.advice}"
            case _:
                yield _("A panel is optional: everything can be done on the screen.")
                yield _("The app finds a panel that is plugged in later.")

    def _done(self) -> Form:
        # Shown if hardware was removed, so that no question is left.
        message = Text(_("All set up."), TextStyle.HEADING, align=Align.CENTER)
        go_on = Button("go_on", call(self._go_on), _("Continue"), ButtonStyle.PRIMARY)
        rows = (GAP_ROW, message, Row((go_on,), _OK), GAP_ROW)
        return Form("", None, (Column(rows, gap=24, most=_MOST_WIDTH),))


def _is_near(one: DisplayPoint, other: DisplayPoint) -> bool:
    return all(abs(here - there) < _NEAR for here, there in zip(one, other, strict=True))
