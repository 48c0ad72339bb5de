"""The story of a game tells what its record says: counted here a second time, another way."""

from collections import Counter
from itertools import takewhile

from hypothesis import given, settings

from companion import commands as do
from companion.events import Event
from companion.evolution import fold
from companion.game import decide
from companion.pieces import BuildingKind, Give, Rune
from companion.sentence import Sentence
from companion.state import Finale, GameState, Phase, PointSource
from companion.teaching.story import MOST_SENTENCES, GamePart, sentences, story_of
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.companion.taught_games import Done, steps
from tests.luck import Luck
from tests.strategies import lucks

HUT, TEMPLE = BuildingKind


def played(state: GameState, *commands: do.Command) -> list[Event]:
    events: list[Event] = []
    for command in commands:
        more = decide(state, command)
        events += more
        state = fold(state, more)
    return events


def told(state: GameState, *commands: do.Command, record: Sentence | None = None) -> list[str]:
    story = story_of(state, played(state, *commands))
    assert story is not None
    return [str(one) for one in sentences(story, record)]


def last_hut(**laid) -> GameState:
    """The druid asks at the last hut of the final circuit."""
    return position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=GREEN,
        visits=(10,),
        druid=10,
        finale=Finale.CIRCUIT,
        **({"huts": {GREEN: (10,)}} | laid),
    )


NOTHING = do.Offer(by=GREEN, give=Give.NONE)


def test_a_game_that_is_not_over_has_no_story() -> None:
    assert story_of(last_hut(), ()) is None


def test_rune_stones_that_decide_in_the_final_scoring_are_told() -> None:
    state = last_hut(runes={Rune.EYE: RED, Rune.HOOK: RED, Rune.CROSS: RED}, points={BLUE: 7})
    assert told(state, NOTHING) == [
        "red won by rune stones: +6 over blue.",
        "Only the final scoring put red ahead.",
    ]


def test_temples_decide_too() -> None:
    state = last_hut(temples={BLUE: (9, 11)})
    assert told(state, NOTHING)[0] == "blue won by temples: +2 over red."


def test_whoever_leads_all_along_led_from_the_first_turn_that_is_known() -> None:
    state = last_hut(points={BLUE: 30})
    assert told(state, NOTHING) == [
        "blue won by offerings: +25 over red.",
        "Only the final circuit put blue ahead.",
    ]


def test_a_victory_that_points_do_not_decide_is_told_as_one() -> None:
    state = last_hut(points={GREEN: 6}, hands={BLUE: "1 wood"})
    assert told(state, NOTHING)[0] == "Level at 5 points: green wins."


def test_a_record_goes_before_the_biggest_ritual() -> None:
    record = Sentence("Most points ever")
    state = last_hut(points={BLUE: 30})
    lines = told(state, NOTHING, record=record)
    assert lines[2] == "Most points ever"
    assert len(lines) == MOST_SENTENCES


def _rituals(game: list[Done]) -> list[tuple[int, Counter]]:
    """In which turn each ritual was, and what its answers scored, read off the states."""
    rituals: list[tuple[int, Counter]] = []
    for done in game[1:]:
        state, command = done.before, done.command
        if state.finale is Finale.CIRCUIT:
            break
        if isinstance(command, do.Offer):
            before, after = state.player(command.by), done.after.player(command.by)
            scored = after.breakdown.offerings - before.breakdown.offerings
            rituals[-1][1][command.by] += scored
        elif done.after.visits and done.after.finale is not Finale.CIRCUIT and not state.visits:
            rituals.append((state.turn, Counter()))
    return rituals


def _leader(points: dict) -> object:
    """Whoever has more points than all others, if anybody."""
    first, second = sorted(points.values(), reverse=True)[:2]
    return max(points, key=points.__getitem__) if first > second else None


def _leaders(game: list[Done]) -> list[tuple[GamePart, int, object]]:
    """Who led after each turn, after the circuit and in the end, read off the states."""
    leaders = []
    for done in game[1:]:
        begun = done.before.finale is not done.after.finale is Finale.CIRCUIT
        if done.before.turn and (done.after.turn > done.before.turn or begun):
            over = done.after.phase is Phase.FINISHED
            state = done.before if over else done.after
            points = {player.color: player.points for player in state.players}
            leaders.append((GamePart.TURN, done.before.turn, _leader(points)))
    end = game[-1].after
    before_scoring = {
        one.color: one.points - one.breakdown.temples - one.breakdown.runes for one in end.players
    }
    leaders.append((GamePart.CIRCUIT, end.turn, _leader(before_scoring)))
    last = {player.color: player.points for player in end.players}
    return [*leaders, (GamePart.SCORING, end.turn, _leader(last))]


@settings(max_examples=6)
@given(lucks)
def test_the_biggest_ritual_is_the_one_that_scored_most(luck: Luck) -> None:
    game = list(steps(luck))
    story = story_of(game[0].after, (event for done in game for event in done.events))
    assert story is not None
    rituals = _rituals(game)
    if not rituals:
        assert story.ritual is None
        return
    turn, points = max(rituals, key=lambda one: sum(one[1].values()))
    assert story.ritual is not None
    assert story.ritual.total == sum(points.values())
    assert story.ritual.turn == turn
    assert dict(story.ritual.points) == {
        c: n for c, n in points.items() if n or c in dict(story.ritual.points)
    }


@settings(max_examples=6)
@given(lucks)
def test_the_lead_was_never_lost_again_and_the_source_says_what_the_score_says(luck: Luck) -> None:
    game = list(steps(luck, eager=luck.once_in(2)))
    story = story_of(game[0].after, (event for done in game for event in done.events))
    end = game[-1].after
    assert story is not None
    assert story.winners == end.winners
    points = sorted((player.points for player in end.players), reverse=True)
    assert (story.decided is None) == (story.lead is None) == (points[0] == points[1])
    if story.decided is None or story.lead is None:
        return
    winner, other = end.player(story.decided.winner), end.player(story.decided.other)
    assert (winner.points, other.points) == (points[0], points[1])
    both = {
        PointSource.RUNES: lambda one: one.runes + one.interim_runes,
        PointSource.OFFERINGS: lambda one: one.offerings + one.final_offerings,
        PointSource.TEMPLES: lambda one: one.temples,
        PointSource.BONUS: lambda one: one.bonus,
        PointSource.CORRECTIONS: lambda one: one.corrections,
    }
    gaps = {source: of(winner.breakdown) - of(other.breakdown) for source, of in both.items()}
    assert story.decided.number == gaps[story.decided.source] == max(gaps.values())
    stages = _leaders(game)
    since = list(takewhile(lambda stage: stage[2] == winner.color, reversed(stages)))
    assert (story.lead.stage, story.lead.turn) == since[-1][:2]
    assert 1 <= len(sentences(story)) <= MOST_SENTENCES
