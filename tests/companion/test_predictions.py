"""What a preview tells is what then happens.

Positions of random games, in which what was foretold is carried out: every field as hut and as
temple with the ritual that follows, every worker's move, every answer to the druid; and, at any
moment, buildings that somebody thinks of, in forks of the game. What happens is read off the
states, and counted as people count it.
"""

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from hypothesis import given, settings
from msgspec.structs import replace

from companion import preview
from companion.commands import (
    BuildHut,
    BuildTemple,
    Command,
    DeclareEnd,
    EnterPrintedField,
    MakeOffering,
    MoveWorker,
)
from companion.errors import RuleViolation
from companion.events import (
    Event,
    FinaleStarted,
    OfferingMade,
    RiverCrossed,
    TempleScored,
    TurnStarted,
)
from companion.evolution import apply_events
from companion.game import events_of_command, state_after_command
from companion.memory.record import encode_command
from companion.pieces import (
    DRUID_STONES,
    MATERIALS,
    NO_CHIPS,
    RUNES,
    Bonus,
    BuildingKind,
    Chips,
    Material,
    OfferingAnswer,
)
from companion.preview import BuildPreview
from companion.rules.building import check_building_site
from companion.rules.setup import initial_state
from companion.state import Druid, FinaleStage, GameState, Phase
from companion.what_if import BuildingOutcome, building_outcome
from tests.companion.cardboard import huts_round
from tests.corrections import any_needs, fitting, jump_ahead
from tests.legal_commands import answer, legal_command
from tests.luck import Luck
from tests.strategies import lucks
from tests.tables import any_setup

SOME = 300
"""Predictions that are looked at in a game."""
LONGEST = 300
"""Commands after which a game is left."""
_THOUGHTS = 4
"""Fields of a position on which somebody thinks of building."""
_EVERY = 5
"""One position in so many is looked at, and each in which the druid asks."""


class Prediction(NamedTuple):
    """What was told before and what happened then; `about` says where, for whoever mends it."""

    kind: str
    told: object
    happened: object
    about: str


def accepted(state: GameState, command: Command) -> bool:
    """Whether the rules let a command pass."""
    return refusing_rule(state, command) is None


def refusing_rule(state: GameState, command: Command) -> str | None:
    """The rule that refuses a command, if any."""
    try:
        events_of_command(state, command)
    except RuleViolation as refusal:
        return refusal.rule
    return None


def about_what(state: GameState, command: Command) -> str:
    """Where a prediction was made and of what, for whoever looks for what was wrong."""
    return f"turn {state.turn}: {encode_command(command).decode()}"


def with_chips(state: GameState, chips: Chips) -> GameState:
    """The same where whoever decides has these chips, and the plains as many as ever."""
    decider = state.player(state.decider)
    players = tuple(
        replace(player, hand=player.hand + chips) if player is decider else player
        for player in state.players
    )
    return replace(state, players=players)


def of_a_game(luck: Luck) -> Iterator[Prediction]:
    """Predictions in some positions of one game; every other game soon nears its end."""
    state = initial_state(any_setup(luck))
    jump = luck.once_in(2)
    for _ in range(LONGEST):
        if state.phase is Phase.FINISHED:
            return
        if state.phase is Phase.OFFERING or luck.once_in(_EVERY):
            yield from of_a_position(state, luck)
        jumps = jump and state.phase is Phase.ROLL
        state = state_after_command(
            state, jump_ahead(state, luck) if jumps else legal_command(state, luck)
        )
        jump = jump and not jumps


def of_a_position(state: GameState, luck: Luck) -> Iterator[Prediction]:
    """Everything that can be foretold in a state."""
    yield _end(state)
    if state.is_in_play and state.finale is not FinaleStage.CIRCUIT:
        for field in luck.some(range(1, len(state.board) + 1), _THOUGHTS):
            yield from of_a_thought(state, luck.pick(tuple(BuildingKind)), field, luck)
    if state.is_in_play:
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
    told = preview.may_declare_end(state)
    return Prediction("the end", told, accepted(state, command), about_what(state, command))


def _areas(state: GameState, luck: Luck) -> Iterator[Prediction]:
    """The areas that fit one of the fields that nobody has read."""
    unread = [
        number for number, printed in enumerate(state.board.fields, 1) if not printed.is_known
    ]
    if not unread:
        return
    field = luck.pick(unread)
    fitting = preview.possible_areas(state.board, field)
    for rune in RUNES:
        command = EnterPrintedField(field=field, needs=(Material.WOOD, Material.WOOL), rune=rune)
        happened = accepted(state, command)
        yield Prediction("an area", rune in fitting, happened, about_what(state, command))


# A worker's move


def _moves(state: GameState) -> Iterator[Prediction]:
    for source in MATERIALS:
        named = preview.movable_levels(state, state.active, source)
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
    after = state_after_command(state, command)
    working = set(after.stack(command.target))
    happened = {
        color: after.player(color).hand - state.player(color).hand for color in state.colors
    }
    earned = {color: NO_CHIPS.with_number(command.target, n) for color, n in told.earnings}
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
    for give in OfferingAnswer:
        command = MakeOffering(by=state.decider, give=give)
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


