"""Export of saved games to the app BG Stats and to CSV tables."""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote
from uuid import UUID, uuid5

import msgspec
from msgspec.structs import asdict, replace

from companion.commands import Correct
from companion.game import ranking_key
from companion.history import HeadMoveKind
from companion.memory.clock import parse_timestamp, to_game_local_time
from companion.memory.journal import DamagedGameError
from companion.memory.people import Person
from companion.memory.played_game import PlayedGame
from companion.memory.statistics.figures import PlayerFigures, compute_figures
from companion.pieces import START_POINTS, Color
from companion.sentence import N_, Sentence
from companion.state import GameState, Phase
from companion.teaching.story import game_story

_OURS = UUID("0f0dd2f4-6f3c-4c5e-9a5b-3c1f6f0a7d21")


FindPerson = Callable[[str], Person]
"""Function that returns the person who has played under a name."""


class PlayerResult(PlayerFigures, frozen=True, kw_only=True):
    """A player's result in one game.

    `rank` is 1 for the winner. `chips_left` is the number of chips in the hand. Both are None for
    an unfinished game: it has no winner yet, and hands are secret.
    """

    person: Person
    rank: int | None
    chips_left: int | None

    @property
    def won(self) -> bool:
        return self.winners_if_won > 0


class Play(msgspec.Struct, frozen=True):
    """A game prepared for export.

    `game_id` is the game's number in the journal; `key` identifies the game on any machine. Times
    are in the local time of the game's place. `ended` is None for an unfinished game. `minutes` is
    the playing time, or None if it is unknown. `number_of_corrections` counts the corrections of
    the game's state, and `number_of_amendments` the changes to earlier steps. `number_of_undos`
    counts all undos, even those redone later. `story` retells the game in up to three sentences.
    """

    game_id: int | None
    key: str
    board: str
    began: datetime
    ended: datetime | None
    last_played: datetime
    minutes: int | None
    turns: int
    players: tuple[PlayerResult, ...]
    number_of_corrections: int
    number_of_amendments: int
    number_of_undos: int
    story: tuple[Sentence, ...] = ()

    @property
    def rounds(self) -> int:
        """Number of rounds begun; the last round may be incomplete."""
        return -(-self.turns // len(self.players))


def play_from_game(game_id: int | None, game: PlayedGame, find_person: FindPerson) -> Play:
    """Convert a game for export. Raises DamagedGameError if the game has no valid timestamp.

    `game_id` is the game's number in the journal. `find_person` returns the person who has a name.
    """
    state, head, figures = game.state, game.rows.header, compute_figures(game)
    times = (head.started, *(one.time for one in game.timed_changes() if not one.is_resumption))
    moments = [moment for moment in map(parse_timestamp, times) if moment is not None]
    if not moments:
        raise DamagedGameError
    began, last_played = (
        to_game_local_time(one, head.started) for one in (moments[0], moments[-1])
    )
    counting = {step.number for step in game.steps}
    return Play(
        game_id=game_id,
        key=head.key,
        board=game.setup.board.name,
        began=began,
        ended=last_played if state.phase is Phase.FINISHED else None,
        last_played=last_played,
        minutes=figures.minutes,
        turns=state.turn,
        players=tuple(
            _result(state, player, find_person(player.name)) for player in figures.players
        ),
        number_of_corrections=sum(isinstance(step.command, Correct) for step in game.steps),
        number_of_amendments=sum(
            not counting.isdisjoint(
                range(move.steps_before + 1, move.steps_before + move.new_steps + 1)
            )
            for move in game.history.moves
        ),
        number_of_undos=sum(move.kind is HeadMoveKind.UNDO for move in game.history.moves),
        story=_story(game, find_person),
    )


def _story(game: PlayedGame, find_person: FindPerson) -> tuple[Sentence, ...]:
    happened = (event for step in game.steps for event in step.events)
    story = game_story(game.steps[0].before, happened) if game.steps else ()
    names = {player.color: find_person(player.name).name for player in game.state.players}
    return tuple(_with_people(one, names) for one in story)


def _with_people(sentence: Sentence, names: Mapping[Color, str]) -> Sentence:
    def named(fact: object) -> object:
        match fact:
            case Sentence():
                return _with_people(fact, names)
            case tuple():
                return tuple(map(named, fact))
            case Color():
                return names[fact]
            case _:
                return fact

    facts = {gap: named(fact) for gap, fact in sentence.facts.items()}
    return Sentence(sentence.message, facts, sentence.plural)


def _result(state: GameState, figures: PlayerFigures, person: Person) -> PlayerResult:
    has_ended = state.phase is Phase.FINISHED
    return PlayerResult(
        **asdict(figures),
        person=person,
        rank=_place(state, figures.color) if has_ended else None,
        chips_left=state.player(figures.color).hand.total if has_ended else None,
    )


def _place(state: GameState, color: Color) -> int:
    own = ranking_key(state, color)
    return 1 + sum(ranking_key(state, other) > own for other in state.colors)


ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Meduris Companion"
GAME = "Meduris"
_GAME_ID = "meduris"
_UNRESERVED = "!~*'()"
"""Punctuation that a browser leaves unescaped in a query, besides `_.-~`."""
_SHORTEST_NAME = 8

Translate = Callable[[Sentence], str]
"""Function that translates a sentence."""

_SIDES = {
    "meduris-2-3": Sentence(N_("Side for two or three players")),
    "meduris-4": Sentence(N_("Side for four players")),
}


class BgStatsLink(NamedTuple):
    """A web address for a QR code; `has_shortened_names` is true if long names were cut off."""

    url: str
    has_shortened_names: bool


def bg_stats_link(play: Play, translate: Translate, max_length: int) -> BgStatsLink:
    """Return the web address that adds a finished play to BG Stats.

    `translate` translates a sentence. The address has at most `max_length` characters. If the full
    address is longer, the story is left out first, then the board and the comment. If it is still
    too long, the longest names are cut short. Raises ValueError if even the shortest address is too
    long.
    """
    names = [player.person.name for player in play.players]
    data: dict[str, object] = {}
    for story, is_bare in ((play.story, False), ((), False), ((), True)):
        data = _shared(replace(play, story=story), translate)
        if is_bare:
            del data["board"], data["comments"]
        if len(text := _encoded(data)) <= max_length:
            return BgStatsLink(text, has_shortened_names=False)
    while len(max(names, key=_length)) > _SHORTEST_NAME:
        longest = max(range(len(names)), key=lambda seat: _length(names[seat]))
        names[longest] = f"{names[longest].removesuffix('…')[:-1]}…"
        data["players"] = _players(play, names)
        if len(text := _encoded(data)) <= max_length:
            return BgStatsLink(text, has_shortened_names=True)
    raise ValueError(f"no play fits in an address of {max_length} characters")


def _length(name: str) -> int:
    return len(quote(name))


def _encoded(data: object) -> str:
    return ADDRESS + quote(msgspec.json.encode(data), safe=_UNRESERVED)


def _shared(play: Play, translate: Translate) -> dict[str, object]:
    data: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.key,
        "playDate": utc_text(play.began),
    }
    if play.minutes is not None:
        data["durationMin"] = play.minutes
    return data | {
        "board": _board(play, translate),
        "comments": bg_stats_comment(play, translate),
        "game": {
            "name": GAME,
            "sourceGameId": _GAME_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": _players(play, [player.person.name for player in play.players]),
    }


def _players(play: Play, names: Sequence[str]) -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "sourcePlayerId": player.person.id,
            "score": player.points,
            "winner": player.won,
            "startPlayer": player.is_starting_player,
            "rank": player.rank,
            "role": player.color.value,
        }
        for name, player in zip(names, play.players, strict=True)
    ]


