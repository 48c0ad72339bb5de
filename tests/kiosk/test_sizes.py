import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from kivy.clock import Clock
from kivy.metrics import dp, sp

from companion.pieces import Material
from companion.state import Druid
from hardware.simulated_panel import SimulatedPanel
from kiosk import routes
from kiosk.app import AppRoot
from kiosk.idle_timer import IdleTimer
from kiosk.panel_link import PanelLink
from kiosk.pieces.board_layers import PrintedBoardLayer
from kiosk.pieces.picture import BoardPicture, FieldPicture
from kiosk.pieces.ring import Ring
from kiosk.pieces.tray import TrayFace
from kiosk.settings import Settings
from kiosk.ui import surface as writing
from kiosk.ui import theme
from kiosk.ui.form import Button, Column, Row, Text, TextStyle, back_button, reading_card
from kiosk.ui.label import Label, wrapped_label
from kiosk.ui.renderer import BlockView
from kiosk.ui.surface import (
    Box,
    Surface,
    clear_text_cache,
    text_height,
    text_width,
    with_long_words_broken,
)
from kiosk.ui.tap import TapButton
from kiosk.words.language import use_language
from kiosk.words.paragraph import Paragraph
from kiosk.words.texts import short_name
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import LONGEST_NAMES, app_state_with_game, beginning
from tests.kiosk.touch import Size, Touchscreen, the_window

SECONDS = 30
"""Far more than any layout takes, also on a busy machine."""
NARROW = (40.0, 9.0, 1.0, 0.0, -8.0)
"""Rooms in pixels in which one letter or none stands beside another."""
SQUARE: tuple[Size, ...] = ((640, 480), (600, 800), (800, 800))
TOO_SMALL: tuple[Size, ...] = ((479, 400), (300, 900), (320, 479), (120, 80))
ROOT = Path(__file__).parents[2]


@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("width", NARROW)
@pytest.mark.parametrize("word", ["W", "WWW-WWW", "ŴŴŴŴŴ", "", "i" * 10_000])
def test_a_word_is_broken_also_where_one_letter_is_wider_than_the_room(
    touch: Touchscreen, word: str, width: float
) -> None:
    broken = with_long_words_broken(word, width, theme.TEXT)

    assert broken.replace(" ", "") == word


@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("side", NARROW)
def test_a_text_has_pages_also_where_a_line_is_higher_than_a_page(
    touch: Touchscreen, side: float
) -> None:
    told = Paragraph("A heading", "Every hut pays once for each hut that stands there. " * 40)
    card = BlockView(Box(0, 0, side + 24, side + 100), lambda _action: None)
    card.show(reading_card("Why?", [told], back_button("back")))


@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("room", [(200, 24), (60, 21), (59, 12), (12, 12), (3, 3)])
@pytest.mark.parametrize("name", ["Bo", "Maximilian", *LONGEST_NAMES])
def test_a_name_is_never_cut(touch: Touchscreen, name: str, room: Size) -> None:
    surface = Surface(Box(0, 0, *room))
    written = surface.write(name, surface.box, size=theme.LARGE_TEXT, is_name=True)
    usual = surface.write(name, Box(0, 0, 900, 40), size=theme.LARGE_TEXT, is_name=True)

    assert written.height <= room[1] + 1 or min(room) < 5
    assert usual.size == theme.LARGE_TEXT


@pytest.mark.parametrize("room", [(110, 48), (52, 20), (40, 20)])
@pytest.mark.parametrize("name", ["Maximilian", "Jean-Baptiste", "Anne-Charlotte Dubois"])
def test_a_name_ends_a_line_at_a_space_or_a_hyphen_only(
    touch: Touchscreen, monkeypatch: pytest.MonkeyPatch, name: str, room: Size
) -> None:
    labels: list[Label] = []

    def label(*args: object, **named: object) -> Label:
        labels.append(wrapped_label(*args, **named))
        return labels[-1]

    monkeypatch.setattr(writing, "wrapped_label", label)
    clear_text_cache()
    surface = Surface(Box(0, 0, *room))
    assert surface.write(name, surface.box, size=theme.LARGE_TEXT, is_name=True).fits

    rest = name
    for line in labels[-1]._cached_lines:
        shown = "".join(word.text for word in line.words).strip()
        assert rest.startswith(shown)
        rest = rest[len(shown) :]
        assert rest[:1] in {"", " "} or shown.endswith("-")
        rest = rest.strip()
    assert rest == ""


