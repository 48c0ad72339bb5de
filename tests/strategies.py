"""Hypothesis strategies: boards, setups and whole games of random commands.

Hypothesis draws the table, the board and how many commands a game has at most; which ones follows
from a seed. Drawing every choice of a long game would be slow, and it would shrink no better than
by cutting the game off after the command that matters.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import NamedTuple, TypeVar

from hypothesis import strategies as st

from companion.commands import (
    BuildHut,
    BuildTemple,
    Change,
    Command,
    Correct,
    DeclareEnd,
    GiveBack,
    MoveWorker,
    Offer,
    PlaceWorker,
    Roll,
    SetActive,
    SetBonus,
    SetDruid,
    SetField,
    SetHand,
    SetPoints,
    SetPrinted,
    SetRune,
    SetStack,
    SetSupply,
    Survey,
    Swap,
    Take,
)
from companion.errors import RuleViolation
from companion.evolution import corrected
from companion.game import Setup, play, start
from companion.memory.record import parse_command, write_command
from companion.pieces import (
    CHIPS_PER_BONUS,
    DRUID_STONES,
    FACES,
    FREE_BETWEEN_BONUS,
    MATERIALS,
    NO_CHIPS,
    RUNES,
    STACK_LIMIT,
    SWAP_RATE,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Give,
    Material,
    Rune,
)
from companion.rules import building, offering
from companion.rules.areas import areas_follow
from companion.rules.setup import Seat
from companion.state import Board, Building, Field, GameState, Phase

SMALLEST, LARGEST = 24, 48
LONGEST = 500
"""Commands that a game may have before it is left unfinished."""
UNREAD = Field(None, None)
GIVES = tuple(Give)
TWO = (Color.PURPLE, Color.BLUE)

T = TypeVar("T")


class Luck:
    """Choices that follow from one seed, so that an example is told by it."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)

    def __repr__(self) -> str:
        return f"Luck({self._seed})"

    def below(self, number: int) -> int:
        """A number from 0 to `number` - 1."""
        return self._random.randrange(number)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def once_in(self, number: int) -> bool:
        """True once in `number` times."""
        return self.below(number) == 0

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """`number` different items, or all if there are fewer."""
        return self._random.sample(items, min(number, len(items)))


lucks = st.builds(Luck, st.integers(0, 2**32 - 1))


class Game(NamedTuple):
    """A game as it was played: `states` holds one more than `commands`."""

    setup: Setup
    commands: tuple[Command, ...]
    states: tuple[GameState, ...]

    def __repr__(self) -> str:
        return f"<game of {len(self.commands)} commands>"


@st.composite
def boards(draw: st.DrawFn, *, unread: bool = True) -> Board:
    """Rings of 24 to 48 fields: areas of any lengths, anywhere, and fields that nobody has read."""
    size = draw(st.integers(SMALLEST, LARGEST))
    hidden = draw(st.sampled_from((0, 0, 2, 5))) if unread else 0
    luck = draw(lucks)
    borders = [0, *sorted(luck.some(range(1, size), len(RUNES) - 1)), size]
    lengths = [end - begin for begin, end in pairwise(borders)]
    areas = [rune for rune, length in zip(RUNES, lengths, strict=True) for _ in range(length)]
    shift = luck.below(size)
    fields = []
    for rune in areas[shift:] + areas[:shift]:
        field = Field((luck.pick(MATERIALS), luck.pick(MATERIALS)), rune)
        fields.append(UNREAD if luck.below(6) < hidden else field)
    return Board(f"ring of {size}", tuple(fields))


@st.composite
def setups(draw: st.DrawFn, *, unread: bool = True) -> Setup:
    """Tables of two to four players in any order, on any ring, with bonus chips anywhere."""
    board = draw(boards(unread=unread))
    players = draw(st.integers(2, 4))
    luck = draw(lucks)
    colors = luck.some(TWO if players == len(TWO) else tuple(Color), players)
    seats = tuple(Seat(color, f"player {color}") for color in colors)
    return Setup(board, seats, luck.below(players), _bonus_places(len(board), luck))


