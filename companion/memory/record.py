"""Reading and writing of game records (RECORD.md).

Records may be hostile: each line is limited in length and validated.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import BinaryIO, Literal, NamedTuple, NoReturn, TypeVar, assert_never

import msgspec

from companion import commands as do
from companion.commands import Command
from companion.errors import RecordError, RuleViolation
from companion.events import OfferingMade
from companion.game import Seat, Setup, initial_state, state_after_command
from companion.history import Step
from companion.memory.names import LONGEST_TEXT
from companion.memory.text_file import strip_byte_order_mark
from companion.pieces import MATERIALS, NO_CHIPS, Bonus, BuildingKind, Chips, Color, Material, Rune
from companion.rules.areas import areas_fit_ring
from companion.sentence import Sentence
from companion.state import Board, Building, GameState, Player

FORMAT_RULE = "record.format"
LINE_LIMIT = 64 * 1024
"""Maximum bytes of a line, without its line break."""

_MOST_SHOWN = 300
_FIELD_KEY = re.compile(r"[1-9][0-9]{0,5}")

_Wire = TypeVar("_Wire")


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield each line with its number from 1. Raises RecordError if a line is too long."""
    number = 0
    while line := stream.readline(LINE_LIMIT + 2):
        number += 1
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        if number == 1:
            text = strip_byte_order_mark(text)
        if len(text) > LINE_LIMIT:
            raise_record_error(
                number,
                Sentence(
                    "this line is too long: a line has at most {limit} bytes", {"limit": LINE_LIMIT}
                ),
            )
        yield number, text


def decode_line(decoder: msgspec.json.Decoder[_Wire], line: bytes, line_number: int) -> _Wire:
    """Decode a line of a record. Raises RecordError if the line has a wrong format."""
    try:
        return decoder.decode(line)
    except msgspec.MsgspecError as error:
        told = Sentence(
            "this line does not have the form of a record: {error}",
            {"error": excerpt_for_message(str(error))},
        )
        raise_record_error(line_number, told)
    except UnicodeDecodeError:
        raise_record_error(line_number, Sentence("this line is not UTF-8 text"))
    except RecursionError:
        raise_record_error(line_number, Sentence("this line is nested too deeply"))


def raise_record_error(line_number: int, reason: Sentence, rule: str = FORMAT_RULE) -> NoReturn:
    """Raise RecordError for a line; `rule` is the id of the rule that the line breaks."""
    raise RecordError(line_number, rule, reason) from None


def excerpt_for_message(text: str) -> str:
    """Shorten a text from a record for an error message; control characters become spaces."""
    return "".join(sign if sign.isprintable() else " " for sign in text)[:_MOST_SHOWN]


def parse_field_number(key: str, line_number: int) -> int:
    """Parse `key` as the number of a field. Raises RecordError."""
    if not _FIELD_KEY.fullmatch(key):
        told = Sentence(
            "{key} is not a field number: fields are numbered from 1",
            {"key": excerpt_for_message(repr(key))},
        )
        raise_record_error(line_number, told)
    return int(key)


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
    | do.TakeChip
    | do.GiveBackChip
    | do.MoveWorker
    | do.BuildHut
    | do.BuildTemple
    | do.MakeOffering
    | do.SwapChips
    | do.EnterPrintedField
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


def parse_command(line: bytes, line_number: int) -> do.Command:
    """Parse the command in a line. Raises RecordError."""
    wire = decode_line(_command_decoder, line, line_number)
    if isinstance(wire, _CorrectWire):
        named = tuple(color for color, hand in _by_name(wire.set.hands) if not hand)
        return do.Correct(changes=tuple(_changes(wire.set, line_number)), why=wire.why, named=named)
    if isinstance(wire, _DeclareEndWire):
        return do.DeclareEnd(by=None if wire.by is msgspec.UNSET else wire.by)
    return wire


def encode_command(command: do.Command) -> bytes:
    """Encode a command as a line of a record, without the line break."""
    if isinstance(command, do.Correct):
        return _encoder.encode(_CorrectWire(_set_wire(command), command.why))
    if (
        isinstance(command, do.BuildHut | do.BuildTemple | do.MakeOffering)
        and command.pay == NO_CHIPS
    ):
        # The encoder omits a default only if it is the same object.
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
        yield do.SetBuilding(field, _wire_building(building, number))
    for field, bonus in _by_field(wire.bonus, number):
        yield do.SetBonus(field, bonus)
    if wire.druid is not msgspec.UNSET:
        yield do.SetDruid(wire.druid.stone, wire.druid.field)
    if wire.active is not msgspec.UNSET:
        yield do.SetActive(wire.active)
    for field, printed in _by_field(wire.printed, number):
        yield do.SetPrintedField(field, printed.needs, printed.rune)


def _by_name(table: dict[_Name, _Value]) -> list[tuple[_Name, _Value]]:
    """Return the items of a dictionary, sorted by the order of the keys in their enum.

    Without the sorting, equal corrections could give different commands.
    """
    return sorted(table.items(), key=lambda item: _ORDER[item[0]])


def _by_field(table: dict[str, _Value], number: int) -> list[tuple[int, _Value]]:
    entries = [(parse_field_number(key, number), value) for key, value in table.items()]
    return sorted(entries, key=lambda entry: entry[0])


