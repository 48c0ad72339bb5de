"""Parts of pages that write to a USB stick: the choice of a stick, and messages about sticks."""

from collections.abc import Callable, Iterable
from pathlib import Path

from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.machine.stick_job import StickJob, StickStage
from kiosk.machine.stick_writing import WriteAnswer, WriteOutcome
from kiosk.machine.sticks import PluggedInSticks, StickPartition
from kiosk.pages.form_page import FormPage
from kiosk.ui.form import Block, Button, Column, Form, Row, Text, TextStyle, back_button, call
from kiosk.ui.theme import GROUND, LARGE_TEXT
from kiosk.words.language import _, escape_invisible, format_decimal, mark
from kiosk.words.texts import sentence_text

_TERABYTE = 1_000_000_000_000
_GIGABYTE = 1_000_000_000
_MEGABYTE = 1_000_000
_MOST_LETTERS = 20
"""Maximum number of letters shown of a stick's label. FAT allows 11 letters, exFAT 15, ext4 16."""
_SENTENCE, _BUTTON = 72, 64
_MARGIN = 12
_MOST_WIDTH = 560
_NAMES = {
    "apfs": "APFS",
    "bitlocker": "BitLocker",
    "btrfs": "Btrfs",
    "crypto_luks": "LUKS",
    "ext2": "ext2",
    "ext3": "ext3",
    "f2fs": "F2FS",
    "hfs": "HFS",
    "hfsplus": "HFS+",
    "iso9660": "ISO 9660",
    "ntfs": "NTFS",
    "udf": "UDF",
    "xfs": "XFS",
}
"""Well-known names of file systems; the keys are the names that blkid prints."""

NOT_READ = mark(
    "The stick could not be read: {reason}. Plug it in again; if that does not help, use "
    "another one."
)


class StickChoice:
    """Search for USB sticks for `page`, and the player's choice of the stick to write to.

    The player is asked only if there are several sticks. `found` has the sticks that the last
    search found. If that search failed, `trouble` is the reason. The page calls `look_for_sticks`
    every second, or searches itself and sets `found` and `trouble`.
    """

    def __init__(self, page: FormPage) -> None:
        self.found = PluggedInSticks()
        self.trouble: Sentence | None = None
        self._page = page
        self._write: Callable[[Path], None] | None = None

    def look_for_sticks(self) -> None:
        """Look for USB sticks in a background job, then draw the page again."""
        machine = self._page.navigator.machine
        self._page.run_in_background(
            lambda _job: machine.plugged_in_sticks(), NOT_READ, self._sticks_found, name="stick"
        )

    def _sticks_found(self, job: Job[PluggedInSticks]) -> None:
        self.trouble = job.failure
        self.found = PluggedInSticks() if job.failure is not None else job.result
        self._page.show()

    @property
    def unusable_reason(self) -> str:
        """Reason why no stick can be written to, or why the search for sticks failed.

        It is "" if a stick is usable, or none is plugged in.
        """
        if self.trouble is not None:
            return sentence_text(self.trouble)
        return unusable_sticks_text(self.found)

    def write_to_chosen_stick(self, write: Callable[[Path], None]) -> None:
        """Call `write` with the mount point of the usable stick.

        If several sticks are usable, first ask the player for one of them (see
        `build_question_form`). If none is usable, do nothing.
        """
        usable = self.found.usable
        if len(usable) == 1:
            write(usable[0].mount_point)
        elif usable:
            self._write = write
            self._page.show_first_pages()

    def build_question_form(self) -> Form | None:
        if len(self.found.usable) < 2:
            self._write = None
        if self._write is None:
            return None
        buttons = [
            Button(
                f"stick.{stick.mount_point.name}",
                call(self._take, stick.mount_point),
                stick_name(stick),
            )
            for stick in self.found.usable
        ]
        return choice_form(_("Which stick?"), buttons, self._leave)

    def _take(self, stick: Path) -> None:
        write, self._write = self._write, None
        if write is not None:
            write(stick)
        self._page.show_first_pages()

    def _leave(self) -> None:
        self._write = None
        self._page.show_first_pages()


