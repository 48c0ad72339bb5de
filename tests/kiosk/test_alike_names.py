"""A name in two spellings that people take for one is one name, wherever names are compared."""

from io import BytesIO

import pytest

from companion.errors import PeopleError
from companion.memory.boards import BoardShelf
from companion.memory.exchange.records import import_record, open_startable_record
from companion.memory.people import (
    People,
    merge_people,
    person_from_name,
    rename_person,
    separate_spelling,
)
from companion.memory.record import encode_record
from companion.memory.statistics.figures import result_json
from companion.memory.statistics.queries import EVERYBODY
from kiosk.cli import main
from kiosk.pages.new_game.draft import SetupDraft, new_setup_flow, reason_against_names
from kiosk.pages.new_game.view import setup_form
from kiosk.pages.people import people_with_own_names
from kiosk.words.statistics import people_by_number_of_games
from tests.companion.memory.data_folders import small_game
from tests.companion.memory.finished_games import ended_game, game, player, statistics_of
from tests.companion.memory.spellings import DIFFERENT_IN_EVERY_WAY
from tests.companion.playing import FIRST_TURN, named, two_players
from tests.kiosk.pages.flow.walking import tapped

NAME, SPELLING = DIFFERENT_IN_EVERY_WAY


def begin(journal, *names):
    return journal.save(small_game(setup=named(two_players(), *names)).rows)


def person(journal, name):
    return People.from_journal(journal).find_or_new(name)


def test_who_plays_under_two_spellings_is_one_person_until_the_table_parts_them(journal):
    begin(journal, NAME, "Bo")
    begin(journal, "Pimmetje", "Bo")
    begin(journal, SPELLING, "Bo")
    assert len(People.from_journal(journal).everybody) == 3
    assert person(journal, NAME) == person(journal, SPELLING)
    assert set(person(journal, NAME).spellings) == {NAME, SPELLING}
    separate_spelling(journal, person(journal, NAME), SPELLING)
    assert person(journal, NAME).spellings == (NAME,)
    assert person(journal, SPELLING).spellings == (SPELLING,)


def test_a_spelling_of_somebody_who_was_joined_is_that_person(journal):
    begin(journal, NAME, "Bo")
    begin(journal, "Pimmetje", "Bo")
    merge_people(journal, person(journal, NAME), person(journal, "Pimmetje"))
    begin(journal, SPELLING, "Bo")
    assert person(journal, SPELLING) == person(journal, "Pimmetje")


def test_games_of_a_person_are_found_under_any_spelling(journal, tmp_path, capfd):
    begin(journal, NAME, "Bo")
    begin(journal, "Cem", "Dora")
    journal.set_archived(begin(journal, NAME, "Dora"), archived=True)
    names = People.from_journal(journal).find_or_raise(SPELLING).spellings
    assert [one.id for one in journal.games(player_names=names)] == [1]
    assert [one.id for one in journal.games(player_names=names, archived=True)] == [3]
    assert main(["games", "--data", str(tmp_path), "--person", SPELLING]) == 0
    assert len(capfd.readouterr().out.splitlines()) == 1


def test_games_under_two_spellings_add_up_and_those_of_two_under_one_name_are_left_out(journal):
    for names in ((NAME, "Bo"), ("Bo", SPELLING)):
        ended = ended_game(0, named(two_players(), *names))
        journal.save(ended.rows, result_json(ended))
    assert sorted(line.statistics.games for line in people_by_number_of_games(journal)) == [2, 2]
    found = statistics_of(game(player(NAME), player(SPELLING), player("Bo")))
    assert set(found) == {EVERYBODY, "Bo"}
    record = BytesIO(encode_record(named(two_players(), NAME, SPELLING), FIRST_TURN))
    taken = import_record(journal, open_startable_record(record, lambda _name: None))
    assert taken.notice.facts["name"] in DIFFERENT_IN_EVERY_WAY


def test_nobody_is_renamed_to_or_joined_with_somebody_else_in_any_spelling(journal):
    number = begin(journal, NAME, "Bo")
    with pytest.raises(PeopleError, match="join the two"):
        rename_person(journal, person(journal, "Bo"), SPELLING)
    rename_person(journal, person(journal, NAME), SPELLING)
    assert person(journal, NAME).name == SPELLING.strip()
    journal.set_archived(number, archived=True)
    begin(journal, SPELLING, "Cem")
    with pytest.raises(PeopleError, match="two people"):
        merge_people(journal, person(journal, SPELLING), person(journal, "Bo"))


def offered(draft, folder, *names):
    naming = tapped(setup_form(new_setup_flow(draft), BoardShelf(folder)), "seat.0.name")
    return [one.text for one in setup_form(naming, BoardShelf(folder), names).offers]


def test_who_sits_at_the_table_is_neither_accepted_nor_offered_in_another_spelling(tmp_path):
    draft = SetupDraft().with_name(1, NAME)
    assert reason_against_names(draft.with_name(0, SPELLING), person_from_name) is not None
    assert offered(draft, tmp_path, SPELLING, "Cem") == ["Cem"]


@pytest.mark.parametrize("spelling", ["purple", " PURPLE", "Pur\u200bple"])
def test_the_name_of_a_colour_is_nobodys_in_any_spelling(journal, spelling):
    assert SetupDraft().with_name(0, spelling).seats[0].name is None
    assert not offered(SetupDraft(), journal.path.parent, spelling)
    begin(journal, spelling, "Bo")
    assert [person.name for person in people_with_own_names(People.from_journal(journal))] == ["Bo"]
