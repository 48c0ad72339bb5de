"""Playthroughs: whole games as text that people can read and the tests replay line by line.

Lines that begin with `> ` are a game record (header, then commands); `? ` is a command that the
rules refuse; `# ` is what the writer of the file has to say. All the rest follows from those.
"""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple
from unittest import SkipTest

from companion import preview
from companion.commands import Command
from companion.errors import RuleViolation
from companion.events import Event
from companion.evolution import apply_events
from companion.game import events_of_command
from companion.memory.boards import shipped_boards
from companion.memory.record import encode_command, encode_header, parse_command, parse_header
from companion.pieces import (
    MATERIALS,
    STACK_LIMIT,
    SWAP_RATE,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    OfferingAnswer,
)
from companion.rules import building
from companion.rules.payment import possible_payments
from companion.rules.setup import Setup, initial_state
from companion.state import GameState, Phase, Player
from companion.telling import narrate
from companion.telling.reasons import Reason, question_reasons
from companion.telling.sentences import command_sentence
from kiosk.words.moves import move_texts
from kiosk.words.texts import player_names, refusal_text, sentence_text

FOLDER = Path(__file__).parents[1] / "playthroughs"
WIDTH = 100

_BOARDS = {file.board.name: file.board for file in shipped_boards()}
_BONUS_SIGNS = {**{kind: kind[0] for kind in Bonus}, Bonus.POINTS: "+", None: " "}


class Script(NamedTuple):
    """What a playthrough is made from: notes, the setup, and every command that was tried.

    `carried_out` says of each command whether it was, or is there to be refused.
    """

    notes: tuple[str, ...]
    setup: Setup
    commands: tuple[Command, ...]
    carried_out: tuple[bool, ...]


class OutdatedError(SkipTest):
    """A rule is another one now: that a playthrough is told otherwise is for one test to say."""


class Step(NamedTuple):
    """One decision: the refused commands before it, then the one that was carried out.

    `command` and `after` are None where a script ends with commands that are refused.
    """

    before: GameState
    refused: tuple[tuple[Command, RuleViolation], ...]
    command: Command | None
    events: tuple[Event, ...]
    after: GameState | None


def extract(text: str) -> Script:
    """The script of a playthrough: everything in it that does not follow from something else."""
    lines = text.splitlines()
    notes = tuple(line.removeprefix("# ") for line in lines if line.startswith("# "))
    header, *commands = [line for line in lines if line.startswith(("> ", "? "))]
    return Script(
        notes,
        parse_header(header[2:].encode(), _BOARDS.get),
        tuple(parse_command(line[2:].encode(), number) for number, line in enumerate(commands, 2)),
        tuple(line.startswith(">") for line in commands),
    )


def steps(script: Script, *, outdated: bool = False) -> Iterator[Step]:
    """The game step by step.

    Raises OutdatedError where the rules refuse what was carried out, unless it may be `outdated`.
    """
    state = initial_state(script.setup)
    refused: list[tuple[Command, RuleViolation]] = []
    for command, was_carried_out in zip(script.commands, script.carried_out, strict=True):
        try:
            events = events_of_command(state, command)
        except RuleViolation as refusal:
            if was_carried_out and not outdated:
                raise OutdatedError(f"no longer by the rules: {refusal}") from refusal
            refused.append((command, refusal))
            continue
        after = apply_events(state, events)
        yield Step(state, tuple(refused), command, events, after)
        state, refused = after, []
    if refused:
        yield Step(state, tuple(refused), None, (), None)


