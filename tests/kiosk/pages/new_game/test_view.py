from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.memory.boards import BoardShelf, write_board_file
from companion.pieces import Bonus, Color, Material
from companion.rules.setup import Seat, Setup, check_bonus_chips
from companion.state import Phase
from kiosk.pages.new_game.draft import (
    BonusChipsStep,
    SeatDraft,
    SetupDraft,
    SetupFlow,
    SetupOverviewStep,
    draft_with_same_players,
    new_setup_flow,
    rematch_draft,
)
from kiosk.pages.new_game.view import (
    board_description,
    board_title,
    bonus_chips_help,
    flow_after_field_tap,
    flow_after_plain_tap,
    flow_filled_randomly,
    setup_form,
    setup_summary,
)
from kiosk.ui.form import Flow, Form, PageAction, TypingForm
from kiosk.words.texts import piece_name
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
from tests.kiosk.pages.flow.walking import choices, tapped
from tests.kiosk.scenes import lay_boards
from tests.tables import LARGEST, SMALLEST

FIELDS = 32
FULL = (4, 9, 14, 19, 24, 29)


def bonus_step(*fields: int) -> SetupFlow:
    flow = new_setup_flow(SetupDraft()).with_next_step(BonusChipsStep())
    for field in fields:
        flow = flow_after_field_tap(flow, FIELDS, field)
    return flow


def new_game() -> SetupFlow:
    return new_setup_flow(SetupDraft())


@pytest.fixture
def shelf(tmp_path) -> BoardShelf:
    lay_boards(tmp_path)
    return BoardShelf(tmp_path)


# Taps


def test_wherever_taps_lead_a_form_comes_and_only_good_chips_are_laid_out(shelf):
    luck, flow, laid_out = Random(1), new_setup_flow(SetupDraft()), 0
    for _tap in range(1200):
        form, board = setup_form(flow, shelf), flow.draft.chosen_board(shelf)
        if isinstance(form, TypingForm):
            flow = luck.choice([form.done("Ada"), form.cancelled])
            continue
        found = choices(form)
        assert len({choice.key for choice in found}) == len(found)
        answers = [choice.action for choice in found]
        if PageAction.FILL_RANDOMLY in answers:
            answers.append(flow_filled_randomly(flow, board, luck))
        if form.scene is not None:
            answers.append(flow_after_field_tap(flow, len(board), luck.randint(1, len(board))))
        flow = luck.choice([answer for answer in answers if isinstance(answer, Flow)])
        if flow.step == SetupOverviewStep():
            check_bonus_chips(len(flow.draft.chosen_board(shelf)), flow.draft.bonus_chips)
            laid_out += 1
    assert laid_out > 10


def test_a_refused_tap_changes_nothing_but_what_is_told(shelf):
    flow = new_setup_flow(SetupDraft())
    told = tapped(setup_form(flow, shelf), "seat.0.remove")
    assert told == flow.with_refusal(
        "Not possible: the game is for two to four players, not 1.", "setup.players"
    )
    coloring = tapped(setup_form(flow, shelf), "seat.0.color")
    red = tapped(setup_form(coloring, shelf), "color.red")
    assert red == flow.with_refusal(
        "Not possible: with two players, one takes purple and one blue.", "setup.players"
    )


def test_the_first_step_leads_out_and_the_last_one_begins(shelf):
    flow = new_setup_flow(SetupDraft().with_all_chips_at_random(FIELDS, Random(1)))
    assert tapped(setup_form(flow, shelf), "back") is PageAction.LEAVE
    flow = flow.with_next_step(BonusChipsStep()).with_next_step(SetupOverviewStep())
    assert tapped(setup_form(flow, shelf), "begin") is PageAction.FINISH


def test_a_smaller_board_takes_the_chips_up_that_do_not_fit_it(shelf):
    four = SetupDraft().with_one_more_seat().with_one_more_seat()
    flow = new_setup_flow(four).with_next_step(BonusChipsStep())
    for field in (2, 31, 38):
        flow = flow_after_field_tap(flow, 40, field)
    smaller = tapped(setup_form(flow.back(), shelf), "seat.3.remove")
    assert tapped(setup_form(smaller, shelf), "next").draft.bonus_chips == ((2, Bonus.POINTS),)


