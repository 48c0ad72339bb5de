"""What is told above the question: why a tap did nothing, and what was not saved."""

from typing import NamedTuple

from companion.commands import Command
from companion.errors import RuleViolation
from companion.state import GameState
from kiosk.routes import Ruling
from kiosk.words.language import _
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import ReasonText, reason_paragraph, refused, rules_of
from kiosk.words.rulings import ruling_reason
from kiosk.words.texts import refusal_text


def ruling(state: GameState, command: Command, refusal: RuleViolation) -> Ruling:
    """What the table may rule on a refused step, with the rule's id and what it said."""
    why = ruling_reason(refusal.rule, refusal_text(state, refusal))
    return Ruling(command, refusal.rule, why)


class Refusal(ReasonText, frozen=True):
    """Why the rules refuse a step, and what the table corrects where it plays it otherwise."""

    ruling: Ruling | None = None


class Notices(NamedTuple):
    """Why the last tap was refused, and what is wrong with saving.

    `unsaved` says why nothing can be saved, `notice` what was not kept; both may be empty.
    """

    refused: ReasonText | None = None
    unsaved: str = ""
    notice: str = ""

    @property
    def refusal(self) -> str:
        """Why the last tap did nothing; empty where it did what was asked."""
        return "" if self.refused is None else self.refused.sum

    @property
    def is_refusal(self) -> bool:
        """Whether a rule is against the last tap; what else a tap tells is information."""
        return self.refused is not None and self.refused.rule != ""

    @property
    def trouble(self) -> str:
        """What is wrong with saving; empty where nothing is."""
        return "\n".join(filter(None, (self.unsaved, self.notice)))

    @property
    def text(self) -> str:
        """All that stands above the question, a refusal first."""
        return "\n".join(filter(None, (self.refusal, self.trouble)))


class Reading(NamedTuple):
    """What is read in place of the question, and the ids of the rules that it tells of.

    `ruling` is what the table may play otherwise.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    rules: tuple[str, ...] = ()
    ruling: Ruling | None = None


def refusal_of(state: GameState, command: Command, refusal: RuleViolation) -> Refusal:
    """Why the rules refuse a step of the game as it stands, and how the table may overrule them."""
    why = refused(state, refusal)
    ruled = None if refusal.rule in _NOT_PLAYED else ruling(state, command, refusal)
    return Refusal(why.rule, why.heading, why.text, why.sum, ruled)


_NOT_PLAYED = ("turn.decider", "board.survey")
"""Rules that keep the app's own order: nobody plays them otherwise."""


def behind(notices: Notices) -> Reading:
    """All that the box tells, and the rule behind a refusal."""
    if notices.refused is not None:
        paragraph = reason_paragraph(notices.refused)
        ruled = notices.refused.ruling if isinstance(notices.refused, Refusal) else None
        title = _("Why not?") if notices.is_refusal else ""
        return Reading(title, (paragraph,), rules_of((notices.refused,)), ruled)
    title = _("Not saved") if notices.unsaved else ""
    told = filter(None, (notices.unsaved, notices.notice))
    return Reading(title, tuple(Paragraph("", text) for text in told))
