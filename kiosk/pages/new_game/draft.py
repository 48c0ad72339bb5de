"""What is entered for a new game: players, board and bonus chips; no Kivy.

Source: rules "Setup"; how many pieces there are comes from `companion.pieces`.
"""

from collections.abc import Callable
from itertools import combinations
from random import Random

import msgspec
from msgspec.structs import replace

from companion.game import (
    Seat,
    Setup,
    check_bonus,
    check_number_of_players,
    check_players,
)
from companion.memory.boards import ALL_PLAYERS, BoardShelf
from companion.memory.people import Person, has_control, is_blank, key_of
from companion.pieces import CHIPS_PER_BONUS, FREE_BETWEEN_BONUS, Bonus, Color, Material
from companion.preview import bonus_places_left, check_bonus_place
from companion.sentence import Sentence
from companion.state import Board
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.words.texts import color_name

FEWEST, MOST = min(ALL_PLAYERS), max(ALL_PLAYERS)
_COLORS = tuple(Color)
_CHIPS = tuple(Bonus)


class Chair(msgspec.Struct, frozen=True):
    """A place at the table: a colour, and a name or None while nobody has given one.

    `side` is how far the screen turns to face it.
    """

    color: Color
    name: str | None = None
    side: Rotation = Rotation.NONE

    @property
    def shown(self) -> str:
        """The name, or the colour's where nobody has given one."""
        return color_name(self.color) if self.name is None else self.name


class SetupDraft(msgspec.Struct, frozen=True):
    """What has been entered so far.

    `first` is the starting chair, from 0; `board` a board's name, or None for the one that goes
    with the number of players; `bonus` the chips in the order in which they were laid; `held` the
    kind of chip that a tap on a field lays, None when all lie. `workers` are the plains on which
    the workers are put for the players, in that order, () where they do it themselves. `swaps`:
    three chips are swapped for one at any time, else only in a payment; None: as these people did.
    """

    chairs: tuple[Chair, ...] = (Chair(Color.PURPLE), Chair(Color.BLUE))
    first: int = 0
    board: str | None = None
    bonus: tuple[tuple[int, Bonus], ...] = ()
    held: Bonus | None = _CHIPS[0]
    workers: tuple[Material, ...] = ()
    swaps: bool | None = None

    @property
    def chips_left(self) -> int:
        """How many bonus chips still have to be laid."""
        return CHIPS_PER_BONUS * len(_CHIPS) - len(self.bonus)


def same_players(setup: Setup) -> SetupDraft:
    """A new game for the players of another."""
    chairs = tuple(_named(seat.color, seat.name) for seat in setup.players)
    return SetupDraft(chairs=chairs, first=setup.first)


def rematch(setup: Setup, shelf: BoardShelf) -> SetupDraft:
    """Another game of the same people in the same seats, on the same board; the next one begins."""
    draft = same_players(setup)
    usual = shelf.for_players(len(draft.chairs)).name
    return replace(
        draft,
        first=(draft.first + 1) % len(draft.chairs),
        board=None if setup.board.name == usual else setup.board.name,
    )


def seated(draft: SetupDraft, settings: Settings) -> SetupDraft:
    """The same with the sides at which the table has its players."""
    chairs = tuple(replace(chair, side=settings.facing(chair.color)) for chair in draft.chairs)
    return replace(draft, chairs=chairs)


def sides_of(draft: SetupDraft) -> tuple[tuple[Color, Rotation], ...]:
    """Who does not sit in front of the screen, for the table's settings."""
    return tuple(
        (chair.color, chair.side) for chair in draft.chairs if chair.side is not Rotation.NONE
    )


_CLOCKWISE = (Rotation.NONE, Rotation.THREE_QUARTERS, Rotation.HALF, Rotation.QUARTER)
"""The sides of the table as the clock goes: in front, left, behind, right."""


