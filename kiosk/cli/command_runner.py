"""Runs the commands of `meduris`, and turns errors into messages and exit statuses.

The module of a command is imported only when the command runs.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module

import msgspec

from companion.errors import CompanionError, RecordError, StoppedByUserError, system_reason
from companion.sentence import Sentence
from kiosk.words.texts import sentence_text

DONE = 0
WRONG_RECORD = 1
WRONG_USE = 2
_STOPPED = 130
_FEW = 10

_CLOSED = Sentence("standard output is closed: nothing can be printed")
_UNREAD = Sentence("the program that reads the output has ended; the rest is left out")
_INTERRUPTED = Sentence("stopped before the end")

AddParser = Callable[..., argparse.ArgumentParser]
CommandFunction = Callable[[argparse.Namespace], int | None]
"""Function that carries out a command. It returns the exit status, or None for 0."""
Run = Callable[[argparse.Namespace], int]


def replace_unencodable_characters() -> None:
    """Make the standard streams write `?` for characters that the terminal's encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def command_imported_later(command: str, *, needs_stdout: bool = True) -> Run:
    """Return a function that imports and runs a command, given as `module:function`.

    If `needs_stdout` is set, the command fails if standard output is closed.
    """

    def run(options: argparse.Namespace) -> int:
        module, _, function = command.partition(":")
        return run_command(
            getattr(import_module(module), function), options, needs_stdout=needs_stdout
        )

    return run


def run_command(
    function: CommandFunction, options: argparse.Namespace, *, needs_stdout: bool = True
) -> int:
    """Run the function of a command, print any error as one line, and return the exit status.

    If `needs_stdout` is set, the command fails if standard output is closed.
    """
    if needs_stdout and sys.stdout is None:
        print_warning(_CLOSED)
        return WRONG_USE
    try:
        if not needs_stdout:
            return function(options) or DONE
        with flush_stdout_at_end():
            return function(options) or DONE
    except RecordError as error:
        told = sentence_text(invalid_record_sentence(error))
        if "json" in options and options.json:
            facts = {"line": error.line, "rule": error.rule, "message": str(error.sentence)}
            told = msgspec.json.encode(facts).decode()
        print_to_stderr(told)
        return WRONG_RECORD
    except OSError as error:
        return report_os_error(error)
    except StoppedByUserError as error:
        print_warning(error.sentence)
        return _STOPPED
    except CompanionError as error:
        print_warning(error.sentence)
        return WRONG_USE
    except KeyboardInterrupt:
        _leave_stdout()
        print_warning(_INTERRUPTED)
        return _STOPPED


def report_os_error(error: OSError) -> int:
    """Print an OSError as one line, and return the exit status.

    From then on, standard output is discarded, because writing to it may have failed.
    """
    _leave_stdout()
    reason = sentence_text(system_reason(error))
    if error.filename:
        reason = f"{error.filename}: {reason}"
    if isinstance(error, BrokenPipeError):
        reason = sentence_text(_UNREAD)
    print_to_stderr(f"meduris: {reason}")
    return WRONG_USE


def invalid_record_sentence(error: RecordError) -> Sentence:
    """Return the message for an invalid record: line number, broken rule and reason."""
    return Sentence(
        "line {line}: {rule}: {reason}",
        {"line": error.line, "rule": error.rule, "reason": error.sentence},
    )


@contextlib.contextmanager
def flush_stdout_at_end() -> Iterator[None]:
    """Flush standard output at the end of the `with` block. Raises OSError."""
    try:
        yield
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def print_sentence(sentence: Sentence) -> None:
    print_line(sentence_text(sentence))


def print_warning(sentence: Sentence) -> None:
    """Print a sentence on standard error, with the program's name before it."""
    print_to_stderr(f"meduris: {sentence_text(sentence)}")


def print_line(line: str) -> None:
    """Print a line. Spaces replace unprintable characters in the line."""
    sys.stdout.write(f"{_one_line(line)}\n")


def print_to_stderr(line: str) -> None:
    """Print a line on standard error. Do nothing if standard error is closed."""
    if sys.stderr is not None:
        sys.stderr.write(f"{_one_line(line)}\n")


class FirstLinesPrinter:
    """Printer that writes its first ten lines to standard error, and only counts the others."""

    def __init__(self) -> None:
        self.line_count = 0

    def print_line(self, line: str) -> None:
        self.line_count += 1
        if not self.has_omitted_lines:
            print_to_stderr(line)

    @property
    def has_omitted_lines(self) -> bool:
        return self.line_count > _FEW


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _leave_stdout() -> None:
    # Otherwise Python would flush standard output at exit, which might fail again.
    if sys.stdout is None:
        return
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
