"""The list of all unfinished games: any of them can be gone on with."""

from functools import partial

from kivy.metrics import dp, sp

from companion.errors import JournalError
from companion.memory.journal.index import SavedGame, Scored
from kiosk.game_reading import GameReading
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.start.reading_line import once_read
from kiosk.pages.unfinished.view import Unfinished, progress, unfinished_page
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.form import Block, Button, Column, Form, Picture, Row, Text, Tone, call, way_back
from kiosk.ui.surface import Box, Surface
from kiosk.words.language import _, visible
from kiosk.words.moments import journal_text, time_text

_ON_A_PAGE = 4
_FOOT = 52
_GAP = 8
_BADGE = 11
_POINTS = 38
_LEAST_NAME = 30
"""How wide points are, and a name is at least, in sp."""


class UnfinishedPage(FormPage):
    """Keys: `game.<id>` goes on with a game; `more` and `newer` turn the pages; `back`."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        # The last game of each page before this one: the list is read page by page.
        self._before: list[SavedGame] = []
        self._told = ""
        self.show()
        self.app_state.on_saved = self.show  # until then a game may be missing that is being saved

    def form(self) -> Form:
        """A page of the games, the one last played first."""
        page = self._page()
        told = self._told or ("" if page.games else _("Every game is played to the end."))
        rows = [self._game(game) for game in page.games]
        rows += [Row(share=1)] * (_ON_A_PAGE - len(rows))
        newer: Block = Text("")
        older: Block = Text("")
        if self._before:
            newer = Button("newer", self._newer, _("Newer"))
        if page.more:
            older = Button("more", call(self._older, page.games[-1]), _("Older"))
        self._told = ""
        return Form(
            _("Unfinished games"),
            way_back(self.navigator.back),
            (Column(tuple(rows)),),
            above=(Text(told, Tone.WARNED),) if told else (),
            foot=(Row((newer, older), _FOOT),),
        )

    def _page(self) -> Unfinished:
        after = self._before[-1] if self._before else None
        try:
            return unfinished_page(self.app_state.journal, after, _ON_A_PAGE)
        except JournalError as error:
            self._told = journal_text(error)
            return Unfinished((), more=False)

    def _game(self, game: SavedGame) -> Block:
        draw = partial(_draw_game, game)
        return Picture(draw, key=f"game.{game.id}", action=call(self._go_on, game), share=1)

    # Where that leads

    def _newer(self) -> None:
        self._before.pop()
        self.show()

    def _older(self, last: SavedGame) -> None:
        self._before.append(last)
        self.show()

    def _go_on(self, game: SavedGame) -> None:
        """Take a game up, once a long one is read, unless it is at hand already."""
        session = self.app_state.at_hand
        if session is not None and session.game_id == game.id:
            self._take_up(game, None)
        else:
            take_up = partial(self._take_up, game)
            once_read(self, game, _("Unfinished games"), self.navigator.back, take_up)

    def _take_up(self, game: SavedGame, reading: GameReading | None) -> None:
        try:
            self.app_state.take_up(game, reading.game() if reading else None)
        except JournalError as error:
            self._told = journal_text(error)
            self.show()
            return
        self.navigator.go_instead("resume")


def _draw_game(game: SavedGame, tap: Surface, box: Box) -> None:
    if game.summary is None:
        raise ValueError("a game of the list is summed up")
    tap.fill(theme.PAPER, radius=12)
    upper, lower = box.inset(dp(12), dp(6)).rows((1, 1), 0)
    players = game.summary.players
    for player, place in zip(players, _places(upper, len(players)), strict=True):
        _draw_player(tap, place, player)
    left, right = lower.split((1, 1.3), dp(_GAP))
    tap.write(progress(game.summary), left, bold=True)
    played = _("last played {time}", time=time_text(game.last_played))
    tap.write(played, right, ink=theme.INK_SOFT, size=theme.SMALL_TEXT, halign="right")


def _places(box: Box, players: int) -> list[Box]:
    """Where the players stand: side by side, in two rows where their names would have no room."""
    across = players
    if box.width / players < dp(2 * _BADGE + 6) + sp(_POINTS + _LEAST_NAME):
        across = -(-players // 2)
    lines = box.rows((1,) * -(-players // across), 0)
    return [place for line in lines for place in line.split((1,) * across, dp(_GAP))][:players]


def _draw_player(tap: Surface, box: Box, player: Scored) -> None:
    with tap.canvas:
        drawing.badge(player.color, (box.x + dp(_BADGE), box.center[1]), dp(_BADGE))
    left = box.x + dp(2 * _BADGE + 6)
    points = Box(left, box.y, sp(_POINTS), box.height)
    name = Box(points.right, box.y, box.right - points.right, box.height)
    tap.write(str(player.points), points, ground=theme.PAPER, size=theme.TITLE_TEXT, bold=True)
    tap.write(visible(player.name), name, ground=theme.PAPER, is_name=True)
