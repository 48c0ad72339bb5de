"""Setting a game up: players, boards, bonus chips, and what to lay out."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.memory.boards import BoardShelf, write_board
from companion.pieces import Bonus, Color
from companion.rules.setup import Seat, Setup, check_bonus
from kiosk.pages.new_game.draft import SeatDraft, SetupDraft, draft_with_same_players, rematch_draft
from tests.companion.positions import (
    BLUE,
    BONUS,
    GREEN,
    PURPLE,
    RED,
    ring,
    side_for_two_or_three,
)


def table(*colors: Color, first: int = 0) -> SetupDraft:
    return SetupDraft(seats=tuple(SeatDraft(color) for color in colors), first=first)


def colors(draft: SetupDraft) -> list[Color]:
    return [seat.color for seat in draft.seats]


def laid(*fields: int, size: int = 32) -> SetupDraft:
    draft = SetupDraft()
    for field in fields:
        draft = draft.with_chip(size, field)
    return draft


def refused(action, *values) -> str:
    with pytest.raises(RuleViolation) as caught:
        action(*values)
    return str(caught.value)


# Players


def test_more_players_take_the_colours_that_are_free():
    draft = SetupDraft().with_seat().with_seat()
    assert colors(draft) == [PURPLE, BLUE, GREEN, RED]
    assert refused(draft.with_seat) == "two to four people play, not 5"


def test_when_two_are_left_they_take_purple_and_blue():
    assert colors(table(RED, GREEN, BLUE).without_seat(2)) == [PURPLE, BLUE]
    assert colors(table(RED, GREEN, BLUE).without_seat(0)) == [PURPLE, BLUE]
    assert colors(table(BLUE, GREEN, RED).without_seat(1)) == [BLUE, PURPLE]
    assert colors(table(GREEN, RED, PURPLE).without_seat(0)) == [BLUE, PURPLE]


@pytest.mark.parametrize(
    ("first", "gone", "after"), [(0, 0, 0), (3, 3, 0), (2, 0, 1), (1, 3, 1), (1, 1, 1), (3, 0, 2)]
)
def test_who_starts_stays_or_the_next_one_starts(first, gone, after):
    assert table(PURPLE, BLUE, GREEN, RED, first=first).without_seat(gone).first == after


def test_a_colour_that_somebody_has_is_exchanged():
    assert colors(table(PURPLE, BLUE, GREEN).with_color(0, GREEN)) == [GREEN, BLUE, PURPLE]
    assert colors(table(PURPLE, BLUE, GREEN).with_color(1, RED)) == [PURPLE, RED, GREEN]
    assert colors(table(PURPLE, BLUE).with_color(0, PURPLE)) == [PURPLE, BLUE]
    assert colors(table(PURPLE, BLUE).with_color(0, BLUE)) == [BLUE, PURPLE]


def test_a_colours_own_name_that_is_typed_goes_with_the_colour():
    draft = SetupDraft().with_name(0, "Purple").with_color(0, BLUE)
    assert [seat.display_name for seat in draft.seats] == ["Blue", "Purple"]
    draft = SetupDraft().with_name(0, "Blue").with_color(0, BLUE)
    assert draft.seats[0] == SeatDraft(BLUE, "Blue")


def test_the_next_game_is_for_the_same_players():
    setup = Setup(
        side_for_two_or_three(),
        (Seat(RED, "Ada"), Seat(BLUE, "Blue"), Seat(GREEN, "Cem")),
        2,
        BONUS,
    )
    draft = draft_with_same_players(setup)
    assert draft.seats == (SeatDraft(RED, "Ada"), SeatDraft(BLUE), SeatDraft(GREEN, "Cem"))
    assert (draft.first, draft.board, draft.bonus) == (2, None, ())


def test_a_rematch_keeps_people_and_board_and_the_next_one_begins(tmp_path):
    players = (Seat(RED, "Ada"), Seat(BLUE, "Blue"), Seat(GREEN, "Cem"))
    former = Setup(side_for_two_or_three(), players, 2, BONUS)
    shelf = BoardShelf(tmp_path)
    draft = rematch_draft(former, shelf)
    assert draft == replace(draft_with_same_players(former), first=0)
    other = rematch_draft(Setup(ring(24), players, 0, BONUS), shelf)
    assert (other.first, other.board) == (1, "ring of 24")


# Boards


def test_the_board_follows_the_number_of_players_until_one_is_chosen(tmp_path):
    (tmp_path / "boards").mkdir()
    write_board(tmp_path / "boards" / "mine.toml", ring(24))
    shelf = BoardShelf(tmp_path)
    three = table(PURPLE, BLUE, RED)
    assert three.board_of(shelf).name == "meduris-2-3"
    assert three.with_seat().board_of(shelf).name == "meduris-4"
    chosen = SetupDraft(board="ring of 24")
    assert chosen.board_of(shelf) == ring(24)
    assert chosen.with_seat().with_seat().board_of(shelf) == ring(24)


def test_a_board_that_is_gone_gives_way_to_the_usual_one(tmp_path):
    assert SetupDraft(board="gone").board_of(BoardShelf(tmp_path)).name == "meduris-2-3"


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
    draft = draft.with_chip(32, 29)
    assert (draft.held, draft.chips_left) == (None, 0)


def test_a_chip_that_lies_there_is_taken_up_again():
    draft = laid(4, 9, 14).without_chip(4)
    assert draft.bonus == ((9, Bonus.POINTS), (14, Bonus.HUT))
    assert draft.held is Bonus.POINTS


def test_all_chips_can_be_taken_away():
    assert laid(4, 9, 14).without_bonus() == SetupDraft()


@given(fields=st.integers(24, 48), seed=st.integers())
def test_chance_lays_all_six_as_the_rules_allow(fields, seed):
    draft = laid(4, 9).with_all_chips_at_random(fields, Random(seed))
    check_bonus(fields, draft.bonus)
    assert draft.held is None


def test_chance_lays_every_size_equally_often():
    luck = Random(1)
    counts: dict[tuple[int, ...], int] = {}
    for _game in range(4000):
        draft = SetupDraft().with_all_chips_at_random(25, luck)
        places = tuple(sorted(field for field, _kind in draft.bonus))
        counts[places] = counts.get(places, 0) + 1
    assert len(counts) == 25
    assert all(100 <= count <= 230 for count in counts.values())


# All of it
