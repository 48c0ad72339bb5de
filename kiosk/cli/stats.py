"""`meduris stats`: what the finished games say of a person, or of all who play here."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing

import msgspec

from companion.cli.running import print_line
from companion.memory.data_folder import chosen_folder
from companion.memory.journal import Journal
from companion.memory.people import People
from companion.memory.statistics.figures import Feat
from companion.memory.statistics.store import HeldRecord, catch_up, records
from companion.memory.statistics.sums import Die, Statistics
from kiosk.words.language import _, decimal
from kiosk.words.statistics import (
    Who,
    house_records,
    lines,
    number_of_games,
    numbers_of,
    sources,
    standings,
    verdict,
    who_is,
)
from kiosk.words.texts import word

_INDENT = "  "
_GAP = "  "


class _Named(msgspec.Struct):
    """A person of the list, as JSON."""

    name: str
    names: tuple[str, ...]
    statistics: Statistics


class _Record(msgspec.Struct):
    """A record of the house, as JSON."""

    record: Feat
    number: int
    names: tuple[str, ...]
    game: int
    started: str


class _Output(msgspec.Struct):
    """All that is told, as JSON: `person` is null for all together, who have `people` too."""

    person: str | None
    statistics: Statistics | None
    last_points: tuple[int, ...]
    people: tuple[_Named, ...] = ()
    records: tuple[_Record, ...] = ()


def tell_statistics(options: argparse.Namespace) -> None:
    """Carry out `meduris stats`. Raises CompanionError."""
    with closing(Journal.open_for_reading(chosen_folder(options.data))) as journal:
        for _step in catch_up(journal):
            pass
        person = None if options.person is None else People.of(journal).named(options.person)
        who = who_is(journal, person)
        if options.json:
            _print_json(journal, who)
        else:
            _print_text(journal, who)


def _print_json(journal: Journal, who: Who) -> None:
    told = _Output(None if who.person is None else who.person.name, who.told, who.points)
    if who.person is None:
        told.people = tuple(
            _Named(row.person.name, row.person.names, row.told) for row in standings(journal)
        )
        people = People.of(journal)
        told.records = tuple(_record(held, people) for held in records(journal))
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(told)) + b"\n")


def _record(held: HeldRecord, people: People) -> _Record:
    names = tuple(people.person_of(name).name for name in held.names)
    return _Record(held.feat, held.number, names, held.game, held.started)


def _print_text(journal: Journal, who: Who) -> None:
    if who.told is None:
        print_line(_("There is no finished game yet."))
        return
    print_line(f"{who.name}: {number_of_games(who.told.games)}")
    rows = [(line.label, line.value, str(line.games), line.comparison) for line in lines(who)]
    _print_table([("", "", _("Games"), ""), *rows], numbers=2)
    _print_section(_("Points by source"))
    _print_table([(row.label, row.text) for row in sources(who.told)])
    if who.told.die.rolls:
        _print_die(who.told.die)
    if who.person is None:
        _print_house(journal)


def _print_die(die: Die) -> None:
    _print_section(_("Rolls of the die"))
    rows = [(word(face), str(number)) for face, number in die.faces.items()]
    _print_table([*rows, (_("Each by chance"), decimal(die.expected))])
    told = verdict(tuple(die.faces.values()))
    print_line(f"{_INDENT}{told}")


def _print_house(journal: Journal) -> None:
    _print_section(_("Records of the house"))
    _print_table([(row.label, row.number, row.names, row.day) for row in house_records(journal)])
    _print_section(_("Who plays here"))
    rows = [(row.name, *numbers_of(row)) for row in standings(journal)]
    _print_table([("", _("Games"), _("Wins"), _("Points")), *rows], numbers=3)


def _print_section(heading: str) -> None:
    print_line("")
    print_line(heading)


def _print_table(rows: Sequence[Sequence[str]], numbers: int = 1) -> None:
    """The rows in columns; so many of them, after the first, are numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if 0 < column <= numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print_line(_INDENT + _GAP.join(cells).rstrip())
