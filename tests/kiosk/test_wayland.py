import os
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from kiosk import wayland
from kiosk.wayland import use_sdl_with_wayland

ROOT = Path(__file__).parents[2]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package like the one that brings SDL, ahead of any real one."""
    library = tmp_path / "sdl2dll/dll/libSDL2-2.0.so"
    library.parent.mkdir(parents=True)
    library.write_bytes(b"SDL")
    (tmp_path / "sdl2dll/__init__.py").write_text("raise RuntimeError('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    kivy_in(tmp_path / "site-packages", monkeypatch)
    beside = tmp_path / "site-packages/Kivy.libs/libSDL2-2-d9872e50.0.so.0.3000.7"
    beside.parent.mkdir(parents=True)
    beside.write_bytes(b"SDL")
    return library


def kivy_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Kivy that is installed there."""
    installed = ModuleSpec("kivy", None, is_package=True)
    installed.submodule_search_locations = [str(folder / "kivy")]
    find = wayland.find_spec
    monkeypatch.setattr(
        wayland, "find_spec", lambda name: installed if name == "kivy" else find(name)
    )


def test_where_wayland_is_wanted_the_sdl_that_speaks_it_is_named(library: Path) -> None:
    environment = {"SDL_VIDEODRIVER": "wayland"}
    use_sdl_with_wayland(environment)
    assert environment["SDL_DYNAMIC_API"] == str(library)


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"SDL_VIDEODRIVER": "offscreen"},
        {"SDL_VIDEODRIVER": "x11"},
        {"SDL_VIDEODRIVER": "wayland", "SDL_DYNAMIC_API": "/opt/sdl/another.so"},
    ],
)
def test_otherwise_everything_stays_as_it_is(environment: dict[str, str]) -> None:
    before = dict(environment)
    use_sdl_with_wayland(environment)
    assert environment == before


def test_a_package_without_the_library_names_nothing(library: Path) -> None:
    library.unlink()
    environment = {"SDL_VIDEODRIVER": "wayland"}
    use_sdl_with_wayland(environment)
    assert environment == {"SDL_VIDEODRIVER": "wayland"}


def test_without_the_package_kivy_keeps_the_sdl_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sdl2dll", None)
    environment = {"SDL_VIDEODRIVER": "wayland"}
    use_sdl_with_wayland(environment)
    assert environment == {"SDL_VIDEODRIVER": "wayland"}


@pytest.mark.usefixtures("library")
def test_a_kivy_that_is_linked_with_the_system_s_sdl_is_left_with_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Debian's own one: no library lies beside it."""
    kivy_in(tmp_path / "dist-packages", monkeypatch)
    environment = {"SDL_VIDEODRIVER": "wayland"}
    use_sdl_with_wayland(environment)
    assert environment == {"SDL_VIDEODRIVER": "wayland"}


@pytest.mark.skipif(
    not wayland._brings_its_own_sdl(), reason="this Kivy is linked with the system's SDL"
)
def test_the_app_names_it_before_any_sdl_is_loaded(library: Path, tmp_path: Path) -> None:
    told = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", CONFIGURES],
        env={
            **os.environ,
            "PYTHONPATH": f"{ROOT}:{tmp_path}",
            "SDL_VIDEODRIVER": "wayland",
            "KIVY_HOME": str(tmp_path / "kivy"),
            "KIVY_NO_CONSOLELOG": "1",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == [str(library), "False"]


CONFIGURES = """
import os
from pathlib import Path
from kiosk import process
process.configure(800, 480, fullscreen=False)
print(os.environ["SDL_DYNAMIC_API"])
print("libSDL2" in Path("/proc/self/maps").read_text())
"""
