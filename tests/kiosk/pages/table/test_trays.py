"""Each player's tray: what they have to move stands there until they say that they have."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from kivy.metrics import Metrics
from msgspec.structs import replace

from companion import moves
from companion.commands import Roll
from companion.game import start
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import BuildingKind, Chips, Color, Face, Material, Rune, Storey
from companion.state import Druid, Phase
from kiosk import routes
from kiosk.pages.table.draft import InTray
from kiosk.pages.table.moves import tray_signs
from kiosk.pages.table.places import places
from kiosk.pieces.picture import MarkerPart, Onto, TrackPart, tray_pictures
from kiosk.pieces.tray import HOLD_SECONDS, TrayFace, Trays
from kiosk.rotation import Rotation
from kiosk.ui.surface import Box, Surface
from kiosk.ui.theme import LARGE_LETTERS
from kiosk.words.language import _, languages, use_language
from kiosk.words.moves import Picture, Piece
from tests.companion.playing import luck
from tests.kiosk.inspection import every_size
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.robot import card_side, pieces_in_tray
from tests.kiosk.touch import Size, Touchscreen, says
from tests.legal_commands import legal_command

PURPLE, BLUE = Color.PURPLE, Color.BLUE
MANY = 100
"""After so many steps of which nobody ticks a move, as all have to, no tray has room for them."""
SEATS = ((PURPLE, Rotation.NONE), (BLUE, Rotation.HALF))


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """Two who sit opposite each other; their workers stand, and the purple one rolls."""
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS)
        touch.app_state.set(replace(touch.app_state.settings, sides=SEATS))
        for color in (PURPLE, BLUE):
            touch.app_state.session.settle(color)
        touch.navigator.go(routes.Table())
        yield touch


def to_move(touch: Touchscreen) -> dict[Color, int]:
    return {color: pieces_in_tray(touch, color) for color in (PURPLE, BLUE)}


def in_tray(touch: Touchscreen, color: Color) -> set[str]:
    """What is written in a tray about what has to be moved."""
    faces = (face for face in touch.widgets() if isinstance(face, TrayFace))
    face = next(face for face in faces if face.tray.color == color)
    texts = {one.text for one in face.inscriptions}
    return {text for text in texts if text[0] in "?+\N{MINUS SIGN}"}


def play_on(touch: Touchscreen, steps: int) -> None:
    """Let a game go on for so many steps of which nobody ticks a move; all have to be ticked."""
    touch.app_state.set(replace(touch.app_state.settings, tick_all=True))
    session, chance = touch.app_state.session, luck(3)
    for _step in range(steps):
        session.apply(legal_command(session.state, chance))
    touch.navigator.go(routes.Table())


def test_after_a_decision_the_next_question_stands_at_once_and_trays_tell_who_moves_what(touch):
    touch.tap(f"face.{Face.WOOD}")
    assert state(touch).phase is Phase.ACTION
    assert touch.shows("aim.hut")
    assert to_move(touch) == {PURPLE: 2, BLUE: 0}, "purple has two workers on wood"
    assert says(touch, "+2")


def test_a_tap_on_a_tray_says_that_all_of_it_is_moved(touch):
    touch.tap(f"face.{Face.WOOD}", "tray.purple")
    assert to_move(touch) == {PURPLE: 0, BLUE: 0}
    assert touch.shows("aim.hut"), "the question stays"
    assert not any(one.rows for one in touch.app_state.session.trays())


def test_what_was_moved_is_put_back_after_an_undo(touch):
    touch.tap(f"face.{Face.WOOD}", "tray.purple", "undo")
    assert to_move(touch) == {PURPLE: 2, BLUE: 0}
    assert in_tray(touch, PURPLE) == {"\N{MINUS SIGN}2"}


def test_what_was_undone_before_anybody_ticked_it_stands_there_with_a_question_mark(touch):
    """Only purple knows whether the chips were taken."""
    touch.tap(f"face.{Face.WOOD}", "undo")
    assert to_move(touch) == {PURPLE: 2, BLUE: 0}
    assert in_tray(touch, PURPLE) == {"?\N{MINUS SIGN}2"}
    touch.tap("tray.purple")
    assert to_move(touch) == {PURPLE: 0, BLUE: 0}
    touch.tap("redo", "undo", "redo")
    assert to_move(touch) == {PURPLE: 2, BLUE: 0}
    assert in_tray(touch, PURPLE) == {"+2"}


def test_where_everything_is_ticked_what_was_undone_unticked_is_not_told(touch):
    touch.app_state.set(replace(touch.app_state.settings, tick_all=True))
    touch.tap(f"face.{Face.WOOL}", "undo", f"face.{Face.WOOD}", "undo")
    assert to_move(touch) == {PURPLE: 0, BLUE: 0}


def test_each_tray_is_turned_to_its_owner_and_lies_where_it_lay(touch):
    def lies(color: Color) -> tuple[object, bool]:
        tap = touch.find(f"tray.{color}")
        corner = tap.parent.to_parent(0, 0)
        return touch.place(f"tray.{color}"), corner[0] > touch.place(f"tray.{color}").center[0]

    first = {color: lies(color) for color in (PURPLE, BLUE)}
    assert [upside_down for _place, upside_down in first.values()] == [False, True]
    for steps in (5, 20, 60):
        play_on(touch, steps)
        assert {color: lies(color) for color in (PURPLE, BLUE)} == first


@pytest.mark.parametrize(("sides", "marked"), [((Rotation.HALF,), True), ((), False)])
def test_where_people_sit_around_them_numbers_in_all_trays_show_where_their_foot_is(
    touch, monkeypatch, sides: tuple[Rotation, ...], *, marked: bool
) -> None:
    """Whoever sits opposite reads 9 where the tray in front says 6."""
    seen = []
    write = Surface.write

    def watched(surface: Surface, text: str, box: Box, **how: object) -> object:
        seen.append((text, how.get("underlined", False)))
        return write(surface, text, box, **how)

    monkeypatch.setattr(Surface, "write", watched)
    (tray, _other) = tray_pictures(
        state(touch), open_chips=False, moves={PURPLE: (((MarkerPart(PURPLE), TrackPart(9)),), 1)}
    )
    seats = (Rotation.NONE, *sides)
    boxes = [Box(0, 0, 120, 90)] * len(seats)
    trays = Trays(boxes, seats, list(Color)[: len(seats)], print, print)
    trays.show([tray] * len(seats))
    assert {is_marked for text, is_marked in seen if text == "9"} == {marked}


def test_more_than_a_tray_holds_is_ticked_row_by_row_on_a_card_that_faces_its_owner(touch):
    play_on(touch, MANY)
    touch.tap("tray.blue")
    assert card_side(touch) is Rotation.HALF
    rows = next(one.rows for one in touch.app_state.session.trays() if one.color is BLUE)
    assert len(rows) > 3
    touch.tap("move.0", "move.1", "move.1", "back")
    left = next(one.rows for one in touch.app_state.session.trays() if one.color is BLUE)
    assert left == rows[1:], "one was ticked, another was ticked and unticked"
    touch.tap("tray.blue")
    while not touch.shows("moves.done"):
        touch.tap("more")
    touch.tap("moves.done")
    assert to_move(touch)[BLUE] == 0


def test_that_all_is_done_is_said_on_the_last_page_and_the_tray_counts_what_is_not_ticked(touch):
    """Who says it on the first one has not read the others."""
    play_on(touch, MANY)
    before = pieces_in_tray(touch, BLUE)
    touch.tap("tray.blue")
    assert touch.shows("more")
    assert not touch.shows("moves.done")
    touch.tap("move.0")
    assert pieces_in_tray(touch, BLUE) < before
    rows = next(one.rows for one in touch.app_state.session.trays() if one.color is BLUE)
    seen = 1
    while not touch.shows("moves.done"):
        touch.tap("more")
        seen += 1
    assert touch.shows(f"move.{len(rows) - 1}")
    assert seen > 1


@every_size
@pytest.mark.parametrize("side", [Rotation.NONE, Rotation.QUARTER])
def test_a_list_has_the_fewest_pages_and_no_more_with_large_letters_whoever_reads_it(
    tmp_path: Path, size: Size, side: Rotation
) -> None:
    """Nor does a page hold only its foot: that all is done is said below the last rows.

    Who sits opposite has the same room.
    """
    with Touchscreen(tmp_path, size) as touch:
        lay_table(touch, beginning(4))
        settings = replace(touch.app_state.settings, tick_all=True)
        sides = tuple((color, side) for color in state(touch).colors)
        touch.app_state.set(settings)
        session, chance = touch.app_state.session, luck(3)
        numbers = []
        for steps in (12, 36):
            for _step in range(steps):
                session.apply(legal_command(session.state, chance))
            mover, rows = max(((one.color, one.rows) for one in session.trays()), key=_number)
            pages = {}
            for code, large in product(languages(), (False, True)):
                use_language(code)
                touch.app_state.set(replace(settings, sides=sides, large_letters=large))
                touch.navigator.go(routes.Table())
                pages[code, large] = _pages_of_list(touch, mover)
            assert len({*map(len, pages.values())}) == 1, pages
            for some in pages.values():
                assert all(some), "a page without a row"
                assert sum(some) == len(rows)
                assert len(some) == 1 or len(rows) > _ON_A_PAGE, (len(rows), pages)
            numbers.append(len(rows))
        assert numbers[0] <= _ON_A_PAGE < numbers[1]


_ON_A_PAGE = 9
"""So many rows of moves stand on one page at every seat."""


def _number(tray: tuple[Color, tuple[moves.Row, ...]]) -> int:
    return len(tray[1])


def _pages_of_list(touch: Touchscreen, color: Color) -> list[int]:
    """How many rows each page of a player's list has."""
    touch.page.point(InTray(color))
    pages = []
    while True:
        pages.append(sum(one.key.startswith("move.") for one in touch.taps()))
        if touch.shows("moves.done"):
            return pages
        touch.tap("more")


