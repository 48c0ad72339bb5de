"""What the table must be able to answer in a state: worked out from the rules of the record.

The touchscreen's own questions are not asked here: they are what is tested. Only what the
cardboard shows to everybody counts; what somebody holds behind a screen must change nothing.
"""

from companion.pieces import FACES, MATERIALS, STACK_LIMIT, Bonus, BuildingKind
from companion.state import FinaleStage, GameState, Phase
from kiosk.pages.table.question import Question


def answers(state: GameState, *, app_die: bool) -> frozenset[str]:
    """The keys of all that can be answered before anybody has pointed at anything."""
    match state.phase:
        case Phase.PLACING:
            keys = {
                f"place.{plain}" for plain in MATERIALS if len(state.stack(plain)) < STACK_LIMIT
            }
        case Phase.ROLL:
            keys = {f"face.{face}" for face in FACES} | ({"roll"} if app_die else set())
        case Phase.TAKE:
            left = filter(state.supply.number, MATERIALS)
            keys = {"take.none", *(f"take.{material}" for material in left)}
        case Phase.GIVE_BACK:
            keys = {f"give_back.{material}" for material in MATERIALS}
        case Phase.ACTION:
            keys = _ways(state)
        case Phase.OFFERING:
            keys = _offers(state)
        case _:
            keys = set[str]()
    return frozenset(keys | _ends(state))


def _ways(state: GameState) -> set[str]:
    color = state.decider
    keys = {f"aim.{kind}" for kind in BuildingKind if state.buildings_left(color, kind)}
    return keys | ({"aim.worker"} if any(color in stack for stack in state.stacks) else set())


def _offers(state: GameState) -> set[str]:
    field = state.visits[0]
    needs = state.board.field(field).needs
    keys = {"offer.none"}
    if state.bonus_on(field) is Bonus.DRUID:
        keys.add("offer.chip")
    later = state.visits[1:]
    if state.finale is FinaleStage.CIRCUIT and state.decider in map(state.hut_owner, later):
        keys.add("offer.rest")
    if needs is None:
        return {*keys, "survey"}
    ones = {f"offer.one.{material}" for material in needs}
    return {*keys, *ones, "offer.both", "offer.pay"}


def _ends(state: GameState) -> set[str]:
    may_end = state.phase in (Phase.ROLL, Phase.ACTION) and not state.supply.total
    return {"end"} if may_end else set()


def offered(question: Question) -> frozenset[str]:
    """The keys of what a question offers; what only tells why not is not offered."""
    return frozenset(choice.key for choice in question.choices if not choice.dim)
