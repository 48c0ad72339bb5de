"""Pictures of a game's state for the screen: frozen data in the table's words, free of Kivy."""

from collections.abc import Collection, Hashable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from companion.pieces import (
    MATERIALS,
    RUNES,
    Bonus,
    Chips,
    Color,
    Face,
    Material,
    Rune,
)
from companion.state import Building, Druid, GameState
from kiosk.words.language import visible

NO_POINTS: Mapping[Color, int] = MappingProxyType({})


class WorkerInStack(NamedTuple):
    """A worker and the others of its stack, from the bottom up; `level` counts from 1."""

    stack: tuple[Color, ...]
    level: int


class FieldPicture(msgspec.Struct, frozen=True):
    """A drawn field of the ring."""

    number: int
    needs: tuple[Material, Material] | None
    rune: Rune | None
    building: Building | None
    bonus: Bonus | None


class PlainPicture(msgspec.Struct, frozen=True):
    """A drawn high plain: its supply and its workers, bottom to top."""

    material: Material
    supply: int
    workers: tuple[Color, ...]
    chosen: bool


class Earnings(msgspec.Struct, frozen=True):
    """The chips that each player would get if a worker came to a plain; None if it is full."""

    plain: Material
    shares: tuple[tuple[Color, int], ...] | None


class BoardPicture(msgspec.Struct, frozen=True):
    """The board: `pointed` is the field under a finger, `asked` the huts the druid will visit.

    `lit` are the fields that can be tapped, `earnings` the yields of the plains to which a worker
    may go.
    """

    fields: tuple[FieldPicture, ...]
    plains: tuple[PlainPicture, ...]
    runes: tuple[tuple[Rune, Color | None], ...]
    druid: Druid
    pointed: int | None = None
    asked: tuple[int, ...] = ()
    lit: tuple[int, ...] = ()
    face: Face | None = None
    earnings: tuple[Earnings, ...] = ()


class Finger(msgspec.Struct, frozen=True):
    """A finger on a field of the cardboard: on its outer icon (0) or its inner one (1).

    The way there is counted `clockwise` from the river, or anticlockwise.
    """

    field: int
    icon: int
    clockwise: bool


def board_picture(
    state: GameState,
    *,
    pointed: int | None = None,
    plains: tuple[Material, ...] = (),
    lit: tuple[int, ...] = (),
    face: Face | None = None,
    earnings: tuple[Earnings, ...] = (),
) -> BoardPicture:
    """Return the board with the pointed field, the fields that can be (`lit`), and the die's face.

    `earnings` are the yields of the plains to which a worker may go.
    """
    fields = tuple(
        FieldPicture(number, printed.needs, printed.rune, building, bonus)
        for number, (printed, building, bonus) in enumerate(
            zip(state.board.fields, state.buildings, state.bonus, strict=True), start=1
        )
    )
    pictures = tuple(
        PlainPicture(material, state.supply.number(material), workers, material in plains)
        for material, workers in zip(MATERIALS, state.stacks, strict=True)
    )
    return BoardPicture(
        fields=fields,
        plains=pictures,
        runes=tuple(zip(RUNES, state.runes, strict=True)),
        druid=state.druid,
        pointed=pointed,
        asked=state.visits,
        lit=lit,
        face=face,
        earnings=earnings,
    )


class Count(NamedTuple):
    """A number of pieces that come or go, according to `sign`; a question mark if unsure."""

    sign: str
    number: int


class Onto(NamedTuple):
    """Stands between a piece and its destination."""


class StackPart(NamedTuple):
    """Workers on top of each other, from the bottom up."""

    workers: tuple[Color, ...]


class PlainPart(NamedTuple):
    """A high plain, as the destination of a worker."""

    material: Material


class StonePart(NamedTuple):
    """A stone on the druid's way from his temple, counted from 1."""

    number: int


class IntoBox(NamedTuple):
    """The box of the game, as the destination of pieces out of play."""


class MarkerPart(NamedTuple):
    """A player's marker on the point track."""

    color: Color


class TrackPart(NamedTuple):
    """A place on the point track, 0 or more."""

    points: int


Part = Hashable
"""A text, or a drawing: a piece, a player's sign, or one of the above."""


class TrayPicture(msgspec.Struct, frozen=True):
    """A player's tray: their position in the game, and their pending moves.

    Each of the `moves` is one movement of the hand, in parts from left to right; `pieces` counts
    all pieces. `first` is the index of the first move shown where there is no room for all. `hand`
    is shown with open chips, `seen`: a hidden one was looked at. `won` are the points of the last
    decision if they are shown.
    """

    color: Color
    name: str
    points: int
    huts_left: int
    temples_left: int
    runes: int
    active: bool
    decides: bool
    hand: Chips | None = None
    moves: tuple[tuple[Part, ...], ...] = ()
    pieces: int = 0
    first: int = 0
    seen: bool = False
    won: int = 0


def tray_pictures(
    state: GameState,
    *,
    open_chips: bool,
    moves: Mapping[Color, tuple[tuple[tuple[Part, ...], ...], int]] = MappingProxyType({}),
    first: Mapping[Color, int] = NO_POINTS,
    seen: Collection[Color] = (),
    won: Mapping[Color, int] = NO_POINTS,
) -> tuple[TrayPicture, ...]:
    """Return the players' trays in seating order; `moves` come with the number of their pieces.

    `first` are the indexes of the moves shown first; `won` are points, which may be negative.
    """
    found = []
    for player in state.players:
        to_move, pieces = moves.get(player.color, ((), 0))
        found.append(
            TrayPicture(
                color=player.color,
                name=visible(player.name),
                points=player.points,
                huts_left=state.huts_left(player.color),
                temples_left=state.temples_left(player.color),
                runes=state.runes.count(player.color),
                active=player.color == state.active,
                decides=player.color == state.decider,
                hand=player.hand if open_chips else None,
                moves=to_move,
                pieces=pieces,
                first=first.get(player.color, 0),
                seen=player.color in seen,
                won=won.get(player.color, 0),
            )
        )
    return tuple(found)
