"""Forms for the steps of a correction (rule correct.table). Free of Kivy."""

from msgspec.structs import replace

from companion import commands as do
from companion.game import stack_problem
from companion.pieces import Color
from companion.preview import price_options
from companion.rulebook import rule
from companion.state import GameState, Phase
from kiosk import routes
from kiosk.pages.correct.steps import (
    AllowCommandStep,
    ChooseReasonStep,
    CorrectFlow,
    OverviewStep,
    ReasonEntryStep,
    ThingStep,
    reason_against_correcting,
)
from kiosk.pages.correct.things import ROW, CorrectionEditor, controls_for_thing
from kiosk.pieces.form import BoardBesideForm, ExplainRule, message_or_help
from kiosk.pieces.picture import board_picture
from kiosk.routes import (
    DruidToCorrect,
    FieldToCorrect,
    PlayerToCorrect,
    RunesToCorrect,
    TurnToCorrect,
)
from kiosk.ui.form import (
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    PageAction,
    Row,
    Text,
    TextStyle,
    TypingForm,
    arrange_in_rows,
    back_button,
)
from kiosk.ui.key_pages import typing
from kiosk.words import texts
from kiosk.words.language import _, escape_invisible
from kiosk.words.reasons import booklet_pages_text
from kiosk.words.texts import chips_text

_FOOT = 56
"""Height in dp of the last row of a form."""
_BESIDE_A_RULE = 2
"""Maximum number of changes that fit below a rule without turning pages."""


def correct_form(flow: CorrectFlow, state: GameState, *, open_chips: bool) -> Form | TypingForm:
    """Return the form of the current step, or a form that says why nothing can be corrected now."""
    here, step = CorrectionEditor(flow, state, open_chips), flow.step
    why_not = reason_against_correcting(state)
    if why_not:
        title, said = _("Correct the app"), [why_not]
        if isinstance(step, AllowCommandStep):
            title = _("We play it differently")
            said.append(_by_hand(state, step.refused))
        return Form(title, _way_out(), (Column(tuple(Text(one, TextStyle.CARD) for one in said)),))
    match step:
        case OverviewStep():
            return _overview(here, step)
        case ThingStep():
            return _at(here, step)
        case ChooseReasonStep():
            beside = Column((Column(_entries(here), pages="more", share=7),), 1.4)
            columns = (Column(_why_rows(here)), beside)
            return Form(_("What is corrected, and why?"), back_button(flow.back()), columns)
        case AllowCommandStep():
            return _ruled(here, step)
        case ReasonEntryStep(typed):
            former = flow.back()
            title = _("Why is the app corrected?")
            return TypingForm(title, typed, lambda why: _given(former, why), former)
        case _:
            raise TypeError(f"no position is corrected at {step!r}")


def flow_after_field_tap(here: CorrectionEditor, field: int) -> CorrectFlow:
    if here.flow.step == OverviewStep(druid=True):
        return replace(here, flow=here.flow.back()).flow_with_changes(do.SetDruid(None, field))
    return here.flow.with_next_step(ThingStep(FieldToCorrect(field)))


def _way_out() -> Button:
    return back_button(PageAction.LEAVE)


def _overview(here: CorrectionEditor, step: OverviewStep) -> Form:
    flow = here.flow
    if step.druid:
        asked = Text(_("Tap the field of the hut at which he stands."))
        return Form(_("The druid"), back_button(flow.back()), (Column((asked,)),), _scene(here))

    def player(color: Color) -> Button:
        at = flow.with_next_step(ThingStep(PlayerToCorrect(color)))
        return Button(f"part.{color}", at, here.name(color), ButtonStyle.NAME, color)

    hint = _("Tap a field or a high plain of the picture, or:")
    if here.state.phase not in (Phase.ROLL, Phase.ACTION):
        hint = _(
            "Points, chips and rune stones can be corrected now. All else: before a roll or before "
            "part 2 of a turn."
        )
    lines = [here.public_change_text(change) for change in here.draft.changes] or [
        _("Nothing is changed yet.")
    ]
    reasons = flow.with_next_step(ChooseReasonStep())
    rows = (
        message_or_help(flow, hint),
        *arrange_in_rows(tuple(map(player, here.state.colors)), 2, ROW),
        Row(
            (
                Button(
                    "part.runes",
                    flow.with_next_step(ThingStep(RunesToCorrect())),
                    _("Rune stones"),
                    width=1.4,
                ),
                Button("part.druid", flow.with_next_step(ThingStep(DruidToCorrect())), _("Druid")),
                Button(
                    "part.turn", flow.with_next_step(ThingStep(TurnToCorrect())), _("Whose turn")
                ),
            ),
            ROW,
        ),
        Row((Button("changes", reasons, "\n".join(lines), ButtonStyle.LISTING),), share=1),
        Row((Button("next", reasons, _("Go on: why?"), ButtonStyle.PRIMARY),), _FOOT),
    )
    return Form(_("Correct the app"), _way_out(), (Column(rows),), _scene(here))


