import re
import shutil
from contextlib import closing

import pytest

from companion.errors import JournalError
from companion.memory.database import UNREADABLE
from companion.memory.journal import Journal
from companion.memory.people import People
from companion.memory.session import Session
from companion.memory.statistics.figures import HouseRecordCategory, result_json
from companion.memory.statistics.queries import EVERYBODY, PersonStatistics, statistics_by_person
from companion.state import PointsBreakdown, PointSource
from kiosk import routes
from kiosk.words.language import format_decimal
from kiosk.words.statistics import (
    figure_lines,
    games_wins_and_points_texts,
    house_record_texts,
    last_year_and_summary,
    people_by_number_of_games,
    point_source_rows,
)
from tests.companion.memory.finished_games import (
    Ended,
    ended_game,
    game,
    player,
    statistics_of,
)
from tests.companion.memory.sessions import played
from tests.companion.playing import named, two_players
from tests.kiosk.laid_games import LONGEST_NAMES, beginning
from tests.kiosk.touch import Touchscreen, says

EVENING = game(
    player("Ada", 50, 1, first=True, sources=PointsBreakdown(offerings=-6, temples=4)),
    player("Bo", 31, sources=PointsBreakdown(offerings=7)),
    minutes=75,
)


def told(name):
    return statistics_of(EVENING)[name]


@pytest.fixture
def finished(journal):
    for number in (0, 2, 4):
        Ended(journal, number)
    return journal


def person(journal, name):
    return People.from_journal(journal).find_or_new(name)


def by_label(who):
    return {line.label: line for line in figure_lines(who)}


def test_each_figure_tells_of_how_many_games_it_is(finished):
    who = statistics_by_person(finished)[person(finished, "Pim").id]
    found = by_label(who)
    assert {line.number_of_games for line in figure_lines(who)[:11]} == {3}
    assert found["Wins"].number_of_games == 3
    assert found["Wins"].comparison == "expected 1.5"
    assert found["Wins as first player"].number_of_games == who.statistics.first_player.games == 3
    assert "Minutes per game" not in found


def test_the_house_has_no_wins_of_its_own():
    found = by_label(PersonStatistics(None, told(EVERYBODY)))
    assert "Wins" not in found
    assert found["Wins as first player"].value == "1"
    assert found["Points as first player"].value == "50"
    assert found["Points as first player"].comparison == "otherwise 31"
    assert (found["Minutes per game"].value, found["Minutes per game"].number_of_games) == ("75", 1)
    assert "Usual points" not in found


@pytest.mark.parametrize(("name", "usual"), [(EVERYBODY, "31–50"), ("Ada", "50")])  # noqa: RUF001
def test_usual_points_are_told_from_three_games_on(name, usual):
    values = []
    for games in (2, 3):
        found = by_label(PersonStatistics(None, statistics_of(*[EVENING] * games)[name]))
        values.append(found["Usual points"].value if "Usual points" in found else None)
    assert values == [None, usual]


def test_who_always_began_is_compared_with_nobody(journal):
    found = by_label(PersonStatistics(person(journal, "Ada"), told("Ada")))
    assert "Wins as first player" in found
    assert "Points as first player" not in found


def test_a_range_of_usual_points_ends_at_whole_points_with_halves_rounded_up():
    """On average 40 points, with a standard deviation of 2.5."""
    games = [game(player("Ada", points), player("Bo")) for points in (35, 45, *[40] * 6)]
    found = by_label(PersonStatistics(None, statistics_of(*games)["Ada"]))
    assert found["Usual points"].value == "38–43"  # noqa: RUF001 - a dash


def test_whoever_has_finished_no_game_has_no_figures(journal):
    assert statistics_by_person(journal) == {}
    assert people_by_number_of_games(journal) == ()


def test_sources_are_shown_with_their_sign_and_corrections_only_where_there_were_any():
    rows = {row.label: row for row in point_source_rows(told("Ada"))}
    assert (rows["Offerings"].points, rows["Offerings"].text) == (-6, "\N{MINUS SIGN}6")
    assert rows["Temples"].text == "4"
    assert len(rows) == len(PointSource) - 1
    corrected = game(player("Ada", sources=PointsBreakdown(corrections=2)), player("Bo"))
    rows = point_source_rows(statistics_of(corrected)["Ada"])
    assert [row.text for row in rows if row.label == "Corrections"] == ["2"]


@pytest.mark.parametrize(
    ("number", "text"),
    [(2, "2"), (2.0, "2"), (2.5, "2.5"), (1 / 3, "0.3"), (0, "0"), (1200, "1200")],
)
def test_numbers_have_a_tenth_only_where_they_are_not_whole(number, text):
    assert re.sub(r"[^\d.]", "", format_decimal(number)) == text


