"""The question at a field: what stands there, or what a hut or a temple would cost and cause."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple
from companion.errors import RuleViolation
from companion.events import RiverCrossed
from companion.pieces import Bonus, BuildingKind, Color
from companion.preview import BuildPreview, Visit, after_ritual, preview_build, settlement
from companion.state import Finale, GameState, Phase
from kiosk import routes
from kiosk.pages.table.draft import Site
from kiosk.pages.table.notices import ruling
from kiosk.pages.table.parts import (
    NAMED_HUTS,
    decider_of,
    name_of,
    overruling,
    printed_order,
    printed_rows,
    rules,
)
from kiosk.pages.table.paying import swap_choice
from kiosk.pages.table.question import Decide, Question, SetDraft, alone, words
from kiosk.pieces.form import ChipRow, Choice, Shares
from kiosk.routes import Building
from kiosk.ui.form import Block, Row, Style
from kiosk.words.language import _, mark, several
from kiosk.words.reasons import Reason, reason, reasons_to_build
from kiosk.words.texts import refusal_text, word


def site_question(state: GameState, site: Site) -> Question:
    """Tells what stands on a field, or asks what is built there."""
    if state.building(site.field) is not None:
        return _standing_question(state, site.field)
    if state.phase is Phase.FINISHED or state.finale is Finale.CIRCUIT:
        return _empty_site_question(state, site.field)
    builder = site.builder or decider_of(state)
    if state.phase is Phase.ACTION and builder == state.decider:
        return _build_question(state, site)
    return _planning_question(after_ritual(state), site, builder)


def _field_title(state: GameState, field: int) -> str:
    rune = state.board.field(field).rune
    if rune is None:
        return _("Field {field}", field=field)
    return _("Field {field} · {rune}", field=field, rune=word(rune))


def _standing_question(state: GameState, field: int) -> Question:
    standing = state.building(field)
    if standing is None:
        raise ValueError("nothing stands on this field")
    owner = name_of(state, standing.owner)
    rows: list[Block] = []
    if standing.kind is BuildingKind.HUT:
        rows.append(
            words(
                several(
                    "{owner}'s hut, standing alone.",
                    "{owner}'s hut, in a settlement of {number}.",
                    len(settlement(state, field)),
                    owner=owner,
                )
            )
        )
    else:
        rows.append(words(_("{owner}'s temple.", owner=owner)))
    rows += printed_rows(state, field)
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=tuple(rows),
        reasons=rules("hut.field", "temple.field"),
    )


def _empty_site_question(state: GameState, field: int) -> Question:
    over = state.phase is Phase.FINISHED
    text = _("The game is over.") if over else _("Nobody builds in the final circuit.")
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=(*printed_rows(state, field), words(text)),
        reasons=rules("turn.decider", "hut.field", "temple.field"),
    )


def _build_question(state: GameState, site: Site) -> Question:
    """Asks for a hut or a temple, whichever is looked at, with its sum; a hut first."""
    color = decider_of(state)
    previews = _previews(state, site, color)
    other = Choice(
        key="plan",
        text=_("Others"),
        action=SetDraft(replace(site, builder=state.left_of(color))),
        width=0.8,
    )
    tabs = Row((*_tabs(site, previews), other))
    rows = {
        kind: (tabs, *_site_rows(state, site.field, kind, looked_at, color))
        for kind, looked_at in previews.items()
    }
    return Question(
        color=color,
        title=_("Field {field}", field=site.field),
        rows=rows.pop(site.kind),
        reasons=_why(state, previews[site.kind]),
        others=tuple(rows.values()),
    )


def _planning_question(state: GameState, site: Site, builder: Color) -> Question:
    """Tells what a building would cost and cause as things stand, whose it may be; asks nobody."""
    previews = _previews(state, site, builder)
    builders = tuple(
        Choice(
            key=f"plan.{color}",
            symbol=color,
            action=SetDraft(replace(site, builder=None if color == state.decider else color)),
            chosen=color == builder,
        )
        for color in state.colors
    )
    rows = {
        kind: (
            Row(_tabs(site, previews)),
            words(_("If {player} built here now:", player=name_of(state, builder))),
            *_looked_at_rows(state, kind, looked_at, builder),
            Row(builders),
        )
        for kind, looked_at in previews.items()
    }
    return Question(
        color=None,
        title=_field_title(state, site.field),
        rows=rows.pop(site.kind),
        reasons=_why(state, previews[site.kind]),
        others=tuple(rows.values()),
    )


_Look = BuildPreview | RuleViolation


def _previews(state: GameState, site: Site, builder: Color) -> dict[BuildingKind, _Look]:
    return {kind: _preview(state, kind, site.field, builder) for kind in BuildingKind}


def _tabs(site: Site, previews: Mapping[BuildingKind, _Look]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            key=f"show.{kind}",
            text=KINDS[kind](),
            action=SetDraft(replace(site, kind=kind)),
            chosen=kind is site.kind,
            dim=isinstance(preview, RuleViolation),
        )
        for kind, preview in previews.items()
    )


def _site_rows(
    state: GameState, field: int, kind: BuildingKind, looked_at: _Look, color: Color
) -> tuple[Block, ...]:
    """What a building of that kind costs and causes, and the ways to build it all the same."""
    rows = _looked_at_rows(state, kind, looked_at, color)
    if isinstance(looked_at, BuildPreview):
        return (*rows, Row(_build_choices(state, looked_at)))
    if looked_at.rule == "board.survey":
        return rows
    command = _BUILDS[kind](by=color, field=field)
    return (*rows, alone(overruling(ruling(state, command, looked_at))))


def _looked_at_rows(
    state: GameState, kind: BuildingKind, looked_at: _Look, builder: Color
) -> tuple[Block, ...]:
    if isinstance(looked_at, RuleViolation):
        return (words(refused_text(state, kind, looked_at)),)
    return tuple(_sum_rows(state, looked_at, builder))


def _why(state: GameState, looked_at: _Look) -> tuple[Reason, ...]:
    if isinstance(looked_at, RuleViolation):
        return (reason(looked_at.rule),)
    return reasons_to_build(state, looked_at)


KINDS: dict[BuildingKind, Callable[[], str]] = {
    BuildingKind.HUT: lambda: _("Hut"),
    BuildingKind.TEMPLE: lambda: _("Temple"),
}


def _preview(state: GameState, kind: BuildingKind, field: int, builder: Color) -> _Look:
    try:
        return preview_build(state, kind, field, builder)
    except RuleViolation as refusal:
        return refusal.with_traceback(None)  # it would hold this frame, which holds it


def refused_text(state: GameState, kind: BuildingKind, refusal: RuleViolation) -> str:
    """Why nothing of that kind can be built somewhere."""
    why = refusal_text(state, refusal)
    if kind is BuildingKind.HUT:
        return _("No hut: {reason}.", reason=why)
    return _("No temple: {reason}.", reason=why)


def _sum_rows(state: GameState, preview: BuildPreview, builder: Color) -> list[Block]:
    """What it costs and causes, and who is asked then, which leads to all that comes of it."""
    thought = Building(preview.field, preview.kind, builder)
    return [*caused_rows(state, preview), Row((_then_choice(preview.visits, thought),))]


def caused_rows(state: GameState, preview: BuildPreview) -> list[Block]:
    """What it costs and why, and what follows from it but the answers to the druid."""
    rows: list[Block] = [_price_row(state, preview)]
    bonus = _bonus_text(preview)
    if bonus:
        rows.append(words(bonus))
    rows.append(words("\n".join(_consequences(state, preview))))
    if preview.river:
        rows.append(Shares(_("The river scores:"), preview.river))
    return rows


def _price_row(state: GameState, preview: BuildPreview) -> Block:
    if preview.price.total == 0:
        return words(_("The bonus chip makes this hut free."))
    order = printed_order(state, preview.field)
    return ChipRow(preview.price, order, _price_text(preview))


def _price_text(preview: BuildPreview) -> str:
    if preview.kind is BuildingKind.TEMPLE:
        return _("Both icons once:")
    return _hut_text(preview.huts)


def _hut_text(huts: int) -> str:
    """How many huts it makes here; ordinals differ, so that each has a sentence of its own."""
    if huts == 1:
        return _("A single hut:")
    ordinals = {
        1: mark("{huts}st hut here:"),
        2: mark("{huts}nd hut here:"),
        3: mark("{huts}rd hut here:"),
    }
    usual = mark("{huts}th hut here:")
    return _(usual if huts // 10 == 1 else ordinals.get(huts % 10, usual), huts=huts)


def _bonus_text(preview: BuildPreview) -> str:
    match preview.bonus:
        case Bonus.POINTS:
            return _("The bonus chip scores 2 points.")
        case Bonus.DRUID:
            return _("The druid chip stays under the hut.")
        case _:
            return ""


def _consequences(state: GameState, preview: BuildPreview) -> list[str]:
    """The rune, the druid's way and a temple's points at the end, a line each."""
    lines = []
    if preview.rune is not None and preview.rune_from is None:
        lines.append(_("Rune {rune}, beside the board", rune=word(preview.rune)))
    elif preview.rune is not None:
        player = name_of(state, preview.rune_from)
        lines.append(_("Rune {rune} from {player}", rune=word(preview.rune), player=player))
    lines.append(_druid_text(preview))
    if preview.end_points is not None:
        lines.append(
            several(
                "As things stand {number} point at the end",
                "As things stand {number} points at the end",
                preview.end_points,
            )
        )
    return lines


def _druid_text(preview: BuildPreview) -> str:
    """Where the druid goes, and whether he crosses the river on his way or later in the ritual."""
    start, field = preview.druid_from, preview.druid_field
    if preview.druid_stone is not None:
        return _("Druid to his stone {stone}", stone=preview.druid_stone)
    if field is None:
        return _("Druid stays: there is no hut to go to")
    if start is None:
        return _("Druid from his stones to {field}", field=field)
    if not preview.crosses_river:
        return _("Druid {start} to {field}, no river", start=start, field=field)
    if not preview.river:
        return _("Druid {start} to {field}; river: no rune scores", start=start, field=field)
    if any(isinstance(event, RiverCrossed) for event in preview.events):
        return _("Druid {start} to {field}, over the river", start=start, field=field)
    return _("Druid {start} to {field}, then the river", start=start, field=field)


def _then_choice(asked: tuple[Visit, ...], thought: Building) -> Choice:
    """Whom the druid will ask; many huts only by their number, all of the same settlement."""
    way = Choice(
        key="what_if",
        text=_("What would happen?"),
        action=routes.WhatIf(thought),
        style=Style.QUIET,
    )
    if len(asked) > NAMED_HUTS:
        text = _(
            "Offerings at {number} huts, up to {points} points each",
            number=len(asked),
            points=asked[0].both,
        )
        return replace(way, text=text)
    if asked:
        earnings = tuple((visit.owner, visit.both) for visit in asked)
        return replace(way, text=_("Offerings, up to:"), earnings=earnings)
    return way


_BUILDS: Mapping[BuildingKind, type[BuildHut] | type[BuildTemple]] = {
    BuildingKind.HUT: BuildHut,
    BuildingKind.TEMPLE: BuildTemple,
}


def _build_choices(state: GameState, preview: BuildPreview) -> tuple[Choice, ...]:
    command = _BUILDS[preview.kind](by=decider_of(state), field=preview.field)
    key = f"build.{preview.kind}"
    if preview.price.total == 0:
        return (
            Choice(key=key, text=_("Build for free"), action=Decide(command), style=Style.PRIMARY),
        )
    return (
        Choice(
            key=key,
            text=_("Pay and build"),
            action=Decide(replace(command, pay=preview.price)),
            style=Style.PRIMARY,
            width=3.4,
        ),
        swap_choice(f"{key}.pay", command, (preview.price,)),
    )
