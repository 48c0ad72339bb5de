"""Questions about earlier steps, and the consequences of changing these steps. Free of Kivy.

Changed and forgotten steps are entered with the same questions as during the game. Hands stay
secret.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.commands import (
    BuildHut,
    BuildTemple,
    Command,
    Correct,
    EnterPrintedField,
    GiveBackChip,
    SwapChips,
    TakeChip,
)
from companion.history import Step
from companion.memory.amending import (
    Edit,
    InsertStep,
    PreparedAmendment,
    RemoveStep,
    ReplaceStep,
)
from companion.pieces import RUNES, BuildingKind, Color
from companion.state import GameState, Phase
from kiosk.pages.correct.steps import CorrectFlow, OutcomeStep, PastStep, ReenterPastStep
from kiosk.pages.table.draft import (
    DeclineOfferingsDraft,
    Draft,
    EmptyDraft,
    FieldReadingDraft,
    SelectedField,
    SwapDraft,
)
from kiosk.pages.table.question import Question, SetDraft, optional_help
from kiosk.pieces.picture import NO_POINTS
from kiosk.routes import AmendmentKind, Route, StepToAmend
from kiosk.ui.form import Block, Button, ButtonStyle, PageAction, Row, Text, TextStyle
from kiosk.words.amendments import (
    edited_step_lines,
    refused_step_lines,
    step_text,
    undone_steps_text,
)
from kiosk.words.language import _, plural
from kiosk.words.latest_moves import latest_moves
from kiosk.words.narration import winners_line
from kiosk.words.texts import piece_name, player_names
from kiosk.words.times import progress_text


def is_replaceable(command: Command) -> bool:
    """Return whether a step with this command can be replaced by another; a correction cannot."""
    return not isinstance(command, Correct)


def next_amendment_step(
    wanted: StepToAmend, steps: Sequence[Step], edits: tuple[Edit, ...] = ()
) -> PastStep:
    """Return the step of the page for the change `wanted`, after the changes in `edits`."""
    match wanted.kind:
        case AmendmentKind.CHANGE:
            # After another change, the question begins without an answer.
            draft = EmptyDraft() if edits else draft_of(steps[wanted.place - 1].command)
            return ReenterPastStep(wanted.place, edits=edits, draft=draft)
        case AmendmentKind.INSERT:
            return ReenterPastStep(wanted.place, inserts=True, edits=edits)
        case AmendmentKind.REMOVE:
            return OutcomeStep((*edits, RemoveStep(wanted.place)))


def state_and_steps_before(
    asked: ReenterPastStep, steps: Sequence[Step], amending: PreparedAmendment | None
) -> tuple[GameState, Sequence[Step]]:
    """Return the state for the question about a step, and all steps before the step.

    `amending` holds the consequences of the changes entered so far; None if there are none.
    """
    former = steps[asked.place - 1]
    state, before = former.before, steps[: asked.place - 1]
    if amending is not None and amending.refused_step is not None:
        state = amending.refused_step.state
        before = (*steps[: len(steps) - len(amending.old)], *amending.new)
    match former.command:
        case TakeChip(by=color) | GiveBackChip(by=color) if (
            not asked.inserts and color in state.asked
        ):
            # Several players were asked at once: the question is for the one who answered here.
            others = (one for one in state.pending if one is not color)
            state = replace(state, pending=(color, *others))
    return state, before


def step_after_answer(
    asked: ReenterPastStep,
    command: Command,
    prepared: Callable[[tuple[Edit, ...]], PreparedAmendment],
) -> PastStep:
    """Return the page's step after the player's answer.

    After the player inserts a step, the page asks for the rest of that turn. Raises RuleViolation
    if the rules refuse the answer at this point of the game.
    """
    edit = InsertStep(asked.place, command) if asked.inserts else ReplaceStep(asked.place, command)
    edits = (*asked.edits, edit)
    refused_step = prepared(edits).refused_step
    if refused_step is not None and refused_step.entered:
        raise refused_step.refusal
    if (
        asked.inserts
        and refused_step is not None
        and refused_step.refusal.rule == "turn.decider"
        and refused_step.state.phase is not Phase.FINISHED
        and refused_step.place == asked.place
    ):
        # The next recorded step fits only after decisions by other players.
        return ReenterPastStep(asked.place, inserts=True, edits=edits, goes_on=True)
    return OutcomeStep(edits)


def draft_of(command: Command) -> Draft:
    match command:
        case BuildHut(field=field):
            return SelectedField(field)
        case BuildTemple(field=field):
            return SelectedField(field, BuildingKind.TEMPLE)
        case SwapChips(by=color):
            return SwapDraft(color)
        case EnterPrintedField(field=field):
            return FieldReadingDraft(field)
        case _:
            return EmptyDraft()


def question_about_recorded_step(
    asked: ReenterPastStep, former: Step, question: Question
) -> Question:
    """Return the question with a line that names the recorded step `former`.

    Buttons that open other pages, or that answer several steps at once, are left out.
    """

    def stays(item: Block) -> bool:
        action = getattr(item, "action", None)
        return not isinstance(action, Route) and action != SetDraft(DeclineOfferingsDraft())

    step = step_text(former)
    text = _("Instead of: {step}", step=step)
    if asked.inserts:
        text = _("Forgotten before “{step}”:", step=step)
    rows: list[Block] = [optional_help(text)]
    for row in question.rows:
        if not isinstance(row, Row):
            rows.append(row)
        elif items := tuple(filter(stays, row.items)):
            rows.append(replace(row, items=items))
    return replace(question, rows=tuple(rows), further=None)


# Consequences


class OutcomeContents(NamedTuple):
    """Contents of the page about the consequences of changes.

    `state` is the game after the changes; if a later step is no longer possible, it is the game
    just before that step. `won` has the difference in each player's points, which may be negative.
    """

    title: str
    lines: tuple[Text, ...]
    buttons: tuple[Row, ...]
    state: GameState
    won: Mapping[Color, int] = NO_POINTS


def outcome_page_contents(
    flow: CorrectFlow,
    step: OutcomeStep,
    amending: PreparedAmendment,
    number: int,
    *,
    open_chips: bool,
) -> OutcomeContents:
    """Return the contents of the page at `step` of the flow; `amending` holds the consequences.

    `number` is the number of steps in the game. If `open_chips` is not set, hands stay secret.
    """
    leave: tuple[Button, ...] = ()
    if len(flow.steps) > 1:
        leave = (Button("amend.leave", PageAction.LEAVE, _("Leave everything as it was")),)
    refused_step = amending.refused_step
    if refused_step is None or step.ends:
        edited, after = amending.changed_steps, amending.path_change.after
        title, do = _("Change this step?"), _("Change it")
        if all(new is None for _old, new in edited):
            title, do = _("Remove this step?"), _("Remove it")
        elif all(old is None for old, _new in edited):
            title, do = _("Add this step?"), _("Add it")
        finish = Button("amend.do", PageAction.FINISH, do, ButtonStyle.PRIMARY)
        won = {
            new.color: new.points - old.points
            for old, new in zip(amending.path_change.before.players, after.players, strict=True)
        }
        lines = difference_lines(amending, open_chips=open_chips)
        return OutcomeContents(title, lines, (Row((*leave, finish)),), after, won)
    place = refused_step.place
    back = plural("Stop here: undo it", "Stop here: undo {number} steps", number - place + 1)
    ways = [
        *leave,
        Button("amend.end", flow.with_next_step(replace(step, ends=True)), back),
        Button("amend.remove", StepToAmend(place, AmendmentKind.REMOVE), _("Remove that step")),
    ]
    change: tuple[Row, ...] = ()
    if refused_step.state.phase is not Phase.FINISHED:
        insert = StepToAmend(place, AmendmentKind.INSERT)
        ways.append(Button("amend.insert", insert, _("Add one before it")))
        if is_replaceable(refused_step.command):
            also, text = StepToAmend(place, AmendmentKind.CHANGE), _("Change that step too")
            change = (Row((Button("amend.also", also, text, ButtonStyle.PRIMARY),)),)
    pairs = (Row(tuple(ways[first : first + 2])) for first in range(0, len(ways), 2))
    text, why = refused_step_lines(refused_step)
    lines = (
        _line(progress_text(refused_step.state)),
        _heading(text),
        _line(why),
        _line(_("Nothing is changed yet.")),
    )
    title = _("A later step no longer fits")
    return OutcomeContents(title, lines, (*pairs, *change), refused_step.state)


def _line(text: str) -> Text:
    return Text(text, TextStyle.PLAIN)


def _heading(text: str) -> Text:
    return Text(text, TextStyle.BOLD)


def difference_lines(amending: PreparedAmendment, *, open_chips: bool) -> tuple[Text, ...]:
    """Return lines that say what an amendment changes, and which pieces to move."""
    path_change, edited = amending.path_change, amending.changed_steps
    lines = [*map(_line, edited_step_lines(amending.old, amending.new))]
    if amending.number_of_removed_steps:
        lines.append(_heading(undone_steps_text(amending.number_of_removed_steps)))
    entered = [new for _old, new in edited]
    kept = [step for step in amending.new if step not in entered]
    if any(isinstance(step.command, Correct) for step in kept):
        lines.append(_line(_("Your later corrections stay as they are.")))
    unchanged = _("Points and runes stay as they are.")
    differences = _differences(path_change.before, path_change.after) or (unchanged,)
    lines += (_heading(_("What changes")), *map(_line, differences))
    if rows := latest_moves(path_change, open_chips=open_chips).rows:
        lines += (_heading(_("To move")), *(_line(row.line) for row in rows))
    return tuple(lines)


def _differences(before: GameState, after: GameState) -> tuple[str, ...]:
    names = player_names(after)
    points = (
        _(
            "{player}: {after} points instead of {before}",
            player=names[new.color],
            after=new.points,
            before=old.points,
        )
        for old, new in zip(before.players, after.players, strict=True)
        if old.points != new.points
    )
    runes = (
        _rune_line(piece_name(rune), old and names[old], new and names[new])
        for rune, old, new in zip(RUNES, before.runes, after.runes, strict=True)
        if old != new
    )
    winners: tuple[str, ...] = ()
    if before.winners != after.winners:
        over = None if after.winners is None else winners_line(after, after.winners)
        winners = (over or _("The game is not over yet."),)
    return (*points, *runes, *winners)


def _rune_line(rune: str, old: str | None, new: str | None) -> str:
    if old is None:
        return _("Rune {rune}: now {player} has it", rune=rune, player=new or "")
    if new is None:
        return _("Rune {rune}: {player} no longer has it", rune=rune, player=old)
    return _("Rune {rune}: {player} has it instead of {other}", rune=rune, player=new, other=old)
