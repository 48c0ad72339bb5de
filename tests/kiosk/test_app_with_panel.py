import json

import pytest

from tests.programs import run_python

_APP = """
import json, sys
from pathlib import Path
from tests.kiosk.touch import configure
configure()
from kivy.config import Config
Config.set("graphics", "rotation", sys.argv[3])
from hardware.panel_config import PanelChoice
from kiosk.app import CompanionApp

opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)

def after_start(navigator):
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window
    told = []
    def tell(_delta):
        front = App.get_running_app().front
        strip, below = front.strip, front.rotated_view.area.y
        told.append({
            "window": list(Window.size),
            "screen": [navigator.box.width, navigator.box.height],
            "below": below,
            "strip": None if strip is None else [strip.box.width, strip.box.height],
            "panel": str(navigator.panel.status.state),
            "reads": sum(name.endswith("panel.toml") for name in opened),
            "screens": len(App.get_running_app().front.children),
        })
    def settled():
        return str(navigator.panel.status.state) != "searching"
    def when(ready, then):
        # Two frames after `ready` for the first time, however long that takes.
        def look(_delta):
            if ready():
                Clock.schedule_once(lambda _delta: Clock.schedule_once(then))
                return False
        Clock.schedule_interval(look, 0.02)
    def end(_delta):
        tell(0)
        print(json.dumps(told))
        App.get_running_app().stop()
    def grow(_delta):
        tell(0)
        Window.size = (1024, 680)
        when(lambda: tuple(Window.size) != small, end)
    small = tuple(Window.size)
    when(settled, grow)

folder = Path(sys.argv[1])
CompanionApp(folder, after_start, panel_choice=PanelChoice(sys.argv[2]), language="en").run()
"""


def run_app(folder, choice: str, rotation: int = 0) -> list[dict]:
    told = run_python("-c", _APP, folder, choice, rotation)
    return json.loads(told.stdout.splitlines()[-1])


def test_the_strip_takes_its_part_of_the_window_and_keeps_it_when_that_grows(tmp_path):
    (tmp_path / "panel.toml").write_text("[lamps]\nbrightness_percent = 30\n", encoding="utf-8")
    small, large = run_app(tmp_path, "simulated")
    for told in (small, large):
        width, height = told["window"]
        assert told["screen"] == [width, height - told["below"]]
        assert told["strip"] == [width, told["below"]]
        assert told["below"] == pytest.approx(height * 64 / 544, abs=1)
        assert told["panel"] == "ready"
        assert told["screens"] == 2
        assert told["reads"] == 1
    assert large["window"] == [1024, 680]


def test_a_wrong_panel_file_is_told_and_the_screen_has_it_all_also_where_it_is_upright(tmp_path):
    (tmp_path / "panel.toml").write_text('panel = "telepathic"\n', encoding="utf-8")
    upright, grown = run_app(tmp_path, "serial", rotation=90)
    assert upright["window"] == [480, 800]
    for told in (upright, grown):
        assert told["screen"] == told["window"]
        assert told["strip"] is None
        assert told["panel"] == "troubled"
