"""What BG Stats is handed: an address for a QR code, and a file of plays."""

import json
from datetime import timedelta
from itertools import pairwise
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.memory.exchange.plays import bg_stats_comment, bg_stats_link, plays_as_bg_stats_file
from companion.memory.people import Person, person_from_name
from tests.companion.memory.plays import (
    BEGAN,
    LONG_NAMES,
    ODD_NAMES,
    data_in,
    game_of,
    told,
    whole_play,
)
from tests.companion.playing import four_players

MOST = 2953
"""Bytes that the largest QR code holds with the least correction of errors."""
BGSPLAY_FIELDS = {
    "games": "id uuid name highestWins noPoints usesTeams cooperative isBaseGame isExpansion "
    "minPlayerCount maxPlayerCount modificationDate",
    "players": "id uuid name isAnonymous modificationDate",
    "plays": "uuid gameRefId playDate playDateYmd entryDate modificationDate durationMin rounds "
    "board comments ignored manualWinner usesTeams playerScores",
}


def renamed(play, names):
    players = tuple(
        replace(player, person=person_from_name(name))
        for player, name in zip(play.players, names, strict=True)
    )
    return replace(play, players=players)


def test_an_address_holds_the_whole_play():
    play = whole_play()
    text, shortened = bg_stats_link(play, str, MOST)
    assert not shortened
    assert text.isascii()
    assert data_in(text) == {
        "sourceName": "Meduris Companion",
        "sourcePlayId": play.key,
        "playDate": "2026-03-01 23:30:00",
        "durationMin": play.minutes,
        "board": "Side for four players",
        "comments": " ".join(map(str, play.story)),
        "game": {
            "name": "Meduris",
            "sourceGameId": "meduris",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": person_from_name(name).id,
                "score": player.points,
                "winner": player.won,
                "startPlayer": player.is_starting_player,
                "rank": player.rank,
                "role": player.color.value,
            }
            for name, player in zip(ODD_NAMES, play.players, strict=True)
        ],
    }


def test_a_time_that_nobody_knows_is_left_out():
    play = replace(whole_play(), minutes=None)
    assert "durationMin" not in data_in(bg_stats_link(play, str, MOST).url)
    assert "durationMin" not in json.loads(plays_as_bg_stats_file([play], str))["plays"][0]


def test_a_comment_tells_how_a_game_was_won_and_whether_it_was_corrected_or_amended():
    play = whole_play(("Ada", "Bo", "Cyril", "Dana"))
    story = bg_stats_comment(play, str)
    assert story.startswith("Dana won thanks to ") or "put Dana ahead" in story
    assert bg_stats_comment(replace(play, number_of_corrections=1), str) == (
        f"{story} The table corrected the app 1 time."
    )
    told_often = replace(play, story=(), number_of_corrections=2, number_of_amendments=3)
    assert bg_stats_comment(told_often, str) == (
        "The table corrected the app 2 times. Old steps were changed 3 times."
    )
    corrected = replace(play, number_of_amendments=1)
    both = f"{story} An old step was changed 1 time."
    assert data_in(bg_stats_link(corrected, str, MOST).url)["comments"] == both
    assert json.loads(plays_as_bg_stats_file([corrected], str))["plays"][0]["comments"] == both
    assert not told(game_of(four_players(), 20)).story


def test_what_does_not_fit_goes_in_order_and_the_ids_stay():
    play = replace(
        renamed(whole_play(), LONG_NAMES), number_of_corrections=12, number_of_amendments=34
    )
    story = str(play.story[0])
    whole = len(bg_stats_link(play, str, 10_000).url)
    seen = []
    for most in range(whole, 1500, -20):
        text, shortened = bg_stats_link(play, str, most)
        assert len(text) <= most
        data = data_in(text)
        names = [player["name"] for player in data["players"]]
        assert shortened == (names != list(LONG_NAMES))
        assert all(
            name == long or (name[-1] == "…" and long.startswith(name[:-1]))
            for name, long in zip(names, LONG_NAMES, strict=True)
        )
        ids = [player["sourcePlayerId"] for player in data["players"]]
        assert ids == [person_from_name(name).id for name in LONG_NAMES]
        comments = data.get("comments", "")
        tells = (comments.startswith(story), comments.endswith("34 times."))
        seen.append((*tells, "board" in data, not shortened))
    assert [former for former, later in pairwise(seen) if former != later] + seen[-1:] == [
        (True, True, True, True),
        (False, True, True, True),
        (False, False, False, True),
        (False, False, False, False),
    ]


