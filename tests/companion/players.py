"""Players who play sensibly enough that a playthrough reads like a game among friends.

Each has a style. What the style leaves open a seeded luck decides, so a game can be played again.
"""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from random import Random
from typing import NamedTuple

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import fold
from companion.pieces import (
    FACES,
    MATERIALS,
    NO_CHIPS,
    STACK_LIMIT,
    SWAP_RATE,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Give,
    Material,
)
from companion.rules import big_yield, building, offering
from companion.rules.settlements import adjacent_huts, settlement
from companion.state import Board, GameState, Phase


class Style(Enum):
    """What a player is after."""

    BUILDER = auto()
    """Builds whenever there is something to build, one temple last of all."""
    HOARDER = auto()
    """Builds a hut or two, then keeps every chip."""
    PRIEST = auto()
    """Wants temples on the board before huts."""
    IDLER = auto()
    """Never builds, never offers; waits until the plains are empty."""


class Site(NamedTuple):
    """Somewhere to build, and the payment with the fewest chips."""

    kind: BuildingKind
    field: int
    pay: Chips


def cheapest(hand: Chips, price: Chips) -> Chips | None:
    """The payment out of `hand` with the fewest swaps, from the fullest heaps; None: too dear."""
    pay = hand.common(price)
    for _ in range(SWAP_RATE * (price.total - pay.total)):
        spare = hand - pay
        fitting = [
            material
            for material in MATERIALS
            if spare.number(material) and hand.number(material) > price.number(material)
        ]
        if not fitting:
            return None
        pay += Chips.of(max(fitting, key=spare.number))
    return pay if pay.total else NO_CHIPS


def sites(state: GameState, color: Color) -> Iterator[Site]:
    """Every field where `color` can build something and pay for it."""
    hand = state.player(color).hand
    for kind in BuildingKind:
        for field in range(1, len(state.board) + 1):
            try:
                building.check_site(state, color, kind, field)
            except RuleViolation:
                continue
            pay = cheapest(hand, building.price(state, kind, field))
            if pay is not None:
                yield Site(kind, field, pay)


def answers(state: GameState) -> Iterator[tuple[Give, Chips, int]]:
    """Every answer to the druid that can be paid, its payment and its points."""
    field = state.visits[0]
    hand = state.player(state.decider).hand
    huts = len(settlement(state, field))
    for give in Give:
        if give is Give.CHIP and state.bonus_on(field) is not Bonus.DRUID:
            continue
        if give in (Give.ONE, Give.BOTH) and not state.board.field(field).known:
            continue
        pays = [cheapest(hand, price) for price in offering.prices(state, field, give)]
        payable = [pay for pay in pays if pay is not None]
        if payable:
            pay = min(payable, key=lambda pay: (pay.total, -hand.common(pay).total))
            yield give, pay, offering.points(give, huts)


