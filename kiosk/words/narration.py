"""Events in the table's words: what to move on the cardboard, and what the log says.

Source: touchscreen, principle 3. A point marker's place is its field on the track, 0 to 99,
and its 100 chip.
"""

from collections.abc import Sequence
from typing import assert_never

from companion.commands import (
    BuildHut,
    BuildTemple,
    Change,
    Command,
    Correct,
    DeclareEnd,
    GiveBack,
    MoveWorker,
    Offer,
    PlaceWorker,
    Roll,
    SetActive,
    SetBonus,
    SetDruid,
    SetField,
    SetHand,
    SetPoints,
    SetRune,
    SetStack,
    SetSupply,
    Survey,
    Swap,
    Take,
)
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
from companion.pieces import (
    MATERIALS,
    NO_CHIPS,
    RUNES,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Give,
    Rune,
)
from companion.state import Building, Finale, GameState
from kiosk.words.texts import _, chips_text, enumerated, several, short_name, word

TRACK = 100
"""Fields of the point track, 0 to 99."""


def to_do(state: GameState, events: Sequence[Event]) -> tuple[str, ...]:
    """What to move on the cardboard for `events`; `state` tells the players' names.

    Markers come last, once for each player, at the place where they end up.
    """
    lines: list[str] = []
    totals: dict[Color, int] = {}
    for event in events:
        if isinstance(event, PointsScored):
            totals[event.color] = event.total
            continue
        line = _event_line(state, event)
        if line:
            lines.append(line)
    lines += [
        _("{player}'s marker to {place}", player=_name(state, color), place=marker_place(total))
        for color, total in totals.items()
    ]
    return tuple(lines)


def marker_place(points: int) -> str:
    """Where a marker stands: its track field, and its 100 chip's side from 100 points on."""
    hundreds, place = divmod(points, TRACK)
    if hundreds == 0:
        return str(place)
    return _("{place} with the {hundred} chip", place=place, hundred=hundreds * TRACK)


def _name(state: GameState, color: Color) -> str:
    return short_name(state.player(color).name)


def _event_line(state: GameState, event: Event) -> str | None:  # noqa: C901, PLR0911, PLR0912 - one flat case an event
    match event:
        case WorkerPlaced(color, plain):
            return _(
                "{player}'s worker onto {plain}", player=_name(state, color), plain=word(plain)
            )
        case DieRolled(color, face):
            return _("{player} rolled: {face}", player=_name(state, color), face=word(face))
        case YieldEarned():
            return _yield_line(state, event)
        case ChipTaken(color, material):
            if material is None:
                return _("{player} takes nothing", player=_name(state, color))
            return _(
                "{player} takes 1 {material}", player=_name(state, color), material=word(material)
            )
        case ChipReturned(color, material):
            return _(
                "{player} returns 1 {material}", player=_name(state, color), material=word(material)
            )
        case WorkerMoved(color, source, level, target):
            return _(
                "{player}'s worker: {source}, height {level}, to {target}",
                player=_name(state, color),
                source=word(source),
                level=level,
                target=word(target),
            )
        case ChipsPaid(color, chips):
            return _(
                "{player} returns {chips}", player=_name(state, color), chips=chips_text(chips)
            )
        case ChipsSwapped(color, paid, taken):
            return _(
                "{player} returns {chips} and takes 1 {material}",
                player=_name(state, color),
                chips=chips_text(paid),
                material=word(taken),
            )
        case Built(color, kind, field):
            return building_line(state, Building(kind, color), field)
        case BonusUsed(_color, field, bonus):
            return _("{bonus} chip on {field}: into the box", bonus=word(bonus), field=field)
        case RuneTaken(color, rune, former):
            return rune_line(state, rune, former, color)
        case DruidStepped(stone):
            return _("Druid to his stone {stone}", stone=stone)
        case DruidWalked(_source, field, crossed):
            if crossed:
                return _("Druid over the river to {field}", field=field)
            return _("Druid to {field}", field=field)
        case DruidStayed():
            return _("Druid stays: there is no hut yet")
        case RiverCrossed():
            return _("River: a point for each rune stone")
        case OfferingMade():
            return _offering_line(state, event)
        case FinaleBegun(finale, finisher):
            return _finale_line(state, finale, finisher)
        case EndDeclared():
            return _("The table ends the game")
        case TempleScored(color, field, huts):
            return several(
                "{player}'s temple on {field}: {number} hut",
                "{player}'s temple on {field}: {number} huts",
                huts,
                player=_name(state, color),
                field=field,
            )
        case GameEnded(winners):
            return winners_line(state, winners)
        case FieldSurveyed(field, needs, rune):
            return _(
                "Field {field} is read: {rune}, {first} and {second}",
                field=field,
                rune=word(rune),
                first=word(needs[0]),
                second=word(needs[1]),
            )
        case Corrected(changes, why):
            return _(
                "The table corrects ({why}): {changes}",
                why=why,
                changes=_changes_text(state, changes),
            )
        case _:
            return None


