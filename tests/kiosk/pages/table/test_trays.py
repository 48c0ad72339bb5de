"""Each player's tray: what they have to move stands there until they say that they have."""

from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from kivy.metrics import Metrics, dp
from msgspec.structs import replace

from companion import moves
from companion.commands import Roll
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import Bonus, BuildingKind, Chips, Color, Face, Material, Rune, StackPosition
from companion.rules.setup import initial_state
from companion.state import Druid, Phase
from companion.trays import Tray
from kiosk import routes
from kiosk.pages.table.hand import HandWidget
from kiosk.pages.table.layout import table_layout
from kiosk.pages.table.moves import newest_moves_first, row_symbols
from kiosk.pieces import tray as tray_module
from kiosk.pieces.form import RuneStone, Sign
from kiosk.pieces.picture import (
    ArrowInRow,
    DruidPathStoneInRow,
    MarkerInRow,
    TrackSpaceInRow,
    TrayPicture,
    tray_pictures,
)
from kiosk.pieces.tray import HOLD_SECONDS, PlayerTrays, TrayFace, moves_layout, tray_layout
from kiosk.rotation import Rotation
from kiosk.ui.surface import Box, Surface
from kiosk.ui.theme import LARGE_LETTERS, PAPER, PAPER_SHADE
from tests.companion.playing import luck
from tests.kiosk.inspection import every_size
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, all_around, lay_table, state
from tests.kiosk.picture_of import picture_of
from tests.kiosk.robot import moves_in_sight, pieces_in_tray, tap_more
from tests.kiosk.touch import Size, Touchscreen, says
from tests.legal_commands import legal_command

PURPLE, BLUE = Color.PURPLE, Color.BLUE
MANY = 100
"""After so many steps of which nobody ticks a move, as all have to, no tray has room for them."""
SEATS = ((PURPLE, Rotation.NONE), (BLUE, Rotation.HALF))
SIDES = (Rotation.NONE, Rotation.QUARTER)
"""Those opposite each other have trays of the same size."""


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    """Two who sit opposite each other; their workers stand, and the purple one rolls."""
    lay_table(screen, beginning(2), WORKERS, sides=SEATS)
    return screen


def to_move(touch: Touchscreen) -> dict[Color, int]:
    return {color: pieces_in_tray(touch, color) for color in (PURPLE, BLUE)}


def in_tray(touch: Touchscreen, color: Color) -> set[str]:
    """What is written in a tray about what has to be moved."""
    texts = {one.text for one in face_of(touch, color).written_texts}
    return {text for text in texts if text[0] in "?+\N{MINUS SIGN}"}


def play_on(touch: Touchscreen, steps: int) -> None:
    """Let a game go on for so many steps of which nobody ticks a move; all have to be ticked."""
    touch.app_state.set_settings(replace(touch.app_state.settings, tick_all=True))
    session, chance = touch.app_state.session, luck(3)
    for _step in range(steps):
        session.apply(legal_command(session.state, chance))
    touch.navigator.go(routes.Table())


def test_after_a_decision_the_next_question_stands_at_once_and_trays_tell_who_moves_what(touch):
    touch.tap(f"face.{Face.WOOD}")
    assert state(touch).phase is Phase.ACTION
    assert touch.shows("aim.hut")
    assert to_move(touch) == {PURPLE: 2, BLUE: 0}, "purple has two workers on wood"
    assert in_tray(touch, PURPLE) == {"+2"}
    touch.tap("undo")
    assert to_move(touch) == {PURPLE: 2, BLUE: 0}, "only purple knows whether these were taken"
    assert in_tray(touch, PURPLE) == {"?\N{MINUS SIGN}2"}
    touch.tap("tray.purple")
    assert to_move(touch) == {PURPLE: 0, BLUE: 0}, "a tap says that all of it is moved"
    touch.tap("redo", "undo", "redo")
    assert to_move(touch) == {PURPLE: 2, BLUE: 0}
    assert in_tray(touch, PURPLE) == {"+2"}
    touch.tap("tray.purple")
    assert touch.shows("aim.hut"), "the question stays"
    assert not any(one.rows for one in touch.app_state.session.trays())


