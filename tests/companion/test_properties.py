"""What holds in every game: properties of games of random commands on random boards."""

from collections.abc import Iterator
from io import BytesIO
from itertools import islice, pairwise, product

from hypothesis import given, note, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.commands import (
    BuildHut,
    BuildTemple,
    Command,
    Correct,
    DeclareEnd,
    GiveBack,
    MoveWorker,
    Offer,
    PlaceWorker,
    Roll,
    Survey,
    Swap,
    Take,
)
from companion.errors import RuleViolation
from companion.events import DruidStayed, DruidStepped, DruidWalked, Event
from companion.game import decide, evolve, fold, legal, play, problems, start
from companion.memory.record import read_record, write_record
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    DRUID_STONES,
    FACES,
    MATERIALS,
    NO_CHIPS,
    STACK_LIMIT,
    START_POINTS,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Give,
)
from companion.rulebook import RULES
from companion.rules import payment
from companion.rules.areas import areas_follow
from companion.state import Building, Finale, GameState, Phase, Player
from tests.strategies import Game, Luck, any_command, boards, games, lucks

UNLISTED = Survey | Correct
"""Commands that `legal` leaves to the table's own word."""


def tell(game: Game) -> Game:
    """Show the whole game as a record when an example fails."""
    note(write_record(game.setup, game.commands).decode())
    return game


def steps(game: Game) -> Iterator[tuple[GameState, Command, GameState]]:
    before_and_after = pairwise(tell(game).states)
    for command, (before, after) in zip(game.commands, before_and_after, strict=True):
        yield before, command, after


def refusal(state: GameState, command: Command) -> RuleViolation | None:
    try:
        decide(state, command)
    except RuleViolation as refused:
        return refused
    return None


def accepted(state: GameState, command: Command) -> bool:
    return refusal(state, command) is None


@given(boards())
def test_random_boards_are_boards(board):
    assert 24 <= len(board) <= 48
    assert areas_follow(tuple(field.rune for field in board.fields))


@given(games())
def test_there_are_always_eighteen_chips_of_each_material(game: Game):
    for state in tell(game).states:
        for material in MATERIALS:
            hands = sum(player.hand.number(material) for player in state.players)
            assert state.supply.number(material) + hands == CHIPS_PER_MATERIAL
        assert min(state.supply.counts) >= 0
        assert all(min(player.hand.counts) >= 0 for player in state.players)


@given(games())
def test_points_are_five_and_their_breakdown_and_never_below_zero(game: Game):
    for state in tell(game).states:
        for player in state.players:
            assert player.points == START_POINTS + player.breakdown.total
            assert player.points >= 0


@given(games())
def test_no_problem_ever_arises(game: Game):
    for state in tell(game).states:
        assert problems(state) == ()


@given(games())
def test_evolve_takes_every_event_and_leads_where_playing_leads(game: Game):
    for before, command, after in steps(game):
        state = before
        for event in decide(before, command):
            state = evolve(state, event)
        assert state == after


@given(games())
def test_folding_all_events_is_replaying_all_commands(game: Game):
    events = [event for before, command, _ in steps(game) for event in decide(before, command)]
    assert fold(start(game.setup), events) == game.states[-1]


@given(games())
def test_a_record_of_a_game_is_the_same_game(game: Game):
    text = BytesIO(write_record(tell(game).setup, game.commands))
    setup, *commands = [item for _, item in read_record(text, lambda _: None)]
    state = start(setup)
    for command in commands:
        state = play(state, command)
    assert (setup, tuple(commands)) == (game.setup, game.commands)
    assert state == game.states[-1]


@given(games())
def test_somebody_decides_until_the_game_is_over(game: Game):
    for state in tell(game).states:
        over = state.phase is Phase.FINISHED
        assert (state.decider is None, state.active is None) == (over, over)
        assert (state.winners is not None) == over
        assert bool(state.visits) == (state.phase is Phase.OFFERING)
        assert (state.turn == 0) == (state.phase is Phase.PLACING)
        assert (next(legal(state), None) is None) == over
        if state.phase in (Phase.PLACING, Phase.ROLL, Phase.ACTION):
            assert state.decider == state.active


