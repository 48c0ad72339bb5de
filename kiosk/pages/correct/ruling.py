"""The table's own ruling: a refused step that it plays otherwise, as a correction; no Kivy."""

import msgspec

from companion.commands import Command, Correct
from companion.errors import RuleViolation
from companion.rulebook import rule
from companion.state import GameState
from kiosk.words.language import _
from kiosk.words.texts import refusal_text


class Ruling(msgspec.Struct, frozen=True):
    """A step that a rule refused and the table plays otherwise; `why` is the reason for it."""

    command: Command
    rule: str
    why: str


def ruling(state: GameState, command: Command, refusal: RuleViolation) -> Ruling:
    """What the table may rule on a refused step, with the rule's id and what it said."""
    why = ruling_reason(refusal.rule, refusal_text(state, refusal))
    return Ruling(command, refusal.rule, why)


def ruling_reason(rule_id: str, what: str) -> str:
    """Why something is corrected that the table plays otherwise than that rule, and how."""
    why = _("We play it differently ({rule}): {refusal}", rule=_(rule(rule_id).title), refusal=what)
    limit = Correct.REASON_LIMIT
    return why if len(why) <= limit else why[: limit - 1] + "…"
