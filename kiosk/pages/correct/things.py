"""Controls for each piece, place or number that the players can correct. Free of Kivy."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion import commands as do
from companion.game import check_number, check_phase, number_limit, problems
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
from companion.sentence import Sentence
from companion.state import Building, GameState
from kiosk.pages.correct.steps import (
    ChangeT,
    CorrectFlow,
    Correction,
    OverviewStep,
    ThingStep,
    change_with_number,
    change_with_present_value,
)
from kiosk.pages.table.question import ShowHand
from kiosk.pieces.form import RuneStone, Symbol, WorkerStack, not_possible_text, try_or_refuse
from kiosk.routes import (
    DruidToCorrect,
    FieldToCorrect,
    PlainToCorrect,
    PlayerToCorrect,
    PrintedFieldToCorrect,
    RunesToCorrect,
    ThingToCorrect,
    TurnToCorrect,
)
from kiosk.ui.form import (
    Align,
    Block,
    Button,
    ButtonStyle,
    Icon,
    Row,
    Text,
    TextStyle,
    arrange_in_rows,
)
from kiosk.ui.theme import DECISION_TEXT
from kiosk.words.language import _, escape_invisible
from kiosk.words.narration import correction_change_text
from kiosk.words.texts import comma_separated, piece_name, player_names, short_name

ROW = 52
_PLAYER_ROW, _STACK_ROW, _RUNE_ROW = 56, 78, 60
"""Heights of rows in dp."""
_ACROSS = 5
"""Maximum number of symbols side by side."""
_CHIP = 15
"""Radius of a chip in dp."""
_DRUID = do.SetDruid(0, None)


class CorrectionEditor(msgspec.Struct, frozen=True):
    """Correction in progress, with the state of the game before the correction.

    If `open_chips` is not set, hands are secret: the page shows the changes of a hand, but never
    the number of its chips.
    """

    flow: CorrectFlow
    state: GameState
    open_chips: bool = False

    @property
    def draft(self) -> Correction:
        return self.flow.draft

    @property
    def after(self) -> GameState:
        """Corrected state, even if the rules make that state impossible."""
        return self.draft.after(self.state)

    @property
    def names(self) -> Mapping[Color, str]:
        return player_names(self.state)

    def now(self, about: ChangeT) -> ChangeT:
        """Return the change `about` with its item's value after the correction so far."""
        return change_with_present_value(self.after, about)

    def with_draft(self, draft: Correction) -> CorrectFlow:
        def enter() -> CorrectFlow:
            check_phase(self.state, draft.changes)
            return self.flow.with_draft(draft)

        return self.attempt(enter)

    def flow_with_changes(self, *changes: do.Change) -> CorrectFlow:
        return self.with_draft(self.draft.with_changes(self.state, *changes))

    def attempt(self, act: Callable[[], CorrectFlow]) -> CorrectFlow:
        return try_or_refuse(self.flow, act, self.names)

    def flow_with_refusal(self, why: Sentence) -> CorrectFlow:
        """Return the flow with a message that gives a refusal without revealing a secret hand."""
        if self._hides_a_hand:
            return self.flow.with_refusal(
                _("Not possible: a hand has from 0 to 18 chips of a kind.")
            )
        return self.flow.with_refusal(not_possible_text(why, self.names), "correct.table")

    @property
    def reason_impossible(self) -> str:
        """Reason why the rules make the corrected state impossible.

        It is "" if the state is possible, or if the reason would reveal a secret hand.
        """
        wrong = () if self._hides_a_hand else problems(self.after)
        return not_possible_text(wrong[0], self.names) if wrong else ""

    @property
    def _hides_a_hand(self) -> bool:
        numbers = (change.number for change in self.draft.changes if isinstance(change, do.SetHand))
        return not self.open_chips and any(
            not 0 <= number <= CHIPS_PER_MATERIAL for number in numbers
        )

    # Words and buttons

    def change_text(self, change: do.Change) -> str:
        return escape_invisible(correction_change_text(self.state, change))

    def public_change_text(self, change: do.Change) -> str:
        """Return a line of text that describes a change without revealing a hand."""
        if isinstance(change, do.SetHand) and not self.open_chips:
            name = short_name(self.state.player(change.color).name)
            return _(
                "{player}: chips of {material}",
                player=name,
                material=piece_name(change.material),
            )
        return self.change_text(change)

    def name(self, color: Color) -> str:
        return escape_invisible(self.state.player(color).name)

    def status(self, about: do.Change) -> Text:
        if self.draft.holds(about):
            return Text(_("Set: {what}", what=self.change_text(self.now(about))), TextStyle.STRONG)
        return Text(_("In the app: {what}", what=self.change_text(self.now(about))))

    def choice_button(
        self, key: str, value: do.Change, text: str = "", symbol: Symbol | None = None
    ) -> Button:
        """Return a button that sets `value`; the button has a ring if this is the present value."""
        chosen = self.now(value) == value
        return Button(key, self.flow_with_changes(value), text, symbol=symbol, chosen=chosen)

    def adjusted_hand(self, hand: do.SetHand, chips: int) -> do.SetHand:
        """Return the change of a hand with `chips` more chips, or fewer if `chips` is negative.

        Raises RuleViolation if the new number is out of range. The number in a secret hand may
        become negative here, since a refusal would reveal how many chips the player has.
        """
        number = hand.number + chips
        shown = (
            number
            if self.open_chips
            else abs(number - change_with_present_value(self.state, hand).number)
        )
        check_number(shown, number_limit(hand))
        return replace(hand, number=number)

    def flow_with_moved_chips(self, color: Color, material: Material, chips: int) -> CorrectFlow:
        """Return the flow with chips moved from a plain to a hand, or back if negative."""

        def move() -> CorrectFlow:
            hand, supply = do.SetHand(color, material, 0), do.SetSupply(material, 0)
            fewer = self.now(supply)
            adjusted_hand = self.adjusted_hand(self.now(hand), chips)
            return self.flow_with_changes(
                adjusted_hand, change_with_number(fewer, fewer.number - chips)
            )

        return self.attempt(move)


