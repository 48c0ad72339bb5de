"""Which rules are behind the question that a state asks, and with which numbers."""

from collections.abc import Iterator
from typing import assert_never

from companion.pieces import Bonus
from companion.rules.settlements import settlement
from companion.sentence import N_, Sentence
from companion.state import Finale, GameState, Phase
from companion.telling.druid import settlement_sum
from companion.telling.ending import turns_left
from companion.telling.reason import Reason, merged


def asked(state: GameState) -> tuple[Reason, ...]:
    """The rules behind the decision that comes next, each once, with the sums of this case."""
    return merged(_asked(state))


def _asked(state: GameState) -> Iterator[Reason]:
    match state.phase:
        case Phase.PLACING:
            yield Reason("setup.workers")
        case Phase.ROLL:
            yield from map(Reason, ("small.roll", "small.material", "small.plus", "small.minus"))
            yield from _end_in_sight(state)
        case Phase.TAKE:
            yield Reason("small.plus")
        case Phase.GIVE_BACK:
            yield Reason("small.minus")
        case Phase.ACTION:
            yield from map(Reason, ("big.move", "big.yield", "hut.field", "temple.field"))
            yield from _end_in_sight(state)
        case Phase.OFFERING:
            yield from _offering(state)
        case Phase.FINISHED:
            yield Reason("end.winner")
        case _:
            assert_never(state.phase)


def _end_in_sight(state: GameState) -> Iterator[Reason]:
    if state.supply.total == 0:
        yield Reason("end.exhausted")
    if state.finale is Finale.LAST_TURNS:
        yield Reason("end.trigger", tuple(_last_turns(state)))


def _last_turns(state: GameState) -> Iterator[Sentence]:
    yield Sentence(N_("{player} has built everything."), {"player": state.finisher})
    players = turns_left(state, state.finisher)
    if players:
        yield Sentence(N_("After this turn: {players}."), {"players": players})
    else:
        yield Sentence(N_("This is the last turn."))


def _offering(state: GameState) -> Iterator[Reason]:
    field = state.visits[0]
    both = settlement_sum(len(settlement(state, field)))
    yield Reason("end.circuit" if state.finale is Finale.CIRCUIT else "ritual.order")
    if state.board.field(field).known:
        yield Reason("offer.both", (both,))
        yield Reason("offer.one")
    else:
        yield Reason("board.survey")
    if state.bonus_on(field) is Bonus.DRUID:
        yield Reason("offer.chip", (both,))
    yield Reason("offer.none")