def test_a_rune_stone_shows_who_loses_it_and_who_takes_it() -> None:
    """Two rows of the same stone would be read as two stones."""
    stone = Picture(Piece.RUNE, Rune.EYE)
    for who, shown in (
        (BLUE, (PURPLE, Onto(), stone)),
        (PURPLE, (stone, Onto(), BLUE)),
    ):
        assert tray_signs([moves.RuneMoved((who,), Rune.EYE, PURPLE, BLUE)]) == ((shown,), 1)


def test_a_marker_that_nobody_knows_the_place_of_shows_where_it_has_to_stand() -> None:
    shown = (MarkerPart(BLUE), Onto(), TrackPart(8))
    assert tray_signs([moves.MarkerNow((BLUE,), 8)]) == ((shown,), 1)


HUT = (
    moves.ChipsReturned((BLUE,), Chips.of(Material.WOOD, Material.WOOD)),
    moves.ChipsReturned((BLUE,), Chips.of(Material.STONE)),
    moves.BuildingUp((BLUE,), BuildingKind.HUT, 12),
    moves.RuneMoved((BLUE,), Rune.EYE, None, BLUE),
    moves.DruidMoved((BLUE,), Druid(None, 8), Druid(None, 12)),
    moves.MarkerMoved((BLUE,), 7, 11),
)
WORKERS_WAY = (
    moves.WorkerMoved((BLUE,), Material.WOOD, Storey.MIDDLE, Material.STONE),
    moves.ChipsTaken((BLUE,), Chips.of(*[Material.STONE] * 4)),
    moves.ChipsTaken((BLUE,), Chips.of(Material.WOOL)),
    moves.DruidMoved((BLUE,), Druid(0), Druid(2)),
)


