"""What each step of a correction shows, and where its taps lead; no Kivy (correct.table)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion import commands as do
from companion.game import check_number, number_limit, problems, stack_problem
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
from companion.preview import prices
from companion.rulebook import rule
from companion.sentence import Sentence
from companion.state import Building, Finale, GameState, Phase
from kiosk import routes
from kiosk.pages.correct.steps import (
    AllHands,
    ChangeT,
    CorrectFlow,
    Correction,
    EverybodysPoints,
    Number,
    NumberChange,
    Overview,
    Printed,
    Quick,
    Reasons,
    Ruled,
    Step,
    WaitingRuling,
    Why,
    hindrance,
    number_of,
    numbered,
    present,
)
from kiosk.pieces.form import (
    AboutRule,
    HoldBadge,
    Person,
    Scene,
    Stack,
    Stone,
    Symbol,
    attempt,
    message_or,
    not_possible,
)
from kiosk.pieces.picture import board_picture
from kiosk.routes import DruidPlace, OfPlayer, Plain, Runes, Thing, Turn, WholeField
from kiosk.ui.form import (
    GAP_ROW,
    Block,
    Button,
    Column,
    Effect,
    Form,
    Row,
    Style,
    Text,
    Tone,
    TypingForm,
    in_rows,
)
from kiosk.ui.key_pages import typing
from kiosk.words import texts
from kiosk.words.language import _, visible
from kiosk.words.narration import change_text
from kiosk.words.reasons import pages_text
from kiosk.words.texts import chips_text, names_of, short_name, word

_ROW, _PLAYER_ROW, _HAND_ROW, _STACK_ROW, _RUNE_ROW, _KEY_ROW, _FOOT = 52, 56, 58, 78, 60, 50, 56
"""Heights in dp."""
_A_ROW = 5
"""So many symbols stand side by side at most, on the page of one thing."""
_BESIDE_A_RULE = 2
"""Of more changes there is a page each where a rule stands above them."""


class HandLook(msgspec.Struct, frozen=True):
    """Showing a player's hand as the app has it, while their name is `held`."""

    color: Color
    held: bool


