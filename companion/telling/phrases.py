"""Rows of moves in words, without the players who make them.

The text between two asterisks is emphasized: the one number or place to see from afar.
"""

from typing import assert_never

from companion import moves
from companion.pieces import Bonus, BuildingKind, Color, Heap
from companion.sentence import N_, Sentence
from companion.state import Druid, PointSource
from companion.telling.sentences import marker_place, supply_sentence, workers_stand

_FROM = {
    PointSource.BONUS: N_("bonus chip"),
    PointSource.OFFERINGS: N_("offering"),
    PointSource.INTERIM_RUNES: N_("river"),
    PointSource.FINAL_OFFERINGS: N_("final offering"),
    PointSource.TEMPLES: N_("temples"),
    PointSource.RUNES: N_("rune stones"),
    PointSource.CORRECTIONS: N_("correction"),
}
_OFFERINGS = (PointSource.OFFERINGS, PointSource.FINAL_OFFERINGS)


def phrase(row: moves.Row) -> Sentence:  # noqa: C901, PLR0911, PLR0912 - one flat case a row
    """Return the words for a row, without its players."""
    match row:
        case moves.ChipsTaken(who, chips):
            return _each(who, N_("take *{chips}*"), N_("take *{chips}* each"), chips)
        case moves.ChipsReturned(who, chips):
            return _each(who, N_("return *{chips}*"), N_("return *{chips}* each"), chips)
        case moves.HandNow(who, numbers):
            parts = tuple(Heap(material, number) for material, number in numbers)
            return _each(who, N_("*{chips}* in hand now"), N_("*{chips}* in hand now, each"), parts)
        case moves.HandChanged():
            return Sentence(N_("chips corrected, *look at your hand*"))
        case moves.PlainNow(_, plain, number):
            return supply_sentence(plain, number)
        case moves.WorkerPlaced(_, plain):
            return Sentence(N_("worker onto the *{plain}* plain"), {"plain": plain})
        case moves.WorkerOff(_, plain):
            return Sentence(N_("worker off the *{plain}* plain"), {"plain": plain})
        case moves.WorkerMoved():
            return _worker(row)
        case moves.StackNow(_, plain, workers):
            return workers_stand(plain, workers)
        case moves.BuildingUp():
            return _up(row)
        case moves.BuildingOff(_, BuildingKind.HUT, field):
            return Sentence(N_("hut off *{field}*"), {"field": field})
        case moves.BuildingOff(_, _, field):
            return Sentence(N_("temple off *{field}*"), {"field": field})
        case moves.BonusIntoBox(_, bonus, field):
            return _bonus(N_("“{bonus}” chip from *{field}* into the box"), bonus, field)
        case moves.BonusBack(_, bonus, field):
            return _bonus(N_("“{bonus}” chip back onto *{field}*"), bonus, field)
        case moves.RuneMoved() | moves.RuneNow():
            return _rune(row)
        case moves.DruidMoved():
            return _druid(row)
        case moves.DieMoved(_, None):
            return Sentence(N_("Take the die *off the board*"))
        case moves.DieMoved(_, field):
            return Sentence(N_("Die beside *{field}*: the circuit ends there"), {"field": field})
        case moves.MarkerMoved():
            return _marker(row)
        case moves.MarkerNow(_, points):
            return Sentence(N_("point marker on *{place}*"), {"place": marker_place(points)})
        case moves.Noted(_, one):
            return phrase(one)
        case moves.IfDone(_, one):
            return Sentence(N_("{move}, if it was done"), {"move": phrase(one)})
        case moves.News(_, sentence):
            return sentence
        case _:
            assert_never(row)


def what_for(row: moves.Row) -> Sentence | None:
    """What a marker moves for: with its points where there are several reasons; None: no reason."""
    if isinstance(row, moves.Noted):
        return what_for(row.row)
    if not isinstance(row, moves.MarkerMoved) or not row.parts:
        return None
    if len(row.parts) == 1:
        return _source(row.parts[0])
    return Sentence(N_("{parts}"), {"parts": tuple(map(_part, row.parts))})