def test_chance_makes_everybody_begin_equally_often_and_says_who(shelf):
    luck, flow = Random(1), new_setup_flow(SetupDraft().with_one_more_seat().with_name(2, "Cem"))
    counts = [0, 0, 0]
    for _time in range(600):
        drawn = flow_filled_randomly(flow, side_for_two_or_three(), luck)
        counts[drawn.draft.starting_seat] += 1
    assert min(counts) > 160
    assert replace(drawn.draft, starting_seat=0) == flow.draft
    assert drawn.message.startswith("Drawn at random: ")


# Boards


def test_boards_have_titles_for_the_table(tmp_path):
    titles = [board_title(file.board.name) for file in BoardShelf(tmp_path).boards]
    assert titles == ["Side for two or three players", "Side for four players"]
    assert board_title("x" * 40) == "x" * 40
    assert board_title("x" * 60_000) == "x" * 40 + "…"
    assert board_title("a\nb").isprintable()
    assert [board_description(file) for file in BoardShelf(tmp_path).boards] == [
        "32 fields",
        f"40 fields, {sum(not field.is_known for field in side_for_four().fields)} unknown",
    ]


# Bonus chips


def test_a_chip_that_cannot_be_laid_says_why():
    near, full = bonus_step(4, 9), bonus_step(*FULL)
    assert flow_after_field_tap(near, FIELDS, 7) == near.with_refusal(
        "Not possible: bonus chips need three free fields between them; "
        "fields 7 and 9 are too close.",
        "setup.bonus",
    )
    assert flow_after_field_tap(full, FIELDS, 1) == full.with_refusal(
        "All 6 chips are on the board. Tap one to remove it."
    )


def test_a_kind_that_lies_already_says_how_to_move_it_and_a_plain_that_no_chip_goes_there(shelf):
    flow = bonus_step(1, 5)
    assert tapped(setup_form(flow, shelf), "bonus.points") == flow.with_refusal(
        f"All “{piece_name(Bonus.POINTS)}” chips are on the board. Tap one there to move it."
    )
    assert "not on the high plains" in flow_after_plain_tap(flow).message


def test_what_to_lay_out_comes_only_after_the_sixth_chip(shelf):
    flow = bonus_step(*FULL[:5])
    assert tapped(setup_form(flow, shelf), "next") == flow.with_refusal("1 chip left to place.")
    full = flow_after_field_tap(flow, FIELDS, FULL[5])
    assert tapped(setup_form(full, shelf), "next").step == SetupOverviewStep()


def test_advice_tells_the_way_out_where_no_field_is_left():
    cramped = bonus_step(1, 8, 15, 22, 29).draft
    assert bonus_chips_help(cramped, FIELDS).startswith("No field is left")
    assert bonus_chips_help(SetupDraft(), FIELDS).startswith(
        f"Tap a field for a “{piece_name(Bonus.POINTS)}” chip."
    )
    full = bonus_step(*FULL).draft
    assert bonus_chips_help(full, FIELDS).startswith("All 6 chips are on the board.")


# Names that were used before


def offered(shelf: BoardShelf, flow: SetupFlow, *known: str) -> dict[str, SetupFlow]:
    naming = tapped(setup_form(flow, shelf), "seat.0.name")
    return {offer.text: offer.action for offer in setup_form(naming, shelf, known).offers}


def test_names_that_were_used_before_are_given_with_one_tap(shelf):
    offers = offered(shelf, new_game(), "Cem", "Ada")
    assert list(offers) == ["Cem", "Ada"]
    assert offers["Ada"] == new_setup_flow(SetupDraft().with_name(0, "Ada"))
    seated = new_setup_flow(SetupDraft().with_name(1, "Bo"))
    assert list(offered(shelf, seated, "Purple", "Bo", "Red", "Cem")) == ["Cem"]
    side_by_side = offered(shelf, new_game(), *"ABCDEFG")
    assert list(side_by_side) == list("ABCDE")


def table(*colors: Color, first: int = 0) -> SetupDraft:
    return SetupDraft(seats=tuple(SeatDraft(color) for color in colors), starting_seat=first)


def colors(draft: SetupDraft) -> list[Color]:
    return [seat.color for seat in draft.seats]


