"""Entries in the list of saved games."""

from typing import NamedTuple

import msgspec

from companion.memory.journal import Journal, SavedGame
from companion.memory.played_game import PlayedGame
from companion.memory.statistics.figures import GameFigures, figures_of
from companion.state import Phase


class Summary(NamedTuple):
    """A game's entry in the list of saved games: its figures so far, its phase and its turn."""

    figures: GameFigures
    phase: Phase
    turn: int


def summarize_saved(journal: Journal, game: SavedGame) -> Summary:
    """Return the list entry of a saved game; only unfinished games need to be loaded for it.

    Raises JournalError if the game cannot be read.
    """
    if game.result is None:
        played = PlayedGame.load(journal.game(game.id))
        return Summary(figures_of(played), played.state.phase, played.state.turn)
    figures = journal.read(lambda _file: msgspec.json.decode(game.result or "", type=GameFigures))
    return Summary(figures, Phase.FINISHED, figures.turns)