@pytest.mark.parametrize("name", LONGEST_NAMES)
def test_a_long_name_is_broken_as_large_as_it_can_be(touch: Touchscreen, name: str) -> None:
    surface = Surface(Box(0, 0, 110, 48))
    written = surface.write(name, surface.box, size=theme.SMALL_TEXT, is_name=True)

    assert written.fits
    assert written.size >= theme.LEAST_NAME


def test_letters_of_a_name_become_narrow_rather_than_tiny(touch: Touchscreen) -> None:
    name, room = "Bernardette", Box(0, 0, 47, 20)
    written = Surface(room).write(name, room, size=theme.DECISION_TEXT, is_name=True)

    assert written.fits
    assert text_width(name, written.size) > room.width
    assert text_width(name, written.size) * written.stretch <= room.width + 1
    assert written.size >= 12


@pytest.mark.parametrize(("name", "room"), [("Bo", (47, 20)), ("Bo", (47, 9))])
def test_a_name_has_its_usual_letters_if_its_box_is_wide_enough(
    touch: Touchscreen, name: str, room: Size
) -> None:
    surface = Surface(Box(0, 0, *room))

    assert surface.write(name, surface.box, size=theme.DECISION_TEXT, is_name=True).stretch == 1


def test_a_box_as_wide_as_its_text_holds_it_however_it_was_worked_out(touch: Touchscreen) -> None:
    width = text_width("10", theme.SMALL_TEXT)
    place = Box(0, 0, width + 833.2 + 8 - 833.2 - 8 - 1e-9, 20)
    written = Surface(place).write("10", place, size=theme.SMALL_TEXT)

    assert written.fits
    assert written.size == theme.SMALL_TEXT
    assert text_height("10", place.width, theme.SMALL_TEXT) == written.height


@pytest.mark.parametrize("height", [520, 400, 340, 322])
def test_rows_that_share_a_column_leave_each_finger_its_room(
    touch: Touchscreen, height: int
) -> None:
    sheet = BlockView(Box(0, 0, 400, height), lambda _action: None)
    words = Text("A worker cannot lie where three lie already.", TextStyle.WARNED)
    pairs = [Row((Button(f"{n}", n, "Yes"), Button(f"no.{n}", n, "No")), share=1) for n in range(4)]
    rows = (Row((words,), share=2), *pairs, Row((Button("done", 0, "Done"),), 56))
    sheet.show(Column(rows))

    places = [child.box for child in sheet.children if isinstance(child, TapButton)]
    assert len(places) == 9
    assert min(place.height for place in places) >= theme.TOUCH - 0.01
    assert min(place.y for place in places) >= -0.01
    written = [text.fits for child in sheet.children for text in child.written_texts]
    assert written
    assert all(written)


@pytest.mark.parametrize("fields", [32, 40])
@pytest.mark.parametrize("side", [280, 330, 380, 416, 480, 720])
def test_question_marks_on_a_ring_never_meet(touch: Touchscreen, side: int, fields: int) -> None:
    read = dict.fromkeys(range(3, fields, 7), (Material.WOOD, Material.WOOL))
    printed = (
        FieldPicture(number, read.get(number), None, None, None) for number in range(1, fields + 1)
    )
    picture = BoardPicture(tuple(printed), (), (), Druid())
    layer = PrintedBoardLayer(Ring(Box(0, 0, side, side), fields))
    layer.show(picture)

    marks = [one for one in layer.written_texts if one.text == "?"]
    assert fields / 3 < len(marks) <= fields - len(read)
    assert len(marks) == fields - len(read) or side < 400
    assert all(one.fits and one.size >= theme.SMALL_TEXT for one in marks)
    for one, other in combinations([one.text_box for one in marks], 2):
        across = min(one.right, other.right) - max(one.x, other.x)
        along = min(one.top, other.top) - max(one.y, other.y)
        assert across <= 1 or along <= 3


