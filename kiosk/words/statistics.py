"""What the finished games say: of a person, or of all who play here; and what a die's rolls do."""

from collections.abc import Sequence

import msgspec

from companion.fairness import chance_of_so_uneven
from companion.memory.clock import begun
from companion.memory.journal import Journal
from companion.memory.people import People, Person
from companion.memory.statistics.figures import Feat
from companion.memory.statistics.store import (
    HeldRecord,
    games_of_year,
    last_points,
    number_behind,
    records,
    sums_by_name,
)
from companion.memory.statistics.sums import (
    HOUSE,
    NOTHING,
    PointsFigures,
    Statistics,
    Sums,
    statistics,
)
from companion.memory.statistics.year import sentences, year_of
from companion.state import PointSource
from kiosk.words.language import _, decimal, listed, mark, several, visible
from kiosk.words.moments import day_begun
from kiosk.words.texts import said
from kiosk.words.victory import SOURCE_NAMES

LEAST_ROLLS = 12
"""Two for each face: fewer tell nothing about a die, however they fall."""
LAST_GAMES = 40
"""So many games a chart of points shows, the last ones."""

_SOURCES = (
    PointSource.OFFERINGS,
    PointSource.FINAL_OFFERINGS,
    PointSource.INTERIM_RUNES,
    PointSource.RUNES,
    PointSource.TEMPLES,
    PointSource.BONUS,
    PointSource.CORRECTIONS,
)
_FEATS: dict[Feat, str] = {
    Feat.MOST_POINTS: mark("Most points"),
    Feat.CLEAREST_WIN: mark("Clearest win"),
    Feat.NARROWEST_WIN: mark("Narrowest win"),
    Feat.MOST_OFFERING_POINTS: mark("Most from offerings"),
    Feat.MOST_RUNE_POINTS: mark("Most from runes"),
    Feat.MOST_TEMPLE_POINTS: mark("Most from temples"),
}


_WINS = (Feat.CLEAREST_WIN, Feat.NARROWEST_WIN)


class Who(msgspec.Struct, frozen=True):
    """Somebody, or with no `person` all who play here, and what their games tell, if they do."""

    person: Person | None
    told: Statistics | None
    points: tuple[int, ...]

    @property
    def name(self) -> str:
        """What the table calls them."""
        return _("Everybody") if self.person is None else visible(self.person.name)


class FigureLine(msgspec.Struct, frozen=True):
    """A figure, how many games it is of, and what it is to be compared with, "" for nothing."""

    label: str
    value: str
    games: int
    comparison: str = ""


class SourceRow(msgspec.Struct, frozen=True):
    """How many points a game a source brought, also as a text; refusals and corrections cost."""

    label: str
    points: float
    text: str


class PersonLine(msgspec.Struct, frozen=True):
    """Somebody in the list of people, and what their games tell."""

    person: Person
    told: Statistics

    @property
    def name(self) -> str:
        """What the table calls them."""
        return visible(self.person.name)


class HouseRecord(msgspec.Struct, frozen=True):
    """A record of the house in words: what for, how much, whose, and of which day."""

    label: str
    number: str
    names: str
    day: str


def number_of_games(games: int) -> str:
    """So many games, in words."""
    return several("{number} game", "{number} games", games)


def still_behind(journal: Journal) -> str:
    """That games are not in the figures yet, "" where all are. Raises JournalError."""
    number = number_behind(journal)
    if not number:
        return ""
    return several(
        "{number} game is still being added up.",
        "{number} games are still being added up.",
        number,
    )


def who_is(journal: Journal, person: Person | None) -> Who:
    """What is told of somebody, or of all. Raises JournalError."""
    names = (HOUSE,) if person is None else person.names
    sums = sums_by_name(journal)
    own = sum((sums.get(name, NOTHING) for name in names), NOTHING)
    return Who(person, statistics(own), last_points(journal, names, LAST_GAMES))


def standings(journal: Journal) -> tuple[PersonLine, ...]:
    """All who have finished a game, whoever has played most first. Raises JournalError."""
    people, sums = People.of(journal), sums_by_name(journal)
    by_person: dict[Person, Sums] = {}
    for name, own in sums.items():
        if name != HOUSE:
            person = people.person_of(name)
            by_person[person] = by_person.get(person, NOTHING) + own
    found = [(person, statistics(own)) for person, own in by_person.items()]
    rows = [PersonLine(person, told) for person, told in found if told is not None]
    return tuple(sorted(rows, key=lambda row: (-row.told.games, row.name)))


