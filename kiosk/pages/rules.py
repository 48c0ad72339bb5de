"""Page with the rules by chapter, frequent questions, and a search."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion.game import initial_state
from companion.pieces import BuildingKind, Color, Material, Rune
from companion.rulebook import (
    CHAPTERS,
    RULE_QUESTIONS,
    RULES,
    Rule,
    RuleQuestion,
    questions_about,
    rules_and_questions,
)
from companion.state import Building
from companion.teaching.hints import SetupMoment as Moment
from companion.teaching.hints import seen_hints, setup_hints
from companion.teaching.illustration import Illustration
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.examples import (
    EarningsExample,
    Example,
    ExampleField,
    FieldsExample,
    RuneStonesExample,
    draw_example,
    example_height,
)
from kiosk.pieces.form import LessonPicture
from kiosk.ui.form import (
    GAP_ROW,
    Block,
    Button,
    Column,
    Form,
    Ground,
    Picture,
    Row,
    Text,
    TextStyle,
    TypingForm,
    arrange_in_rows,
    back_button,
    call,
)
from kiosk.ui.key_pages import KeyboardState, new_keyboard_state
from kiosk.ui.theme import DECISION_TEXT, RAISED, TEXT, TITLE_TEXT
from kiosk.words.booklet import has_booklet
from kiosk.words.language import _, mark
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import booklet_pages_text
from kiosk.words.search import SearchEntry, indexes_of_matches
from kiosk.words.texts import NO_NAMES, player_names, sentence_text

LONGEST_SEARCH = 40
_GAP = 10
_PAPER = 14
_LINE_GAP = 6
_WAY = 8
_HINT = 64
_ABREAST = 2
"""Number of links in a row, unless the page is upright."""
_MORE = "more"


# Sections: the contents that the page can show


class ChapterList(msgspec.Struct, frozen=True):
    """First section of the rules page: all chapters, and a link to the questions."""


class ChapterText(msgspec.Struct, frozen=True):
    """Section with one chapter as continuous text; `chapter_index` is its index in `CHAPTERS`."""

    chapter_index: int = 0


class SeenHintsSection(msgspec.Struct, frozen=True): ...


class ChapterRuleList(msgspec.Struct, frozen=True):
    chapter: str


class QuestionList(msgspec.Struct, frozen=True): ...


class QuestionSection(msgspec.Struct, frozen=True):
    id: str


class RulesSection(msgspec.Struct, frozen=True):
    """Section of the rules page about one rule or several rules.

    `ids` has the ids of these rules. For a single id, the section shows the rule. For several ids,
    it has links to the rules and to the questions about them.
    """

    ids: tuple[str, ...]


class SearchResults(msgspec.Struct, frozen=True):
    query: str


Section = (
    ChapterList
    | ChapterText
    | SeenHintsSection
    | ChapterRuleList
    | QuestionList
    | QuestionSection
    | RulesSection
    | SearchResults
)


class HistoryEntry(msgspec.Struct, frozen=True):
    """Section of the rules page that was visited, and the index of its first visible row."""

    section: Section
    first_row: int = 0


class BrowsingHistory(msgspec.Struct, frozen=True):
    """Visited sections of the rules page, oldest first, for the “back” button.

    `keyboard_state` is the unfinished search text, or None if no search is being typed.
    """

    entries: tuple[HistoryEntry, ...] = (HistoryEntry(ChapterList()),)
    keyboard_state: KeyboardState | None = None

    @property
    def current(self) -> HistoryEntry:
        return self.entries[-1]

    @property
    def previous(self) -> "BrowsingHistory | None":
        return BrowsingHistory(self.entries[:-1]) if len(self.entries) > 1 else None

    def visit(self, section: Section) -> "BrowsingHistory":
        """Return the history after a visit to `section`, which becomes the current (last) section.

        If the history already contains `section`, all sections visited after it are removed. If the
        current section and `section` are both a `ChapterText`, the new one replaces the current
        one, so that the “back” button leads out of the text.
        """
        for number, entry in enumerate(self.entries, start=1):
            if entry.section == section:
                return BrowsingHistory(self.entries[:number])
        kept = self.entries
        if isinstance(section, ChapterText) and isinstance(self.current.section, ChapterText):
            kept = kept[:-1]  # “back” then leads out of the text, not to the previous chapter
        return BrowsingHistory((*kept, HistoryEntry(section)))


# Content of a page


class Link(msgspec.Struct, frozen=True):
    """Link to another section of the rules page.

    `key` identifies the link on the page. If `is_bold` is set, its text is bold.
    """

    key: str
    text: str
    section: Section
    is_bold: bool = False


IllustratedHint = tuple[str, Illustration]
"""Hint that the players have already seen: its text and its picture."""


class SectionContent(msgspec.Struct, frozen=True, kw_only=True):
    """Content of a section of the rules page: a title, texts, and links to other sections.

    `example` is a picture below the paragraphs. The section of hints has `seen_hints` instead of
    paragraphs. `links_heading` is shown above the links; "" for no heading. If `has_short_links` is
    set, the links have short labels, drawn in larger letters.
    """

    title: str
    paragraphs: tuple[Paragraph, ...] = ()
    example: Example | None = None
    seen_hints: tuple[IllustratedHint, ...] = ()
    links_heading: str = ""
    links: tuple[Link, ...] = ()
    has_short_links: bool = False


def section_content(
    section: Section, seen_hints: tuple[IllustratedHint, ...] = ()
) -> SectionContent:
    """Return the content of a section of the rules page.

    `seen_hints` are the hints that the players have already seen. Raises KeyError for an unknown
    rule or question.
    """
    match section:
        case ChapterList():
            return _all_chapters(has_seen_hints=bool(seen_hints))
        case ChapterText(chapter):
            return _chapter_to_read(chapter)
        case SeenHintsSection():
            return SectionContent(title=_("Explained so far"), seen_hints=seen_hints)
        case ChapterRuleList(chapter):
            rules = [rule for rule in RULES.values() if rule.chapter == chapter]
            return SectionContent(
                title=_(chapter), links=tuple(map(_rule_link, rules)), has_short_links=True
            )
        case QuestionList():
            links = tuple(map(_question_link, RULE_QUESTIONS.values()))
            return SectionContent(title=_("Questions and answers"), links=links)
        case RulesSection((rule_id,)):
            return _rule(RULES[rule_id])
        case QuestionSection(question_id):
            return _question(RULE_QUESTIONS[question_id])
        case RulesSection(ids):
            return _related_rules(ids)
        case SearchResults(query):
            return _search_results(query)
        case _:
            assert_never(section)


def _all_chapters(*, has_seen_hints: bool) -> SectionContent:
    chapters = dict.fromkeys(rule.chapter for rule in RULES.values())
    links = [
        Link(f"chapter.{number}", _(chapter), ChapterRuleList(chapter))
        for number, chapter in enumerate(chapters, start=1)
    ]
    links.insert(0, Link("read", _("Read it all"), ChapterText(), is_bold=True))
    if has_seen_hints:
        hints = Link("explained", _("Explained so far"), SeenHintsSection(), is_bold=True)
        links.insert(1, hints)
    links.append(Link("questions", _("Questions and answers"), QuestionList(), is_bold=True))
    return SectionContent(title=_("How to play"), links=tuple(links), has_short_links=True)


def _chapter_to_read(number: int) -> SectionContent:
    chapter, links = CHAPTERS[number], []
    if number:
        former = _("Before: {chapter}", chapter=_(CHAPTERS[number - 1].title))
        links.append(Link("read.before", former, ChapterText(number - 1)))
    for later in CHAPTERS[number + 1 : number + 2]:
        following = _("Next: {chapter}", chapter=_(later.title))
        links.append(Link("read.next", following, ChapterText(number + 1)))
    texts: list[Paragraph] = []
    for rule, questions in rules_and_questions(chapter):
        texts.append(Paragraph(_(rule.title), sentence_text(rule.text)))
        texts += (Paragraph(_(asked.question), sentence_text(asked.answer)) for asked in questions)
    drawn = (EXAMPLES[one] for one in chapter.rule_ids if one in EXAMPLES)
    name, pages = _(chapter.title), len(CHAPTERS)
    return SectionContent(
        title=_("{number} of {all}: {chapter}", number=number + 1, all=pages, chapter=name),
        paragraphs=tuple(texts),
        example=next(drawn, None),
        links=tuple(links),
        has_short_links=True,
    )


def _rule_link(rule: Rule) -> Link:
    return Link(f"rule.{rule.id}", _(rule.title), RulesSection((rule.id,)))


def _question_link(question: RuleQuestion) -> Link:
    return Link(f"question.{question.id}", _(question.question), QuestionSection(question.id))


def _rule(rule: Rule) -> SectionContent:
    links = tuple(map(_question_link, questions_about(rule.id)))
    return SectionContent(
        title=_(rule.chapter),
        paragraphs=_rule_paragraphs(rule),
        example=EXAMPLES.get(rule.id),
        links_heading=_("Players ask:") if links else "",
        links=links,
    )


def _rule_paragraphs(rule: Rule) -> tuple[Paragraph, ...]:
    return (Paragraph(_(rule.title), sentence_text(rule.text)), *_pages(rule))


def _pages(found: Rule | RuleQuestion) -> tuple[Paragraph, ...]:
    text = booklet_pages_text(found)
    return (Paragraph("", text),) if text else ()


def _question(question: RuleQuestion) -> SectionContent:
    paragraphs = [
        Paragraph(_(question.question), sentence_text(question.answer)),
        *_pages(question),
    ]
    if question.booklet_versions:
        says = map(_, question.booklet_versions if has_booklet() else ())
        plays = _("The app plays: {plays}", plays=_(question.app_follows))
        otherwise = _("Your group may decide differently: play it that way, then correct the app.")
        text = "\n".join((*says, plays, otherwise))
        paragraphs.append(Paragraph(_("The booklets differ"), text))
    return SectionContent(
        title=_("Questions and answers"),
        paragraphs=tuple(paragraphs),
        links_heading=_("The rules behind it:"),
        links=tuple(_rule_link(RULES[rule_id]) for rule_id in question.rule_ids),
        has_short_links=True,
    )


_RULES_ON_A_PAGE = 3
"""Maximum number of rules whose texts are shown together; of more rules, only the titles are."""


def _related_rules(ids: tuple[str, ...]) -> SectionContent:
    asked = {question.id: question for rule_id in ids for question in questions_about(rule_id)}
    rules = [RULES[rule_id] for rule_id in dict.fromkeys(ids)]
    title, questions = _("The rules behind it"), tuple(map(_question_link, asked.values()))
    if len(rules) > _RULES_ON_A_PAGE:
        return SectionContent(title=title, links=(*map(_rule_link, rules), *questions))
    paragraphs: list[Paragraph] = []
    for rule in rules:
        paragraphs += _rule_paragraphs(rule)
    return SectionContent(
        title=title,
        paragraphs=tuple(paragraphs),
        links_heading=_("Players ask:") if questions else "",
        links=questions,
    )


def _search_results(query: str) -> SectionContent:
    links = tuple(
        _rule_link(one) if isinstance(one, Rule) else _question_link(one)
        for one in search_rules(query)
    )
    if links:
        return SectionContent(title=_("Found: {words}", words=query), links=links)
    nothing = _("Nothing found. Try another word, or part of one, or look through the chapters.")
    return SectionContent(
        title=_("Search: {words}", words=query), paragraphs=(Paragraph("", nothing),)
    )


def search_rules(query: str) -> tuple[Rule | RuleQuestion, ...]:
    """Return the rules and questions whose texts match `query`, the best match first.

    The texts are searched in the app's language.
    """
    book: tuple[Rule | RuleQuestion, ...] = (*RULE_QUESTIONS.values(), *RULES.values())
    return tuple(book[index] for index in indexes_of_matches(query, [_entry(one) for one in book]))


def _entry(one: Rule | RuleQuestion) -> SearchEntry:
    if isinstance(one, Rule):
        words = [_(text) for text in (one.chapter, one.words) if text]
        return SearchEntry(_(one.title), sentence_text(one.text), " ".join(words))
    return SearchEntry(_(one.question), sentence_text(one.answer), _(one.words))


def _hut(owner: Color, below: str = "", *, lit: bool = False) -> ExampleField:
    return ExampleField(Building(BuildingKind.HUT, owner), below, lit)


def _temple(owner: Color, below: str = "", *, lit: bool = False) -> ExampleField:
    return ExampleField(Building(BuildingKind.TEMPLE, owner), below, lit)


_EMPTY = ExampleField()
_BLUE, _RED, _GREEN = map(_hut, (Color.BLUE, Color.RED, Color.GREEN))
_RITUAL = FieldsExample(
    (
        _RED,
        _hut(Color.BLUE, "1", lit=True),
        _hut(Color.RED, "2", lit=True),
        _hut(Color.GREEN, "3", lit=True),
        _EMPTY,
        _BLUE,
    ),
    mark("He asks 1, 2 and 3, in this order. The hut behind him counts: a settlement of four."),
    druid_path=(0, 1, 2, 3),
)
EXAMPLES: Mapping[str, Example] = MappingProxyType(
    {
        "small.material": EarningsExample(
            ((Color.GREEN, 1), (Color.BLUE, 1), (Color.BLUE, 1)),
            Material.WOOD,
            mark("The die shows wood: one chip per worker, so two for blue."),
        ),
        "big.yield": EarningsExample(
            ((Color.RED, 3), (Color.GREEN, 2), (Color.RED, 1)),
            Material.STONE,
            mark(
                "Red moves a worker on top and earns three chips plus one; green, in between, "
                "earns two."
            ),
        ),
        "hut.cost": FieldsExample(
            (_EMPTY, _BLUE, _RED, _hut(Color.GREEN, "×4", lit=True), _BLUE, _EMPTY),
            mark("The gap is closed, and four huts stand side by side: both icons four times."),
        ),
        "druid.walk": FieldsExample(
            (_RED, _EMPTY, _temple(Color.BLUE), _EMPTY, _hut(Color.GREEN, lit=True), _BLUE),
            mark("Past empty fields and temples to the next hut: there the ritual begins."),
            druid_path=(0, 4),
        ),
        "ritual.order": _RITUAL,
        "offer.both": _RITUAL,
        "river.interim": FieldsExample(
            (
                _hut(Color.RED, "39"),
                ExampleField(text_below="40"),
                ExampleField(text_below="1"),
                _hut(Color.GREEN, "2"),
                ExampleField(text_below="3"),
            ),
            mark(
                "Over the river: everybody scores a point per rune stone. Then he asks at the hut."
            ),
            druid_path=(0, 3),
            river_index=2,
        ),
        "end.temples": FieldsExample(
            (
                _GREEN,
                _temple(Color.BLUE, "+3", lit=True),
                _RED,
                _BLUE,
                _temple(Color.RED, "+2", lit=True),
                _EMPTY,
            ),
            mark(
                "One hut on one side and two on the other: three points. The red temple has two "
                "huts."
            ),
        ),
        "end.runes": RuneStonesExample(
            ((Rune.SERPENT, "+1"), (Rune.EYE, "+2"), (Rune.WAVES, "+3"), (Rune.ARROW, "+4")),
            mark("Four rune stones: ten points."),
        ),
    }
)
"""Pictures for rules that are easier to understand with an example."""


class RulesPage(FormPage):
    opening_route: routes.Rules | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        kept = navigator.state_to_restore
        self._history = kept if isinstance(kept, BrowsingHistory) else BrowsingHistory()
        if self.opening_route is not None and self.opening_route.rule_ids:
            self._history = BrowsingHistory(
                (HistoryEntry(RulesSection(self.opening_route.rule_ids)),)
            )
        self._go(self._history)

    @property
    def state_to_restore(self) -> BrowsingHistory | None:
        history = self._here
        if self.keyboard_state is not None:
            history = replace(history, keyboard_state=self.keyboard_state)
        return None if history == BrowsingHistory() else history

    @property
    def _here(self) -> BrowsingHistory:
        history, row = self._history, self.turned.get(_MORE, 0)
        return replace(
            history, entries=(*history.entries[:-1], replace(history.current, first_row=row))
        )

    def build_form(self) -> Form | TypingForm:
        current = self._here
        if current.keyboard_state is not None:
            stopped = call(self._go, replace(current, keyboard_state=None))
            return TypingForm(
                _("A word from the rules"),
                current.keyboard_state,
                self._search_done,
                stopped,
                done_text=_("Search"),
            )
        section = current.current.section
        page, is_upright = section_content(section, self._seen_hints(section)), self.box.is_upright
        rows, foot = [*self._texts(page)], ()
        if isinstance(section, ChapterText):
            turning = (Row(),) if is_upright else ()  # for the button that turns pages
            foot = (Row(tuple(self._link(link, page) for link in page.links)), *turning)
        else:
            rows += self._links(page, 1 if is_upright else _ABREAST)
        read = Column(
            tuple(rows), gap=_GAP, pages=_MORE, page_button_in_head=not is_upright, foot=foot
        )
        search = Button("search", self._search, _("Search"))
        return Form(page.title, back_button(self._back), (read,), head_buttons=(search,))

    def _seen_hints(self, section: Section) -> tuple[IllustratedHint, ...]:
        seen, session = self.app_state.seen_concepts, self.app_state.session
        if not seen:
            return ()
        players = 2 if session is None else len(session.state.players)
        hints = setup_hints(Moment.AIM, players)
        names: Mapping[Color, str] = NO_NAMES
        if session is not None and isinstance(section, SeenHintsSection):
            steps = ((step.before, step.events) for step in session.steps)
            hints = (*hints, *seen_hints(initial_state(session.setup), steps, seen))
            names = player_names(session.state)
        return tuple((sentence_text(hint.text, names), hint.picture) for hint in hints)

    def _texts(self, page: SectionContent) -> Iterator[Block]:
        for text, lesson in page.seen_hints:
            taught = LessonPicture(lesson, height=_HINT, width=0.4)
            row = Row((taught, Text(text, TextStyle.PLAIN, size=DECISION_TEXT)), height=0)
            yield Column((row,), ground=Ground.PAPER, pad=_WAY)
        if page.paragraphs:
            texts = tuple(_paragraph(*one) for one in enumerate(page.paragraphs))
            yield Column(texts, gap=_LINE_GAP, ground=Ground.PAPER, pad=_PAPER)
        if page.example is not None:
            high = example_height(page.example)
            drawn = Picture(draw_example, lambda _width: high, about=(page.example,))
            words = Text(_(page.example.explanation), TextStyle.PLAIN)
            yield Column((drawn, words), gap=_LINE_GAP, ground=Ground.PAPER, pad=_PAPER)

    def _links(self, page: SectionContent, abreast: int) -> list[Block]:
        abreast = min(abreast, len(page.links) or 1)
        links: list[Block] = [
            *arrange_in_rows([self._link(link, page) for link in page.links], abreast)
        ]
        if page.links_heading:
            links[0] = Column((Text(page.links_heading, TextStyle.WARNED), links[0]), gap=_LINE_GAP)
        return links

    def _link(self, link: Link, page: SectionContent) -> Column:
        text = Text(
            link.text,
            TextStyle.BOLD if link.is_bold else TextStyle.PLAIN,
            size=DECISION_TEXT if page.has_short_links else TEXT,
        )
        rows = (GAP_ROW, text, GAP_ROW)
        act = call(self._open, link.section)
        return Column(rows, gap=0, ground=RAISED, pad=_WAY, key=link.key, action=act)

    def _go(self, history: BrowsingHistory) -> None:
        self._history = history
        self.turned[_MORE] = history.current.first_row
        self.show()

    def _open(self, section: Section) -> None:
        self._go(self._here.visit(section))

    def _back(self) -> None:
        previous = self._history.previous
        if previous is not None:
            self._go(previous)
            return
        self._history = BrowsingHistory()  # the next time, the page opens at the list of chapters
        self.turned.clear()
        self.navigator.back()

    def _search(self) -> None:
        current = self._history.current.section
        text = current.query if isinstance(current, SearchResults) else ""
        self._go(
            replace(
                self._here,
                keyboard_state=new_keyboard_state(text, LONGEST_SEARCH, fresh=bool(text)),
            )
        )

    def _search_done(self, query: str) -> object:
        history = self._here
        if isinstance(history.current.section, SearchResults):
            history = history.previous or BrowsingHistory()
        return call(self._go, history.visit(SearchResults(query)))


def _paragraph(number: int, paragraph: Paragraph) -> Block:
    heading, text = paragraph
    if not heading:
        return Text(text)
    large, small = (DECISION_TEXT, TEXT) if number else (TITLE_TEXT, DECISION_TEXT)
    title = Text(heading, TextStyle.BOLD, size=large)
    return Column((title, Text(text, TextStyle.PLAIN, size=small)), gap=_LINE_GAP)
