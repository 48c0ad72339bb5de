"""All games that were played, the newest first, page by page."""

from functools import partial

from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.people import People
from companion.memory.summaries import SavedGame
from kiosk.desk import PastGame
from kiosk.game_reading import GameReading
from kiosk.pages.history.row import draw_row, row_height
from kiosk.pages.history.view import (
    Page,
    Row,
    Shown,
    history_page,
    newest_place,
    nothing,
    title,
)
from kiosk.pages.start.reading_line import once_read
from kiosk.rotation import Rotation
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box, text_height
from kiosk.toolkit.tap import Tap
from kiosk.words.language import _
from kiosk.words.moments import journal_text

_FOOT = 52
_GAP = 8
_BUTTON = 280
_NOBODY = People((), {})


class HistoryScreen(Screen):
    """Opened at a `Shown`, it shows that; else what was shown, as long as nobody has played since.

    Keys: `game.<id>` shows a game, `older` and `newer` turn the pages; `people` chooses whose
    games are shown, `person` tells of the one who is chosen; `new_game` where there is no game
    yet, `away` where all are taken away; `back`, which leads from a person's games to all.
    """

    leads_to = ("past_game", "people", "person")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.desk.past = None
        self._told = ""
        self._shown = Shown()
        self._people = _NOBODY
        self._some_away = False
        try:
            self._people = People.of(self.desk.journal)
            self._some_away = bool(self.desk.journal.games(1, away=True))
            self._shown = self._taken_up()
        except JournalError as error:
            self._told = journal_text(error)
        self._show()
        self.desk.on_saved = self._show  # until then a game may be missing that is being saved

    def _taken_up(self) -> Shown:
        at, kept = self.stage.opened_at, self.stage.half_entered
        newest = newest_place(self.desk.journal)
        if isinstance(at, Shown):
            return replace(at, newest=newest)
        if isinstance(kept, Shown) and kept.newest == newest:
            return kept
        return Shown(newest=newest)

    @property
    def half_entered(self) -> Shown:
        """Which page of which games is shown."""
        return self._shown

    @property
    def faces(self) -> Rotation:
        """What was played is for all: as the screen stands."""
        return Rotation.NONE

    def _show(self) -> None:
        self.wipe()
        body, foot = self._draw_head().footed(dp(_FOOT), dp(_GAP))
        page = self._page(_most_rows(self._below_told(body)))
        rest = self._below_told(body)
        if self._told:
            told = Box(rest.x, rest.top, rest.width, body.top - rest.top)
            self.write(self._told, told, ink=theme.SAND)
        elif not page.rows:
            self._show_nothing(rest)
        lines = rest.rows((1,) * _most_rows(rest), dp(_GAP))
        for row, line in zip(page.rows, lines, strict=False):
            self._add_row(row, line)
        newer, older = foot.split((1, 1), dp(_GAP))
        if self._shown.pages:
            self.button(newer, "newer", _("Newer"), self._newer)
        if page.more:
            self.button(older, "older", _("Older"), partial(self._older, page.rows[-1].game))
        self._told = ""

    def _below_told(self, body: Box) -> Box:
        """What is left below what is told."""
        if not self._told:
            return body
        height = text_height(self._told, body.width, theme.TEXT) + dp(_GAP)
        return Box(body.x, body.y, body.width, body.height - height)

    def _page(self, most: int) -> Page:
        try:
            page = history_page(self.desk.journal, self._people, self._shown, most)
        except JournalError as error:
            self._told = journal_text(error)
            return Page((), more=False)
        if page.rows or not self._shown.pages:
            return page
        # The last game of this page has been taken away, or brought back.
        self._shown = replace(self._shown, pages=self._shown.pages[:-1])
        return self._page(most)

    def _draw_head(self) -> Box:
        others = []
        if self._people.everybody or self._some_away:
            others.append(("people", _("People"), lambda: self.stage.go("people")))
        if self._shown.person is not None:
            others.insert(0, ("person", _("This person"), self._tell_of_person))
        is_name = self._shown.person is not None
        return self.head(title(self._people, self._shown), self._back, others, is_name=is_name)

    def _add_row(self, row: Row, box: Box) -> None:
        tap = Tap(box, f"game.{row.game.id}", partial(self._open, row))
        draw_row(tap, row)
        self.add_widget(tap)

    def _show_nothing(self, box: Box) -> None:
        text = nothing(self._shown, some_away=self._some_away)
        width = min(box.width, sp(480))
        height = text_height(text, width, theme.DECISION_TEXT)
        x, y = box.center
        place = Box(x - width / 2, y, width, height)
        self.write(text, place, ink=theme.LIGHT_SOFT, size=theme.DECISION_TEXT, halign="center")
        if self._shown.person is not None or self._shown.away:
            return
        spot = Box(x - dp(_BUTTON) / 2, y - dp(20 + _FOOT), dp(_BUTTON), dp(_FOOT))
        if self._some_away:
            self.button(spot, "away", _("Archived games"), self._show_away)
        else:
            self.button(spot, "new_game", _("New game"), self._begin, primary=True)

    # Where that leads

    def _back(self) -> None:
        everybody = Shown(newest=self._shown.newest)
        one = self._shown.person is not None or self._shown.away
        self._shown = everybody
        if one:
            self._show()
        else:
            self.stage.back()

    def _show_away(self) -> None:
        self._shown = Shown(away=True, newest=self._shown.newest)
        self._show()

    def _newer(self) -> None:
        self._shown = replace(self._shown, pages=self._shown.pages[:-1])
        self._show()

    def _older(self, last: SavedGame) -> None:
        self._shown = replace(self._shown, pages=(*self._shown.pages, last))
        self._show()

    def _open(self, row: Row) -> None:
        title_above = title(self._people, self._shown)
        once_read(self, row.game, title_above, self._show, partial(self._look_at, row.game))

    def _look_at(self, game: SavedGame, reading: GameReading | None) -> None:
        try:
            read = reading.game() if reading else None
            self.desk.past = PastGame.of(self.desk.journal, game, read)
        except JournalError as error:
            self._told = journal_text(error)
            self._show()
        else:
            self.stage.go("past_game")

    def _tell_of_person(self) -> None:
        self.stage.go("person", self._shown.person)

    def _begin(self) -> None:
        self.desk.rematch = None
        self.stage.go("new_game")


def _most_rows(box: Box) -> int:
    """How many games have room in a box."""
    return max(1, int((box.height + dp(_GAP)) / (row_height(box.width) + dp(_GAP))))