def _scene(here: CorrectionEditor) -> BoardBesideForm:
    """Return the picture of the corrected board, with a ring around each change."""
    fields, plains = set(), set()
    for change in here.draft.changes:
        match change:
            case do.SetField(field) | do.SetBonus(field) | do.SetPrinted(field):
                fields.add(field)
            case do.SetSupply(material) | do.SetStack(material):
                plains.add(material)
            case do.SetPoints() | do.SetHand() | do.SetRune() | do.SetDruid() | do.SetActive():
                pass
    picture = board_picture(here.after)
    return BoardBesideForm(picture, set_fields=frozenset(fields), set_plains=frozenset(plains))


def _at(here: CorrectionEditor, step: ThingStep) -> Form:
    """Return the form for one piece or place: its controls, the reasons, and the main button."""
    title, rows = controls_for_thing(here, step.thing)
    further: tuple[Button, ...] = ()
    out = Button("done", here.flow.back(), _("Done")) if len(here.flow.steps) > 1 else _way_out()
    if step.before is not None:
        overview = replace(here.flow.without_message, steps=(OverviewStep(),))
        further = (Button("further", overview, _("Everything else…"), ButtonStyle.QUIET),)
    whys = (Text(_("Why?")), *_why_rows(here, *further, above=True))
    return Form(title, out, (Column(rows, 1.1), Column(whys)), lowest=1)


# Reasons


def _given(flow: CorrectFlow, why: str) -> CorrectFlow:
    return flow.with_draft(replace(flow.draft, why=why))


def _why_rows(here: CorrectionEditor, *beside: Button, above: bool = False) -> tuple[Block, ...]:
    """Return the rows below a correction: a choice of reasons for it, a message, the main button.

    `beside` are further buttons in the last row. If `above` is set, the form has other rows above
    these rows, which then keep their minimum height; otherwise these rows fill the form.
    """
    flow, why = here.flow, here.draft.why
    ready = (
        _("Miscounted"),
        _("Someone knocked a piece"),
        _("We forgot a step"),
        _("Wrong field"),
        _("Tapped by mistake"),
    )
    own = ReasonEntryStep(typing(why, do.Correct.REASON_LIMIT, fresh=why in ready))
    typed = Button("why.type", flow.with_next_step(own), _("In our own words…"))
    if why not in ("", *ready):
        typed = replace(typed, text=escape_invisible(why), style=ButtonStyle.NAME, chosen=True)
    choices = [
        *(
            Button(f"why.{number}", _given(flow, text), text, chosen=text == why)
            for number, text in enumerate(ready)
        ),
        typed,
    ]
    share = 0 if above else 1
    warning = ""
    forgotten: tuple[Row, ...] = ()
    if here.draft.adds_a_building(here.state):
        warning = _("A building added here scores no points, takes no rune, and the druid stays.")
        way = Button("forgotten", routes.Log(forgot=True), _("Play the forgotten step instead"))
        forgotten = (Row((way,), ROW),)
    elif isinstance(flow.step, ThingStep) and flow.step.before and flow.step.before.changes:
        warning = _("What you set before is corrected, too. “Everything else…” shows it.")
    message = flow.message or here.reason_impossible or warning
    done = Button("correct.done", _end(flow), _("Correct it"), ButtonStyle.PRIMARY, width=1.4)
    return (
        *(Row(tuple(choices[start : start + 2]), ROW, share) for start in (0, 2, 4)),
        Row((Text(message, TextStyle.WARNED),), share=1.2),
        *forgotten,
        Row((*beside, done), _FOOT, 1.1 * share),
    )


