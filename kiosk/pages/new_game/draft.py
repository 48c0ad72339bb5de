"""Entries for a new game, and the steps that ask for them. Free of Kivy.

Source: RULES.md, "Setup"; numbers of pieces come from `companion.pieces`.
"""

from collections.abc import Callable
from itertools import combinations
from random import Random

import msgspec
from msgspec.structs import replace

from companion.commands import PlaceWorker
from companion.game import (
    Seat,
    Setup,
    check_bonus,
    check_number_of_players,
    check_players,
    start,
    unfold,
)
from companion.memory.boards import ALL_PLAYERS, BoardShelf
from companion.memory.names import has_control, name_key
from companion.memory.people import Person
from companion.pieces import (
    CHIPS_PER_BONUS,
    FREE_BETWEEN_BONUS,
    MATERIALS,
    Bonus,
    Color,
    Material,
    workers_per_player,
)
from companion.preview import bonus_places_left, check_bonus_place, has_room
from companion.sentence import Sentence
from companion.state import Board, GameState, Phase
from companion.teaching.opening import opening_bonus, suggested
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.form import Flow
from kiosk.ui.key_pages import Typing
from kiosk.words.texts import color_name

FEWEST, MOST = min(ALL_PLAYERS), max(ALL_PLAYERS)
_CHIPS = tuple(Bonus)
CLOCKWISE = (Rotation.NONE, Rotation.THREE_QUARTERS, Rotation.HALF, Rotation.QUARTER)
"""Sides of the table clockwise: in front, left, behind, right."""


class SeatDraft(msgspec.Struct, frozen=True):
    """Player at the table: a colour, and a name or None.

    `side` is the rotation of the screen that faces the player.
    """

    color: Color
    name: str | None = None
    side: Rotation = Rotation.NONE

    @property
    def display_name(self) -> str:
        return color_name(self.color) if self.name is None else self.name

    def with_name(self, name: str) -> "SeatDraft":
        """Return the seat with a name, stripped and without control characters; "" becomes None."""
        bare = "".join(sign for sign in name if not has_control(sign)).strip()
        is_none = name_key(bare) in ("", name_key(color_name(self.color)))
        return replace(self, name=None if is_none else bare)


