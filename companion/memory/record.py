"""The game record: text to commands and back, and the state as others see it (`record.md`).

A record is JSON Lines in UTF-8: a header, then a command a line. Reading is lazy and bounded,
so that a record may come through a pipe and may be hostile.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Annotated, BinaryIO, Literal, NoReturn, TypeVar, assert_never

import msgspec

from companion.commands import (
    BuildHut,
    BuildTemple,
    Change,
    Command,
    Correct,
    DeclareEnd,
    GiveBack,
    MoveWorker,
    Offer,
    PlaceWorker,
    Roll,
    SetActive,
    SetBonus,
    SetDruid,
    SetField,
    SetHand,
    SetPoints,
    SetPrinted,
    SetRune,
    SetStack,
    SetSupply,
    Survey,
    Swap,
    Take,
)
from companion.errors import RecordError, RuleViolation
from companion.game import Setup, play, start
from companion.pieces import MATERIALS, NO_CHIPS, Bonus, BuildingKind, Chips, Color, Material, Rune
from companion.rules.areas import areas_follow
from companion.rules.setup import Seat
from companion.state import Board, Building, GameState, Player

FORMAT_RULE = "record.format"
LINE_LIMIT = 64 * 1024
"""Bytes that a line may have, without its end."""
COMMAND_LIMIT = 100_000
SMALLEST_BOARD = 24

FindBoard = Callable[[str], Board | None]
"""Gives the board of a name, or None: boards that the app ships or has learnt."""

_REASON_SHOWN = 300
_FIELD_KEY = re.compile(r"[1-9][0-9]{0,5}")


class _SeatWire(msgspec.Struct, forbid_unknown_fields=True):
    color: Color
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    record: Literal["meduris-companion"]
    version: Literal[1]
    board: str | Board
    players: list[_SeatWire]
    first: int
    bonus: dict[str, Bonus]


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
    PlaceWorker
    | Roll
    | Take
    | GiveBack
    | MoveWorker
    | BuildHut
    | BuildTemple
    | Offer
    | Swap
    | Survey
    | _DeclareEndWire
    | _CorrectWire
)

_Wire = TypeVar("_Wire")
_Name = TypeVar("_Name", bound=StrEnum)
_Value = TypeVar("_Value")

_ORDER: dict[StrEnum, int] = {
    name: place for names in (Color, Material, Rune) for place, name in enumerate(names)
}

_header_decoder = msgspec.json.Decoder(_Header)
_command_decoder: msgspec.json.Decoder[_CommandWire] = msgspec.json.Decoder(_CommandWire)
_encoder = msgspec.json.Encoder()


def replay(stream: BinaryIO, find_board: FindBoard) -> Iterator[GameState]:
    """The state after the header, then after each command.

    Raises RecordError at the first line that breaks the format or a rule.
    """
    number, state = 1, None
    for number, item in read_record(stream, find_board):
        try:
            state = start(item) if isinstance(item, Setup) else play(_begun(state), item)
        except RuleViolation as refusal:
            _refuse(number, refusal.rule, str(refusal))
        yield state


def _begun(state: GameState | None) -> GameState:
    if state is None:
        raise ValueError("a record begins with its header")
    return state


def read_record(stream: BinaryIO, find_board: FindBoard) -> Iterator[tuple[int, Setup | Command]]:
    """The header, then the commands, each with the number of its line, as they are read.

    Raises RecordError where a line breaks the format; no rule is asked.
    """
    number = 0
    for number, line in _lines(stream):
        if number == 1:
            yield number, parse_header(line, find_board)
        elif number > COMMAND_LIMIT + 1:
            _refuse(
                number,
                FORMAT_RULE,
                f"the record is too long: it has at most {COMMAND_LIMIT} commands",
            )
        else:
            yield number, parse_command(line, number)
    if number == 0:
        _refuse(1, FORMAT_RULE, "the record is empty: its first line has to be the header")


def parse_header(line: bytes, find_board: FindBoard) -> Setup:
    """The setup that a header describes. Raises RecordError (line 1)."""
    header = _decode(_header_decoder, line, 1)
    bonus = tuple((_field_number(key, 1), chip) for key, chip in header.bonus.items())
    return Setup(
        board=_header_board(header.board, find_board),
        players=tuple(Seat(player.color, player.name) for player in header.players),
        first=header.first,
        bonus=tuple(sorted(bonus)),
    )


def parse_command(line: bytes, number: int) -> Command:
    """The command on a line; `number` is the line's, for the error. Raises RecordError."""
    wire = _decode(_command_decoder, line, number)
    if isinstance(wire, _CorrectWire):
        named = tuple(color for color, hand in _by_name(wire.set.hands) if not hand)
        return Correct(changes=tuple(_changes(wire.set, number)), why=wire.why, named=named)
    if isinstance(wire, _DeclareEndWire):
        return DeclareEnd(by=None if wire.by is msgspec.UNSET else wire.by)
    return wire