def laid(*fields: int) -> SetupDraft:
    draft = SetupDraft()
    for field in fields:
        draft = draft.with_chip(FIELDS, field)
    return draft


def refused(action, *values) -> str:
    with pytest.raises(RuleViolation) as caught:
        action(*values)
    return str(caught.value)


# Players


def test_more_players_take_the_colours_that_are_free():
    draft = SetupDraft().with_one_more_seat().with_one_more_seat()
    assert colors(draft) == [PURPLE, BLUE, GREEN, RED]
    assert refused(draft.with_one_more_seat) == "the game is for two to four players, not 5"


def test_when_two_are_left_they_take_purple_and_blue():
    assert colors(table(RED, GREEN, BLUE).without_seat(2)) == [PURPLE, BLUE]
    assert colors(table(RED, GREEN, BLUE).without_seat(0)) == [PURPLE, BLUE]
    assert colors(table(BLUE, GREEN, RED).without_seat(1)) == [BLUE, PURPLE]
    assert colors(table(GREEN, RED, PURPLE).without_seat(0)) == [BLUE, PURPLE]


@pytest.mark.parametrize(
    ("first", "gone", "after"), [(0, 0, 0), (3, 3, 0), (2, 0, 1), (1, 3, 1), (1, 1, 1), (3, 0, 2)]
)
def test_who_starts_stays_or_the_next_one_starts(first, gone, after):
    assert table(PURPLE, BLUE, GREEN, RED, first=first).without_seat(gone).starting_seat == after


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


def test_the_next_game_and_a_rematch_are_for_the_same_players(tmp_path):
    """In a rematch, the next player begins on the same board."""
    players = (Seat(RED, "Ada"), Seat(BLUE, "Blue"), Seat(GREEN, "Cem"))
    former = Setup(side_for_two_or_three(), players, 2, BONUS)
    draft = draft_with_same_players(former)
    assert draft.seats == (SeatDraft(RED, "Ada"), SeatDraft(BLUE), SeatDraft(GREEN, "Cem"))
    assert (draft.starting_seat, draft.board_name, draft.bonus_chips) == (2, None, ())
    shelf = BoardShelf(tmp_path)
    assert rematch_draft(former, shelf) == replace(draft, starting_seat=0)
    other = rematch_draft(Setup(ring(24), players, 0, BONUS), shelf)
    assert (other.starting_seat, other.board_name) == (1, "ring of 24")


# Boards


def test_the_board_follows_the_number_of_players_until_one_is_chosen(tmp_path):
    (tmp_path / "boards").mkdir()
    write_board_file(tmp_path / "boards" / "mine.toml", ring(24))
    shelf = BoardShelf(tmp_path)
    three = table(PURPLE, BLUE, RED)
    assert three.chosen_board(shelf).name == "meduris-2-3"
    assert three.with_one_more_seat().chosen_board(shelf).name == "meduris-4"
    chosen = SetupDraft(board_name="ring of 24")
    assert chosen.chosen_board(shelf) == ring(24)
    assert chosen.with_one_more_seat().with_one_more_seat().chosen_board(shelf) == ring(24)
    assert SetupDraft(board_name="gone").chosen_board(shelf).name == "meduris-2-3"


# Bonus chips


def test_taps_lay_the_chips_kind_by_kind():
    draft = laid(4, 9, 14, 19, 24)
    assert draft.bonus_chips == (
        (4, Bonus.POINTS),
        (9, Bonus.POINTS),
        (14, Bonus.HUT),
        (19, Bonus.HUT),
        (24, Bonus.DRUID),
    )
    assert (draft.next_bonus, draft.chips_left_to_place) == (Bonus.DRUID, 1)
    draft = draft.with_chip(32, 29)
    assert (draft.next_bonus, draft.chips_left_to_place) == (None, 0)


def test_one_chip_or_all_can_be_taken_up_again():
    draft = laid(4, 9, 14).without_chip(4)
    assert draft.bonus_chips == ((9, Bonus.POINTS), (14, Bonus.HUT))
    assert draft.next_bonus is Bonus.POINTS
    assert draft.without_bonus_chips() == SetupDraft()


@given(fields=st.integers(SMALLEST, LARGEST), seed=st.integers())
def test_chance_lays_all_chips_as_the_rules_allow(fields, seed):
    draft = laid(4, 9).with_all_chips_at_random(fields, Random(seed))
    check_bonus_chips(fields, draft.bonus_chips)
    assert draft.next_bonus is None