class Correcting(msgspec.Struct, frozen=True):
    """A correction at one moment of a game: what is set so far, and what the app has.

    Without `open_chips` nothing tells how many chips a hand has, but how many more or fewer than
    the app has are set.
    """

    flow: CorrectFlow
    state: GameState
    open_chips: bool = False

    @property
    def draft(self) -> Correction:
        """What is set so far."""
        return self.flow.draft

    @property
    def after(self) -> GameState:
        """The game as it would be with what is set, possible or not."""
        return self.draft.after(self.state)

    @property
    def names(self) -> Mapping[Color, str]:
        """What sentences call the players."""
        return names_of(self.state)

    def now(self, about: ChangeT) -> ChangeT:
        """What is there with all that is set, as a change about the same."""
        return present(self.after, about)

    def setting(self, *changes: do.Change) -> CorrectFlow:
        """The same step with that set."""
        return self.flow.entered(self.draft.with_changes(*changes))

    def leaving(self, about: do.Change) -> CorrectFlow:
        """The same step with that left as the app has it."""
        return self.flow.entered(self.draft.without(about))

    def entering(self, about: NumberChange) -> CorrectFlow:
        """A number set to what it is, and the keys to type another."""
        now = self.now(about)
        return self.setting(now).on(Number(now))

    def attempt(self, act: Callable[[], CorrectFlow]) -> CorrectFlow:
        """What `act` leads to, or why the rules refuse that."""
        return attempt(self.flow, act, self.names)

    def refused(self, why: Sentence) -> CorrectFlow:
        """Nothing done, and why; a number that would tell what a secret hand holds is left out."""
        if self._hides_a_hand:
            return self.flow.telling(_("Not possible: a hand has from 0 to 18 chips of a kind."))
        return self.flow.telling(not_possible(why, self.names), "correct.table")

    @property
    def impossible(self) -> str:
        """Why what is set cannot be; empty where it can, or as long as that is a hand's secret."""
        wrong = () if self._hides_a_hand else problems(self.after)
        return not_possible(wrong[0], self.names) if wrong else ""

    @property
    def _hides_a_hand(self) -> bool:
        """Whether a hand is set to what it cannot be, and nobody else may know how many it has."""
        numbers = (change.number for change in self.draft.changes if isinstance(change, do.SetHand))
        return not self.open_chips and any(
            not 0 <= number <= CHIPS_PER_MATERIAL for number in numbers
        )

    # Words and buttons

    def line(self, change: do.Change) -> str:
        """A change in one line, whatever the names in it hold."""
        return visible(change_text(self.state, change))

    def app_has(self, about: do.Change) -> str:
        """What the app has of that, without what is set."""
        return _("In the app: {what}", what=self.line(present(self.state, about)))

    def listed(self, change: do.Change) -> str:
        """A change as the whole table may read it."""
        if isinstance(change, do.SetHand) and not self.open_chips:
            name = short_name(self.state.player(change.color).name)
            return _("{player}: chips of {material}", player=name, material=word(change.material))
        return self.line(change)

    def name(self, color: Color) -> str:
        """A player's whole name, which may be cut where it is shown."""
        return visible(self.state.player(color).name)

    def status(self, about: do.Change) -> Text:
        """How it stands with something: what is set, or what the app has."""
        if not self.draft.holds(about):
            return Text(self.app_has(about))
        return Text(_("Set: {what}", what=self.line(self.now(about))), Tone.STRONG)

    def choice(
        self, key: str, value: do.Change, text: str = "", symbol: Symbol | None = None
    ) -> Button:
        """A button that sets something to a value; ringed where it is set to that already."""
        chosen = value in self.draft.changes
        return Button(key, self.setting(value), text, symbol=symbol, chosen=chosen)

    def number(self, key: str, about: NumberChange, text: str, symbol: Symbol) -> Button:
        """A number that a tap types anew, beside what it is the number of."""
        now, marked = self.now(about), self.draft.holds(about)
        shown = str(number_of(now))
        return Button(
            key, self.entering(now), text, Style.NAME, symbol, detail=shown, marked=marked
        )

    def hand(self, key: str, about: do.SetHand) -> Button:
        """How many chips a hand has, which a tap types anew."""
        now, marked = self.now(about), self.draft.holds(about)
        symbol, shown = now.material, self.hand_shown(now)
        return Button(key, self.entering(now), symbol=symbol, detail=shown, marked=marked)

    def hand_shown(self, hand: do.SetHand) -> str:
        """How many chips there are; of secret ones only how many more or fewer than the app has."""
        if self.open_chips:
            return str(hand.number)
        more = hand.number - present(self.state, hand).number
        return f"{'−' if more < 0 else '+'}{abs(more)}" if more else _("?")

    def counted(self, hand: do.SetHand, chips: int) -> do.SetHand:
        """So many chips more in a hand, below 0: fewer. Raises RuleViolation where that cannot be.

        Of secret chips nobody is told how few there are before they are set right.
        """
        number = hand.number + chips
        told = number if self.open_chips else abs(number - present(self.state, hand).number)
        check_number(told, number_limit(hand))
        return replace(hand, number=number)

    def whose(self, color: Color) -> Person | HoldBadge:
        """A player's name; where chips are secret it is held to look at them."""
        name = self.name(color)
        if self.open_chips:
            return Person(color, name, width=1.2)
        held, let_go = HandLook(color, held=True), HandLook(color, held=False)
        return HoldBadge(f"look.{color}", color, name, held, let_go, width=1.2)

    def leave(self, key: str, about: do.Change) -> Button:
        """A button that leaves something as the app has it."""
        return Button(key, self.leaving(about), _("Leave as it is"), Style.QUIET)

    def panel(self, title: str, help_text: str, *rows: Block) -> Form:
        """A further step beside the board; help gives way to why a tap did nothing."""
        told = (message_or(self.flow, help_text),) if self.flow.told or help_text else ()
        done = Button("done", self.flow.back(), _("Done"))
        return Form(title, done, (Column((*told, *rows)),), self.scene())

    def scene(self) -> Scene:
        """The board as it would be, with what is set on it ringed."""
        step = self.flow.step
        pointed = step.field if isinstance(step, WholeField | Printed) else None
        plains = (step.plain,) if isinstance(step, Plain) else ()
        fields, set_plains = set(), set()
        for change in self.draft.changes:
            match change:
                case do.SetField(field) | do.SetBonus(field) | do.SetPrinted(field):
                    fields.add(field)
                case do.SetSupply(material) | do.SetStack(material):
                    set_plains.add(material)
        return Scene(
            board_picture(self.after, pointed=pointed, plains=plains),
            set_fields=frozenset(fields),
            set_plains=frozenset(set_plains),
        )


