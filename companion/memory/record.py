"""The game record: text to commands and back, and the state as others see it (`record.md`).

A record is JSON Lines in UTF-8: a header, then a command a line. Reading is lazy and bounded,
so that a record may come through a pipe and may be hostile.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, BinaryIO, Literal

import msgspec

from companion.commands import Command
from companion.errors import RuleViolation
from companion.game import Seat, Setup, play, start
from companion.memory.record_text import (
    FORMAT_RULE,
    decoded,
    field_number,
    numbered_lines,
    refuse,
    shown,
)
from companion.memory.recorded_commands import parse_command, write_command
from companion.memory.saved_rows import LONGEST_TEXT
from companion.pieces import MATERIALS, Bonus, Chips, Color
from companion.rules.areas import areas_follow
from companion.sentence import Sentence
from companion.state import Board, GameState, Player

__all__ = [
    "COMMAND_LIMIT",
    "SMALLEST_BOARD",
    "FindBoard",
    "check_board",
    "parse_command",
    "parse_header",
    "read_record",
    "replay",
    "state_object",
    "too_few_fields",
    "write_command",
    "write_header",
    "write_record",
    "write_state",
]

COMMAND_LIMIT = 100_000
SMALLEST_BOARD = 24

FindBoard = Callable[[str], Board | None]
"""Gives the board of a name, or None: boards that the app ships or has learnt."""


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


_header_decoder = msgspec.json.Decoder(_Header)
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
            refuse(number, refusal.rule, refusal.sentence)
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
    for number, line in numbered_lines(stream):
        if number == 1:
            yield number, parse_header(line, find_board)
        elif number > COMMAND_LIMIT + 1:
            refuse(
                number,
                FORMAT_RULE,
                Sentence(
                    "the record is too long: it has at most {limit} commands",
                    {"limit": COMMAND_LIMIT},
                ),
            )
        else:
            yield number, parse_command(line, number)
    if number == 0:
        empty = Sentence("the record is empty: its first line has to be the header")
        refuse(1, FORMAT_RULE, empty)


def parse_header(line: bytes, find_board: FindBoard) -> Setup:
    """The setup that a header describes. Raises RecordError (line 1)."""
    header = decoded(_header_decoder, line, 1)
    bonus = tuple((field_number(key, 1), chip) for key, chip in header.bonus.items())
    return Setup(
        board=_header_board(header.board, find_board),
        players=tuple(Seat(player.color, player.name) for player in header.players),
        first=header.first,
        bonus=tuple(sorted(bonus)),
    )


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


def check_board(board: Board) -> Sentence | None:
    """What is wrong with a board as a whole, or None (board facts)."""
    if len(board) < SMALLEST_BOARD:
        return too_few_fields(len(board))
    if len(board.name) > LONGEST_TEXT:
        return Sentence("the name of a board has at most {most} characters", {"most": LONGEST_TEXT})
    for number, field in enumerate(board.fields, start=1):
        if (field.needs is None) != (field.rune is None):
            return Sentence(
                "field {field} is half read: `needs` and `rune` are both told or both null",
                {"field": number},
            )
    if not areas_follow(tuple(field.rune for field in board.fields)):
        return Sentence("the nine rune areas do not follow each other in order round the ring")
    return None


def too_few_fields(fields: int) -> Sentence:
    """That a board of so many fields is none."""
    return Sentence(
        "a board has at least {least} fields, this one has {number}",
        {"least": SMALLEST_BOARD, "number": fields},
    )


def _header_board(board: str | Board, find_board: FindBoard) -> Board:
    if isinstance(board, str):
        found = find_board(board)
        if found is None:
            told = Sentence(
                "there is no board named {name} here; write its fields into the header",
                {"name": shown(repr(board))},
            )
            refuse(1, FORMAT_RULE, told)
        return found
    wrong = check_board(board)
    if wrong is not None:
        refuse(1, FORMAT_RULE, wrong)
    return board


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