STACKS = tuple(
    moves.StackNow((BLUE,), plain, (PURPLE, BLUE, Color.RED, BLUE))
    for plain in (Material.WOOD, Material.STONE)
)


UNDONE = tuple(
    moves.IfDone((BLUE,), row)
    for row in (
        moves.ChipsReturned((BLUE,), Chips.of(*[Material.STONE] * 4)),
        moves.WorkerMoved((BLUE,), Material.WOOD, Storey.MIDDLE, Material.STONE),
        moves.MarkerMoved((BLUE,), 11, 7),
    )
)


@every_size
@pytest.mark.parametrize(
    "rows", [HUT, WORKERS_WAY, STACKS, UNDONE], ids=["hut", "worker", "stacks", "undone"]
)
def test_the_head_of_a_tray_is_the_same_whatever_has_to_be_moved(
    tmp_path: Path, size: Size, rows: tuple[moves.Row, ...]
) -> None:
    signs, pieces = tray_signs(rows)
    with Touchscreen(tmp_path, size) as touch:
        lay_table(touch, beginning(2), WORKERS)
        (empty, _other) = tray_pictures(state(touch), open_chips=False, moves={})
        (tray, _other) = tray_pictures(
            state(touch), open_chips=False, moves={PURPLE: (signs, pieces), BLUE: (signs, pieces)}
        )
        for players, side in product((2, 3, 4), Rotation):
            for place in places(Box(0, 0, *size), players).trays:
                box = Box(0, 0, *side.size(place.width, place.height))
                heads = [
                    [one.extent for one in TrayFace(box, shown).inscriptions if one.is_name]
                    for shown in (empty, tray)
                ]
                assert len(heads[0]) == 1, (players, place, side)
                assert heads[0] == heads[1], (players, place, side)


