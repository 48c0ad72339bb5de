"""Plays for BG Stats: an address that a phone opens, and a file (`.bgsplay`).

Pure. The address carries a play as JSON in its query, so that a QR code hands it over without a
network, an account or a key. Sources: the fields as BG Stats' own page about its links and its
exports name them (`export.md`).
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote
from uuid import UUID

import msgspec

from companion.memory.people import Person
from companion.memory.play import Play, Played, stable_uuid
from companion.sentence import N_, Sentence

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Meduris Companion"
GAME = "Meduris"
_GAME_ID = "meduris"
_UNRESERVED = "!~*'()"
"""What needs no escape beside letters, numbers and `_.-~`, as browsers escape a part of a query."""
_SHORTEST_NAME = 8

Said = Callable[[Sentence], str]
"""Puts a sentence into the language of whoever reads it."""

_SIDES = {
    "meduris-2-3": Sentence(N_("Side for two or three players")),
    "meduris-4": Sentence(N_("Side for four players")),
}


class Address(NamedTuple):
    """What a QR code holds; `shortened`: some names were too long for it and end in an ellipsis."""

    text: str
    shortened: bool


def address(play: Play, said: Said, most: int) -> Address:
    """The address of a play that has ended, of at most so many characters, all of them ASCII.

    What does not fit goes in this order: the board, the comment, the ends of the longest names;
    BG Stats knows people by their ids. Raises ValueError where even that is too long.
    """
    data = _shared(play, said)
    for leave_out in ((), ("board",), ("board", "comments")):
        told = {name: value for name, value in data.items() if name not in leave_out}
        if len(text := _encoded(told)) <= most:
            return Address(text, shortened=False)
    names = [player.person.name for player in play.players]
    while len(max(names, key=_length)) > _SHORTEST_NAME:
        longest = max(range(len(names)), key=lambda seat: _length(names[seat]))
        names[longest] = f"{names[longest].removesuffix('…')[:-1]}…"
        text = _encoded({**told, "players": _with_names(told["players"], names)})
        if len(text) <= most:
            return Address(text, shortened=True)
    raise ValueError("an address of so few characters holds no play")


def _length(name: str) -> int:
    return len(quote(name))


def _with_names(players: object, names: Sequence[str]) -> list[object]:
    if not isinstance(players, list):
        raise TypeError("the players of a play are a list")
    return [{**player, "name": name} for player, name in zip(players, names, strict=True)]


def _encoded(data: object) -> str:
    return ADDRESS + quote(msgspec.json.encode(data), safe=_UNRESERVED)


def _shared(play: Play, said: Said) -> dict[str, object]:
    data: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.key,
        "playDate": moment(play.began),
    }
    if play.minutes is not None:
        data["durationMin"] = play.minutes
    return data | {
        "board": _board(play, said),
        "comments": comment(play, said),
        "game": {
            "name": GAME,
            "sourceGameId": _GAME_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [_shared_player(player) for player in play.players],
    }


def _shared_player(player: Played) -> dict[str, object]:
    return {
        "name": player.person.name,
        "sourcePlayerId": player.person.id,
        "score": player.points,
        "winner": player.won,
        "startPlayer": player.starts,
        "rank": _rank(player),
        "role": player.color.value,
    }


def _rank(player: Played) -> int:
    if player.rank is None:
        raise ValueError("a game that goes on has no first and no last")
    return player.rank


def moment(time: datetime) -> str:
    """A time of a play, UTC, as BG Stats writes times."""
    return time.strftime("%Y-%m-%d %H:%M:%S")


def comment(play: Play, said: Said) -> str:
    """What is to be known of a play: whether it was corrected or amended; else nothing."""
    told = (
        Sentence(
            "The table corrected the app {number} time.",
            {"number": play.corrections},
            "The table corrected the app {number} times.",
        ),
        Sentence(
            "An old step was changed {number} time.",
            {"number": play.amendments},
            "Old steps were changed {number} times.",
        ),
    )
    return " ".join(said(sentence) for sentence in told if sentence.facts["number"])


def _board(play: Play, said: Said) -> str:
    side = _SIDES.get(play.board)
    return play.board if side is None else said(side)


def bgsplay(plays: Iterable[Play], said: Said) -> bytes:
    """A file of plays that have ended; the same plays make the same file."""
    ordered = sorted(plays, key=lambda play: (play.began, play.key))
    people = _numbered(ordered)
    changed = max((moment(play.last_played) for play in ordered), default="2000-01-01 00:00:00")
    data = {
        "about": "Plays kept by the Meduris Companion.",
        "players": [_kept_person(number, person, changed) for number, person in people.values()],
        "locations": [],
        "games": [_kept_game(changed)],
        "plays": [_kept_play(play, people, said) for play in ordered],
        "userInfo": {"meRefId": 0},
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1)


_People = dict[str, tuple[int, Person]]


def _numbered(plays: Iterable[Play]) -> _People:
    """Everybody who plays, by their ids, numbered from 1 in the order in which they come."""
    people: _People = {}
    for play in plays:
        for player in play.players:
            people.setdefault(player.person.id, (len(people) + 1, player.person))
    return people


def _kept_person(number: int, person: Person, changed: str) -> dict[str, object]:
    return {
        "id": number,
        "uuid": str(UUID(hex=person.id)),
        "name": person.name,
        "isAnonymous": False,
        "modificationDate": changed,
    }


def _kept_game(changed: str) -> dict[str, object]:
    return {
        "id": 1,
        "uuid": stable_uuid("game", _GAME_ID),
        "name": GAME,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "cooperative": False,
        "isBaseGame": 1,
        "isExpansion": 0,
        "minPlayerCount": 2,
        "maxPlayerCount": 4,
        "modificationDate": changed,
    }


def _kept_play(play: Play, people: _People, said: Said) -> dict[str, object]:
    changed = moment(play.last_played)
    leaders = {player.color for player in play.players if player.points == _most(play)}
    winners = {player.color for player in play.players if player.won}
    data: dict[str, object] = {
        "uuid": stable_uuid("play", play.key),
        "gameRefId": 1,
        "playDate": moment(play.began),
        "playDateYmd": int(play.began.strftime("%Y%m%d")),
        "entryDate": changed,
        "modificationDate": changed,
    }
    if play.minutes is not None:
        data["durationMin"] = play.minutes
    return data | {
        "rounds": play.rounds,
        "board": _board(play, said),
        "comments": comment(play, said),
        "ignored": False,
        # Where points do not tell who has won, BG Stats must not work it out by itself.
        "manualWinner": leaders != winners,
        "usesTeams": False,
        "playerScores": [
            _kept_score(seat, player, people[player.person.id][0])
            for seat, player in enumerate(play.players, start=1)
        ],
    }


def _most(play: Play) -> int:
    return max(player.points for player in play.players)


def _kept_score(seat: int, player: Played, number: int) -> dict[str, object]:
    return {
        "playerRefId": number,
        "score": str(player.points),
        "winner": player.won,
        "startPlayer": player.starts,
        "rank": _rank(player),
        "seatOrder": seat,
        "role": player.color.value,
    }