def _bonus_places(size: int, luck: Luck) -> tuple[tuple[int, Bonus], ...]:
    """The six bonus chips on a ring of `size`: just far enough apart, the spare fields anywhere."""
    chips = tuple(Bonus) * CHIPS_PER_BONUS
    spare = size - (FREE_BETWEEN_BONUS + 1) * len(chips)
    gaps = [FREE_BETWEEN_BONUS + 1] * len(chips)
    for _ in range(spare):
        gaps[luck.below(len(gaps))] += 1
    first = luck.below(size)
    places = [(first + step) % size + 1 for step in accumulate(gaps[1:], initial=0)]
    return tuple(sorted(zip(places, luck.some(chips, len(chips)), strict=True)))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of legal commands, some to their end; many jump ahead by a large correction."""
    setup = draw(setups())
    most = draw(st.integers(0, LONGEST))
    luck = draw(lucks)
    jump = draw(st.booleans())
    state = start(setup)
    commands: list[Command] = []
    states = [state]
    while state.phase is not Phase.FINISHED and len(commands) < most:
        jumps = jump and state.phase is Phase.ROLL
        command = _jump_ahead(state, luck) if jumps else legal_command(state, luck)
        jump = jump and not jumps
        state = play(state, command)
        commands.append(command)
        states.append(state)
    return Game(setup, tuple(commands), tuple(states))


def legal_command(state: GameState, luck: Luck) -> Command:
    """Some command that the rules should accept, chosen without asking them as a whole."""
    if state.in_play:
        interlude = _interlude(state, luck)
        if interlude is not None:
            return interlude
    color = state.decider
    match state.phase:
        case Phase.PLACING:
            return PlaceWorker(by=color, plain=luck.pick(_plains_with_room(state)))
        case Phase.ROLL | Phase.ACTION if state.supply.total == 0 and luck.once_in(2):
            return DeclareEnd(by=luck.pick((color, None)))
        case Phase.ROLL:
            return Roll(by=color, face=luck.pick(FACES))
        case Phase.TAKE:
            there = [material for material in MATERIALS if state.supply.number(material)]
            return Take(by=color, material=luck.pick([*there, None]))
        case Phase.GIVE_BACK:
            hand = state.player(color).hand
            mine = [material for material in MATERIALS if hand.number(material)]
            return GiveBack(by=color, material=luck.pick(mine))
        case Phase.ACTION:
            return _construction(state, luck) or _move(state, luck)
        case _:
            return _answer(state, luck)


def _plains_with_room(state: GameState) -> list:
    return [plain for plain in MATERIALS if len(state.stack(plain)) < STACK_LIMIT]


def _interlude(state: GameState, luck: Luck) -> Command | None:
    """Now and then something that the table may do whoever decides."""
    if luck.once_in(12):
        return _swap(state, luck)
    if luck.once_in(8):
        return _survey(state, luck)
    if state.phase in (Phase.ROLL, Phase.ACTION) and luck.once_in(20):
        return correction(state, luck)
    return None


def _swap(state: GameState, luck: Luck) -> Command | None:
    player = luck.pick(state.players)
    chips = [material for material in MATERIALS for _ in range(player.hand.number(material))]
    if len(chips) < SWAP_RATE:
        return None
    pay = Chips.of(*luck.some(chips, SWAP_RATE))
    there = [material for material in MATERIALS if (state.supply + pay).number(material)]
    return Swap(by=player.color, pay=pay, take=luck.pick(there))


def _survey(state: GameState, luck: Luck) -> Command | None:
    unread = [number for number, field in enumerate(state.board.fields, start=1) if not field.known]
    if not unread:
        return None
    field = luck.pick(unread)
    return Survey(field=field, needs=_any_needs(luck), rune=luck.pick(_fitting(state, field)))


def _fitting(state: GameState, field: int) -> list[Rune]:
    """The areas to which a field can belong, as the others have been read."""
    runes = [printed.rune for printed in state.board.fields]
    fitting = []
    for rune in RUNES:
        runes[field - 1] = rune
        if areas_follow(tuple(runes)):
            fitting.append(rune)
    return fitting


def _move(state: GameState, luck: Luck) -> Command:
    color = state.decider
    mine = [
        (plain, level)
        for plain in MATERIALS
        for level, worker in enumerate(state.stack(plain), start=1)
        if worker == color
    ]
    source, level = luck.pick(mine)
    targets = [plain for plain in _plains_with_room(state) if plain is not source]
    return MoveWorker(by=color, source=source, level=level, target=luck.pick(targets))


def _construction(state: GameState, luck: Luck) -> Command | None:
    """A hut or temple on one of a few fields looked at, if one can be paid."""
    color = state.decider
    hand = state.player(color).hand
    for _ in range(5):
        kind, field = luck.pick(tuple(BuildingKind)), luck.below(len(state.board)) + 1
        try:
            building.check_site(state, color, kind, field)
        except RuleViolation:
            continue
        pay = _some_payment(hand, building.price(state, kind, field), luck)
        if pay is not None:
            command = BuildHut if kind is BuildingKind.HUT else BuildTemple
            return command(by=color, field=field, pay=pay)
    return None


def _some_payment(hand: Chips, price: Chips, luck: Luck) -> Chips | None:
    """A payment with as many swaps as the luck wants, made without the rules' own list."""
    direct = hand.common(price)
    for material in MATERIALS:
        if direct.number(material) and luck.once_in(6):
            direct -= Chips.of(material)
    missing = price.total - direct.total
    unasked = [
        material
        for material in MATERIALS
        if direct.number(material) == price.number(material)
        for _ in range(hand.number(material) - direct.number(material))
    ]
    if SWAP_RATE * missing > len(unasked):
        return None
    return direct + Chips.of(*luck.some(unasked, SWAP_RATE * missing))


