"""What a screen shows of a game's state: frozen data in the table's words, free of Kivy."""

from collections.abc import Hashable, Mapping
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


class InTower(NamedTuple):
    """A worker and the others of its stack, from the bottom up; `level` counts from 1."""

    stack: tuple[Color, ...]
    level: int


class FieldPicture(msgspec.Struct, frozen=True):
    """A field of the ring as it is drawn."""

    number: int
    needs: tuple[Material, Material] | None
    rune: Rune | None
    building: Building | None
    bonus: Bonus | None


class PlainPicture(msgspec.Struct, frozen=True):
    """A high plain as it is drawn: its supply and its workers, bottom to top."""

    material: Material
    supply: int
    workers: tuple[Color, ...]
    chosen: bool


class Earnings(msgspec.Struct, frozen=True):
    """Who would get how many chips if a worker came to a plain; None where it is full."""

    plain: Material
    shares: tuple[tuple[Color, int], ...] | None


class BoardPicture(msgspec.Struct, frozen=True):
    """The whole left square: `pointed` is a field somebody points at, `asked` the druid's hut.

    `lit` are the fields that can be pointed at, `earnings` what the plains would yield where a
    worker may go.
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

    The way there is counted `clockwise` from the river, or the other way round.
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
    """The board with what somebody points at, or could (`lit`), and the face that the die shows.

    `earnings` are what the plains would yield where a worker may go.
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
    """How many pieces come or go; `sign` says which of the two, after a question mark if unsure."""

    sign: str
    number: int


class Onto(NamedTuple):
    """Stands between a piece and where it goes."""


class TowerPart(NamedTuple):
    """Workers that lie on each other, from the bottom up."""

    workers: tuple[Color, ...]


class PlainPart(NamedTuple):
    """A high plain, where a worker goes."""

    material: Material


class StonePart(NamedTuple):
    """A stone of the druid's way from his temple, counted from 1."""

    number: int


class IntoBox(NamedTuple):
    """The box of the game, where pieces go that are out of play."""


class MarkerPart(NamedTuple):
    """A player's marker on the point track."""

    color: Color


class TrackPart(NamedTuple):
    """A place on the point track: so many points, 0 or more."""

    points: int


Part = Hashable
"""A text, or something to draw: a piece, a player's sign, or one of those above."""


class TrayPicture(msgspec.Struct, frozen=True):
    """A player's tray: how they stand, and what they have to move.

    Each of the `moves` is one hand movement, in parts from left to right, None where words are
    needed to tell it; there are so many `pieces` in all. `hand` is that of a table
    that plays with open chips, `won` the points of the last decision where these are told, `tap`
    what a tap says while all the moves are in sight.
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
    moves: tuple[tuple[Part, ...] | None, ...] = ()
    pieces: int = 0
    won: int = 0
    tap: str = ""


def tray_pictures(
    state: GameState,
    *,
    open_chips: bool,
    moves: Mapping[Color, tuple[tuple[tuple[Part, ...] | None, ...], int]] = MappingProxyType({}),
    won: Mapping[Color, int] = NO_POINTS,
    tap: str = "",
) -> tuple[TrayPicture, ...]:
    """The players' trays in seating order; `moves` with the number of their pieces, where any.

    `won` are points that are told beside them, which may be below 0; `tap` is what a tap says.
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
                won=won.get(player.color, 0),
                tap=tap if pieces else "",
            )
        )
    return tuple(found)
