import pytest
from kivy.metrics import dp

from companion import commands as do
from companion.memory.record import commands_for_record, encode_record
from companion.moves import BonusToRemove, is_move
from companion.pieces import STACK_LIMIT, BuildingKind, Chips, Face, Material, OfferingAnswer
from companion.rulebook import rule
from companion.state import Building, FinaleStage, Phase
from kiosk import routes
from kiosk.pages.table.draft import EmptyDraft
from kiosk.words.latest_moves import piece_moves
from kiosk.words.texts import sentence_text
from tests.companion.positions import BLUE, GREEN, RED, build, setup
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import Touchscreen, says

OWN_WORDS = "A chip of any kind will do."


@pytest.fixture
def touch(touch: Touchscreen):
    lay_table(touch, setup(BLUE, RED, GREEN))
    return touch


def in_part_two(touch: Touchscreen, *more: do.Change, **hand: int) -> None:
    """Blue is to move or to build and has these chips; more may lie otherwise, too."""
    session = touch.app_state.required_session
    held, supply = session.state.player(BLUE).hand, session.state.supply
    changes = list(more)
    for name, number in hand.items():
        material = Material(name)
        left = supply.number(material) + held.number(material) - number
        changes += [do.SetHand(BLUE, material, number), do.SetSupply(material, left)]
    session.apply(do.Correct(changes=tuple(changes), why="counted again"))
    session.apply(do.Roll(by=BLUE, face=Face.STONE))
    touch.step()
    touch.navigator.go(routes.Table())


def test_a_payment_that_the_table_accepts_pays_and_builds_beside_the_rule(touch) -> None:
    in_part_two(touch, wood=5, copper=1, wool=1)
    before = touch.app_state.required_session.state
    touch.page.decide(do.BuildHut(by=BLUE, field=1, pay=Chips(wood=2)))
    touch.tap("overrule")
    assert touch.name == "correct"
    assert says(touch, "You pay: 2 wood")
    written = {one.text.split("\n")[0]: one.text_box for one in touch.written_texts()}
    assert written["Three others for one"].y - written["You pay: 2 wood"].top < dp(48)
    assert says(touch, sentence_text(rule("pay.swap").text)[:30])
    touch.tap("told")
    assert touch.name == "rules"
    touch.tap("back", "correct.done")

    assert touch.name == "table"
    state = touch.app_state.required_session.state
    assert state.player(BLUE).hand == before.player(BLUE).hand - Chips(wood=2)
    assert state.supply == before.supply + Chips(wood=2)
    assert state.is_hut(1)
    ruling = touch.app_state.required_session.steps[-1].ruling
    why = "We play “Three others for one” differently. The app said: this does not pay the price"
    assert ruling.command.why.startswith(why)
    latest = piece_moves(touch.app_state.required_session.game.history.latest)
    rows = [row.text for row in latest.moves if is_move(row.move)]
    assert [row for row in rows if "return" in row or "take" in row] == [
        f"{state.player(BLUE).name}: return 2 wood",
        f"{state.player(BLUE).name}: take the {state.board.field(1).rune} rune",
    ]
    touch.tap("undo")
    assert touch.app_state.required_session.state == before


def test_the_last_building_is_told_as_such_also_where_the_table_pays_it_differently(touch) -> None:
    board = touch.app_state.required_session.state.board
    huts = [do.SetBuilding(field, Building(BuildingKind.HUT, BLUE)) for field in range(11, 18)]
    temples = [do.SetBuilding(field, Building(BuildingKind.TEMPLE, BLUE)) for field in (2, 4)]
    clear = [do.SetBonus(field, None) for field in range(1, len(board) + 1)]
    in_part_two(touch, *huts, *temples, *clear, wood=5)
    touch.page.decide(do.BuildHut(by=BLUE, field=6, pay=Chips(wood=2)))
    touch.tap("overrule", "correct.done")

    assert touch.app_state.required_session.state.finale is FinaleStage.LAST_TURNS
    touch.wait(1)
    assert says(touch, "has built everything")


def test_the_table_s_own_words_go_into_the_log_and_the_record(touch) -> None:
    in_part_two(touch, wood=5)
    touch.page.decide(do.BuildHut(by=BLUE, field=1, pay=Chips(wood=2)))
    touch.tap("overrule", "back", "overrule")
    assert says(
        touch, "We play “Three others for one” differently. The app said: this does not pay"
    )
    touch.tap("why.type", "key.clear")
    Typist(touch).type(OWN_WORDS)
    touch.tap("correct.done")
    touch.wait(1)
    touch.tap("menu", "menu.log")

    session = touch.app_state.required_session
    record = encode_record(session.setup, commands_for_record(session.steps)).decode()
    assert OWN_WORDS in record
    assert says(touch, OWN_WORDS)


