"""What is this, and what is it worth now: of each thing on the table; and how somebody stands.

All numbers are of the game as it stands; no hand is looked at. Pure functions.
"""

from enum import StrEnum
from typing import assert_never

import msgspec

from companion.content import say
from companion.pieces import (
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
from companion.rulebook import BONUS_CHIPS
from companion.rules.building import price
from companion.rules.druid import next_hut, river_points
from companion.rules.finale import rune_points, temple_points
from companion.sentence import Sentence
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

_say = say("things")


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
    worth = [_say("hut", "worth", facts)]
    if state.staying_bonus(field):
        worth.append(_say("hut", "chip", facts))
    needs = state.board.field(field).needs
    asked = _say("hut", "unread", facts)
    if needs is not None:
        asked = _say("hut", "asks", {"player": owner, "first": needs[0], "second": needs[1]})
    beside = say("hints")("settlement", "idea")
    rules = ("ritual.order", "offer.both", "offer.one", "offer.none", "hut.cost")
    return About((asked, beside), tuple(worth), rules, Picture(lit=tuple(map(OnField, huts))))


def _temple(state: GameState, field: int, owner: Color) -> About:
    points = temple_points(state, field)
    text = (
        _say("temple", "text", {"player": owner}),
        _say("temple", "passed"),
    )
    worth = _say("temple", "worth", {"number": points})
    return About(text, (worth,), ("end.temples", "temple.cost", "druid.walk"), _lit(OnField(field)))


def _lit(*places: Place) -> Picture:
    return Picture(lit=places)


def _bonus_chip(state: GameState, field: int, bonus: Bonus) -> About:
    huts = joined_by(state, field)
    worth = [signed(bonus.points)] * (bonus.points > 0)
    if bonus.pays and state.board.field(field).known:
        worth.append(_say("bonus-chip", "saves", {"chips": state.board.field(field).price * huts}))
    if bonus.stays:
        worth.append(_say("bonus-chip", "druid-worth", {"number": huts}))
    text = (BONUS_CHIPS[bonus], _say("bonus-chip", "no-temple"))
    drawn = (Drawn(Piece.BONUS_CHIP, 1, bonus=bonus),)
    picture = Picture(lit=(OnField(field),), drawn=drawn)
    return About(text, tuple(worth), ("hut.bonus", "temple.field", "offer.chip"), picture)


def _empty(state: GameState, field: int) -> About:
    printed = state.board.field(field)
    nothing = _say("field")
    if not printed.known:
        unread = _say("field", "unread")
        return About((nothing, unread), (), ("board.survey",), _lit(OnField(field)))
    rune = _say("field", "rune", {"rune": printed.rune})
    points = temple_points(state, field)
    worth = (
        _say("field", "hut", {"price": price(state, BuildingKind.HUT, field)}),
        _say(
            "field", "temple", {"price": price(state, BuildingKind.TEMPLE, field), "number": points}
        ),
    )
    rules = ("hut.field", "hut.cost", "hut.rune", "temple.field", "temple.cost")
    return About((nothing, rune), worth, rules, _lit(OnField(field)))


# On the plains


def _worker(state: GameState, plain: Material, level: int) -> About:
    owner = state.stack(plain)[level - 1]
    text = (
        _say("worker", "text", {"player": owner}),
        _say("worker", "landed"),
    )
    worth = _say("worker", "worth", {"chips": Heap(plain, level)})
    rules = ("small.material", "big.move", "big.yield", "setup.workers")
    return About(text, (worth,), rules, _lit(InStack(plain, level)))


def _supply(state: GameState, plain: Material) -> About:
    text = (
        _say("supply"),
        _say("supply", "back"),
    )
    worth = [
        _say(
            "supply",
            "left",
            {"chips": Heap(plain, state.supply.number(plain)), "most": CHIPS_PER_MATERIAL},
        )
    ]
    rules = ("small.material", "big.yield", "swap.any-time", "end.exhausted")
    yields = (if_rolled_there(state, plain),)
    return About(text, tuple(worth), rules, Picture(lit=(InSupply(plain),), yields=yields))


# Rune stones, the river, the druid


def _rune(state: GameState, rune: Rune) -> About:
    text = (
        _say("rune"),
        _say("rune", "points"),
    )
    holder = state.rune_holder(rune)
    if holder is None:
        worth = _say("rune", "beside")
    else:
        number = len(state.runes_of(holder))
        worth = _say(
            "rune", "held", {"player": holder, "number": number, "end": rune_points(number)}
        )
    return About(text, (worth,), ("hut.rune", "river.interim", "end.runes"), _lit(RunePlace(rune)))


def _druid(state: GameState) -> About:
    text = (
        _say("druid"),
        _say("druid", "asks"),
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
        return _say("druid", "to-stone", {"stone": stone + 1})
    field = next_hut(state)
    if field is None:
        return _say("druid", "stays")
    return _say("druid", "to-hut", {"player": state.hut_owner(field), "field": field})


def _spot(state: GameState, spot: Spot) -> About:
    match spot:
        case Spot.DRUIDS_TEMPLE:
            text = (
                _say("druids-temple"),
                _say("druids-temple", "nobody"),
            )
            return About(text, (), ("druid.stones",), _lit(DruidPlace()))
        case Spot.STONE_FIELDS:
            text = (
                _say("stone-fields"),
                _say("stone-fields", "asks"),
            )
            left = DRUID_STONES - state.druid.stone if state.druid.stone is not None else 0
            worth = _say("stone-fields", "left", {"number": left})
            return About(text, (worth,) if left else (), ("druid.stones",), _lit(DruidPlace()))
        case Spot.DIE:
            text = (
                _say("die"),
                _say("die", "faces"),
            )
            if state.die_place is not None:
                return _die_at_the_end(state.die_place)
            yields = tuple(if_rolled_there(state, plain) for plain in MATERIALS)
            rules = ("small.roll", "small.material", "small.plus", "small.minus")
            return About(text, (), rules, Picture(yields=yields))
        case Spot.POINT_TRACK:
            text = (
                _say("point-track"),
                _say("point-track", "hundred"),
            )
            points = tuple((one.color, one.points) for one in state.players)
            last = _say("point-track", "end")
            scoring = ("setup.points", "end.winner", "end.circuit", "end.runes", "end.temples")
            return About(text, (last,), scoring, Picture(numbers=points))
        case Spot.SHIELD:
            text = (
                _say("shield"),
                _say("shield", "open"),
            )
            return About(
                text, (), ("setup.hand", "pay.hand"), Picture(drawn=(Drawn(Piece.SHIELD, 1),))
            )
        case _:
            assert_never(spot)


def _die_at_the_end(field: int) -> About:
    """Nobody rolls in the final circuit: it marks where that ends."""
    text = (
        _say("die", "circuit"),
        _say("die", "last", {"field": field}),
    )
    return About(text, (), ("end.circuit",), _lit(OnField(field)))


def _river(state: GameState) -> About:
    text = (
        _say("river"),
        _say("river", "not"),
    )
    points = river_points(state)
    worth = tuple(
        _say("river", "share", {"player": color, "points": signed(number)})
        for color, number in points
    )
    nobody = (_say("river", "nobody"),)
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
        _say("standing", "points", {"number": one.points}),
        _say("standing", "to-build", {"huts": one.huts_left, "temples": one.temples_left}),
    ]
    if number:
        facts = {
            "number": number,
            "runes": one.runes,
            "river": signed(one.river),
            "end": signed(one.rune_points),
        }
        lines.append(_say("standing", "runes", facts))
    lines += (
        _say("standing", "temple", {"field": field, "points": signed(points)})
        for field, points in one.temples
    )
    refusing, giving = one.end
    ended = _say("standing", "ended", {"refusing": refusing, "giving": giving})
    if refusing == giving:
        ended = _say("standing", "ended-alike", {"number": giving})
    lines.append(ended)
    return tuple(lines)


def _tray(state: GameState, color: Color) -> About:
    text = (
        _say("tray", "text", {"player": color}),
        _say("tray", "hidden"),
    )
    rules = ("hut.stock", "temple.stock", "setup.hand")
    return About(text, standing_lines(standing(state, color)), rules)