def _wire_building(wire: _BuildingWire, number: int) -> Building | None:
    if wire.building is None and wire.owner is None:
        return None
    if wire.building is None or wire.owner is None:
        raise_record_error(number, Sentence("a building and its owner must be given together"))
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
            case do.SetBuilding(field, building):
                kind = building.kind if building else None
                wire.fields[str(field)] = _BuildingWire(kind, building.owner if building else None)
            case do.SetBonus(field, bonus):
                wire.bonus[str(field)] = bonus
            case do.SetDruid(stone, field):
                wire.druid = _DruidWire(stone, field)
            case do.SetActive(color):
                wire.active = color
            case do.SetPrintedField(field, needs, rune):
                wire.printed[str(field)] = _PrintedWire(needs, rune)
            case _:
                assert_never(change)
    return wire


COMMAND_LIMIT = 100_000
SMALLEST_BOARD = 24

FindBoard = Callable[[str], Board | None]
"""Function that finds a board by its name; it returns None if there is no such board."""


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    record: Literal["meduris-companion"]
    version: Literal[1]
    board: str | Board
    players: tuple[Seat, ...]
    first: int
    bonus: dict[str, Bonus]


_header_decoder = msgspec.json.Decoder(_Header)


class RecordReader(NamedTuple):
    """A record whose header was read; `numbered_commands` yields commands with line numbers."""

    setup: Setup
    numbered_commands: Iterator[tuple[int, Command]]


def replayed_states(stream: BinaryIO, find_board: FindBoard) -> Iterator[GameState]:
    """Yield the state after the header, and the state after each command. Raises RecordError."""
    record = open_record(stream, find_board)
    number = 1
    try:
        state = initial_state(record.setup)
        yield state
        for number, command in record.numbered_commands:  # noqa: B007 - named by the refusal
            state = state_after_command(state, command)
            yield state
    except RuleViolation as refusal:
        raise_record_error(number, refusal.sentence, refusal.rule)


def open_record(stream: BinaryIO, find_board: FindBoard) -> RecordReader:
    """Read the header of a record; its commands are read from the stream only when needed.

    Reading header and commands raises RecordError for a wrong format; rules are not checked.
    """
    lines = numbered_lines(stream)
    _number, header = next(lines, (1, None))
    if header is None:
        empty = Sentence("the record is empty: its first line must be the header")
        raise_record_error(1, empty)
    return RecordReader(parse_header(header, find_board), _read_commands(lines))


def _read_commands(lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, Command]]:
    for number, line in lines:
        if number > COMMAND_LIMIT + 1:
            told = Sentence(
                "the record is too long: it has at most {limit} commands",
                {"limit": COMMAND_LIMIT},
            )
            raise_record_error(number, told)
        yield number, parse_command(line, number)


def parse_header(line: bytes, find_board: FindBoard) -> Setup:
    """Parse the first line of a record. Raises RecordError for line 1."""
    header = decode_line(_header_decoder, line, 1)
    board = find_board(header.board) if isinstance(header.board, str) else header.board
    if board is None:
        told = Sentence(
            "there is no board named {name} here; write its fields into the header",
            {"name": excerpt_for_message(repr(header.board))},
        )
        raise_record_error(1, told)
    wrong = None if board is not header.board else board_problem(board)
    if wrong is not None:
        raise_record_error(1, wrong)
    bonus = tuple((parse_field_number(key, 1), chip) for key, chip in header.bonus.items())
    return Setup(
        board=board,
        players=header.players,
        first=header.first,
        bonus=tuple(sorted(bonus)),
    )


def encode_header(setup: Setup) -> bytes:
    """Encode the first line of a record, with the whole board, without the line break."""
    header = _Header(
        record="meduris-companion",
        version=1,
        board=setup.board,
        players=setup.players,
        first=setup.first,
        bonus={str(field): chip for field, chip in setup.bonus},
    )
    return _encoder.encode(header)


def commands_for_record(steps: Iterable[Step]) -> Iterator[Command]:
    """Yield the commands of steps as a game record lists them.

    A `DeclineFinalOfferings` becomes a `MakeOffering` with the answer `none` for each hut where it
    declines the offering.
    """
    for step in steps:
        passed = isinstance(step.command, do.DeclineFinalOfferings)
        if step.ruling is not None:
            yield step.ruling.command
        if not passed:
            yield step.command
        offerings = [event for event in step.events if isinstance(event, OfferingMade)]
        for event in offerings if passed else offerings[1:]:
            yield do.MakeOffering(by=event.color, give=event.give)


def encode_record(setup: Setup, commands: Iterable[Command]) -> bytes:
    """Encode a whole record."""
    lines = [encode_header(setup), *map(encode_command, commands)]
    return b"".join(line + b"\n" for line in lines)


def state_as_dict(state: GameState) -> dict[str, object]:
    """Return a game's state as nested dictionaries for JSON (RECORD.md, "State")."""
    return {
        "phase": state.phase,
        "decider": state.decider,
        "asked": state.deciders,
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


def encode_state(state: GameState) -> bytes:
    """Encode a game's state as JSON (RECORD.md, "State")."""
    return _encoder.encode(state_as_dict(state))


def board_problem(board: Board) -> Sentence | None:
    """Return the reason why a board is impossible, or None if it is possible."""
    if len(board) < SMALLEST_BOARD:
        return Sentence(
            "a board has at least {least} fields, this one has {number}",
            {"least": SMALLEST_BOARD, "number": len(board)},
        )
    if len(board.name) > LONGEST_TEXT:
        return Sentence("the name of a board has at most {most} characters", {"most": LONGEST_TEXT})
    for number, field in enumerate(board.fields, start=1):
        if (field.needs is None) != (field.rune is None):
            return Sentence(
                "field {field} is incomplete: `needs` and `rune` must both be given, or both be "
                "null",
                {"field": number},
            )
    if not areas_fit_ring(tuple(field.rune for field in board.fields)):
        return Sentence("the nine rune areas do not follow each other in order round the ring")
    return None


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