@every_size
@pytest.mark.parametrize(
    "rows", [HUT, WORKERS_WAY, STACKS, UNDONE], ids=["hut", "worker", "stacks", "undone"]
)
def test_a_tray_shows_all_that_has_to_be_moved_or_how_much_more_there_is(
    tmp_path: Path, size: Size, rows: tuple[moves.Row, ...]
) -> None:
    signs, pieces = tray_signs(rows)
    with Touchscreen(tmp_path, size) as touch:
        lay_table(touch, beginning(2), WORKERS)
        (tray, _other) = tray_pictures(
            state(touch), open_chips=False, moves={PURPLE: (signs, pieces), BLUE: (signs, pieces)}
        )
        whole = 0
        for players, side in product((2, 3, 4), Rotation):
            for place in places(Box(0, 0, *size), players).trays:
                face = TrayFace(Box(0, 0, *side.size(place.width, place.height)), tray)
                rest = [one.text for one in face.inscriptions if one.text.startswith("…")]
                assert rest == ([f"… +{face.more}"] if face.more else []), (players, place, side)
                whole += not face.more
        assert whole


LEAST = {False: 22, True: 26}
"""How wide the signs of what has to be moved are at least, in dp; with large letters, too."""


@every_size
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_sign_of_what_has_to_be_moved_is_too_small_to_be_read_and_the_rest_is_a_number(
    tmp_path: Path, size: Size, players: int
) -> None:
    session = a_session(players)
    chance = luck(3)
    fits = 0
    with Touchscreen(tmp_path, size):
        where = places(Box(0, 0, *size), players)
        for _again in range(4):
            for _step in range(8):
                session.apply(legal_command(session.state, chance))
            signs = {one.color: tray_signs(one.rows) for one in session.trays() if one.rows}
            pictures = tray_pictures(session.state, open_chips=False, moves=signs)
            sides = (Rotation.NONE, Rotation.QUARTER)
            for large, side, area in product((False, True), sides, {where.trays, where.low}):
                Metrics.fontscale = LARGE_LETTERS if large else 1
                box = Box(0, 0, *side.size(*area[0][2:]))
                for tray in (one for one in pictures if one.pieces):
                    face = TrayFace(box, tray)
                    texts = [one.text for one in face.inscriptions]
                    rest = [text for text in texts if text.startswith("…")]
                    assert bool(rest) == bool(face.more), texts
                    whole, beside_one = f"… +{face.more}", f"… +{face.more - 1}"
                    assert face.more == 0 or rest[0] in {"…", whole, beside_one}
                    if None not in tray.moves:
                        # Rather than tell less, large letters have signs as usual ones have.
                        assert face.sign >= LEAST[False] * Metrics.density - 1
                        fits += face.more == 0
    assert fits


