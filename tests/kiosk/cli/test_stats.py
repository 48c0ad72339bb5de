"""`meduris stats`: text for people, JSON for programs."""

import json
from contextlib import closing

import pytest

from companion.memory.journal.journal import Journal
from companion.memory.people import People, rename
from companion.memory.statistics.store import catch_up, number_behind
from kiosk.cli import main
from kiosk.words.language import use_language
from tests.companion.memory.finished_games import Ended


@pytest.fixture
def data(tmp_path):
    """A data folder with three games of Pim and Bo, none of which is added up."""
    with closing(Journal.open(tmp_path)) as journal:
        for number in (0, 2, 4):
            Ended(journal, number)
    return tmp_path


@pytest.fixture
def stats(capfdbinary):
    """Runs the command and returns what it printed."""

    def run(data, *words):
        assert main(["stats", "--data", str(data), *words]) == 0
        return capfdbinary.readouterr().out.decode()

    yield run
    use_language("en")


def test_without_a_finished_game_there_is_nothing_to_tell(tmp_path, stats):
    assert stats(tmp_path) == "There is no finished game yet.\n"
    told = json.loads(stats(tmp_path, "--json"))
    assert (told["statistics"], told["people"], told["records"]) == (None, [], [])


def test_all_are_told_with_records_and_people(data, stats):
    told = stats(data)
    assert told.startswith("Everybody: 3 games\n")
    for heading in ("Points by source", "Rolls of the die", "Records of the house"):
        assert f"\n{heading}\n" in told
    rows = [line.split() for line in told[told.index("Who plays here") :].splitlines()[2:]]
    assert {row[0] for row in rows} == {"Pim", "Bo"}
    assert {row[1] for row in rows} == {"3"}


def test_a_person_is_told_alone_also_in_other_letters(data, stats):
    told = stats(data, "--person", "pim")
    assert told.startswith("Pim: 3 games\n")
    assert "by chance 1.5" in told
    assert "Records of the house" not in told


def test_json_has_names_for_programs(data, stats):
    told = json.loads(stats(data, "--json"))
    assert told["statistics"]["points"]["games"] == 3
    faces = {"wood", "wool", "copper", "stone", "plus", "minus"}
    assert set(told["statistics"]["die"]["faces"]) == faces
    assert {one["record"] for one in told["records"]} >= {"most_points", "clearest_win"}


def test_json_is_said_alike_in_german(data, capfdbinary):
    said = []
    for language in ("en", "de"):
        assert main(["--lang", language, "stats", "--data", str(data), "--json"]) == 0
        said.append(capfdbinary.readouterr().out)
    use_language("en")
    assert said[0] == said[1]


def test_german_speaks_german(data, capfdbinary):
    assert main(["--lang", "de", "stats", "--data", str(data)]) == 0
    use_language("en")
    assert "Hausrekorde" in capfdbinary.readouterr().out.decode()


def test_people_have_the_name_that_the_table_uses(data, stats):
    with closing(Journal.open(data)) as journal:
        rename(journal, People.of(journal).person_of("Pim"), "Pimpernel")
    told = json.loads(stats(data, "--json"))
    assert {one["name"] for one in told["people"]} == {"Pimpernel", "Bo"}
    assert json.loads(stats(data, "--person", "Pim", "--json"))["person"] == "Pimpernel"


def test_telling_changes_nothing_of_the_saved_games(data, stats):
    before = (data / "games.db").read_bytes()
    first = stats(data)
    assert (data / "games.db").read_bytes() == before
    with closing(Journal.open(data)) as journal:
        assert number_behind(journal) == 3
        for _step in catch_up(journal):
            pass
    assert stats(data) == first
