"""What is this, and what is it worth now: of each thing on the table; and how somebody stands.

All numbers are of the game as it stands; no hand is looked at. Pure functions.
"""

from enum import StrEnum
from typing import assert_never

import msgspec

from companion.pieces import (
    BONUS_POINTS,
    CHIPS_PER_MATERIAL,
    DRUID_STONES,
    MATERIALS,
    Bonus,
    BuildingKind,
    Color,
    Give,
    Heap,
    Material,
    Rune,
)
from companion.preview import joined_by, settlement
from companion.rules.building import price
from companion.rules.druid import next_hut, river_points
from companion.rules.finale import rune_points, temple_points
from companion.sentence import N_, Sentence
from companion.state import Finale, GameState, Phase
from companion.teaching.payoff import signed
from companion.teaching.picture import Drawn, Picture, Piece, if_rolled_there
from companion.telling.places import (
    DruidPlace,
    InStack,
    InSupply,
    OnField,
    Place,
    RiverPlace,
    RunePlace,
)
from companion.what_if import if_ended


class Spot(StrEnum):
    """What a finger may rest on beside the places where pieces lie."""

    DRUIDS_TEMPLE = "druids_temple"
    STONE_FIELDS = "stone_fields"
    DIE = "die"
    POINT_TRACK = "point_track"
    SHIELD = "shield"


class Tray(msgspec.Struct, frozen=True):
    """A player's own place on the screen, and what lies before them."""

    color: Color


Thing = Place | Spot | Tray
"""All that somebody may ask about."""


class About(msgspec.Struct, frozen=True):
    """What a thing is, in two sentences, and what it is worth as things stand, a line each.

    `rules` are the ids of the rules behind it.
    """

    text: tuple[Sentence, Sentence]
    worth: tuple[Sentence, ...]
    rules: tuple[str, ...]
    picture: Picture = Picture()


def about(state: GameState, thing: Thing) -> About:
    """What a thing on the table is. Raises IndexError for a worker that does not stand there."""
    match thing:
        case OnField(field):
            return _on_field(state, field)
        case InStack(plain, level):
            return _worker(state, plain, level)
        case InSupply(plain):
            return _supply(state, plain)
        case RunePlace(rune):
            return _rune(state, rune)
        case DruidPlace():
            return _druid(state)
        case RiverPlace():
            return _river(state)
        case Tray(color):
            return _tray(state, color)
        case Spot():
            return _spot(state, thing)
        case _:
            assert_never(thing)


# On the ring


def _on_field(state: GameState, field: int) -> About:
    building = state.building(field)
    if building is not None and building.kind is BuildingKind.HUT:
        return _hut(state, field, building.owner)
    if building is not None:
        return _temple(state, field, building.owner)
    bonus = state.bonus_on(field)
    if bonus is not None:
        return _bonus_chip(state, field, bonus)
    return _empty(state, field)


def _hut(state: GameState, field: int, owner: Color) -> About:
    huts = settlement(state, field)
    number = len(huts)
    facts = {"player": owner, "number": number}
    worth = [
        Sentence(
            N_("It stands alone: one material or both, {number} point."),
            facts,
            N_("A settlement of {number} huts: both materials score {number} points here."),
        )
    ]
    if state.bonus_on(field) is Bonus.DRUID:
        worth.append(
            Sentence(
                N_("The druid chip under it scores {number} point as well."),
                facts,
                N_("The druid chip under it scores {number} points as well."),
            )
        )
    needs = state.board.field(field).needs
    asked = Sentence(
        N_("{player}'s hut: when the druid comes, {player} may offer him something."), facts
    )
    if needs is not None:
        asked = Sentence(
            N_("{player}'s hut: when the druid comes, he asks {player} for {first} and {second}."),
            {"player": owner, "first": needs[0], "second": needs[1]},
        )
    beside = Sentence(
        N_(
            "Huts right next to it, anybody's, make it a settlement: the second costs both icons "
            "twice, the third three times."
        )
    )
    rules = ("ritual.order", "offer.both", "offer.one", "offer.none", "hut.cost")
    return About((asked, beside), tuple(worth), rules, Picture(lit=tuple(map(OnField, huts))))


