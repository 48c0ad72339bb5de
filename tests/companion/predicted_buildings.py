"""What was foretold of a building, carried out with the ritual that follows."""

from collections.abc import Iterator
from itertools import takewhile

from msgspec.structs import replace

from companion import preview
from companion.commands import (
    BuildHut,
    BuildTemple,
    DeclareEnd,
    Offer,
    Survey,
)
from companion.errors import RuleViolation
from companion.events import (
    Event,
    FinaleBegun,
    OfferingMade,
    RiverCrossed,
    TempleScored,
    TurnStarted,
)
from companion.game import decide, fold, play
from companion.pieces import (
    MATERIALS,
    NO_CHIPS,
    RUNES,
    Bonus,
    BuildingKind,
    Chips,
    Give,
)
from companion.preview import BuildPreview
from companion.rules.building import check_site
from companion.state import Druid, Finale, GameState, Phase
from companion.what_if import BuildingOutlook, if_built
from tests.companion.cardboard import huts_round
from tests.companion.prediction import Prediction, about_what, accepted, refusing_rule, with_chips
from tests.corrections import any_needs, fitting
from tests.legal_commands import answer
from tests.luck import Luck

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
    after = play(rich, paid)
    yield Prediction(f"a {kind}'s price", told.price, _paid(rich, after), about)
    yield Prediction(f"the rune for a {kind}", _rune_told(state, told), after.runes, about)
    yield Prediction(
        f"the druid's way after a {kind}", _way_told(state, told), _way(rich, paid), about
    )
    if kind is BuildingKind.HUT:
        yield Prediction("a hut's settlement", told.huts, huts_round(state, field), about)
        yield Prediction("a hut's bonus chip", told.bonus, _bonus_used(rich, after, field), about)
    yield from _ritual(rich, paid, told, luck)


def _payments(rich: GameState, command: BuildHut | BuildTemple, luck: Luck) -> Iterator[Prediction]:
    """Whether a payment at random, and the price without one chip, settle the price."""
    prices = preview.prices(rich, command)
    pays = [Chips(*(luck.below(3) for _ in MATERIALS)).common(rich.player(command.by).hand)]
    pays += [
        prices[0].replaced(material, prices[0].number(material) - 1)
        for material in MATERIALS
        if prices[0].number(material)
    ][:1]
    for pay in pays:
        paid = replace(command, pay=pay)
        told = preview.balance(pay, *prices).settles
        yield Prediction("a payment", told, accepted(rich, paid), about_what(rich, paid))


def _paid(before: GameState, after: GameState) -> Chips:
    return before.player(before.active).hand - after.player(before.active).hand


def _rune_told(state: GameState, told: BuildPreview) -> tuple[object, ...]:
    """Who holds each rune stone if it is as told."""
    assert told.rune is None or state.rune_holder(told.rune) == told.rune_from
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
    events = decide(state, command)
    return fold(state, takewhile(lambda event: not isinstance(event, FinaleBegun), events)).druid


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
    events = list(decide(state, command))
    after = fold(state, events)
    asked = []
    while after.phase is Phase.OFFERING and after.finale is not Finale.CIRCUIT:
        color, field = after.decider, after.visits[0]
        more = decide(after, answer(after, luck))
        sizes = [event.huts for event in more if isinstance(event, OfferingMade)]
        asked.append((field, color, *sizes))
        after = fold(after, more)
        events += more
    visits = [(visit.field, visit.owner, visit.both) for visit in told.visits]
    yield Prediction(f"who is asked after a {kind}", visits, asked, about)
    way = "on the way" if any(map(_is_river, decide(state, command))) else "in the ritual"
    crossed = any(map(_is_river, events))
    where = f"the river {way}" if crossed else "no river"
    yield Prediction(f"{where} after a {kind}", told.crosses_river, crossed, about)
    rune_points = tuple(
        (color, points)
        for color in state.colors
        if (points := _interim(after, color) - _interim(state, color))
    )
    yield Prediction(f"rune points after a {kind}", told.river, rune_points, about)
    if kind is BuildingKind.TEMPLE:
        yield Prediction("a temple's end points", told.end_points, _scored(after, told), about)


def _is_river(event: Event) -> bool:
    return isinstance(event, RiverCrossed)


def _interim(state: GameState, color: object) -> int:
    return state.player(color).breakdown.interim_runes


def _scored(state: GameState, told: BuildPreview) -> int | None:
    """What the final scoring gives the temple if the game ends now and nobody offers anything."""
    events = []
    if state.phase is Phase.ROLL:
        state = replace(state, supply=NO_CHIPS)
        events = list(decide(state, DeclareEnd()))
        state = fold(state, events)
    while state.phase is Phase.OFFERING:
        more = decide(state, Offer(by=state.decider, give=Give.NONE))
        state = fold(state, more)
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
        check_site(state, builder, kind, field)
    except RuleViolation:
        return
    told = if_built(state, kind, field, builder)
    where = "in a ritual" if state.visits else "in a turn"
    about = f"{about_what(state, _BUILD[kind](by=builder, field=field))} {state.visits}"
    for give in (None, Give.NONE, Give.BOTH):
        points = [one.points for one in _forked(state, told, builder, give, luck).players]
        least = [one.least for one in told.points]
        most = [one.most for one in told.points]
        if give is None:
            within = [min(max(one), top) for *one, top in zip(points, least, most, strict=True)]
            yield Prediction(f"points thought of {where}", within, points, about)
        else:
            end = least if give is Give.NONE else most
            word = "fewest" if give is Give.NONE else "most"
            yield Prediction(f"{word} points thought of {where}", end, points, about)


def _forked(
    state: GameState, told: BuildingOutlook, builder: object, give: Give | None, luck: Luck
) -> GameState:
    """The game after that and its ritual, everybody giving so much (None: anything)."""
    plenty = Chips(200, 200, 200, 200)
    rich = replace(state, players=tuple(replace(one, hand=plenty) for one in state.players))
    free = _ritual_ended(rich, give, luck)
    now = replace(free, phase=Phase.ACTION, active=builder, decider=builder)
    build = _BUILD[told.preview.kind](by=builder, field=told.preview.field, pay=told.preview.price)
    return _ritual_ended(_within_the_turn(now, build), give, luck)


def _ritual_ended(state: GameState, give: Give | None, luck: Luck) -> GameState:
    while state.visits:
        field = state.visits[0]
        if not state.board.field(field).known and (give is Give.BOTH or luck.once_in(2)):
            rune = luck.pick(fitting(state, field))
            state = _within_the_turn(state, Survey(field=field, needs=any_needs(luck), rune=rune))
        needs = state.board.field(field).needs
        offer = answer(state, luck)
        if give is not None:
            pay = Chips.of(*needs) if give is Give.BOTH and needs else NO_CHIPS
            offer = Offer(by=state.decider, give=give, pay=pay)
        state = _within_the_turn(state, offer)
    return state


def _within_the_turn(state: GameState, command: object) -> GameState:
    """The state after a command, before the next turn or the final circuit begins."""
    events = decide(state, command)
    return fold(
        state, takewhile(lambda event: not isinstance(event, FinaleBegun | TurnStarted), events)
    )
