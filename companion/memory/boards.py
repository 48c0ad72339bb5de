"""Board files: the printed ring as TOML, what the app ships and what the group has read itself.

A file holds `name`, optionally `players` (for how many the board is meant) and a table `fields`
with one field a line, `1 = { rune = "serpent", needs = ["wool", "copper"] }`; a field that
nobody has read yet is `9 = {}`. Source: board facts.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import tomli_w

from companion.errors import BoardError
from companion.memory.record import SMALLEST_BOARD, check_board
from companion.pieces import Material, Rune
from companion.rules.areas import areas_follow
from companion.state import Board, Field

ALL_PLAYERS = (2, 3, 4)
FILE_LIMIT = 256 * 1024
"""Bytes that a board file may have; a board of 40 fields has about 2,500."""

_SHIPPED = Path(__file__).parents[1] / "boards"
_UNREAD = Field(None, None)
_SLUG_LENGTH = 40
_HASH_LENGTH = 16
_EXAMPLE = '{ rune = "serpent", needs = ["wool", "copper"] }'

_Table = TypeVar("_Table")


class BoardFile(msgspec.Struct, frozen=True):
    """What a board file says: a board, and for how many players (2 to 4) it is meant."""

    board: Board
    players: tuple[int, ...] = ALL_PLAYERS


class _FileTable(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    fields: dict[str, Any]
    players: tuple[Annotated[int, msgspec.Meta(ge=2, le=4)], ...] = ALL_PLAYERS


class _FieldTable(msgspec.Struct, forbid_unknown_fields=True):
    rune: Rune | None = None
    needs: tuple[Material, Material] | None = None


def load_board_file(path: Path) -> BoardFile:
    """All that a board file says.

    Raises BoardError with the line that is wrong: syntax, unknown keys, names that no piece has,
    field numbers with gaps, fewer than 24 fields, a half-read field, or areas out of order. A
    file that cannot be read at all is wrong on line 1.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(FILE_LIMIT + 1)
    except OSError as error:
        raise BoardError(str(path), 1, f"the file cannot be read: {error.strerror}") from error
    return parse_board_file(content, str(path))


def parse_board_file(content: bytes, source: str) -> BoardFile:
    """What the bytes of a board file say; `source` names the file. Raises BoardError."""
    if len(content) > FILE_LIMIT:
        raise BoardError(
            source, 1, f"the file is too long: a board file has at most {FILE_LIMIT} bytes"
        )
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BoardError(source, line, "this line is not UTF-8 text") from error
    return _Reading(source, text).board_file()


