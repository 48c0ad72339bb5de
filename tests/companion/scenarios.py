"""The games that the playthroughs tell: who plays, how, and what has to be seen in them."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import NamedTuple

from companion import commands as do
from companion.game import Setup, play, start
from companion.pieces import (
    MATERIALS,
    RUNES,
    Bonus,
    BuildingKind,
    Color,
    Material,
    Rune,
)
from companion.state import Board, Building, Field, Finale, GameState, Phase
from tests.companion.mistakes import mistake
from tests.companion.players import Players, Style
from tests.companion.playthrough import Script
from tests.companion.playthrough_facts import facts
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    PURPLE,
    RED,
    STONE,
    WOOD,
    WOOL,
    setup,
    side_for_four,
)

LONGEST = 215
"""Commands after which a game is given up: it would be too long to read."""

PATIENCE = 4
"""Commands between two mistakes, at least."""

Hook = Callable[[GameState], tuple[do.Command, ...]]
"""What else happens at the table when a state comes up; () at all other times."""


class Scenario(NamedTuple):
    """A table, what it has to show, and what it tries against the rules.

    `between` tells what else happens at the table, one after the other, each once.
    """

    name: str
    notes: tuple[str, ...]
    setup: Setup
    styles: Mapping[Color, Style]
    shows: frozenset[str]
    mistakes: tuple[str, ...] = ()
    between: tuple[Hook, ...] = ()
    cardboard: Board | None = None


def played(scenario: Scenario) -> Script:
    """The first game of that scenario, seed by seed, in which everything is seen."""
    for seed in count():
        script = _one_game(scenario, seed)
        if script is not None and scenario.shows <= facts(script):
            return script
    raise AssertionError


def _one_game(scenario: Scenario, seed: int) -> Script | None:
    """A whole game, or None when it takes too long."""
    players = Players(scenario.styles, seed, scenario.cardboard)
    commands: list[do.Command] = []
    state = start(scenario.setup)
    left, between = list(scenario.mistakes), list(scenario.between)
    calm = 0
    while state.phase is not Phase.FINISHED:
        wrong = _first_mistake(state, left) if calm >= PATIENCE else None
        if wrong is not None:
            rule, command = wrong
            left.remove(rule)
            commands.append(command)
            calm = 0
        calm += 1
        aside = between[0](state) if between else ()
        if aside:
            between.pop(0)
        for command in aside or (players.command(state),):
            commands.append(command)
            state = play(state, command)
        if len(commands) > LONGEST:
            return None
    return Script(scenario.notes, scenario.setup, tuple(commands))


def _first_mistake(state: GameState, rules: list[str]) -> tuple[str, do.Command] | None:
    tries = ((rule, mistake(state, rule)) for rule in rules)
    return next(((rule, command) for rule, command in tries if command is not None), None)


def _slipped_marker(state: GameState) -> tuple[do.Command, ...]:
    """In turn 9 the table sees that a marker and a chip do not lie as the app has it."""
    if state.turn != 9 or state.phase is not Phase.ROLL:
        return ()
    player, material = state.players[0], _fullest(state)
    changes = (
        do.SetPoints(player.color, player.points + 1),
        do.SetHand(player.color, material, player.hand.number(material) + 1),
        do.SetSupply(material, state.supply.number(material) - 1),
    )
    return (do.Correct(changes=changes, why="the marker had slipped and a chip lay on the floor"),)


def _hut_on_the_floor(state: GameState) -> tuple[do.Command, ...]:
    """In the last turns a hut is not to be seen, and is found again."""
    if state.finale is not Finale.LAST_TURNS or state.phase is not Phase.ROLL:
        return ()
    hut = Building(BuildingKind.HUT, state.finisher)
    huts = [field for field in state.hut_fields() if state.building(field) == hut]
    field = next(field for field in huts if field != state.druid.field)
    return (
        do.Correct(changes=(do.SetField(field, None),), why="there is no hut here"),
        do.Correct(changes=(do.SetField(field, hut),), why="it had fallen on the floor"),
    )


def _misread_field(state: GameState) -> tuple[do.Command, ...]:
    """In turn 8 somebody sees that the icons of field 14 are others than was said."""
    if state.turn != 8 or state.phase is not Phase.ROLL or not state.board.field(14).known:
        return ()
    printed = do.SetPrinted(14, (WOOL, STONE), Rune.SPROUT)
    return (do.Correct(changes=(printed,), why="the second icon is a stone"),)


def _fullest(state: GameState) -> Material:
    return max(MATERIALS, key=state.supply.number)


def _invented_side_for_four() -> Board:
    """The side for four with made-up icons wherever nobody has read it yet."""
    lengths = dict(zip(RUNES, (6, 3, 5, 3, 5, 5, 4, 5, 4), strict=True))
    runes = [rune for rune, length in lengths.items() for _ in range(length)]
    known = side_for_four()
    fields = []
    for number, (rune, field) in enumerate(zip(runes, known.fields, strict=True)):
        needs = (MATERIALS[number % 4], MATERIALS[(number + 1 + number // 4 % 3) % 4])
        fields.append(field if field.known else Field(needs, rune))
    return Board(known.name, tuple(fields))


def _small_ring() -> Board:
    """A ring of 24 fields on which three players' huts leave no field free."""
    lengths = (3, 3, 3, 3, 3, 3, 2, 2, 2)
    runes = [rune for rune, length in zip(RUNES, lengths, strict=True) for _ in range(length)]
    fields = [
        Field((MATERIALS[number % 4], MATERIALS[(number + 1) % 4]), rune)
        for number, rune in enumerate(runes)
    ]
    return Board("small ring", tuple(fields))


