"""The questions of part 2 of a turn: what to do, which worker, and where to (big.*)."""

from companion.commands import MoveWorker
from companion.pieces import Color, Material
from companion.preview import has_room, levels_to_move, preview_move
from companion.state import Finale, GameState
from kiosk.pages.table.draft import Mover
from kiosk.pages.table.ending import end_rows
from kiosk.pages.table.parts import BOARD_ORDER, decider_of, name_of, rules
from kiosk.pages.table.question import Choice, Do, Question, Row, Tell, Think, Words, alone
from kiosk.words.language import _
from kiosk.words.reasons import reasons_to_ask
from kiosk.words.texts import word


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
        title=_("moves or builds"),
        rows=tuple(rows),
        reasons=reasons_to_ask(state),
    )


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
            Words(_("Where to? Every worker there then works.")),
            *(alone(_target_choice(state, draft.plain, draft.level, target)) for target in targets),
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
    own = owner == state.decider
    others = _("This worker is {player}'s.", player=name_of(state, owner))
    return Choice(
        key=f"worker.{level}",
        text=_("Height {level}", level=level),
        symbol=owner,
        action=Think(Mover(plain, level)) if own else Tell(others),
        dim=not own,
    )
