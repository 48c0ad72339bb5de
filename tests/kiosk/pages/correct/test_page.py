"""Correcting the app under a finger: every change by touch, nothing lost, chips kept secret."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.pieces import Bonus, BuildingKind, Face, Rune
from companion.rules.setup import Seat
from companion.state import Building, Phase
from kiosk import routes
from kiosk.pages.correct.steps import Correction
from kiosk.routes import PlayerPieces, WholeField
from tests.companion.positions import BLUE, COPPER, GREEN, RED, STONE, WOOD, WOOL, setup
from tests.kiosk.robot_corrections import correct
from tests.kiosk.touch import Touchscreen, says

LONG = "Wilhelmina-Charlotte von der Großenheide"
STACKS = {WOOD: BLUE, WOOL: RED, COPPER: GREEN}


@pytest.fixture
def touch(size, tmp_path):
    """Three players before the first roll; blue, red and green have two workers each."""
    with Touchscreen(tmp_path, size) as touch:
        game = setup(BLUE, RED, GREEN)
        players = (Seat(BLUE, LONG), Seat(RED, "W" * 40), Seat(GREEN, "Cem"))
        session = touch.app_state.begin(replace(game, players=players))
        for _round in range(2):
            for plain, color in STACKS.items():
                session.apply(do.PlaceWorker(by=color, plain=plain))
        touch.navigator.go(routes.Table())
        yield touch


def hut(color):
    return Building(BuildingKind.HUT, color)


EVERYTHING = (
    do.SetPoints(BLUE, 123),
    do.SetPoints(RED, 4),
    do.SetHand(BLUE, WOOD, 3),
    do.SetHand(RED, STONE, 1),
    do.SetSupply(WOOD, 13),
    do.SetStack(WOOD, (BLUE, RED, BLUE)),
    do.SetStack(WOOL, (RED,)),
    do.SetStack(STONE, ()),
    do.SetRune(Rune.WAVES, None),
    do.SetRune(Rune.ARROW, RED),
    do.SetField(4, hut(GREEN)),
    do.SetField(12, Building(BuildingKind.TEMPLE, RED)),
    do.SetField(20, None),
    do.SetBonus(4, None),
    do.SetBonus(5, Bonus.POINTS),
    do.SetBonus(9, Bonus.HUT),
    do.SetDruid(None, 4),
    do.SetActive(GREEN),
    do.SetPrinted(7, (STONE, WOOD), Rune.SHIELD),
)
"""In the order of a record; together they are possible."""


def test_everything_can_be_set_by_touch(touch):
    before = touch.app_state.session.state
    wanted = do.Correct(changes=EVERYTHING, why="We looked again, twice!")
    correct(touch, replace(wanted, changes=EVERYTHING[::-1]))
    assert touch.name == "table"
    changes = Correction().with_changes(before, *EVERYTHING).changes
    assert touch.app_state.session.steps[-1].command == replace(wanted, changes=changes)


@pytest.mark.parametrize("stone", [1, 3])
def test_the_druid_can_be_put_on_his_stones(touch, stone):
    wanted = do.Correct(changes=(do.SetDruid(stone, None),), why="bumped")
    correct(touch, wanted)
    assert touch.app_state.session.steps[-1].command == wanted


def test_a_refusal_says_why_and_loses_nothing(touch):
    touch.navigator.go(routes.Correct())
    touch.tap_field(20)
    touch.tap("bonus.druid", "why.1", "correct.done")
    assert touch.name == "correct"
    assert says(touch, "the game has two “druid” chips, but 3 would lie on the board")
    touch.tap("done", "changes", "leave.0", "back", "part.red", "points.more", "correct.done")
    assert touch.app_state.session.steps[-1].command == do.Correct(
        changes=(do.SetPoints(RED, 6),), why="Someone knocked a piece"
    )


def test_what_is_set_can_be_left_again_on_its_page_and_in_the_list(touch):
    touch.navigator.go(routes.Correct())
    touch.tap("part.red", "points.more", "points.less", "rune.hook", "done")
    touch.tap("part.druid", "stone.1", "stone.0", "done", "part.turn", "turn.red", "turn.blue")
    touch.tap("done")
    touch.tap_field(7)
    touch.tap("field.hut.red", "field.empty", "field.temple.red", "done", "next")
    touch.tap("leave.0", "why.3", "correct.done")
    assert touch.app_state.session.steps[-1].command == do.Correct(
        changes=(do.SetField(7, Building(BuildingKind.TEMPLE, RED)),), why="Wrong field"
    )


def test_a_long_list_of_changes_is_turned_page_by_page(touch):
    touch.navigator.go(routes.Correct())
    free = [one for one in range(1, 33) if touch.app_state.game.state.bonus_on(one) is None][:8]
    for field in free:
        touch.tap_field(field)
        touch.tap(f"field.hut.{'red' if field % 2 else 'blue'}", "done")
    touch.tap("next")
    assert not touch.shows("leave.7")
    touch.tap("more", "leave.7", "leave.6", "why.0", "correct.done")
    command = touch.app_state.session.steps[-1].command
    assert [change.field for change in command.changes] == free[:6]


def test_the_picture_shows_the_board_as_it_would_be(touch):
    touch.navigator.go(routes.Correct())
    touch.tap_field(12)
    touch.tap("field.hut.red", "done")
    assert touch.board.picture.fields[11].building == hut(RED)
    assert touch.app_state.session.state.building(12) is None


def open_chips(touch: Touchscreen) -> None:
    touch.app_state.set(replace(touch.app_state.settings, open_chips=True))


def test_a_secret_hand_is_shown_only_while_its_owner_holds_their_name(touch):
    touch.navigator.go(routes.Correct(PlayerPieces(GREEN)))
    for taps in ((), ("chips.wool.more", "chips.wool.more")):
        touch.tap(*taps)
        before = touch.texts()
        with touch.held("look.green"):
            assert touch.texts()[-5:] == ["Cem", "1", "1", "1", "1"]
        assert touch.texts() == before
    assert "+2" in before


def test_a_secret_hand_that_cannot_be_is_refused_without_a_number(touch):
    touch.navigator.go(routes.Correct(PlayerPieces(RED)))
    touch.tap(*["chips.wood.less"] * 3, "why.0", "correct.done")
    assert says(touch, "Not possible: a hand has from 0 to 18 chips of a kind.")
    touch.tap(*["chips.wood.more"] * 2, "correct.done")
    assert touch.app_state.session.steps[-1].command == do.Correct(
        changes=(do.SetHand(RED, WOOD, 0), do.SetSupply(WOOD, 16)), why="Miscounted"
    )


def test_open_chips_are_shown(touch):
    open_chips(touch)
    touch.navigator.go(routes.Correct(PlayerPieces(RED)))
    assert "?" not in touch.texts()


def test_back_leads_to_the_table_and_corrects_nothing(touch):
    before = touch.app_state.session.state
    for taps in ([], ["part.turn", "turn.red", "done"]):
        touch.navigator.go(routes.Correct())
        touch.tap(*taps, "back")
        assert touch.name == "table"
    assert touch.app_state.session.state == before


def asked_about_chips(touch: Touchscreen) -> None:
    touch.app_state.session.apply(do.Roll(by=BLUE, face=Face.PLUS))
    assert touch.app_state.session.state.phase is Phase.TAKE


def asked_by_the_druid(touch: Touchscreen) -> None:
    session, laid = touch.app_state.session, (do.SetField(4, hut(RED)), do.SetDruid(None, 4))
    session.apply(do.Correct(changes=laid, why="laid so"))
    session.apply(do.Roll(by=BLUE, face=Face.STONE))
    rich = [do.SetHand(BLUE, plain, 6) for plain in STACKS]
    left = [do.SetSupply(plain, 10) for plain in STACKS]
    session.apply(do.Correct(changes=(*rich, *left), why="laid so"))
    price = session.state.board.field(10).price
    session.apply(do.BuildHut(by=BLUE, field=10, pay=price))
    assert session.state.phase is Phase.OFFERING


@pytest.mark.parametrize("ask", [asked_about_chips, asked_by_the_druid])
def test_points_are_corrected_while_others_decide(touch, ask: Callable[[Touchscreen], None]):
    ask(touch)
    session = touch.app_state.session
    before = session.state
    touch.navigator.go(routes.Table())
    touch.navigator.go(routes.Correct(PlayerPieces(RED)))
    touch.tap("points.more", "why.0", "correct.done")
    assert touch.name == "table"
    assert session.state.player(RED).points == before.player(RED).points + 1
    assert session.state.asked == before.asked
    touch.navigator.go(routes.Correct(WholeField(12)))
    touch.tap("field.hut.green")
    assert says(touch, "only points, chips and rune stones can be corrected now")


def test_names_of_any_characters_do_no_harm(touch):
    players = (Seat(BLUE, "\n" * 40), Seat(RED, "\0\u202e\t"), Seat(GREEN, "😀{player}"))
    session = touch.app_state.begin(replace(setup(BLUE, RED, GREEN), players=players))
    for _round in range(2):
        for plain, color in STACKS.items():
            session.apply(do.PlaceWorker(by=color, plain=plain))
    touch.navigator.go(routes.Correct())
    touch.tap("part.blue", "points.more", "done", "part.turn", "turn.red", "done", "next")
    touch.tap("why.0", "correct.done")
    assert touch.name == "table"
