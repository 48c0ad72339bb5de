"""The start, as `meduris` goes about it in a process of its own: nothing is loaded too early.

Nor is, in the pauses after it, what hardly anybody needs.
"""

import json

from tests.programs import run_python

STARTS = """
import json, sys
from importlib import import_module
from kiosk import cli, process

configure_kivy = process.configure_kivy

def configure_and_listen(*size, **words):
    configure_kivy(*size, **words)
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.lang import Builder

    def first_picture(_window):
        Window.unbind(on_flip=first_picture)
        told = {"rules": [selector.key for selector, _rule in Builder.rules]}
        told["modules"] = sorted(sys.modules)
        from kiosk.navigator import page_class
        from kiosk.preloading import MODULES
        for name in MODULES:
            import_module(name) if isinstance(name, str) else page_class(name)
        told["preloaded"] = sorted(sys.modules)
        print(json.dumps(told))
        Clock.schedule_once(lambda _delta: App.get_running_app().stop())

    Window.bind(on_flip=first_picture)

process.configure_kivy = configure_and_listen
sys.exit(cli.main(["--lang", "en", "--data", sys.argv[1]]))
"""
NOT_YET = (
    "babel",
    "companion.preview",
    "companion.telling",
    "gpiod",
    "hardware.gpio_panel",
    "importlib.metadata",
    "kiosk.demo",
    "kiosk.pages.board_check",
    "kiosk.pages.table",
    "kiosk.service",
    "kivy.uix.label",
    "secrets",
)
"""What the first picture of a table without a panel does not need."""
UNTIL_ASKED_FOR = (
    "companion.memory.exchange.backup",
    "csv",
    "email",
    "http",
    "kiosk.machine.doctor",
    "segno",
    "xml.sax",
)
"""What takes up mebibytes, and few people ever need at a table, or nobody."""


def test_nothing_is_loaded_before_it_is_needed_and_nothing_ever_that_hardly_anybody_needs(tmp_path):
    variables = {"KIVY_HOME": str(tmp_path / "kivy")}
    done = run_python("-c", STARTS, tmp_path / "data", variables=variables)
    told = json.loads(done.stdout.splitlines()[-1])
    assert "kiosk.pages.start" in told["modules"]
    assert not {*NOT_YET} & {*told["modules"]}
    assert "kiosk.pages.log" in told["preloaded"]
    assert not {*UNTIL_ASKED_FOR} & {*told["preloaded"]}
    assert "label" not in told["rules"], "widgets draw themselves"
    assert len(told["rules"]) < 5  # Kivy's window brings one of its own