def correct_form(
    flow: CorrectFlow,
    state: GameState,
    waiting: WaitingRuling | None = None,
    *,
    open_chips: bool,
) -> Form | TypingForm:
    """What the present step shows; at a moment when nothing can be corrected, why.

    `waiting` is what the table plays differently then: the page says what can be done about it.
    """
    why_not = hindrance(state)
    if why_not is None:
        return _step_form(Correcting(flow, state, open_chips))
    if waiting is None:
        return Form(_("Correct the app"), _way_out(), (Column((Text(why_not, Tone.CARD),)),))
    told = (Text(text, Tone.CARD) for text in (why_not, _possible_now(state, waiting)) if text)
    return Form(_("We play it differently"), _way_out(), (Column(tuple(told)),))


def _possible_now(state: GameState, waiting: WaitingRuling) -> str:
    """What can be done about a refused step while nothing can be corrected."""
    if waiting.can_be_kept:
        return _(
            "What you can do now: offer what the rules accept, or offer nothing. If you offer "
            "nothing, “Correct the app” in the menu proposes your way once the offerings are over. "
            "It is kept until the end of the next turn."
        )
    match state.phase:
        case Phase.PLACING:
            return _(
                "What you can do now: put this worker on another plain. The app has room for three "
                "workers on a plain and no more, whatever is corrected."
            )
        case Phase.TAKE | Phase.GIVE_BACK:
            return _(
                "What you can do now: choose what the rules accept. Once everybody has, set the "
                "chips as you play it with “Correct the app” in the menu."
            )
        case Phase.OFFERING if state.finale is Finale.CIRCUIT:
            return _(
                "What you can do now: offer what the rules accept, or offer nothing. Or tap Undo "
                "until before the final circuit, and correct points and chips there."
            )
        case Phase.OFFERING:
            return _(
                "What you can do now: offer what the rules accept, or offer nothing. Once the "
                "offerings are over, set points and chips as you play it with “Correct the app” in "
                "the menu."
            )
        case _:
            return ""


def _way_out() -> Button:
    return Button("back", Effect.LEAVE, _("Back"))


def _step_form(here: Correcting) -> Form | TypingForm:  # noqa: C901, PLR0911, PLR0912 - one flat case a step
    flow = here.flow
    match flow.step:
        case Overview():
            return _overview(here)
        case EverybodysPoints():
            return here.panel(_("Points"), _("Whose points are wrong?"), *_point_rows(here))
        case AllHands():
            return _hands(here)
        case Number(change, fresh):
            return _number(here, change, fresh=fresh)
        case Plain(plain):
            return _plain(here, plain)
        case WholeField(field):
            return _field(here, field)
        case Printed(field):
            return _printed(here, field)
        case Runes(rune):
            asked = _("Which rune stone is wrong?") if rune is None else ""
            rows = _rune_rows(here, rune)
            if rune is not None:
                rows += (GAP_ROW, Row((here.leave("leave", do.SetRune(rune, None)),)))
            return here.panel(_("Rune stones"), asked, *rows)
        case DruidPlace():
            asked = _("Tap where he stands: here, or on the picture the field of his hut.")
            leave = Row((here.leave("leave", _DRUID),))
            return here.panel(_("The druid"), asked, *_druid_rows(here), GAP_ROW, leave)
        case Turn():
            leave = Row((here.leave("leave", do.SetActive(here.state.whose_turn)),))
            return here.panel(_("Turn"), _("Whose turn is it?"), *_turn_rows(here), GAP_ROW, leave)
        case Quick(thing):
            return _quick(here, thing)
        case Reasons():
            beside = Column((Column(_entries(here), pages="more", share=7),), 1.4)
            back = Button("back", flow.back(), _("Back"))
            return Form(_("What is corrected, and why?"), back, (Column(_why_rows(here)), beside))
        case Ruled():
            return _ruled(here, flow.step)
        case Why(typed):
            former = flow.back()
            title = _("Why is the app corrected?")
            return TypingForm(title, typed, lambda why: _given(former, why), former)
        case _:
            assert_never(flow.step)


def tapped_field(here: Correcting, field: int) -> CorrectFlow:
    """The druid's field where it is asked for, else that field."""
    if isinstance(here.flow.step, DruidPlace):
        return here.setting(do.SetDruid(None, field))
    return here.flow.from_start(WholeField(field))


def _row(*items: Block, high: float = _ROW) -> Row:
    return Row(items, high)


