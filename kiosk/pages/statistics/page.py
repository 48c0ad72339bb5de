"""The statistics: figures, points, the die and the records, of somebody or of all who play here."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.people import People, Person
from kiosk.navigator import Navigator, Page
from kiosk.pages.rolls.view import RollRow, verdict
from kiosk.pages.statistics.parts import (
    FiguresTable,
    RecordCards,
    draw_headings,
    draw_person,
    person_places,
)
from kiosk.pages.statistics.view import (
    Who,
    house_records,
    lines,
    number_of_games,
    numbers_of,
    sources,
    standings,
    still_behind,
    who_is,
)
from kiosk.pieces.bars import Bar, DieChart, SourceBars
from kiosk.pieces.games_chart import GamesChart
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, text_height
from kiosk.ui.tap import Tap, split_for
from kiosk.words.language import _, mark
from kiosk.words.moments import journal_text

Button = tuple[str, str, Callable[[], None]]
"""A key, a text, and what a tap does."""

_GAP = 8
_FOOT = 48
_WHO = 30
_PARTS = {
    "figures": mark("Figures"),
    "points": mark("Points"),
    "die": mark("Die"),
    "records": mark("Records"),
}


class _Shown(msgspec.Struct, frozen=True):
    """What is shown: whose statistics (None: all together), which part, and which page of it.

    `choosing` is true where somebody is to be chosen from the list of people.
    """

    person: str | None = None
    part: str = "figures"
    page: int = 0
    choosing: bool = False


class StatisticsPage(Page):
    """Opened `at` a person of the saved games it is theirs.

    Keys: `people` lists all who have finished a game, of whom `person.<place>` chooses one and
    `everybody` all; `part.figures`, `part.points`, `part.die`, `part.records`; `more` turns
    pages; `back`.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        former = navigator.half_entered
        self._shown = former if isinstance(former, _Shown) else _Shown()
        if isinstance(navigator.opened_at, Person):
            self._shown = _Shown(person=navigator.opened_at.id)
        self._behind = ""
        self._show()

    @property
    def half_entered(self) -> object:
        """Whose statistics were looked at, and which part."""
        return self._shown

    def prepare(self) -> Iterator[None]:
        """Add up what is still to be, and show it then."""
        if self._behind:
            yield from self.app_state.chores()
            self._show()

    def _show(self) -> None:
        self.wipe()
        try:
            self._draw()
        except JournalError as error:
            self.wipe()
            body = self.head(_("Statistics"), self.navigator.back)
            self._write_alone(journal_text(error), body)

    def _draw(self) -> None:
        self._behind = still_behind(self.app_state.journal, self.app_state.number_of_unfinished)
        if self._shown.choosing:
            self._draw_people()
            return
        journal, person = self.app_state.journal, None
        if self._shown.person is not None:
            person = People.of(journal).with_id(self._shown.person)
        who = who_is(journal, person)
        body = self.head(_("Statistics"), self.navigator.back, self._choosing(who))
        column = Column(body, dp(_GAP))
        self._write_who(who, column)
        if who.told is None:
            self._write_alone(self._behind or _("There is no finished game yet."), column.rest())
            return
        room, foot = column.rest().footed(dp(_FOOT), dp(_GAP))
        self._draw_part(who, room, foot)

    def _choosing(self, who: Who) -> tuple[Button, ...]:
        """The button that lists the people, where somebody has finished a game."""
        if who.person is None and who.told is None:
            return ()
        return (("people", _("Person"), partial(self._go_to, choosing=True, page=0)),)

    def _write_who(self, who: Who, column: Column) -> None:
        games = f" · {number_of_games(who.told.games)}" if who.told else ""
        # Records are the house's, whoever is looked at.
        records = who.told is not None and self._shown.part == "records"
        told = _("Records of the house") if records else f"{who.name}{games}"
        box = column.take(sp(_WHO))
        self.write(told, box, size=theme.TITLE_TEXT, bold=True, is_name=True)
        if self._behind and who.told is not None:
            height = text_height(self._behind, box.width, theme.TEXT)
            self.write(self._behind, column.take(height), ink=theme.SAND)

    def _write_alone(self, text: str, box: Box) -> None:
        self.write(text, box, ink=theme.LIGHT_SOFT, size=theme.DECISION_TEXT, halign="center")

    # The parts

    def _draw_part(self, who: Who, room: Box, foot: Box) -> None:
        more: tuple[Button, ...] = ()
        match self._shown.part:
            case "points":
                self._draw_points(who, room)
            case "die":
                self._draw_die(who, room)
            case "records":
                self.add_widget(RecordCards(room, house_records(self.app_state.journal)))
            case _:
                more = self._draw_figures(who, room)
        self._add_tabs(foot, more)

    def _draw_figures(self, who: Who, room: Box) -> tuple[Button, ...]:
        table = FiguresTable(room, lines(who), self._shown.page)
        self.add_widget(table)
        return self._turning(table.pages)

    def _draw_points(self, who: Who, room: Box) -> None:
        if who.told is None:
            raise ValueError("there are points of finished games only")
        left, right = room.parts((1, 1), dp(_GAP))
        found = [Bar(row.label, row.points, row.text) for row in sources(who.told)]
        self.add_widget(SourceBars(left, _("Points by source"), found))
        title = _("Points") if who.person is not None else _("Highest points")
        self.add_widget(GamesChart(right, title, who.points))

    def _draw_die(self, who: Who, room: Box) -> None:
        if who.told is None:
            raise ValueError("there are rolls of finished games only")
        counts = tuple(who.told.die.faces.values())
        text = verdict(RollRow("", None, counts))
        height = text_height(text, room.width - dp(28), theme.DECISION_TEXT) + dp(20)
        chart, below = room.footed(height, dp(_GAP))
        self.add_widget(DieChart(chart, counts))
        self.fill(theme.PAPER, below, radius=12)
        words = below.inset(dp(14), dp(8))
        self.write(text, words, ground=theme.PAPER, size=theme.DECISION_TEXT)

    # Who

    def _draw_people(self) -> None:
        found = standings(self.app_state.journal)
        body = self.head(_("Who plays here"), partial(self._go_to, choosing=False, page=0))
        room, foot = body.footed(dp(_FOOT), dp(_GAP))
        head, places = person_places(room)
        draw_headings(self, head)
        everybody = places.pop(0)
        self._add_person(everybody, "everybody", _("Everybody"), (), None)
        pages = max(1, -(-len(found) // len(places)))
        first = self._page_of(pages) * len(places)
        for number, (row, place) in enumerate(
            zip(found[first:], places, strict=False), start=first
        ):
            self._add_person(place, f"person.{number}", row.name, numbers_of(row), row.person.id)
        for key, text, act in self._turning(pages):
            self.button(foot, key, text, act)

    def _add_person(
        self, place: Box, key: str, name: str, numbers: Sequence[str], person: str | None
    ) -> None:
        tap = Tap(place, key, partial(self._go_to, person=person, choosing=False, page=0))
        draw_person(tap, name, numbers, chosen=self._shown.person == person)
        self.add_widget(tap)

    # Where to go

    def _turning(self, pages: int) -> tuple[Button, ...]:
        """The button that turns so many pages, the first one again after the last."""
        page = self._page_of(pages)
        if pages == 1:
            return ()
        text = _("More ({page} of {pages})", page=page + 1, pages=pages)
        return (("more", text, partial(self._go_to, page=(page + 1) % pages)),)

    def _page_of(self, pages: int) -> int:
        """The page that is shown of so many: smaller letters have fewer than there were."""
        return min(self._shown.page, pages - 1)

    def _add_tabs(self, foot: Box, more: Sequence[Button]) -> None:
        tabs: list[Button] = [
            (f"part.{part}", _(text), partial(self._go_to, part=part, page=0))
            for part, text in _PARTS.items()
        ]
        buttons = [*tabs, *more]
        places = split_for(foot, [text for _key, text, _act in buttons], dp(_GAP))
        for (key, text, act), place in zip(buttons, places, strict=True):
            self.button(place, key, text, act, chosen=key == f"part.{self._shown.part}")

    def _go_to(self, **what: object) -> None:
        self._shown = replace(self._shown, **what)
        self._show()
