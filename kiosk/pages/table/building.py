"""The card for a selected field: the building there, or the price and effects of a new building."""

from collections.abc import Callable, Hashable, Iterator, Mapping

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple
from companion.errors import RuleViolation
from companion.pieces import BuildingKind, Color
from companion.preview import BuildPreview, preview_build, settlement_fields, state_after_ritual
from companion.state import Building, FinaleStage, GameState, Phase
from companion.teaching.things import explain
from companion.telling.places import FieldPlace
from kiosk import routes
from kiosk.pages.table.draft import SelectedField
from kiosk.pages.table.notices import command_to_allow
from kiosk.pages.table.paying import MAIN_WIDTH, MORE_WIDTH, payment_draft, swap_button
from kiosk.pages.table.question import (
    NAMED_HUTS,
    Decide,
    ExplainImpossible,
    Question,
    SetDraft,
    decider_of,
    overrule_button,
    player_or_table_name,
    rule_reasons,
    shrinking_text,
    signed_number,
    text_if_room,
)
from kiosk.pieces.form import ChipRow, PlayerNumbers, RuneStone, Sign, SymbolsWithTexts
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, mark, plural
from kiosk.words.reasons import building_reasons, rule_reason_text
from kiosk.words.texts import piece_name, player_names, refusal_text, sentence_text

_Look = BuildPreview | RuleViolation


def site_question(state: GameState, site: SelectedField) -> Question:
    """Return the card to show while a player has a field selected.

    `site` has the field and the building that the player considers. For an empty field, the card
    shows the price and the effects of this building and, in part 2 of a turn, a button for the
    active player to build it. If `site.shows_more` is set, the card has buttons for other questions
    instead, for example about the other kind of building. The card is equally high for a hut and
    for a temple, so that its buttons stay in place.

    If the field has a building, or if the final circuit has begun or the game is over, the card
    only describes the field.
    """
    field = site.field
    if state.building(field) is not None or (
        state.phase is Phase.FINISHED or state.finale is FinaleStage.CIRCUIT
    ):
        return _field_question(state, field)
    builder = site.builder or decider_of(state)
    builds = state.phase is Phase.ACTION and builder == state.decider
    if builds:
        asks, title = builder, _("Field {field}", field=field)
    else:
        asks, state = None, state_after_ritual(state)
        name = player_or_table_name(state, builder)
        title = _("If {player} builds on {field}", player=name, field=field)
    foot = _build_row if builds else _builders_row
    looked_at = {kind: _preview(state, kind, field, builder) for kind in BuildingKind}
    rows = {
        kind: (*_sum_rows(state, kind, look, builder), foot(state, site, builder, look, kind))
        for kind, look in looked_at.items()
    }
    shown = rows.pop(site.kind)
    looked = looked_at[site.kind]
    reasons = (
        (rule_reason_text(looked.rule),)
        if isinstance(looked, RuleViolation)
        else building_reasons(state, looked)
    )
    others = tuple(rows.values())
    if site.shows_more:
        options = _more_rows(state, site, looked_at, builder, builds=builds)
        return Question(asks, title, options, reasons, alternative_rows=(shown, *others))
    commands: tuple[BuildHut | BuildTemple, ...] = ()
    if isinstance(looked, BuildPreview):
        commands = (BUILDS[site.kind](by=builder, field=field),)
    question = Question(asks, title, shown, reasons, alternative_rows=others)
    return replace(question, previewed_commands=commands, keeps_answers_in_place=True)


