"""Old steps that are put right: what was entered so far, and what comes of that in words.

Knows no Kivy. The table's questions ask for another answer, and for what was forgotten; what hands
hold is told by none.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, Correct, Survey, Swap
from companion.history import Step
from companion.memory.amending import (
    Amending,
    Edit,
    Insert,
    Misfit,
    Remove,
    Replace,
    amend,
)
from companion.memory.clock import now
from companion.pieces import RUNES, BuildingKind, Color
from companion.state import GameState, Phase
from kiosk.pages.table.draft import Draft, Nothing, Site, Surveying, Swapping
from kiosk.pages.table.question import NothingForTheRest, Question, words
from kiosk.routes import AmendKind, Amendment, Route
from kiosk.ui.form import Block, Row, Text, Tone
from kiosk.words.amendments import edited_lines, misfit_lines, step_text, taken_back_text
from kiosk.words.language import _, several
from kiosk.words.latest_moves import latest_moves
from kiosk.words.moments import turn_text
from kiosk.words.narration import winners_line
from kiosk.words.texts import names_of, word


class Changing(msgspec.Struct, frozen=True):
    """What was entered so far: what is put right, in the order of the game.

    `rows` is how many rows the game had then. `asked` is what is asked for now, with the `draft` of
    its answer; None: what comes of it all is shown. `goes_on`: it is asked for at once after what
    was put in before it, as the next step does not fit yet. `ends`: what does not fit any more is
    taken back, and all after it. `why`: somebody reads why it is asked.
    """

    rows: int
    asked: Amendment | None
    draft: Draft = Nothing()
    edits: tuple[Edit, ...] = ()
    goes_on: bool = False
    ends: bool = False
    why: bool = False

    @property
    def inserts(self) -> bool:
        """Whether a forgotten step is asked for."""
        return self.asked is not None and self.asked.how is AmendKind.INSERT


class AmendedStep(msgspec.Struct, frozen=True):
    """What is asked for: how the game stood before it, all steps until then, and a recorded step.

    That is the one which is answered otherwise; where a forgotten one is asked for (`inserts`),
    the one that follows it.
    """

    state: GameState
    before: tuple[Step, ...]
    former: Step
    inserts: bool


class AmendSheet(msgspec.Struct, frozen=True):
    """What comes of it, as it is shown: the game then, and by how much points are others.

    `do` says how to let it count. Where a step does not fit any more, `do` is empty, and `end` says
    what would be taken back to end there; `ways` are what else may be put right there.
    """

    title: str
    lines: tuple[Text, ...]
    state: GameState
    won: tuple[tuple[Color, int], ...]
    do: str = ""
    end: str = ""
    ways: tuple[Amendment, ...] = ()


def can_change(command: Command) -> bool:
    """Whether the table's questions can ask for another answer: not what a correction sets."""
    return not isinstance(command, Correct)


def begun(rows: int, wish: Amendment, steps: Sequence[Step]) -> Changing:
    """What is wanted is asked for, a step as it was answered; to remove one nothing is asked."""
    return wanted(Changing(rows, None), wish, steps)


def wanted(changing: Changing, wish: Amendment, steps: Sequence[Step]) -> Changing:
    """That is put right, too."""
    match wish.how:
        case AmendKind.CHANGE:
            # What is asked for after another was put right is asked as if it had no answer yet.
            draft = Nothing() if changing.edits else _draft_of(steps[wish.place - 1].command)
            return replace(changing, asked=wish, draft=draft)
        case AmendKind.INSERT:
            return replace(changing, asked=wish, draft=Nothing())
        case AmendKind.REMOVE:
            edits = (*changing.edits, Remove(wish.place))
            return replace(changing, asked=None, draft=Nothing(), edits=edits)


def amending_of(changing: Changing, steps: Sequence[Step]) -> Amending | None:
    """What comes of what was entered; None: nothing was. All later steps are carried out."""
    return amend(steps, changing.edits, now()) if changing.edits else None


def asked(changing: Changing, steps: Sequence[Step], amending: Amending | None) -> AmendedStep:
    """What is asked for, after all that was put right before it.

    `amending` is what comes of that. Raises ValueError where nothing is asked for.
    """
    wish = changing.asked
    if wish is None:
        raise ValueError("what comes of it is shown, and no step is asked for")
    former, inserts = steps[wish.place - 1], changing.inserts
    if amending is None or amending.misfit is None:
        return AmendedStep(former.before, tuple(steps[: wish.place - 1]), former, inserts)
    before = (*steps[: len(steps) - len(amending.old)], *amending.new)
    return AmendedStep(amending.misfit.state, before, former, inserts)


def answered(
    changing: Changing, steps: Sequence[Step], command: Command
) -> tuple[Changing, Amending]:
    """With that answer, and what comes of it; the rest of a turn that is put in is asked at once.

    Raises RuleViolation where the rules refuse it there, ValueError where no step is asked for.
    """
    wish = changing.asked
    if wish is None:
        raise ValueError("no step is asked for")
    edit = Insert(wish.place, command) if changing.inserts else Replace(wish.place, command)
    edits = (*changing.edits, edit)
    amending = amend(steps, edits, now())
    misfit = amending.misfit
    if misfit is not None and misfit.entered:
        raise misfit.refusal
    goes_on = changing.inserts and misfit is not None and _waits(wish, misfit)
    rest = wish if goes_on else None
    changing = replace(changing, asked=rest, draft=Nothing(), edits=edits, goes_on=goes_on)
    return changing, amending


def _waits(wish: Amendment, misfit: Misfit) -> bool:
    """Whether the recorded step that follows has to wait only until others have decided."""
    waits = misfit.refusal.rule == "turn.decider" and misfit.state.phase is not Phase.FINISHED
    return waits and misfit.place == wish.place


