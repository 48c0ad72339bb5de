"""Questions on the table's page as data: title, rows, and buttons with actions. Imports no Kivy.

Every button has an action, and a key that does not depend on the language. Source: SCREEN.md, 2
and 4.
"""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion import moves
from companion.commands import BuildHut, BuildTemple, Command, MakeOffering, MoveWorker
from companion.pieces import MATERIALS, Color, Face, Material
from companion.state import GameState
from kiosk import routes
from kiosk.pages.table.draft import Draft
from kiosk.routes import Route
from kiosk.ui.form import Block, Button, ButtonStyle, Row, Text, TextStyle
from kiosk.words.language import _, plural
from kiosk.words.reasons import ReasonText, rule_reason_text
from kiosk.words.texts import piece_name, short_name

NAMED_HUTS = 3
"""Maximum number of huts listed one by one; if there are more, only their number is shown."""

# Actions


class SetDraft(msgspec.Struct, frozen=True):
    """Action that replaces the draft, that is, the player's unfinished input.

    The game itself does not change.
    """

    draft: Draft


class Decide(msgspec.Struct, frozen=True):
    command: Command


class RollDie(msgspec.Struct, frozen=True): ...


class MarkMovesDone(msgspec.Struct, frozen=True):
    color: Color
    moves: tuple[moves.Row, ...]


class WithdrawAnswer(msgspec.Struct, frozen=True):
    color: Color


class ExplainImpossible(msgspec.Struct, frozen=True):
    """Action that shows the message `reason`, which says why a tap has no effect.

    If `reason` is None, the action removes the message shown before. If several players answer on
    one card, the message appears in the part of the player `shown_to`.
    """

    reason: str | None
    shown_to: Color | None = None


class ShowHand(msgspec.Struct, frozen=True):
    """Action that shows the hand of `color`, or hides all hands if `color` is None."""

    color: Color | None


class HintAction(StrEnum):
    """Actions of the buttons on a hint.

    `DISMISS` removes the hint. `SWITCH_OFF` removes the hint and switches hints off. `SWITCH_ON` is
    offered right after `SWITCH_OFF`: it switches hints on, and shows the removed hint again.
    """

    DISMISS = "dismiss"
    SWITCH_OFF = "switch_off"
    SWITCH_ON = "switch_on"


class ShowCardText(msgspec.Struct, frozen=True):
    """Action that replaces the question on the card with a text.

    `key` selects the text: "question" for the reasons why the question is asked, "told" for the
    full text of a notice, "hint" for the hint. If `key` is empty, the card shows the question
    again. The text faces the player `reader` or, if `reader` is None, has the same rotation as the
    question.
    """

    key: str
    reader: Color | None = None


class BarAction(StrEnum):
    UNDO = "undo"
    REDO = "redo"
    MUTE = "mute"
    MENU = "menu"


Action = (
    BarAction
    | SetDraft
    | Decide
    | RollDie
    | MarkMovesDone
    | WithdrawAnswer
    | ExplainImpossible
    | ShowHand
    | HintAction
    | ShowCardText
    | Route
)


# Blocks of the card


class PaymentStepper(msgspec.Struct, frozen=True):
    """Control for one material of a payment: the number of chips, a minus and a plus button."""

    material: Material
    number: int
    less: Button
    more: Button


class PaymentSteppers(Block, frozen=True):
    """Block in which a player enters a payment with plus and minus buttons, one pair per material.

    Two materials are side by side.
    """

    steppers: tuple[PaymentStepper, ...]


def shrinking_text(text: str) -> Text:
    return Text(text, TextStyle.PLAIN, shrinks=True)


class TextIfRoom(Text, frozen=True): ...


def text_if_room(text: str) -> TextIfRoom:
    return TextIfRoom(text, TextStyle.PLAIN, shrinks=True)


class Caption(Text, frozen=True):
    """Text between two rows of answers that is always shown.

    A `TextIfRoom`, in contrast, disappears if notices need its room.
    """


class PlayerPart(msgspec.Struct, frozen=True):
    """Part of a card for one of several players who answer the same question.

    At the top of the part are the player's `name` and `face`, the face of the die that was rolled.
    `choices` are the buttons with answers. If `answered` is set, the player has answered, and the
    only button withdraws this answer. `refusal` says why the player's last answer was impossible;
    it takes the place of `choices` until the player dismisses it.
    """

    color: Color
    name: str
    face: Face
    choices: tuple[Button, ...]
    answered: bool = False
    refusal: str = ""

    @property
    def dismiss_button_key(self) -> str:
        return f"read.{self.color}"

    @property
    def why_button(self) -> Button:
        key, action = f"why.{self.color}", ShowCardText("question", self.color)
        return Button(key, action, "?", ButtonStyle.ROUND, spoken=_("Why?"))

    @property
    def reserved_button_count(self) -> int:
        return len(MATERIALS) + (2 if self.face is Face.PLUS else 1)