class _Reading:
    """One board file while it is checked; it knows the lines on which things stand."""

    def __init__(self, source: str, text: str) -> None:
        self._source = source
        self._text = text
        self._lines = text.split("\n")

    def board_file(self) -> BoardFile:
        table = self._converted(self._parsed(), _FileTable)
        if len(set(table.players)) < len(table.players) or not table.players:
            raise self._wrong(
                self._line_of("players"), "`players` names numbers from 2 to 4, each once"
            )
        self._check_numbering(table.fields)
        fields = [self._field(number, table.fields[str(number)]) for number in _upto(table.fields)]
        board = Board(table.name, tuple(fields))
        self._check_ring(board)
        return BoardFile(board, tuple(sorted(table.players)))

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"at line (\d+)", str(error))
            line = int(place[1]) if place else len(self._lines)
            raise self._wrong(line, f"this is not TOML: {error}") from error
        except (ValueError, RecursionError) as error:
            reason = "a number on this line is too long or its brackets are too deep"
            raise self._wrong(self._line_beyond_toml(), reason) from error

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
                reason = f"field {field} is wrong: {error}; a field is written as {_EXAMPLE}"
                raise self._wrong(self._line_of_field(field), reason) from error
            culprit = re.search(r"\$\.(\w+)|unknown field `(.*)`", str(error))
            key = (culprit[1] or culprit[2]) if culprit else ""
            raise self._wrong(self._line_of(key), f"the board file is wrong: {error}") from error

    def _check_numbering(self, fields: dict[str, Any]) -> None:
        for key in fields:
            if not re.fullmatch(r"[1-9][0-9]{0,5}", key):
                raise self._wrong(
                    self._line_of(key), f"{key!r} is no field number: they are whole numbers from 1"
                )
        numbers = sorted(int(key) for key in fields)
        for expected, number in enumerate(numbers, start=1):
            if number != expected:
                reason = f"field {expected} is missing: fields are numbered from 1 without gaps"
                raise self._wrong(self._line_of_field(number), reason)
        if len(numbers) < SMALLEST_BOARD:
            line = self._line_of_field(len(numbers)) if numbers else self._line_of("fields")
            reason = f"a board has at least {SMALLEST_BOARD} fields, this one has {len(numbers)}"
            raise self._wrong(line, reason)

    def _field(self, number: int, value: object) -> Field:
        table = self._converted(value, _FieldTable, number)
        if (table.rune is None) != (table.needs is None):
            reason = f"field {number} is half read: `rune` and `needs` are both told or both left"
            raise self._wrong(self._line_of_field(number), reason)
        return Field(table.needs, table.rune)

    def _check_ring(self, board: Board) -> None:
        runes = tuple(field.rune for field in board.fields)
        unread = (None,) * len(runes)
        for number in range(1, len(runes) + 1):
            if not areas_follow(runes[:number] + unread[number:]):
                reason = (
                    f"with {runes[number - 1]} on field {number} the nine rune areas do not follow "
                    "each other in order round the ring"
                )
                raise self._wrong(self._line_of_field(number), reason)

    def _line_of_field(self, number: int) -> int:
        return self._line_of(str(number))

    def _line_of(self, key: str) -> int:
        """The line on which a key stands, as `key =`, `[key]` or behind `fields.`; else line 1."""
        written = re.compile(rf"\s*\[?\s*(?:fields\s*\.\s*)?[\"']?{re.escape(key)}[\"']?\s*[=.\]]")
        found = (number for number, line in enumerate(self._lines, 1) if written.match(line))
        return next(found, 1)

    def _wrong(self, line: int, reason: str) -> BoardError:
        return BoardError(self._source, line, reason)


def _upto(fields: dict[str, Any]) -> range:
    return range(1, len(fields) + 1)


def board_text(board: Board, players: tuple[int, ...] = ALL_PLAYERS) -> str:
    """A board as the text of a board file, one field a line."""
    lines = [
        tomli_w.dumps({"name": board.name}).rstrip("\n"),
        f"players = [{', '.join(map(str, players))}]",
        "",
        "[fields]",
        *(f"{number} = {_field_text(field)}" for number, field in enumerate(board.fields, start=1)),
    ]
    return "\n".join(lines) + "\n"


def _field_text(field: Field) -> str:
    if field.needs is None:
        return "{}"
    first, second = field.needs
    return f'{{ rune = "{field.rune}", needs = ["{first}", "{second}"] }}'


def write_board(path: Path, board: Board, players: tuple[int, ...] = ALL_PLAYERS) -> None:
    """Write a board file so that a power cut leaves the old file or the new one, never half.

    The file's folder has to exist. Raises OSError.
    """
    unfinished = path.with_name(f"{path.name}.new")
    with unfinished.open("wb") as stream:
        stream.write(board_text(board, players).encode())
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def shipped_boards() -> tuple[BoardFile, ...]:
    """The boards that come with the app, in the order of their names."""
    return tuple(load_board_file(path) for path in sorted(_SHIPPED.glob("*.toml")))


