"""Made-up figures of games, and games that were played to their end."""

from functools import cache

from companion.history import make_step
from companion.memory.clock import current_timestamp
from companion.memory.journal import GameHeader, GameRows, Journal
from companion.memory.played_game import PlayedGame
from companion.memory.statistics import queries
from companion.memory.statistics.figures import GameFigures, PlayerFigures, result_json
from companion.pieces import FACES, Color
from companion.rules.setup import Setup
from companion.state import PointsBreakdown
from tests.companion.playing import commands, four_players, short_game, two_players

NO_ROLLS = (0,) * len(FACES)
TO_THE_END = 5000


def player(name, points=40, victors=0, *, first=False, **more):
    usual = {
        "color": Color.BLUE,
        "sources": PointsBreakdown(),
        "huts": 0,
        "temples": 0,
        "runes": 0,
        "offered": 0,
        "refused": 0,
        "turns": 10,
        "faces": NO_ROLLS,
    }
    return PlayerFigures(
        name=name, points=points, winners_if_won=victors, is_starting_player=first, **usual | more
    )


def game(*players, minutes=None):
    return GameFigures(players, minutes)


@cache
def _to_the_end(setup: Setup, number: int, is_short: bool) -> GameRows:  # noqa: FBT001
    told = short_game(setup, number) if is_short else commands(setup, TO_THE_END, number)
    game = PlayedGame.begin(setup)
    for command in told:
        game.add_step(make_step(game.state, command, current_timestamp()))
    return game.rows


def ended_game(number: int, setup: Setup | None = None, *, is_short: bool = False) -> PlayedGame:
    """Return a finished random game of two, or for odd numbers of four, with a new start."""
    setup = setup or setup_of(number)
    rows = _to_the_end(setup, number, is_short).copy()
    rows.header = GameHeader.new(setup)
    return PlayedGame.load(rows)


def setup_of(number: int) -> Setup:
    return four_players() if number % 2 else two_players()


class Ended:
    """A finished game in a journal, to undo and redo; `number` selects its beginning."""

    def __init__(self, journal: Journal, number: int, *, is_short: bool = False) -> None:
        self.game = ended_game(number, is_short=is_short)
        self._journal = journal
        self.id = journal.save(self.game.rows, result_json(self.game))

    def undo(self) -> None:
        self.game.undo()
        self._save()

    def redo(self) -> None:
        self.game.redo()
        self._save()

    def _save(self) -> None:
        assert self._journal.save(self.game.rows, result_json(self.game)) == self.id


def statistics_of(*games):
    """Return the statistics of these games by name."""
    return queries.compute_statistics(enumerate(games, start=1), str)