def controls_for_thing(
    here: CorrectionEditor, thing: ThingToCorrect
) -> tuple[str, tuple[Block, ...]]:
    match thing:
        case PlayerToCorrect(color):
            return short_name(here.state.player(color).name), tuple(_player(here, color))
        case PlainToCorrect(plain):
            return _("High plain: {plain}", plain=piece_name(plain)), _plain(here, plain)
        case FieldToCorrect(field):
            return _("Field {field}", field=field), _field(here, field)
        case PrintedFieldToCorrect(field):
            return _("Field {field}: what is printed?", field=field), _printed(here, field)
        case RunesToCorrect(rune):
            return _("Rune stones"), _runes(here, rune)
        case DruidToCorrect():
            return _("The druid"), _druid(here)
        case TurnToCorrect():
            return _("Whose turn"), _turn(here)
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


def _player(here: CorrectionEditor, color: Color) -> Iterable[Block]:
    points = here.now(do.SetPoints(color, 0))
    was = change_with_present_value(here.state, points).points

    def by(key: str, step: int) -> Button:
        stepped = here.attempt(
            lambda: here.flow_with_changes(change_with_number(points, points.points + step))
        )
        text = f"{step:+}".replace("-", "−")
        return Button(f"points.{key}", stepped, text, spoken=comma_separated([_("Points"), text]))

    def chips(material: Material) -> tuple[Block, ...]:
        hand, key = here.now(do.SetHand(color, material, 0)), f"chips.{material}"
        more = hand.number - change_with_present_value(here.state, hand).number
        secret = f"{more:+}".replace("-", "−") if more else _("?")
        shown, name = str(hand.number) if here.open_chips else secret, piece_name(material)
        return (
            Button(
                f"{key}.less",
                here.flow_with_moved_chips(color, material, -1),
                "−",
                spoken=f"{name} −1",
            ),
            Row((Icon(material, _CHIP), _figure(shown, is_set=more != 0)), ROW, gap=2),
            Button(
                f"{key}.more",
                here.flow_with_moved_chips(color, material, 1),
                "+",
                spoken=f"{name} +1",
            ),
        )

    def rune(rune: Rune) -> Button:
        now = here.now(do.SetRune(rune, None))
        other = here.flow_with_changes(do.SetRune(rune, None if now.holder is color else color))
        stone, marked = RuneStone(rune, now.holder), here.draft.holds(now)
        return Button(f"rune.{rune}", other, symbol=stone, marked=marked)

    if not here.open_chips:
        name = here.name(color)
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