def _offered(state: GameState, command: MakeOffering) -> int | str | None:
    """The points that an answer brings, or the rule that refuses it."""
    rule = refusing_rule(state, command)
    if rule is not None:
        return rule
    former, later = (
        one.player(command.by).breakdown for one in (state, state_after_command(state, command))
    )
    return later.offerings + later.final_offerings - former.offerings - former.final_offerings


# A building and the ritual that follows


_BUILD = {BuildingKind.HUT: BuildHut, BuildingKind.TEMPLE: BuildTemple}


def of_a_building(
    state: GameState, kind: BuildingKind, field: int, luck: Luck
) -> Iterator[Prediction]:
    """Its price and all that it causes until the ritual has ended, or why it is refused."""
    command = _BUILD[kind](by=state.active, field=field)
    about = about_what(state, command)
    try:
        told = preview.preview_build(state, kind, field)
    except RuleViolation as refusal:
        rule = refusing_rule(state, command)
        yield Prediction(f"no {kind}", refusal.rule, rule, about)
        return
    rich = with_chips(state, told.price + Chips(1, 1, 1, 1))
    yield from _payments(rich, command, luck)
    paid = replace(command, pay=told.price)
    after = state_after_command(rich, paid)
    yield Prediction(f"a {kind}'s price", told.price, _paid(rich, after), about)
    yield Prediction(f"the rune for a {kind}", _rune_told(state, told), after.runes, about)
    yield Prediction(
        f"the druid's way after a {kind}", _way_told(state, told), _way(rich, paid), about
    )
    if kind is BuildingKind.HUT:
        yield Prediction(
            "a hut's settlement", told.settlement_size, huts_round(state, field), about
        )
        yield Prediction("a hut's bonus chip", told.bonus, _bonus_used(rich, after, field), about)
    yield from _ritual(rich, paid, told, luck)


def _payments(rich: GameState, command: BuildHut | BuildTemple, luck: Luck) -> Iterator[Prediction]:
    """Whether a payment at random, and the price without one chip, settle the price."""
    prices = preview.price_options(rich, command)
    pays = [Chips(*(luck.below(3) for _ in MATERIALS)).common(rich.player(command.by).hand)]
    pays += [
        prices[0].with_number(material, prices[0].number(material) - 1)
        for material in MATERIALS
        if prices[0].number(material)
    ][:1]
    for pay in pays:
        paid = replace(command, pay=pay)
        told = preview.payment_balance(pay, *prices).is_settled
        yield Prediction("a payment", told, accepted(rich, paid), about_what(rich, paid))


def _paid(before: GameState, after: GameState) -> Chips:
    return before.player(before.active).hand - after.player(before.active).hand


def _rune_told(state: GameState, told: BuildPreview) -> tuple[object, ...]:
    """Who holds each rune stone if it is as told."""
    assert told.rune is None or state.rune_holder(told.rune) == told.rune_former_holder
    return tuple(
        state.active if rune is told.rune else holder
        for rune, holder in zip(RUNES, state.runes, strict=True)
    )


def _way_told(state: GameState, told: BuildPreview) -> Druid:
    """Where the druid stands if it is as told."""
    druid = state.druid
    if told.druid_stone is not None:
        return replace(druid, stone=told.druid_stone)
    if told.druid_field is not None:
        assert told.druid_from == druid.field
        return replace(druid, stone=None, field=told.druid_field)
    return druid


def _way(state: GameState, command: BuildHut | BuildTemple) -> Druid:
    """Where the druid stands after his walk, though the final circuit may begin at once."""
    events = events_of_command(state, command)
    return apply_events(
        state, takewhile(lambda event: not isinstance(event, FinaleStarted), events)
    ).druid


def _bonus_used(before: GameState, after: GameState, field: int) -> Bonus | None:
    """The chip by what it did: two points, nothing paid, or still lying there."""
    builder = before.active
    if after.bonus_on(field) is not None:
        return Bonus.DRUID
    if after.player(builder).breakdown.bonus == before.player(builder).breakdown.bonus + 2:
        return Bonus.POINTS
    used = before.bonus.count(Bonus.HUT) > after.bonus.count(Bonus.HUT)
    return Bonus.HUT if used and _paid(before, after) == NO_CHIPS else None