def render(script: Script) -> str:
    """The whole text of a playthrough."""
    drawn = _picture(initial_state(script.setup))
    lines = [*(f"# {note}" for note in script.notes), "", *_beginning(script.setup), *drawn, ""]
    for number, step in enumerate(steps(script, outdated=True), start=1):
        lines += _asked(number, step.before)
        lines += _refusals(step)
        if step.command is None or step.after is None:
            break
        lines.append(f"> {encode_command(step.command).decode()}")
        lines += _told(step.before, step.command, step.events)
        picture = _picture(step.after)
        if step.after.turn != step.before.turn or step.after.phase is Phase.FINISHED:
            lines += ["", *picture]
        else:
            lines += [line for line in picture if line not in drawn]
        drawn = picture
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _told(state: GameState, command: Command, events: tuple[Event, ...]) -> Iterator[str]:
    """What people read of a decision: its line in the log, then the events with rules and sums."""
    names = player_names(state)
    yield f"   {sentence_text(command_sentence(command), names)}"
    for one in narrate(state, events):
        words, *more = [row.text for row in move_texts(state, one.rows)] or [""]
        for reason in one.reasons:
            if words or reason.calculations:
                yield _reason_line(reason, names, words)
            words = ""
        yield from (f"   {'':<15} {line}" for line in more)


def _reason_line(reason: Reason, names: dict[Color, str], words: str = "") -> str:
    sums = " ".join(sentence_text(sentence, names) for sentence in reason.calculations)
    return f"   {reason.rule:<15} {' | '.join(filter(None, (words, sums)))}".rstrip()


def _beginning(setup: Setup) -> Iterator[str]:
    header = json.loads(encode_header(setup))
    if _BOARDS.get(setup.board.name) == setup.board:
        header["board"] = setup.board.name
    yield f"> {json.dumps(header, separators=(',', ':'))}"
    state = initial_state(setup)
    read = sum(field.is_known for field in setup.board.fields)
    colors = ", ".join(f"{seat.color} {seat.name}" for seat in setup.players)
    bonus = ", ".join(f"{chip} on {field}" for field, chip in setup.bonus)
    points = ", ".join(f"{player.color} {player.points}" for player in state.players)
    yield f"   {len(setup.board)} fields, {read} of them read"
    yield f"   setup.players   {colors}; {state.active} begins"
    yield f"   setup.points    {points}"
    yield f"   setup.hand      one chip of each; {state.supply.wood} of each left on the plains"
    yield f"   setup.bonus     {bonus}"
    yield ""


def _asked(number: int, state: GameState) -> Iterator[str]:
    """Whose decision comes next, and what can be done."""
    yield f"-- {number}. {_question(state)}"
    names = player_names(state)
    yield from (
        _reason_line(reason, names) for reason in question_reasons(state) if reason.calculations
    )
    can = "; ".join(_can(state)) or "nothing"
    yield from wrap(f"can: {can}", WIDTH, subsequent_indent="     ")


def _question(state: GameState) -> str:
    name = player_names(state).get(state.decider)
    match state.phase:
        case Phase.PLACING:
            return f"{name} places a worker"
        case Phase.ROLL:
            return f"turn {state.turn}: {name} rolls"
        case Phase.TAKE:
            return f"{name} may take a chip"
        case Phase.GIVE_BACK:
            return f"{name} returns a chip"
        case Phase.ACTION:
            return f"turn {state.turn}, part 2: {name}"
        case Phase.OFFERING:
            return f"the druid asks {name} at field {state.visits[0]}"
        case Phase.FINISHED:
            return "the game is over"


def _can(state: GameState) -> Iterator[str]:
    match state.phase:
        case Phase.PLACING:
            free = [plain for plain in MATERIALS if len(state.stack(plain)) < STACK_LIMIT]
            yield f"place on {' '.join(free)}"
        case Phase.ROLL:
            yield "roll"
        case Phase.TAKE:
            yield f"take nothing {' '.join(filter(state.supply.number, MATERIALS))}"
        case Phase.GIVE_BACK:
            yield f"return {' '.join(filter(state.player(state.decider).hand.number, MATERIALS))}"
        case Phase.ACTION:
            yield from _can_in_part_two(state)
        case Phase.OFFERING:
            yield ", ".join(_answers(state))
    if state.phase in (Phase.ROLL, Phase.ACTION) and not state.supply.total:
        yield "declare the end"
    rich = [player.color for player in state.players if player.hand.total >= SWAP_RATE]
    if state.is_in_play and rich:
        yield f"swap: {' '.join(rich)}"