def write_header(setup: Setup) -> bytes:
    """A header line without its end; the board always stands inline."""
    header = _Header(
        record="meduris-companion",
        version=1,
        board=setup.board,
        players=[_SeatWire(seat.color, seat.name) for seat in setup.players],
        first=setup.first,
        bonus={str(field): chip for field, chip in setup.bonus},
    )
    return _encoder.encode(header)


def write_command(command: Command) -> bytes:
    """A command line without its end."""
    if isinstance(command, Correct):
        return _encoder.encode(_CorrectWire(_set_wire(command), command.why))
    if isinstance(command, BuildHut | BuildTemple | Offer) and command.pay == NO_CHIPS:
        # The encoder leaves a default out only when it is the very same object.
        command = msgspec.structs.replace(command, pay=NO_CHIPS)
    return _encoder.encode(command)


def write_record(setup: Setup, commands: Iterable[Command]) -> bytes:
    """A whole record, each line ended."""
    lines = [write_header(setup), *map(write_command, commands)]
    return b"".join(line + b"\n" for line in lines)


def state_object(state: GameState) -> dict[str, object]:
    """The state as plain data, exactly as `record.md` shows it."""
    return {
        "phase": state.phase,
        "decider": state.decider,
        "active": state.active,
        "turn": state.turn,
        "finale": state.finale,
        "supply": _chips_object(state.supply),
        "stacks": dict(zip(MATERIALS, state.stacks, strict=True)),
        "players": [_player_object(state, player) for player in state.players],
        "fields": [
            {
                "field": field,
                "building": building.kind if building else None,
                "owner": building.owner if building else None,
                "bonus": bonus,
            }
            for field, (building, bonus) in enumerate(
                zip(state.buildings, state.bonus, strict=True), start=1
            )
        ],
        "druid": {"stone": state.druid.stone, "field": state.druid.field},
        "visits": state.visits,
        "winners": state.winners,
    }


def write_state(state: GameState) -> bytes:
    """`state_object` as one JSON line without its end."""
    return _encoder.encode(state_object(state))