def points_from(source: PointSource) -> Sentence:
    """Where points come from, in a word or two."""
    return Sentence(_FROM[source])


def _each(who: tuple[Color, ...], one: str, many: str, chips: object) -> Sentence:
    return Sentence(one if len(who) == 1 else many, {"chips": chips})


def _worker(row: moves.WorkerMoved) -> Sentence:
    way = {"source": row.source, "which": row.which, "plain": row.target}
    if row.which is None:
        return Sentence(N_("worker from {source} to *{plain}*"), way)
    return Sentence(N_("worker from {source}, {which}, to *{plain}*"), way)


def _up(row: moves.BuildingUp) -> Sentence:
    facts = {"field": row.field}
    if row.kind is BuildingKind.TEMPLE:
        return Sentence(N_("temple onto *{field}*"), facts)
    if row.below is not None:
        return Sentence(N_("hut onto *{field}*, onto the druid chip"), facts)
    return Sentence(N_("hut onto *{field}*"), facts)


def _bonus(message: str, bonus: Bonus, field: int) -> Sentence:
    return Sentence(message, {"bonus": bonus, "field": field})


def _rune(row: moves.RuneMoved | moves.RuneNow) -> Sentence:
    """Who takes it reads from whom, and who gives it away reads to whom."""
    source = row.source if isinstance(row, moves.RuneMoved) else None
    target = row.target if isinstance(row, moves.RuneMoved) else row.holder
    if target is None:
        return Sentence(N_("rune {rune} back *beside the board*"), {"rune": row.rune})
    if row.who and target not in row.who:
        return Sentence(N_("rune *{rune}* to {player}"), {"rune": row.rune, "player": target})
    if source is None:
        return Sentence(N_("take rune *{rune}*"), {"rune": row.rune})
    return Sentence(N_("rune *{rune}* from {player}"), {"rune": row.rune, "player": source})


def _druid(row: moves.DruidMoved) -> Sentence:
    source, target = row.source and row.source.field, row.target.field
    facts = {"source": source, "field": target}
    if target is None:
        return _druid_home(row.target)
    if source is None:
        return Sentence(N_("Druid to *{field}*"), facts)
    if source == target:
        return Sentence(N_("Druid all the way round, back to *{field}*"), facts)
    if row.over_river:
        return Sentence(N_("Druid from {source} over the river to *{field}*"), facts)
    return Sentence(N_("Druid from {source} to *{field}*"), facts)


def _druid_home(druid: Druid) -> Sentence:
    if druid.stone:
        return Sentence(N_("Druid to his *stone {stone}*"), {"stone": druid.stone})
    return Sentence(N_("Druid to his *temple*"))


def _marker(row: moves.MarkerMoved) -> Sentence:
    points = row.target - row.source
    facts = {"points": abs(points), "place": marker_place(row.target)}
    if points == 0:
        return Sentence(N_("*+0*, point marker stays on {place}"), facts)
    if points < 0:
        return Sentence(N_("*−{points}*, point marker to {place}"), facts)  # noqa: RUF001 - a minus
    return Sentence(N_("*+{points}*, point marker to {place}"), facts)


def _source(part: moves.Scored) -> Sentence:
    """What points are for, in a word or two; an offering that costs a point is none."""
    if part.points < 0 and part.source in _OFFERINGS:
        return Sentence(N_("no offering"))
    return points_from(part.source)


def _part(part: moves.Scored) -> Sentence:
    facts = {"reason": _source(part), "points": abs(part.points)}
    if part.points < 0:
        return Sentence(N_("{reason} −{points}"), facts)  # noqa: RUF001 - a minus
    return Sentence(N_("{reason} +{points}"), facts)
