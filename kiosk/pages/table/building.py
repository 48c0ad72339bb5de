"""The question at a field: what stands there, or what a hut or a temple would cost and cause."""

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple
from companion.errors import RuleViolation
from companion.pieces import Bonus, BuildingKind
from companion.preview import BuildPreview, Visit, preview_build, settlement
from companion.state import GameState, Phase
from kiosk.pages.table.parts import NAMED_HUTS, decider_of, name_of, printed_rows
from kiosk.pages.table.paying import swap_choice
from kiosk.pages.table.question import ChipRow, Choice, Choices, Do, Question, Row, Style, Words
from kiosk.words.texts import _, chips_text, enumerated, refusal_text, several, word


def site_question(state: GameState, field: int) -> Question:
    """Tells what stands on a field, or asks what is built there."""
    if state.building(field) is not None:
        return _standing_question(state, field)
    if state.phase is not Phase.ACTION:
        return _empty_site_question(state, field)
    return _build_question(state, field)


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
    rows: list[Row] = []
    if standing.kind is BuildingKind.HUT:
        rows.append(
            Words(
                several(
                    "{owner}'s hut, standing alone.",
                    "{owner}'s hut, in a settlement of {number}.",
                    len(settlement(state, field)),
                    owner=owner,
                )
            )
        )
    else:
        rows.append(Words(_("{owner}'s temple.", owner=owner)))
    rows += printed_rows(state, field)
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=tuple(rows),
        rules=("hut.field", "temple.field"),
    )


def _empty_site_question(state: GameState, field: int) -> Question:
    later = {
        Phase.PLACING: _("Huts and temples come after the workers."),
        Phase.FINISHED: _("The game is over."),
    }
    text = later.get(state.phase, _("Building is for part 2 of a turn."))
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=(*printed_rows(state, field), Words(text)),
        rules=("turn.decider", "hut.field", "temple.field"),
    )


def _build_question(state: GameState, field: int) -> Question:
    rows: list[Row] = []
    rules: list[str] = []
    sums: tuple[str, ...] = ()
    hut = _preview(state, BuildingKind.HUT, field)
    temple = _preview(state, BuildingKind.TEMPLE, field)
    if isinstance(hut, BuildPreview):
        rows += _hut_rows(state, hut)
        rules += ["hut.cost", "hut.rune", "druid.walk"]
        sums = _hut_sums(hut)
        rows.append(Choices(_build_choices(state, hut)))
    else:
        rows.append(Words(_("No hut: {reason}.", reason=refusal_text(state, hut))))
        rules.append(hut.rule)
    if isinstance(temple, BuildPreview):
        rows.append(Choices(_build_choices(state, temple)))
        rules.append("temple.cost")
    else:
        rows.append(Words(_("No temple: {reason}.", reason=refusal_text(state, temple))))
        rules.append(temple.rule)
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=tuple(rows),
        rules=tuple(dict.fromkeys(rules)),
        sums=sums,
    )


def _preview(state: GameState, kind: BuildingKind, field: int) -> BuildPreview | RuleViolation:
    try:
        return preview_build(state, kind, field)
    except RuleViolation as refusal:
        return refusal


def _hut_rows(state: GameState, preview: BuildPreview) -> list[Row]:
    rows: list[Row] = [Words(_price_text(preview))]
    if preview.price.total:
        rows.append(ChipRow(preview.price))
    if preview.bonus is Bonus.POINTS:
        rows.append(Words(_("The bonus chip scores 2 points at once.")))
    if preview.bonus is Bonus.DRUID:
        rows.append(Words(_("The druid chip stays under the hut for an offering.")))
    rows.append(Words("\n".join(_consequences(state, preview))))
    return rows


def _price_text(preview: BuildPreview) -> str:
    if preview.bonus is Bonus.HUT:
        return _("The bonus chip makes this hut free.")
    return several(
        "A single hut: both icons once.",
        "With it the settlement has {number} huts, so {number} of each:",
        preview.huts,
    )


def _hut_sums(preview: BuildPreview) -> tuple[str, ...]:
    if preview.bonus is Bonus.HUT:
        return (_("The bonus chip on field {field} pays for the hut.", field=preview.field),)
    neighbours = preview.huts - 1
    return (
        several(
            "One hut of the settlement stands already, {huts} with this one.",
            "{number} huts of the settlement stand already, {huts} with this one.",
            neighbours,
            huts=preview.huts,
        )
        if neighbours
        else _("No hut stands beside field {field}.", field=preview.field),
        _("Both icons, {huts} times: {chips}.", huts=preview.huts, chips=chips_text(preview.price)),
    )


def _consequences(state: GameState, preview: BuildPreview) -> list[str]:
    """The rune, the druid's way and who will be asked, a line each."""
    lines = []
    if preview.rune is not None and preview.rune_from is None:
        lines.append(_("• {rune} rune: from the table", rune=word(preview.rune)))
    elif preview.rune is not None:
        lines.append(
            _(
                "• {rune} rune: from {player}",
                rune=word(preview.rune),
                player=name_of(state, preview.rune_from),
            )
        )
    lines.append(_druid_text(preview))
    if preview.visits:
        lines.append(_asked_text(state, preview.visits))
    return lines


def _asked_text(state: GameState, asked: tuple[Visit, ...]) -> str:
    """Whom the druid will ask; many huts only by their number, all of the same settlement."""
    if len(asked) > NAMED_HUTS:
        return _(
            "• asks at {number} huts, each for up to {points} points",
            number=len(asked),
            points=asked[0].both,
        )
    owners = enumerated(
        [
            _("{player} (up to {points})", player=name_of(state, visit.owner), points=visit.both)
            for visit in asked
        ]
    )
    return _("• asks {owners}", owners=owners)


def _druid_text(preview: BuildPreview) -> str:
    if preview.druid_stone is not None:
        return _("• druid to his stone {stone}", stone=preview.druid_stone)
    if preview.druid_field is None:
        return _("• druid stays: there is no hut to go to")
    if preview.druid_from is None:
        return _("• druid from his stones to {field}", field=preview.druid_field)
    if preview.crosses_river:
        return _(
            "• druid {start} to {field}, over the river: runes score",
            start=preview.druid_from,
            field=preview.druid_field,
        )
    return _(
        "• druid {start} to {field}, no river", start=preview.druid_from, field=preview.druid_field
    )


def _build_choices(state: GameState, preview: BuildPreview) -> tuple[Choice, ...]:
    color = decider_of(state)
    hut = preview.kind is BuildingKind.HUT
    command = (BuildHut if hut else BuildTemple)(by=color, field=preview.field)
    key = f"build.{preview.kind}"
    if preview.price.total == 0:
        return (Choice(key=key, text=_("Build for free"), action=Do(command), style=Style.PRIMARY),)
    return (
        Choice(
            key=key,
            text=_("Pay and build") if hut else _("Temple"),
            detail="" if hut else chips_text(preview.price),
            action=Do(replace(command, pay=preview.price)),
            style=Style.PRIMARY if hut else Style.PLAIN,
            width=3.4,
        ),
        swap_choice(f"{key}.pay", command, preview.price),
    )