def _overview(here: Correcting) -> Form:
    flow = here.flow

    def part(key: str, text: str, step: Step) -> Button:
        return Button(f"part.{key}", flow.on(step), text)

    lines = [here.listed(change) for change in here.draft.changes] or [_("Nothing is changed yet.")]
    reasons = flow.on(Reasons())
    rows = (
        message_or(flow, _("Tap a field or a high plain of the picture, or:")),
        _row(
            part("points", _("Points"), EverybodysPoints()),
            part("hands", _("Chips"), AllHands()),
            part("turn", _("Turn"), Turn()),
        ),
        _row(part("runes", _("Rune stones"), Runes()), part("druid", _("Druid"), DruidPlace())),
        Row((Button("changes", reasons, "\n".join(lines), Style.LISTING),), share=1),
        _row(Button("next", reasons, _("Go on: why?"), Style.PRIMARY), high=_FOOT),
    )
    return Form(_("Correct the app"), _way_out(), (Column(rows),), here.scene())


# Numbers


def _point_rows(here: Correcting) -> Iterable[Row]:
    for color in here.state.colors:
        about = do.SetPoints(color, 0)
        yield _row(here.number(f"points.{color}", about, here.name(color), color), high=_PLAYER_ROW)


def _hands(here: Correcting) -> Form:
    """Whose chips are wrong? Secret ones are shown to who holds their name."""
    rows = [
        _row(
            here.whose(color),
            *(here.hand(f"hand.{color}.{each}", do.SetHand(color, each, 0)) for each in MATERIALS),
            high=_HAND_ROW,
        )
        for color in here.state.colors
    ]
    asked = _("Whose chips are wrong?") if here.open_chips else _secret_help()
    return here.panel(_("Chips"), asked, *rows)


def _secret_help() -> str:
    return _("Hold your name to see the chips you have in the app.")


def _number(here: Correcting, change: NumberChange, *, fresh: bool) -> Form:
    """Keys for a number, which is set with every key; of secret chips only more and fewer."""
    number = number_of(change)

    def key(key: str, text: str, typed: Callable[[], Number], width: float = 1) -> Button:
        def taken() -> CorrectFlow:
            step = typed()
            return here.setting(step.change).at(step)

        return Button(key, here.attempt(taken), text, width=width)

    def stepped(key_name: str, text: str, by: int) -> Button:
        if isinstance(change, do.SetHand) and not here.open_chips:
            return key(key_name, text, lambda: Number(here.counted(change, by)))
        return key(key_name, text, lambda: Number(numbered(change, number + by)))

    def digit(digit: int) -> Button:
        whole = digit if fresh else 10 * number + digit
        return key(
            f"digit.{digit}", str(digit), lambda: Number(numbered(change, whole), fresh=False)
        )

    leave = Button("leave", here.leaving(change).back(), _("Leave as it is"), Style.QUIET)
    secret = isinstance(change, do.SetHand) and not here.open_chips
    shown = here.hand_shown(change) if isinstance(change, do.SetHand) else str(number)
    steps = _row(
        stepped("number.less", "−", -1),
        Text(shown, Tone.NUMBER, 1.6),
        stepped("number.more", "+", 1),
        high=_PLAYER_ROW,
    )
    if isinstance(change, do.SetHand) and secret:
        asked = _("How many more or fewer than in the app?")
        held = _row(here.whose(change.color), high=_HAND_ROW)
        rows: tuple[Block, ...] = (GAP_ROW, Text(_secret_help()), held)
    else:
        asked = here.app_has(change)
        clear = key("digit.clear", _("Clear"), lambda: Number(numbered(change, 0)), 2.08)
        rows = (
            *in_rows(tuple(map(digit, range(1, 10))), 3, _KEY_ROW),
            _row(digit(0), clear, high=_KEY_ROW),
        )
    return here.panel(
        _number_title(here.state, change), asked, steps, *rows, GAP_ROW, Row((leave,))
    )


def _number_title(state: GameState, change: NumberChange) -> str:
    match change:
        case do.SetPoints(color):
            return _("{player}'s points", player=short_name(state.player(color).name))
        case do.SetHand(color, material):
            name = short_name(state.player(color).name)
            return _("{player}: {material}", player=name, material=word(material))
        case do.SetSupply(material):
            return _("Chips of {material}", material=word(material))
        case _:
            assert_never(change)


# What lies on the board


