"""A saved game as those are told of it who keep plays elsewhere: who, when, how long, what points.

Pure: from a game's head and what its rows tell.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID, uuid5

import msgspec

from companion.commands import Correct
from companion.errors import JournalError
from companion.game import Setup, rank
from companion.memory.pace import minutes_played
from companion.memory.people import Person, id_of
from companion.memory.saved_rows import UNREADABLE_GAME, GameHead, Kind, moment_of
from companion.memory.timeline import LogEntry, Step
from companion.pieces import BuildingKind, Color
from companion.state import Breakdown, GameState, Phase, Player

_OURS = UUID("0f0dd2f4-6f3c-4c5e-9a5b-3c1f6f0a7d21")


WhoIs = Callable[[str], Person]
"""Tells who is meant by a name that somebody has played under."""


class PlayedGame(Protocol):
    """What a session and a timeline both tell of a game."""

    @property
    def state(self) -> GameState:
        """The game as it stands."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that count, oldest first."""

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Every row, oldest first."""


class Played(msgspec.Struct, frozen=True):
    """How somebody played a game, in the order of seats; `rank` is 1 for the first, None before."""

    person: Person
    color: Color
    starts: bool
    points: int
    breakdown: Breakdown
    rank: int | None
    won: bool
    huts: int
    temples: int
    runes: int
    chips_left: int


class Play(msgspec.Struct, frozen=True):
    """A game: `number` in the journal, `key` anywhere; times are UTC.

    `ended` is None for a game that goes on; `minutes` are those really played, None where nobody
    knows. `corrections` and `amendments` count where they are in effect, `undone` every taking
    back.
    """

    number: int | None
    key: str
    board: str
    began: datetime
    ended: datetime | None
    last_played: datetime
    minutes: int | None
    turns: int
    players: tuple[Played, ...]
    corrections: int
    amendments: int
    undone: int

    @property
    def rounds(self) -> int:
        """How often everybody had a turn, the last time perhaps not all."""
        return -(-self.turns // len(self.players))


def play_of(
    number: int | None, head: GameHead, setup: Setup, game: PlayedGame, who_is: WhoIs
) -> Play:
    """What is told of a game. Raises JournalError where it has no time that can be read."""
    state, log = game.state, game.log
    played = (entry for entry in log if entry.kind not in (Kind.TAKEOVER, Kind.REFUSED))
    done = [entry.time for entry in played]
    moments = [moment for moment in map(moment_of, (head.started, *done)) if moment is not None]
    if not moments:
        raise JournalError(UNREADABLE_GAME)
    return Play(
        number=number,
        key=head.key,
        board=setup.board.name,
        began=moments[0],
        ended=moments[-1] if state.phase is Phase.FINISHED else None,
        last_played=moments[-1],
        minutes=minutes_played(head.started, ((entry.kind, entry.time) for entry in log)),
        turns=state.turn,
        players=tuple(
            _played(state, player, who_is(player.name), starts=seat == setup.first)
            for seat, player in enumerate(state.players)
        ),
        corrections=sum(isinstance(step.command, Correct) for step in game.steps),
        amendments=sum(entry.kind is Kind.AMEND and entry.in_effect for entry in log),
        undone=sum(entry.kind is Kind.UNDO for entry in log),
    )


def _played(state: GameState, player: Player, person: Person, *, starts: bool) -> Played:
    color = player.color
    return Played(
        person=person,
        color=color,
        starts=starts,
        points=player.points,
        breakdown=player.breakdown,
        rank=_place(state, color) if state.phase is Phase.FINISHED else None,
        won=color in (state.winners or ()),
        huts=state.built(color, BuildingKind.HUT),
        temples=state.built(color, BuildingKind.TEMPLE),
        runes=len(state.runes_of(color)),
        chips_left=player.hand.total,
    )


def _place(state: GameState, color: Color) -> int:
    """1 for the first; those whom nothing tells apart share a place."""
    own = rank(state, color)
    return 1 + sum(rank(state, other) > own for other in state.colors)


def by_name(name: str) -> Person:
    """Who is meant where nobody has joined or renamed people: each name is a person."""
    return Person(id_of(name), name, (name,))


def stable_uuid(kind: str, key: str) -> str:
    """The same uuid for the same thing, whenever and wherever it is told of."""
    return str(uuid5(_OURS, f"{kind} {key}"))


def finished(plays: Sequence[Play]) -> tuple[Play, ...]:
    """Those that have come to their end."""
    return tuple(play for play in plays if play.ended is not None)
