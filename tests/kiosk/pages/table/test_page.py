"""The table under a finger: nothing is decided by pointing, and everything can be taken back."""

from types import SimpleNamespace

import pytest

from companion.commands import Roll
from companion.memory.journal import Journal
from companion.pieces import Color, Face, Material
from companion.sentence import Sentence
from companion.state import Phase
from kiosk.pages.table.draft import SelectedField
from kiosk.pieces import drawing
from kiosk.pieces.die import STILL_SECONDS, TUMBLE_SECONDS, TumblingDie
from kiosk.settings import Settings
from kiosk.ui import theme
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import all_around, lay_table, state
from tests.kiosk.touch import Point, Touchscreen, says

TREMBLING = 0.1
FAST = 0.3
LATER = 0.5
AWAY = 1.1
"""Seconds, longer than a finger has to be away."""
FULL = Sentence("The disk is full: nothing can be saved.")


def roll(touch: Touchscreen, face: Face = Face.WOOL) -> None:
    touch.tap(f"face.{face}")
    touch.wait(LATER)


def along_the_ring(touch: Touchscreen, first: int, last: int) -> list[Point]:
    return [touch.board.field_center(field) for field in range(first, last + 1)]


def test_a_finger_points_round_the_ring_and_builds_nothing_before_a_second_plain_tap(touch):
    roll(touch)
    start, *way = along_the_ring(touch, 10, 13)
    with touch.held_at(start):
        assert says(touch, "Field 10")
    touch.slide([start, *way])
    assert says(touch, "Field 13")
    assert touch.page.draft == SelectedField(13)
    assert touch.board.picture.touched_field == 13
    touch.slide([*along_the_ring(touch, 5, 6), (700, 300)])
    assert says(touch, "Field 6"), "it stays with the field where it left the ring"
    touch.tap_field(10)
    touch.tap_field(10)
    assert state(touch).hut_fields() == ()
    touch.tap("build.hut")
    assert state(touch).hut_fields() == (10,)


def test_a_trembling_second_tap_answers_no_further_question_and_takes_nothing_back(touch):
    touch.tap("undo", "undo", "undo")
    touch.wait(AWAY)
    first, before = state(touch).decider, len(touch.app_state.session.steps)
    touch.tap("place.wool")
    second = state(touch).decider
    assert second == state(touch).left_of(first)
    for key in ("place.wool", "undo"):
        touch.wait(TREMBLING)
        touch.tap_at_once(key)
        assert len(touch.app_state.session.steps) == before + 1
    for number in range(3):
        touch.wait(LATER)
        touch.tap_at_once("undo")
        assert len(touch.app_state.session.steps) == before - number
    touch.wait(AWAY)
    touch.tap("place.wool", "place.copper")
    assert len(touch.app_state.session.steps) == before


def test_a_trembling_finger_takes_one_step_back_and_does_one_again(touch):
    steps = touch.app_state.session.steps
    for key, number in (("undo", 5), ("undo", 4), ("redo", 5), ("redo", 6)):
        touch.tap(key)
        touch.wait(TREMBLING)
        touch.tap_at_once(key)
        assert touch.app_state.session.steps == steps[:number]
        touch.wait(LATER)


def test_only_what_a_rule_refuses_has_the_colour_of_what_is_wrong(touch):
    touch.tap("redo")
    assert grounds(touch) == {theme.SURFACE}
    touch.step()
    touch.page.decide(Roll(by=Color.BLUE, face=Face.WOOD))
    assert grounds(touch) == {theme.WARNING}


def grounds(touch):
    """On what it stands that is told above the question."""
    told = touch.find("told")
    return {one.ground for one in told.written_texts if len(one.text) > 1}


def test_what_is_impossible_says_why_and_the_reason_can_be_read(touch):
    touch.tap("undo")
    before = state(touch)
    touch.tap("why")
    touch.tap_plain(Material.COPPER)
    assert state(touch) == before, "while the question is explained a plain answers nothing"
    assert says(touch, "chips lie on the copper plain")
    assert touch.shows("place.copper")
    touch.tap("redo")
    touch.tap_plain(Material.WOOD)
    assert says(touch, "chips lie on the wood plain")
    touch.tap("back")
    roll(touch)
    touch.tap_field(10)
    touch.tap("menu", "menu.hands")
    hidden = touch.texts()
    with touch.held("hand.purple"):
        assert touch.texts()[-4:] == list(map(str, state(touch).player(Color.PURPLE).hand.counts))
    assert touch.texts() == hidden, "a hand is shown only while its owner holds"
    touch.tap("swap.purple", *("give.wood.more",) * 3, "swap.take.stone")
    assert says(touch, "Not possible")
    touch.tap("told")
    assert says(touch, "Why not?")
    assert says(touch, "Paying with your own chips")
    touch.tap("back")
    assert says(touch, "takes one chip")
    assert state(touch).player(Color.PURPLE).hand.stone == 1