@pytest.mark.parametrize(("sides", "marked"), [((Rotation.HALF,), True), ((), False)])
@pytest.mark.usefixtures("touch")
def test_where_people_sit_around_them_numbers_in_all_trays_show_where_their_foot_is(
    monkeypatch, sides: tuple[Rotation, ...], *, marked: bool
) -> None:
    """Whoever sits opposite reads 9 where the tray in front says 6."""
    seen = []
    write = Surface.write

    def watched(surface: Surface, text: str, box: Box, **how: object) -> object:
        seen.append((text, how.get("underlined", False)))
        return write(surface, text, box, **how)

    monkeypatch.setattr(Surface, "write", watched)
    tray = purple_tray(moves.MarkerTarget((PURPLE,), 9))
    seats = (Rotation.NONE, *sides)
    boxes = [Box(0, 0, 120, 90)] * len(seats)
    trays = PlayerTrays(boxes, seats, list(Color)[: len(seats)], print, print)
    trays.show([tray] * len(seats))
    assert {is_marked for text, is_marked in seen if text == "9"} == {marked}


def test_more_than_a_tray_holds_opens_in_its_own_place_and_a_tap_settles_what_is_in_sight(touch):
    """Taps at one place came to nothing until the finger had paused for a second."""
    play_on(touch, MANY)
    touch.wait(1)
    places = {key: touch.place(key) for key in ("tray.purple", "tray.blue")}
    asked = touch.page.column.answerable_question
    rows = len(touch.app_state.session.trays()[1].rows)
    shown = face_of(touch, BLUE).visible_moves
    assert says(touch, str(rows - len(shown)))
    seen = [*shown]
    while len(seen) < rows:
        tap_more(touch, BLUE)
        seen += face_of(touch, BLUE).visible_moves
        assert {key: touch.place(key) for key in places} == places
        assert touch.page.column.answerable_question == asked
    assert seen == list(range(rows)), "each move once"
    tap_more(touch, BLUE)
    assert face_of(touch, BLUE).visible_moves == shown, "after the last ones come the first"

    tap_more(touch, BLUE)
    assert face_of(touch, BLUE).visible_moves.start > 0
    for pace in cycle((0.3, 1.0)):
        if not moves_in_sight(touch, BLUE):
            break
        shown, tray = face_of(touch, BLUE).visible_moves, touch.app_state.session.trays()[1]
        told = {*newest_moves_first(tray)[shown.start : shown.stop]}
        # A worker that goes from stack to stack has two rows: it is settled once both were told.
        stacks = {row for row in tray.rows if isinstance(row, moves.StackTarget)}
        touch.wait(pace)
        touch.tap_at_once("tray.blue")
        left = {*touch.app_state.session.trays()[1].rows}
        assert {*tray.rows} - left <= told | stacks
        assert told - stacks <= {*tray.rows} - left
    assert to_move(touch)[BLUE] == 0


@every_size
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_tap_on_any_part_of_the_number_of_further_moves_shows_these(
    tmp_path: Path, size: Size, players: int, side: Rotation
) -> None:
    """In a tray at a side the number has the whole foot, and its middle ticked off other moves."""
    with Touchscreen(tmp_path, size) as touch:
        start = beginning(players)
        lay_table(touch, start, sides=tuple((seat.color, side) for seat in start.players))
        play_on(touch, MANY)
        while not touch.shows("tray.blue"):  # a card for all covers the trays
            play_on(touch, 1)
        face, button = face_of(touch, BLUE), touch.find("tray.blue")
        body = tray_layout(face.box, face.tray.points).body
        number = moves_layout(body, face.tray.moves).hidden_count_box
        before = touch.app_state.session.trays()
        for place in number.split_columns((1, 1, 1), 0):
            shown = face_of(touch, BLUE).visible_moves
            touch.wait(1)
            touch.tap_at(button.box_to_ancestor(touch.page, place.moved(*button.box[:2])).center)
            assert touch.app_state.session.trays() == before
            assert face_of(touch, BLUE).visible_moves != shown