def _answer(state: GameState, luck: Luck) -> Command:
    color, field = state.decider, state.visits[0]
    give = luck.pick(GIVES)
    if give is Give.CHIP and state.bonus_on(field) is Bonus.DRUID:
        return Offer(by=color, give=give)
    if give in (Give.ONE, Give.BOTH) and state.board.field(field).known:
        price = luck.pick(offering.prices(state, field, give))
        pay = _some_payment(state.player(color).hand, price, luck)
        if pay is not None:
            return Offer(by=color, give=give, pay=pay)
    return Offer(by=color, give=Give.NONE)


def correction(state: GameState, luck: Luck) -> Correct:
    """A correction of one or more things whose result the box allows."""
    parts: list[Callable[[GameState, Luck], tuple[Change, ...]]] = [
        _other_points,
        _other_chips,
        _other_stacks,
        _other_runes,
        _other_fields,
        _other_bonus,
        _other_turn,
        _other_printed,
    ]
    changes: tuple[Change, ...] = ()
    for part in luck.some(parts, 1 + luck.below(3)):
        changes += part(corrected(state, changes), luck)
    return _as_recorded(changes or _other_points(state, luck), "seen on the table")


def _as_recorded(changes: tuple[Change, ...], why: str) -> Correct:
    """The correction as a record tells it: each thing once, in the order of the box."""
    return parse_command(write_command(Correct(changes=changes, why=why)), 1)


def _jump_ahead(state: GameState, luck: Luck) -> Correct:
    """A correction that leaves little to build or little to earn, so that the end is near."""
    changes: tuple[Change, ...] = ()
    if luck.below(2):
        for _ in range(len(state.board)):
            changes += _other_fields(corrected(state, changes), luck, most=1)
    if luck.below(2):
        for number, material in enumerate(MATERIALS):
            player = state.players[number % len(state.players)]
            left = luck.below(3)
            number_left = state.supply.number(material) - left
            changes += (
                SetHand(player.color, material, player.hand.number(material) + number_left),
                SetSupply(material, left),
            )
    return _as_recorded(changes, "played on without the app")