def _temple(state: GameState, field: int, owner: Color) -> About:
    points = temple_points(state, field)
    text = (
        Sentence(
            N_(
                "{player}'s temple: in the end it scores a point for each hut of the settlements "
                "right beside it."
            ),
            {"player": owner},
        ),
        Sentence(N_("The druid passes it, and it makes no hut dearer.")),
    )
    worth = Sentence(
        N_("As things stand, {number} point in the end."),
        {"number": points},
        N_("As things stand, {number} points in the end."),
    )
    return About(text, (worth,), ("end.temples", "temple.cost", "druid.walk"), _lit(OnField(field)))


def _lit(*places: Place) -> Picture:
    return Picture(lit=places)


def _bonus_chip(state: GameState, field: int, bonus: Bonus) -> About:
    known = state.board.field(field).known
    match bonus:
        case Bonus.POINTS:
            first = Sentence(
                N_("A bonus chip: whoever builds a hut here scores {points} points at once."),
                {"points": BONUS_POINTS},
            )
            worth: tuple[Sentence, ...] = (signed(BONUS_POINTS),)
        case Bonus.HUT:
            first = Sentence(N_("A bonus chip: whoever builds a hut here pays nothing for it."))
            saved = state.board.field(field).price * joined_by(state, field) if known else None
            worth = (Sentence(N_("It saves {chips}."), {"chips": saved}),) if saved else ()
        case Bonus.DRUID:
            first = Sentence(
                N_(
                    "A bonus chip: it stays under the hut built here, and its owner may give it "
                    "to the druid in place of both materials."
                )
            )
            number = joined_by(state, field)
            worth = (
                Sentence(
                    N_("As things stand it would score {number} point."),
                    {"number": number},
                    N_("As things stand it would score {number} points."),
                ),
            )
        case _:
            assert_never(bonus)
    second = Sentence(N_("As long as the chip lies here, no temple may be built here."))
    drawn = (Drawn(Piece.BONUS_CHIP, 1, bonus=bonus),)
    picture = Picture(lit=(OnField(field),), drawn=drawn)
    return About((first, second), worth, ("hut.bonus", "temple.field", "offer.chip"), picture)


def _empty(state: GameState, field: int) -> About:
    printed = state.board.field(field)
    nothing = Sentence(N_("Nothing is built here yet: there is room for a hut or a temple."))
    if not printed.known:
        unread = Sentence(
            N_("Nobody has read its rune and its icons off your board: that comes first.")
        )
        return About((nothing, unread), (), ("board.survey",), _lit(OnField(field)))
    rune = Sentence(N_("A hut brings its builder rune {rune}."), {"rune": printed.rune})
    points = temple_points(state, field)
    worth = (
        Sentence(N_("A hut: {price}."), {"price": price(state, BuildingKind.HUT, field)}),
        Sentence(
            N_("A temple: {price}, as things stand {number} point in the end."),
            {"price": price(state, BuildingKind.TEMPLE, field), "number": points},
            N_("A temple: {price}, as things stand {number} points in the end."),
        ),
    )
    rules = ("hut.field", "hut.cost", "hut.rune", "temple.field", "temple.cost")
    return About((nothing, rune), worth, rules, _lit(OnField(field)))


# On the plains


def _worker(state: GameState, plain: Material, level: int) -> About:
    owner = state.stack(plain)[level - 1]
    text = (
        Sentence(
            N_("{player}'s worker: he earns one chip each time the die shows this plain."),
            {"player": owner},
        ),
        Sentence(
            N_("When somebody lands on his stack, he earns as many as he stands high: 1, 2 or 3.")
        ),
    )
    worth = Sentence(N_("Here {chips}, as long as they last."), {"chips": Heap(plain, level)})
    rules = ("small.material", "big.move", "big.yield", "setup.workers")
    return About(text, (worth,), rules, _lit(InStack(plain, level)))


def _supply(state: GameState, plain: Material) -> About:
    text = (
        Sentence(N_("These chips are earned by the workers on this plain.")),
        Sentence(
            N_(
                "What anybody pays or gives the druid comes back here. Once all four plains are "
                "empty, you may agree to end the game."
            )
        ),
    )
    worth = [
        Sentence(
            N_("{chips} of {most} left."),
            {"chips": Heap(plain, state.supply.number(plain)), "most": CHIPS_PER_MATERIAL},
        )
    ]
    rules = ("small.material", "big.yield", "swap.any-time", "end.exhausted")
    yields = (if_rolled_there(state, plain),)
    return About(text, tuple(worth), rules, Picture(lit=(InSupply(plain),), yields=yields))


# Rune stones, the river, the druid


