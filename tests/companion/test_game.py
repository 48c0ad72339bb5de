"""Legal commands of whole games: the rules accept exactly these, and refusals change nothing."""

from itertools import product, zip_longest

from hypothesis import given
from hypothesis import strategies as st
from msgspec.msgpack import encode

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import events_of_command, legal_commands
from companion.pieces import Chips
from companion.rulebook import RULES
from companion.rules import payment
from companion.state import GameState, Phase
from tests.companion.cardboard import settled_by_hand
from tests.luck import Luck
from tests.strategies import Game, any_command, games, lucks, tell

UNLISTED = do.EnterPrintedField | do.Correct
"""Commands that `legal_commands` leaves to the table's own word."""


def refusal(state: GameState, command: do.Command) -> RuleViolation | None:
    try:
        events_of_command(state, command)
    except RuleViolation as refused:
        return refused
    return None


def listable(state: GameState) -> bool:
    """Whether listing all that is legal is quick: whoever decides has no chips in plenty."""
    if state.decider is None or state.phase not in (Phase.ACTION, Phase.OFFERING):
        return True
    ways = len(state.board)
    for number in state.player(state.decider).hand.counts:
        ways *= number + 1
    return ways <= 2000


@given(games(), lucks)
def test_whatever_is_accepted_is_listed_and_a_refusal_changes_nothing(game: Game, luck: Luck):
    for state, command in zip_longest(tell(game).states, game.commands):
        other, before = any_command(state, luck), encode(state)
        refused = refusal(state, other)
        assert encode(state) == before
        if refused is not None:
            assert refused.rule in RULES
            assert str(refused)
            assert "{" not in str(refused)
        if not listable(state):
            continue
        named = list(legal_commands(state))
        assert len(set(named)) == len(named)
        if command is not None and not isinstance(command, UNLISTED):
            assert command in named
        if not isinstance(other, UNLISTED):
            assert (other in named) == (refused is None)


small_heaps = st.builds(Chips, *[st.integers(0, 5)] * 4)
prices = st.builds(Chips, *[st.integers(0, 3)] * 4)


@given(small_heaps, prices)
def test_the_payments_listed_are_all_that_settle_the_price(hand: Chips, price: Chips):
    listed = list(payment.possible_payments(hand, price))
    assert len(set(listed)) == len(listed)
    assert set(listed) == {
        pay
        for pay in (Chips(*counts) for counts in product(*(range(n + 1) for n in hand.counts)))
        if settled_by_hand(pay, price)
    }