def _can_in_part_two(state: GameState) -> Iterator[str]:
    color = state.decider
    free = [plain for plain in MATERIALS if preview.plain_has_room(state, plain)]
    ways = sum(
        state.stack(plain).count(color) * len([*filter(plain.__ne__, free)]) for plain in MATERIALS
    )
    yield f"move a worker {ways} ways"
    for kind in BuildingKind:
        fields = [
            field
            for field in preview.building_sites(state, kind)
            if _can_pay(state, building.building_price(state, kind, field))
        ]
        if fields:
            yield f"build a {kind} on {' '.join(_ranges(fields))}"


def _can_pay(state: GameState, *prices: Chips) -> bool:
    hand = state.player(state.decider).hand
    return any(True for price in prices for _pay in possible_payments(hand, price))


def _answers(state: GameState) -> Iterator[str]:
    for offer in sorted(
        preview.preview_offers(state), key=lambda one: [*OfferingAnswer].index(one.give)
    ):
        if _can_pay(state, *offer.prices):
            yield f"give {offer.give} {offer.points:+}"


def _ranges(numbers: list[int]) -> Iterator[str]:
    """Numbers in order, runs drawn together: 3 5-8."""
    for _, run in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        first, *rest = [number for _, number in run]
        yield f"{first}-{rest[-1]}" if rest else f"{first}"


def _refusals(step: Step) -> Iterator[str]:
    for command, refusal in step.refused:
        yield f"? {encode_command(command).decode()}"
        sentence = f"   refused: {refusal.rule}  {refusal_text(step.before, refusal)}"
        yield from wrap(sentence, WIDTH, subsequent_indent="            ")


def _picture(state: GameState) -> list[str]:
    """The table as it lies: ring, plains, druid, players; points by source when it is over."""
    half = (len(state.board) + 1) // 2
    lines = [_row(state, 1, half), _row(state, half + 1, len(state.board)), _plains(state)]
    lines += [_hand(state, player) for player in state.players]
    if state.phase is Phase.FINISHED:
        lines += [_score(player) for player in state.players]
    return lines


def _row(state: GameState, first: int, last: int) -> str:
    """Fields of a row: @ the druid, small letter a hut, capital a temple, + h d bonus chips."""
    signs = []
    for field in range(first, last + 1):
        here = state.board.field(field).rune
        border = state.board.field(state.board.previous_field(field)).rune != here
        signs.append(("|" if border else " ") + _sign(state, field))
    return f"   {first:>2}-{last:<2} {''.join(signs)}".rstrip()


def _sign(state: GameState, field: int) -> str:
    building = state.building(field)
    if building is None:
        sign = "." if state.board.field(field).is_known else "?"
    elif building.kind is BuildingKind.HUT:
        sign = building.owner[0]
    else:
        sign = building.owner[0].upper()
    druid = "@" if state.druid.field == field else " "
    return druid + sign + _BONUS_SIGNS[state.bonus_on(field)]


def _plains(state: GameState) -> str:
    plains = [
        f"{plain} {state.supply.number(plain):>2} {''.join(c[0] for c in state.stack(plain)):<3}"
        for plain in MATERIALS
    ]
    if state.druid.field is not None:
        druid = f"at field {state.druid.field}"
    else:
        druid = f"on stone {state.druid.stone}" if state.druid.stone else "in his temple"
    return f"   plains  {'  '.join(plains)}  druid {druid}"


def _hand(state: GameState, player: Player) -> str:
    color = player.color
    hand = "  ".join(f"{material} {player.hand.number(material):>2}" for material in MATERIALS)
    stock = f"{state.huts_left(color)} huts {state.temples_left(color)} temples left"
    runes = " ".join(state.runes_of(color))
    return f"   {color:<7} {player.points:>3} points  {hand}  {stock}  {runes}".rstrip()


def _score(player: Player) -> str:
    parts = player.breakdown
    told = [f"{name} {getattr(parts, name)}" for name in parts.__struct_fields__]
    return f"   {player.color:<7} {player.points:>3} = 5, {', '.join(told)}"