def _other_points(state: GameState, luck: Luck) -> tuple[Change, ...]:
    return tuple(SetPoints(color, luck.below(120)) for color in luck.some(state.colors, 2))


def _other_chips(state: GameState, luck: Luck) -> tuple[Change, ...]:
    """Chips of one material go between a hand and its plain, and between two hands."""
    material = luck.pick(MATERIALS)
    giver, taker = luck.some(state.players, 2)
    supply = state.supply.number(material)
    given = luck.below(giver.hand.number(material) + 1)
    earned = luck.below(supply + 1)
    return (
        SetHand(giver.color, material, giver.hand.number(material) - given),
        SetHand(taker.color, material, taker.hand.number(material) + given + earned),
        SetSupply(material, supply - earned),
    )


def _other_stacks(state: GameState, luck: Luck) -> tuple[Change, ...]:
    stacks: list[list[Color]] = [[] for _ in MATERIALS]
    workers = [worker for stack in state.stacks for worker in stack]
    for worker in luck.some(workers, len(workers)):
        luck.pick([stack for stack in stacks if len(stack) < STACK_LIMIT]).append(worker)
    return tuple(
        SetStack(plain, tuple(stack)) for plain, stack in zip(MATERIALS, stacks, strict=True)
    )


def _other_runes(state: GameState, luck: Luck) -> tuple[Change, ...]:
    return tuple(SetRune(rune, luck.pick((None, *state.colors))) for rune in luck.some(RUNES, 3))


def _other_fields(state: GameState, luck: Luck, most: int = 4) -> tuple[Change, ...]:
    """Some fields are built on or cleared, and the druid follows where he has to."""
    changes: tuple[Change, ...] = ()
    for field in luck.some(range(1, len(state.board) + 1), most):
        now = corrected(state, changes)
        changes += (SetField(field, _other_building(now, field, luck)),)
    after = corrected(state, changes)
    if after.druid.field is None or after.is_hut(after.druid.field):
        return changes
    places = [(None, hut) for hut in after.hut_fields()] or [
        (stone, None) for stone in range(DRUID_STONES + 1)
    ]
    return (*changes, SetDruid(*luck.pick(places)))


def _other_building(state: GameState, field: int, luck: Luck) -> Building | None:
    if state.building(field) is not None and luck.once_in(3):
        return None
    fitting = [
        Building(kind, color)
        for kind in BuildingKind
        for color in state.colors
        if state.left(color, kind) > 0
        and not (kind is BuildingKind.TEMPLE and state.bonus_on(field) is not None)
    ]
    return luck.pick(fitting) if fitting else None


def _other_bonus(state: GameState, luck: Luck) -> tuple[Change, ...]:
    field = luck.below(len(state.board)) + 1
    standing = state.building(field)
    if standing is not None and standing.kind is BuildingKind.TEMPLE:
        return (SetBonus(field, None),)
    few = [bonus for bonus in Bonus if state.bonus.count(bonus) < CHIPS_PER_BONUS]
    return (SetBonus(field, luck.pick([None, *few])),)


def _other_turn(state: GameState, luck: Luck) -> tuple[Change, ...]:
    return (SetActive(luck.pick(state.colors)),)


def _other_printed(state: GameState, luck: Luck) -> tuple[Change, ...]:
    """What two fields show is set right, one after the other."""
    changes: tuple[Change, ...] = ()
    for _ in range(2):
        now = corrected(state, changes)
        field = luck.below(len(state.board)) + 1
        changes += (SetPrinted(field, _any_needs(luck), luck.pick(_fitting(now, field))),)
    return changes


def _any_needs(luck: Luck) -> tuple[Material, Material]:
    return (luck.pick(MATERIALS), luck.pick(MATERIALS))