_RING_BONUS = (
    (4, Bonus.DRUID),
    (8, Bonus.POINTS),
    (12, Bonus.HUT),
    (16, Bonus.DRUID),
    (20, Bonus.POINTS),
    (24, Bonus.HUT),
)


def _played_on_without_the_app(state: GameState) -> tuple[do.Command, ...]:
    """In turn 3 the whole table is set as it lies after hours without the app."""
    if state.turn != 3 or state.phase is not Phase.ROLL:
        return ()
    huts = [Building(BuildingKind.HUT, color) for color in (BLUE, GREEN, RED)]
    fields = [do.SetField(field, huts[field % 3]) for field in range(1, 24)]
    chips = {BLUE: (6, 4, 4, 3), GREEN: (5, 6, 4, 5), RED: (5, 6, 8, 7)}
    hands = [
        do.SetHand(color, material, number)
        for color, numbers in chips.items()
        for material, number in zip(MATERIALS, numbers, strict=True)
    ]
    changes: tuple[do.Change, ...] = (
        do.SetPoints(BLUE, 31),
        do.SetPoints(GREEN, 28),
        do.SetPoints(RED, 35),
        *hands,
        *(
            do.SetSupply(material, number)
            for material, number in zip(MATERIALS, (2, 2, 2, 3), strict=True)
        ),
        do.SetStack(WOOD, (RED, BLUE)),
        do.SetStack(WOOL, (GREEN,)),
        do.SetStack(COPPER, (BLUE, GREEN)),
        do.SetStack(STONE, (RED,)),
        do.SetRune(Rune.SERPENT, BLUE),
        do.SetRune(Rune.EYE, BLUE),
        do.SetRune(Rune.WAVES, GREEN),
        do.SetRune(Rune.HOOK, RED),
        *fields,
        do.SetBonus(8, None),
        do.SetBonus(12, None),
        do.SetBonus(20, None),
        do.SetField(24, None),
        do.SetBonus(24, Bonus.HUT),
        do.SetDruid(None, 10),
        do.SetActive(BLUE),
    )
    why = "the power was out for an hour; this is how it lies now"
    return (do.Correct(changes=changes, why=why),)