def _plain(here: CorrectionEditor, plain: Material) -> tuple[Block, ...]:
    stack = here.now(do.SetStack(plain, ()))
    workers = stack.workers

    def lifted(level: int, color: Color) -> Button:
        others = (*workers[: level - 1], *workers[level:])
        lift = here.flow_with_changes(do.SetStack(plain, (*others, color)))
        return Button(f"top.{level}", lift, symbol=color, detail=_("On top"))

    def brought(other: Material, color: Color) -> Button:
        """Return a button that brings the highest worker of `color` from the plain `other`."""
        rest = list(here.now(do.SetStack(other, ())).workers)
        del rest[len(rest) - 1 - rest[::-1].index(color)]
        both = (do.SetStack(other, tuple(rest)), do.SetStack(plain, (*workers, color)))
        key = f"from.{other}.{color}"
        return Button(key, here.flow_with_changes(*both), symbol=color, detail=piece_name(other))

    def change(key: str, chips: int, detail: str) -> Row:
        buttons = (
            Button(
                f"{key}.{color}",
                here.flow_with_moved_chips(color, plain, chips),
                symbol=color,
                detail=detail,
                marked=here.draft.holds(do.SetHand(color, plain, 0)),
            )
            for color in here.state.colors
        )
        return _row(*buttons)

    elsewhere = [
        brought(other, color)
        for other in MATERIALS
        if other is not plain
        for color in dict.fromkeys(here.now(do.SetStack(other, ())).workers)
    ]
    tops = (lifted(level, color) for level, color in enumerate(workers[:-1], start=1))
    lying = here.now(do.SetSupply(plain, 0)).number
    return (
        _row(WorkerStack(plain, workers, here.draft.holds(stack), 2.2), *tops, high=_STACK_ROW),
        Text(_("Who else stands here?")),
        *_symbols(elsewhere),
        Text(_("Chips here: {number}. Who has one more, or one less?", number=lying)),
        change("took", 1, "+1"),
        change("gave", -1, "−1"),
    )


# A field


def _field(here: CorrectionEditor, field: int) -> tuple[Block, ...]:
    board, building = here.state.board, here.after.building(field)
    neighbours = (board.before(field), board.after(field)) if building is not None else ()
    carried = (
        Button(f"stands.{to}", _move_building(here, field, to), _("Stands on {field}", field=to))
        for to in neighbours
        if here.after.building(to) is None
    )
    buildings = (
        Row(tuple(_building(here, field, Building(kind, color)) for color in here.state.colors))
        for kind in BuildingKind
    )
    none = here.choice_button("bonus.none", do.SetBonus(field, None), _("None"))
    chips = (
        here.choice_button(f"bonus.{one}", do.SetBonus(field, one), symbol=one) for one in Bonus
    )
    at = here.flow.with_next_step(ThingStep(PrintedFieldToCorrect(field)))
    printed = Button("printed", at, _("What is printed there"), width=1.8)
    # The icons on an unknown field are entered on the table's page, not here.
    known = (printed,) if board.field(field).known else ()
    return (
        here.status(do.SetField(field, None)),
        *buildings,
        Row((_building(here, field, None), *carried)),
        Row((none, *chips, *known)),
        *_area(here, field),
    )


def _building(here: CorrectionEditor, field: int, building: Building | None) -> Button:
    choice_button = here.choice_button("field.empty", do.SetField(field, building), _("Empty"))
    action = here.with_draft(here.draft.with_building(here.state, field, building))
    if building is not None:
        key = f"field.{building.kind}.{building.owner}"
        choice_button = replace(choice_button, key=key, text="", symbol=building)
    return replace(choice_button, action=action)


def _move_building(here: CorrectionEditor, field: int, to: int) -> CorrectFlow:
    """Return the flow with a building moved to field `to`; the druid moves with his hut."""
    draft = here.draft.with_building(here.state, field, None)
    draft = draft.with_building(here.state, to, here.after.building(field))
    if here.after.druid.field == field:
        draft = draft.with_changes(here.state, do.SetDruid(None, to))
    return here.with_draft(draft)


