"""Statistics in words: of one person or of all people, and the fairness of a die."""

from collections.abc import Sequence

import msgspec

from companion.fairness import chi_square_p_value
from companion.memory.clock import local_start_time
from companion.memory.journal import Journal
from companion.memory.names import alphabetical_key
from companion.memory.people import People, Person
from companion.memory.statistics.figures import HouseRecordCategory
from companion.memory.statistics.queries import (
    LAST_GAMES,
    HouseRecord,
    PersonStatistics,
    PointsStatistics,
    Statistics,
    game_figures_of_year,
    house_records,
    statistics_by_person,
)
from companion.memory.statistics.year import summarize_year, summary_sentences
from companion.state import PointSource
from kiosk.words.language import (
    _,
    escape_invisible,
    format_decimal,
    join_with_and,
    mark,
    plural,
    round_half_up,
)
from kiosk.words.texts import display_name, sentence_text
from kiosk.words.times import start_date_text
from kiosk.words.victory import SOURCE_NAMES

LEAST_ROLLS = 12
"""Least number of rolls for a verdict on a die: two rolls for each face."""

_SOURCES = (
    PointSource.OFFERINGS,
    PointSource.FINAL_OFFERINGS,
    PointSource.INTERIM_RUNES,
    PointSource.RUNES,
    PointSource.TEMPLES,
    PointSource.BONUS,
    PointSource.CORRECTIONS,
)
_FEATS: dict[HouseRecordCategory, str] = {
    HouseRecordCategory.MOST_POINTS: mark("Most points"),
    HouseRecordCategory.CLEAREST_WIN: mark("Clearest win"),
    HouseRecordCategory.NARROWEST_WIN: mark("Narrowest win"),
    HouseRecordCategory.MOST_OFFERING_POINTS: mark("Most from offerings"),
    HouseRecordCategory.MOST_RUNE_POINTS: mark("Most from runes"),
    HouseRecordCategory.MOST_TEMPLE_POINTS: mark("Most from temples"),
}


_WINS = (HouseRecordCategory.CLEAREST_WIN, HouseRecordCategory.NARROWEST_WIN)


class FigureLine(msgspec.Struct, frozen=True):
    """Statistical figure in words, with the number of games that it is based on.

    `label` is the figure's name. `comparison` is a text with another figure to compare it with,
    such as the wins expected by chance; it may be empty.
    """

    label: str
    value: str
    number_of_games: int
    comparison: str = ""


class PointSourceRow(msgspec.Struct, frozen=True):
    """A way of scoring (`label`), and the average points per game that players gain or lose by it.

    `text` has the rounded points as text.
    """

    label: str
    points: float
    text: str


class HouseRecordTexts(msgspec.Struct, frozen=True):
    label: str
    value: str
    names: str
    date: str


def number_of_games_text(games: int) -> str:
    return plural("{number} game", "{number} games", games)


def name_or_everybody(person: Person | None) -> str:
    """Return the name of a person, or “Everybody” if `person` is None."""
    return _("Everybody") if person is None else display_name(person.name)


def people_by_number_of_games(journal: Journal) -> tuple[PersonStatistics, ...]:
    """Return all people who have finished a game, sorted by number of games, largest first.

    Raises JournalError.
    """
    found = [one for one in statistics_by_person(journal).values() if one.person is not None]

    def key(one: PersonStatistics) -> tuple[int, tuple[str, str]]:
        return -one.statistics.games, alphabetical_key(name_or_everybody(one.person))

    return tuple(sorted(found, key=key))


def last_year_and_summary(journal: Journal) -> tuple[str, tuple[str, ...]]:
    """Return the most recent year with a finished game, and sentences about that year.

    Both are empty if there is no finished game. Raises JournalError.
    """
    people = People.from_journal(journal)
    began = [local_start_time(game.header.started) for game in journal.games(limit=LAST_GAMES)]
    for number in sorted({moment.year for moment in began if moment is not None}, reverse=True):
        found = game_figures_of_year(journal, number)
        year = summarize_year(found, lambda name: people.find_or_new(name).name)
        if year is not None:
            return str(number), tuple(
                escape_invisible(sentence_text(one)) for one in summary_sentences(year)
            )
    return "", ()


def games_wins_and_points_texts(person_statistics: PersonStatistics) -> tuple[str, str, str]:
    """Return three texts: a person's number of games, number of wins, and average points per game.

    A shared win counts as a fraction of a win.
    """
    told = person_statistics.statistics
    return str(told.games), format_decimal(told.wins), format_decimal(told.points.average)


_FEWEST_GAMES_FOR_RANGE = 3
"""Minimum number of games before the range of usual points is shown."""


