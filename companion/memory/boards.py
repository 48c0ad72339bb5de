"""Reading and writing of board files (BOARD.md), and the collection of all boards."""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import msgspec
import tomli_w
from msgspec import Meta

from companion.errors import BoardError, system_reason
from companion.memory.atomic_file import write_file_atomically
from companion.memory.record import board_problem
from companion.memory.text_file import decode_text, is_system_file
from companion.pieces import Material, Rune
from companion.sentence import Sentence
from companion.state import Board, Field

ALL_PLAYERS = (2, 3, 4)
FILE_LIMIT = 256 * 1024
"""Maximum size of a board file in bytes; a file with 40 fields has about 2,500."""

_EXAMPLE = '{ rune = "serpent", needs = ["wool", "copper"] }'


class BoardFile(msgspec.Struct, frozen=True):
    """A board file: the board, and the numbers of players (2 to 4) that can play on it."""

    board: Board
    player_counts: tuple[int, ...] = ALL_PLAYERS


_Players = Annotated[frozenset[Annotated[int, Meta(ge=2, le=4)]], Meta(min_length=1)]


class _FileTable(msgspec.Struct):
    name: str
    fields: dict[str, Any]
    players: _Players = frozenset(ALL_PLAYERS)


class _FieldTable(msgspec.Struct):
    rune: Rune | None = None
    needs: tuple[Material, Material] | None = None


def load_board_file(path: Path) -> BoardFile:
    """Read a board file. Raises BoardError."""
    try:
        with path.open("rb") as stream:
            content = stream.read(FILE_LIMIT + 1)
    except OSError as error:
        why = Sentence("the file cannot be read: {error}", {"error": system_reason(error)})
        raise BoardError(str(path), why) from error
    return parse_board_file(content, str(path))


def parse_board_file(content: bytes, source: str) -> BoardFile:
    """Parse the content of a board file named `source`. Raises BoardError."""
    wrong: Sentence | None
    if len(content) > FILE_LIMIT:
        facts = {"most": FILE_LIMIT}
        wrong = Sentence("the file is too long: a board file has at most {most} bytes", facts)
        raise BoardError(source, wrong)
    try:
        found = tomllib.loads(decode_text(content))
    except (ValueError, RecursionError) as error:  # for too many digits or brackets, too
        wrong = Sentence("this is not valid TOML: {error}", {"error": str(error)})
        raise BoardError(source, wrong) from error
    try:
        table = msgspec.convert(found, _FileTable)
    except msgspec.ValidationError as error:
        wrong = Sentence("the board file has an error: {error}", {"error": str(error)})
        raise BoardError(source, wrong) from error
    fields = tuple(_field(table, number, source) for number in range(1, len(table.fields) + 1))
    board = Board(table.name, fields)
    wrong = board_problem(board)
    if wrong is not None:
        raise BoardError(source, wrong)
    return BoardFile(board, tuple(sorted(table.players)))


def _field(table: _FileTable, number: int, source: str) -> Field:
    if str(number) not in table.fields:
        facts = {"field": number}
        wrong = Sentence("field {field} is missing: fields are numbered from 1 without gaps", facts)
        raise BoardError(source, wrong)
    try:
        found = msgspec.convert(table.fields[str(number)], _FieldTable)
    except msgspec.ValidationError as error:
        wrong = Sentence(
            "field {field} has an error: {error}; write a field like this: {example}",
            {"field": number, "error": str(error), "example": _EXAMPLE},
        )
        raise BoardError(source, wrong) from error
    return Field(found.needs, found.rune)


_SHIPPED = Path(__file__).parents[1] / "boards"
_UNREAD = Field(None, None)
_SLUG_LENGTH = 40
_HASH_LENGTH = 16


