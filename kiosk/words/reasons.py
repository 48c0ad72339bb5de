"""Why it was so: the rules behind what happened, with the numbers of this case (touchscreen, 4)."""

from collections.abc import Sequence

import msgspec

from companion.events import (
    BonusUsed,
    Built,
    ChipReturned,
    ChipsPaid,
    ChipsSwapped,
    ChipTaken,
    Corrected,
    DieRolled,
    DruidStayed,
    DruidStepped,
    DruidWalked,
    EndDeclared,
    Event,
    FieldSurveyed,
    FinaleBegun,
    GameEnded,
    OfferingMade,
    PointsScored,
    RiverCrossed,
    RuneTaken,
    TempleScored,
    WorkerMoved,
    WorkerPlaced,
    YieldEarned,
)
from companion.pieces import Bonus, BuildingKind, Give
from companion.rulebook import rule
from companion.state import Finale, GameState, PointSource
from kiosk.words.paragraph import Paragraph
from kiosk.words.texts import _, chips_text, several, short_name, word


class Reason(msgspec.Struct, frozen=True):
    """A rule at work: id, the booklet's page (None: our own), what it says, the sum here."""

    rule: str
    page: int | None
    text: str
    sum: str = ""


def reason(rule_id: str, sum_text: str = "") -> Reason:
    """A rule of the rulebook with the sum of this case. Raises KeyError for an unknown id."""
    found = rule(rule_id)
    return Reason(found.id, found.page, _(found.text), sum_text)


def reason_paragraph(found: Reason) -> Paragraph:
    """A reason to read: its rule and the booklet's page above, the sum of this case first."""
    heading = found.rule
    if found.page is not None:
        heading = _("{rule} · page {page}", rule=found.rule, page=found.page)
    return Paragraph(heading, "\n".join(text for text in (found.sum, found.text) if text))


def reasons(state: GameState, events: Sequence[Event]) -> tuple[Reason, ...]:
    """The rules behind `events`, each once, with every sum; `state` tells the names."""
    sums: dict[str, list[str]] = {}
    for event in events:
        for rule_id, text in _behind(state, event):
            sums.setdefault(rule_id, [])
            if text:
                sums[rule_id].append(text)
    return tuple(reason(rule_id, "\n".join(texts)) for rule_id, texts in sums.items())


def _behind(  # noqa: C901, PLR0911, PLR0912 - one flat case an event
    state: GameState, event: Event
) -> list[tuple[str, str]]:
    match event:
        case WorkerPlaced():
            return [("setup.workers", "")]
        case DieRolled():
            return [("small.roll", "")]
        case YieldEarned():
            return _yield_sums(state, event)
        case ChipTaken():
            return [("small.plus", "")]
        case ChipReturned():
            return [("small.minus", "")]
        case WorkerMoved():
            return [("big.move", "")]
        case ChipsPaid(_color, chips):
            return [("pay.swap", _("Paid: {chips}.", chips=chips_text(chips)))]
        case ChipsSwapped():
            return [("swap.any-time", "")]
        case Built(_color, BuildingKind.HUT, _field):
            return [("hut.cost", "")]
        case Built(_color, BuildingKind.TEMPLE, _field):
            return [("temple.cost", "")]
        case BonusUsed(_color, _field, bonus):
            return [("offer.chip" if bonus is Bonus.DRUID else "hut.bonus", "")]
        case RuneTaken():
            return [("hut.rune", "")]
        case DruidStepped(stone):
            return [("druid.stones", _("Stone {stone} of 3.", stone=stone))]
        case DruidWalked(source, field, _crossed):
            return [("druid.full-lap" if source == field else "druid.walk", "")]
        case DruidStayed():
            return [("druid.walk", _("There is no hut on the board."))]
        case RiverCrossed():
            return [("river.interim", "")]
        case OfferingMade():
            return [(f"offer.{event.give}", _offering_sum(event))]
        case PointsScored():
            return _point_sums(state, event)
        case EndDeclared():
            return [("end.exhausted", "")]
        case FinaleBegun(finale, _finisher):
            return [("end.trigger" if finale is Finale.LAST_TURNS else "end.circuit", "")]
        case TempleScored():
            return [("end.temples", "")]
        case GameEnded():
            return [("end.winner", "")]
        case FieldSurveyed():
            return [("board.survey", "")]
        case Corrected():
            return [("correct.table", "")]
        case _:
            return []


def _yield_sums(state: GameState, event: YieldEarned) -> list[tuple[str, str]]:
    rule_id = "big.yield" if event.big else "small.material"
    if not event.shares:
        return [(rule_id, _("Nobody works on {plain}.", plain=word(event.material)))]
    lines = [
        _(
            "{player}: {due} due, {got} taken.",
            player=short_name(state.player(share.color).name),
            due=share.due,
            got=share.got,
        )
        for share in event.shares
    ]
    return [(rule_id, "\n".join(lines))]


def _offering_sum(event: OfferingMade) -> str:
    if event.give not in (Give.BOTH, Give.CHIP):
        return ""
    return several(
        "A settlement of {number} hut on field {field}.",
        "A settlement of {number} huts on field {field}.",
        event.huts,
        field=event.field,
    )


def _point_sums(state: GameState, event: PointsScored) -> list[tuple[str, str]]:
    rules = {
        PointSource.INTERIM_RUNES: "river.interim",
        PointSource.TEMPLES: "end.temples",
        PointSource.RUNES: "end.runes",
    }
    if event.source not in rules:
        return []
    name = short_name(state.player(event.color).name)
    text = several(
        "{player} scores {number} point.",
        "{player} scores {number} points.",
        event.points,
        player=name,
    )
    return [(rules[event.source], text)]
