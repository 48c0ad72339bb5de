"""Hints come in time, once, one at a time, with true numbers, to a table that wants them."""

import pytest
from hypothesis import given, settings

from companion import commands as do
from companion.evolution import apply_events
from companion.game import events_of_command
from companion.pieces import Bonus, BuildingKind
from companion.rulebook import RULES
from companion.state import Phase
from companion.teaching.hint_setting import NOTHING_SEEN, HintSetting, SeenConcepts
from companion.teaching.hints import (
    CONCEPTS,
    MOST_WORDS,
    SetupMoment,
    due_hint,
    new_concepts_in_step,
    seen_hints,
    setup_hints,
)
from companion.teaching.illustration import Piece
from companion.telling.places import FieldPlace
from tests.companion import taught_games
from tests.companion.positions import BLUE, GREEN, RED, build, position
from tests.companion.taught_games import faults, rich, steps, taught, words, words_of
from tests.luck import Luck
from tests.strategies import lucks

IDS = [concept.id for concept in CONCEPTS]
EVERYTHING = SeenConcepts(IDS)
FIRST = HintSetting.FIRST_GAME


def all_but(*concepts: str) -> SeenConcepts:
    return EVERYTHING - set(concepts)


# All that a table meets


def test_at_least_twenty_seven_concepts_are_taught_each_with_its_rules() -> None:
    assert len(set(IDS)) == len(IDS)
    assert len(IDS) + len(SetupMoment) >= 27
    for concept in CONCEPTS:
        assert set(concept.rules) <= set(RULES)


@settings(max_examples=3)
@given(lucks)
def test_each_hint_comes_in_time_and_once_and_alone_and_is_true(luck: Luck) -> None:
    gaps = list(taught(steps(luck)))
    assert list(faults(gaps)) == []
    assert max(words_of(gaps).values()) <= taught_games.MOST_WORDS_OF_A_GAME


@settings(max_examples=3)
@given(lucks)
def test_hints_come_in_time_even_where_somebody_builds_in_nearly_every_turn(luck: Luck) -> None:
    assert list(faults(list(taught(steps(luck, eager=True))))) == []


@settings(max_examples=2)
@given(lucks)
def test_a_table_that_corrects_the_app_is_told_nothing_twice_and_nothing_wrong(luck: Luck) -> None:
    assert list(faults(list(taught(steps(luck, corrected=True))), in_time=False)) == []


@settings(max_examples=2)
@given(lucks)
def test_a_table_that_wants_news_only_is_told_of_what_has_just_happened(luck: Luck) -> None:
    gaps = list(taught(steps(luck), HintSetting.NEWS))
    assert list(faults(gaps, in_time=False)) == []
    hints = [gap for gap in gaps if gap.hint is not None]
    assert len(hints) > 5
    assert all(
        gap.hint.concept in new_concepts_in_step(gap.done.before, gap.done.events) for gap in hints
    )


@settings(max_examples=1)
@given(lucks)
def test_what_a_table_has_seen_a_step_does_not_bring_again(luck: Luck) -> None:
    seen = NOTHING_SEEN
    for done in steps(luck):
        if done.command is not None:
            new = new_concepts_in_step(done.before, done.events, seen)
            assert new == new_concepts_in_step(done.before, done.events) - seen
            seen = seen.union(new)
    assert seen != NOTHING_SEEN


@settings(max_examples=1)
@given(lucks)
def test_a_table_that_wants_none_or_knows_everything_is_told_nothing(luck: Luck) -> None:
    game = list(steps(luck))
    assert not any(gap.hint for gap in taught(iter(game), HintSetting.NEVER))
    assert not any(gap.hint for gap in taught(iter(game), seen=EVERYTHING))


# What is said, with this table's facts


