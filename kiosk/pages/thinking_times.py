"""Page with the players' thinking and waiting times, for tables that have switched them on."""

from companion.memory.pace import PlayerTimes, player_times
from companion.state import Player
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.form import badge_beside_name
from kiosk.ui.form import Block, Column, Form, Ground, Row, Text, TextStyle, back_button
from kiosk.words.language import _, plural, round_half_up
from kiosk.words.texts import display_name

_MINUTE = 60


def minutes_text(seconds: float) -> str:
    minutes = int(round_half_up(seconds / _MINUTE))
    if minutes == 0:
        return _("under a minute")
    return plural("{number} minute", "{number} minutes", minutes)


_NAME_WIDTH = 1.2
_ROW = 64


class ThinkingTimesPage(FormPage):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.show()

    def build_form(self) -> Form:
        game = self.navigator.displayed_game
        players = game.state.players
        times = player_times(game, [player.color for player in players])
        headings = (Text("", width=_NAME_WIDTH), Text(_("For decisions")), Text(_("Longest wait")))
        rows = [_row(player, pace) for player, pace in zip(players, times, strict=True)]
        note = _(
            "Breaks of more than half an hour do not count, nor does the time while the app was "
            "off."
        )
        table = Column((Row(headings, height=30), *rows))
        return Form(
            _("Time at the table"), back_button(self.navigator.back), (table,), foot=(Text(note),)
        )


def _row(player: Player, pace: PlayerTimes) -> Block:
    name = badge_beside_name(player.color, display_name(player.name), width=_NAME_WIDTH)
    times = (pace.thinking_seconds, pace.longest_wait_seconds)
    cells = (Text(minutes_text(seconds), TextStyle.NUMERAL) for seconds in times)
    return Column((Row((name, *cells), _ROW),), ground=Ground.SURFACE, pad=0)