def _field_question(state: GameState, field: int) -> Question:
    rune, standing = state.board.field(field).rune, state.building(field)
    title = _("Field {field}", field=field)
    if rune is not None:
        title = _("Field {field} · {rune}", field=field, rune=piece_name(rune))
    on_board, bonus = state.board.field(field), state.bonus_on(field)
    printed: tuple[Block, ...] = (
        () if on_board.needs is None else (ChipRow(on_board.printed_price),)
    )
    if bonus is not None:
        text = _("Bonus chip: {bonus}", bonus=piece_name(bonus))
        printed = (*printed, shrinking_text(text))
    if standing is None:
        over = state.phase is Phase.FINISHED
        text = _("The game is over.") if over else _("Nobody builds in the final circuit.")
        reasons = rule_reasons("turn.decider", "hut.field", "temple.field")
        return Question(state.decider, title, (*printed, shrinking_text(text)), reasons)
    owner = player_or_table_name(state, standing.owner)
    if standing.kind is BuildingKind.HUT:
        text = plural(
            "{owner}'s hut, standing alone.",
            "{owner}'s hut, in a settlement of {number}.",
            len(settlement_fields(state, field)),
            owner=owner,
        )
    else:
        text = _("{owner}'s temple.", owner=owner)
    told, names = explain(state, FieldPlace(field)), player_names(state)
    helps = (text_if_room(sentence_text(one, names)) for one in (*told.text, *told.current_worth))
    reasons = rule_reasons("hut.field", "temple.field", *told.rules)
    return Question(state.decider, title, (shrinking_text(text), *printed, *helps), reasons)


def _more_button(site: SelectedField, width: float) -> Button:
    action = SetDraft(replace(site, shows_more=True))
    return Button("more", action, _("What else?"), ButtonStyle.QUIET, width=width)


def _build_row(
    state: GameState, site: SelectedField, color: Color, looked_at: _Look, kind: BuildingKind
) -> Row:
    more = _more_button(site, MORE_WIDTH)
    command, key = BUILDS[kind](by=color, field=site.field), f"build.{kind}.pay"
    if isinstance(looked_at, RuleViolation):
        if looked_at.rule == "board.survey":
            return Row((more,))
        why_not = why_not_built(state, kind, looked_at)
        swap = replace(swap_button(key, ExplainImpossible(why_not)), dim=True)
        ruled = overrule_button(command_to_allow(state, command, looked_at))
        return Row((more, swap, replace(ruled, text=_("Anyway"), width=MAIN_WIDTH)))
    if looked_at.price.total:
        swap = swap_button(key, SetDraft(payment_draft(state, command)))
        command = replace(command, pay=looked_at.price)
    else:
        why_not = _("The bonus chip makes this hut free.")
        swap = replace(swap_button(key, ExplainImpossible(why_not)), dim=True)
    build = Button(
        key=f"build.{kind}",
        text=_("Build"),
        action=Decide(command),
        style=ButtonStyle.PRIMARY,
        width=MAIN_WIDTH,
    )
    return Row((more, swap, build))


def _builders_row(
    state: GameState, site: SelectedField, builder: Color, _look: _Look, _kind: BuildingKind
) -> Row:
    builders = (
        Button(
            key=f"plan.{color}",
            symbol=color,
            action=SetDraft(replace(site, builder=None if color == state.decider else color)),
            chosen=color == builder,
        )
        for color in state.colors
    )
    return Row((_more_button(site, 1.24), *builders))


def _more_rows(
    state: GameState,
    site: SelectedField,
    looked_at: Mapping[BuildingKind, _Look],
    builder: Color,
    *,
    builds: bool,
) -> tuple[Block, ...]:
    other = next(kind for kind in BuildingKind if kind is not site.kind)
    what_if = routes.WhatIf(routes.BuildingToTry(site.field, site.kind, builder))
    choices = [
        Button(
            key=f"show.{other}",
            text=KINDS[other](),
            symbol=Building(other, builder),
            action=SetDraft(replace(site, kind=other, shows_more=False)),
            dim=isinstance(looked_at[other], RuleViolation),
        ),
        Button(key="what_if", text=_("What would happen?"), action=what_if),
    ]
    if builds:
        plan = replace(site, builder=state.left_of(builder), shows_more=False)
        choices.append(Button(key="plan", text=_("If others build here"), action=SetDraft(plan)))
    quiet = [replace(one, style=ButtonStyle.QUIET, width=1.0) for one in choices]
    return tuple(Row(tuple(quiet[first : first + 2])) for first in range(0, len(quiet), 2))


KINDS: dict[BuildingKind, Callable[[], str]] = {
    BuildingKind.HUT: lambda: _("Hut"),
    BuildingKind.TEMPLE: lambda: _("Temple"),
}