@pytest.mark.parametrize(
    ("number", "text"), [(2.25, "2.3"), (2.35, "2.4"), (1.05, "1.1"), (-0.25, "-0.3")]
)
def test_halves_are_rounded_up_as_people_do(number, text):
    assert format_decimal(number) == text


def test_a_loss_of_less_than_a_twentieth_is_no_minus():
    slight = game(player("1", sources=PointsBreakdown(offerings=-1)), player("2"))
    others = [game(player("3"), player("4"))] * 30
    assert point_source_rows(statistics_of(slight, *others)[EVERYBODY])[0].text == "0"


def test_people_are_listed_with_their_games_by_how_much_they_play(finished):
    found = people_by_number_of_games(finished)
    assert {row.person.name for row in found} == {"Bo", "Pim"}
    for row in found:
        games, _wins, points = games_wins_and_points_texts(row)
        assert games == "3"
        assert points == format_decimal(row.statistics.points.average)
    assert sum(row.statistics.wins for row in found) == 3


def test_people_with_as_many_games_are_in_the_order_of_an_alphabet(journal):
    ended = ended_game(0, named(two_players(), "Zoë", "Élodie"), is_short=True)
    journal.save(ended.rows, result_json(ended))
    listed = [row.person.name for row in people_by_number_of_games(journal)]
    assert listed == ["Élodie", "Zoë"]


def test_records_are_told_with_their_holders_and_their_day(finished):
    found = house_record_texts(finished)
    assert [row.label for row in found] == [
        "Most points",
        "Clearest win",
        "Narrowest win",
        "Most from offerings",
        "Most from runes",
        "Most from temples",
    ]
    assert len(found) == len(HouseRecordCategory)
    assert found[0].value == str(statistics_by_person(finished)[EVERYBODY].statistics.points.best)
    assert found[1].value.startswith("+")
    assert {row.names for row in found} <= {"Bo", "Pim"}
    assert all(any(sign.isdigit() for sign in row.date) for row in found)


def test_the_year_of_the_last_games_is_told_in_its_figures(finished):
    year, story = last_year_and_summary(finished)
    began = {game.header.started[:4] for game in finished.games()}
    assert {year} == began
    assert story[0].startswith("3 games; most were won by ")
    assert str(statistics_by_person(finished)[EVERYBODY].statistics.points.best) in story[-1]


def test_without_a_finished_game_no_year_is_told(journal):
    assert last_year_and_summary(journal) == ("", ())


@pytest.fixture(scope="module")
def two_games(tmp_path_factory):
    """A data folder with two finished games of people with the longest names."""
    folder = tmp_path_factory.mktemp("two-games")
    with closing(Journal.open(folder)) as journal:
        for players in (2, 4):
            played(Session.begin(journal, beginning(players, longest=True)), 5000, seed=players)
    return folder


@pytest.fixture
def data(two_games, tmp_path):
    return shutil.copytree(two_games, tmp_path / "data")


def test_somebody_is_chosen_from_the_list_whose_name_is_not_above_records_and_everybody_again(data):
    with Touchscreen(data, at="statistics") as touch:
        touch.tap("people", "person.2")
        (whose,) = (text for text in touch.texts() if text.startswith(tuple(LONGEST_NAMES)))
        assert "Wins" in touch.texts()
        touch.tap("part.records")
        assert "House records" in touch.texts()
        assert whose not in touch.texts()
        touch.tap("part.year")
        assert says(touch, "The most points in a game: ")
        assert "Your year" in touch.texts()
        touch.tap("part.die")
        assert whose in touch.texts()
        assert "House records" not in touch.texts()
        touch.tap("part.figures", "people", "everybody")
        assert "Everybody · 2 games" in touch.texts()
        assert "Wins" not in touch.texts()


def test_it_opens_at_a_person_and_stays_theirs_in_another_size(data):
    with Touchscreen(data) as touch:
        person = People.from_journal(touch.app_state.journal).find_or_new(LONGEST_NAMES[1])
        touch.navigator.go(routes.Statistics(person.id))
        touch.tap("part.points")
        touch.navigator.resize(1024, 600)
        assert any(text.startswith(LONGEST_NAMES[1]) for text in touch.texts())
        assert "Points by source" in touch.texts()


def test_a_journal_that_cannot_be_read_is_told_with_a_way_back(data, monkeypatch):
    with Touchscreen(data, at="start") as touch:

        def refuse(_what):
            raise JournalError(UNREADABLE)

        with monkeypatch.context() as patch:
            patch.setattr(touch.app_state.journal, "run_query", refuse)
            touch.tap("statistics")
        assert touch.keys() == ["back"]
        touch.tap("back")
        assert touch.name == "start"
