"""What `companion.preview` tells, beside what then happens.

`python -m tests.companion.predictions N` takes positions of random games and carries out what was
foretold: every field as hut and as temple with the ritual that follows, every worker's move, every
answer to the druid; and, at any moment, buildings that somebody thinks of, in forks of the game. It
compares N predictions, prints how many of each kind were compared and how many were wrong, and ends
with status 1 if any was. What happens is read off the states, and counted as people count it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from companion import preview
from companion.commands import (
    DeclareEnd,
    MoveWorker,
    Offer,
    PlaceWorker,
    Survey,
)
from companion.errors import RuleViolation
from companion.game import play, start
from companion.pieces import (
    DRUID_STONES,
    MATERIALS,
    NO_CHIPS,
    RUNES,
    BuildingKind,
    Chips,
    Give,
    Material,
)
from companion.state import Druid, Finale, GameState, Phase
from tests.companion.predicted_buildings import of_a_building, of_a_thought
from tests.companion.prediction import Prediction, about_what, accepted, refusing_rule, with_chips
from tests.corrections import jump_ahead
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.tables import any_setup

LONGEST = 300
"""Commands after which a game is left."""
_THOUGHTS = 4
"""Fields of a position on which somebody thinks of building."""
_EVERY = 5
"""One position in so many is looked at, and each in which the druid asks."""


def of_random_games(luck: Luck) -> Iterator[Prediction]:
    """Predictions in positions of games at random, without end."""
    while True:
        yield from of_a_game(luck)


def of_a_game(luck: Luck) -> Iterator[Prediction]:
    """Predictions in some positions of one game; every other game soon nears its end."""
    state = start(any_setup(luck))
    jump = luck.once_in(2)
    for _ in range(LONGEST):
        if state.phase is Phase.FINISHED:
            return
        if state.phase is Phase.OFFERING or luck.once_in(_EVERY):
            yield from of_a_position(state, luck)
        jumps = jump and state.phase is Phase.ROLL
        state = play(state, jump_ahead(state, luck) if jumps else legal_command(state, luck))
        jump = jump and not jumps


def of_a_position(state: GameState, luck: Luck) -> Iterator[Prediction]:
    """Everything that can be foretold in a state."""
    yield _end(state)
    yield from _rooms(state)
    if state.in_play and state.finale is not Finale.CIRCUIT:
        for field in luck.some(range(1, len(state.board) + 1), _THOUGHTS):
            yield from of_a_thought(state, luck.pick(tuple(BuildingKind)), field, luck)
    if state.in_play:
        yield from _areas(state, luck)
    if state.phase is Phase.ACTION:
        yield from _moves(state)
        if luck.once_in(2):
            state = replace(state, druid=_any_place(state, luck))
        for field in range(1, len(state.board) + 1):
            for kind in BuildingKind:
                yield from of_a_building(state, kind, field, luck)
    if state.phase is Phase.OFFERING:
        yield from _offers(state, luck)


def _any_place(state: GameState, luck: Luck) -> Druid:
    """The druid on one of his stones, in his temple, or at a hut, in half of all cases the last."""
    huts = state.hut_fields()
    if not huts or luck.once_in(3):
        return Druid(stone=luck.below(DRUID_STONES + 1))
    return Druid(stone=None, field=luck.pick((huts[-1], luck.pick(huts))))


def _end(state: GameState) -> Prediction:
    command = DeclareEnd()
    told = preview.may_be_declared(state)
    return Prediction("the end", told, accepted(state, command), about_what(state, command))


def _rooms(state: GameState) -> Iterator[Prediction]:
    if state.phase is not Phase.PLACING or state.decider is None:
        return
    for plain in MATERIALS:
        command = PlaceWorker(by=state.decider, plain=plain)
        told = preview.has_room(state, plain)
        yield Prediction(
            "room on a plain", told, accepted(state, command), about_what(state, command)
        )


def _areas(state: GameState, luck: Luck) -> Iterator[Prediction]:
    """The areas that fit one of the fields that nobody has read."""
    unread = [number for number, printed in enumerate(state.board.fields, 1) if not printed.known]
    if not unread:
        return
    field = luck.pick(unread)
    fitting = preview.runes_that_fit(state.board, field)
    for rune in RUNES:
        command = Survey(field=field, needs=(Material.WOOD, Material.WOOL), rune=rune)
        happened = accepted(state, command)
        yield Prediction("an area", rune in fitting, happened, about_what(state, command))


# A worker's move


def _moves(state: GameState) -> Iterator[Prediction]:
    for source in MATERIALS:
        named = preview.levels_to_move(state, state.active, source)
        for level in range(1, len(state.stack(source)) + 1):
            for target in MATERIALS:
                command = MoveWorker(by=state.active, source=source, level=level, target=target)
                yield _move(state, command)
        yield _levels(state, source, named)


def _move(state: GameState, command: MoveWorker) -> Prediction:
    kind = "a worker's move"
    try:
        told = preview.preview_move(state, command.source, command.level, command.target)
    except RuleViolation as refusal:
        return Prediction(
            kind, refusal.rule, refusing_rule(state, command), about_what(state, command)
        )
    after = play(state, command)
    working = set(after.stack(command.target))
    happened = {
        color: after.player(color).hand - state.player(color).hand for color in state.colors
    }
    earned = {color: NO_CHIPS.replaced(command.target, n) for color, n in told.earnings}
    idle = dict.fromkeys(set(state.colors) - working, NO_CHIPS)
    return Prediction(kind, earned | idle, happened, about_what(state, command))


def _levels(state: GameState, source: Material, named: tuple[int, ...]) -> Prediction:
    """Every stack that a worker's leaving can make is made by a level that was named, once."""
    stack = state.stack(source)
    left = [stack[: level - 1] + stack[level:] for level in named]
    every = {
        stack[: level - 1] + stack[level:]
        for level, owner in enumerate(stack, start=1)
        if owner == state.active
    }
    return Prediction("workers to move", (len(left), set(left)), (len(every), every), str(stack))


