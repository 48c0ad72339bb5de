"""The list of people: whose games are shown, or who is one person with somebody."""

from kivy.metrics import sp

from companion.errors import JournalError, PeopleError
from companion.memory.people import People, join
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.history.view import Shown
from kiosk.pages.people.view import Choice, Joining, choices, title, told
from kiosk.rotation import Rotation
from kiosk.ui.form import Button, Column, Form, Style, Text, Tone, call, in_rows, way_back
from kiosk.words.moments import journal_text
from kiosk.words.texts import said

_BUTTON = 56
_LEAST_WIDTH = 230
"""How wide a name's button is at least, in sp."""


class PeoplePage(FormPage):
    """Opened at a `Joining` it joins that person with whoever is tapped, and shows them then.

    Keys: `everybody`, `person.<k>` (whoever played last is 0) and `away` choose what the list of
    games shows; `more` turns the page; `back`.
    """

    faces = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        at, kept = navigator.opened_at, navigator.half_entered
        self._joining = next((one for one in (at, kept) if isinstance(one, Joining)), None)
        self._told = ""
        self._people = People((), {})
        self._choices: tuple[Choice, ...] = ()
        try:
            self._people = People.of(self.app_state.journal)
            some_away = bool(self.app_state.journal.games(1, away=True))
            self._choices = choices(self._people, self._joining, some_away=some_away)
        except JournalError as error:
            self._told = journal_text(error)
        self.show()

    @property
    def half_entered(self) -> Joining | None:
        """Who is to be joined, if that is asked."""
        return self._joining

    def form(self) -> Form:
        """What a tap does, where that needs saying, and whom to tap."""
        words = Text(self._told or told(self._people, self._joining), Tone.WARNED)
        across = max(1, min(3, int(self.body.width / sp(_LEAST_WIDTH))))
        buttons = [
            Button(
                choice.key,
                call(self._choose, choice),
                choice.text,
                Style.PAPER if choice.person else Style.PLAIN,
                is_name=choice.person is not None,
            )
            for choice in self._choices
        ]
        column = Column(tuple(in_rows(buttons, across, _BUTTON)), pages="more")
        return Form(title(self._joining), way_back(self._leave), (column,), above=(words,))

    # Where that leads

    def _leave(self) -> None:
        self._joining = None
        self.navigator.back()

    def _choose(self, choice: Choice) -> None:
        if self._joining is not None and choice.person is not None:
            self._join(self._joining, choice)
            return
        person = choice.person.id if choice.person else None
        self.navigator.go("history", Shown(person, away=choice.away))

    def _join(self, joining: Joining, choice: Choice) -> None:
        person = self._people.with_id(joining.person)
        if person is None or choice.person is None:
            raise ValueError("two people are joined")
        try:
            into = choice.person
            self.app_state.change(lambda journal: join(journal, person, into))
        except PeopleError as error:
            self._told = said(error.sentence)
            self.show()
        except JournalError as error:
            self._told = journal_text(error)
            self.show()
        else:
            self._joining = None
            self.navigator.go("person", choice.person.id)
