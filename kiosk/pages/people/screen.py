"""The list of people: whose games are shown, or who is one person with somebody."""

from functools import partial

from kivy.metrics import dp, sp

from companion.errors import JournalError, PeopleError
from companion.memory.people import People, join
from kiosk.pages.history.view import Shown
from kiosk.pages.people.view import Choice, Joining, choices, title, told
from kiosk.rotation import Rotation
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.reading import breakable
from kiosk.toolkit.surface import Box, Column, text_height
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.language import _
from kiosk.words.moments import journal_text
from kiosk.words.texts import said

_GAP = 8
_BUTTON = 56
_LEAST_WIDTH = 230
"""How wide a name's button is at least, in sp."""


class PeopleScreen(Screen):
    """Opened at a `Joining` it joins that person with whoever is tapped, and shows them then.

    Keys: `everybody`, `person.<k>` (whoever played last is 0) and `away` choose what the list of
    games shows; `more` turns the page; `back`.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        at, kept = stage.opened_at, stage.half_entered
        self._joining = next((one for one in (at, kept) if isinstance(one, Joining)), None)
        self._first = 0
        self._told = ""
        self._people = People((), {})
        self._choices: tuple[Choice, ...] = ()
        try:
            self._people = People.of(self.desk.journal)
            some_away = bool(self.desk.journal.games(1, away=True))
            self._choices = choices(self._people, self._joining, some_away=some_away)
        except JournalError as error:
            self._told = journal_text(error)
        self._show()

    @property
    def half_entered(self) -> Joining | None:
        """Who is to be joined, if that is asked."""
        return self._joining

    @property
    def faces(self) -> Rotation:
        """The list is for all: as the screen stands."""
        return Rotation.NONE

    def _show(self) -> None:
        self.wipe()
        body = self.head(title(self._joining), self._leave)
        column = Column(body, dp(_GAP))
        words = self._told or told(self._people, self._joining)
        if words:
            words = breakable(words, body.width, theme.TEXT)
            height = text_height(words, body.width, theme.TEXT)
            self.write(words, column.take(height), ink=theme.SAND)
        self._add_choices(column.rest())

    def _add_choices(self, box: Box) -> None:
        across = max(1, min(3, int(box.width / sp(_LEAST_WIDTH))))
        lines = int((box.height + dp(_GAP)) / dp(_BUTTON + _GAP))
        if len(self._choices) > across * lines:
            lines -= 1
        column = Column(box, dp(_GAP))
        shown = self._choices[self._first : self._first + across * lines]
        for start in range(0, len(shown), across):
            places = column.take(dp(_BUTTON)).split((1,) * across, dp(_GAP))
            for choice, place in zip(shown[start : start + across], places, strict=False):
                self._add_choice(choice, place)
        if len(self._choices) > len(shown):
            following = self._first + len(shown)
            foot = Box(box.x, box.y, box.width, dp(_BUTTON))
            self.button(foot, "more", _("More"), partial(self._turn, following))

    def _add_choice(self, choice: Choice, box: Box) -> None:
        tap = Tap(box, choice.key, partial(self._choose, choice))
        fill = theme.PAPER if choice.person else theme.RAISED
        draw_button(tap, text=choice.text, fill=fill, is_name=choice.person is not None)
        self.add_widget(tap)

    # Where that leads

    def _turn(self, first: int) -> None:
        self._first = first if first < len(self._choices) else 0
        self._show()

    def _leave(self) -> None:
        self._joining = None
        self.stage.back()

    def _choose(self, choice: Choice) -> None:
        if self._joining is not None and choice.person is not None:
            self._join(self._joining, choice)
            return
        person = choice.person.id if choice.person else None
        self.stage.go("history", Shown(person, away=choice.away))

    def _join(self, joining: Joining, choice: Choice) -> None:
        person = self._people.with_id(joining.person)
        if person is None or choice.person is None:
            raise ValueError("two people are joined")
        try:
            into = choice.person
            self.desk.change(lambda journal: join(journal, person, into))
        except PeopleError as error:
            self._told = said(error.sentence)
            self._show()
        except JournalError as error:
            self._told = journal_text(error)
            self._show()
        else:
            self._joining = None
            self.stage.go("person", choice.person.id)
