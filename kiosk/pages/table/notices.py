"""Texts of the notices on the table's page: refused moves, news, and failures to save."""

from typing import NamedTuple

from companion import moves
from companion.commands import Command, Correct
from companion.errors import HiddenHandViolation, RuleViolation
from companion.pieces import BuildingKind
from companion.rulebook import rule
from companion.state import GameState
from kiosk.routes import CommandToAllow
from kiosk.words.language import _
from kiosk.words.latest_moves import PieceMoves
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import ReasonText, reason_paragraph, refusal_reason, rule_ids
from kiosk.words.texts import player_names, refusal_text, sentence_text


def command_to_allow(state: GameState, command: Command, refusal: RuleViolation) -> CommandToAllow:
    """Return a refused command with its rule and a reason, for a correction that allows it.

    `refusal` has the rule that refused `command`. The reason says that the players play this rule
    differently, and quotes the refusal. A refusal that reveals a hand is not quoted, because
    players can read the reason in the log.
    """
    why = _("We play “{rule}” differently.", rule=_(rule(refusal.rule).title))
    if not isinstance(refusal, HiddenHandViolation):
        said = _("The app said: {refusal}", refusal=refusal_text(state, refusal))
        why = f"{why} {said}"
    limit = Correct.REASON_LIMIT
    return CommandToAllow(
        command, refusal.rule, why if len(why) <= limit else why[: limit - 1] + "…"
    )


class Refusal(ReasonText, frozen=True):
    """Explanation why the rules refuse a command.

    `command_to_allow` has what players need to open a correction that allows the command. It is
    None if players cannot overrule the rule.
    """

    command_to_allow: CommandToAllow | None = None


class Notices(NamedTuple):
    """Texts of the notices above the question; a text is empty or None if there is no such notice.

    `refusal_or_news` explains why the last tap did nothing, or gives news about the latest step of
    the game. `save_error` says why the steps of the game cannot be saved. `board_save_error` says
    why the icons and runes that players entered for the fields could not be saved with the board.
    """

    refusal_or_news: ReasonText | None = None
    save_error: str = ""
    board_save_error: str = ""

    @property
    def refusal(self) -> str:
        shown = self.refusal_or_news
        return "" if shown is None or self.announcement else shown.explanation

    @property
    def announcement(self) -> str:
        shown = self.refusal_or_news
        return shown.explanation if isinstance(shown, Announcement) else ""

    @property
    def is_refusal(self) -> bool:
        return self.refusal_or_news is not None and self.refusal_or_news.rule_id != ""

    @property
    def save_errors(self) -> str:
        return "\n".join(filter(None, (self.save_error, self.board_save_error)))

    @property
    def text(self) -> str:
        shown = "" if self.refusal_or_news is None else self.refusal_or_news.explanation
        return "\n".join(filter(None, (shown, self.save_errors)))


class CardText(NamedTuple):
    """Text that the card shows instead of the question.

    `rule_ids` are the rules that a button below the text opens. If `command_to_allow` is given,
    another button opens a correction that allows this refused command. If `offers_three_for_one` is
    set, a button leads on to paying three other chips for each missing chip.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    rule_ids: tuple[str, ...] = ()
    command_to_allow: CommandToAllow | None = None
    offers_three_for_one: bool = False


_NEAR_THE_END = 2
"""The end of the game is announced once a player has at most this number of buildings left."""


class Announcement(ReasonText, frozen=True):
    """News for all players after a step of the game, shown until the next tap."""


def announcement_of(state: GameState, latest_moves: PieceMoves) -> Announcement | None:
    """Return the news for all players after the latest step of the game, or None without news.

    `state` is the state after this step, and `latest_moves` are the moves that it requires.
    """
    texts = []
    for line, news in ((row.text, row.move) for row in latest_moves.moves):
        if not isinstance(news, moves.News) or news.repeats:
            continue
        if news.announcement is None:
            texts.append((line, line))
        else:
            texts.append((line, sentence_text(news.announcement, player_names(state))))
    texts += filter(None, (_end_comes_near(state, row.move) for row in latest_moves.moves))
    if not texts:
        return None
    full, short = zip(*texts, strict=True)
    return Announcement("", "", "\n".join(full), "\n".join(short))


def _end_comes_near(state: GameState, row: moves.Row) -> tuple[str, str] | None:
    if not isinstance(row, moves.BuildingToPlace) or state.finale is not None:
        return None
    (builder,) = row.who
    left = sum(state.buildings_left(builder, kind) for kind in BuildingKind)
    if not 0 < left <= _NEAR_THE_END:
        return None
    short = _("{player}: {number} left to build", player=player_names(state)[builder], number=left)
    full = _(
        "Whoever has built all their huts and temples ends the game: everybody else has one more "
        "turn, then the druid visits every hut once more. Keep chips for your offerings."
    )
    return full, short


def refusal_of(state: GameState, command: Command, refusal: RuleViolation) -> Refusal:
    """Return the explanation why the rules refuse `command` in `state`.

    If players can overrule the rule, the result also has what they need to open a correction that
    allows the command.
    """
    why = refusal_reason(state, refusal)
    ruled = None if refusal.rule in _NOT_PLAYED else command_to_allow(state, command, refusal)
    return Refusal(why.rule_id, why.heading, why.text, why.explanation, ruled)


_NOT_PLAYED = ("turn.decider", "board.survey")
"""Ids of rules that players cannot overrule, as they are about the order of steps in the app."""


def notices_card_text(notices: Notices) -> CardText:
    """Return the full text of the most important notice, to show instead of the question.

    This is the refusal or the news for all players. If there is neither, it is the text about
    failures to save.
    """
    shown = notices.refusal_or_news
    if isinstance(shown, Announcement):
        return CardText("", (Paragraph("", shown.text),))
    if shown is not None:
        paragraph = reason_paragraph(shown)
        ruled = shown.command_to_allow if isinstance(shown, Refusal) else None
        title = _("Why not?") if notices.is_refusal else ""
        return CardText(title, (paragraph,), rule_ids((shown,)), ruled)
    title = _("Not saved") if notices.save_error else ""
    troubles = filter(None, (notices.save_error, notices.board_save_error))
    return CardText(title, tuple(Paragraph("", text) for text in troubles))