def enough(changing: Changing) -> Changing:
    """Nothing more is put in there, though the next step does not fit yet."""
    return replace(changing, asked=None, draft=Nothing(), goes_on=False)


def one_back(changing: Changing) -> Changing | None:
    """The page before; None: leave everything as it was."""
    if changing.ends:
        return replace(changing, ends=False)
    if not changing.edits:
        return None
    if changing.asked is not None and not changing.goes_on:
        return enough(changing)
    *edits, last = changing.edits
    former = replace(changing, edits=tuple(edits), asked=None, draft=Nothing(), goes_on=False)
    match last:
        case Replace(place, command):
            return replace(
                former, asked=Amendment(place, AmendKind.CHANGE), draft=_draft_of(command)
            )
        case Insert(place, command):
            goes_on = bool(edits) and isinstance(edits[-1], Insert) and edits[-1].place == place
            wish = Amendment(place, AmendKind.INSERT)
            return replace(former, asked=wish, draft=_draft_of(command), goes_on=goes_on)
        case Remove():
            return former if edits else None


def with_step(one: AmendedStep, question: Question) -> Question:
    """The question, and above it the step that is answered anew, or that follows."""
    step = step_text(one.former)
    text = (
        _("Forgotten before “{step}”:", step=step)
        if one.inserts
        else _("Instead of: {step}", step=step)
    )
    return replace(question, rows=(words(text), *question.rows))


def without_ways_out(question: Question) -> Question:
    """The question without what leads to other pages or steps; what it tells besides stays."""
    rows = []
    for row in question.rows:
        if not isinstance(row, Row):
            rows.append(row)
        elif items := tuple(one for one in row.items if not _leads_away(one)):
            rows.append(replace(row, items=items))
    return replace(question, rows=tuple(rows), further=None)


def _leads_away(item: Block) -> bool:
    return isinstance(getattr(item, "action", None), Route | NothingForTheRest)


def _draft_of(command: Command) -> Draft:
    """What is pointed at as the question for an answer comes: what was chosen."""
    match command:
        case BuildHut(field=field):
            return Site(field)
        case BuildTemple(field=field):
            return Site(field, BuildingKind.TEMPLE)
        case Swap(by=color):
            return Swapping(color)
        case Survey(field=field):
            return Surveying(field)
        case _:
            return Nothing()


def sheet(changing: Changing, amending: Amending, steps: int, *, open_chips: bool) -> AmendSheet:
    """What comes of what was entered, in a game of so many steps that count."""
    if amending.misfit is not None and not changing.ends:
        return _misfit_sheet(amending.misfit, steps)
    return _difference_sheet(amending, open_chips=open_chips)


def _misfit_sheet(misfit: Misfit, steps: int) -> AmendSheet:
    step, why = misfit_lines(misfit)
    ways = [Amendment(misfit.place, AmendKind.REMOVE)]
    if misfit.state.phase is not Phase.FINISHED:
        ways.append(Amendment(misfit.place, AmendKind.INSERT))
        if can_change(misfit.command):
            ways.append(Amendment(misfit.place, AmendKind.CHANGE))
    back = steps - misfit.place + 1
    return AmendSheet(
        title=_("A later step does not fit any more"),
        lines=(
            _line(turn_text(misfit.state)),
            _heading(step),
            _line(why),
            _line(_("Nothing is changed yet.")),
        ),
        state=misfit.state,
        won=(),
        end=several("Stop here: undo it", "Stop here: undo {number} steps", back),
        ways=tuple(ways),
    )


def _line(text: str) -> Text:
    return Text(text, Tone.PLAIN)


def _heading(text: str) -> Text:
    return Text(text, Tone.BOLD)


def _difference_sheet(amending: Amending, *, open_chips: bool) -> AmendSheet:
    turn, edited = amending.turn, amending.edited
    before, after = turn.before, turn.after
    lines = [*map(_line, edited_lines(amending.old, amending.new))]
    if amending.taken_back:
        lines.append(_heading(taken_back_text(amending.taken_back)))
    entered = [new for _old, new in edited]
    kept = [step for step in amending.new if step not in entered]
    if any(isinstance(step.command, Correct) for step in kept):
        lines.append(_line(_("What you corrected after that stays as you said it.")))
    differences = _differences(before, after) or (_("Points and runes stay as they are."),)
    lines += (_heading(_("What becomes different")), *map(_line, differences))
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
        title, do = _("Put this in?"), _("Put it in")
    return AmendSheet(
        title=title,
        lines=tuple(lines),
        state=after,
        won=tuple((color, points) for color, points in won if points),
        do=do,
    )


def _differences(before: GameState, after: GameState) -> tuple[str, ...]:
    """Points, rune stones and winners that are others, a line each."""
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
        _rune_line(word(rune), old and names[old], new and names[new])
        for rune, old, new in zip(RUNES, before.runes, after.runes, strict=True)
        if old != new
    )
    winners: tuple[str, ...] = ()
    if before.winners != after.winners:
        over = None if after.winners is None else winners_line(after, after.winners)
        winners = (over or _("The game is not over then."),)
    return (*points, *runes, *winners)


def _rune_line(rune: str, old: str | None, new: str | None) -> str:
    """Who has a stone that somebody else had, or nobody."""
    if old is None:
        return _("Rune {rune}: now {player} has it", rune=rune, player=new or "")
    if new is None:
        return _("Rune {rune}: {player} has it no more", rune=rune, player=old)
    return _("Rune {rune}: {player} has it instead of {other}", rune=rune, player=new, other=old)
