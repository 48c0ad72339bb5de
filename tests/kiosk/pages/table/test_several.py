"""Several are asked at once: each answers in their own part of the card, in any order."""

from pathlib import Path

import pytest

from companion.commands import (
    Correct,
    GiveBackChip,
    MoveWorker,
    Roll,
    SetHand,
    SetSupply,
)
from companion.game import legal_commands
from companion.pieces import Color, Face, Material
from companion.state import Phase
from kiosk import routes
from kiosk.pieces.form import Sign
from kiosk.pieces.spoken import spoken_text_of_button
from kiosk.rotation import Rotation
from kiosk.ui.surface import Box
from kiosk.words.texts import piece_name
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import all_around, lay_table, state
from tests.kiosk.robot import asked_at, pieces_in_tray
from tests.kiosk.touch import Touchscreen

SEATS = all_around(beginning(4))
FIRST, SECOND, THIRD, LAST = (color for color, _side in SEATS)


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    sit_down(screen)
    return screen


def sit_down(touch: Touchscreen, players: int = 4, **wishes: bool) -> Color:
    """So many at a side each; their workers stand, and the first one rolls. Returns the last."""
    start = beginning(players)
    lay_table(touch, start, sides=all_around(start), **wishes)
    touch.navigator.apply_letter_size()
    touch.navigator.go(routes.Table())
    return state(touch).colors[-1]


def key(what: str, color: Color, answer: str) -> str:
    return f"{what}.{color}.{answer}"


@pytest.mark.parametrize(("players", "first", "face"), [(2, 1, Face.PLUS), (4, 3, Face.MINUS)])
def test_whoever_answers_the_parts_of_the_others_stay_as_they_are(
    tmp_path: Path, players: int, first: int, face: Face
) -> None:
    with Touchscreen(tmp_path, (800, 480)) as touch:
        sit_down(touch, players)
        touch.tap(f"face.{face}")
        what = "take" if face is Face.PLUS else "give_back"
        colors = [part.color for part in asked_at(touch).parts]
        assert len(colors) == players
        if players == 2:
            answer_can_be_taken_back(touch, colors[-1])
        open_parts = colors[first:] + colors[:first]
        before = {color: place_of_part(touch, what, color) for color in colors}
        while len(open_parts) > 1:
            touch.tap(key(what, open_parts.pop(0), "wood"))
            for color in colors:
                answer = "wood" if color in open_parts else "back"
                assert touch.shows(key(what, color, answer))
            for color in open_parts:
                assert place_of_part(touch, what, color) == before[color]


def answer_can_be_taken_back(touch: Touchscreen, color: Color) -> None:
    touch.tap(key("take", color, "wool"))
    assert pieces_in_tray(touch, color) == 1
    touch.tap(key("take", color, "back"))
    assert pieces_in_tray(touch, color) == 1, "back from them, if it was taken already"
    touch.tap(key("take", color, "stone"), "undo")
    assert touch.shows(key("take", color, "stone"))
    assert state(touch).phase is Phase.TAKE


def place_of_part(touch: Touchscreen, what: str, color: Color) -> list[Box]:
    """Where the answers of a part lie on the screen."""
    return [touch.place(key(what, color, material)) for material in Material]


def test_each_answers_in_a_part_turned_to_them_until_all_have_and_undo_asks_the_last_again(touch):
    for color, side in SEATS:
        assert side_of(touch, f"tray.{color}") is side
    touch.tap(f"face.{Face.MINUS}")
    for color, side in SEATS:
        assert side_of(touch, key("give_back", color, "wood")) is side
    before = state(touch)
    touch.tap_plain(Material.WOOD)
    assert (state(touch), touch.app_state.session.answers_so_far) == (before, ()), (
        "for whom would it be?"
    )

    touch.tap(key("give_back", LAST, "wool"), f"why.{THIRD}")
    assert side_of(touch, "back") is dict(SEATS)[THIRD]
    assert any("return" in text for text in touch.texts())
    touch.tap("back")
    assert touch.shows(key("give_back", LAST, "back"))
    asked = (SECOND, FIRST, THIRD)
    parts = [place for color in asked for place in place_of_part(touch, "give_back", color)]
    touch.tap(*(key("give_back", color, "wool") for color in asked))
    happened = len(touch.app_state.session.steps)
    for place in parts:
        touch.tap_at(place.center)
    assert state(touch).phase is Phase.ACTION
    assert len(touch.app_state.session.steps) == happened, "fingers were on their way to a part"

    touch.tap("undo")
    assert touch.shows(key("give_back", THIRD, "wood"))
    for color in (LAST, SECOND, FIRST):
        assert touch.shows(key("give_back", color, "back"))
    touch.tap("redo")
    assert state(touch).phase is Phase.ACTION


