"""Who has played before, and which spellings are one person."""

from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import PeopleError
from companion.memory.journal import Journal
from companion.memory.people import (
    People,
    id_from_name,
    merge_people,
    rename_person,
    separate_spelling,
)
from tests.companion.memory.data_folders import small_game
from tests.companion.playing import named, two_players


def play(journal: Journal, *names: str) -> int:
    """Begin a game of two with those names; returns its number."""
    return journal.save(small_game(0, named(two_players(), *names)).rows)


def names(journal: Journal) -> list[str]:
    return [person.name for person in People.from_journal(journal).everybody]


def person(journal: Journal, name: str):
    return People.from_journal(journal).find_or_new(name)


def test_whoever_played_last_comes_first_and_each_name_once(journal):
    play(journal, "Ada", "Bo")
    play(journal, "Cem", "Ada")
    assert names(journal) == ["Ada", "Cem", "Bo"]


def test_who_played_together_last_is_in_the_order_of_an_alphabet(journal):
    play(journal, "Élodie", "maxime")
    play(journal, "Élodie", "Zoë")
    assert names(journal) == ["Élodie", "Zoë", "maxime"]


def test_somebody_new_has_the_id_that_they_will_have_once_they_have_played(journal):
    before = person(journal, "Ada")
    play(journal, "Ada", "Bo")
    assert person(journal, "Ada") == before
    assert (before.id, before.spellings) == (id_from_name("Ada"), ("Ada",))


def test_two_spellings_are_joined_into_one_person_and_no_game_changes(journal):
    games = play(journal, "Ada", "Bo"), play(journal, "Adda", "Bo")
    heads = [journal.game_header(game) for game in games]
    merge_people(journal, person(journal, "Adda"), person(journal, "Ada"))
    ada = person(journal, "Adda")
    assert ada == person(journal, "Ada")
    assert (ada.id, ada.name, ada.spellings) == (id_from_name("Ada"), "Ada", ("Ada", "Adda"))
    assert sorted(names(journal)) == ["Ada", "Bo"]
    assert [journal.game_header(game) for game in games] == heads
    assert [game.id for game in journal.games(player_names=ada.spellings)] == [2, 1]


def test_who_is_renamed_keeps_their_id_and_plays_on_under_the_new_name(journal):
    play(journal, "Ad", "Bo")
    rename_person(journal, person(journal, "Ad"), " Ada ")
    play(journal, "Ada", "Bo")
    ada = person(journal, "Ad")
    assert (ada.id, ada.name, ada.spellings) == (id_from_name("Ad"), "Ada", ("Ada", "Ad"))
    assert person(journal, "Ada") == ada
    assert sorted(names(journal)) == ["Ada", "Bo"]
    rename_person(journal, ada, "Ad")
    assert person(journal, "Ada").name == "Ad"


def test_who_is_parted_from_the_first_name_of_a_person_is_somebody_new(journal):
    play(journal, "Ad", "Bo")
    rename_person(journal, person(journal, "Ad"), "Ada")
    separate_spelling(journal, person(journal, "Ada"), "Ad")
    assert person(journal, "Ada").id == id_from_name("Ad")
    assert person(journal, "Ad").id not in (id_from_name("Ad"), id_from_name("Ada"))
    assert People.from_journal(journal).find_by_id(id_from_name("Ad")) == person(journal, "Ada")
    assert People.from_journal(journal).find_by_id("0") is None


def test_who_sat_at_one_table_are_two_people(journal):
    game = play(journal, "Ada", "Bo")
    journal.set_archived(game, archived=True)
    with pytest.raises(PeopleError, match="Bo and Ada played in the same game"):
        merge_people(journal, person(journal, "Bo"), person(journal, "Ada"))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Bo", "Somebody is already called Bo"),
        ("  ", "1 to 40"),
        ("\u200b", "1 to 40"),
        ("x" * 41, "1 to 40"),
    ],
)
def test_a_name_that_is_none_or_somebody_elses_is_refused(journal, name, why):
    play(journal, "Ada", "Bo")
    with pytest.raises(PeopleError, match=why):
        rename_person(journal, person(journal, "Ada"), name)
    assert sorted(names(journal)) == ["Ada", "Bo"]


def test_who_plays_only_in_games_that_were_taken_away_is_not_there(journal):
    game = play(journal, "Ada", "Bo")
    play(journal, "Ada", "Cem")
    journal.set_archived(game, archived=True)
    assert sorted(names(journal)) == ["Ada", "Cem"]
    journal.set_archived(game, archived=False)
    assert sorted(names(journal)) == ["Ada", "Bo", "Cem"]


NAMES = ("Ada", "Adda", "Ad", "Bo")
ONE = st.sampled_from(NAMES)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("join", "rename", "part")), ONE, ONE), max_size=8))
def test_whatever_is_joined_and_parted_every_name_is_one_persons(tmp_path_factory, deeds):
    with closing(Journal.open(tmp_path_factory.mktemp("data"))) as journal:
        for name in NAMES:
            play(journal, name, "Zoe")
        for deed, name, other in deeds:
            one, two = person(journal, name), person(journal, other)
            if deed == "join" and one != two:
                merge_people(journal, one, two)
                assert person(journal, name) == person(journal, other)
                assert person(journal, name).id == two.id
            elif deed == "rename" and two in (one, person(journal, name)):
                rename_person(journal, one, other)
                assert person(journal, name).name == other
            elif deed == "part" and len(one.spellings) > 1:
                separate_spelling(journal, one, name)
                assert person(journal, name).spellings == (name,)
            people = People.from_journal(journal).everybody
            assert sorted(name for person in people for name in person.spellings) == sorted(
                (*NAMES, "Zoe")
            )
            assert len({person.id for person in people}) == len(people)
            assert all(person.name in person.spellings for person in people)
