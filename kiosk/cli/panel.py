"""`meduris panel`: tests the panel in a terminal."""

import argparse
import sys

from companion.errors import CompanionError
from companion.memory.data_folder import chosen_folder
from hardware.opening import open_panel
from hardware.panel_config import read_panel_config
from hardware.panel_console import run_console
from hardware.troubles import PanelError, Trouble
from kiosk.cli.running import say
from kiosk.cli.touchscreen import panel_file
from kiosk.words.language import _
from kiosk.words.texts import sentence_text
from kiosk.words.troubles import fact_text, trouble_advice, trouble_sentence


class _Reader:
    """Translates the texts of the panel test into the language of the command line."""

    def words(self, sentence: str, **gaps: object) -> str:
        """Return the translated sentence with its placeholders filled."""
        return _(sentence, **gaps)

    def fact(self, fact: str) -> str:
        """Return the translation of a fact, such as the name of a lamp."""
        return fact_text(fact)

    def advice(self, trouble: Trouble) -> tuple[str, str]:
        """Return the fault and the advice, both translated."""
        told = trouble_advice(trouble)
        return told.reason, told.advice


def try_panel(options: argparse.Namespace) -> None:
    """Run `meduris panel`. Raises CompanionError if panel.toml cannot be used."""
    try:
        config, ignored = read_panel_config(panel_file(options, chosen_folder(options.data)))
    except PanelError as error:
        raise CompanionError(trouble_sentence(error.trouble)) from error
    if ignored is not None:
        say(f"meduris: {sentence_text(trouble_sentence(ignored))}")
    try:
        run_console(open_panel(config, options.panel), sys.stdin, sys.stdout, _Reader())
    except KeyboardInterrupt:
        sys.stdout.write("\n")