class SetupDraft(msgspec.Struct, frozen=True):
    """Entries for a new game.

    `first` is the starting seat, from 0; `board` a board's name, or None for the default of the
    number of players; `bonus` the chips in the order of placing; `held` the kind of chip that a tap
    places next, None when all are placed. `workers` are the plains of the workers in the order of
    placing, () if the players place them. `is_first_game`: a first game, with explanations.
    """

    seats: tuple[SeatDraft, ...] = (SeatDraft(Color.PURPLE), SeatDraft(Color.BLUE))
    first: int = 0
    board: str | None = None
    bonus: tuple[tuple[int, Bonus], ...] = ()
    held: Bonus | None = _CHIPS[0]
    workers: tuple[Material, ...] = ()
    is_first_game: bool = False

    # The players

    def with_seat(self) -> "SetupDraft":
        """Return the draft with another player in a free colour.

        Raises RuleViolation beyond four.
        """
        check_number_of_players(len(self.seats) + 1)
        taken = [seat.color for seat in self.seats]
        free = next(color for color in Color if color not in taken)
        return replace(self, seats=(*self.seats, SeatDraft(free)))

    def of(self, players: int) -> "SetupDraft":
        """Return the draft for 2 to 4 players, keeping the first ones. Raises RuleViolation."""
        draft = self
        while len(draft.seats) < players:
            draft = draft.with_seat()
        while len(draft.seats) > players:
            draft = draft.without_seat(len(draft.seats) - 1)
        return draft

    def without_seat(self, number: int) -> "SetupDraft":
        """Return the draft without a seat (from 0); two remaining players get purple and blue.

        The starting player stays the same, or becomes the next one clockwise. Raises RuleViolation
        when fewer than two would be left.
        """
        seats = self.seats[:number] + self.seats[number + 1 :]
        check_number_of_players(len(seats))
        if len(seats) == FEWEST:
            seats = _in_colors_for_two(seats)
        first = (self.first - 1 if self.first > number else self.first) % len(seats)
        return replace(self, seats=seats, first=first)

    def with_color(self, number: int, color: Color) -> "SetupDraft":
        """Return the draft with another colour for a seat, swapped with its present owner.

        Raises RuleViolation for a colour not used with two players.
        """
        exchanged = {self.seats[number].color: color, color: self.seats[number].color}
        seats = tuple(
            replace(seat, color=exchanged.get(seat.color, seat.color)) for seat in self.seats
        )
        check_players(_seats(seats), self.first)
        return replace(self, seats=seats)

    def with_name(self, number: int, name: str) -> "SetupDraft":
        """Return the draft with a seat's name of at most 40 characters.

        Blanks or the name of the seat's colour mean None.
        """
        return self._with(number, self.seats[number].with_name(name))

    def with_side(self, number: int, side: Rotation) -> "SetupDraft":
        return self._with(number, replace(self.seats[number], side=side))

    def _with(self, number: int, seat: SeatDraft) -> "SetupDraft":
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return replace(self, seats=seats)

    def all_in_front(self) -> "SetupDraft":
        """Return the draft with all players in front of the screen, which then never turns."""
        seats = tuple(replace(seat, side=Rotation.NONE) for seat in self.seats)
        return replace(self, seats=seats)

    def all_around(self) -> "SetupDraft":
        """Return the draft with players around the table in turn order; two face each other."""
        places = CLOCKWISE[:: 2 if len(self.seats) == FEWEST else 1]
        seats = (replace(one, side=side) for one, side in zip(self.seats, places, strict=False))
        return replace(self, seats=tuple(seats))

    @property
    def sides(self) -> tuple[tuple[Color, Rotation], ...]:
        """Sides of the players who are not in front, in the form of the settings."""
        seats = ((seat.color, seat.side) for seat in self.seats)
        return tuple((color, side) for color, side in seats if side is not Rotation.NONE)

    def with_sides(self, settings: Settings) -> "SetupDraft":
        seats = (replace(seat, side=settings.facing(seat.color)) for seat in self.seats)
        return replace(self, seats=tuple(seats))

    @property
    def sits_clockwise(self) -> bool:
        """True if the players sit in turn order, once round the table clockwise."""
        places = [CLOCKWISE.index(seat.side) for seat in self.seats]
        following = [*places[1:], places[0]]
        steps = ((there - here) % 4 for here, there in zip(places, following, strict=True))
        return sum(steps) <= len(CLOCKWISE)

    def in_order_of_seats(self) -> "SetupDraft":
        """Return the draft with the players sorted clockwise by seats, the first one first."""
        first = CLOCKWISE.index(self.seats[0].side)

        def place(seat: SeatDraft) -> int:
            return (CLOCKWISE.index(seat.side) - first) % 4

        seats = tuple(sorted(self.seats, key=place))
        starts = seats.index(self.seats[self.first])
        return replace(self, seats=seats, first=starts, workers=())

    # The board and the bonus chips

    def board_of(self, shelf: BoardShelf) -> Board:
        chosen = shelf.find(self.board) if self.board is not None else None
        return chosen or shelf.for_players(len(self.seats))

    def allowed_on(self, fields: int) -> "SetupDraft":
        """Return the draft without bonus chips that a ring of `fields` fields does not allow."""
        kept: tuple[tuple[int, Bonus], ...] = ()
        for field, kind in self.bonus:
            if field in bonus_places_left(fields, frozenset(dict(kept))):
                kept += ((field, kind),)
        return self if kept == self.bonus else self._with_bonus(kept, self.held)

    @property
    def chips_left(self) -> int:
        return CHIPS_PER_BONUS * len(_CHIPS) - len(self.bonus)

    def left_of(self, kind: Bonus) -> int:
        return CHIPS_PER_BONUS - sum(laid is kind for _field, laid in self.bonus)

    def _with_bonus(self, bonus: tuple[tuple[int, Bonus], ...], held: Bonus | None) -> "SetupDraft":
        """Return the draft with these chips; `held` or, if used up, another kind is placed next."""
        changed = replace(self, bonus=bonus)
        left = [kind for kind in _CHIPS if changed.left_of(kind)]
        return replace(changed, held=held if held in left else next(iter(left), None))

    def without_chip(self, field: int) -> "SetupDraft":
        """Return the draft without the chip on a field. Raises KeyError if there is none."""
        left = tuple(laid for laid in self.bonus if laid[0] != field)
        return self._with_bonus(left, dict(self.bonus)[field])

    def with_chip(self, fields: int, field: int) -> "SetupDraft":
        """Return the draft with the held chip on a field of a ring of `fields`.

        Raises RuleViolation if it is not allowed there, ValueError when none is held.
        """
        if self.held is None:
            raise ValueError("all chips lie on the board")
        check_bonus_place(fields, frozenset(dict(self.bonus)), field)
        return self._with_bonus((*self.bonus, (field, self.held)), self.held)

    def places_for_held(self, fields: int) -> frozenset[int]:
        if self.held is None:
            return frozenset()
        return bonus_places_left(fields, frozenset(dict(self.bonus)))

    def without_bonus(self) -> "SetupDraft":
        return self._with_bonus((), _CHIPS[0])

    def with_random_chips(self, fields: int, luck: Random) -> "SetupDraft":
        """Return the draft with random chips; all legal layouts are equally likely.

        `fields` is the size of the ring, at least 24.
        """
        chips = [kind for kind in _CHIPS for _one in range(CHIPS_PER_BONUS)]
        luck.shuffle(chips)
        spare = fields - len(chips) * (FREE_BETWEEN_BONUS + 1)
        cuts = sorted(luck.sample(range(spare + len(chips) - 1), len(chips) - 1))
        start = luck.randrange(fields)
        places = [start]
        for before, cut in zip([-1, *cuts], cuts, strict=False):
            places.append(places[-1] + FREE_BETWEEN_BONUS + cut - before)
        bonus = zip(places, chips, strict=True)
        return self._with_bonus(tuple((place % fields + 1, kind) for place, kind in bonus), None)

    def with_opening(self, board: Board) -> "SetupDraft":
        """Return the draft with the suggested chips and workers of a first game.

        Raises RuleViolation on a board that does not allow them.
        """
        draft = self._with_bonus(opening_bonus(board), None)
        state = start(draft.to_setup(board))
        plains: list[Material] = []
        while isinstance(worker := suggested(state), PlaceWorker):
            plains.append(worker.plain)
            state = unfold(state, worker).state
        return replace(draft, workers=tuple(plains))

    # Result

    def to_setup(self, board: Board) -> Setup:
        """Return the setup to begin with. Raises RuleViolation if an entry is invalid."""
        seats = _seats(self.seats)
        check_players(seats, self.first)
        check_bonus(len(board), self.bonus)
        return Setup(board, seats, self.first, tuple(sorted(self.bonus)))

    @property
    def worker_plains(self) -> tuple[Material, ...]:
        """Plains of all workers in the order of placing; () if they were not placed.

        Placements for another number of workers do not count.
        """
        players = len(self.seats)
        return self.workers if len(self.workers) == players * workers_per_player(players) else ()

    def with_random_workers(self, board: Board, luck: Random) -> "SetupDraft":
        """Return the draft with random workers on plains with room, one by one (setup.workers)."""
        state = start(self.to_setup(board))
        plains: list[Material] = []
        while state.phase is Phase.PLACING:
            plains.append(luck.choice([plain for plain in MATERIALS if has_room(state, plain)]))
            state = unfold(state, next_placement(state, plains[-1])).state
        return replace(self, workers=tuple(plains))

    def first_state(self, board: Board) -> GameState:
        state = start(self.to_setup(board))
        for plain in self.worker_plains:
            state = unfold(state, next_placement(state, plain)).state
        return state


