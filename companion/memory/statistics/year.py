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

    `most_frequent_winners` are the players with the most wins. `wins_in_twelfths` is the number of
    wins of each of them (`UNITS_PER_WIN`), because a shared win counts as a fraction.
    `best_source` is the way of scoring that earned the most points. It earned `best_source_points`;
    all ways of scoring together earned `all_points`. `best_score` is the highest score.
    `best_score_names` are the players with this score in the first game in which it was reached.
    """

    games: int
    most_frequent_winners: tuple[str, ...]
    wins_in_twelfths: int
    best_source: PointSource
    best_source_points: int
    all_points: int
    best_score: int
    best_score_names: tuple[str, ...]


def summarize_year(
    games: Sequence[GameFigures], current_name: Callable[[str], str] = str
) -> YearSummary | None:
    """Summarize `games`, which are in the order of play; return None if there are no games.

    `current_name` maps a name in the figures to the person's current name.
    """
    if not games:
        return None
    wins: Counter[str] = Counter()
    sources: Counter[PointSource] = Counter()
    for game in games:
        for player in game.players:
            wins[current_name(player.name)] += (
                UNITS_PER_WIN // player.winners_if_won if player.winners_if_won else 0
            )
            for source in PointSource:
                sources[source] += getattr(player.sources, source.value)
    most = max(wins.values())
    source, points = max(sources.items(), key=lambda found: found[1])
    best = max(player.points for game in games for player in game.players)
    first = next(game for game in games if any(one.points == best for one in game.players))
    return YearSummary(
        games=len(games),
        most_frequent_winners=tuple(name for name, number in wins.items() if number == most),
        wins_in_twelfths=most,
        best_source=source,
        best_source_points=points,
        all_points=sum(sources.values()),
        best_score=best,
        best_score_names=tuple(
            current_name(one.name) for one in first.players if one.points == best
        ),
    )


def summary_sentences(summary: YearSummary) -> tuple[Sentence, ...]:
    """Return the summary as one to three sentences."""
    wins: object = (
        summary.wins_in_twelfths // UNITS_PER_WIN
        if summary.wins_in_twelfths % UNITS_PER_WIN == 0
        else summary.wins_in_twelfths / UNITS_PER_WIN
    )
    told = [
        Sentence(
            N_("One game: {winners} won it."),
            {"number": summary.games, "winners": summary.most_frequent_winners, "wins": wins},
            N_("{number} games; most were won by {winners}: {wins}."),
        )
    ]
    if summary.best_source_points > 0:
        told.append(
            Sentence(
                N_("Most points came from: {reason}, {points} of {all}."),
                {
                    "reason": point_source_name(summary.best_source),
                    "points": summary.best_source_points,
                    "all": summary.all_points,
                },
            )
        )
    told.append(
        Sentence(
            N_("The most points in a game: {players}, {number}."),
            {"players": summary.best_score_names, "number": summary.best_score},
        )
    )
    return tuple(told)