def _yield_line(state: GameState, event: YieldEarned) -> str:
    totals: dict[Color, int] = {}
    for share in event.shares:
        totals[share.color] = totals.get(share.color, 0) + share.got
    parts = [
        _("{player} {number}", player=_name(state, color), number=number)
        for color, number in totals.items()
        if number
    ]
    if not parts:
        return _("Nobody gets {material}", material=word(event.material))
    return _("Take {material}: {shares}", material=word(event.material), shares=enumerated(parts))


def _offering_line(state: GameState, event: OfferingMade) -> str:
    name = _name(state, event.color)
    match event.give:
        case Give.NONE:
            return _("{player} offers nothing at {field}", player=name, field=event.field)
        case Give.ONE:
            return _("{player} offers one material at {field}", player=name, field=event.field)
        case Give.BOTH:
            return _("{player} offers both materials at {field}", player=name, field=event.field)
        case Give.CHIP:
            return _("{player} offers the druid chip at {field}", player=name, field=event.field)
        case _:
            assert_never(event.give)


def _finale_line(state: GameState, finale: Finale, finisher: Color | None) -> str:
    if finale is Finale.LAST_TURNS and finisher is not None:
        return _(
            "{player} has built everything: one more turn for the others",
            player=_name(state, finisher),
        )
    return _("The final circuit: the die marks where the druid stands")


def winners_line(state: GameState, winners: Sequence[Color]) -> str:
    """Who has won, in a sentence."""
    names = [_name(state, color) for color in winners]
    return several("{names} wins", "{names} share the victory", len(names), names=enumerated(names))


def building_line(state: GameState, building: Building, field: int) -> str:
    """Putting a building on its field."""
    name = _name(state, building.owner)
    if building.kind is BuildingKind.HUT:
        return _("{player}'s hut onto {field}", player=name, field=field)
    return _("{player}'s temple onto {field}", player=name, field=field)


def rune_line(state: GameState, rune: Rune, former: Color | None, now: Color | None) -> str:
    """A rune stone changing hands."""
    return _(
        "{rune} rune: {former} to {now}",
        rune=word(rune),
        former=_holder(state, former),
        now=_holder(state, now),
    )


def _holder(state: GameState, color: Color | None) -> str:
    return _("the table") if color is None else _name(state, color)


def differences(before: GameState, after: GameState) -> tuple[str, ...]:
    """What to move so that the cardboard goes from one state to another: for undo and redo."""
    return (
        *_worker_differences(before, after),
        *_building_differences(before, after),
        *_chip_differences(before, after),
        *_rune_differences(before, after),
        *_druid_differences(before, after),
        *_marker_differences(before, after),
    )


def _worker_differences(before: GameState, after: GameState) -> list[str]:
    return [
        _(
            "Workers on {plain}, from below: {workers}",
            plain=word(plain),
            workers=enumerated([_name(after, color) for color in stack]) or _("none"),
        )
        for plain, old, stack in zip(MATERIALS, before.stacks, after.stacks, strict=True)
        if old != stack
    ]


def _building_differences(before: GameState, after: GameState) -> list[str]:
    lines = []
    for field, (old, new) in enumerate(zip(before.buildings, after.buildings, strict=True), 1):
        if old == new:
            continue
        if new is None:
            lines.append(_("Take the building off {field}", field=field))
        else:
            lines.append(building_line(after, new, field))
    for field, (chip, now) in enumerate(zip(before.bonus, after.bonus, strict=True), 1):
        if chip == now:
            continue
        if now is None:
            lines.append(_("Bonus chip on {field}: into the box", field=field))
        else:
            lines.append(_("{bonus} chip back onto {field}", bonus=word(now), field=field))
    return lines


def _chip_differences(before: GameState, after: GameState) -> list[str]:
    lines = []
    for old, new in zip(before.players, after.players, strict=True):
        common = old.hand.common(new.hand)
        gone, come = old.hand - common, new.hand - common
        if gone.total:
            lines.append(
                _("{player} returns {chips}", player=short_name(new.name), chips=chips_text(gone))
            )
        if come.total:
            lines.append(
                _("{player} takes {chips}", player=short_name(new.name), chips=chips_text(come))
            )
    return lines


def _rune_differences(before: GameState, after: GameState) -> list[str]:
    return [
        rune_line(after, rune, old, new)
        for rune, old, new in zip(RUNES, before.runes, after.runes, strict=True)
        if old != new
    ]


def _druid_differences(before: GameState, after: GameState) -> list[str]:
    return [] if before.druid == after.druid else [druid_place(after)]