@given(games())
def test_the_druid_stands_at_the_hut_whose_owner_decides(game: Game):
    for state in tell(game).states:
        assert (state.druid.stone is None) != (state.druid.field is None)
        if state.phase is Phase.OFFERING:
            assert state.druid.field == state.visits[0]
            assert state.building(state.visits[0]).owner == state.decider
            assert len(set(state.visits)) == len(state.visits)
            assert all(map(state.is_hut, state.visits))


@given(games())
def test_each_construction_moves_the_druid_on_to_the_next_stone_or_hut(game: Game):
    for before, command, _ in steps(game):
        if not isinstance(command, BuildHut | BuildTemple):
            continue
        built = Building(kinds[type(command)], command.by)
        buildings = list(before.buildings)
        buildings[command.field - 1] = built
        assert druid_moves(before, command)[0] == expected_move(before, tuple(buildings))


kinds = {BuildHut: BuildingKind.HUT, BuildTemple: BuildingKind.TEMPLE}


def druid_moves(state: GameState, command: Command) -> list[Event]:
    moves = DruidStepped | DruidWalked | DruidStayed
    return [event for event in decide(state, command) if isinstance(event, moves)]


def expected_move(before: GameState, buildings: tuple[Building | None, ...]) -> Event:
    """Where the druid goes, found by walking field by field as one does on the cardboard."""
    if before.druid.stone in range(DRUID_STONES):
        return DruidStepped(before.druid.stone + 1)
    start, size = before.druid.field, len(buildings)
    field, river = start or 0, False
    for _ in range(size):
        river = river or field == size
        field = field % size + 1
        building = buildings[field - 1]
        if building is not None and building.kind is BuildingKind.HUT:
            return DruidWalked(start, field, crossed_river=river)
    return DruidStayed()


@given(games())
def test_the_huts_of_a_ritual_stand_side_by_side_from_the_first_to_the_end(game: Game):
    for _, command, after in steps(game):
        if not isinstance(command, BuildHut | BuildTemple) or after.finale is Finale.CIRCUIT:
            continue
        size = len(after.board)
        for here, there in pairwise(after.visits):
            assert there == here % size + 1
        if after.visits:
            end = after.visits[-1] % size + 1
            assert not after.is_hut(end) or end == after.visits[0]


@given(games())
def test_a_hut_costs_its_icons_as_often_as_huts_are_found_side_by_side(game: Game):
    for before, command, _ in steps(game):
        if isinstance(command, BuildHut):
            once = Chips.of(*before.board.field(command.field).needs)
            free = before.bonus_on(command.field) is Bonus.HUT
            price = NO_CHIPS if free else once * huts_round(before, command.field)
            assert settled_by_hand(command.pay, price)


def huts_round(state: GameState, field: int) -> int:
    """The new hut and all that touch it, counted one by one to the left and to the right."""
    size = len(state.board)
    counted = {field}
    for step in (1, -1):
        place = (field - 1 + step) % size + 1
        while state.is_hut(place) and place not in counted:
            counted.add(place)
            place = (place - 1 + step) % size + 1
    return len(counted)


@given(games())
def test_the_final_score_is_what_one_counts_on_the_cardboard(game: Game):
    last = tell(game).states[-1]
    if last.phase is not Phase.FINISHED:
        return
    for player in last.players:
        temples = Building(BuildingKind.TEMPLE, player.color)
        fields = [n for n, here in enumerate(last.buildings, start=1) if here == temples]
        assert player.breakdown.temples == sum(huts_round(last, n) - 1 for n in fields)
        assert player.breakdown.runes == sum(range(last.runes.count(player.color) + 1))
    best = max(standing(last, player) for player in last.players)
    assert last.winners == tuple(
        player.color for player in last.players if standing(last, player) == best
    )


