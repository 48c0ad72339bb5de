"""Page to switch off or update the machine, and to open the page for backups.

The start page links to it only if the machine carries out requests of the app, that is, if the app
was installed as a kiosk.
"""

from collections.abc import Callable

from companion.errors import system_reason
from kiosk import routes
from kiosk.background import Job
from kiosk.machine.sticks import PluggedInSticks
from kiosk.machine.updates import FOLDER, StickUpdate
from kiosk.machine.version import releases_url
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.sticks import (
    NOT_READ,
    button_row,
    narrow_column,
    sentence_row,
    unusable_sticks_text,
)
from kiosk.ui.form import Block, Button, Form, Text, TextStyle, back_button, call
from kiosk.words.language import _
from kiosk.words.texts import sentence_text

_LOOK_SECONDS = 3
_Seen = tuple[StickUpdate | None, PluggedInSticks]
"""The update found on a stick, if any, and the sticks that are plugged in."""


class MachinePage(FormPage):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._has_address = releases_url() is not None
        self._confirming = self._is_asked_for = self._is_going_back = False
        self._power_refusal = ""
        self._updating = navigator.machine.is_updating
        self._update_refusal = ""
        self._offer: StickUpdate | None = None
        self._trouble = ""
        self._sticks = PluggedInSticks()
        self._message = navigator.machine.last_update_result()
        self._former = navigator.machine.former_version
        self.call_every(_LOOK_SECONDS, self.look_for_sticks)
        self.look_for_sticks()
        self.show()
        self.app_state.on_saved = self.show

    def look_for_sticks(self) -> None:
        self.run_in_background(self._read_stick, NOT_READ, self._stick_read, name="stick")

    def _read_stick(self, _job: Job[_Seen]) -> _Seen:
        machine = self.navigator.machine
        # List the sticks first: a stick may be mounted between the two calls, and must not be
        # reported as a stick without an update.
        sticks = machine.plugged_in_sticks()
        return machine.find_offered_update(), sticks

    def _stick_read(self, job: Job[_Seen]) -> None:
        offer, sticks = (None, PluggedInSticks()) if job.failure is not None else job.result
        trouble = "" if job.failure is None else sentence_text(job.failure)
        machine = self.navigator.machine
        found = (offer, trouble, sticks, machine.is_updating, machine.last_update_result())
        if found == (self._offer, self._trouble, self._sticks, self._updating, self._message):
            return
        if offer != self._offer:
            self._update_refusal = ""
        self._offer, self._trouble, self._sticks, self._updating, self._message = found
        self.show()

    def build_form(self) -> Form:
        power = self._power_text()
        switch_off = Button("switch_off", self._confirm, _("Switch off"))
        if self._confirming:
            switch_off = Button("switch_off.now", self._switch_off, _("Switch off now"))
        rows: list[Block] = [sentence_row(power), button_row(switch_off)]
        rows.append(sentence_row(self._update_text()))
        if self._offer is not None and not self._updating:
            text = _("Update to version {version}", version=self._offer.version)
            update = call(self._request, call(self.navigator.machine.request_update, self._offer))
            rows.append(button_row(Button("update", update, text)))
        elif self._is_going_back and self._former is not None:
            text = _("Go back to version {version}", version=self._former)
            rows.append(button_row(Button("go_back", self._go_back, text)))
        if self._message and not self._updating:
            message = _("Last update: {told}", told=sentence_text(self._message))
            rows.append(Text(message, TextStyle.PLAIN))
        others = [Button("check_up", routes.HealthCheck(), _("Check-up"))]
        if self._former is not None and not self._updating and self._offer is None:
            others.append(Button("former", self._ask_to_go_back, _("Previous version")))
        if self._has_address:
            others.append(Button("updates", routes.Updates(), _("Where to get updates")))
        rows.append(button_row(*others))
        backup = Button("backup", routes.Backup(), _("Backup"))
        column = narrow_column(rows)
        return Form(
            _("This machine"), back_button(self.navigator.back), (column,), head_buttons=(backup,)
        )

    def _power_text(self) -> str:
        if self._power_refusal:
            return self._power_refusal
        if self._is_asked_for:
            return _(
                "Switching off. Wait until the green light stops blinking before you pull the plug."
            )
        if self._confirming:
            return _("Wait until the green light stops blinking before you pull the plug.")
        if self.app_state.is_saving:
            return _(
                "The last step of the current game is still being saved. Wait a moment before "
                "you switch off, or it may be lost."
            )
        session = self.app_state.session
        if session is not None and session.unsaved is not None:
            return _(
                "The last steps of the current game are not saved and would be lost. {reason}",
                reason=sentence_text(session.unsaved),
            )
        return _("Every step of a game is saved: you can go on after the next start.")

    def _update_text(self) -> str:
        if self._updating:
            if self._message is not None:
                return sentence_text(self._message)
            return _("Updating. This takes a few minutes; the screen comes back by itself.")
        if self._is_going_back and self._offer is None:
            return _("Going back takes a few minutes. All games and settings stay.")
        if self._update_refusal or self._trouble:
            return self._update_refusal or self._trouble
        if self._offer is None:
            if self._sticks.usable:
                return _("The folder {folder} is not on the stick.", folder=FOLDER)
            return unusable_sticks_text(self._sticks) or _(
                "To update, plug in a stick with a new version of the app."
            )
        return _("There is a new version on the stick.")

    def _confirm(self) -> None:
        self._confirming = True
        self._power_refusal = ""
        self.show()

    def _switch_off(self) -> None:
        self._power_refusal = _refusal_of(self.navigator.machine.request_power_off)
        self._is_asked_for = self._confirming = not self._power_refusal
        self.show()

    def _ask_to_go_back(self) -> None:
        self._is_going_back = True
        self.show()

    def _go_back(self) -> None:
        self._is_going_back = False
        self._request(self.navigator.machine.request_former_version)

    def _request(self, change: Callable[[], None]) -> None:
        self._update_refusal = _refusal_of(change)
        self._updating = self.navigator.machine.is_updating
        self._message = None  # the result of an earlier update
        self.show()


def _refusal_of(request: Callable[[], None]) -> str:
    try:
        request()
    except OSError as error:
        return _(
            "The machine did not accept this: {reason}. Try again in a minute. If that does not "
            "help, pull the plug and put it back in: every saved step is kept.",
            reason=sentence_text(system_reason(error)),
        )
    return ""
