"""Who plays here: people, and how they are spelt in the saved games.

The list grows by itself, from the names that games are begun with. Names that look alike are one
person's. Where the table says that two names are one person, that two spellings are two people, or
that somebody has a new name, that is written into a table of its own, which only grows; of each
name its last row counts. The games stay as they are.
"""

import os
import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple, Self

import msgspec

from companion.errors import PeopleError
from companion.memory.clock import now
from companion.memory.database import rows
from companion.memory.journal import Journal, insert_numbered, players
from companion.memory.names import LONGEST_NAME, name_key
from companion.sentence import N_, Sentence

_ID_BYTES = 16

_TWO_AT_ONE_TABLE = N_("{one} and {other} have played in one game: they are two people.")
_TAKEN = N_("There is somebody called {name} already. Join the two if they are one person.")
_NOBODY = N_("Nobody who has played here is called {name}.")
_NO_NAME = Sentence(N_("A name has 1 to 40 characters."))

_SPELT = "WHERE number IN (SELECT max(number) FROM spellings GROUP BY name) ORDER BY number"


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays: `name` is how the table calls them, `names` are all their spellings.

    `id` has 32 hexadecimal digits. It stays the same for good, and is the same on every machine
    for a name that nobody has joined to another and that has one spelling.
    """

    id: str
    name: str
    names: tuple[str, ...]


class _Spelling(NamedTuple):
    """Whose name it is, and whether the table uses it."""

    name: str
    person: str
    shown: bool


class People(msgspec.Struct, frozen=True):
    """`everybody` who plays in a game that is not archived, the most recent player first.

    `by_name` says whose each name is that was ever played under or given.
    """

    everybody: tuple[Person, ...]
    by_name: Mapping[str, Person]

    def named(self, name: str) -> Person:
        """Return who has that name, in any spelling.

        Raises PeopleError where that is nobody.
        """
        person = self.find(name)
        if person is None:
            raise PeopleError(Sentence(_NOBODY, {"name": name}))
        return person

    @classmethod
    def of(cls, journal: Journal) -> Self:
        """Who has played the saved games. Raises JournalError where they cannot be read."""
        seats, played = journal.read(players), _names_played(journal)
        spelt = journal.read(_spelt)
        whose = {spelling.name: spelling.person for spelling in spelt}
        # A name that nobody has spoken of is whoever's was the first that looks like it.
        first = {name_key(name): person for name, person in reversed(whose.items())}
        for _game, seated, _archived in sorted(seats):
            for name in seated:
                first.setdefault(name_key(name), id_of(name))
        whose = {name: first[name_key(name)] for name in played} | whose
        shown = {spelling.person: spelling.name for spelling in spelt if spelling.shown}
        names: dict[str, list[str]] = {}
        for name, person in whose.items():
            names.setdefault(person, []).append(name)
        persons = {person: _person(person, names[person], shown.get(person)) for person in names}
        everybody = dict.fromkeys(persons[whose[name]] for name in played)
        by_name = {name: persons[person] for name, person in whose.items()}
        return cls(tuple(everybody), by_name)

    def person_of(self, name: str) -> Person:
        """Return who plays under that name; somebody new where nobody has in any spelling."""
        return self.find(name) or by_name(name)

    def find(self, name: str) -> Person | None:
        """Return who has that name, in any spelling; None where nobody has."""
        if name in self.by_name:
            return self.by_name[name]
        key = name_key(name)
        return next((one for other, one in self.by_name.items() if name_key(other) == key), None)

    def with_id(self, id: str) -> Person | None:  # noqa: A002 - what it is called everywhere
        """Who has that id."""
        return next((one for one in self.by_name.values() if one.id == id), None)


def _spelt(file: sqlite3.Connection) -> list[_Spelling]:
    """The last row of each name, in order."""
    found = rows(file, "spellings", _SPELT)
    return [_Spelling(name, person, bool(shown)) for _number, name, person, shown, _time in found]


def _names_played(journal: Journal) -> list[str]:
    """All names under which somebody plays in a game that is not archived, the latest first."""
    seats = journal.read(players)
    last = {name: place for place, game in enumerate(seats) if not game[2] for name in game[1]}
    return sorted(last, key=lambda name: (-last[name], name))


def _person(person: str, names: list[str], shown: str | None) -> Person:
    """A person with their spellings, the one played under last first."""
    name = shown or next((name for name in names if id_of(name) == person), names[0])
    return Person(person, name, (name, *(other for other in names if other != name)))


def id_of(name: str) -> str:
    """The id of somebody with no other name."""
    return sha256(name.encode()).hexdigest()[: 2 * _ID_BYTES]


def by_name(name: str) -> Person:
    """Who is meant where nobody has joined or renamed people: each name is a person."""
    return Person(id_of(name), name, (name,))


def join(journal: Journal, person: Person, into: Person) -> None:
    """Let two be one person from now on, with the second's name and id.

    Raises PeopleError where they have sat at one table, JournalError where that cannot be kept.
    """
    together = _names_at_one_table(journal, person, into)
    if together is not None:
        one, other = together
        raise PeopleError(Sentence(_TWO_AT_ONE_TABLE, {"one": one, "other": other}))
    theirs = [_Spelling(name, into.id, shown=False) for name in person.names]
    _write(journal, [*theirs, _Spelling(into.name, into.id, shown=True)])


def rename(journal: Journal, person: Person, name: str) -> None:
    """Give somebody a new name, without the blanks around it.

    Raises PeopleError where that is no name or somebody else's, JournalError where it cannot be
    kept.
    """
    bare = name.strip()
    if not name_key(bare) or len(bare) > LONGEST_NAME:
        raise PeopleError(_NO_NAME)
    other = People.of(journal).find(bare)
    if other is not None and other.id != person.id:
        raise PeopleError(Sentence(_TAKEN, {"name": bare}))
    _write(journal, [_Spelling(bare, person.id, shown=True)])


def part(journal: Journal, person: Person, name: str) -> None:
    """Let one of somebody's spellings be another person from now on.

    Raises JournalError where that cannot be kept, ValueError where they have no other name.
    """
    if name not in person.names or person.names == (name,):
        raise ValueError("a person keeps a name")
    taken = {person.id, *(spelling.person for spelling in journal.read(_spelt))}
    own = id_of(name) if id_of(name) not in taken else os.urandom(_ID_BYTES).hex()
    # The others are written first: they stay whose they are even where they look like this one.
    kept = (other for other in reversed(person.names) if other != name)
    theirs = [_Spelling(other, person.id, shown=other == person.name) for other in kept]
    _write(journal, [*theirs, _Spelling(name, own, shown=True)])


def _names_at_one_table(journal: Journal, one: Person, other: Person) -> tuple[str, str] | None:
    """Return the names under which the two have played in one game."""
    people = People.of(journal)
    for _game, names, _archived in journal.read(players):
        seated = {people.person_of(name).id: name for name in names}
        if one.id in seated and other.id in seated:
            return seated[one.id], seated[other.id]
    return None


def _write(journal: Journal, spellings: Iterable[_Spelling]) -> None:
    new = [(one.name, one.person, int(one.shown), now()) for one in spellings]

    def write(file: sqlite3.Connection) -> None:
        for row in new:
            insert_numbered(file, "spellings", (None, *row))

    journal.change(write)