def sit_clockwise(draft: SetupDraft) -> bool:
    """Whether the players sit in the order of their turns: once round the table, clockwise."""
    places = [_CLOCKWISE.index(chair.side) for chair in draft.chairs]
    steps = (
        (there - here) % 4 for here, there in zip(places, [*places[1:], places[0]], strict=True)
    )
    return sum(steps) <= len(_CLOCKWISE)


def in_order_of_seats(draft: SetupDraft) -> SetupDraft:
    """The same people in the order in which they sit, clockwise from the first one entered."""
    first = _CLOCKWISE.index(draft.chairs[0].side)
    chairs = tuple(
        sorted(draft.chairs, key=lambda chair: (_CLOCKWISE.index(chair.side) - first) % 4)
    )
    return replace(draft, chairs=chairs, first=chairs.index(draft.chairs[draft.first]), workers=())


def _named(color: Color, name: str) -> Chair:
    """A chair with a name, less the blanks around it and what is no sign; nothing else is none."""
    bare = "".join(sign for sign in name if not has_control(sign)).strip()
    return Chair(color, None if is_blank(bare) or bare == color_name(color) else bare)


def one_name_for_two(draft: SetupDraft, who_is: Callable[[str], Person]) -> Sentence | None:
    """Why two chairs have one name, or those of one person; None where all can be told apart."""
    for one, other in combinations((chair.shown for chair in draft.chairs), 2):
        if key_of(one) == key_of(other):
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


# The players


def with_chair(draft: SetupDraft) -> SetupDraft:
    """One more player, in the first colour that is free. Raises RuleViolation beyond four."""
    check_number_of_players(len(draft.chairs) + 1)
    taken = [chair.color for chair in draft.chairs]
    free = next(color for color in _COLORS if color not in taken)
    return replace(draft, chairs=(*draft.chairs, Chair(free)))


def without_chair(draft: SetupDraft, number: int) -> SetupDraft:
    """The others without chair `number` (from 0); two take purple and blue whatever they had.

    Who starts stays who starts; in place of who leaves it is the next one clockwise. Raises
    RuleViolation when fewer than two would be left.
    """
    chairs = draft.chairs[:number] + draft.chairs[number + 1 :]
    check_number_of_players(len(chairs))
    if len(chairs) == FEWEST:
        chairs = _in_colors_for_two(chairs)
    first = (draft.first - 1 if draft.first > number else draft.first) % len(chairs)
    return replace(draft, chairs=chairs, first=first)


def _in_colors_for_two(chairs: tuple[Chair, ...]) -> tuple[Chair, ...]:
    """Both in purple and blue; who has one of them keeps it."""
    allowed = [Color.PURPLE, Color.BLUE]
    free = [color for color in allowed if color not in [chair.color for chair in chairs]]
    return tuple(
        chair if chair.color in allowed else replace(chair, color=free.pop(0)) for chair in chairs
    )


def with_color(draft: SetupDraft, number: int, color: Color) -> SetupDraft:
    """Chair `number` in another colour; who had it takes this one's in exchange.

    Raises RuleViolation for a colour that two players do not take.
    """
    former = draft.chairs[number].color
    chairs = tuple(
        replace(chair, color=color)
        if place == number
        else (replace(chair, color=former) if chair.color is color else chair)
        for place, chair in enumerate(draft.chairs)
    )
    check_players(_seats(chairs), draft.first)
    return replace(draft, chairs=chairs)


def with_name(draft: SetupDraft, number: int, name: str) -> SetupDraft:
    """Chair `number` with a name of up to 40 characters; blanks or its colour's name are none."""
    former = draft.chairs[number]
    chair = replace(_named(former.color, name), side=former.side)
    return replace(draft, chairs=(*draft.chairs[:number], chair, *draft.chairs[number + 1 :]))