def board_file_text(board: Board, player_counts: tuple[int, ...] = ALL_PLAYERS) -> str:
    """Return the text of a board file, with one line for each field."""
    lines = [
        tomli_w.dumps({"name": board.name}).rstrip("\n"),
        f"players = [{', '.join(map(str, player_counts))}]",
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


def write_board_file(
    path: Path, board: Board, player_counts: tuple[int, ...] = ALL_PLAYERS
) -> None:
    """Write a board file atomically into an existing folder. Raises OSError."""
    write_file_atomically(path, board_file_text(board, player_counts).encode())


@cache
def shipped_boards() -> tuple[BoardFile, ...]:
    """Return the boards that come with the app, sorted by name."""
    return tuple(load_board_file(path) for path in sorted(_SHIPPED.glob("*.toml")))


def board_file_name(board_name: str) -> str:
    """Return a portable and unique file name for a board whose fields the players entered."""
    slug = re.sub(r"[^a-z0-9]+", "-", board_name.lower())[:_SLUG_LENGTH].strip("-") or "board"
    import hashlib  # noqa: PLC0415 - takes its time, and few names are learnt

    digest = hashlib.sha256(board_name.encode(errors="surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return f"{slug}-{digest}.toml"


Keep = Callable[[Callable[[], None]], None]


class BoardShelf:
    """All boards: the boards that come with the app, and the boards learnt from games.

    A board is learnt when players enter its fields; it replaces the shipped board of the same name.
    Files are read when the shelf is created; `errors` lists the invalid files.

    `keep` decides when a file is written. It receives a function that writes the file, and calls
    this function at once or in another thread. The default calls it at once.
    """

    def __init__(self, data_dir: Path, keep: Keep = lambda write: write()) -> None:
        self._keep = keep
        self._folder = data_dir / "boards"
        self._shipped = {file.board.name: file for file in shipped_boards()}
        self._learnt: dict[str, BoardFile] = {}
        self._paths: dict[str, Path] = {}
        self.errors: list[BoardError] = []
        self.reload()

    @property
    def boards(self) -> tuple[BoardFile, ...]:
        """All boards, one for each name.

        The names of shipped boards come first, then all other names. Both groups are sorted.
        """
        return tuple((self._shipped | self._learnt).values())

    def reload(self) -> None:
        self._learnt.clear()
        self._paths.clear()
        self.errors.clear()
        for path in self._files():
            try:
                file = load_board_file(path)
            except BoardError as error:
                self.errors.append(error)
                continue
            name = file.board.name
            if name in self._paths:
                facts = {"file": self._paths[name].name, "name": repr(name)}
                why = Sentence(
                    "{file} already contains the board {name}; remove one of the two", facts
                )
                self.errors.append(BoardError(str(path), why))
                continue
            self._learnt[name] = file
            self._paths[name] = path

    def find(self, name: str) -> Board | None:
        file = self._learnt.get(name) or self._shipped.get(name)
        return file.board if file else None

    def default_board(self, player_count: int) -> Board:
        """Return the default board for `player_count` (2 to 4) players."""
        name = next(
            name for name, file in self._shipped.items() if player_count in file.player_counts
        )
        return (self._learnt.get(name) or self._shipped[name]).board

    def save_changed_fields(self, board_name: str, before: Board, after: Board) -> None:
        """Save the fields that differ between `before` and `after` in the file of the named board.

        Other fields in the file stay as they are. Raises BoardError if a different board has that
        name, if a field contradicts the rule booklet or the order of the areas, or if the file
        cannot be written.
        """
        if before == after:
            return
        kept = self._learnt.get(board_name) or self._shipped.get(board_name) or BoardFile(before)
        shipped = self._shipped.get(board_name)
        printed = () if shipped is None else shipped.board.fields
        path = self._path_for(board_name)
        other = Sentence("another board already has the name {name}", {"name": repr(board_name)})
        if len(kept.board) != len(before):
            raise BoardError(str(path), other)
        fields: list[Field] = []
        for number, here in enumerate(kept.board.fields, start=1):
            former, new = before.field(number), after.field(number)
            there = printed[number - 1] if number <= len(printed) else _UNREAD
            if new == former:
                if here.is_known and former.is_known and here != former:
                    raise BoardError(str(path), other)
                fields.append(here)
            elif not former.is_known and there.is_known and new.is_known and new != there:
                why = Sentence("the booklet shows field {field} differently", {"field": number})
                raise BoardError(str(path), why)
            else:
                fields.append(new if new.is_known else there)
        board = Board(board_name, tuple(fields))
        if board == self.find(board_name):
            return
        wrong = board_problem(board)
        if wrong is not None:
            raise BoardError(str(path), wrong)
        self._write(path, BoardFile(board, kept.player_counts))

    def _files(self) -> Iterator[Path]:
        try:
            yield from sorted(
                path
                for path in self._folder.iterdir()
                if path.suffix == ".toml" and path.is_file() and not is_system_file(path.name)
            )
        except FileNotFoundError:
            return
        except OSError as error:
            why = Sentence(
                "the boards that were entered here cannot be read: {error}",
                {"error": system_reason(error)},
            )
            self.errors.append(BoardError(str(self._folder), why))

    def _path_for(self, name: str) -> Path:
        if name in self._paths:
            return self._paths[name]
        first = self._folder / board_file_name(name)
        others = (first.with_name(f"{first.stem}-{number}.toml") for number in count(2))
        return first if not first.exists() else next(path for path in others if not path.exists())

    def _write(self, path: Path, file: BoardFile) -> None:
        def write() -> None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                write_board_file(path, file.board, file.player_counts)
            except OSError as error:
                facts = {"error": system_reason(error)}
                why = Sentence("the board file cannot be written ({error})", facts)
                raise BoardError(str(path), why) from error

        self._keep(write)
        self._paths[file.board.name] = path
        learnt = {**self._learnt, file.board.name: file}
        self._learnt = dict(sorted(learnt.items(), key=lambda kept: self._paths[kept[0]].name))
