"""What of Kivy may become another thing in its next edition is used in few modules, named here.

Everywhere else only this is: the clock, what is drawn with, measures, textures and touches, which
are the same in Kivy 2.3 and in what is to be 3.0 (SDL 3). Whoever brings the app there looks here.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import kiosk

FOLDER = Path(kiosk.__file__).parent

EVERYWHERE = {
    "kivy.clock",
    "kivy.graphics",
    "kivy.graphics.texture",
    "kivy.input.motionevent",
    "kivy.metrics",
}
DOORS = {
    "kivy": {"process"},
    "kivy.animation": {
        *("pages.table.column", "pieces.board", "pieces.points", "pieces.pulse_layer"),
    },
    "kivy.app": {"app", "cli.try_out", "demo", "pages.backup", "trouble"},
    "kivy.base": {"app", "ui.fitted_touches"},
    "kivy.cache": {"ui.graphics_memory"},
    "kivy.config": {"process"},
    "kivy.core.text": {"ui.label"},
    "kivy.core.window": {
        *(
            "app",
            "cli.try_out",
            "first_button",
            "keys",
            "preloading",
            "process",
            "screen_dimmer",
            "service",
            "trouble",
        ),
        *("ui.fitted_touches", "ui.graphics_memory"),
    },
    "kivy.graphics.context": {"app"},
    "kivy.graphics.opengl": {"service", "ui.cached_layer", "ui.sprite_atlas"},
    "kivy.graphics.transformation": {"ui.rotated_view"},
    "kivy.input.factory": {"first_button"},
    "kivy.input.providers.mouse": {"first_button"},
    "kivy.logger": {"app", "service"},
    "kivy.properties": {
        *("pages.table.column", "pieces.board", "pieces.points", "pieces.pulse_layer"),
    },
    "kivy.uix.widget": {"app", "keys", "navigator", "trouble", "ui.rotated_view", "ui.surface"},
}
"""Each part of Kivy that is not used everywhere, and who uses it."""
DRAWN_WITH = {
    *("BorderImage", "Canvas", "CanvasBase", "ClearBuffers", "ClearColor", "Color", "Fbo"),
    *(
        "InstructionGroup",
        "Line",
        "MatrixInstruction",
        "Mesh",
        "PopMatrix",
        "PushMatrix",
        "Rectangle",
    ),
    *("ScissorPop", "ScissorPush", "SmoothEllipse", "SmoothLine", "SmoothRoundedRectangle"),
    "Translate",
}
"""All of `kivy.graphics` that is used anywhere."""


def imported(source: str) -> Iterator[tuple[str, str]]:
    """The parts of Kivy that a module imports, and what of each."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(part), names=names):
                yield from ((part, one.name) for one in names if part.split(".")[0] == "kivy")
            case ast.Import(names=names):
                yield from ((one.name, "") for one in names if one.name.split(".")[0] == "kivy")


def users(folder: Path) -> dict[str, dict[str, set[str]]]:
    """Which modules below a folder use which part of Kivy, and what of it."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in folder.rglob("*.py"):
        name = ".".join(path.relative_to(folder).with_suffix("").parts)
        for part, used in imported(path.read_text(encoding="utf-8")):
            found[part][name].add(used)
    return found


def test_what_may_change_in_kivy_is_used_where_it_is_said_to_be() -> None:
    found = {part: set(modules) for part, modules in users(FOLDER).items()}
    assert {part: found[part] for part in found.keys() - EVERYWHERE} == DOORS


def test_no_more_of_what_is_drawn_with_is_used_than_is_known() -> None:
    used = users(FOLDER)["kivy.graphics"].values()
    assert set[str]().union(*used) == DRAWN_WITH


def test_an_import_within_a_function_counts_too(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text("def draw():\n    from kivy.core.window import Window\n")
    assert users(tmp_path) == {"kivy.core.window": {"new": {"Window"}}}
