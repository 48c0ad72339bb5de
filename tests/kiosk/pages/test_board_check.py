from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.commands import PlaceWorker
from companion.game import state_after_command
from companion.moves import merge_chip_moves
from companion.pieces import CHIPS_PER_MATERIAL, MATERIALS, Bonus, Material, Rune
from companion.rules.setup import initial_state
from companion.state import FinaleStage, Phase
from kiosk.app_state import AppState
from kiosk.pages import board_check
from kiosk.pages.board_check import ChecklistLine, ChecklistPart, checklist_parts
from kiosk.pages.board_page import board_form_boxes
from kiosk.settings import Settings
from kiosk.ui.renderer import height_of
from kiosk.words.language import languages, use_language
from kiosk.words.moves import MoveText, move_texts
from tests.companion.memory.sessions import played
from tests.companion.playing import commands, four_players, two_players
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Size, Touchscreen, says
from tests.legal_commands import legal_command
from tests.luck import Luck

PAGES = 30


def pages(touch: Touchscreen) -> list[list[str]]:
    """The texts of all pages, from the one that is shown until it comes again."""
    found = [touch.texts()]
    for _ in range(PAGES):
        touch.tap("next")
        if touch.texts() == found[0]:
            return found
        found.append(touch.texts())
    raise AssertionError("the pages never come round")


def test_the_pages_go_round_and_back(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 60)
    with Touchscreen(tmp_path, app_state=app_state, at="board_check") as touch:
        shown = pages(touch)
        touch.tap("previous")

        assert touch.texts() == shown[-1]
        titles = "High plains; Druid and scorekeepers; Rune stones; Huts and temples; Bonus chips"
        assert {*titles.split("; "), "Whose turn"} <= {text for page in shown for text in page}


@pytest.mark.parametrize("size", [(480, 320), (720, 720), (480, 800)], ids=str)
def test_what_nobody_has_moved_is_told_page_by_page_and_the_game_can_go_on_from_each(
    tmp_path: Path, size: Size
) -> None:
    app_state = AppState(tmp_path)
    app_state.set_settings(Settings(large_letters=True, open_chips=True))
    session = played(app_state.begin_game(beginning(4, longest=True)), 250, seed=4)
    state = session.state
    trays = session.trays()
    rows = [row for tray in trays for row in move_texts(state, merge_chip_moves(tray.rows))]
    with Touchscreen(tmp_path, size, app_state=app_state, at="board_check") as touch:
        told = []
        while says(touch, "To move"):
            assert touch.place("play").y >= 0
            assert touch.place("next").y >= 0
            told += touch.texts()
            touch.tap("next")
        touch.tap("play")

        found = [text for text in map(without_spaces, told) if text in texts_of(rows)]
        assert sorted(found) == sorted(texts_of(rows))
        assert len(found) >= 12
        assert touch.name == "table"


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
@pytest.mark.parametrize("code", ["de", "fr"])
def test_the_moves_of_a_round_stand_on_two_pages_at_most_and_no_two_pages_could_be_one(
    tmp_path: Path, size: Size, code: str
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 12)
    session, luck = app_state.required_session, Luck(4)
    for _step in range(70):
        session.apply(legal_command(session.state, luck))
    use_language(code)
    with Touchscreen(tmp_path, size, app_state=app_state, at="board_check") as touch:
        trays = session.trays()
        assert sum(len(tray.rows) for tray in trays) == 20
        shown = board_check._pages(session.state, app_state.settings, touch.page.box, trays)
        kinds = [bool(page.parts[0].instruction) for page, _card in shown]
        assert sum(kinds) <= 2
        room = board_form_boxes(
            touch.page.box, max(board_check.checklist_question_versions(), key=len)
        ).rows
        across = 2 if touch.page.box.is_upright else 1
        for (page, _one), (following, _other) in pairwise(shown):
            both = board_check._for_measuring(across, (*page.parts, *following.parts))
            is_higher = height_of(both, room.width, 1.0) > room.height
            assert is_higher or page.hint != following.hint


def texts_of(rows: list[MoveText]) -> list[str]:
    return [without_spaces(row.text_without_players) for row in rows]


def without_spaces(text: str) -> str:
    return text.replace(" ", "")


