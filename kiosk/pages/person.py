"""Page about a person, to rename them, merge them with another person, or undo such a merge.

These changes do not affect the names in saved games.
"""

from functools import partial

import msgspec

from companion.errors import JournalError, PeopleError
from companion.game import LONGEST_NAME
from companion.memory.people import People, Person, rename_person, separate_spelling
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.rotation import Rotation
from kiosk.ui.form import (
    Button,
    Column,
    Form,
    Row,
    Text,
    TextStyle,
    TypingForm,
    back_button,
    call,
)
from kiosk.ui.key_pages import KeyboardState, new_keyboard_state
from kiosk.words.language import _
from kiosk.words.texts import display_name, sentence_text

_FOOT = 52
_ROW = 56
_NAME_WIDTH = 2.4


class PersonPageState(msgspec.Struct, frozen=True):
    """Saved state of the page: the person's id, and the unfinished new name, if any."""

    person_id: str
    keyboard_state: KeyboardState | None = None


class PersonPage(FormPage):
    opening_route: routes.Person | None
    wanted_rotation = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        looked = (
            navigator.state_to_restore
            if self.opening_route is None
            else PersonPageState(self.opening_route.id)
        )
        if not isinstance(looked, PersonPageState):
            raise TypeError("the page needs a person to show")
        self._state = looked
        self._message = ""
        self.show()

    @property
    def state_to_restore(self) -> PersonPageState:
        return PersonPageState(self._state.person_id, self.keyboard_state)

    def build_form(self) -> Form | TypingForm:
        person = self._person()
        out = back_button(self.navigator.back)
        if person is None:
            return Form("", out, (Column((Text(self._message, TextStyle.WARNED),)),))
        if self._state.keyboard_state is not None:
            title, done = _("What is this person called?"), partial(partial, self._rename, person)
            return TypingForm(title, self._state.keyboard_state, done, self._stop_typing)
        note = Text(_("This person has also played as:"))
        if self._message:
            note = Text(self._message, TextStyle.WARNED)
        elif len(person.spellings) == 1:
            note = Text(_("This person has always played under this name."))
        spellings = []
        for number, name in enumerate(person.spellings[1:], start=1):
            words = Text(display_name(name), TextStyle.ENTRY, _NAME_WIDTH, is_name=True)
            act = call(self._split_off, person, name)
            spellings.append(Row((words, Button(f"part.{number}", act, _("Somebody else"))), _ROW))
        return Form(
            display_name(person.name),
            out,
            (Column(tuple(spellings), pages="more"),),
            is_name=True,
            above=(note,),
            foot=(self._buttons(person),),
        )

    def _person(self) -> Person | None:
        try:
            return People.from_journal(self.app_state.journal).find_by_id(self._state.person_id)
        except JournalError as error:
            self._message = sentence_text(error.sentence)
            return None

    def _buttons(self, person: Person) -> Row:
        buttons = (
            Button("rename", call(self._type, person), _("Rename")),
            Button("join", routes.People(person_to_merge=person.id), _("Same person as …")),
            Button("games", routes.Games(person_id=person.id), _("Games")),
            Button("statistics", routes.Statistics(person.id), _("Statistics")),
        )
        return Row(buttons, _FOOT, wraps_after=2, fits_texts=True)

    def _type(self, person: Person) -> None:
        self._state = PersonPageState(
            person.id, new_keyboard_state(person.name, LONGEST_NAME, fresh=True, is_name=True)
        )
        self._message = ""
        self.show()

    def _stop_typing(self) -> None:
        self._state = PersonPageState(self._state.person_id)
        self.show()

    def _rename(self, person: Person, name: str) -> None:
        try:
            self.app_state.change_journal(lambda journal: rename_person(journal, person, name))
        except PeopleError as error:
            typed = KeyboardState(name, LONGEST_NAME, message=sentence_text(error.sentence))
            self._state = PersonPageState(person.id, typed)
            self.show()
        except JournalError as error:
            self._message = sentence_text(error.sentence)
            self._stop_typing()
        else:
            self._stop_typing()

    def _split_off(self, person: Person, name: str) -> None:
        self.navigator.ignore_accidental_repeats()
        self._message = ""
        try:
            self.app_state.change_journal(lambda journal: separate_spelling(journal, person, name))
        except JournalError as error:
            self._message = sentence_text(error.sentence)
        self.show_first_pages()
