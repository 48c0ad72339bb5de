"""The pages of the rules: their chapters, a rule, a question, what was found; knows no Kivy."""

from typing import assert_never

import msgspec

from companion.rulebook import DISPUTES, RULES, Dispute, Rule, disputes_about
from kiosk.pages.rules.examples import Example, example_of
from kiosk.words.language import _
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import pages_text
from kiosk.words.search import Entry, search

LONGEST_SEARCH = 40
"""Characters of what is looked for."""


class AllChapters(msgspec.Struct, frozen=True):
    """The first page: the chapters, and the way to the questions."""


class ChapterAt(msgspec.Struct, frozen=True):
    """The rules of a chapter, by its English title."""

    chapter: str


class AllQuestions(msgspec.Struct, frozen=True):
    """The questions that tables ask."""


class RuleAt(msgspec.Struct, frozen=True):
    """A rule, by its id."""

    id: str


class QuestionAt(msgspec.Struct, frozen=True):
    """A question that tables ask, by its id."""

    id: str


class RulesBehind(msgspec.Struct, frozen=True):
    """Rules that were at work together, and what tables ask about them; one alone is shown."""

    ids: tuple[str, ...]


class Searched(msgspec.Struct, frozen=True):
    """What is found for some words."""

    query: str


Place = AllChapters | ChapterAt | AllQuestions | RuleAt | QuestionAt | RulesBehind | Searched


class Way(msgspec.Struct, frozen=True):
    """A way to another page: `key` names it for good, `text` is its name."""

    key: str
    text: str
    place: Place
    stands_out: bool = False


class RulesPage(msgspec.Struct, frozen=True, kw_only=True):
    """What a page shows: a title, a paper to read, and ways to others, under a heading if any.

    `example` is what is drawn below the paper, if anything. `brief` tells that the names of the
    ways are a few words each.
    """

    title: str
    paragraphs: tuple[Paragraph, ...] = ()
    example: Example | None = None
    heading: str = ""
    ways: tuple[Way, ...] = ()
    brief: bool = False


def rules_page(place: Place) -> RulesPage:
    """The page at a place. Raises KeyError for a rule or a question that there is not."""
    match place:
        case AllChapters():
            return _all_chapters()
        case ChapterAt(chapter):
            rules = [rule for rule in RULES.values() if rule.chapter == chapter]
            return RulesPage(title=_(chapter), ways=tuple(map(_to_rule, rules)), brief=True)
        case AllQuestions():
            ways = tuple(map(_to_question, DISPUTES.values()))
            return RulesPage(title=_("Questions and answers"), ways=ways)
        case RuleAt(rule_id) | RulesBehind((rule_id,)):
            return _rule(RULES[rule_id])
        case QuestionAt(question_id):
            return _question(DISPUTES[question_id])
        case RulesBehind(ids):
            return _behind(ids)
        case Searched(query):
            return _found(query)
        case _:
            assert_never(place)


def _all_chapters() -> RulesPage:
    chapters = dict.fromkeys(rule.chapter for rule in RULES.values())
    ways = [
        Way(f"chapter.{number}", _(chapter), ChapterAt(chapter))
        for number, chapter in enumerate(chapters, start=1)
    ]
    ways.append(Way("questions", _("Questions and answers"), AllQuestions(), stands_out=True))
    return RulesPage(title=_("Rules"), ways=tuple(ways), brief=True)


def _to_rule(rule: Rule) -> Way:
    return Way(f"rule.{rule.id}", _(rule.title), RuleAt(rule.id))


def _to_question(dispute: Dispute) -> Way:
    return Way(f"question.{dispute.id}", _(dispute.question), QuestionAt(dispute.id))


def _rule(rule: Rule) -> RulesPage:
    ways = tuple(map(_to_question, disputes_about(rule.id)))
    return RulesPage(
        title=_(rule.chapter),
        paragraphs=(Paragraph(_(rule.title), _(rule.text)), Paragraph("", pages_text(rule))),
        example=example_of(rule.id),
        heading=_("Players ask:") if ways else "",
        ways=ways,
    )


def _question(dispute: Dispute) -> RulesPage:
    paragraphs = [
        Paragraph(_(dispute.question), _(dispute.answer)),
        Paragraph("", pages_text(dispute)),
    ]
    if dispute.booklets:
        says = "\n".join(map(_, dispute.booklets))
        plays = _("The app plays: {plays}", plays=_(dispute.plays))
        otherwise = _("Your group may decide differently: play it that way, then correct the app.")
        paragraphs.append(Paragraph(_("The booklets differ"), f"{says}\n{plays}\n{otherwise}"))
    return RulesPage(
        title=_("Questions and answers"),
        paragraphs=tuple(paragraphs),
        heading=_("The rules behind it:"),
        ways=tuple(_to_rule(RULES[rule_id]) for rule_id in dispute.rules),
        brief=True,
    )


def _behind(ids: tuple[str, ...]) -> RulesPage:
    asked = {dispute.id: dispute for rule_id in ids for dispute in disputes_about(rule_id)}
    rules = (_to_rule(RULES[rule_id]) for rule_id in dict.fromkeys(ids))
    return RulesPage(
        title=_("The rules behind it"), ways=(*rules, *map(_to_question, asked.values()))
    )


def _found(query: str) -> RulesPage:
    ways = tuple(_way_to(one) for one in looked_up(query))
    title = _("Found: {words}", words=query)
    if ways:
        return RulesPage(title=title, ways=ways)
    nothing = _("Nothing is found. Try another word, or part of one, or look through the chapters.")
    return RulesPage(title=title, paragraphs=(Paragraph("", nothing),))


def _way_to(found: Rule | Dispute) -> Way:
    return _to_rule(found) if isinstance(found, Rule) else _to_question(found)


def looked_up(query: str) -> tuple[Rule | Dispute, ...]:
    """The questions and rules that have words in the table's language, the best first."""
    book: tuple[Rule | Dispute, ...] = (*DISPUTES.values(), *RULES.values())
    return tuple(book[place] for place in search(query, [_entry(one) for one in book]))


def _entry(one: Rule | Dispute) -> Entry:
    if isinstance(one, Rule):
        words = [_(text) for text in (one.chapter, one.words) if text]
        return Entry(_(one.title), _(one.text), " ".join(words))
    return Entry(_(one.question), _(one.answer), _(one.words))
