from pathlib import Path

import pytest

from kiosk import routes
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import Touchscreen, says


@pytest.fixture
def touch(started: Touchscreen) -> Touchscreen:
    started.tap("rules")
    return started


def look_up(touch: Touchscreen, words: str) -> None:
    touch.tap("search")
    Typist(touch).type(words)


def test_a_rule_is_found_by_its_chapter_with_its_pages_and_what_tables_ask_of_it(touch) -> None:
    touch.tap("back", "settings", "setting.booklet.on", "back", "rules")
    touch.tap("chapter.8", "rule.offer.none")
    assert says(touch, "Giving nothing")
    assert says(touch, "you lose one point")
    assert says(touch, "Pages 9 and 13 of the booklet.")
    touch.tap("question.must-offer")
    assert says(touch, "Do I have to offer something if I can?")


def test_the_way_back_retraces_every_page_and_leads_to_the_start_screen(touch) -> None:
    pages = [touch.texts()]
    for key in ("questions", "question.same-plain-again", "rule.big.move"):
        touch.tap(key)
        pages.append(touch.texts())
    touch.tap("question.same-plain-again")  # goes back to that page
    assert touch.texts() == pages[-2]
    touch.tap("rule.big.move")
    while pages:
        assert touch.texts() == pages.pop()
        touch.tap("back")
    assert touch.name == "start"
    touch.tap("rules", "questions", "more")
    texts = touch.texts()
    touch.tap("question.must-offer", "back")
    assert touch.texts() == texts, "the part of the page that was left"


def test_words_are_looked_up_by_touch(touch) -> None:
    look_up(touch, "rivers")
    touch.tap("rule.river.interim")
    assert says(touch, "Crossing the great river")
    touch.tap("back")
    assert says(touch, "Found: rivers")
    look_up(touch, "x")
    assert says(touch, "Search: x")
    assert says(touch, "Nothing found.")
    assert not says(touch, "Found: ")
    look_up(touch, "tie")
    assert touch.shows("question.level-on-points")
    touch.tap("back")
    assert touch.shows("chapter.1"), "another word takes the place of what was found"
    touch.tap("chapter.1")
    texts = touch.texts()
    touch.tap("search", "key.A", "key.cancel")
    assert touch.texts() == texts
    touch.tap("search", "key.T", "key.i")
    touch.navigator.resize(touch.navigator.width - 8, touch.navigator.height - 4)
    touch.step()
    touch.tap("key.e", "key.done")
    assert says(touch, "Found: Tie")


@pytest.mark.parametrize(
    ("behind", "words"),
    [(("hut.cost",), "What a hut costs"), (("offer.none", "offer.one"), "The rules behind it")],
)
def test_opened_at_rules_it_leads_straight_back(touch, behind, words: str) -> None:
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Rules(behind))
    assert says(touch, words)
    touch.tap("back")
    assert touch.name == "start"
    touch.tap("rules")
    assert touch.shows("chapter.1"), "who opens the rules the next time begins at the chapters"


def test_what_a_table_was_taught_is_told_again_with_the_facts_of_its_game(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 200)
    app_state.mark_seen({"huts", "temples"})
    with Touchscreen(tmp_path, app_state=app_state, at="rules") as touch:
        touch.tap("explained")
        assert says(touch, "Most points win.")
        while touch.shows("more") and not says(touch, "A hut brings its area's rune stone"):
            touch.tap("more")
        assert says(touch, "A hut brings its area's rune stone")


def test_every_part_of_a_chapter_leads_to_the_next_chapter(touch) -> None:
    assert not touch.shows("explained"), "nobody was taught anything"
    touch.tap("read")
    for chapter in ("2 of 10: Setting up", "3 of 10: The die"):
        touch.tap("read.next")
        assert says(touch, chapter)
    touch.tap("more", "read.before")
    assert says(touch, "2 of 10: Setting up")
    touch.tap("back")
    assert touch.shows("read")
