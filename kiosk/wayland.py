"""The SDL that speaks Wayland, for Kivy to draw with where its own one does not.

Kivy's wheel holds an SDL without Wayland. Every SDL lets a newer one take its place, which the
variable `SDL_DYNAMIC_API` names; a release brings one, in the package pysdl2-dll. A Kivy that is
linked with the system's SDL, as Debian's own one is, is left with that: it speaks Wayland.
"""

from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path

_PACKAGE = "sdl2dll"
_LIBRARY = Path("dll/libSDL2-2.0.so")


def use_sdl_with_wayland(environment: MutableMapping[str, str]) -> None:
    """Name that SDL in `environment` where Wayland is wanted and nobody has named another one.

    With `os.environ` this has to come before Kivy opens its window: SDL looks only once.
    """
    if environment.get("SDL_VIDEODRIVER") != "wayland" or "SDL_DYNAMIC_API" in environment:
        return
    if not _brings_its_own_sdl():
        return
    library = _library()
    if library is not None:
        environment["SDL_DYNAMIC_API"] = str(library)


def _brings_its_own_sdl() -> bool:
    """Whether Kivy comes from a wheel: these have what they are linked with in a folder beside."""
    kivy = find_spec("kivy")
    folders = map(Path, () if kivy is None else kivy.submodule_search_locations or ())
    return any(any(folder.parent.glob("[Kk]ivy.libs/libSDL2-2*")) for folder in folders)


def _library() -> Path | None:
    # Only looked for, not imported: the package changes the environment when it is.
    package = find_spec(_PACKAGE)
    if package is None:
        return None
    folders = map(Path, package.submodule_search_locations or ())
    libraries = (folder / _LIBRARY for folder in folders)
    return next((library for library in libraries if library.is_file()), None)