class Players:
    """All players of a table; `cardboard` is the printed board where the app's has gaps."""

    def __init__(self, styles: Mapping[Color, Style], seed: int, cardboard: Board | None) -> None:
        self._styles = styles
        self._luck = Random(seed)
        self._cardboard = cardboard

    def command(self, state: GameState) -> do.Command:
        """What happens next at this table."""
        between = self._between(state)
        if between is not None:
            return between
        color = state.decider
        match state.phase:
            case Phase.PLACING:
                free = [plain for plain in MATERIALS if len(state.stack(plain)) < STACK_LIMIT]
                return do.PlaceWorker(by=color, plain=self._luck.choice(free))
            case Phase.ROLL:
                return do.Roll(by=color, face=self._luck.choice(FACES))
            case Phase.TAKE:
                return do.Take(by=color, material=self._wanted(state))
            case Phase.GIVE_BACK:
                hand = state.player(color).hand
                return do.GiveBack(by=color, material=max(MATERIALS, key=hand.number))
            case Phase.ACTION:
                return self._construction(state) or self._move(state)
            case _:
                return self._answer(state)

    def _between(self, state: GameState) -> do.Command | None:
        if state.phase in (Phase.ROLL, Phase.ACTION) and not self._anything_to_wait_for(state):
            return do.DeclareEnd(by=self._luck.choice((None, state.decider)))
        if state.phase is Phase.ACTION and self._cardboard and self._luck.random() < 0.3:
            return self._survey(state)
        if state.in_play and self._luck.random() < 0.04:
            return self._swap(state)
        return None

    def _anything_to_wait_for(self, state: GameState) -> bool:
        """Whether chips are left to earn, or somebody still wants to build."""
        return state.supply.total > 0 or any(
            self._fits(state, color, site.kind)
            for color in state.colors
            for site in sites(state, color)
        )

    def _survey(self, state: GameState) -> do.Command | None:
        printed = enumerate(state.board.fields, start=1)
        unread = [number for number, field in printed if not field.known]
        if not unread:
            return None
        field = self._luck.choice(unread)
        shown = self._cardboard.field(field)
        return do.Survey(field=field, needs=shown.needs, rune=shown.rune)

    def _swap(self, state: GameState) -> do.Command | None:
        """Three of what somebody has most of against one of what they lack."""
        for color in state.colors:
            hand = state.player(color).hand
            most, least = max(MATERIALS, key=hand.number), min(MATERIALS, key=hand.number)
            there = (state.supply + Chips.of(most)).number(least)
            if hand.number(most) > SWAP_RATE and not hand.number(least) and there:
                return do.Swap(by=color, pay=Chips.of(*[most] * SWAP_RATE), take=least)
        return None

    def _wanted(self, state: GameState) -> Material | None:
        there = [material for material in MATERIALS if state.supply.number(material)]
        if self._luck.random() < 0.05:
            return None
        return min(there, key=state.player(state.decider).hand.number)

    def _construction(self, state: GameState) -> do.Command | None:
        color = state.decider
        worth = [
            (self._worth(state, site), site)
            for site in sites(state, color)
            if self._fits(state, color, site.kind)
        ]
        best, site = max(worth, default=(0, None))
        if site is None or best <= 0:
            return None
        build = do.BuildHut if site.kind is BuildingKind.HUT else do.BuildTemple
        return build(by=color, field=site.field, pay=site.pay)

    def _fits(self, state: GameState, color: Color, kind: BuildingKind) -> bool:
        """Whether a player of this style wants to build that now."""
        built = len(state.board) - state.buildings.count(None)
        match self._styles[color]:
            case Style.BUILDER:
                few, both = state.huts_left(color) < 3, state.temples_left(color) > 1
                return kind is BuildingKind.HUT or (few and both) or not state.huts_left(color)
            case Style.HOARDER:
                return kind is BuildingKind.HUT and state.built(color, kind) < 2
            case Style.PRIEST:
                wants_temple = built < 4 or bool(state.hut_fields())
                still = state.temples_left(color) > 0
                if kind is BuildingKind.TEMPLE:
                    return wants_temple
                return built >= 4 and not (wants_temple and still)
            case _:
                return False

    def _worth(self, state: GameState, site: Site) -> float:
        luck = self._luck.random()
        if site.kind is BuildingKind.TEMPLE:
            return 1 + len(adjacent_huts(state, site.field)) + luck
        rune = state.board.field(site.field).rune
        gain = 3.0 * (state.rune_holder(rune) != state.decider)
        gain += {Bonus.POINTS: 3, Bonus.HUT: 4, Bonus.DRUID: 2, None: 0}[state.bonus_on(site.field)]
        return 4 + gain + luck - 0.5 * site.pay.total

    def _move(self, state: GameState) -> do.Command:
        color = state.decider
        moves = [
            do.MoveWorker(by=color, source=source, level=level, target=target)
            for source in MATERIALS
            for level, owner in enumerate(state.stack(source), start=1)
            for target in MATERIALS
            if owner == color and target is not source and len(state.stack(target)) < STACK_LIMIT
        ]
        return max(moves, key=lambda move: self._yield(state, move))

    def _yield(self, state: GameState, move: do.MoveWorker) -> float:
        """What a move brings its player: most of what they lack, and little for the others."""
        after = fold(state, big_yield.move_worker(state, move).events)
        hand = state.player(move.by).hand
        mine = after.player(move.by).hand.total - hand.total
        others = state.supply.total - after.supply.total - mine
        need = 1.5 if hand.number(move.target) == min(hand.counts) else 1.0
        return mine * need - 0.4 * others + self._luck.random()

    def _answer(self, state: GameState) -> do.Command:
        color = state.decider
        mean = self._styles[color] is Style.IDLER
        best = Give.NONE, NO_CHIPS, 0.0
        for give, pay, points in answers(state):
            worth = points + 1 - 0.6 * pay.total + self._luck.random()
            if not mean and worth > best[2]:
                best = give, pay, worth
        return do.Offer(by=color, give=best[0], pay=best[1])
