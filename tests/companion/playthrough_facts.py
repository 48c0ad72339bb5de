"""What a playthrough shows, as short facts, so that a test can say whether all is shown."""

from collections.abc import Iterator

from companion import commands as do
from companion.events import Event
from companion.pieces import Bonus, BuildingKind, Give
from companion.rules import building, offering
from companion.rules.finale import finished, rank
from companion.state import GameState, Phase
from tests.companion.playthrough import Script, Step, steps

REFUSING_RULES = (
    "turn.decider",
    "correct.table",
    "board.survey",
    "setup.workers",
    "small.plus",
    "small.minus",
    "big.move",
    "hut.field",
    "hut.stock",
    "temple.stock",
    "temple.field",
    "pay.hand",
    "pay.swap",
    "swap.any-time",
    "offer.chip",
    "end.exhausted",
)
"""The rules that refuse commands in play."""

NOT_RECORDED = frozenset({"pass_circuit", "circuit_passed"})
"""Records, and so playthroughs, have an offer at each hut instead."""


def facts(script: Script) -> frozenset[str]:
    """Everything worth showing that happens in a game."""
    played = list(steps(script))
    found = {f"{len(script.setup.players)} players"}
    for step in played:
        found |= set(_of_step(step))
    last = next(step.after for step in reversed(played) if step.after is not None)
    if last.phase is Phase.FINISHED:
        found |= {_of_end(played), _of_victory(last)}
    if len(finished(last)) > 1:
        found.add("two finishers")
    return frozenset(found)


def everything() -> frozenset[str]:
    """All facts that the playthroughs show together."""
    return frozenset(
        {
            *(f"{number} players" for number in (2, 3, 4)),
            *(f"command {tag}" for tag in _tags(do.Command) if tag not in NOT_RECORDED),
            *(f"event {tag}" for tag in _tags(Event) if tag not in NOT_RECORDED),
            *(f"change {tag}" for tag in _tags(do.Change)),
            *(f"{rule} refuses" for rule in REFUSING_RULES),
            *(f"{bonus} chip used" for bonus in Bonus),
            *(f"{give} offered" for give in Give),
            *(f"swaps in {what}" for what in ("a hut's price", "a temple's price", "an offering")),
            *(f"ended {way}" for way in ("by building", "before a roll", "before part 2")),
            *(f"won by {what}" for what in ("points", "buildings", "chips")),
            "victory shared",
            "two finishers",
            "survey on 40 fields",
            "druid on a full lap",
            "river crossed in a ritual",
            "ring full of huts",
        }
    )


def _tags(union: object) -> Iterator[str]:
    return (member.__struct_config__.tag for member in union.__args__)


def _of_step(step: Step) -> Iterator[str]:
    yield from (f"{refusal.rule} refuses" for _, refusal in step.refused)
    if step.command is None:
        return
    tag = step.command.__struct_config__.tag
    yield f"command {tag}"
    if tag == "survey":
        yield f"survey on {len(step.before.board)} fields"
    if isinstance(step.command, do.Correct):
        yield from (f"change {change.__struct_config__.tag}" for change in step.command.changes)
    yield from _of_payment(step.before, step.command)
    for event in step.events:
        yield from _of_event(step.before, event)


def _of_payment(state: GameState, command: do.Command) -> Iterator[str]:
    match command:
        case do.BuildHut(_, field, pay) if pay != building.price(state, BuildingKind.HUT, field):
            yield "swaps in a hut's price"
        case do.BuildTemple(_, field, pay) if pay != building.price(
            state, BuildingKind.TEMPLE, field
        ):
            yield "swaps in a temple's price"
        case do.Offer(_, give, pay) if pay not in offering.prices(state, state.visits[0], give):
            yield "swaps in an offering"


def _of_event(state: GameState, event: Event) -> Iterator[str]:
    tag = event.__struct_config__.tag
    yield f"event {tag}"
    match tag:
        case "bonus_used":
            yield f"{event.bonus} chip used"
        case "offering_made":
            yield f"{event.give} offered"
        case "druid_walked" if event.source == event.field and state.finale is None:
            yield "druid on a full lap"
        case "river_crossed" if state.phase is Phase.OFFERING:
            yield "river crossed in a ritual"
        case "ritual_started" if len(event.visits) == len(state.board):
            yield "ring full of huts"


def _of_end(played: list[Step]) -> str:
    declared = [step for step in played if isinstance(step.command, do.DeclareEnd)]
    if not declared:
        return "ended by building"
    before_a_roll = declared[0].before.phase is Phase.ROLL
    return "ended before a roll" if before_a_roll else "ended before part 2"


def _of_victory(state: GameState) -> str:
    if len(state.winners) > 1:
        return "victory shared"
    ranks = sorted((rank(state, color) for color in state.colors), reverse=True)
    reasons = zip(("points", "buildings", "chips"), *ranks[:2], strict=True)
    return next(f"won by {reason}" for reason, best, second in reasons if best > second)
