"""Drops cached drawings after a loss of the graphics memory, and frees the shader compiler."""

import ctypes

from kivy.cache import Cache
from kivy.core.window import _window_sdl2

from kiosk.ui import cached_layer, sprite_atlas, surface


def drop_cached_drawings() -> None:
    cached_layer.drop_shared_pictures()
    sprite_atlas.clear_cache()
    surface.clear_text_cache()
    Cache.remove("kv.graphics.texture")  # Kivy's texture for smooth lines, which is lost as well


def release_shader_compiler() -> None:
    """Free the shader compiler of the graphics driver, which takes six mebibytes in Mesa.

    The driver loads the compiler again when it is needed. The OpenGL function
    glReleaseShaderCompiler is called through SDL, because Kivy declares but does not implement it.
    Source: https://registry.khronos.org/OpenGL-Refpages/es2.0/ (glReleaseShaderCompiler).
    """
    # Python's loader resolves libraries that a module is linked with.
    sdl = ctypes.CDLL(_window_sdl2.__file__)
    sdl.SDL_GL_GetProcAddress.restype = ctypes.c_void_p
    place = sdl.SDL_GL_GetProcAddress(b"glReleaseShaderCompiler")
    if place is not None:
        ctypes.CFUNCTYPE(None)(place)()