def any_command(state: GameState, luck: Luck) -> Command:
    """Some well-formed command, as a rule one that the rules refuse."""
    if state.phase is not Phase.FINISHED and luck.once_in(3):
        return _near_miss(legal_command(state, luck), state, luck)
    color = luck.pick(tuple(Color)) if luck.once_in(4) else state.decider or Color.BLUE
    return luck.pick(_ANY)(state, luck, color)


def _any_move(_: GameState, luck: Luck, by: Color) -> Command:
    source, target = luck.pick(MATERIALS), luck.pick(MATERIALS)
    return MoveWorker(by=by, source=source, level=luck.below(5), target=target)


def _any_construction(state: GameState, luck: Luck, by: Color) -> Command:
    kind = luck.pick((BuildHut, BuildTemple))
    return kind(by=by, field=_any_field(state, luck), pay=any_chips(state, luck))


def _any_survey(state: GameState, luck: Luck, _: Color) -> Command:
    return Survey(field=_any_field(state, luck), needs=_any_needs(luck), rune=luck.pick(RUNES))


def _any_field(state: GameState, luck: Luck) -> int:
    """A field, now and then just off the board."""
    return luck.below(len(state.board) + 2)


_ANY: tuple[Callable[[GameState, Luck, Color], Command], ...] = (
    lambda _, luck, by: PlaceWorker(by=by, plain=luck.pick(MATERIALS)),
    lambda _, luck, by: Roll(by=by, face=luck.pick(FACES)),
    lambda _, luck, by: Take(by=by, material=luck.pick((*MATERIALS, None))),
    lambda _, luck, by: GiveBack(by=by, material=luck.pick(MATERIALS)),
    _any_move,
    _any_construction,
    lambda state, luck, by: Offer(by=by, give=luck.pick(GIVES), pay=any_chips(state, luck)),
    lambda state, luck, by: Swap(by=by, pay=any_chips(state, luck), take=luck.pick(MATERIALS)),
    lambda _, luck, by: DeclareEnd(by=luck.pick((by, None))),
    _any_survey,
    lambda _, luck, by: _any_correction(luck, by),
)


def any_chips(state: GameState, luck: Luck) -> Chips:
    """A few chips, more often than not out of the decider's hand."""
    few = Chips(*(luck.below(4) for _ in MATERIALS))
    if state.decider is None or luck.once_in(4):
        return few
    return few.common(state.player(state.decider).hand)


def _near_miss(command: Command, state: GameState, luck: Luck) -> Command:
    """Almost what would be accepted: another field, payment or player, or nothing changed."""
    match command:
        case BuildHut(by, field, pay) | BuildTemple(by, field, pay):
            kind = luck.pick((BuildHut, BuildTemple))
            near = luck.pick((field, state.board.after(field), state.board.before(field)))
            return kind(by=by, field=near, pay=pay + luck.pick((NO_CHIPS, Chips(wood=1))))
        case Offer(by, _, pay):
            return Offer(by=by, give=luck.pick(GIVES), pay=pay)
        case Roll(_, face):
            return Roll(by=luck.pick(state.colors), face=face)
        case _:
            return command


def _any_correction(luck: Luck, color: Color) -> Command:
    field, number = luck.below(50), luck.below(21) - 1
    plain, rune = luck.pick(MATERIALS), luck.pick(RUNES)
    change = luck.pick(
        (
            SetPoints(color, number),
            SetHand(color, plain, number),
            SetSupply(plain, number),
            SetStack(plain, tuple(luck.some(tuple(Color) * 2, luck.below(5)))),
            SetRune(rune, color),
            SetField(field, Building(luck.pick(tuple(BuildingKind)), color)),
            SetField(field, None),
            SetBonus(field, luck.pick((None, *Bonus))),
            SetDruid(number, None),
            SetDruid(None, field),
            SetDruid(number, field),
            SetActive(color),
            SetPrinted(field, _any_needs(luck), rune),
        )
    )
    return Correct(changes=(change,), why=luck.pick(("seen on the table", "", "x" * 201)))
