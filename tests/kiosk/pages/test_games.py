from datetime import datetime

import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.history import make_step
from companion.memory.database import UNREADABLE
from companion.memory.journal import Journal
from companion.memory.people import People, merge_people, rename_person
from companion.memory.played_game import PlayedGame
from companion.memory.statistics.figures import result_json
from kiosk import routes
from kiosk.pages.games import GameListQuery, games_in_list, no_games_text
from kiosk.routes import GameFilter
from kiosk.words.dates import format_date, format_time_of_day
from kiosk.words.times import duration_text
from tests.companion.memory.data_folders import unreadable_game
from tests.companion.playing import commands, named, two_players
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.past_games import play
from tests.kiosk.touch import says


@pytest.fixture(autouse=True)
def greenwich(zone):
    zone("UTC")


def save(journal, steps, *, minutes=1, names=("Pim", "Bo")):
    game = PlayedGame.begin(named(two_players(), *names))
    for number, command in enumerate(commands(game.setup, steps, 2), start=1):
        game.add_step(make_step(game.state, command, moment(number * minutes)))
    game.rows.header = replace(game.rows.header, started=moment(0))
    game.rows.sessions = [(1, 0, moment(0))]
    journal.add_game(game.rows, result_json(game))
    return game


def moment(minutes):
    return f"2026-03-01T{18 + minutes // 60:02}:{minutes % 60:02}:00.000+00:00"


def numbers(journal, shown):
    people = People.from_journal(journal)
    return [game.id for game in games_in_list(journal, people, shown, 10)]


def test_a_game_tells_its_day_when_it_ended_how_long_it_took_and_who_won(touch):
    game = save(touch.app_state.journal, 5000)
    state, number = game.state, len(game.steps)
    began, ended = (datetime.fromisoformat(moment(minutes)) for minutes in (0, number))
    touch.navigator.go(routes.Games())
    written = {text.text: text.bold for text in touch.written_texts()}
    assert written[format_date(began)]
    assert f"{format_time_of_day(ended)} · {duration_text(number)}" in written
    for player in state.players:
        won = player.color in state.winners
        assert written[player.name] is written[str(player.points)] is won


def test_a_game_that_has_not_ended_says_how_far_it_is_or_that_it_cannot_be_read(touch):
    """Players are called as the table calls them now."""
    journal = touch.app_state.journal
    state = save(journal, 40).state
    save(journal, 1)
    journal.add_game(unreadable_game())
    rename_person(journal, People.from_journal(journal).find_or_new("Bo"), "Bodo")
    save(journal, 5000, minutes=2)
    touch.navigator.go(routes.Games())
    texts, inks = touch.texts(), {one.text: one.ink for one in touch.written_texts()}
    ended = next(text for text in texts if " · " in text)
    states = (f"Turn {state.turn}", "Before the first turn", "cannot be read")
    (standing_out,) = {inks[text] for text in states}
    assert standing_out != inks[ended]
    assert (texts.count("Pim"), texts.count("Bodo"), texts.count("Bo")) == (3, 3, 0)


def test_the_games_of_a_person_are_those_under_all_their_names(journal):
    save(journal, 3)
    save(journal, 3, names=("Ada", "Bodo"))
    bo = People.from_journal(journal).find_or_new("Bo")
    merge_people(journal, People.from_journal(journal).find_or_new("Bodo"), bo)
    assert numbers(journal, GameListQuery(person_id=bo.id)) == [2, 1]
    assert numbers(journal, GameListQuery(person_id="nobody")) == []


def test_games_are_filtered_by_whether_they_have_ended_and_are_archived(journal):
    for steps in (5000, 3, 5000, 3):
        save(journal, steps)
    for game in (1, 2):
        journal.set_archived(game, archived=True)
    assert numbers(journal, GameListQuery(GameFilter.ALL)) == [4, 3]
    assert numbers(journal, GameListQuery(GameFilter.UNFINISHED)) == [4]
    assert numbers(journal, GameListQuery(GameFilter.ENDED)) == [3]
    assert numbers(journal, GameListQuery(GameFilter.ARCHIVED)) == [2, 1]