@pytest.mark.parametrize("code", languages())
def test_on_the_smallest_screen_every_step_asks_in_large_enough_letters(
    tmp_path: Path, code: str
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 60)
    use_language(code)
    with Touchscreen(tmp_path, app_state=app_state, at="board_check") as touch:
        asked = {}
        for _page in range(12):
            titles = [one for one in touch.written_texts() if one.bold and "? T" in one.text]
            asked.update({one.text: one.size for one in titles})
            touch.tap("next")
        assert len(asked) == 2
        assert min(asked.values()) >= 17


def test_a_finished_game_goes_on_at_its_end(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2))
    with Touchscreen(tmp_path, app_state=app_state, at="board_check") as touch:
        touch.tap("play")

        assert touch.name == "game_result"


@pytest.fixture
def before_a_turn(tmp_path: Path) -> Iterator[Touchscreen]:
    """The check of a game of three before a roll, when the app can be corrected."""
    app_state = app_state_with_game(tmp_path, beginning(3), 60, back_to=Phase.ROLL)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.tap("menu", "menu.board_check")
        yield touch


def test_what_differs_is_corrected_and_the_check_goes_on_at_the_next_page(before_a_turn) -> None:
    touch = before_a_turn
    touch.tap("next")
    player = touch.app_state.session.state.players[1]
    touch.tap("differs.2")
    assert touch.name == "correct"
    touch.tap("points.more", "why.0", "correct.done")
    assert touch.name == "board_check"
    assert touch.app_state.session.state.player(player.color).points == player.points + 1
    assert says(touch, "Rune stones")
    while not says(touch, "Whose turn"):
        touch.tap("next")
    touch.tap("differs.0", "turn.green", "why.1", "correct.done")
    assert says(touch, "High plains"), "after the last page the first one comes again"


def test_a_piece_of_the_picture_leads_to_its_correction(before_a_turn) -> None:
    touch = before_a_turn
    touch.tap_field(4)
    assert "Field 4" in touch.texts()
    touch.tap("back")
    touch.tap_plain(MATERIALS[2])
    assert "High plain: copper" in touch.texts()


def found(state, *, open_chips: bool = False) -> dict[str, ChecklistPart]:
    return {item.title: item for item in checklist_parts(state, open_chips=open_chips)}


def line(item: ChecklistPart, text: str) -> ChecklistLine:
    return next(one for one in item.lines if one.text == text)


def words(shown: tuple[ChecklistPart, ...]) -> str:
    return "\n".join(
        part
        for item in shown
        for one in item.lines
        for part in (one.text, one.right_text, *one.texts_below)
    )


def test_every_plain_tells_its_chips_and_its_stack_from_below() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE, RED), STONE: ()}, hands={RED: "2 wood"})

    plains = found(state)["High plains"]

    assert [one.piece for one in plains.lines] == list(MATERIALS)
    assert line(plains, f"wood: {CHIPS_PER_MATERIAL - 2} chips").worker_stack == (BLUE, RED)
    assert line(plains, "stone: 18 chips").texts_below == ("No worker",)
    assert plains.outlined_plains == MATERIALS


@pytest.mark.parametrize(
    ("where", "texts", "fields"),
    [
        ({"huts": {RED: (20,)}, "druid": 20}, ("At field 20", "That is Ria's hut."), (20,)),
        ({"stone": 2}, ("On stone 2 of 3",), ()),
        ({}, ("In his temple",), ()),
    ],
)
def test_the_druid_is_marked_at_his_hut_or_in_the_corner(where, texts, fields) -> None:
    item = found(position(BLUE, GREEN, RED, **where))["Druid and scorekeepers"]
    assert (item.lines[0].text, *item.lines[0].texts_below) == texts
    assert (item.highlighted_fields, item.outlines_druid_corner) == (fields, not fields)


