"""A play as a QR code that BG Stats on a phone takes in, and what is to be said beside it.

Knows no Kivy.
"""

from pathlib import Path

import msgspec

from companion.memory.exchange.plays import Play, address, bgsplay, csv_table
from kiosk.words.language import _
from kiosk.words.texts import said

QUIET_ZONE = 4
"""So many modules round a code stay white (ISO/IEC 18004)."""
_MOST = 2953
"""Bytes that the largest code holds with the least correction of errors."""


class Code(msgspec.Struct, frozen=True):
    """A QR code: `rows` from the top down, a byte a module, 0 where it is black, else 255.

    The quiet zone belongs to it. `shortened`: names had to be shortened.
    """

    rows: tuple[bytes, ...]
    shortened: bool

    @property
    def side(self) -> int:
        """How many modules it has in a row, and as many rows."""
        return len(self.rows)


def code_of(play: Play) -> Code:
    """The code of a play that has ended. Takes a tenth of a second, on a small computer a whole."""
    # Takes its time and two mebibytes: the web's and the mail's formats come with it.
    import segno  # noqa: PLC0415

    text, shortened = address(play, said, _MOST)
    # What is shown on a screen is not torn: the least correction gives the largest modules.
    code = segno.make(text, error="l", micro=False, boost_error=False)
    modules = code.matrix_iter(border=QUIET_ZONE)
    return Code(tuple(bytes(0 if dark else 255 for dark in row) for row in modules), shortened)


def lay_files(folder: Path, play: Play, record: bytes) -> None:
    """Lay a play's record, its table and its file for BG Stats into a folder. Raises OSError."""
    name = f"meduris-{play.began:%Y-%m-%d}-{play.key[:8]}"
    for ending, content in (
        ("jsonl", record),
        ("csv", csv_table([play])),
        ("bgsplay", bgsplay([play], said)),
    ):
        (folder / f"{name}.{ending}").write_bytes(content)


def explanation() -> str:
    """What to do with the code."""
    return _("Point a phone's camera at the code: the app BG Stats takes this play in.")


def shortening() -> str:
    """What a code says that had no room for all."""
    return _("The longest names had no room in it: they end in “…”.")
