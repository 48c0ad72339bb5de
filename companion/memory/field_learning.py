"""Copies fields between the board of a game and the saved board of the same name.

Players read the icons and the area of a field off their board and enter them. A field is known if
the app has its icons and area. Only known fields are copied.
"""

from collections.abc import Iterable

from companion.commands import Correct, SetPrintedField
from companion.errors import BoardError
from companion.history import History, PathChange, Step
from companion.memory.boards import BoardShelf
from companion.sentence import N_, Sentence
from companion.state import Board, Field

_NOT_KEPT = N_("What was read off the cardboard counts in this game only: {reason}")


def fields_known_elsewhere(board: Board, shelf: BoardShelf | None) -> tuple[SetPrintedField, ...]:
    """Return changes that copy to a game's board the fields that only the saved board knows.

    `shelf` has the saved board under the same name. If a field is known on both boards but differs,
    or if the numbers of fields differ, these are different boards, and the result is ().
    """
    kept = None if shelf is None else shelf.find(board.name)
    if kept is None or kept is board or len(kept) != len(board):
        return ()
    pairs = list(zip(board.fields, kept.fields, strict=True))
    if any(one.known and other.known and one != other for one, other in pairs):
        return ()
    return tuple(
        SetPrintedField(number, other.needs, other.rune)
        for number, (one, other) in enumerate(pairs, start=1)
        if not one.known and other.needs is not None and other.rune is not None
    )


def learn_fields(
    shelf: BoardShelf | None, before: Board, after: Board, removed: Iterable[Step] = ()
) -> Sentence | None:
    """Save the fields that players entered or corrected between the boards `before` and `after`.

    `removed` are the steps undone between the two boards, if any. If an undone step had copied
    fields from the saved board to the game, the saved board keeps these fields. Return a message
    if saving fails, otherwise None.
    """
    fields = list(after.fields)
    for step in removed:
        for change in step.command.changes if isinstance(step.command, Correct) else ():
            # The saved board keeps fields that were copied from it.
            if (
                isinstance(change, SetPrintedField)
                and not step.before.board.field(change.field).known
            ):
                fields[change.field - 1] = Field(change.needs, change.rune)
    after = Board(after.name, tuple(fields))
    if shelf is None or before == after:
        return None
    try:
        shelf.learn(after.name, before, after)
    except BoardError as error:
        return Sentence(_NOT_KEPT, {"reason": error.sentence})
    return None


def learn_from_last_step(shelf: BoardShelf | None, history: History) -> Sentence | None:
    """Save the fields that players entered in the last step of a resumed game.

    This is needed if the app ended before it could save these fields.
    """
    board = history.state.board
    match history.latest:
        case Step() as step:
            return learn_fields(shelf, step.state_before.board, board)
        case PathChange() as turn:
            return learn_fields(shelf, turn.state_before.board, board, turn.removed)
        case None:
            return None