def _seats(chairs: tuple[Chair, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(chair.color, chair.shown) for chair in chairs)


def begun_by_chance(draft: SetupDraft, luck: Random) -> SetupDraft:
    """Anybody begins, everybody equally likely."""
    return replace(draft, first=luck.randrange(len(draft.chairs)))


# The board


def board_of(draft: SetupDraft, shelf: BoardShelf) -> Board:
    """The board that is played on."""
    chosen = shelf.find(draft.board) if draft.board is not None else None
    return chosen or shelf.for_players(len(draft.chairs))


# The bonus chips


def on_ring(draft: SetupDraft, fields: int) -> SetupDraft:
    """The same with the bonus chips that can lie on a ring of `fields` fields."""
    kept: tuple[tuple[int, Bonus], ...] = ()
    for field, kind in draft.bonus:
        if field in bonus_places_left(fields, _places(kept)):
            kept += ((field, kind),)
    if kept == draft.bonus:
        return draft
    return _with_bonus(draft, kept, draft.held)


def _places(bonus: tuple[tuple[int, Bonus], ...]) -> frozenset[int]:
    return frozenset(field for field, _kind in bonus)


def left_of(draft: SetupDraft, kind: Bonus) -> int:
    """How many chips of a kind still have to be laid."""
    return CHIPS_PER_BONUS - sum(laid is kind for _field, laid in draft.bonus)


def _with_bonus(
    draft: SetupDraft, bonus: tuple[tuple[int, Bonus], ...], held: Bonus | None
) -> SetupDraft:
    """Hold on to a kind while there is one, else take the next."""
    changed = replace(draft, bonus=bonus)
    left = [kind for kind in _CHIPS if left_of(changed, kind)]
    return replace(changed, held=held if held in left else next(iter(left), None))


def chip_taken(draft: SetupDraft, field: int) -> SetupDraft:
    """Take up the chip that lies on a field. Raises KeyError where none lies."""
    kind = dict(draft.bonus)[field]
    return _with_bonus(draft, tuple(laid for laid in draft.bonus if laid[0] != field), kind)


def chip_laid(draft: SetupDraft, fields: int, field: int) -> SetupDraft:
    """Lay the chip that is held on a field of a ring of `fields`.

    Raises RuleViolation where it must not lie, ValueError when none is held.
    """
    if draft.held is None:
        raise ValueError("all chips lie on the board")
    check_bonus_place(fields, _places(draft.bonus), field)
    return _with_bonus(draft, (*draft.bonus, (field, draft.held)), draft.held)


def places_for_held(draft: SetupDraft, fields: int) -> frozenset[int]:
    """Where the chip that is held may be laid."""
    if draft.held is None:
        return frozenset()
    return bonus_places_left(fields, _places(draft.bonus))


def without_bonus(draft: SetupDraft) -> SetupDraft:
    """All six chips back in the hand."""
    return _with_bonus(draft, (), _CHIPS[0])


def laid_by_chance(draft: SetupDraft, fields: int, luck: Random) -> SetupDraft:
    """All six chips on a ring of at least 24 fields; every legal layout is equally likely."""
    chips = [kind for kind in _CHIPS for _one in range(CHIPS_PER_BONUS)]
    luck.shuffle(chips)
    spare = fields - len(chips) * (FREE_BETWEEN_BONUS + 1)
    cuts = sorted(luck.sample(range(spare + len(chips) - 1), len(chips) - 1))
    start = luck.randrange(fields)
    places = [start]
    for before, cut in zip([-1, *cuts], cuts, strict=False):
        places.append(places[-1] + FREE_BETWEEN_BONUS + cut - before)
    bonus = tuple((place % fields + 1, kind) for place, kind in zip(places, chips, strict=True))
    return _with_bonus(draft, bonus, None)


# All of it


def finished(draft: SetupDraft, board: Board) -> Setup:
    """The setup to begin with. Raises RuleViolation where something is still wrong."""
    seats = _seats(draft.chairs)
    check_players(seats, draft.first)
    check_bonus(len(board), draft.bonus)
    return Setup(board, seats, draft.first, tuple(sorted(draft.bonus)))
