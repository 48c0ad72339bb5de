"""Moves: as signs in the trays, and in words on a card. Free of Kivy."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion import moves
from companion.pieces import MATERIALS, Chips, Color, Rune, Storey
from companion.state import GameState, Phase
from companion.teaching.things import standing, standing_lines
from companion.telling import Row as Telling
from kiosk import routes
from kiosk.pages.table.draft import InTray, Stands
from kiosk.pages.table.parts import name_of, rules
from kiosk.pages.table.question import (
    Moved,
    Moves,
    Question,
    SetDraft,
    ShowHand,
    helping,
    words,
)
from kiosk.pieces.form import Choice, MoveCell
from kiosk.pieces.picture import (
    Count,
    IntoBox,
    MarkerPart,
    Onto,
    Part,
    PlainPart,
    StackPart,
    StonePart,
    TrackPart,
    WorkerInStack,
)
from kiosk.ui.form import Row, Style
from kiosk.words.language import _, several
from kiosk.words.latest_moves import LatestMoves
from kiosk.words.moves import MoveRow, Picture, Piece, move_rows
from kiosk.words.reasons import ReasonText, without_rule
from kiosk.words.texts import names_of, said

_NOTED = 3
"""Corrections that are listed one by one."""

Signs = tuple[Part, ...]


def tray_signs(rows: Iterable[Telling]) -> tuple[tuple[Signs | None, ...], int]:
    """Return a tray's moves as signs, and the number of pieces.

    The signs of a move that needs words are None.
    """
    found: list[Signs | None] = []
    pieces = 0
    for row in rows:
        number, signs = _signs(row)
        pieces += number
        found += (None,) if signs is None else signs
    return tuple(found), pieces


def _signs(row: Telling) -> tuple[int, tuple[Signs, ...] | None]:  # noqa: C901, PLR0911, PLR0912 - one flat case a row
    """Return how many pieces a move has, and its signs; None if it needs words."""
    match row:
        case moves.ChipsTaken(_, chips):
            return chips.total, _chips(chips, "+")
        case moves.ChipsReturned(_, chips):
            return chips.total, _chips(chips, "−")
        case moves.WorkerPlaced((owner,), plain):
            return 1, ((Picture(Piece.WORKER, owner=owner), Onto(), PlainPart(plain)),)
        case moves.WorkerOff((owner,)):
            return 1, (("−", Picture(Piece.WORKER, owner=owner)),)
        case moves.WorkerMoved((owner,), source, which, target):
            return 1, ((_worker(owner, which), PlainPart(source), Onto(), PlainPart(target)),)
        case moves.StackNow((owner,), plain, workers):
            return workers.count(owner), ((StackPart(workers), Onto(), PlainPart(plain)),)
        case moves.BuildingUp((owner,), kind, field):
            return 1, ((Picture(Piece(kind.value), owner=owner), Onto(), str(field)),)
        case moves.BuildingOff((owner,), kind, field):
            return 1, (("−", Picture(Piece(kind.value), owner=owner), str(field)),)
        case moves.BonusIntoBox(_, bonus):
            return 1, ((Picture(Piece.BONUS, bonus), Onto(), IntoBox()),)
        case moves.BonusBack(_, bonus, field):
            return 1, ((Picture(Piece.BONUS, bonus), Onto(), str(field)),)
        case moves.RuneMoved((owner,), rune, source, target):
            return 1, (_rune(rune, owner, source, target),)
        case moves.RuneNow((owner,), rune, holder):
            return 1, (_rune(rune, owner, None, holder),)
        case moves.DruidMoved(_, _, target) if target.field is not None:
            return 1, ((Picture(Piece.DRUID), Onto(), str(target.field)),)
        case moves.DruidMoved(_, _, target) if target.stone:
            return 1, ((Picture(Piece.DRUID), Onto(), StonePart(target.stone)),)
        case moves.DieMoved(_, field):
            die = Picture(Piece.DIE)
            return 1, ((("−", die) if field is None else (die, Onto(), str(field))),)
        case moves.MarkerMoved((owner,), before, points):
            return 1, ((MarkerPart(owner), TrackPart(before), Onto(), TrackPart(points)),)
        case moves.MarkerNow((owner,), points):
            return 1, ((MarkerPart(owner), Onto(), TrackPart(points)),)
        case moves.IfDone(_, one):
            number, signs = _signs(one)
            return number, signs and tuple(map(_if_done, signs))
        case _:
            return 1, None


def _if_done(parts: Signs) -> Signs:
    """Put the question mark first, so that it is not read with the next move."""
    match parts:
        case (Count(sign, number), *others):
            return (Count(f"?{sign}", number), *others)
        case ("+" | "−" as sign, *others):
            return (f"?{sign}", *others)
        case _:
            return ("?", *parts)


def _chips(chips: Chips, sign: str) -> tuple[Signs, ...]:
    return tuple(
        (Count(sign, number), Picture(Piece.CHIP, material))
        for material, number in zip(MATERIALS, chips.counts, strict=True)
        if number
    )


def _rune(rune: Rune, owner: Color, source: Color | None, target: Color | None) -> Signs:
    """Return the signs of a rune stone moving to or from a player."""
    stone = Picture(Piece.RUNE, rune)
    if target == owner:
        return ("+", stone) if source is None else (source, Onto(), stone)
    return ("−", stone) if target is None else (stone, Onto(), target)


_STOREYS = (Storey.BOTTOM, Storey.MIDDLE, Storey.TOP)


def _worker(owner: Color, where: Storey | None) -> Part:
    """Return a worker alone, or in its stack."""
    if where is None:
        return Picture(Piece.WORKER, owner=owner)
    return WorkerInStack((owner,) * len(_STOREYS), _STOREYS.index(where) + 1)


def tray_question(
    state: GameState, draft: InTray, rows: Iterable[Telling], reasons: tuple[ReasonText, ...]
) -> Question:
    """List all moves of a player, to be ticked one by one.

    The button for all of them is at the end, on the last page.
    """
    told = move_rows(state, rows)
    lines = tuple(_line(number, row, draft) for number, row in enumerate(told))
    done = Choice(
        key="moves.done",
        text=_("All done"),
        action=Moved(draft.color),
        style=Style.PRIMARY,
        asks=draft.color,
    )
    # After undo, no newest step explains the moves.
    why = ReasonText("", "", "\n".join(row.line for row in told), _why_moved(state, draft.color))
    return Question(
        color=draft.color,
        title=_("moves these pieces"),
        rows=(Moves(lines, done),),
        reasons=(why, *reasons),
    )


def _why_moved(state: GameState, color: Color) -> str:
    return _(
        "Decided or taken back in the app, but perhaps not moved on the board yet. Nobody has to "
        "tick it off: it counts as done when {player}'s next turn begins.",
        player=name_of(state, color),
    )


def _line(number: int, row: MoveRow, draft: InTray) -> MoveCell:
    is_ticked = row.row in draft.ticked
    others = tuple(one for one in draft.ticked if one != row.row)
    ticked = others if is_ticked else (*others, row.row)
    action = SetDraft(replace(draft, ticked=ticked))
    _pieces, told = _signs(row.row)
    signs = told[0] if told and len(told) == 1 else ()
    pieces = row.pictures or row.who
    return MoveCell(f"move.{number}", action, pieces, row.spans, is_ticked, signs)


def stands_question(state: GameState, draft: Stands) -> Question:
    """Show a player's public status, with ways to see their chips and to correct it."""
    color = draft.color
    player = state.player(color)
    names = names_of(state)
    _points, *told = (said(line, names) for line in standing_lines(standing(state, color)))
    hand = Choice(
        key=f"hand.{color}",
        text=_("Hold: own chips"),
        action=ShowHand(color),
        lifted=ShowHand(None),
    )
    correct = Choice(
        key="correct",
        text=_("Correct it"),
        action=routes.Correct(routes.OfPlayer(color)),
        style=Style.QUIET,
    )
    # Where this does not fit, the rest is behind the question mark.
    rows = (words(told[0]), helping("\n".join(told[1:])), Row((hand, correct)))
    reasons = (without_rule("\n".join(told)), *rules("correct.table"))
    title = several("{number} point", "{number} points", player.points)
    return Question(color=color, title=title, rows=rows, reasons=reasons)