def year_told(journal: Journal) -> tuple[str, tuple[str, ...]]:
    """The last year with a finished game, and its story; nothing where there is none.

    Raises JournalError.
    """
    people = People.of(journal)
    began = [begun(game.head.started) for game in journal.games(limit=LAST_GAMES)]
    for number in sorted({moment.year for moment in began if moment is not None}, reverse=True):
        found = games_of_year(journal, number)
        year = year_of(found, lambda name: people.person_of(name).name)
        if year is not None:
            return str(number), tuple(visible(said(one)) for one in sentences(year))
    return "", ()


def numbers_of(standing: PersonLine) -> tuple[str, str, str]:
    """Somebody's games, victories, a shared one as its share, and points a game."""
    told = standing.told
    return str(told.games), number_text(told.wins), decimal(told.points.average)


def number_text(number: float) -> str:
    """A number to a tenth, and without one where it is whole."""
    return decimal(number, 0 if number == round(number) else 1)


def _usual_points(points: PointsFigures) -> str:
    """Between which points about two thirds of the games lie: less than their deviation away."""
    least = max(round(points.average - points.spread), points.lowest)
    most = min(round(points.average + points.spread), points.best)
    return str(most) if least == most else _("{least}–{most}", least=least, most=most)


def lines(who: Who) -> tuple[FigureLine, ...]:
    """The figures of somebody; nobody has won or lost where all are told together."""
    told = who.told
    if told is None:
        return ()
    games = told.games
    found = [
        (_("Points"), decimal(told.points.average)),
        (_("Best"), str(told.points.best)),
        (_("Lowest"), str(told.points.lowest)),
        (_("Usually"), _usual_points(told.points)),
        (_("Huts"), decimal(told.huts)),
        (_("Temples"), decimal(told.temples)),
        (_("Rune stones at the end"), decimal(told.runes)),
        (_("Offerings made"), decimal(told.offerings_made)),
        (_("Offerings refused"), decimal(told.offerings_refused)),
        (_("Turns of a game"), decimal(told.turns)),
    ]
    result = [FigureLine(label, value, games) for label, value in found]
    if who.person is not None:
        wins = number_text(told.wins)
        result.insert(0, FigureLine(_("Wins"), wins, games, _by_chance(told.wins_by_chance)))
    if told.minutes is not None:
        minutes = told.minutes
        result.append(
            FigureLine(_("Minutes of a game"), decimal(minutes.average, 0), minutes.games)
        )
    return (*result, *_first_player(told))


def _first_player(told: Statistics) -> list[FigureLine]:
    first = told.first_player
    if first is None:
        return []
    result = [
        FigureLine(
            _("Wins as first player"),
            number_text(first.wins),
            first.games,
            _by_chance(first.wins_by_chance),
        )
    ]
    if first.average_otherwise is not None:
        otherwise = _("otherwise {number}", number=decimal(first.average_otherwise))
        average = decimal(first.average)
        result.append(FigureLine(_("Points as first player"), average, first.games, otherwise))
    return result


def _by_chance(number: float) -> str:
    return _("expected {number}", number=number_text(number))


def sources(told: Statistics) -> tuple[SourceRow, ...]:
    """Where points came from a game; corrections only where there were any."""
    found = [(one, SOURCE_NAMES[one], told.points.sources[one]) for one in _SOURCES]
    # The minus sign is the one that belongs to numbers.
    return tuple(
        SourceRow(_(label), points, decimal(round(points, 1) + 0.0).replace("-", "−"))
        for source, label, points in found
        if source is not PointSource.CORRECTIONS or points
    )


def house_records(journal: Journal) -> tuple[HouseRecord, ...]:
    """The records of the house. Raises JournalError."""
    people = People.of(journal)
    return tuple(
        HouseRecord(
            _(_FEATS[held.feat]),
            _reached(held),
            listed([visible(people.person_of(name).name) for name in held.names]),
            day_begun(held.started),
        )
        for held in records(journal)
    )


def _reached(held: HeldRecord) -> str:
    """Points, or for a win how many points ahead."""
    return f"+{held.number}" if held.feat in _WINS else str(held.number)


def verdict(counts: Sequence[int]) -> str:
    """How often a fair die is at least as uneven as faces rolled so often, in words."""
    if sum(counts) < LEAST_ROLLS:
        return _(
            "Too few rolls to say anything about the die: that takes at least {number}.",
            number=LEAST_ROLLS,
        )
    chance = chance_of_so_uneven(counts)
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
