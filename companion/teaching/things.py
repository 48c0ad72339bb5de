"""Explanations of everything on the table, with its current worth, and of a player's status.

All numbers are for the current state; hands stay secret. Pure functions.
"""

from collections.abc import Mapping
from enum import StrEnum
from itertools import takewhile
from types import MappingProxyType
from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion.content import bonus_chip_sentence, load_content_file, sentence_factory
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    DRUID_STONES,
    MATERIALS,
    Bonus,
    BuildingKind,
    Color,
    MaterialChips,
    OfferingAnswer,
)
from companion.preview import settlement_fields, settlement_size_with_new_hut
from companion.rules.building import building_price
from companion.rules.druid import druids_next_hut, river_points
from companion.rules.finale import rune_points, temple_points
from companion.sentence import Sentence
from companion.state import Building, FinaleStage, GameState, Phase
from companion.teaching.illustration import Illustration, Piece, PieceGroup, bonus_chip_groups
from companion.teaching.payoff import points_change_sentence
from companion.telling.places import (
    DruidPlace,
    FieldPlace,
    Place,
    RiverPlace,
    RunePlace,
    SupplyPlace,
    WorkerPlace,
)
from companion.what_if import state_if_game_ends, yields_if_rolled

_say = sentence_factory("things")


class TablePart(StrEnum):
    """Parts of the game that `explain` can explain in addition to the places of pieces.

    The shield is the cardboard screen that hides a player's chips.
    """

    DRUIDS_TEMPLE = "druids_temple"
    STONE_FIELDS = "stone_fields"
    DIE = "die"
    POINT_TRACK = "point_track"
    SHIELD = "shield"


class PlayerTray(msgspec.Struct, frozen=True):
    """A player's tray on the screen, as a thing that `explain` can explain."""

    color: Color


Thing = Place | TablePart | PlayerTray
"""Anything that can be explained."""


_NO_PICTURE = Illustration()


class Explanation(msgspec.Struct, frozen=True):
    """What a thing is, in two sentences, with its current worth, rule ids and a picture."""

    text: tuple[Sentence, Sentence]
    current_worth: tuple[Sentence, ...]
    rules: tuple[str, ...]
    picture: Illustration = _NO_PICTURE


def explain(state: GameState, thing: Thing) -> Explanation:
    """Explain a piece, a part of the board, or a player's tray.

    Raises IndexError for a worker that does not exist.
    """
    match thing:
        case FieldPlace(field):
            return _on_field(state, field)
        case WorkerPlace(plain, level):
            facts = {"player": state.stack(plain)[level - 1], "chips": MaterialChips(plain, level)}
            return _about("worker", "landed", facts, Illustration(highlighted=(thing,)), "worth")
        case SupplyPlace(plain):
            heap = MaterialChips(plain, state.supply.number(plain))
            facts = {"chips": heap, "most": CHIPS_PER_MATERIAL}
            picture = Illustration(
                highlighted=(thing,), yield_examples=(yields_if_rolled(state, plain),)
            )
            return _about("supply", "back", facts, picture, "left")
        case RunePlace(rune):
            holder = state.rune_holder(rune)
            number = 0 if holder is None else len(state.runes_of(holder))
            facts = {"player": holder, "number": number, "end": rune_points(number)}
            worth = "beside" if holder is None else "held"
            return _about("rune", "points", facts, Illustration(highlighted=(thing,)), worth)
        case DruidPlace():
            return _druid(state)
        case RiverPlace():
            points = river_points(state)
            shares = tuple(
                _say("river", "share", {"player": color, "points": points_change_sentence(number)})
                for color, number in points
            )
            river = _about(
                "river", "not", _NONE, Illustration(highlighted=(thing,), player_numbers=points)
            )
            return replace(river, current_worth=shares or (_say("river", "nobody"),))
        case PlayerTray(color):
            tray = _about("tray", "hidden", {"player": color})
            return replace(tray, current_worth=player_status_sentences(state, color))
        case TablePart():
            return _spot(state, thing)
        case _:
            assert_never(thing)


_NONE: Mapping[str, object] = MappingProxyType({})


def _about(
    thing: str,
    second: str,
    facts: Mapping[str, object] = _NONE,
    picture: Illustration = _NO_PICTURE,
    *worth: str,
) -> Explanation:
    """Return an explanation with texts from the table `thing` in content/things.toml.

    The first sentence has the key `text`, and `second` is the key of the second sentence. `worth`
    has the keys of the lines that say what the thing is worth now. `facts` has the values of the
    placeholders in all these texts.
    """
    return Explanation(
        (_say(thing, "text", facts), _say(thing, second, facts)),
        tuple(_say(thing, key, facts) for key in worth),
        tuple(load_content_file("things")[thing]["rules"]),
        picture,
    )


# On the ring


def _on_field(state: GameState, field: int) -> Explanation:
    building, bonus = state.building(field), state.bonus_on(field)
    lit = Illustration(highlighted=(FieldPlace(field),))
    if building is not None and building.kind is BuildingKind.HUT:
        return _hut(state, field, building.owner)
    if building is not None:
        facts = {"player": building.owner, "number": temple_points(state, field)}
        return _about("temple", "passed", facts, lit, "worth")
    if bonus is not None:
        return _bonus_chip(state, field, bonus)
    printed = state.board.field(field)
    if not printed.is_known:
        return replace(_about("field", "unread", _NONE, lit), rules=("board.survey",))
    prices = {kind: building_price(state, kind, field) for kind in BuildingKind}
    worth = (
        _say("field", "hut", {"price": prices[BuildingKind.HUT]}),
        _say(
            "field",
            "temple",
            {"price": prices[BuildingKind.TEMPLE], "number": temple_points(state, field)},
        ),
    )
    return replace(_about("field", "rune", {"rune": printed.rune}, lit), current_worth=worth)


