from pathlib import Path

import pytest

from companion.memory.database import DISK_FULL
from companion.memory.journal import Journal
from companion.memory.people import People, merge_people
from companion.pieces import MATERIALS, Bonus, Color
from companion.rules.setup import check_bonus_chips
from companion.state import Phase
from companion.teaching.first_game import first_game_bonus_chips
from companion.teaching.hint_setting import HintSetting
from companion.teaching.hints import CONCEPTS, TAUGHT_BY_SETUP, setup_hints
from companion.teaching.hints import SetupMoment as Moment
from kiosk import routes
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pieces.form import LessonPicture
from kiosk.rotation import Rotation
from kiosk.words.language import use_language
from kiosk.words.texts import sentence_text
from tests.companion.playing import named
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.robot_typing import Typist
from tests.kiosk.scenes import Guests, lay_boards, over
from tests.kiosk.touch import WRITING, Touchscreen, says


@pytest.fixture
def touch(size, tmp_path):
    lay_boards(tmp_path)
    with Touchscreen(tmp_path, size, at="new_game") as touch:
        yield touch


def test_two_in_purple_and_blue_begin_as_soon_as_the_chips_lie(touch):
    touch.tap("next", "next", "bonus.lay", "next")
    assert says(touch, "12 huts, 2 temples, 3 workers")
    touch.tap("begin")
    assert touch.name == "table"
    setup = touch.app_state.session.setup
    assert [(seat.color, seat.name) for seat in setup.players] == [
        (Color.PURPLE, "Purple"),
        (Color.BLUE, "Blue"),
    ]
    assert setup.board.name == "meduris-2-3"
    check_bonus_chips(32, setup.bonus)


@pytest.mark.parametrize("began_in", ["en", "de", "fr"])
def test_players_who_typed_no_name_are_called_by_their_colour_in_each_language(
    touch: Touchscreen, began_in: str
) -> None:
    use_language(began_in)
    touch.tap("next", "next", "bonus.lay", "next", "begin")
    for code, name, other in (("de", "Lila", "Purple"), ("en", "Purple", "Lila")):
        use_language(code)
        for page in (routes.Table(), routes.Start()):
            touch.navigator.go(page)
            assert says(touch, name)
            assert not says(touch, other)


def test_names_boards_and_chips_are_entered_by_touch(touch):
    """A name that was only looked at stays that of the colour."""
    touch.tap("seat.0.name", "key.done", "seat.0.color", "color.blue")
    assert [seat.display_name for seat in touch.page.flow.draft.seats] == ["Blue", "Purple"]
    touch.tap("seat.0.name", "key.A", "key.d", "key.a", "key.done")
    assert says(touch, "Ada")
    touch.tap("seat.0.name", "key.B", "key.o", "key.done")
    assert touch.page.flow.draft.seats[0].name == "Bo", "the first letter replaces the name"
    touch.tap("board", "more", "board.8", "next", "next", "bonus.lay")
    assert len(touch.board.picture.fields) == 30
    touch.tap("back", "back", "board", "board.auto", "next", "next")
    assert len(touch.board.picture.fields) == 32
    assert says(touch, "Remove all")
    touch.tap("bonus.clear", "bonus.druid")
    touch.slide([touch.board.field_center(field) for field in (1, 2, 3)])
    chips = [field.bonus for field in touch.board.picture.fields[:4]]
    assert chips == [None, None, Bonus.DRUID, None], "it lies where the finger is lifted"


def test_workers_that_chance_placed_stand_as_in_the_picture_and_nobody_places_them(touch):
    touch.tap("next", "next", "bonus.lay", "next", "workers.lay")
    stacks = [plain.workers for plain in touch.board.picture.plains]
    touch.tap("begin")
    session = touch.app_state.session
    assert list(session.state.stacks) == stacks
    assert session.can_undo
    assert not any(tray.rows for tray in session.trays())
    assert says(touch, "rolls")