def utc_text(time: datetime) -> str:
    """Format a time as a UTC timestamp for BG Stats."""
    return local_time_text(time.astimezone(UTC))


def local_time_text(time: datetime) -> str:
    """Format a time without its time zone, as CSV tables and BG Stats need it."""
    return time.strftime("%Y-%m-%d %H:%M:%S")


def bg_stats_comment(play: Play, translate: Translate) -> str:
    """Return a comment for BG Stats: the story, and the numbers of corrections and amendments.

    `translate` translates a sentence.
    """
    corrected = (
        Sentence(
            "The table corrected the app {number} time.",
            {"number": play.number_of_corrections},
            "The table corrected the app {number} times.",
        ),
        Sentence(
            "An old step was changed {number} time.",
            {"number": play.number_of_amendments},
            "Old steps were changed {number} times.",
        ),
    )
    told = (*play.story, *(sentence for sentence in corrected if sentence.facts["number"]))
    return " ".join(map(translate, told))


def _board(play: Play, translate: Translate) -> str:
    side = _SIDES.get(play.board)
    return play.board if side is None else translate(side)


def plays_as_bg_stats_file(plays: Iterable[Play], translate: Translate) -> bytes:
    """Return a BG Stats import file with finished plays; the same plays always give the same bytes.

    `translate` translates a sentence.
    """
    ordered = sorted(plays, key=lambda play: (play.began, play.key))
    people: dict[str, Person] = {}
    for player in (player for play in ordered for player in play.players):
        people.setdefault(player.person.id, player.person)
    numbers = {key: number for number, key in enumerate(people, start=1)}
    changed = max((utc_text(play.last_played) for play in ordered), default="2000-01-01 00:00:00")
    data = {
        "about": "Plays kept by the Meduris Companion.",
        "players": [
            {
                "id": numbers[person.id],
                "uuid": str(UUID(hex=person.id)),
                "name": person.name,
                "isAnonymous": False,
                "modificationDate": changed,
            }
            for person in people.values()
        ],
        "locations": [],
        "games": [
            {
                "id": 1,
                "uuid": str(uuid5(_OURS, f"game {_GAME_ID}")),
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
        ],
        "plays": [_kept_play(play, numbers, translate) for play in ordered],
        "userInfo": {"meRefId": 0},
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1)


def _kept_play(play: Play, numbers: Mapping[str, int], translate: Translate) -> dict[str, object]:
    changed = utc_text(play.last_played)
    most = max(player.points for player in play.players)
    leaders = {player.color for player in play.players if player.points == most}
    winners = {player.color for player in play.players if player.won}
    data: dict[str, object] = {
        "uuid": str(uuid5(_OURS, f"play {play.key}")),
        "gameRefId": 1,
        "playDate": local_time_text(play.began),
        "playDateYmd": int(play.began.strftime("%Y%m%d")),
        "entryDate": changed,
        "modificationDate": changed,
    }
    if play.minutes is not None:
        data["durationMin"] = play.minutes
    return data | {
        "rounds": play.rounds,
        "board": _board(play, translate),
        "comments": bg_stats_comment(play, translate),
        "ignored": False,
        # BG Stats would otherwise name the players with the most points as winners.
        "manualWinner": leaders != winners,
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": numbers[player.person.id],
                "score": str(player.points),
                "winner": player.won,
                "startPlayer": player.is_starting_player,
                "rank": player.rank,
                "seatOrder": seat,
                "role": player.color.value,
            }
            for seat, player in enumerate(play.players, start=1)
        ],
    }