def _area(here: CorrectionEditor, field: int) -> tuple[Block, ...]:
    rune = here.after.board.field(field).rune
    if rune is None:
        return ()
    return Text(here.change_text(here.now(do.SetRune(rune, None)))), _holders(here, rune)


def _printed(here: CorrectionEditor, field: int) -> tuple[Block, ...]:
    now = here.now(do.SetPrinted(field, (Material.WOOD, Material.WOOD), RUNES[0]))
    outer, inner = now.needs

    def area(rune: Rune) -> Button:
        choice_button = here.choice_button(
            f"area.{rune}", replace(now, rune=rune), symbol=RuneStone(rune, None)
        )
        return replace(choice_button, detail=piece_name(rune))

    def icon(key: str, needs: tuple[Material, Material], icon: Material) -> Button:
        return here.choice_button(f"{key}.{icon}", replace(now, needs=needs), symbol=icon)

    return (
        here.status(now),
        *arrange_in_rows(tuple(map(area, RUNES)), 3, ROW),
        _row(
            Text(_("Outer:"), width=1.4), *(icon("first", (one, inner), one) for one in MATERIALS)
        ),
        _row(
            Text(_("Inner:"), width=1.4), *(icon("second", (outer, one), one) for one in MATERIALS)
        ),
    )


# Rune stones, the druid, the turn


def _runes(here: CorrectionEditor, chosen: Rune | None) -> tuple[Block, ...]:
    step = here.flow.step

    def stone(rune: Rune) -> Button:
        now = here.now(do.SetRune(rune, None))
        return Button(
            f"rune.{rune}",
            here.flow.with_current_step(
                replace(step, thing=RunesToCorrect(rune)) if isinstance(step, ThingStep) else step
            ),
            symbol=RuneStone(rune, now.holder),
            detail=piece_name(rune),
            chosen=rune is chosen,
            marked=here.draft.holds(now),
        )

    rows = tuple(arrange_in_rows(tuple(map(stone, RUNES)), 3, _RUNE_ROW))
    if chosen is None:
        return (Text(_("Which rune stone is wrong?")), *rows)
    return (*rows, here.status(do.SetRune(chosen, None)), _holders(here, chosen))


def _holders(here: CorrectionEditor, rune: Rune) -> Row:
    table = here.choice_button("holder.none", do.SetRune(rune, None), _("Table"))
    holders = (
        here.choice_button(f"holder.{color}", do.SetRune(rune, color), symbol=color)
        for color in here.state.colors
    )
    return _row(*holders, replace(table, width=1.4))


def _druid(here: CorrectionEditor) -> tuple[Block, ...]:
    stones = (
        here.choice_button(f"stone.{each}", do.SetDruid(each, None), _("Stone {stone}", stone=each))
        for each in range(1, DRUID_STONES + 1)
    )
    temple = here.choice_button("stone.0", _DRUID, _("In his temple"))
    return here.status(_DRUID), _row(temple), _row(*stones), _huts(here)


def _huts(here: CorrectionEditor) -> Row:
    """Return buttons for the huts nearest to the druid, and one to choose any hut on the board."""
    at = here.after.druid.field or 0
    others = [hut for hut in here.after.hut_fields() if hut != at]
    behind = [hut for hut in others if hut > at] or others
    before = [hut for hut in others if hut < at] or others
    near = dict.fromkeys((*before[-1:], *behind[:1]))
    fields = (
        here.choice_button(f"field.{hut}", do.SetDruid(None, hut), _("Field {field}", field=hut))
        for hut in near
    )
    elsewhere = Button(
        "field.other", here.flow.with_next_step(OverviewStep(druid=True)), _("Elsewhere…")
    )
    return _row(*fields, elsewhere)


def _turn(here: CorrectionEditor) -> tuple[Block, ...]:
    rows = []
    for color in here.state.colors:
        choice_button = here.choice_button(
            f"turn.{color}", do.SetActive(color), here.name(color), color
        )
        rows.append(_row(replace(choice_button, style=ButtonStyle.NAME), high=_PLAYER_ROW))
    return (*rows, here.status(do.SetActive(here.state.whose_turn)))
