"""The questions of part 2 of a turn: what to do, which worker, and where to (big.*)."""

from companion.commands import MoveWorker
from companion.pieces import MATERIALS, BuildingKind, Color, Material
from companion.preview import has_room, levels_to_move, preview_move, sites
from companion.state import GameState, Phase
from kiosk.pages.table.draft import Aim, Aiming, Draft, Mover, Nothing, OnPlain
from kiosk.pages.table.ending import end_rows
from kiosk.pages.table.parts import BOARD_ORDER, decider_of, name_of, plain_text, rules
from kiosk.pages.table.question import (
    Choice,
    Do,
    Go,
    Question,
    Row,
    Style,
    Tell,
    Think,
    Words,
    alone,
)
from kiosk.pages.what_if.thought import Worker
from kiosk.pieces.picture import InTower
from kiosk.words.language import _, mark
from kiosk.words.moves import Picture, Piece
from kiosk.words.reasons import reasons_to_ask
from kiosk.words.texts import storey_text, word


def action_question(state: GameState, draft: Draft) -> Question:
    """Asks for part 2 of a turn; the board answers it, with or without a button before that."""
    color = decider_of(state)
    rows: list[Row] = [*(alone(_aim_choice(state, aim, draft)) for aim in Aim), *end_rows(state)]
    return Question(
        color=color,
        title=_("moves or builds"),
        rows=tuple(rows),
        reasons=reasons_to_ask(state),
    )


def _aim_choice(state: GameState, aim: Aim, draft: Draft) -> Choice:
    color = decider_of(state)
    chosen = draft == Aiming(aim)
    why_not = _why_not(state, aim)
    text, how, piece = _WAYS[aim]
    return Choice(
        key=f"aim.{aim}",
        text=_(text),
        detail=_(how),
        action=Tell(why_not) if why_not else Think(Nothing() if chosen else Aiming(aim)),
        picture=Picture(piece, owner=color),
        chosen=chosen,
        dim=bool(why_not),
        style=Style.QUIET,
    )


_WAYS = {
    Aim.WORKER: (mark("Move a worker"), mark("tap it on its plain"), Piece.WORKER),
    Aim.HUT: (mark("Build a hut"), mark("tap a field"), Piece.HUT),
    Aim.TEMPLE: (mark("Build a temple"), mark("tap a field"), Piece.TEMPLE),
}


def _why_not(state: GameState, aim: Aim) -> str:
    """Why that cannot be done at all; empty where it can, or may be."""
    if aim is Aim.WORKER:
        return "" if own_plains(state) else _("You have no worker on any plain.")
    if aim is Aim.HUT:
        return "" if state.huts_left(decider_of(state)) else _("All your huts are built.")
    left = state.left(decider_of(state), BuildingKind.TEMPLE)
    return "" if left else _("Both your temples are built.")


def own_plains(state: GameState) -> tuple[Material, ...]:
    """The plains on which the decider has a worker to move."""
    color = decider_of(state)
    return tuple(plain for plain in MATERIALS if levels_to_move(state, color, plain))


def lit_fields(state: GameState, draft: Draft) -> tuple[int, ...]:
    """The fields that can be pointed at for what somebody aims at."""
    match draft:
        case Aiming(Aim.HUT):
            return sites(state, BuildingKind.HUT)
        case Aiming(Aim.TEMPLE):
            return sites(state, BuildingKind.TEMPLE)
        case _:
            return ()


def lit_plains(state: GameState, draft: Draft) -> tuple[Material, ...]:
    """The plains that can be pointed at for a worker, or the one that somebody has pointed at."""
    match draft:
        case Nothing() | Aiming(Aim.WORKER) if state.phase is Phase.ACTION:
            return own_plains(state)
        case Mover(plain) | OnPlain(plain):
            return (plain,)
        case _:
            return ()


def mover_question(state: GameState, draft: Mover) -> Question:
    """Asks which worker of a plain moves, or where to, with what each plain would yield."""
    if draft.level is None:
        return _which_worker_question(state, draft.plain)
    color = decider_of(state)
    targets = [plain for plain in BOARD_ORDER if plain is not draft.plain]
    return Question(
        color=color,
        title=_("worker from {plain}", plain=word(draft.plain)),
        rows=(
            Words(_("Where to? Every worker there earns.")),
            *(alone(_target_choice(state, draft.plain, draft.level, target)) for target in targets),
            alone(
                Choice(
                    key="what_if",
                    text=_("What would happen?"),
                    action=Go("what_if", Worker(draft.plain, draft.level)),
                    style=Style.QUIET,
                )
            ),
        ),
        reasons=rules("big.move", "big.yield"),
    )


def _target_choice(state: GameState, source: Material, level: int, target: Material) -> Choice:
    command = MoveWorker(by=decider_of(state), source=source, level=level, target=target)
    key, text = f"to.{target}", word(target)
    if not has_room(state, target):
        return Choice(
            key=key, text=text, symbol=target, detail=_("full"), action=Do(command), dim=True
        )
    earnings = preview_move(state, source, level, target).earnings
    return Choice(key=key, text=text, symbol=target, earnings=earnings, action=Do(command))


def mover(state: GameState, plain: Material) -> Mover | None:
    """What pointing at a plain begins in part 2: a move of the decider's worker there, if any.

    Which one is left open only where it makes a difference.
    """
    levels = levels_to_move(state, decider_of(state), plain)
    if not levels:
        return None
    return Mover(plain, levels[0] if len(levels) == 1 else None)


def plain_question(state: GameState, plain: Material) -> Question:
    """Tells what lies and stands on a plain, and offers to think of each worker as he moves."""
    return Question(
        color=None,
        title=_("High plain: {plain}", plain=word(plain)),
        rows=(
            Words(plain_text(state, plain)),
            *(
                alone(
                    Choice(
                        key=f"what_if.{level}",
                        text=_("What if he moves?"),
                        symbol=InTower(state.stack(plain), level),
                        action=Go("what_if", Worker(plain, level)),
                        style=Style.QUIET,
                    )
                )
                for level in range(len(state.stack(plain)), 0, -1)
            ),
        ),
        reasons=rules("small.material", "big.move", "big.yield"),
    )


def _which_worker_question(state: GameState, plain: Material) -> Question:
    stack = enumerate(state.stack(plain), start=1)
    return Question(
        color=decider_of(state),
        title=_("worker from {plain}", plain=word(plain)),
        rows=(
            Words(_("Which one?")),
            *(
                alone(_worker_choice(state, plain, level, owner))
                for level, owner in reversed(list(stack))
            ),
        ),
        reasons=rules("big.move"),
    )


def _worker_choice(state: GameState, plain: Material, level: int, owner: Color) -> Choice:
    own, stack = owner == state.decider, state.stack(plain)
    others = _("This worker is {player}'s.", player=name_of(state, owner))
    return Choice(
        key=f"worker.{level}",
        text=storey_text(level, len(stack)) or name_of(state, owner),
        symbol=InTower(stack, level),
        action=Think(Mover(plain, level)) if own else Tell(others),
        dim=not own,
    )
