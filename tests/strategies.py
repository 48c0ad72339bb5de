"""Hypothesis strategies: boards, setups and whole games of random commands.

Hypothesis draws the table, the board and the greatest number of commands; the commands follow from
a seed. Drawing every choice of a long game would be slow, and would shrink no better than cutting
the game off after the relevant command.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from hypothesis import note
from hypothesis import strategies as st

from companion import commands as do
from companion.game import state_after_command
from companion.memory.record import encode_record
from companion.pieces import FACES, MATERIALS, NO_CHIPS, RUNES, Bonus, BuildingKind, Chips, Color
from companion.rules.setup import Setup, initial_state
from companion.state import Board, Building, GameState, Phase
from tests.corrections import any_needs, jump_ahead
from tests.legal_commands import GIVES, command_in_any_order, legal_command
from tests.luck import Luck
from tests.tables import LARGEST, SMALLEST, board_of, setup_on

LONGEST = 500
"""Most commands before a game is left unfinished."""

lucks = st.builds(Luck, st.integers(0, 2**32 - 1))


class Game(NamedTuple):
    """A game; `states` has one more item than `commands`."""

    setup: Setup
    commands: tuple[do.Command, ...]
    states: tuple[GameState, ...]

    def __repr__(self) -> str:
        return f"<game of {len(self.commands)} commands>"


@st.composite
def boards(draw: st.DrawFn, *, unread: bool = True) -> Board:
    """Rings of 24 to 48 fields with areas of any lengths, anywhere, and unread fields."""
    size = draw(st.integers(SMALLEST, LARGEST))
    hidden = draw(st.sampled_from((0, 0, 2, 5))) if unread else 0
    return board_of(size, hidden, draw(lucks))


@st.composite
def setups(draw: st.DrawFn, *, unread: bool = True) -> Setup:
    """Tables of two to four players in any order, on any ring, with bonus chips anywhere."""
    board = draw(boards(unread=unread))
    return setup_on(board, draw(st.integers(2, 4)), draw(lucks))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of legal commands, some to their end; many jump ahead by a large correction.

    Questions to several players are answered in any order.
    """
    setup = draw(setups())
    most = draw(st.integers(0, LONGEST))
    luck = draw(lucks)
    jump = draw(st.booleans())
    state = initial_state(setup)
    commands: list[do.Command] = []
    states = [state]
    while state.phase is not Phase.FINISHED and len(commands) < most:
        jumps = jump and state.phase is Phase.ROLL
        command = jump_ahead(state, luck) if jumps else command_in_any_order(state, luck)
        jump = jump and not jumps
        state = state_after_command(state, command)
        commands.append(command)
        states.append(state)
    return Game(setup, tuple(commands), tuple(states))


def tell(game: Game) -> Game:
    """Print the whole game as a record when an example fails."""
    note(encode_record(game.setup, game.commands).decode())
    return game


def steps(game: Game) -> Iterator[tuple[GameState, do.Command, GameState]]:
    """Yield the game command by command, with the states before and after."""
    before_and_after = pairwise(tell(game).states)
    for command, (before, after) in zip(game.commands, before_and_after, strict=True):
        yield before, command, after


def any_command(state: GameState, luck: Luck) -> do.Command:
    """Return a well-formed command, usually one that the rules refuse."""
    if state.phase is not Phase.FINISHED and luck.once_in(3):
        return _near_miss(legal_command(state, luck), state, luck)
    color = luck.pick(tuple(Color)) if luck.once_in(4) else state.decider or Color.BLUE
    return luck.pick(_ANY)(state, luck, color)


def _any_move(_: GameState, luck: Luck, by: Color) -> do.Command:
    source, target = luck.pick(MATERIALS), luck.pick(MATERIALS)
    return do.MoveWorker(by=by, source=source, level=luck.below(5), target=target)


def _any_construction(state: GameState, luck: Luck, by: Color) -> do.Command:
    kind = luck.pick((do.BuildHut, do.BuildTemple))
    return kind(by=by, field=_any_field(state, luck), pay=any_chips(state, luck))


def _any_survey(state: GameState, luck: Luck, _: Color) -> do.Command:
    return do.EnterPrintedField(
        field=_any_field(state, luck), needs=any_needs(luck), rune=luck.pick(RUNES)
    )


def _any_field(state: GameState, luck: Luck) -> int:
    """Return a field, now and then just off the board."""
    return luck.below(len(state.board) + 2)


_ANY: tuple[Callable[[GameState, Luck, Color], do.Command], ...] = (
    lambda _, luck, by: do.PlaceWorker(by=by, plain=luck.pick(MATERIALS)),
    lambda _, luck, by: do.Roll(by=by, face=luck.pick(FACES)),
    lambda _, luck, by: do.TakeChip(by=by, material=luck.pick((*MATERIALS, None))),
    lambda _, luck, by: do.GiveBackChip(by=by, material=luck.pick(MATERIALS)),
    _any_move,
    _any_construction,
    lambda state, luck, by: do.MakeOffering(
        by=by, give=luck.pick(GIVES), pay=any_chips(state, luck)
    ),
    lambda state, luck, by: do.SwapChips(
        by=by, pay=any_chips(state, luck), take=luck.pick(MATERIALS)
    ),
    lambda _, luck, by: do.DeclareEnd(by=luck.pick((by, None))),
    _any_survey,
    lambda _, luck, by: _any_correction(luck, by),
)


def any_chips(state: GameState, luck: Luck) -> Chips:
    """Return a few chips, mostly from the decider's hand."""
    few = Chips(*(luck.below(4) for _ in MATERIALS))
    if state.decider is None or luck.once_in(4):
        return few
    return few.common(state.player(state.decider).hand)


def _near_miss(command: do.Command, state: GameState, luck: Luck) -> do.Command:
    """Return almost a legal command: with another field, payment or player, or unchanged."""
    match command:
        case do.BuildHut(by, field, pay) | do.BuildTemple(by, field, pay):
            kind = luck.pick((do.BuildHut, do.BuildTemple))
            near = luck.pick(
                (field, state.board.next_field(field), state.board.previous_field(field))
            )
            return kind(by=by, field=near, pay=pay + luck.pick((NO_CHIPS, Chips(wood=1))))
        case do.MakeOffering(by, _, pay):
            return do.MakeOffering(by=by, give=luck.pick(GIVES), pay=pay)
        case do.Roll(_, face):
            return do.Roll(by=luck.pick(state.colors), face=face)
        case _:
            return command


def _any_correction(luck: Luck, color: Color) -> do.Command:
    field, number = luck.below(50), luck.below(21) - 1
    plain, rune = luck.pick(MATERIALS), luck.pick(RUNES)
    change = luck.pick(
        (
            do.SetPoints(color, number),
            do.SetHand(color, plain, number),
            do.SetSupply(plain, number),
            do.SetStack(plain, tuple(luck.some(tuple(Color) * 2, luck.below(5)))),
            do.SetRune(rune, color),
            do.SetBuilding(field, Building(luck.pick(tuple(BuildingKind)), color)),
            do.SetBuilding(field, None),
            do.SetBonus(field, luck.pick((None, *Bonus))),
            do.SetDruid(number, None),
            do.SetDruid(None, field),
            do.SetDruid(number, field),
            do.SetActive(color),
            do.SetPrintedField(field, any_needs(luck), rune),
        )
    )
    return do.Correct(changes=(change,), why=luck.pick(("seen on the table", "", "x" * 201)))