SCENARIOS = (
    Scenario(
        "two-players-build-everything",
        (
            "Two players on the complete side. Both build as fast as they can; one puts up the",
            "last hut and temple, the other has one more turn, then the druid goes round.",
        ),
        setup(PURPLE, BLUE),
        {PURPLE: Style.BUILDER, BLUE: Style.BUILDER},
        frozenset(
            {
                "ended by building",
                "won by points",
                "hut.stock refuses",
                "event last_turns_taken_back",
            }
        ),
        ("turn.decider", "big.move", "hut.field", "pay.hand", "hut.stock", "offer.chip"),
        (_slipped_marker, _hut_on_the_floor),
    ),
    Scenario(
        "three-players-tie-of-points",
        (
            "Three players who all build. Two end with equal points, and the one who has built",
            "more huts and temples wins.",
        ),
        setup(BLUE, GREEN, RED, first=1),
        dict.fromkeys((BLUE, GREEN, RED), Style.BUILDER),
        frozenset({"ended by building", "won by buildings"}),
        ("temple.stock", "pay.swap", "small.minus", "end.exhausted"),
    ),
    Scenario(
        "four-players-survey",
        (
            "Four players on the side of which most fields are unread: they read them off the",
            "cardboard as they go. The icons they read are made up for this game. Nothing is left",
            "on the plains when a roll has brought the last chips, and the table ends the game.",
        ),
        setup(PURPLE, RED, BLUE, GREEN, board=side_for_four(), first=2),
        {
            PURPLE: Style.BUILDER,
            RED: Style.BUILDER,
            BLUE: Style.HOARDER,
            GREEN: Style.HOARDER,
        },
        frozenset({"survey on 40 fields", "change printed", "ended before part 2"}),
        ("board.survey", "temple.field", "correct.table", "hut.field"),
        (_misread_field,),
        _invented_side_for_four(),
    ),
    Scenario(
        "temples-before-huts",
        (
            "Three players who all want temples first: the druid finds no hut and stays, then",
            "walks a full lap back to the only one. In the last turns a second player builds",
            "everything too, which changes nothing.",
        ),
        setup(GREEN, RED, BLUE),
        dict.fromkeys((GREEN, RED, BLUE), Style.PRIEST),
        frozenset({"event druid_stayed", "druid on a full lap", "two finishers"}),
        ("temple.stock", "swap.any-time", "turn.decider"),
    ),
    Scenario(
        "hoarders-won-by-chips",
        (
            "Three players who keep what they have until nothing is left on the plains. Points",
            "and buildings are equal in the end; chips decide.",
        ),
        setup(RED, BLUE, PURPLE, first=1),
        dict.fromkeys((RED, BLUE, PURPLE), Style.HOARDER),
        frozenset(
            {"ended before a roll", "won by chips", "small.plus refuses", "end.exhausted refuses"}
        ),
        ("small.plus", "end.exhausted", "temple.field"),
    ),
    Scenario(
        "four-players-share-the-victory",
        ("Four players on the complete side; two of them are equal in everything.",),
        setup(RED, PURPLE, GREEN, BLUE, first=3),
        dict.fromkeys((RED, PURPLE, GREEN, BLUE), Style.HOARDER),
        frozenset({"ended before a roll", "victory shared", "setup.workers refuses"}),
        ("setup.workers", "swap.any-time", "pay.hand"),
    ),
    Scenario(
        "a-ring-full-of-huts",
        (
            "Three players on a small ring. After an hour without the app they tell it how all",
            "lies; then the last field gets its hut, and the druid is asked in by everybody.",
        ),
        setup(BLUE, GREEN, RED, board=_small_ring(), bonus=_RING_BONUS),
        dict.fromkeys((BLUE, GREEN, RED), Style.BUILDER),
        frozenset({"ring full of huts", "ended before a roll"}),
        ("correct.table", "hut.field"),
        (_played_on_without_the_app,),
    ),
)