def a_session(players: int) -> Session:
    """A game that nobody saves, in which every move has to be ticked."""
    unsaved = Journal.open_for_reading(Path())
    session = Session.begin(unsaved, beginning(players), save=lambda _rows, _result, told: told(1))
    session.game.trays.everything_ticked = True
    return session


@every_size
def test_german_trays_say_what_a_tap_means_wherever_french_ones_do(
    tmp_path: Path, size: Size
) -> None:
    signs = tray_signs(HUT[:2])
    told: dict[str, list[bool]] = {}
    with Touchscreen(tmp_path, size):
        for code, large, players in product(("de", "fr"), (False, True), (2, 3, 4)):
            use_language(code)
            Metrics.fontscale = LARGE_LETTERS if large else 1
            tap = _("tap: done")
            moving = {BLUE: signs}
            started = start(beginning(players))
            pictures = tray_pictures(started, open_chips=False, moves=moving, tap=tap)
            tray = next(one for one in pictures if one.pieces)
            for place, side in product(places(Box(0, 0, *size), players).trays[:1], Rotation):
                face = TrayFace(Box(0, 0, *side.size(*place[2:])), tray)
                told.setdefault(code, []).append(tap in [one.text for one in face.inscriptions])
    assert told["de"] == told["fr"]
    assert any(told["de"])


def test_a_marker_goes_from_place_to_place_on_the_point_track_and_onto_no_field():
    ((marker, before, _onto, points),), _pieces = tray_signs((moves.MarkerMoved((BLUE,), 7, 11),))
    ((_hut, _onto, field),), _pieces = tray_signs((HUT[2],))
    assert (marker, before, points) == (MarkerPart(BLUE), TrackPart(7), TrackPart(11))
    assert field == "12"


@every_size
def test_beside_a_number_no_chip_of_the_same_way_stands_without_one(
    tmp_path: Path, size: Size
) -> None:
    """Else "+2 wood wool" is read as two of each."""
    one, two = Chips.of(Material.WOOL), Chips.of(Material.WOOD, Material.WOOD)
    signs, pieces = tray_signs((moves.ChipsTaken((BLUE,), two), moves.ChipsTaken((BLUE,), one)))
    with Touchscreen(tmp_path, size) as touch:
        lay_table(touch, beginning(2), WORKERS)
        (tray, _other) = tray_pictures(
            state(touch), open_chips=False, moves={PURPLE: (signs, pieces), BLUE: (signs, pieces)}
        )
        for players in (2, 3, 4):
            for place in places(Box(0, 0, *size), players).trays:
                for width in (place.width, place.width / 2):
                    face = TrayFace(Box(0, 0, width, place.height), tray)
                    said = [one.text for one in face.inscriptions if one.text[:1] in "+12"]
                    as_a_sheet: list[str] = []
                    with_a_sign_each = ["+2", "+1"], ["+2", "+"]
                    assert said in (*with_a_sign_each, ["+", "2"], ["+", "+2"], as_a_sheet)
                    if width == place.width:
                        assert said in with_a_sign_each, "in a whole tray there is room"


def test_a_list_begins_with_its_first_page_whoever_has_turned_one_before(touch):
    play_on(touch, MANY)
    long = [color for color, rows in to_move(touch).items() if rows > 6]
    assert len(long) > 1
    first = None
    for color in long:
        touch.tap(f"tray.{color}")
        assert touch.shows("move.0")
        assert touch.shows("more")
        touch.tap("more")
        assert not touch.shows("move.0")
        touch.tap("back")
        first = first or color
    touch.tap(f"tray.{first}")
    assert touch.shows("move.0")


