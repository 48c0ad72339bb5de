from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple
from companion.history import Step, make_step
from companion.pieces import BuildingKind
from companion.rules.setup import Setup, initial_state
from companion.state import GameState, Phase
from kiosk import routes
from kiosk.pages.table.draft import SelectedField
from kiosk.pages.table.notice_view import Notice
from kiosk.pages.table.notices import Announcement, Notices, announcement_of, notices_card_text
from kiosk.pages.table.question import SetDraft
from kiosk.settings import Settings
from kiosk.ui.surface import Box
from kiosk.words.latest_moves import piece_moves_of_step
from kiosk.words.reasons import reason_without_rule, rule_reason_text
from tests.companion.playing import commands
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import ask, words
from tests.kiosk.pages.table.laid_tables import all_around
from tests.kiosk.touch import Size, Touchscreen, says


def test_what_was_refused_is_told_before_what_is_wrong_with_saving() -> None:
    notices = Notices(rule_reason_text("pay.hand", "No."), "The disk is full.", "Not kept.")

    assert notices.text == "No.\nThe disk is full.\nNot kept."
    assert notices.save_errors == "The disk is full.\nNot kept."
    assert Notices().text == ""


def test_only_behind_what_a_rule_refuses_it_is_asked_why_not() -> None:
    assert notices_card_text(Notices(rule_reason_text("pay.hand", "No."))).title == "Why not?"
    assert notices_card_text(Notices(rule_reason_text("pay.hand", "No."))).rule_ids == ("pay.hand",)
    assert notices_card_text(Notices(reason_without_rule("So it stands."))).title == ""


def test_why_nothing_is_saved_is_read_before_what_was_not_kept() -> None:
    found = notices_card_text(Notices(None, "The disk is full.", "Not kept."))

    assert found.title == "Not saved"
    assert [one.text for one in found.paragraphs] == ["The disk is full.", "Not kept."]


SHORT = 100
"""Texts of fewer letters leave the trays in sight, also while they are read."""


def news_of_a_game(start: Setup) -> Iterator[tuple[Step, Announcement | None]]:
    state = initial_state(start)
    for command in commands(start, 2000):
        step = make_step(state, command, "")
        yield step, announcement_of(step.after, piece_moves_of_step(step, open_chips=False))
        state = step.after


def left(state: GameState) -> int:
    """Return how many buildings the decider has left."""
    return sum(state.buildings_left(state.decider, kind) for kind in BuildingKind)


def test_the_last_two_buildings_are_announced_and_the_card_of_the_last_one_says_so() -> None:
    seen = set()
    for step, news in news_of_a_game(beginning(3)):
        command, before = step.command, step.before
        if isinstance(command, BuildHut | BuildTemple) and before.finale is None:
            seen.add(still := left(before) - 1)
            near = f"{before.player(command.by).name}: {still} left to build"
            assert (news is not None and near in news.explanation) is (still in (1, 2))
            kind = BuildingKind.HUT if isinstance(command, BuildHut) else BuildingKind.TEMPLE
            card = words(ask(before, SelectedField(command.field, kind)))
            assert ("Ends the game: then " in card) is (still == 0)
    assert seen >= {0, 1, 2, 3}


def play_up_to(touch: Touchscreen, step: Step) -> None:
    """Show the table before a step of a game of three."""
    session, played = touch.app_state.begin_game(beginning(3)), iter(commands(beginning(3), 2000))
    while session.state != step.before:
        session.apply(next(played))
    touch.navigator.go(routes.Table())
    touch.step()


