"""The questions of part 2 of a turn: what to do, which worker, and where to (big.*)."""

from msgspec.structs import replace

from companion.commands import MoveWorker
from companion.pieces import MATERIALS, STACK_LIMIT, Color, Material
from companion.rules.small_yield import shares
from companion.state import Finale, GameState
from kiosk.pages.table.draft import Mover
from kiosk.pages.table.ending import end_rows
from kiosk.pages.table.parts import decider_of, name_of
from kiosk.pages.table.question import Choice, Choices, Do, Question, Row, Tell, Think, Words
from kiosk.words.texts import _, word


def action_question(state: GameState) -> Question:
    """Asks for part 2 of a turn; the board answers it."""
    color = decider_of(state)
    rows: list[Row] = [
        Words(_("Big yield: tap the plain where your worker stands.")),
        Words(_("Hut or temple: tap a field, or slide round the ring.")),
        *end_rows(state),
    ]
    if state.finale is Finale.LAST_TURNS:
        rows.append(Words(_("These are the last turns.")))
    return Question(
        color=color,
        title=_("{player}, move or build", player=name_of(state, color)),
        rows=tuple(rows),
        rules=("big.move", "big.yield", "hut.field", "temple.field"),
    )


def mover_question(state: GameState, draft: Mover) -> Question:
    """Asks which worker of a plain moves, or where to, with what each plain would yield."""
    if draft.level is None:
        return _which_worker_question(state, draft.plain)
    color = decider_of(state)
    rows: list[Row] = [Words(_("Where to? Every worker there then works."))]
    moved = replace(
        state,
        stacks=tuple(
            stack[: draft.level - 1] + stack[draft.level :] if plain is draft.plain else stack
            for plain, stack in zip(MATERIALS, state.stacks, strict=True)
        ),
    )
    for target in MATERIALS:
        if target is draft.plain:
            continue
        full = len(state.stack(target)) >= STACK_LIMIT
        command = MoveWorker(by=color, source=draft.plain, level=draft.level, target=target)
        rows.append(
            Choices(
                (
                    Choice(
                        key=f"to.{target}",
                        text=word(target),
                        symbol=target,
                        detail=_("full") if full else "",
                        earnings=() if full else _earnings(moved, target, color),
                        action=Do(command),
                        dim=full,
                    ),
                )
            )
        )
    return Question(
        color=color,
        title=_(
            "{player}'s worker leaves {plain}",
            player=name_of(state, color),
            plain=word(draft.plain),
        ),
        rows=tuple(rows),
        rules=("big.move", "big.yield"),
    )


def _earnings(moved: GameState, target: Material, color: Color) -> tuple[tuple[Color, int], ...]:
    """What a plain would yield to whom with the moved worker on top, summed for each player."""
    plain = MATERIALS.index(target)
    stacks = list(moved.stacks)
    stacks[plain] = (*stacks[plain], color)
    totals: dict[Color, int] = {}
    for share in shares(replace(moved, stacks=tuple(stacks)), target, by_height=True):
        totals[share.color] = totals.get(share.color, 0) + share.got
    return tuple(totals.items())


def _which_worker_question(state: GameState, plain: Material) -> Question:
    color = decider_of(state)
    rows: list[Row] = []
    for level, owner in reversed(list(enumerate(state.stack(plain), start=1))):
        own = owner == color
        reason = _("This worker is {player}'s.", player=name_of(state, owner))
        rows.append(
            Choices(
                (
                    Choice(
                        key=f"worker.{level}",
                        text=_("Height {level}", level=level),
                        symbol=owner,
                        action=Think(Mover(plain, level)) if own else Tell(reason),
                        dim=not own,
                    ),
                )
            )
        )
    return Question(
        color=color,
        title=_("Which worker on {plain}?", plain=word(plain)),
        rows=tuple(rows),
        rules=("big.move",),
    )