class Question(msgspec.Struct, frozen=True):
    """Question on the card, with its answers and the rules behind it.

    - `color`: the player being asked, or None for all players.
    - `title`: shown in the head of the card (the band at the top).
    - `rows`: texts and answers below the head.
    - `reasons`: the reasons why the question is asked, shown after a tap on the “?” button.
    - `back`: the player's unfinished input after a tap on “back”, or None if there is no such
      button.
    - `player_name`: shown in the head, on the player's colour.
    - `alternative_rows`: rows that later taps may show instead of `rows`; the card is high enough
      for all of them, so that its buttons stay in place.
    - `row_arrangements`: if not empty, several arrangements of the rows, the best first; the card
      shows the first one that leaves room for news above it, instead of `rows`.
    - `covers_trays`: set if the card always covers the trays.
    - `keeps_answers_in_place`: set if the answers do not grow with the free space, so that they
      stay in place when the player selects something.
    - `small_head`: set if the player's name and the title are on one line.
    - `button_below_reasons`: button to show below the reasons, or None.
    - `previewed_commands`: commands whose effects are shown above the reasons.
    - `parts`: for a question to several players, each player's part of the card; the parts replace
      `rows`.
    - `visited_field`: if the druid asks for an offering, the field of the hut that he visits.
    """

    color: Color | None
    title: str
    rows: tuple[Block, ...]
    reasons: tuple[ReasonText, ...]
    back: Draft | None = None
    player_name: str = ""
    alternative_rows: tuple[tuple[Block, ...], ...] = ()
    row_arrangements: tuple[tuple[Block, ...], ...] = ()
    covers_trays: bool = False
    keeps_answers_in_place: bool = False
    small_head: bool = False
    button_below_reasons: Button | None = None
    previewed_commands: tuple[BuildHut | BuildTemple | MoveWorker | MakeOffering, ...] = ()
    parts: tuple[PlayerPart, ...] = ()
    visited_field: int | None = None

    @property
    def without_help_texts(self) -> "Question":
        rows, *others = (
            tuple(row for row in each if not isinstance(row, TextIfRoom))
            for each in (self.rows, *self.alternative_rows)
        )
        return replace(self, rows=rows, alternative_rows=tuple(others))

    @property
    def choices(self) -> tuple[Button, ...]:
        found: list[Button] = [choice for part in self.parts for choice in part.choices]
        for row in self.rows:
            if isinstance(row, Row):
                found += (item for item in row.items if isinstance(item, Button))
            elif isinstance(row, PaymentSteppers):
                found += (one for each in row.steppers for one in (each.less, each.more))
        return tuple(found)


# Parts of several questions


def rule_reasons(*ids: str) -> tuple[ReasonText, ...]:
    return tuple(map(rule_reason_text, ids))


def decider_of(state: GameState) -> Color:
    """Return the player who makes the next decision. Raises ValueError if the game is over."""
    if state.decider is None:
        raise ValueError("the game is over: nobody decides")
    return state.decider


def player_or_table_name(state: GameState, color: Color | None) -> str:
    """Return a player's short name, or “the table” (everybody together) if `color` is None."""
    return _("the table") if color is None else short_name(state.player(color).name)


def printed_icon_question(first_icon: Material | None, *, is_twice: bool) -> str:
    if first_icon is None:
        return _("The outer icon?")
    if is_twice:
        return _("Outer and inner: {icon}. Really the same twice?", icon=piece_name(first_icon))
    return _("Outer: {icon}. The inner icon?", icon=piece_name(first_icon))


def supply_text(state: GameState, plain: Material) -> str:
    return plural(
        "{number} chip lies on the {plain} plain.",
        "{number} chips lie on the {plain} plain.",
        state.supply.number(plain),
        plain=piece_name(plain),
    )


def overrule_button(command: routes.CommandToAllow) -> Button:
    text, action = _("We play it differently"), routes.Correct(command)
    return Button("overrule", action, text, ButtonStyle.QUIET)


def signed_number(points: int) -> str:
    return f"{'−' if points < 0 else '+'}{abs(points)}"
