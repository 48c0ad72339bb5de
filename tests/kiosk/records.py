"""Game records as the robot's errand: reading one, exporting one, and telling whether two agree."""

import json
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.commands import Command, Correct, DeclareEnd, MoveWorker
from companion.game import state_after_command
from companion.memory.boards import BoardShelf, board_file_name, write_board_file
from companion.memory.record import open_record, parse_header
from companion.rules.setup import Setup, initial_state
from companion.state import GameState
from kiosk.pages.correct.view import Correction


def errand(record: bytes, folder: Path) -> tuple[Setup, tuple[Command, ...]]:
    """The setup and the commands of a record; a board that it only names is looked for."""
    setup, commands = open_record(BytesIO(record), BoardShelf(folder).find)
    return setup, tuple(command for _number, command in commands)


def as_tapped(setup: Setup, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return the game as the screen records it.

    Only the table as a whole ends it, the topmost of a player's adjacent workers in a stack moves,
    and a correction has no change to what the app has already.
    """
    told, state = [], initial_state(setup)
    for command in commands:
        told.append(_as_tapped(state, command))
        state = state_after_command(state, command)
    return tuple(told)


def _as_tapped(state: GameState, command: Command) -> Command:
    match command:
        case DeclareEnd():
            return DeclareEnd()
        case Correct(changes=changes):
            correction = Correction().with_changes(state, *changes)
            return replace(command, changes=correction.changes)
        case MoveWorker(by=color, source=plain, level=level):
            above = takewhile(lambda owner: owner == color, state.stack(plain)[level:])
            return replace(command, level=level + len(tuple(above)))
        case _:
            return command


def lay_board(setup: Setup, folder: Path) -> None:
    shelf = folder / "boards"
    shelf.mkdir(parents=True, exist_ok=True)
    write_board_file(shelf / board_file_name(setup.board.name), setup.board)


def exported(folder: Path) -> bytes:
    command = (sys.executable, "-m", "kiosk", "export", "--data", str(folder))
    return subprocess.run(command, check=True, capture_output=True).stdout  # noqa: S603 - ours


def difference(given: bytes, setup: Setup, played: bytes) -> str | None:
    """Return where `played` first differs from `given`, or None; `setup` is how `given` began."""
    header, *other = played.splitlines()
    begun = parse_header(header, lambda _name: None)
    if begun != setup:
        return f"line 1: given {setup}, played {begun}"
    for number, lines in enumerate(zip_longest(given.splitlines()[1:], other), start=2):
        one, another = (_meaning(line) for line in lines)
        if one != another:
            return f"line {number}: given {one}, played {another}"
    return None


def _meaning(line: bytes | None) -> dict[str, Any] | None:
    if line is None:
        return None
    command = {key: value for key, value in json.loads(line).items() if value is not None}
    if "pay" in command:
        command["pay"] = {material: number for material, number in command["pay"].items() if number}
    if "set" in command:
        command["set"] = _without_nothing(command["set"])
    return {key: value for key, value in command.items() if value != {}}


def _without_nothing(changes: dict[str, Any]) -> dict[str, Any]:
    told = dict(changes)
    if "hands" in told:
        told["hands"] = {color: hand for color, hand in told["hands"].items() if hand}
    if "druid" in told:
        told["druid"] = {key: value for key, value in told["druid"].items() if value is not None}
    if "fields" in told:
        told["fields"] = {
            field: {key: value for key, value in there.items() if key == "building" or value}
            for field, there in told["fields"].items()
        }
    return {key: value for key, value in told.items() if value not in ({}, None)}
