"""Copies printed fields between the board of a game and the saved board of the same name.

A field is known if the app has the icons and the rune area that are printed on it. Only known
fields are copied.
"""

from collections.abc import Iterable

from companion.commands import Correct, SetPrintedField
from companion.errors import BoardError
from companion.history import History, PathChange, Step
from companion.memory.boards import BoardShelf
from companion.sentence import N_, Sentence
from companion.state import Board, Field

_NOT_KEPT = N_("What you read off the board counts only in this game: {reason}")


def changes_from_saved_board(board: Board, shelf: BoardShelf | None) -> tuple[SetPrintedField, ...]:
    """Return changes that copy fields known only on the saved board to a game's board.

    The saved board is the one in `shelf` with the name of `board`. The result is () if there is no
    saved board, or if the two boards contradict each other: a field known on both differs, or the
    numbers of fields differ.
    """
    kept = None if shelf is None else shelf.find(board.name)
    if kept is None or kept is board or len(kept) != len(board):
        return ()
    pairs = list(zip(board.fields, kept.fields, strict=True))
    if any(one.is_known and other.is_known and one != other for one, other in pairs):
        return ()
    return tuple(
        SetPrintedField(number, other.needs, other.rune)
        for number, (one, other) in enumerate(pairs, start=1)
        if not one.is_known and other.needs is not None and other.rune is not None
    )


def save_entered_fields(
    shelf: BoardShelf | None, before: Board, after: Board, undone_steps: Iterable[Step] = ()
) -> Sentence | None:
    """Save the fields of a game's board that players have entered or corrected.

    `before` and `after` are the game's board before and after a change of the game. `undone_steps`
    are the steps that this change has undone. An undone step may have copied fields from the saved
    board into the game: these fields are not deleted from the saved board. Return a message if
    saving fails, otherwise None.
    """
    fields = list(after.fields)
    for step in undone_steps:
        for change in step.command.changes if isinstance(step.command, Correct) else ():
            # The saved board keeps fields that were copied from it.
            if (
                isinstance(change, SetPrintedField)
                and not step.before.board.field(change.field).is_known
            ):
                fields[change.field - 1] = Field(change.needs, change.rune)
    after = Board(after.name, tuple(fields))
    if shelf is None or before == after:
        return None
    try:
        shelf.save_changed_fields(after.name, before, after)
    except BoardError as error:
        return Sentence(_NOT_KEPT, {"reason": error.sentence})
    return None


def save_fields_of_last_step(shelf: BoardShelf | None, history: History) -> Sentence | None:
    """Save the fields that players entered in the last step of a game that is being resumed.

    The app may have ended before it saved them. Return a message if saving fails, otherwise None.
    """
    board = history.state.board
    match history.latest:
        case Step() as step:
            return save_entered_fields(shelf, step.state_before.board, board)
        case PathChange() as turn:
            return save_entered_fields(shelf, turn.state_before.board, board, turn.removed)
        case None:
            return None
