"""Whole games as text, replayed and compared line by line (tests/playthroughs/*.txt)."""

from functools import cache
from io import BytesIO
from itertools import zip_longest
from math import prod
from pathlib import Path

import pytest

from companion.commands import BuildHut, BuildTemple, Offer
from companion.game import legal
from companion.memory.record import replay
from companion.pieces import BuildingKind
from companion.rules.setup import start
from companion.state import GameState, Phase
from tests.companion import playthrough
from tests.companion.playthrough import Script, Step, answers, extract, render, sites, steps
from tests.companion.playthrough_facts import everything, facts
from tests.companion.positions import side_for_four, side_for_two_or_three

PLAYTHROUGHS = sorted(playthrough.FOLDER.glob("*.txt"))
READABLE = 2500
"""Lines that a playthrough may have."""

each = pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def script_of(path: Path) -> Script:
    return extract(text_of(path))


@cache
def steps_of(path: Path) -> tuple[Step, ...]:
    return tuple(steps(script_of(path)))


@cache
def facts_of(path: Path) -> frozenset[str]:
    return facts(script_of(path))


def first_difference(told: str, replayed: str) -> str:
    """The first line in which two texts differ, with its number; "" where they are the same."""
    lines = zip_longest(told.split("\n"), replayed.split("\n"), fillvalue="(nothing)")
    for number, (was, now) in enumerate(lines, start=1):
        if was != now:
            return f"line {number}\n  told:     {was}\n  replayed: {now}"
    return ""


@each
def test_a_replayed_game_is_told_in_the_same_words(path: Path):
    difference = first_difference(text_of(path), render(script_of(path)))
    assert not difference, f"{path.name}, {difference}"


@each
def test_a_playthrough_is_a_whole_game_short_enough_to_read(path: Path):
    assert steps_of(path)[-1].after.phase is Phase.FINISHED
    assert text_of(path).count("\n") <= READABLE
    assert script_of(path).notes


@each
def test_what_was_carried_out_is_a_record_that_replays(path: Path):
    after = [step.after for step in steps_of(path)]
    lines = [line[2:] for line in text_of(path).splitlines() if line.startswith("> ")]
    boards = {board.name: board for board in (side_for_two_or_three(), side_for_four())}
    states = list(replay(BytesIO("\n".join(lines).encode()), boards.get))
    assert states[0] == start(script_of(path).setup)
    assert states[1:] == after


def with_few_chips(state: GameState) -> bool:
    """Whether listing every payment out of the decider's hand is quick."""
    return prod(number + 1 for number in state.player(state.decider).hand.counts) <= 60


@each
def test_what_a_playthrough_says_can_be_built_is_what_the_rules_list(path: Path):
    kinds = {BuildHut: BuildingKind.HUT, BuildTemple: BuildingKind.TEMPLE}
    states = [step.before for step in steps_of(path) if step.before.phase is Phase.ACTION]
    poor = [state for state in states if with_few_chips(state)]
    assert poor
    for state in poor:
        told = {(site.kind, site.field) for site in sites(state, state.decider)}
        listed = [command for command in legal(state) if type(command) in kinds]
        assert told == {(kinds[type(command)], command.field) for command in listed}


@each
def test_what_a_playthrough_says_can_be_offered_is_what_the_rules_list(path: Path):
    states = [step.before for step in steps_of(path) if step.before.phase is Phase.OFFERING]
    assert states
    for state in states:
        told = {give for give, _, _ in answers(state)}
        assert told == {command.give for command in legal(state) if isinstance(command, Offer)}


def test_together_they_show_everything():
    assert everything() - frozenset().union(*map(facts_of, PLAYTHROUGHS)) == set()
