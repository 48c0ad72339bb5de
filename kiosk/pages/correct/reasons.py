"""Why something is corrected: the usual reasons, one to type, and all that is set; no Kivy."""

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Change, Correct
from companion.preview import prices
from companion.rulebook import rule
from kiosk.pages.correct.steps import (
    CorrectFlow,
    Correcting,
    Keeping,
    Lasting,
    Quick,
    Reasons,
    Ruled,
    Why,
)
from kiosk.pages.log.view import Forgotten
from kiosk.pieces.form import About
from kiosk.ui.form import (
    GAP_ROW,
    Button,
    Column,
    Effect,
    Form,
    Row,
    Style,
    Text,
    Tone,
    Typed,
    page_words,
)
from kiosk.ui.key_pages import Typing, typing
from kiosk.words.language import _, visible
from kiosk.words.reasons import pages_text
from kiosk.words.rulings import in_one_breath, stand_in_text
from kiosk.words.texts import chips_text

_ENTRIES_A_PAGE = 4
_ENTRIES_BESIDE_A_RULE = 2
_ROW = 52
_FOOT = 56


def reasons_form(here: Correcting, page: int) -> Form:
    """All that is set, page by page, and why."""
    return Form(
        _("Why, and what is corrected"),
        Button("back", here.flow.back(), _("Back")),
        (Column(why_rows(here)), Column(_entries(here, page, _ENTRIES_A_PAGE), 1.4)),
    )


def ruled_form(here: Correcting, ruled: Ruled) -> Form:
    """What the table says to a refused step that it plays otherwise, and what makes it possible.

    Beside that stands the rule.
    """
    flow, why = here.flow, here.draft.why
    told = flow.told or here.impossible
    typed = flow.on(Why(typing(why, Correct.REASON_LIMIT)))
    further = Button("further", flow.from_start(), _("Everything else…"), Style.QUIET)
    does = _("Correct it") if ruled.paid is None else _("Play it so")
    done = Button("correct.done", _end(flow), does, Style.PRIMARY, width=1.4)
    said = (
        Row((Text(visible(why), Tone.ENTRY),)),
        Row((Button("why.type", typed, _("In our own words…")),), _ROW),
        Row((Text(told, Tone.STRONG if flow.note else Tone.WARNED),), share=1),
        Row((further, done), _FOOT),
    )
    leave = Button("back", Effect.LEAVE, _("Back"))
    if ruled.paid is not None:
        rows: tuple[Row, ...] = (Row((Text(_paid_text(here, ruled.paid), Tone.ENTRY),)),)
    elif here.draft.changes:
        rows = _entries(here, ruled.page, _ENTRIES_BESIDE_A_RULE)
    else:
        rows = (Row((Text(_("Nothing is changed: only the reason goes into the log.")),)),)
    columns = (Column(said), Column((_rule_row(ruled.rule), *rows, *_keeping_rows(flow)), 1.5))
    return Form(_("We play it differently"), leave, columns)


def _keeping_rows(flow: CorrectFlow) -> tuple[Row, ...]:
    """How long the ruling holds, where it can be kept."""
    step = flow.step
    keeping = step.keeping if isinstance(step, Ruled) else None
    if not isinstance(step, Ruled) or keeping is None:
        return ()
    ways = {Lasting.ONCE: _("Only now"), Lasting.EVENING: _("This evening")}
    if keeping.group:
        ways[Lasting.ALWAYS] = _("Always")
    choices = []
    for lasting, text in ways.items():
        other = flow.at(replace(step, keeping=replace(keeping, lasts=lasting)))
        other = replace(other, told=flow.told, note=flow.note)
        chosen = lasting is keeping.lasts
        choices.append(Button(f"lasts.{lasting}", other, text, Style.RADIO, chosen=chosen))
    told = f"{stand_in_text(keeping.others)}\n{_lasting_text(keeping)}"
    return Row((Text(told, Tone.STRONG),), height=0), Row(tuple(choices), _ROW)


def _lasting_text(keeping: Keeping) -> str:
    match keeping.lasts:
        case Lasting.ONCE:
            return _("Next time you are asked again.")
        case Lasting.EVENING:
            return _("This evening the app accepts it at once.")
        case Lasting.ALWAYS:
            players = in_one_breath(keeping.group)
            return _("With {players} the app accepts it at once.", players=players)


def _rule_row(rule_id: str) -> Row:
    """The rule in words, or only what it is called where there is no more room.

    A tap reads all about it.
    """
    found = rule(rule_id)
    title = _(found.title)
    text = f"{title}\n{_(found.text)}\n{pages_text(found)}"
    return Row((Text(text, Tone.CARD, action=About(rule_id), short=title),), share=1)


