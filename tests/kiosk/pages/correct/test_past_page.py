from pathlib import Path

import pytest

from companion.commands import Correct, Roll, SetPoints, TakeChip
from companion.history import HeadMoveKind
from companion.pieces import MATERIALS, Face
from kiosk import routes
from kiosk.app_state import AppState
from tests.companion.memory.sessions import after_first_turn
from tests.companion.playing import two_players
from tests.companion.positions import BLUE, COPPER, PURPLE, STONE, WOOD, WOOL
from tests.kiosk.touch import UPRIGHT, Touchscreen, says

ROLLS, TAKES = 7, 8


@pytest.fixture
def touch(tmp_path: Path, size):
    """The log of a game in which purple has rolled plus, and everybody has taken a chip."""
    app_state = AppState(tmp_path)
    after_first_turn(app_state.begin_game(two_players()))
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.tap("menu", "menu.log")
        yield touch


def change(touch: Touchscreen, row: int) -> None:
    touch.tap(f"entry.{row}", "change")


def pages(touch: Touchscreen) -> list[str]:
    found = list(touch.texts())
    while touch.shows("more"):
        touch.tap("more")
        if touch.texts()[0] in found and all(text in found for text in touch.texts()):
            break
        found += touch.texts()
    return found


def test_another_answer_is_shown_with_what_comes_of_it_and_counts_after_a_second_tap(touch):
    session = touch.app_state.session
    change(touch, TAKES)
    assert touch.name == "correct"
    assert says(touch, "Instead of: Pim takes 1 wood")
    touch.tap("take.wool")
    told = pages(touch)
    assert "Change this step?" in told
    for line in (
        "Before: Pim takes 1 wood",
        "Now: Pim takes 1 wool",
        "Pim: return 1 wood, if already taken",
    ):
        assert line in told
    assert "Points and runes stay as they are." in told
    assert len(session.log) == 10  # nothing counts yet
    touch.wait(1)
    touch.tap("amend.do")
    assert touch.name == "table"
    assert session.game.history.latest.kind is HeadMoveKind.BRANCH
    assert session.steps[TAKES - 1].command == TakeChip(by=PURPLE, material=WOOL)
    assert says(touch, "An older step was changed.")
    touch.tap("undo")
    assert session.steps[TAKES - 1].command == TakeChip(by=PURPLE, material=WOOD)


def test_a_later_step_that_does_not_fit_is_named_with_three_ways_on(touch):
    change(touch, ROLLS)
    touch.tap("face.minus")
    for line in (
        "A later step no longer fits",
        "Pim takes 1 wood",
        "Not possible: first everybody returns a chip.",
    ):
        assert line in touch.texts()
    assert all(touch.shows(key) for key in ("amend.also", "amend.end", "amend.leave"))
    touch.wait(1)
    touch.tap("amend.end")
    assert "The last 3 steps are undone." in pages(touch)


@pytest.mark.parametrize("keys", [("amend.leave",), ("amend.end", "amend.leave")])
def test_or_all_is_left_as_it_was(touch, keys):
    log = touch.app_state.session.log
    change(touch, ROLLS)
    touch.tap("face.minus")
    for key in keys:
        touch.wait(1)
        touch.tap(key)
    assert touch.name == "log"
    assert touch.app_state.session.log == log
    change(touch, ROLLS)
    assert says(touch, "Instead of: Pim rolls +1")  # and begun anew


def test_the_way_back_leads_through_the_pages_that_were_shown(touch):
    change(touch, ROLLS)
    touch.tap("face.minus")
    touch.wait(1)
    touch.tap("amend.also")
    assert says(touch, "Instead of: Pim takes 1 wood")
    touch.tap("back")
    assert touch.shows("amend.also")
    touch.wait(1)
    touch.tap("amend.end")
    touch.wait(1)
    touch.tap("back")
    assert touch.shows("amend.end")
    touch.navigator.resize(*UPRIGHT[0])
    assert touch.shows("amend.end")


def test_a_trembling_finger_confirms_nothing_and_chooses_nothing(touch):
    change(touch, TAKES)
    touch.tap("take.wool")
    touch.tap_at_once("amend.do")
    assert touch.name == "correct"
    assert len(touch.app_state.session.log) == 10
    touch.tap("amend.do")
    assert touch.name == "table"
    touch.tap("undo", "menu", "menu.log")
    change(touch, ROLLS)
    touch.tap("face.minus")
    before = touch.texts()
    for key in ("amend.end", "amend.remove", "amend.also"):
        touch.tap_at_once(key)
        assert touch.texts()[0] == before[0]