def test_the_aim_says_before_all_what_ends_the_game_and_what_scores_then() -> None:
    *_others, last = setup_hints(SetupMoment.AIM, 3)
    for said_there in ("built everything", "every hut one last time", "rune stones and temples"):
        assert said_there in str(last.text)
    assert {"end.trigger", "end.circuit", "end.runes", "end.temples"} <= set(last.rules)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_aim_is_drawn_with_a_marker_and_a_worker_for_each_player(players: int) -> None:
    hints = setup_hints(SetupMoment.AIM, players)
    numbers = {one.piece: one.number for hint in hints for one in hint.picture.piece_groups}
    assert numbers[Piece.MARKER] == numbers[Piece.WORKER] == players


def test_whoever_asks_again_is_told_once_more_what_the_table_has_seen() -> None:
    gaps = list(taught(steps(Luck(4)), seen=NOTHING_SEEN))
    before, *_between, end = (gap.hint for gap in gaps if gap.hint is not None)
    done = [(gap.done.before, gap.done.events) for gap in gaps[1:]]
    beginning = gaps[0].done.after
    again = seen_hints(beginning, done, EVERYTHING)
    assert (again[0], again[-1]) == (before, end)
    assert again == tuple(gap.hint for gap in gaps if gap.hint is not None)
    few = seen_hints(beginning, done, SeenConcepts({"river", "huts"}))
    assert {hint.concept for hint in few} == {"river", "huts"}
    assert all(hint in again for hint in few)
    assert seen_hints(beginning, done, NOTHING_SEEN) == ()


def test_bonus_chips_are_told_where_they_still_lie_when_the_first_is_used() -> None:
    chips = {6: Bonus.HUT, 14: Bonus.POINTS, 22: Bonus.HUT}
    state = position(BLUE, GREEN, RED, hands={BLUE: "1 wood 1 stone"}, bonus=chips)
    built = events_of_command(state, do.BuildHut(by=BLUE, field=6))
    hint = due_hint(state, built, all_but("bonus-chips"), FIRST)
    assert hint is not None
    assert str(hint.text).replace("\N{NO-BREAK SPACE}", " ") == (
        "Huts on 14 score 2 points at once. Huts on 22 cost nothing."
    )
    assert hint.picture.highlighted == (FieldPlace(14), FieldPlace(22))


def test_after_the_only_bonus_chip_there_are_none_to_tell_of() -> None:
    state = position(BLUE, GREEN, RED, hands={BLUE: "1 wood 1 stone"}, bonus={6: Bonus.HUT})
    built = events_of_command(state, do.BuildHut(by=BLUE, field=6))
    assert due_hint(state, built, all_but("bonus-chips"), FIRST) is None


# When nothing is due


def test_a_ruling_is_told_with_the_step_that_it_makes_possible() -> None:
    state = position(BLUE, GREEN, RED, hands={BLUE: "1 wood 1 wool"})
    ruling = do.Correct(changes=(do.SetPoints(BLUE, 9),), why="agreed")
    ruled = apply_events(state, events_of_command(state, ruling))
    events = (
        *events_of_command(state, ruling),
        *events_of_command(ruled, build(ruled, BuildingKind.TEMPLE, 14, BLUE)),
    )
    hint = due_hint(state, events, all_but("temples"), FIRST)
    assert hint is not None
    assert hint.concept == "temples"


@settings(max_examples=2)
@given(lucks)
def test_no_hint_tells_of_what_lies_behind_a_screen(luck: Luck) -> None:
    for gap in taught(steps(luck)):
        done = gap.done
        if done.events or done.command is None:
            others = due_hint(rich(done.before), done.events, gap.seen, FIRST)
            assert others == gap.hint


# While the table is laid


@pytest.mark.parametrize("laying", SetupMoment)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_moment_of_the_set_up_is_taught(laying: SetupMoment, players: int) -> None:
    hints = setup_hints(laying, players)
    assert len(hints) == (4 if laying is SetupMoment.AIM else 1)
    for hint in hints:
        assert hint.concept == laying
        assert 0 < words(hint.text) <= MOST_WORDS
        assert set(hint.rules) <= set(RULES)


def test_how_the_game_ends_is_not_told_before_somebody_has_built() -> None:
    bare = position(BLUE, GREEN, RED, phase=Phase.ROLL)
    assert due_hint(bare, (), all_but("ends"), FIRST) is None
