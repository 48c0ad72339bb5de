"""`meduris games`: list the saved games, or verify them."""

import argparse

from companion.errors import JournalError
from companion.memory.journal.index import SavedGame
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import moment_of, place_time
from companion.memory.journal.tips import known_tips
from companion.memory.journal.verify import Replaced, Verified, replaced_games, verify_games
from companion.memory.people import People
from companion.memory.session import summarize
from companion.sentence import Sentence
from companion.state import Phase
from kiosk.cli.reading import journal_to_read
from kiosk.cli.running import print_line
from kiosk.words.texts import said

_DAMAGED = 1
NO_TIME = "?"
"""Printed for a time that is damaged."""


def games(arguments: argparse.Namespace) -> int:
    """Carry out `meduris games`; returns the exit status. Raises CompanionError."""
    if arguments.check:
        return check_games(arguments)
    list_games(arguments)
    return 0


def list_games(arguments: argparse.Namespace) -> None:
    """Print a line for each saved game, the one last played first. Raises CompanionError."""
    with journal_to_read(arguments.data) as journal:
        for game in _listed(journal, arguments.person, with_away=arguments.all):
            told = _told(journal, game)
            if game.archived:
                told = said(Sentence("{game}; archived", {"game": told}))
            print_line(f"{game.id:4}  {_last_played(game)}  {told}")


def _listed(journal: Journal, person: str | None, *, with_away: bool) -> list[SavedGame]:
    """Return the games of a person under all their names, or all games."""
    names = None
    if person is not None:
        names = People.of(journal).named(person).names
    games = [*journal.games(names=names)]
    if with_away:
        games += journal.games(names=names, archived=True)
    return sorted(games, key=lambda game: (game.place, game.id), reverse=True)


def _last_played(game: SavedGame) -> str:
    """Return when a game was last played, by the clock of where it began, to the minute."""
    moment = moment_of(game.last_played)
    if moment is None:
        return f"{NO_TIME:16}"
    return f"{place_time(moment, game.head.started):%Y-%m-%d %H:%M}"


def _told(journal: Journal, game: SavedGame) -> str:
    """Return the players of a saved game with their points, and its phase."""
    try:
        summary = summarize(journal, game)
    except JournalError as error:
        return said(error.sentence)
    points = ", ".join(f"{player.name} {player.points}" for player in summary.players)
    match summary.phase:
        case Phase.PLACING:
            return said(Sentence("{points}; placing workers", {"points": points}))
        case Phase.FINISHED:
            return said(Sentence("{points}; finished", {"points": points}))
        case _:
            facts = {"points": points, "turn": summary.turn}
            return said(Sentence("{points}; turn {turn}", facts))


def check_games(arguments: argparse.Namespace) -> int:
    """Verify all saved games, and print a line for each that is damaged; returns 1 where one is.

    Raises JournalError where they cannot be read at all.
    """
    with journal_to_read(arguments.data) as journal:
        known = known_tips(journal.path)
        found = journal.read(lambda file: list(verify_games(file, known)))
        copies = journal.read(replaced_games)
        archived = sorted(game.id for game in journal.games(archived=True))
        people = People.of(journal)
    damaged = [one for one in found if not one.is_as_written]
    for one in damaged:
        print_line(said(_damage(one)))
    for copy in copies:
        print_line(said(_hidden(copy)))
    if archived:
        told = Sentence("taken away: {games}", {"games": ", ".join(map(str, archived))})
        print_line(said(told))
    for person in dict.fromkeys(people.by_name.values()):
        if len(person.names) > 1:
            told = Sentence("one person: {names}", {"names": ", ".join(person.names)})
            print_line(said(told))
    told = Sentence(
        "{number} game is as it was written",
        {"number": len(found) - len(damaged)},
        "{number} games are as they were written",
    )
    print_line(said(told))
    return _DAMAGED if damaged or not all(copy.is_same for copy in copies) else 0


def _hidden(copy: Replaced) -> Sentence:
    """Return the message for a game that another one replaces."""
    facts = {"game": copy.game, "copy": copy.replacement}
    if copy.is_same:
        return Sentence("game {game} was damaged, and goes on as game {copy}", facts)
    return Sentence("game {game} is hidden by game {copy}, which is another game", facts)


def _damage(one: Verified) -> Sentence:
    """Return the message for a damaged game."""
    game, intact = one.game, one.intact
    if one.is_gone:
        return Sentence("game {game} is gone: it had {had} entries", {"game": game, "had": one.had})
    if intact is None:
        facts = {"game": game, "had": one.had}
        return Sentence("game {game} has lost its end: it had {had} entries", facts)
    if intact == 0:
        return Sentence("game {game} is damaged from its beginning on", {"game": game})
    return Sentence(
        "game {game} is damaged: only the first entry is as it was written",
        {"game": game, "number": intact},
        "game {game} is damaged: only the first {number} entries are as they were written",
    )
