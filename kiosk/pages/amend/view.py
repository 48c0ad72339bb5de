"""Data of the page that amends old steps: the changes so far, and their consequences in words.

Changed and forgotten steps are entered with the same questions as during the game. Hands stay
secret. Free of Kivy.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.commands import (
    BuildHut,
    BuildTemple,
    Command,
    Correct,
    GiveBack,
    Survey,
    Swap,
    Take,
)
from companion.history import Step
from companion.memory.amending import (
    Edit,
    Insert,
    PreparedAmendment,
    RefusedStep,
    Remove,
    Replace,
    prepare_amendment,
)
from companion.memory.clock import current_timestamp
from companion.pieces import RUNES, BuildingKind, Color
from companion.state import GameState, Phase
from kiosk.pages.table.draft import (
    CircuitPass,
    Draft,
    EmptyDraft,
    FieldReadingDraft,
    SelectedField,
    SwapDraft,
)
from kiosk.pages.table.question import Question, SetDraft, shrinking_text
from kiosk.routes import AmendmentKind, Route, StepToAmend
from kiosk.ui.form import Block, Row, Text, Tone
from kiosk.words.amendments import edited_lines, refused_step_lines, step_text, taken_back_text
from kiosk.words.language import _, plural
from kiosk.words.latest_moves import latest_moves
from kiosk.words.narration import winners_line
from kiosk.words.texts import names_of, translated_word
from kiosk.words.times import turn_text


class AmendDraft(msgspec.Struct, frozen=True):
    """Draft of an amendment: the changes already entered, and the change being entered.

    `rows` is the number of rows in the game's log when the amendment began. `amendment` is the
    change being entered; None means that the page shows the consequences. `draft` is the unfinished
    answer to the question of that change. `edits` are the changes already entered, in the order of
    the game. `goes_on` is true if a step was inserted, and another must follow before the next
    recorded step fits. `ends` is true if the amendment undoes the first step that no longer fits,
    and all later steps. `why` is true while the reasons for the question are shown.
    """

    rows: int
    amendment: StepToAmend | None
    draft: Draft = EmptyDraft()
    edits: tuple[Edit, ...] = ()
    goes_on: bool = False
    ends: bool = False
    why: bool = False

    @property
    def inserts(self) -> bool:
        return self.amendment is not None and self.amendment.kind is AmendmentKind.INSERT


class AmendedStep(msgspec.Struct, frozen=True):
    """Step that the player enters now, to replace a recorded step or to insert a forgotten step.

    `state` is the game before the step, and `before` are all earlier steps. `former` is the
    recorded step to replace or, if `inserts` is set, the recorded step before which the new step is
    inserted.
    """

    state: GameState
    before: tuple[Step, ...]
    former: Step
    inserts: bool


class AmendSheet(msgspec.Struct, frozen=True):
    """Consequences of an amendment, and the labels of the buttons below them.

    `state` is the game after the amendment, or before the first later step that no longer fits.
    `won` has the change of each player's points, unless it is 0. `do` labels the button that
    applies the amendment; it is empty if a later step no longer fits. `end` then labels the button
    that undoes that step and all steps after it, and `ways` are further amendments that make it
    fit.
    """

    title: str
    lines: tuple[Text, ...]
    state: GameState
    won: tuple[tuple[Color, int], ...]
    do: str = ""
    end: str = ""
    ways: tuple[StepToAmend, ...] = ()


def can_change(command: Command) -> bool:
    """Return whether the step `command` can be replaced by another; a correction cannot."""
    return not isinstance(command, Correct)


def begin_amendment(rows: int, amendment: StepToAmend, steps: Sequence[Step]) -> AmendDraft:
    """Return the draft of a new amendment; it asks a question, unless it removes a step."""
    return add_amendment(AmendDraft(rows, None), amendment, steps)


def add_amendment(
    changing: AmendDraft, amendment: StepToAmend, steps: Sequence[Step]
) -> AmendDraft:
    match amendment.kind:
        case AmendmentKind.CHANGE:
            # After another amendment, the question begins without an answer.
            draft = (
                EmptyDraft() if changing.edits else _draft_of(steps[amendment.place - 1].command)
            )
            return replace(changing, amendment=amendment, draft=draft)
        case AmendmentKind.INSERT:
            return replace(changing, amendment=amendment, draft=EmptyDraft())
        case AmendmentKind.REMOVE:
            edits = (*changing.edits, Remove(amendment.place))
            return replace(changing, amendment=None, draft=EmptyDraft(), edits=edits)


def prepare_draft(changing: AmendDraft, steps: Sequence[Step]) -> PreparedAmendment | None:
    """Return the consequences of the changes for all later steps; None if nothing was changed."""
    return prepare_amendment(steps, changing.edits, current_timestamp()) if changing.edits else None


def step_to_answer(
    changing: AmendDraft, steps: Sequence[Step], amending: PreparedAmendment | None
) -> AmendedStep:
    """Return the step that the player must enter now, with all earlier changes applied.

    `amending` holds the consequences of those changes. Raises ValueError if no question is pending.
    """
    amendment = changing.amendment
    if amendment is None:
        raise ValueError("what comes of it is shown, and no step is asked for")
    former, inserts = steps[amendment.place - 1], changing.inserts
    state, before = former.before, tuple(steps[: amendment.place - 1])
    if amending is not None and amending.refused_step is not None:
        state = amending.refused_step.state
        before = (*steps[: len(steps) - len(amending.old)], *amending.new)
    match former.command:
        case Take(by=color) | GiveBack(by=color) if not inserts and color in state.asked:
            # Several players were asked at once: the question is for the one who answered here.
            others = (one for one in state.pending if one is not color)
            state = replace(state, pending=(color, *others))
    return AmendedStep(state, before, former, inserts)


def with_answer(
    changing: AmendDraft, steps: Sequence[Step], command: Command
) -> tuple[AmendDraft, PreparedAmendment]:
    """Return the draft after the player's answer, and the consequences of the answer.

    After the player inserts a step, the draft asks for the rest of that turn. Raises RuleViolation
    if the rules refuse the answer at this point of the game, ValueError if no question is pending.
    """
    amendment = changing.amendment
    if amendment is None:
        raise ValueError("no step is asked for")
    edit = (
        Insert(amendment.place, command) if changing.inserts else Replace(amendment.place, command)
    )
    edits = (*changing.edits, edit)
    amending = prepare_amendment(steps, edits, current_timestamp())
    refused_step = amending.refused_step
    if refused_step is not None and refused_step.entered:
        raise refused_step.refusal
    goes_on = changing.inserts and refused_step is not None and _waits(amendment, refused_step)
    rest = amendment if goes_on else None
    changing = replace(changing, amendment=rest, draft=EmptyDraft(), edits=edits, goes_on=goes_on)
    return changing, amending


def _waits(amendment: StepToAmend, refused_step: RefusedStep) -> bool:
    """Return whether the next recorded step fits only after decisions by other players."""
    waits = (
        refused_step.refusal.rule == "turn.decider"
        and refused_step.state.phase is not Phase.FINISHED
    )
    return waits and refused_step.place == amendment.place


def stop_inserting(changing: AmendDraft) -> AmendDraft:
    """Return the draft after the player declares the insertion finished."""
    return replace(changing, amendment=None, draft=EmptyDraft(), goes_on=False)


def page_before(changing: AmendDraft) -> AmendDraft | None:
    if changing.ends:
        return replace(changing, ends=False)
    if not changing.edits:
        return None
    if changing.amendment is not None and not changing.goes_on:
        return stop_inserting(changing)
    *edits, last = changing.edits
    former = replace(
        changing, edits=tuple(edits), amendment=None, draft=EmptyDraft(), goes_on=False
    )
    match last:
        case Replace(place, command):
            return replace(
                former, amendment=StepToAmend(place, AmendmentKind.CHANGE), draft=_draft_of(command)
            )
        case Insert(place, command):
            goes_on = bool(edits) and isinstance(edits[-1], Insert) and edits[-1].place == place
            amendment = StepToAmend(place, AmendmentKind.INSERT)
            return replace(former, amendment=amendment, draft=_draft_of(command), goes_on=goes_on)
        case Remove():
            return former if edits else None


def with_amended_step(one: AmendedStep, question: Question) -> Question:
    """Return the question with an added line that names the step being amended.

    The line names the recorded step to replace or, for a forgotten step, the recorded step before
    which it is inserted.
    """
    step = step_text(one.former)
    text = (
        _("Forgotten before “{step}”:", step=step)
        if one.inserts
        else _("Instead of: {step}", step=step)
    )
    return replace(question, rows=(shrinking_text(text), *question.rows))


def without_ways_out(question: Question) -> Question:
    """Return the question without buttons that open other pages or answer several steps at once."""
    rows = []
    for row in question.rows:
        if not isinstance(row, Row):
            rows.append(row)
        elif items := tuple(one for one in row.items if not _leads_away(one)):
            rows.append(replace(row, items=items))
    return replace(question, rows=tuple(rows), further=None)


def _leads_away(item: Block) -> bool:
    action = getattr(item, "action", None)
    return isinstance(action, Route) or action == SetDraft(CircuitPass())


def _draft_of(command: Command) -> Draft:
    match command:
        case BuildHut(field=field):
            return SelectedField(field)
        case BuildTemple(field=field):
            return SelectedField(field, BuildingKind.TEMPLE)
        case Swap(by=color):
            return SwapDraft(color)
        case Survey(field=field):
            return FieldReadingDraft(field)
        case _:
            return EmptyDraft()


def amendment_sheet(
    changing: AmendDraft, amending: PreparedAmendment, steps: int, *, open_chips: bool
) -> AmendSheet:
    """Return the sheet with the consequences of the changes.

    `steps` is the number of steps in the game. If `open_chips` is not set, hands stay secret.
    """
    if amending.refused_step is not None and not changing.ends:
        return _refused_step_sheet(amending.refused_step, steps)
    return _difference_sheet(amending, open_chips=open_chips)


def _refused_step_sheet(refused_step: RefusedStep, steps: int) -> AmendSheet:
    step, why = refused_step_lines(refused_step)
    ways = [StepToAmend(refused_step.place, AmendmentKind.REMOVE)]
    if refused_step.state.phase is not Phase.FINISHED:
        ways.append(StepToAmend(refused_step.place, AmendmentKind.INSERT))
        if can_change(refused_step.command):
            ways.append(StepToAmend(refused_step.place, AmendmentKind.CHANGE))
    back = steps - refused_step.place + 1
    return AmendSheet(
        title=_("A later step no longer fits"),
        lines=(
            _line(turn_text(refused_step.state)),
            _heading(step),
            _line(why),
            _line(_("Nothing is changed yet.")),
        ),
        state=refused_step.state,
        won=(),
        end=plural("Stop here: undo it", "Stop here: undo {number} steps", back),
        ways=tuple(ways),
    )


def _line(text: str) -> Text:
    return Text(text, Tone.PLAIN)


def _heading(text: str) -> Text:
    return Text(text, Tone.BOLD)


def _difference_sheet(amending: PreparedAmendment, *, open_chips: bool) -> AmendSheet:
    turn, edited = amending.turn, amending.changed_steps
    before, after = turn.before, turn.after
    lines = [*map(_line, edited_lines(amending.old, amending.new))]
    if amending.number_removed:
        lines.append(_heading(taken_back_text(amending.number_removed)))
    entered = [new for _old, new in edited]
    kept = [step for step in amending.new if step not in entered]
    if any(isinstance(step.command, Correct) for step in kept):
        lines.append(_line(_("Your later corrections stay as they are.")))
    differences = _differences(before, after) or (_("Points and runes stay as they are."),)
    lines += (_heading(_("What changes")), *map(_line, differences))
    if rows := latest_moves(turn, open_chips=open_chips).rows:
        lines += (_heading(_("To move")), *(_line(row.line) for row in rows))
    won = (
        (new.color, new.points - old.points)
        for old, new in zip(before.players, after.players, strict=True)
    )
    title, do = _("Change this step?"), _("Change it")
    if all(new is None for _old, new in edited):
        title, do = _("Remove this step?"), _("Remove it")
    elif all(old is None for old, _new in edited):
        title, do = _("Add this step?"), _("Add it")
    return AmendSheet(
        title=title,
        lines=tuple(lines),
        state=after,
        won=tuple((color, points) for color, points in won if points),
        do=do,
    )


def _differences(before: GameState, after: GameState) -> tuple[str, ...]:
    names = names_of(after)
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
        _rune_line(translated_word(rune), old and names[old], new and names[new])
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