def _paid_text(here: Correcting, paid: BuildHut | BuildTemple) -> str:
    """What is paid, and what the rules ask for."""
    (price,) = prices(here.state, paid)
    asked = _("Asked: {chips}", chips=chips_text(price))
    return "\n".join((_("You pay: {chips}", chips=chips_text(paid.pay)), asked))


def ready_whys() -> tuple[str, ...]:
    """Reasons that need not be typed."""
    return (
        _("Miscounted"),
        _("A piece was bumped"),
        _("We forgot a step"),
        _("Wrong field"),
        _("We tapped wrong"),
    )


def why_rows(here: Correcting, *beside: Button) -> tuple[Row, ...]:
    """The reasons, what is not possible with what is set, and the main button.

    The rows share the height of their column, or leave room for more where something is `beside`
    the button.
    """
    flow, why, ready = here.flow, here.draft.why, ready_whys()
    choices = [
        Button(f"why.{number}", given(flow, text), text, chosen=text == why)
        for number, text in enumerate(ready)
    ]
    share = 0 if beside else 1
    done = Button("correct.done", _end(flow), _("Correct it"), Style.PRIMARY)
    told = flow.told or here.impossible or _only_put_in(here) or _set_before(flow)
    forgotten = Button("forgotten", Forgotten(), _("Play the forgotten step instead"))
    return (
        Row(tuple(choices[:2]), _ROW, share),
        Row(tuple(choices[2:4]), _ROW, share),
        Row((choices[4], _own_words(flow, ready)), _ROW, share),
        Row((Text(told, Tone.WARNED),), share=1.2),
        *((Row((forgotten,), _ROW),) if _only_put_in(here) else ()),
        Row((*beside, replace(done, width=1.4)), _FOOT, 1.1 * share),
    )


def _only_put_in(here: Correcting) -> str:
    """What does not follow from a building that a correction puts in; empty where none is."""
    if not here.draft.adds_a_building(here.state):
        return ""
    return _("Put in here, a building earns no points and no rune, and the druid does not walk.")


def _set_before(flow: CorrectFlow) -> str:
    """That more is set than what this page is about; empty where it is not."""
    if isinstance(flow.step, Quick) and flow.step.before.changes:
        return _("What you set before is corrected, too. “Everything else…” shows it.")
    return ""


def _end(flow: CorrectFlow) -> Effect | CorrectFlow:
    """Where nothing but a thing was pointed at, it has to be set first; then comes why."""
    if isinstance(flow.step, Quick) and not flow.draft.changes:
        return flow.telling(_("Nothing is changed yet: tap what is right."))
    if not flow.draft.why:
        return flow.telling(_("First tap the reason."))
    return Effect.FINISH


def given(flow: CorrectFlow, why: str) -> CorrectFlow:
    """The same step with a reason."""
    return flow.entered(replace(flow.draft, why=why))


def _own_words(flow: CorrectFlow, ready: tuple[str, ...]) -> Button:
    why = flow.draft.why
    typed = flow.on(Why(typing(why, Correct.REASON_LIMIT, fresh=why in ready)))
    if why in ("", *ready):
        return Button("why.type", typed, _("In our own words…"))
    return Button("why.type", typed, visible(why), Style.NAME, chosen=True)


def typed_why(flow: CorrectFlow, typed: Typing) -> Typed:
    """A reason of one's own."""
    former = flow.back()
    return Typed(_("Why is the app corrected?"), typed, lambda why: given(former, why), former)


def _entries(here: Correcting, page: int, at_once: int) -> tuple[Row, ...]:
    """What is set, so many changes a page; they share the height only where they stand alone."""
    changes = here.draft.changes
    if not changes:
        return (Row((Text(_("Nothing is changed: only the reason goes into the log.")),)), GAP_ROW)
    pages = -(-len(changes) // at_once)
    shown = min(page, pages - 1)
    start = shown * at_once
    step = here.flow.step
    share, listing = (0, step) if isinstance(step, Ruled) else (1, Reasons())
    rows = [_entry(here, number, changes[number], share) for number in range(len(changes))]
    rows = rows[start : start + at_once]
    rows += [Row(share=share)] * (at_once - len(rows) if share else 0)
    following = here.flow.at(replace(listing, page=(shown + 1) % pages))
    more = (Button("more", following, page_words(shown, pages)),) if pages > 1 else ()
    return (*rows, *([Row(more, share=share)] if more or share else []))


def _entry(here: Correcting, number: int, change: Change, share: int) -> Row:
    leave = Button(f"leave.{number}", here.leaving(change), _("Leave it"))
    return Row((Text(here.listed(change), Tone.ENTRY, 3.4), leave), share=share)
