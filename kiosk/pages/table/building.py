"""Questions about a field: its contents, or the price and effects of a building on it."""

from collections.abc import Callable, Hashable, Iterator, Mapping

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple
from companion.errors import RuleViolation
from companion.pieces import BuildingKind, Color
from companion.preview import BuildPreview, preview_build, settlement_fields, state_after_ritual
from companion.state import Building, Finale, GameState, Phase
from companion.teaching.things import explain
from companion.telling.places import OnField
from kiosk import routes
from kiosk.pages.table.draft import SelectedField
from kiosk.pages.table.notices import command_to_allow
from kiosk.pages.table.parts import (
    MAIN_WIDTH,
    NAMED_HUTS,
    decider_of,
    more_options_button,
    overrule_button,
    player_or_table_name,
    printed_field_rows,
    rule_reasons,
    signed_points,
    signed_points_text,
)
from kiosk.pages.table.paying import payment_draft, swap_button
from kiosk.pages.table.question import (
    Decide,
    ExplainImpossible,
    Question,
    SetDraft,
    optional_help,
    shrinking_text,
)
from kiosk.pieces.form import ChipRow, DruidFigure, PlayerNumbers, RuneStone, SymbolsWithTexts
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, mark, plural
from kiosk.words.reasons import building_reasons, rule_reason
from kiosk.words.texts import piece_name, player_names, refusal_text, sentence_text

_Look = BuildPreview | RuleViolation


def site_question(state: GameState, site: SelectedField) -> Question:
    """Return a question asking whether to build on a field.

    If the player cannot build there now, the result only shows the building on the field, or the
    prices of an empty field.
    """
    if state.building(site.field) is not None:
        return _standing_question(state, site.field)
    if state.phase is Phase.FINISHED or state.finale is Finale.CIRCUIT:
        return _empty_site_question(state, site.field)
    builder = site.builder or decider_of(state)
    if state.phase is Phase.ACTION and builder == state.decider:
        return _build_question(state, site)
    return _planning_question(state_after_ritual(state), site, builder)


def _field_title(state: GameState, field: int) -> str:
    rune = state.board.field(field).rune
    if rune is None:
        return _("Field {field}", field=field)
    return _("Field {field} · {rune}", field=field, rune=piece_name(rune))


def _standing_question(state: GameState, field: int) -> Question:
    standing = state.building(field)
    if standing is None:
        raise ValueError("nothing stands on this field")
    owner = player_or_table_name(state, standing.owner)
    rows: list[Block] = []
    if standing.kind is BuildingKind.HUT:
        rows.append(
            shrinking_text(
                plural(
                    "{owner}'s hut, standing alone.",
                    "{owner}'s hut, in a settlement of {number}.",
                    len(settlement_fields(state, field)),
                    owner=owner,
                )
            )
        )
    else:
        rows.append(shrinking_text(_("{owner}'s temple.", owner=owner)))
    rows += printed_field_rows(state, field)
    told, names = explain(state, OnField(field)), player_names(state)
    rows += (optional_help(sentence_text(one, names)) for one in (*told.text, *told.worth))
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=tuple(rows),
        reasons=rule_reasons("hut.field", "temple.field", *told.rules),
    )


def _empty_site_question(state: GameState, field: int) -> Question:
    over = state.phase is Phase.FINISHED
    text = _("The game is over.") if over else _("Nobody builds in the final circuit.")
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=(*printed_field_rows(state, field), shrinking_text(text)),
        reasons=rule_reasons("turn.decider", "hut.field", "temple.field"),
    )


def _build_question(state: GameState, site: SelectedField) -> Question:
    """Return a question asking whether to build `site.kind`, with its price and effects."""
    color = decider_of(state)

    def foot(kind: BuildingKind, looked_at: _Look) -> Row:
        """Return the last row of a card about `kind`: other options, and the button to build."""
        others = (more_options_button(site), _stand_ins(state, site, kind, looked_at))
        if isinstance(looked_at, BuildPreview):
            return Row((*others, _build_choice(state, looked_at)))
        if looked_at.rule == "board.survey":
            return Row((more_options_button(site),))
        ruled = command_to_allow(state, BUILDS[kind](by=color, field=site.field), looked_at)
        return Row((*others, replace(overrule_button(ruled), text=_("Anyway"), width=MAIN_WIDTH)))

    title = _("Field {field}", field=site.field)
    return _site_question(state, site, color, foot, title, asks=color)


