"""`meduris games`: the list of the saved games."""

import argparse
from typing import TYPE_CHECKING

from companion.cli.reading import journal_to_read
from companion.cli.running import Said, in_words, print_line
from companion.errors import JournalError
from companion.sentence import Sentence
from companion.state import Phase

if TYPE_CHECKING:
    from companion.memory.journal.index import SavedGame
    from companion.memory.journal.journal import Journal

NO_TIME = "?"
"""Stands for a time that is damaged, which is no reason to list none."""


def list_games(arguments: argparse.Namespace) -> None:
    """Print a line for each saved game, the one last played first. Raises CompanionError."""
    with journal_to_read(arguments.data) as journal:
        for game in _listed(journal, arguments.person, with_away=arguments.all):
            told = _told(journal, game, arguments.said)
            if game.away:
                told = arguments.said(Sentence("{game}; archived", {"game": told}))
            print_line(f"{game.id:4}  {_local_time(game.last_played)}  {told}")


def _listed(journal: "Journal", person: str | None, *, with_away: bool) -> "list[SavedGame]":
    """The games of a person under all their names, or of everybody."""
    from companion.memory.people import People  # noqa: PLC0415

    names = None
    if person is not None:
        names = People.of(journal).named(person).names
    games = [*journal.games(names=names)]
    if with_away:
        games += journal.games(names=names, away=True)
    return sorted(games, key=lambda game: (game.place, game.id), reverse=True)


def _local_time(moment: str) -> str:
    """A time of the journal by the clock of this place, to the minute."""
    from companion.memory.journal.rows import moment_of  # noqa: PLC0415

    read = moment_of(moment)
    return f"{read.astimezone():%Y-%m-%d %H:%M}" if read is not None else f"{NO_TIME:16}"


def _told(journal: "Journal", game: "SavedGame", said: Said) -> str:
    """Who plays a saved game and how it stands, in one line."""
    from companion.memory.session import summed_up  # noqa: PLC0415

    try:
        summary = summed_up(journal, game)
    except JournalError as error:
        return in_words(error, said)
    points = ", ".join(f"{player.name} {player.points}" for player in summary.players)
    match summary.phase:
        case Phase.PLACING:
            return said(Sentence("{points}; placing workers", {"points": points}))
        case Phase.FINISHED:
            return said(Sentence("{points}; finished", {"points": points}))
        case _:
            facts = {"points": points, "turn": summary.turn}
            return said(Sentence("{points}; turn {turn}", facts))
