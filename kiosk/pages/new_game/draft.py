"""The setup of a new game as entered so far (the draft), and the steps of the page to enter it.

Imports no Kivy. Source: RULES.md, "Setup"; the numbers of pieces come from `companion.pieces`.
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
    check_number_of_players,
    check_players,
    consequences_of,
    initial_state,
)
from companion.memory.boards import ALL_PLAYERS, BoardShelf
from companion.memory.names import has_control_characters, name_key
from companion.memory.people import Person
from companion.pieces import (
    BONUS_CHIPS,
    FREE_BETWEEN_BONUS,
    MATERIALS,
    Bonus,
    Color,
    Material,
    workers_per_player,
)
from companion.preview import check_bonus_chip_field, fields_left_for_bonus_chip, plain_has_room
from companion.sentence import Sentence
from companion.state import Board, GameState, Phase
from companion.teaching.first_game import first_game_bonus_chips, suggest_command
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.form import Flow
from kiosk.ui.key_pages import KeyboardState
from kiosk.words.texts import color_name, name_to_save

FEWEST, MOST = min(ALL_PLAYERS), max(ALL_PLAYERS)
CLOCKWISE = (Rotation.NONE, Rotation.THREE_QUARTERS, Rotation.HALF, Rotation.QUARTER)
"""Sides of the table in clockwise order: front, left, back, right."""


class SeatDraft(msgspec.Struct, frozen=True):
    """A player's colour, name and side of the table, as entered so far.

    If `name` is None, the player is called by the name of the colour. `side` is given as the
    rotation that makes the screen face the player.
    """

    color: Color
    name: str | None = None
    side: Rotation = Rotation.NONE

    @property
    def display_name(self) -> str:
        return color_name(self.color) if self.name is None else self.name

    @property
    def saved_name(self) -> str:
        return name_to_save(self.name, self.color)

    def with_name(self, name: str) -> "SeatDraft":
        """Return a copy of the seat with a cleaned name: no control characters or outer spaces.

        If `name` is empty or the name of the seat's colour, the name of the copy is None.
        """
        bare = "".join(sign for sign in name if not has_control_characters(sign)).strip()
        nameless = ("", color_name(self.color), name_to_save(None, self.color))
        is_none = name_key(bare) in map(name_key, nameless)
        return replace(self, name=None if is_none else bare)


class SetupDraft(msgspec.Struct, frozen=True):
    """A new game's setup as the players have entered it so far.

    - `seats`: the players' seats in the order of turns.
    - `starting_seat`: index of the starting player in `seats`.
    - `board_name`: name of a board, or None for the usual board for this number of players.
    - `bonus_chips`: field and kind of each bonus chip placed so far, in the order of placing.
    - `next_bonus`: kind of the bonus chip that the next tap places, or None if all are placed.
    - `planned_worker_plains`: the high plain for each worker, in the order of placing. If it is
      empty, the players place the workers during the game.
    - `is_first_game`: set if the page also explains the game.
    """

    seats: tuple[SeatDraft, ...] = (SeatDraft(Color.PURPLE), SeatDraft(Color.BLUE))
    starting_seat: int = 0
    board_name: str | None = None
    bonus_chips: tuple[tuple[int, Bonus], ...] = ()
    next_bonus: Bonus | None = BONUS_CHIPS[0]
    planned_worker_plains: tuple[Material, ...] = ()
    is_first_game: bool = False

    def with_one_more_seat(self) -> "SetupDraft":
        """Return a copy with one more player. Raises RuleViolation if there are already four."""
        check_number_of_players(len(self.seats) + 1)
        taken = [seat.color for seat in self.seats]
        free = next(color for color in Color if color not in taken)
        return replace(self, seats=(*self.seats, SeatDraft(free)))

    def with_number_of_players(self, players: int) -> "SetupDraft":
        """Return a copy with `players` players. Raises RuleViolation unless that is 2 to 4.

        The last seats are removed, or seats are added after the last one.
        """
        draft = self
        while len(draft.seats) < players:
            draft = draft.with_one_more_seat()
        while len(draft.seats) > players:
            draft = draft.without_seat(len(draft.seats) - 1)
        return draft

    def without_seat(self, seat_index: int) -> "SetupDraft":
        """Return a copy without the seat at index `seat_index` in `seats`.

        If two players remain, they get the colours purple and blue. If the starting player leaves,
        the next player clockwise starts. Raises RuleViolation if only one player would remain.
        """
        seats = self.seats[:seat_index] + self.seats[seat_index + 1 :]
        check_number_of_players(len(seats))
        if len(seats) == FEWEST:
            seats = _in_colors_for_two(seats)
        first = (
            self.starting_seat - 1 if self.starting_seat > seat_index else self.starting_seat
        ) % len(seats)
        return replace(self, seats=seats, starting_seat=first)

    def with_color(self, seat_index: int, color: Color) -> "SetupDraft":
        """Return a copy in which the seat at index `seat_index` in `seats` has the colour `color`.

        If another seat has that colour, the two seats swap colours. Raises RuleViolation if the
        colour is not allowed for this number of players.
        """
        exchanged = {self.seats[seat_index].color: color, color: self.seats[seat_index].color}
        seats = tuple(
            replace(seat, color=exchanged.get(seat.color, seat.color)) for seat in self.seats
        )
        check_players(_seats(seats), self.starting_seat)
        return replace(self, seats=seats)

    def with_name(self, seat_index: int, name: str) -> "SetupDraft":
        return self._with(seat_index, self.seats[seat_index].with_name(name))

    def with_side(self, seat_index: int, side: Rotation) -> "SetupDraft":
        return self._with(seat_index, replace(self.seats[seat_index], side=side))

    def _with(self, number: int, seat: SeatDraft) -> "SetupDraft":
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return replace(self, seats=seats)

    def with_all_at_front(self) -> "SetupDraft":
        seats = tuple(replace(seat, side=Rotation.NONE) for seat in self.seats)
        return replace(self, seats=seats)

    def with_all_around(self) -> "SetupDraft":
        """Return a copy in which each player sits at another side of the table.

        Two players sit face to face.
        """
        places = CLOCKWISE[:: 2 if len(self.seats) == FEWEST else 1]
        seats = (replace(one, side=side) for one, side in zip(self.seats, places, strict=False))
        return replace(self, seats=tuple(seats))

    @property
    def sides_for_settings(self) -> tuple[tuple[Color, Rotation], ...]:
        """Sides of the table to store in the settings, by colour.

        Players at the front are left out, because the front is the default.
        """
        seats = ((seat.color, seat.side) for seat in self.seats)
        return tuple((color, side) for color, side in seats if side is not Rotation.NONE)

    def with_sides_from_settings(self, settings: Settings) -> "SetupDraft":
        seats = (replace(seat, side=settings.rotation_towards(seat.color)) for seat in self.seats)
        return replace(self, seats=tuple(seats))

    @property
    def players_sit_clockwise(self) -> bool:
        """True if the order of turns goes clockwise around the table, as the players sit."""
        places = [CLOCKWISE.index(seat.side) for seat in self.seats]
        following = [*places[1:], places[0]]
        steps = ((there - here) % 4 for here, there in zip(places, following, strict=True))
        return sum(steps) <= len(CLOCKWISE)

    def sorted_clockwise(self) -> "SetupDraft":
        """Return a copy whose seats are sorted clockwise by their sides, beginning with `seats[0]`.

        The same player starts. Workers already planned are removed.
        """
        first = CLOCKWISE.index(self.seats[0].side)
        seats = tuple(sorted(self.seats, key=lambda seat: (CLOCKWISE.index(seat.side) - first) % 4))
        starts = seats.index(self.seats[self.starting_seat])
        return replace(self, seats=seats, starting_seat=starts, planned_worker_plains=())

    # The board and the bonus chips

    def chosen_board(self, shelf: BoardShelf) -> Board:
        chosen = shelf.find(self.board_name) if self.board_name is not None else None
        return chosen or shelf.default_board(len(self.seats))

    def without_illegal_chips(self, ring_size: int) -> "SetupDraft":
        """Return a copy without bonus chips that are illegal in a ring of `ring_size` fields."""
        kept: tuple[tuple[int, Bonus], ...] = ()
        for field, kind in self.bonus_chips:
            if field in fields_left_for_bonus_chip(ring_size, frozenset(dict(kept))):
                kept += ((field, kind),)
        return self if kept == self.bonus_chips else self._with_bonus(kept, self.next_bonus)

    @property
    def chips_left_to_place(self) -> int:
        return len(BONUS_CHIPS) - len(self.bonus_chips)

    def chips_left_of(self, kind: Bonus) -> int:
        return kind.traits.number_in_box - sum(laid is kind for _field, laid in self.bonus_chips)

    def _with_bonus(self, bonus: tuple[tuple[int, Bonus], ...], held: Bonus | None) -> "SetupDraft":
        changed = replace(self, bonus_chips=bonus)
        left = [kind for kind in Bonus if changed.chips_left_of(kind)]
        return replace(changed, next_bonus=held if held in left else next(iter(left), None))

    def without_chip(self, field: int) -> "SetupDraft":
        """Return a copy without the bonus chip on `field`. Raises KeyError if none is there.

        The next tap places a chip of the same kind again.
        """
        left = tuple(laid for laid in self.bonus_chips if laid[0] != field)
        return self._with_bonus(left, dict(self.bonus_chips)[field])

    def with_chip(self, ring_size: int, field: int) -> "SetupDraft":
        """Return a copy with a bonus chip of the kind `next_bonus` placed on `field`.

        `ring_size` is the number of fields in the ring. Raises RuleViolation if no chip is allowed
        on `field`, and ValueError if all chips are already placed.
        """
        if self.next_bonus is None:
            raise ValueError("all bonus chips are already on the board")
        check_bonus_chip_field(ring_size, frozenset(dict(self.bonus_chips)), field)
        return self._with_bonus((*self.bonus_chips, (field, self.next_bonus)), self.next_bonus)

    def fields_for_next_bonus(self, ring_size: int) -> frozenset[int]:
        if self.next_bonus is None:
            return frozenset()
        return fields_left_for_bonus_chip(ring_size, frozenset(dict(self.bonus_chips)))

    def without_bonus_chips(self) -> "SetupDraft":
        return self._with_bonus((), BONUS_CHIPS[0])

    def with_all_chips_at_random(self, ring_size: int, luck: Random) -> "SetupDraft":
        """Return a copy with all bonus chips on random fields; all layouts are equally likely.

        `ring_size` is the number of fields in the ring, at least 24. `luck` is the source of
        chance. Each layout keeps the distance that the rules require between the chips.
        """
        chips = list(BONUS_CHIPS)
        luck.shuffle(chips)
        spare = ring_size - len(chips) * FREE_BETWEEN_BONUS
        cuts = sorted(luck.sample(range(1, spare), len(chips) - 1))
        start = luck.randrange(ring_size)
        places = (start + n * FREE_BETWEEN_BONUS + cut for n, cut in enumerate([0, *cuts]))
        bonus = zip(places, chips, strict=True)
        return self._with_bonus(tuple((place % ring_size + 1, kind) for place, kind in bonus), None)

    def with_suggested_opening(self, board: Board) -> "SetupDraft":
        """Return a copy with the bonus chips and worker plains suggested for a first game.

        Raises RuleViolation if the number of players or their colours are invalid, or if the chips
        do not fit on the board.
        """
        draft = self._with_bonus(first_game_bonus_chips(board), None)
        state = initial_state(draft.to_setup(board))
        plains: list[Material] = []
        while isinstance(worker := suggest_command(state), PlaceWorker):
            plains.append(worker.plain)
            state = consequences_of(state, worker).state
        return replace(draft, planned_worker_plains=tuple(plains))

    def to_setup(self, board: Board) -> Setup:
        return Setup(board, _seats(self.seats), self.starting_seat, tuple(sorted(self.bonus_chips)))

    @property
    def worker_plains(self) -> tuple[Material, ...]:
        """The high plain for each worker of all players, in the order of placing.

        The result is () if the players place the workers during the game, or if the number of
        players has changed since `planned_worker_plains` was filled.
        """
        players = len(self.seats)
        return (
            self.planned_worker_plains
            if len(self.planned_worker_plains) == players * workers_per_player(players)
            else ()
        )

    def with_random_workers(self, board: Board, luck: Random) -> "SetupDraft":
        """Return a copy with a random high plain for each worker (rule setup.workers).

        Only plains that still have room are chosen. `luck` is the source of chance.
        """
        state = initial_state(self.to_setup(board))
        plains: list[Material] = []
        while state.phase is Phase.PLACING:
            plains.append(
                luck.choice([plain for plain in MATERIALS if plain_has_room(state, plain)])
            )
            state = consequences_of(state, place_worker_command(state, plains[-1])).state
        return replace(self, planned_worker_plains=tuple(plains))

    def first_state(self, board: Board) -> GameState:
        state = initial_state(self.to_setup(board))
        for plain in self.worker_plains:
            state = consequences_of(state, place_worker_command(state, plain)).state
        return state


def _seats(seats: tuple[SeatDraft, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat.color, seat.saved_name) for seat in seats)


def _in_colors_for_two(seats: tuple[SeatDraft, ...]) -> tuple[SeatDraft, ...]:
    allowed = [Color.PURPLE, Color.BLUE]
    free = [color for color in allowed if color not in [seat.color for seat in seats]]
    return tuple(
        seat if seat.color in allowed else replace(seat, color=free.pop(0)) for seat in seats
    )


def place_worker_command(state: GameState, plain: Material) -> PlaceWorker:
    return PlaceWorker(by=state.whose_turn, plain=plain)


def draft_with_same_players(setup: Setup) -> SetupDraft:
    seats = tuple(SeatDraft(seat.color).with_name(seat.name) for seat in setup.players)
    return SetupDraft(seats=seats, starting_seat=setup.first)


def rematch_draft(setup: Setup, shelf: BoardShelf) -> SetupDraft:
    """Return the setup of a rematch, which has the players and the board of an earlier game.

    `setup` is the setup of that game, and `shelf` has the saved boards. The player who sits
    clockwise next to that game's starting player starts.
    """
    draft = draft_with_same_players(setup)
    usual = shelf.default_board(len(draft.seats)).name
    board = None if setup.board.name == usual else setup.board.name
    return replace(
        draft, starting_seat=(draft.starting_seat + 1) % len(draft.seats), board_name=board
    )


def reason_against_names(
    draft: SetupDraft, find_person: Callable[[str], Person]
) -> Sentence | None:
    """Return why two players cannot both keep their names, or None if all names can be used.

    Two players must have different names, and the names must not belong to the same person.
    `find_person` returns the person with a given name.
    """
    for seat, other_seat in combinations(draft.seats, 2):
        one, other = seat.display_name, other_seat.display_name
        if name_key(one) == name_key(other):
            return Sentence(
                "two players are called {name}: give one of them another name", {"name": other}
            )
        if find_person(seat.saved_name) == find_person(other_seat.saved_name):
            return Sentence(
                "{one} and {other} are the same person here: give one of them another name",
                {"one": one, "other": other},
            )
    return None


# The steps


class FirstGameIntroStep(msgspec.Struct, frozen=True):
    """Step of the setup page that explains the aim of the game and asks how many players play."""


class PlayersStep(msgspec.Struct, frozen=True):
    """Step of the setup page on which players choose names, colours and the board.

    `seat_choosing_color` is the index, in the draft's `seats`, of the seat whose colour is being
    chosen, or None.
    """

    seat_choosing_color: int | None = None


class NameStep(msgspec.Struct, frozen=True):
    seat_index: int
    keyboard_state: KeyboardState


class ChooseBoardStep(msgspec.Struct, frozen=True): ...


class BoardFileErrorsStep(msgspec.Struct, frozen=True): ...


class SeatSidesStep(msgspec.Struct, frozen=True): ...


class BoxContentsStep(msgspec.Struct, frozen=True):
    """Step of the setup page on which players check the contents of the game's box.

    `ticked_pieces` has the indexes, in `box_contents`, of the pieces that players have ticked.
    """

    ticked_pieces: frozenset[int] = frozenset()


class ReplacementPiecesStep(msgspec.Struct, frozen=True): ...


class SuggestedOpeningStep(msgspec.Struct, frozen=True): ...


class BonusChipsStep(msgspec.Struct, frozen=True): ...


class SetupOverviewStep(msgspec.Struct, frozen=True): ...


class PieceSetupStep(msgspec.Struct, frozen=True):
    """Step of the setup page that shows how to set up one kind of piece.

    `piece_index` is the index, from 0, of this kind in the result of `piece_setup_steps`.
    """

    piece_index: int = 0


class CurrentGameNotSavedStep(msgspec.Struct, frozen=True):
    """Step of the setup page that says why no game can begin: the current game cannot be saved.

    `text` gives the reason.
    """

    text: str


Step = (
    FirstGameIntroStep
    | PlayersStep
    | NameStep
    | ChooseBoardStep
    | BoardFileErrorsStep
    | SeatSidesStep
    | BoxContentsStep
    | ReplacementPiecesStep
    | SuggestedOpeningStep
    | BonusChipsStep
    | SetupOverviewStep
    | PieceSetupStep
    | CurrentGameNotSavedStep
)
SetupFlow = Flow[SetupDraft, Step]


def new_setup_flow(draft: SetupDraft) -> SetupFlow:
    return Flow(draft, (FirstGameIntroStep() if draft.is_first_game else PlayersStep(),))
