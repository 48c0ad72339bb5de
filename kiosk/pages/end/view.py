"""The final score as screen data: points by source, what broke a tie, points by turn.

Knows no Kivy. Source: rules end.* and the score at the end of a game.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from companion.errors import JournalError
from companion.events import Corrected, FinaleBegun, GameEnded, PointsScored, TurnStarted
from companion.game import rank
from companion.memory.journal.journal import Journal
from companion.memory.session import Session
from companion.memory.statistics.figures import Done, Feat, figures_of
from companion.memory.statistics.store import fallen
from companion.memory.timeline import Step
from companion.pieces import START_POINTS, Color
from companion.state import Finale, GameState, PointSource
from kiosk.pieces.course import Course
from kiosk.words.language import _, listed, mark, several, visible
from kiosk.words.narration import winners_line
from kiosk.words.texts import in_a_row, names_of, short_name

_SOURCES: dict[PointSource, str] = {
    PointSource.BONUS: mark("Bonus chips"),
    PointSource.OFFERINGS: mark("Offerings"),
    PointSource.INTERIM_RUNES: mark("Runes (river)"),
    PointSource.FINAL_OFFERINGS: mark("Final offerings"),
    PointSource.TEMPLES: mark("Temples"),
    PointSource.RUNES: mark("Runes (end)"),
    PointSource.CORRECTIONS: mark("Corrections"),
}


_RECORDS: dict[Feat, str] = {
    Feat.MOST_POINTS: mark("Most points: {players} {number}"),
    Feat.CLEAREST_WIN: mark("Clearest win: {players} +{number}"),
    Feat.NARROWEST_WIN: mark("Narrowest win: {players} +{number}"),
    Feat.MOST_OFFERING_POINTS: mark("Most points from offerings: {players} {number}"),
    Feat.MOST_RUNE_POINTS: mark("Most points from runes: {players} {number}"),
    Feat.MOST_TEMPLE_POINTS: mark("Most points from temples: {players} {number}"),
}


class Scorer(msgspec.Struct, frozen=True):
    """A column of the final score: who, and whether they have won."""

    color: Color
    name: str
    won: bool


class SourceRow(msgspec.Struct, frozen=True):
    """Where points came from, and how many for each player."""

    label: str
    points: tuple[int, ...]


class FinalScore(msgspec.Struct, frozen=True):
    """Everybody's points by source in seating order; `totals` are the sums of the rows."""

    scorers: tuple[Scorer, ...]
    rows: tuple[SourceRow, ...]
    totals: tuple[int, ...]


def final_score(state: GameState) -> FinalScore:
    """The table of points; corrections have a row only where there were any."""
    winners = state.winners or ()
    rows = [SourceRow(_("Start"), (START_POINTS,) * len(state.players))]
    for source, label in _SOURCES.items():
        points = tuple(getattr(player.breakdown, source.value) for player in state.players)
        if source is not PointSource.CORRECTIONS or any(points):
            rows.append(SourceRow(_(label), points))
    return FinalScore(
        scorers=tuple(
            Scorer(player.color, visible(player.name), player.color in winners)
            for player in state.players
        ),
        rows=tuple(rows),
        totals=tuple(player.points for player in state.players),
    )


def headline(state: GameState) -> str:
    """Who has won: a single winner with the whole name."""
    winners = state.winners or ()
    if len(winners) == 1:
        return _("{player} wins", player=visible(state.player(winners[0]).name))
    return winners_line(state, winners)


def verdict(state: GameState) -> tuple[str, ...]:
    """What the victory rests on, in the order in which the rules ask (end.winner)."""
    ranks = {color: rank(state, color) for color in state.colors}
    leaders = _best(state.colors, lambda color: ranks[color][0])
    most = ranks[leaders[0]][0]
    if len(leaders) == 1:
        return (_lead(state, most),)
    lines = [
        _("{players} have {points} points each", players=_names(state, leaders), points=most),
        _("Huts and temples: {counts}", counts=_counts(state, leaders, lambda c: ranks[c][1])),
    ]
    builders = _best(leaders, lambda color: ranks[color][1])
    if len(builders) == 1:
        return tuple(lines)
    lines.append(_("Chips left: {counts}", counts=_counts(state, builders, lambda c: ranks[c][2])))
    if len(_best(builders, lambda color: ranks[color][2])) > 1:
        lines.append(_("A complete tie"))
    return tuple(lines)


def new_records(journal: Journal, game: Session) -> tuple[str, ...]:
    """A heading, and the records of the house that a game breaks, a line each; empty for none."""
    figures = figures_of(game, None)
    if figures is None:
        return ()
    try:
        found = fallen(journal, figures, game.game_id)
    except JournalError:  # The end of a game is no place to tell of that.
        return ()
    by_feat: dict[Feat, list[Done]] = {}
    for done in found:
        by_feat.setdefault(done.feat, []).append(done)
    lines = [
        _(
            _RECORDS[feat],
            players=listed([short_name(done.name) for done in all_done]),
            number=all_done[0].number,
        )
        for feat, all_done in by_feat.items()
    ]
    if not lines:
        return ()
    return (several("A record of the house", "Records of the house", len(lines)), *lines)


def _best(colors: Iterable[Color], worth: Callable[[Color], int]) -> tuple[Color, ...]:
    known = tuple(colors)
    most = max(worth(color) for color in known)
    return tuple(color for color in known if worth(color) == most)


def _lead(state: GameState, most: int) -> str:
    following = max(player.points for player in state.players if player.points < most)
    behind = [player.color for player in state.players if player.points == following]
    return several(
        "{number} point ahead of {players}",
        "{number} points ahead of {players}",
        most - following,
        players=_names(state, behind),
    )


def _names(state: GameState, colors: Iterable[Color]) -> str:
    return listed([names_of(state)[color] for color in colors])


def _counts(state: GameState, colors: Iterable[Color], count: Callable[[Color], int]) -> str:
    return in_a_row(
        [
            _("{player} {number}", player=names_of(state)[color], number=count(color))
            for color in colors
        ]
    )


def courses(steps: Sequence[Step]) -> tuple[Course, ...]:
    """Everybody's points by turn, in seating order; all courses are equally long.

    What is scored between two turns counts for the earlier one; the final circuit and the final
    scoring together are the last point.
    """
    if not steps:
        return ()
    players = steps[0].before.players
    points = {player.color: player.points for player in players}
    columns: list[tuple[int, ...]] = []
    for step in steps:
        for event in step.events:
            match event:
                case PointsScored(color, _points, total):
                    points[color] = total
                case Corrected():
                    points = {player.color: player.points for player in step.after.players}
                case TurnStarted() | FinaleBegun(Finale.CIRCUIT) | GameEnded():
                    columns.append(tuple(points.values()))
                case _:
                    pass
    return tuple(
        Course(player.color, tuple(column[seat] for column in columns))
        for seat, player in enumerate(players)
    )
