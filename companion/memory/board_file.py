"""Reads board files, each line checked (the format: `boards`). Source: board facts."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

import msgspec

from companion.errors import BoardError
from companion.memory.record import SMALLEST_BOARD, too_few_fields
from companion.memory.saved_rows import LONGEST_TEXT
from companion.pieces import Material, Rune
from companion.rules.areas import areas_follow
from companion.sentence import Sentence
from companion.state import Board, Field

ALL_PLAYERS = (2, 3, 4)
NOTHING: Mapping[str, Any] = MappingProxyType({})
FILE_LIMIT = 256 * 1024
"""Bytes that a board file may have; a board of 40 fields has about 2,500."""

_EXAMPLE = '{ rune = "serpent", needs = ["wool", "copper"] }'

_Table = TypeVar("_Table")


class BoardFile(msgspec.Struct, frozen=True):
    """What a board file says: a board, and for how many players (2 to 4) it is meant.

    `others` is what a newer release has written beside that, at the top and below `fields`.
    """

    board: Board
    players: tuple[int, ...] = ALL_PLAYERS
    others: Mapping[str, Any] = NOTHING


class _FileTable(msgspec.Struct):
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
    fields: dict[str, Any]
    players: tuple[Annotated[int, msgspec.Meta(ge=2, le=4)], ...] = ALL_PLAYERS


class _FieldTable(msgspec.Struct):
    rune: Rune | None = None
    needs: tuple[Material, Material] | None = None


def load_board_file(path: Path) -> BoardFile:
    """All that a board file says.

    Raises BoardError with the line that is wrong: syntax, names that no piece has, field numbers
    with gaps, fewer than 24 fields, a half-read field, or areas out of order. A
    file that cannot be read at all is wrong on line 1.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(FILE_LIMIT + 1)
    except OSError as error:
        why = Sentence("the file cannot be read: {error}", {"error": error.strerror})
        raise BoardError(str(path), 1, why) from error
    return parse_board_file(content, str(path))


def parse_board_file(content: bytes, source: str) -> BoardFile:
    """What the bytes of a board file say; `source` names the file. Raises BoardError."""
    if len(content) > FILE_LIMIT:
        raise BoardError(
            source,
            1,
            Sentence(
                "the file is too long: a board file has at most {most} bytes", {"most": FILE_LIMIT}
            ),
        )
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BoardError(source, line, Sentence("this line is not UTF-8 text")) from error
    return _Reading(source, text).board_file()


class _Reading:
    """One board file while it is checked; it knows the lines on which things stand."""

    def __init__(self, source: str, text: str) -> None:
        self._source = source
        self._text = text
        self._lines = text.split("\n")

    def board_file(self) -> BoardFile:
        found = self._parsed()
        table = self._converted(found, _FileTable)
        if len(set(table.players)) < len(table.players) or not table.players:
            raise self._wrong(
                self._line_of("players"), "`players` names numbers from 2 to 4, each once"
            )
        self._check_numbering(table.fields)
        fields = [self._field(number, table.fields[str(number)]) for number in _upto(table.fields)]
        board = Board(table.name, tuple(fields))
        self._check_ring(board)
        return BoardFile(board, tuple(sorted(table.players)), _others(found))

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"at line (\d+)", str(error))
            line = int(place[1]) if place else len(self._lines)
            raise self._wrong(line, "this is not TOML: {error}", error=str(error)) from error
        except (ValueError, RecursionError) as error:
            raise self._wrong(
                self._line_beyond_toml(),
                "a number on this line is too long or its brackets are too deep",
            ) from error

    def _line_beyond_toml(self) -> int:
        """The first line at which the TOML reader itself gives up; it does not tell which."""
        for number, line in enumerate(self._lines, start=1):
            try:
                tomllib.loads(line)
            except tomllib.TOMLDecodeError:
                continue
            except (ValueError, RecursionError):
                return number
        return 1

    def _converted(self, value: object, kind: type[_Table], field: int | None = None) -> _Table:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            if field is not None:
                raise self._wrong(
                    self._line_of_field(field),
                    "field {field} is wrong: {error}; a field is written as {example}",
                    field=field,
                    error=str(error),
                    example=_EXAMPLE,
                ) from error
            culprit = re.search(r"\$\.(\w+)|unknown field `(.*)`", str(error))
            key = (culprit[1] or culprit[2]) if culprit else ""
            raise self._wrong(
                self._line_of(key), "the board file is wrong: {error}", error=str(error)
            ) from error

    def _check_numbering(self, fields: dict[str, Any]) -> None:
        for key in fields:
            if not re.fullmatch(r"[1-9][0-9]{0,5}", key):
                raise self._wrong(
                    self._line_of(key),
                    "{key} is no field number: they are whole numbers from 1",
                    key=repr(key),
                )
        numbers = sorted(int(key) for key in fields)
        for expected, number in enumerate(numbers, start=1):
            if number != expected:
                raise self._wrong(
                    self._line_of_field(number),
                    "field {field} is missing: fields are numbered from 1 without gaps",
                    field=expected,
                )
        if len(numbers) < SMALLEST_BOARD:
            line = self._line_of_field(len(numbers)) if numbers else self._line_of("fields")
            raise BoardError(self._source, line, too_few_fields(len(numbers)))

    def _field(self, number: int, value: object) -> Field:
        table = self._converted(value, _FieldTable, number)
        if (table.rune is None) != (table.needs is None):
            raise self._wrong(
                self._line_of_field(number),
                "field {field} is half read: `rune` and `needs` are both told or both left",
                field=number,
            )
        return Field(table.needs, table.rune)

    def _check_ring(self, board: Board) -> None:
        runes = tuple(field.rune for field in board.fields)
        if areas_follow(runes):
            return
        unread = (None,) * len(runes)

        def breaks(number: int) -> bool:
            return not areas_follow(runes[:number] + unread[number:])

        number = bisect_left(range(len(runes)), 1, lo=1, key=breaks)
        raise self._wrong(
            self._line_of_field(number),
            "with {rune} on field {field} the nine rune areas do not follow each other in "
            "order round the ring",
            rune=runes[number - 1],
            field=number,
        )

    def _line_of_field(self, number: int) -> int:
        return self._line_of(str(number))

    def _line_of(self, key: str) -> int:
        """The line on which a key stands, as `key =`, `[key]` or behind `fields.`; else line 1."""
        written = re.compile(rf"\s*\[?\s*(?:fields\s*\.\s*)?[\"']?{re.escape(key)}[\"']?\s*[=.\]]")
        found = (number for number, line in enumerate(self._lines, 1) if written.match(line))
        return next(found, 1)

    def _wrong(self, line: int, message: str, **facts: object) -> BoardError:
        return BoardError(self._source, line, Sentence(message, facts))


def _others(found: dict[str, Any]) -> dict[str, Any]:
    """What stands there that no board of this release has, where it stands."""
    known = _FieldTable.__struct_fields__
    fields = {
        number: {key: value for key, value in field.items() if key not in known}
        for number, field in found["fields"].items()
    }
    others = {key: value for key, value in found.items() if key not in _FileTable.__struct_fields__}
    unknown = {number: field for number, field in fields.items() if field}
    return {**others, "fields": unknown} if unknown else others


def _upto(fields: dict[str, Any]) -> range:
    return range(1, len(fields) + 1)
