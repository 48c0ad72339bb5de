"""The table's page: the board, and a column with the question and the players' trays."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import inf

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from msgspec.structs import replace

from companion.commands import (
    BuildHut,
    Command,
    EnterPrintedField,
    MoveWorker,
    Roll,
)
from companion.errors import RuleViolation
from companion.events import DruidWalked, Event, GameEnded
from companion.evolution import state_before_final_scoring
from companion.history import Step
from companion.moves import Row
from companion.pieces import Color, Material
from companion.sentence import Sentence
from companion.state import GameState, Phase
from companion.teaching.hints import Hint, concepts_in_step, due_hint
from companion.teaching.opening import SUGGESTED_TURNS, first_game_bonus, suggest_command
from companion.teaching.picture import Picture as Lesson
from companion.teaching.seen import HintSetting
from companion.teaching.things import Thing, TrayThing, explain
from companion.trays import Tray as OpenTray
from kiosk import routes
from kiosk.navigator import Navigator, Page
from kiosk.pages.table import voice
from kiosk.pages.table.column import RightColumn, bar_buttons, seats
from kiosk.pages.table.draft import (
    Draft,
    EmptyDraft,
    MenuDraft,
    PaymentDraft,
    PlayerStatusDraft,
    SavedDraft,
    ThingExplanationDraft,
    draft_after_field_reading,
    draft_after_field_tap,
    draft_to_save,
    restore_draft,
    uncovered_draft,
)
from kiosk.pages.table.dragging import BuildingDrag
from kiosk.pages.table.hand import HandDisplay
from kiosk.pages.table.lookahead import Lookahead
from kiosk.pages.table.moves import newest_moves_first
from kiosk.pages.table.notices import announcement_of, refusal_of
from kiosk.pages.table.paying import draft_after_refused_command
from kiosk.pages.table.places import places
from kiosk.pages.table.pressing import (
    LongPressToCorrect,
    any_explainable_thing_at,
    thing_to_explain_at,
)
from kiosk.pages.table.question import (
    BarAction,
    Decide,
    DismissHint,
    ExplainImpossible,
    MarkMovesDone,
    RollDie,
    SetDraft,
    ShowHand,
    SwitchHintsOff,
    SwitchHintsOn,
    WithdrawAnswer,
)
from kiosk.pages.table.saving import SaveMonitor, SavingSign
from kiosk.pages.table.scene_inputs import (
    SceneInputs,
    board_picture_of,
    column_contents,
    has_selection,
    tray_pictures_of,
)
from kiosk.pages.table.turn import draft_for_dragged_worker
from kiosk.pages.table.view import action_for_plain_tap
from kiosk.pieces import drawing
from kiosk.pieces.board import BoardView, CarriedWorker
from kiosk.pieces.die import TUMBLE_SECONDS, TumblingDie
from kiosk.pieces.spoken import field_spoken
from kiosk.rotation import Rotation
from kiosk.routes import Route
from kiosk.settings import SpeechLevel
from kiosk.sound import Tone
from kiosk.ui import theme
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box
from kiosk.ui.tap import TapButton
from kiosk.words.language import _
from kiosk.words.latest_moves import LatestMoves, latest_moves
from kiosk.words.reasons import ReasonText, reason_without_rule, refusal_reason
from kiosk.words.speech import plain_spoken
from kiosk.words.texts import ignored_tap_text, player_names, sentence_text

_EMPTIED_SECONDS = 3.0
"""Time in seconds for which a tap on a tray is ignored after another player's tap has emptied that
tray."""


class TablePage(Page):
    route: routes.Table | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.session = self.app_state.game
        self._unscored: GameState | None = None
        self._take_over_board()
        kept = restore_draft(navigator.saved_state, self.state)
        self.draft = kept.draft
        self._refused = kept.refused
        self._refused_of: dict[Color, str] = {}
        self._rolling: TumblingDie | None = None
        self._shown_first: dict[Color, tuple[OpenTray, int]] = {}
        self._tapped: dict[Color, set[Row]] = {}
        self._emptied: dict[Color, float] = {}
        self._panel_mark: TapButton | None = None
        self._latest = self._latest_moves()
        self._hint = self._hint_at_first()
        if self.route is not None and self.route.has_news:
            self._refused = announcement_of(self.state, self._latest)
        self._silenced: tuple[HintSetting, Hint | None] | None = None
        self._untold: set[int] = set()
        self._touched: Point = (0.0, 0.0)
        settings = self.app_state.settings
        # After a rotation of the screen the page is replaced; until then it keeps this rotation.
        self._turned = turned = navigator.screen_rotation
        where = places(self.box, len(self.state.players))
        self.board = BoardView(
            where.board,
            self._on_field,
            self._on_plain,
            navigator.board_rotation,
            lift=self._lift,
            on_drop=self._on_drop,
            on_elsewhere=self._on_elsewhere,
        )
        self.add_widget(self.board)
        self._column = RightColumn(
            self.box,
            where,
            bar_buttons(settings.sound),
            self.perform,
            seats(self.state, settings, turned),
            self.tap_tray,
            partial(self._show_hand, over_card=True),
            self._say_again,
            self._show_more,
            self._let_hear,
            turned.rotation_to(kept.side),
        )
        self.add_widget(self._column)
        self._hand = HandDisplay(self, where.card, dict(seats(self.state, settings, turned)))
        light = SavingSign(self.board.ring)
        self.add_widget(light)
        self._saving = SaveMonitor(self.app_state, light, self._saving_changed)
        self._lookahead = Lookahead(
            self.session, self._column.layout_for, turned, self._due_after, self._suggested
        )
        self.refresh(card_text_key=kept.card_text_key)
        if any(tray.rows for tray in self._seen.trays):
            self._pulse()
        self.panel_changed()
        self._carry = BuildingDrag(self)
        self.add_widget(self._carry)
        self.add_widget(LongPressToCorrect(self))

    @property
    def state(self) -> GameState:
        """Current state of the game, with the runes and icons of fields that players have entered.

        Points of the final scoring are left out until the players have seen the scoring.
        """
        return self._unscored or self.session.state_with_known_fields

    @property
    def column(self) -> RightColumn:
        return self._column

    @property
    def saved_state(self) -> SavedDraft | None:
        """Draft to restore when the player comes back from another page."""
        side = self._turned.plus(self._column.side)
        return draft_to_save(
            self.state, self.draft, self._column.card_text_key, self._refused, side
        )

    def panel_changed(self) -> None:
        """Show a warning sign in a corner of the board while the panel does not work."""
        if self._panel_mark is not None:
            self._panel_mark.close()
            self._panel_mark = None
        if self.navigator.panel is not None and self.navigator.panel.has_fault:
            ring, side = self.board.ring, dp(theme.TOUCH)
            corner = Box(ring.box.right - side - dp(4), ring.box.y + dp(4), side, side)
            self._panel_mark = mark = TapButton(
                ring.turned_box(corner),
                "panel_mark",
                lambda: self.navigator.go(routes.ButtonPanel()),
            )
            with mark.canvas:
                drawing.faulty_panel(mark.box.center, side * 0.3)
            mark.shade_when_pressed()
            self.add_widget(mark)

    def prepare(self) -> Iterator[None]:
        """Prepare, while the screen is idle, the pictures that likely taps will need.

        Yields between the steps of this work.
        """
        tumbles = self._rolling is not None and not self._rolling.is_unchanged
        if tumbles or self._unscored is not None:
            return
        settings, inputs = self.app_state.settings, self._inputs
        in_sight = {tray.color: self._rows_in_sight(tray.color) for tray in inputs.trays}
        for scene in self._lookahead.scenes(inputs, settings, self._column.asked, in_sight):
            yield
            yield from self._column.make_ahead(scene.arrangement)
            yield from self.board.make_ahead(scene.picture)

    @property
    def wanted_rotation(self) -> Rotation | None:
        """Rotation that turns the screen to a player, or None to keep the present rotation.

        The screen faces the player who decides. If the players have switched off the turning of the
        screen, it always faces the front. It keeps its rotation while the die tumbles, and while
        the menu or another text covers the question.
        """
        settings, decider = self.app_state.settings, self.state.decider
        if not settings.screen_turns:
            return Rotation.NONE
        if has_selection(self.draft) or self._column.card_text_key or self._rolling is not None:
            return None
        return None if decider is None else settings.rotation_towards(decider)

    def close(self) -> None:
        self._saving.close()
        self.finish_motion()
        super().close()

    def finish_motion(self) -> None:
        """End all animations at once."""
        self.board.finish_walk()
        self.board.finish_pulse()
        self._column.finish_motion()

    def refresh(self, *, walk_from: int | None = None, card_text_key: str = "") -> None:
        """Redraw the board and the column.

        `card_text_key` names a text to show instead of the question.
        If `walk_from` is given, the druid is animated as he walks from that field.
        """
        self._saving.watch_saving()
        self._seen = inputs = self._inputs
        scene = self._lookahead.scene(inputs, self.app_state.settings)
        self.board.show(scene.picture, walk_from=walk_from)
        lesson = self._lesson
        self.board.highlight(lesson.lit, lesson.way)
        self._column.show(scene.arrangement)
        self.navigator.rotate_to_player()
        if card_text_key:
            self._column.show_text(card_text_key)
        self._let_hear()

    def _let_hear(self) -> None:
        """Speak the changes on the screen."""
        contents, announcer = self._column.contents, self.navigator.announcer
        if contents is None or not announcer.settings.uses_sound:
            announcer.last_screen = None
            return
        hint = "" if contents.hint is None else contents.hint.text
        card_text = (
            self._column.full_card_text
            if self._column.card_text_key and announcer.speaks_everything
            else ""
        )
        shown = voice.ShownTexts(contents.question, contents.notices.text, hint, card_text)
        voice.announce_changes(announcer, self.session.game.key, self._seen, shown)

    @property
    def _lesson(self) -> Lesson:
        """Places to highlight on the board, for the explained piece or place or for the hint."""
        match self.draft:
            case ThingExplanationDraft(thing) if thing is not None:
                return explain(self.state, thing).picture
            case draft if self._hint is None or has_selection(draft):
                return Lesson()
            case _:
                return self._hint.picture

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """End all animations before the touch takes effect, and cancel a drag.

        While the die tumbles, the touch only ends the tumbling.
        """
        self.finish_motion()
        self._touched = touch.pos
        self.board.put_back()
        self._carry.put_back()
        if self._rolling is not None:
            self._rolling.skip()
            return True
        return bool(super().on_touch_down(touch))

    @property
    def _inputs(self) -> SceneInputs:
        session = self.session
        can = {"undo": session.can_undo, "redo": session.can_redo}
        trays = self._trays
        return SceneInputs(
            self.state,
            self.draft,
            self._latest,
            frozenset(key for key, possible in can.items() if not possible),
            trays,
            self.state.asked,
            session.answers,
            self._refused or self._saving.waiting_reason,
            session.game.face_rolled_this_turn,
            self._saving.saving_trouble,
            _said(session.notice),
            self._hint,
            self._suggested(self.state),
            tuple(self._refused_of.items()),
            self._silenced is not None,
            tuple(self._first_shown(trays)),
            self.session.game.seen_hands(self.state),
        )

    @property
    def _trays(self) -> tuple[OpenTray, ...]:
        return self.session.trays(self._unscored, scored=self._unscored is None)

    def _tray(self, color: Color) -> OpenTray:
        return next(one for one in self._trays if one.color == color)

    # Hints

    def _hint_at_first(self) -> Hint | None:
        """Return the hint that the page starts with.

        It is the hint shown when the player left the page or, if there was another step since, the
        hint for the present state.
        """
        kept = self.app_state.hint
        if kept is not None and kept[0] == self.state:
            return kept[1]
        return self._taught(self.state, ())

    def _taught(self, before: GameState, events: tuple[Event, ...]) -> Hint | None:
        """Return the hint to show after a step, or None if there is no hint to show.

        The concepts in the step's events are marked as known. If there are no events, return the
        hint for a resumed game.
        """
        app_state = self.app_state
        seen, hints = app_state.seen, app_state.settings.hints
        new = concepts_in_step(before, events, seen) if events else frozenset()
        hint = due_hint(before, events, seen, hints)
        if hint is not None or new:
            app_state.mark_seen(new if hint is None else (*new, hint.concept))
        app_state.hint = self.state, hint
        return hint

    def _due_after(self, step: Step) -> Hint | None:
        app_state = self.app_state
        return due_hint(step.start, step.all_events, app_state.seen, app_state.settings.hints)

    def _put_hint_away(self) -> None:
        self._hint = self._silenced = None
        self.app_state.hint = self.state, None

    def _teach_again(self, done_before: int) -> None:
        """Update the hint after undo or redo.

        `done_before` is the number of steps that the game had before undo or redo. If a step is
        undone before the players have read its hint, redo shows the hint again.
        """
        steps = self.session.steps
        unread, self._hint, self._silenced = self._hint, None, None
        if unread is not None and len(steps) < done_before:
            self.app_state.forget_hint(unread.concept)
            self._untold.add(done_before)
        if len(steps) > done_before and len(steps) in self._untold:
            self._untold.remove(len(steps))
            again = steps[done_before:]
            events = tuple(event for step in again for event in step.all_events)
            self._hint = self._taught(again[0].start, events)
        self.app_state.hint = self.state, self._hint

    def _suggested(
        self, state: GameState, further: Iterable[Event] = ()
    ) -> MoveWorker | BuildHut | None:
        """Return the move to suggest at the beginning of a first game, or None."""
        hints = self.app_state.settings.hints
        if hints is not HintSetting.FIRST_GAME or state.turn > SUGGESTED_TURNS:
            return None
        if tuple(sorted(first_game_bonus(state.board))) != tuple(sorted(self.session.setup.bonus)):
            return None
        happened = [event for step in self.session.steps for event in step.events]
        command = suggest_command(state, [*happened, *further])
        return command if isinstance(command, MoveWorker | BuildHut) else None

    def _saving_changed(self) -> None:
        contents = column_contents(
            self._inputs, self.app_state.settings, self.navigator.screen_rotation
        )
        self._column.show_contents(contents)

    def _latest_moves(self) -> LatestMoves:
        return latest_moves(
            self.session.game.history.latest, open_chips=self.app_state.settings.open_chips
        )

    # Touches

    @property
    def _asks(self) -> bool:
        """True while every tap on the page selects a piece or place to explain."""
        return isinstance(self.draft, ThingExplanationDraft) and self.draft.asks

    def _wonder(self, thing: Thing | None) -> None:
        if thing is not None:
            self.set_draft(ThingExplanationDraft(thing, uncovered_draft(self.draft), asks=True))

    def _on_plain(self, plain: Material) -> None:
        if self._asks:
            self._wonder(any_explainable_thing_at(self._touched, self.state, self.board))
            return
        question = self._column.asked
        asked = question is not None and not question.parts
        self.perform(action_for_plain_tap(self.state, self.draft, plain, asked=asked))

    def _lift(self, plain: Material, level: int) -> CarriedWorker | None:
        """Return the worker that a finger starts to drag off a plain, or None if it may drag none.

        It is the player's worker nearest to `level` (1 is the bottom). During the drag, the board
        shows what each player would earn if the worker moved to another plain.
        """
        if self._rolling is not None or self._column.asked is None or self._asks:
            return None
        worker, owner = (
            draft_for_dragged_worker(self.state, self.draft, plain, level),
            self.state.decider,
        )
        if worker is None or worker.level is None or owner is None:
            return None
        picture = board_picture_of(self._inputs._replace(draft=worker))
        settings, turned = self.app_state.settings, self.navigator.screen_rotation
        side = dict(seats(self.state, settings, turned))[owner]
        return CarriedWorker(plain, worker.level, owner, picture, side)

    def _on_drop(self, carried: CarriedWorker, target: Material) -> None:
        """Move the worker that was dropped on the plain `target`."""
        by, source, level = carried.owner, carried.source, carried.level
        self.perform(Decide(MoveWorker(by=by, source=source, level=level, target=target)))

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the order of BoardView's callbacks
        self.finish_motion()
        if self._asks:
            if lifted:
                self._wonder(any_explainable_thing_at(self._touched, self.state, self.board))
            return
        board = self.state.board
        waits = self.state.phase is Phase.PLACING and not board.field(field).known
        if lifted and waits and self.app_state.shelf.find(board.name) is not None:
            self.navigator.go(routes.PrintedFields(field, board.name))  # the board is saved
            return
        draft = draft_after_field_tap(self.state, field, self.draft, lifted=lifted)
        if draft != self.draft or self._refused is not None or self._column.card_text_key:
            self.set_draft(draft)

    def _on_elsewhere(self, point: Point, lifted: bool) -> bool:  # noqa: FBT001 - the order of BoardView's callbacks
        """Explain the piece or place at `point`, or close the explanation if it is open already.

        This happens only once the finger is `lifted`. Return whether anything at `point` has an
        explanation.
        """
        thing = thing_to_explain_at(point, self.state, self.board)
        if thing is None or self._rolling is not None:
            return False
        if lifted and self._asks:
            self._wonder(thing)
        elif lifted:
            under = uncovered_draft(self.draft)
            asked = ThingExplanationDraft(thing, under)
            self.set_draft(under if self.draft == asked else asked)
        return True

    def tap_tray(self, color: Color) -> None:
        """Handle a tap on a player's tray.

        If the tray shows moves, mark these moves as made on the table. If it shows none, open the
        player's status, or close it if it is open.
        """
        if self._rolling is not None:
            return
        if self._asks:
            self._wonder(TrayThing(color))
            return
        match self.draft:
            case PlayerStatusDraft(one, under) if one == color:
                self.set_draft(under)
                return
        tray = self._tray(color)
        if not tray.rows and Clock.get_time() - self._emptied.get(color, -inf) < _EMPTIED_SECONDS:
            self.refresh()  # another player has just settled it
        elif not tray.rows:
            self.set_draft(PlayerStatusDraft(color, uncovered_draft(self.draft)))
        elif rows := self._rows_in_sight(color):
            self.perform(MarkMovesDone(color, rows))
        else:
            self._show_more(color)

    def _rows_in_sight(self, color: Color) -> tuple[Row, ...]:
        """Return the moves that are fully visible in a player's tray."""
        rows = newest_moves_first(self._tray(color))
        shown = self._column.trays.in_sight(color)
        return rows[shown.start : shown.stop]

    def _show_more(self, color: Color) -> None:
        """Show the next moves in a tray; after the last moves, show the first ones again."""
        if self._rolling is not None:
            return
        tray, shown = self._tray(color), self._column.trays.in_sight(color)
        following = max(shown.stop, shown.start + 1)
        self._shown_first[color] = tray, following if following < len(tray.rows) else 0
        self.refresh()

    def _show_hand(self, color: Color | None, *, over_card: bool = False) -> None:
        """Show a player's hand while a finger holds the name or tray; None hides the hand.

        Afterwards the tray shows an open eye, so that all players see that the hand was looked at.
        """
        self._hand.show(color, self.state, over_card=over_card)
        if color is not None:
            self.session.game.mark_hand_seen(color)
            self._column.trays.show(tray_pictures_of(self._inputs, self.app_state.settings))

    def _first_shown(self, trays: Iterable[OpenTray]) -> Iterator[tuple[Color, int]]:
        """Yield (player, index of first visible move) for each tray that hides its first moves."""
        for tray in trays:
            shown, first = self._shown_first.get(tray.color, (None, 0))
            if first and shown == tray:
                yield tray.color, first

    def _say_again(self, color: Color) -> bool:
        """Speak the moves in a player's tray again; return False if the voice is not used."""
        announcer = self.navigator.announcer
        if announcer.settings.spoken is SpeechLevel.NOTHING:
            return False
        if announcer.settings.muted:
            self._refuse(
                reason_without_rule(_("The sound is off: tap the loudspeaker to hear it again."))
            )
        announcer.say(voice.tray_spoken(self._inputs, color))
        return True

    @property
    def has_trays_in_sight(self) -> bool:
        """True while no card covers the trays."""
        return self._column.trays.parent is not None

    def show_pressed(self, color: Color, *, pressed: bool) -> None:
        """Draw a tray as pressed or released, for the demonstration."""
        self._column.trays.show_pressed(color, pressed=pressed)

    def perform(self, action: object) -> None:  # noqa: C901, PLR0912 - one flat case an action
        """Carry out the action of a tap, unless the die tumbles or the tap came too early."""
        if self._rolling is not None or not self._is_meant(action):
            return
        match action:
            case Decide(command):
                self.decide(command)
            case RollDie():
                self.roll()
            case SetDraft(draft):
                self.set_draft(draft)
            case BarAction.UNDO:
                self.undo()
            case BarAction.REDO:
                nothing = _("There is nothing to redo.")
                self._go_in_time(self.session.can_redo, self.session.redo, nothing)
            case BarAction.MUTE:
                self.navigator.announcer.mute(muted=not self.app_state.settings.sound.muted)
                self._column.bar = bar_buttons(self.app_state.settings.sound)
                self._refuse(None)
            case BarAction.MENU:
                self.set_draft(MenuDraft(uncovered_draft(self.draft)))
            case MarkMovesDone(color, rows):
                self.navigator.fingers.act()
                self.draft = uncovered_draft(self.draft)
                self._settle_tapped(color, rows)
                self._refuse(None)
            case WithdrawAnswer(color):
                self.navigator.fingers.act()
                self._take_back(color)
            case ExplainImpossible(None, by) if by is not None:
                self._refused_of.pop(by, None)
                self.refresh()
            case ExplainImpossible(reason):
                self._refuse(None if reason is None else reason_without_rule(reason))
            case ShowHand(color):
                self._show_hand(color)
            case DismissHint() | SwitchHintsOff() | SwitchHintsOn():
                self._end_hint(action)
            case (
                routes.Rules()
                | routes.WhatIf()
                | routes.Correct()
                | routes.DieRolls()
                | routes.BoardCheck()
            ):
                # The other page faces the player who tapped.
                side = self.navigator.screen_rotation.plus(self._column.side)
                self.navigator.go(action, side)
            case Route():
                self.navigator.go(action)
            case _:
                raise TypeError(f"nothing is done by {action!r}")

    def _end_hint(self, action: DismissHint | SwitchHintsOff | SwitchHintsOn) -> None:
        """Remove the hint; depending on the action, switch hints off or on as well."""
        settings, silenced = self.app_state.settings, self._silenced
        hint = self._hint
        self._put_hint_away()
        if isinstance(action, SwitchHintsOff):
            self._silenced = settings.hints, hint
            self.app_state.set_settings(replace(settings, hints=HintSetting.NEVER))
        elif isinstance(action, SwitchHintsOn) and silenced is not None:
            hints, self._hint = silenced
            self.app_state.hint = self.state, self._hint
            self.app_state.set_settings(replace(settings, hints=hints))
        self.refresh()

    def _is_meant(self, action: object) -> bool:
        """Return whether the player could see the tapped button before the tap.

        If not, and the tap was a decision, show a notice that the tap was ignored.
        """
        fingers, column = self.navigator.fingers, self._column
        match action:
            case Decide(command):
                since = column.asked_since(getattr(command, "by", None))
            case RollDie():
                since = column.asked_since()
            case MarkMovesDone(color):
                since = column.moves_since(color)
            case WithdrawAnswer(color):
                since = column.asked_since(color)
            case DismissHint() | SwitchHintsOff() | SwitchHintsOn():
                since = column.hint_since
            case BarAction.UNDO | BarAction.REDO:
                # Undo and redo can be repeated as soon as the result of the last tap is visible.
                return not fingers.bounces and fingers.has_seen(column.asked_since())
            case _:
                return True
        if fingers.was_meant_for(since):
            return True
        decides = isinstance(action, Decide | RollDie)
        # On a divided card a notice would move the other players' parts, so it is left out.
        if decides and not fingers.bounces and not column.has_player_parts:
            self._refuse(reason_without_rule(ignored_tap_text()))
            if column.asked is None:  # the notice does not fit, and the question comes first
                self._refuse(None)
        return False

    def set_draft(self, draft: Draft) -> None:
        """Replace the current draft, and redraw the page."""
        self._refused = None
        self.draft = draft
        self.refresh()

    def _settle_tapped(self, color: Color, rows: Iterable[Row]) -> None:
        """Mark the moves of tapped rows as made; if the tray does not change, show its next moves.

        A worker that moves between two stacks has two rows, which may not be visible together. A
        tap on the first is remembered until the second is tapped.
        """
        before = {one.color: one.rows for one in self._trays}
        tapped = {*rows, *self._tapped.get(color, ())}
        self._settle(color, tapped)
        after = {one.color: one.rows for one in self._trays}
        self._tapped[color] = tapped & {*after[color]}
        emptied = [one for one in after if before[one] and not after[one] and one is not color]
        self._emptied |= dict.fromkeys(emptied, Clock.get_time())
        if after[color] == before[color]:
            self._show_more(color)

    def _settle(self, color: Color, rows: Iterable[Row]) -> None:
        """Mark moves as made on the table, except moves of a scoring that was not shown yet."""
        self.session.mark_done(color, rows, self._unscored, scored=self._unscored is None)

    def _take_back(self, color: Color) -> None:
        """Withdraw a player's answer while other players have not answered yet."""
        done_before = len(self.session.steps)
        try:
            self.session.withdraw_answer(color)
        except RuleViolation as refusal:
            self._refuse(refusal_reason(self.state, refusal), color)
            return
        self._teach_again(done_before)
        self._step_happened(self._latest_moves())
        self.refresh()

    def _refuse(self, why: ReasonText | None, by: Color | None = None) -> None:
        """Show why a tap did nothing; if `why` is None, remove the reason shown before.

        In a question to several players, the reason is shown in the part of the player `by`, until
        that player dismisses it.
        """
        self._refused = why
        if (
            why is not None
            and by is not None
            and len(self.state.asked) + len(self.session.answers) > 1
        ):
            self._refused, self._refused_of[by] = None, why.sum
        self.refresh()

    def decide(self, command: Command) -> None:
        """Carry out a command and show its result, or show why the rules refuse it."""
        if self._saving.must_wait(self._once_saved(lambda: self.decide(command))):
            self._refuse(None)
            return
        wish = self.draft if isinstance(command, EnterPrintedField) else None
        try:
            step = self.session.apply(command)
            latest = self._latest_moves()
        except RuleViolation as refusal:
            self._show_refusal(command, refusal)
            return
        self._happened(step, latest, wish)

    def _once_saved(self, go: Callable[[], None]) -> Callable[[], None]:
        """Return a function that calls `go`, unless the game or the draft has changed since now.

        It repeats a tap that was made while the previous step was still being saved.
        """
        state, draft = self.state, self.draft

        def go_on() -> None:
            if (self.state, self.draft) == (state, draft):
                go()

        return go_on

    def _show_refusal(self, command: Command, refusal: RuleViolation) -> None:
        why = refusal_of(self.state, command, refusal)
        self.draft = draft_after_refused_command(self.state, self.draft, command, refusal)
        if isinstance(self.draft, PaymentDraft):
            self._refused = why
            self.refresh(card_text_key="told")
        else:
            self._refuse(why, getattr(command, "by", None))

    def _happened(self, step: Step, latest: LatestMoves, wish: Draft | None = None) -> None:
        """Show the results of a step.

        If the step records what is printed on a field, `wish` is the draft in which the player
        entered it; otherwise it is None.
        """
        self._step_happened(latest)
        self._take_over_board()
        events = step.all_events
        if wish is not None:
            self.draft = draft_after_field_reading(self.state, wish)
        self.navigator.announcer.tone(voice.tone_for_step(step.start, self.state, events))
        self._hint, self._silenced = self._taught(step.start, events), None
        self._refused = announcement_of(self.state, latest)
        if any(isinstance(event, GameEnded) for event in events):
            self._put_hint_away()  # the winner is named after the scoring
            settings = self.app_state.settings
            if settings.hints is HintSetting.FIRST_GAME:
                self.app_state.set_settings(replace(settings, hints=HintSetting.NEWS))
            as_moved = state_before_final_scoring(step.before, step.events)
            if not any(tray.rows for tray in self.session.trays(as_moved, scored=False)):
                self.navigator.go(routes.FinalScoring())
                return
            self._unscored = as_moved
        if not self.app_state.settings.motion:
            self.refresh()
            return
        walks = [event.source for event in events if isinstance(event, DruidWalked)]
        self.refresh(walk_from=walks[-1] if walks else None)
        self._column.animate_points_from({one.color: one.points for one in step.start.players})
        before, now = step.start, self.state
        if before.phase is now.phase is Phase.OFFERING and before.decider is now.decider:
            self._column.slide_in()
        self._pulse()

    def _take_over_board(self) -> None:
        """Correct this game's board with fields that were entered in other games on the same board.

        If a correction is not allowed now, this is tried again after the next step.
        """
        self.session.copy_known_fields(_("Read earlier"))

    def _step_happened(self, latest: LatestMoves) -> None:
        """Store the latest moves; discard the draft and the refusals of the previous question."""
        self.navigator.fingers.act()
        self._latest = latest
        self._unscored = None
        self._refused = None
        asked = self.state.asked if self.session.answers else ()  # players still to answer
        self._refused_of = {
            color: self._refused_of[color] for color in self._refused_of.keys() & asked
        }
        self.draft = EmptyDraft()

    def undo(self) -> None:
        """Undo the last step, or show a notice that there are no steps to undo."""
        session = self.session
        self._go_in_time(session.can_undo, session.undo, _("There is nothing to undo."))

    def _go_in_time(self, possible: bool, go: Callable[[], object], otherwise: str) -> None:  # noqa: FBT001 - as the session answers
        if not possible or self._saving.must_wait():
            self._refuse(reason_without_rule(otherwise) if not possible else None)
            return
        done_before = len(self.session.steps)
        go()
        self._teach_again(done_before)
        self._step_happened(self._latest_moves())
        self.refresh()
        self._pulse()

    def _pulse(self) -> None:
        """Highlight for a moment the places on the board that the newest step has changed."""
        if self.app_state.settings.motion and not has_selection(self.draft):
            self.board.pulse(self._latest.places(self.state))

    # The voice

    def spoken_text(self) -> str:
        """Return the question, or the text in its place, as a text for the voice."""
        if self._column.card_text_key:
            return self._column.full_card_text
        inputs, asked = self._inputs, self._column.asked
        return "" if asked is None else voice.question_spoken(inputs, asked)

    def target_text(self, target: str) -> str:
        """Return the contents of a field, a high plain or a tray as a text for the voice.

        `target` is for example "field.12", "plain.wood" or "tray.red".
        """
        kind, _dot, which = target.partition(".")
        match kind:
            case "tray":
                return voice.tray_spoken(self._inputs, Color(which))
            case "field" if self.board.picture is not None:
                return field_spoken(self.board.picture, int(which), player_names(self.state))
            case "plain":
                return plain_spoken(self.state, Material(which))
            case _:
                return ""

    def label_of(self, button: object) -> str:
        """Return the name of the player whose part of a divided card has this button, or ""."""
        key = getattr(button, "key", "")
        parts = () if self._column.asked is None else self._column.asked.parts
        for part in parts:
            if key in {
                part.read,
                part.explain_button.key,
                *(choice.key for choice in part.choices),
            }:
                return part.name
        return ""

    # The die

    @property
    def asks_roll(self) -> bool:
        """True if a press of the panel's button would roll the app's die now."""
        return (
            self.state.phase is Phase.ROLL
            and self.app_state.settings.app_die
            and isinstance(self.draft, EmptyDraft)
            and self._column.card_text_key in {"", "hint"}
            and self._rolling is None
        )

    def roll(self) -> None:
        """Roll the app's die, unless it is already tumbling or no roll is due.

        If animations are on, the die tumbles for less than a second before the result counts.
        """
        decider = self.state.decider
        if decider is None or self.state.phase is not Phase.ROLL or self._rolling is not None:
            return
        if self._saving.must_wait(self._once_saved(self.roll)):
            self._refuse(None)
            return
        self.finish_motion()
        if self._column.card_text_key == "hint":  # The panel's button was pressed.
            self._put_hint_away()
            self.refresh()
        command = Roll(by=decider, face=self.app_state.roll())
        if not self.app_state.settings.motion:
            self.decide(command)
            return
        self.navigator.announcer.tone(Tone.ROLL)
        link = self.navigator.panel
        seconds = TUMBLE_SECONDS if link is None else link.tumble()

        def end() -> None:
            self._rolling = None
            self._column.uncover()
            self.navigator.rotate_to_player()

        self._rolling = self._column.cover(
            lambda box: TumblingDie(box, command.face, lambda: self.decide(command), end, seconds)
        )

    def press_refused(self) -> None:
        """Show a notice if the panel's button cannot roll, as the table uses the wooden die."""
        if self.state.phase is Phase.ROLL and not self.app_state.settings.app_die:
            self._refuse(reason_without_rule(_("You roll the wooden die: tap what it shows.")))


def _said(sentence: Sentence | None) -> str:
    return "" if sentence is None else sentence_text(sentence)