def _seats(seats: tuple[SeatDraft, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat.color, seat.display_name) for seat in seats)


def _in_colors_for_two(seats: tuple[SeatDraft, ...]) -> tuple[SeatDraft, ...]:
    """Return the seats of two players in purple and blue; a player of either keeps it."""
    allowed = [Color.PURPLE, Color.BLUE]
    free = [color for color in allowed if color not in [seat.color for seat in seats]]
    return tuple(
        seat if seat.color in allowed else replace(seat, color=free.pop(0)) for seat in seats
    )


def next_placement(state: GameState, plain: Material) -> PlaceWorker:
    return PlaceWorker(by=state.whose_turn, plain=plain)


def same_players(setup: Setup) -> SetupDraft:
    seats = tuple(SeatDraft(seat.color).with_name(seat.name) for seat in setup.players)
    return SetupDraft(seats=seats, first=setup.first)


def rematch(setup: Setup, shelf: BoardShelf) -> SetupDraft:
    """Return the draft of another game of the same people and board; the next player begins."""
    draft = same_players(setup)
    usual = shelf.for_players(len(draft.seats)).name
    board = None if setup.board.name == usual else setup.board.name
    return replace(draft, first=(draft.first + 1) % len(draft.seats), board=board)


def name_conflict(draft: SetupDraft, who_is: Callable[[str], Person]) -> Sentence | None:
    """Return why two seats have the same name or person; None if all differ."""
    for one, other in combinations((seat.display_name for seat in draft.seats), 2):
        if name_key(one) == name_key(other):
            return Sentence(
                "two players are called {name}: give one of them another name", {"name": other}
            )
        if who_is(one) == who_is(other):
            return Sentence(
                "{one} and {other} are one person among the people here: give one of them another "
                "name",
                {"one": one, "other": other},
            )
    return None


