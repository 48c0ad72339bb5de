"""What holds in every game: properties of games of random commands on random boards."""

from io import BytesIO
from itertools import pairwise

from hypothesis import given

from companion import commands as do
from companion.events import DruidStayed, DruidStepped, DruidWalked, Event
from companion.evolution import evolve, fold
from companion.game import decide, legal, play
from companion.memory.record import read_record, write_record
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    DRUID_STONES,
    MATERIALS,
    NO_CHIPS,
    STACK_LIMIT,
    START_POINTS,
    Bonus,
    BuildingKind,
    Chips,
    Color,
)
from companion.rules.areas import areas_follow
from companion.rules.consistency import problems
from companion.rules.setup import start
from companion.state import Building, Finale, GameState, Phase, Player
from tests.companion.cardboard import huts_round, settled_by_hand
from tests.strategies import Game, boards, games, steps, tell


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
def test_evolve_takes_every_event_and_folding_them_all_leads_where_playing_leads(game: Game):
    happened: list[Event] = []
    for before, command, after in steps(game):
        events, state = decide(before, command), before
        for event in events:
            state = evolve(state, event)
        assert state == after
        happened += events
    assert fold(start(game.setup), happened) == game.states[-1]


@given(games())
def test_a_record_of_a_game_is_the_same_game(game: Game):
    text = BytesIO(write_record(tell(game).setup, game.commands))
    record = read_record(text, lambda _: None)
    setup, commands = record.setup, [command for _line, command in record.commands]
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
        if not isinstance(command, do.BuildHut | do.BuildTemple):
            continue
        built = Building(kinds[type(command)], command.by)
        buildings = list(before.buildings)
        buildings[command.field - 1] = built
        assert druid_moves(before, command)[0] == expected_move(before, tuple(buildings))


kinds = {do.BuildHut: BuildingKind.HUT, do.BuildTemple: BuildingKind.TEMPLE}


def druid_moves(state: GameState, command: do.Command) -> list[Event]:
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
        if not isinstance(command, do.BuildHut | do.BuildTemple) or after.finale is Finale.CIRCUIT:
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
        if isinstance(command, do.BuildHut):
            once = Chips.of(*before.board.field(command.field).needs)
            free = before.bonus_on(command.field) is Bonus.HUT
            price = NO_CHIPS if free else once * huts_round(before, command.field)
            assert settled_by_hand(command.pay, price)


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
        isinstance(command, do.DeclareEnd | do.Correct)
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
        placed = isinstance(command, do.PlaceWorker)
        assert sum(map(len, after.stacks)) == sum(map(len, before.stacks)) + placed


@given(games())
def test_turns_go_clockwise_one_by_one(game: Game):
    for before, command, after in steps(game):
        assert after.turn - before.turn in (0, 1)
        if after.turn > before.turn > 0:
            assert after.active == before.left_of(before.active)
            assert after.phase is Phase.ROLL
        elif (
            not isinstance(command, do.Correct | do.PlaceWorker)
            and after.phase is not Phase.FINISHED
        ):
            assert after.active == before.active


@given(games())
def test_the_finale_only_goes_forward_unless_a_correction_takes_it_back(game: Game):
    order = [None, Finale.LAST_TURNS, Finale.CIRCUIT]
    for before, command, after in steps(game):
        if not isinstance(command, do.Correct):
            assert order.index(before.finale) <= order.index(after.finale)
        elif after.finale is not before.finale:
            assert (before.finale, after.finale) == (Finale.LAST_TURNS, None)
            assert not everything_built(after, before.finisher)
        if before.finale is Finale.CIRCUIT:
            assert after.phase in (Phase.OFFERING, Phase.FINISHED)
