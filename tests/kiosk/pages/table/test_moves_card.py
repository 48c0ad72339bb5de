"""What to move is shown whole: above the question, or as a card before it that asks for "Done"."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import (
    BuildHut,
    BuildTemple,
    Correct,
    SetField,
    SetHand,
    SetPoints,
    SetSupply,
)
from companion.pieces import BuildingKind, Color, Face, Material
from companion.state import Building, GameState, Phase
from kiosk import routes
from kiosk.pages.table.draft import Nothing, Site
from kiosk.settings import Settings
from kiosk.words.latest_moves import latest_moves
from tests.companion.playing import commands
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.touch import Size, Touchscreen, says

TREMBLING = 0.1
LATER = 0.5
MORE_THAN_A_CARD = 12


def many(state: GameState) -> Correct:
    """A correction of much that lies on the table, and of a hand."""
    wool, blue = Material.WOOL, state.player(Color.BLUE)
    field = next(number for number in range(1, 25) if state.bonus_on(number) is None)
    return Correct(
        changes=(
            SetSupply(material=wool, number=state.supply.number(wool) - 1),
            SetHand(color=Color.BLUE, material=wool, number=blue.hand.number(wool) + 1),
            *(SetPoints(color=player.color, points=20) for player in state.players),
            SetField(field=field, building=Building(BuildingKind.HUT, Color.BLUE)),
        ),
        why="All lies otherwise.",
    )


def correct(touch: Touchscreen) -> None:
    """Correct much, elsewhere than at the table."""
    touch.app_state.session.apply(many(state(touch)))
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Table())


def begin(touch: Touchscreen, **wishes: bool) -> None:
    """Lay a game of two whose workers stand; the purple player rolls."""
    lay_table(touch, beginning(2), WORKERS, **wishes)


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as touch:
        begin(touch)
        yield touch


def move_a_worker(touch: Touchscreen) -> None:
    """Roll, and move a worker: what follows does not fit above the roll of the next player."""
    touch.tap(f"face.{Face.WOOL}")
    touch.wait(LATER)
    touch.tap_plain(Material.WOOD)
    touch.tap("to.copper")
    touch.wait(LATER)


def pages(touch: Touchscreen) -> str:
    """All that stands on the pages of the card, one after the other."""
    found = "".join(touch.texts())
    while touch.shows("moves.more"):
        touch.tap("moves.more")
        found += "".join(touch.texts())
    return found


def test_a_short_list_stands_above_the_question(touch: Touchscreen) -> None:
    touch.tap(f"face.{Face.WOOL}")
    assert touch.shows("moves")
    assert not touch.shows("moves.done")
    assert says(touch, "1 wool")


def test_a_long_list_comes_first_and_done_leads_to_what_it_names(touch: Touchscreen) -> None:
    move_a_worker(touch)
    before = state(touch)
    assert says(touch, "Do this at the table")
    assert says(touch, "Done · Bo: roll the die")
    assert not touch.shows("roll")
    touch.tap("moves.done")
    assert touch.shows("roll")
    assert state(touch) == before


def test_a_finger_that_trembles_on_done_answers_nothing_below_it(
    touch: Touchscreen,
) -> None:
    move_a_worker(touch)
    place = touch.find("moves.done").box.center
    touch.tap_at(place)
    assert touch.shows("roll")
    before = state(touch)
    touch.wait(TREMBLING)
    touch.tap_at(place)
    assert state(touch) == before


def test_pointing_at_the_ring_looks_and_the_list_comes_back(touch: Touchscreen) -> None:
    move_a_worker(touch)
    touch.tap_field(4)
    assert touch.page.draft == Site(4)
    assert not touch.shows("moves.done")
    touch.tap("back")
    assert touch.page.draft == Nothing()
    assert touch.shows("moves.done")


def test_a_plain_answers_no_question_that_the_list_stands_before(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        touch.app_state.set(Settings(motion=False, moves_as_card=True))
        touch.app_state.begin(beginning(2))
        touch.navigator.go(routes.Table())
        touch.tap("place.wood")
        touch.wait(LATER)
        before = state(touch)
        touch.tap_plain(Material.STONE)
        assert state(touch) == before
        assert says(touch, "chips lie on the stone plain")
        touch.tap("told", "back", "moves.done")
        touch.tap_plain(Material.STONE)
        assert len(state(touch).stack(Material.STONE)) == 1


def test_who_presses_the_panel_has_moved_and_rolls(touch: Touchscreen) -> None:
    move_a_worker(touch)
    assert touch.shows("moves.done")
    assert touch.page.asks_roll
    touch.step()
    touch.page.roll()
    assert state(touch).phase is not Phase.ROLL


def test_where_the_table_wants_it_even_a_short_list_comes_first(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        begin(touch, moves_as_card=True)
        assert touch.shows("moves.done")
        touch.tap("moves.done", f"face.{Face.WOOL}")
        assert touch.shows("moves.done")


def test_what_is_done_stays_done_until_the_next_step(touch: Touchscreen) -> None:
    move_a_worker(touch)
    touch.tap("moves.done", "menu", "menu.log", "back")
    assert touch.shows("roll")
    touch.tap("undo")
    assert says(touch, "Undone.")
    touch.tap("menu", "menu.log", "back")
    assert says(touch, "Undone.")


def test_the_bar_works_while_the_list_waits(touch: Touchscreen) -> None:
    move_a_worker(touch)
    touch.tap("menu", "menu.hands", "back", "menu", "back")
    assert touch.shows("moves.done")
    touch.tap("undo")
    assert says(touch, "Undone.")
    touch.wait(LATER)
    touch.tap("redo")
    assert says(touch, "All as before.")


@pytest.fixture
def rolled(tmp_path: Path) -> Iterator[Touchscreen]:
    """Somebody has rolled and takes chips, which waits for Done."""
    with Touchscreen(tmp_path) as touch:
        begin(touch, moves_as_card=True)
        touch.tap("moves.done")
        touch.wait(LATER)
        touch.tap(f"face.{Face.WOOD}")
        yield touch


def test_news_stays_to_be_read_when_all_is_moved(rolled: Touchscreen) -> None:
    touch = rolled
    assert says(touch, "take")
    touch.tap("moves.done")
    assert says(touch, "rolled: wood")
    assert not says(touch, "take")


def test_what_a_correction_says_is_noted_and_asks_for_no_done(touch: Touchscreen) -> None:
    correct(touch)
    assert not touch.shows("moves.done")
    assert says(touch, "Noted:")
    assert says(touch, "changes")
    touch.tap("moves")
    for told in ("All lies otherwise.", "marker to", "chips corrected"):
        assert says(touch, told)


def test_news_alone_never_asks_for_done(touch: Touchscreen) -> None:
    why = "All lies otherwise. " * 9  # more lines than fit above the question
    touch.app_state.session.apply(Correct(changes=(), why=why.strip()))
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Table())
    assert touch.shows("roll")
    assert not touch.shows("moves.done")


def test_what_is_no_move_is_not_counted(rolled: Touchscreen) -> None:
    touch = rolled
    rows = latest_moves(touch.app_state.session.log).sections[0].rows
    number = sum(row.is_move for row in rows)
    assert number < len(rows)
    assert str(number) in touch.texts()


def test_a_corrected_hand_is_told_where_the_table_plays_open(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        begin(touch, open_chips=True)
        correct(touch)
        touch.tap("moves")
        assert says(touch, "wool in hand now")


@every_size
def test_no_row_of_a_long_list_is_hidden_or_cut(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.set(Settings(motion=False))
        begun = touch.app_state.begin(beginning(2))
        for command in commands(beginning(2), 150, seed=2):
            begun.apply(command)
        for _step in range(140):
            begun.undo()
        touch.navigator.go(routes.Start())
        touch.navigator.go(routes.Table())
        seen = ""
        while True:
            assert faults(touch) == []
            seen += "".join(touch.texts())
            if not touch.shows("moves.more"):
                break
            touch.tap("moves.more")
        shown = "".join(seen.split())
        sections = latest_moves(touch.app_state.session.log).sections
        assert sum(len(section.rows) for section in sections) > MORE_THAN_A_CARD
        for span in (span for section in sections for row in section.rows for span in row.spans):
            assert "".join(span.text.split()) in shown
        assert touch.shows("moves.done")
        touch.tap("moves.before")
        assert not touch.shows("moves.done")


def test_open_chips_give_way_to_moves_that_fit_on_one_page_then(tmp_path: Path) -> None:
    start = beginning(3)
    with Touchscreen(tmp_path, (1280, 720)) as touch:
        touch.app_state.begin(start)
        pages: dict[bool, list[bool]] = {True: [], False: []}
        for command in commands(start, 80, 4):
            touch.app_state.session.apply(command)
            if not isinstance(command, BuildHut | BuildTemple):
                continue
            for chips, more in pages.items():
                touch.app_state.set(Settings(motion=False, open_chips=chips, large_letters=True))
                touch.navigator.go(routes.Table())
                assert faults(touch) == []
                more.append(touch.shows("moves.more"))
        assert pages[True] == pages[False]
        assert not all(pages[True])
