"""Language of the command line: reads the option `--lang`, and translates argparse's messages."""

import argparse
import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kiosk.words.language import DOMAIN, LOCALE_FOLDER, mark

ARGPARSE_SAYS = (
    mark("usage: "),
    mark("positional arguments"),
    mark("options"),
    mark("show this help message and exit"),
    mark("%(prog)s: error: %(message)s\n"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("unrecognized arguments: %s"),
    mark("the following arguments are required: %s"),
    mark("one of the arguments %s is required"),
    mark("not allowed with argument %s"),
    mark("ignored explicit argument %r"),
    mark("expected one argument"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("invalid %(type)s value: %(value)r"),
)
"""Messages of argparse, marked for translation. argparse looks up the translations itself."""


class CommandHelpFormatter(argparse.HelpFormatter):
    """Help formatter that lists the commands without a heading."""

    def _format_action(self, action: argparse.Action) -> str:
        formatted = super()._format_action(action)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - it has no public name
            _metavar, _newline, formatted = formatted.partition("\n")
        return formatted


def parse_language_option(arguments: Sequence[str] | None) -> str | None:
    """Return the value of the option `--lang` in `arguments`, or None if it is missing."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--lang")
    try:
        asked: str | None = parser.parse_known_args(arguments)[0].lang
    except argparse.ArgumentError:
        return None  # the full parser reports the error
    return asked


@contextmanager
def argparse_in_language(code: str) -> Iterator[None]:
    """Within the `with` block, make argparse print its messages in the language `code`."""
    gettext.bindtextdomain(DOMAIN, LOCALE_FOLDER)
    gettext.textdomain(DOMAIN)
    before = os.environ.get("LANGUAGE")
    os.environ["LANGUAGE"] = code
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before
