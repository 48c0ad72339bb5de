import pytest

from kiosk.words.search import SearchEntry, indexes_of_matches, normalize_for_search

RIVER = SearchEntry("Crossing the great river", "Each rune stone scores a point.")
STACK = SearchEntry("What the stack earns", "The top worker takes his chips first.", "tower")
HUT = SearchEntry("What a hut costs", "Both icons once for each hut of the settlement.")
BOOK = (RIVER, STACK, HUT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hütte", "huette"),
        ("Hütte", "hutte"),
        ("Fluß", "fluss"),
        ("Schäfer", "SCHAEFER"),
        ("Höhe", "hoehe"),
        ("Égalité", "egalite"),
        ("Œil", "oeil"),
        ("œil", "oil"),
        ("dé", "de"),
        ("−1", "-1"),  # noqa: RUF001 - a minus
    ],
)
def test_accents_umlauts_and_their_spelling_make_no_difference(one: str, other: str) -> None:
    assert normalize_for_search(one) == normalize_for_search(other)


def test_different_letters_stay_different() -> None:
    assert len({normalize_for_search(word) for word in ("hat", "hut", "hot", "+1", "-1")}) == 5


@pytest.mark.parametrize(
    ("word", "entry"),
    [
        ("river", RIVER),
        ("RIVERS", RIVER),
        ("cross", RIVER),
        ("crossed", RIVER),
        ("tower", STACK),
        ("stacks", STACK),
        ("cost", HUT),
        ("settle", HUT),
        ("stone", RIVER),
        ("hut settlement", HUT),
        ("the worker, please", STACK),
    ],
)
def test_an_entry_is_found_by_its_words_with_any_ending(word: str, entry: SearchEntry) -> None:
    assert BOOK[indexes_of_matches(word, BOOK)[0]] is entry


def test_a_part_of_a_long_word_finds_it() -> None:
    book = (SearchEntry("Der Würfel", ""), SearchEntry("Der Runenstein", ""))
    assert indexes_of_matches("stein", book) == (1,)


@pytest.mark.parametrize("query", ["", "  ", "?!", "xylophone", "ru"])
def test_what_is_no_word_of_the_book_finds_nothing(query: str) -> None:
    assert indexes_of_matches(query, BOOK) == ()


def test_an_entry_that_lacks_most_of_the_words_is_left_out() -> None:
    assert indexes_of_matches("xylophone trumpet river", BOOK) == ()
    assert indexes_of_matches("xylophone river", BOOK) == (0,)


def test_a_name_comes_before_a_text_that_has_the_word() -> None:
    book = (SearchEntry("Chips", "and the druid"), SearchEntry("The druid", "and chips"))
    assert indexes_of_matches("druid", book) == (1, 0)
    assert indexes_of_matches("chips", book) == (0, 1)


def test_a_word_that_few_entries_have_decides() -> None:
    book = (
        SearchEntry("May we swap", "at once"),
        SearchEntry("May we wait", "and then build"),
        SearchEntry("May we go", ""),
    )
    assert indexes_of_matches("may we build", book)[0] == 1


def test_signed_numbers_are_words() -> None:
    book = (SearchEntry("+1 is rolled", ""), SearchEntry("−1 is rolled", ""))  # noqa: RUF001 - a minus
    assert indexes_of_matches("-1", book) == (1,)
    assert indexes_of_matches("+1", book) == (0,)
