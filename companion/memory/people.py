"""People who have played here, and the spellings of their names.

Names in saved games that look alike belong to one person. Merging two people, separating a spelling
and renaming a person each add rows to a table; the last row for each name applies. The games
themselves stay unchanged.
"""

import os
import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple, Self

import msgspec

from companion.errors import PeopleError
from companion.game import LONGEST_NAME
from companion.memory.clock import current_timestamp
from companion.memory.database import verified_rows
from companion.memory.journal import Journal, insert_with_next_number, latest_session_by_players
from companion.memory.names import alphabetical_key, name_key
from companion.sentence import N_, Sentence

_ID_BYTES = 16

_TWO_AT_ONE_TABLE = N_("{one} and {other} played in the same game: they are two people.")
_TAKEN = N_("Somebody is already called {name}. If they are the same person, join the two.")
_NOBODY = N_("Nobody who has played here is called {name}.")
_NO_NAME = Sentence(N_("A name has 1 to 40 characters."))

_SPELT = "WHERE number IN (SELECT max(number) FROM spellings GROUP BY name) ORDER BY number"


class Person(msgspec.Struct, frozen=True):
    """A person who plays, under one or more spellings of a name.

    `name` is the current name, `spellings` has all spellings. `id` has 32 hexadecimal digits and
    never changes. It is usually computed from a name of the person (`id_from_name`).
    """

    id: str
    name: str
    spellings: tuple[str, ...]


class _Spelling(NamedTuple):
    """A name and the person to whom it belongs; `shown` is true for the person's current name."""

    name: str
    person: str
    shown: bool


class People(msgspec.Struct, frozen=True):
    """All people who have played.

    `everybody` lists the players of all games that are not archived, the most recent players first.
    `by_name` maps every known spelling to a person.
    """

    everybody: tuple[Person, ...]
    by_name: Mapping[str, Person]

    def find_or_raise(self, name: str) -> Person:
        """Return the person with that name, in any spelling.

        Raises PeopleError if there is no such person.
        """
        person = self.find(name)
        if person is None:
            raise PeopleError(Sentence(_NOBODY, {"name": name}))
        return person

    @classmethod
    def from_journal(cls, journal: Journal) -> Self:
        return journal.cached_result(cls._read)

    @classmethod
    def _read(cls, journal: Journal) -> Self:
        tables = journal.run_query(latest_session_by_players)
        last: dict[str, int] = {}
        for seated, place in tables:
            if place is not None:
                last |= {name: max(place, last.get(name, 0)) for name in seated}
        played = sorted(last, key=lambda name: (-last[name], alphabetical_key(name)))
        spelt = journal.run_query(_spelt)
        whose = {spelling.name: spelling.person for spelling in spelt}
        # A name without a row of its own belongs to the first person with a similar name.
        first = {name_key(name): person for name, person in reversed(whose.items())}
        for seated, _place in tables:
            for name in seated:
                first.setdefault(name_key(name), id_from_name(name))
        whose = {name: first[name_key(name)] for name in played} | whose
        shown = {spelling.person: spelling.name for spelling in spelt if spelling.shown}
        names: dict[str, list[str]] = {}
        for name, person in whose.items():
            names.setdefault(person, []).append(name)
        persons = {person: _person(person, names[person], shown.get(person)) for person in names}
        everybody = dict.fromkeys(persons[whose[name]] for name in played)
        by_name = {name: persons[person] for name, person in whose.items()}
        return cls(tuple(everybody), by_name)

    def find_or_new(self, name: str) -> Person:
        """Return the person with that name, in any spelling, or a new, unsaved person."""
        return self.find(name) or person_from_name(name)

    def find(self, name: str) -> Person | None:
        """Return the person with that name, in any spelling, or None."""
        if name in self.by_name:
            return self.by_name[name]
        key = name_key(name)
        return next((one for other, one in self.by_name.items() if name_key(other) == key), None)

    def find_by_id(self, id: str) -> Person | None:  # noqa: A002 - the usual name
        return next((one for one in self.by_name.values() if one.id == id), None)


def _spelt(connection: sqlite3.Connection) -> list[_Spelling]:
    found = verified_rows(connection, "spellings", _SPELT)
    return [_Spelling(name, person, bool(shown)) for _number, name, person, shown, _time in found]


def _person(person: str, names: list[str], shown: str | None) -> Person:
    name = shown or next((name for name in names if id_from_name(name) == person), names[0])
    return Person(person, name, (name, *(other for other in names if other != name)))


def id_from_name(name: str) -> str:
    """Return the id of a person known only by this name; it is the same on every machine."""
    return sha256(name.encode()).hexdigest()[: 2 * _ID_BYTES]


def person_from_name(name: str) -> Person:
    """Return the person for a name that was never merged, separated or changed."""
    return Person(id_from_name(name), name, (name,))


def merge_people(journal: Journal, person: Person, into: Person) -> None:
    """Merge two people into one, who gets the name and id of `into`.

    Raises PeopleError if both have played in the same game, JournalError if saving fails.
    """
    people = People.from_journal(journal)
    for names, _place in journal.run_query(latest_session_by_players):
        seated = {people.find_or_new(name).id: name for name in names}
        if person.id in seated and into.id in seated:
            facts = {"one": seated[person.id], "other": seated[into.id]}
            raise PeopleError(Sentence(_TWO_AT_ONE_TABLE, facts))
    theirs = [_Spelling(name, into.id, shown=False) for name in person.spellings]
    _write(journal, [*theirs, _Spelling(into.name, into.id, shown=True)])


def rename_person(journal: Journal, person: Person, new_name: str) -> None:
    """Rename a person; spaces around the name are removed.

    Raises PeopleError for an invalid or taken name, JournalError if saving fails.
    """
    bare = new_name.strip()
    if not name_key(bare) or len(bare) > LONGEST_NAME:
        raise PeopleError(_NO_NAME)
    other = People.from_journal(journal).find(bare)
    if other is not None and other.id != person.id:
        raise PeopleError(Sentence(_TAKEN, {"name": bare}))
    _write(journal, [_Spelling(bare, person.id, shown=True)])


def separate_spelling(journal: Journal, person: Person, spelling: str) -> None:
    """Separate one spelling of a person's name, which then belongs to a new person.

    Raises ValueError if the person has no other spelling, JournalError if saving fails.
    """
    if spelling not in person.spellings or person.spellings == (spelling,):
        raise ValueError(f"{spelling!r} is not one of several names of {person.name!r}")
    taken = {person.id, *(one.person for one in journal.run_query(_spelt))}
    own = (
        id_from_name(spelling)
        if id_from_name(spelling) not in taken
        else os.urandom(_ID_BYTES).hex()
    )
    # The other names get rows, too: otherwise, the app could count a name without a row as a
    # spelling of the separated name.
    kept = (other for other in reversed(person.spellings) if other != spelling)
    theirs = [_Spelling(other, person.id, shown=other == person.name) for other in kept]
    _write(journal, [*theirs, _Spelling(spelling, own, shown=True)])


def _write(journal: Journal, spellings: Iterable[_Spelling]) -> None:
    new = [(one.name, one.person, int(one.shown), current_timestamp()) for one in spellings]

    def write(connection: sqlite3.Connection) -> None:
        for row in new:
            insert_with_next_number(connection, "spellings", (None, *row))

    journal.run_transaction(write)