Cell = str | int | bool | datetime | None

COLUMNS: dict[str, Callable[[Play, int, PlayerResult], Cell]] = {
    "game": lambda play, _seat, _player: play.game_id,
    "began": lambda play, _seat, _player: play.began,
    "ended": lambda play, _seat, _player: play.ended,
    "minutes": lambda play, _seat, _player: play.minutes,
    "board": lambda play, _seat, _player: play.board,
    "players": lambda play, _seat, _player: len(play.players),
    "seat": lambda _play, seat, _player: seat,
    "player": lambda _play, _seat, player: player.person.name,
    "colour": lambda _play, _seat, player: player.color.value,
    "started": lambda _play, _seat, player: player.is_starting_player,
    "points": lambda _play, _seat, player: player.points,
    "rank": lambda _play, _seat, player: player.rank,
    "winner": lambda _play, _seat, player: None if player.rank is None else player.won,
    "points_start": lambda _play, _seat, _player: START_POINTS,
    "points_bonus": lambda _play, _seat, player: player.sources.bonus,
    "points_offerings": lambda _play, _seat, player: player.sources.offerings,
    "points_interim_runes": lambda _play, _seat, player: player.sources.interim_runes,
    "points_final_offerings": lambda _play, _seat, player: player.sources.final_offerings,
    "points_temples": lambda _play, _seat, player: player.sources.temples,
    "points_runes": lambda _play, _seat, player: player.sources.runes,
    "points_corrections": lambda _play, _seat, player: player.sources.corrections,
    "huts": lambda _play, _seat, player: player.huts,
    "temples": lambda _play, _seat, player: player.temples,
    "runes": lambda _play, _seat, player: player.runes,
    "chips_left": lambda _play, _seat, player: player.chips_left,
    "corrections": lambda play, _seat, _player: play.number_of_corrections,
    "undone": lambda play, _seat, _player: play.number_of_undos,
}
"""Columns of the CSV table of plays: functions of a play, a seat (from 1) and the player there."""
_FORMULA = "=+-@"
_BEHIND_A_PART = re.compile(r"(?<=[,;\x00-\x1f\x7f-\x9f\u2028\u2029])")
"""Positions where a spreadsheet that expects another separator may split a quoted text."""
COMMA, SEMICOLON = ",", ";"


def plays_as_csv(plays: Iterable[Play], separator: str = COMMA) -> bytes:
    """Return a CSV table with one row for each player of each play."""
    rows = (
        [column(play, seat, player) for column in COLUMNS.values()]
        for play in plays
        for seat, player in enumerate(play.players, start=1)
    )
    return encode_csv(tuple(COLUMNS), rows, separator)


def encode_csv(
    header: Sequence[str], rows: Iterable[Sequence[Cell]], separator: str = COMMA
) -> bytes:
    """Return rows as CSV; times have no time zone, and booleans are `yes` and `no`.

    All numbers must be integers, since the decimal separator depends on the language of a
    spreadsheet.
    """
    text = io.StringIO()
    writer = csv.writer(
        text, delimiter=separator, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC
    )
    writer.writerow(header)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _cell(cell: Cell) -> str | int:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case int():
            return cell
        case datetime():
            return local_time_text(cell)
        case str():
            return escape_formulas(cell)


def escape_formulas(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet could take for a formula.

    This applies to each part of the text between separators such as commas, because a spreadsheet
    may split the text there into several cells.
    """
    if text.isalnum():
        return text
    return "".join(
        f"'{part}" if _is_dangerous(part) else part for part in _BEHIND_A_PART.split(text)
    )


def _is_dangerous(part: str) -> bool:
    if unicodedata.category(part[:1] or "a") == "Cc":
        return True
    # Spreadsheets may skip spaces, invisible characters and quotes at the start of a cell.
    seen = (sign for sign in part if sign != '"' and unicodedata.category(sign)[0] not in "ZC")
    # Some spreadsheets treat full-width characters, as in Chinese text, like the ASCII ones.
    first = unicodedata.normalize("NFKC", next(seen, ""))[:1]
    return first != "" and first in _FORMULA