def side_of(touch: Touchscreen, shown: str) -> Rotation:
    around = touch.find(shown).parent
    while not hasattr(around, "rotation"):
        around = around.parent
    return around.rotation


def test_what_is_refused_stands_in_each_part_until_its_player_has_read_it(touch) -> None:
    poor = (FIRST, THIRD)
    hands = tuple(SetHand(color, Material.WOOD, 0) for color in poor)
    back = SetSupply(Material.WOOD, state(touch).supply.wood + len(poor))
    touch.app_state.session.apply(Correct(changes=(*hands, back), why="seen"))
    touch.navigator.go(routes.Table())
    touch.tap(f"face.{Face.MINUS}")
    for color in poor:
        touch.tap(key("give_back", color, "wood"))
    assert all(touch.shows(f"read.{color}") for color in poor)
    touch.tap(key("give_back", SECOND, "wood"))
    assert all(touch.shows(f"read.{color}") for color in poor), "whatever others answer"
    touch.tap(f"read.{FIRST}")
    assert touch.shows(key("give_back", FIRST, "wool"))
    assert touch.shows(f"read.{THIRD}")
    touch.tap(f"read.{THIRD}", key("give_back", FIRST, "wool"), key("give_back", THIRD, "wool"))
    touch.tap(key("give_back", LAST, "wood"))
    assert state(touch).phase is Phase.ACTION


def test_an_answer_counts_beside_one_that_just_came_and_none_that_just_came_is_withdrawn(touch):
    touch.tap(f"face.{Face.MINUS}")
    touch.wait(1)
    touch.page.decide(GiveBackChip(by=SECOND, material=Material.WOOL))
    touch.tap_at_once(key("give_back", SECOND, "back"))
    assert [answer.by for answer in touch.app_state.session.answers_so_far] == [SECOND]
    touch.wait(1)
    touch.tap(key("give_back", SECOND, "back"))
    assert touch.app_state.session.answers_so_far == ()
    touch.tap(key("give_back", LAST, "wool"))
    touch.tap_at_once(key("give_back", LAST, "back"))
    touch.tap_at_once(key("give_back", FIRST, "wool"))
    assert [answer.by for answer in touch.app_state.session.answers_so_far] == [LAST, FIRST]


def test_trays_that_a_card_covers_come_back_to_their_places(tmp_path: Path) -> None:
    """Four at 800 by 480 have the least room: cards that need more cover the trays."""
    with Touchscreen(tmp_path, (800, 480)) as touch:
        sit_down(touch, large_letters=True)
        trays = [f"tray.{color}" for color, _side in SEATS]
        usual = [touch.place(key) for key in trays]

        def are_covered() -> bool:
            assert not faults(touch)
            shown = [key for key in trays if touch.shows(key)]
            assert [touch.place(key) for key in shown] in (usual, [])
            return not shown

        touch.tap(f"face.{Face.MINUS}")
        assert are_covered()
        for one in touch.app_state.session.state.deciders:
            touch.tap(key("give_back", one, "wool"))
        assert not are_covered()
        assert [pieces_in_tray(touch, color) for color, _side in SEATS].count(1) == 4
        touch.tap(f"tray.{THIRD}")
        assert pieces_in_tray(touch, THIRD) == 0
        for way in ("menu", "menu.hands", "back why"):
            touch.tap(*way.split(" "))
            assert are_covered()
        while touch.shows("back"):
            touch.tap("back")
        assert not are_covered()
        touch.tap_field(1)
        are_covered()


