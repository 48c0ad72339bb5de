"""Page that passes a finished game to the app BG Stats on a phone, as a QR code."""

from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.errors import JournalError
from companion.memory.atomic_file import write_file_atomically
from companion.memory.exchange.plays import (
    Play,
    bg_stats_link,
    play_from_game,
    plays_as_bg_stats_file,
    plays_as_csv,
)
from companion.memory.people import People, person_from_name
from companion.memory.record import commands_for_record, encode_record
from kiosk.navigator import Navigator
from kiosk.pages.qr_page import StickQrPage, qr_code_rows
from kiosk.ui.form import Button, Form, call
from kiosk.words.language import _, csv_separator, mark
from kiosk.words.texts import sentence_text

_MOST = 2953
"""Capacity in bytes of the largest QR code with the lowest error correction."""
_NO_CODE = mark(
    "The code could not be made: {reason}. The game is saved; you can put its record and its "
    "file for BG Stats onto a stick."
)


class BgStatsQrCode(NamedTuple):
    """QR code that adds a game to BG Stats.

    `code_rows` are its rows, made by `qr_code_rows`. `has_shortened_names` is set if players' names
    were shortened so that the code can hold them.
    """

    code_rows: tuple[bytes, ...] = ()
    has_shortened_names: bool = False


class ExportGamePage(StickQrPage[BgStatsQrCode]):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._game = navigator.displayed_game
        self._play = self._current_play()
        self.look_for_sticks()
        self.make_code_in_background(partial(bg_stats_qr_code, self._play), _NO_CODE)

    def _current_play(self) -> Play:
        try:
            who_is = People.from_journal(self.app_state.journal).find_or_new
        except JournalError:  # Other pages report the error; names are enough for the export.
            who_is = person_from_name
        past = self.app_state.viewed_game
        looked_at = past is not None and past.played_game is self._game
        number = (
            past.saved_game.id if past and looked_at else self.app_state.required_session.game_id
        )
        return play_from_game(number, self._game, who_is)

    def build_qr_form(self, *, can_write_to_stick: bool) -> Form:
        put = call(self.choice.write_to_chosen_stick, self._write_to)
        ways = (Button("to_stick", put, _("To the stick")),) if can_write_to_stick else ()
        code = self.made or BgStatsQrCode()
        texts = [_("Point a phone's camera at the code: the BG Stats app adds this play.")]
        if unusable := self.choice.unusable_reason:
            texts.append(unusable)
        elif code.has_shortened_names:
            texts.append(_("The longest names did not fit: they end in “…”."))
        return self.build_code_form(code.code_rows, _("For BG Stats"), texts, *ways)

    def _write_to(self, stick: Path) -> None:
        record = encode_record(self._game.setup, commands_for_record(self._game.steps))
        play = self._play
        self.job.begin(stick, lambda folder: write_export_files(folder, play, record))
        self.look_for_sticks()


def bg_stats_qr_code(play: Play) -> BgStatsQrCode:
    """Return the QR code that adds a finished game to BG Stats. This takes up to a second."""
    text, shortened = bg_stats_link(play, sentence_text, _MOST)
    return BgStatsQrCode(qr_code_rows(text), shortened)


def write_export_files(folder: Path, play: Play, record: bytes) -> None:
    """Write a game to `folder` as a record, a CSV table and a BG Stats file. Raises OSError."""
    name = f"meduris-{play.began:%Y-%m-%d}-{play.key[:8]}"
    for ending, content in (
        ("jsonl", record),
        ("csv", plays_as_csv([play], csv_separator())),
        ("bgsplay", plays_as_bg_stats_file([play], sentence_text)),
    ):
        write_file_atomically(folder / f"{name}.{ending}", content)