def news_of(latest: LatestMoves) -> tuple[str, ...]:
    """Return the news of the newest step that has no other place."""
    noted = [row.line for row in latest.rows if isinstance(row.row, moves.Noted)]
    if len(noted) > _NOTED:
        noted = [several("{number} change", "{number} changes", len(noted))]
    news = (
        row
        for row in latest.rows
        if isinstance(row.row, moves.News) and not (row.row.repeats or row.row.for_all)
    )
    heading = (latest.heading,) if latest.heading else ()
    return (*heading, *(f"{_('Corrected:')} {line}" for line in noted), *(row.line for row in news))


def follows(state: GameState) -> str:
    """Return whose decision comes next, and which."""
    if state.decider is None:
        return _("the final score")
    return _("{player}: {what}", player=name_of(state, state.decider), what=_what(state.phase))


def _what(phase: Phase) -> str:
    match phase:
        case Phase.PLACING:
            return _("place a worker")
        case Phase.ROLL:
            return _("roll the die")
        case Phase.TAKE:
            return _("take a chip")
        case Phase.GIVE_BACK:
            return _("return a chip")
        case Phase.ACTION:
            return _("move or build")
        case Phase.OFFERING:
            return _("the druid asks")
        case Phase.FINISHED:
            return _("the final score")