def test_what_was_ticked_is_moved_whatever_comes_next(touch):
    play_on(touch, MANY)
    number = len(touch.app_state.session.trays()[1].rows)
    touch.tap("tray.blue", "move.0", "menu")
    assert len(touch.app_state.session.trays()[1].rows) == number - 1


def test_a_tap_on_an_empty_tray_tells_how_its_owner_stands_and_leads_to_a_correction(touch):
    touch.tap("tray.blue")
    assert says(touch, "Still to build: huts 12, temples 2")
    assert not says(touch, "Why not?")
    touch.tap("tray.blue")
    assert touch.shows("roll")
    touch.tap("tray.blue", "correct")
    assert touch.name == "correct"
    assert says(touch, touch.app_state.session.state.player(BLUE).name)


def test_who_taps_a_tray_that_another_one_has_just_emptied_gets_no_card(tmp_path: Path) -> None:
    """A rune stone goes from one to the other, and both say so: the second tap took the card."""
    with Touchscreen(tmp_path) as touch:
        loser, winner = rune_stone_moves(touch)
        touch.navigator.go(routes.Table())
        assert pieces_in_tray(touch, loser) == pieces_in_tray(touch, winner) == 1
        asked = touch.page.column.asked
        touch.wait(1)
        touch.tap(f"tray.{loser}")
        assert pieces_in_tray(touch, winner) == 0
        touch.wait(1)
        touch.tap(f"tray.{winner}")
        assert touch.page.column.asked == asked
        touch.wait(3)
        touch.tap(f"tray.{winner}")
        assert touch.page.column.asked != asked


def rune_stone_moves(touch: Touchscreen) -> tuple[Color, Color]:
    """A game until a rune stone goes from one to another and nothing else is to move of theirs."""
    session, chance = touch.app_state.begin(beginning(2)), luck(3)
    for _step in range(MANY):
        session.apply(legal_command(session.state, chance))
        trays = {one.color: one.rows for one in session.trays()}
        moved = [row for rows in trays.values() for row in rows if isinstance(row, moves.RuneMoved)]
        for one in moved:
            if one.source is not None and one.target is not None:
                for color, rows in trays.items():
                    session.settle(color, [row for row in rows if row not in moved])
                return one.source, one.target
        session.settle_all()
    raise ValueError("no rune stone changes hands")


def test_a_finger_that_rests_on_a_tray_shows_its_owners_hand_until_it_is_lifted(touch):
    touch.tap(f"face.{Face.WOOD}")
    hidden = touch.texts()
    with touch.held("tray.purple"):
        touch.wait(HOLD_SECONDS + 0.1)
        assert touch.texts()[-4:] == list(map(str, state(touch).player(PURPLE).hand.counts))
    assert touch.texts() == hidden
    assert to_move(touch)[PURPLE] == 2, "that was no tap"


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


def test_trays_wait_while_another_page_is_looked_at(touch):
    touch.tap(f"face.{Face.WOOD}", "menu", "menu.log", "back")
    assert to_move(touch) == {PURPLE: 2, BLUE: 0}


def test_a_tray_is_drawn_anew_only_where_something_of_it_has_changed(touch):
    def faces() -> dict[Color, TrayFace]:
        shown = (face for face in touch.widgets() if isinstance(face, TrayFace))
        return {face.tray.color: face for face in shown}

    before = faces()
    touch.tap_plain(Material.COPPER)
    touch.tap("back", "menu", "back")
    assert faces() == before
    touch.tap(f"face.{Face.WOOD}")
    assert [faces()[color] is before[color] for color in (PURPLE, BLUE)] == [False, True]
    between = faces()
    touch.tap("tray.purple")
    assert [faces()[color] is between[color] for color in (PURPLE, BLUE)] == [False, True]
