"""What a correction asks, step by step, until it has a reason; no Kivy (correct.table)."""

from typing import assert_never

from msgspec.structs import replace

from companion.commands import Change, Correct, SetDruid
from companion.game import problems
from companion.pieces import Material
from companion.state import GameState
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
    Reasons,
    Runes,
    Step,
    Turn,
    WholeField,
    Why,
)
from kiosk.pages.flow.view import (
    GAP_ROW,
    Choice,
    Column,
    Errand,
    Form,
    Row,
    Style,
    Tone,
    Typed,
    Words,
    not_possible,
    told_or,
    turned,
)
from kiosk.toolkit.key_pages import Typing, typing
from kiosk.words.language import _, visible

_FOOT = 56
_PART_ROW = 52
_ENTRIES_A_PAGE = 4


def correct_form(flow: CorrectFlow, state: GameState, *, open_chips: bool) -> Form | Typed:
    """What the present step shows; at a moment when nothing can be corrected, why."""
    why_not = hindrance(state)
    if why_not is None:
        return _step_form(Correcting(flow, state), open_chips=open_chips)
    rows = (Row((Words(why_not, Tone.CARD),)), GAP_ROW)
    return Form(_("Correct the app"), _to_table(), (Column(rows),))


def _step_form(here: Correcting, *, open_chips: bool) -> Form | Typed:  # noqa: C901, PLR0911, PLR0912 - one flat case a step
    match here.flow.step:
        case Overview():
            return _overview(here)
        case Points():
            return points_form(here)
        case AllHands():
            return hands_form(here, open_chips=open_chips)
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
        case Reasons(page):
            return _reasons(here, page)
        case Why(typed):
            return _typed_why(here.flow, typed)
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
    return flow.noting(_("What was set before is still set; nothing is corrected yet."))


def _to_table() -> Choice:
    return Choice("back", Errand.LEAVE, _("Back"))


def _overview(here: Correcting) -> Form:
    flow = here.flow

    def part(key: str, text: str, step: Step) -> Choice:
        return Choice(f"part.{key}", flow.on(step), text)

    upper = (
        part("points", _("Points"), Points()),
        part("hands", _("Chips"), AllHands()),
        part("turn", _("Turn"), Turn()),
    )
    lower = (part("runes", _("Rune stones"), Runes()), part("druid", _("Druid"), DruidPlace()))
    lines = [here.line(change) for change in here.draft.changes] or [_("Nothing is set yet.")]
    reasons = flow.on(Reasons())
    rows = (
        Row((told_or(flow, _("Tap a field or a high plain of the picture, or:")),), height=0),
        Row(upper, _PART_ROW),
        Row(lower, _PART_ROW),
        Row((Choice("changes", reasons, "\n".join(lines), Style.LISTING),), share=1),
        Row((Choice("next", reasons, _("Go on: why?"), Style.PRIMARY),), _FOOT),
    )
    return Form(_("Correct the app"), _to_table(), (Column(rows),), here.scene())


# The reasons


def _reasons(here: Correcting, page: int) -> Form:
    return Form(
        _("Why, and what is set right"),
        Choice("back", here.flow.back(), _("Back")),
        (Column(_whys(here)), Column(_entries(here, page), 1.4)),
    )


def ready_whys() -> tuple[str, ...]:
    """Reasons that need not be typed."""
    return (
        _("Miscounted"),
        _("A piece was bumped"),
        _("We forgot a step"),
        _("Wrong field"),
    )


def _whys(here: Correcting) -> tuple[Row, ...]:
    flow, why, ready = here.flow, here.draft.why, ready_whys()
    choices = [
        Choice(f"why.{number}", given(flow, text), text, chosen=text == why)
        for number, text in enumerate(ready)
    ]
    wrong = problems(here.after)
    told = flow.told or (not_possible(wrong[0], here.names) if wrong else "")
    return (
        Row(tuple(choices[:2]), share=1),
        Row(tuple(choices[2:]), share=1),
        Row((_own_words(flow, ready),), share=1),
        Row((Words(told, Tone.TOLD),), share=1.2),
        Row((Choice("correct.done", Errand.FINISH, _("Set it right"), Style.PRIMARY),), share=1.1),
    )


def given(flow: CorrectFlow, why: str) -> CorrectFlow:
    """The same step with a reason."""
    return flow.entered(replace(flow.draft, why=why))


def _own_words(flow: CorrectFlow, ready: tuple[str, ...]) -> Choice:
    why = flow.draft.why
    typed = flow.on(Why(typing(why, Correct.REASON_LIMIT, fresh=why in ready)))
    if why in ("", *ready):
        return Choice("why.type", typed, _("In our own words…"))
    return Choice("why.type", typed, visible(why), Style.NAME, chosen=True)


def _typed_why(flow: CorrectFlow, typed: Typing) -> Typed:
    former = flow.back()
    return Typed(_("Why is the app corrected?"), typed, lambda why: given(former, why), former)


def _entries(here: Correcting, page: int) -> tuple[Row, ...]:
    changes = here.draft.changes
    if not changes:
        return (Row((Words(_("Nothing is set: only the reason goes into the log.")),)), GAP_ROW)
    pages = -(-len(changes) // _ENTRIES_A_PAGE)
    shown = min(page, pages - 1)
    start = shown * _ENTRIES_A_PAGE
    rows = [_entry(here, number, changes[number]) for number in range(len(changes))]
    rows = rows[start : start + _ENTRIES_A_PAGE]
    rows += [Row(share=1)] * (_ENTRIES_A_PAGE - len(rows))
    following = here.flow.at(Reasons((shown + 1) % pages))
    more = (Choice("more", following, turned(shown, pages)),) if pages > 1 else ()
    return (*rows, Row(more, share=1))


def _entry(here: Correcting, number: int, change: Change) -> Row:
    leave = Choice(f"leave.{number}", here.leaving(change), _("Leave it"))
    return Row((Words(here.line(change), Tone.ENTRY, 3.4), leave), share=1)
