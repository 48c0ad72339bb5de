"""The table's page: the board, and a column with the question and the players' trays."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import inf

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from msgspec.structs import replace

from companion.commands import BuildHut, Command, EnterPrintedField, MoveWorker, Roll
from companion.errors import RuleViolation
from companion.events import DruidWalked, Event, GameEnded
from companion.evolution import state_before_final_scoring
from companion.history import Step
from companion.moves import Row
from companion.pieces import Color, Material
from companion.state import GameState, Phase
from companion.teaching.first_game import SUGGESTED_TURNS, first_game_bonus_chips, suggest_command
from companion.teaching.hint_setting import NOTHING_SEEN, HintSetting
from companion.teaching.hints import Hint, due_hint, new_concepts_in_step
from companion.teaching.illustration import Illustration
from companion.teaching.things import PlayerTray, Thing, explain
from companion.trays import Tray as OpenTray
from kiosk import routes
from kiosk.navigator import Navigator, Page
from kiosk.pages.table import voice
from kiosk.pages.table.column import RightColumn, bar_buttons, seat_rotations
from kiosk.pages.table.draft import (
    Draft,
    EmptyDraft,
    MenuDraft,
    PaymentDraft,
    PlayerStatusDraft,
    SavedDraft,
    ThingExplanationDraft,
    draft_after_field_tap,
    draft_after_printed_field,
    draft_to_save,
    restore_draft,
    uncovered_draft,
)
from kiosk.pages.table.dragging import BuildingDrag
from kiosk.pages.table.hand import HandDisplay
from kiosk.pages.table.layout import table_layout
from kiosk.pages.table.lookahead import Lookahead
from kiosk.pages.table.moves import newest_moves_first
from kiosk.pages.table.notices import announcement_of, refusal_of
from kiosk.pages.table.paying import draft_after_refused_command
from kiosk.pages.table.pressing import (
    LongPressToCorrect,
    any_explainable_thing_at,
    thing_to_explain_at,
)
from kiosk.pages.table.question import (
    BarAction,
    Decide,
    ExplainImpossible,
    HintAction,
    MarkMovesDone,
    RollDie,
    SetDraft,
    ShowHand,
    WithdrawAnswer,
)
from kiosk.pages.table.saving import SaveMonitor, SavingSign
from kiosk.pages.table.sheet import (
    SheetInputs,
    board_picture_of,
    has_selection,
    sheet_of,
    tray_pictures_of,
)
from kiosk.pages.table.view import action_for_plain_tap, draft_for_dragged_worker
from kiosk.pieces import drawing
from kiosk.pieces.board import BoardView, DraggedWorker
from kiosk.pieces.die import TUMBLE_SECONDS, TumblingDie
from kiosk.pieces.spoken import spoken_text_of_field
from kiosk.rotation import Rotation
from kiosk.routes import Route
from kiosk.settings import SpeechLevel
from kiosk.sound import Tone
from kiosk.ui import theme
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box
from kiosk.ui.tap import TapButton
from kiosk.words.language import _
from kiosk.words.latest_moves import PieceMoves, piece_moves
from kiosk.words.reasons import ReasonText, reason_without_rule, refusal_reason
from kiosk.words.speech import spoken_plain
from kiosk.words.texts import ignored_tap_text, player_names, sentence_text

_EMPTIED_SECONDS = 3.0
"""Time in seconds for which a tap on a tray is ignored after another tap has emptied that tray."""


class TablePage(Page):
    opening_route: routes.Table | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.session = self.app_state.required_session
        self._unscored: GameState | None = None
        self._take_over_board()
        has_news = self.opening_route is not None and self.opening_route.has_news
        kept = restore_draft(None if has_news else navigator.state_to_restore, self.state)
        self.draft = kept.draft
        self._refused = kept.refusal_or_news
        self._refused_of: dict[Color, str] = {}
        self._rolling: TumblingDie | None = None
        self._shown_first: dict[Color, tuple[OpenTray, int]] = {}
        self._tapped: dict[Color, set[Row]] = {}
        self._emptied: dict[Color, float] = {}
        self._panel_mark: TapButton | None = None
        self._latest = self._latest_moves()
        kept_hint = self.app_state.hint
        if kept_hint is not None and kept_hint[0] == self.state:
            self._hint = kept_hint[1]
        else:  # the game has changed since the player left the page
            self._hint = self._taught(self.state, ())
        if has_news:
            self._refused = announcement_of(self.state, self._latest)
        self._silenced: tuple[HintSetting, Hint | None] | None = None
        self._untold: set[int] = set()
        self._touched: Point = (0.0, 0.0)
        settings = self.app_state.settings
        # When the screen is rotated, a new page takes the place of this one.
        self.screen_rotation = navigator.screen_rotation
        self._seat_rotations = seat_rotations(self.state, settings, self.screen_rotation)
        where = table_layout(self.box, len(self.state.players))
        self.board = BoardView(
            where.board,
            self._on_field,
            self._on_plain,
            navigator.board_rotation,
            lift=self._lift,
            on_drop=lambda worker, target: self.perform(
                Decide(MoveWorker(worker.owner, worker.source, worker.level, target))
            ),
            on_elsewhere=self._on_elsewhere,
        )
        self.add_widget(self.board)
        self.column = RightColumn(
            self.box,
            where,
            bar_buttons(settings.sound),
            self.perform,
            self._seat_rotations,
            self.tap_tray,
            partial(self._show_hand, on_board=where.board),
            self._say_again,
            self._show_more,
            self._speak,
            self.screen_rotation.rotation_to(kept.card_rotation),
        )
        self.add_widget(self.column)
        self._hand = HandDisplay(self, where.card, self._seat_rotations)
        light = SavingSign(self.board.ring)
        self.add_widget(light)
        self._saving = SaveMonitor(self.app_state, light, self._saving_changed)
        self._lookahead = Lookahead(self)
        self.refresh(card_text_key=kept.card_text_key)
        if any(tray.rows for tray in self._trays.values()):
            self._pulse()
        self.on_panel_change()
        self._carry = BuildingDrag(self)
        self.add_widget(self._carry)
        self.add_widget(LongPressToCorrect(self))

    @property
    def state(self) -> GameState:
        """Current state of the game, with the runes and icons that are saved for this board.

        At the end of the game, until the players have seen the final scoring, this is the state
        without the points of that scoring.
        """
        return self._unscored or self.session.state_with_saved_fields

    @property
    def state_to_restore(self) -> SavedDraft | None:
        side = self.screen_rotation.plus(self.column.card_rotation)
        return draft_to_save(self.state, self.draft, self.column.card_text_key, self._refused, side)

    def on_panel_change(self) -> None:
        if self._panel_mark is not None:
            self._panel_mark.destroy()
            self._panel_mark = None
        if self.navigator.panel is not None and self.navigator.panel.has_fault:
            ring, side = self.board.ring, dp(theme.TOUCH)
            corner = Box(ring.box.right - side - dp(4), ring.box.y + dp(4), side, side)
            self._panel_mark = mark = TapButton(
                ring.rotated_box(corner),
                "panel_mark",
                lambda: self.navigator.go(routes.ButtonPanel()),
            )
            with mark.canvas:
                drawing.draw_faulty_panel(mark.box.center, side * 0.3)
            mark.shade_when_pressed()
            self.add_widget(mark)

    def prepare_in_steps(self) -> Iterator[None]:
        tumbles = self._rolling is not None and not self._rolling.is_still
        if not tumbles and self._unscored is None:
            yield from self._lookahead.prepare_in_steps(self._inputs)

    @property
    def wanted_rotation(self) -> Rotation | None:
        """Rotation that the screen should have, or None to keep its present rotation.

        The screen faces the player who decides. If the players have switched off screen rotation,
        it always faces the front. It keeps its rotation while the die tumbles, while a player has
        selected something, and while the menu or a text covers the question.
        """
        settings, decider = self.app_state.settings, self.state.decider
        if not settings.screen_turns:
            return Rotation.NONE
        if has_selection(self.draft) or self.column.card_text_key or self._rolling is not None:
            return None
        return None if decider is None else settings.rotation_towards(decider)

    def destroy(self) -> None:
        self._saving.close()
        self.finish_motion()
        super().destroy()

    def finish_motion(self) -> None:
        self.board.finish_walk()
        self.board.finish_pulse()
        self.column.finish_motion()

    def refresh(self, *, walk_from: int | None = None, card_text_key: str = "") -> None:
        """Redraw the board and the column, and speak the texts that have changed.

        `card_text_key` is the key of a text to show instead of the question (see `ShowCardText`).
        If `walk_from` is the number of a field, the druid is animated walking from there to his
        present place.
        """
        self._saving.watch_saving()
        layout = self._lookahead.layout(self._inputs)
        self.board.show(layout.sheet.board_picture, walk_from=walk_from)
        lesson = self._lesson
        self.board.highlight(lesson.highlighted, lesson.druid_way)
        self.column.show(layout)
        self.navigator.rotate_to_player()
        if card_text_key:
            self.column.show_text(card_text_key)
        self._speak()

    def _speak(self) -> None:
        sheet, announcer = self.column.sheet, self.navigator.announcer
        if sheet is None or not announcer.settings.uses_sound:
            announcer.last_screen = None
            return
        card_text = self.column.full_card_text if announcer.speaks_everything else ""
        voice.announce_changes(announcer, self.session.game.key, sheet, card_text)

    @property
    def _lesson(self) -> Illustration:
        match self.draft:
            case ThingExplanationDraft(thing) if thing is not None:
                return explain(self.state, thing).picture
            case draft if self._hint is None or has_selection(draft):
                return Illustration()
            case _:
                return self._hint.picture

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """End all animations. If the die was still tumbling, the touch has no other effect."""
        self.finish_motion()
        self._touched = touch.pos
        self.board.cancel_drag()
        self._carry.cancel_drag()
        if self._rolling is not None:
            self._rolling.skip()
            return True
        return bool(super().on_touch_down(touch))

    @property
    def _inputs(self) -> SheetInputs:
        session, settings = self.session, self.app_state.settings
        can = {"undo": session.can_undo, "redo": session.can_redo}
        trays = session.trays(self._unscored, scored=self._unscored is None)
        return SheetInputs(
            self.state,
            self.draft,
            replace(settings, seen=NOTHING_SEEN),  # does not change the page: inputs stay equal
            self._latest,
            frozenset(key for key, possible in can.items() if not possible),
            trays,
            self.state.deciders,
            session.answers_so_far,
            self._refused or self._saving.waiting_reason,
            session.game.face_rolled_this_turn,
            self._saving.save_error,
            "" if session.notice is None else sentence_text(session.notice),
            self._hint,
            self.suggested_command(self.state),
            self._refused_of.copy(),
            self._silenced is not None,
            {one: at for one, (tray, at) in self._shown_first.items() if at and tray in trays},
            session.game.players_with_seen_hands(self.state),
        )

    @property
    def _trays(self) -> dict[Color, OpenTray]:
        trays = () if self.column.sheet is None else self.column.sheet.inputs.trays
        return {one.color: one for one in trays}

    # Hints

    def _taught(self, before: GameState, events: tuple[Event, ...]) -> Hint | None:
        app_state = self.app_state
        seen, hints = app_state.seen_concepts, app_state.settings.hints
        new = new_concepts_in_step(before, events, seen) if events else frozenset()
        hint = due_hint(before, events, seen, hints)
        if hint is not None or new:
            app_state.mark_seen(new if hint is None else (*new, hint.concept))
        app_state.hint = self.state, hint
        return hint

    def _put_hint_away(self) -> None:
        self._hint = self._silenced = None
        self.app_state.hint = self.state, None

    def _teach_again(self, done_before: int) -> None:
        steps = self.session.steps
        unread, self._hint, self._silenced = self._hint, None, None
        if unread is not None and len(steps) < done_before:
            self.app_state.mark_unseen(unread.concept)
            self._untold.add(done_before)
        if len(steps) > done_before and len(steps) in self._untold:
            self._untold.remove(len(steps))
            again = steps[done_before:]
            events = tuple(event for step in again for event in step.all_events)
            self._hint = self._taught(again[0].state_before, events)
        self.app_state.hint = self.state, self._hint

    def suggested_command(
        self, state: GameState, further: Iterable[Event] = ()
    ) -> MoveWorker | BuildHut | None:
        hints = self.app_state.settings.hints
        if hints is not HintSetting.FIRST_GAME or state.turn > SUGGESTED_TURNS:
            return None
        if tuple(sorted(first_game_bonus_chips(state.board))) != tuple(
            sorted(self.session.setup.bonus)
        ):
            return None
        happened = [event for step in self.session.steps for event in step.events]
        command = suggest_command(state, [*happened, *further])
        return command if isinstance(command, MoveWorker | BuildHut) else None

    def _saving_changed(self) -> None:
        sheet, key = sheet_of(self._inputs, self.screen_rotation), self.column.card_text_key
        rotation = self.column.card_rotation if key else None
        self.column.show(self.column.layout_for(sheet, key, rotation))

    def _latest_moves(self) -> PieceMoves:
        return piece_moves(
            self.session.game.history.latest, open_chips=self.app_state.settings.open_chips
        )

    # Touches

    @property
    def _asks(self) -> bool:
        return isinstance(self.draft, ThingExplanationDraft) and self.draft.explains_taps

    def _wonder(self, thing: Thing | None) -> None:
        if thing is not None:
            previous = uncovered_draft(self.draft)
            self.set_draft(ThingExplanationDraft(thing, previous, explains_taps=True))

    def _on_plain(self, plain: Material) -> None:
        if self._asks:
            self._wonder(any_explainable_thing_at(self._touched, self.state, self.board))
            return
        question = self.column.answerable_question
        asked = question is not None and not question.parts
        self.perform(action_for_plain_tap(self.state, self.draft, plain, can_decide=asked))

    def _lift(self, plain: Material, level: int) -> DraggedWorker | None:
        if self._rolling is not None or self.column.answerable_question is None or self._asks:
            return None
        worker = draft_for_dragged_worker(self.state, self.draft, plain, level)
        owner = self.state.decider
        if worker is None or worker.level is None or owner is None:
            return None
        picture = board_picture_of(self._inputs._replace(draft=worker))
        return DraggedWorker(plain, worker.level, owner, picture, self._seat_rotations[owner])

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the order of BoardView's callbacks
        self.finish_motion()
        if self._asks:
            if lifted:
                self._wonder(any_explainable_thing_at(self._touched, self.state, self.board))
            return
        board = self.state.board
        waits = self.state.phase is Phase.PLACING and not board.field(field).is_known
        if lifted and waits and self.app_state.shelf.find(board.name) is not None:
            # The board has a file: enter the field there, for all games on this board.
            self.perform(routes.PrintedFields(field, board.name))
            return
        draft = draft_after_field_tap(self.state, field, self.draft, lifted=lifted)
        if draft != self.draft or self._refused is not None or self.column.card_text_key:
            self.set_draft(draft)

    def _on_elsewhere(self, point: Point, lifted: bool) -> bool:  # noqa: FBT001 - the order of BoardView's callbacks
        thing = thing_to_explain_at(point, self.state, self.board)
        if thing is None or self._rolling is not None:
            return False
        if lifted and self._asks:
            self._wonder(thing)
        elif lifted:
            previous = uncovered_draft(self.draft)
            asked = ThingExplanationDraft(thing, previous)
            self.set_draft(previous if self.draft == asked else asked)
        return True

    def tap_tray(self, color: Color) -> None:
        """Handle a tap on the tray of the player `color`.

        Mark the piece moves that the tray shows as made with the real pieces. If the tray has no
        moves, show the player's status on the card. In the mode in which a tap explains a thing,
        explain the tray instead.
        """
        if self._rolling is not None:
            return
        if self._asks:
            self._wonder(PlayerTray(color))
            return
        if isinstance(self.draft, PlayerStatusDraft) and self.draft.color == color:
            self.navigator.ignore_accidental_repeats()
            self.set_draft(self.draft.previous_draft)
            return
        is_empty = not self._trays[color].rows
        if is_empty and Clock.get_time() - self._emptied.get(color, -inf) < _EMPTIED_SECONDS:
            self.refresh()  # an accidental second tap, or other moves have just emptied the tray
        elif is_empty:
            self.navigator.ignore_accidental_repeats()
            self.set_draft(PlayerStatusDraft(color, uncovered_draft(self.draft)))
        elif rows := self.visible_moves(color):
            self.perform(MarkMovesDone(color, rows))
        else:
            self._show_more(color)

    def visible_moves(self, color: Color) -> tuple[Row, ...]:
        rows = newest_moves_first(self._trays[color])
        shown = self.column.trays.visible_moves(color)
        return rows[shown.start : shown.stop]

    def _show_more(self, color: Color) -> None:
        if self._rolling is not None:
            return
        tray, shown = self._trays[color], self.column.trays.visible_moves(color)
        following = max(shown.stop, shown.start + 1)
        self._shown_first[color] = tray, following if following < len(tray.rows) else 0
        self.refresh()

    def _show_hand(self, color: Color | None, *, on_board: Box | None = None) -> None:
        self._hand.show(color, self.state, on_board=on_board)
        if color is not None:
            self.session.game.mark_hand_seen(color)
            self.column.trays.show(tray_pictures_of(self._inputs))

    def _say_again(self, color: Color) -> bool:
        announcer = self.navigator.announcer
        if announcer.settings.spoken is SpeechLevel.NOTHING:
            return False
        if announcer.settings.muted:
            self._explain(_("The sound is off: tap the loudspeaker to hear it again."))
        announcer.say(voice.tray_spoken(self._inputs, color))
        return True

    def perform(self, action: object) -> None:  # noqa: C901, PLR0912 - one flat case an action
        """Carry out the action of a tap.

        The tap is ignored while the die tumbles, and if it came so soon after the page changed that
        it was meant for what was there before.
        """
        if self._rolling is not None or not self._is_meant(action):
            return
        match action:
            case Decide(command):
                self.decide(command)
            case RollDie():
                self.roll_die()
            case SetDraft(draft):
                self.set_draft(draft)
            case BarAction.UNDO:
                self.undo()
            case BarAction.REDO:
                why_not = "" if self.session.can_redo else _("There is nothing to redo.")
                self._change_path(self.session.redo, why_not)
            case BarAction.MUTE:
                self.navigator.announcer.set_muted(muted=not self.app_state.settings.sound.muted)
                self.column.bar = bar_buttons(self.app_state.settings.sound)
                self._refuse(None)
            case BarAction.MENU:
                self.set_draft(MenuDraft(uncovered_draft(self.draft)))
            case MarkMovesDone(color, rows):
                self.navigator.touch_history.record_action()
                self.draft, self._refused = uncovered_draft(self.draft), None
                self._mark_done(color, rows)
            case WithdrawAnswer(color):
                try:
                    self._change_path(partial(self.session.withdraw_answer, color))
                except RuleViolation as refusal:
                    self._refuse(refusal_reason(self.state, refusal), color)
            case ExplainImpossible(None, shown_to) if shown_to is not None:
                self._refused_of.pop(shown_to, None)
                self.refresh()
            case ExplainImpossible(reason):
                self._explain(reason)
            case ShowHand(color):
                self._show_hand(color)
            case HintAction():
                self._end_hint(action)
            case Route():
                # The other page faces the player who tapped.
                side = self.navigator.screen_rotation.plus(self.column.card_rotation)
                self.navigator.go(action, side)
            case _:
                raise TypeError(f"{action!r} is not an action of this page")

    def _end_hint(self, action: HintAction) -> None:
        settings, silenced, hint = self.app_state.settings, self._silenced, self._hint
        self._put_hint_away()
        if action is HintAction.SWITCH_OFF:
            self._silenced = settings.hints, hint
            self.app_state.set_settings(replace(settings, hints=HintSetting.NEVER))
        elif action is HintAction.SWITCH_ON and silenced is not None:
            hints, self._hint = silenced
            self.app_state.hint = self.state, self._hint
            self.app_state.set_settings(replace(settings, hints=hints))
        self.refresh()

    def _is_meant(self, action: object) -> bool:
        fingers, column = self.navigator.touch_history, self.column
        match action:
            case Decide(command):
                since = column.shown_since(getattr(command, "by", "question"))
            case RollDie():
                since = column.shown_since()
            case MarkMovesDone(color):
                # Players tap at the same place for each page of a tray, so only wait until the new
                # page has been visible, as for undo and redo.
                return fingers.content_was_seen(column.shown_since(f"tray.{color}"))
            case WithdrawAnswer(color):
                since = column.shown_since(color)
            case HintAction():
                since = column.shown_since("hint")
            case BarAction.UNDO | BarAction.REDO:
                # Undo and redo can be repeated as soon as the result of the last tap is visible.
                return fingers.content_was_seen(column.shown_since())
            case _:
                return True
        if fingers.was_meant_for(since):
            return True
        decides = isinstance(action, Decide | RollDie)
        # On a card with a part for each player, a notice would move the parts: show none.
        if decides and not column.has_player_parts:
            self._explain(ignored_tap_text())
            if (
                column.answerable_question is None
            ):  # the notice has taken the place of the question: remove it
                self._refuse(None)
        return False

    def set_draft(self, draft: Draft) -> None:
        self._refused = None
        self.draft = draft
        self.refresh()

    def _mark_done(self, color: Color, rows: Iterable[Row]) -> None:
        before = self._trays
        tapped = {*rows, *self._tapped.get(color, ())}
        # Until players have seen the final scoring, its moves are left out.
        self.session.mark_done(color, tapped, self._unscored, scored=self._unscored is None)
        self.refresh()
        after = self._trays
        # A worker that moves between two stacks has two rows, which may be on different pages of
        # the tray. Keep the first row until the player taps the second one, too.
        self._tapped[color] = tapped & {*after[color].rows}
        now = Clock.get_time()
        self._emptied |= {one: now for one in after if before[one].rows and not after[one].rows}
        if after[color].rows == before[color].rows:
            self._show_more(color)

    def _refuse(self, why: ReasonText | None, by: Color | None = None) -> None:
        self._refused = why
        several = len(self.state.deciders) + len(self.session.answers_so_far) > 1
        if why is not None and by is not None and several:
            self._refused, self._refused_of[by] = None, why.explanation
        self.refresh()

    def _explain(self, text: str | None) -> None:
        self._refuse(None if text is None else reason_without_rule(text))

    def decide(self, command: Command) -> None:
        if self._waits_for_saving(lambda: self.decide(command)):
            return
        before = self.draft
        try:
            step = self.session.apply(command)
        except RuleViolation as refusal:
            self.navigator.ignore_accidental_repeats()
            why = refusal_of(self.state, command, refusal)
            self.draft = draft_after_refused_command(self.state, before, command, refusal)
            if isinstance(self.draft, PaymentDraft):
                self._refused = why
                self.refresh(card_text_key="told")
            else:
                self._refuse(why, getattr(command, "by", None))
            return
        self._step_happened()
        self._take_over_board()
        if isinstance(command, EnterPrintedField):
            self.draft = draft_after_printed_field(self.state, before)
        self._show_step(step)

    def _waits_for_saving(self, again: Callable[[], None]) -> bool:
        now = self.state, self.draft

        def go_on() -> None:
            if (self.state, self.draft) == now:
                again()

        if not self._saving.must_wait(go_on):
            return False
        self._refuse(None)
        return True

    def _show_step(self, step: Step) -> None:
        events = step.all_events
        self.navigator.announcer.play_tone(
            voice.tone_for_step(step.state_before, self.state, events)
        )
        self._hint, self._silenced = self._taught(step.state_before, events), None
        self._refused = announcement_of(self.state, self._latest)
        if any(isinstance(event, GameEnded) for event in events):
            self._put_hint_away()  # it names the winner, whom players learn from the scoring
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
        self.column.trays.animate_points_from(
            {one.color: one.points for one in step.state_before.players}
        )
        before, now = step.state_before, self.state
        if before.phase is now.phase is Phase.OFFERING and before.decider is now.decider:
            self.column.slide_in()
        self._pulse()

    def _take_over_board(self) -> None:
        self.session.copy_fields_from_saved_board(_("Read earlier"))

    def _step_happened(self) -> None:
        self.navigator.touch_history.record_action()
        self._latest = self._latest_moves()
        self._unscored = self._refused = None
        asked = (
            self.state.deciders if self.session.answers_so_far else ()
        )  # players still to answer
        self._refused_of = {one: why for one, why in self._refused_of.items() if one in asked}
        self.draft = EmptyDraft()

    def undo(self) -> None:
        session = self.session
        self._change_path(session.undo, "" if session.can_undo else _("There is nothing to undo."))

    def _change_path(self, change: Callable[[], object], why_not: str = "") -> None:
        if why_not or self._saving.must_wait():
            self._explain(why_not or None)
            return
        done_before = len(self.session.steps)
        change()
        self._teach_again(done_before)
        self._step_happened()
        self.refresh()
        self._pulse()

    def _pulse(self) -> None:
        if self.app_state.settings.motion and not has_selection(self.draft):
            self.board.pulse(self._latest.touched_places(self.state))

    # The voice

    def spoken_text(self) -> str:
        asked = self.column.answerable_question
        if asked is None:
            return self.column.full_card_text
        return voice.question_spoken(self._inputs, asked)

    def focus_target_text(self, target: str) -> str:
        kind, _dot, which = target.partition(".")
        match kind:
            case "tray":
                return voice.tray_spoken(self._inputs, Color(which))
            case "field" if self.board.picture is not None:
                return spoken_text_of_field(
                    self.board.picture, int(which), player_names(self.state)
                )
            case "plain":
                return spoken_plain(self.state, Material(which))
            case _:
                return ""

    def row_label_of(self, button: object) -> str:
        key = getattr(button, "key", "")
        for part in (
            () if self.column.answerable_question is None else self.column.answerable_question.parts
        ):
            if key in {
                part.dismiss_button_key,
                *(one.key for one in (*part.choices, part.why_button)),
            }:
                return part.name
        return ""

    # The die

    @property
    def asks_for_roll(self) -> bool:
        return (
            self.state.phase is Phase.ROLL
            and self.app_state.settings.app_die
            and isinstance(self.draft, EmptyDraft)
            and self.column.card_text_key in {"", "hint"}
            and self._rolling is None
        )

    def roll_die(self) -> None:
        """Roll the app's die, if the game waits for a roll.

        If animations are on, the die tumbles before the result takes effect. If the previous step
        of the game is still being saved, the roll waits until it is saved.
        """
        decider = self.state.decider
        if decider is None or self.state.phase is not Phase.ROLL or self._rolling is not None:
            return
        if self._waits_for_saving(self.roll_die):
            return
        self.finish_motion()
        if self.column.card_text_key == "hint":  # only the button panel rolls from a hint
            self._put_hint_away()
            self.refresh()
        command = Roll(by=decider, face=self.app_state.roll_die())
        if not self.app_state.settings.motion:
            self.decide(command)
            return
        self.navigator.announcer.play_tone(Tone.ROLL)
        link = self.navigator.panel
        seconds = TUMBLE_SECONDS if link is None else link.tumble_lamps()

        def end() -> None:
            self._rolling = None
            self.column.uncover()
            self.navigator.rotate_to_player()

        self._rolling = self.column.cover(
            lambda box: TumblingDie(box, command.face, lambda: self.decide(command), end, seconds)
        )

    def on_refused_press(self) -> None:
        if self.state.phase is Phase.ROLL and not self.app_state.settings.app_die:
            self._explain(_("You roll the wooden die: tap what it shows."))