def test_one_tap_too_many_hides_no_question_where_letters_are_large(touch) -> None:
    sit_down(touch, large_letters=True)
    for _turn in SEATS:
        touch.wait(1)
        assert state(touch).phase is Phase.ROLL
        touch.page.decide(Roll(by=state(touch).decider, face=Face.WOOD))
        by = state(touch).decider
        touch.wait(1)
        touch.page.decide(
            next(move for move in legal_commands(state(touch)) if isinstance(move, MoveWorker))
        )
        touch.tap_at_once("roll")
        assert state(touch).phase is Phase.ROLL
        assert state(touch).decider != by
        assert asked_at(touch) is not None


@every_size
@pytest.mark.usefixtures("longest_words")
def test_all_parts_and_what_is_refused_in_them_have_room_at_every_seat(screen) -> None:
    for players, face in ((2, Face.PLUS), (3, Face.MINUS), (4, Face.PLUS)):
        last = sit_down(screen, players, large_letters=True)
        if face is Face.PLUS:
            roll_plus_without_stone_on_its_plain(screen, last)
        else:
            screen.tap(f"face.{face}")
        assert asked_at(screen).parts
        assert faults(screen) == []
        # A bare sign was taken for a fifth chip, and nothing said what the part asks.
        colors = screen.app_state.session.state.deciders
        assert screen.texts().count(piece_name(face)) >= len(colors)
        assert screen.shows("why")
        for color in colors:
            why = screen.find(f"why.{color}")
            assert "?" in [one.text for one in why.written_texts]
            name = screen.app_state.session.state.player(color).name
            in_tray = screen.shows(f"tray.{color}")
            assert screen.texts().count(name) == 1 + in_tray
        if face is Face.PLUS:
            screen.tap(*(key("take", color, "stone") for color in colors))
            assert all(screen.shows(f"read.{color}") for color in colors)
        else:
            screen.tap(key("give_back", last, "wood"))
        assert faults(screen) == []
        screen.navigator.go(routes.Start())


def test_without_room_for_its_word_nothing_is_a_sign_as_large_as_the_chips(tmp_path: Path) -> None:
    """It was a small zero."""
    with Touchscreen(tmp_path, (800, 480)) as touch:
        sit_down(touch)
        touch.tap(f"face.{Face.PLUS}")
        for color, _side in SEATS:
            block = touch.find(key("take", color, "none")).block
            assert (block.symbol, block.text) == (Sign.NO_CHIP, "")
            assert spoken_text_of_button(block) == "Nothing"


@pytest.mark.usefixtures("painted")
def test_a_plain_that_is_empty_is_seen_to_bring_nobody_a_chip(touch) -> None:
    roll_plus_without_stone_on_its_plain(touch, LAST)
    for color in touch.app_state.session.state.deciders:
        empty, full = (touch.place(key("take", color, one)) for one in ("stone", "copper"))
        assert darkest(touch, empty) > darkest(touch, full) + 100


def roll_plus_without_stone_on_its_plain(touch: Touchscreen, holder: Color) -> None:
    """All the stone that lay there has come to one of them."""
    whole = state(touch).supply.stone + state(touch).player(holder).hand.stone
    taken = (SetHand(holder, Material.STONE, whole), SetSupply(Material.STONE, 0))
    touch.app_state.session.apply(Correct(changes=taken, why="seen"))
    touch.navigator.go(routes.Table())
    touch.tap(f"face.{Face.PLUS}")


def darkest(touch: Touchscreen, place: Box) -> int:
    """The darkest that is seen there, the three parts of a colour together."""
    touch.draw()
    texture = touch.navigator.export_as_image().texture
    box = place.inset(place.width / 4, place.height / 4)
    pixels = texture.pixels
    rows = range(texture.height - int(box.top), texture.height - int(box.y))
    columns = range(int(box.x), int(box.right))
    starts = (4 * (row * texture.width + column) for row in rows for column in columns)
    return min(sum(pixels[start : start + 3]) for start in starts)