def _ritual(
    state: GameState, command: BuildHut | BuildTemple, told: BuildPreview, luck: Luck
) -> Iterator[Prediction]:
    """The ritual to its end, with answers at random."""
    kind, about = told.kind, about_what(state, command)
    events = list(events_of_command(state, command))
    after = apply_events(state, events)
    asked = []
    while after.phase is Phase.OFFERING and after.finale is not FinaleStage.CIRCUIT:
        color, field = after.decider, after.visits[0]
        more = events_of_command(after, answer(after, luck))
        sizes = [event.huts for event in more if isinstance(event, OfferingMade)]
        asked.append((field, color, *sizes))
        after = apply_events(after, more)
        events += more
    visits = [(visit.field, visit.owner, visit.settlement_size) for visit in told.visits]
    yield Prediction(f"who is asked after a {kind}", visits, asked, about)
    way = (
        "on the way" if any(map(_is_river, events_of_command(state, command))) else "in the ritual"
    )
    crossed = any(map(_is_river, events))
    where = f"the river {way}" if crossed else "no river"
    yield Prediction(f"{where} after a {kind}", told.crosses_river, crossed, about)
    rune_points = tuple(
        (color, points)
        for color in state.colors
        if (points := _interim(after, color) - _interim(state, color))
    )
    yield Prediction(f"rune points after a {kind}", told.river_points, rune_points, about)
    if kind is BuildingKind.TEMPLE:
        yield Prediction("a temple's end points", told.temple_points, _scored(after, told), about)


def _is_river(event: Event) -> bool:
    return isinstance(event, RiverCrossed)


def _interim(state: GameState, color: object) -> int:
    return state.player(color).breakdown.interim_runes


def _scored(state: GameState, told: BuildPreview) -> int | None:
    """What the final scoring gives the temple if the game ends now and nobody offers anything."""
    events = []
    if state.phase is Phase.ROLL:
        state = replace(state, supply=NO_CHIPS)
        events = list(events_of_command(state, DeclareEnd()))
        state = apply_events(state, events)
    while state.phase is Phase.OFFERING:
        more = events_of_command(state, MakeOffering(by=state.decider, give=OfferingAnswer.NONE))
        state = apply_events(state, more)
        events += more
    temples = [event for event in events if isinstance(event, TempleScored)]
    return next((temple.huts for temple in temples if temple.field == told.field), None)


# What if: everybody's points, from any moment on


def of_a_thought(
    state: GameState, kind: BuildingKind, field: int, luck: Luck
) -> Iterator[Prediction]:
    """Anybody's building there: what answers at random, none and all bring, in forks of the game.

    A ritual that is on is played to its end first. Nothing where nothing may be built.
    """
    builder = luck.pick(state.colors)
    try:
        check_building_site(state, builder, kind, field)
    except RuleViolation:
        return
    told = building_outcome(state, kind, field, builder)
    where = "in a ritual" if state.visits else "in a turn"
    about = f"{about_what(state, _BUILD[kind](by=builder, field=field))} {state.visits}"
    for give in (None, OfferingAnswer.NONE, OfferingAnswer.BOTH):
        points = [one.points for one in _forked(state, told, builder, give, luck).players]
        least = [one.least for one in told.points]
        most = [one.most for one in told.points]
        if give is None:
            within = [min(max(one), top) for *one, top in zip(points, least, most, strict=True)]
            yield Prediction(f"points thought of {where}", within, points, about)
        else:
            end = least if give is OfferingAnswer.NONE else most
            word = "fewest" if give is OfferingAnswer.NONE else "most"
            yield Prediction(f"{word} points thought of {where}", end, points, about)


def _forked(
    state: GameState,
    told: BuildingOutcome,
    builder: object,
    give: OfferingAnswer | None,
    luck: Luck,
) -> GameState:
    """The game after that and its ritual, everybody giving so much (None: anything)."""
    plenty = Chips(200, 200, 200, 200)
    rich = replace(state, players=tuple(replace(one, hand=plenty) for one in state.players))
    free = _ritual_ended(rich, give, luck)
    now = replace(free, phase=Phase.ACTION, active=builder, pending=(builder,))
    build = _BUILD[told.preview.kind](by=builder, field=told.preview.field, pay=told.preview.price)
    return _ritual_ended(_within_the_turn(now, build), give, luck)


def _ritual_ended(state: GameState, give: OfferingAnswer | None, luck: Luck) -> GameState:
    while state.visits:
        field = state.visits[0]
        if not state.board.field(field).is_known and (
            give is OfferingAnswer.BOTH or luck.once_in(2)
        ):
            rune = luck.pick(fitting(state, field))
            state = _within_the_turn(
                state, EnterPrintedField(field=field, needs=any_needs(luck), rune=rune)
            )
        needs = state.board.field(field).needs
        offer = answer(state, luck)
        if give is not None:
            pay = Chips.of(*needs) if give is OfferingAnswer.BOTH and needs else NO_CHIPS
            offer = MakeOffering(by=state.decider, give=give, pay=pay)
        state = _within_the_turn(state, offer)
    return state


def _within_the_turn(state: GameState, command: object) -> GameState:
    """The state after a command, before the next turn or the final circuit begins."""
    events = events_of_command(state, command)
    return apply_events(
        state, takewhile(lambda event: not isinstance(event, FinaleStarted | TurnStarted), events)
    )


@settings(max_examples=20)
@given(lucks)
def test_what_is_told_is_what_then_happens(luck: Luck):
    assert [one for one in islice(of_a_game(luck), SOME) if one.told != one.happened] == []
