"""What the games of the playthroughs teach, compared with lessons.txt line by line.

All hints, the stories, and now and then what a choice brings and what lies on the table.
`python -m tests.companion.test_lessons` writes lessons.txt anew.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from companion import events as ev
from companion.pieces import Color
from companion.rules.setup import initial_state
from companion.state import FinaleStage, Phase, PointsBreakdown, PointSource
from companion.teaching import payoff
from companion.teaching.hint_setting import NOTHING_SEEN, HintSetting
from companion.teaching.hints import due_hint, new_concepts_in_step
from companion.teaching.story import game_story, victory_sentence
from companion.teaching.things import explain
from tests.companion import playthrough
from tests.companion.explained import last_hut
from tests.companion.test_teaching_things import things

FILE = Path(__file__).with_name("lessons.txt")
EVERY_CHOICE, EVERY_TABLE = 9, 150
"""One choice, and one table, of so many steps is told."""


def lessons_of(path: Path, setting: HintSetting) -> Iterator[str]:
    yield f"# {path.stem}, {setting}"
    script = playthrough.extract(path.read_text(encoding="utf-8"))
    beginning, seen, happened = initial_state(script.setup), NOTHING_SEEN, []
    came_up: dict[str, list[int]] = {}
    for number, step in enumerate(playthrough.steps(script)):
        if step.after is None:
            break
        if isinstance(step.command, get_args(payoff.Choice)) and number % EVERY_CHOICE == 0:
            yield f"{number}. {step.command}"
            yield from (
                f"   {line.effect_time}: {line.text}"
                for line in payoff.effects_of_choice(step.before, step.command)
            )
        before, events = (step.before, step.events) if number else (beginning, ())
        hint = due_hint(before, events, seen, setting)
        for concept in sorted(new_concepts_in_step(step.before, step.events)):
            came_up.setdefault(concept, []).append(number)
        seen = seen.union(came_up)
        if hint is not None:
            seen = seen.union([hint.concept])
            yield f"{number}. {hint.concept}, {hint.addressed_player}: {hint.text}"
            yield f"   {short(hint.picture)} {' '.join(hint.rules)}"
        happened += step.events
        if number % EVERY_TABLE == EVERY_TABLE - 1 or step.after.phase is Phase.FINISHED:
            yield f"{number}. On the table:"
            for thing in things(step.after):
                one = explain(step.after, thing)
                if one.current_worth or one.picture.druid_way:
                    worth = " ".join(map(str, one.current_worth))
                    yield f"   {short(thing)}: {worth} {one.picture.druid_way or ''}".rstrip()
    for concept, numbers in sorted(came_up.items()):
        yield f"{concept} came up in {' '.join(map(str, numbers))}"
    yield from map(str, game_story(beginning, happened))


def lessons() -> str:
    lines: list[str] = []
    for number, path in enumerate(sorted(playthrough.FOLDER.glob("*.txt"))):
        lines += lessons_of(path, HintSetting.NEWS if number % 2 else HintSetting.FIRST_GAME)
    return "\n".join(lines) + "\n"


def short(told: object) -> str:
    """What is said of a picture or a thing, without what is empty."""
    match msgspec.to_builtins(told) if isinstance(told, msgspec.Struct) else told:
        case dict() as named:
            return " ".join(f"{name}={short(one)}" for name, one in named.items() if one)
        case list() | tuple() as several:
            return f"({', '.join(map(short, several))})"
        case one:
            return str(one)


def test_the_playthroughs_teach_what_they_taught() -> None:
    for number, (told, was) in enumerate(
        zip(lessons().splitlines(), FILE.read_text(encoding="utf-8").splitlines(), strict=True), 1
    ):
        assert told == was, f"lessons.txt, line {number}"


def test_a_game_that_is_not_over_has_no_story() -> None:
    assert game_story(last_hut(), ()) == ()


def test_what_won_a_game_was_a_lead_over_each_player_in_second_place() -> None:
    """Red is furthest ahead of blue in offerings, but green got more points there than red."""
    state = last_hut()
    breakdowns = {
        Color.BLUE: PointsBreakdown(offerings=12, temples=11, runes=23),
        Color.GREEN: PointsBreakdown(offerings=29, temples=6, runes=11),
        Color.RED: PointsBreakdown(bonus=4, offerings=24, temples=11, runes=11),
    }
    players = tuple(
        replace(
            player,
            breakdown=breakdowns[player.color],
            points=breakdowns[player.color].total + 5,
        )
        for player in state.players
    )

    decided = victory_sentence(replace(state, players=players, winners=(Color.RED,)))

    assert decided.message == "{player} won thanks to bonus chips: +{number} over {other}."
    assert decided.facts["number"] == 4


def test_all_ways_of_scoring_that_decided_a_game_alike_are_named() -> None:
    state = last_hut()
    behind = PointsBreakdown(offerings=12, temples=8, runes=10)
    ahead = PointsBreakdown(offerings=13, temples=11, runes=9, interim_runes=4)
    players = tuple(
        replace(player, breakdown=one, points=one.total + 5)
        for player, one in zip(state.players, (behind, behind, ahead), strict=True)
    )

    decided = victory_sentence(replace(state, players=players, winners=(Color.RED,)))

    assert str(decided) == "red won over blue thanks to: rune stones +3, temples +3."


@pytest.mark.parametrize(
    ("source", "led_before", "told"),
    [
        (PointSource.FINAL_OFFERINGS, False, "Only the final circuit put {player} ahead."),
        (PointSource.FINAL_OFFERINGS, True, "The final circuit put {player} ahead again."),
        (PointSource.RUNES, False, "Only the final scoring put {player} ahead."),
        (PointSource.RUNES, True, "The final scoring put {player} ahead again."),
    ],
)
def test_a_winner_who_led_before_is_ahead_again(
    source: PointSource,
    led_before: bool,  # noqa: FBT001 - a parameter of the test
    told: str,
) -> None:
    lead = (
        ev.PointsScored(Color.RED, 3, 8, PointSource.OFFERINGS),
        ev.TurnStarted(Color.BLUE, 8),
        ev.PointsScored(Color.RED, -3, 5, PointSource.OFFERINGS),
    )
    end = (
        ev.FinaleStarted(FinaleStage.CIRCUIT, None),
        ev.PointsScored(Color.RED, 3, 8, source),
        ev.GameEnded((Color.RED,)),
    )
    events = (*lead, *end) if led_before else end
    _victory, ahead = game_story(last_hut(), events)
    assert ahead.message == told


if __name__ == "__main__":
    FILE.write_text(lessons(), encoding="utf-8")
