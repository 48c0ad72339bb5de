"""Statistics and records of the finished games in a data folder."""

import tempfile
from functools import partial
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.memory.journal import Journal
from companion.memory.people import People, id_from_name, merge_people
from companion.memory.session import read_game
from companion.memory.statistics.figures import (
    Achievement,
    HouseRecordCategory,
    compute_figures,
    result_json,
)
from companion.memory.statistics.queries import (
    EVERYBODY,
    broken_house_records,
    house_records,
    statistics_by_person,
)
from tests.companion.memory import finished_games
from tests.companion.memory.data_folders import changed
from tests.companion.memory.finished_games import game, player, statistics_of
from tests.companion.playing import named, two_players

Ended = partial(finished_games.Ended, is_short=True)
ended_game = partial(finished_games.ended_game, is_short=True)
BEGIN, UNDO, REDO, TAKE_AWAY, BRING_BACK, LOOK = range(6)
DEEDS = st.lists(st.tuples(st.integers(BEGIN, LOOK), st.sampled_from((0, 2, 4))), max_size=14)


def statistics(journal):
    return {key: standing.statistics for key, standing in statistics_by_person(journal).items()}


def worked_out(journal, games):
    """The statistics of these games, each read whole."""
    read = (read_game(journal, number) for number in games)
    found = statistics_of(*(compute_figures(one) for one in read if one.state.winners))
    return {name and id_from_name(name): told for name, told in found.items()}


@settings(max_examples=12, deadline=None)
@given(DEEDS)
def test_only_games_that_have_ended_and_are_not_archived_count(deeds):
    with tempfile.TemporaryDirectory() as scratch:
        journal, games, away = Journal.open(Path(scratch)), [], set()
        for deed, more in deeds:
            game = games[more % len(games)] if games else None
            match deed:
                case _ if deed == BEGIN or game is None:
                    games.append(Ended(journal, more))
                case _ if deed == UNDO and not game.game.history.can_redo:
                    game.undo()
                case _ if deed == REDO and game.game.history.can_redo:
                    game.redo()
                case _ if deed == TAKE_AWAY:
                    journal.set_archived(game.id, archived=True)
                    away.add(game.id)
                case _ if deed == BRING_BACK:
                    journal.set_archived(game.id, archived=False)
                    away.discard(game.id)
                case _:
                    statistics(journal)
        counting = [game.id for game in games if game.id not in away]
        assert statistics(journal) == worked_out(journal, counting)
        journal.close()


def test_two_spellings_of_a_person_count_together_once_they_are_joined(journal):
    for names in (("Ann", "Bo"), ("Anna", "Bo")):
        ended = ended_game(0, named(two_players(), *names))
        journal.save(ended.rows, result_json(ended))
    assert statistics(journal)[id_from_name("Ann")].games == 1
    people = People.from_journal(journal)
    merge_people(journal, people.find_or_raise("Anna"), people.find_or_raise("Ann"))
    assert set(statistics(journal)) == {EVERYBODY, id_from_name("Ann"), id_from_name("Bo")}
    assert statistics(journal)[id_from_name("Ann")].games == 2


HUGE = msgspec.json.encode(game(player("Ada", 10**300))).decode()
HUGE_SOURCE = HUGE.replace("1" + "0" * 300, "40").replace('"runes":0', f'"runes":{10**320}', 1)
ONE_FACE = msgspec.json.encode(game(player("Ada", faces=(1,)))).decode()


@pytest.mark.parametrize(
    "rot",
    [
        ONE_FACE,
        HUGE,
        HUGE_SOURCE,
        "",
        "{",
        '{"players":[],"minutes":null}',
        '{"players":[{"name":"Ada"}]}',
        "[]",
    ],
)
def test_a_result_that_has_rotted_is_left_out_and_costs_no_other(folder, opened, rot):
    journal = opened(folder)
    games = [Ended(journal, number).id for number in (0, 2)]
    journal.close()
    changed(folder, f"UPDATE results SET result = '{rot}' WHERE game = 1")
    journal = opened(folder)
    assert statistics(journal) == worked_out(journal, games[1:])
    assert {record.game_id for record in house_records(journal)} == {2}


def test_the_statistics_of_another_file_are_its_own(folder, opened):
    journal = opened(folder)
    for number in (0, 1):
        for path in folder.glob("games.db*"):
            path.unlink()
        assert Ended(journal, number).id == 1
        assert statistics(journal) == worked_out(journal, [1])


def test_a_record_is_whose_who_was_first(journal):
    games = [Ended(journal, number) for number in (0, 0, 2)]
    held = {record.category: record for record in house_records(journal)}
    assert list(held) == [feat for feat in HouseRecordCategory if feat in held]
    most = max(player.points for one in games for player in one.game.state.players)
    assert held[HouseRecordCategory.MOST_POINTS].value == most
    assert (
        held[HouseRecordCategory.MOST_POINTS].game_started
        == games[held[HouseRecordCategory.MOST_POINTS].game_id - 1].game.rows.header.started
    )
    assert games[1].id not in {record.game_id for record in held.values()}


def add_results(journal, *games):
    """Replace the results of random games by these."""
    for one in games:
        ended = ended_game(0)
        journal.save(ended.rows, msgspec.json.encode(one).decode())


def test_everybody_who_reached_it_in_that_game_holds_a_record(journal):
    add_results(
        journal,
        game(player("Ada", 50, 2), player("Zoë", 50, 2), player("Bo", 1)),
        game(player("Cem", 50, 1), player("Bo", 1)),
    )
    held = {record.category: record.player_names for record in house_records(journal)}
    assert held[HouseRecordCategory.MOST_POINTS] == ("Ada", "Zoë")
    assert held[HouseRecordCategory.CLEAREST_WIN] == ("Cem",)


GREAT = game(player("Ada", 999, 1), player("Bo", 1))


def test_a_record_falls_after_the_first_games(journal):
    for number in range(5):
        assert broken_house_records(journal, GREAT, None) == ()
        Ended(journal, 2 * number)
    assert broken_house_records(journal, GREAT, None) == (
        Achievement(HouseRecordCategory.MOST_POINTS, 999, "Ada"),
        Achievement(HouseRecordCategory.CLEAREST_WIN, 998, "Ada"),
    )
    journal.set_archived(1, archived=True)
    assert broken_house_records(journal, GREAT, None) == (), "an archived game is none of the first"


def test_a_game_is_compared_with_all_others_and_not_with_itself(journal):
    for number in range(5):
        Ended(journal, 2 * number)
    last = Ended(journal, 0)
    assert broken_house_records(journal, GREAT, last.id) != ()
    best = compute_figures(last.game)
    assert broken_house_records(journal, best, last.id) == (), "reached before"
    add_results(journal, GREAT)
    assert broken_house_records(journal, GREAT, last.id + 1) != ()
    assert broken_house_records(journal, GREAT, None) == ()


def test_a_result_that_names_somebody_who_never_played_counts_for_the_house_alone(journal):
    """A hostile backup may have such a row."""
    ended = ended_game(0)
    stranger = game(player("Nobody", 50, 1), player("Bo", 1))
    journal.save(ended.rows, msgspec.json.encode(stranger).decode())
    journal.run_transaction(lambda file: file.execute("DELETE FROM sessions"))
    assert {*statistics_by_person(journal)} == {EVERYBODY}