def test_chance_lays_every_size_equally_often():
    luck = Random(1)
    counts: dict[tuple[int, ...], int] = {}
    for _game in range(4000):
        draft = SetupDraft().with_all_chips_at_random(SMALLEST + 1, luck)
        places = tuple(sorted(field for field, _kind in draft.bonus_chips))
        counts[places] = counts.get(places, 0) + 1
    assert len(counts) == SMALLEST + 1
    assert all(100 <= count <= 230 for count in counts.values())


# All of it


WOOD, COPPER, STONE = Material.WOOD, Material.COPPER, Material.STONE

SHELF = BoardShelf(Path("nowhere"))
"""Only the boards of the box."""
CHIPS = dict(BONUS)


def entered(players: int = 2) -> SetupDraft:
    draft = SetupDraft(bonus_chips=tuple(CHIPS.items()), next_bonus=None)
    for _more in range(players - 2):
        draft = draft.with_one_more_seat()
    return draft.with_name(0, "Ada")


def last_step(draft: SetupDraft) -> SetupFlow:
    return (
        new_setup_flow(draft).with_next_step(BonusChipsStep()).with_next_step(SetupOverviewStep())
    )


def shown(draft: SetupDraft) -> Form:
    return setup_form(last_step(draft), SHELF)


def test_the_list_tells_what_lies_on_the_table():
    board = (
        "Side for two or three players; all scorekeepers on 5, the druid on his temple, "
        "16 chips on each high plain"
    )
    assert setup_summary(entered(), side_for_two_or_three()) == (
        ("Board", board),
        (
            "Each player",
            "12 huts, 2 temples, 3 workers; one chip of each behind the cardboard screen",
        ),
        ("Bonus chips", "“+2” onto 4 and 19, “free hut” onto 9 and 24, “druid” onto 14 and 29"),
        ("Beside the board", "Nine rune stones, the die, the chips for 100 points"),
        ("First", "Ada places the first worker"),
    )
    four = dict(setup_summary(entered(4), side_for_four()))
    assert four["Each player"].startswith("8 huts, 2 temples, 2 workers;")
    assert four["Board"].startswith("Side for four players;")


def test_the_picture_shows_all_that_lies_on_the_board_and_rings_the_chips():
    scene = shown(entered()).scene
    lying = {field.number: field.bonus for field in scene.picture.fields if field.bonus}
    assert lying == CHIPS
    assert scene.chosen_fields == set(CHIPS)
    assert {plain.supply for plain in scene.picture.plains} == {16}
    assert scene.picture.druid.stone == 0


def test_a_tap_on_the_picture_leads_back_to_laying_the_chips():
    assert flow_after_field_tap(last_step(entered()), 32, 4) == new_setup_flow(
        entered()
    ).with_next_step(BonusChipsStep())


@given(players=st.integers(2, 4), seed=st.integers())
def test_chance_places_all_workers_where_there_is_room(players, seed):
    board = side_for_two_or_three()
    draft = entered(players).with_random_workers(board, Random(seed))
    state = draft.first_state(board)
    assert state.phase is Phase.ROLL
    assert state.active == draft.seats[0].color


def test_workers_that_chance_placed_stand_on_the_picture_until_they_are_taken_back():
    draft = entered().with_random_workers(side_for_two_or_three(), Random(1))
    form = shown(draft)
    assert sum(len(plain.workers) for plain in form.scene.picture.plains) == 6
    assert tapped(form, "workers.clear").draft == entered()
    draft = replace(entered(), planned_worker_plains=(WOOD, COPPER, WOOD, COPPER, COPPER, STONE))
    lines = dict(setup_summary(draft, side_for_two_or_three()))
    assert lines["First"] == "Ada begins"
    assert lines["Workers, from below"] == (
        "wood: Ada, Ada; wool: –; copper: Blue, Blue, Ada; stone: Blue"  # noqa: RUF001 - a dash
    )


def test_workers_of_another_number_of_players_are_placed_anew():
    draft = entered(3).with_random_workers(side_for_two_or_three(), Random(1))
    assert len(draft.worker_plains) == 6
    assert draft.with_one_more_seat().worker_plains == ()
