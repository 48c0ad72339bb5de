"""Figures of a finished game, computed from its events."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from companion.events import DieRolled, OfferingMade, TurnStarted
from companion.memory.journal import Journal, SavedGame
from companion.memory.pace import minutes_played
from companion.memory.played_game import LARGEST_NUMBER, PlayedGame
from companion.pieces import FACES, BuildingKind, Color, OfferingAnswer
from companion.state import Phase, PointsBreakdown

Number = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class PlayerFigures(msgspec.Struct, frozen=True):
    """A player's figures in a game.

    `winners_if_won` is the number of winners if this player is one of them, otherwise 0.
    `sources` are the points for each way of
    scoring. `runes` is the number of rune stones at the end. `offered` and `refused` count answers
    to the druid. `faces` counts the rolls of each face, in the order of `FACES`.
    """

    name: str
    color: Color
    points: Number
    winners_if_won: Number = msgspec.field(name="victors")
    is_starting_player: bool = msgspec.field(name="first")
    sources: PointsBreakdown
    huts: Number
    temples: Number
    runes: Number
    offered: Number
    refused: Number
    turns: Number
    faces: Annotated[tuple[Number, ...], Meta(min_length=len(FACES), max_length=len(FACES))]


class GameFigures(msgspec.Struct, frozen=True):
    """Figures of a game; players are in seating order.

    `minutes` is the playing time, or None if it is unknown.
    """

    players: Annotated[tuple[PlayerFigures, ...], Meta(min_length=1)]
    minutes: Number | None

    @property
    def turns(self) -> int:
        return sum(player.turns for player in self.players)


def result_json(game: PlayedGame) -> str | None:
    """Return the figures of a game as JSON, or None if the game is unfinished."""
    if game.state.winners is None:
        return None
    return msgspec.json.encode(compute_figures(game)).decode()


def compute_figures(game: PlayedGame) -> GameFigures:
    """Return the figures of a game so far."""
    state = game.state
    winners = state.winners or ()
    turns: Counter[object] = Counter()
    answers: Counter[object] = Counter()
    rolls: Counter[object] = Counter()
    for step in game.steps:
        for event in step.events:
            match event:
                case TurnStarted(color):
                    turns[color] += 1
                case OfferingMade(color, _field, give):
                    answers[color, give is OfferingAnswer.NONE] += 1
                case DieRolled(color, face):
                    rolls[color, face] += 1
                case _:
                    pass
    players = tuple(
        PlayerFigures(
            name=player.name,
            color=player.color,
            points=player.points,
            winners_if_won=len(winners) if player.color in winners else 0,
            is_starting_player=seat == game.setup.first,
            sources=player.breakdown,
            huts=state.buildings_built(player.color, BuildingKind.HUT),
            temples=state.buildings_built(player.color, BuildingKind.TEMPLE),
            runes=len(state.runes_of(player.color)),
            offered=answers[player.color, False],
            refused=answers[player.color, True],
            turns=turns[player.color],
            faces=tuple(rolls[player.color, face] for face in FACES),
        )
        for seat, player in enumerate(state.players)
    )
    return GameFigures(players, minutes_played(game))


class GameSummary(NamedTuple):
    """A game's entry in the list of saved games: its figures so far, its phase and its turn."""

    figures: GameFigures
    phase: Phase
    turn: int


def summarize_saved_game(journal: Journal, game: SavedGame) -> GameSummary:
    """Return the list entry of a saved game. Raises JournalError."""
    if game.result_json is None:
        played = PlayedGame.load(journal.game_rows(game.id))
        return GameSummary(compute_figures(played), played.state.phase, played.state.turn)
    figures = journal.run_query(
        lambda _connection: msgspec.json.decode(game.result_json or "", type=GameFigures)
    )
    return GameSummary(figures, Phase.FINISHED, figures.turns)


class HouseRecordCategory(StrEnum):
    """Categories of house records, the best results of all games played here."""

    MOST_POINTS = "most_points"
    CLEAREST_WIN = "clearest_win"
    NARROWEST_WIN = "narrowest_win"
    MOST_OFFERING_POINTS = "most_offering_points"
    MOST_RUNE_POINTS = "most_rune_points"
    MOST_TEMPLE_POINTS = "most_temple_points"


class Achievement(NamedTuple):
    """A player's achievement in a game; `value` is a score or the winner's lead, in points."""

    category: HouseRecordCategory
    value: int
    player_name: str

    @property
    def sort_key(self) -> int:
        """Number for comparing achievements of one category: the higher, the better."""
        return -self.value if self.category is HouseRecordCategory.NARROWEST_WIN else self.value


def best_achievements(figures: GameFigures) -> Iterator[Achievement]:
    """Yield the best achievement of a game in each category; tied players get one each.

    A category of points is left out if no player scored such points. The winner's lead is left out
    if several players won.
    """
    sources = [player.sources for player in figures.players]
    for feat, points in (
        (HouseRecordCategory.MOST_POINTS, [player.points for player in figures.players]),
        (
            HouseRecordCategory.MOST_OFFERING_POINTS,
            [one.offerings + one.final_offerings for one in sources],
        ),
        (HouseRecordCategory.MOST_RUNE_POINTS, [one.interim_runes + one.runes for one in sources]),
        (HouseRecordCategory.MOST_TEMPLE_POINTS, [one.temples for one in sources]),
    ):
        most = max(points)
        if most > 0:
            for player, number in zip(figures.players, points, strict=True):
                if number == most:
                    yield Achievement(feat, number, player.name)
    for player in figures.players:
        if player.winners_if_won == 1:
            ahead = player.points - max(
                other.points for other in figures.players if other is not player
            )
            yield Achievement(HouseRecordCategory.CLEAREST_WIN, ahead, player.name)
            yield Achievement(HouseRecordCategory.NARROWEST_WIN, ahead, player.name)
