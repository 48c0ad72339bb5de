"""Hints at the table: in time, one at a time, put away by a tap or a decision, and never again."""

from pathlib import Path

import pytest
from kivy.clock import Clock
from msgspec.structs import replace

from companion.commands import MoveWorker
from companion.game import legal_commands
from companion.state import Phase
from companion.teaching.hint_setting import HintSetting, SeenConcepts
from companion.teaching.hints import CONCEPTS, due_hint
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.rotation import Rotation
from kiosk.settings import Settings, load_settings
from kiosk.ui.form import ButtonStyle
from kiosk.ui.touch_history import SEEN_SECONDS
from kiosk.words.texts import player_names, sentence_text
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.panel_tables import app_state_at
from tests.kiosk.robot import asked_at
from tests.kiosk.touch import WRITING, Size, Touchscreen, says
from tests.legal_commands import legal_command
from tests.luck import Luck

NOTHING = ""
"""No concept: a table that knows all."""
UPRIGHT = (480, 800)
"""A screen on which a hint has room above its question."""
PLACES = "When a worker joins a stack, all its workers earn by height"
ROLLS = "each worker there earns 1 chip"
LANDED = "so everyone there earned by height"
BUILDS = "either moves a worker"
PLUS = "+1: each of you may take any one chip."


def knowing_all_but(app_state: AppState, *concepts: str) -> None:
    app_state.mark_seen({concept.id for concept in CONCEPTS} - set(concepts))


def read(touch: Touchscreen) -> None:
    """Open the hint whose beginning is in sight, if there is one."""
    if touch.shows("hint"):
        touch.tap("hint")


def put_away(touch: Touchscreen) -> None:
    """The hint that is shown, if any, has been read."""
    read(touch)
    if touch.shows("hint.got"):
        touch.tap("hint.got")


def taught(folder: Path, *concepts: str, hints: HintSetting = HintSetting.FIRST_GAME) -> AppState:
    """A game before a roll, of a table that knows all but that."""
    app_state = app_state_at(folder, Phase.ROLL, Settings(motion=False, hints=hints))
    knowing_all_but(app_state, *concepts)
    return app_state


def app_state_at_some(folder: Path, players: int, phase: Phase, concept: str) -> AppState:
    """A game of so many at a phase; a table that knows all but a concept rolls the app's die."""
    laid = beginning(players)
    app_state = app_state_with_game(folder, laid, 0 if phase is Phase.PLACING else 60)
    session = app_state.required_session
    luck = Luck(players)
    while session.state.phase is not phase:
        session.apply(legal_command(session.state, luck))
    for color in session.state.colors:
        session.mark_done(color)
    app_state.set_settings(replace(app_state.settings, hints=HintSetting.FIRST_GAME, motion=False))
    knowing_all_but(app_state, concept)
    if session.steps:
        newest = session.steps[-1]
        told = due_hint(
            newest.before, newest.events, app_state.seen_concepts, HintSetting.FIRST_GAME
        )
        app_state.hint = session.state_with_saved_fields, told
    return app_state


def test_a_hint_is_told_until_it_is_read_or_its_decision_made(tmp_path: Path) -> None:
    app_state = taught(tmp_path, "roll")
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:

        def look_at_another_page() -> None:
            touch.navigator.go(routes.Rules())
            touch.navigator.back()
            touch.navigator.resize(*touch.navigator.size)

        assert says(touch, ROLLS)
        touch.tap_field(30)
        assert not says(touch, ROLLS), "not beside what somebody looks at, but again afterwards"
        assert not touch.shows("hint.got")
        touch.tap("back")
        assert says(touch, ROLLS)
        look_at_another_page()
        read(touch)
        assert says(touch, ROLLS)
        touch.tap("hint.got")
        assert not says(touch, ROLLS)
        assert "roll" in touch.app_state.seen_concepts
        assert touch.shows("face.wood")
        assert touch.app_state.settings.hints is HintSetting.FIRST_GAME
        look_at_another_page()
        assert not says(touch, ROLLS)

        touch.app_state.mark_unseen("roll")
        touch.app_state.hint = None
        touch.navigator.go(routes.Table())
        assert says(touch, ROLLS)
        touch.tap("face.wood")
        assert not says(touch, ROLLS)
        touch.tap("undo")
        assert touch.shows("face.wood")
        assert not says(touch, ROLLS)


