"""What lies in the box, how it is laid out, and a first round that a new table may follow.

All numbers are those of the pieces; the opening is one of many that the rules allow. Pure data and
functions.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

import msgspec

from companion import commands as do
from companion import events as ev
from companion.pieces import (
    CHIPS_PER_BONUS,
    CHIPS_PER_MATERIAL,
    MATERIALS,
    RUNES,
    STACK_LIMIT,
    START_HAND,
    TEMPLES_PER_PLAYER,
    Bonus,
    BuildingKind,
    Color,
    Material,
    huts_per_player,
    workers_per_player,
)
from companion.preview import levels_to_move, preview_move
from companion.rules.building import price
from companion.sentence import N_, Sentence
from companion.state import Board, GameState, Phase
from companion.teaching.picture import Drawn, Picture, Piece
from companion.telling.places import DruidPlace, InSupply, OnField

# What lies in the box


class Found(msgspec.Struct, frozen=True):
    """A kind of piece to be found in the box: what it is called, how many, and what is drawn.

    `each` is how many one player gets, None for what belongs to nobody.
    """

    piece: Piece
    name: Sentence
    number: int
    each: int | None
    drawn: tuple[Drawn, ...]


def unpacking(colors: Sequence[Color]) -> tuple[Found, ...]:
    """The pieces that players of these colours (2 to 4) need, in the order in which they are laid.

    What else lies in the box stays there.
    """
    players = len(colors)
    own = (
        (Piece.HUT, N_("Huts: {each} each"), huts_per_player(players)),
        (Piece.TEMPLE, N_("Temples: {each} each"), TEMPLES_PER_PLAYER),
        (Piece.WORKER, N_("Workers: {each} each"), workers_per_player(players)),
        (Piece.MARKER, N_("Markers for the points: {each} each"), 1),
        (Piece.SHIELD, N_("Cardboard screens: {each} each"), 1),
        (Piece.HUNDRED_CHIP, N_("100 chips: {each} each, for later"), 1),
    )
    one_each = N_("The board"), N_("The druid"), N_("The die")
    return (
        *(
            Found(piece, Sentence(name), 1, None, (Drawn(piece, 1),))
            for piece, name in zip((Piece.BOARD, Piece.DRUID, Piece.DIE), one_each, strict=True)
        ),
        Found(
            Piece.RUNE_STONE,
            Sentence(N_("Rune stones: {number}"), {"number": len(RUNES)}),
            len(RUNES),
            None,
            (Drawn(Piece.RUNE_STONE, len(RUNES)),),
        ),
        Found(
            Piece.BONUS_CHIP,
            Sentence(N_("Bonus chips: {number}"), {"number": CHIPS_PER_BONUS * len(Bonus)}),
            CHIPS_PER_BONUS * len(Bonus),
            None,
            tuple(Drawn(Piece.BONUS_CHIP, CHIPS_PER_BONUS, bonus=one) for one in Bonus),
        ),
        Found(
            Piece.CHIP,
            Sentence(N_("Material chips: {number} of each kind"), {"number": CHIPS_PER_MATERIAL}),
            CHIPS_PER_MATERIAL * len(MATERIALS),
            None,
            tuple(Drawn(Piece.CHIP, CHIPS_PER_MATERIAL, material=one) for one in MATERIALS),
        ),
        *(
            Found(
                piece,
                Sentence(name, {"each": each}),
                each * players,
                each,
                tuple(Drawn(piece, each, color) for color in colors),
            )
            for piece, name, each in own
        ),
    )


# How it is laid out


class Layer(msgspec.Struct, frozen=True):
    """One thing to lay: what is said, what the picture of the board lights, what is drawn.

    `id` names it for good: it is ticked, or is left.
    """

    id: str
    text: Sentence
    picture: Picture
    rules: tuple[str, ...] = ()


class Side(StrEnum):
    """Which side of the board lies up, by the number of players."""

    FEW = "two_or_three"
    FOUR = "four"


def side_for(players: int) -> Side:
    """The side of the board for so many players (setup.players)."""
    return Side.FEW if players < 4 else Side.FOUR  # noqa: PLR2004 - so the booklet says


_SIDES = {
    Side.FEW: N_("The board, with the side for two or three players up"),
    Side.FOUR: N_("The board, with the side for four players up"),
}


def laying_out(state: GameState) -> Iterator[Layer]:
    """What to lay before the first worker stands, thing by thing; `state` is a game that begins."""
    players = len(state.players)
    yield Layer(
        "board",
        Sentence(_SIDES[side_for(players)]),
        Picture(drawn=(Drawn(Piece.BOARD, 1),)),
        ("setup.players",),
    )
    yield Layer(
        "middle",
        Sentence(N_("The rune stones beside the board, the druid in his temple in the corner")),
        Picture(
            lit=(DruidPlace(),),  # the stones lie beside the board, not where it shows their areas
            drawn=(Drawn(Piece.RUNE_STONE, len(RUNES)), Drawn(Piece.DRUID, 1)),
        ),
        ("hut.rune", "druid.stones"),
    )
    hand = state.players[0].hand
    yield Layer(
        "chips",
        Sentence(
            N_(
                "Behind each cardboard screen: {chips}. The other chips on their plains, {number} "
                "on each."
            ),
            {"chips": hand, "number": state.supply.wood},
        ),
        Picture(
            lit=tuple(map(InSupply, MATERIALS)),
            drawn=(
                Drawn(Piece.SHIELD, 1),
                *(Drawn(Piece.CHIP, hand.number(one), material=one) for one in MATERIALS),
            ),
        ),
        ("setup.hand",),
    )
    huts, workers = huts_per_player(players), workers_per_player(players)
    yield Layer(
        "own-pieces",
        Sentence(
            N_(
                "In front of each: {huts} huts, {temples} temples, {workers} workers. Your markers "
                "onto the {points} of the point track."
            ),
            {
                "huts": huts,
                "temples": TEMPLES_PER_PLAYER,
                "workers": workers,
                "points": state.players[0].points,
            },
        ),
        Picture(
            drawn=tuple(
                Drawn(piece, number, color)
                for color in state.colors
                for piece, number in (
                    (Piece.HUT, huts),
                    (Piece.TEMPLE, TEMPLES_PER_PLAYER),
                    (Piece.WORKER, workers),
                    (Piece.MARKER, 1),
                )
            )
        ),
        ("hut.stock", "temple.stock", "setup.workers", "setup.points"),
    )
    laid = {
        bonus: tuple(field for field, lies in enumerate(state.bonus, 1) if lies is bonus)
        for bonus in Bonus
    }
    yield Layer(
        "bonus",
        Sentence(
            N_("Bonus chips: “+2” onto {points}, “free hut” onto {hut}, “druid” onto {druid}"),
            {bonus.value: fields for bonus, fields in laid.items()},
        ),
        Picture(
            lit=tuple(map(OnField, sorted(field for fields in laid.values() for field in fields))),
            drawn=tuple(
                Drawn(Piece.BONUS_CHIP, len(fields), bonus=bonus) for bonus, fields in laid.items()
            ),
        ),
        ("setup.bonus",),
    )
    yield Layer(
        "die",
        Sentence(N_("The die to {player}, who begins"), {"player": state.whose_turn}),
        Picture(drawn=(Drawn(Piece.DIE, 1, state.whose_turn),)),
        ("small.roll",),
    )


# A first round to begin with

_FIRST_BONUS = 4
SUGGESTED_TURNS = 2
"""So many turns are suggested."""


def opening_bonus(board: Board) -> tuple[tuple[int, Bonus], ...]:
    """Bonus chips as a first game may lay them: spread over the ring, the three kinds in turn."""
    chips = tuple(Bonus) * CHIPS_PER_BONUS
    return tuple(
        (_FIRST_BONUS + number * len(board) // len(chips), bonus)
        for number, bonus in enumerate(chips)
    )


def suggested(
    state: GameState, happened: Sequence[ev.Event] = ()
) -> do.PlaceWorker | do.MoveWorker | do.BuildHut | None:
    """What the opening suggests for the next decision, which anybody may leave; None: nothing.

    Workers are spread; in the first turn one moves to where he earns most, in the second a hut is
    built that the four chips of the beginning pay for. `happened` are all events so far: where
    whoever is asked has put chips back since, what everybody has seen, a worker moves instead.
    """
    if state.phase is Phase.PLACING and state.decider is not None:
        return do.PlaceWorker(by=state.decider, plain=_emptiest(state, state.decider))
    if state.phase is not Phase.ACTION or state.turn > SUGGESTED_TURNS:
        return None
    color = state.whose_turn
    field = _first_hut(state) if state.turn == SUGGESTED_TURNS else None
    if field is None or any(map(_puts_back(color), happened)):
        return _best_move(state)
    return do.BuildHut(by=color, field=field, pay=price(state, BuildingKind.HUT, field))


def _puts_back(color: Color) -> Callable[[ev.Event], bool]:
    kinds = ev.ChipReturned | ev.ChipsPaid | ev.ChipsSwapped | ev.Corrected
    return lambda event: isinstance(event, kinds) and getattr(event, "color", color) == color


def _emptiest(state: GameState, color: Color) -> Material:
    """The plain with the fewest workers, where theirs are fewest: all come to stand everywhere."""
    room = [plain for plain in MATERIALS if len(state.stack(plain)) < STACK_LIMIT]
    return min(room, key=lambda one: (state.stack(one).count(color), len(state.stack(one))))


def _best_move(state: GameState) -> do.MoveWorker:
    color = state.whose_turn
    moves = [
        do.MoveWorker(by=color, source=source, level=level, target=target)
        for source in MATERIALS
        for level in levels_to_move(state, color, source)
        for target in MATERIALS
        if target is not source and len(state.stack(target)) < STACK_LIMIT
    ]
    return max(moves, key=lambda move: _earned(state, move))


def _earned(state: GameState, move: do.MoveWorker) -> int:
    return dict(preview_move(state, move.source, move.level, move.target).earnings)[move.by]


def _first_hut(state: GameState) -> int | None:
    """A field that one chip of each kind pays, with a bonus chip of two points where there is one.

    Nothing stands there, or beside it.
    """
    fields = [
        number
        for number, field in enumerate(state.board.fields, 1)
        if field.known
        and state.building(number) is None
        and START_HAND.covers(price(state, BuildingKind.HUT, number))
        and not state.is_hut(state.board.before(number))
        and not state.is_hut(state.board.after(number))
    ]

    def without_points(field: int) -> bool:
        bonus = state.bonus_on(field)
        return bonus is None or not bonus.points

    return min(fields, key=lambda field: (without_points(field), field), default=None)
