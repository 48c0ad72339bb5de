"""The list of all unfinished games: any of them can be gone on with."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import Journal, SavedGame
from companion.memory.summary import Summary, summarize
from companion.state import Phase
from kiosk import routes
from kiosk.game_reading import GameReading
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.form import Score
from kiosk.ui.form import (
    Align,
    Block,
    Button,
    Column,
    Form,
    Ground,
    Row,
    Text,
    Tone,
    call,
    way_back,
)
from kiosk.ui.theme import SMALL_TEXT
from kiosk.words.language import _, visible
from kiosk.words.moments import time_text
from kiosk.words.texts import said

_READ_AT_ONCE = 24


class Unfinished(msgspec.Struct, frozen=True):
    """A page of the list: its games with their summaries, and whether others follow."""

    games: tuple[tuple[SavedGame, Summary], ...]
    more: bool


def unfinished_page(journal: Journal, after: SavedGame | None, most: int) -> Unfinished:
    """The next `most` unfinished games, the one last played first, that come after `after`.

    A game that cannot be read is left out. Raises JournalError where none can be.
    """
    found = tuple(islice(_unfinished(journal, after), most + 1))
    return Unfinished(found[:most], len(found) > most)


def _unfinished(journal: Journal, after: SavedGame | None) -> Iterator[tuple[SavedGame, Summary]]:
    while games := journal.games(limit=_READ_AT_ONCE, before=after, unfinished=True):
        for saved in games:
            try:
                summary = summarize(journal, saved)
            except JournalError:  # The start screen tells of it where it is one of the last.
                continue
            if not summary.has_ended:
                yield saved, summary
        after = games[-1]


def progress(summary: Summary) -> str:
    """How far a game is."""
    if summary.phase is Phase.PLACING:
        return _("Before the first turn")
    return _("Turn {turn}", turn=summary.turn)


_ON_A_PAGE = 4
_FOOT = 52


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
        rows = [self._game(game, summary) for game, summary in page.games]
        rows += [Row(share=1)] * (_ON_A_PAGE - len(rows))
        newer: Block = Text("")
        older: Block = Text("")
        if self._before:
            newer = Button("newer", self._newer, _("Newer"))
        if page.more:
            older = Button("more", call(self._older, page.games[-1][0]), _("Older"))
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
            self._told = said(error.sentence)
            return Unfinished((), more=False)

    def _game(self, game: SavedGame, summary: Summary) -> Block:
        """A game to tap: who has how many points, how far it is, and when it was last played."""
        players = (Score(one.color, one.points, visible(one.name)) for one in summary.players)
        played = _("last played {time}", time=time_text(game.last_played, game.head.started))
        far = (
            Text(progress(summary), Tone.BOLD),
            Text(played, align=Align.RIGHT, size=SMALL_TEXT, width=1.3),
        )
        rows = (Row(tuple(players), 0, share=1, folds=2), Row(far, 0, share=1))
        act = call(self._go_on, game)
        card = Column(rows, gap=0, ground=Ground.PAPER, pad=8, key=f"game.{game.id}", action=act)
        return replace(card, share=1)

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
            self.once_read(game, _("Unfinished games"), self.navigator.back, take_up)

    def _take_up(self, game: SavedGame, reading: GameReading | None) -> None:
        try:
            self.app_state.take_up(game, reading.game() if reading else None)
        except JournalError as error:
            self._told = said(error.sentence)
            self.show()
            return
        self.navigator.replace(routes.Resume())
