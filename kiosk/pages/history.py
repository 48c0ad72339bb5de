"""The list of all games, page by page, those of everybody or of one person."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import Journal, SavedGame
from companion.memory.people import People, Person
from companion.memory.summary import Summary, summarize
from companion.pieces import Color
from companion.state import Phase
from kiosk import routes
from kiosk.game_reading import GameReading
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.form import Score
from kiosk.rotation import Rotation
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    Column,
    Form,
    Ground,
    Row,
    Style,
    Text,
    Tone,
    call,
    way_back,
)
from kiosk.ui.theme import LARGE_LETTERS
from kiosk.words.language import _, visible
from kiosk.words.moments import last_played, length_text
from kiosk.words.texts import said


class HistoryList(msgspec.Struct, frozen=True):
    """What of the list is shown: of which `person` (an id), or the games that are `away`.

    `pages` are the last games of the pages before this one; `newest` is the place of the newest
    game there was.
    """

    person: str | None = None
    away: bool = False
    pages: tuple[SavedGame, ...] = ()
    newest: int = 0


class HistoryRow(msgspec.Struct, frozen=True):
    """A game in the list: the day it was last played, and how long or how far.

    `open` tells that it has not ended; `trouble` why it cannot be read, else it is empty.
    """

    game: SavedGame
    day: str
    length: str
    seats: tuple[Score, ...] = ()
    open: bool = False
    trouble: str = ""


class Listed(msgspec.Struct, frozen=True):
    """A page of the list, and whether others follow."""

    rows: tuple[HistoryRow, ...]
    more: bool


def history_page(journal: Journal, people: People, shown: HistoryList, most: int) -> Listed:
    """So many games of what is shown, the one last played first. Raises JournalError."""
    before = shown.pages[-1] if shown.pages else None
    names = None if shown.person is None else _names(people, shown.person)
    found = journal.games(most + 1, before, names=names, archived=shown.away)
    rows = tuple(_row(journal, people, game) for game in islice(found, most))
    return Listed(rows, len(found) > most)


def _names(people: People, person: str) -> tuple[str, ...]:
    found = people.with_id(person)
    return found.names if found else ()


def _row(journal: Journal, people: People, game: SavedGame) -> HistoryRow:
    day, hour = last_played(game)
    try:
        summary = summarize(journal, game)
    except JournalError as error:
        return HistoryRow(game, day, _("cannot be read"), trouble=said(error.sentence))
    seats = tuple(
        Score(
            player.color,
            player.points,
            visible(people.person_of(player.name).name),
            player.color in summary.winners,
        )
        for player in summary.players
    )
    return HistoryRow(game, day, _length(summary, hour), seats, open=not summary.has_ended)


def _length(summary: Summary, hour: str) -> str:
    """Until when and how long a game was played; of one that has not ended how far it is."""
    if summary.phase is Phase.PLACING:
        return _("Unfinished")
    if not summary.has_ended:
        return _("Unfinished, turn {turn}", turn=summary.turn)
    if summary.minutes is None:
        return hour
    return " · ".join((hour, length_text(summary.minutes)))


def newest_place(journal: Journal) -> int:
    """The place of the game that was played last, away or not, 0 without one.

    Raises JournalError.
    """
    newest = (*journal.games(1), *journal.games(1, archived=True))
    return max((game.place for game in newest), default=0)


def title(people: People, shown: HistoryList) -> str:
    """What stands above the list: whose games these are."""
    if shown.away:
        return _("Archived")
    person = _person(people, shown)
    return _("Games played") if person is None else visible(person.name)


def _person(people: People, shown: HistoryList) -> Person | None:
    return None if shown.person is None else people.with_id(shown.person)


def nothing(shown: HistoryList, *, some_away: bool) -> str:
    """What is said where there is no game to show; whether some are away."""
    if shown.away:
        return _("No game is archived.")
    if shown.person is not None:
        return _("No game of this person is left in the list.")
    if some_away:
        return _("All games are archived.")
    return _("No game has been played yet. Every game you play here will be in this list.")


_FOOT = 52
_LINE = 22
_BUTTON = 280
_WHEN = 1.1
"""How wide the day and the length are, where a player has 1."""
_MOST_PLAYERS = 4
_NOBODY = People((), {})


class HistoryPage(FormPage):
    """Opened at a `HistoryList`, it shows that; else what was shown, if nobody has played since.

    Keys: `game.<id>` shows a game, `older` and `newer` turn the pages; `people` chooses whose
    games are shown, `person` tells of the one who is chosen; `new_game` where there is no game
    yet, `away` where all are taken away; `back`, which leads from a person's games to all.
    """

    route: routes.History | None
    leads_to = (routes.PastGame, routes.People, routes.Person)
    faces = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.app_state.past = None
        self._told = ""
        self._shown = HistoryList()
        self._people = _NOBODY
        self._some_away = False
        try:
            self._people = People.of(self.app_state.journal)
            self._some_away = bool(self.app_state.journal.games(1, archived=True))
            self._shown = self._taken_up()
        except JournalError as error:
            self._told = said(error.sentence)
        self.show()
        self.app_state.on_saved = self.show  # until then a game may be missing that is being saved

    def _taken_up(self) -> HistoryList:
        at, kept = self.route, self.navigator.half_entered
        newest = newest_place(self.app_state.journal)
        if at is not None and at != routes.History():
            return HistoryList(at.person, at.away, newest=newest)
        if isinstance(kept, HistoryList) and kept.newest == newest:
            return kept
        return HistoryList(newest=newest)

    @property
    def half_entered(self) -> HistoryList:
        """Which page of which games is shown."""
        return self._shown

    def form(self) -> Form:
        """A page of the games that are shown, the one last played first."""
        empty = Form(
            title(self._people, self._shown),
            way_back(self._back),
            (),
            head_buttons=tuple(self._others()),
            is_name=self._shown.person is not None,
            above=self._above(),
            foot=(Row(height=_FOOT),),
        )
        seats = tuple(Score(color, 0, "") for color in Color)
        some = self._card("0", "0", Tone.SOFT, seats, "", None)
        page = self._page(self.room_for(some, empty))
        rows: list[Block] = [self._row(row) for row in page.rows]
        if not page.rows and not self._told:
            rows = [*self._nothing()]
        newer: Block = Text("")
        older: Block = Text("")
        if self._shown.pages:
            newer = Button("newer", self._newer, _("Newer"))
        if page.more:
            older = Button("older", call(self._older, page.rows[-1].game), _("Older"))
        above, self._told = self._above(), ""
        foot = Row((newer, older), _FOOT)
        return replace(empty, columns=(Column(tuple(rows)),), above=above, foot=(foot,))

    def _above(self) -> tuple[Block, ...]:
        return (Text(self._told, Tone.WARNED),) if self._told else ()

    def _row(self, row: HistoryRow) -> Block:
        ink = Tone.WARNED if row.open or row.trouble else Tone.SOFT
        act = call(self._open, row)
        return self._card(row.day, row.length, ink, row.seats, f"game.{row.game.id}", act)

    def _card(
        self, day: str, length: str, ink: Tone, seats: tuple[Score, ...], key: str, action: object
    ) -> Block:
        """A game to tap: when, how long, and who had how many points."""
        when, long = Text(day, Tone.BOLD), Text(length, ink)
        if self.box.is_upright:
            places: tuple[Block, ...] = (*seats, *(Text(""),) * (_MOST_PLAYERS - len(seats)))
            first = Row((when, replace(long, align=Align.RIGHT)), _LINE)
            lines = (first, *(Row(places[two : two + 2], _LINE) for two in (0, 2)))
        else:
            wide = _WHEN * (LARGE_LETTERS if self.app_state.settings.large_letters else 1)
            players = Row(seats, width=_MOST_PLAYERS)
            lines = (Row((Column((when, long), wide, gap=0), players), 2 * _LINE),)
        return Column(lines, gap=0, ground=Ground.PAPER, pad=8, key=key, action=action)

    def _page(self, most: int) -> Listed:
        try:
            page = history_page(self.app_state.journal, self._people, self._shown, most)
        except JournalError as error:
            self._told = said(error.sentence)
            return Listed((), more=False)
        if page.rows or not self._shown.pages:
            return page
        # The last game of this page has been taken away, or brought back.
        self._shown = replace(self._shown, pages=self._shown.pages[:-1])
        return self._page(most)

    def _others(self) -> Iterator[Button]:
        """What stands beside the way back."""
        if self._shown.person is not None:
            yield Button("person", routes.Person(self._shown.person), _("This person"))
        if self._people.everybody or self._some_away:
            yield Button("people", routes.People(), _("People"))

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
        everybody = HistoryList(newest=self._shown.newest)
        one = self._shown.person is not None or self._shown.away
        self._shown = everybody
        if one:
            self.show()
        else:
            self.navigator.back()

    def _show_away(self) -> None:
        self._shown = HistoryList(away=True, newest=self._shown.newest)
        self.show()

    def _newer(self) -> None:
        self._shown = replace(self._shown, pages=self._shown.pages[:-1])
        self.show()

    def _older(self, last: SavedGame) -> None:
        self._shown = replace(self._shown, pages=(*self._shown.pages, last))
        self.show()

    def _open(self, row: HistoryRow) -> None:
        title_above = title(self._people, self._shown)
        self.once_read(row.game, title_above, self.show, partial(self._look_at, row.game))

    def _look_at(self, game: SavedGame, reading: GameReading | None) -> None:
        try:
            read = reading.game() if reading else None
            self.app_state.look_at(game, read)
        except JournalError as error:
            self._told = said(error.sentence)
            self.show()
        else:
            self.navigator.go(routes.PastGame())

    def _begin(self) -> None:
        self.app_state.rematch = None
        self.navigator.go(routes.NewGame())