def standing(state: GameState, player: Player) -> tuple[int, int, int]:
    """Points, then buildings, then chips left."""
    owners = [building.owner for building in state.buildings if building is not None]
    return player.points, owners.count(player.color), sum(player.hand.counts)


@given(games())
def test_everyone_up_to_the_finisher_has_one_more_turn_once_somebody_has_built_everything(
    game: Game,
):
    turns: list[Color | None] = []
    for before, _, after in steps(game):
        if before.finale is None and after.finale is not None and after.finisher is not None:
            turns = [before.active]
        if after.finale is Finale.LAST_TURNS and after.turn > before.turn:
            turns.append(after.active)
    last = game.states[-1]
    if last.finale is Finale.CIRCUIT and last.finisher is not None and not interrupted(game):
        order = last.clockwise_from(turns[0])
        others = order.index(last.finisher) or len(order)
        assert tuple(turns) == order[:others]


def interrupted(game: Game) -> bool:
    """Whether the table ended the last turns early, or said something else about them."""
    return any(
        isinstance(command, DeclareEnd | Correct)
        for before, command, _ in steps(game)
        if before.finale is Finale.LAST_TURNS
    )


@given(games())
def test_at_the_end_of_every_turn_it_is_known_whether_somebody_has_built_everything(game: Game):
    for before, _, after in steps(game):
        done = [color for color in after.colors if everything_built(after, color)]
        if after.turn > before.turn > 0:
            assert (after.finale is Finale.LAST_TURNS) == bool(done)
        if after.finale is Finale.LAST_TURNS:
            assert after.finisher in done
        else:
            assert after.finisher is None or after.finale is Finale.CIRCUIT


def everything_built(state: GameState, color: Color) -> bool:
    return state.huts_left(color) == 0 and state.temples_left(color) == 0


@given(games())
def test_no_stack_grows_over_three_and_no_worker_is_lost(game: Game):
    for before, command, after in steps(game):
        assert max(map(len, after.stacks)) <= STACK_LIMIT
        placed = isinstance(command, PlaceWorker)
        assert sum(map(len, after.stacks)) == sum(map(len, before.stacks)) + placed


@given(games())
def test_turns_go_clockwise_one_by_one(game: Game):
    for before, command, after in steps(game):
        assert after.turn - before.turn in (0, 1)
        if after.turn > before.turn > 0:
            assert after.active == before.left_of(before.active)
            assert after.phase is Phase.ROLL
        elif not isinstance(command, Correct | PlaceWorker) and after.phase is not Phase.FINISHED:
            assert after.active == before.active


@given(games())
def test_the_finale_only_goes_forward_unless_a_correction_takes_it_back(game: Game):
    order = [None, Finale.LAST_TURNS, Finale.CIRCUIT]
    for before, command, after in steps(game):
        if not isinstance(command, Correct):
            assert order.index(before.finale) <= order.index(after.finale)
        elif after.finale is not before.finale:
            assert (before.finale, after.finale) == (Finale.LAST_TURNS, None)
            assert not everything_built(after, before.finisher)
        if before.finale is Finale.CIRCUIT:
            assert after.phase in (Phase.OFFERING, Phase.FINISHED)


@given(games(), lucks)
def test_a_refused_command_changes_nothing_and_names_a_rule_of_the_book(game: Game, luck: Luck):
    for state in tell(game).states:
        command, before = any_command(state, luck), repr(state)
        refused = refusal(state, command)
        assert repr(state) == before
        if refused is not None:
            assert refused.rule in RULES
            assert str(refused)
            assert "{" not in str(refused)


@given(games(), st.integers(0, 5))
def test_everything_legal_is_accepted(game: Game, offset: int):
    for state in tell(game).states[offset::6]:
        for command in islice(legal(state), 2000):
            assert accepted(state, command)


