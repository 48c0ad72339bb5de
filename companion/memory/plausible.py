"""Whether what was read of a saved game can be of a game at all, whoever wrote it.

The rules are not asked again: a game stays as it was played. But whoever shows a game may rely on
it that a colour plays, that a field is on the board, and that the box has the pieces.
"""

from functools import cache
from typing import get_args

import msgspec
from msgspec.structs import FieldInfo, fields

from companion.commands import Command
from companion.events import Event
from companion.game import problems
from companion.pieces import Chips, Color
from companion.state import GameState

_STONES = range(4)
_PLACES = frozenset({"field", "source", "visits", "stone"})
"""Names under which numbers are told that are those of fields, or of the druid's stones."""


class Table:
    """Who plays at a table, and on how many fields."""

    def __init__(self, state: GameState) -> None:
        self._colors = frozenset(state.colors)
        self._fields = range(1, len(state.board) + 1)

    def knows(self, told: Command | Event) -> bool:
        """Whether what was done or happened names only players and places that there are."""
        return all(self._has(name, getattr(told, name)) for name in _telling(type(told)))

    def _has(self, name: str, value: object) -> bool:
        if isinstance(value, Color):
            return value in self._colors
        if isinstance(value, int):
            return value in (_STONES if name == "stone" else self._fields)
        if isinstance(value, tuple):
            return all(self._has(name, part) for part in value)
        if isinstance(value, msgspec.Struct):
            return all(self._has(part, getattr(value, part)) for part in _telling(type(value)))
        return True


@cache
def _telling(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a struct that name a player or a place, in themselves or in their parts."""
    if kind is Chips:
        return ()  # of which some are of stone
    return tuple([field.name for field in fields(kind) if _tells(field)])


def _tells(field: FieldInfo) -> bool:
    types = _types(field.type)
    return (field.name in _PLACES and int in types) or any(map(_names_somebody, types))


def _types(told: object) -> tuple[object, ...]:
    """A type and all that it is made of."""
    return (told, *(part for argument in get_args(told) for part in _types(argument)))


def _names_somebody(kind: object) -> bool:
    if kind is Color:
        return True
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and bool(_telling(kind))


def is_possible(state: GameState) -> bool:
    """Whether a game can stand so with the pieces in the box."""
    return not problems(state)
