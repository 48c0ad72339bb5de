"""How the game came to its end, step by step, as its events tell it; knows no Kivy.

The final offerings, the temples one by one, the rune stones, and where players are level on points
how that was decided (end.*).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from companion import telling
from companion.events import (
    Event,
    FinaleBegun,
    GameEnded,
    OfferingMade,
    PointsScored,
    TempleScored,
)
from companion.game import fold
from companion.memory.timeline import Step
from companion.pieces import BuildingKind, Color, Rune
from companion.state import Building, Finale, GameState, PointSource
from kiosk.words.language import _
from kiosk.words.reasons import Reason, reason
from kiosk.words.texts import names_of, said
from kiosk.words.victory import verdict


class Sign(msgspec.Struct, frozen=True):
    """A piece that is drawn, what stands below it, and who holds it if it is a rune stone."""

    piece: Building | Rune
    label: str
    owner: Color | None = None


class ScoringRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a step: whose (None: of no one player), pieces, words, and what they score."""

    color: Color | None = None
    signs: tuple[Sign, ...] = ()
    text: str = ""
    points: str = ""


class ScoringStep(msgspec.Struct, frozen=True):
    """A step of the final scoring: whose (None: everybody's), and its rows.

    `gains` are the points that it brings, which may be below 0, `points` those that everybody has
    then; both in seating order. `why` is the rule behind it.
    """

    color: Color | None
    title: str
    rows: tuple[ScoringRow, ...]
    gains: tuple[int, ...]
    points: tuple[int, ...]
    why: Reason


class FinalScoring(NamedTuple):
    """What everybody had as the final circuit began, in seating order, and at least one step."""

    points_before: tuple[int, ...]
    steps: tuple[ScoringStep, ...]


class _Moment(NamedTuple):
    """An event as people are told it, and the game after it."""

    told: telling.NarratedEvent
    after: GameState

    @property
    def event(self) -> Event:
        return self.told.event


def final_scoring(steps: Sequence[Step]) -> FinalScoring:
    """The final scoring of a finished game.

    Raises ValueError for a game whose final circuit has not begun.
    """
    begun, *moments = _moments(steps)
    scoring = next(place for place, moment in enumerate(moments) if _ends_circuit(moment.event))
    circuit, rest = moments[:scoring], moments[scoring:]
    ended = rest[-1].after
    unfolded = (
        *_offerings(circuit, rest[0]),
        *_temples(rest),
        _rune_stones(rest, ended),
        *_tie(ended),
    )
    return FinalScoring(_points(begun.after), unfolded)


def _moments(steps: Sequence[Step]) -> list[_Moment]:
    """All that happened from the beginning of the final circuit on."""
    moments: list[_Moment] = []
    for step in steps[_circuit(steps) :]:
        state = step.before
        for one in telling.narrated(state, step.events):
            state = fold(state, (one.event,))
            if moments or _begins_circuit(one.event):
                moments.append(_Moment(one, state))
    return moments


def _circuit(steps: Sequence[Step]) -> int:
    """The place of the step with which the final circuit began."""
    for place, step in enumerate(steps):
        if any(map(_begins_circuit, step.events)):
            return place
    raise ValueError("the final circuit of this game has not begun")


def _begins_circuit(event: Event) -> bool:
    return isinstance(event, FinaleBegun) and event.finale is Finale.CIRCUIT


def _ends_circuit(event: Event) -> bool:
    return isinstance(event, TempleScored | GameEnded) or _scores(event, PointSource.RUNES)


def _scores(event: Event, source: PointSource) -> bool:
    return isinstance(event, PointsScored) and event.source is source


def _points(state: GameState) -> tuple[int, ...]:
    return tuple(player.points for player in state.players)


def _gains(moments: Sequence[_Moment], state: GameState) -> tuple[int, ...]:
    """The points that events bring, in seating order."""
    scored = [moment.event for moment in moments if isinstance(moment.event, PointsScored)]
    return tuple(
        sum(event.points for event in scored if event.color == color) for color in state.colors
    )


