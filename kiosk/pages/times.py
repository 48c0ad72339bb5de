"""Page with thinking times and waits of all players, if the table wants to see them."""

from collections.abc import Sequence

import msgspec

from companion.memory.pace import paces
from companion.memory.played_game import PlayedGame
from companion.pieces import Color
from companion.state import Player
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.form import PlayerName
from kiosk.ui.form import Block, Column, Form, Ground, Row, Text, Tone, back_button
from kiosk.words.language import _, several, visible

_MINUTE = 60


class TimeRow(msgspec.Struct, frozen=True):
    """Total time of a player's decisions, and the longest wait between two, in seconds."""

    color: Color
    name: str
    deciding: str
    longest_wait: str


def time_rows(game: PlayedGame, players: Sequence[Player]) -> tuple[TimeRow, ...]:
    times = paces(game, [player.color for player in players])
    return tuple(
        TimeRow(
            player.color,
            visible(player.name),
            minutes_text(pace.deciding),
            minutes_text(pace.longest_wait),
        )
        for player, pace in zip(players, times, strict=True)
    )


def minutes_text(seconds: float) -> str:
    """Return a time in seconds, 0 or more, in whole minutes."""
    minutes = round(seconds / _MINUTE)
    if minutes == 0:
        return _("under a minute")
    return several("{number} minute", "{number} minutes", minutes)


_NAME_WIDTH = 1.2
_ROW = 64


class TimesPage(FormPage):
    """A line for each player in seating order."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.show()

    def form(self) -> Form:
        game = self.navigator.viewed
        headings = (Text("", width=_NAME_WIDTH), Text(_("For decisions")), Text(_("Longest wait")))
        rows = [_row(row) for row in time_rows(game, game.state.players)]
        note = _(
            "Breaks of more than half an hour do not count, nor does the time while the app was "
            "off."
        )
        table = Column((Row(headings, height=30), *rows))
        return Form(
            _("Time at the table"), back_button(self.navigator.back), (table,), foot=(Text(note),)
        )


def _row(row: TimeRow) -> Block:
    name = PlayerName(row.color, row.name, _NAME_WIDTH, indent=12)
    cells = (Text(row.deciding, Tone.NUMERAL), Text(row.longest_wait, Tone.NUMERAL))
    return Column((Row((name, *cells), _ROW),), ground=Ground.SURFACE, pad=0)
