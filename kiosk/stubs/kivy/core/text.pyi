from typing import Any

from kivy.graphics.texture import Texture

class _Word:
    text: str
    lw: int

class _Line:
    w: int
    words: list[_Word]
    line_wrap: bool
    is_last_line: bool

class Label:
    text: str
    texture: Texture
    options: dict[str, Any]
    _cached_lines: list[_Line]
    def __init__(
        self,
        text: str = "",
        *,
        font_size: float = ...,
        bold: bool = False,
        **options: Any,
    ) -> None: ...
    def render(self, real: bool = False) -> tuple[int, int]: ...
    @property
    def size(self) -> tuple[int, int]: ...
    def get_extents(self, text: str) -> tuple[int, int]: ...
    def refresh(self) -> None: ...
    def _texture_fill(self, texture: Texture) -> None: ...
