"""Random tables: boards of all sizes, and their players."""

from itertools import accumulate, pairwise

from companion.pieces import BONUS_CHIPS, FREE_BETWEEN_BONUS, MATERIALS, RUNES, Bonus, Color
from companion.rules.setup import Seat, Setup
from companion.state import Board, Field
from tests.luck import Luck

SMALLEST, LARGEST = len(BONUS_CHIPS) * (FREE_BETWEEN_BONUS + 1), 48
"""Numbers of fields; the smallest ring is full once all bonus chips lie on it (setup.bonus)."""
UNREAD = Field(None, None)
TWO = (Color.PURPLE, Color.BLUE)


def board_of(size: int, hidden: int, luck: Luck) -> Board:
    """Return a ring with areas of any lengths, anywhere, `hidden` of 6 fields unread on average."""
    borders = [0, *sorted(luck.some(range(1, size), len(RUNES) - 1)), size]
    lengths = [end - begin for begin, end in pairwise(borders)]
    areas = [rune for rune, length in zip(RUNES, lengths, strict=True) for _ in range(length)]
    shift = luck.below(size)
    fields = []
    for rune in areas[shift:] + areas[:shift]:
        field = Field((luck.pick(MATERIALS), luck.pick(MATERIALS)), rune)
        fields.append(UNREAD if luck.below(6) < hidden else field)
    return Board(f"ring of {size}", tuple(fields))


def setup_on(board: Board, players: int, luck: Luck) -> Setup:
    """Return two to four players in any order, with bonus chips anywhere."""
    colors = luck.some(TWO if players == len(TWO) else tuple(Color), players)
    seats = tuple(Seat(color, f"player {color}") for color in colors)
    return Setup(board, seats, luck.below(players), bonus_places(len(board), luck))


def any_setup(luck: Luck) -> Setup:
    """Return a table of any size on any board."""
    size = SMALLEST + luck.below(LARGEST - SMALLEST + 1)
    return setup_on(board_of(size, luck.pick((0, 0, 2, 5)), luck), 2 + luck.below(3), luck)


def bonus_places(size: int, luck: Luck) -> tuple[tuple[int, Bonus], ...]:
    """Place all bonus chips on a ring of `size`, at random but far enough apart."""
    gaps = [FREE_BETWEEN_BONUS + 1] * len(BONUS_CHIPS)
    for _ in range(size - SMALLEST):
        gaps[luck.below(len(gaps))] += 1
    first = luck.below(size)
    places = [(first + step) % size + 1 for step in accumulate(gaps[1:], initial=0)]
    return tuple(sorted(zip(places, luck.some(BONUS_CHIPS, len(BONUS_CHIPS)), strict=True)))
