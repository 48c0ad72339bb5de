"""Whom a question is put to now: several at once where no answer depends on another one's.

What each of them answers is kept until all have: then it happens in the rules' order, so a record
has that order whoever was quicker, and nothing changes meanwhile but for who has answered.
Source: small.plus, small.minus, turn.decider.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.commands import Command, GiveBack, Take
from companion.events import ChipReturned, ChipTaken
from companion.evolution import fold
from companion.game import unfold
from companion.pieces import MATERIALS, Color
from companion.rules.small_yield import to_be_asked
from companion.state import GameState, Phase

Answer = Take | GiveBack
"""What several may answer at once."""

_PHASES: dict[type[Answer], Phase] = {Take: Phase.TAKE, GiveBack: Phase.GIVE_BACK}


def asked(state: GameState, kept: Iterable[Answer] = ()) -> tuple[Color, ...]:
    """Who may answer now, in the rules' order; `kept` are the answers given already.

    After minus that is everybody who has to return a chip. After plus it is everybody where each
    plain that has chips has enough for all who may still want one. Else it is the decider alone.
    Nobody is asked once the game is over, and where all that is kept can be carried out. Nothing
    of that depends on which chips a hand holds.
    """
    kept = tuple(kept)
    if state.decider is None:
        return ()
    together = state.phase is Phase.GIVE_BACK or (
        state.phase is Phase.TAKE and _is_plenty(state, kept)
    )
    answered = {answer.by for answer in kept}
    who = to_be_asked(state) if together else (state.decider,)
    return tuple(color for color in who if color not in answered)


def are_together(before: GameState, command: Command, following: Command) -> bool:
    """Whether what was decided next was asked at once with what was decided in that state."""
    both = isinstance(command, Answer) and isinstance(following, Answer)
    return both and len(asked(before)) > 1


def _is_plenty(state: GameState, kept: tuple[Answer, ...]) -> bool:
    """Whether no plain runs out, whatever is still answered and in whichever order."""
    open_answers = len(to_be_asked(state)) - len(kept)
    wanted = [answer.material for answer in kept]
    return all(
        number >= open_answers + wanted.count(material)
        for material, number in zip(MATERIALS, state.supply.counts, strict=True)
        if number
    )


def check(state: GameState, answer: Answer) -> None:
    """Raises RuleViolation where somebody could not answer that if they were asked first."""
    unfold(replace(state, decider=answer.by), answer)


def still_kept(before: GameState, after: GameState, kept: Iterable[Answer]) -> tuple[Answer, ...]:
    """The kept answers that still wait once a step, or its taking back, has led to another state.

    Whoever swaps chips of a material that they want to return is asked once more, even where they
    have others of it: nobody else knows that.
    """
    return tuple(answer for answer in kept if _waits(before, after, answer))


def _waits(before: GameState, after: GameState, answer: Answer) -> bool:
    if after.phase is not _PHASES[type(answer)] or answer.by not in to_be_asked(after):
        return False
    match answer:
        case GiveBack(by, material):
            old, new = before.player(by).hand, after.player(by).hand
            return new.number(material) >= old.number(material)
        case Take(_, material):
            return material is None or after.supply.number(material) > 0


def expected(state: GameState, kept: Iterable[Answer]) -> GameState:
    """The state with the chips of kept answers where they are to go; the question stays."""
    return fold(
        state,
        (
            ChipTaken(answer.by, answer.material)
            if isinstance(answer, Take)
            else ChipReturned(answer.by, answer.material)
            for answer in kept
        ),
    )
