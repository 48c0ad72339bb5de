"""One of the people who play here: how they are spelt, called, and who else they are."""

from functools import partial

import msgspec

from companion.errors import JournalError, PeopleError
from companion.memory.names import LONGEST_NAME
from companion.memory.people import People, Person, part, rename
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.rotation import Rotation
from kiosk.ui.form import Block, Button, Column, Form, Row, Text, Tone, Typed, call, way_back
from kiosk.ui.key_pages import Typing, typing
from kiosk.words.language import _, visible
from kiosk.words.texts import said

_FOOT = 52
_ROW = 56
_NAME_WIDTH = 2.4


class Looked(msgspec.Struct, frozen=True):
    """The person whose page it is, by id, and the name that is being typed, if one is."""

    person: str
    typing: Typing | None = None


class PersonPage(FormPage):
    """Opened at a person's id. Games stay as they are; only who played them is told otherwise.

    Keys: `rename` opens the keyboard, `join` the list of people, `part.<k>` lets the spelling k be
    another person, `games` shows the games of this one and `statistics` their figures; `back`.
    """

    route: routes.Person | None
    faces = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        looked = navigator.half_entered if self.route is None else Looked(self.route.id)
        if not isinstance(looked, Looked):
            raise TypeError("the page is opened at a person")
        self._looked = looked
        self._told = ""
        self.show()

    @property
    def half_entered(self) -> Looked:
        """Whose page it is, and what is being typed."""
        return Looked(self._looked.person, self.typed)

    def form(self) -> Form | Typed:
        """How the person is spelt, and what can be done with that; or the keyboard."""
        person = self._person()
        if person is None:
            return Form(
                "", way_back(self.navigator.back), (Column((Text(self._told, Tone.WARNED),)),)
            )
        if self._looked.typing is not None:
            title, done = _("What is this person called?"), partial(partial, self._rename, person)
            return Typed(title, self._looked.typing, done, self._stop_typing)
        told = Text(self._told, Tone.WARNED) if self._told else Text(_about(person))
        spellings = [
            self._spelling(person, number, name)
            for number, name in enumerate(person.names[1:], start=1)
        ]
        return Form(
            visible(person.name),
            way_back(self.navigator.back),
            (Column(tuple(spellings), pages="more"),),
            is_name=True,
            above=(told,),
            foot=(self._ways(person),),
        )

    def _person(self) -> Person | None:
        try:
            return People.of(self.app_state.journal).with_id(self._looked.person)
        except JournalError as error:
            self._told = said(error.sentence)
            return None

    def _spelling(self, person: Person, number: int, name: str) -> Block:
        """A spelling but the one that the table uses, with a way to part it."""
        words = Text(visible(name), Tone.ENTRY, _NAME_WIDTH, is_name=True)
        act = call(self._part, person, name)
        return Row((words, Button(f"part.{number}", act, _("Somebody else"))), _ROW)

    def _ways(self, person: Person) -> Row:
        buttons = (
            Button("rename", call(self._type, person), _("Rename")),
            Button("join", routes.People(joins=person.id), _("Same person as …")),
            Button("games", routes.Games(person=person.id), _("Games")),
            Button("statistics", routes.Statistics(person.id), _("Statistics")),
        )
        return Row(buttons, _FOOT, folds=2, fits_texts=True)

    # The name

    def _type(self, person: Person) -> None:
        self._looked = Looked(
            person.id, typing(person.name, LONGEST_NAME, fresh=True, is_name=True)
        )
        self._told = ""
        self.show()

    def _stop_typing(self) -> None:
        self._looked = Looked(self._looked.person)
        self.show()

    def _rename(self, person: Person, name: str) -> None:
        try:
            self.app_state.change(lambda journal: rename(journal, person, name))
        except PeopleError as error:
            typed = Typing(name, LONGEST_NAME, told=said(error.sentence))
            self._looked = Looked(person.id, typed)
            self.show()
        except JournalError as error:
            self._told = said(error.sentence)
            self._stop_typing()
        else:
            self._stop_typing()

    # Who else it is

    def _part(self, person: Person, name: str) -> None:
        self.navigator.ignore_bounces()
        self._told = ""
        try:
            self.app_state.change(lambda journal: part(journal, person, name))
        except JournalError as error:
            self._told = said(error.sentence)
        self.show_anew()


def _about(person: Person) -> str:
    """What the spellings below are."""
    if len(person.names) == 1:
        return _("All games of this person have been played under this name.")
    return _("This person has also played as:")