def _planning_question(state: GameState, site: SelectedField, builder: Color) -> Question:
    """Return a card with the price and effects of a planned building, but no build button."""
    builders = tuple(
        Button(
            key=f"plan.{color}",
            symbol=color,
            action=SetDraft(replace(site, builder=None if color == state.decider else color)),
            chosen=color == builder,
        )
        for color in state.colors
    )
    foot = Row((more_options_button(site, 1.24), *builders))
    title = _(
        "If {player} builds on {field}",
        player=player_or_table_name(state, builder),
        field=site.field,
    )
    return _site_question(state, site, builder, lambda _kind, _look: foot, title, asks=None)


def _site_question(
    state: GameState,
    site: SelectedField,
    builder: Color,
    foot: Callable[[BuildingKind, _Look], Row],
    title: str,
    *,
    asks: Color | None,
) -> Question:
    """Return a card about a building on a field, with its price and its effects.

    `foot` returns the last row of the card. If `site.more` is set, the card shows other options
    instead. It is high enough for both kinds of building in any case. `asks` is the player who
    decides, or None if the card is only for planning.
    """
    looked_at = {kind: _preview(state, kind, site.field, builder) for kind in BuildingKind}
    rows = {
        kind: (*_sum_rows(state, kind, look, builder), foot(kind, look))
        for kind, look in looked_at.items()
    }
    shown = rows.pop(site.kind)
    looked = looked_at[site.kind]
    reasons = (
        (rule_reason(looked.rule),)
        if isinstance(looked, RuleViolation)
        else building_reasons(state, looked)
    )
    others = tuple(rows.values())
    if site.more:
        options = _more_rows(state, site, looked_at, builder)
        return Question(asks, title, options, reasons, others=(shown, *others))
    brings: tuple[BuildHut | BuildTemple, ...] = ()
    if isinstance(looked, BuildPreview):
        brings = (BUILDS[site.kind](by=builder, field=site.field),)
    return Question(asks, title, shown, reasons, others=others, brings=brings, steady=True)


def _more_rows(
    state: GameState, site: SelectedField, looked_at: Mapping[BuildingKind, _Look], builder: Color
) -> tuple[Block, ...]:
    """Return buttons: other kind of building, “What would happen?”, “If others build here”."""
    other = next(kind for kind in BuildingKind if kind is not site.kind)
    what_if = routes.WhatIf(routes.BuildingToTry(site.field, site.kind, builder))
    choices = [
        Button(
            key=f"show.{other}",
            text=KINDS[other](),
            symbol=Building(other, builder),
            action=SetDraft(replace(site, kind=other, more=False)),
            dim=isinstance(looked_at[other], RuleViolation),
        ),
        Button(key="what_if", text=_("What would happen?"), action=what_if),
    ]
    if state.phase is Phase.ACTION and builder == state.decider:
        plan = replace(site, builder=state.left_of(builder), more=False)
        choices.append(Button(key="plan", text=_("If others build here"), action=SetDraft(plan)))
    quiet = [replace(one, style=ButtonStyle.QUIET, width=1.0) for one in choices]
    return tuple(Row(tuple(quiet[first : first + 2])) for first in range(0, len(quiet), 2))


def _stand_ins(
    state: GameState, site: SelectedField, kind: BuildingKind, looked_at: _Look
) -> Button:
    """Return the button that opens the payment with three other chips for each missing chip.

    The button is dim if the building is impossible or free.
    """
    command = BUILDS[kind](by=decider_of(state), field=site.field)
    key = f"build.{kind}.pay"
    if isinstance(looked_at, RuleViolation):
        why_not = why_not_built(state, kind, looked_at)
    elif not looked_at.price.total:
        why_not = _("The bonus chip makes this hut free.")
    else:
        return swap_button(key, SetDraft(payment_draft(state, command)))
    return replace(swap_button(key, ExplainImpossible(why_not)), dim=True)


KINDS: dict[BuildingKind, Callable[[], str]] = {
    BuildingKind.HUT: lambda: _("Hut"),
    BuildingKind.TEMPLE: lambda: _("Temple"),
}


def _preview(state: GameState, kind: BuildingKind, field: int, builder: Color) -> _Look:
    try:
        return preview_build(state, kind, field, builder)
    except RuleViolation as refusal:
        # The traceback would refer to this frame, and this frame to the refusal: a cycle.
        return refusal.with_traceback(None)


def why_not_built(state: GameState, kind: BuildingKind, refusal: RuleViolation) -> str:
    """Return a sentence with the reason why no building of this kind is possible on the field."""
    why = refusal_text(state, refusal)
    if kind is BuildingKind.HUT:
        return _("No hut: {reason}.", reason=why)
    return _("No temple: {reason}.", reason=why)


