"""Layer with the pieces on the board, drawn as one or two meshes, and the supplies' numbers."""

from collections.abc import Iterator
from itertools import chain

from kivy.graphics import Canvas
from kivy.metrics import dp

from companion.pieces import Material
from kiosk.pieces import drawing, palette
from kiosk.pieces.board_layers import area_color, draw_disc, plain_boxes, rune_stone_points
from kiosk.pieces.picture import BoardPicture
from kiosk.pieces.ring import DISC, HUT, Ring
from kiosk.ui import shapes, theme
from kiosk.ui.shapes import Point
from kiosk.ui.sprite_atlas import PlacedSprite, SpriteMesh, draw_meshes, sprite, sprite_meshes
from kiosk.ui.surface import Box, Surface

_MOST_AHEAD = 64
"""Largest number of pictures prepared in advance; a tap leads to one of them."""


@sprite(theme.LIGHT)
def _asked_first(center: Point, radius: float) -> None:
    """Draw the ring around the hut that the druid visits now."""
    shapes.ring(center, radius * 1.18, theme.LIGHT, dp(2))


@sprite(theme.LIGHT_SOFT)
def _asked_next(center: Point, radius: float) -> None:
    """Draw the ring around a hut that the druid visits later."""
    shapes.ring(center, radius * 1.1, theme.LIGHT_SOFT, dp(1))


class PieceLayer(Surface):
    """Layer with all pieces, the die, and rings around huts that the druid visits."""

    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._ring = ring
        self._shown: object = None
        self._ahead: dict[int, tuple[BoardPicture, list[SpriteMesh]]] = {}
        self._spots = [ring.point(field, DISC) for field in range(1, ring.fields + 1)]
        parts = {plain: plain_boxes(place, ring.side) for plain, place in ring.plains.items()}
        self._stacks = {plain: places for plain, (_name, _supply, places) in parts.items()}
        with self.canvas:
            self._laid = Canvas()
        self._supplies = {
            plain: _Supply(supply, plain) for plain, (_name, supply, _places) in parts.items()
        }
        for supply in self._supplies.values():
            self.add_widget(supply)

    def show(self, picture: BoardPicture) -> None:
        for plain in picture.plains:
            self._supplies[plain.material].show(plain.supply)
        shown = _visible_part(picture)
        if shown == self._shown:
            return
        self._shown = shown
        known, compositions = self._ahead.get(id(picture), (None, []))
        if known is not picture:
            compositions = self._composed(picture)
        self._laid.clear()
        with self._laid:
            draw_meshes(compositions)

    def make_ahead(self, picture: BoardPicture) -> Iterator[None]:
        """Prepare a picture that may be shown next."""
        for plain in picture.plains:
            self._supplies[plain.material].make_ahead(plain.supply)
        if id(picture) in self._ahead or _visible_part(picture) == self._shown:
            return
        if len(self._ahead) == _MOST_AHEAD:
            del self._ahead[next(iter(self._ahead))]
        self._ahead[id(picture)] = picture, self._composed(picture)
        yield

    def _composed(self, picture: BoardPicture) -> list[SpriteMesh]:
        return sprite_meshes(
            chain(
                self._grounds(picture),
                self._runes(picture),
                self._workers(picture),
                self._die(picture),
            ),
            self._buildings(picture),
            self._bonuses(picture),
            self._asked(picture),
        )

    def _grounds(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        radius = self._ring.disc_radius() * 1.02
        for spot, field in zip(self._spots, picture.fields, strict=True):
            if field.building is not None:
                yield draw_disc.placed(
                    spot, radius, theme.mixed(area_color(field), theme.SAND, 0.45)
                )

    def _buildings(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        radius = self._ring.disc_radius() * HUT
        for spot, field in zip(self._spots, picture.fields, strict=True):
            if field.building is not None:
                kind, owner = field.building.kind, field.building.owner
                yield drawing.BUILDINGS[kind].placed(owner, spot, radius)

    def _bonuses(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        ring = self._ring
        radius = ring.disc_radius()
        for spot, field in zip(self._spots, picture.fields, strict=True):
            if field.bonus is None:
                continue
            if field.building is None:
                yield drawing.bonus_chip.placed(field.bonus, spot, radius)
            else:
                beside = ring.point(field.number + 0.33, DISC + 0.018)
                yield drawing.bonus_chip.placed(field.bonus, beside, radius * 0.48)

    def _runes(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        radius = self._ring.side * 0.0235
        middles = rune_stone_points(self._ring, picture)
        for rune, holder in picture.runes:
            if rune in middles:
                yield drawing.rune_stone.placed(rune, middles[rune], radius, holder)

    def _workers(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        for plain in picture.plains:
            for worker, place in zip(plain.workers, self._stacks[plain.material], strict=False):
                yield drawing.worker.placed(worker, place.center, place.width, place.height)

    def _die(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        side = self._ring.side
        if picture.face is not None:
            center = self._ring.die_point
            yield drawing.die.placed(picture.face, center, side * 0.047)

    def _asked(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        radius = self._ring.disc_radius()
        for field in picture.asked[1:]:
            yield _asked_next.placed(self._spots[field - 1], radius)
        for field in picture.asked[:1]:
            yield _asked_first.placed(self._spots[field - 1], radius)


def _visible_part(picture: BoardPicture) -> object:
    stacks = tuple(plain.workers for plain in picture.plains)
    return picture.fields, stacks, picture.runes, picture.face, picture.asked


class _Supply(Surface):
    def __init__(self, box: Box, plain: Material) -> None:
        super().__init__(box)
        self.ground = palette.PLAINS[plain]
        self._shown: int | None = None
        self._aside = Surface(box)

    def show(self, number: int) -> None:
        if number != self._shown:
            self._shown = number
            self.clear()
            self._write_on(self, number)

    def make_ahead(self, number: int) -> None:
        """Render the digits of a number into the cache before the number is shown."""
        if number != self._shown:
            self._write_on(self._aside, number)
            self._aside.clear()

    def _write_on(self, surface: Surface, number: int) -> None:
        size = theme.TITLE_TEXT
        surface.write(
            str(number), self.box, ground=self.ground, size=size, bold=True, halign="right"
        )
