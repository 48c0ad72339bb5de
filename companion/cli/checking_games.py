"""`meduris games --check`: whether all saved games are as they were written."""

import argparse

from companion.cli.reading import journal_to_read
from companion.cli.running import print_line
from companion.sentence import Sentence

_DAMAGED = 1


def check_games(arguments: argparse.Namespace) -> int:
    """Prove all saved games, and print a line for each that is damaged; returns 1 where one is.

    Raises JournalError where they cannot be read at all.
    """
    from companion.memory.proving import prove  # noqa: PLC0415

    with journal_to_read(arguments.data) as journal:
        found = journal.ask(lambda file: list(prove(file)))
    damaged = [(one.game, one.sound) for one in found if one.sound is not None]
    for game, sound in damaged:
        print_line(arguments.said(_damage(game, sound)))
    unsealed = sum(not one.is_sealed for one in found)
    if unsealed:
        told = Sentence(
            "{number} game of an older version is not sealed yet; it is once it is resumed",
            {"number": unsealed},
            "{number} games of an older version are not sealed yet; each is once it is resumed",
        )
        print_line(arguments.said(told))
    told = Sentence(
        "{number} game is as it was written",
        {"number": len(found) - len(damaged)},
        "{number} games are as they were written",
    )
    print_line(arguments.said(told))
    return _DAMAGED if damaged else 0


def _damage(game: int, sound: int) -> Sentence:
    """That of a game only so many entries, from the first on, are as they were written."""
    if sound == 0:
        return Sentence("game {game} is damaged from its beginning on", {"game": game})
    return Sentence(
        "game {game} is damaged: only the first entry is as it was written",
        {"game": game, "number": sound},
        "game {game} is damaged: only the first {number} entries are as they were written",
    )
