"""An old step that is changed: what was entered for it so far, and what comes of that in words.

Knows no Kivy. The table's questions ask for another answer; what hands hold is told by none.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, Correct, Survey, Swap
from companion.memory.amending import Amending, Misfit, amend
from companion.memory.timeline import Amendment, Step
from companion.pieces import RUNES, BuildingKind, Color, Rune
from companion.state import GameState, Phase
from kiosk.pages.table.draft import Draft, Nothing, Site, Surveying, Swapping
from kiosk.pages.table.question import Choice, Choices, Go, Question, Row, Shares, Words
from kiosk.words.amendments import changed_lines, misfit_lines
from kiosk.words.language import _, several
from kiosk.words.latest_moves import amendment_section
from kiosk.words.moments import turn_text
from kiosk.words.narration import command_text, winners_line
from kiosk.words.texts import names_of, word


class Changing(msgspec.Struct, frozen=True):
    """What was entered so far: other commands for steps, by their places from 1.

    `rows` is how many rows the game had then. `asked` is the place of the step that is asked for
    now, with the `draft` of its answer; None: what comes of it all is shown. `ends`: what does not
    fit any more is taken back, and all after it. `why`: somebody reads why it is asked.
    """

    rows: int
    first: int
    asked: int | None
    draft: Draft = Nothing()
    changes: tuple[tuple[int, Command], ...] = ()
    ends: bool = False
    why: bool = False


class Asked(msgspec.Struct, frozen=True):
    """The step that is asked for: how the game stood before it, all steps until then, and it."""

    state: GameState
    before: tuple[Step, ...]
    former: Step


class Line(msgspec.Struct, frozen=True):
    """A line of a sheet; one that stands out begins what follows it."""

    text: str
    bold: bool = False


class Sheet(msgspec.Struct, frozen=True):
    """What comes of a change, as it is shown: the game then, and by how much points are others.

    Where a step does not fit any more, `end` says what would be taken back to end there, and
    `can_ask` whether another answer may be given to it; else `end` is empty.
    """

    title: str
    lines: tuple[Line, ...]
    state: GameState
    won: tuple[tuple[Color, int], ...]
    can_ask: bool = False
    end: str = ""


def can_change(command: Command) -> bool:
    """Whether the table's questions can ask for another answer: not what a correction sets."""
    return not isinstance(command, Correct)


def begun(rows: int, place: int, steps: Sequence[Step]) -> Changing:
    """The step at that place is asked for, as it was answered."""
    return Changing(rows, place, place, _draft_of(steps[place - 1].command))


def amending_of(changing: Changing, steps: Sequence[Step]) -> Amending | None:
    """What comes of what was entered; None: nothing was. All later steps are carried out."""
    return amend(steps, dict(changing.changes)) if changing.changes else None


def asked(changing: Changing, steps: Sequence[Step], amending: Amending | None) -> Asked:
    """The step that is asked for, after all that was entered for others before it.

    `amending` is what comes of that. Raises ValueError where none is asked for.
    """
    if changing.asked is None:
        raise ValueError("what comes of it is shown, and no step is asked for")
    former = steps[changing.asked - 1]
    if amending is None:
        return Asked(former.before, tuple(steps[: changing.asked - 1]), former)
    before = (*steps[: amending.first - 1], *amending.new)
    return Asked(before[-1].after, before, former)


def answered(
    changing: Changing, steps: Sequence[Step], command: Command
) -> tuple[Changing, Amending]:
    """With that answer, and what comes of it.

    Raises RuleViolation where the rules refuse it there, ValueError where no step is asked for.
    """
    place = changing.asked
    if place is None:
        raise ValueError("no step is asked for")
    changes = (*changing.changes, (place, command))
    amending = amend(steps, dict(changes))
    if amending.misfit is not None and amending.misfit.place == place:
        raise amending.misfit.refusal
    return replace(changing, asked=None, draft=Nothing(), changes=changes), amending


def one_back(changing: Changing) -> Changing | None:
    """The page before; None: leave everything as it was."""
    if changing.ends:
        return replace(changing, ends=False)
    if changing.asked is not None:
        return None if not changing.changes else replace(changing, asked=None, draft=Nothing())
    place, command = changing.changes[-1]
    return replace(changing, asked=place, draft=_draft_of(command), changes=changing.changes[:-1])


