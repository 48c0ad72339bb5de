"""`meduris games`: lists the saved games, or checks them."""

import argparse

from companion.errors import JournalError
from companion.memory.clock import parse_timestamp, to_game_local_time
from companion.memory.journal import Journal, SavedGame
from companion.memory.people import People
from companion.memory.session import damaged_game_ids
from companion.memory.statistics.figures import summarize_saved_game
from companion.sentence import Sentence
from companion.state import Phase
from kiosk.cli.command_runner import print_line, print_sentence
from kiosk.cli.reading import open_journal
from kiosk.words.texts import display_name, sentence_text
from kiosk.words.times import NO_TIME

_DAMAGED = 1


def list_games(options: argparse.Namespace) -> int:
    with open_journal(options.data) as journal:
        if options.check:
            return _check_games(journal)
        for game in _listed(journal, options.person, with_archived=options.all):
            told = _told(journal, game)
            if game.archived:
                told = Sentence("{game}; archived", {"game": told})
            print_line(f"{game.id:4}  {_last_played(game)}  {sentence_text(told)}")
    return 0


def _listed(journal: Journal, person: str | None, *, with_archived: bool) -> list[SavedGame]:
    names = None
    if person is not None:
        names = People.from_journal(journal).find_or_raise(person).spellings
    games = [*journal.games(player_names=names)]
    if with_archived:
        games += journal.games(player_names=names, archived=True)
    return sorted(games, key=lambda game: (game.sort_key, game.id), reverse=True)


def _last_played(game: SavedGame) -> str:
    moment = parse_timestamp(game.last_played)
    if moment is None:
        return f"{NO_TIME:16}"
    return f"{to_game_local_time(moment, game.header.started):%Y-%m-%d %H:%M}"


def _told(journal: Journal, game: SavedGame) -> Sentence:
    try:
        summary = summarize_saved_game(journal, game)
    except JournalError as error:
        return error.sentence
    points = ", ".join(
        f"{display_name(player.name)} {player.points}" for player in summary.figures.players
    )
    match summary.phase:
        case Phase.PLACING:
            return Sentence("{points}; placing workers", {"points": points})
        case Phase.FINISHED:
            return Sentence("{points}; finished", {"points": points})
        case _:
            return Sentence("{points}; turn {turn}", {"points": points, "turn": summary.turn})


def _check_games(journal: Journal) -> int:
    game_numbers = journal.game_ids()
    damaged = damaged_game_ids(journal)
    for number in damaged:
        told = Sentence(
            "game {game} is damaged; the app repairs it as far as possible when you resume it",
            {"game": number},
        )
        print_sentence(told)
    told = Sentence(
        "{number} game is undamaged",
        {"number": len(game_numbers) - len(damaged)},
        "{number} games are undamaged",
    )
    print_sentence(told)
    return _DAMAGED if damaged else 0
