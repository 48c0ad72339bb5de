"""Entries in the list of saved games."""

import msgspec

from companion.memory.journal import Journal, SavedGame
from companion.memory.pace import minutes_played
from companion.memory.played_game import PlayedGame
from companion.memory.statistics.figures import GameFigures
from companion.pieces import Color
from companion.state import Phase


class PlayerScore(msgspec.Struct, frozen=True):
    """A player and the player's points."""

    name: str
    color: Color
    points: int


class Summary(msgspec.Struct, frozen=True):
    """A game's entry in the list of saved games.

    Players are in seating order; `turn` counts from 1. `winners` is empty before the end; `minutes`
    is the playing time, None if unknown.
    """

    players: tuple[PlayerScore, ...]
    phase: Phase
    turn: int
    winners: tuple[Color, ...]
    minutes: int | None

    @property
    def has_ended(self) -> bool:
        return self.phase is Phase.FINISHED


def summarize_loaded(game: PlayedGame) -> Summary:
    """Return the list entry of a game in memory."""
    state = game.state
    players = tuple(
        PlayerScore(player.name, player.color, player.points) for player in state.players
    )
    minutes = minutes_played(game)
    return Summary(players, state.phase, state.turn, state.winners or (), minutes)


def summarize_saved(journal: Journal, game: SavedGame) -> Summary:
    """Return the list entry of a saved game; only unfinished games need to be loaded for it.

    Raises JournalError if the game cannot be read.
    """
    if game.result is None:
        return summarize_loaded(PlayedGame.load(journal.game(game.id)))
    figures = journal.read(lambda _file: msgspec.json.decode(game.result or "", type=GameFigures))
    players = tuple(
        PlayerScore(player.name, player.color, player.points) for player in figures.players
    )
    winners = tuple(player.color for player in figures.players if player.victors)
    return Summary(players, Phase.FINISHED, figures.turns, winners, figures.minutes)
