"""Summary of a year's games."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.memory.statistics.figures import GameFigures
from companion.memory.statistics.queries import UNITS_PER_WIN
from companion.sentence import N_, Sentence
from companion.state import PointSource
from companion.telling.phrases import point_source_name


class YearSummary(NamedTuple):
    """Summary of a year's games.

    `winners` are the players with the most wins. `wins` is the number of wins of each winner, in
    twelfths (`UNITS_PER_WIN`), because a shared win counts as a fraction. `source` is the way of
    scoring that earned the most points. It earned `points`; all ways of scoring together earned
    `all_points`. `best` is the highest score. `best_names` are the players with this score in the
    first game in which it was reached.
    """

    games: int
    winners: tuple[str, ...]
    wins: int
    source: PointSource
    points: int
    all_points: int
    best: int
    best_names: tuple[str, ...]


def summarize_year(
    games: Sequence[GameFigures], called: Callable[[str], str] = str
) -> YearSummary | None:
    """Summarize `games`, which are in the order of play; return None if there are no games.

    `called` maps a name in the figures to the person's current name.
    """
    if not games:
        return None
    wins: Counter[str] = Counter()
    sources: Counter[PointSource] = Counter()
    for game in games:
        for player in game.players:
            wins[called(player.name)] += UNITS_PER_WIN // player.victors if player.victors else 0
            for source in PointSource:
                sources[source] += getattr(player.sources, source.value)
    most = max(wins.values())
    source, points = max(sources.items(), key=lambda found: found[1])
    best = max(player.points for game in games for player in game.players)
    first = next(game for game in games if any(one.points == best for one in game.players))
    return YearSummary(
        games=len(games),
        winners=tuple(name for name, number in wins.items() if number == most),
        wins=most,
        source=source,
        points=points,
        all_points=sum(sources.values()),
        best=best,
        best_names=tuple(called(one.name) for one in first.players if one.points == best),
    )


def summary_sentences(year: YearSummary) -> tuple[Sentence, ...]:
    """Return the summary as one to three sentences."""
    wins: object = (
        year.wins // UNITS_PER_WIN if year.wins % UNITS_PER_WIN == 0 else year.wins / UNITS_PER_WIN
    )
    told = [
        Sentence(
            N_("One game: {winners} won it."),
            {"number": year.games, "winners": year.winners, "wins": wins},
            N_("{number} games; most were won by {winners}: {wins}."),
        )
    ]
    if year.points > 0:
        told.append(
            Sentence(
                N_("Most points came from: {reason}, {points} of {all}."),
                {
                    "reason": point_source_name(year.source),
                    "points": year.points,
                    "all": year.all_points,
                },
            )
        )
    told.append(
        Sentence(
            N_("The most points in a game: {players}, {number}."),
            {"players": year.best_names, "number": year.best},
        )
    )
    return tuple(told)