# An answer to the druid


def _offers(state: GameState, luck: Luck) -> Iterator[Prediction]:
    rich = with_chips(state, Chips(2, 2, 2, 2))
    offers = {offer.give: offer for offer in preview.preview_offers(state)}
    for give in Give:
        command = Offer(by=state.decider, give=give)
        offer = offers.get(give)
        if offer is None:
            pay = Chips(*(luck.below(2) for _ in MATERIALS))
            happened = accepted(rich, replace(command, pay=pay)) or None
            yield Prediction("no such answer", offer, happened, about_what(state, command))
            continue
        for price in offer.prices:
            paid = replace(command, pay=price)
            points = max(offer.points, -state.player(state.decider).points)
            happened = _offered(rich, paid)
            yield Prediction("an answer's points", points, happened, about_what(state, paid))


def _offered(state: GameState, command: Offer) -> int | str | None:
    """The points that an answer brings, or the rule that refuses it."""
    rule = refusing_rule(state, command)
    if rule is not None:
        return rule
    former, later = (one.player(command.by).breakdown for one in (state, play(state, command)))
    return later.offerings + later.final_offerings - former.offerings - former.final_offerings


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="predictions", description=__doc__)
    parser.add_argument("number", type=int, help="how many predictions to compare")
    parser.add_argument("--seed", type=int, default=1, help="other games (default: 1)")
    chosen = parser.parse_args(arguments)
    compared: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for one in islice(of_random_games(Luck(chosen.seed)), chosen.number):
        compared[one.kind] += 1
        if not one.right:
            wrong[one.kind] += 1
            _say(f"{one.kind}: told {one.told}, happened {one.happened} ({one.about})")
    for kind in sorted(compared):
        _say(f"{kind:<32} {compared[kind]:>8} compared {wrong[kind]:>6} wrong")
    _say(f"{'all':<32} {compared.total():>8} compared {wrong.total():>6} wrong")
    return 1 if wrong else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
