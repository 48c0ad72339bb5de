"""The address of the releases: as a code for a phone, as text, and what to do there."""

from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.machine.updates import FOLDER
from kiosk.machine.version import releases_address
from kiosk.navigator import Navigator
from kiosk.pages.qr_page import QrPage, code_rows
from kiosk.ui.form import Form, back_button
from kiosk.words.language import _, mark
from kiosk.words.texts import sentence_text

_NO_CODE = mark("The code could not be made: {reason}. Type the address as it is written here.")
_Rows = tuple[bytes, ...]


class UpdatesPage(QrPage):
    """Keys: `back`. This page downloads nothing: a version is brought on a stick."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._address = address = releases_address() or ""
        self._rows: _Rows = ()
        self._failure: Sentence | None = None
        if address:
            self.in_background(
                lambda _job: code_rows(address), _NO_CODE, self._code_ready, name="code"
            )
        self.show()

    def _code_ready(self, job: Job[_Rows]) -> None:
        self._failure = job.failure
        if job.failure is None:
            self._rows = job.result
        self.show()

    def form(self) -> Form:
        if self._failure is not None:
            texts = [sentence_text(self._failure)]
        else:
            texts = [
                _("1. Open {address} at a computer.", address=self._address),
                _(
                    "2. Save {file}, unpack it, and copy the folder {folder} onto a stick.",
                    file="meduris-companion.zip",
                    folder=FOLDER,
                ),
                _("3. Plug the stick in here, and look at This machine."),
            ]
        return self.code_form(self._rows, _("Updates"), texts, [back_button(self.navigator.back)])