def _plain(here: Correcting, plain: Material) -> Form:
    """A high plain: how many chips, which workers."""
    stack = here.now(do.SetStack(plain, ()))

    def put_on_top(color: Color) -> Button:
        workers = (*stack.workers, color)
        why_not = stack_problem(plain, workers)
        put = here.refused(why_not) if why_not else here.setting(do.SetStack(plain, workers))
        return Button(f"stack.{color}", put, here.name(color), Style.NAME, color)

    clear = Button("stack.clear", here.setting(do.SetStack(plain, ())), _("Remove all"))
    people = tuple(map(put_on_top, here.state.colors))
    return here.panel(
        _("High plain: {plain}", plain=word(plain)),
        _("Workers are put on top of each other from below."),
        _row(here.number("supply", do.SetSupply(plain, 0), _("Chips"), plain)),
        _row(Stack(plain, stack.workers, here.draft.holds(stack)), high=_STACK_ROW),
        *(Row(people[start : start + 2], _ROW) for start in range(0, len(people), 2)),
        GAP_ROW,
        Row((clear, here.leave("stack.leave", stack))),
    )


def _field(here: Correcting, field: int) -> Form:
    """A field: which building stands and which bonus chip lies there."""
    standing, lying = do.SetField(field, None), do.SetBonus(field, None)
    draft = here.draft.without(standing).with_chip_back(field)
    leave = replace(here.leave("field.leave", standing), action=here.flow.entered(draft))
    printed: tuple[Button, ...] = ()
    if here.after.board.field(field).known:
        # What is printed on a field that nobody has read is asked at the table, not here.
        marked = here.draft.holds(_printed_on(field))
        text = _("What is printed there")
        printed = (Button("printed", here.flow.on(Printed(field)), text, marked=marked),)
    return here.panel(
        _("Field {field}", field=field),
        "",
        here.status(standing),
        *_buildings(here, field),
        Row((_building(here, field, None), leave)),
        here.status(lying),
        _bonus_row(here, field),
        Row((here.leave("bonus.leave", lying), *printed)),
    )


def _printed_on(field: int) -> do.SetPrinted:
    return do.SetPrinted(field, (Material.WOOD, Material.WOOD), RUNES[0])


def _buildings(here: Correcting, field: int) -> tuple[Row, ...]:
    """Everybody's hut, and everybody's temple, to stand on a field."""
    return tuple(
        Row(tuple(_building(here, field, Building(kind, color)) for color in here.state.colors))
        for kind in BuildingKind
    )


def _building(here: Correcting, field: int, building: Building | None) -> Button:
    """A building to stand on a field, or none."""
    value = do.SetField(field, building)
    action = here.flow.entered(here.draft.with_building(here.state, field, building))
    chosen = value in here.draft.changes
    if building is None:
        return Button("field.empty", action, _("Empty"), chosen=chosen)
    key = f"field.{building.kind}.{building.owner}"
    return Button(key, action, symbol=building, chosen=chosen)


def _bonus_row(here: Correcting, field: int) -> Row:
    """The bonus chips, to lie on a field, or none."""
    none = here.choice("bonus.none", do.SetBonus(field, None), _("None"))
    chips = (here.choice(f"bonus.{b}", do.SetBonus(field, b), symbol=b) for b in Bonus)
    return Row((none, *chips))


def _printed(here: Correcting, field: int) -> Form:
    """What the cardboard shows on a field that has been read: its area and its two icons."""
    now = here.now(_printed_on(field))
    first, second = now.needs

    def area(rune: Rune) -> Button:
        choice = here.choice(f"area.{rune}", replace(now, rune=rune), symbol=Stone(rune, None))
        return replace(choice, detail=word(rune))

    def icons(slot: str, needs: Callable[[Material], tuple[Material, Material]]) -> Row:
        return _row(
            *(
                here.choice(f"{slot}.{icon}", replace(now, needs=needs(icon)), symbol=icon)
                for icon in MATERIALS
            )
        )

    return here.panel(
        _("Field {field}: what is printed?", field=field),
        "",
        here.status(now),
        *in_rows(tuple(map(area, RUNES)), 3, _ROW),
        icons("first", lambda icon: (icon, second)),
        icons("second", lambda icon: (first, icon)),
        GAP_ROW,
        Row((here.leave("leave", now),)),
    )


def _rune_rows(here: Correcting, chosen: Rune | None) -> tuple[Block, ...]:
    """All rune stones, and below them who has the chosen one."""
    step = here.flow.step

    def stone(rune: Rune) -> Button:
        now, taken = here.now(do.SetRune(rune, None)), Runes(rune)
        at = replace(step, thing=taken) if isinstance(step, Quick) else taken
        return Button(
            f"rune.{rune}",
            here.flow.at(at),
            symbol=Stone(rune, now.holder),
            detail=word(rune),
            chosen=rune is chosen,
            marked=here.draft.holds(now),
        )

    rows = tuple(in_rows(tuple(map(stone, RUNES)), 3, _RUNE_ROW))
    if chosen is None:
        return rows
    return (*rows, here.status(do.SetRune(chosen, None)), _holders(here, chosen))