def next_asked(changing: Changing, misfit: Misfit) -> Changing:
    """The step that does not fit any more is asked for, too."""
    return replace(changing, asked=misfit.place, draft=Nothing())


def instead_of(one: Asked, question: Question) -> Question:
    """The question with the step above it that is answered anew."""
    text = command_text(one.former.before, one.former.command)
    return replace(question, rows=(Words(_("Instead of: {step}", step=text)), *question.rows))


def without_ways_out(question: Question) -> Question:
    """The question without what leads to other pages; what it tells besides stays."""
    return replace(question, rows=tuple(filter(None, map(_without_way_out, question.rows))))


def _without_way_out(row: Row) -> Row | None:
    match row:
        case Choices((Choice(action=Go("what_if")) as way,)) if way.earnings:
            return Shares(way.text, way.earnings)
        case Choices(choices) if any(isinstance(one.action, Go) for one in choices):
            return None
        case _:
            return row


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


def sheet(changing: Changing, amending: Amending, *, open_chips: bool) -> Sheet:
    """What comes of what was entered."""
    if amending.misfit is not None and not changing.ends:
        return _misfit_sheet(amending.misfit, amending.first + len(amending.old) - 1)
    return _difference_sheet(amending, open_chips=open_chips)


def _misfit_sheet(misfit: Misfit, steps: int) -> Sheet:
    step, why = misfit_lines(misfit)
    return Sheet(
        title=_("A later step does not fit any more"),
        lines=(
            Line(turn_text(misfit.state)),
            Line(step, bold=True),
            Line(why),
            Line(_("Nothing is changed yet.")),
        ),
        state=misfit.state,
        won=(),
        can_ask=can_change(misfit.command) and misfit.state.phase is not Phase.FINISHED,
        end=several(
            "End there: take it back",
            "End there: take {number} steps back",
            steps - misfit.place + 1,
        ),
    )


def _difference_sheet(amending: Amending, *, open_chips: bool) -> Sheet:
    amendment = amending.amendment
    before, after = amendment.before, amendment.after
    section = amendment_section(amendment, open_chips=open_chips)
    lines = [
        *map(Line, changed_lines(amendment)),
        *_taken_back(amendment),
        *_stands(amendment),
        Line(_("What becomes different"), bold=True),
        *map(Line, _differences(before, after) or (_("Points and runes stay as they are."),)),
    ]
    if section.rows:
        lines += (Line(_("To move"), bold=True), *(Line(row.line) for row in section.rows))
    won = (
        (new.color, new.points - old.points)
        for old, new in zip(before.players, after.players, strict=True)
    )
    return Sheet(
        title=_("Change this step?"),
        lines=tuple(lines),
        state=after,
        won=tuple((color, points) for color, points in won if points),
    )


def _taken_back(amendment: Amendment) -> tuple[Line, ...]:
    number = len(amendment.old) - len(amendment.new)
    if not number:
        return ()
    text = several(
        "The last step is taken back.", "The last {number} steps are taken back.", number
    )
    return (Line(text, bold=True),)


def _stands(amendment: Amendment) -> tuple[Line, ...]:
    """That later corrections say the same as ever, where there are any."""
    if not any(isinstance(step.command, Correct) for step in amendment.new[1:]):
        return ()
    return (Line(_("What you corrected after that stays as you said it.")),)


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
        _rune_line(rune, old, new, names)
        for rune, old, new in zip(RUNES, before.runes, after.runes, strict=True)
        if old != new
    )
    return (*points, *runes, *_winners(before, after))


def _rune_line(rune: Rune, old: Color | None, new: Color | None, names: dict[Color, str]) -> str:
    stone = word(rune)
    if old is None and new is not None:
        return _("Rune {rune}: now {player} has it", rune=stone, player=names[new])
    if new is None and old is not None:
        return _("Rune {rune}: {player} has it no more", rune=stone, player=names[old])
    if old is None or new is None:
        raise ValueError("nobody had the stone, and nobody has it")
    return _(
        "Rune {rune}: {player} has it instead of {other}",
        rune=stone,
        player=names[new],
        other=names[old],
    )


def _winners(before: GameState, after: GameState) -> tuple[str, ...]:
    if before.winners == after.winners:
        return ()
    if after.winners is None:
        return (_("The game is not over then."),)
    return (winners_line(after, after.winners),)
