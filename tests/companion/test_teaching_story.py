"""The story of a game tells what its record says: counted here a second time, another way."""

from companion import commands as do
from companion.events import Event
from companion.evolution import apply_events
from companion.game import decide
from companion.pieces import BuildingKind, Give, Rune
from companion.sentence import Sentence
from companion.state import Finale, GameState, Phase
from companion.teaching.story import MOST_SENTENCES, story_of, story_sentences
from tests.companion.positions import BLUE, GREEN, RED, position

HUT, TEMPLE = BuildingKind


def played(state: GameState, *commands: do.Command) -> list[Event]:
    events: list[Event] = []
    for command in commands:
        more = decide(state, command)
        events += more
        state = apply_events(state, more)
    return events


def told(state: GameState, *commands: do.Command, record: Sentence | None = None) -> list[str]:
    story = story_of(state, played(state, *commands))
    assert story is not None
    return [str(one) for one in story_sentences(story, record)]


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


def test_whoever_is_ahead_as_the_circuit_begins_led_from_that_turn() -> None:
    huts = {GREEN: (10,)}
    state = position(
        BLUE, GREEN, RED, phase=Phase.ROLL, supply="", huts=huts, druid=10, points={BLUE: 30}
    )
    assert told(state, do.DeclareEnd(), NOTHING)[1] == "blue led from turn 7 to the end."


def test_a_victory_that_points_do_not_decide_is_told_as_one() -> None:
    state = last_hut(points={GREEN: 6}, hands={BLUE: "1 wood"})
    assert told(state, NOTHING)[0] == "Level at 5 points: green wins."


def test_a_record_goes_before_the_biggest_ritual() -> None:
    record = Sentence("Most points ever")
    state = last_hut(points={BLUE: 30})
    lines = told(state, NOTHING, record=record)
    assert lines[2] == "Most points ever"
    assert len(lines) == MOST_SENTENCES
