"""Page with a list of people, to list a person's games or to merge two people.

If the route has a `person_to_merge`, a tap on another person merges the two: they are one person
who has played under two names. The merged person has the name of the tapped person.
"""

from collections.abc import Iterator
from itertools import chain

from companion.errors import CompanionError, JournalError
from companion.memory.names import name_key
from companion.memory.people import People, Person, merge_people
from companion.pieces import Color
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.rotation import Rotation
from kiosk.ui.form import (
    Button,
    ButtonStyle,
    Column,
    Form,
    Text,
    TextStyle,
    arrange_in_rows,
    back_button,
    call,
)
from kiosk.words.language import _
from kiosk.words.texts import color_name, display_name, name_to_save, sentence_text

_BUTTON = 56
_LEAST_WIDTH = 230
"""Minimum width in sp of a button with a name."""


def people_with_own_names(people: People) -> list[Person]:
    """Return all people, except those known only by the colour of their pieces."""
    words = ((color_name(color), name_to_save(None, color)) for color in Color)
    colors = set(map(name_key, chain.from_iterable(words)))
    return [person for person in people.everybody if name_key(person.name) not in colors]


class PeoplePage(FormPage):
    opening_route: routes.People | None
    wanted_rotation = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        opened = self.opening_route or navigator.state_to_restore
        self._joins = opened.person_to_merge if isinstance(opened, routes.People) else None
        self._message = ""
        self._people = People((), {})
        try:
            self._people = People.from_journal(self.app_state.journal)
        except JournalError as error:
            self._message = sentence_text(error.sentence)
        self.show()

    @property
    def state_to_restore(self) -> routes.People | None:
        return None if self._joins is None else routes.People(self._joins)

    @property
    def _merged(self) -> Person | None:
        return None if self._joins is None else self._people.find_by_id(self._joins)

    def build_form(self) -> Form:
        merged = self._merged
        title = _("Whose games?") if self._joins is None else _("Who is the same person?")
        buttons = [*self._buttons()]
        hint = ""
        if merged is not None:
            hint = _("Nobody else has played yet.")
            if buttons:
                hint = _(
                    "Tap the same person as {name}: both are then one person, with the name you "
                    "tap.",
                    name=display_name(merged.name),
                )
        across = self.buttons_per_row(_LEAST_WIDTH, 3)
        column = Column(tuple(arrange_in_rows(buttons, across, _BUTTON)), pages="more")
        above = (Text(self._message or hint, TextStyle.WARNED),)
        return Form(title, back_button(self._leave), (column,), above=above)

    def _buttons(self) -> Iterator[Button]:
        merged = self._merged
        if self._joins is None and self._people.everybody:
            yield Button("everybody", routes.Games(all_people=True), _("Everybody"))
        for place, person in enumerate(people_with_own_names(self._people)):
            act: object = routes.Games(person_id=person.id)
            if merged is not None:
                act = call(self._merge_into, merged, person)
            if person != merged:
                name = display_name(person.name)
                yield Button(f"person.{place}", act, name, ButtonStyle.NAME)

    def _leave(self) -> None:
        self._joins = None
        self.navigator.back()

    def _merge_into(self, merged: Person, person: Person) -> None:
        try:
            self.app_state.change_journal(lambda journal: merge_people(journal, merged, person))
        except CompanionError as error:
            self._message = sentence_text(error.sentence)
            self.show()
        else:
            self._joins = None
            self.navigator.go(routes.Person(person.id))
