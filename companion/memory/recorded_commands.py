"""A command as a line of a record, and back (`record.md`, "Commands").

A correction and a declared end have a form of their own there; all other commands are written as
they are.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeVar, assert_never

import msgspec

from companion import commands as do
from companion.memory.record_text import FORMAT_RULE, decoded, field_number, refuse
from companion.pieces import NO_CHIPS, Bonus, BuildingKind, Color, Material, Rune
from companion.sentence import Sentence
from companion.state import Building


class _BuildingWire(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    building: BuildingKind | None
    owner: Color | None = None


class _PrintedWire(msgspec.Struct, forbid_unknown_fields=True):
    needs: tuple[Material, Material]
    rune: Rune


class _DruidWire(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    stone: int | None = None
    field: int | None = None


class _SetWire(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    points: dict[Color, int] = {}
    hands: dict[Color, dict[Material, int]] = {}
    supply: dict[Material, int] = {}
    stacks: dict[Material, tuple[Color, ...]] = {}
    runes: dict[Rune, Color | None] = {}
    fields: dict[str, _BuildingWire] = {}
    bonus: dict[str, Bonus | None] = {}
    druid: _DruidWire | msgspec.UnsetType = msgspec.UNSET
    active: Color | msgspec.UnsetType = msgspec.UNSET
    printed: dict[str, _PrintedWire] = {}


class _CorrectWire(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag="correct"):
    set: _SetWire
    why: str


class _DeclareEndWire(
    msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag="declare_end"
):
    by: Color | msgspec.UnsetType = msgspec.UNSET


_CommandWire = (
    do.PlaceWorker
    | do.Roll
    | do.Take
    | do.GiveBack
    | do.MoveWorker
    | do.BuildHut
    | do.BuildTemple
    | do.Offer
    | do.Swap
    | do.Survey
    | _DeclareEndWire
    | _CorrectWire
)

_Name = TypeVar("_Name", bound=StrEnum)
_Value = TypeVar("_Value")

_ORDER: dict[StrEnum, int] = {
    name: place for names in (Color, Material, Rune) for place, name in enumerate(names)
}

_command_decoder: msgspec.json.Decoder[_CommandWire] = msgspec.json.Decoder(_CommandWire)
_encoder = msgspec.json.Encoder()


def parse_command(line: bytes, number: int) -> do.Command:
    """The command on a line; `number` is the line's, for the error. Raises RecordError."""
    wire = decoded(_command_decoder, line, number)
    if isinstance(wire, _CorrectWire):
        named = tuple(color for color, hand in _by_name(wire.set.hands) if not hand)
        return do.Correct(changes=tuple(_changes(wire.set, number)), why=wire.why, named=named)
    if isinstance(wire, _DeclareEndWire):
        return do.DeclareEnd(by=None if wire.by is msgspec.UNSET else wire.by)
    return wire


def write_command(command: do.Command) -> bytes:
    """A command line without its end."""
    if isinstance(command, do.Correct):
        return _encoder.encode(_CorrectWire(_set_wire(command), command.why))
    if isinstance(command, do.BuildHut | do.BuildTemple | do.Offer) and command.pay == NO_CHIPS:
        # The encoder leaves a default out only when it is the very same object.
        command = msgspec.structs.replace(command, pay=NO_CHIPS)
    return _encoder.encode(command)


def _changes(wire: _SetWire, number: int) -> Iterator[do.Change]:
    for color, points in _by_name(wire.points):
        yield do.SetPoints(color, points)
    for color, hand in _by_name(wire.hands):
        for material, count in _by_name(hand):
            yield do.SetHand(color, material, count)
    for material, count in _by_name(wire.supply):
        yield do.SetSupply(material, count)
    for plain, workers in _by_name(wire.stacks):
        yield do.SetStack(plain, workers)
    for rune, holder in _by_name(wire.runes):
        yield do.SetRune(rune, holder)
    for field, building in _by_field(wire.fields, number):
        yield do.SetField(field, _wire_building(building, number))
    for field, bonus in _by_field(wire.bonus, number):
        yield do.SetBonus(field, bonus)
    if wire.druid is not msgspec.UNSET:
        yield do.SetDruid(wire.druid.stone, wire.druid.field)
    if wire.active is not msgspec.UNSET:
        yield do.SetActive(wire.active)
    for field, printed in _by_field(wire.printed, number):
        yield do.SetPrinted(field, printed.needs, printed.rune)


def _by_name(table: dict[_Name, _Value]) -> list[tuple[_Name, _Value]]:
    """The entries in the order of the box, so that equal corrections are equal commands."""
    return sorted(table.items(), key=lambda item: _ORDER[item[0]])


def _by_field(table: dict[str, _Value], number: int) -> list[tuple[int, _Value]]:
    entries = [(field_number(key, number), value) for key, value in table.items()]
    return sorted(entries, key=lambda entry: entry[0])


def _wire_building(wire: _BuildingWire, number: int) -> Building | None:
    if wire.building is None and wire.owner is None:
        return None
    if wire.building is None or wire.owner is None:
        refuse(number, FORMAT_RULE, Sentence("a building and its owner have to be told together"))
    return Building(wire.building, wire.owner)


def _set_wire(command: do.Correct) -> _SetWire:
    wire = _SetWire(hands={color: {} for color in command.named})
    for change in command.changes:
        match change:
            case do.SetPoints(color, points):
                wire.points[color] = points
            case do.SetHand(color, material, number):
                wire.hands.setdefault(color, {})[material] = number
            case do.SetSupply(material, number):
                wire.supply[material] = number
            case do.SetStack(plain, workers):
                wire.stacks[plain] = workers
            case do.SetRune(rune, holder):
                wire.runes[rune] = holder
            case do.SetField(field, building):
                kind = building.kind if building else None
                wire.fields[str(field)] = _BuildingWire(kind, building.owner if building else None)
            case do.SetBonus(field, bonus):
                wire.bonus[str(field)] = bonus
            case do.SetDruid(stone, field):
                wire.druid = _DruidWire(stone, field)
            case do.SetActive(color):
                wire.active = color
            case do.SetPrinted(field, needs, rune):
                wire.printed[str(field)] = _PrintedWire(needs, rune)
            case _:
                assert_never(change)
    return wire
