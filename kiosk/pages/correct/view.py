"""What a correction asks, step by step, until it has a reason; no Kivy (correct.table)."""

from typing import assert_never

from companion.commands import SetDruid
from companion.pieces import Material
from companion.state import GameState, Phase
from kiosk.pages.correct.board import (
    druid_form,
    plain_form,
    printed_form,
    runes_form,
    site_form,
    turn_form,
)
from kiosk.pages.correct.draft import hindrance
from kiosk.pages.correct.numbers import hands_form, number_form, points_form
from kiosk.pages.correct.quick import quick_form
from kiosk.pages.correct.reasons import reasons_form, ruled_form, typed_why
from kiosk.pages.correct.steps import (
    AllHands,
    CorrectFlow,
    Correcting,
    DruidPlace,
    Number,
    Overview,
    Plain,
    Points,
    Printed,
    Quick,
    Reasons,
    Ruled,
    Runes,
    Step,
    Turn,
    WholeField,
    Why,
)
from kiosk.pieces.form import told_or
from kiosk.ui.form import GAP_ROW, Button, Column, Effect, Form, Row, Style, Text, Tone, Typed
from kiosk.words.language import _

_FOOT = 56
_PART_ROW = 52


def correct_form(
    flow: CorrectFlow, state: GameState, *, open_chips: bool, waits: bool = False
) -> Form | Typed:
    """What the present step shows; at a moment when nothing can be corrected, why.

    `waits`: a ruling of the table is kept until then.
    """
    why_not = hindrance(state)
    if why_not is None:
        return _step_form(Correcting(flow, state, open_chips))
    rows = [Row((Text(why_not, Tone.CARD),))]
    if waits:
        rows.append(Row((Text(_kept_text(state), Tone.CARD),)))
    return Form(_("Correct the app"), _to_table(), (Column((*rows, GAP_ROW)),))


def _kept_text(state: GameState) -> str:
    if state.phase is Phase.OFFERING:
        return _(
            "What you play differently is kept. Offer nothing for now; after the offerings, "
            "correct it with “Correct the app” in the menu."
        )
    return _(
        "What you play differently is kept: correct it then with “Correct the app” in the menu."
    )


def _step_form(here: Correcting) -> Form | Typed:  # noqa: C901, PLR0911, PLR0912 - one flat case a step
    match here.flow.step:
        case Overview():
            return _overview(here)
        case Points():
            return points_form(here)
        case AllHands():
            return hands_form(here)
        case Number(entry):
            return number_form(here, entry)
        case Plain(plain):
            return plain_form(here, plain)
        case WholeField(field):
            return site_form(here, field)
        case Printed(field):
            return printed_form(here, field)
        case Runes(rune):
            return runes_form(here, rune)
        case DruidPlace():
            return druid_form(here)
        case Turn():
            return turn_form(here)
        case Quick(thing):
            return quick_form(here, thing)
        case Reasons(page):
            return reasons_form(here, page)
        case Ruled():
            return ruled_form(here, here.flow.step)
        case Why(typed):
            return typed_why(here.flow, typed)
        case _:
            assert_never(here.flow.step)


def tapped_field(here: Correcting, field: int) -> CorrectFlow:
    """The druid's field where it is asked for, else that field."""
    if isinstance(here.flow.step, DruidPlace):
        return here.setting(SetDruid(None, field))
    return here.flow.from_start(WholeField(field))


def tapped_plain(flow: CorrectFlow, plain: Material) -> CorrectFlow:
    """That plain."""
    return flow.from_start(Plain(plain))


def taken_up(flow: CorrectFlow) -> CorrectFlow:
    """Going on with what was set before, which is said on the first step."""
    if not flow.draft.changes or flow.step != Overview():
        return flow
    return flow.noting(_("What you set before stays; nothing is corrected yet."))


def _to_table() -> Button:
    return Button("back", Effect.LEAVE, _("Back"))


def _overview(here: Correcting) -> Form:
    flow = here.flow

    def part(key: str, text: str, step: Step) -> Button:
        return Button(f"part.{key}", flow.on(step), text)

    upper = (
        part("points", _("Points"), Points()),
        part("hands", _("Chips"), AllHands()),
        part("turn", _("Turn"), Turn()),
    )
    lower = (part("runes", _("Rune stones"), Runes()), part("druid", _("Druid"), DruidPlace()))
    lines = [here.listed(change) for change in here.draft.changes] or [_("Nothing is changed yet.")]
    reasons = flow.on(Reasons())
    rows = (
        Row((told_or(flow, _("Tap a field or a high plain of the picture, or:")),), height=0),
        Row(upper, _PART_ROW),
        Row(lower, _PART_ROW),
        Row((Button("changes", reasons, "\n".join(lines), Style.LISTING),), share=1),
        Row((Button("next", reasons, _("Go on: why?"), Style.PRIMARY),), _FOOT),
    )
    return Form(_("Correct the app"), _to_table(), (Column(rows),), here.scene())