def listable(state: GameState) -> bool:
    """Whether listing all that is legal is quick: whoever decides has no chips in plenty."""
    if state.decider is None or state.phase not in (Phase.ACTION, Phase.OFFERING):
        return True
    ways = len(state.board)
    for number in state.player(state.decider).hand.counts:
        ways *= number + 1
    return ways <= 2000


@given(games(), lucks)
def test_whatever_is_accepted_is_legal_and_listed_once(game: Game, luck: Luck):
    for before, command, _ in steps(game):
        if not listable(before):
            continue
        named = list(legal(before))
        assert len(set(named)) == len(named)
        if not isinstance(command, UNLISTED):
            assert command in named
        other = any_command(before, luck)
        if not isinstance(other, UNLISTED):
            assert (other in named) == accepted(before, other)


@settings(max_examples=20)
@given(games(), st.integers(0, 10**6))
def test_of_all_commands_that_can_be_formed_exactly_the_legal_ones_are_accepted(
    game: Game, choice: int
):
    states = tell(game).states
    state = with_few_chips(states[choice % len(states)])
    assert {command for command in every_command(state) if accepted(state, command)} == set(
        legal(state)
    )


def with_few_chips(state: GameState) -> GameState:
    """The same with at most a few chips in each hand, so that all payments can be tried."""
    few = Chips(1, 2, 1, 1)
    players = tuple(replace(player, hand=player.hand.common(few)) for player in state.players)
    hands = sum((player.hand for player in players), NO_CHIPS)
    return replace(state, players=players, supply=Chips(18, 18, 18, 18) - hands)


def every_command(state: GameState) -> Iterator[Command]:
    """Every command there is, but `Survey` and `Correct`, with payments up to one too much."""
    pays = [Chips(*counts) for counts in product(range(3), range(4), range(3), range(3))]
    fields = range(len(state.board) + 2)
    yield DeclareEnd()
    for by in Color:
        yield DeclareEnd(by=by)
        yield from (PlaceWorker(by=by, plain=plain) for plain in MATERIALS)
        yield from (Roll(by=by, face=face) for face in FACES)
        yield from (Take(by=by, material=material) for material in (None, *MATERIALS))
        yield from (GiveBack(by=by, material=material) for material in MATERIALS)
        yield from (
            MoveWorker(by=by, source=source, level=level, target=target)
            for source, level, target in product(MATERIALS, range(5), MATERIALS)
        )
        yield from (Offer(by=by, give=give, pay=pay) for give, pay in product(Give, pays))
        yield from (Swap(by=by, pay=pay, take=take) for pay, take in product(pays, MATERIALS))
    for build, field, pay in product((BuildHut, BuildTemple), fields, pays):
        yield build(by=state.decider or Color.BLUE, field=field, pay=pay)


small_heaps = st.builds(Chips, *[st.integers(0, 5)] * 4)
prices = st.builds(Chips, *[st.integers(0, 3)] * 4)


@given(small_heaps, prices)
def test_the_payments_listed_are_all_that_settle_the_price(hand: Chips, price: Chips):
    listed = list(payment.payments(hand, price))
    assert len(set(listed)) == len(listed)
    assert set(listed) == {
        pay
        for pay in (Chips(*counts) for counts in product(*(range(n + 1) for n in hand.counts)))
        if settled_by_hand(pay, price)
    }


def settled_by_hand(pay: Chips, price: Chips) -> bool:
    """Paying as people do: put each chip where it is asked for, then three for each one missing."""
    heap = [material for material in MATERIALS for _ in range(pay.number(material))]
    due = [material for material in MATERIALS for _ in range(price.number(material))]
    for material in list(due):
        if material in heap:
            heap.remove(material)
            due.remove(material)
    for _ in list(due):
        if len(heap) < 3:
            return False
        del heap[:3]
    return not heap