def _usual_points(points: PointsStatistics) -> str:
    # One standard deviation to either side of the average.
    least = max(int(round_half_up(points.average - points.standard_deviation)), points.lowest)
    most = min(int(round_half_up(points.average + points.standard_deviation)), points.best)
    return str(most) if least == most else _("{least}–{most}", least=least, most=most)


def figure_lines(person_statistics: PersonStatistics) -> tuple[FigureLine, ...]:
    """Return the figures of a person, or of all people together.

    Only the figures of one person include wins.
    """
    told = person_statistics.statistics
    games = told.games
    found = [
        (_("Points per game"), format_decimal(told.points.average)),
        (_("Best"), str(told.points.best)),
        (_("Lowest"), str(told.points.lowest)),
    ]
    if games >= _FEWEST_GAMES_FOR_RANGE:
        found.append((_("Usual points"), _usual_points(told.points)))
    found += [
        (_("Huts per game"), format_decimal(told.huts)),
        (_("Temples per game"), format_decimal(told.temples)),
        (_("Rune stones at the end"), format_decimal(told.runes)),
        (_("Offerings per game"), format_decimal(told.offered)),
        (_("Refused per game"), format_decimal(told.refused)),
        (_("Turns per game"), format_decimal(told.turns)),
    ]
    result = [FigureLine(label, value, games) for label, value in found]
    if person_statistics.person is not None:
        wins = format_decimal(told.wins)
        result.insert(0, FigureLine(_("Wins"), wins, games, _by_chance(told.expected_wins)))
    if told.playing_time is not None:
        minutes = told.playing_time
        result.append(
            FigureLine(
                _("Minutes per game"),
                format_decimal(minutes.average_minutes, 0),
                minutes.timed_games,
            )
        )
    return (*result, *_first_player(told))


def _first_player(told: Statistics) -> list[FigureLine]:
    first = told.first_player
    if first is None:
        return []
    result = [
        FigureLine(
            _("Wins as first player"),
            format_decimal(first.wins),
            first.games,
            _by_chance(first.expected_wins),
        )
    ]
    if first.average_points_of_others is not None:
        otherwise = _("otherwise {number}", number=format_decimal(first.average_points_of_others))
        average = format_decimal(first.average_points)
        result.append(FigureLine(_("Points as first player"), average, first.games, otherwise))
    return result


def _by_chance(number: float) -> str:
    return _("expected {number}", number=format_decimal(number))


def point_source_rows(statistics: Statistics) -> tuple[PointSourceRow, ...]:
    """Return the average points per game from each way of scoring.

    The row for corrections is left out if its points are 0.
    """
    average = statistics.points.average_by_source
    found = [(one, SOURCE_NAMES[one], average[one]) for one in _SOURCES]
    # Write a real minus sign.
    return tuple(
        PointSourceRow(_(label), points, format_decimal(points).replace("-", "−"))
        for source, label, points in found
        if source is not PointSource.CORRECTIONS or points
    )


def house_record_texts(journal: Journal) -> tuple[HouseRecordTexts, ...]:
    """Return the house records of all games in the journal, such as the clearest win.

    In each result, `names` are the people who hold the record. Raises JournalError.
    """
    people = People.from_journal(journal)
    return tuple(
        HouseRecordTexts(
            _(_FEATS[held.category]),
            _reached(held),
            join_with_and(
                [display_name(people.find_or_new(name).name) for name in held.player_names]
            ),
            start_date_text(held.game_started),
        )
        for held in house_records(journal)
    )


def _reached(held: HouseRecord) -> str:
    return f"+{held.value}" if held.category in _WINS else str(held.value)


def die_verdict(counts: Sequence[int]) -> str:
    """Return a sentence on whether a die is fair; `counts` has the number of rolls per face."""
    if sum(counts) < LEAST_ROLLS:
        return _(
            "Too few rolls to say anything about the die: that takes at least {number}.",
            number=LEAST_ROLLS,
        )
    chance = chi_square_p_value(counts)
    if chance >= 0.95:
        return _("Hardly any fair die rolls more evenly than this one.")
    if chance >= 0.15:
        return _(
            "Nothing unusual: a fair die would be this uneven about {number} times in 10.",
            number=round(10 * chance),
        )
    dice = round(1 / chance, 0 if chance > 0.01 else -1)
    if chance >= 0.05:
        return _(
            "Nothing unusual: a fair die would be this uneven about once in {dice} times.",
            dice=int(dice),
        )
    if chance >= 0.001:
        return _(
            "Rare, but it happens: a fair die would be this uneven about once in {dice} times.",
            dice=int(dice),
        )
    return _("Very rare: a fair die would be this uneven less than once in 1000 times.")
