"""`meduris games`: the list of the saved games."""

import argparse
from datetime import datetime
from typing import TYPE_CHECKING

from companion.cli.reading import journal_to_read
from companion.cli.running import Said, in_words, print_line
from companion.errors import JournalError
from companion.sentence import Sentence
from companion.state import Phase

if TYPE_CHECKING:
    from companion.memory.journal import Journal
    from companion.memory.summaries import SavedGame


def list_games(arguments: argparse.Namespace) -> None:
    """Print a line for each saved game, the one last played first. Raises JournalError."""
    with journal_to_read(arguments.data) as journal:
        for game in journal.games():
            told = _told(journal, game, arguments.said)
            print_line(f"{game.id:4}  {_local_time(game.last_played)}  {told}")


def _local_time(moment: str) -> str:
    """A time of the journal by the clock of this place, to the minute."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        # A damaged row is no reason to list none.
        return moment


def _told(journal: "Journal", game: "SavedGame", said: Said) -> str:
    """Who plays a saved game and how it stands, in one line."""
    from companion.memory.saved_rows import read_setup  # noqa: PLC0415
    from companion.memory.summaries import summary_of  # noqa: PLC0415
    from companion.memory.timeline import last_state  # noqa: PLC0415

    try:
        summary = game.summary or summary_of(
            last_state(read_setup(game.head), journal.standing_rows(game.id))
        )
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
