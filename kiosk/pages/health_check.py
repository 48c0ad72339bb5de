"""Page with the results of the machine's self-test (`diagnose`), in everyday words."""

import platform
from collections.abc import Iterator

from companion.sentence import Sentence
from kiosk import routes
from kiosk.background import Job
from kiosk.machine.doctor.checks import Diagnosis, Grade, diagnose
from kiosk.machine.doctor.facts import MachineFacts
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage, warning_card
from kiosk.rotation import Rotation, TouchCalibration
from kiosk.ui.form import (
    Block,
    Button,
    Column,
    Form,
    Ground,
    Row,
    Text,
    TextStyle,
    arrange_in_rows,
    back_button,
)
from kiosk.ui.theme import DECISION_TEXT, SMALL_TEXT
from kiosk.words.language import _, format_decimal, join_with_and, mark
from kiosk.words.texts import sentence_text

_GIGABYTE, _MEGABYTE = 1_000_000_000, 1_000_000
_NOT_EXAMINED = mark("This machine could not be checked: {reason}. You can play on.")
_NAMES = {
    "display": mark("Screen"),
    "touch": mark("Touch"),
    "settings": mark("The machine's settings"),
    "panel": mark("Panel"),
    "pins": mark("Pins"),
    "sound": mark("Sound"),
    "data": mark("Where games are saved"),
    "games": mark("Saved games"),
    "clock": mark("Clock"),
    "power": mark("Power and heat"),
    "versions": mark("Updates"),
}
_CONSEQUENCES = {
    "display": mark("The picture may be slow or missing. No game is lost."),
    "touch": mark(
        "Taps may arrive twice, or not at all. Unplug mice and other pointing devices, and "
        "check the touchscreen's cable."
    ),
    "settings": mark(
        "A settings file contains an error, so the default applies. You can play as usual."
    ),
    "panel": mark(
        "The panel's settings file contains an error. You can do everything on the screen."
    ),
    "pins": mark("A panel on the pins does not work here. One on a USB cable does."),
    "sound": mark("There is no sound: plug in a loudspeaker, or play without."),
    "data": mark("Saved games may not be safe here. Make a backup now."),
    "games": mark("Saved games were damaged. Resume them: they continue from before the damage."),
    "clock": mark("It is wrong: saved games get wrong dates, but stay in order."),
    "power": mark(
        "The computer gets too little power, or is too hot. Use the power supply made for it, "
        "and let air reach it."
    ),
    "versions": mark("The last update was not completed. Restart the machine."),
}
"""Consequences of each kind of finding for the players, with advice. The support report has the
technical wording instead."""


class HealthCheckPage(FormPage):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._found: Diagnosis | None = None
        self._failure: Sentence | None = None
        self.run_in_background(
            lambda _job: diagnose(navigator.machine.root),
            _NOT_EXAMINED,
            self._check_ended,
            name="doctor",
        )
        self.show()

    def _check_ended(self, job: Job[Diagnosis]) -> None:
        self._failure = job.failure
        self._found = None if job.failure is not None else job.result
        self.show()

    def build_form(self) -> Form:
        foot = [Button("help", routes.SupportReport(), _("Copy all for help"))]
        if self.navigator.display is not None:
            again = routes.FirstStart(returns_afterwards=True)
            foot.insert(0, Button("try", again, _("Set up the screen again")))
        rows, in_head = tuple(self._rows()), not self.box.is_upright
        column = Column(rows, pages="more", gap=10, share=1, page_button_in_head=in_head)
        out, last = back_button(self.navigator.back), Row(tuple(foot), fits_texts=True)
        return Form(_("Check-up"), out, (column,), foot=(last,))

    def _rows(self) -> Iterator[Block]:
        if self._failure is not None:
            yield warning_card(sentence_text(self._failure))
            return
        if self._found is None:
            yield Text(_("One moment: checking the machine."), TextStyle.PLAIN)
            return
        wrong = [one for one in self._found.findings if one.grade is not Grade.OK]
        for finding in wrong:
            title = Text(_(_NAMES[finding.check_name]), TextStyle.BOLD)
            text = Text(_(_CONSEQUENCES[finding.check_name]), TextStyle.PLAIN)
            ground = Ground.WARNING if finding.grade is Grade.FAILURE else Ground.SURFACE
            yield Column((title, text), gap=2, ground=ground)
        if wrong:
            well = [
                _(_NAMES[one.check_name]) for one in self._found.findings if one.grade is Grade.OK
            ]
            if well:
                yield Text(_("OK: {parts}", parts=join_with_and(well)))
        else:
            all_well = _("All is well with this machine.")
            words = Text(all_well, TextStyle.PLAIN, size=DECISION_TEXT)
            yield Column((words,), ground=Ground.SURFACE)
        known = []
        for name, value in self._fact_lines(self._found.facts):
            text = Text(value, TextStyle.PLAIN, size=DECISION_TEXT)
            known.append(Column((Text(name, size=SMALL_TEXT), text), gap=0))
        yield from arrange_in_rows(known, 1 if self.box.is_upright else 2, height=0)

    def _fact_lines(self, facts: MachineFacts) -> Iterator[tuple[str, str]]:
        yield _("Version"), facts.versions["companion"]
        yield _("Computer"), facts.model or platform.machine()
        yield _("Screen"), self._screen()
        yield _("Touchscreen"), join_with_and(facts.touch_devices) or _("none found")
        yield _("Free space"), _room(facts.data_folder.free_bytes)
        yield (_("Network"), join_with_and(facts.ip_addresses) or _("none, and not needed"))

    def _screen(self) -> str:
        area, display = self.navigator.rotated_view.area, self.navigator.display
        size = _("{width} × {height}", width=round(area.width), height=round(area.height))
        if display is None or display.rotation is Rotation.NONE:
            text = size
        else:
            text = _("{size}, turned by {degrees}°", size=size, degrees=int(display.rotation))
        if display is not None and display.touch_calibration != TouchCalibration():
            return _("{screen}; touch calibrated", screen=text)
        return text


def _room(free: int | None) -> str:
    if free is None:
        return _("unknown")
    if free < _GIGABYTE:
        return _("{number} MB", number=free // _MEGABYTE)
    return _("{number} GB", number=format_decimal(free / _GIGABYTE))
