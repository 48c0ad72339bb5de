"""Legal commands of whole games: `decide` accepts exactly these, and refusals change nothing."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from msgspec.msgpack import encode

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import decide, legal_commands
from companion.pieces import Chips
from companion.rulebook import RULES
from companion.rules import payment
from companion.state import GameState, Phase
from tests.companion.cardboard import settled_by_hand
from tests.luck import Luck
from tests.strategies import Game, any_command, games, lucks, steps, tell

UNLISTED = do.EnterPrintedField | do.Correct
"""Commands that `legal_commands` leaves to the table's own word."""


def refusal(state: GameState, command: do.Command) -> RuleViolation | None:
    try:
        decide(state, command)
    except RuleViolation as refused:
        return refused
    return None


def accepted(state: GameState, command: do.Command) -> bool:
    return refusal(state, command) is None


@given(games(), lucks)
def test_a_refused_command_changes_nothing_and_names_a_rule_of_the_book(game: Game, luck: Luck):
    for state in tell(game).states:
        command, before = any_command(state, luck), encode(state)
        refused = refusal(state, command)
        assert encode(state) == before
        if refused is not None:
            assert refused.rule in RULES
            assert str(refused)
            assert "{" not in str(refused)


def listable(state: GameState) -> bool:
    """Whether listing all that is legal is quick: whoever decides has no chips in plenty."""
    if state.decider is None or state.phase not in (Phase.ACTION, Phase.OFFERING):
        return True
    ways = len(state.board)
    for number in state.player(state.decider).hand.counts:
        ways *= number + 1
    return ways <= 2000


@given(games(), lucks)
def test_whatever_is_accepted_is_legal_and_listed_once(game: Game, luck: Luck):
    for before, command, _ in steps(game):
        if not listable(before):
            continue
        named = list(legal_commands(before))
        assert len(set(named)) == len(named)
        if not isinstance(command, UNLISTED):
            assert command in named
        other = any_command(before, luck)
        if not isinstance(other, UNLISTED):
            assert (other in named) == accepted(before, other)


small_heaps = st.builds(Chips, *[st.integers(0, 5)] * 4)
prices = st.builds(Chips, *[st.integers(0, 3)] * 4)


@given(small_heaps, prices)
def test_the_payments_listed_are_all_that_settle_the_price(hand: Chips, price: Chips):
    listed = list(payment.payments(hand, price))
    assert len(set(listed)) == len(listed)
    assert set(listed) == {
        pay
        for pay in (Chips(*counts) for counts in product(*(range(n + 1) for n in hand.counts)))
        if settled_by_hand(pay, price)
    }
