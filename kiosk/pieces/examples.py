"""Pictures that illustrate the rules with fields, rune stones or a stack: data and drawing."""

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

import msgspec
from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp, sp

from companion.pieces import Color, Material, Rune
from companion.state import Building
from kiosk.pieces import drawing, palette
from kiosk.ui import theme
from kiosk.ui.shapes import canvas_points, draw_polygon
from kiosk.ui.surface import Box, Surface

_FIELD = 56
_MOST_WIDTH = 96
_FIELD_GAP = 4
_RIVER = 22
_DRUID = 14
_LABEL = 24
_STONE = 24
_WORKER = 26
_WORKER_WIDTH = 110
_CHIP = 11
_AREAS = (Rune.SPROUT, Rune.EYE)
"""Rune areas of the fields in the left and in the right half of an example."""


class ExampleField(msgspec.Struct, frozen=True):
    """Field in a `FieldsExample`, with its building, if any, and a text written below it."""

    building: Building | None = None
    text_below: str = ""
    is_highlighted: bool = False


class FieldsExample(msgspec.Struct, frozen=True):
    """Example with fields side by side, in clockwise order from left to right.

    `explanation` says in words what the example shows. `druid_path` are the indexes in `fields`,
    from 0, of the fields that the druid walks to. The river is drawn to the left of the field with
    the index `river_index`, or not at all if `river_index` is None.
    """

    fields: tuple[ExampleField, ...]
    explanation: str
    druid_path: tuple[int, ...] = ()
    river_index: int | None = None


class RuneStonesExample(msgspec.Struct, frozen=True):
    """Example with rune stones, each with its points as text.

    `explanation` says in words what the example shows.
    """

    stones: tuple[tuple[Rune, str], ...]
    explanation: str


class EarningsExample(msgspec.Struct, frozen=True):
    """Example with a stack of workers on `plain`, and the chips that each worker earns.

    `workers` has the player and the number of chips of each worker, from top to bottom.
    `explanation` says in words what the example shows.
    """

    workers: tuple[tuple[Color, int], ...]
    plain: Material
    explanation: str


Example = FieldsExample | RuneStonesExample | EarningsExample


def example_height(example: Example) -> float:
    match example:
        case FieldsExample(cells, druid_path=walk):
            way = dp(2 * _DRUID + _FIELD_GAP) if walk else 0
            return way + dp(_FIELD) + (sp(_LABEL) if any(cell.text_below for cell in cells) else 0)
        case RuneStonesExample():
            return dp(2 * _STONE) + sp(_LABEL)
        case EarningsExample(workers):
            return dp(len(workers) * (_WORKER + _FIELD_GAP))
        case _:
            assert_never(example)


def draw_example(paper: Surface, box: Box, example: Example) -> None:
    match example:
        case FieldsExample():
            _draw_fields(example, paper, box)
        case RuneStonesExample(stones):
            width = dp(2 * _STONE)
            for number, (rune, score) in enumerate(stones):
                place = Box(box.x + number * (width + dp(20)), box.y, width, sp(_LABEL))
                with paper.canvas:
                    center = (place.center[0], box.top - dp(_STONE))
                    drawing.draw_rune_stone(rune, center, dp(_STONE), None)
                paper.write(score, place, size=theme.DECISION_TEXT, bold=True, halign="center")
        case EarningsExample():
            rows = box.split_rows((1,) * len(example.workers), dp(_FIELD_GAP))
            for (color, chips), row in zip(example.workers, rows, strict=True):
                x, y = row.x + dp(_WORKER_WIDTH) / 2, row.center[1]
                with paper.canvas:
                    drawing.draw_worker(color, (x, y), dp(_WORKER_WIDTH), row.height)
                    for chip in range(chips):
                        left = row.x + dp(_WORKER_WIDTH + 24) + chip * dp(2 * _CHIP + 6)
                        drawing.draw_chip(example.plain, (left, y), dp(_CHIP))
        case _:
            assert_never(example)


def _draw_fields(example: FieldsExample, paper: Surface, box: Box) -> None:
    count, gap = len(example.fields), dp(_FIELD_GAP)
    river = 0 if example.river_index is None else dp(_RIVER)
    middle = count // 2 if example.river_index is None else example.river_index
    width = min(dp(_MOST_WIDTH), (box.width - river - (count - 1) * gap) / count)
    y = box.top - (dp(2 * _DRUID + _FIELD_GAP) if example.druid_path else 0) - dp(_FIELD)
    places = []
    for number, cell in enumerate(example.fields):
        x = box.x + number * (width + gap) + (river if number >= middle else 0)
        places.append(Box(x, y, width, dp(_FIELD)))
        _draw_field(paper, cell, places[-1], palette.AREAS[_AREAS[number >= middle]])
    with paper.canvas:
        if example.river_index is not None:
            _draw_river(places[example.river_index])
        if example.druid_path:
            _draw_walk([places[stop] for stop in example.druid_path])


def _draw_field(paper: Surface, cell: ExampleField, place: Box, area: theme.Rgb) -> None:
    if cell.is_highlighted:
        paper.fill(theme.BONUS_RED, place, radius=8)
        paper.fill(area, place.inset(dp(3)), radius=6)
    else:
        paper.fill(area, place, radius=8)
    if cell.building is not None:
        size = min(place.width, place.height) * 0.3
        with paper.canvas:
            drawing.draw_building(cell.building.kind, cell.building.owner, place.center, size)
    if cell.text_below:
        label = Box(place.x, place.y - sp(_LABEL), place.width, sp(_LABEL))
        paper.write(cell.text_below, label, size=theme.DECISION_TEXT, bold=True, halign="center")


def _draw_river(behind: Box) -> None:
    x = behind.x - dp(_RIVER + _FIELD_GAP) / 2
    curves = (0, 1, 0, -1) * 2 + (0,)
    step = behind.height / (len(curves) - 1)
    Ink(*theme.RIVER)
    points = [
        part
        for number, curve in enumerate(curves)
        for part in (x + curve * dp(3), behind.y + number * step)
    ]
    SmoothLine(points=points, width=dp(3.5), joint="round", cap="round")


def _draw_walk(stops: Sequence[Box]) -> None:
    radius = dp(_DRUID)
    y = stops[0].top + dp(_FIELD_GAP) + radius
    for start, end in pairwise(stops):
        tip = end.center[0] - dp(4)
        Ink(*theme.INK)
        SmoothLine(points=[start.center[0] + dp(4), y, tip - dp(9), y], width=dp(1.6))
        draw_polygon(canvas_points((tip, y), dp(10), (0, 0), (-1, 0.6), (-1, -0.6)), theme.INK)
    drawing.draw_druid((stops[0].center[0], y), radius)
