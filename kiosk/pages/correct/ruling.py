"""The table's own ruling: a refused step that it plays otherwise, as a correction; no Kivy."""

import msgspec

from companion.commands import BuildHut, BuildTemple, Command, Correct, Offer
from companion.errors import RuleViolation
from companion.rulebook import rule
from companion.ruling import changes_after_offer, changes_for, others_for_one
from companion.state import GameState
from kiosk.pages.correct.draft import Correction
from kiosk.pages.correct.steps import CorrectFlow, Keeping, Lasting, Ruled
from kiosk.rulings import StandIn, group_of, this_second
from kiosk.words.language import _
from kiosk.words.texts import refusal_text


class Ruling(msgspec.Struct, frozen=True):
    """A step that a rule refused and the table plays otherwise; `why` is the reason for it."""

    command: Command
    rule: str
    why: str


class Waiting(msgspec.Struct, frozen=True):
    """A ruling at a moment when nothing can be corrected, and how the game stood then."""

    ruling: Ruling
    before: GameState
    game: int | None


def ruling(state: GameState, command: Command, refusal: RuleViolation) -> Ruling:
    """What the table may rule on a refused step, with the rule's id and what it said."""
    why = ruling_reason(refusal.rule, refusal_text(state, refusal))
    return Ruling(command, refusal.rule, why)


def ruling_reason(rule_id: str, what: str) -> str:
    """Why something is corrected that the table plays otherwise than that rule, and how."""
    why = _("We play it differently ({rule}): {refusal}", rule=_(rule(rule_id).title), refusal=what)
    limit = Correct.REASON_LIMIT
    return why if len(why) <= limit else why[: limit - 1] + "…"


def ruled(flow: CorrectFlow, state: GameState, ruled_on: Ruling) -> CorrectFlow:
    """The correction after which the step can be done: all of it is set, and its reason given.

    A building is paid and put up with it, in one go; any other step is to be tapped again.
    """
    command = ruled_on.command
    changes = changes_for(state, command, ruled_on.rule)
    in_one_go = changes and ruled_on.rule == "pay.swap"
    paid = command if in_one_go and isinstance(command, BuildHut | BuildTemple) else None
    keeping = _keeping(state, ruled_on) if changes else None
    step = Ruled(rule=ruled_on.rule, paid=paid, keeping=keeping)
    entered = flow.from_start(step).entered(Correction(changes, ruled_on.why))
    if not changes or paid is not None:
        return entered
    return entered.noting(_("Once it is corrected, the step is possible: tap it again."))


def _keeping(state: GameState, ruled_on: Ruling) -> Keeping | None:
    """What of a ruling can be kept, and for whom."""
    others = others_for_one(state, ruled_on.command, ruled_on.rule)
    if others is None:
        return None
    return Keeping(others, group_of(player.name for player in state.players))


def kept_of(flow: CorrectFlow) -> StandIn | None:
    """The ruling that is kept from now on; None where it holds once."""
    step = flow.step
    if not isinstance(step, Ruled) or step.keeping is None or not flow.draft.changes:
        return None
    match step.keeping:
        case Keeping(others, _group, Lasting.EVENING):
            return StandIn(others, this_second())
        case Keeping(others, group, Lasting.ALWAYS):
            return StandIn(others, this_second(), group)
        case _:
            return None


def ruled_later(flow: CorrectFlow, state: GameState, waiting: Waiting) -> CorrectFlow:
    """The same where it had to wait: an offering counts as if it had been made."""
    command = waiting.ruling.command
    if not isinstance(command, Offer):
        return ruled(flow, state, waiting.ruling)
    changes = changes_after_offer(state, command, waiting.ruling.rule, waiting.before)
    entered = flow.from_start(Ruled(rule=waiting.ruling.rule))
    return entered.entered(Correction(changes, waiting.ruling.why))
