"""Moves in words, without the players who make them; the texts are in content/told.toml."""

from collections.abc import Mapping

import msgspec

from companion import moves
from companion.content import sentence_factory
from companion.pieces import MaterialChips
from companion.sentence import Sentence
from companion.state import PointSource
from companion.telling.sentences import stack_sentence, supply_sentence, track_position_sentence

_say = sentence_factory("told")
_REMOVALS = (moves.BuildingToRemove, moves.WorkerToRemove)
_OFFERINGS = (PointSource.OFFERINGS, PointSource.FINAL_OFFERINGS)


def _row(key: str, facts: Mapping[str, object]) -> Sentence:
    return _say("rows", key, facts)


def move_phrase(row: moves.Row) -> Sentence:  # noqa: C901, PLR0912 - one flat case a row
    """Return a row's move in words, without the players who make it."""
    key, facts = type(row).__name__, msgspec.structs.asdict(row)
    match row:
        case moves.AlreadyInPlace(_, one):
            return move_phrase(one)
        case moves.UndoIfDone(_, moves.ChipsToTake(_, chips)):
            return _row(f"{key}-take", {"chips": chips})
        case moves.UndoIfDone(_, moves.ChipsToReturn(_, chips)):
            return _row(f"{key}-return", {"chips": chips})
        case moves.UndoIfDone(_, one):
            key += "-remove" if isinstance(one, _REMOVALS) else ""
            return _row(key, {"move": move_phrase(one)})
        case moves.News(_, sentence):
            return sentence
        case moves.SupplyTarget(_, plain, number):
            return supply_sentence(plain, number)
        case moves.StackTarget(_, plain, workers):
            return stack_sentence(plain, workers)
        case moves.RuneToMove() | moves.RuneTarget():
            return _rune(row)
        case moves.DruidToMove():
            return _druid(row)
        case moves.MarkerToMove(_, source, target):
            points = target - source
            key = f"marker-{'on' if points > 0 else 'back' if points else 'stays'}"
            facts = {"points": abs(points), "place": track_position_sentence(target)}
        case moves.ChipsToTake(who) | moves.ChipsToReturn(who):
            key += "" if len(who) == 1 else "-each"
        case moves.HandTarget(who, numbers):
            key += "" if len(who) == 1 else "-each"
            facts["chips"] = tuple(MaterialChips(material, number) for material, number in numbers)
        case moves.WorkerToMove(which=which):
            key += "-which" if which else ""
            facts["plain"] = row.target
        case moves.BuildingToPlace(kind=kind, below=below):
            key += f"-{kind}-below" if below else f"-{kind}"
        case moves.BuildingToRemove(kind=kind):
            key += f"-{kind}"
        case moves.DieToMove(_, field):
            key = "die-off" if field is None else "die-on"
        case moves.MarkerTarget(_, points):
            facts["place"] = track_position_sentence(points)
        case _:
            pass
    return _row(key, facts)


def point_sources_phrase(row: moves.Row) -> Sentence | None:
    """Return the sources of the points in a marker's move, or None for other rows.

    The numbers are included if there are several sources.
    """
    if isinstance(row, moves.AlreadyInPlace):
        return point_sources_phrase(row.row)
    if not isinstance(row, moves.MarkerToMove) or not row.parts:
        return None
    if len(row.parts) == 1:
        return _source(row.parts[0])
    parts = tuple(
        _say(
            "points",
            "lost" if part.points < 0 else "won",
            {"reason": _source(part), "points": abs(part.points)},
        )
        for part in row.parts
    )
    return _say("points", "all", {"parts": parts})


def point_source_name(source: PointSource) -> Sentence:
    """Return the name of a source of points, in a word or two."""
    return _say("points", source.value)


def _rune(row: moves.RuneToMove | moves.RuneTarget) -> Sentence:
    source = row.source if isinstance(row, moves.RuneToMove) else None
    target = row.target if isinstance(row, moves.RuneToMove) else row.holder
    facts = {"rune": row.rune, "player": source}
    if target is None:
        return _row("rune-back", facts)
    if row.who and target not in row.who:
        return _row("rune-given", facts | {"player": target})
    return _row("rune-taken" if source is None else "rune-got", facts)


def _druid(row: moves.DruidToMove) -> Sentence:
    source, target = row.source and row.source.field, row.target.field
    facts = {"source": source, "field": target, "stone": row.target.stone}
    if target is None:
        return _row("druid-stone" if row.target.stone else "druid-temple", facts)
    if source is None:
        return _row("druid-field", facts)
    if source == target:
        return _row("druid-round", facts)
    return _row("druid-river" if row.crosses_river else "druid-way", facts)


def _source(part: moves.ScoredPoints) -> Sentence:
    if part.points < 0 and part.source in _OFFERINGS:
        return _say("points", "no-offering")
    return point_source_name(part.source)