def test_a_press_of_the_panel_says_that_the_wooden_die_is_rolled(touch):
    touch.app_state.set_settings(Settings(motion=False, app_die=False))
    touch.page.refresh()
    before = state(touch)
    touch.page.on_refused_press()
    assert says(touch, "You roll the wooden die: tap what it shows.")
    assert state(touch) == before
    roll(touch)
    shown = touch.texts()
    touch.page.on_refused_press()
    assert touch.texts() == shown, "nothing where no roll is asked"


def test_undo_and_redo_go_as_far_as_there_are_steps_and_then_say_so(touch):
    played = [state(touch)]
    roll(touch)
    played.append(state(touch))
    touch.tap("undo")
    assert state(touch) == played[0]
    touch.tap("redo")
    assert state(touch) == played[1]
    touch.wait(LATER)
    touch.tap("redo")
    assert says(touch, "There is nothing to redo")
    for _step in range(len(touch.app_state.session.steps)):
        touch.tap("undo")
        touch.wait(LATER)
    assert state(touch).phase is Phase.PLACING
    touch.tap("undo")
    assert says(touch, "nothing to undo")


def test_a_tumbling_die_ends_by_itself_or_at_a_tap_that_does_nothing_else(touch, monkeypatch):
    monkeypatch.setattr(touch.app_state, "roll_die", lambda: Face.PLUS)
    touch.app_state.set_settings(Settings(motion=True))
    before = len(touch.app_state.session.steps)
    middle = touch.page.column.card_box.center

    def lies() -> bool:
        return any(isinstance(widget, TumblingDie) for widget in touch.widgets())

    for taps in ((touch.place("undo").center,), (middle, middle, middle), ()):
        touch.tap("roll")
        assert lies()
        assert len(touch.app_state.session.steps) == before
        touch.wait(TUMBLE_SECONDS * 3 / 4)
        for place in taps:
            touch.tap_at(place)
            assert len(touch.app_state.session.steps) == before + 1
            assert touch.app_state.session.answers_so_far == (), "nor of what comes into sight"
        if taps:
            touch.wait(LATER)
            touch.tap("undo")
            touch.wait(LATER)
    # It never lies upon what several are asked: people saw their parts cut in half for a moment.
    seen = set()
    for _frame in range(50):
        seen.add((lies(), touch.page.column.has_player_parts))
        touch.wait(0.02)
    assert seen == {(True, False), (False, True)}
    assert len(touch.app_state.session.steps) == before + 1


def test_a_face_is_seen_only_once_the_die_lies_still_and_counts_then(touch, monkeypatch):
    """Tables took faces that the die showed on its way for the result."""

    def words_on_the_die() -> list[str]:
        (die,) = [widget for widget in touch.widgets() if isinstance(widget, TumblingDie)]
        return [one.text for one in die.written_texts]

    seen: list[tuple[Face, float]] = []
    draw = drawing.draw_die

    def watched(face: Face, center: Point, size: float, *colors: theme.Rgb) -> None:
        seen.append((face, size))
        draw(face, center, size, *colors)

    monkeypatch.setattr("kiosk.pieces.die.drawing", SimpleNamespace(draw_die=watched))
    monkeypatch.setattr(touch.app_state, "roll_die", lambda: Face.COPPER)
    touch.app_state.set_settings(Settings(motion=True))
    before = len(touch.app_state.session.steps)
    touch.tap("roll")
    while len(touch.app_state.session.steps) == before:
        assert bool(seen) is bool(words_on_the_die())
        touch.wait(0.02)
    assert {face for face, _size in seen} == {Face.COPPER}
    assert max(size for _face, size in seen) > theme.TOUCH
    assert words_on_the_die() == ["copper"]
    touch.wait(STILL_SECONDS + 0.1)
    assert not any(isinstance(widget, TumblingDie) for widget in touch.widgets())
    assert TUMBLE_SECONDS + STILL_SECONDS <= 0.7, "people wait for it"


def test_what_cannot_be_written_is_said_at_once_and_no_more_when_it_is_written(touch, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr(Journal, "save", lambda *_rows: FULL)
        roll(touch)
        assert says(touch, "The disk is full")
    touch.wait(10)
    assert not says(touch, "The disk is full")
    assert touch.app_state.session.unsaved is None


@pytest.mark.parametrize(
    ("undone", "keys"),
    [
        (0, ("undo",) * 5),
        (4, ("place.wool", "place.stone", "place.wood", "place.copper", "face.copper")),
    ],
    ids=["in one place", "in different places"],
)
def test_five_taps_in_a_second_and_a_half_all_count(touch, undone, keys):
    touch.tap(*("undo",) * undone)
    before = len(touch.app_state.session.steps)
    touch.wait(AWAY)
    for key in keys:
        touch.tap_at_once(key)
        touch.wait(FAST)
    assert len(touch.app_state.session.steps) == before + (5 if undone else -5)


def test_taps_of_four_players_in_a_second_all_count(screen):
    lay_table(screen, beginning(4), sides=all_around(beginning(4)))
    screen.wait(AWAY)
    for key in ("face.plus", *(f"take.{one}.wood" for one in state(screen).colors)):
        screen.tap_at_once(key)
        screen.wait(FAST)
    assert state(screen).phase is Phase.ACTION
