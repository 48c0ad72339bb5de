"""One of the people who play here: how they are spelt, called, and who else they are."""

from collections.abc import Callable
from functools import partial

import msgspec
from kivy.metrics import dp, sp

from companion.errors import JournalError, PeopleError
from companion.memory.people import People, Person, part, rename
from companion.memory.saved_rows import LONGEST_NAME
from kiosk.pages.history.view import Shown
from kiosk.pages.people.view import Joining
from kiosk.rotation import Rotation
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.key_pages import Typing
from kiosk.toolkit.keyboard import Keyboard
from kiosk.toolkit.surface import Box, Column, text_height
from kiosk.toolkit.tap import split_for
from kiosk.words.language import _, visible
from kiosk.words.moments import journal_text
from kiosk.words.texts import said

_GAP = 8
_FOOT = 52
_ROW = 56


class Looked(msgspec.Struct, frozen=True):
    """The person whose page it is, by id, and the name that is being typed, if one is."""

    person: str
    typing: Typing | None = None


class PersonScreen(Screen):
    """Opened at a person's id. Games stay as they are; only who played them is told otherwise.

    Keys: `rename` opens the keyboard, `join` the list of people, `part.<k>` lets the spelling k be
    another person, `games` shows the games of this one and `statistics` their figures; `back`.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._looked = self._taken_up()
        self._told = ""
        self._first = 0
        self._keyboard: Keyboard | None = None
        self._show()

    def _taken_up(self) -> Looked:
        kept, at = self.stage.half_entered, self.stage.opened_at
        looked = Looked(at) if isinstance(at, str) else kept
        if not isinstance(looked, Looked):
            raise TypeError("the page is opened at a person")
        return looked

    @property
    def half_entered(self) -> Looked:
        """Whose page it is, and what is being typed."""
        if self._keyboard is None:
            return Looked(self._looked.person)
        return Looked(self._looked.person, self._keyboard.typed)

    @property
    def faces(self) -> Rotation:
        """The page is for all: as the screen stands."""
        return Rotation.NONE

    def _person(self) -> Person | None:
        try:
            found = People.of(self.desk.journal).with_id(self._looked.person)
        except JournalError as error:
            self._told = journal_text(error)
            return None
        return found

    def _show(self) -> None:
        self.wipe()
        self._keyboard = None
        person = self._person()
        if person is not None and self._looked.typing is not None:
            self._show_keyboard(person, self._looked.typing)
            return
        name = visible(person.name) if person else ""
        body = self.head(name, self.stage.back, is_name=True)
        if person is None:
            self.write(self._told, body, ink=theme.SAND)
            return
        rows = 2 if body.is_upright else 1
        body, foot = body.footed(dp(rows * (_FOOT + _GAP) - _GAP), dp(_GAP))
        column = Column(body, dp(_GAP))
        told = self._told or _about(person)
        height = text_height(told, body.width, theme.TEXT)
        self.write(told, column.take(height), ink=theme.SAND if self._told else theme.LIGHT_SOFT)
        self._add_spellings(person, column.rest())
        self._add_buttons(foot, person, rows)

    def _add_spellings(self, person: Person, box: Box) -> None:
        """The spellings but the one that the table uses, each with a way to part it."""
        others = person.names[1:]
        lines = max(1, int((box.height + dp(_GAP)) / dp(_ROW + _GAP)))
        if len(others) > lines:
            lines -= 1
        column = Column(box, dp(_GAP))
        for place, name in enumerate(others[self._first : self._first + lines], self._first + 1):
            self._add_spelling(person, place, name, column.take(dp(_ROW)))
        if len(others) > lines:
            following = self._first + lines if self._first + lines < len(others) else 0
            foot = Box(box.x, box.y, box.width, dp(_ROW))
            self.button(foot, "more", _("More"), partial(self._turn, following))

    def _add_spelling(self, person: Person, place: int, name: str, box: Box) -> None:
        self.fill(theme.SURFACE, box, radius=12)
        words, spot = _name_and_button(box)
        self.write(
            visible(name), words, ground=theme.SURFACE, size=theme.DECISION_TEXT, is_name=True
        )
        act = partial(self._part, person, name)
        self.button(spot, f"part.{place}", _("Somebody else"), act)

    def _add_buttons(self, box: Box, person: Person, rows: int) -> None:
        buttons: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("rename", _("Rename"), partial(self._type, person)),
            ("join", _("Same person as …"), lambda: self.stage.go("people", Joining(person.id))),
            ("games", _("Games"), lambda: self.stage.go("history", Shown(person.id))),
            ("statistics", _("Statistics"), lambda: self.stage.go("statistics", person)),
        )
        across = len(buttons) // rows
        for row, line in enumerate(box.rows((1,) * rows, dp(_GAP))):
            some = buttons[row * across : (row + 1) * across]
            places = split_for(line, [text for _key, text, _act in some], dp(_GAP))
            for (key, text, act), place in zip(some, places, strict=True):
                self.button(place, key, text, act)

    # The name

    def _type(self, person: Person) -> None:
        self._looked = Looked(person.id, Typing(person.name, LONGEST_NAME))
        self._told = ""
        self._show()

    def _show_keyboard(self, person: Person, typing: Typing) -> None:
        self._keyboard = Keyboard(
            self.box,
            _("What is this person called?"),
            typing,
            on_done=partial(self._rename, person),
            on_cancel=self._stop_typing,
        )
        self.add_widget(self._keyboard)

    def _stop_typing(self) -> None:
        self._looked = Looked(self._looked.person)
        self._show()

    def _rename(self, person: Person, name: str) -> None:
        try:
            self.desk.change(lambda journal: rename(journal, person, name))
        except PeopleError as error:
            typed = Typing(name, LONGEST_NAME, told=said(error.sentence))
            self._looked = Looked(person.id, typed)
            self._show()
        except JournalError as error:
            self._told = journal_text(error)
            self._stop_typing()
        else:
            self._stop_typing()

    # Who else it is

    def _part(self, person: Person, name: str) -> None:
        self.stage.heed_no_trembling()
        self._told = ""
        try:
            self.desk.change(lambda journal: part(journal, person, name))
        except JournalError as error:
            self._told = journal_text(error)
        self._first = 0
        self._show()

    def _turn(self, first: int) -> None:
        self._first = first
        self._show()


def _about(person: Person) -> str:
    """What the spellings below are."""
    if len(person.names) == 1:
        return _("All games of this person have been played under this name.")
    return _("This person has also played as:")


def _name_and_button(box: Box) -> tuple[Box, Box]:
    """Room for a name, and for a button beside it."""
    width = max(dp(170), sp(170))
    spot = Box(box.right - width, box.y, width, box.height)
    return Box(box.x + dp(14), box.y, spot.x - box.x - dp(22), box.height), spot
