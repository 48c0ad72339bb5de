"""A tap on what means nothing else tells what it is, and what it is worth as things stand."""

from pathlib import Path
from unittest.mock import patch

import pytest

from companion.commands import (
    BuildHut,
    Correct,
    MakeOffering,
    MoveWorker,
    Roll,
    SetBuilding,
    SetDruid,
    SetRune,
)
from companion.pieces import Bonus, BuildingKind, Face, Rune
from companion.state import Building, GameState, Phase
from companion.teaching.payoff import choice_title, effects_of_choice
from companion.teaching.things import player_status_sentences
from companion.telling.places import DruidPlace
from kiosk import routes
from kiosk.pages.table.draft import EmptyDraft, PlayerStatusDraft, SelectedField, SelectedWorker
from kiosk.pages.table.sheet import SheetInputs, card_text, sheet_of
from kiosk.pieces.board_layers import rune_stone_points
from kiosk.settings import Settings
from kiosk.words.texts import player_names, sentence_text
from tests.companion.positions import BLUE, COPPER, GREEN, RED, STONE, WOOD, WOOL, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.touch import Point, Touchscreen, says


def rune(touch: Touchscreen) -> Point:
    return next(iter(rune_stone_points(touch.board.ring, touch.board.picture).values()))


def test_a_tap_tells_of_the_druid_and_a_rune_and_another_leads_back_to_what_was_chosen(
    tmp_path: Path,
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 7)
    assert app_state.required_session.state.druid.stone == 0
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        for point, words in (
            (touch.board.ring.druid_stone_point(0), "Each building moves the druid"),
            (touch.board.ring.druid_stone_point(2), "The first 3 buildings lead the druid"),
            (rune(touch), "holds this rune stone"),
        ):
            touch.tap_at(point)
            assert says(touch, "What is this?")
            assert says(touch, words)
            touch.tap_at(point)
            assert not says(touch, "What is this?")
            assert touch.page.draft == EmptyDraft()

        touch.tap_field(5)
        chosen = touch.page.draft
        assert isinstance(chosen, SelectedField)
        touch.tap_at(rune(touch))
        touch.tap("back")
        assert touch.page.draft == chosen
        touch.tap("menu", "menu.ask")
        touch.tap_field(9)
        touch.tap("back")
        assert touch.page.draft == chosen


ACTING = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,), STONE: (RED, GREEN)})
OFFERING = position(
    BLUE, GREEN, RED, phase=Phase.OFFERING, decider=RED, huts={RED: (20,)}, druid=20, visits=(20,)
)


@pytest.mark.parametrize(
    ("state", "draft", "choices"),
    [
        (ACTING, SelectedField(2), BuildHut),
        (ACTING, SelectedWorker(WOOD, 1), MoveWorker),
        (OFFERING, EmptyDraft(), MakeOffering),
    ],
)
def test_behind_a_question_stands_what_each_of_its_choices_brings(state, draft, choices) -> None:
    sheet = sheet_of(SheetInputs(state, draft, Settings()))
    read = "\n".join(
        f"{one.heading}\n{one.text}" for one in card_text(sheet, "question").paragraphs
    )
    assert sheet.question.previewed_commands
    for choice in sheet.question.previewed_commands:
        assert isinstance(choice, choices)
        if choices is not BuildHut:
            assert sentence_text(choice_title(choice)) in read
        for line in effects_of_choice(state, choice):
            assert sentence_text(line.text, player_names(state)) in read


def test_behind_how_somebody_stands_all_of_it_is_read() -> None:
    sheet = sheet_of(SheetInputs(ACTING, PlayerStatusDraft(RED), Settings()))
    read = "\n".join(one.text for one in card_text(sheet, "question").paragraphs)
    lines = player_status_sentences(ACTING, RED)
    assert all(sentence_text(line, player_names(ACTING)) in read for line in lines)


def build_up(touch: Touchscreen) -> GameState:
    """A hut of red's on 10, where the druid is, green's temple on 20, two workers on wood."""
    lay_table(touch, beginning(3), (WOOD, WOOD, WOOL, STONE, STONE, STONE))
    session = touch.app_state.required_session
    session.apply(Roll(by=session.state.decider, face=Face.WOOD))
    changes = (
        SetBuilding(10, Building(BuildingKind.HUT, RED)),
        SetBuilding(20, Building(BuildingKind.TEMPLE, GREEN)),
        SetDruid(None, 10),
        SetRune(Rune.SPROUT, RED),
    )
    session.apply(Correct(changes=changes, why="laid so"))
    session.mark_all_done()
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Table())
    return session.state


def test_whoever_asks_is_told_what_anything_is_that_is_tapped(screen) -> None:
    state = build_up(screen)
    board, ring = screen.board, screen.board.ring
    inner, outer = ring.river_points
    chips = {chip: board.field_center(field) for field, chip in enumerate(state.bonus, 1)}
    screen.tap("menu", "menu.ask")
    assert says(screen, "Tap anything on the board")
    with patch.object(board, "highlight", wraps=board.highlight) as light:
        screen.tap_at(board.druid_center)
    ((lit, way), _named) = light.call_args
    assert lit == (DruidPlace(),), "it is lit on the board, and the druid's way drawn"
    assert (way[0], way[-1], len(way)) == (11, 10, 32)
    for point, words in (
        (board.druid_center, "Each building moves the druid"),
        (ring.druid_stone_point(0), "The druid waits here"),
        (ring.druid_stone_point(2), "The first 3 buildings lead the druid"),
        (((inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2), "crosses the river"),
        (inner, "Each time the druid crosses the river"),
        (ring.die_point, "Each turn begins with a roll"),
        (rune_stone_points(ring, board.picture)[Rune.SPROUT], "holds this rune stone"),
        (board.field_center(10), "when the druid comes, he asks Ria"),
        (board.field_center(20), "Gus's temple"),
        (chips[Bonus.POINTS], "A hut on a “+2” chip scores 2 points"),
        (chips[Bonus.HUT], "A hut on a “free hut” chip costs nothing"),
        (chips[Bonus.DRUID], "A “druid” chip stays under its hut"),
        (board.field_center(12), "Nothing is built here yet"),
        (board.worker_center(WOOD, 2), "Ria's worker"),
        (board.worker_center(WOOL, 3), "The workers on this plain earn these chips"),
        (board.plain_center(COPPER), "The workers on this plain earn these chips"),
    ):
        screen.tap_at(point)
        assert says(screen, "What is this?"), words
        assert says(screen, words), words
    for color in state.colors:
        screen.tap(f"tray.{color}")
        assert says(screen, "“?”: undo it if you did it.")
        assert says(screen, "An eye: ")
    assert screen.app_state.required_session.state == state
    screen.tap("back")

    assert screen.page.draft == EmptyDraft()