def test_a_hint_that_nobody_has_read_goes_with_its_step_and_comes_back_with_it(
    tmp_path: Path,
) -> None:
    app_state = taught(tmp_path, "plus")
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.tap("face.plus")
        for _time in range(2):
            assert says(touch, PLUS)
            touch.tap("undo")
            assert not says(touch, PLUS)
            assert "plus" not in touch.app_state.seen_concepts
            touch.tap("redo")
        touch.tap("undo", "face.minus", "undo", "face.plus")
        assert says(touch, PLUS), "with another step, too"
        assert len(asked_at(touch).parts) == 3
        put_away(touch)
        assert len(asked_at(touch).parts) == 3
        touch.tap("undo", "redo")
        assert not says(touch, PLUS)


def sit_around(app_state: AppState) -> None:
    sides = tuple(zip(app_state.required_session.state.colors, Rotation, strict=False))
    app_state.set_settings(replace(app_state.settings, sides=sides))


@pytest.mark.parametrize(
    ("size", "players", "phase", "around"),
    [
        ((480, 800), 3, Phase.ROLL, False),
        ((800, 480), 4, Phase.ACTION, False),
        ((800, 480), 4, Phase.GIVE_BACK, True),
    ],
    ids=["upright, roll", "lying, action", "lying, several, around"],
)
@pytest.mark.usefixtures("longest_words")
def test_no_hint_covers_or_moves_anything_that_is_tapped_and_all_of_it_can_be_read(
    tmp_path: Path, size: Size, players: int, phase: Phase, *, around: bool
) -> None:
    app_state = app_state_at_some(tmp_path, players, phase, NOTHING)
    state, step = (
        app_state.required_session.state_with_saved_fields,
        app_state.required_session.steps[-1:],
    )
    hints = [
        hint
        for concept in CONCEPTS
        for before, events in ((state, ()), *((one.before, one.events) for one in step))
        for seen in [SeenConcepts(one.id for one in CONCEPTS) - {concept.id}]
        for hint in [due_hint(before, events, seen, HintSetting.FIRST_GAME)]
        if hint is not None
    ]
    if around:
        sit_around(app_state)
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        usual = {tap.key: tap.box_to_ancestor(touch.page) for tap in touch.taps()}
        assert hints
        for hint in hints:
            touch.page._hint = hint
            touch.page.refresh()
            shown = {tap.key: tap.box_to_ancestor(touch.page) for tap in touch.taps()}
            assert ("hint" in shown) is not ({"hint.got", "hint.never"} <= set(shown))
            beside = [tap for tap in touch.taps() if "!" in (one.text for one in tap.written_texts)]
            assert all(tap.block.style is ButtonStyle.ROUND for tap in beside), "as “?” is"
            covered = {key for key, box in usual.items() if shown.get(key) != box}
            assert covered <= {"why"}, hint.concept
            read(touch)
            assert says(touch, sentence_text(hint.text, player_names(state))), hint.concept
            touch.tap("hint.got")
            left = {tap.key: tap.box_to_ancestor(touch.page) for tap in touch.taps()}
            assert left == usual


def test_what_somebody_did_is_told_above_the_next_question_and_read_where_they_sit(
    tmp_path: Path,
) -> None:
    app_state = app_state_at_some(tmp_path, 4, Phase.ACTION, "big-yield")
    sit_around(app_state)
    app_state.hint = None
    rotation_towards, state = app_state.settings.rotation_towards, app_state.required_session.state
    mover, after = state.decider, state.left_of(state.decider)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        put_away(touch)
        touch.app_state.mark_unseen("big-yield")
        worker_moves = (one for one in legal_commands(state) if isinstance(one, MoveWorker))
        touch.page.decide(next(worker_moves))
        assert asked_at(touch).color is after
        assert touch.page.column.card_rotation is rotation_towards(after)
        touch.tap("hint")
        assert says(touch, LANDED)
        assert touch.page.column.card_rotation is rotation_towards(mover)
        touch.tap("hint.got")

        assert touch.page.column.card_rotation is rotation_towards(after)
        assert asked_at(touch).color is after