@pytest.mark.parametrize(
    ("listed", "empty"),
    [
        (GameListQuery(), "No game has been played yet."),
        (GameListQuery(GameFilter.UNFINISHED), "All games have been finished."),
        (GameListQuery(GameFilter.ENDED), "No game has been finished yet."),
        (GameListQuery(GameFilter.ARCHIVED), "No game is archived."),
        (GameListQuery(person_id="nobody"), "This person has no games of this kind."),
    ],
)
def test_an_empty_list_says_why(listed, empty):
    assert no_games_text(listed, some_archived=False).startswith(empty)


@pytest.mark.parametrize(
    ("minutes", "text"), [(1, "1 minute"), (59, "59 minutes"), (60, "1 h"), (85, "1 h 25 min")]
)
def test_how_long_a_game_took(minutes, text):
    assert duration_text(minutes) == text


def games(touch):
    return [tap.key for tap in touch.taps() if tap.key.startswith("game.")]


def begin(touch, number):
    for seed in range(number):
        play(touch, beginning(2), 3, seed)


def test_where_all_games_are_archived_that_is_said_and_they_are_a_tap_away(touch):
    play(touch, beginning(2), 3)
    touch.navigator.go(routes.Games())
    touch.tap("game.1", "take_away")
    assert says(touch, "Archived: it does not count in the statistics.")
    touch.tap("back")
    assert says(touch, "All games are archived.")
    assert not touch.shows("new_game")
    touch.tap("show.archived", "game.1", "bring_back", "back")
    assert says(touch, "No game is archived.")
    touch.tap("show.all")
    assert games(touch) == ["game.1"]


def test_all_games_stand_there_the_last_played_first_page_by_page(touch):
    begin(touch, 12)
    touch.navigator.go(routes.Start())
    touch.tap("games")
    seen, first = games(touch), games(touch)
    assert not touch.shows("newer")
    while touch.shows("older"):
        touch.tap("older")
        seen += games(touch)
    assert seen == [f"game.{number}" for number in range(12, 0, -1)]
    while touch.shows("newer"):
        touch.tap("newer")
    assert games(touch) == first
    touch.tap("back")
    assert touch.name == "start"


def test_who_looks_at_a_game_comes_back_to_its_page_until_another_was_played(touch):
    begin(touch, 8)
    touch.navigator.go(routes.Games())
    touch.tap("older")
    page = games(touch)
    touch.tap(page[0], "back")
    assert games(touch) == page
    touch.navigator.go(routes.Start())
    play(touch, beginning(2), 3)
    touch.navigator.go(routes.Games())
    assert games(touch)[0] == "game.9"


def test_where_all_games_of_a_page_are_taken_away_the_one_before_it_comes(touch):
    begin(touch, 6)
    touch.navigator.go(routes.Games())
    first = games(touch)
    touch.tap("older")
    for game in games(touch):
        touch.tap(game, "take_away", "back")
    assert games(touch) == first
    assert not touch.shows("new_game")


def test_a_page_that_cannot_be_read_says_why_until_another_is_shown(touch):
    begin(touch, 6)
    touch.navigator.go(routes.Games())
    first = games(touch)

    def fail(*_what, **_which):
        raise JournalError(UNREADABLE)

    with pytest.MonkeyPatch.context() as disk:
        disk.setattr(Journal, "games", fail)
        touch.tap("older")
        assert says(touch, str(UNREADABLE))
    touch.tap("newer")
    assert games(touch) == first
    assert not says(touch, str(UNREADABLE))


def test_the_games_of_one_person_are_chosen_and_all_again(touch):
    play(touch, named(beginning(2), "Ada", "Bo"), 3)
    play(touch, named(beginning(2), "Cem", "Bo"), 3)
    touch.navigator.go(routes.Start())
    touch.tap("games", "people", "person.2")
    assert games(touch) == ["game.1"]
    assert says(touch, "Ada")
    touch.tap("back")
    assert (touch.name, games(touch)) == ("games", ["game.2", "game.1"])
    touch.tap("people", "person.0", "people", "everybody")
    assert games(touch) == ["game.2", "game.1"]
