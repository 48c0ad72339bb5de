"""The start, as `meduris` goes about it in a process of its own: nothing is loaded too early.

Nor is, in the pauses after it, what hardly anybody needs.
"""

import json
from pathlib import Path

import pytest

from tests.programs import run_python

ROOT = Path(__file__).parents[2]
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


@pytest.fixture(scope="module")
def first_picture(tmp_path_factory: pytest.TempPathFactory) -> dict:
    folder = tmp_path_factory.mktemp("start")
    variables = {"KIVY_HOME": str(folder / "kivy")}
    done = run_python("-c", STARTS, folder / "data", variables=variables)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", NOT_YET)
def test_the_first_picture_waits_for_no_module_that_it_does_not_need(first_picture, name):
    assert "kiosk.pages.start" in first_picture["modules"]
    assert name not in first_picture["modules"]


@pytest.mark.parametrize("name", UNTIL_ASKED_FOR)
def test_the_loaded_pages_take_up_no_memory_for_what_hardly_anybody_needs(first_picture, name):
    assert "kiosk.pages.log" in first_picture["preloaded"]
    assert name not in first_picture["preloaded"]


def test_no_rules_are_read_for_widgets_that_draw_themselves(first_picture):
    assert "label" not in first_picture["rules"]
    assert len(first_picture["rules"]) < 5  # Kivy's window brings one of its own
