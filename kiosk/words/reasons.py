"""Reasons in words: the rules behind an event, with the calculations for it (SCREEN.md, 4)."""

from collections.abc import Iterable, Sequence

import msgspec

from companion import telling
from companion.errors import RuleViolation
from companion.events import Event
from companion.preview import BuildPreview
from companion.rulebook import Rule, RuleQuestion, rule
from companion.state import GameState
from companion.telling.reasons import Reason, temple_calculation
from companion.telling.reasons import question_reasons as rules_of_question
from kiosk.words.booklet import has_booklet
from kiosk.words.language import _, join_with_and, language, plural
from kiosk.words.paragraph import Paragraph
from kiosk.words.texts import player_names, refusal_text, sentence_text


class ReasonText(msgspec.Struct, frozen=True):
    """Reason for an event: a rule, and an explanation of how it applies here, e.g. a calculation.

    `heading` has the rule's name and its page in the booklet, and `text` is the rule itself. If the
    explanation belongs to no rule, `rule_id`, `heading` and `text` are empty.
    """

    rule_id: str
    heading: str
    text: str
    explanation: str = ""


def rule_reason_text(rule_id: str, explanation: str = "") -> ReasonText:
    """Return the text of a rule as a reason, with the explanation for this case, if any.

    Raises KeyError for an unknown id.
    """
    found = rule(rule_id)
    return ReasonText(found.id, _heading(found), sentence_text(found.text), explanation)


def reasons(state: GameState, events: Sequence[Event]) -> tuple[ReasonText, ...]:
    """Return the rules that explain `events`, each rule with the calculations for these events.

    `state` is the state before the events.
    """
    return _in_words(state, telling.reasons_behind(state, events))


def building_reasons(state: GameState, preview: BuildPreview) -> tuple[ReasonText, ...]:
    """Return the rules that explain the effects of building a hut or temple.

    For a temple, they include the rule for its points at the end of the game.
    """
    causes = telling.reasons_behind(state, preview.events)
    if preview.temple_points is None:
        return _in_words(state, causes)
    at_the_end = Reason("end.temples", (temple_calculation(state, preview.field),))
    return _in_words(state, (*causes, at_the_end))


def question_reasons(state: GameState) -> tuple[ReasonText, ...]:
    """Return the rules that apply to the next decision in the game.

    Each rule is listed once, with its calculations.
    """
    return _in_words(state, rules_of_question(state))


def refusal_reason(state: GameState, refusal: RuleViolation) -> ReasonText:
    page = rule_reason_text(refusal.rule)
    why = _("Not possible: {reason}.", reason=refusal_text(state, refusal))
    return ReasonText(page.rule_id, page.heading, page.text, why)


def reason_without_rule(text: str) -> ReasonText:
    return ReasonText("", "", "", text)


def rule_ids(reasons: Iterable[ReasonText]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reason.rule_id for reason in reasons if reason.rule_id))


def reason_paragraph(reason: ReasonText) -> Paragraph:
    """Return a reason as a paragraph: first the explanation for this case, then the rule."""
    return Paragraph(
        reason.heading, "\n".join(text for text in (reason.explanation, reason.text) if text)
    )


def booklet_pages_text(rule_or_question: Rule | RuleQuestion) -> str:
    """Return a sentence that names the booklet pages of a rule or a question.

    If the rule or question is in no booklet, the sentence says so. Otherwise, return "" if the
    players have no booklet.
    """
    if not rule_or_question.pages:
        return _("Our own rule, not in the booklet.")
    if not has_booklet():
        return ""
    pages = join_with_and([str(page) for page in rule_or_question.pages])
    if not rule_or_question.pages_in(language()):
        return plural(
            "Not in this booklet; on page {pages} of the others.",
            "Not in this booklet; on pages {pages} of the others.",
            len(rule_or_question.pages),
            pages=pages,
        )
    return plural(
        "Page {pages} of the booklet.",
        "Pages {pages} of the booklet.",
        len(rule_or_question.pages),
        pages=pages,
    )


def _in_words(state: GameState, found: Iterable[Reason]) -> tuple[ReasonText, ...]:
    names = player_names(state)
    return tuple(
        rule_reason_text(
            one.rule, "\n".join(sentence_text(sentence, names) for sentence in one.calculations)
        )
        for one in found
    )


def _heading(found: Rule) -> str:
    title = _(found.title)
    if not found.pages:
        return _("{title} · our own, not in the booklet", title=title)
    if not has_booklet():
        return title
    pages = join_with_and([str(page) for page in found.pages])
    if not found.pages_in(language()):
        return plural(
            "{title} · not in this booklet, on page {pages} of the others",
            "{title} · not in this booklet, on pages {pages} of the others",
            len(found.pages),
            title=title,
            pages=pages,
        )
    return plural(
        "{title} · page {pages}",
        "{title} · pages {pages}",
        len(found.pages),
        title=title,
        pages=pages,
    )
