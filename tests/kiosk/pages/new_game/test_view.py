"""Setting a game up: players, boards, bonus chips, and what to lay out."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import RuleViolation
from companion.game import start
from companion.memory.boards import BoardShelf, write_board
from companion.pieces import Bonus, Color
from companion.rules.setup import Seat, Setup, check_bonus
from kiosk.pages.new_game.view import (
    Chair,
    LayOut,
    SetupDraft,
    board_detail,
    board_of,
    board_title,
    bonus_advice,
    finished,
    holding,
    laid_by_chance,
    left_of,
    on_ring,
    places_for_held,
    refusal_in_words,
    same_players,
    setup_picture,
    tapped_field,
    to_lay_out,
    with_chair,
    with_color,
    with_name,
    without_bonus,
    without_chair,
)
from tests.companion.positions import (
    BLUE,
    BONUS,
    GREEN,
    PURPLE,
    RED,
    ring,
    side_for_four,
    side_for_two_or_three,
)


def table(*colors: Color, first: int = 0) -> SetupDraft:
    return SetupDraft(chairs=tuple(Chair(color) for color in colors), first=first)


def colors(draft: SetupDraft) -> list[Color]:
    return [chair.color for chair in draft.chairs]


def laid(*fields: int, size: int = 32) -> SetupDraft:
    draft = SetupDraft()
    for field in fields:
        draft = tapped_field(draft, size, field)
    return draft


def refused(action, *values) -> str:
    with pytest.raises(RuleViolation) as caught:
        action(*values)
    return refusal_in_words(caught.value)


# Players


def test_two_begin_in_purple_and_blue_and_are_called_after_their_colours():
    draft = SetupDraft()
    assert colors(draft) == [PURPLE, BLUE]
    assert [chair.shown for chair in draft.chairs] == ["Purple", "Blue"]


def test_more_players_take_the_colours_that_are_free():
    draft = with_chair(with_chair(SetupDraft()))
    assert colors(draft) == [PURPLE, BLUE, GREEN, RED]
    assert refused(with_chair, draft) == "Not possible: two to four people play, not 5."


def test_when_two_are_left_they_take_purple_and_blue():
    assert colors(without_chair(table(RED, GREEN, BLUE), 2)) == [PURPLE, BLUE]
    assert colors(without_chair(table(RED, GREEN, BLUE), 0)) == [PURPLE, BLUE]
    assert colors(without_chair(table(BLUE, GREEN, RED), 1)) == [BLUE, PURPLE]
    assert colors(without_chair(table(GREEN, RED, PURPLE), 0)) == [BLUE, PURPLE]


def test_one_player_alone_cannot_be_left():
    assert (
        refused(without_chair, SetupDraft(), 0) == "Not possible: two to four people play, not 1."
    )


@pytest.mark.parametrize(
    ("first", "gone", "after"), [(0, 0, 0), (3, 3, 0), (2, 0, 1), (1, 3, 1), (1, 1, 1), (3, 0, 2)]
)
def test_who_starts_stays_or_the_next_one_starts(first, gone, after):
    assert without_chair(table(PURPLE, BLUE, GREEN, RED, first=first), gone).first == after


def test_a_colour_that_somebody_has_is_exchanged():
    assert colors(with_color(table(PURPLE, BLUE, GREEN), 0, GREEN)) == [GREEN, BLUE, PURPLE]
    assert colors(with_color(table(PURPLE, BLUE, GREEN), 1, RED)) == [PURPLE, RED, GREEN]
    assert colors(with_color(table(PURPLE, BLUE), 0, PURPLE)) == [PURPLE, BLUE]
    assert colors(with_color(table(PURPLE, BLUE), 0, BLUE)) == [BLUE, PURPLE]


def test_two_players_take_no_other_colours():
    assert (
        refused(with_color, SetupDraft(), 0, RED)
        == "Not possible: with two players, one takes purple and one blue."
    )


def test_a_name_stays_with_the_player_and_a_colours_name_with_the_colour():
    draft = with_color(with_name(SetupDraft(), 0, "Ada"), 0, BLUE)
    assert [chair.shown for chair in draft.chairs] == ["Ada", "Purple"]


def test_a_colours_own_name_that_is_typed_goes_with_the_colour():
    draft = with_color(with_name(SetupDraft(), 0, "Purple"), 0, BLUE)
    assert [chair.shown for chair in draft.chairs] == ["Blue", "Purple"]
    draft = with_color(with_name(SetupDraft(), 0, "Blue"), 0, BLUE)
    assert draft.chairs[0] == Chair(BLUE, "Blue")


def test_the_next_game_is_for_the_same_players():
    setup = Setup(
        side_for_two_or_three(),
        (Seat(RED, "Ada"), Seat(BLUE, "Blue"), Seat(GREEN, "Cem")),
        2,
        BONUS,
    )
    draft = same_players(setup)
    assert draft.chairs == (Chair(RED, "Ada"), Chair(BLUE), Chair(GREEN, "Cem"))
    assert (draft.first, draft.board, draft.bonus) == (2, None, ())


# Boards


def test_the_board_follows_the_number_of_players_until_one_is_chosen(tmp_path):
    (tmp_path / "boards").mkdir()
    write_board(tmp_path / "boards" / "mine.toml", ring(24))
    shelf = BoardShelf(tmp_path)
    three = table(PURPLE, BLUE, RED)
    assert board_of(three, shelf).name == "meduris-2-3"
    assert board_of(with_chair(three), shelf).name == "meduris-4"
    chosen = SetupDraft(board="ring of 24")
    assert board_of(chosen, shelf) == ring(24)
    assert board_of(with_chair(with_chair(chosen)), shelf) == ring(24)


def test_a_board_that_is_gone_gives_way_to_the_usual_one(tmp_path):
    assert board_of(SetupDraft(board="gone"), BoardShelf(tmp_path)).name == "meduris-2-3"


def test_boards_have_titles_for_the_table(tmp_path):
    titles = [board_title(file.board.name) for file in BoardShelf(tmp_path).boards]
    assert titles == ["Side for two or three players", "Side for four players"]
    assert board_title("x" * 40) == "x" * 40
    assert board_title("x" * 60_000) == "x" * 40 + "…"
    assert board_title("a\nb").isprintable()
    assert [board_detail(file) for file in BoardShelf(tmp_path).boards] == [
        "32 fields",
        f"40 fields, {sum(not field.known for field in side_for_four().fields)} not read yet",
    ]


# Bonus chips


def test_taps_lay_the_chips_kind_by_kind():
    draft = laid(4, 9, 14, 19, 24)
    assert draft.bonus == (
        (4, Bonus.POINTS),
        (9, Bonus.POINTS),
        (14, Bonus.HUT),
        (19, Bonus.HUT),
        (24, Bonus.DRUID),
    )
    assert (draft.held, draft.chips_left) == (Bonus.DRUID, 1)
    draft = tapped_field(draft, 32, 29)
    assert (draft.held, draft.chips_left) == (None, 0)


def test_a_kind_can_be_taken_up_while_it_is_left():
    draft = tapped_field(holding(SetupDraft(), Bonus.DRUID), 32, 7)
    assert draft.bonus == ((7, Bonus.DRUID),)
    assert left_of(draft, Bonus.DRUID) == 1
    assert refused(holding, laid(1, 5), Bonus.POINTS) == (
        "Not possible: both +2 points chips lie on the board; tap one there to move it."
    )


def test_a_tap_on_a_chip_takes_it_up_again():
    draft = tapped_field(laid(4, 9, 14), 32, 4)
    assert draft.bonus == ((9, Bonus.POINTS), (14, Bonus.HUT))
    assert draft.held is Bonus.POINTS


@pytest.mark.parametrize(("field", "other"), [(5, 4), (7, 9), (1, 4), (12, 9), (6, 4)])
def test_two_chips_need_three_free_fields_between_them(field, other):
    assert refused(tapped_field, laid(4, 9), 32, field) == (
        "Not possible: bonus chips need three free fields between them; "
        f"fields {field} and {other} are too close."
    )


def test_the_three_free_fields_count_round_the_ring():
    assert "fields 31 and 2 are too close" in refused(tapped_field, laid(2), 32, 31)
    assert tapped_field(laid(2), 32, 30).chips_left == 4


def test_a_seventh_chip_cannot_be_laid():
    draft = laid(4, 9, 14, 19, 24, 29)
    assert refused(tapped_field, draft, 32, 1) == (
        "Not possible: all six chips lie on the board; tap one to take it away."
    )


def test_all_chips_can_be_taken_away():
    assert without_bonus(laid(4, 9, 14)) == SetupDraft()


def test_advice_tells_the_way_out_where_no_field_is_left():
    cramped = laid(1, 8, 15, 22, 29)
    assert places_for_held(cramped, 32) == frozenset()
    assert bonus_advice(cramped, 32).startswith("No field is left")
    assert bonus_advice(SetupDraft(), 32).startswith("Tap a field for a “+2 points” chip.")
    assert bonus_advice(laid(4, 9, 14, 19, 24, 29), 32).startswith(
        "All six chips lie on the board."
    )


def test_chips_that_do_not_fit_another_ring_are_taken_up():
    draft = laid(4, 9, 14, 20, 33, 38, size=40)
    assert on_ring(draft, 40) is draft
    smaller = on_ring(draft, 32)
    assert [field for field, _kind in smaller.bonus] == [4, 9, 14, 20]
    assert (smaller.held, smaller.chips_left) == (Bonus.DRUID, 2)


@given(fields=st.integers(24, 48), seed=st.integers())
def test_chance_lays_all_six_as_the_rules_allow(fields, seed):
    draft = laid_by_chance(laid(4, 9), fields, Random(seed))
    check_bonus(fields, draft.bonus)
    assert draft.held is None


def test_chance_lays_every_layout_equally_often():
    luck = Random(1)
    counts: dict[tuple[int, ...], int] = {}
    for _game in range(4000):
        draft = laid_by_chance(SetupDraft(), 25, luck)
        places = tuple(sorted(field for field, _kind in draft.bonus))
        counts[places] = counts.get(places, 0) + 1
    assert len(counts) == 25
    assert all(100 <= count <= 230 for count in counts.values())


# All of it


@given(
    number=st.integers(2, 4),
    first=st.integers(0, 1),
    names=st.lists(st.text("Ada ", min_size=1), min_size=4, max_size=4),
    seed=st.integers(),
)
def test_what_is_entered_begins_a_game(number, first, names, seed):
    draft = SetupDraft(first=first)
    while len(draft.chairs) < number:
        draft = with_chair(draft)
    for chair in range(number):
        draft = with_name(draft, chair, names[chair])
    board = ring(30)
    state = start(finished(laid_by_chance(draft, len(board), Random(seed)), board))
    assert [player.name for player in state.players] == names[:number]
    assert state.active == draft.chairs[first].color


def test_a_setup_without_all_chips_is_refused_in_words():
    assert refused(finished, laid(4), side_for_two_or_three()) == (
        "Not possible: two “+2 points” chips have to lie on the board, not 1."
    )


def test_the_picture_shows_the_chips_on_a_fresh_board():
    picture = setup_picture(laid(4), side_for_two_or_three(), pointed=7)
    assert [field.number for field in picture.fields if field.bonus] == [4]
    assert {plain.supply for plain in picture.plains} == {16}
    assert (picture.pointed, picture.druid.stone) == (7, 0)


def test_the_list_tells_what_lies_on_the_table_for_two():
    draft = with_name(laid(4, 9, 14, 19, 24, 29), 0, "Ada")
    assert to_lay_out(draft, side_for_two_or_three()) == (
        LayOut("Board", "Side for two or three players"),
        LayOut(
            "Each player",
            "12 huts, 2 temples, 3 workers; behind the screen one chip of each material",
        ),
        LayOut("High plains", "16 chips of its material on each"),
        LayOut("Point markers", "All on 5"),
        LayOut("Druid", "In his temple"),
        LayOut("Bonus chips", "+2 points: 4, 9; free hut: 14, 19; druid: 24, 29"),
        LayOut("Beside the board", "Nine rune stones, the die, the 100 chips"),
        LayOut("First", "Ada places a worker, then clockwise in turn"),
    )


def test_four_have_fewer_huts_and_workers_and_chips_on_the_plains():
    draft = with_chair(with_chair(SetupDraft()))
    lines = {line.what: line.how for line in to_lay_out(draft, side_for_four())}
    assert lines["Each player"].startswith("8 huts, 2 temples, 2 workers;")
    assert lines["High plains"] == "14 chips of its material on each"
    assert lines["Board"] == "Side for four players"