def _rune(state: GameState, rune: Rune) -> About:
    text = (
        Sentence(N_("Whoever built the last hut in its area holds this rune stone.")),
        Sentence(
            N_(
                "It scores a point at each river crossing, and in the end more with every stone "
                "you hold."
            )
        ),
    )
    holder = state.rune_holder(rune)
    if holder is None:
        worth = Sentence(N_("It lies beside the board: the next hut in its area takes it."))
    else:
        number = len(state.runes_of(holder))
        worth = Sentence(
            N_(
                "{player} holds it, and no other: {number} point at each crossing, {end} in the "
                "end."
            ),
            {"player": holder, "number": number, "end": rune_points(number)},
            N_("{player} holds {number}: {number} points at each crossing, {end} in the end."),
        )
    return About(text, (worth,), ("hut.rune", "river.interim", "end.runes"), _lit(RunePlace(rune)))


def _druid(state: GameState) -> About:
    text = (
        Sentence(N_("Each building moves the druid: over his three stones, then from hut to hut.")),
        Sentence(N_("Where he stops he asks the owner for an offering.")),
    )
    rules = ("druid.stones", "druid.walk", "ritual.order", "offer.none")
    if state.finale is Finale.CIRCUIT:
        return About(text, (), ("end.circuit", *rules), _lit(DruidPlace()))
    return About(text, (_next_of(state),), rules, Picture(lit=(DruidPlace(),), way=_his_way(state)))


def _his_way(state: GameState) -> tuple[int, ...]:
    """The fields that the next building would take him past, as things stand."""
    stone, there = state.druid.stone, next_hut(state)
    if there is None or stone not in (None, DRUID_STONES):
        return ()
    first = 1 if state.druid.field is None else state.board.after(state.druid.field)
    way = [first]
    while way[-1] != there:
        way.append(state.board.after(way[-1]))
    return tuple(way)


def _next_of(state: GameState) -> Sentence:
    """Where the next building takes him as things stand."""
    stone = state.druid.stone
    if stone is not None and stone < DRUID_STONES:
        return Sentence(N_("The next building takes him to stone {stone}."), {"stone": stone + 1})
    field = next_hut(state)
    if field is None:
        return Sentence(N_("No hut stands yet: he stays where he is."))
    return Sentence(
        N_("As things stand, the next building takes him to {player}'s hut on {field}."),
        {"player": state.hut_owner(field), "field": field},
    )


def _spot(state: GameState, spot: Spot) -> About:
    match spot:
        case Spot.DRUIDS_TEMPLE:
            text = (
                Sentence(N_("Here the druid waits until the first building stands.")),
                Sentence(N_("This temple is nobody's, and scores nothing.")),
            )
            return About(text, (), ("druid.stones",), _lit(DruidPlace()))
        case Spot.STONE_FIELDS:
            text = (
                Sentence(N_("The first three buildings lead the druid over his stones.")),
                Sentence(N_("Until then he asks nobody for anything.")),
            )
            left = DRUID_STONES - state.druid.stone if state.druid.stone is not None else 0
            worth = Sentence(
                N_("{number} building until he stands on the last one."),
                {"number": left},
                N_("{number} buildings until he stands on the last one."),
            )
            return About(text, (worth,) if left else (), ("druid.stones",), _lit(DruidPlace()))
        case Spot.DIE:
            text = (
                Sentence(N_("Each turn begins with a roll, which counts for everybody.")),
                Sentence(
                    N_(
                        "A material pays the workers on its plain, +1 brings each player a chip, "
                        "−1 takes one."  # noqa: RUF001 - a minus
                    )
                ),
            )
            if state.die_place is not None:
                return _die_at_the_end(state.die_place)
            yields = tuple(if_rolled_there(state, plain) for plain in MATERIALS)
            rules = ("small.roll", "small.material", "small.plus", "small.minus")
            return About(text, (), rules, Picture(yields=yields))
        case Spot.POINT_TRACK:
            text = (
                Sentence(N_("The markers show everybody's points: the most win in the end.")),
                Sentence(N_("Whoever passes 99 starts again at 0 and takes the 100 chip.")),
            )
            points = tuple((one.color, one.points) for one in state.players)
            last = Sentence(
                N_("In the end there are last offerings at every hut, rune stones and temples.")
            )
            scoring = ("setup.points", "end.winner", "end.circuit", "end.runes", "end.temples")
            return About(text, (last,), scoring, Picture(numbers=points))
        case Spot.SHIELD:
            text = (
                Sentence(N_("Behind your cardboard screen lie your chips, for your eyes only.")),
                Sentence(N_("Rune stones, huts and temples lie open.")),
            )
            return About(
                text, (), ("setup.hand", "pay.hand"), Picture(drawn=(Drawn(Piece.SHIELD, 1),))
            )
        case _:
            assert_never(spot)


