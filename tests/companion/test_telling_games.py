"""Explanations in random games, judged by the states alone: what lies, what was paid, who is asked.

Nothing here asks the rules or the narrator: what should be told is read off the states before and
after an event, off the command and off the printed icons.
"""

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import given, note

from companion import events as ev
from companion.commands import BuildHut, BuildTemple, Command, Offer
from companion.evolution import evolve
from companion.game import decide
from companion.moves import Noted, is_move
from companion.pieces import Bonus, BuildingKind, Chips, Give, huts_per_player
from companion.preview import preview_build
from companion.rulebook import RULES
from companion.state import Finale, GameState, Phase
from companion.telling import NarratedEvent, narrated, reasons_behind
from companion.telling.reasons import asked
from tests.companion.cardboard import huts_round
from tests.strategies import Game, games

HUT, TEMPLE = BuildingKind


class Happening(NamedTuple):
    """One event of a game with all that stands around it."""

    start: GameState
    command: Command
    before: GameState
    told: NarratedEvent
    after: GameState

    @property
    def rules(self) -> set[str]:
        return {reason.rule for reason in self.told.reasons}


def happenings(game: Game) -> Iterator[Happening]:
    note(f"the game: {game.setup!r}")
    for state, command in zip(game.states, game.commands, strict=False):
        before = state
        for one in narrated(state, decide(state, command), open_chips=True):
            after = evolve(before, one.event)
            yield Happening(state, command, before, one, after)
            before = after


def row_of_huts(state: GameState, field: int, step: int) -> list[int]:
    """The huts one after the other from beside `field` on, in one direction."""
    size = len(state.board)
    row = []
    field = (field - 1 + step) % size + 1
    while state.is_hut(field) and len(row) < size:
        row.append(field)
        field = (field - 1 + step) % size + 1
    return row


def exact_payments(state: GameState, command: Command) -> tuple[Chips, ...]:
    """What has to be paid where nothing is swapped, read off the printed icons."""
    match command:
        case BuildHut(field=field):
            first, second = state.board.field(field).needs
            free = state.bonus_on(field) is Bonus.HUT
            times = 0 if free else huts_round(state, field)
            return (Chips.of(*[first, second] * times),)
        case BuildTemple(field=field):
            return (Chips.of(*state.board.field(field).needs),)
        case Offer(give=Give.BOTH):
            return (Chips.of(*state.board.field(state.visits[0]).needs),)
        case Offer(give=Give.ONE):
            return tuple(Chips.of(one) for one in state.board.field(state.visits[0]).needs)
        case _:
            return ()


def buildings_left(state: GameState, color) -> int:
    standing = sum(one is not None and one.owner == color for one in state.buildings)
    return huts_per_player(len(state.players)) + 2 - standing


def what_lies(state: GameState) -> tuple:
    """What lies on the cardboard and behind the screens."""
    hands = tuple((player.hand, player.points) for player in state.players)
    return (state.stacks, state.buildings, state.bonus, state.runes, state.druid, hands)


def every_rule_that_is_told_stands_in_the_rule_book(one: Happening) -> None:
    assert one.rules
    assert one.rules <= set(RULES)


def a_move_is_whatever_changes_what_lies_on_the_table(one: Happening) -> None:
    moved = what_lies(one.before) != what_lies(one.after)
    if isinstance(one.told.event, ev.Corrected):
        assert not any(map(is_move, one.told.rows))
        assert any(isinstance(row, Noted) for row in one.told.rows) >= moved
        return
    circuit = one.before.finale is Finale.CIRCUIT
    die_marks_its_end = circuit and isinstance(one.told.event, ev.RitualStarted)
    assert any(map(is_move, one.told.rows)) == (moved or die_marks_its_end), one.told


def three_stand_in_exactly_where_another_payment_than_the_price_was_made(one: Happening) -> None:
    if isinstance(one.told.event, ev.ChipsPaid):
        swapped = one.told.event.chips not in exact_payments(one.start, one.command)
        assert ("pay.swap" in one.rules) == swapped
        assert_stood_in(one)
    else:
        assert "pay.swap" not in one.rules


def assert_stood_in(one: Happening) -> None:
    """What the sum of a payment says adds up: three others for each chip missing."""
    for reason in one.told.reasons:
        for sum_ in reason.sums:
            price, others, missing = (sum_.facts[name] for name in ("price", "others", "missing"))
            assert price in exact_payments(one.start, one.command)
            assert others.total == 3 * missing.total
            assert price - missing + others == one.told.event.chips


def a_building_tells_its_own_price_chip_and_what_it_begins(one: Happening) -> None:
    event = one.told.event
    if not isinstance(event, ev.Built):
        return
    bonus = one.before.bonus_on(event.field) if event.kind is HUT else None
    last = one.before.finale is None and buildings_left(one.before, event.color) == 1
    assert one.rules == {
        *({"hut.cost"} if event.kind is HUT and bonus is not Bonus.HUT else ()),
        *({"temple.cost"} if event.kind is TEMPLE else ()),
        *({"hut.bonus"} if bonus is not None else ()),
        *({"end.trigger"} if last else ()),
    }
    for reason in one.told.reasons:
        if reason.rule.endswith(".cost"):
            (sum_,) = reason.sums
            assert (sum_.facts["price"],) == exact_payments(one.start, one.command)
            assert sum_.facts.get("huts", 1) == (
                huts_round(one.start, event.field) if event.kind is HUT else 1
            )