LINES = {
    "markers on their track, with the chip for hundreds": (
        position(BLUE, GREEN, RED, points={BLUE: 107, GREEN: 12}),
        "Druid and scorekeepers",
        [
            ("In his temple", "", (), ()),
            ("Bo", "7 with the 100 chip", (), ()),
            ("Gus", "12", (), ()),
            ("Ria", "5", (), ()),
        ],
    ),
    "buildings by player with their fields": (
        position(BLUE, GREEN, RED, huts={BLUE: (3, 5), RED: (20,)}, temples={BLUE: (8,)}),
        "Huts and temples",
        [
            ("Bo", "", ("Huts on 3 and 5", "Temple on 8"), (3, 5, 8)),
            ("Gus", "", ("Nothing yet",), ()),
            ("Ria", "", ("Hut on 20",), (20,)),
        ],
    ),
    "bonus chips by kind with the fields where they lie": (
        position(BLUE, GREEN, RED, bonus={4: Bonus.POINTS, 19: Bonus.POINTS, 9: Bonus.HUT}),
        "Bonus chips",
        [
            ("+2", "", ("On 4 and 19",), (4, 19)),
            ("free hut", "", ("On 9",), (9,)),
            ("druid", "", ("All in the box",), ()),
        ],
    ),
}


@pytest.mark.parametrize(("state", "title", "lines"), LINES.values(), ids=LINES)
def test_an_item_tells_each_of_its_pieces(state, title, lines) -> None:
    shown = found(state)[title].lines
    assert [(one.text, one.right_text, one.texts_below, one.on_fields) for one in shown] == lines


def test_rune_stones_lie_with_their_players_or_beside_the_board() -> None:
    state = position(BLUE, GREEN, RED, runes={Rune.WAVES: RED, Rune.EYE: RED})

    ria, beside = found(state)["Rune stones"].lines

    assert (ria.piece, ria.rune_stones, ria.texts_below) == (
        RED,
        (Rune.EYE, Rune.WAVES),
        ("eye, waves",),
    )
    assert len(beside.rune_stones) == len(Rune) - 2


def test_the_last_page_tells_who_goes_on_and_where_the_druid_still_asks() -> None:
    huts, asks = {RED: (20,), GREEN: (21,)}, {"druid": 20, "visits": (20, 21)}
    last = {"finale": FinaleStage.LAST_TURNS, "finisher": GREEN}
    state = position(BLUE, GREEN, RED, phase=Phase.OFFERING, decider=RED, huts=huts, **asks, **last)

    texts = [one.text for one in found(state)["Whose turn"].lines]

    assert texts == [
        "Turn 7, one of the last",
        "It is Bo's turn.",
        "Ria decides about an offering",
        "The druid still asks at 20 and 21.",
        "All chips stay behind the cardboard screens.",
    ]


def test_hands_are_told_only_where_the_table_plays_with_open_chips() -> None:
    state = position(BLUE, GREEN, RED, hands={GREEN: "7 copper"})

    assert "7 copper" not in words(checklist_parts(state, open_chips=False))
    assert "7 copper" in words(checklist_parts(state, open_chips=True))


@given(st.sampled_from([two_players, four_players]), st.integers(0, 300), st.integers(0, 99))
def test_any_state_can_be_compared_whatever_lies_behind_the_screens(
    beginning, number: int, seed: int
) -> None:
    state = initial_state(beginning())
    for command in commands(beginning(), number, seed):
        state = state_after_command(state, command)
    hands = [player.hand for player in state.players]
    turned = tuple(
        replace(player, hand=hand)
        for player, hand in zip(state.players, hands[1:] + hands[:1], strict=True)
    )

    shown = checklist_parts(state, open_chips=False)

    assert shown == checklist_parts(replace(state, players=turned), open_chips=False)
    assert all(item.lines for item in shown)
    assert sum(len(item.outlined_plains) for item in shown) == len(MATERIALS)
    built = {field for field, building in enumerate(state.buildings, 1) if building}
    assert set(found(state)["Huts and temples"].highlighted_fields) == built


def test_what_stands_open_in_the_trays_comes_first(tmp_path: Path) -> None:
    with closing(AppState(tmp_path)) as app_state:
        session = app_state.begin_game(beginning(2))
        first, plain = session.state.decider, Material.WOOD
        session.apply(PlaceWorker(by=first, plain=plain))
        found = checklist_parts(
            session.state_with_saved_fields, open_chips=False, trays=session.trays()
        )
        session.mark_done(first)
        after = checklist_parts(
            session.state_with_saved_fields, open_chips=False, trays=session.trays()
        )

    (line,) = found[0].lines
    assert (line.piece, line.texts_below) == (first, ("worker onto the wood plain",))
    assert found[0].instruction == "Already moved? If not, do that first."
    assert found[1:] == after
