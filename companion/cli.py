"""The commands of `meduris` that need no screen: replay (`record.md`).

Run as `meduris …` or `python -m companion.cli …`. Exit status 0: done, 1: a record that breaks
a rule or the format, 2: wrong usage, or files that cannot be read or written.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from companion.errors import CompanionError, RecordError
from companion.record import FindBoard, replay, write_state
from companion.state import Board

_DONE = 0
_WRONG_RECORD = 1
_WRONG_USE = 2
_STOPPED = 130


def main(argv: Sequence[str]) -> int:
    """Carry out one command, given without the program's own name; returns the exit status."""
    arguments = _parser().parse_args(argv)
    try:
        arguments.carry_out(arguments)
        sys.stdout.flush()
    except RecordError as error:
        _flush_what_went_before()
        _say(_as_json(error) if arguments.json else str(error))
        return _WRONG_RECORD
    except BrokenPipeError:
        _close_stdout()
        _say("meduris: nobody reads the output any more; the rest is left out")
        return _WRONG_USE
    except OSError as error:
        _close_stdout()
        _say(f"meduris: {_sentence(error)}")
        return _WRONG_USE
    except CompanionError as error:
        _say(f"meduris: {error}")
        return _WRONG_USE
    except KeyboardInterrupt:
        _say("meduris: stopped")
        return _STOPPED
    return _DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="meduris", description="Meduris at the table.")
    parser.set_defaults(json=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    replaying = commands.add_parser("replay", help="print the state after a game record")
    replaying.add_argument("file", metavar="FILE", help="a game record; - is standard input")
    replaying.add_argument("--trace", action="store_true", help="print every state, one a line")
    replaying.add_argument("--json", action="store_true", help="tell an error as JSON")
    _add_data(replaying)
    replaying.set_defaults(carry_out=_replay)
    return parser


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the saved games")


def _replay(arguments: argparse.Namespace) -> None:
    out = sys.stdout.buffer
    state = None
    with _reading(arguments.file) as stream:
        for state in replay(stream, _find_board(arguments.data)):
            if arguments.trace:
                out.write(write_state(state) + b"\n")
    if state is not None and not arguments.trace:
        out.write(write_state(state) + b"\n")


def _find_board(data: Path | None) -> FindBoard:
    """Look a board up by name; the files are read only when a record names one."""

    def find(name: str) -> Board | None:
        from companion.board import BoardShelf  # noqa: PLC0415 - most records carry their board
        from companion.data_folder import data_dir  # noqa: PLC0415

        shelf = BoardShelf(data or data_dir())
        for error in shelf.errors:
            _say(f"meduris: {error}; this file is left out")
        return shelf.find(name)

    return find


@contextlib.contextmanager
def _reading(name: str) -> Iterator[BinaryIO]:
    if name != "-":
        with Path(name).open("rb") as stream:
            yield stream
    elif sys.stdin is None:
        raise CompanionError("standard input is closed: there is no record to read")
    else:
        yield sys.stdin.buffer


def _as_json(error: RecordError) -> str:
    told = {"line": error.line, "rule": error.rule, "message": error.reason}
    return msgspec.json.encode(told).decode()


def _sentence(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def _flush_what_went_before() -> None:
    with contextlib.suppress(OSError):
        sys.stdout.flush()


def _close_stdout() -> None:
    """Point standard output nowhere, so that Python's own flush at the end does not fail too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
