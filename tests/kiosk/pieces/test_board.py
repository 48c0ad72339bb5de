"""The board as it is drawn: once what is printed, then only what has changed."""

from collections.abc import Iterator
from itertools import pairwise
from unittest.mock import patch

import pytest
from kivy.graphics import Mesh
from kivy.metrics import dp
from msgspec.structs import replace

from companion.pieces import FACES, Color, Material, Rune
from companion.state import Druid
from companion.telling.places import DruidPlace, RiverPlace
from kiosk.pieces import board_layers, palette
from kiosk.pieces.board import BoardView
from kiosk.pieces.picture import BoardPicture, board_picture
from kiosk.pieces.ring import Ring
from kiosk.ui import cached_layer, theme
from kiosk.ui.surface import Box
from tests.benchmarks.watching import drawn_instructions
from tests.companion.playing import commands
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.picture_of import colors_of
from tests.kiosk.touch import SIZES, the_window

BOX = Box(0, 0, 480, 480)
AT_REST = 60
"""Graphics instructions of a board, whatever lies on it."""


@pytest.fixture(scope="module", autouse=True)
def window() -> None:
    the_window().resize(SIZES[0], 0)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory) -> list[BoardPicture]:
    app_state = app_state_with_game(tmp_path_factory.mktemp("data"), beginning(3), 0)
    shown = [board_picture(app_state.session.state)]
    for command in commands(beginning(3), 90):
        app_state.session.apply(command)
        shown.append(board_picture(app_state.session.state))
    app_state.close()
    return shown


@pytest.fixture
def board() -> BoardView:
    return BoardView(BOX, lambda _field, _lifted: None, lambda _plain: None)


def seen(board: BoardView) -> bytes:
    board.size = BOX[2:]
    return board.export_as_image().texture.pixels


def test_a_board_is_drawn_with_few_instructions(board, pictures) -> None:
    for picture in pictures[::10]:
        board.show(replace(picture, touched_field=5))
        assert drawn_instructions(board.canvas) <= AT_REST


def test_the_druid_s_temple_is_lit_around_all_of_it(board, pictures) -> None:
    board.show(replace(pictures[0], druid=Druid()))
    with patch.object(board_layers, "SmoothLine") as line:
        board.highlight((DruidPlace(),))
    x, y, wide, high, _corner = line.call_args.kwargs["rounded_rectangle"]
    at, half = board.ring.druid_stone_point(0), board.ring.side * 0.05
    assert x < at[0] - half < at[0] + half < x + wide
    assert y < at[1] - half < at[1] + half < y + high


def test_the_river_is_pointed_out_with_a_line_around_all_of_it(board, pictures) -> None:
    board.show(pictures[30])
    with patch.object(board_layers, "SmoothLine") as line:
        board.highlight((RiverPlace(),))
    points = line.call_args.kwargs["points"]
    xs, ys = points[::2], points[1::2]
    assert line.call_args.kwargs["close"]
    for x, y in board.ring.river_points:
        assert min(xs) < x < max(xs)
        assert min(ys) < y < max(ys)


@pytest.mark.parametrize("side", [320, 480, 720])
@pytest.mark.parametrize("fields", [32, 40])
def test_what_lights_a_field_covers_no_field_s_number(side: int, fields: int) -> None:
    ring = Ring(Box(0, 0, side, side), fields)
    boxes = [ring.number_box(one, dp(8), dp(8)) for one in range(1, fields + 1)]
    for field in range(1, fields + 1):
        outline = ring.field_outline(field)
        for (x, y), (to_x, to_y) in pairwise([*outline, outline[0]]):
            for part in range(20):
                point = (x + (to_x - x) * part / 20, y + (to_y - y) * part / 20)
                assert not any(box.contains(point) for box in boxes), field


def test_a_board_that_was_changed_looks_like_one_that_is_new(board, pictures) -> None:
    for picture in pictures:
        board.show(picture)
    fresh = BoardView(BOX, board.on_field, board.on_plain)
    fresh.show(pictures[-1])
    assert seen(board) == seen(fresh)


@pytest.mark.parametrize(
    "change",
    ["needs", "holder", "supply", "workers", "chosen", "face", "druid", "asked", "pointed"],
)
def test_each_change_is_seen_and_so_is_its_end(board, pictures, change: str) -> None:
    picture = pictures[30]
    field, *fields = picture.fields
    plain, *others = picture.plains
    (rune, holder), *runes = picture.runes
    other = Color.RED if holder is not Color.RED else Color.BLUE
    changed = {
        "needs": replace(
            picture, fields=(replace(field, needs=(Material.WOOD, Material.WOOD)), *fields)
        ),
        "holder": replace(picture, runes=((rune, other), *runes)),
        "supply": replace(picture, plains=(replace(plain, supply=plain.supply + 1), *others)),
        "workers": replace(picture, plains=(replace(plain, workers=(Color.RED,) * 3), *others)),
        "chosen": replace(picture, plains=(replace(plain, chosen=True), *others)),
        "face": replace(picture, die_face=None if picture.die_face else FACES[0]),
        "druid": replace(picture, druid=Druid(field=9)),
        "asked": replace(picture, druid_visits=(3, 4)),
        "pointed": replace(picture, touched_field=7),
    }[change]
    board.show(picture)
    before = seen(board)
    board.show(changed)
    assert seen(board) != before
    board.show(picture)
    assert seen(board) == before


def test_the_line_between_two_areas_is_wider_than_between_two_fields(
    board, pictures, monkeypatch
) -> None:
    tones = dict.fromkeys(palette.AREAS, palette.AREAS[Rune.EYE])
    monkeypatch.setattr(palette, "AREAS", tones)
    cached_layer.drop_shared_pictures()
    board.show(pictures[0])
    cached_layer.drop_shared_pictures()
    color_at, ring = colors_of(board), board.ring
    dark: dict[bool, list[int]] = {True: [], False: []}
    for before, field in pairwise(pictures[0].fields):
        # Between the icons and the disc of a field, only lines are printed.
        steps = (field.number - 0.5 + step / 300 for step in range(-30, 31))
        colors = (color_at(*ring.point(step, 0.395)) for step in steps)
        shades = [tuple(part / 255 for part in color) for color in colors]
        lines = sum(theme.contrast(shade, theme.LINE) < 1.6 for shade in shades)
        dark[field.rune is not before.rune].append(lines)
    assert len(dark[True]) == len(palette.AREAS) - 1
    assert min(dark[True]) > max(dark[False])


def test_in_another_language_a_board_is_printed_anew(board, pictures, monkeypatch) -> None:
    board.show(pictures[0])
    monkeypatch.setattr(board_layers, "piece_name", lambda name: str(name).upper())
    fresh = BoardView(BOX, board.on_field, board.on_plain)
    fresh.show(pictures[0])
    assert seen(fresh) != seen(board)


def test_while_the_druid_walks_nothing_but_his_place_changes(board, pictures) -> None:
    before, after = next(
        (one, other)
        for one, other in pairwise(pictures)
        if one.druid.field and other.druid.field and one.druid != other.druid
    )
    board.show(before)
    board.show(after, walk_from=before.druid.field)
    meshes = [part for part in parts(board.canvas) if isinstance(part, Mesh)]
    board.walk_progress = 0.5
    assert [part for part in parts(board.canvas) if isinstance(part, Mesh)] == meshes
    halfway = seen(board)
    board.finish_walk()
    assert seen(board) != halfway


def parts(instruction: object) -> Iterator[object]:
    yield instruction
    for child in getattr(instruction, "children", ()):
        yield from parts(child)
