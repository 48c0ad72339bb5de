"""What somebody thinks of without deciding it: a building, or a worker that moves; no Kivy."""

import msgspec

from companion.pieces import BuildingKind, Color, Material


class Building(msgspec.Struct, frozen=True):
    """A building on a field of the ring; `builder` None: of whoever's turn it is.

    `page` counts from 0: what comes of it may need several.
    """

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None
    page: int = 0


class Worker(msgspec.Struct, frozen=True):
    """A worker of a plain, at `level` from 1 at the bottom, who goes to another one.

    `level` None: the topmost; `target` None: the first plain that has room. `page` as above.
    """

    plain: Material
    level: int | None = None
    target: Material | None = None
    page: int = 0


Thought = Building | Worker