def signed(points: int) -> str:
    """Points won or lost, with the sign that belongs to numbers."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


# The steps


def _offerings(moments: Sequence[_Moment], scoring: _Moment) -> Iterator[ScoringStep]:
    """What the final circuit brought, a row a player; `scoring` is what follows it."""
    offered: dict[Color, list[Sign]] = {}
    for moment, following in pairwise((*moments, scoring)):
        match moment.event:
            case OfferingMade(color):
                points = signed(_offered(following.event))
                sign = Sign(Building(BuildingKind.HUT, color), points)
                offered.setdefault(color, []).append(sign)
            case _:
                pass
    if not offered:
        return
    state = moments[-1].after
    scored = [one for one in moments if _scores(one.event, PointSource.FINAL_OFFERINGS)]
    gains = _gains(scored, state)
    rows = (
        ScoringRow(color=color, signs=tuple(offered.get(color, ())), points=signed(gain))
        for color, gain in zip(state.colors, gains, strict=True)
    )
    title = _("Final offerings")
    yield ScoringStep(None, title, tuple(rows), gains, _points(state), reason("end.circuit"))


def _offered(event: Event) -> int:
    match event:
        case PointsScored(_, points, _, PointSource.FINAL_OFFERINGS):
            return points
        case _:
            return 0


def _temples(moments: Sequence[_Moment]) -> Iterator[ScoringStep]:
    for moment, following in pairwise(moments):
        match moment.event:
            case TempleScored(color, field):
                scored = [following] if _scores(following.event, PointSource.TEMPLES) else []
                after = [moment, *scored][-1].after
                gains = _gains(scored, after)
                row = ScoringRow(
                    signs=_beside(after, field),
                    text=_sums(moment),
                    points=signed(sum(gains)),
                )
                title = _("Temple on {field}", field=field)
                why = reason("end.temples")
                yield ScoringStep(color, title, (row,), gains, _points(after), why)
            case _:
                pass


def _beside(state: GameState, field: int) -> tuple[Sign, ...]:
    """The temple between the huts that it counts, each with its field."""
    before, behind = telling.huts_beside_temple(state, field)
    fields = (*before, field, *behind)
    standing = ((one, state.building(one)) for one in fields)
    return tuple(Sign(building, str(one)) for one, building in standing if building is not None)


def _sums(moment: _Moment) -> str:
    names = names_of(moment.after)
    return "\n".join(said(sum_, names) for why in moment.told.reasons for sum_ in why.sums)


def _rune_stones(moments: Sequence[_Moment], ended: GameState) -> ScoringStep:
    """What the rune stones bring, a row a player; what each stone scores stands below it."""
    scored = [moment for moment in moments if _scores(moment.event, PointSource.RUNES)]
    gains = _gains(scored, ended)
    series = {
        sum_.facts["player"]: str(sum_.facts["series"]).split(" + ")
        for moment in scored
        for why in moment.told.reasons
        for sum_ in why.sums
    }
    rows = tuple(
        ScoringRow(
            color=color,
            signs=_stones(ended, color, series.get(color, [])),
            text="" if gain else _("no rune stone"),
            points=signed(gain),
        )
        for color, gain in zip(ended.colors, gains, strict=True)
    )
    title = _("Rune stones")
    return ScoringStep(None, title, rows, gains, _points(ended), reason("end.runes"))


def _stones(state: GameState, color: Color, series: list[str]) -> tuple[Sign, ...]:
    """A player's rune stones, each with its part of the series of points."""
    stones = zip(state.runes_of(color), series, strict=True)
    return tuple(Sign(rune, f"+{points}", color) for rune, points in stones)


def _tie(ended: GameState) -> Iterator[ScoringStep]:
    """What decided between those who are level on points; nothing where nobody is."""
    lines = verdict(ended)
    if len(lines) == 1:
        return
    rows = tuple(ScoringRow(text=line) for line in lines)
    nothing = (0,) * len(ended.players)
    title = _("Level on points")
    yield ScoringStep(None, title, rows, nothing, _points(ended), reason("end.winner"))
