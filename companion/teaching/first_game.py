"""The contents of the box, the set-up, and a suggested first round for new players.

The suggestions are only one of many ways to play the round. Pure functions; the texts are in
content/opening.toml.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from companion import commands as do
from companion import events as ev
from companion.content import sentence_factory
from companion.pieces import (
    BONUS_CHIPS,
    CHIPS_PER_MATERIAL,
    MATERIALS,
    RUNES,
    STACK_LIMIT,
    START_HAND,
    TEMPLES_PER_PLAYER,
    Bonus,
    BuildingKind,
    Color,
    huts_per_player,
    workers_per_player,
)
from companion.preview import BuildPreview, building_sites, movable_levels, preview_build
from companion.sentence import Sentence
from companion.state import Board, GameState, Phase
from companion.teaching.illustration import Illustration, Piece, PieceGroup, bonus_chip_groups
from companion.telling.places import DruidPlace, FieldPlace, SupplyPlace
from companion.what_if import yields_if_worker_lands

_say = sentence_factory("opening")


# The box


class BoxPieces(msgspec.Struct, frozen=True):
    """A kind of piece in the box: its name, number and picture.

    `number_per_player` is the number for each player, or None for pieces that all players share.
    """

    piece: Piece
    name: Sentence
    total_number: int
    number_per_player: int | None
    piece_groups: tuple[PieceGroup, ...]


def box_contents(colors: Sequence[Color]) -> tuple[BoxPieces, ...]:
    """Return the pieces that 2 to 4 players with these colours need, in the order of the set-up."""
    players = len(colors)
    shared = (
        *((PieceGroup(piece, 1),) for piece in (Piece.BOARD, Piece.DRUID, Piece.DIE)),
        (_RUNE_STONES,),
        bonus_chip_groups(BONUS_CHIPS),
        tuple(PieceGroup(Piece.CHIP, CHIPS_PER_MATERIAL, material=one) for one in MATERIALS),
    )
    own = {
        Piece.HUT: huts_per_player(players),
        Piece.TEMPLE: TEMPLES_PER_PLAYER,
        Piece.WORKER: workers_per_player(players),
        Piece.MARKER: 1,
        Piece.SHIELD: 1,
        Piece.HUNDRED_CHIP: 1,
    }
    return (
        *(_found(drawn) for drawn in shared),
        *(
            _found(tuple(PieceGroup(piece, each, color) for color in colors), each)
            for piece, each in own.items()
        ),
    )


def _found(drawn: tuple[PieceGroup, ...], each: int | None = None) -> BoxPieces:
    piece, number = drawn[0].piece, sum(one.number for one in drawn)
    name = _say("box", piece.value, {"number": number, "each": each})
    return BoxPieces(piece, name, number, each, drawn)


_RUNE_STONES = PieceGroup(Piece.RUNE_STONE, len(RUNES))


# Set-up


class SetupStep(msgspec.Struct, frozen=True):
    """A step of the set-up: its text and picture.

    `id` must never change, since completed steps are saved by their ids.
    """

    id: str
    text: Sentence
    picture: Illustration


class BoardSide(StrEnum):
    """The two sides of the board, which are for different numbers of players."""

    FEW = "two_or_three"
    FOUR = "four"


def board_side_for(player_count: int) -> BoardSide:
    """Return the side of the board for a number of players (rule setup.players)."""
    return BoardSide.FEW if player_count < 4 else BoardSide.FOUR  # noqa: PLR2004 - so the booklet says


def setup_steps(state: GameState) -> Iterator[SetupStep]:
    """Yield the steps of the set-up for a game that begins in `state`."""
    players, hand = len(state.players), state.players[0].hand
    own = {
        Piece.HUT: huts_per_player(players),
        Piece.TEMPLE: TEMPLES_PER_PLAYER,
        Piece.WORKER: workers_per_player(players),
        Piece.MARKER: 1,
    }
    facts = {
        "chips": hand,
        "number": state.supply.wood,
        "huts": own[Piece.HUT],
        "workers": own[Piece.WORKER],
        "player": state.whose_turn,
        "places": bonus_chip_field_texts(state),
    }
    hands = tuple(PieceGroup(Piece.CHIP, hand.number(one), material=one) for one in MATERIALS)
    pictures = {
        "board": Illustration(piece_groups=(PieceGroup(Piece.BOARD, 1),)),
        # The rune stones are drawn beside the board, not at their areas.
        "middle": Illustration(
            highlighted=(DruidPlace(),), piece_groups=(_RUNE_STONES, PieceGroup(Piece.DRUID, 1))
        ),
        "chips": Illustration(
            highlighted=tuple(map(SupplyPlace, MATERIALS)),
            piece_groups=(PieceGroup(Piece.SHIELD, 1), *hands),
        ),
        "own-pieces": Illustration(
            piece_groups=tuple(
                PieceGroup(piece, number, color)
                for color in state.colors
                for piece, number in own.items()
            )
        ),
        "bonus": Illustration(
            highlighted=tuple(
                FieldPlace(field) for field, chip in enumerate(state.bonus, 1) if chip
            ),
            piece_groups=bonus_chip_groups(state.bonus),
        ),
        "die": Illustration(piece_groups=(PieceGroup(Piece.DIE, 1, state.whose_turn),)),
    }
    for layer, picture in pictures.items():
        text = _say(layer, board_side_for(players).value if layer == "board" else "text", facts)
        yield SetupStep(layer, text, picture)


def bonus_chip_field_texts(state: GameState) -> tuple[Sentence, ...]:
    """Return a text for each kind of bonus chip on the board, with the fields of these chips."""
    return tuple(
        _say("bonus", "chip", {"bonus": kind, "fields": fields})
        for kind in Bonus
        if (fields := state.bonus_fields(kind))
    )


# Suggestions for a first round

_FIRST_BONUS = 4
SUGGESTED_TURNS = 2
"""Number of turns for which there is a suggestion."""


def first_game_bonus_chips(board: Board) -> tuple[tuple[int, Bonus], ...]:
    """Return the bonus chips for a first game, evenly spread and with alternating kinds."""
    return tuple(
        (_FIRST_BONUS + number * len(board) // len(BONUS_CHIPS), bonus)
        for number, bonus in enumerate(BONUS_CHIPS)
    )


def suggest_command(
    state: GameState, events_so_far: Sequence[ev.Event] = ()
) -> do.PlaceWorker | do.MoveWorker | do.BuildHut | None:
    """Return a suggestion for the next decision, or None.

    - While workers are placed: the plain with the fewest workers of the player.
    - In the first turn: the worker's move that earns most.
    - In the second turn: a hut that the four starting chips can pay for. If there is none, or if
      the player may no longer have these chips, suggest the worker's move that earns most.

    `events_so_far` are the events of the game so far. They show whether the player has returned,
    paid or swapped chips, and whether there were corrections. There are no suggestions for other
    decisions.
    """
    if state.phase is Phase.PLACING and state.decider is not None:
        room = [plain for plain in MATERIALS if len(state.stack(plain)) < STACK_LIMIT]
        numbers = {
            one: (state.stack(one).count(state.decider), len(state.stack(one))) for one in room
        }
        return do.PlaceWorker(by=state.decider, plain=min(room, key=numbers.__getitem__))
    if state.phase is not Phase.ACTION or state.turn > SUGGESTED_TURNS:
        return None
    color = state.whose_turn
    hut = _first_hut(state) if state.turn == SUGGESTED_TURNS else None
    put_back = ev.ChipReturned | ev.ChipsPaid | ev.ChipsSwapped | ev.Corrected
    if hut is not None and not any(
        isinstance(event, put_back) and getattr(event, "color", color) == color
        for event in events_so_far
    ):
        return hut
    moves = [
        do.MoveWorker(by=color, source=source, level=level, target=target)
        for source in MATERIALS
        for level in movable_levels(state, color, source)
        for target in MATERIALS
        if target is not source and len(state.stack(target)) < STACK_LIMIT
    ]
    return max(
        moves, key=lambda one: dict(yields_if_worker_lands(state, color, one.target).shares)[color]
    )


def _first_hut(state: GameState) -> do.BuildHut | None:
    """Return a hut without neighbours that the starting chips pay for, or None.

    If there are several such huts, return one that scores the most points immediately.
    """
    hut = BuildingKind.HUT
    previews = (preview_build(state, hut, field) for field in building_sites(state, hut))
    affordable = [
        one for one in previews if one.settlement_size == 1 and START_HAND.covers(one.price)
    ]
    if not affordable:
        return None

    def points(preview: BuildPreview) -> int:
        return sum(one.points for one in preview.events if isinstance(one, ev.PointsScored))

    best = max(affordable, key=points)
    return do.BuildHut(by=state.whose_turn, field=best.field, pay=best.price)
