"""Forms of the page on which players correct the state of the game (rule correct.table).

Imports no Kivy. To change an earlier step of the game, or to add a forgotten one, a player answers
that step's question, as during the game. Secret hands are never revealed.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, assert_never

import msgspec
from msgspec.structs import astuple, replace

from companion import commands as do
from companion import moves
from companion.evolution import apply_changes
from companion.game import (
    check_corrected_number,
    check_phase_allows_changes,
    largest_corrected_number,
    stack_problem,
    state_problems,
)
from companion.history import Step as GameStep
from companion.memory.amending import (
    Amendment,
    Edit,
    InsertStep,
    RemoveStep,
    ReplaceStep,
    step_changes,
    undone_tail_length,
)
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    DRUID_STONES,
    MATERIALS,
    RUNES,
    Bonus,
    BuildingKind,
    Color,
    Material,
    Rune,
)
from companion.preview import price_options
from companion.rulebook import rule
from companion.ruling import PaidCommand, changes_to_allow
from companion.sentence import Sentence
from companion.state import Building, GameState, Phase
from companion.telling.sentences import change_sentence
from kiosk import routes
from kiosk.pages.table.draft import (
    ChipSwapDraft,
    DeclineOfferingsDraft,
    Draft,
    EmptyDraft,
    PrintedFieldDraft,
    SelectedField,
)
from kiosk.pages.table.question import (
    Question,
    SetDraft,
    ShowHand,
    TextIfRoom,
    signed_number,
)
from kiosk.pieces.form import (
    BoardBesideForm,
    ExplainRule,
    RuneStone,
    WorkerStack,
    message_or_help,
    not_possible_text,
    try_or_refuse,
)
from kiosk.pieces.picture import NO_POINTS, board_picture
from kiosk.ui.form import (
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Flow,
    Form,
    Icon,
    PageAction,
    Row,
    Text,
    TextStyle,
    TypingForm,
    arrange_in_rows,
    back_button,
)
from kiosk.ui.key_pages import KeyboardState, new_keyboard_state
from kiosk.ui.theme import DECISION_TEXT
from kiosk.words import texts
from kiosk.words.amendments import (
    changed_step_lines,
    refused_step_lines,
    step_text,
    undone_steps_text,
)
from kiosk.words.language import _, escape_invisible, plural
from kiosk.words.moves import move_texts
from kiosk.words.reasons import booklet_pages_text
from kiosk.words.texts import chips_text, join_with_commas, piece_name, player_names, short_name
from kiosk.words.times import progress_text
from kiosk.words.victory import winners_line

ChangeT = TypeVar("ChangeT", bound=do.Change)
NumberChange = do.SetPoints | do.SetHand | do.SetSupply
NumberT = TypeVar("NumberT", bound=NumberChange)

_PRESENT: dict[type, Callable[[GameState, Any], Any]] = {
    do.SetPoints: lambda state, it: replace(it, points=state.player(it.color).points),
    do.SetHand: lambda state, it: replace(
        it, number=state.player(it.color).hand.number(it.material)
    ),
    do.SetSupply: lambda state, it: replace(it, number=state.supply.number(it.material)),
    do.SetStack: lambda state, it: replace(it, workers=state.stack(it.plain)),
    do.SetRune: lambda state, it: replace(it, holder=state.rune_holder(it.rune)),
    do.SetBuilding: lambda state, it: replace(it, building=state.building(it.field)),
    do.SetBonus: lambda state, it: replace(it, bonus=state.bonus_on(it.field)),
    do.SetDruid: lambda state, _it: do.SetDruid(state.druid.stone, state.druid.field),
    do.SetActive: lambda state, it: replace(it, color=state.whose_turn),
    do.SetPrintedField: lambda state, it: do.SetPrintedField(
        it.field, *astuple(state.board.field(it.field))
    ),
}
"""Kinds of changes, in the order in which a game record lists them. Each function takes a state and
a change, and returns the change with the value that its item has in the state."""
_KINDS = list(_PRESENT)
_PLACES: dict[object, int] = {
    piece: place for pieces in (Color, MATERIALS, RUNES) for place, piece in enumerate(pieces)
}


def change_sort_key(change: do.Change) -> tuple[int, ...]:
    """Return the key by which a game record sorts changes.

    Two changes to the same item have the same key.
    """
    values = 2 if isinstance(change, do.SetDruid | do.SetPrintedField) else 1
    item = astuple(change)[:-values]
    return (_KINDS.index(type(change)), *(_PLACES.get(one, one) for one in item))


def change_with_present_value(state: GameState, change: ChangeT) -> ChangeT:
    """Return a copy of `change` whose value is the one that the changed item has in `state`.

    For example, a change that sets a player's points to 20 becomes a change that sets them to the
    player's points in `state`.
    """
    present: ChangeT = _PRESENT[type(change)](state, change)
    return present


def change_with_number(change: NumberT, number: int) -> NumberT:
    """Return a copy of a change of points or chips that sets them to `number`.

    Raises RuleViolation if `number` is out of range.
    """
    check_corrected_number(number, largest_corrected_number(change))
    part = "points" if isinstance(change, do.SetPoints) else "number"
    return replace(change, **{part: number})


class Correction(msgspec.Struct, frozen=True):
    """Correction that the players have entered so far.

    `changes` are in the order in which a game record stores them. `why` is the reason for the
    correction, or "" if the players have not entered one yet.
    """

    changes: tuple[do.Change, ...] = ()
    why: str = ""

    def corrected_state(self, state: GameState) -> GameState:
        """Return `state` with the changes made, even if the rules make the result impossible."""
        return apply_changes(state, self.changes)

    def changes_item_of(self, change: do.Change) -> bool:
        """Return whether the correction changes the item (such as a field) that `change` sets."""
        return any(change_sort_key(one) == change_sort_key(change) for one in self.changes)

    def with_changes(self, state: GameState, *changes: do.Change) -> "Correction":
        """Return a copy of the correction with `changes` added.

        A new change replaces any earlier change to the same item. Changes that leave an item as it
        is in `state`, the state before the correction, are dropped.
        """
        draft = self
        for change in changes:
            kept = draft.without_item_of(change).changes
            if change_with_present_value(state, change) != change:
                kept = tuple(sorted((*kept, change), key=change_sort_key))
            draft = replace(draft, changes=kept)
        return draft

    def without_item_of(self, change: do.Change) -> "Correction":
        key = change_sort_key(change)
        kept = tuple(one for one in self.changes if change_sort_key(one) != key)
        return replace(self, changes=kept)

    def with_building(
        self, state: GameState, field: int, building: Building | None
    ) -> "Correction":
        """Return a copy of the correction that puts `building` on a field; None empties the field.

        `state` is the state before the correction. As in the game itself, a new building removes
        the bonus chip from its field, with one exception: a chip that shows the druid stays under a
        hut (rule hut.bonus). If the building is None or is there in `state`, the chip stays.
        """
        draft = self.with_changes(state, do.SetBuilding(field, building))
        chip, gone = state.bonus_on(field), do.SetBonus(field, None)
        is_hut = building is not None and building.kind is BuildingKind.HUT
        is_new = building not in (None, state.building(field))
        if chip is not None and is_new and not (is_hut and chip.traits.stays_under_hut):
            return draft.with_changes(state, gone)
        return draft.without_item_of(gone) if gone in draft.changes else draft

    def adds_building(self, state: GameState) -> bool:
        after = self.corrected_state(state)
        return any(
            after.buildings_built(color, kind) > state.buildings_built(color, kind)
            for color in state.colors
            for kind in BuildingKind
        )


def reason_against_correcting(state: GameState) -> str:
    """Return why players cannot correct `state`, and what to do instead; "" if they can."""
    match state.phase:
        case Phase.PLACING:
            return _(
                "The workers are still being placed. Place them all, then you can correct the "
                "app. A worker on a wrong plain: tap Undo."
            )
        case Phase.FINISHED:
            return _(
                "The game is over. Undo back to before the final circuit; then you can correct "
                "the app."
            )
        case _:
            return ""


class ChooseThingStep(msgspec.Struct, frozen=True):
    """Part of the correction page on which a player chooses a piece or place to correct.

    If `asks_druid_hut` is set, the choice is another one: the hut at which the druid stands.
    """

    asks_druid_hut: bool = False


class ThingStep(msgspec.Struct, frozen=True):
    """Part of the correction page on which a player changes one piece or place, `thing`.

    If another page opened this part, `correction_before` is the correction entered before that. It
    is None if the player chose `thing` on the correction page itself.
    """

    thing: routes.ThingToCorrect
    correction_before: Correction | None = None


class ChooseReasonStep(msgspec.Struct, frozen=True): ...


class AllowCommandStep(msgspec.Struct, frozen=True):
    """Part of the correction page that shows a correction to make a refused command possible.

    `rule` is the id of the rule that refused `refused_command`. If the command was refused only
    because the player could not pay, `command_to_apply` is the same command, and the correction
    also carries it out. Otherwise `command_to_apply` is None.
    """

    refused_command: do.Command
    rule: str
    command_to_apply: PaidCommand | None = None


class ReasonEntryStep(msgspec.Struct, frozen=True):
    keyboard_state: KeyboardState


class EnterPastStep(msgspec.Struct, frozen=True):
    """Part of the correction page on which a player answers the question of an earlier game step.

    - `step_number`: number of that step in the game, counted from 1. The answer replaces it.
    - `is_insertion`: set if the answer is a forgotten step, which is inserted before that step.
    - `edits`: changes to steps of the game that the player has already entered.
    - `draft`: the answer as far as the player has entered it.
    - `needs_another_insertion`: set if the player has already inserted a step here, and the game
      needs one more before it can continue with step `step_number`.
    - `shows_reason`: set while the page shows why the question is asked.
    """

    step_number: int
    is_insertion: bool = False
    edits: tuple[Edit, ...] = ()
    draft: Draft = EmptyDraft()
    needs_another_insertion: bool = False
    shows_reason: bool = False


class AmendmentOutcomeStep(msgspec.Struct, frozen=True):
    """Part of the correction page that shows what follows from changes to earlier game steps.

    `edits` are these changes. They may make a later game step impossible. If `undoes_rest` is set,
    the first such game step is undone, with all game steps after it.
    """

    edits: tuple[Edit, ...]
    undoes_rest: bool = False


PastStep = EnterPastStep | AmendmentOutcomeStep
Step = (
    ChooseThingStep | ThingStep | ChooseReasonStep | AllowCommandStep | ReasonEntryStep | PastStep
)
CorrectFlow = Flow[Correction, Step]

NEW_FLOW: CorrectFlow = Flow(Correction(), (ChooseThingStep(),))


def flow_to_correct_thing(flow: CorrectFlow, thing: routes.ThingToCorrect) -> CorrectFlow:
    return replace(flow.without_message, steps=(ThingStep(thing, flow.draft),))


def flow_to_restore(flow: CorrectFlow) -> CorrectFlow:
    """Return the page's state to restore when players come back after leaving without confirming.

    `flow` is the state when they leave. The restored page begins with the choice of a piece or
    place. It still has the changes that the players have entered, except for:

    - changes entered after another page had opened this one for a single piece or place
    - changes that make a command possible that a rule refused
    - changes to earlier steps of the game

    If no changes are left, the reason that the players have entered is discarded, too.
    """
    match flow.steps[0]:
        case ThingStep(correction_before=Correction() as before):
            draft = before
        case AllowCommandStep():
            draft = Correction()
        case _:
            draft = flow.draft
    return NEW_FLOW.with_draft(draft) if draft.changes else NEW_FLOW


def flow_to_allow_command(state: GameState, ruling: routes.CommandToAllow) -> CorrectFlow:
    """Return the state of the correction page that suggests how to make a refused command possible.

    `ruling` has this command, the rule that refused it and, in `why`, the reason to give for the
    suggested correction. If the command was refused only because the player could not pay, the
    correction also carries it out (rule pay.swap). Otherwise the player must repeat the command
    after the correction.
    """
    command = ruling.command
    changes = changes_to_allow(state, command, ruling.rule)
    paid: PaidCommand | None = None
    if changes and ruling.rule == "pay.swap" and isinstance(command, PaidCommand):
        paid = command
    step = AllowCommandStep(command, ruling.rule, paid)
    flow: CorrectFlow = Flow(Correction(changes, ruling.why), (step,))
    match changes:
        case (do.SetBonus(field),):
            text = _(
                "The app takes the bonus chip off {field}: take it off the board, too. Then tap "
                "the temple again.",
                field=field,
            )
        case (do.SetBuilding(field),):
            text = _(
                "The app takes the building off {field}: take it off the board, too. Then tap the "
                "field again.",
                field=field,
            )
        case _:
            return flow
    return flow.with_remark(text)


# Controls for each piece, place or number


ROW = 52
_PLAYER_ROW, _STACK_ROW, _RUNE_ROW = 56, 78, 60
"""Heights of rows in dp."""
_ACROSS = 5
"""Maximum number of symbols side by side."""
_CHIP = 15
"""Radius of a chip in dp."""
_DRUID = do.SetDruid(0, None)


class CorrectionEditor(msgspec.Struct, frozen=True):
    """Builds the controls with which players enter a correction of the game.

    `flow` is the state of the page, and `flow.draft` is the correction entered so far. `state` is
    the state of the game before the correction. If `open_chips` is not set, hands are secret: the
    controls show how a hand is changed, but never how many chips it has.
    """

    flow: CorrectFlow
    state: GameState
    open_chips: bool = False

    @property
    def draft(self) -> Correction:
        return self.flow.draft

    @property
    def corrected_state(self) -> GameState:
        return self.draft.corrected_state(self.state)

    @property
    def names_by_color(self) -> Mapping[Color, str]:
        return player_names(self.state)

    def with_present_value(self, change: ChangeT) -> ChangeT:
        """Return a copy of `change` whose value is that of its item in the corrected state.

        For example, a change of a player's points gets the points that the player would have
        after the corrections entered so far.
        """
        return change_with_present_value(self.corrected_state, change)

    def flow_with_draft(self, draft: Correction) -> CorrectFlow:
        def enter() -> CorrectFlow:
            check_phase_allows_changes(self.state, draft.changes)
            return self.flow.with_draft(draft)

        return self.flow_or_refusal(enter)

    def flow_with_changes(self, *changes: do.Change) -> CorrectFlow:
        return self.flow_with_draft(self.draft.with_changes(self.state, *changes))

    def flow_or_refusal(self, act: Callable[[], CorrectFlow]) -> CorrectFlow:
        return try_or_refuse(self.flow, act, self.names_by_color)

    def flow_with_refusal(self, why: Sentence) -> CorrectFlow:
        """Return the page's state with a message that the correction is refused, and why.

        The message usually gives the reason `why`. If the correction gives a secret hand an
        impossible number of chips, the message only says which numbers are possible.
        """
        if self._hides_a_hand:
            return self.flow.with_refusal(
                _("Not possible: a hand holds 0 to 18 chips of each kind.")
            )
        return self.flow.with_refusal(not_possible_text(why, self.names_by_color), "correct.table")

    @property
    def impossible_state_text(self) -> str:
        """Reason why the corrected state is impossible by the rules.

        The text is "" if the state is possible, or if the reason would reveal a secret hand.
        """
        wrong = () if self._hides_a_hand else state_problems(self.corrected_state)
        return not_possible_text(wrong[0], self.names_by_color) if wrong else ""

    @property
    def _hides_a_hand(self) -> bool:
        numbers = (change.number for change in self.draft.changes if isinstance(change, do.SetHand))
        return not self.open_chips and any(
            not 0 <= number <= CHIPS_PER_MATERIAL for number in numbers
        )

    # Words and buttons

    def change_text(self, change: do.Change) -> str:
        return escape_invisible(texts.sentence_text(change_sentence(change), self.names_by_color))

    def public_change_text(self, change: do.Change) -> str:
        """Return a line of text that describes `change` without revealing a secret hand."""
        if isinstance(change, do.SetHand) and not self.open_chips:
            name = short_name(self.state.player(change.color).name)
            return _(
                "{player}: chips of {material}", player=name, material=piece_name(change.material)
            )
        return self.change_text(change)

    def player_name(self, color: Color) -> str:
        return texts.display_name(self.state.player(color).name)

    def present_value_line(self, change: do.Change) -> Text:
        if self.draft.changes_item_of(change):
            return Text(
                _("Set: {what}", what=self.change_text(self.with_present_value(change))),
                TextStyle.STRONG,
            )
        return Text(_("In the app: {what}", what=self.change_text(self.with_present_value(change))))

    def choice_button(
        self, key: str, change: do.Change, text: str = "", symbol: Hashable = None
    ) -> Button:
        """Return a button that adds `change` to the correction; its key is `key`.

        The button is marked as chosen if the corrected state already has the value that `change`
        sets. The button shows `text` and `symbol`.
        """
        chosen = self.with_present_value(change) == change
        return Button(key, self.flow_with_changes(change), text, symbol=symbol, chosen=chosen)

    def hand_with_more_chips(self, hand: do.SetHand, chips: int) -> do.SetHand:
        """Return a copy of `hand` with `chips` more chips (fewer if `chips` is negative).

        Raises RuleViolation if the resulting number is out of range. In a secret hand it may be
        negative, since a refusal would reveal how many chips the player has.
        """
        number = hand.number + chips
        known = number
        if not self.open_chips:
            known = abs(number - change_with_present_value(self.state, hand).number)
        check_corrected_number(known, largest_corrected_number(hand))
        return replace(hand, number=number)

    def flow_with_chips_moved_to_hand(
        self, color: Color, material: Material, chips: int
    ) -> CorrectFlow:
        """Return the page's state after moving chips from a plain to a player's hand.

        `color` is the player, and `chips` is the number of chips, taken from the plain of
        `material`. If `chips` is negative, chips move from the hand to the plain.
        """

        def move() -> CorrectFlow:
            supply = self.with_present_value(do.SetSupply(material, 0))
            hand = self.hand_with_more_chips(
                self.with_present_value(do.SetHand(color, material, 0)), chips
            )
            return self.flow_with_changes(hand, change_with_number(supply, supply.number - chips))

        return self.flow_or_refusal(move)


def title_and_controls_for_thing(
    editor: CorrectionEditor, thing: routes.ThingToCorrect
) -> tuple[str, tuple[Block, ...]]:
    match thing:
        case routes.PlayerToCorrect(color):
            return short_name(editor.state.player(color).name), tuple(_player(editor, color))
        case routes.PlainToCorrect(plain):
            return _("High plain: {plain}", plain=piece_name(plain)), _plain(editor, plain)
        case routes.FieldToCorrect(field):
            return _("Field {field}", field=field), _field(editor, field)
        case routes.PrintedFieldToCorrect(field):
            return _("Field {field}: what is printed?", field=field), _printed(editor, field)
        case routes.RunesToCorrect(rune):
            return _("Rune stones"), _runes(editor, rune)
        case routes.DruidToCorrect():
            return _("The druid"), _druid(editor)
        case routes.TurnToCorrect():
            return _("Whose turn"), _turn(editor)
        case _:
            assert_never(thing)


def _row(*items: Block, high: float = ROW) -> Row:
    return Row(items, high)


def _symbols(choices: Sequence[Button]) -> Iterable[Row]:
    lines = max(1, -(-len(choices) // _ACROSS))
    size = max(1, -(-len(choices) // lines))
    return (Row(tuple(choices[at : at + size]), ROW) for at in range(0, len(choices), size))


# A player and a plain. Chips move between a hand and a plain, and workers between two plains, as
# changing only one side would make the state impossible.


def _player(editor: CorrectionEditor, color: Color) -> Iterable[Block]:
    points = editor.with_present_value(do.SetPoints(color, 0))
    was = change_with_present_value(editor.state, points).points

    def by(key: str, step: int) -> Button:
        stepped = editor.flow_or_refusal(
            lambda: editor.flow_with_changes(change_with_number(points, points.points + step))
        )
        text = signed_number(step)
        return Button(f"points.{key}", stepped, text, spoken=join_with_commas([_("Points"), text]))

    def chips(material: Material) -> tuple[Block, ...]:
        hand, key = editor.with_present_value(do.SetHand(color, material, 0)), f"chips.{material}"
        more = hand.number - change_with_present_value(editor.state, hand).number
        secret = signed_number(more) if more else _("?")
        shown, name = str(hand.number) if editor.open_chips else secret, piece_name(material)
        one_less, one_more = (
            editor.flow_with_chips_moved_to_hand(color, material, by) for by in (-1, 1)
        )
        return (
            Button(f"{key}.less", one_less, "−", spoken=f"{name} −1"),
            Row((Icon(material, _CHIP), _figure(shown, is_set=more != 0)), ROW, gap=2),
            Button(f"{key}.more", one_more, "+", spoken=f"{name} +1"),
        )

    def rune(rune: Rune) -> Button:
        now = editor.with_present_value(do.SetRune(rune, None))
        other = editor.flow_with_changes(do.SetRune(rune, None if now.holder is color else color))
        stone, marked = RuneStone(rune, now.holder), editor.draft.changes_item_of(now)
        return Button(f"rune.{rune}", other, symbol=stone, marked=marked)

    if not editor.open_chips:
        name = editor.player_name(color)
        held, let_go = ShowHand(color), ShowHand(None)
        whose = Button(f"look.{color}", held, name, ButtonStyle.NAME, color, lifted=let_go)
        yield _row(whose, Text(_("Hold your name to look at your chips."), width=2))
    shown = _("{now} › {then}", now=was, then=points.points)
    figure = shown if points.points != was else _("Points: {number}", number=was)
    number = replace(_figure(figure, is_set=points.points != was), width=1.8)
    fewer, more = (by("less.10", -10), by("less", -1)), (by("more", 1), by("more.10", 10))
    yield _row(*fewer, number, *more)
    for one, other in (MATERIALS[:2], MATERIALS[2:]):
        yield _row(*chips(one), *chips(other))
    yield Text(_("Rune stones"))
    yield from _symbols(tuple(map(rune, RUNES)))


def _figure(text: str, *, is_set: bool) -> Text:
    tone = TextStyle.BOLD if is_set else TextStyle.PLAIN
    return Text(text, tone, align=Align.CENTER, size=DECISION_TEXT)


def _plain(editor: CorrectionEditor, plain: Material) -> tuple[Block, ...]:
    stack = editor.with_present_value(do.SetStack(plain, ()))
    workers = stack.workers

    def lifted(level: int, color: Color) -> Button:
        others = (*workers[: level - 1], *workers[level:])
        lift = editor.flow_with_changes(do.SetStack(plain, (*others, color)))
        return Button(f"top.{level}", lift, symbol=color, detail=_("On top"))

    def brought(other: Material, color: Color) -> Button:
        rest = list(editor.with_present_value(do.SetStack(other, ())).workers)
        del rest[len(rest) - 1 - rest[::-1].index(color)]
        both = (do.SetStack(other, tuple(rest)), do.SetStack(plain, (*workers, color)))
        key = f"from.{other}.{color}"
        return Button(key, editor.flow_with_changes(*both), symbol=color, detail=piece_name(other))

    def change(key: str, chips: int, detail: str) -> Row:
        buttons = []
        for color in editor.state.colors:
            moved = editor.flow_with_chips_moved_to_hand(color, plain, chips)
            marked, name = (
                editor.draft.changes_item_of(do.SetHand(color, plain, 0)),
                f"{key}.{color}",
            )
            buttons.append(Button(name, moved, symbol=color, detail=detail, marked=marked))
        return _row(*buttons)

    elsewhere = [
        brought(other, color)
        for other in MATERIALS
        if other is not plain
        for color in dict.fromkeys(editor.with_present_value(do.SetStack(other, ())).workers)
    ]
    tops = (lifted(level, color) for level, color in enumerate(workers[:-1], start=1))
    lying = editor.with_present_value(do.SetSupply(plain, 0)).number
    return (
        _row(
            WorkerStack(plain, workers, editor.draft.changes_item_of(stack), 2.2),
            *tops,
            high=_STACK_ROW,
        ),
        Text(_("Who else stands here?")),
        *_symbols(elsewhere),
        Text(_("Chips here: {number}. Who has one more, or one less?", number=lying)),
        change("took", 1, "+1"),
        change("gave", -1, "−1"),
    )


def _field(editor: CorrectionEditor, field: int) -> tuple[Block, ...]:
    board, building = editor.state.board, editor.corrected_state.building(field)
    neighbours = (
        (board.previous_field(field), board.next_field(field)) if building is not None else ()
    )
    carried = (
        Button(f"stands.{to}", _move_building(editor, field, to), _("Stands on {field}", field=to))
        for to in neighbours
        if editor.corrected_state.building(to) is None
    )
    buildings = (
        Row(tuple(_building(editor, field, Building(kind, color)) for color in editor.state.colors))
        for kind in BuildingKind
    )
    none = editor.choice_button("bonus.none", do.SetBonus(field, None), _("None"))
    chips = (
        editor.choice_button(f"bonus.{one}", do.SetBonus(field, one), symbol=one) for one in Bonus
    )
    at = editor.flow.with_next_step(ThingStep(routes.PrintedFieldToCorrect(field)))
    printed = Button("printed", at, _("What is printed there"), width=1.8)
    # The icons on an unknown field are entered on the table's page, not here.
    known = (printed,) if board.field(field).is_known else ()
    rune = editor.corrected_state.board.field(field).rune
    area: tuple[Block, ...] = ()
    if rune is not None:
        status = editor.change_text(editor.with_present_value(do.SetRune(rune, None)))
        area = (Text(status), _holders(editor, rune))
    return (
        editor.present_value_line(do.SetBuilding(field, None)),
        *buildings,
        Row((_building(editor, field, None), *carried)),
        Row((none, *chips, *known)),
        *area,
    )


def _building(editor: CorrectionEditor, field: int, building: Building | None) -> Button:
    button = editor.choice_button("field.empty", do.SetBuilding(field, building), _("Empty"))
    action = editor.flow_with_draft(editor.draft.with_building(editor.state, field, building))
    if building is not None:
        key = f"field.{building.kind}.{building.owner}"
        button = replace(button, key=key, text="", symbol=building)
    return replace(button, action=action)


def _move_building(editor: CorrectionEditor, field: int, to: int) -> CorrectFlow:
    draft = editor.draft.with_building(editor.state, field, None)
    draft = draft.with_building(editor.state, to, editor.corrected_state.building(field))
    if editor.corrected_state.druid.field == field:
        draft = draft.with_changes(editor.state, do.SetDruid(None, to))
    return editor.flow_with_draft(draft)


def _printed(editor: CorrectionEditor, field: int) -> tuple[Block, ...]:
    now = editor.with_present_value(
        do.SetPrintedField(field, (Material.WOOD, Material.WOOD), RUNES[0])
    )
    outer, inner = now.needs

    def area(rune: Rune) -> Button:
        stone, value = RuneStone(rune, None), replace(now, rune=rune)
        button = editor.choice_button(f"area.{rune}", value, symbol=stone)
        return replace(button, detail=piece_name(rune))

    def icon(key: str, needs: tuple[Material, Material], icon: Material) -> Button:
        return editor.choice_button(f"{key}.{icon}", replace(now, needs=needs), symbol=icon)

    first = (icon("first", (one, inner), one) for one in MATERIALS)
    second = (icon("second", (outer, one), one) for one in MATERIALS)
    return (
        editor.present_value_line(now),
        *arrange_in_rows(tuple(map(area, RUNES)), 3, ROW),
        _row(Text(_("Outer:"), width=1.4), *first),
        _row(Text(_("Inner:"), width=1.4), *second),
    )


# Rune stones, the druid, the turn


def _runes(editor: CorrectionEditor, chosen: Rune | None) -> tuple[Block, ...]:
    def stone(rune: Rune) -> Button:
        now, step = editor.with_present_value(do.SetRune(rune, None)), editor.flow.step
        if isinstance(step, ThingStep):
            step = replace(step, thing=routes.RunesToCorrect(rune))
        return Button(
            f"rune.{rune}",
            editor.flow.with_current_step(step),
            symbol=RuneStone(rune, now.holder),
            detail=piece_name(rune),
            chosen=rune is chosen,
            marked=editor.draft.changes_item_of(now),
        )

    rows = tuple(arrange_in_rows(tuple(map(stone, RUNES)), 3, _RUNE_ROW))
    if chosen is None:
        return (Text(_("Which rune stone is wrong?")), *rows)
    return (*rows, editor.present_value_line(do.SetRune(chosen, None)), _holders(editor, chosen))


def _holders(editor: CorrectionEditor, rune: Rune) -> Row:
    table = editor.choice_button("holder.none", do.SetRune(rune, None), _("Table"))
    holders = (
        editor.choice_button(f"holder.{color}", do.SetRune(rune, color), symbol=color)
        for color in editor.state.colors
    )
    return _row(*holders, replace(table, width=1.4))


def _druid(editor: CorrectionEditor) -> tuple[Block, ...]:
    stones = (
        editor.choice_button(
            f"stone.{each}", do.SetDruid(each, None), _("Stone {stone}", stone=each)
        )
        for each in range(1, DRUID_STONES + 1)
    )
    temple = editor.choice_button("stone.0", _DRUID, _("In his temple"))
    return editor.present_value_line(_DRUID), _row(temple), _row(*stones), _huts(editor)


def _huts(editor: CorrectionEditor) -> Row:
    at = editor.corrected_state.druid.field or 0
    others = [hut for hut in editor.corrected_state.hut_fields() if hut != at]
    behind = [hut for hut in others if hut > at] or others
    before = [hut for hut in others if hut < at] or others
    near = dict.fromkeys((*before[-1:], *behind[:1]))
    fields = (
        editor.choice_button(f"field.{hut}", do.SetDruid(None, hut), _("Field {field}", field=hut))
        for hut in near
    )
    any_hut = editor.flow.with_next_step(ChooseThingStep(asks_druid_hut=True))
    return _row(*fields, Button("field.other", any_hut, _("Elsewhere…")))


def _turn(editor: CorrectionEditor) -> tuple[Block, ...]:
    rows = []
    for color in editor.state.colors:
        name, value = editor.player_name(color), do.SetActive(color)
        button = editor.choice_button(f"turn.{color}", value, name, color)
        rows.append(_row(replace(button, style=ButtonStyle.NAME), high=_PLAYER_ROW))
    return (*rows, editor.present_value_line(do.SetActive(editor.state.whose_turn)))


_FOOT = 56
_BESIDE_A_RULE = 2
"""Maximum number of changes that fit on one page below a rule."""


def correct_form(flow: CorrectFlow, state: GameState, *, open_chips: bool) -> Form | TypingForm:
    editor, step = CorrectionEditor(flow, state, open_chips), flow.step
    why_not = reason_against_correcting(state)
    if why_not:
        title, said = _("Correct the app"), [why_not]
        if isinstance(step, AllowCommandStep):
            title = _("We play it differently")
            said.append(_advice_for_refused(state, step.refused_command))
        column = Column(tuple(Text(one, TextStyle.CARD) for one in said))
        return Form(title, back_button(PageAction.LEAVE), (column,))
    match step:
        case ChooseThingStep():
            return _overview(editor, step)
        case ThingStep():
            return _thing_form(editor, step)
        case ChooseReasonStep():
            beside = Column((Column(_entries(editor), pages="more", share=7),), 1.4)
            columns = (Column(_why_rows(editor)), beside)
            return Form(_("What is corrected, and why?"), back_button(flow.back()), columns)
        case AllowCommandStep():
            return _allow_form(editor, step)
        case ReasonEntryStep(typed):
            former = flow.back()
            title = _("Why is the app corrected?")
            return TypingForm(title, typed, lambda why: _given(former, why), former)
        case _:
            raise TypeError(f"there is no form for {step!r}")


def flow_after_field_tap(editor: CorrectionEditor, field: int) -> CorrectFlow:
    if editor.flow.step == ChooseThingStep(asks_druid_hut=True):
        return replace(editor, flow=editor.flow.back()).flow_with_changes(do.SetDruid(None, field))
    return editor.flow.with_next_step(ThingStep(routes.FieldToCorrect(field)))


def _overview(editor: CorrectionEditor, step: ChooseThingStep) -> Form:
    flow = editor.flow
    if step.asks_druid_hut:
        asked = Text(_("Tap the field of the hut at which he stands."))
        return Form(_("The druid"), back_button(flow.back()), (Column((asked,)),), _scene(editor))

    def player(color: Color) -> Button:
        at = flow.with_next_step(ThingStep(routes.PlayerToCorrect(color)))
        return Button(f"part.{color}", at, editor.player_name(color), ButtonStyle.NAME, color)

    hint = _("Tap a field or a high plain in the picture, or:")
    if editor.state.phase not in (Phase.ROLL, Phase.ACTION):
        hint = _(
            "You can correct points, chips and rune stones now; the rest before a roll or "
            "before part 2 of a turn."
        )
    lines = [editor.public_change_text(change) for change in editor.draft.changes] or [
        _("Nothing has changed yet.")
    ]
    reasons = flow.with_next_step(ChooseReasonStep())
    runes, druid, turn = (
        flow.with_next_step(ThingStep(thing))
        for thing in (routes.RunesToCorrect(), routes.DruidToCorrect(), routes.TurnToCorrect())
    )
    things = (
        Button("part.runes", runes, _("Rune stones"), width=1.4),
        Button("part.druid", druid, _("Druid")),
        Button("part.turn", turn, _("Whose turn")),
    )
    rows = (
        message_or_help(flow, hint),
        *arrange_in_rows(tuple(map(player, editor.state.colors)), 2, ROW),
        Row(things, ROW),
        Row((Button("changes", reasons, "\n".join(lines), ButtonStyle.LISTING),), share=1),
        Row((Button("next", reasons, _("Give a reason"), _main_style(flow)),), _FOOT),
    )
    out = back_button(PageAction.LEAVE)
    return Form(_("Correct the app"), out, (Column(rows),), _scene(editor))


def _scene(editor: CorrectionEditor) -> BoardBesideForm:
    fields, plains = set(), set()
    for change in editor.draft.changes:
        match change:
            case do.SetBuilding(field) | do.SetBonus(field) | do.SetPrintedField(field):
                fields.add(field)
            case do.SetSupply(material) | do.SetStack(material):
                plains.add(material)
            case do.SetPoints() | do.SetHand() | do.SetRune() | do.SetDruid() | do.SetActive():
                pass
    picture = board_picture(editor.corrected_state)
    return BoardBesideForm(
        picture, chosen_fields=frozenset(fields), chosen_plains=frozenset(plains)
    )


def _thing_form(editor: CorrectionEditor, step: ThingStep) -> Form:
    title, rows = title_and_controls_for_thing(editor, step.thing)
    further: tuple[Button, ...] = ()
    out = back_button(PageAction.LEAVE)
    if len(editor.flow.steps) > 1:
        out = Button("done", editor.flow.back(), _("Done"))
    if step.correction_before is not None:
        overview = replace(editor.flow.without_message, steps=(ChooseThingStep(),))
        further = (Button("further", overview, _("Everything else…"), ButtonStyle.QUIET),)
    whys = (Text(_("Why?")), *_why_rows(editor, *further, above=True))
    return Form(title, out, (Column(rows, 1.1), Column(whys)), lowest=1)


# Reasons


def _given(flow: CorrectFlow, why: str) -> CorrectFlow:
    return flow.with_draft(replace(flow.draft, why=why))


def _why_rows(editor: CorrectionEditor, *beside: Button, above: bool = False) -> tuple[Block, ...]:
    flow, why = editor.flow, editor.draft.why
    ready = (
        _("Miscounted"),
        _("Someone knocked a piece"),
        _("Forgot a step"),
        _("Wrong field"),
        _("Tapped by mistake"),
    )
    own = ReasonEntryStep(new_keyboard_state(why, do.Correct.REASON_LIMIT, fresh=why in ready))
    typed = Button("why.type", flow.with_next_step(own), _("In our own words…"))
    if why not in ("", *ready):
        typed = replace(typed, text=escape_invisible(why), style=ButtonStyle.NAME, chosen=True)
    choices = [
        *(
            Button(f"why.{number}", _given(flow, text), text, chosen=text == why)
            for number, text in enumerate(ready)
        ),
        typed,
    ]
    share = 0 if above else 1
    warning = ""
    forgotten: tuple[Row, ...] = ()
    if editor.draft.adds_building(editor.state):
        warning = _("A building added here scores no points, takes no rune, and the druid stays.")
        way = Button(
            "forgotten", routes.Log(for_forgotten_step=True), _("Play the forgotten step instead")
        )
        forgotten = (Row((way,), ROW),)
    elif (
        isinstance(flow.step, ThingStep)
        and flow.step.correction_before
        and flow.step.correction_before.changes
    ):
        warning = _("What you set before is corrected, too. “Everything else…” shows it.")
    nothing_changed, no_reason = _refusals()
    message = flow.message or editor.impossible_state_text or warning
    request: tuple[Block, ...] = ()
    if not forgotten:  # with its row there is no room in large letters
        request = (_request_for_reason(flow),)
        message = "" if message == no_reason else message
    changes_something = flow.draft.changes or isinstance(flow.step, ThingStep)
    does = _("Correct it") if changes_something else _("Only note it")
    done = _done_button(editor, does, _main_style(flow))
    return (
        *(Row(tuple(choices[start : start + 2]), ROW, share) for start in (0, 2, 4)),
        Row((Text(message, TextStyle.WARNED, others=(nothing_changed,)),), share=1.2),
        *forgotten,
        *request,
        Row((*beside, done), _FOOT, 1.1 * share),
    )


def _request_for_reason(flow: CorrectFlow) -> Text:
    """Return the line that asks players for the reason of the correction.

    The line is empty while there are no changes to give a reason for, and after players have
    entered the reason.
    """
    no_reason = _refusals()[1]
    is_refused = flow.message == no_reason
    is_missing = is_refused or (flow.draft.changes and not flow.draft.why)
    style = TextStyle.WARNED if is_refused else TextStyle.PLAIN
    return Text(no_reason if is_missing else "", style, others=(no_reason,), shrinks=True)


def _done_button(editor: CorrectionEditor, text: str, style: ButtonStyle) -> Button:
    is_impossible = editor.impossible_state_text != ""
    return Button("correct.done", _end(editor.flow), text, style, width=1.4, dim=is_impossible)


def _main_style(flow: CorrectFlow) -> ButtonStyle:
    return ButtonStyle.PRIMARY if flow.draft.changes else ButtonStyle.QUIET


def _refusals() -> tuple[str, str]:
    return _("Nothing has changed yet: tap what is right."), _("First tap the reason.")


def _end(flow: CorrectFlow) -> PageAction | CorrectFlow:
    nothing_changed, no_reason = _refusals()
    if isinstance(flow.step, ThingStep) and not flow.draft.changes:
        return flow.with_refusal(nothing_changed)
    if not flow.draft.why:
        return flow.with_refusal(no_reason)
    return PageAction.FINISH


def _entries(editor: CorrectionEditor) -> tuple[Block, ...]:
    if not editor.draft.changes:
        return (Row((Text(_("The game stays as it is; only the reason is noted.")),)),)
    rows = []
    for number, change in enumerate(editor.draft.changes):
        without = editor.flow.with_draft(editor.draft.without_item_of(change))
        leave = Button(f"leave.{number}", without, _("Leave out"))
        rows.append(Row((Text(editor.public_change_text(change), TextStyle.ENTRY, 3), leave)))
    return tuple(rows)


# The table plays a rule differently


def _allow_form(editor: CorrectionEditor, step: AllowCommandStep) -> Form:
    flow, why, paid = editor.flow, editor.draft.why, step.command_to_apply
    message = flow.message or editor.impossible_state_text
    typed = flow.with_next_step(ReasonEntryStep(new_keyboard_state(why, do.Correct.REASON_LIMIT)))
    overview = replace(flow.without_message, steps=(ChooseThingStep(),))
    if editor.draft.changes:
        further = Button("further", overview, _("Everything else…"), ButtonStyle.QUIET)
        does = _("Correct it") if paid is None else _("Play it that way")
        done = _done_button(editor, does, ButtonStyle.PRIMARY)
        foot = (further, done)
    else:
        note = Button("correct.done", _end(flow), _("Only note it"), ButtonStyle.QUIET)
        edit = Button("further", overview, _("Correct the app"), ButtonStyle.PRIMARY, width=1.4)
        foot = (note, edit)
    said = (
        Text(escape_invisible(why), TextStyle.ENTRY, shrinks=True),
        Row((Button("why.type", typed, _("In our own words…")),), ROW),
        Row((Text(message, TextStyle.STRONG if flow.is_remark else TextStyle.WARNED),), share=1),
        Row(foot, _FOOT),
    )
    entries = _entries(editor)
    if not editor.draft.changes:
        entries = (
            Text(_advice_for_refused(editor.state, step.refused_command), TextStyle.ENTRY),
            *entries,
        )
    if paid is not None:
        price, *others = (chips_text(price) for price in price_options(editor.state, paid))
        asked = _("Asked: {chips}", chips=price)
        if others:
            asked = _("Asked: {chips} or {others}", chips=price, others=others[0])
        pays = _("You pay: {chips}", chips=chips_text(paid.pay))
        entries = (Text(f"{pays}\n{asked}", TextStyle.ENTRY),)
    if len(entries) > _BESIDE_A_RULE:
        entries = (Column(entries, pages="more", share=1),)
    found = rule(step.rule)
    title = _(found.title)
    text = "\n".join(
        filter(None, (title, texts.sentence_text(found.text), booklet_pages_text(found)))
    )
    about = Text(text, TextStyle.CARD, action=ExplainRule(step.rule), short=title)
    beside = Column((about, *entries), 1.5)
    out = back_button(PageAction.LEAVE)
    return Form(_("We play it differently"), out, (Column(said), beside))


def _advice_for_refused(state: GameState, refused: do.Command) -> str:
    match refused:
        case do.PlaceWorker():
            return _(
                "What you can do now: put this worker on another plain. The app allows three "
                "workers on a plain and no more, even in a correction."
            )
        case do.MoveWorker(by, source, _level, target) if source is not target and stack_problem(
            target, (*state.stack(target), by)
        ):
            return _(
                "The app allows three workers on a plain and no more, even in a correction. "
                "Move to another plain, or build; enter what your own move earns under “Correct "
                "the app”."
            )
        case _:
            return _("The app cannot do this step. Enter its result under “Correct the app”.")


# Earlier steps


def first_step_of_amendment(
    step_to_amend: routes.StepToAmend, steps: Sequence[GameStep], edits: tuple[Edit, ...] = ()
) -> PastStep:
    """Return what the correction page shows first to change, add or remove a step of the game.

    `step_to_amend` says which step, and what to do with it. `steps` are all steps of the game.
    `edits` are the changes to other steps of the game that the player has already entered.
    """
    number = step_to_amend.step_number
    match step_to_amend.kind:
        case routes.AmendmentKind.CHANGE:
            # After another change, the question begins without an answer.
            draft = EmptyDraft() if edits else draft_for_command(steps[number - 1].command)
            return EnterPastStep(number, edits=edits, draft=draft)
        case routes.AmendmentKind.INSERT:
            return EnterPastStep(number, is_insertion=True, edits=edits)
        case routes.AmendmentKind.REMOVE:
            return AmendmentOutcomeStep((*edits, RemoveStep(number)))


def state_and_steps_before(
    entry_step: EnterPastStep, steps: Sequence[GameStep], amendment: Amendment | None
) -> tuple[GameState, Sequence[GameStep]]:
    """Return the state in which a player answers a past question, and the game's steps before it.

    `entry_step` is the part of the page that asks the question. `steps` are all steps of the game.
    `amendment` has the consequences of the changes that the player has already entered; it is None
    if there are none.
    """
    former = steps[entry_step.step_number - 1]
    state, before = former.before, steps[: entry_step.step_number - 1]
    if amendment is not None and amendment.conflict is not None:
        state = amendment.conflict.state
        before = (*steps[: len(steps) - len(amendment.old_steps)], *amendment.new_steps)
    match former.command:
        case do.TakeChip(by=color) | do.GiveBackChip(by=color) if (
            not entry_step.is_insertion and color in state.deciders
        ):
            # Several players answered this question; ask the player whose answer is changed first.
            others = (one for one in state.pending if one is not color)
            state = replace(state, pending=(color, *others))
    return state, before


def step_after_answer(
    entry_step: EnterPastStep,
    command: do.Command,
    amendment_for: Callable[[tuple[Edit, ...]], Amendment],
) -> PastStep:
    """Return the part of the correction page that follows the player's answer `command`.

    `entry_step` is the part that asked for the answer. `amendment_for` returns the consequences of
    changes to steps of the game. A forgotten step may call for decisions of other players that were
    not recorded either. If so, the returned part asks for the next of these decisions. Otherwise it
    shows the consequences. Raises RuleViolation if the rules refuse the answer at this point of the
    game.
    """
    edit = (
        InsertStep(entry_step.step_number, command)
        if entry_step.is_insertion
        else ReplaceStep(entry_step.step_number, command)
    )
    edits = (*entry_step.edits, edit)
    conflict = amendment_for(edits).conflict
    if conflict is not None and conflict.is_in_edited_step:
        raise conflict.refusal
    if (
        entry_step.is_insertion
        and conflict is not None
        and conflict.refusal.rule == "turn.decider"
        and conflict.state.phase is not Phase.FINISHED
        and conflict.position == entry_step.step_number
    ):
        # Other players must decide before the game can continue with the old steps.
        return EnterPastStep(
            entry_step.step_number, is_insertion=True, edits=edits, needs_another_insertion=True
        )
    return AmendmentOutcomeStep(edits)


def draft_for_command(command: do.Command) -> Draft:
    match command:
        case do.BuildHut(field=field):
            return SelectedField(field)
        case do.BuildTemple(field=field):
            return SelectedField(field, BuildingKind.TEMPLE)
        case do.SwapChips(by=color):
            return ChipSwapDraft(color)
        case do.EnterPrintedField(field=field):
            return PrintedFieldDraft(field)
        case _:
            return EmptyDraft()


def question_with_recorded_step(
    entry_step: EnterPastStep, recorded_step: GameStep, question: Question
) -> Question:
    """Return a copy of `question` with a line that names `recorded_step`, a step of the game.

    The player's answer will replace this step or, if `entry_step` asks for a forgotten step, be
    inserted before it. The copy lacks the buttons that open other pages, and those that answer
    several questions at once.
    """

    def stays(item: Block) -> bool:
        action = getattr(item, "action", None)
        return not isinstance(action, routes.Route) and action != SetDraft(DeclineOfferingsDraft())

    step = step_text(recorded_step)
    text = _("Instead of: {step}", step=step)
    if entry_step.is_insertion:
        text = _("Forgotten before “{step}”:", step=step)
    rows: list[Block] = [TextIfRoom(text, TextStyle.BOLD, shrinks=True)]
    for row in question.rows:
        if not isinstance(row, Row):
            rows.append(row)
        elif items := tuple(filter(stays, row.items)):
            rows.append(replace(row, items=items))
    return replace(question, rows=tuple(rows), button_below_reasons=None)


# Consequences


class AmendmentOutcomeContents(NamedTuple):
    """Contents of the page that shows the consequences of an amendment.

    An amendment changes, adds or removes steps of the game. If all later steps are still possible
    or are undone, `state` is the game's state after the amendment, and `points_changes` has, by
    player, how many points more it gives. Otherwise `state` is the state before the first step that
    has become impossible, and `points_changes` is empty.
    """

    title: str
    lines: tuple[Text, ...]
    buttons: tuple[Row, ...]
    state: GameState
    points_changes: Mapping[Color, int] = NO_POINTS


def amendment_outcome_contents(
    flow: CorrectFlow,
    step: AmendmentOutcomeStep,
    amendment: Amendment,
    number_of_steps: int,
    piece_moves: Iterable[moves.Row],
) -> AmendmentOutcomeContents:
    """Return the contents of the page that shows the consequences of an amendment.

    `flow` is the state of the page, and `step` is the part of the page to show. `amendment` has the
    consequences of changing, adding or removing steps of the game. `number_of_steps` counts all
    steps of the game before the amendment. `piece_moves` are the moves of real pieces that players
    must make because of the amendment.
    """
    leave: tuple[Button, ...] = ()
    if len(flow.steps) > 1:
        leave = (Button("amend.leave", PageAction.LEAVE, _("Leave everything as it was")),)
    conflict = amendment.conflict
    if conflict is None or step.undoes_rest:
        edited = step_changes(amendment.old_steps, amendment.new_steps)
        after = amendment.path_change.state_after
        title, text = _("Change this step?"), _("Change it")
        if all(new is None for _old, new in edited):
            title, text = _("Remove this step?"), _("Remove it")
        elif all(old is None for old, _new in edited):
            title, text = _("Add this step?"), _("Add it")
        finish = Button("amend.do", PageAction.FINISH, text, ButtonStyle.PRIMARY)
        won = {
            new.color: new.points - old.points
            for old, new in zip(
                amendment.path_change.state_before.players, after.players, strict=True
            )
        }
        lines = amendment_difference_lines(amendment, piece_moves)
        return AmendmentOutcomeContents(title, lines, (Row((*leave, finish)),), after, won)
    place, kinds = conflict.position, routes.AmendmentKind
    also, insert, remove = (
        routes.StepToAmend(place, kind) for kind in (kinds.CHANGE, kinds.INSERT, kinds.REMOVE)
    )
    back = plural(
        "Stop here: undo it", "Stop here: undo {number} steps", number_of_steps - place + 1
    )
    ways = [
        *leave,
        Button("amend.end", flow.with_next_step(replace(step, undoes_rest=True)), back),
        Button("amend.remove", remove, _("Remove that step")),
    ]
    change: tuple[Row, ...] = ()
    if conflict.state.phase is not Phase.FINISHED:
        ways.append(Button("amend.insert", insert, _("Add one before it")))
        if not isinstance(conflict.command, do.Correct):
            button = Button("amend.also", also, _("Change that step too"), ButtonStyle.PRIMARY)
            change = (Row((button,)),)
    pairs = (Row(tuple(ways[first : first + 2])) for first in range(0, len(ways), 2))
    text, why = refused_step_lines(conflict)
    lines = (
        Text(progress_text(conflict.state), TextStyle.PLAIN),
        Text(text, TextStyle.BOLD),
        Text(why, TextStyle.PLAIN),
        Text(_("Nothing has changed yet."), TextStyle.PLAIN),
    )
    title = _("A later step no longer fits")
    return AmendmentOutcomeContents(title, lines, (*pairs, *change), conflict.state)


def amendment_difference_lines(
    amendment: Amendment, piece_moves: Iterable[moves.Row]
) -> tuple[Text, ...]:
    """Return the lines of text that list what an amendment changes.

    `piece_moves` are the moves of real pieces that players must make because of the amendment.
    """
    path_change, old, new = amendment.path_change, amendment.old_steps, amendment.new_steps
    texts = [(text, TextStyle.PLAIN) for text in changed_step_lines(old, new)]
    if undone := undone_tail_length(old, new):
        texts.append((undone_steps_text(undone), TextStyle.BOLD))
    entered = [change.new for change in step_changes(old, new)]
    kept = [step for step in new if step not in entered]
    if any(isinstance(step.command, do.Correct) for step in kept):
        texts.append((_("Your later corrections stay as they are."), TextStyle.PLAIN))
    unchanged = _("Points and runes stay as they are.")
    differences = _differences(path_change.state_before, path_change.state_after) or (unchanged,)
    texts += ((_("What changes"), TextStyle.BOLD), *((one, TextStyle.PLAIN) for one in differences))
    if lines := [row.text for row in move_texts(path_change.state_after, piece_moves)]:
        texts += ((_("To move"), TextStyle.BOLD), *((line, TextStyle.PLAIN) for line in lines))
    return tuple(Text(text, style) for text, style in texts)


def _differences(before: GameState, after: GameState) -> tuple[str, ...]:
    names = player_names(after)
    points = (
        _(
            "{player}: {after} points instead of {before}",
            player=names[new.color],
            after=new.points,
            before=old.points,
        )
        for old, new in zip(before.players, after.players, strict=True)
        if old.points != new.points
    )
    runes = (
        _rune_line(piece_name(rune), old and names[old], new and names[new])
        for rune, old, new in zip(RUNES, before.runes, after.runes, strict=True)
        if old != new
    )
    winners: tuple[str, ...] = ()
    if before.winners != after.winners:
        over = None if after.winners is None else winners_line(after, after.winners)
        winners = (over or _("The game is not over yet."),)
    return (*points, *runes, *winners)


def _rune_line(rune: str, old: str | None, new: str | None) -> str:
    if old is None:
        return _("Rune {rune}: now {player} has it", rune=rune, player=new or "")
    if new is None:
        return _("Rune {rune}: {player} no longer has it", rune=rune, player=old)
    return _("Rune {rune}: {player} has it instead of {other}", rune=rune, player=new, other=old)
