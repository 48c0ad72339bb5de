"""Positions for tests, written as one would lay them out: huts by colour, hands, druid.

`position` gives a whole GameState that the pieces in the box allow: chips that a test does not
name lie on their plains, workers that it does not name stand on plains that it does not name.
"""

from functools import cache

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command
from companion.errors import RuleViolation
from companion.events import Event
from companion.evolution import apply_events
from companion.game import events_of_command
from companion.memory.boards import shipped_boards
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    MATERIALS,
    NO_CHIPS,
    RUNES,
    STACK_LIMIT,
    START_POINTS,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Material,
    Rune,
    workers_per_player,
)
from companion.preview import price_options
from companion.rules.consistency import state_problems
from companion.rules.setup import Seat, Setup
from companion.state import (
    Board,
    Building,
    Druid,
    Field,
    FinaleStage,
    GameState,
    Phase,
    Player,
    PointsBreakdown,
)

PURPLE, BLUE, GREEN, RED = Color
WOOD, WOOL, COPPER, STONE = Material

NAMES = {PURPLE: "Pim", BLUE: "Bo", GREEN: "Gus", RED: "Ria"}

BONUS = (
    (4, Bonus.POINTS),
    (9, Bonus.HUT),
    (14, Bonus.DRUID),
    (19, Bonus.POINTS),
    (24, Bonus.HUT),
    (29, Bonus.DRUID),
)
"""Bonus chips as they may lie on any ring of 32 fields or more."""


@cache
def _shipped() -> dict[str, Board]:
    return {file.board.name: file.board for file in shipped_boards()}


def side_for_two_or_three() -> Board:
    """The side of the cardboard for two or three players, 32 fields."""
    return _shipped()["meduris-2-3"]


def side_for_four() -> Board:
    """The side for four players as it ships: 40 fields, nine of them known."""
    return _shipped()["meduris-4"]


def ring(size: int, needs: tuple[Material, Material] = (WOOD, STONE)) -> Board:
    """A ring of `size` fields that all cost the same; eight areas of two, arrow has the rest."""
    runes = [rune for rune in RUNES[:-1] for _ in range(2)]
    runes += [Rune.ARROW] * (size - len(runes))
    return Board(f"ring of {size}", tuple(Field(needs, rune) for rune in runes))


def chips(words: str = "") -> Chips:
    """Chips as one says them: "3 stone 1 wood"."""
    numbers, names = words.split()[::2], words.split()[1::2]
    heap = {name: int(number) for number, name in zip(numbers, names, strict=True)}
    return Chips(**heap)


def seats(*colors: Color) -> tuple[Seat, ...]:
    """Players in seating order, with names."""
    return tuple(Seat(color, NAMES[color]) for color in colors)


def setup(
    *colors: Color,
    board: Board | None = None,
    first: int = 0,
    bonus: tuple[tuple[int, Bonus], ...] = BONUS,
) -> Setup:
    """How a game of these colours begins, on the side for two or three if not told otherwise."""
    return Setup(board or side_for_two_or_three(), seats(*colors), first, bonus)


def position(
    *colors: Color,
    board: Board | None = None,
    phase: Phase = Phase.ACTION,
    active: Color | None = None,
    decider: Color | None = None,
    huts: dict[Color, tuple[int, ...]] | None = None,
    temples: dict[Color, tuple[int, ...]] | None = None,
    hands: dict[Color, str] | None = None,
    supply: str | None = None,
    stacks: dict[Material, tuple[Color, ...]] | None = None,
    points: dict[Color, int] | None = None,
    runes: dict[Rune, Color] | None = None,
    bonus: dict[int, Bonus] | None = None,
    druid: int | None = None,
    stone: int = 0,
    visits: tuple[int, ...] = (),
    finale: FinaleStage | None = None,
    finisher: Color | None = None,
    turn: int = 7,
) -> GameState:
    """A game in the midst of play.

    The first colour is active, and the active player decides, if not told otherwise. With
    `supply` only those chips lie on the plains and the last player has all that nobody else has.
    The druid is at the hut on field `druid`, or else on `stone` (0: in his temple).
    """
    board = board or side_for_two_or_three()
    active = active or colors[0]
    heaps = {color: chips((hands or {}).get(color, "")) for color in colors}
    everything = Chips(*[CHIPS_PER_MATERIAL] * len(MATERIALS))
    left = everything - sum(heaps.values(), NO_CHIPS)
    if supply is not None:
        heaps[colors[-1]] += left - chips(supply)
        left = chips(supply)
    state = GameState(
        board=board,
        players=tuple(
            _player(color, heaps[color], (points or {}).get(color, START_POINTS))
            for color in colors
        ),
        phase=phase,
        active=active,
        pending=_pending(colors, phase, active, decider or active),
        turn=turn,
        supply=left,
        stacks=_stacks(colors, stacks or {}),
        buildings=_buildings(len(board), huts or {}, temples or {}),
        bonus=tuple((bonus or {}).get(field) for field in range(1, len(board) + 1)),
        runes=tuple((runes or {}).get(rune) for rune in RUNES),
        druid=Druid(stone) if druid is None else Druid(None, druid),
        visits=visits,
        finale=finale,
        finisher=finisher,
    )
    assert not state_problems(state), state_problems(state)
    return state


