"""What is kept in the graphics memory beyond what is shown, and how to let go of it."""

import ctypes

from kivy.cache import Cache
from kivy.core.window import _window_sdl2

from kiosk.ui import cached_layer, sprite_atlas, surface


def forget_kept() -> None:
    """Draw and write all anew that is made from now on: Kivy has lost what was kept."""
    cached_layer.forget_cached()
    sprite_atlas.forget()
    surface.forget_letterings()
    Cache.remove("kv.graphics.texture")  # what Kivy smooths lines with: it keeps them no better


def release_compiler() -> None:
    """Let the driver free what it compiles shaders with: six mebibytes of Mesa's.

    It makes that anew where something is compiled later. Kivy has the call, but not implemented:
    SDL tells where the driver's own is.
    Source: https://registry.khronos.org/OpenGL-Refpages/es2.0/ (glReleaseShaderCompiler).
    """
    # Python's loader finds what a module is linked with by the module.
    sdl = ctypes.CDLL(_window_sdl2.__file__)
    sdl.SDL_GL_GetProcAddress.restype = ctypes.c_void_p
    place = sdl.SDL_GL_GetProcAddress(b"glReleaseShaderCompiler")
    if place is not None:
        ctypes.CFUNCTYPE(None)(place)()