def test_a_new_game_drops_no_step_that_is_not_saved(touch, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr(Journal, "save", lambda *_rows: DISK_FULL)
        session = touch.app_state.begin_game(beginning(2))
        touch.tap("next", "next", "bonus.lay", "next", "begin")
        assert says(touch, "would be lost")
        assert touch.app_state.session is session
    touch.tap("back", "begin")
    assert touch.name == "table"
    assert len(touch.app_state.journal.games()) == 2


def test_two_spellings_of_one_person_are_refused_too(tmp_path: Path) -> None:
    left_game(tmp_path, named(beginning(2), "Ann", "Bo"))
    left_game(tmp_path, named(beginning(2), "Anna", "Bo"))
    with Touchscreen(tmp_path) as touch:
        people = People.from_journal(touch.app_state.journal)
        merge_people(touch.app_state.journal, people.find_or_new("Ann"), people.find_or_new("Anna"))
        touch.navigator.go(routes.NewGame())
        draft = touch.page.flow.draft.with_name(0, "Ann").with_name(1, "Anna")
        touch.page.perform(touch.page.flow.with_draft(draft))
        touch.tap("next")
        assert says(touch, "Ann and Anna are the same person here")


@pytest.mark.parametrize("typed", ["", "  ", "\u200b", "\n", "\u00a0\u2003", "\x07", "An\nn\x1b"])
def test_what_is_no_sign_is_left_out_of_a_name_and_nothing_that_is_left_is_none(typed) -> None:
    assert SetupDraft().with_name(0, typed).seats[0].name == ("Ann" if "A" in typed else None)


def test_three_who_have_never_played_come_to_the_first_roll(tmp_path: Path) -> None:
    names = ["Paula", "Jonas", "Marie"]
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("first_game", "players.3")
        touch.tap("seat.0.name")  # those after that are asked at once
        for name in names:
            Typist(touch).type(name)
        touch.tap("next", "side.1.270", "side.2.90", "next", "next", "opening.lay")
        while not touch.shows("begin"):
            touch.tap("laid")
        touch.tap("begin")
        state, settings = touch.app_state.required_session.state, touch.app_state.settings

        assert touch.name == "table"
        assert state.phase is Phase.ROLL
        assert [player.name for player in state.players] == names
        assert settings.rotation_towards(Color.BLUE) is Rotation.THREE_QUARTERS
        assert settings.hints is HintSetting.FIRST_GAME
        assert touch.app_state.seen_concepts >= {moment.value for moment in Moment}
        lying = dict(first_game_bonus_chips(state.board))
        assert {field: state.bonus_on(field) for field in lying} == lying


def test_it_is_the_largest_button_until_a_game_was_finished_here(tmp_path: Path) -> None:
    def areas(touch: Touchscreen) -> dict[str, float]:
        return {tap.key: tap.box.width * tap.box.height for tap in touch.taps()}

    with Touchscreen(tmp_path / "new", at="start") as touch:
        found = areas(touch)
        assert max(found, key=lambda key: found[key]) == "first_game"
    over(tmp_path / "old", Guests())
    with Touchscreen(tmp_path / "old", at="start") as touch:
        assert not touch.shows("first_game")
        touch.tap("new_game", "first_game")
        assert touch.shows("players.4")


def test_who_goes_over_to_a_usual_game_keeps_the_names(started) -> None:
    started.tap("first_game", "players.2", "seat.0.name")
    Typist(started).type("Ann")
    started.tap("key.cancel", "back", "back", "new_game")
    assert "Ann" in started.texts()
    started.tap("first_game", "players.2")
    assert "Ann" in started.texts()
    started.tap("next", "next")
    started.navigator.resize(*started.navigator.size)

    assert started.shows("found.0")


def test_who_leaves_the_opening_lays_chips_and_places_workers_as_ever(started) -> None:
    started.tap("first_game", "players.2", "next", "next", "next", "opening.leave")
    started.tap("bonus.lay", "next", "begin")

    assert started.app_state.required_session.state.phase is Phase.PLACING
    assert started.app_state.settings.hints is HintSetting.FIRST_GAME
    assert started.app_state.wait_for_writes(WRITING)


def test_a_first_game_teaches_again_what_an_earlier_one_has_taught(started) -> None:
    started.app_state.mark_seen({concept.id for concept in CONCEPTS})
    started.tap("first_game", "players.2", "next", "next", "next", "opening.leave")
    started.tap("bonus.lay", "next", "begin")

    assert started.app_state.seen_concepts == TAUGHT_BY_SETUP | {"workers"}
    assert says(started, "When a worker joins a stack")
    assert started.app_state.wait_for_writes(WRITING)


def test_every_game_is_laid_out_thing_by_thing_too_and_teaches_nobody(tmp_path: Path) -> None:
    over(tmp_path, Guests())
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("new_game", "next", "next", "bonus.lay", "next", "laid.first")
        texts = set(touch.texts())
        while not touch.shows("begin"):
            touch.tap("laid")
            texts |= set(touch.texts())
        touch.tap("laid.before", "laid.all", "begin")

        assert any("onto" in text for text in texts)
        hints = (hint for moment in Moment for hint in setup_hints(moment, 2))
        assert not texts & {sentence_text(hint.text) for hint in hints}
        assert touch.app_state.settings.hints is HintSetting.NEVER
        assert not touch.app_state.seen_concepts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_first_game_is_set_up_step_by_step(started, players: int) -> None:
    started.tap("first_game", f"players.{players}")
    assert not started.shows("board")
    assert not started.shows("read")
    assert not says(started, "unknown")
    started.tap("next")
    row = [tap for tap in started.taps() if tap.key.startswith("side.1.")]
    row.sort(key=lambda tap: tap.box_to_ancestor(started.page).x)
    clockwise = [tap.key.rpartition(".")[2] for tap in row]
    assert clockwise == ["0", "270", "180", "90"]
    started.tap("next")
    assert sum(tap.key.startswith("found.") for tap in started.taps()) == 12
    started.tap("found.3", "found.5", "found.3")
    assert started.page.flow.step.ticked_pieces == {5}
    started.tap("next", "opening.lay")
    assert says(started, "1 of 7")
    board = started.app_state.shelf.default_board(players)
    has_unknown = any(not field.is_known for field in board.fields)
    assert says(started, "what is printed there") is has_unknown
    before = started.page.flow
    started.tap_field(12)
    started.navigator.go(routes.Start())
    started.tap("first_game")
    assert started.page.flow == before, "a tap on the board changes nothing"

    while not says(started, "Workers, in stacks"):
        started.tap("laid")
    card = started.page.build_form().columns[0].rows[0]
    (drawn,) = (row.illustration for row in card.rows if isinstance(row, LessonPicture))
    state = started.page.flow.draft.first_state(board)
    stacks = {
        one.plain: tuple(color for color, _got in reversed(one.workers))
        for one in drawn.yield_examples
    }
    assert stacks == {plain: state.stack(plain) for plain in MATERIALS}
    assert not any(got for one in drawn.yield_examples for _color, got in one.workers)
    assert (drawn.piece_groups, drawn.player_numbers) == ((), ())


def test_in_a_first_game_one_name_after_the_other_is_asked_and_cancel_ends_that(started) -> None:
    started.tap("first_game", "players.3", "seat.0.name")
    Typist(started).type("Ann")
    assert says(started, "The name of the blue player")
    started.tap("key.cancel", "seat.2.name")
    Typist(started).type("Cyd")
    assert [seat.name for seat in started.page.flow.draft.seats] == ["Ann", None, "Cyd"]
    assert started.shows("next")
