"""Names of the winners, reasons for the victory (rule end.winner), and names of ways of scoring."""

from collections.abc import Callable, Iterable, Sequence

from companion.game import ranking_key
from companion.history import Step
from companion.pieces import Color
from companion.state import GameState, PointSource
from companion.teaching.story import game_story
from companion.telling.sentences import winners_sentence
from kiosk.words.language import _, join_with_and, mark, plural
from kiosk.words.texts import display_name, join_with_commas, player_names, sentence_text

SOURCE_NAMES: dict[PointSource, str] = {
    PointSource.BONUS: mark("Bonus chips"),
    PointSource.OFFERINGS: mark("Offerings"),
    PointSource.INTERIM_RUNES: mark("Runes (river)"),
    PointSource.FINAL_OFFERINGS: mark("Final offerings"),
    PointSource.TEMPLES: mark("Temples"),
    PointSource.RUNES: mark("Runes (end)"),
    PointSource.CORRECTIONS: mark("Corrections"),
}
"""Names of the ways of scoring, in the order of the final score."""


def winners_line(state: GameState, winners: Sequence[Color]) -> str:
    return sentence_text(winners_sentence(winners), player_names(state))


def winners_headline(state: GameState) -> str:
    winners = state.winners or ()
    if len(winners) == 1:
        return _("{player} wins", player=display_name(state.player(winners[0]).name))
    return winners_line(state, winners)


def deciding_criteria_lines(state: GameState) -> tuple[str, ...]:
    """Return sentences that compare the best players by the criteria that decided the victory.

    They are in the order of the rules.
    """
    ranks = {color: ranking_key(state, color) for color in state.colors}
    leaders = _best(state.colors, lambda color: ranks[color][0])
    most = ranks[leaders[0]][0]
    if len(leaders) == 1:
        return (_lead(state, most),)
    lines = [
        _("{players} have {points} points each", players=_names(state, leaders), points=most),
        _("Huts and temples: {counts}", counts=_counts(state, leaders, lambda c: ranks[c][1])),
    ]
    builders = _best(leaders, lambda color: ranks[color][1])
    if len(builders) == 1:
        return tuple(lines)
    lines.append(_("Chips left: {counts}", counts=_counts(state, builders, lambda c: ranks[c][2])))
    if len(_best(builders, lambda color: ranks[color][2])) > 1:
        lines.append(_("A complete tie"))
    return tuple(lines)


def game_story_sentences(state: GameState, steps: Sequence[Step]) -> tuple[str, ...]:
    """Return a few sentences about how a game was won, or no sentences for an unfinished game."""
    happened = (event for step in steps for event in step.events)
    story = game_story(steps[0].before, happened) if steps else ()
    names = player_names(state)
    return tuple(sentence_text(sentence, names) for sentence in story)


def _best(colors: Iterable[Color], worth: Callable[[Color], int]) -> tuple[Color, ...]:
    known = tuple(colors)
    most = max(worth(color) for color in known)
    return tuple(color for color in known if worth(color) == most)


def _lead(state: GameState, most: int) -> str:
    following = max(player.points for player in state.players if player.points < most)
    behind = [player.color for player in state.players if player.points == following]
    return plural(
        "{number} point ahead of {players}",
        "{number} points ahead of {players}",
        most - following,
        players=_names(state, behind),
    )


def _names(state: GameState, colors: Iterable[Color]) -> str:
    return join_with_and([player_names(state)[color] for color in colors])


def _counts(state: GameState, colors: Iterable[Color], count: Callable[[Color], int]) -> str:
    return join_with_commas(
        [
            _("{player} {number}", player=player_names(state)[color], number=count(color))
            for color in colors
        ]
    )
