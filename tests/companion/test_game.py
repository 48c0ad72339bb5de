"""What may be done in every game: `legal` and `decide` agree, and refusals change nothing."""

from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.msgpack import encode
from msgspec.structs import replace

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import decide, legal
from companion.pieces import FACES, MATERIALS, NO_CHIPS, Chips, Color, Give
from companion.rulebook import RULES
from companion.rules import payment
from companion.state import GameState
from tests.companion.cardboard import settled_by_hand
from tests.luck import Luck
from tests.strategies import Game, any_command, games, lucks, tell


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


@settings(max_examples=20)
@given(games(), st.integers(0, 10**6))
def test_of_all_commands_that_can_be_formed_exactly_the_legal_ones_are_accepted(
    game: Game, choice: int
):
    states = tell(game).states
    state = with_few_chips(states[choice % len(states)])
    assert {command for command in every_command(state) if accepted(state, command)} == set(
        legal(state)
    )


def with_few_chips(state: GameState) -> GameState:
    """The same with at most a few chips in each hand, so that all payments can be tried."""
    few = Chips(1, 2, 1, 1)
    players = tuple(replace(player, hand=player.hand.common(few)) for player in state.players)
    hands = sum((player.hand for player in players), NO_CHIPS)
    return replace(state, players=players, supply=Chips(18, 18, 18, 18) - hands)


def every_command(state: GameState) -> Iterator[do.Command]:
    """Every command there is, but `Survey` and `Correct`, with payments up to one too much."""
    pays = [Chips(*counts) for counts in product(range(3), range(4), range(3), range(3))]
    fields = range(len(state.board) + 2)
    yield do.DeclareEnd()
    for by in Color:
        yield do.DeclareEnd(by=by)
        yield from (do.PlaceWorker(by=by, plain=plain) for plain in MATERIALS)
        yield from (do.Roll(by=by, face=face) for face in FACES)
        yield from (do.Take(by=by, material=material) for material in (None, *MATERIALS))
        yield from (do.GiveBack(by=by, material=material) for material in MATERIALS)
        yield from (
            do.MoveWorker(by=by, source=source, level=level, target=target)
            for source, level, target in product(MATERIALS, range(5), MATERIALS)
        )
        yield from (do.Offer(by=by, give=give, pay=pay) for give, pay in product(Give, pays))
        yield from (do.Swap(by=by, pay=pay, take=take) for pay, take in product(pays, MATERIALS))
    for build, field, pay in product((do.BuildHut, do.BuildTemple), fields, pays):
        yield build(by=state.decider or Color.BLUE, field=field, pay=pay)


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
