"""Page with a list of people: to choose whose games are shown, or to merge two people."""

import msgspec

from companion.errors import JournalError, PeopleError
from companion.memory.names import name_key
from companion.memory.people import People, Person, join
from companion.pieces import Color
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.rotation import Rotation
from kiosk.ui.form import Button, Column, Form, Style, Text, Tone, back_button, call, in_rows
from kiosk.words.language import _, visible
from kiosk.words.texts import color_name, sentence_text


class PendingMerge(msgspec.Struct, frozen=True):
    """Person (an id) to merge with the next one chosen."""

    person: str


class PersonButton(msgspec.Struct, frozen=True):
    """Button for a person, None for everybody. The name may be shortened."""

    key: str
    text: str
    person: Person | None = None


def page_title(merge: PendingMerge | None) -> str:
    return _("Whose games?") if merge is None else _("Who is the same person?")


def merge_hint(people: People, merge: PendingMerge | None) -> str:
    """Return a sentence about the effect of a tap, or about an empty list; "" if it is obvious."""
    person = None if merge is None else people.with_id(merge.person)
    if person is None:
        return ""
    if len(_people_with_names(people)) <= 1:
        return _("Nobody else has played yet.")
    return _(
        "{name} and whoever you tap are one person from then on, with the name you tap.",
        name=visible(person.name),
    )


def person_buttons(people: People, merge: PendingMerge | None) -> tuple[PersonButton, ...]:
    """Return buttons for everybody and each person, the last active person first."""
    persons = [
        PersonButton(f"person.{place}", visible(person.name), person)
        for place, person in enumerate(_people_with_names(people))
        if merge is None or person.id != merge.person
    ]
    everybody = () if merge is not None else (PersonButton("everybody", _("Everybody")),)
    return (*everybody, *persons)


def _people_with_names(people: People) -> list[Person]:
    """Return the people with a name; unnamed players are called by their colour."""
    colors = {name_key(color_name(color)) for color in Color}
    return [person for person in people.everybody if name_key(person.name) not in colors]


_BUTTON = 56
_LEAST_WIDTH = 230
"""Least width of a name's button, in sp."""


class PeoplePage(FormPage):
    """Chooses whose games to list, or merges two people."""

    route: routes.People | None
    faces = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        kept = navigator.saved_state
        self._merge = kept if isinstance(kept, PendingMerge) else None
        if self.route is not None and self.route.joins is not None:
            self._merge = PendingMerge(self.route.joins)
        self._message = ""
        self._people = People((), {})
        self._choices: tuple[PersonButton, ...] = ()
        try:
            self._people = People.of(self.app_state.journal)
            self._choices = person_buttons(self._people, self._merge)
        except JournalError as error:
            self._message = sentence_text(error.sentence)
        self.show()

    @property
    def saved_state(self) -> PendingMerge | None:
        return self._merge

    def form(self) -> Form:
        words = Text(self._message or merge_hint(self._people, self._merge), Tone.WARNED)
        across = self.across(_LEAST_WIDTH, 3)
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
        return Form(page_title(self._merge), back_button(self._leave), (column,), above=(words,))

    # Actions

    def _leave(self) -> None:
        self._merge = None
        self.navigator.back()

    def _choose(self, choice: PersonButton) -> None:
        if self._merge is not None and choice.person is not None:
            self._merge_with(self._merge, choice)
            return
        person = choice.person.id if choice.person else None
        self.navigator.go(routes.Games(person=person, everybody=person is None))

    def _merge_with(self, merge: PendingMerge, choice: PersonButton) -> None:
        person = self._people.with_id(merge.person)
        if person is None or choice.person is None:
            raise ValueError("two people are joined")
        try:
            into = choice.person
            self.app_state.change(lambda journal: join(journal, person, into))
        except PeopleError as error:
            self._message = sentence_text(error.sentence)
            self.show()
        except JournalError as error:
            self._message = sentence_text(error.sentence)
            self.show()
        else:
            self._merge = None
            self.navigator.go(routes.Person(choice.person.id))