def test_moves_of_the_latest_step_come_first_in_a_tray_the_main_one_before_all() -> None:
    """Whoever comes back to their tray after somebody else's turn sees what that turn brought."""
    way = newest_moves_first(Tray(BLUE, WORKERS_WAY, (2,) * len(WORKERS_WAY)))
    hut = newest_moves_first(Tray(BLUE, HUT, (1,) * len(HUT)))
    assert way == WORKERS_WAY
    assert hut == (HUT[2], *HUT[:2], *HUT[3:])
    both = Tray(BLUE, (*WORKERS_WAY, *HUT), (5,) * len(WORKERS_WAY) + (6,) * len(HUT))
    assert newest_moves_first(both)[: len(HUT)] == hut
    earned = newest_moves_first(Tray(BLUE, HUT, (5, 9, 5, 5, 5, 7)))
    assert earned == (HUT[1], HUT[5], HUT[2], HUT[0], HUT[3], HUT[4])


def face_of(touch: Touchscreen, color: Color) -> TrayFace:
    faces = (one for one in touch.widgets() if isinstance(one, TrayFace))
    return next(face for face in faces if face.tray.color == color)


STONE = RuneStone(Rune.EYE, None)
HUT = (
    moves.ChipsToReturn((BLUE,), Chips.of(Material.WOOD, Material.WOOD)),
    moves.ChipsToReturn((BLUE,), Chips.of(Material.STONE)),
    moves.BuildingToPlace((BLUE,), BuildingKind.HUT, 12),
    moves.RuneToMove((BLUE,), Rune.EYE, None, BLUE),
    moves.DruidToMove((BLUE,), Druid(None, 8), Druid(None, 12)),
    moves.MarkerToMove((BLUE,), 7, 11),
)
WORKERS_WAY = (
    moves.WorkerToMove((BLUE,), Material.WOOD, StackPosition.MIDDLE, Material.STONE),
    moves.ChipsToTake((BLUE,), Chips.of(*[Material.STONE] * 4)),
    moves.ChipsToTake((BLUE,), Chips.of(Material.WOOL)),
    moves.DruidToMove((BLUE,), Druid(0), Druid(2)),
)


