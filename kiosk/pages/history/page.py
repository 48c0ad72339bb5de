"""All games that were played, the newest first, page by page."""

from collections.abc import Iterator
from functools import partial

from kivy.metrics import dp
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal.index import SavedGame
from companion.memory.people import People
from kiosk.app_state import PastGame
from kiosk.game_reading import GameReading
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.history.row import draw_row, row_height
from kiosk.pages.history.view import (
    HistoryRow,
    Listed,
    Shown,
    history_page,
    newest_place,
    nothing,
    title,
)
from kiosk.pages.start.reading_line import once_read
from kiosk.rotation import Rotation
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    Column,
    Form,
    Picture,
    Row,
    Style,
    Text,
    Tone,
    call,
    way_back,
)
from kiosk.ui.renderer import height_of
from kiosk.words.language import _
from kiosk.words.moments import journal_text

_FOOT = 52
_GAP = 8
_BUTTON = 280
_NOBODY = People((), {})


class HistoryPage(FormPage):
    """Opened at a `Shown`, it shows that; else what was shown, as long as nobody has played since.

    Keys: `game.<id>` shows a game, `older` and `newer` turn the pages; `people` chooses whose
    games are shown, `person` tells of the one who is chosen; `new_game` where there is no game
    yet, `away` where all are taken away; `back`, which leads from a person's games to all.
    """

    leads_to = ("past_game", "people", "person")
    faces = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.app_state.past = None
        self._told = ""
        self._shown = Shown()
        self._people = _NOBODY
        self._some_away = False
        try:
            self._people = People.of(self.app_state.journal)
            self._some_away = bool(self.app_state.journal.games(1, away=True))
            self._shown = self._taken_up()
        except JournalError as error:
            self._told = journal_text(error)
        self.show()
        self.app_state.on_saved = self.show  # until then a game may be missing that is being saved

    def _taken_up(self) -> Shown:
        at, kept = self.navigator.opened_at, self.navigator.half_entered
        newest = newest_place(self.app_state.journal)
        if isinstance(at, Shown):
            return replace(at, newest=newest)
        if isinstance(kept, Shown) and kept.newest == newest:
            return kept
        return Shown(newest=newest)

    @property
    def half_entered(self) -> Shown:
        """Which page of which games is shown."""
        return self._shown

    def form(self) -> Form:
        """A page of the games that are shown, the one last played first."""
        empty = Form(
            title(self._people, self._shown),
            way_back(self._back),
            (),
            beside=tuple(self._others()),
            is_name=self._shown.person is not None,
        )
        area = self.below_head(empty)
        height = row_height(area.width)
        room = area.height - dp(_FOOT + _GAP)
        if self._told:
            room -= height_of(Text(self._told), area.width, 1) + dp(_GAP)
        page = self._page(max(1, int((room + dp(_GAP)) / (height + dp(_GAP)))))
        told = Text(self._told, Tone.WARNED)
        rows = [self._row(row, height) for row in page.rows]
        if not page.rows and not self._told:
            rows = [*self._nothing()]
        newer = Button("newer", self._newer, _("Newer")) if self._shown.pages else Text("")
        older: Block = Text("")
        if page.more:
            older = Button("older", call(self._older, page.rows[-1].game), _("Older"))
        above = (told,) if self._told else ()
        self._told = ""
        foot = Row((newer, older), _FOOT)
        return replace(empty, columns=(Column(tuple(rows)),), above=above, foot=(foot,))

    def _row(self, row: HistoryRow, height: float) -> Block:
        draw = partial(draw_row, row)
        act = call(self._open, row)
        return Picture(draw, lambda _width: height, f"game.{row.game.id}", act)

    def _page(self, most: int) -> Listed:
        try:
            page = history_page(self.app_state.journal, self._people, self._shown, most)
        except JournalError as error:
            self._told = journal_text(error)
            return Listed((), more=False)
        if page.rows or not self._shown.pages:
            return page
        # The last game of this page has been taken away, or brought back.
        self._shown = replace(self._shown, pages=self._shown.pages[:-1])
        return self._page(most)

    def _others(self) -> Iterator[Button]:
        """What stands beside the way back."""
        if self._shown.person is not None:
            yield Button("person", self._tell_of_person, _("This person"))
        if self._people.everybody or self._some_away:
            yield Button("people", call(self.navigator.go, "people"), _("People"))

    def _nothing(self) -> Iterator[Block]:
        """Why there is no game, and what to do about it."""
        text = nothing(self._shown, some_away=self._some_away)
        yield GAP_ROW
        yield Text(text, Tone.SOFT, align=Align.CENTER)
        if self._shown.person is None and not self._shown.away:
            button = Button("new_game", self._begin, _("New game"), Style.PRIMARY)
            if self._some_away:
                button = Button("away", self._show_away, _("Archived games"))
            yield Column((Row((button,), _FOOT),), most=_BUTTON)
        yield GAP_ROW

    # Where that leads

    def _back(self) -> None:
        everybody = Shown(newest=self._shown.newest)
        one = self._shown.person is not None or self._shown.away
        self._shown = everybody
        if one:
            self.show()
        else:
            self.navigator.back()

    def _show_away(self) -> None:
        self._shown = Shown(away=True, newest=self._shown.newest)
        self.show()

    def _newer(self) -> None:
        self._shown = replace(self._shown, pages=self._shown.pages[:-1])
        self.show()

    def _older(self, last: SavedGame) -> None:
        self._shown = replace(self._shown, pages=(*self._shown.pages, last))
        self.show()

    def _open(self, row: HistoryRow) -> None:
        title_above = title(self._people, self._shown)
        once_read(self, row.game, title_above, self.show, partial(self._look_at, row.game))

    def _look_at(self, game: SavedGame, reading: GameReading | None) -> None:
        try:
            read = reading.game() if reading else None
            self.app_state.past = PastGame.of(self.app_state.journal, game, read)
        except JournalError as error:
            self._told = journal_text(error)
            self.show()
        else:
            self.navigator.go("past_game")

    def _tell_of_person(self) -> None:
        self.navigator.go("person", self._shown.person)

    def _begin(self) -> None:
        self.app_state.rematch = None
        self.navigator.go("new_game")