def _preview(state: GameState, kind: BuildingKind, field: int, builder: Color) -> _Look:
    try:
        return preview_build(state, kind, field, builder)
    except RuleViolation as refusal:
        # Without this, the exception, its traceback and this frame would form a reference cycle.
        return refusal.with_traceback(None)


def why_not_built(state: GameState, kind: BuildingKind, refusal: RuleViolation) -> str:
    why = refusal_text(state, refusal)
    if kind is BuildingKind.HUT:
        return _("No hut: {reason}.", reason=why)
    return _("No temple: {reason}.", reason=why)


def _sum_rows(
    state: GameState, kind: BuildingKind, looked_at: _Look, builder: Color
) -> tuple[Block, ...]:
    if isinstance(looked_at, RuleViolation):
        return (shrinking_text(why_not_built(state, kind, looked_at)),)
    rows = price_and_effect_rows(state, looked_at, builder)
    if len(looked_at.visits) > NAMED_HUTS:
        number, points = len(looked_at.visits), looked_at.visits[0].settlement_size
        text = _("Offerings: {number} huts, {points} each", number=number, points=points)
        rows.append(shrinking_text(text))
    elif looked_at.visits:
        asked = tuple((visit.owner, visit.settlement_size) for visit in looked_at.visits)
        rows.append(PlayerNumbers(_("Offerings:"), asked))
    return tuple(rows)


def price_and_effect_rows(state: GameState, preview: BuildPreview, builder: Color) -> list[Block]:
    """Return rows that show what a building costs and what follows from it, except for offerings.

    `preview` has the price and the effects, and `builder` is the player who would build.
    """
    price: Block = shrinking_text(_("The bonus chip makes this hut free."))
    if preview.price.total:
        is_temple = preview.kind is BuildingKind.TEMPLE
        price = ChipRow(
            preview.price, _("Temple:") if is_temple else _hut_text(preview.settlement_size)
        )
    rows = [price, SymbolsWithTexts(tuple(_effects(state, preview, builder)))]
    if (
        state.finale is None
        and sum(state.buildings_left(builder, each) for each in BuildingKind) == 1
    ):
        standing = sum(1 for one in state.buildings if one and one.kind is BuildingKind.HUT)
        huts = standing + (preview.kind is BuildingKind.HUT)
        rows.append(
            shrinking_text(_("Ends the game: then {number} offerings. Keep chips.", number=huts))
        )
    if preview.river_points:
        rows.append(PlayerNumbers(_("River:"), preview.river_points))
    return rows


def _effects(
    state: GameState, preview: BuildPreview, builder: Color
) -> Iterator[tuple[Hashable, str]]:
    bonus = preview.bonus
    if bonus is not None and not bonus.traits.makes_hut_free:
        text = _("stays")
        if bonus.traits.points:
            sign, number = ("−" if bonus.traits.points < 0 else "+"), abs(bonus.traits.points)
            text = plural("{sign}{number} point", "{sign}{number} points", number, sign=sign)
        yield bonus, text
    yield Sign.DRUID, _way_text(preview)
    if preview.rune is not None:
        holder = preview.rune_former_holder
        former = "" if holder is None else player_or_table_name(state, holder)
        way = _(
            "{start} › {field}", start=former, field=player_or_table_name(state, builder)
        ).strip()
        yield RuneStone(preview.rune, holder), way
    if preview.temple_points is not None:
        temple = Building(BuildingKind.TEMPLE, builder)
        yield temple, _("{points} at the end", points=signed_number(preview.temple_points))


def _way_text(preview: BuildPreview) -> str:
    if preview.druid_stone is not None:
        return _("to his stone {stone}", stone=preview.druid_stone)
    if preview.druid_field is None:
        return _("stays")
    way = _("to {field}", field=preview.druid_field)
    if preview.druid_from is not None:
        way = _("{start} › {field}", start=preview.druid_from, field=preview.druid_field)
    if preview.crosses_river and not preview.river_points:
        return _("{way}, river: 0 points", way=way)
    return way


def _hut_text(huts: int) -> str:
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