@pytest.mark.parametrize(
    ("row", "symbols"),
    [
        # Two rows of the same stone would be read as two stones.
        (moves.RuneToMove((BLUE,), Rune.EYE, PURPLE, BLUE), (PURPLE, ArrowInRow(), STONE)),
        (moves.RuneToMove((PURPLE,), Rune.EYE, PURPLE, BLUE), (STONE, ArrowInRow(), BLUE)),
        (
            moves.DruidToMove((BLUE,), Druid(2), Druid(0)),
            (Sign.DRUID, ArrowInRow(), DruidPathStoneInRow(0)),
        ),
        (moves.MarkerTarget((BLUE,), 8), (MarkerInRow(BLUE), ArrowInRow(), TrackSpaceInRow(8))),
        (
            moves.MarkerToMove((BLUE,), 7, 11),
            (MarkerInRow(BLUE), TrackSpaceInRow(7), ArrowInRow(), TrackSpaceInRow(11)),
        ),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_move_is_shown_by_its_piece_and_by_where_it_comes_from_and_goes(row, symbols) -> None:
    assert row_symbols(row) == symbols


def purple_tray(*rows: moves.Row) -> TrayPicture:
    found = {PURPLE: tuple(map(row_symbols, rows))}
    return tray_pictures(initial_state(beginning(2)), open_chips=False, moves=found)[0]


def tray_boxes(size: Size, *sides: Rotation) -> Iterator[Box]:
    """The box of a tray at each of these sides, with usual letters and with large ones."""
    for players, side, large in product((2, 4), sides, (False, True)):
        Metrics.fontscale = LARGE_LETTERS if large else 1
        place = table_layout(Box(0, 0, *size), players).trays[0]
        yield Box(0, 0, *side.rotated_size(place.width, place.height))


@every_size
def test_no_number_in_a_tray_is_read_as_one_of_other_chips(tmp_path: Path, size: Size) -> None:
    """Not the field of a hut as that of its payment, nor "+2 wood wool" as two of each."""
    hut = moves.BuildingToPlace((BLUE,), BuildingKind.HUT, 14)
    pays = moves.ChipsToReturn((BLUE,), Chips.of(*[Material.WOOD] * 4))
    one, two = Chips.of(Material.WOOL), Chips.of(Material.WOOD, Material.WOOD)
    takes = purple_tray(*(moves.ChipsToTake((PURPLE,), chips) for chips in (two, one)))
    with Touchscreen(tmp_path, size):
        for box in tray_boxes(size, Rotation.NONE):
            face = TrayFace(box, purple_tray(hut, pays))
            grounds = {one.text: one.ground for one in face.written_texts}
            assert grounds["14"] != PAPER == grounds["\N{MINUS SIGN}4"]
            for width in (box.width, box.width / 2):
                face = TrayFace(Box(0, 0, width, box.height), takes)
                said = [one.text for one in face.written_texts if one.ground == PAPER]
                with_a_sign_each = ["+2", "+1"], ["+2", "+"]
                assert said in (*with_a_sign_each, ["+2"], [])
                if width == box.width:
                    assert said in with_a_sign_each, "in a whole tray there is room"


STACKS = tuple(
    moves.StackTarget((BLUE,), plain, (PURPLE, BLUE, Color.RED, BLUE))
    for plain in (Material.WOOD, Material.STONE)
)


UNDONE = tuple(
    moves.UndoIfDone((BLUE,), row)
    for row in (
        moves.ChipsToReturn((BLUE,), Chips.of(*[Material.STONE] * 4)),
        moves.WorkerToMove((BLUE,), Material.WOOD, StackPosition.MIDDLE, Material.STONE),
        moves.MarkerToMove((BLUE,), 11, 7),
    )
)


@every_size
@pytest.mark.parametrize("players", [2, 4])
def test_each_tray_has_its_whole_head_and_all_moves_or_a_true_number_of_the_others(
    tmp_path: Path, size: Size, players: int
) -> None:
    """In every layout, at every seat, with usual letters and with large ones."""
    session, chance = a_session(players), luck(3)
    whole = 0
    with Touchscreen(tmp_path, size):
        where = table_layout(Box(0, 0, *size), players)
        for _again in range(3):
            for _step in range(8):
                session.apply(legal_command(session.state, chance))
            signs = {
                one.color: tuple(map(row_symbols, newest_moves_first(one)))
                for one in session.trays()
            }
            pictures = tray_pictures(session.state, open_chips=False, moves=signs)
            for large, side in product((False, True), SIDES):
                Metrics.fontscale = LARGE_LETTERS if large else 1
                box = Box(0, 0, *side.rotated_size(*where.trays[0][2:]))
                for tray in pictures:
                    face = TrayFace(box, tray)
                    texts = [one.text for one in face.written_texts]
                    left = (tray.huts_left, tray.temples_left, tray.runes)
                    assert texts[:4] == [tray.name, *map(str, left)]
                    rest = len(tray.moves) - len(face.visible_moves)
                    counted = [one.text for one in face.written_texts if one.ground == PAPER_SHADE]
                    said = ({str(rest)}, {f"{rest} more"}) if rest else (set(),)
                    assert set(counted) in said
                    if tray.moves:
                        assert face.visible_moves, (side, large, tray.moves)
                    whole += not rest
    assert whole


PIECES = (
    moves.BonusToRemove((BLUE,), Bonus.POINTS, 4),
    moves.BuildingToPlace((BLUE,), BuildingKind.HUT, 4),
    moves.BuildingToRemove((BLUE,), BuildingKind.TEMPLE, 12),
    moves.WorkerToPlace((BLUE,), Material.WOOL),
    moves.RuneToMove((PURPLE,), Rune.EYE, PURPLE, BLUE),
    moves.DruidToMove((BLUE,), Druid(2), Druid(0)),
    moves.DieToMove((BLUE,), 5),
)


@every_size
@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("rows", [HUT, WORKERS_WAY, STACKS, UNDONE, PIECES])
def test_pieces_and_numbers_are_drawn_within_their_places(
    tmp_path: Path, size: Size, rows: tuple[moves.Row, ...]
) -> None:
    """Only the smoothed edges of a sign may reach a pixel farther."""
    edge = 1
    with Touchscreen(tmp_path, size) as touch:
        for row, width in product(rows, (70, 100, 148)):
            tray = purple_tray(row)
            face = TrayFace(Box(0, 0, round(dp(width)), round(dp(130))), tray)
            face.size = face.box[2:]
            touch.navigator.add_widget(face)
            touch.draw()
            texture: Any = picture_of(face)
            body = tray_layout(face.box, tray.points).body
            (parts,) = moves_layout(body, tray.moves).moves
            across, pixels = texture.width, texture.pixels
            places = [part.box.inset(-edge) for part in parts]
            inner = body.inset(2, dp(7))  # without its round corners
            for y in range(round(inner.y), round(inner.top)):
                for x in range(round(inner.x), round(inner.right)):
                    start = 4 * (y * across + x)
                    seen = pixels[start : start + 3]
                    inked = any(
                        abs(255 * one - two) > 8 for one, two in zip(PAPER, seen, strict=True)
                    )
                    held = any(place.contains((x + 0.5, y + 0.5)) for place in places)
                    assert held or not inked, (row, x, y, parts)
            face.destroy()


LEAST = 22
"""Least width of signs of moves, in dp."""


@every_size
def test_moves_change_nothing_of_a_trays_head_and_have_signs_that_can_be_read(
    tmp_path: Path, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []
    draw = tray_module._draw_part

    def watched(part: object, center: object, letters: object, ink: object) -> None:
        drawn.append(letters.radius)
        draw(part, center, letters, ink)

    monkeypatch.setattr(tray_module, "_draw_part", watched)

    def head(box: Box, *rows: moves.Row) -> list[Box]:
        face = TrayFace(box, purple_tray(*rows))
        return [one.text_box for one in face.written_texts if one.is_name]

    with Touchscreen(tmp_path, size):
        for box in tray_boxes(size, *SIDES):
            empty = head(box)
            assert len(empty) == 1, box
            for rows in (HUT, WORKERS_WAY, STACKS, UNDONE):
                assert head(box, *rows) == empty, box
    assert drawn
    assert 2 * min(drawn) >= LEAST * Metrics.density


def a_session(players: int) -> Session:
    """A game that nobody saves, in which every move has to be ticked."""
    unsaved = Journal.open_for_reading(Path())
    session = Session.begin(unsaved, beginning(players), save=lambda _rows, _result, told: told(1))
    session.game.trays.settle_only_by_taps = True
    return session


def test_a_tap_on_an_empty_tray_tells_how_its_owner_stands_and_leads_to_a_correction(touch):
    touch.tap("tray.blue")
    assert says(touch, "Still to build: huts 12, temples 2")
    assert not says(touch, "Why not?")
    touch.tap("tray.blue")
    assert touch.shows("roll")
    touch.tap("tray.blue", "correct")
    assert touch.name == "correct"
    assert says(touch, touch.app_state.session.state.player(BLUE).name)


@pytest.mark.parametrize("is_same_tray", [False, True])
def test_who_taps_a_tray_that_was_just_emptied_gets_no_card(screen, *, is_same_tray: bool) -> None:
    """A rune stone goes from one to the other, and both say so, or one of them taps twice."""
    loser, winner = rune_stone_moves(screen)
    screen.navigator.go(routes.Table())
    assert pieces_in_tray(screen, loser) == pieces_in_tray(screen, winner) == 1
    asked = screen.page.column.answerable_question
    screen.wait(1)
    screen.tap(f"tray.{loser}")
    assert pieces_in_tray(screen, winner) == 0
    screen.wait(1)
    emptied = loser if is_same_tray else winner
    screen.tap(f"tray.{emptied}")
    assert screen.page.column.answerable_question == asked
    screen.wait(3)
    screen.tap(f"tray.{emptied}")
    assert screen.page.column.answerable_question != asked


def rune_stone_moves(touch: Touchscreen) -> tuple[Color, Color]:
    """A game until a rune stone goes from one to another and nothing else is to move of theirs."""
    session, chance = touch.app_state.begin_game(beginning(2)), luck(3)
    for _step in range(MANY):
        session.apply(legal_command(session.state, chance))
        trays = {one.color: one.rows for one in session.trays()}
        moved = [
            row for rows in trays.values() for row in rows if isinstance(row, moves.RuneToMove)
        ]
        for one in moved:
            if one.source is not None and one.target is not None:
                for color, rows in trays.items():
                    session.mark_done(color, [row for row in rows if row not in moved])
                return one.source, one.target
        session.mark_all_done()
    raise ValueError("no rune stone changes hands")


def test_a_finger_that_rests_on_a_tray_shows_its_owners_hand_and_leaves_an_open_eye(touch):
    touch.tap(f"face.{Face.WOOD}")
    hidden = touch.texts()
    with touch.held("tray.purple"):
        touch.wait(HOLD_SECONDS + 0.1)
        assert touch.texts()[-4:] == list(map(str, state(touch).player(PURPLE).hand.counts))
        assert face_of(touch, PURPLE).tray.hand_was_seen, "already while it is shown"
    assert touch.texts() == hidden
    assert to_move(touch)[PURPLE] == 2, "that was no tap"
    assert not face_of(touch, BLUE).tray.hand_was_seen
    session, chance = touch.app_state.session, luck(3)
    while state(touch).turn < 3:
        session.apply(legal_command(session.state, chance))
        touch.navigator.go(routes.Table())
        assert face_of(touch, PURPLE).tray.hand_was_seen is (state(touch).turn < 3), (
            "until their next turn"
        )
    assert state(touch).whose_turn is PURPLE
    touch.app_state.set_settings(replace(touch.app_state.settings, open_chips=True))
    touch.navigator.go(routes.Table())
    with touch.held("tray.purple"):
        touch.wait(HOLD_SECONDS + 0.1)
    assert not face_of(touch, PURPLE).tray.hand_was_seen, "not where chips lie openly"


@every_size
def test_a_hand_that_is_looked_at_covers_neither_the_price_nor_the_trays(screen) -> None:
    start = beginning(4)
    lay_table(screen, start, sides=all_around(start))
    screen.page.decide(Roll(by=state(screen).decider, face=Face.WOOL))
    screen.tap_field(1)
    told = [screen.page.column.card_box, *table_layout(screen.page.box, 4).trays]
    for color in state(screen).colors:
        with screen.held(f"tray.{color}"):
            screen.wait(HOLD_SECONDS + 0.1)
            (shown,) = (one for one in screen.widgets() if isinstance(one, HandWidget))
            place = shown.box_to_ancestor(screen.page, shown.box)
            assert not any(place.overlaps(other) for other in told)


def test_a_finger_that_came_before_the_moves_does_not_say_that_they_are_made(touch):
    with touch.held("tray.purple"):
        touch.page.decide(Roll(by=PURPLE, face=Face.WOOD))
        touch.step()
    assert to_move(touch)[PURPLE] == 2
    touch.tap("tray.purple", "undo")
    touch.tap_at_once("tray.purple")
    assert to_move(touch)[PURPLE] == 2, "nobody reads that quickly"
    touch.wait(1)
    touch.tap("tray.purple")
    assert to_move(touch)[PURPLE] == 0


def test_a_tray_is_drawn_anew_only_where_something_of_it_has_changed(touch):
    def faces() -> dict[Color, TrayFace]:
        return {color: face_of(touch, color) for color in (PURPLE, BLUE)}

    before = faces()
    touch.tap_plain(Material.COPPER)
    touch.tap("back", "menu", "back")
    assert faces() == before
    touch.tap(f"face.{Face.WOOD}")
    assert [faces()[color] is before[color] for color in (PURPLE, BLUE)] == [False, True]
    between = faces()
    touch.tap("tray.purple")
    assert [faces()[color] is between[color] for color in (PURPLE, BLUE)] == [False, True]
