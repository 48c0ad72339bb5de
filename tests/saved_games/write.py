"""Writes the set of saved games of the newest format: `python -m tests.saved_games.write`.

Plays `plays/*.txt` and keeps the app's data folder, in a folder named after the number of the
format: the journal, the boards that were read, for each game the exported record, the state and the
open moves that must never change, and `format.txt`.

A play is a game record in which a line may also be `undo`, `redo`, `resume` (the app is closed and
the game is resumed), or an amendment at the place of a step (from 1): `amend` and the command in
its place, `insert` and the command before it, `remove`; several at once with ` & ` between them;
`refused` and a command refused because of a hand; `ruled`, a correction, ` & ` and the step that it
makes possible; `passed` and a player who gives nothing more in the final circuit; `moved` and a
player who has made the moves of their tray; `again` and a player to ask once more. Later steps that
do not fit any more are removed. A line that begins with `#` is a comment.
"""

import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from shutil import copytree

import msgspec

from companion.commands import DeclineFinalOfferings
from companion.errors import RuleViolation
from companion.memory.amending import Edit, InsertStep, RemoveStep, ReplaceStep, prepare_amendment
from companion.memory.boards import BoardShelf
from companion.memory.clock import current_timestamp
from companion.memory.database import FORMAT
from companion.memory.journal import Journal
from companion.memory.people import People, rename_person
from companion.memory.record import (
    commands_for_record,
    encode_record,
    encode_state,
    parse_command,
    parse_header,
)
from companion.memory.session import Session
from companion.pieces import Color
from tests.saved_games.row_format import missing_in, told

HERE = Path(__file__).parent
ARCHIVED = 1
FORMER_NAME, NEW_NAME = "P" * 40, "Pippa"


def play(folder: Path, path: Path) -> Session:
    """Play one play from its first line to its last, in a data folder."""
    text = [line for line in path.read_bytes().splitlines() if not line.startswith(b"#")]
    with closing(Journal.open(folder)) as journal:
        shelf = BoardShelf(folder)
        session = Session.begin(journal, parse_header(text[0], shelf.find), shelf)
        for number, line in enumerate(text[1:], start=2):
            match line:
                case b"undo":
                    session.undo()
                case b"redo":
                    session.redo()
                case b"resume":
                    session = Session.resume(journal, session.game_id, shelf)
                case _ if line.startswith((b"amend ", b"insert ", b"remove ")):
                    edits = [_edit(one, number) for one in line.split(b" & ")]
                    session.amend(prepare_amendment(session.steps, edits, current_timestamp()))
                case _ if line.startswith(b"ruled "):
                    ruling, step = line.removeprefix(b"ruled ").split(b" & ")
                    session.apply(parse_command(step, number), parse_command(ruling, number))
                case _ if line.startswith(b"refused "):
                    with suppress(RuleViolation):
                        session.apply(parse_command(line.removeprefix(b"refused "), number))
                case _ if line.startswith(b"moved "):
                    session.mark_done(Color(line.removeprefix(b"moved ").decode()))
                case _ if line.startswith(b"again "):
                    session.withdraw_answer(Color(line.removeprefix(b"again ").decode()))
                case _ if line.startswith(b"passed "):
                    session.apply(
                        DeclineFinalOfferings(by=Color(line.removeprefix(b"passed ").decode()))
                    )
                case _:
                    session.apply(parse_command(line, number))
            if session.unsaved or session.notice:
                raise RuntimeError(f"{path.name}: {session.unsaved or session.notice}")
    return session


def _edit(told: bytes, number: int) -> Edit:
    """Return the edit of one part of a line; `number` is that of the line."""
    what, place, *command = told.split(maxsplit=2)
    if what == b"remove":
        return RemoveStep(int(place))
    kind = InsertStep if what == b"insert" else ReplaceStep
    return kind(int(place), parse_command(command[0], number))


def exported(session: Session) -> bytes:
    """Return the output of `meduris export` for a game."""
    return encode_record(session.setup, commands_for_record(session.steps))


def state_line(session: Session) -> bytes:
    """Return the state of a game, as `meduris replay` prints it."""
    return encode_state(session.state) + b"\n"


def open_line(session: Session) -> bytes:
    """Return the open moves of a game."""
    return msgspec.json.encode(session.game.trays.pending_moves()) + b"\n"


def write(folder: Path) -> None:
    """Write a whole set into a new folder."""
    with tempfile.TemporaryDirectory() as scratch:
        data = Path(scratch) / "data"
        for path in sorted((HERE / "plays").glob("*.txt"), key=lambda path: path.stem):
            session = play(data, path)
            (data / f"{path.stem}.record").write_bytes(exported(session))
            (data / f"{path.stem}.state").write_bytes(state_line(session))
            (data / f"{path.stem}.open").write_bytes(open_line(session))
        with closing(Journal.open(data)) as journal:
            rename_person(journal, People.from_journal(journal).find_or_new(FORMER_NAME), NEW_NAME)
            journal.set_archived(ARCHIVED, archived=True)
        (data / "format.txt").write_text(told(), encoding="utf-8")
        copytree(data, folder)


def main() -> None:
    folder = HERE / str(FORMAT)
    if folder.exists():
        sys.exit(f"{folder} is there already: a set that has landed is never written again")
    write(folder)
    missing = missing_in(folder)
    if missing:
        sys.exit(f"add to a play, remove {folder}, and write again: nothing has {missing}")


if __name__ == "__main__":
    main()