def learnt_file_name(name: str) -> str:
    """A file name for the learnt board of any name: safe everywhere, and its own for each name."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower())[:_SLUG_LENGTH].strip("-") or "board"
    import hashlib  # noqa: PLC0415 - takes its time, and few names are learnt

    digest = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return f"{slug}-{digest}.toml"


class BoardShelf:
    """All boards at hand: the shipped ones and those in the data folder, which win.

    Reads the files when it is made. A learnt file that is wrong stands in `errors` and leaves the
    others alone.
    """

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / "boards"
        self._shipped = {file.board.name: file for file in shipped_boards()}
        self._learnt: dict[str, BoardFile] = {}
        self._paths: dict[str, Path] = {}
        self._errors: list[BoardError] = []
        self.reload()

    @property
    def boards(self) -> tuple[BoardFile, ...]:
        """Every board once: the shipped names first, then the others by name."""
        return tuple((self._shipped | self._learnt).values())

    @property
    def errors(self) -> tuple[BoardError, ...]:
        """What is wrong with learnt files, each left out of `boards`."""
        return tuple(self._errors)

    def reload(self) -> None:
        """Read the learnt files anew."""
        self._learnt.clear()
        self._paths.clear()
        self._errors.clear()
        for path in self._files():
            try:
                self._take_in(path, load_board_file(path))
            except BoardError as error:
                self._errors.append(error)

    def find(self, name: str) -> Board | None:
        """The board of that name, or None."""
        file = self._learnt.get(name) or self._shipped.get(name)
        return file.board if file else None

    def for_players(self, players: int) -> Board:
        """The board that `players` (2 to 4) players use unless they choose another."""
        name = next(name for name, file in self._shipped.items() if players in file.players)
        return (self._learnt.get(name) or self._shipped[name]).board

    def learn(self, name: str, before: Board, after: Board) -> None:
        """Keep for later games what a game has read or corrected, or took back of that.

        The fields that differ between `before` and `after` go into the learnt board `name`; what
        else is learnt there stays. Raises BoardError when another board is kept under the name,
        when a first reading contradicts the booklet, when the areas would no longer follow each
        other, or when the file cannot be written.
        """
        if before == after:
            return
        kept = self._learnt.get(name) or self._shipped.get(name) or BoardFile(before)
        self._check_same(name, kept.board, before, after)
        board = Board(name, tuple(self._merged(name, kept.board, before, after)))
        if board == self.find(name):
            return
        wrong = check_board(board)
        if wrong is not None:
            raise BoardError(str(self._path_for(name)), 1, wrong)
        self._write(name, BoardFile(board, kept.players))

    def _files(self) -> Iterator[Path]:
        try:
            yield from sorted(
                path for path in self._folder.iterdir() if path.suffix == ".toml" and path.is_file()
            )
        except FileNotFoundError:
            return
        except OSError as error:
            reason = f"the learnt boards cannot be read: {error.strerror}"
            self._errors.append(BoardError(str(self._folder), 1, reason))

    def _take_in(self, path: Path, file: BoardFile) -> None:
        name = file.board.name
        if name in self._paths:
            reason = f"{self._paths[name].name} holds the board {name!r} already; remove one"
            raise BoardError(str(path), 1, reason)
        self._learnt[name] = file
        self._paths[name] = path

    def _check_same(self, name: str, kept: Board, before: Board, after: Board) -> None:
        """Refuse where a field that the game leaves as it was contradicts what is kept."""
        if len(kept) == len(before) and all(
            here == there or there != later or not (here.known and there.known)
            for here, there, later in zip(kept.fields, before.fields, after.fields, strict=True)
        ):
            return
        reason = f"another board is kept under the name {name!r}"
        raise BoardError(str(self._path_for(name)), 1, reason)

    def _merged(self, name: str, kept: Board, before: Board, after: Board) -> Iterator[Field]:
        for number in range(1, len(kept) + 1):
            new = after.field(number)
            printed = self._printed(name, number)
            first = not before.field(number).known
            if new == before.field(number):
                yield kept.field(number)
            elif first and printed.known and new.known and new != printed:
                reason = f"the booklet shows field {number} otherwise"
                raise BoardError(str(self._path_for(name)), 1, reason)
            else:
                yield new if new.known else printed

    def _printed(self, name: str, number: int) -> Field:
        """What the shipped board of that name says about a field."""
        shipped = self._shipped.get(name)
        if shipped is None or number > len(shipped.board):
            return _UNREAD
        return shipped.board.field(number)

    def _path_for(self, name: str) -> Path:
        """Where the learnt board goes: its own file, or a name that no file has yet."""
        if name in self._paths:
            return self._paths[name]
        first = self._folder / learnt_file_name(name)
        others = (first.with_name(f"{first.stem}-{number}.toml") for number in count(2))
        return first if not first.exists() else next(path for path in others if not path.exists())

    def _write(self, name: str, file: BoardFile) -> None:
        path = self._path_for(name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_board(path, file.board, file.players)
        except OSError as error:
            reason = f"the board's file cannot be written ({error.strerror})"
            raise BoardError(str(path), 1, reason) from error
        self.reload()