def _die_at_the_end(field: int) -> About:
    """Nobody rolls in the final circuit: it marks where that ends."""
    text = (
        Sentence(N_("Nobody rolls any more: the druid goes round to every hut once.")),
        Sentence(
            N_("Put the die beside {field}: it marks the last hut that he visits."),
            {"field": field},
        ),
    )
    return About(text, (), ("end.circuit",), _lit(OnField(field)))


def _river(state: GameState) -> About:
    text = (
        Sentence(N_("Each time the druid crosses the river, every rune stone scores a point.")),
        Sentence(N_("Not when he comes from his stones, nor in the final circuit.")),
    )
    points = river_points(state)
    worth = tuple(
        Sentence(N_("{player} {points}"), {"player": color, "points": signed(number)})
        for color, number in points
    )
    nobody = (Sentence(N_("Nobody holds a rune stone yet.")),)
    return About(
        text, worth or nobody, ("river.interim",), Picture(lit=(RiverPlace(),), numbers=points)
    )


# How somebody stands


class Standing(msgspec.Struct, frozen=True):
    """How a player stands, from what everybody can see.

    `river` is what each crossing scores them, `rune_points` what their stones score in the end,
    `temples` are their temples by field with what each scores in the end. `end` are their points
    in the end as things stand, where all refuse the druid and where all give him both materials.
    """

    color: Color
    points: int
    huts_left: int
    temples_left: int
    runes: tuple[Rune, ...]
    river: int
    rune_points: int
    temples: tuple[tuple[int, int], ...]
    end: tuple[int, int]


def standing(state: GameState, color: Color) -> Standing:
    """How a player stands. Raises KeyError where nobody has that colour."""
    player = state.player(color)
    runes = state.runes_of(color)
    over = state.phase is Phase.FINISHED
    refusing, giving = (
        if_ended(state, give).player(color).points for give in (Give.NONE, Give.BOTH)
    )
    return Standing(
        color=color,
        points=player.points,
        huts_left=state.huts_left(color),
        temples_left=state.temples_left(color),
        runes=runes,
        river=0 if over else len(runes),
        rune_points=rune_points(len(runes)),
        temples=tuple(
            (field, temple_points(state, field))
            for field, building in enumerate(state.buildings, 1)
            if building is not None
            and building.owner == color
            and building.kind is BuildingKind.TEMPLE
        ),
        end=(refusing, giving),
    )


def standing_lines(one: Standing) -> tuple[Sentence, ...]:
    """How a player stands, in words, a line each."""
    number = len(one.runes)
    lines = [
        Sentence(N_("{number} point"), {"number": one.points}, N_("{number} points")),
        Sentence(
            N_("Still to build: huts {huts}, temples {temples}"),
            {"huts": one.huts_left, "temples": one.temples_left},
        ),
    ]
    if number:
        facts = {
            "number": number,
            "runes": one.runes,
            "river": signed(one.river),
            "end": signed(one.rune_points),
        }
        lines.append(
            Sentence(
                N_("Rune stone ({runes}): at each river crossing {river}, in the end {end}"),
                facts,
                N_(
                    "{number} rune stones ({runes}): at each river crossing {river}, in the end "
                    "{end}"
                ),
            )
        )
    lines += (
        Sentence(
            N_("Temple on {field}: in the end {points}"), {"field": field, "points": signed(points)}
        )
        for field, points in one.temples
    )
    refusing, giving = one.end
    ended = Sentence(
        N_(
            "If the game ended now: {refusing} where all refuse the druid, {giving} where all give "
            "both."
        ),
        {"refusing": refusing, "giving": giving},
    )
    if refusing == giving:
        ended = Sentence(N_("If the game ended now: {number}."), {"number": giving})
    lines.append(ended)
    return tuple(lines)


def _tray(state: GameState, color: Color) -> About:
    text = (
        Sentence(
            N_(
                "Here is how {player} stands, and what {player} has to move: +2 and −1 of one "  # noqa: RUF001 - a minus
                "material is both, take two and return one."
            ),
            {"player": color},
        ),
        Sentence(N_("Chips are hidden; all else lies open.")),
    )
    rules = ("hut.stock", "temple.stock", "setup.hand")
    return About(text, standing_lines(standing(state, color)), rules)