def test_a_long_name_above_its_games_has_a_line_alone_where_buttons_take_the_head(
    tmp_path: Path,
) -> None:
    use_language("fr")
    app_state = app_state_with_game(tmp_path, beginning(4, longest=True), seed=4)
    app_state.set_settings(Settings(motion=False, large_letters=True))
    with Touchscreen(tmp_path, (480, 320), app_state=app_state, at="games") as touch:
        touch.tap("people")
        people = [tap.key for tap in touch.taps() if tap.key.startswith("person.")]
        for person in people:
            touch.tap(person)
            assert faults(touch) == []
            names = [one for one in touch.written_texts() if one.is_name]
            title = max(names, key=lambda one: one.text_box.top)
            assert title.text in LONGEST_NAMES
            assert title.size * sp(1) >= dp(theme.SMALL_TEXT)
            touch.tap("people")
    assert len(people) > 1


def test_sentences_call_people_by_their_first_words() -> None:
    assert short_name("Maximilian") == "Maximilian"
    assert short_name("Maximilian Theodor Alexander") == "Maximilian"
    assert short_name("Wilhelmina-Charlotte von und zu Oberndor") == "Wilhelmina"
    assert short_name("Ó Conchobhair Ní Mhaolchathaigh") == "Ó Conchobhair"


@pytest.mark.parametrize("size", SQUARE, ids=str)
def test_the_ring_is_large_and_all_else_has_room_beside_it(tmp_path: Path, size: Size) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 60)
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        board, column = touch.board.box, touch.page.column

        assert board.width == board.height >= min(size) * 0.58
        assert column.card_box.top <= touch.navigator.height
        assert {face.tray.name for face in _trays(touch)} == {
            player.name for player in app_state.required_session.state.players
        }


def _trays(touch: Touchscreen) -> list[TrayFace]:
    return [widget for widget in touch.widgets() if isinstance(widget, TrayFace)]


@pytest.fixture
def front(tmp_path: Path) -> Iterator[AppRoot]:
    window = the_window()
    window.resize((800, 480), 0)
    app_state = app_state_with_game(tmp_path, beginning(3), 30)
    link = PanelLink(SimulatedPanel(), app_state, IdleTimer(Clock.get_time, 0, 0), None)
    front = AppRoot(app_state, link, None, None)
    window.kivy.add_widget(front)
    front.navigator.go(routes.Table())
    yield front
    front.navigator.page.destroy()
    window.kivy.unbind(on_resize=front._refit)
    window.kivy.remove_widget(front)
    link.close()
    app_state.close()


@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("size", TOO_SMALL, ids=str)
def test_a_window_that_is_too_small_says_so_and_the_game_waits_behind_it(
    front: AppRoot, size: Size
) -> None:
    resized(size)
    (told,) = front.too_small.written_texts
    (turned,) = front.children
    assert turned.children == [front.too_small]
    assert told.fits
    assert f"{size[0]} \N{MULTIPLICATION SIGN} {size[1]}" in told.text
    assert "480 \N{MULTIPLICATION SIGN} 320" in told.text

    resized((480, 320))
    assert front.too_small is None
    assert front.navigator.current_route is routes.Table
    assert front.rotated_view in front.children


def resized(size: Size) -> None:
    window = the_window()
    window.kivy.size = size
    window.draw()
    window.kivy.dispatch("on_resize", *size)


HANGS = """
import sys, time
from pathlib import Path
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
from kiosk import app
from kiosk.app import CompanionApp
from kivy.clock import Clock
from kivy.metrics import dp, sp

def after_start(navigator):
    def go_on(delta):
        print("shown", flush=True)
        while sys.argv[2] == "hangs":
            time.sleep(60)
    Clock.schedule_once(go_on, 0.2)

app._SECONDS_TO_HEAR = 1
CompanionApp(Path(sys.argv[1]), after_start, language="en").run()
print("closed", flush=True)
"""


@pytest.mark.parametrize(("how", "status"), [("runs", 0), ("hangs", -signal.SIGALRM)])
def test_sigterm_ends_the_app_promptly(tmp_path: Path, how: str, status: int) -> None:
    app = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", HANGS, str(tmp_path), how],
        cwd=ROOT,
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen", "KIVY_NO_CONSOLELOG": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert app.stdout is not None
    with app:
        assert app.stdout.readline() == "shown\n"
        app.send_signal(signal.SIGTERM)
        assert app.wait(20) == status
        assert app.stdout.read() == ("closed\n" if status == 0 else "")
