"""Speaks new moves, questions and refusals on the table's page, and plays tones.

The voice reads the texts on the screen. The main thread only finds out which texts are new; the
thread that plays the sound composes the sentences.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from companion import events as ev
from companion.commands import Roll
from companion.pieces import Color
from companion.state import FinaleStage, GameState, Phase
from companion.trays import added_tray_rows
from kiosk.announcer import Announcer
from kiosk.pages.table.draft import Draft, SelectedOption, ThingExplanationDraft
from kiosk.pages.table.moves import correction_sentences
from kiosk.pages.table.question import Question
from kiosk.pages.table.sheet import Sheet, SheetInputs, has_selection
from kiosk.pages.table.view import highlighted_fields, own_or_chosen_plains
from kiosk.pieces.spoken import spoken_text_of_block
from kiosk.settings import SpeechLevel
from kiosk.sound import LazyText, Tone, resolve_text
from kiosk.words.language import _, join_with_and
from kiosk.words.moves import command_text
from kiosk.words.speech import (
    SpokenQuestion,
    spoken_field_choices,
    spoken_pieces_to_move,
    spoken_question,
    spoken_question_text,
)
from kiosk.words.spoken_text import join_as_sentences
from kiosk.words.texts import piece_name, player_names


class _Screen(NamedTuple):
    game: str
    sheet: Sheet
    card_text: str
    asks: SpokenQuestion | None

    @property
    def inputs(self) -> SheetInputs:
        return self.sheet.inputs


def announce_changes(announcer: Announcer, game: str, sheet: Sheet, card_text: str = "") -> None:
    """Speak the texts that have appeared on the table's page since the previous call.

    `game` is the key of the game, and `sheet` has the contents of the page. `card_text` is the text
    that the card shows instead of the question, or "". Players who use a keyboard also hear the
    card about the piece or field that they have selected.
    """
    before = announcer.last_screen if isinstance(announcer.last_screen, _Screen) else None
    if before is not None and before.game != game:
        before = None
    says, says_all = announcer.speech_level, announcer.speaks_everything
    asks = None if says is SpeechLevel.NOTHING else _asks(before, sheet.inputs)
    announcer.last_screen = now = _Screen(game, sheet, card_text, asks)
    told_before = None if before is None else before.sheet.notices.text
    is_refused = sheet.notices.is_refusal and told_before != sheet.notices.text
    if is_refused or any(_refused_in_parts(before, now)):
        announcer.play_tone(Tone.REFUSED)
    if says is SpeechLevel.NOTHING:
        return
    said = [*_news(before, now)] if says_all else []
    if not card_text:
        said += _asked(before, now, by_keys=announcer.by_keys, says_all=says_all)
    elif before is None or before.card_text != card_text:
        said = [partial(_read, said, card_text)]
    if card_text and (before is None or before.asks != asks):
        # Speak the question only after the player has closed the text that covers it.
        announcer.last_screen = now._replace(asks=None)
    announcer.say_parts(said)


def tone_for_step(before: GameState, after: GameState, events: Sequence[ev.Event]) -> Tone | None:
    """Return the tone to play for a step of the game, or None for a step without a tone.

    `before` and `after` are the states before and after the step, and `events` are its events. If
    several events have a tone, the result is the tone that is rarest in a game.
    """
    kinds = {type(event) for event in events}
    if ev.GameEnded in kinds:
        return Tone.END
    if ev.FinaleStarted in kinds:
        return Tone.LAST_TURNS if after.finale is FinaleStage.LAST_TURNS else Tone.DRUID
    if ev.RiverCrossed in kinds:
        return Tone.RIVER
    if after.phase is Phase.OFFERING and after.visits != before.visits:
        return Tone.DRUID
    if ev.TurnStarted in kinds:
        return Tone.YOUR_TURN
    if after.phase is Phase.TAKE or kinds & {ev.YieldEarned, ev.ChipTaken}:
        return Tone.TAKE
    return Tone.ROLL if ev.DieRolled in kinds else None


def tray_spoken(inputs: SheetInputs, color: Color) -> str:
    """Return what the voice says of a player's tray: the moves to make, and the player's question.

    The question is left out if the player `color` does not have to answer one.
    """
    rows = next(tray.rows for tray in inputs.trays if tray.color == color)
    moves = spoken_pieces_to_move(inputs.state, color, rows)
    if not moves:
        name = player_names(inputs.state)[color]
        # For translators: said by a voice, of the pieces on the table
        moves = _("{player}: nothing to move", player=name)
    asked = spoken_question_text(inputs.state, (color,)) if color in inputs.asked_players else ""
    return join_as_sentences((moves, asked))


def question_spoken(inputs: SheetInputs, question: Question) -> str:
    is_over = inputs.state.phase is Phase.FINISHED
    if is_over or has_selection(inputs.draft):
        return _on_card(inputs.state, question)
    asked = spoken_question_text(inputs.state, inputs.asked_players)
    return join_as_sentences((asked, *_aimed(inputs.state, inputs.draft)))


def _asks(before: _Screen | None, inputs: SheetInputs) -> SpokenQuestion | None:
    if before is not None and before.asks:
        then = before.inputs
        same = then.state is inputs.state
        goes_on = inputs.answers and (then.state.turn, then.state.phase) == (
            inputs.state.turn,
            inputs.state.phase,
        )
        if (same or goes_on) and set(inputs.asked_players) <= set(then.asked_players):
            return before.asks
    return spoken_question(inputs.state, inputs.asked_players)


def _read(news: Iterable[LazyText], card_text: str) -> str:
    return join_as_sentences(
        (*(one for one in map(resolve_text, news) if one not in card_text), card_text)
    )


def _refused_in_parts(before: _Screen | None, now: _Screen) -> Iterator[tuple[Color, str]]:
    former = () if before is None else before.inputs.refusals.items()
    return (one for one in now.inputs.refusals.items() if one not in former)


def _news(before: _Screen | None, now: _Screen) -> Iterator[LazyText]:
    notices, hint = now.sheet.notices.text, now.sheet.hint
    if notices and (before is None or before.sheet.notices.text != notices):
        yield notices
    for color, why in _refused_in_parts(before, now):
        yield _("{player}: {what}", player=player_names(now.inputs.state)[color], what=why)
    if before is not None:
        yield from _happened(before.inputs, now.inputs)
    if hint is not None and (before is None or before.sheet.hint != hint):
        yield hint.text


def _happened(before: SheetInputs, now: SheetInputs) -> Iterator[LazyText]:
    state, face = now.state, now.die_face
    was_rolled = before.state.phase is Phase.ROLL and before.state.turn == state.turn
    if face is not None and was_rolled and state.phase is not Phase.ROLL:
        yield partial(command_text, state, Roll(by=state.whose_turn, face=face))
    if before.trays is not now.trays:
        known = {tray.color: tray.rows for tray in before.trays}
        # Begin with the active player, whose move explains the earnings of the others.
        mover = before.state.active
        in_turn = sorted(now.trays, key=lambda tray: tray.color is not mover)
        for color, rows in ((tray.color, tray.rows) for tray in in_turn):
            old = known.get(color, ())
            if rows != old and (come := tuple(added_tray_rows(old, rows))):
                yield partial(spoken_pieces_to_move, state, color, come)
    if before.latest_moves is not now.latest_moves and before.latest_moves != now.latest_moves:
        yield from correction_sentences(now.latest_moves)


def _asked(
    before: _Screen | None, now: _Screen, *, by_keys: bool, says_all: bool
) -> Iterator[LazyText]:
    state, draft = now.inputs.state, now.inputs.draft
    was_read = before is not None and by_keys and before.card_text != ""
    is_new = before is None or before.inputs.draft != draft or was_read
    has_ended = state.phase is Phase.FINISHED and (before is None or before.asks is not None)
    if has_selection(draft):
        if is_new and (by_keys or (isinstance(draft, ThingExplanationDraft) and says_all)):
            yield partial(_on_card, state, now.sheet.question)
        return
    if is_new and by_keys and isinstance(draft, SelectedOption):
        yield from _aimed(state, draft)
        return
    was_covered = was_read or (
        before is not None and by_keys and has_selection(before.inputs.draft)
    )
    is_asked_anew = before is None or before.asks != now.asks or was_covered
    answers_again = before is not None and not set(now.inputs.asked_players) <= set(
        before.inputs.asked_players
    )
    if now.asks is not None and (is_asked_anew or answers_again):
        yield now.asks.text
    elif has_ended or (now.asks is None and was_covered):
        yield partial(_on_card, state, now.sheet.question)


def _aimed(state: GameState, draft: Draft) -> Iterator[str]:
    if not isinstance(draft, SelectedOption):
        return
    if fields := highlighted_fields(state, draft):
        yield spoken_field_choices(fields)
    if plains := own_or_chosen_plains(state, draft):
        workers = join_with_and([piece_name(plain) for plain in plains])
        # For translators: said by a voice to a player who uses the keys
        yield _("From {plains}: go there, then Enter.", plains=workers)


def _on_card(state: GameState, question: Question) -> str:
    names = player_names(state)
    name = "" if question.color is None or not question.player_name else names[question.color]
    field = question.visited_field
    title = question.title if field is None else f"{question.title} {field}"
    title = f"{name}, {title}" if name else title
    return join_as_sentences((title, *(spoken_text_of_block(row, names) for row in question.rows)))