def _sum_rows(
    state: GameState, kind: BuildingKind, looked_at: _Look, builder: Color
) -> tuple[Block, ...]:
    """Return rows with the price, the effects, and the players whom the druid asks."""
    if isinstance(looked_at, RuleViolation):
        return (shrinking_text(why_not_built(state, kind, looked_at)),)
    rows = price_and_effect_rows(state, looked_at, builder)
    if len(looked_at.visits) > NAMED_HUTS:
        number, points = len(looked_at.visits), looked_at.visits[0].huts
        text = _("Offerings: {number} huts, {points} each", number=number, points=points)
        rows.append(shrinking_text(text))
    elif looked_at.visits:
        asked = tuple((visit.owner, visit.huts) for visit in looked_at.visits)
        rows.append(PlayerNumbers(_("Offerings:"), asked))
    return tuple(rows)


def price_and_effect_rows(state: GameState, preview: BuildPreview, builder: Color) -> list[Block]:
    """Return rows with the price of a building and its effects, but without offerings."""
    effects = SymbolsWithTexts(tuple(_effects(state, preview, builder)))
    rows: list[Block] = [_price_row(preview), effects]
    if (
        state.finale is None
        and sum(state.buildings_left(builder, each) for each in BuildingKind) == 1
    ):
        standing = sum(1 for one in state.buildings if one and one.kind is BuildingKind.HUT)
        huts = standing + (preview.kind is BuildingKind.HUT)
        rows.append(
            shrinking_text(_("Ends the game: then {number} offerings. Keep chips.", number=huts))
        )
    if preview.river:
        rows.append(PlayerNumbers(_("River:"), preview.river))
    return rows


def _effects(
    state: GameState, preview: BuildPreview, builder: Color
) -> Iterator[tuple[Hashable, str]]:
    """Yield (key, text) for each effect: bonus chip, druid's way, rune stone, points for a temple.

    The text about the rune stone is long, so it follows the two short texts, which share a line.
    """
    bonus = preview.bonus
    if bonus is not None and not bonus.makes_hut_free:
        yield bonus, signed_points_text(bonus.points) if bonus.points else _("stays")
    yield DruidFigure(), _way_text(preview)
    if preview.rune is not None:
        holder = preview.rune_from
        former = "" if holder is None else player_or_table_name(state, holder)
        way = _(
            "{start} › {field}", start=former, field=player_or_table_name(state, builder)
        ).strip()
        yield RuneStone(preview.rune, holder), way
    if preview.end_points is not None:
        temple = Building(BuildingKind.TEMPLE, builder)
        yield temple, _("{points} at the end", points=signed_points(preview.end_points))


def _way_text(preview: BuildPreview) -> str:
    """Return a text about the druid's way, with a note if crossing the river gives no points."""
    if preview.druid_stone is not None:
        return _("to his stone {stone}", stone=preview.druid_stone)
    if preview.druid_field is None:
        return _("stays")
    way = _("to {field}", field=preview.druid_field)
    if preview.druid_from is not None:
        way = _("{start} › {field}", start=preview.druid_from, field=preview.druid_field)
    if preview.crosses_river and not preview.river:
        return _("{way}, river: 0 points", way=way)
    return way


def _price_row(preview: BuildPreview) -> Block:
    if preview.price.total == 0:
        return shrinking_text(_("The bonus chip makes this hut free."))
    is_temple = preview.kind is BuildingKind.TEMPLE
    return ChipRow(preview.price, _("Temple:") if is_temple else _hut_text(preview.huts))


def _hut_text(huts: int) -> str:
    """Return a text such as “2nd hut”; translators can give each ordinal its own form."""
    if huts == 1:
        return _("A single hut:")
    ordinals = {
        1: mark("{huts}st hut:"),
        2: mark("{huts}nd hut:"),
        3: mark("{huts}rd hut:"),
    }
    usual = mark("{huts}th hut:")
    return _(usual if huts // 10 == 1 else ordinals.get(huts % 10, usual), huts=huts)


BUILDS: Mapping[BuildingKind, type[BuildHut] | type[BuildTemple]] = {
    BuildingKind.HUT: BuildHut,
    BuildingKind.TEMPLE: BuildTemple,
}


def _build_choice(state: GameState, preview: BuildPreview) -> Button:
    command = BUILDS[preview.kind](by=decider_of(state), field=preview.field)
    paid = replace(command, pay=preview.price) if preview.price.total else command
    return Button(
        key=f"build.{preview.kind}",
        text=_("Build"),
        action=Decide(paid),
        style=ButtonStyle.PRIMARY,
        width=MAIN_WIDTH,
    )
