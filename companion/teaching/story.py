"""The story of a finished game.

It says which way of scoring decided the game, from which moment the winner was in the lead, and
which ritual scored the most points. Pure functions of the events.
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from companion import events as ev
from companion.content import sentence_factory
from companion.evolution import apply_event, is_final_scoring_event
from companion.pieces import Color
from companion.sentence import Sentence
from companion.state import FinaleStage, GameState, Player, PointSource
from companion.teaching.payoff import points_change_sentence
from companion.telling.phrases import point_source_name
from companion.telling.sentences import winners_sentence

_say = sentence_factory("story")

_OF_ONE_KIND: tuple[tuple[PointSource, ...], ...] = (
    (PointSource.RUNES, PointSource.INTERIM_RUNES),
    (PointSource.OFFERINGS, PointSource.FINAL_OFFERINGS),
    (PointSource.TEMPLES,),
    (PointSource.BONUS,),
    (PointSource.CORRECTIONS,),
)
"""Groups of point sources; the sources in a group are compared by their sum."""


class _Part(NamedTuple):
    """A part of the game: a turn, the final circuit or the final scoring.

    `leader` is the player with the most points at the end of the part, or None if there is a tie.
    """

    key: str
    turn: int
    leader: Color | None


def game_story(start: GameState, events: Iterable[ev.Event]) -> tuple[Sentence, ...]:
    """Return the story of a game in one to three sentences, or () if the game is unfinished.

    `start` is the first state of the game. The story says which way of scoring decided the
    game, from which moment the winner was in the lead, and which ritual scored the most points.
    """
    state = start
    parts: list[_Part] = []
    rituals: list[tuple[int, dict[Color, int]]] = []
    for event in events:
        match event:  # a part ends with a turn or with the final circuit
            case ev.TurnStarted() | ev.FinaleStarted(FinaleStage.CIRCUIT, _) if state.turn:
                parts.append(_Part("turn", state.turn, _leader(state)))
            case _ if is_final_scoring_event(event) and not (parts and parts[-1].key == "circuit"):
                parts.append(_Part("circuit", state.turn, _leader(state)))
            case _:
                pass
        match event:
            case ev.RitualStarted() if state.finale is not FinaleStage.CIRCUIT:
                rituals.append((state.turn, {}))
            case ev.PointsScored(color, points, _, PointSource.OFFERINGS) if rituals:
                _turn, scored = rituals[-1]
                scored[color] = scored.get(color, 0) + points
            case _:
                pass
        state = apply_event(state, event)
    if state.winners is None:
        return ()
    told = [victory_sentence(state)]
    winner = _leader(state)
    if winner is not None:
        parts.append(_Part("scoring", state.turn, winner))
        *_, first = takewhile(lambda part: part.leader == winner, reversed(parts))
        key = first.key
        if key != "turn" and any(part.leader == winner for part in parts[: parts.index(first)]):
            key += "-again"
        told.append(_say("lead", key, {"player": winner, "turn": first.turn}))
    turn, scored = max(rituals, key=lambda ritual: sum(ritual[1].values()), default=(0, {}))
    if sum(scored.values()) > 0:
        shares = tuple(
            _say(
                "ritual",
                "share",
                {"player": color, "points": points_change_sentence(scored[color])},
            )
            for color in state.colors
            if color in scored
        )
        told.append(_say("ritual", "text", {"turn": turn, "scored": shares}))
    return tuple(told)


def _leader(state: GameState) -> Color | None:
    best, second, *_ = sorted(state.players, key=lambda player: -player.points)
    return best.color if best.points > second.points else None


def victory_sentence(final_state: GameState) -> Sentence:
    """Return a sentence with the winners and the points that decided the game.

    If only one player has the most points, the sentence names the way of scoring in which this
    player was furthest ahead of the player in second place. If there is a tie for second place, the
    smallest lead over one of these players counts. Ways of scoring with the same lead over this
    player are all named. Raises ValueError before the end of the game.
    """
    if final_state.winners is None:
        raise ValueError("the game is not over yet")
    best, *others = sorted(final_state.players, key=lambda player: -player.points)
    if best.points == others[0].points:
        level = {"number": best.points, "winners": winners_sentence(final_state.winners)}
        return _say("victory", "level", level)

    seconds = [player for player in others if player.points == others[0].points]

    def lead(kind: tuple[PointSource, ...], second: Player) -> int:
        return sum(
            getattr(best.breakdown, one.value) - getattr(second.breakdown, one.value)
            for one in kind
        )

    def closest(kind: tuple[PointSource, ...]) -> Player:
        return min(seconds, key=lambda second: lead(kind, second))

    decided = max(_OF_ONE_KIND, key=lambda kind: lead(kind, closest(kind)))
    second = closest(decided)
    number = lead(decided, second)
    facts: dict[str, object] = {"player": best.color, "other": second.color, "number": number}
    equal = [kind for kind in _OF_ONE_KIND if lead(kind, second) == number]
    if len(equal) > 1:
        facts["sources"] = tuple(
            _say(
                "victory",
                "source",
                {
                    "source": point_source_name(kind[0]),
                    "points": points_change_sentence(number),
                },
            )
            for kind in equal
        )
        return _say("victory", "several", facts)
    return _say("victory", decided[0].value, facts)
