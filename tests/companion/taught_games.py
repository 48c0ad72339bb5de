"""Random games with hints, and whether each came in time, once, alone, and with true numbers.

Half of the games have players who can pay for anything, so that much happens at once. What a step
brought is read off commands and states, and counted as people count it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion import commands as do
from companion.events import Event
from companion.evolution import fold
from companion.game import decide
from companion.pieces import (
    MATERIALS,
    RUNES,
    STACK_LIMIT,
    Bonus,
    Chips,
    Face,
    Give,
    Heap,
)
from companion.rules.setup import start
from companion.sentence import Sentence
from companion.state import Finale, GameState, Phase
from companion.teaching.hints import (
    MOST_WORDS,
    TAUGHT_BY_SETUP,
    Hint,
    SetupMoment,
    due,
    explain_trays,
    met,
    setup_hints,
)
from companion.teaching.seen import NOTHING_SEEN, Hints, Seen
from companion.telling.places import InStack, OnField, RunePlace
from kiosk.words.language import language, languages, use_language
from kiosk.words.texts import sentence_text
from tests.companion.cardboard import huts_round
from tests.companion.forks import POINT_NAMES
from tests.companion.positions import NAMES
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.tables import any_setup

SET_UP = Seen(TAUGHT_BY_SETUP)
LONGEST = 1500
"""Commands after which a game is left."""
MOST_WORDS_OF_A_GAME = 500
_PLENTY = Chips(60, 60, 60, 60)
_EAGER = 8
"""So often of ten a player who can build does."""
_FIELDS_LOOKED_AT = 12


class Done(NamedTuple):
    """A step of a game; None: the game is laid, and nothing done yet."""

    before: GameState
    command: do.Command | None
    events: tuple[Event, ...]
    after: GameState


class Gap(NamedTuple):
    """What was shown between a step and the next, and what the table knew before."""

    done: Done
    hint: Hint | None
    seen: Seen


# Playing


def steps(luck: Luck, *, eager: bool = False, corrected: bool = False) -> Iterator[Done]:
    """A random game step by step, before its first too; tables correct nothing unless told."""
    state = start(any_setup(luck))
    if eager:
        players = tuple(replace(player, hand=_PLENTY) for player in state.players)
        state = replace(state, players=players)
    yield Done(state, None, (), state)
    for _ in range(LONGEST):
        if state.phase is Phase.FINISHED:
            return
        command = _command(state, luck, eager=eager, corrected=corrected)
        events = decide(state, command)
        after = fold(state, events)
        yield Done(state, command, events, after)
        state = after


def _command(state: GameState, luck: Luck, *, eager: bool, corrected: bool) -> do.Command:
    if eager and state.phase is Phase.ACTION and luck.below(10) < _EAGER:
        for _ in range(_FIELDS_LOOKED_AT):
            command = _building(state, luck)
            if command is not None:
                return command
    while True:
        command = legal_command(state, luck)
        if corrected or not isinstance(command, do.Correct):
            return command


def _building(state: GameState, luck: Luck) -> do.Command | None:
    """A building on some field, best beside another: there most happens at once."""
    color, field = state.whose_turn, luck.below(len(state.board)) + 1
    if state.hut_fields() and luck.once_in(2):
        field = state.board.after(luck.pick(state.hut_fields()))
    kind = luck.pick((do.BuildHut, do.BuildHut, do.BuildTemple))
    left = state.huts_left(color) if kind is do.BuildHut else state.temples_left(color)
    printed, bonus = state.board.field(field), state.bonus_on(field)
    if state.building(field) or not left or not printed.known:
        return None
    if kind is do.BuildTemple:
        return None if bonus else kind(by=color, field=field, pay=printed.price)
    pay = Chips() if bonus is Bonus.HUT else printed.price * huts_round(state, field)
    return kind(by=color, field=field, pay=pay) if state.player(color).hand.covers(pay) else None


def taught(
    game: Iterator[Done], setting: Hints = Hints.FIRST_GAME, seen: Seen = SET_UP
) -> Iterator[Gap]:
    """What a table is shown that plays so; it was led through its set-up."""
    for done in game:
        hint = due(done.before, done.events, seen, setting)
        yield Gap(done, hint, seen)
        seen = seen.with_more(met(done.before, done.events))
        if hint is not None:
            seen = seen.with_more([hint.concept])


# What a step brought, as people see it


def _is(*kinds: type) -> Callable[[Done], bool]:
    return lambda done: isinstance(done.command, kinds)


def _rolled(*faces: Face) -> Callable[[Done], bool]:
    return lambda done: isinstance(done.command, do.Roll) and done.command.face in faces


def _begins(finale: Finale) -> Callable[[Done], bool]:
    return lambda done: done.after.finale is finale and done.before.finale is not finale


def _on_bonus(*kinds: Bonus) -> Callable[[Done], bool]:
    return lambda done: (
        isinstance(done.command, do.BuildHut) and done.before.bonus_on(done.command.field) in kinds
    )


def _three_stood_in(done: Done) -> bool:
    match done.command:
        case do.Swap():
            return True
        case do.BuildHut(field=field, pay=pay):
            times = huts_round(done.before, field)
            return pay.total > times * done.before.board.field(field).price.total
        case do.BuildTemple(field=field, pay=pay):
            return pay.total > done.before.board.field(field).price.total
        case do.Offer(_, give, pay):
            return pay.total > {Give.ONE: 1, Give.BOTH: 2}.get(give, 0)
        case _:
            return False


def _in_settlement(done: Done) -> bool:
    return isinstance(done.command, do.BuildHut) and huts_round(done.after, done.command.field) > 1


def _rune_lost(done: Done) -> bool:
    return any(
        former is not None and former != later
        for former, later in zip(done.before.runes, done.after.runes, strict=True)
    )


def _interim(done: Done) -> bool:
    return any(
        later.breakdown.interim_runes > former.breakdown.interim_runes
        for former, later in zip(done.before.players, done.after.players, strict=True)
    )


def _walked(done: Done) -> bool:
    built = isinstance(done.command, do.BuildHut | do.BuildTemple)
    on_last = done.before.druid.stone in (None, 3)
    return built and on_last and done.after.finale is not Finale.CIRCUIT


def _fell_short(done: Done) -> bool:
    match done.command:
        case do.Roll(_, face) if face.material is not None:
            plain, due_there = face.material, len(done.before.stack(face.material))
        case do.MoveWorker(target=plain):
            due_there = sum(range(1, len(done.after.stack(plain)) + 1))
        case _:
            return False
    return due_there > done.before.supply.number(plain)


def _near(done: Done) -> bool:
    state = done.after
    return (
        state.finale is None
        and state.in_play
        and any(state.huts_left(color) <= 3 for color in state.colors)
    )


BROUGHT: Mapping[str, Callable[[Done], bool]] = {
    "workers": _is(do.PlaceWorker),
    "roll": _is(do.Roll),
    "boxes": _is(do.PlaceWorker),
    "plus": _rolled(Face.PLUS),
    "minus": _rolled(Face.MINUS),
    "move-or-build": _is(do.MoveWorker, do.BuildHut, do.BuildTemple),
    "big-yield": _is(do.MoveWorker),
    "huts": _is(do.BuildHut),
    "temples": _is(do.BuildTemple),
    "bonus-chips": _on_bonus(Bonus.POINTS, Bonus.HUT),
    "druid-chip": lambda done: (
        _on_bonus(Bonus.DRUID)(done)
        or (isinstance(done.command, do.Offer) and done.command.give is Give.CHIP)
    ),
    "three-for-one": _three_stood_in,
    "settlement": _in_settlement,
    "rune-lost": _rune_lost,
    "druid-stones": lambda done: (done.after.druid.stone or 0) > (done.before.druid.stone or 0),
    "walk": _walked,
    "offering": lambda done: done.after.phase is Phase.OFFERING,
    "visit": lambda done: (
        isinstance(done.command, do.Offer)
        and done.after.phase is Phase.OFFERING
        and done.after.finale is not Finale.CIRCUIT
    ),
    "river": _interim,
    "shortage": _fell_short,
    "exhausted": lambda done: (
        not done.after.supply.total and done.after.phase in (Phase.ROLL, Phase.ACTION)
    ),
    "ends": lambda done: done.before.finale is None and done.after.finale is not None,
    "end-near": _near,
    "last-turns": _begins(Finale.LAST_TURNS),
    "circuit": lambda done: _begins(Finale.CIRCUIT)(done) and bool(done.after.visits),
    "end": lambda done: done.after.phase is Phase.FINISHED,
}
"""When each concept comes up, by its id."""


# Whether what a hint says is so


def _shares(sentences: Any) -> dict[object, int]:
    return {one.facts["player"]: one.facts["number"] for one in sentences}


def _lying(state: GameState, *kinds: Bonus) -> tuple[int, ...]:
    return tuple(field for field, lies in enumerate(state.bonus, 1) if lies in kinds)


def _if_rolled(state: GameState, face: Face) -> dict[object, int]:
    """What the workers there earn in a fork in which the die shows that."""
    return _more_chips(state, do.Roll(by=state.decider, face=face))


def _more_chips(state: GameState, command: do.Command) -> dict[object, int]:
    after = fold(state, decide(state, command))
    return {
        color: after.player(color).hand.total - state.player(color).hand.total
        for color in state.colors
    }


def _moves(state: GameState) -> Iterator[do.MoveWorker]:
    for source in MATERIALS:
        for level, owner in enumerate(state.stack(source), 1):
            for target in MATERIALS:
                room = target is not source and len(state.stack(target)) < STACK_LIMIT
                if owner == state.whose_turn and room:
                    yield do.MoveWorker(by=owner, source=source, level=level, target=target)


def _there(state: GameState, plain: object, earned: dict[object, int]) -> dict[object, int]:
    """Only who has a worker on the plain."""
    return {color: number for color, number in earned.items() if color in state.stack(plain)}


def _roll_is_true(done: Done, facts: Mapping[str, Any]) -> bool:
    earned = _if_rolled(done.after, Face(facts["plain"].value))
    return _shares(facts["shares"]) == _there(done.after, facts["plain"], earned)


def _choice_is_true(done: Done, facts: Mapping[str, Any]) -> bool:
    state = done.after
    gains = {(move.target, _more_chips(state, move)[state.whose_turn]) for move in _moves(state)}
    best = max(number for _plain, number in gains)
    sentence_text = facts["chips"]
    return (sentence_text.material, sentence_text.number) in gains and sentence_text.number == best


def _landing_is_true(done: Done, facts: Mapping[str, Any]) -> bool:
    plain, told = facts["plain"], _shares(facts["shares"])
    if isinstance(done.command, do.MoveWorker):
        state, after = done.before, done.after
        earned = {
            color: after.player(color).hand.number(plain) - state.player(color).hand.number(plain)
            for color in state.colors
        }
        return told == _there(after, plain, earned)
    ways = [move for move in _moves(done.after) if move.target is plain]
    return all(
        told == {c: n for c, n in _more_chips(done.after, move).items() if c in told}
        for move in ways
    )


def _settlement_is_true(done: Done, facts: Mapping[str, Any]) -> bool:
    if "next" in facts:
        number = huts_round(done.after, done.command.field)
        return (facts["number"], facts["next"]) == (number, number + 1)
    if "field" not in facts:
        return bool(done.after.hut_fields())
    state, field = _rich(done.after), facts["field"]
    near = (state.board.after(field), state.board.before(field))
    owners = [state.hut_owner(one) for one in near if state.is_hut(one)]
    now = replace(state, phase=Phase.ACTION, active=owners[0], pending=(state.whose_turn,))
    now = replace(now, active=now.decider)
    spent = fold(now, decide(now, do.BuildHut(by=now.decider, field=field, pay=facts["price"])))
    return facts["player"] in owners and spent.is_hut(field)


def _rich(state: GameState) -> GameState:
    plenty = Chips(200, 200, 200, 200)
    return replace(state, players=tuple(replace(one, hand=plenty) for one in state.players))


def _walk_is_true(done: Done, facts: Mapping[str, Any]) -> bool:
    if "field" not in facts:
        return True
    first = min(done.after.hut_fields())
    return (facts["field"], facts["player"]) == (first, done.after.hut_owner(first))


def _offering_is_true(done: Done, facts: Mapping[str, Any]) -> bool:
    state = done.after
    if not state.visits:
        return any(huts_round(state, field) == facts["number"] for field in state.hut_fields())
    return (facts["player"], facts["number"]) == (
        state.decider,
        huts_round(state, state.visits[0]),
    )


def _river_is_true(done: Done, facts: Mapping[str, Any]) -> bool:
    held = {color: done.after.runes.count(color) for color in done.after.colors}
    told = [one for one in facts["shares"] if one.facts]
    return _shares(told) == {color: number for color, number in held.items() if number}


def _end_is_near(done: Done, facts: Mapping[str, Any]) -> bool:
    state, color = done.after, facts["player"]
    huts, temples = state.huts_left(color), state.temples_left(color)
    left = [
        f"{number} {kind}{'s' if number > 1 else ''}"
        for kind, number in (("hut", huts), ("temple", temples))
        if number
    ]
    return str(facts["left"]) == " and ".join(left) and huts <= 3


def _last_turns_are_true(done: Done, facts: Mapping[str, Any]) -> bool:
    others = set(done.after.colors) - {done.after.finisher}
    return set(facts["players"]) == others


def _end_is_true(done: Done, facts: Mapping[str, Any]) -> bool:
    best, second = sorted(done.after.players, key=lambda one: -one.points)[:2]
    if best.points == second.points:
        return facts["number"] == best.points
    leads = {name: getattr(best.breakdown, name) for name in POINT_NAMES}
    behind = done.after.player(facts["other"])
    gaps = {name: points - getattr(behind.breakdown, name) for name, points in leads.items()}
    kinds = (
        gaps["runes"] + gaps["interim_runes"],
        gaps["offerings"] + gaps["final_offerings"],
        *(gaps[name] for name in ("temples", "bonus", "corrections")),
    )
    named = (facts["player"], behind.points, facts["number"])
    return named == (best.color, second.points, max(kinds))


TRUE: Mapping[str, Callable[[Done, Mapping[str, Any]], bool]] = {
    "roll": _roll_is_true,
    "move-or-build": _choice_is_true,
    "big-yield": _landing_is_true,
    "bonus-chips": lambda done, facts: (
        facts["bonus_points"] == 2
        and (
            "double" not in facts
            or (facts["double"], facts["free"])
            == (_lying(done.before, Bonus.POINTS), _lying(done.before, Bonus.HUT))
        )
    ),
    "three-for-one": lambda _done, facts: facts == {"swap_rate": 3},
    "druid-chip": lambda done, facts: facts["fields"] == _lying(done.before, Bonus.DRUID),
    "settlement": _settlement_is_true,
    "rune-lost": lambda done, facts: facts["player"] == done.after.rune_holder(facts["rune"]),
    "druid-stones": lambda done, facts: facts["stone"] == done.after.druid.stone,
    "walk": _walk_is_true,
    "offering": _offering_is_true,
    "visit": lambda done, facts: (
        facts["number"] == huts_round(done.after, done.after.visits[0]) > 1
    ),
    "river": _river_is_true,
    "shortage": lambda done, facts: (
        facts["chips"].number == done.after.supply.number(facts["chips"].material) <= 3
        if "chips" in facts
        else _fell_short(done) or not done.after.supply.number(facts["plain"])
    ),
    "ends": lambda done, facts: (
        (facts["huts"], facts["temples"]) == ({2: 12}.get(len(done.after.players), 8), 2)
    ),
    "end-near": _end_is_near,
    "last-turns": _last_turns_are_true,
    "circuit": lambda done, facts: facts["field"] == done.after.visits[-1] == done.after.die_place,
    "end": _end_is_true,
}
"""Whether the facts of a hint are those of the game, by its concept; the others name none."""


def is_shown(hint: Hint, state: GameState) -> bool:
    """Whether all that a hint lights up, draws and names is on the table."""
    for yields in hint.picture.yields:
        if yields.workers and _by_player(yields.workers) != dict(yields.shares):
            return False
    for place in hint.picture.lit:
        match place:
            case OnField(field) if not 1 <= field <= len(state.board):
                return False
            case InStack(plain, level) if not 1 <= level <= len(state.stack(plain)):
                return False
            case RunePlace(rune) if rune not in RUNES:
                return False
    return all(color in state.colors for color, _number in hint.picture.numbers)


def _by_player(workers: Iterable[tuple[object, int]]) -> dict[object, int]:
    earned: Counter[object] = Counter()
    for color, number in workers:
        earned[color] += number
    return dict(earned)


def words(text: Sentence | str) -> int:
    """How many words a text has, as people count them: a sign that stands alone is none."""
    return sum(any(map(str.isalnum, word)) for word in str(text).split())


def faults(gaps: list[Gap], *, in_time: bool = True) -> Iterator[str]:
    """What is wrong with the hints of a game that a table was taught from the beginning.

    `in_time`: all concepts have their hint before they come up, or with it.
    """
    shown: set[str] = set()
    since_decision = 0
    for gap in gaps:
        done, hint = gap.done, gap.hint
        since_decision = 0 if _decides(done.command) else since_decision
        about = f"turn {done.after.turn}, {type(done.command).__name__}"
        if hint is not None:
            since_decision += 1
            if hint.concept in shown:
                yield f"{hint.concept} told twice ({about})"
            shown.add(hint.concept)
            if since_decision > 1:
                yield f"{hint.concept} is one too many ({about})"
            if words(hint.text) > MOST_WORDS:
                yield f"{hint.concept} is too long: {hint.text}"
            if not is_shown(hint, done.after):
                yield f"{hint.concept} shows what is not there ({about})"
            if not (hint.picture.drawn or hint.picture.yields or hint.picture.numbers):
                yield f"{hint.concept} draws nothing ({about})"
            check = TRUE.get(hint.concept)
            if check is not None and not check(done, hint.text.facts):
                yield f"{hint.concept} is not true: {hint.text} ({about})"
            if check is None and _numbers(hint.text):
                yield f"nobody checks the numbers of {hint.concept}"
        for concept, came in BROUGHT.items():
            if in_time and concept not in gap.seen and concept not in shown and came(done):
                yield f"{concept} came up untold ({about})"
                shown.add(concept)


def _decides(command: do.Command | None) -> bool:
    return not isinstance(command, do.Survey | do.Correct)


def _numbers(sentence: Sentence) -> bool:
    return any(isinstance(fact, int | Heap) for fact in sentence.facts.values())


def told_in_all(gaps: list[Gap]) -> Iterator[Sentence]:
    """All that a table is told in such a game, what is told while it is laid included."""
    players = len(gaps[0].done.after.players)
    for moment in SetupMoment:
        yield from (
            hint.text for hint in setup_hints(moment, players, NOTHING_SEEN, Hints.FIRST_GAME)
        )
    yield explain_trays()
    yield from (gap.hint.text for gap in gaps if gap.hint is not None)


def words_of(gaps: list[Gap]) -> dict[str, int]:
    """How many words a table reads in such a game, in each language."""
    spoken = language()
    lengths = {}
    for code in languages():
        use_language(code)
        lengths[code] = sum(words(sentence_text(sentence, NAMES)) for sentence in told_in_all(gaps))
    use_language(spoken)
    return lengths
