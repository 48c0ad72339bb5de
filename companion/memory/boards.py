"""Reading and writing of board files (BOARD.md), and the collection of all boards."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import tomli_w

from companion.errors import BoardError
from companion.memory.atomic_file import write_file
from companion.memory.names import LONGEST_TEXT
from companion.memory.record import SMALLEST_BOARD, check_board, too_few_fields
from companion.memory.text_file import decode_text, is_system_file
from companion.pieces import Material, Rune
from companion.rules.areas import areas_fit_ring
from companion.sentence import Sentence
from companion.state import Board, Field

ALL_PLAYERS = (2, 3, 4)
FILE_LIMIT = 256 * 1024
"""Maximum size of a board file in bytes; the file of a board with 40 fields has about 2,500."""

_EXAMPLE = '{ rune = "serpent", needs = ["wool", "copper"] }'

_Table = TypeVar("_Table")


class BoardFile(msgspec.Struct, frozen=True):
    """A board file: the board, and the numbers of players (2 to 4) that can play on it."""

    board: Board
    players: tuple[int, ...] = ALL_PLAYERS


class _FileTable(msgspec.Struct):
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
    fields: dict[str, Any]
    players: tuple[Annotated[int, msgspec.Meta(ge=2, le=4)], ...] = ALL_PLAYERS


class _FieldTable(msgspec.Struct):
    rune: Rune | None = None
    needs: tuple[Material, Material] | None = None


def load_board_file(path: Path) -> BoardFile:
    """Read a board file.

    Raises BoardError with the number of the first invalid line, or 1 if the file is unreadable.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(FILE_LIMIT + 1)
    except OSError as error:
        why = Sentence("the file cannot be read: {error}", {"error": error.strerror})
        raise BoardError(str(path), 1, why) from error
    return parse_board_file(content, str(path))


def parse_board_file(content: bytes, source: str) -> BoardFile:
    """Parse the content of a board file named `source`. Raises BoardError with a line number."""
    if len(content) > FILE_LIMIT:
        raise BoardError(
            source,
            1,
            Sentence(
                "the file is too long: a board file has at most {most} bytes", {"most": FILE_LIMIT}
            ),
        )
    try:
        text = decode_text(content)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BoardError(source, line, Sentence("this line is not UTF-8 text")) from error
    return _Reading(source, text).board_file()


class _Reading:
    """Parser of a board file that knows the line of each key, for error messages."""

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
        fields = [
            self._field(number, table.fields[str(number)])
            for number in range(1, len(table.fields) + 1)
        ]
        board = Board(table.name, tuple(fields))
        self._check_ring(board)
        return BoardFile(board, tuple(sorted(table.players)))

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        except (ValueError, RecursionError) as error:  # also for too many digits or brackets
            place = re.search(r"at line (\d+)", str(error))
            line = int(place[1]) if place else len(self._lines)
            raise self._wrong(line, "this is not TOML: {error}", error=str(error)) from error

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
        if areas_fit_ring(runes):
            return
        unread = (None,) * len(runes)

        def breaks(number: int) -> bool:
            return not areas_fit_ring(runes[:number] + unread[number:])

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
        """Return the number of the first line that defines `key`, or 1 if there is none.

        The line begins with `key =`, `[key]` or `fields.key`.
        """
        written = re.compile(rf"\s*\[?\s*(?:fields\s*\.\s*)?[\"']?{re.escape(key)}[\"']?\s*[=.\]]")
        found = (number for number, line in enumerate(self._lines, 1) if written.match(line))
        return next(found, 1)

    def _wrong(self, line: int, message: str, **facts: object) -> BoardError:
        return BoardError(self._source, line, Sentence(message, facts))


_SHIPPED = Path(__file__).parents[1] / "boards"
_UNREAD = Field(None, None)
_SLUG_LENGTH = 40
_HASH_LENGTH = 16


def board_text(board: Board, players: tuple[int, ...] = ALL_PLAYERS) -> str:
    """Return the text of a board file, with one line for each field."""
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
    """Write a board file atomically into an existing folder. Raises OSError."""
    write_file(path, board_text(board, players).encode())


@cache
def shipped_boards() -> tuple[BoardFile, ...]:
    """Return the boards that come with the app, sorted by name."""
    return tuple(load_board_file(path) for path in sorted(_SHIPPED.glob("*.toml")))


