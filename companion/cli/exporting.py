"""`meduris export`: a saved game as a game record."""

import argparse
import sys
from typing import TYPE_CHECKING

from companion.cli.reading import journal_to_read
from companion.errors import CompanionError
from companion.memory.record import write_command, write_header
from companion.sentence import Sentence

if TYPE_CHECKING:
    from companion.memory.journal import Journal
    from companion.memory.summaries import SavedGame


def export(arguments: argparse.Namespace) -> None:
    """Print a saved game as a game record. Raises CompanionError."""
    from companion.memory.saved_rows import read_command, read_setup  # noqa: PLC0415

    out = sys.stdout.buffer
    with journal_to_read(arguments.data) as journal:
        game = arguments.game if arguments.game is not None else _last_played(journal).id
        out.write(write_header(read_setup(journal.head(game))) + b"\n")
        for row in journal.standing_rows(game):
            out.write(write_command(read_command(row)) + b"\n")


def _last_played(journal: "Journal") -> "SavedGame":
    games = journal.games(limit=1)
    if not games:
        raise CompanionError(
            Sentence("there is no saved game yet; `meduris import FILE` takes one in")
        )
    return games[0]