def test_what_cannot_be_worked_out_is_entered_by_the_table_with_the_reason_given(touch) -> None:
    in_part_two(touch, wood=0, wool=0, copper=0)
    price = touch.app_state.required_session.state.board.field(1).printed_price
    touch.page.decide(do.BuildHut(by=BLUE, field=1, pay=price))
    touch.tap("overrule")
    assert says(touch, "The game stays as it is; only the reason is noted.")
    assert [touch.find(key).responds_to_enter for key in ("further", "correct.done")] == [
        True,
        False,
    ]
    touch.tap("correct.done")
    noted = touch.app_state.required_session.steps[-1].command
    assert noted.why == "We play “Paying with your own chips” differently."
    assert noted.changes == ()
    assert touch.page.draft == EmptyDraft()
    assert not touch.shows("overrule"), "nobody asked for the refused payment again"


def test_a_field_that_a_correction_clears_is_cleared_on_the_board_by_the_players(touch) -> None:
    """Nothing said where the bonus chip goes, nor that the temple did not stand there yet."""
    in_part_two(touch, wood=5, wool=5, copper=5, stone=5)
    session = touch.app_state.required_session
    field = session.setup.bonus[0][0]
    price = session.state.board.field(field).printed_price
    temple = do.BuildTemple(by=BLUE, field=field, pay=price)
    touch.page.decide(temple)
    touch.tap("told", "overrule")
    first = f"The app takes the bonus chip off {field}: take it off the board, too."
    assert says(touch, f"{first} Then tap the temple again.")
    touch.tap("correct.done")
    assert session.state.bonus_on(field) is None
    assert not any(isinstance(row, BonusToRemove) for one in session.trays() for row in one.rows)
    touch.page.decide(temple)
    hut = do.BuildHut(by=session.state.decider, field=field)
    touch.navigator.go(routes.Correct(routes.CommandToAllow(hut, "hut.field", "as we like")))
    assert says(touch, f"The app takes the building off {field}: take it off the board, too.")


def test_whose_decision_it_is_nobody_plays_otherwise(touch) -> None:
    in_part_two(touch)
    touch.page.decide(do.Roll(by=BLUE, face=Face.WOOD))
    touch.tap("told")
    assert not touch.shows("overrule")


def test_an_offering_that_the_table_accepts_is_paid_and_counts_at_once(touch) -> None:
    hut = do.SetBuilding(1, Building(BuildingKind.HUT, BLUE))
    in_part_two(touch, hut, do.SetDruid(None, 1), wood=5, wool=5, copper=5, stone=5)
    session = touch.app_state.required_session
    session.apply(build(session.state, BuildingKind.TEMPLE, 12, BLUE))
    touch.step()
    touch.navigator.go(routes.Table())
    touch.wait(1)
    assert session.state.phase is Phase.OFFERING
    before, supply = session.state.player(BLUE), session.state.supply
    touch.page.decide(do.MakeOffering(by=BLUE, give=OfferingAnswer.ONE, pay=Chips(stone=2)))
    touch.tap("overrule")
    assert says(touch, "You pay: 2 stone")
    touch.tap("correct.done")

    assert touch.name == "table"
    after = session.state.player(BLUE)
    assert (after.points, after.hand) == (before.points + 1, before.hand - Chips(stone=2))
    assert session.state.supply == supply + Chips(stone=2)
    assert "“Three others for one”" in session.steps[-1].ruling.command.why
    latest = piece_moves(session.game.history.latest)
    returned = [row.text for row in latest.moves if is_move(row.move) and "return" in row.text]
    assert returned == [f"{after.name}: return 2 stone"]
    touch.tap("menu", "menu.correct")
    assert says(touch, "Nothing has changed yet.")


def test_a_fourth_worker_on_a_plain_is_said_to_have_no_room_whatever_is_corrected(touch) -> None:
    session = touch.app_state.required_session
    session.undo()
    full = next(one for one in Material if len(session.state.stack(one)) == STACK_LIMIT)
    touch.navigator.go(routes.Table())
    touch.step()
    touch.page.decide(do.PlaceWorker(by=session.state.decider, plain=full))
    touch.tap("told", "overrule")
    assert says(touch, "put this worker on another plain.")
    touch.tap("back")
    assert touch.name == "table"


def test_a_move_onto_a_full_plain_is_said_to_have_no_room_whatever_is_corrected(touch) -> None:
    in_part_two(touch)
    state = touch.app_state.required_session.state
    full = next(one for one in Material if len(state.stack(one)) == STACK_LIMIT)
    source = next(one for one in Material if one is not full and BLUE in state.stack(one))
    level = state.stack(source).index(BLUE) + 1
    touch.page.decide(do.MoveWorker(by=BLUE, source=source, level=level, target=full))
    touch.tap("told", "overrule")
    assert says(touch, "allows three workers on a plain and no more")
    assert says(touch, "Move to another plain, or build;")
