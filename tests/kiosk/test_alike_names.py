from io import BytesIO

import pytest

from companion.errors import PeopleError
from companion.memory.boards import BoardShelf
from companion.memory.exchange.records import import_record, read_startable_record
from companion.memory.people import People, merge, person_from_name, rename, separate
from companion.memory.record import encode_record
from companion.memory.statistics.figures import result_json
from companion.memory.statistics.queries import EVERYBODY
from kiosk.cli import main
from kiosk.pages.new_game.draft import SetupDraft, new_setup_flow, reason_against_names
from kiosk.pages.new_game.view import setup_form
from kiosk.pages.people import people_with_names
from kiosk.words.statistics import people_by_number_of_games
from tests.companion.memory.data_folders import small_game
from tests.companion.memory.finished_games import ended_game, game, player, statistics_of
from tests.companion.memory.spellings import DIFFERENT_IN_EVERY_WAY
from tests.companion.playing import FIRST_TURN, named, two_players
from tests.kiosk.pages.flow.walking import tapped

both = pytest.mark.parametrize(("name", "spelling"), [DIFFERENT_IN_EVERY_WAY])


def begin(journal, *names):
    return journal.save(small_game(setup=named(two_players(), *names)).rows)


@both
def test_who_plays_under_two_spellings_is_one_person(journal, name, spelling):
    begin(journal, name, "Bo")
    begin(journal, spelling, "Bo")
    people = People.from_journal(journal)
    assert len(people.everybody) == 2
    assert people.find_or_new(name) == people.find_or_new(spelling)
    assert set(people.find_or_new(name).names) == {name, spelling}


@both
def test_a_spelling_of_somebody_who_was_joined_is_that_person(journal, name, spelling):
    begin(journal, name, "Bo")
    begin(journal, "Pimmetje", "Bo")
    people = People.from_journal(journal)
    merge(journal, people.find_or_new(name), people.find_or_new("Pimmetje"))
    begin(journal, spelling, "Bo")
    assert People.from_journal(journal).find_or_new(spelling) == People.from_journal(
        journal
    ).find_or_new("Pimmetje")


@both
def test_the_table_can_still_part_two_spellings(journal, name, spelling):
    begin(journal, name, "Bo")
    begin(journal, spelling, "Bo")
    separate(journal, People.from_journal(journal).find_or_new(name), spelling)
    people = People.from_journal(journal)
    assert people.find_or_new(name).names == (name,)
    assert people.find_or_new(spelling).names == (spelling,)


@both
def test_games_of_a_person_are_found_under_any_spelling(journal, tmp_path, capfd, name, spelling):
    begin(journal, name, "Bo")
    begin(journal, "Cem", "Dora")
    journal.set_archived(begin(journal, name, "Dora"), archived=True)
    names = People.from_journal(journal).find_or_raise(spelling).names
    assert [one.id for one in journal.games(names=names)] == [1]
    assert [one.id for one in journal.games(names=names, archived=True)] == [3]
    assert main(["games", "--data", str(tmp_path), "--person", spelling]) == 0
    assert len(capfd.readouterr().out.splitlines()) == 1


def no_board(name):
    raise AssertionError(f"the board {name} stands in the record")


def finish(journal, *names):
    ended = ended_game(0, named(two_players(), *names))
    return journal.save(ended.rows, result_json(ended))


@both
def test_games_under_two_spellings_add_up_to_one_line(journal, name, spelling):
    finish(journal, name, "Bo")
    finish(journal, "Bo", spelling)
    assert sorted(line.statistics.games for line in people_by_number_of_games(journal)) == [2, 2]


@both
def test_two_at_one_table_under_one_name_are_left_out_of_the_sums(name, spelling):
    found = statistics_of(game(player(name), player(spelling), player("Bo")))
    assert set(found) == {EVERYBODY, "Bo"}


@both
def test_an_imported_game_in_which_two_have_one_name_is_told_of(journal, name, spelling):
    record = encode_record(named(two_players(), name, spelling), FIRST_TURN)
    taken = import_record(journal, read_startable_record(BytesIO(record), no_board))
    assert taken.notice is not None
    assert taken.notice.facts["name"] in (name, spelling)


@both
def test_a_name_that_somebody_has_is_refused_in_any_spelling(journal, name, spelling):
    begin(journal, name, "Bo")
    with pytest.raises(PeopleError, match="join the two"):
        rename(journal, People.from_journal(journal).find_or_new("Bo"), spelling)
    rename(journal, People.from_journal(journal).find_or_new(name), spelling)
    assert People.from_journal(journal).find_or_new(name).name == spelling.strip()


@both
def test_who_sat_at_one_table_is_not_joined_in_any_spelling(journal, name, spelling):
    journal.set_archived(begin(journal, name, "Bo"), archived=True)
    begin(journal, spelling, "Cem")
    people = People.from_journal(journal)
    with pytest.raises(PeopleError, match="two people"):
        merge(journal, people.find_or_new(spelling), people.find_or_new("Bo"))


@both
def test_two_chairs_of_a_new_game_have_no_name_in_two_spellings(name, spelling):
    draft = SetupDraft().with_name(0, name).with_name(1, spelling)
    assert reason_against_names(draft, person_from_name) is not None


@both
def test_who_sits_at_the_table_is_not_offered_in_another_spelling(tmp_path, name, spelling):
    flow = new_setup_flow(SetupDraft().with_name(1, name))
    naming = tapped(setup_form(flow, BoardShelf(tmp_path)), "seat.0.name")
    offers = setup_form(naming, BoardShelf(tmp_path), (spelling, "Cem")).offers
    assert [offer.text for offer in offers] == ["Cem"]


@pytest.mark.parametrize("spelling", ["purple", " PURPLE", "Pur\u200bple"])
def test_the_name_of_a_colour_is_nobodys_in_any_spelling(journal, spelling):
    assert SetupDraft().with_name(0, spelling).seats[0].name is None
    naming = tapped(
        setup_form(new_setup_flow(SetupDraft()), BoardShelf(journal.path.parent)), "seat.0.name"
    )
    offers = setup_form(naming, BoardShelf(journal.path.parent), (spelling,)).offers
    assert not offers
    begin(journal, spelling, "Bo")
    assert [person.name for person in people_with_names(People.from_journal(journal))] == ["Bo"]
