"""All games as screen data, page by page, those of everybody or of one person; knows no Kivy."""

from itertools import islice

import msgspec

from companion.errors import JournalError
from companion.memory.journal.index import SavedGame, Summary
from companion.memory.journal.journal import Journal
from companion.memory.people import People, Person
from companion.memory.session import summed_up
from companion.pieces import Color
from companion.state import Phase
from kiosk.words.language import _, visible
from kiosk.words.moments import day_and_hour, journal_text, length_text


class Shown(msgspec.Struct, frozen=True):
    """What of the list is shown: of which `person` (an id), or the games that are `away`.

    `pages` are the last games of the pages before this one; `newest` is the place of the newest
    game there was.
    """

    person: str | None = None
    away: bool = False
    pages: tuple[SavedGame, ...] = ()
    newest: int = 0


class Seat(msgspec.Struct, frozen=True):
    """A player of a game in the list; `name` is what the table calls them now."""

    color: Color
    name: str
    points: int
    won: bool


class HistoryRow(msgspec.Struct, frozen=True):
    """A game in the list: the day it was last played, and how long or how far.

    `open` tells that it has not ended; `trouble` why it cannot be read, else it is empty.
    """

    game: SavedGame
    day: str
    length: str
    seats: tuple[Seat, ...] = ()
    open: bool = False
    trouble: str = ""


class Listed(msgspec.Struct, frozen=True):
    """A page of the list, and whether others follow."""

    rows: tuple[HistoryRow, ...]
    more: bool


def history_page(journal: Journal, people: People, shown: Shown, most: int) -> Listed:
    """So many games of what is shown, the one last played first. Raises JournalError."""
    before = shown.pages[-1] if shown.pages else None
    names = None if shown.person is None else _names(people, shown.person)
    found = journal.games(most + 1, before, names=names, away=shown.away)
    rows = tuple(_row(journal, people, game) for game in islice(found, most))
    return Listed(rows, len(found) > most)


def _names(people: People, person: str) -> tuple[str, ...]:
    found = people.with_id(person)
    return found.names if found else ()


def _row(journal: Journal, people: People, game: SavedGame) -> HistoryRow:
    day, hour = day_and_hour(game.last_played)
    try:
        summary = summed_up(journal, game)
    except JournalError as error:
        return HistoryRow(game, day, _("cannot be read"), trouble=journal_text(error))
    seats = tuple(
        Seat(
            player.color,
            visible(people.person_of(player.name).name),
            player.points,
            player.color in summary.winners,
        )
        for player in summary.players
    )
    return HistoryRow(game, day, _length(summary, hour), seats, open=not summary.has_ended)


def _length(summary: Summary, hour: str) -> str:
    """Until when and how long a game was played; of one that has not ended how far it is."""
    if summary.phase is Phase.PLACING:
        return _("Unfinished")
    if not summary.has_ended:
        return _("Unfinished, turn {turn}", turn=summary.turn)
    if summary.minutes is None:
        return hour
    return " · ".join((hour, length_text(summary.minutes)))


def newest_place(journal: Journal) -> int:
    """The place of the game that was played last, away or not, 0 without one.

    Raises JournalError.
    """
    newest = (*journal.games(1), *journal.games(1, away=True))
    return max((game.place for game in newest), default=0)


def title(people: People, shown: Shown) -> str:
    """What stands above the list: whose games these are."""
    if shown.away:
        return _("Archived")
    person = _person(people, shown)
    return _("Games played") if person is None else visible(person.name)


def _person(people: People, shown: Shown) -> Person | None:
    return None if shown.person is None else people.with_id(shown.person)


def nothing(shown: Shown, *, some_away: bool) -> str:
    """What is said where there is no game to show; whether some are away."""
    if shown.away:
        return _("No game is archived.")
    if shown.person is not None:
        return _("No game of this person is left in the list.")
    if some_away:
        return _("All games are archived.")
    return _("No game has been played yet. All that you play here will stand in this list.")
