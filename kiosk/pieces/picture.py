"""Pictures of a game state, as immutable data for drawing. Imports no Kivy."""

from collections.abc import Collection, Hashable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from companion.pieces import MATERIALS, RUNES, Bonus, Chips, Color, Face, Material, Rune
from companion.state import Building, Druid, GameState
from kiosk.words.texts import display_name

NO_POINTS: Mapping[Color, int] = MappingProxyType({})


class WorkerInStack(NamedTuple):
    """A worker in a stack.

    `stack` has the owners of all workers in the stack, and `level` is this worker's place in it;
    both start at the bottom, where `level` is 1.
    """

    stack: tuple[Color, ...]
    level: int


class FieldPicture(msgspec.Struct, frozen=True):
    number: int
    needs: tuple[Material, Material] | None
    rune: Rune | None
    building: Building | None
    bonus: Bonus | None


class PlainPicture(msgspec.Struct, frozen=True):
    """Data for drawing a high plain: its supply of chips, and its workers from the bottom up.

    `chosen` is set if the plain has a frame because a player has selected it.
    """

    material: Material
    supply: int
    workers: tuple[Color, ...]
    chosen: bool


class EarningsOnPlain(msgspec.Struct, frozen=True):
    """Number of chips that each player would get if a worker moved to `plain`.

    `chips_by_player` is None if the plain is full, so that no worker can move there.
    """

    plain: Material
    chips_by_player: tuple[tuple[Color, int], ...] | None


class BoardPicture(msgspec.Struct, frozen=True):
    """Data for drawing the board: its pieces and highlights.

    - `runes`: each rune stone with the player who holds it, or None.
    - `touched_field`: number of a field to outline, such as the field under a finger, or None.
    - `druid_visits`: numbers of the fields with huts that the druid will visit.
    - `tappable_fields`: numbers of the fields to mark because they can be tapped.
    - `die_face`: face of the die on the board, or None.
    - `earnings`: chips that players would get, for each plain that a worker can move to.
    """

    fields: tuple[FieldPicture, ...]
    plains: tuple[PlainPicture, ...]
    runes: tuple[tuple[Rune, Color | None], ...]
    druid: Druid
    touched_field: int | None = None
    druid_visits: tuple[int, ...] = ()
    tappable_fields: tuple[int, ...] = ()
    die_face: Face | None = None
    earnings: tuple[EarningsOnPlain, ...] = ()


class FieldIconPointer(msgspec.Struct, frozen=True):
    """Finger that is drawn on the board to point to an icon of a field.

    Players look up this icon on the real board. `icon` is 0 for the outer icon, 1 for the inner
    icon. Players find the field by counting from the river, clockwise if `clockwise` is set,
    otherwise anticlockwise.
    """

    field: int
    icon: int
    clockwise: bool


def board_picture(
    state: GameState,
    *,
    touched_field: int | None = None,
    chosen_plains: tuple[Material, ...] = (),
    tappable_fields: tuple[int, ...] = (),
    die_face: Face | None = None,
    earnings: tuple[EarningsOnPlain, ...] = (),
) -> BoardPicture:
    """Return the picture of the board in a game state.

    `chosen_plains` are the plains to highlight because a player has selected them. The other
    arguments are explained in `BoardPicture`.
    """
    fields = tuple(
        FieldPicture(number, printed.needs, printed.rune, building, bonus)
        for number, (printed, building, bonus) in enumerate(
            zip(state.board.fields, state.buildings, state.bonus, strict=True), start=1
        )
    )
    pictures = tuple(
        PlainPicture(material, state.supply.number(material), workers, material in chosen_plains)
        for material, workers in zip(MATERIALS, state.stacks, strict=True)
    )
    return BoardPicture(
        fields=fields,
        plains=pictures,
        runes=tuple(zip(RUNES, state.runes, strict=True)),
        druid=state.druid,
        touched_field=touched_field,
        druid_visits=state.visits,
        tappable_fields=tappable_fields,
        die_face=die_face,
        earnings=earnings,
    )


class SignedCountInRow(NamedTuple):
    """Part of a move in a tray: how many pieces to add or remove.

    `sign` is plus or minus. A question mark before it says that the move applies only to players
    who have made the opposite move.
    """

    sign: str
    number: int


class ArrowInRow(NamedTuple): ...


class StackInRow(NamedTuple):
    workers: tuple[Color, ...]


class PlainInRow(NamedTuple):
    material: Material


class DruidPathStoneInRow(NamedTuple):
    """Part of a move in a tray: the druid's temple (`number` 0) or one of his stones (1 to 3)."""

    number: int


class GameBoxInRow(NamedTuple):
    """Part of a move in a tray: the game's box, for pieces that leave the game."""


class MarkerInRow(NamedTuple):
    color: Color


class TrackSpaceInRow(NamedTuple):
    """Part of a move as a tray shows it: the space for `points` points on the point track."""

    points: int


class FieldInRow(NamedTuple):
    """Part of a move in a tray: the number of the field that a piece comes from or goes to."""

    number: int


RowPart = Hashable
"""Part of a move in a tray: a text, a piece, a player's sign, or one of the classes above."""


class TrayPicture(msgspec.Struct, frozen=True):
    """Data for drawing a tray: a player's position in the game, and the pieces to move.

    - `huts_left`, `temples_left`: numbers of buildings that the player can still build.
    - `runes`: number of rune stones that the player holds.
    - `has_turn`: set if it is the player's turn.
    - `decides`: set if the player makes the next decision, perhaps in another player's turn.
    - `hand`: the player's chips, or None while hands are hidden.
    - `moves`: moves of pieces that players must make on the table, each as parts to draw from left
      to right.
    - `first_visible_move`: index in `moves` of the first visible move, if not all moves fit.
    - `hand_was_seen`: true if the player's hidden hand was recently seen or revealed.
    - `points_gained`: points from the last decision, or 0 if they are not shown.
    """

    color: Color
    name: str
    points: int
    huts_left: int
    temples_left: int
    runes: int
    has_turn: bool
    decides: bool
    hand: Chips | None = None
    moves: tuple[tuple[RowPart, ...], ...] = ()
    first_visible_move: int = 0
    hand_was_seen: bool = False
    points_gained: int = 0


def tray_pictures(
    state: GameState,
    *,
    open_chips: bool,
    moves: Mapping[Color, tuple[tuple[RowPart, ...], ...]] = MappingProxyType({}),
    first_visible_moves: Mapping[Color, int] = NO_POINTS,
    players_with_seen_hands: Collection[Color] = (),
    points_gained: Mapping[Color, int] = NO_POINTS,
) -> tuple[TrayPicture, ...]:
    """Return the pictures of all players' trays in seating order.

    If `open_chips` is set, players' chips are not secret, and the pictures include the hands.
    `moves` has each player's moves, and `first_visible_moves` the index, from 0, of the first of
    them that the tray shows. `players_with_seen_hands` are the players whose hidden hands were
    recently seen or revealed. `points_gained` has the points that each player has just gained, or
    lost if negative.
    """
    return tuple(
        TrayPicture(
            color=player.color,
            name=display_name(player.name),
            points=player.points,
            huts_left=state.huts_left(player.color),
            temples_left=state.temples_left(player.color),
            runes=state.runes.count(player.color),
            has_turn=player.color == state.active,
            decides=player.color == state.decider,
            hand=player.hand if open_chips else None,
            moves=moves.get(player.color, ()),
            first_visible_move=first_visible_moves.get(player.color, 0),
            hand_was_seen=player.color in players_with_seen_hands,
            points_gained=points_gained.get(player.color, 0),
        )
        for player in state.players
    )