def test_no_more_hints_can_be_taken_back_until_something_is_decided(tmp_path: Path) -> None:
    app_state = taught(tmp_path, "move-or-build")
    with Touchscreen(tmp_path, UPRIGHT, app_state=app_state, at="table") as touch:

        def wanted() -> HintSetting:
            return touch.app_state.settings.hints

        touch.tap("face.wood")
        touch.page.column._since["hint"] = Clock.get_time() - SEEN_SECONDS / 2
        touch.tap_at(touch.place("hint.never").center)
        assert wanted() is HintSetting.FIRST_GAME, "that finger was on its way as the hint came"
        touch.wait(SEEN_SECONDS)
        touch.tap("hint.never")
        assert wanted() is HintSetting.NEVER
        read(touch)
        touch.tap("hint.again")
        read(touch)
        assert says(touch, BUILDS), "the same hint once more"
        assert wanted() is HintSetting.FIRST_GAME
        touch.tap("hint.never")
        put_away(touch)
        assert not touch.shows("hint.again")


@pytest.mark.parametrize("hints", [HintSetting.NEVER, HintSetting.NEWS])
def test_nobody_is_told_ahead_who_does_not_want_that_and_what_happens_is_known(
    tmp_path: Path, hints: HintSetting
) -> None:
    app_state = taught(tmp_path, "roll", hints=hints)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        assert not says(touch, ROLLS)
        touch.tap("face.wood")
        assert not touch.shows("hint.got")
        assert touch.app_state.wait_for_writes(WRITING)
        assert "roll" in load_settings(tmp_path).settings.seen


def test_what_the_opening_suggests_is_one_tap_and_may_be_left_and_hides_no_tray(started) -> None:
    started.app_state.set_settings(replace(started.app_state.settings, app_die=False, motion=False))
    started.tap("first_game", "players.4", "next", "next", "next", "opening.lay", "laid.all")
    started.tap("begin")
    session = started.app_state.required_session
    trays = {f"tray.{color}" for color in session.state.colors}

    def tap(*keys: str) -> None:
        for key in keys:
            put_away(started)
            started.tap(key)

    tap("face.wood")
    assert says(started, BUILDS)
    assert trays <= set(started.keys())
    put_away(started)
    assert {"suggested", *trays} <= set(started.keys())
    assert says(started, "(+")
    tap("suggested")
    assert session.state.turn == 2
    tap("face.wool")
    put_away(started)
    assert says(started, "Suggested: hut on ")
    bottom = started.place("aim.hut").y
    assert bottom < started.place("suggested").y
    tap("aim.hut")
    assert not started.shows("suggested")
    assert started.place("aim.hut").y == bottom, "the ways to play keep their place below it"
    tap("aim.hut", "suggested")
    put_away(started)
    assert says(started, "A single hut:"), "what it costs and brings is read before it is built"
    tap("build.hut")
    assert session.state.turn == 3
    tap("face.copper")
    put_away(started)
    assert not started.shows("suggested")


def test_a_hint_without_room_for_all_of_it_says_that_there_is_more(tmp_path: Path) -> None:
    app_state = app_state_at_some(tmp_path, 4, Phase.PLACING, "workers")
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        for large in (False, True):
            app_state.set_settings(replace(app_state.settings, large_letters=large))
            touch.navigator.apply_letter_size()
            touch.navigator.go(routes.Table())
            beginning_of_hint, sign = (one.text for one in touch.find("hint").written_texts)
            assert beginning_of_hint.endswith("…")
            assert sign == "More"
            assert faults(touch) == []
        touch.tap("hint")
        assert says(touch, PLACES)


@pytest.mark.usefixtures("longest_words")
def test_all_of_a_hint_is_read_below_the_trays_in_large_letters_too(tmp_path: Path) -> None:
    app_state = app_state_at_some(tmp_path, 3, Phase.ROLL, "roll")
    app_state.set_settings(replace(app_state.settings, large_letters=True))
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        told = app_state.hint[1]
        read(touch)
        assert says(touch, sentence_text(told.text, player_names(app_state.required_session.state)))
        assert touch.shows("tray.blue")
