from collections.abc import Iterable, Sequence

from kivy.graphics.texture import Texture
from kivy.graphics.transformation import Matrix

class Instruction: ...

class InstructionGroup(Instruction):
    children: list[Instruction]
    def add(self, instruction: Instruction) -> None: ...
    def insert(self, index: int, instruction: Instruction) -> None: ...
    def remove(self, instruction: Instruction) -> None: ...
    def length(self) -> int: ...
    def clear(self) -> None: ...

class CanvasBase(InstructionGroup):
    def __enter__(self) -> None: ...
    def __exit__(self, *error: object) -> None: ...

class Canvas(CanvasBase):
    @property
    def before(self) -> CanvasBase: ...
    @property
    def after(self) -> CanvasBase: ...
    def draw(self) -> None: ...

class Color(Instruction):
    r: float
    g: float
    b: float
    a: float
    rgb: Sequence[float]
    rgba: Sequence[float]
    def __init__(self, *rgba: float) -> None: ...

class _Vertices(Instruction):
    texture: Texture | None
    tex_coords: Sequence[float]

class Mesh(_Vertices):
    vertices: Sequence[float]
    indices: Sequence[int]
    mode: str
    def __init__(
        self,
        *,
        vertices: Sequence[float] = ...,
        indices: Sequence[int] = ...,
        mode: str = ...,
        texture: Texture | None = None,
    ) -> None: ...

class Line(_Vertices):
    points: Sequence[float] | Sequence[tuple[float, float]]
    width: float
    def __init__(
        self,
        *,
        points: Iterable[float] | Iterable[tuple[float, float]] = ...,
        circle: tuple[float, ...] = ...,
        ellipse: tuple[float, ...] = ...,
        rounded_rectangle: tuple[float, ...] = ...,
        width: float = 1,
        cap: str = ...,
        joint: str = ...,
        close: bool = False,
    ) -> None: ...

class SmoothLine(Line): ...

class Rectangle(_Vertices):
    pos: Sequence[float]
    size: Sequence[float]
    def __init__(
        self,
        *,
        pos: Sequence[float] = ...,
        size: Sequence[float] = ...,
        texture: Texture | None = None,
        tex_coords: Sequence[float] = ...,
        source: str = ...,
    ) -> None: ...

class BorderImage(Rectangle):
    def __init__(
        self,
        *,
        pos: Sequence[float] = ...,
        size: Sequence[float] = ...,
        texture: Texture | None = None,
        border: Sequence[float] = ...,
    ) -> None: ...

class SmoothRoundedRectangle(Rectangle):
    def __init__(
        self,
        *,
        pos: Sequence[float] = ...,
        size: Sequence[float] = ...,
        radius: Sequence[float] | Sequence[tuple[float, float]] = ...,
    ) -> None: ...

class SmoothEllipse(Rectangle):
    def __init__(self, *, pos: Sequence[float] = ..., size: Sequence[float] = ...) -> None: ...

class PushMatrix(Instruction): ...
class PopMatrix(Instruction): ...

class MatrixInstruction(Instruction):
    matrix: Matrix

class Translate(Instruction):
    x: float
    y: float
    xy: Sequence[float]
    def __init__(self, x: float = 0, y: float = 0, z: float = 0) -> None: ...

class ScissorPush(Instruction):
    x: int
    y: int
    width: int
    height: int
    def __init__(
        self, *, x: int = ..., y: int = ..., width: int = ..., height: int = ...
    ) -> None: ...

class ScissorPop(Instruction): ...

class ClearColor(Instruction):
    def __init__(self, r: float, g: float, b: float, a: float) -> None: ...

class ClearBuffers(Instruction): ...

class Fbo(Canvas):
    size: tuple[int, int]
    texture: Texture
    def __init__(self, *, size: tuple[int, int] = ..., noadd: bool = False) -> None: ...
    def bind(self) -> None: ...
    def release(self) -> None: ...