def learnt_file_name(name: str) -> str:
    """Return a portable file name for a board learnt from games; each board has its own."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower())[:_SLUG_LENGTH].strip("-") or "board"
    import hashlib  # noqa: PLC0415 - takes its time, and few names are learnt

    digest = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return f"{slug}-{digest}.toml"


Keep = Callable[[Callable[[], None]], None]


def _at_once(write: Callable[[], None]) -> None:
    write()


class BoardShelf:
    """All boards: those shipped with the app, and those learnt from games.

    A board is learnt when players enter its fields; it replaces the shipped board of the same name.
    Files are read when the shelf is created; `errors` lists the invalid ones. `keep` receives
    functions that write files, and calls them at once or later in another thread.
    """

    def __init__(self, data_dir: Path, keep: Keep = _at_once) -> None:
        self._keep = keep
        self._folder = data_dir / "boards"
        self._shipped = {file.board.name: file for file in shipped_boards()}
        self._learnt: dict[str, BoardFile] = {}
        self._paths: dict[str, Path] = {}
        self._errors: list[BoardError] = []
        self.reload()

    @property
    def boards(self) -> tuple[BoardFile, ...]:
        """All boards, each name once: the shipped names, then the others, both sorted by name."""
        return tuple((self._shipped | self._learnt).values())

    @property
    def errors(self) -> tuple[BoardError, ...]:
        """The errors of the board files that could not be read."""
        return tuple(self._errors)

    def reload(self) -> None:
        self._learnt.clear()
        self._paths.clear()
        self._errors.clear()
        for path in self._files():
            try:
                self._take_in(path, load_board_file(path))
            except BoardError as error:
                self._errors.append(error)

    def find(self, name: str) -> Board | None:
        file = self._learnt.get(name) or self._shipped.get(name)
        return file.board if file else None

    def for_players(self, players: int) -> Board:
        """Return the default board for `players` (2 to 4) players."""
        name = next(name for name, file in self._shipped.items() if players in file.players)
        return (self._learnt.get(name) or self._shipped[name]).board

    def learn(self, name: str, before: Board, after: Board) -> None:
        """Save the fields that differ between `before` and `after` in the file of the board `name`.

        Other fields in the file stay as they are. Raises BoardError if a different board has that
        name, if a field contradicts the rule booklet or the order of the areas, or if the file
        cannot be written.
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
                path
                for path in self._folder.iterdir()
                if path.suffix == ".toml" and path.is_file() and not is_system_file(path.name)
            )
        except FileNotFoundError:
            return
        except OSError as error:
            why = Sentence("the learnt boards cannot be read: {error}", {"error": error.strerror})
            self._errors.append(BoardError(str(self._folder), 1, why))

    def _take_in(self, path: Path, file: BoardFile) -> None:
        name = file.board.name
        if name in self._paths:
            why = Sentence(
                "{file} holds the board {name} already; remove one",
                {"file": self._paths[name].name, "name": repr(name)},
            )
            raise BoardError(str(path), 1, why)
        self._learnt[name] = file
        self._paths[name] = path

    def _check_same(self, name: str, kept: Board, before: Board, after: Board) -> None:
        """Raise BoardError if the saved board `kept` contradicts the game's earlier board `before`.

        Fields that the game has changed in `after` are ignored.
        """
        if len(kept) == len(before) and all(
            here == there or there != later or not (here.known and there.known)
            for here, there, later in zip(kept.fields, before.fields, after.fields, strict=True)
        ):
            return
        why = Sentence("another board is kept under the name {name}", {"name": repr(name)})
        raise BoardError(str(self._path_for(name)), 1, why)

    def _merged(self, name: str, kept: Board, before: Board, after: Board) -> Iterator[Field]:
        for number in range(1, len(kept) + 1):
            new = after.field(number)
            printed = self._printed(name, number)
            first = not before.field(number).known
            if new == before.field(number):
                yield kept.field(number)
            elif first and printed.known and new.known and new != printed:
                why = Sentence("the booklet shows field {field} differently", {"field": number})
                raise BoardError(str(self._path_for(name)), 1, why)
            else:
                yield new if new.known else printed

    def _printed(self, name: str, number: int) -> Field:
        """Return field `number` of the shipped board `name`, or an unknown field if it has none."""
        shipped = self._shipped.get(name)
        if shipped is None or number > len(shipped.board):
            return _UNREAD
        return shipped.board.field(number)

    def _path_for(self, name: str) -> Path:
        """Return the path of a learnt board's file, or an unused path for a new board."""
        if name in self._paths:
            return self._paths[name]
        first = self._folder / learnt_file_name(name)
        others = (first.with_name(f"{first.stem}-{number}.toml") for number in count(2))
        return first if not first.exists() else next(path for path in others if not path.exists())

    def _write(self, name: str, file: BoardFile) -> None:
        path = self._path_for(name)

        def write() -> None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                write_board(path, file.board, file.players)
            except OSError as error:
                why = Sentence(
                    "the board's file cannot be written ({error})", {"error": error.strerror}
                )
                raise BoardError(str(path), 1, why) from error

        self._keep(write)
        self._paths[name] = path
        learnt = {**self._learnt, name: file}
        self._learnt = dict(sorted(learnt.items(), key=lambda kept: self._paths[kept[0]].name))