def _pending(
    colors: tuple[Color, ...], phase: Phase, active: Color, decider: Color
) -> tuple[Color, ...]:
    """Who has not answered where everybody before the decider has."""
    if phase not in (Phase.TAKE, Phase.GIVE_BACK):
        return (decider,)
    first = colors.index(active)
    order = (*colors[first:], *colors[:first])
    return order[order.index(decider) :]


def _player(color: Color, hand: Chips, points: int) -> Player:
    return Player(
        color, NAMES[color], points, hand, PointsBreakdown(offerings=points - START_POINTS)
    )


def _stacks(
    colors: tuple[Color, ...], named: dict[Material, tuple[Color, ...]]
) -> tuple[tuple[Color, ...], ...]:
    stacks = {plain: list(named.get(plain, ())) for plain in MATERIALS}
    free = [plain for plain in MATERIALS if plain not in named]
    for color in colors:
        standing = sum(stack.count(color) for stack in stacks.values())
        for _ in range(workers_per_player(len(colors)) - standing):
            plain = min(free, key=lambda plain: len(stacks[plain]))
            stacks[plain].append(color)
    assert max(map(len, stacks.values())) <= STACK_LIMIT
    return tuple(tuple(stacks[plain]) for plain in MATERIALS)


def _buildings(
    size: int, huts: dict[Color, tuple[int, ...]], temples: dict[Color, tuple[int, ...]]
) -> tuple[Building | None, ...]:
    standing: dict[int, Building] = {}
    for kind, owned in ((BuildingKind.HUT, huts), (BuildingKind.TEMPLE, temples)):
        for color, fields in owned.items():
            for field in fields:
                assert field not in standing, f"two buildings on field {field}"
                standing[field] = Building(kind, color)
    assert all(1 <= field <= size for field in standing)
    return tuple(standing.get(field) for field in range(1, size + 1))


def build(state: GameState, kind: BuildingKind, field: int, by: Color) -> BuildHut | BuildTemple:
    """A building that is paid for with what it costs in that state."""
    command = (BuildHut if kind is BuildingKind.HUT else BuildTemple)(by=by, field=field)
    return replace(command, pay=price_options(state, command)[0])


def refusal(state: GameState, command: Command) -> str:
    """The rule that refuses a command and its sentence, as the command line shows them."""
    with pytest.raises(RuleViolation) as caught:
        events_of_command(state, command)
    return f"{caught.value.rule}: {caught.value}"


def played(state: GameState, *commands: Command) -> GameState:
    """The state after the commands, one after the other, folded from their events."""
    for command in commands:
        state = apply_events(state, events_of_command(state, command))
    return state


def told(state: GameState, command: Command, kind: type[Event]) -> tuple[Event, ...]:
    """The events of one kind that a command brings."""
    return tuple(event for event in events_of_command(state, command) if isinstance(event, kind))


def gained(before: GameState, after: GameState) -> dict[Color, Chips]:
    """The chips by which each hand grew; only hands that changed."""
    return {
        color: after.player(color).hand - before.player(color).hand
        for color in before.colors
        if after.player(color).hand != before.player(color).hand
    }


def scored(before: GameState, after: GameState) -> dict[Color, int]:
    """The points by which each player's changed; only players whose points did."""
    return {
        color: after.player(color).points - before.player(color).points
        for color in before.colors
        if after.player(color).points != before.player(color).points
    }


def booklet_example(**laid) -> GameState:
    """Page 10, example 3, before the building."""
    return position(
        BLUE,
        GREEN,
        RED,
        **({"huts": {RED: (20, 21), GREEN: (17,)}, "temples": {BLUE: (22,)}, "druid": 17} | laid),
    )