@given(st.lists(st.text(min_size=1, max_size=40), min_size=4, max_size=4))
def test_whatever_people_are_called_one_code_holds_it(names):
    text, shortened = bg_stats_link(renamed(PLAY, names), str, MOST)
    assert len(text) <= MOST
    assert shortened == ([player["name"] for player in data_in(text)["players"]] != names)


PLAY = whole_play()


def test_a_file_tells_the_play_as_it_was():
    play = whole_play()
    data = json.loads(plays_as_bg_stats_file([play], str))
    assert set(data) == {"about", "players", "locations", "games", "plays", "userInfo"}
    assert set(data["userInfo"]) == {"meRefId"}
    for kind, fields in BGSPLAY_FIELDS.items():
        assert all(set(thing) == set(fields.split()) for thing in data[kind])
    (kept,) = data["plays"]
    assert (kept["playDate"], kept["playDateYmd"]) == ("2026-03-01 23:30:00", 20260301)
    assert kept["durationMin"] == play.minutes
    assert kept["gameRefId"] == data["games"][0]["id"]
    people = {person["id"]: person["name"] for person in data["players"]}
    for seat, (score, player) in enumerate(zip(kept["playerScores"], play.players, strict=True)):
        assert people[score.pop("playerRefId")] == ODD_NAMES[seat]
        assert score == {
            "score": str(player.points),
            "rank": player.rank,
            "winner": player.won,
            "startPlayer": player.is_starting_player,
            "seatOrder": seat + 1,
            "role": player.color.value,
        }


def test_the_same_plays_make_the_same_file_with_uuids_that_stay():
    first, second = whole_play(), replace(whole_play(seed=2), key="f" * 32)
    assert plays_as_bg_stats_file([first, second], str) == plays_as_bg_stats_file(
        [second, first], str
    )
    both = json.loads(plays_as_bg_stats_file([first, second], str))
    (alone,) = json.loads(plays_as_bg_stats_file([second], str))["plays"]
    assert alone["uuid"] in {play["uuid"] for play in both["plays"]}
    ids = [thing["uuid"] for kind in BGSPLAY_FIELDS for thing in both[kind]]
    assert len(set(ids)) == len(ids) == 1 + 4 + 2
    assert all(str(UUID(one)) == one for one in ids)


def test_two_names_of_one_person_are_one_player():
    ada = Person("ad" * 16, "Ada", ("Ada",))
    first = whole_play()
    players = (replace(first.players[0], person=ada), *first.players[1:])
    second = replace(first, key="f" * 32, began=BEGAN + timedelta(days=1), players=players)
    third = replace(second, key="e" * 32, began=BEGAN + timedelta(days=2))
    data = json.loads(plays_as_bg_stats_file([first, second, third], str))
    assert [person["name"] for person in data["players"]] == [*ODD_NAMES, "Ada"]


def test_where_points_do_not_tell_who_has_won_the_winner_is_told():
    play = whole_play()
    best = max(player.points for player in play.players)
    tied = tuple(replace(player, points=best) for player in play.players)
    by_points = tuple(
        replace(player, winners_if_won=int(player.points == best)) for player in play.players
    )
    for players, is_told in ((tied, True), (by_points, False)):
        data = json.loads(plays_as_bg_stats_file([replace(play, players=players)], str))
        assert data["plays"][0]["manualWinner"] is is_told