def choice_form(title: str, buttons: Iterable[Button], back: Callable[[], None]) -> Form:
    rows = tuple(map(button_row, buttons))
    head = Text(title, TextStyle.BOLD, size=LARGE_TEXT)
    choices = Column(rows, pages="more", share=1, foot=(button_row(back_button(back)),))
    # The column needs its own margin, as pages with a QR code have none.
    column = Column((head, choices), most=_MOST_WIDTH, ground=GROUND, pad=_MARGIN)
    return Form("", None, (column,))


def sentence_row(text: str) -> Row:
    return Row((Text(text, TextStyle.PLAIN),), _SENTENCE)


def button_row(*buttons: Button) -> Row:
    return Row(buttons, _BUTTON, fits_texts=len(buttons) > 1)


def narrow_column(rows: Iterable[Block]) -> Column:
    return Column(tuple(rows), gap=14, most=_MOST_WIDTH)


def stick_name(stick: StickPartition) -> str:
    label = escape_invisible(stick.label).strip() or _("Stick without a name")
    if len(label) > _MOST_LETTERS:
        label = f"{label[:_MOST_LETTERS]}…"
    return f"{label}, {_size(stick.size)}" if stick.size else label


def _size(size: int) -> str:
    if size >= _TERABYTE:
        return _("{number} TB", number=format_decimal(size / _TERABYTE))
    if size >= _GIGABYTE:
        return _("{number} GB", number=format_decimal(size / _GIGABYTE, 0))
    return _("{number} MB", number=size // _MEGABYTE)


def unusable_sticks_text(found: PluggedInSticks) -> str:
    """Return the reason why none of the sticks in `found` can be written to.

    Return "" if one of them is usable, or if none is plugged in.
    """
    if found.usable:
        return ""
    if found.unusable_file_systems:
        file_system = found.unusable_file_systems[0]
        if not file_system:
            return _(
                "This stick is not formatted for files. Use another one, or format it on a "
                "computer as FAT32 or exFAT: that deletes everything on it."
            )
        name = _NAMES.get(file_system.lower(), escape_invisible(file_system)[:_MOST_LETTERS])
        return _(
            "This stick is formatted as {file_system}, which the app cannot use. Use another "
            "one, or format it on a computer as FAT32 or exFAT: that deletes everything on it.",
            file_system=name,
        )
    if found.mounting_labels:
        return _(
            "One moment: the stick is being opened. If that takes longer than a minute, have a "
            "computer check it, or use another one."
        )
    return ""


def stick_job_text(job: StickJob) -> str:
    """Return a sentence on the progress or the outcome of a job that writes to a stick.

    Return "" if the job has not begun.
    """
    if job.failure is not None:
        return sentence_text(job.failure)
    match job.stage:
        case StickStage.NOTHING:
            return ""
        case StickStage.UNDER_WAY:
            return _("Writing: leave the stick where it is.")
        case StickStage.ENDED:
            return write_outcome_text(job.answer or WriteAnswer(WriteOutcome.REFUSED))


def write_outcome_text(answer: WriteAnswer) -> str:
    match answer.outcome:
        case WriteOutcome.DONE if answer.new_name:
            return _(
                "It is on the stick as {name}, because a file with the usual name was already "
                "there. You can pull the stick out now.",
                name=answer.new_name,
            )
        case WriteOutcome.DONE:
            return _("It is on the stick. You can pull the stick out now.")
        case WriteOutcome.FULL:
            return _("The stick does not have enough space. What was on it is still there.")
        case WriteOutcome.READ_ONLY:
            return _("This stick cannot be written to: use another one.")
        case WriteOutcome.GONE:
            return _("The stick was pulled out, or is faulty. What was on it is still there.")
        case WriteOutcome.REFUSED:
            return _("The machine did not write to the stick. Try again.")
