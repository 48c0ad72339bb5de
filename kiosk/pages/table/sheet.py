"""Sheet: everything that the table's page shows for a state of the game and a player's input.

Imports no Kivy.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.commands import Answer, BuildHut, BuildTemple, MoveWorker
from companion.pieces import SWAP_RATE, Color, Face
from companion.preview import preview_move
from companion.state import GameState, Phase
from companion.teaching.hint_setting import HintSetting
from companion.teaching.hints import Hint
from companion.teaching.illustration import Illustration
from companion.teaching.payoff import (
    EffectTime,
    choice_title,
    effect_time_heading,
    effects_of_choice,
    final_score_assumption_sentence,
)
from companion.trays import Tray
from kiosk.pages.table.draft import (
    Draft,
    EmptyDraft,
    PaymentDraft,
    PrintedFieldDraft,
    SelectedField,
    SelectedOption,
)
from kiosk.pages.table.moves import correction_sentences, newest_moves_first, row_symbols
from kiosk.pages.table.notices import Announcement, CardText, Notices, Refusal, notices_card_text
from kiosk.pages.table.paying import begins_with_refusal
from kiosk.pages.table.question import Action, Decide, Question, SetDraft
from kiosk.pages.table.view import (
    earnings,
    highlighted_fields,
    own_or_chosen_plains,
    table_question,
)
from kiosk.pieces.picture import BoardPicture, TrayPicture, board_picture, tray_pictures
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.form import Button, ButtonStyle, Row
from kiosk.words.language import _
from kiosk.words.latest_moves import PieceMoves
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import ReasonText, reason_paragraph, rule_ids
from kiosk.words.texts import join_with_commas, piece_name, player_names, sentence_text


class SheetInputs(NamedTuple):
    """All data that determine the contents of the table's page.

    - `draft`: the player's unfinished input.
    - `latest_moves`: the moves of real pieces that the last decision requires.
    - `disabled_buttons`: the keys of the disabled buttons in the bar.
    - `trays`: the moves that players have not made on the table yet.
    - `asked_players`: the players who can still answer the current question.
    - `answers`: the answers to the current question so far.
    - `refusal_or_news`, `save_error`, `board_save_error`: see `Notices`.
    - `die_face`: the face of the die to show on the board, or None.
    - `hint`: the hint to show, or None.
    - `suggested_command`: the decision that the app suggests in a first game, or None.
    - `refusals`: for a question to several players, why each player's last answer was impossible.
    - `hints_just_disabled`: set right after a player has switched hints off.
    - `first_visible_moves`: by player, the index in the tray's list of the first move to show, for
      trays that do not begin with their first move.
    - `players_with_seen_hands`: the players whose hidden chips were seen or revealed recently (see
      `PlayedGame.players_with_seen_hands`).
    """

    state: GameState
    draft: Draft
    settings: Settings
    latest_moves: PieceMoves = PieceMoves()
    disabled_buttons: frozenset[str] = frozenset()
    trays: tuple[Tray, ...] = ()
    asked_players: tuple[Color, ...] = ()
    answers: tuple[Answer, ...] = ()
    refusal_or_news: ReasonText | None = None
    die_face: Face | None = None
    save_error: str = ""
    board_save_error: str = ""
    hint: Hint | None = None
    suggested_command: MoveWorker | BuildHut | None = None
    refusals: Mapping[Color, str] = MappingProxyType({})
    hints_just_disabled: bool = False
    first_visible_moves: Mapping[Color, int] = MappingProxyType({})
    players_with_seen_hands: frozenset[Color] = frozenset()


class ShownHint(msgspec.Struct, frozen=True):
    """Hint on the table's page: a text, a picture, and the ids of the rules that it explains.

    `reader` is the player whom the hint faces when the card shows it instead of the question. If
    `reader` is None, the card keeps its rotation. `is_last` is set for the message that hints are
    switched off; one of its buttons switches them on again.
    """

    text: str
    illustration: Illustration
    rule_ids: tuple[str, ...]
    reader: Color | None = None
    is_last: bool = False


class Sheet(NamedTuple):
    """Contents of the table's page, computed from `inputs`.

    `corrections` describes the changes, if the latest step of the game was a correction or an
    amendment. It is "" after any other step, and while a player has selected something. If
    `card_rotation` is None, the card keeps its present rotation. If `keeps_hint_room` is set, the
    card leaves room above the question for a hint, even if there is none now.
    """

    inputs: SheetInputs
    board_picture: BoardPicture
    question: Question
    notices: Notices
    corrections: str
    trays: tuple[TrayPicture, ...]
    card_rotation: Rotation | None
    hint: ShownHint | None
    keeps_hint_room: bool


def sheet_of(inputs: SheetInputs, screen_rotation: Rotation | None = None) -> Sheet:
    """Return the contents of the table's page for `inputs`.

    `screen_rotation` is the rotation of the screen, or None if it is unknown. If the rotation is
    known, and the players have switched off screen rotation, the card faces the player being asked,
    until the game ends. Otherwise the card is upright on the screen.
    """
    state, settings = inputs.state, inputs.settings
    asked = table_question(
        state,
        inputs.draft,
        app_die=settings.app_die,
        asked_players=inputs.asked_players,
        answers=inputs.answers,
        refusals=inputs.refusals,
    )
    selected, hint, refused = has_selection(inputs.draft), None, inputs.refusal_or_news
    if inputs.suggested_command is not None and isinstance(inputs.draft, EmptyDraft):
        asked = replace(asked, rows=(_suggestion(state, inputs.suggested_command), *asked.rows))
    if not selected:
        hint = _shown_hint(inputs)
    if hint is not None and isinstance(refused, Announcement):
        refused = None  # the news appear after the player has dismissed the hint
    card_rotation: Rotation | None = Rotation.NONE
    turns_card = not settings.screen_turns and state.phase is not Phase.FINISHED
    if screen_rotation is not None and turns_card:
        facing = None if asked.color is None else settings.rotation_towards(asked.color)
        card_rotation = None if facing is None else screen_rotation.rotation_to(facing)
    return Sheet(
        inputs,
        board_picture_of(inputs),
        asked,
        Notices(refused, inputs.save_error, inputs.board_save_error),
        "" if selected else "\n".join(correction_sentences(inputs.latest_moves)),
        tray_pictures_of(inputs),
        card_rotation,
        hint,
        (settings.hints is HintSetting.FIRST_GAME or inputs.hints_just_disabled) and not selected,
    )


def board_picture_of(inputs: SheetInputs) -> BoardPicture:
    state, draft = inputs.state, inputs.draft
    pointed: int | None = None
    if isinstance(draft, SelectedField | PrintedFieldDraft):
        pointed = draft.field
    elif isinstance(draft, PaymentDraft):
        pointed = getattr(draft.purpose, "field", None)
    return board_picture(
        state,
        touched_field=pointed,
        chosen_plains=own_or_chosen_plains(state, draft),
        tappable_fields=highlighted_fields(state, draft),
        die_face=inputs.die_face,
        earnings=earnings(state, draft),
    )


def tray_pictures_of(inputs: SheetInputs) -> tuple[TrayPicture, ...]:
    open_chips = inputs.settings.open_chips
    return tray_pictures(
        inputs.state,
        open_chips=open_chips,
        moves={
            tray.color: tuple(map(row_symbols, newest_moves_first(tray))) for tray in inputs.trays
        },
        first_visible_moves=inputs.first_visible_moves,
        players_with_seen_hands=() if open_chips else inputs.players_with_seen_hands,
    )


def has_selection(draft: Draft) -> bool:
    """Return whether a player has selected or entered something, or opened a card such as the menu.

    `draft` is the player's unfinished input. The result is False if the player has only chosen a
    kind of action (`SelectedOption`).
    """
    return not isinstance(draft, EmptyDraft | SelectedOption)


def _suggestion(state: GameState, command: MoveWorker | BuildHut) -> Row:
    action: Action = Decide(command)
    if isinstance(command, MoveWorker):
        earned = preview_move(state, command.source, command.level, command.target).earnings
        text = _(
            "Suggested: worker, {source} to {plain} (+{number})",
            source=piece_name(command.source),
            plain=piece_name(command.target),
            number=dict(earned)[command.by],
        )
    else:
        text = _("Suggested: hut on {field}", field=command.field)
        action = SetDraft(SelectedField(command.field))
    return Row((Button("suggested", action, text, ButtonStyle.PRIMARY),))


def _shown_hint(inputs: SheetInputs) -> ShownHint | None:
    hint = inputs.hint
    if inputs.hints_just_disabled:
        text = _("Hints are off. Turn them on again in Menu › Settings.")
        return ShownHint(text, Illustration(), (), is_last=True)
    if hint is None:
        return None
    reader = None if inputs.settings.screen_turns else hint.addressed_player
    text = sentence_text(hint.text, player_names(inputs.state))
    return ShownHint(text, hint.picture, hint.rules, reader)


# Texts that replace the question


def card_text(sheet: Sheet, key: str) -> CardText:
    """Return the text with the key `key`, which the card shows instead of the question.

    If `key` is "question", the text explains the question: the effects of the answers, the rules,
    and the latest moves. For any other key, it is the full text of the most important notice. If
    this notice is the refusal of a payment, the text adds that three other chips can replace a
    missing one.
    """
    state, latest = sheet.inputs.state, sheet.inputs.latest_moves
    if key != "question":
        refused = sheet.notices.refusal_or_news
        if not isinstance(refused, Refusal) or not begins_with_refusal(state, sheet.inputs.draft):
            return notices_card_text(sheet.notices)
        way = _("Something missing? Pay any {number} others for it.", number=SWAP_RATE)
        # Without the rule itself, the text has one page in large letters, too.
        refused = replace(refused, explanation=f"{refused.explanation}\n{way}", text="")
        return notices_card_text(Notices(refused))._replace(offers_three_for_one=True)
    if latest.turn_number not in (None, state.turn):
        latest = PieceMoves()  # an earlier turn does not explain this question
    reasons = dict.fromkeys((*sheet.question.reasons, *latest.reasons))
    happened = Paragraph(_("What happened"), "\n".join(latest.lines))
    texts = (*_effects_of_choices(sheet), *map(reason_paragraph, reasons), happened)
    return CardText(_("Why?"), tuple(one for one in texts if one.text), rule_ids(tuple(reasons)))


def _effects_of_choices(sheet: Sheet) -> list[Paragraph]:
    state = sheet.inputs.state
    names, paragraphs, has_end = player_names(state), [], False
    for choice in sheet.question.previewed_commands:
        found: dict[EffectTime, list[str]] = {when: [] for when in EffectTime}
        for effect in effects_of_choice(state, choice):
            found[effect.effect_time].append(sentence_text(effect.text, names))
        has_end = has_end or bool(found[EffectTime.END])
        told = {sentence_text(effect_time_heading(w)): texts for w, texts in found.items() if texts}
        if isinstance(choice, BuildHut | BuildTemple):
            paragraphs += [Paragraph(when, "\n".join(texts)) for when, texts in told.items()]
        else:
            # For translators: "Now: Ada takes 2 wood, Bo takes 1 wood"
            timed = [_("{when}: {what}", when=w, what=join_with_commas(t)) for w, t in told.items()]
            text = "\n".join(timed) or _("Nothing changes.")
            paragraphs.append(Paragraph(sentence_text(choice_title(choice)), text))
    if has_end:
        paragraphs.append(Paragraph("", sentence_text(final_score_assumption_sentence())))
    return paragraphs
