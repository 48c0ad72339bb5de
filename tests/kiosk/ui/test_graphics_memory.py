import ctypes

from kivy.graphics import Color, Fbo, Rectangle

from kiosk.ui.graphics_memory import release_shader_compiler
from tests.kiosk.touch import the_window

_FREED = 1 << 20
"""Bytes at least; Mesa's software driver lets go of six times that."""


class _Counts(ctypes.Structure):
    """What glibc tells of its memory, in bytes; see mallinfo(3)."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def used() -> int:
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = _Counts
    return int(library.mallinfo2().uordblks)


def draw(tint: float) -> tuple[int, ...]:
    """What is seen of a red rectangle with shaders that were never compiled before."""
    shader = f"$HEADER$\nvoid main() {{ gl_FragColor = vec4({tint}, 0.0, 0.0, 1.0); }}"
    picture = Fbo(size=(4, 4), fs=shader)
    with picture:
        Color(1, 1, 1)
        Rectangle(size=(4, 4))
    picture.draw()
    return tuple(picture.pixels[:3])


def test_what_the_driver_compiled_with_is_freed_and_made_anew_when_it_compiles_again() -> None:
    the_window()
    assert draw(1.0) == (255, 0, 0)
    before = used()
    release_shader_compiler()
    assert before - used() > _FREED
    assert draw(0.0) == (0, 0, 0)