def test_a_skipped_round_is_put_in_question_by_question_until_the_next_step_fits(touch):
    session = touch.app_state.session
    touch.tap("entry.6", "insert")
    assert touch.name == "correct"
    assert says(touch, "Forgotten before “Pim rolls +1”:")
    for keys in (("face.wool",), ("copper", "stone"), ("face.copper",), ("wool", "copper")):
        touch.wait(1)
        assert not touch.shows("amend.do")
        for key in keys:
            touch.wait(1)
            if key.startswith("face."):
                touch.tap(key)
            else:
                touch.tap_plain(key)
    assert "Add this step?" in touch.texts()
    told = pages(touch)
    assert "Added: Pim rolls wool" in told
    assert len([line for line in told if line.startswith("Added: ")]) == 4
    assert len(session.log) == 10  # nothing counts yet
    touch.wait(1)
    touch.tap("amend.do")
    assert touch.name == "table"
    assert len(session.steps) == 14
    assert says(touch, "4 forgotten steps were added.")
    touch.tap("menu", "menu.log")
    assert any(text.startswith("Added later: ") for text in touch.texts())
    touch.tap("back", "undo")
    assert len(session.steps) == 10


def test_a_forgotten_worker_can_be_dragged_as_on_the_table(touch):
    touch.tap("entry.6", "insert")
    touch.wait(1)
    touch.tap("face.wool")
    touch.wait(1)
    touch.drag_worker(COPPER, 1, STONE)
    touch.wait(1)
    assert touch.shows("face.copper")
    assert says(touch, "Forgotten before “Pim rolls +1”:")


def test_no_worker_follows_the_finger_before_the_roll(touch):
    touch.tap("entry.6", "insert")
    touch.wait(1)
    touch.drag_worker(COPPER, 1, STONE)
    assert touch.shows("face.wool")
    assert not says(touch, "Not possible")


def test_nobody_finds_out_in_secret_what_a_hand_lacks_by_putting_steps_in(touch):
    session = touch.app_state.session
    touch.tap("entry.9", "insert", "hands", "swap.blue")
    lacks = next(m for m in MATERIALS if session.state.player(BLUE).hand.number(m) < 3)
    touch.wait(1)
    touch.tap(f"give.{lacks}.more")
    touch.wait(1)
    touch.tap(f"swap.take.{next(m for m in MATERIALS if m is not lacks)}")
    assert len(session.game.revealing_refusals) == 1
    assert touch.name == "correct"
    assert session.game.players_with_seen_hands(session.state) == {BLUE}


def test_half_a_turn_may_be_all_and_then_the_next_step_is_named_with_every_way_on(touch):
    touch.tap("entry.6", "insert", "face.wool")
    assert touch.shows("amend.enough")
    touch.wait(1)
    touch.tap("amend.enough")
    assert "A later step no longer fits" in touch.texts()
    assert "Pim rolls +1" in touch.texts()
    ways = ("amend.leave", "amend.end", "amend.remove", "amend.insert", "amend.also")
    assert all(touch.shows(key) for key in ways)
    touch.wait(1)
    touch.tap("amend.remove")
    assert "Pim takes 1 wood" in touch.texts()  # there was no plus
    for _step in range(2):
        touch.wait(1)
        touch.tap("amend.remove")
    assert "Change this step?" in touch.texts()
    told = pages(touch)
    assert "Added: Pim rolls wool" in told
    assert "Removed: Bo takes 1 stone" in told
    touch.wait(1)
    touch.tap("amend.do")
    assert len(touch.app_state.session.steps) == 8


def test_a_step_that_was_never_done_is_left_out_after_a_second_tap(touch):
    session = touch.app_state.session
    session.apply(Correct(changes=(SetPoints(BLUE, 9),), why="counted again"))
    session.apply(Roll(by=BLUE, face=Face.WOOD))
    touch.navigator.go(routes.Table())
    touch.tap("menu", "menu.log", "entry.11")
    assert not touch.shows("change")
    touch.tap("remove")
    assert "Remove this step?" in touch.texts()
    assert "Bo: 5 points instead of 9" in pages(touch)
    assert not touch.shows("amend.leave")
    touch.wait(1)
    touch.tap("amend.do")
    assert session.state.player(BLUE).points == 5
    assert len(session.steps) == 11
    assert says(touch, "A step was removed.")


def test_the_way_back_leads_from_question_to_question(touch):
    touch.tap("entry.6", "insert", "face.wool")
    touch.wait(1)
    touch.tap_plain(COPPER)
    touch.wait(1)
    touch.tap_plain(STONE)
    assert touch.shows("face.wool")
    touch.tap("back")
    assert not touch.shows("face.wool")
    touch.wait(1)
    touch.tap("back")
    assert touch.shows("face.wool")
    assert not touch.shows("amend.enough")
    touch.wait(1)
    touch.tap("back")
    assert touch.name == "log"
