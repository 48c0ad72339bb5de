"""Random games of a table that is taught, and what is wrong with the hints of one.

Half of the games have players who can pay for anything, so that much happens at once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from companion import commands as do
from companion.events import Event
from companion.evolution import apply_events
from companion.game import events_of_command
from companion.pieces import Bonus, Chips
from companion.rules.setup import initial_state
from companion.sentence import Sentence
from companion.state import GameState, Phase
from companion.teaching.hint_setting import HintSetting, SeenConcepts
from companion.teaching.hints import (
    MOST_WORDS,
    TAUGHT_BY_SETUP,
    Hint,
    SetupMoment,
    due_hint,
    new_concepts_in_step,
    setup_hints,
    tray_explanation,
)
from kiosk.words.language import language, languages, use_language
from kiosk.words.texts import sentence_text
from tests.companion.cardboard import huts_round
from tests.companion.positions import NAMES
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.tables import any_setup

SET_UP = SeenConcepts(TAUGHT_BY_SETUP)
LONGEST = 1500
"""Commands after which a game is left."""
MOST_WORDS_OF_A_GAME = 500
_PLENTY = Chips(60, 60, 60, 60)
_EAGER = 8
"""So often of ten a player who can build does."""
_FIELDS_LOOKED_AT = 12


def rich(state: GameState) -> GameState:
    """The same where everybody can pay for anything."""
    players = tuple(replace(player, hand=_PLENTY) for player in state.players)
    return replace(state, players=players)


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
    seen: SeenConcepts


# Playing


def steps(luck: Luck, *, eager: bool = False, corrected: bool = False) -> Iterator[Done]:
    """A random game step by step, before its first too; tables correct nothing unless told."""
    state = initial_state(any_setup(luck))
    if eager:
        state = rich(state)
    yield Done(state, None, (), state)
    for _ in range(LONGEST):
        if state.phase is Phase.FINISHED:
            return
        command = _command(state, luck, eager=eager, corrected=corrected)
        events = events_of_command(state, command)
        after = apply_events(state, events)
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
        field = state.board.next_field(luck.pick(state.hut_fields()))
    kind = luck.pick((do.BuildHut, do.BuildHut, do.BuildTemple))
    left = state.huts_left(color) if kind is do.BuildHut else state.temples_left(color)
    printed, bonus = state.board.field(field), state.bonus_on(field)
    if state.building(field) or not left or not printed.is_known:
        return None
    if kind is do.BuildTemple:
        return None if bonus else kind(by=color, field=field, pay=printed.printed_price)
    pay = Chips() if bonus is Bonus.HUT else printed.printed_price * huts_round(state, field)
    return kind(by=color, field=field, pay=pay) if state.player(color).hand.covers(pay) else None


def taught(
    game: Iterator[Done], setting: HintSetting = HintSetting.FIRST_GAME, seen: SeenConcepts = SET_UP
) -> Iterator[Gap]:
    """What a table is shown that plays so; it was led through its set-up."""
    for done in game:
        hint = due_hint(done.before, done.events, seen, setting)
        yield Gap(done, hint, seen)
        seen = seen.union(new_concepts_in_step(done.before, done.events))
        if hint is not None:
            seen = seen.union([hint.concept])


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
            if not hint.picture.has_drawing:
                yield f"{hint.concept} draws nothing ({about})"
        if in_time:
            for concept in new_concepts_in_step(done.before, done.events) - shown - SET_UP:
                yield f"{concept} came up untold ({about})"
                shown.add(concept)


def _decides(command: do.Command | None) -> bool:
    return not isinstance(command, do.EnterPrintedField | do.Correct)


def told_in_all(gaps: list[Gap]) -> Iterator[Sentence]:
    """All that a table is told in such a game, what is told while it is laid included."""
    players = len(gaps[0].done.after.players)
    for moment in SetupMoment:
        yield from (hint.text for hint in setup_hints(moment, players))
    yield tray_explanation()
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