def _end(flow: CorrectFlow) -> PageAction | CorrectFlow:
    if isinstance(flow.step, ThingStep) and not flow.draft.changes:
        return flow.with_refusal(_("Nothing is changed yet: tap what is right."))
    if not flow.draft.why:
        return flow.with_refusal(_("First tap the reason."))
    return PageAction.FINISH


def _entries(here: CorrectionEditor) -> tuple[Block, ...]:
    if not here.draft.changes:
        return (Row((Text(_("The game stays as it is; only the reason is noted.")),)),)
    return tuple(
        Row(
            (
                Text(here.public_change_text(change), TextStyle.ENTRY, 3.4),
                Button(
                    f"leave.{number}",
                    here.flow.with_draft(here.draft.without(change)),
                    _("Leave it"),
                ),
            )
        )
        for number, change in enumerate(here.draft.changes)
    )


# The table plays a rule differently


def _ruled(here: CorrectionEditor, step: AllowCommandStep) -> Form:
    """Return the form with the rule behind a refusal, the changes to allow the step, the reason."""
    flow, why, paid = here.flow, here.draft.why, step.paid
    message = flow.message or here.reason_impossible
    typed = flow.with_next_step(ReasonEntryStep(typing(why, do.Correct.REASON_LIMIT)))
    overview = replace(flow.without_message, steps=(OverviewStep(),))
    further = Button("further", overview, _("Everything else…"), ButtonStyle.QUIET)
    does = _("Correct it") if paid is None else _("Play it that way")
    done = Button("correct.done", _end(flow), does, ButtonStyle.PRIMARY, width=1.4)
    said = (
        Text(escape_invisible(why), TextStyle.ENTRY, shrinks=True),
        Row((Button("why.type", typed, _("In our own words…")),), ROW),
        Row((Text(message, TextStyle.STRONG if flow.is_remark else TextStyle.WARNED),), share=1),
        Row((further, done), _FOOT),
    )
    entries = _entries(here)
    if not here.draft.changes:
        entries = (Text(_by_hand(here.state, step.refused), TextStyle.ENTRY), *entries)
    if paid is not None:
        price, *others = (chips_text(price) for price in price_options(here.state, paid))
        asked = _("Asked: {chips}", chips=price)
        if others:
            asked = _("Asked: {chips} or {others}", chips=price, others=others[0])
        pays = _("You pay: {chips}", chips=chips_text(paid.pay))
        entries = (Text(f"{pays}\n{asked}", TextStyle.ENTRY),)
    if len(entries) > _BESIDE_A_RULE:
        entries = (Column(entries, pages="more", share=1),)
    found = rule(step.rule)
    title = _(found.title)
    text = "\n".join(
        filter(None, (title, texts.sentence_text(found.text), booklet_pages_text(found)))
    )
    about = Row((Text(text, TextStyle.CARD, action=ExplainRule(step.rule), short=title),), share=1)
    beside = Column((about, *entries), 1.5)
    return Form(_("We play it differently"), _way_out(), (Column(said), beside))


def _by_hand(state: GameState, refused: do.Command) -> str:
    """Return advice for the players about a step that no correction can make possible."""
    match refused:
        case do.PlaceWorker():
            return _(
                "What you can do now: put this worker on another plain. The app has room for three "
                "workers on a plain and no more, whatever is corrected."
            )
        case do.MoveWorker(by, source, _level, target) if source is not target and stack_problem(
            target, (*state.stack(target), by)
        ):
            return _(
                "The app has room for three workers on a plain and no more, whatever is corrected. "
                "Move to another plain, or build; set what your move brings under “Everything "
                "else…”."
            )
        case _:
            return _("The app cannot do this step. Set what it leads to under “Everything else…”.")