def _holders(here: Correcting, rune: Rune) -> Row:
    """Who has a rune stone."""
    table = here.choice("holder.none", do.SetRune(rune, None), _("Table"))
    holders = (
        here.choice(f"holder.{color}", do.SetRune(rune, color), symbol=color)
        for color in here.state.colors
    )
    return _row(*holders, replace(table, width=1.4))


_DRUID = do.SetDruid(0, None)


def _druid_rows(here: Correcting) -> tuple[Block, ...]:
    """How it stands with the druid, his temple and his stones."""
    stones = (
        here.choice(f"stone.{each}", do.SetDruid(each, None), _("Stone {stone}", stone=each))
        for each in range(1, DRUID_STONES + 1)
    )
    temple = here.choice("stone.0", _DRUID, _("In his temple"))
    return here.status(_DRUID), _row(temple), _row(*stones)


def _turn_rows(here: Correcting) -> tuple[Block, ...]:
    """The players, and how it stands with whose turn it is."""
    rows = []
    for color in here.state.colors:
        choice = here.choice(f"turn.{color}", do.SetActive(color), here.name(color), color)
        rows.append(_row(replace(choice, style=Style.NAME), high=_PLAYER_ROW))
    return (*rows, here.status(do.SetActive(here.state.whose_turn)))


# One thing set right in one page, with a reason: what is usual takes four touches.
#
# Chips are moved between a hand and their plain, workers between two plains: a correction that sets
# one of the two only would be impossible.


def _quick(here: Correcting, thing: Thing) -> Form:
    """The thing as it is, what to set about it, why, and the button that corrects."""
    title, rows = _thing(here, thing)
    further = Button("further", here.flow.from_start(), _("Everything else…"), Style.QUIET)
    whys = (Text(_("Why?")), *_why_rows(here, further))
    return Form(title, _way_out(), (Column(rows, 1.1), Column(whys)), lowest=1)


def _thing(here: Correcting, thing: Thing) -> tuple[str, tuple[Block, ...]]:
    match thing:
        case OfPlayer(color):
            return short_name(here.state.player(color).name), _player_rows(here, color)
        case Plain(plain):
            return _("High plain: {plain}", plain=word(plain)), _plain_rows(here, plain)
        case WholeField(field):
            return _("Field {field}", field=field), _field_rows(here, field)
        case Runes(rune):
            return _("Rune stones"), _rune_rows(here, rune)
        case DruidPlace():
            return _("The druid"), (*_druid_rows(here), _huts_row(here))
        case Turn():
            return _("Turn"), _turn_rows(here)
        case _:
            assert_never(thing)


