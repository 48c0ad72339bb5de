from collections.abc import Callable

class Texture:
    size: tuple[int, int]
    width: int
    height: int
    mag_filter: str
    min_filter: str
    tex_coords: tuple[float, ...]
    @property
    def id(self) -> int: ...
    @staticmethod
    def create(
        size: tuple[int, int] = ...,
        colorfmt: str = ...,
        bufferfmt: str = ...,
    ) -> Texture: ...
    def add_reload_observer(self, callback: Callable[[Texture], object]) -> None: ...
    def ask_update(self, callback: Callable[[Texture], object]) -> None: ...
    def bind(self) -> None: ...
    def blit_buffer(
        self,
        pbuffer: bytes | bytearray,
        size: tuple[int, int] | None = None,
        colorfmt: str = ...,
        bufferfmt: str = ...,
        pos: tuple[int, int] = ...,
    ) -> None: ...
    def get_region(self, x: float, y: float, width: float, height: float) -> Texture: ...
