"""Page that explains how to get updates, with their address as a QR code and as a text."""

from functools import partial

from kiosk.machine.updates import FOLDER
from kiosk.machine.version import releases_url
from kiosk.navigator import Navigator
from kiosk.pages.qr_page import QrPage, qr_code_rows
from kiosk.ui.form import Form
from kiosk.words.language import _, mark

_NO_CODE = mark("The code could not be made: {reason}. Type the address as it is written here.")


class UpdatesPage(QrPage[tuple[bytes, ...]]):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._address = releases_url() or ""
        if self._address:
            self.make_code_in_background(partial(qr_code_rows, self._address), _NO_CODE)
        self.show()

    def build_form(self) -> Form:
        texts = (
            _("1. Open {address} on a computer.", address=self._address),
            _(
                "2. Save {file}, unpack it, and copy the folder {folder} onto a stick.",
                file="meduris-companion.zip",
                folder=FOLDER,
            ),
            _("3. Plug the stick in here, and open “This machine”."),
        )
        return self.build_code_form(self.made or (), _("Updates"), texts)