def _symbols(choices: Sequence[Button]) -> Iterable[Row]:
    """Symbols, as many side by side as have room."""
    lines = max(1, -(-len(choices) // _A_ROW))
    size = max(1, -(-len(choices) // lines))
    return (Row(tuple(choices[at : at + size]), _ROW) for at in range(0, len(choices), size))


def _player_rows(here: Correcting, color: Color) -> tuple[Block, ...]:
    points = here.now(do.SetPoints(color, 0))

    def step(key: str, text: str, by: int) -> Button:
        stepped = here.attempt(lambda: here.setting(numbered(points, points.points + by)))
        return Button(key, stepped, text)

    number = replace(here.number("points", points, _("Points"), color), symbol=None, width=2.2)

    def rune(rune: Rune) -> Button:
        now = here.now(do.SetRune(rune, None))
        other = here.setting(do.SetRune(rune, None if now.holder is color else color))
        stone, marked = Stone(rune, now.holder), here.draft.holds(now)
        return Button(f"rune.{rune}", other, symbol=stone, marked=marked)

    def chips(material: Material) -> tuple[Button, ...]:
        """One less and one more, from its plain or back to it."""
        key = f"chips.{material}"
        return (
            Button(f"{key}.less", _moved(here, color, material, -1), "−"),
            here.hand(f"hand.{material}", do.SetHand(color, material, 0)),
            Button(f"{key}.more", _moved(here, color, material, 1), "+"),
        )

    return (
        Text(here.app_has(points)),
        _row(step("points.less", "−", -1), number, step("points.more", "+", 1)),
        *(_row(*chips(one), *chips(other)) for one, other in (MATERIALS[:2], MATERIALS[2:])),
        Text(_("Tap to give or take a rune stone:")),
        *_symbols(tuple(map(rune, RUNES))),
    )


def _moved(here: Correcting, color: Color, material: Material, chips: int) -> CorrectFlow:
    """So many chips from their plain into a hand; back where there are fewer than none."""

    def move() -> CorrectFlow:
        hand, supply = do.SetHand(color, material, 0), here.now(do.SetSupply(material, 0))
        counted = here.counted(here.now(hand), chips)
        return here.setting(counted, numbered(supply, supply.number - chips))

    return here.attempt(move)


def _plain_rows(here: Correcting, plain: Material) -> tuple[Block, ...]:
    stack = here.now(do.SetStack(plain, ()))
    workers = stack.workers

    def lifted(level: int, color: Color) -> Button:
        """That worker, counted from 1 at the bottom, on top of the others."""
        others = (*workers[: level - 1], *workers[level:])
        lift = here.setting(do.SetStack(plain, (*others, color)))
        return Button(f"top.{level}", lift, symbol=color, detail=_("On top"))

    def brought(other: Material, color: Color) -> Button:
        """A player's uppermost worker of another plain on top of this one's."""
        left = list(here.now(do.SetStack(other, ())).workers)
        del left[len(left) - 1 - left[::-1].index(color)]
        both = (do.SetStack(other, tuple(left)), do.SetStack(plain, (*workers, color)))
        key = f"from.{other}.{color}"
        return Button(key, here.setting(*both), symbol=color, detail=word(other))

    def change(key: str, chips: int, detail: str) -> Row:
        buttons = (
            Button(
                f"{key}.{color}",
                _moved(here, color, plain, chips),
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
        _row(Stack(plain, workers, here.draft.holds(stack), 2.2), *tops, high=_STACK_ROW),
        Text(_("Who else stands here?")),
        *_symbols(elsewhere),
        Text(_("Chips here: {number}. Who has one more, or one less?", number=lying)),
        change("took", 1, "+1"),
        change("gave", -1, "−1"),
    )


def _field_rows(here: Correcting, field: int) -> tuple[Block, ...]:
    board, building = here.state.board, here.after.building(field)
    neighbours = (board.before(field), board.after(field)) if building is not None else ()
    carried = (
        Button(f"stands.{to}", _carried(here, field, to), _("Stands on {field}", field=to))
        for to in neighbours
        if here.after.building(to) is None
    )
    rune = board.field(field).rune
    stone: tuple[Block, ...] = ()
    if rune is not None:
        stone = (Text(here.line(here.now(do.SetRune(rune, None)))), _holders(here, rune))
    return (
        here.status(do.SetField(field, None)),
        *_buildings(here, field),
        Row((_building(here, field, None), *carried)),
        _bonus_row(here, field),
        *stone,
    )


def _carried(here: Correcting, field: int, to: int) -> CorrectFlow:
    """A building on another field; the druid goes with the hut at which he stands."""
    draft = here.draft.with_building(here.state, field, None)
    draft = draft.with_building(here.state, to, here.after.building(field))
    if here.after.druid.field == field:
        draft = draft.with_changes(do.SetDruid(None, to))
    return here.flow.entered(draft)


def _huts_row(here: Correcting) -> Row:
    """The huts before and behind the druid, and the way to all others."""
    at = here.after.druid.field or 0
    others = [hut for hut in here.after.hut_fields() if hut != at]
    behind = [hut for hut in others if hut > at] or others
    before = [hut for hut in others if hut < at] or others
    near = dict.fromkeys((*before[-1:], *behind[:1]))
    fields = []
    for hut in near:
        to = do.SetDruid(None, hut)
        marked, text = to in here.draft.changes, _("Field {field}", field=hut)
        fields.append(Button(f"field.{hut}", here.setting(to), text, marked=marked))
    return _row(*fields, Button("field.other", here.flow.on(DruidPlace()), _("Elsewhere…")))


# Why


def _ready_whys() -> tuple[str, ...]:
    """Reasons that need not be typed."""
    return (
        _("Miscounted"),
        _("Someone knocked a piece"),
        _("We forgot a step"),
        _("Wrong field"),
        _("Tapped by mistake"),
    )


def _given(flow: CorrectFlow, why: str) -> CorrectFlow:
    """The same step with a reason."""
    return flow.entered(replace(flow.draft, why=why))


def _why_rows(here: Correcting, *beside: Button) -> tuple[Block, ...]:
    """The reasons, what is not possible with what is set, and the main button.

    The rows share the height of their column, or leave room for more where something is `beside`
    the button.
    """
    flow, why, ready = here.flow, here.draft.why, _ready_whys()
    own = Why(typing(why, do.Correct.REASON_LIMIT, fresh=why in ready))
    typed = Button("why.type", flow.on(own), _("In our own words…"))
    if why not in ("", *ready):
        typed = replace(typed, text=visible(why), style=Style.NAME, chosen=True)
    choices = [
        *(
            Button(f"why.{number}", _given(flow, text), text, chosen=text == why)
            for number, text in enumerate(ready)
        ),
        typed,
    ]
    share = 0 if beside else 1
    only_put_in = set_before = ""
    forgotten: tuple[Row, ...] = ()
    if here.draft.adds_a_building(here.state):
        only_put_in = _(
            "A building added here scores no points, takes no rune, and the druid stays."
        )
        way = Button("forgotten", routes.Log(forgot=True), _("Play the forgotten step instead"))
        forgotten = (_row(way),)
    if isinstance(flow.step, Quick) and flow.step.before.changes:
        set_before = _("What you set before is corrected, too. “Everything else…” shows it.")
    told = flow.told or here.impossible or only_put_in or set_before
    done = Button("correct.done", _end(flow), _("Correct it"), Style.PRIMARY, width=1.4)
    return (
        *(Row(tuple(choices[start : start + 2]), _ROW, share) for start in (0, 2, 4)),
        Row((Text(told, Tone.WARNED),), share=1.2),
        *forgotten,
        Row((*beside, done), _FOOT, 1.1 * share),
    )


def _end(flow: CorrectFlow) -> Effect | CorrectFlow:
    """Where nothing but a thing was pointed at, it has to be set first; then comes why."""
    if isinstance(flow.step, Quick) and not flow.draft.changes:
        return flow.telling(_("Nothing is changed yet: tap what is right."))
    if not flow.draft.why:
        return flow.telling(_("First tap the reason."))
    return Effect.FINISH


def _entries(here: Correcting) -> tuple[Block, ...]:
    """What is set, a row a change."""
    if not here.draft.changes:
        return (Row((Text(_("The game stays as it is; only the reason is noted.")),)),)
    return tuple(
        Row(
            (
                Text(here.listed(change), Tone.ENTRY, 3.4),
                Button(f"leave.{number}", here.leaving(change), _("Leave it")),
            )
        )
        for number, change in enumerate(here.draft.changes)
    )


# The table plays it differently


def _ruled(here: Correcting, step: Ruled) -> Form:
    """What the table says to a refused step that it plays otherwise, and what makes it possible.

    Beside that stands the rule in words, or only what it is called where there is no more room.
    """
    flow, why, paid = here.flow, here.draft.why, step.paid
    told = flow.told or here.impossible
    typed = flow.on(Why(typing(why, do.Correct.REASON_LIMIT)))
    further = Button("further", flow.from_start(), _("Everything else…"), Style.QUIET)
    does = _("Correct it") if paid is None else _("Play it that way")
    said = (
        Text(visible(why), Tone.ENTRY),
        _row(Button("why.type", typed, _("In our own words…"))),
        Row((Text(told, Tone.STRONG if flow.note else Tone.WARNED),), share=1),
        _row(
            further, Button("correct.done", _end(flow), does, Style.PRIMARY, width=1.4), high=_FOOT
        ),
    )
    entries = _entries(here)
    if not here.draft.changes:
        entries = (Text(_by_hand(here.state, step.refused), Tone.ENTRY), *entries)
    if paid is not None:
        (price,) = prices(here.state, paid)
        asked = _("Asked: {chips}", chips=chips_text(price))
        text = "\n".join((_("You pay: {chips}", chips=chips_text(paid.pay)), asked))
        entries = (Text(text, Tone.ENTRY),)
    if len(entries) > _BESIDE_A_RULE:
        entries = (Column(entries, pages="more", share=1),)
    found = rule(step.rule)
    title = _(found.title)
    text = "\n".join(filter(None, (title, texts.said(found.text), pages_text(found))))
    about = Row((Text(text, Tone.CARD, action=AboutRule(step.rule), short=title),), share=1)
    beside = Column((about, *entries), 1.5)
    return Form(_("We play it differently"), _way_out(), (Column(said), beside))


def _by_hand(state: GameState, refused: do.Command) -> str:
    """What can be done about a step that no correction makes possible."""
    match refused:
        case do.MoveWorker(by, source, _, target) if source is not target and stack_problem(
            target, (*state.stack(target), by)
        ):
            return _(
                "The app has room for three workers on a plain and no more, whatever is corrected. "
                "Move to another plain, or build; set what your move brings under “Everything "
                "else…”."
            )
        case _:
            return _("The app cannot do this step. Set what it leads to under “Everything else…”.")