@pytest.mark.parametrize(
    "text",
    ["River: ", "Nobody gets", "2 left to build", "has built everything", "The final circuit"],
)
def test_news_stay_until_the_next_tap_which_counts(screen, text: str) -> None:
    screen.app_state.set_settings(Settings(motion=False))
    step, news = next(
        (step, news)
        for step, news in news_of_a_game(beginning(3))
        if news and text in news.explanation
    )
    play_up_to(screen, step)
    screen.page.decide(step.command)
    choices = [one.key for one in screen.page.column.answerable_question.choices]
    places = {key: screen.place(key) for key in choices if key.startswith("aim.")}
    screen.navigator.go(routes.Log())
    screen.tap("back")
    assert says(screen, news.explanation)
    screen.tap("told")
    assert says(screen, news.text.splitlines()[-1])
    screen.tap("back")
    assert not says(screen, news.explanation)
    assert {key: screen.place(key) for key in places} == places

    screen.tap("undo")
    screen.step()
    screen.page.decide(step.command)
    assert says(screen, news.explanation)
    shown = screen.page.state, screen.page.draft
    if screen.page.asks_for_roll:
        screen.step()
        screen.page.roll_die()
        assert screen.page.state.phase is not Phase.ROLL
    else:
        screen.tap(next(key for key in ("aim.hut", "offer.none") if key in choices))
    assert (screen.page.state, screen.page.draft) != shown
    assert not says(screen, news.explanation)


@every_size
def test_the_card_of_the_last_building_has_room_in_large_letters(screen) -> None:
    settings = replace(screen.app_state.settings, large_letters=True, motion=False)
    screen.app_state.set_settings(settings)
    screen.navigator.apply_letter_size()
    step = next(
        step
        for step, _news in news_of_a_game(beginning(3))
        if isinstance(step.command, BuildHut | BuildTemple) and left(step.before) == 1
    )
    play_up_to(screen, step)
    kind = BuildingKind.HUT if isinstance(step.command, BuildHut) else BuildingKind.TEMPLE
    screen.page.perform(SetDraft(SelectedField(step.command.field, kind)))
    screen.step()
    assert says(screen, "Ends the game: then ")
    assert faults(screen) == []


@every_size
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.usefixtures("longest_words")
def test_news_move_no_answer_and_no_tray_and_a_tap_shows_all_of_them(
    tmp_path: Path, size: Size, *, large: bool
) -> None:
    longest: Counter[object] = Counter()
    start = beginning(4, longest=large)
    settings = Settings(motion=False, large_letters=large, sides=all_around(start))
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.set_settings(settings)
        touch.navigator.apply_letter_size()
        session = touch.app_state.begin_game(start)
        for step, news in news_of_a_game(start):
            case = step.after.phase, step.after.deciders[:1]
            if news is None or len(news.explanation) <= longest[case]:
                session.apply(step.command)
                continue
            longest[case] = len(news.explanation)
            touch.navigator.go(routes.Table())
            touch.step()
            touch.page.decide(step.command)
            if touch.name != "table":
                continue
            assert faults(touch) == []
            if touch.page.asks_for_roll and not large:
                assert isinstance(touch.find("told").block, Notice), "hidden behind the “!”"
            places = places_of_taps(touch)
            touch.tap("told")
            assert all(says(touch, line) for line in news.text.split("\n"))
            is_short = len(news.text) < SHORT and not large
            assert not (is_short and touch.page.column._shown.covers_trays)
            touch.tap("back")
            assert not says(touch, news.explanation)
            assert places_of_taps(touch) == places


def places_of_taps(touch: Touchscreen) -> dict[str, Box]:
    """Return where everything can be tapped but notices and what stands for one."""
    return {
        tap.key: tap.box_to_ancestor(touch.page)
        for tap in touch.taps()
        if not isinstance(tap.block, Notice) and tap.key not in {"told", "why"}
    }


@every_size
def test_the_faces_of_the_wooden_die_are_offered_below_roll(screen) -> None:
    start = beginning(2)
    screen.app_state.set_settings(Settings(motion=False))
    session, played = screen.app_state.begin_game(start), iter(commands(start, 2000))
    while session.state.phase is not Phase.ROLL:
        session.apply(next(played))
    screen.navigator.go(routes.Table())
    screen.step()
    (text,) = [one for one in screen.written_texts() if one.text.startswith("Or tap what")]
    assert screen.find("face.wood").box.top <= text.text_box.y
    assert text.text_box.top <= screen.find("roll").box.y