def the_druids_steps_belong_to_stones_walk_lap_ritual_or_circuit(one: Happening) -> None:
    event = one.told.event
    if isinstance(event, ev.DruidStepped):
        assert one.rules == {"druid.stones"}
    if not isinstance(event, ev.DruidWalked):
        return
    if one.before.finale is Finale.CIRCUIT:
        expected = "end.circuit"
    elif isinstance(one.command, Offer):
        expected = "ritual.order"
    elif one.before.hut_fields() == (one.before.druid.field,):
        expected = "druid.full-lap"
    else:
        expected = "druid.walk"
    assert one.rules == {expected}


def the_river_scores_only_outside_the_circuit_and_tells_every_holder(one: Happening) -> None:
    event = one.told.event
    crossed = [reason for reason in one.told.reasons if reason.rule == "river.interim"]
    if isinstance(event, ev.RitualStarted):
        wraps = list(event.visits) != sorted(event.visits)
        assert bool(crossed) == (wraps and one.before.finale is not Finale.CIRCUIT)
    elif not isinstance(event, ev.PointsScored):
        assert bool(crossed) == isinstance(event, ev.RiverCrossed)
    for reason in crossed:
        scores = {
            sum_.facts["player"]: sum_.facts["number"]
            for sum_ in reason.sums
            if "player" in sum_.facts
        }
        held = {color: one.before.runes.count(color) for color in one.before.colors}
        if not isinstance(event, ev.PointsScored):
            assert scores == {color: number for color, number in held.items() if number}


def a_ritual_tells_its_order_and_the_huts_that_only_count(one: Happening) -> None:
    event = one.told.event
    if not isinstance(event, ev.RitualStarted):
        return
    (reason, *_) = one.told.reasons
    if one.before.finale is Finale.CIRCUIT:
        assert reason.rule == "end.circuit"
        assert reason.sums[0].facts["number"] == len(one.before.hut_fields())
        return
    assert reason.rule == "ritual.order"
    behind = huts_round(one.before, event.visits[0]) - len(event.visits)
    assert [sum_.facts["number"] for sum_ in reason.sums[1:]] == [behind] * bool(behind)


def offerings_are_explained_by_what_was_given_and_scored(one: Happening) -> None:
    event = one.told.event
    if isinstance(event, ev.OfferingMade):
        assert one.rules == {f"offer.{one.command.give}"}
        huts = huts_round(one.before, event.field)
        numbers = [sum_.facts.get("number", 0) for sum_ in one.told.reasons[0].sums]
        if event.give in (Give.BOTH, Give.CHIP):
            assert numbers == [huts]
        else:
            floor = event.give is Give.NONE and one.before.player(event.color).points == 0
            assert len(numbers) == floor
    elif isinstance(event, ev.PointsScored) and "offer" in event.source:
        assert one.rules == {f"offer.{one.command.give}"}


def the_end_tells_the_huts_beside_each_temple_and_the_rune_stones(one: Happening) -> None:
    event = one.told.event
    if isinstance(event, ev.TempleScored):
        ((sum_,),) = [reason.sums for reason in one.told.reasons]
        beside = {
            *row_of_huts(one.before, event.field, 1),
            *row_of_huts(one.before, event.field, -1),
        }
        assert set(sum_.facts.get("huts", ())) == beside
        assert len(beside) == event.huts
    if isinstance(event, ev.PointsScored) and "end.runes" in one.rules:
        ((sum_,),) = [reason.sums for reason in one.told.reasons]
        stones = one.before.runes.count(event.color)
        assert sum(map(int, str(sum_.facts["series"]).split(" + "))) == event.points
        assert sum_.facts["number"] == stones


CHECKS = (
    every_rule_that_is_told_stands_in_the_rule_book,
    a_move_is_whatever_changes_what_lies_on_the_table,
    three_stand_in_exactly_where_another_payment_than_the_price_was_made,
    a_building_tells_its_own_price_chip_and_what_it_begins,
    the_druids_steps_belong_to_stones_walk_lap_ritual_or_circuit,
    the_river_scores_only_outside_the_circuit_and_tells_every_holder,
    a_ritual_tells_its_order_and_the_huts_that_only_count,
    offerings_are_explained_by_what_was_given_and_scored,
    the_end_tells_the_huts_beside_each_temple_and_the_rune_stones,
)


@given(games())
def test_every_explanation_is_true_of_the_states_around_it(game: Game):
    for one in happenings(game):
        for check in CHECKS:
            check(one)


@given(games())
def test_a_question_has_the_rules_of_what_may_be_answered_behind_it(game: Game):
    for state in game.states:
        rules = {reason.rule for reason in asked(state)}
        phase = state.phase
        assert rules
        assert rules <= set(RULES)
        between = phase in (Phase.ROLL, Phase.ACTION)
        assert ("end.exhausted" in rules) == (between and state.supply.total == 0)
        assert ("end.trigger" in rules) == (between and state.finale is Finale.LAST_TURNS)
        offering = phase is Phase.OFFERING
        chip = offering and state.bonus_on(state.visits[0]) is Bonus.DRUID
        assert ("offer.chip" in rules) == chip
        assert ("end.circuit" in rules) == (offering and state.finale is Finale.CIRCUIT)
        assert ("ritual.order" in rules) == (offering and state.finale is not Finale.CIRCUIT)


@given(games())
def test_what_is_behind_a_building_before_it_stands_is_what_is_told_of_it_afterwards(game: Game):
    for state, command in zip(game.states, game.commands, strict=False):
        if not isinstance(command, BuildHut | BuildTemple):
            continue
        kind = HUT if isinstance(command, BuildHut) else TEMPLE
        before = reasons_behind(state, preview_build(state, kind, command.field).events)
        happened = decide(state, command)
        afterwards = reasons_behind(state, happened)
        assert before == tuple(one for one in afterwards if one.rule != "pay.swap")
