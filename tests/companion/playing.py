"""Games of random legal commands for the tests of the memory."""

import random
from functools import cache

from msgspec.structs import replace

from companion.commands import (
    Command,
    Correct,
    DeclareEnd,
    MoveWorker,
    PlaceWorker,
    Roll,
    SetHand,
    SetSupply,
    TakeChip,
)
from companion.game import state_after_command
from companion.memory.journal import GameRows
from companion.memory.played_game import PlayedGame
from companion.memory.record import encode_state
from companion.memory.session import Session
from companion.pieces import MATERIALS, Color, Face
from companion.rules.setup import Seat, Setup, initial_state
from companion.state import Phase
from tests.companion.changed_steps import some_edits
from tests.companion.positions import BLUE, COPPER, PURPLE, STONE, WOOD, WOOL, setup, side_for_four
from tests.legal_commands import legal_command
from tests.luck import Luck

WORKERS_PLACED: tuple[Command, ...] = tuple(
    PlaceWorker(by=color, plain=plain)
    for color, plain in zip(
        (PURPLE, BLUE) * 3, (WOOL, STONE, WOOD, STONE, COPPER, WOOL), strict=True
    )
)
"""Two players have placed their workers; purple rolls next."""
FIRST_TURN: tuple[Command, ...] = (
    *WORKERS_PLACED,
    Roll(by=PURPLE, face=Face.PLUS),
    TakeChip(by=PURPLE, material=WOOD),
    TakeChip(by=BLUE, material=STONE),
    MoveWorker(by=PURPLE, source=WOOD, level=1, target=WOOL),
)
"""A game of two players up to the end of purple's turn: ten steps, the seventh the roll."""


def two_players() -> Setup:
    return setup(Color.PURPLE, Color.BLUE)


def four_players() -> Setup:
    """Four players on the side with mostly unread fields: many surveys."""
    return setup(Color.GREEN, Color.BLUE, Color.RED, Color.PURPLE, board=side_for_four())


def named(setup: Setup, *names: str) -> Setup:
    """The same setup with other names, of which as many count as there are seats."""
    seats = zip(setup.players, names, strict=False)
    return replace(setup, players=tuple(Seat(seat.color, name) for seat, name in seats))


def luck(seed: int) -> Luck:
    return Luck(random.Random(seed).randbytes(200_000))


class _RandomGame:
    """A game of random commands, extended on demand."""

    def __init__(self, beginning: Setup, seed: int) -> None:
        self._state, self._chance = initial_state(beginning), luck(seed)
        self._commands: list[Command] = []

    def first(self, number: int) -> list[Command]:
        while len(self._commands) < number and self._state.phase is not Phase.FINISHED:
            self._commands.append(legal_command(self._state, self._chance))
            self._state = state_after_command(self._state, self._commands[-1])
        return self._commands[:number]


_random_game = cache(_RandomGame)


def commands(beginning: Setup, number: int, seed: int = 1) -> list[Command]:
    """Return the first `number` commands of a random game, fewer if it ends before."""
    return _random_game(beginning, seed).first(number)


@cache
def short_game(beginning: Setup, seed: int = 1) -> tuple[Command, ...]:
    """Return about 45 commands of a whole game: the first player soon gets all chips."""
    told = list(commands(beginning, 40, seed))
    state, chance = initial_state(beginning), luck(seed)
    for command in told:
        state = state_after_command(state, command)
    while state.phase is not Phase.FINISHED:
        player = state.players[0]
        if state.phase is not Phase.ROLL:
            told.append(legal_command(state, chance))
        elif state.supply.total:
            hand = player.hand + state.supply
            changes = [SetHand(player.color, one, hand.number(one)) for one in MATERIALS]
            changes += [SetSupply(one, 0) for one in MATERIALS]
            told.append(Correct(changes=tuple(changes), why="hoarded"))
        else:
            told.append(DeclareEnd(by=state.decider))
        state = state_after_command(state, told[-1])
    return tuple(told)


def one_more(session: Session, chance: Luck) -> None:
    """Do a random act of a table: a command, an undo, a redo, or the change of an old command."""
    choice = chance.below(8)
    if choice == 2 and session.steps and chance.once_in(4):
        _, amending = some_edits(session.steps, chance)
        if amending.has_effect:
            session.amend(amending)
            return
    if session.can_undo and (choice == 0 or session.state.phase is Phase.FINISHED):
        session.undo()
    elif session.can_redo and choice == 1:
        session.redo()
    else:
        session.apply(legal_command(session.state, chance))


def told_by(game: Session | PlayedGame) -> bytes:
    """Return everything that identifies a resumed game.

    First the numbers of all steps and head moves.
    """
    played = game.game if isinstance(game, Session) else game
    history = played.history
    numbers = (len(history.steps), len(history.moves), len(history.path), history.can_redo)
    return b"%d %d %d %d " % numbers + encode_state(history.state)


def as_told(rows: GameRows, told: bytes) -> PlayedGame:
    """Return the saved game as it was when `told_by` returned that."""
    steps, moves = (int(number) for number in told.split()[:2])
    return PlayedGame.load(GameRows(rows.header, rows.steps[:steps], rows.heads[:moves]))
