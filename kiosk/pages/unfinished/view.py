"""All games that nobody has played to the end, page by page; knows no Kivy."""

from collections.abc import Iterator
from itertools import islice

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal.index import SavedGame, Summary
from companion.memory.journal.journal import Journal
from companion.memory.session import summed_up
from companion.state import Phase
from kiosk.words.language import _

_READ_AT_ONCE = 24


class Unfinished(msgspec.Struct, frozen=True):
    """A page of the list: its games, all with a summary, and whether others follow."""

    games: tuple[SavedGame, ...]
    more: bool


def unfinished_page(journal: Journal, after: SavedGame | None, most: int) -> Unfinished:
    """The next `most` unfinished games, the one last played first, that come after `after`.

    A game that cannot be read is left out. Raises JournalError where none can be.
    """
    found = tuple(islice(_unfinished(journal, after), most + 1))
    return Unfinished(found[:most], len(found) > most)


def _unfinished(journal: Journal, after: SavedGame | None) -> Iterator[SavedGame]:
    while games := journal.games(limit=_READ_AT_ONCE, before=after, unfinished=True):
        for saved in games:
            try:
                summary = summed_up(journal, saved)
            except JournalError:  # The start screen tells of it where it is one of the last.
                continue
            if not summary.has_ended:
                yield replace(saved, summary=summary)
        after = games[-1]


def progress(summary: Summary) -> str:
    """How far a game is."""
    if summary.phase is Phase.PLACING:
        return _("Before the first turn")
    return _("Turn {turn}", turn=summary.turn)
