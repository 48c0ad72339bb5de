"""The rules as one text: all of them, in an order, with nothing said twice; and who teaches "
"what."""

from collections.abc import Iterator

from companion.pieces import Bonus
from companion.rulebook import CHAPTERS, DISPUTES, RULES, paragraphs
from companion.rules.setup import start
from companion.teaching.hints import SetupMoment, setup_hints
from companion.teaching.opening import setup_steps
from companion.teaching.seen import NOTHING_SEEN, Hints
from companion.teaching.things import about
from tests.companion.positions import BLUE, GREEN, RED, setup
from tests.companion.taught_games import steps, taught
from tests.companion.test_teaching_things import table, things
from tests.luck import Luck


def test_every_rule_stands_in_the_text_once() -> None:
    told = [paragraph.rule.id for chapter in CHAPTERS for paragraph in paragraphs(chapter)]
    assert sorted(told) == sorted(RULES)


def test_every_question_stands_in_the_text_once_below_a_rule_that_it_is_about() -> None:
    asked = [
        (paragraph.rule.id, question)
        for chapter in CHAPTERS
        for paragraph in paragraphs(chapter)
        for question in paragraph.questions
    ]
    assert sorted(question.id for _rule, question in asked) == sorted(DISPUTES)
    assert all(rule in question.rules for rule, question in asked)


def test_it_begins_with_the_aim_and_builds_before_the_druid_walks() -> None:
    order = [rule for chapter in CHAPTERS for rule in chapter.rules]
    assert order[0] == "end.winner"
    for earlier, later in (
        ("setup.workers", "small.roll"),
        ("small.roll", "big.move"),
        ("big.yield", "hut.cost"),
        ("hut.cost", "druid.walk"),
        ("druid.walk", "ritual.order"),
        ("ritual.order", "end.circuit"),
    ):
        assert order.index(earlier) < order.index(later)


TAUGHT = {
    "board.survey": "When you first build on a field",
    "setup.players": "two or three players up",
    "setup.points": "Your markers onto the 5 of the point track",
    "setup.hand": "Behind each cardboard screen: 1 wood",
    "setup.bonus": "Bonus chips: “+2” onto",
    "setup.workers": "lands on a stack, its workers earn by height: from the bottom 1, 2, 3",
    "small.roll": "Each turn begins with a roll, which counts for everybody",
    "small.material": "each worker there earns 1 chip",
    "small.plus": "+1: each of you may take any one chip",
    "small.minus": "−1: each of you puts any one chip back",  # noqa: RUF001 - a minus
    "big.move": "either moves a worker, which earns at once",
    "big.yield": "all there earn by height",
    "hut.field": "there is room for a hut or a temple",
    "hut.stock": "Still to build: huts",
    "temple.stock": "Still to build: huts",
    "hut.cost": "costs both icons twice",
    "hut.bonus": "score 2 points at once",
    "hut.rune": "A hut brings its area's rune stone",
    "temple.field": "As long as the chip lies here, no temple may be built here",
    "temple.cost": "it makes no hut dearer",
    "pay.hand": "Behind your cardboard screen lie your chips",
    "pay.swap": "Pay any 3 others instead",
    "swap.any-time": "You may also swap at any time",
    "druid.stones": "Every building moves the druid: now to stone",
    "druid.walk": "From now on each building sends the druid to the next hut",
    "ritual.order": "In a settlement the druid asks hut after hut, each owner",
    "offer.none": "Nothing: −1",  # noqa: RUF001 - a minus
    "offer.one": "Give one material: +1",
    "offer.both": "Both: ",
    "offer.chip": "Give it once instead of both materials",
    "river.interim": "the druid crosses the outlined river, each rune stone scores a point",
    "end.trigger": "huts and 2 temples built? One more turn for the others",
    "end.exhausted": "Once all four plains are empty, you may agree to end the game",
    "end.circuit": "At each hut the druid asks once more",
    "end.temples": "In the end it scores each hut of the settlements beside it",
    "end.runes": "In the end one scores 1, two score 3, three 6",
    "end.winner": "Most points win",
}
"""What teaches each rule at the table: said by a hint, at the set-up, or of a thing that is asked
about, which leads from there to all of the rule."""
READ = {
    "turn.decider": "Whoever the screen asks decides",
    "correct.table": "set the app to what really lies on the board",
    "druid.full-lap": "he walks all the way round back to it",
}
"""What comes up so seldom that it is explained when it does; it stands in the text and answers."""


def told_with_rules() -> Iterator[tuple[str, tuple[str, ...]]]:
    """All that a table is told, with the rules to which that leads."""
    for laying in SetupMoment:
        for hint in setup_hints(laying, 3, NOTHING_SEEN, Hints.FIRST_GAME):
            yield str(hint.text), hint.rules
    for layer in setup_steps(start(setup(BLUE, GREEN, RED))):
        yield str(layer.text), tuple(RULES)  # the set-up has no link to a rule
    for seed in (1, 2):
        for gap in taught(steps(Luck(seed))):
            if gap.hint is not None:
                yield str(gap.hint.text), gap.hint.rules
    for state in (table(), table(bonus={4: Bonus.DRUID, 14: Bonus.POINTS})):
        for thing in things(state):
            told = about(state, thing)
            for sentence in (*told.text, *told.worth):
                yield str(sentence), told.rules


def test_every_rule_of_the_booklet_is_taught_in_words_that_lead_to_all_of_it() -> None:
    assert {*TAUGHT, *READ} == set(RULES)
    told = list(told_with_rules())
    untold = {
        rule: words
        for rule, words in TAUGHT.items()
        if not any(words in text and rule in rules for text, rules in told)
    }
    assert untold == {}


def test_what_comes_up_too_seldom_for_a_hint_stands_in_the_text() -> None:
    pages = {
        paragraph.rule.id: " ".join(
            map(str, (paragraph.rule.text, *(question.answer for question in paragraph.questions)))
        )
        for chapter in CHAPTERS
        for paragraph in paragraphs(chapter)
    }
    assert {rule for rule, words in READ.items() if words not in pages[rule]} == set()
