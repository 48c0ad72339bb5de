"""The format of the saved rows as text, a line for each field, so that every change is noticed.

`command roll.face: wood|wool|copper|stone|plus|minus` means that a row may have a command with the
tag `roll`, whose field `face` has one of these words; `[]` is a list, `= 0` the default of a field
that may be left out. Arrays, especially events, have numbers in place of names: `event die_rolled
2` is the second item after the tag. Derived from today's structs, as msgspec sees them; names of
classes do not matter.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import inspect

from companion.commands import Command
from companion.events import Event
from companion.game import Setup
from companion.history import HeadMoveKind
from companion.memory.database import COLUMNS, FILE_NAME, TABLES, connect_read_only, verified_rows
from companion.memory.journal import game_rows
from companion.memory.played_game import PlayedGame
from companion.trays import SettledChange, SettledReason

_WORDS = {
    inspect.StrType: "text",
    inspect.BoolType: "bool",
    inspect.NoneType: "null",
    inspect.RawType: "json",
}


def told() -> str:
    """Return the format of the file: its tables, and the content of a game's columns."""
    lines = [f"table {name}: {', '.join(columns)}" for name, columns in COLUMNS.items()]
    lines += [
        f"head: {'|'.join(HeadMoveKind)}",
        f"settled: {_words(inspect.type_info(SettledChange))}",
    ]
    for part, kind in (("setup", Setup), ("command", Command), ("event", Event)):
        lines += sorted(_lines(part, inspect.type_info(kind)))
    return "".join(f"{line}\n" for line in lines)


def difference(kept: str, today: str) -> str:
    """Return what is only in one of two formats, a line each: - for removed, + for added."""
    before, now = set(kept.splitlines()), set(today.splitlines())
    lines = [*(f"- {line}" for line in before - now), *(f"+ {line}" for line in now - before)]
    return "\n".join(sorted(lines, key=lambda line: (line[2:], line)))


def _lines(path: str, kind: inspect.Type) -> Iterator[str]:
    """Yield the lines of a type at `path`: tag and fields of each struct in it."""
    for struct in _structs(kind):
        name = f"{path} {struct.tag}" if struct.tag else path
        if struct.tag:
            yield f"{name}: {struct.tag_field}={struct.tag}"
        for number, field in enumerate(struct.fields, start=1):
            of = f" {number}" if struct.array_like else f".{field.encode_name}"
            place = f"{name}{of}{_suffix(field.type)}"
            yield f"{place}: {_words(field.type)}{_default(field)}"
            yield from _lines(place, field.type)


def _suffix(kind: inspect.Type) -> str:
    return "[]" if isinstance(kind, inspect.VarTupleType) else ""


def _structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    match kind:
        case inspect.StructType():
            yield kind
        case inspect.UnionType():
            for part in kind.types:
                yield from _structs(part)
        case inspect.VarTupleType():
            yield from _structs(kind.item_type)
        case inspect.TupleType():
            for part in kind.item_types:
                yield from _structs(part)
        case inspect.DictType():
            yield from _structs(kind.value_type)


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            return _words(kind.type)
        case inspect.IntType(ge=None, le=None):
            return "int"
        case inspect.IntType(ge=least, le=most):
            return f"int {least} to {most}"
        case inspect.EnumType():
            return "|".join(member.value for member in kind.cls)
        case inspect.UnionType():
            return " or ".join(dict.fromkeys(_words(part) for part in kind.types))
        case inspect.VarTupleType():
            return _words(kind.item_type)
        case inspect.TupleType():
            return f"({', '.join(_words(part) for part in kind.item_types)})"
        case inspect.StructType():
            return "{}"
        case inspect.DictType():
            return f"{{{_words(kind.key_type)}: {_words(kind.value_type)}}}"
        case _:
            return _WORDS[type(kind)]


def _default(field: inspect.Field) -> str:
    if field.default in (msgspec.NODEFAULT, msgspec.UNSET):
        return ""
    return f" = {msgspec.json.encode(field.default).decode()}"


def missing_in(folder: Path) -> list[str]:
    """Return today's tables, acts, tags and fields that are missing in a set of games."""
    wanted = all_that_may_occur() | set(TABLES) | set(HeadMoveKind) | set(SettledReason)
    with closing(connect_read_only(folder / FILE_NAME, "mode=ro&immutable=1")) as file:
        games = [
            PlayedGame.load(game_rows(file, number))
            for (number,) in file.execute("SELECT id FROM games").fetchall()
        ]
        found = {table for table in TABLES if any(True for _row in verified_rows(file, table))}
    for game in games:
        found |= {move.kind for move in game.history.moves}
        found |= {how for how in SettledReason for row in game.rows.settled if f'"{how}"' in row[1]}
        found |= occurring([game.setup])
        found |= occurring((step.all_commands, step.all_events) for step in game.history.steps)
    return sorted(wanted - found)


def occurring(values: Iterable[object]) -> set[str]:
    """Return the parts of the format that occur in setups, commands and tuples of events.

    Fields count by the tag or the class of their struct, and only with a value other than nothing
    and the default.
    """
    found: set[str] = set()
    for value in values:
        if isinstance(value, tuple | list):
            found |= occurring(value)
        elif isinstance(value, msgspec.Struct):
            found |= _occurring_in(value)
    return found


def _occurring_in(struct: msgspec.Struct) -> set[str]:
    found = {_name(type(struct))}
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if value is not None and value != field.default:
            found |= {f"{_name(type(struct))}.{field.name}"} | occurring([value])
    return found


def all_that_may_occur() -> set[str]:
    """Return all tags and fields of today's structs, named as in `occurring`."""
    found: set[str] = set()
    left = [part for kind in (Setup, Command, Event) for part in _structs(inspect.type_info(kind))]
    while left:
        struct = left.pop()
        found |= {_name(struct.cls)}
        found |= {f"{_name(struct.cls)}.{field.name}" for field in struct.fields}
        left += [part for field in struct.fields for part in _structs(field.type)]
    return found


def _name(cls: type[msgspec.Struct]) -> str:
    config = cls.__struct_config__
    return f"{config.tag_field}={config.tag}" if config.tag else cls.__name__