def _hut(state: GameState, field: int, owner: Color) -> Explanation:
    huts = settlement_fields(state, field)
    facts: dict[str, object] = {"player": owner, "number": len(huts)}
    worth = ("worth", "chip") if state.bonus_staying_under_hut(field) else ("worth",)
    needs = state.board.field(field).needs
    asked = _say("hut", "unread", facts)
    if needs is not None:
        asked = _say("hut", "asks", {"player": owner, "first": needs[0], "second": needs[1]})
    beside = sentence_factory("hints")("settlement", "idea")
    return Explanation(
        (asked, beside),
        tuple(_say("hut", key, facts) for key in worth),
        tuple(load_content_file("things")["hut"]["rules"]),
        Illustration(highlighted=tuple(map(FieldPlace, huts))),
    )


def _bonus_chip(state: GameState, field: int, bonus: Bonus) -> Explanation:
    huts = settlement_size_with_new_hut(state, field)
    worth = [points_change_sentence(bonus.traits.points)] * (bonus.traits.points > 0)
    if bonus.traits.makes_hut_free and state.board.field(field).is_known:
        worth.append(
            _say("bonus-chip", "saves", {"chips": state.board.field(field).printed_price * huts})
        )
    if bonus.traits.stays_under_hut:
        worth.append(_say("bonus-chip", "druid-worth", {"number": huts}))
    return Explanation(
        (bonus_chip_sentence(bonus, "does"), _say("bonus-chip", "no-temple")),
        tuple(worth),
        tuple(load_content_file("things")["bonus-chip"]["rules"]),
        Illustration(highlighted=(FieldPlace(field),), piece_groups=bonus_chip_groups([bonus])),
    )


# The druid, and places without a piece


def _druid(state: GameState) -> Explanation:
    stone, there = state.druid.stone, druids_next_hut(state)
    way: list[int] = []  # the fields he would pass if somebody built now
    if there is not None and stone in (None, DRUID_STONES):
        around = state.board.fields_clockwise_after(state.druid.field or 0)
        way = [*takewhile(lambda field: field != there, around), there]
    druid = _about(
        "druid", "asks", _NONE, Illustration(highlighted=(DruidPlace(),), druid_way=tuple(way))
    )
    if state.finale is FinaleStage.CIRCUIT:
        picture = Illustration(highlighted=(DruidPlace(),))
        return replace(druid, rules=("end.circuit", *druid.rules), picture=picture)
    if stone is not None and stone < DRUID_STONES:
        worth = _say("druid", "to-stone", {"stone": stone + 1})
    elif there is None:
        worth = _say("druid", "stays")
    else:
        worth = _say("druid", "to-hut", {"player": state.hut_owner(there), "field": there})
    return replace(druid, current_worth=(worth,))


def _spot(state: GameState, spot: TablePart) -> Explanation:
    match spot:
        case TablePart.DRUIDS_TEMPLE:
            return _about(
                "druids-temple", "nobody", _NONE, Illustration(highlighted=(DruidPlace(),))
            )
        case TablePart.STONE_FIELDS:
            left = DRUID_STONES - state.druid.stone if state.druid.stone is not None else 0
            worth = ("left",) if left else ()
            picture = Illustration(highlighted=(DruidPlace(),))
            return _about("stone-fields", "asks", {"number": left}, picture, *worth)
        case TablePart.DIE if state.final_circuit_end is not None:
            # In the final circuit the die is not rolled: it marks the end of the circuit.
            lit = Illustration(highlighted=(FieldPlace(state.final_circuit_end),))
            return _about("die-in-circuit", "last", {"field": state.final_circuit_end}, lit)
        case TablePart.DIE:
            yields = tuple(yields_if_rolled(state, plain) for plain in MATERIALS)
            return _about("die", "faces", _NONE, Illustration(yield_examples=yields))
        case TablePart.POINT_TRACK:
            points = tuple((one.color, one.points) for one in state.players)
            return _about(
                "point-track", "hundred", _NONE, Illustration(player_numbers=points), "end"
            )
        case TablePart.SHIELD:
            return _about(
                "shield", "open", _NONE, Illustration(piece_groups=(PieceGroup(Piece.SHIELD, 1),))
            )
        case _:
            assert_never(spot)


# A player's status


def player_status_sentences(state: GameState, color: Color) -> tuple[Sentence, ...]:
    """Return sentences about a player's remaining buildings, rune stones and temples.

    The last sentence says how many points the player would have if the game ended now. It gives a
    range: from all players refusing the druid to all giving both materials. All facts are public.
    Raises KeyError for a colour without a player.
    """
    runes = state.runes_of(color)
    huts, temples = state.huts_left(color), state.temples_left(color)
    lines = [_say("standing", "to-build", {"huts": huts, "temples": temples})]
    if runes:
        number = len(runes)
        over = state.phase is Phase.FINISHED
        facts = {
            "number": number,
            "runes": runes,
            "river": points_change_sentence(0 if over else number),
            "end": points_change_sentence(rune_points(number)),
        }
        lines.append(_say("standing", "runes", facts))
    for field, building in enumerate(state.buildings, 1):
        if building == Building(BuildingKind.TEMPLE, color):
            points = points_change_sentence(temple_points(state, field))
            lines.append(_say("standing", "temple", {"field": field, "points": points}))
    refusing, giving = (
        state_if_game_ends(state, give).player(color).points
        for give in (OfferingAnswer.NONE, OfferingAnswer.BOTH)
    )
    ended = _say("standing", "ended", {"refusing": refusing, "giving": giving})
    if refusing == giving:
        ended = _say("standing", "ended-alike", {"number": giving})
    return (*lines, ended)