def druid_place(state: GameState) -> str:
    """Where the druid stands."""
    druid = state.druid
    if druid.field is not None:
        return _("Druid to {field}", field=druid.field)
    if druid.stone:
        return _("Druid to his stone {stone}", stone=druid.stone)
    return _("Druid to his temple")


def _marker_differences(before: GameState, after: GameState) -> list[str]:
    return [
        _(
            "{player}'s marker to {place}",
            player=short_name(new.name),
            place=marker_place(new.points),
        )
        for old, new in zip(before.players, after.players, strict=True)
        if old.points != new.points
    ]


def command_text(state: GameState, command: Command) -> str:  # noqa: C901, PLR0911, PLR0912 - one flat case a command
    """A command as a line of the log; `state` is the one before it."""
    match command:
        case PlaceWorker(by=by, plain=plain):
            return _("{player}: worker onto {plain}", player=_name(state, by), plain=word(plain))
        case Roll(by=by, face=face):
            return _("{player} rolls {face}", player=_name(state, by), face=word(face))
        case Take(by=by, material=material):
            taken = Chips.of(material) if material else NO_CHIPS
            return _("{player} takes {chips}", player=_name(state, by), chips=chips_text(taken))
        case GiveBack(by=by, material=material):
            return _(
                "{player} returns {chips}",
                player=_name(state, by),
                chips=chips_text(Chips.of(material)),
            )
        case MoveWorker(by=by, source=source, target=target):
            return _(
                "{player}: big yield, {source} to {target}",
                player=_name(state, by),
                source=word(source),
                target=word(target),
            )
        case BuildHut(by=by, field=field, pay=pay):
            return _(
                "{player}: hut on {field} for {chips}",
                player=_name(state, by),
                field=field,
                chips=chips_text(pay),
            )
        case BuildTemple(by=by, field=field, pay=pay):
            return _(
                "{player}: temple on {field} for {chips}",
                player=_name(state, by),
                field=field,
                chips=chips_text(pay),
            )
        case Offer(by=by, give=Give.CHIP):
            return _("{player} offers the druid chip", player=_name(state, by))
        case Offer(by=by, pay=pay):
            return _("{player} offers {chips}", player=_name(state, by), chips=chips_text(pay))
        case Swap(by=by, pay=pay, take=take):
            return _(
                "{player} swaps {chips} for 1 {material}",
                player=_name(state, by),
                chips=chips_text(pay),
                material=word(take),
            )
        case DeclareEnd():
            return _("The end is declared")
        case Survey(field=field, rune=rune):
            return _("Field {field} is read: {rune}", field=field, rune=word(rune))
        case Correct(changes=changes, why=why):
            return _(
                "Correction ({why}): {changes}", why=why, changes=_changes_text(state, changes)
            )
        case _:
            assert_never(command)


def _changes_text(state: GameState, changes: Sequence[Change]) -> str:
    return enumerated([change_text(state, change) for change in changes]) or _("nothing")


def change_text(state: GameState, change: Change) -> str:
    """One change of a correction in words."""
    match change:
        case SetPoints(color, points):
            return several(
                "{player} has {number} point",
                "{player} has {number} points",
                points,
                player=_name(state, color),
            )
        case SetHand(color, material, number):
            return _(
                "{player} has {number} {material}",
                player=_name(state, color),
                number=number,
                material=word(material),
            )
        case SetSupply(material, number):
            return _("{number} {material} lie on the plain", number=number, material=word(material))
        case SetStack(plain, workers):
            names = enumerated([_name(state, color) for color in workers]) or _("none")
            return _("workers on {plain}: {workers}", plain=word(plain), workers=names)
        case SetRune(rune, holder):
            return _("{rune} rune: {holder}", rune=word(rune), holder=_holder(state, holder))
        case SetField(field, None):
            return _("field {field} is empty", field=field)
        case SetField(field, Building(kind, owner)):
            return _(
                "field {field}: {player}'s {building}",
                field=field,
                player=_name(state, owner),
                building=word(kind),
            )
        case SetBonus(field, bonus):
            return _bonus_change(field, bonus)
        case SetDruid(stone, field):
            return _druid_change(stone, field)
        case SetActive(color):
            return _("it is {player}'s turn", player=_name(state, color))
        case _:
            raise ValueError(f"no words for {change!r}")


def _druid_change(stone: int | None, field: int | None) -> str:
    if field is not None:
        return _("druid at {field}", field=field)
    if stone == 0:
        return _("druid in his temple")
    return _("druid on stone {stone}", stone=stone)


def _bonus_change(field: int, bonus: Bonus | None) -> str:
    if bonus is None:
        return _("no bonus chip on {field}", field=field)
    return _("{bonus} chip on {field}", bonus=word(bonus), field=field)