# The steps


class Aim(msgspec.Struct, frozen=True):
    """Step: the aim of the game, and the number of players."""


class Players(msgspec.Struct, frozen=True):
    """Step: the players and the board; a seat (from 0) while its colour is chosen."""

    coloring: int | None = None


class NameEntry(msgspec.Struct, frozen=True):
    """Step: type the name of a seat (from 0)."""

    seat: int
    typing: Typing


class Boards(msgspec.Struct, frozen=True): ...


class UnreadBoards(msgspec.Struct, frozen=True): ...


class Seats(msgspec.Struct, frozen=True):
    """Step: choose the players' sides of the screen."""


class BoxContents(msgspec.Struct, frozen=True):
    """Step: check the content of the box; `found` are indexes of found pieces."""

    found: frozenset[int] = frozenset()


class MissingPieces(msgspec.Struct, frozen=True): ...


class Opening(msgspec.Struct, frozen=True): ...


class BonusChips(msgspec.Struct, frozen=True): ...


class SetupOverview(msgspec.Struct, frozen=True): ...


class SetupPart(msgspec.Struct, frozen=True):
    """Step: show one of the pieces to put on the table, by its index."""

    place: int = 0


class NotSaved(msgspec.Struct, frozen=True):
    """Step: explain why the current game cannot be replaced yet."""

    text: str


Step = (
    Aim
    | Players
    | NameEntry
    | Boards
    | UnreadBoards
    | Seats
    | BoxContents
    | MissingPieces
    | Opening
    | BonusChips
    | SetupOverview
    | SetupPart
    | NotSaved
)
SetupFlow = Flow[SetupDraft, Step]


def new_flow(draft: SetupDraft) -> SetupFlow:
    """Return the first step of a new game for the known players."""
    return Flow(draft, (Aim() if draft.is_first_game else Players(),))
