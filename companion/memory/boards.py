"""Board files: the printed ring as TOML, what the app ships and what the group has read itself.

A file holds `name`, optionally `players` (for how many the board is meant) and a table `fields`
with one field a line, `1 = { rune = "serpent", needs = ["wool", "copper"] }`; a field that
nobody has read yet is `9 = {}`. Source: board facts.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import tomli_w

from companion.errors import BoardError
from companion.memory.board_file import ALL_PLAYERS, NOTHING, BoardFile, load_board_file
from companion.memory.record import check_board
from companion.memory.whole_file import whole_file
from companion.sentence import Sentence
from companion.state import Board, Field

_SHIPPED = Path(__file__).parents[1] / "boards"
_UNREAD = Field(None, None)
_SLUG_LENGTH = 40
_HASH_LENGTH = 16


def board_text(
    board: Board, players: tuple[int, ...] = ALL_PLAYERS, others: Mapping[str, Any] = NOTHING
) -> str:
    """A board as the text of a board file, one field a line; `others` as in `BoardFile`."""
    if others:
        beside = others.get("fields", {})
        fields = {
            str(number): {**_field_table(field), **beside.get(str(number), {})}
            for number, field in enumerate(board.fields, start=1)
        }
        known = {"name": board.name, "players": list(players), "fields": fields}
        return tomli_w.dumps({**others, **known})
    lines = [
        tomli_w.dumps({"name": board.name}).rstrip("\n"),
        f"players = [{', '.join(map(str, players))}]",
        "",
        "[fields]",
        *(f"{number} = {_field_text(field)}" for number, field in enumerate(board.fields, start=1)),
    ]
    return "\n".join(lines) + "\n"


def _field_table(field: Field) -> dict[str, object]:
    if field.needs is None:
        return {}
    return {"rune": str(field.rune), "needs": [str(material) for material in field.needs]}


def _field_text(field: Field) -> str:
    if field.needs is None:
        return "{}"
    first, second = field.needs
    return f'{{ rune = "{field.rune}", needs = ["{first}", "{second}"] }}'


def write_board(
    path: Path,
    board: Board,
    players: tuple[int, ...] = ALL_PLAYERS,
    others: Mapping[str, Any] = NOTHING,
) -> None:
    """Write a board file so that a power cut leaves the old file or the new one, never half.

    `others` as in `BoardFile`. The file's folder has to exist. Raises OSError.
    """
    with whole_file(path) as stream:
        stream.write(board_text(board, players, others).encode())


def shipped_boards() -> tuple[BoardFile, ...]:
    """The boards that come with the app, in the order of their names."""
    return tuple(load_board_file(path) for path in sorted(_SHIPPED.glob("*.toml")))


def learnt_file_name(name: str) -> str:
    """A file name for the learnt board of any name: safe everywhere, and its own for each name."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower())[:_SLUG_LENGTH].strip("-") or "board"
    import hashlib  # noqa: PLC0415 - takes its time, and few names are learnt

    digest = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return f"{slug}-{digest}.toml"


Keep = Callable[[Callable[[], None]], None]


def _at_once(write: Callable[[], None]) -> None:
    write()


class BoardShelf:
    """All boards at hand: the shipped ones and those in the data folder, which win.

    Reads the files when it is made. A learnt file that is wrong stands in `errors` and leaves the
    others alone. `keep` carries out what writes a file, at once or later; only at once it may raise
    what that raises.
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
        self._write(name, BoardFile(board, kept.players, kept.others))

    def _files(self) -> Iterator[Path]:
        try:
            yield from sorted(
                path for path in self._folder.iterdir() if path.suffix == ".toml" and path.is_file()
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
        """Refuse where a field that the game leaves as it was contradicts what is kept."""
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

        def write() -> None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                write_board(path, file.board, file.players, file.others)
            except OSError as error:
                why = Sentence(
                    "the board's file cannot be written ({error})", {"error": error.strerror}
                )
                raise BoardError(str(path), 1, why) from error

        self._keep(write)
        self._paths[name] = path
        learnt = {**self._learnt, name: file}
        self._learnt = dict(sorted(learnt.items(), key=lambda kept: self._paths[kept[0]].name))
