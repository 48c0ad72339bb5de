"""What a new game asks, and where every answer leads."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.memory.boards import BoardShelf, write_board
from companion.pieces import Bonus
from companion.rules.setup import check_bonus
from kiosk.pages.new_game.draft import (
    BonusChipsStep,
    OverviewStep,
    SetupDraft,
    SetupFlow,
    new_setup_flow,
)
from kiosk.pages.new_game.view import (
    board_description,
    board_title,
    bonus_chips_help,
    choose_at_random,
    flow_after_field_tap,
    flow_after_plain_tap,
    setup_form,
)
from kiosk.ui.form import Flow, Form, PageAction, TypingForm
from kiosk.words.texts import piece_name
from tests.companion.positions import ring, side_for_four, side_for_two_or_three
from tests.kiosk.pages.flow.walking import choices, tapped

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
    (tmp_path / "boards").mkdir()
    for number in range(7):
        write_board(tmp_path / "boards" / f"{number}.toml", ring(24 + number))
    (tmp_path / "boards" / "torn.toml").write_text("name =")
    return BoardShelf(tmp_path)


# Taps


@pytest.mark.parametrize("seed", range(20))
def test_wherever_taps_lead_a_form_comes_and_only_good_chips_are_laid_out(seed, shelf):
    luck, flow = Random(seed), new_setup_flow(SetupDraft())
    for _tap in range(60):
        form = setup_form(flow, shelf)
        match form:
            case TypingForm():
                flow = luck.choice([form.done("Ada"), form.cancelled])
            case Form():
                found = choices(form)
                assert len({choice.key for choice in found}) == len(found)
                answers = [choice.action for choice in found]
                if form.scene is not None:
                    fields = len(form.scene.picture.fields)
                    answers.append(flow_after_field_tap(flow, fields, luck.randint(1, fields)))
                flow = luck.choice([answer for answer in answers if isinstance(answer, Flow)])
        if flow.step == OverviewStep():
            check_bonus(len(flow.draft.board_of(shelf)), flow.draft.bonus)


def test_a_refused_tap_changes_nothing_but_what_is_told(shelf):
    flow = new_setup_flow(SetupDraft())
    told = tapped(setup_form(flow, shelf), "seat.0.remove")
    assert told == flow.with_refusal(
        "Not possible: two to four people play, not 1.", "setup.players"
    )
    coloring = tapped(setup_form(flow, shelf), "seat.0.color")
    red = tapped(setup_form(coloring, shelf), "color.red")
    assert red == flow.with_refusal(
        "Not possible: with two players, one takes purple and one blue.", "setup.players"
    )


def test_the_first_step_leads_out_and_the_last_one_begins(shelf):
    flow = new_setup_flow(SetupDraft().with_all_chips_at_random(FIELDS, Random(1)))
    assert tapped(setup_form(flow, shelf), "back") is PageAction.LEAVE
    flow = flow.with_next_step(BonusChipsStep()).with_next_step(OverviewStep())
    assert tapped(setup_form(flow, shelf), "begin") is PageAction.FINISH


def test_a_smaller_board_takes_the_chips_up_that_do_not_fit_it(shelf):
    four = SetupDraft().with_seat().with_seat()
    flow = new_setup_flow(four).with_next_step(BonusChipsStep())
    flow = flow_after_field_tap(flow_after_field_tap(flow, 40, 4), 40, 38).back()
    smaller = tapped(setup_form(flow, shelf), "seat.3.remove")
    assert tapped(setup_form(smaller, shelf), "next").draft.bonus == ((4, Bonus.POINTS),)


def test_chance_makes_everybody_begin_equally_often_and_says_who(shelf):
    luck, flow = Random(1), new_setup_flow(SetupDraft().with_seat().with_name(2, "Cem"))
    counts = [0, 0, 0]
    for _time in range(600):
        drawn = choose_at_random(flow, side_for_two_or_three(), luck)
        counts[drawn.draft.first] += 1
    assert min(counts) > 160
    assert replace(drawn.draft, first=0) == flow.draft
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
        f"40 fields, {sum(not field.known for field in side_for_four().fields)} unknown",
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
        "All six chips are on the board. Tap one to remove it."
    )


def test_a_kind_that_lies_already_says_how_to_move_it(shelf):
    flow = bonus_step(1, 5)
    assert tapped(setup_form(flow, shelf), "bonus.points") == flow.with_refusal(
        f"Both “{piece_name(Bonus.POINTS)}” chips are on the board. Tap one there to move it."
    )


def test_a_plain_says_that_no_chip_goes_there():
    assert "not on the high plains" in flow_after_plain_tap(bonus_step()).message


def test_what_to_lay_out_comes_only_after_the_sixth_chip(shelf):
    flow = bonus_step(*FULL[:5])
    assert tapped(setup_form(flow, shelf), "next") == flow.with_refusal("1 chip left to place.")
    full = flow_after_field_tap(flow, FIELDS, FULL[5])
    assert tapped(setup_form(full, shelf), "next").step == OverviewStep()


def test_advice_tells_the_way_out_where_no_field_is_left():
    cramped = bonus_step(1, 8, 15, 22, 29).draft
    assert bonus_chips_help(cramped, FIELDS).startswith("No field is left")
    assert bonus_chips_help(SetupDraft(), FIELDS).startswith(
        f"Tap a field for a “{piece_name(Bonus.POINTS)}” chip."
    )
    full = bonus_step(*FULL).draft
    assert bonus_chips_help(full, FIELDS).startswith("All six chips are on the board.")


# Names that were used before


def offered(shelf: BoardShelf, flow: SetupFlow, *known: str) -> dict[str, SetupFlow]:
    naming = tapped(setup_form(flow, shelf), "seat.0.name")
    return {offer.text: offer.action for offer in setup_form(naming, shelf, known).offers}


def test_names_that_were_used_before_are_given_with_one_tap(shelf):
    offers = offered(shelf, new_game(), "Cem", "Ada")
    assert list(offers) == ["Cem", "Ada"]
    assert offers["Ada"] == new_setup_flow(SetupDraft().with_name(0, "Ada"))


def test_names_of_colours_and_of_who_sits_there_are_not_offered(shelf):
    flow = new_setup_flow(SetupDraft().with_name(1, "Bo"))
    assert list(offered(shelf, flow, "Purple", "Bo", "Red", "Cem")) == ["Cem"]


def test_no_more_names_are_offered_than_stand_side_by_side(shelf):
    assert list(offered(shelf, new_game(), *"ABCDEFG")) == list("ABCDE")
