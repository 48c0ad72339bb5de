"""What is told above the question: why a tap did nothing, and what was not saved."""

from typing import NamedTuple

from companion import moves
from companion.commands import Command, Correct
from companion.errors import RuleViolation
from companion.pieces import BuildingKind
from companion.rulebook import rule
from companion.state import GameState
from companion.teaching.hints import Hint
from kiosk.routes import Ruling
from kiosk.words.language import _
from kiosk.words.latest_moves import LatestMoves
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import ReasonText, reason_paragraph, refused, rules_of
from kiosk.words.texts import names_of, refusal_text, said


def ruling(state: GameState, command: Command, refusal: RuleViolation) -> Ruling:
    """Return the ruling that makes a refused step possible, with its reason for the log."""
    title, told = _(rule(refusal.rule).title), refusal_text(state, refusal)
    why = _("We play it differently ({rule}): {refusal}", rule=title, refusal=told)
    limit = Correct.REASON_LIMIT
    return Ruling(command, refusal.rule, why if len(why) <= limit else why[: limit - 1] + "…")


class Refusal(ReasonText, frozen=True):
    """Why the rules refuse a step, and what the table corrects where it plays it otherwise."""

    ruling: Ruling | None = None


class Notices(NamedTuple):
    """Why the last tap was refused, or what all are told; and what is wrong with saving.

    `unsaved` says why nothing can be saved, `notice` what was not kept; both may be empty.
    """

    refused: ReasonText | None = None
    unsaved: str = ""
    notice: str = ""

    @property
    def refusal(self) -> str:
        """Why the last tap did nothing; empty where it did what was asked."""
        return "" if self.refused is None or self.announcement else self.refused.sum

    @property
    def announcement(self) -> str:
        """What all are told of the newest step; empty where that is nothing, or was told."""
        return self.refused.sum if isinstance(self.refused, Announcement) else ""

    @property
    def is_refusal(self) -> bool:
        """Whether a rule is against the last tap; what else a tap tells is information."""
        return self.refused is not None and self.refused.rule != ""

    @property
    def trouble(self) -> str:
        """What is wrong with saving; empty where nothing is."""
        return "\n".join(filter(None, (self.unsaved, self.notice)))

    @property
    def keeps_room(self) -> str:
        """What the card leaves room for, whatever it asks; a refusal comes where it may."""
        return "\n".join(filter(None, (self.trouble, self.announcement)))

    @property
    def text(self) -> str:
        """All that stands above the question, a refusal first."""
        return "\n".join(filter(None, (self.refusal, self.keeps_room)))


class Reading(NamedTuple):
    """What is read in place of the question, and the ids of the rules that it tells of.

    `ruling` is what the table may play otherwise.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    rules: tuple[str, ...] = ()
    ruling: Ruling | None = None


_NEAR_THE_END = 2
"""Buildings that somebody has left when all are told so."""


class Announcement(ReasonText, frozen=True):
    """What all are told of the newest step, until the next tap."""


def announced(
    state: GameState, latest: LatestMoves, hint: Hint | None = None
) -> Announcement | None:
    """What is told to all of the newest step, unless the hint that it has brought tells the same.

    It is told in a few words, and in full behind them.
    """
    if hint is not None and hint.concept == "river":
        return None
    told = [
        (row.line, said(row.row.for_all, names_of(state)))
        for row in latest.rows
        if isinstance(row.row, moves.News) and row.row.for_all is not None
    ]
    told += filter(None, (_end_comes_near(state, row.row) for row in latest.rows))
    if not told:
        return None
    full, short = zip(*told, strict=True)
    return Announcement("", "", "\n".join(full), "\n".join(short))


def _end_comes_near(state: GameState, row: moves.Row) -> tuple[str, str] | None:
    """What is told in full and in short of whoever has built all but one or two."""
    if not isinstance(row, moves.BuildingUp) or state.finale is not None:
        return None
    (builder,) = row.who
    left = sum(state.left(builder, kind) for kind in BuildingKind)
    if not 0 < left <= _NEAR_THE_END:
        return None
    short = _("{player}: {number} left to build", player=names_of(state)[builder], number=left)
    full = _(
        "Whoever has built all their huts and temples ends the game: everybody else has one more "
        "turn, then the druid visits every hut once more. Keep chips for your offerings."
    )
    return full, short


def refusal_of(state: GameState, command: Command, refusal: RuleViolation) -> Refusal:
    """Why the rules refuse a step of the game as it stands, and how the table may overrule them."""
    why = refused(state, refusal)
    ruled = None if refusal.rule in _NOT_PLAYED else ruling(state, command, refusal)
    return Refusal(why.rule, why.heading, why.text, why.sum, ruled)


_NOT_PLAYED = ("turn.decider", "board.survey")
"""Rules that keep the app's own order: nobody plays them otherwise."""


def behind(notices: Notices) -> Reading:
    """All that the box tells, and the rule behind a refusal."""
    if isinstance(notices.refused, Announcement):
        return Reading("", (Paragraph("", notices.refused.text),))
    if notices.refused is not None:
        paragraph = reason_paragraph(notices.refused)
        ruled = notices.refused.ruling if isinstance(notices.refused, Refusal) else None
        title = _("Why not?") if notices.is_refusal else ""
        return Reading(title, (paragraph,), rules_of((notices.refused,)), ruled)
    title = _("Not saved") if notices.unsaved else ""
    told = filter(None, (notices.unsaved, notices.notice))
    return Reading(title, tuple(Paragraph("", text) for text in told))
