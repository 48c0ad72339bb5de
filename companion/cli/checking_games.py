"""`meduris games --check`: whether all saved games are as they were written."""

import argparse
from typing import TYPE_CHECKING

from companion.cli.reading import journal_to_read
from companion.cli.running import print_line
from companion.sentence import Sentence

if TYPE_CHECKING:
    from companion.memory.journal.verify import Proven, Superseded

_DAMAGED = 1


def check_games(arguments: argparse.Namespace) -> int:
    """Prove all saved games, and print a line for each that is damaged; returns 1 where one is.

    Raises JournalError where they cannot be read at all.
    """
    from companion.memory.journal.tips import known_games  # noqa: PLC0415
    from companion.memory.journal.verify import prove, superseded  # noqa: PLC0415
    from companion.memory.people import People  # noqa: PLC0415

    with journal_to_read(arguments.data) as journal:
        known = known_games(journal.path)
        found = journal.ask(lambda file: list(prove(file, known)))
        copies = journal.ask(superseded)
        away = sorted(game.id for game in journal.games(away=True))
        people = People.of(journal)
    damaged = [one for one in found if not one.is_as_written]
    for one in damaged:
        print_line(arguments.said(_damage(one)))
    for copy in copies:
        print_line(arguments.said(_hidden(copy)))
    if away:
        told = Sentence("taken away: {games}", {"games": ", ".join(map(str, away))})
        print_line(arguments.said(told))
    for person in dict.fromkeys(people.by_name.values()):
        if len(person.names) > 1:
            told = Sentence("one person: {names}", {"names": ", ".join(person.names)})
            print_line(arguments.said(told))
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
    return _DAMAGED if damaged or not all(copy.is_same for copy in copies) else 0


def _hidden(copy: "Superseded") -> Sentence:
    """That a game is in no list, as it goes on as another one."""
    facts = {"game": copy.game, "copy": copy.copy}
    if copy.is_same:
        return Sentence("game {game} was damaged, and goes on as game {copy}", facts)
    return Sentence("game {game} is hidden by game {copy}, which is another game", facts)


def _damage(one: "Proven") -> Sentence:
    """What of a game is not there, or not as it was written."""
    game, sound = one.game, one.sound
    if one.is_gone:
        return Sentence("game {game} is gone: it had {had} entries", {"game": game, "had": one.had})
    if sound is None:
        facts = {"game": game, "had": one.had}
        return Sentence("game {game} has lost its end: it had {had} entries", facts)
    if sound == 0:
        return Sentence("game {game} is damaged from its beginning on", {"game": game})
    return Sentence(
        "game {game} is damaged: only the first entry is as it was written",
        {"game": game, "number": sound},
        "game {game} is damaged: only the first {number} entries are as they were written",
    )