def check_board(board: Board) -> str | None:
    """What is wrong with a board as a whole, as a sentence, or None (board facts)."""
    if len(board) < SMALLEST_BOARD:
        return f"a board has at least {SMALLEST_BOARD} fields, this one has {len(board)}"
    for number, field in enumerate(board.fields, start=1):
        if (field.needs is None) != (field.rune is None):
            return f"field {number} is half read: `needs` and `rune` are both told or both null"
    if not areas_follow(tuple(field.rune for field in board.fields)):
        return "the nine rune areas do not follow each other in order round the ring"
    return None


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Numbered lines without their ends, none of which is ever read beyond the limit."""
    number = 0
    while line := stream.readline(LINE_LIMIT + 2):
        number += 1
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(text) > LINE_LIMIT:
            _refuse(
                number, FORMAT_RULE, f"this line is too long: a line has at most {LINE_LIMIT} bytes"
            )
        yield number, text


def _decode(decoder: msgspec.json.Decoder[_Wire], line: bytes, number: int) -> _Wire:
    try:
        return decoder.decode(line)
    except msgspec.MsgspecError as error:
        _refuse(number, FORMAT_RULE, str(error))
    except UnicodeDecodeError:
        _refuse(number, FORMAT_RULE, "this line is not UTF-8 text")
    except RecursionError:
        _refuse(number, FORMAT_RULE, "this line is nested too deeply")


def _refuse(number: int, rule: str, reason: str) -> NoReturn:
    """Raise with a reason that is one printable line, whatever the record put into it."""
    shown = "".join(sign if sign.isprintable() else " " for sign in reason)
    raise RecordError(number, rule, shown[:_REASON_SHOWN]) from None


def _header_board(board: str | Board, find_board: FindBoard) -> Board:
    if isinstance(board, str):
        found = find_board(board)
        if found is None:
            _refuse(
                1,
                FORMAT_RULE,
                f"there is no board named {board!r} here; write its fields into the header",
            )
        return found
    wrong = check_board(board)
    if wrong is not None:
        _refuse(1, FORMAT_RULE, wrong)
    return board


def _field_number(key: str, number: int) -> int:
    if not _FIELD_KEY.fullmatch(key):
        _refuse(number, FORMAT_RULE, f"{key!r} is no field number: they are whole numbers from 1")
    return int(key)


def _changes(wire: _SetWire, number: int) -> Iterator[Change]:
    for color, points in _by_name(wire.points):
        yield SetPoints(color, points)
    for color, hand in _by_name(wire.hands):
        for material, count in _by_name(hand):
            yield SetHand(color, material, count)
    for material, count in _by_name(wire.supply):
        yield SetSupply(material, count)
    for plain, workers in _by_name(wire.stacks):
        yield SetStack(plain, workers)
    for rune, holder in _by_name(wire.runes):
        yield SetRune(rune, holder)
    for field, building in _by_field(wire.fields, number):
        yield SetField(field, _wire_building(building, number))
    for field, bonus in _by_field(wire.bonus, number):
        yield SetBonus(field, bonus)
    if wire.druid is not msgspec.UNSET:
        yield SetDruid(wire.druid.stone, wire.druid.field)
    if wire.active is not msgspec.UNSET:
        yield SetActive(wire.active)
    for field, printed in _by_field(wire.printed, number):
        yield SetPrinted(field, printed.needs, printed.rune)


def _by_name(table: dict[_Name, _Value]) -> list[tuple[_Name, _Value]]:
    """The entries in the order of the box, so that equal corrections are equal commands."""
    return sorted(table.items(), key=lambda item: _ORDER[item[0]])


def _by_field(table: dict[str, _Value], number: int) -> list[tuple[int, _Value]]:
    entries = [(_field_number(key, number), value) for key, value in table.items()]
    return sorted(entries, key=lambda entry: entry[0])


def _wire_building(wire: _BuildingWire, number: int) -> Building | None:
    if wire.building is None and wire.owner is None:
        return None
    if wire.building is None or wire.owner is None:
        _refuse(number, FORMAT_RULE, "a building and its owner have to be told together")
    return Building(wire.building, wire.owner)


def _set_wire(command: Correct) -> _SetWire:
    wire = _SetWire(hands={color: {} for color in command.named})
    for change in command.changes:
        match change:
            case SetPoints(color, points):
                wire.points[color] = points
            case SetHand(color, material, number):
                wire.hands.setdefault(color, {})[material] = number
            case SetSupply(material, number):
                wire.supply[material] = number
            case SetStack(plain, workers):
                wire.stacks[plain] = workers
            case SetRune(rune, holder):
                wire.runes[rune] = holder
            case SetField(field, building):
                kind = building.kind if building else None
                wire.fields[str(field)] = _BuildingWire(kind, building.owner if building else None)
            case SetBonus(field, bonus):
                wire.bonus[str(field)] = bonus
            case SetDruid(stone, field):
                wire.druid = _DruidWire(stone, field)
            case SetActive(color):
                wire.active = color
            case SetPrinted(field, needs, rune):
                wire.printed[str(field)] = _PrintedWire(needs, rune)
            case _:
                assert_never(change)
    return wire


def _chips_object(chips: Chips) -> dict[str, int]:
    return dict(zip(MATERIALS, chips.counts, strict=True))


def _player_object(state: GameState, player: Player) -> dict[str, object]:
    return {
        "color": player.color,
        "points": player.points,
        "hand": _chips_object(player.hand),
        "huts_left": state.huts_left(player.color),
        "temples_left": state.temples_left(player.color),
        "runes": sorted(state.runes_of(player.color)),
        "breakdown": msgspec.structs.asdict(player.breakdown),
    }
