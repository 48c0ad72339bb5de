"""A robot that plays a known game on the touchscreen, only by looking and touching.

It follows the commands of its game in a state of its own, as a person follows the game on the
table. After each command it compares the screen with that state; it never uses the app's session.
"""

from collections.abc import Callable

from kivy.metrics import dp
from msgspec.structs import replace

from companion import commands as do
from companion import moves
from companion.game import state_after_command
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    MATERIALS,
    NO_CHIPS,
    BuildingKind,
    Chips,
    Color,
    Material,
    OfferingAnswer,
)
from companion.rules import building, offering
from companion.state import GameState, Phase
from kiosk.pages.table.column import RightColumn
from kiosk.pages.table.draft import SelectedField
from kiosk.pages.table.question import PaymentSteppers, Question
from kiosk.pieces.picture import BoardPicture, board_picture
from kiosk.pieces.points import PointsNumber
from kiosk.pieces.tray import TrayFace
from kiosk.rotation import Rotation
from kiosk.ui.surface import Box, Surface
from tests.kiosk.expected_answers import answers, offered
from tests.kiosk.robot_corrections import correct
from tests.kiosk.touch import NotOnScreenError, Touchscreen

_PATIENCE = 3
"""Attempts of a tap before the robot gives up."""
_PAUSE = 0.5
"""Seconds after which a tap without effect is repeated."""


class RobotError(Exception):
    """The screen does not do what the game asks for; the message says where."""


def asked_at(touch: Touchscreen) -> Question | None:
    return next(one.answerable_question for one in touch.widgets() if isinstance(one, RightColumn))


def card_side(touch: Touchscreen) -> Rotation:
    return next(one.card_rotation for one in touch.widgets() if isinstance(one, RightColumn))


class Robot:
    """Plays at the table of `touch`, starting with `state`."""

    def __init__(self, touch: Touchscreen, state: GameState) -> None:
        self.touch = touch
        self.state = state
        self._number = 0

    def follow(self, command: do.Command) -> None:
        """Carry a command out in the robot's state only: a player has answered already."""
        self.state = state_after_command(self.state, command)

    def play(self, command: do.Command) -> None:
        """Carry out one command by touches. Raises RobotError if the screen differs."""
        self._number += 1
        after = state_after_command(self.state, command)
        try:
            self._carry_out(command)
            self.state = after
            self.move_the_pieces()
            self.compare()
        except (RobotError, NotOnScreenError) as error:
            shown = " | ".join(self.touch.texts()[-40:])
            raise RobotError(
                f"command {self._number}, {command}: {error}; shown: {shown}"
            ) from error

    def compare(self) -> None:
        if self.state.phase is Phase.FINISHED:
            if self.touch.name != "final_scoring":
                raise RobotError("the game is over and its end is not shown")
            return
        if self.touch.name != "table":
            raise RobotError(f"the table is not shown, but {self.touch.name}")
        asked = self.asked
        if asked.parts:
            # Answers take effect once all are given: the board shows them then.
            (own,) = [part for part in asked.parts if part.color == self.state.decider]
            shown = frozenset(
                key.replace(f".{own.color}", "") for key in offered(replace(asked, parts=(own,)))
            )
        else:
            if pieces(self.touch.board.picture) != pieces(board_picture(self.state)):
                raise RobotError("the board shows another game")
            if asked.color != self.state.decider:
                raise RobotError(f"the screen asks {asked.color}, not {self.state.decider}")
            shown = offered(asked)
        expected = answers(self.state, app_die=self.touch.app_state.settings.app_die)
        if shown != expected:
            raise RobotError(f"the screen offers {sorted(shown)}, not {sorted(expected)}")

    def move_the_pieces(self) -> None:
        """Continue after the final circuit, and move the pieces in the decider's tray.

        Only every other time, so that trays also fill up.
        """
        if self.touch.shows("to.scoring"):
            self.tap("to.scoring")
        color = self.state.decider
        if color is None or self._number % 2 or not pieces_in_tray(self.touch, color):
            return
        while moves_in_sight(self.touch, color):
            self.tap(f"tray.{color}")
        if pieces_in_tray(self.touch, color) and not has_more(self.touch, color):
            raise RobotError(f"the tray of {color} still asks to move something")

    @property
    def asked(self) -> Question:
        asked = asked_at(self.touch)
        if asked is None:
            raise RobotError("nothing is asked")
        return asked

    def tap(self, key: str) -> None:
        """Tap until the screen changes, with pauses, as a person does."""
        self._until_it_answers(lambda: self.touch.tap(key), key)

    def _tap_plain(self, plain: Material) -> None:
        self._until_it_answers(lambda: self.touch.tap_plain(plain), f"plain {plain}")

    def _tap_field(self, field: int) -> None:
        self._until_it_answers(lambda: self.touch.tap_field(field), f"field {field}")

    def _until_it_answers(self, tap: Callable[[], None], what: str) -> None:
        before = self._seen()
        for _attempt in range(_PATIENCE):
            tap()
            if self._seen() != before:
                return
            self.touch.wait(_PAUSE)
        raise RobotError(f"nothing answers a tap on {what}")

    def _seen(self) -> object:
        """Return the visible state: the page, the question with its answers, the board."""
        screen = self.touch.page
        if self.touch.name != "table":
            return (screen, self.touch.keys(), self.touch.texts())
        faces = [one for one in self.touch.widgets() if isinstance(one, TrayFace)]
        told = [(face.tray.moves, face.visible_moves) for face in faces]
        return (screen, self.asked, self.touch.board.picture, told, self._texts())

    def _texts(self) -> list[str]:
        """Return every text except points, which count without a tap."""
        return [
            inscription.text
            for widget in self.touch.widgets()
            if isinstance(widget, Surface) and not isinstance(widget, PointsNumber)
            for inscription in widget.written_texts
        ]

    # Commands

    def _carry_out(self, command: do.Command) -> None:
        match command:
            case do.PlaceWorker(plain=plain):
                self._tap_material("place", plain)
            case do.Roll(face=face):
                self.tap(f"face.{face}")
            case do.TakeChip(by=by, material=material):
                self._answer("take", by, material)
            case do.GiveBackChip(by=by, material=material):
                self._answer("give_back", by, material)
            case do.MoveWorker():
                self._move(command)
            case do.BuildHut() | do.BuildTemple():
                self._build(command)
            case do.MakeOffering():
                self._offer(command)
            case do.SwapChips():
                self._swap(command)
            case do.DeclareEnd():
                self.tap("end")
                self.tap("end.table")
            case do.EnterPrintedField():
                self._survey(command)
            case do.Correct():
                correct(self.touch, command)

    def _tap_material(self, key: str, material: Material) -> None:
        """Tap the button and the plain on the board in turns: both mean the same."""
        if self._number % 2:
            self.tap(f"{key}.{material}")
        else:
            self._tap_plain(material)

    def _answer(self, key: str, by: Color, material: Material | None) -> None:
        """Answer in the player's own part if several decide, where plains have no meaning."""
        if self.asked.parts:
            self.tap(f"{key}.{by}.{material or 'none'}")
        elif material is None:
            self.tap(f"{key}.none")
        else:
            self._tap_material(key, material)

    def _move(self, command: do.MoveWorker) -> None:
        """Drag the worker or tap, in turns."""
        if self._number % 3 == 0:
            self.touch.drag_worker(command.source, command.level, command.target)
            return
        self._tap_plain(command.source)
        if self._asks_which(command):
            self.tap(f"worker.{command.level}")
        self._tap_material("to", command.target)

    def _asks_which(self, command: do.MoveWorker) -> bool:
        """Whether another worker would leave a different stack, which needs a question."""
        stack = self.state.stack(command.source)
        left = {
            stack[:level] + stack[level + 1 :]
            for level, owner in enumerate(stack)
            if owner == command.by
        }
        return len(left) > 1

    def _build(self, command: do.BuildHut | do.BuildTemple) -> None:
        kind = BuildingKind.HUT if isinstance(command, do.BuildHut) else BuildingKind.TEMPLE
        price = building.building_price(self.state, kind, command.field)
        if command.pay == price and self._number % 3 == 0:
            source = f"aim.{kind}" if self._number % 2 else f"tray.{command.by}"
            if kind is BuildingKind.TEMPLE:
                source = "aim.temple"
            self.touch.drag_building(source, command.field)
            return
        aims = kind is BuildingKind.TEMPLE and self._number % 2 == 0
        if aims:
            self.tap("aim.temple")
        self._tap_field(command.field)
        if kind is BuildingKind.TEMPLE and not aims:
            self.tap("more")
            self.tap("show.temple")
        if command.pay == price:
            self.tap(f"build.{kind}")
        else:
            self.tap(f"build.{kind}.pay")
            self._step_to("pay", command.pay, price)
            self.tap("pay.done")

    def _offer(self, command: do.MakeOffering) -> None:
        match command.give:
            case OfferingAnswer.NONE | OfferingAnswer.CHIP:
                self.tap(f"offer.{command.give}")
                return
            case OfferingAnswer.BOTH:
                direct = dict.fromkeys(self._prices(command), "offer.both")
            case OfferingAnswer.ONE:
                direct = {Chips.of(one): f"offer.one.{one}" for one in MATERIALS}
        if command.pay in direct:
            self.tap(direct[command.pay])
        else:
            self.tap("offer.pay")
            asked = NO_CHIPS
            if command.give is OfferingAnswer.BOTH:
                self.tap("pay.both")
                (asked,) = self._prices(command)
            self._step_to("pay", command.pay, asked)
            self.tap("pay.done")

    def _prices(self, command: do.MakeOffering) -> tuple[Chips, ...]:
        return offering.offering_prices(self.state, self.state.visits[0], command.give)

    def _swap(self, command: do.SwapChips) -> None:
        self.tap("menu")
        self.tap("menu.hands")
        self.tap(f"swap.{command.by}")
        self._step_to("give", command.pay)
        self.tap(f"swap.take.{command.take}")

    def _step_to(self, key: str, chips: Chips, zero: Chips = NO_CHIPS) -> None:
        """Add chips, those of the price's materials first, after a tap on what else is missing.

        The first tap on more of a material adds three chips, and taps on others replace them.
        """
        wanted = {one: chips.number(one) - zero.number(one) for one in MATERIALS}
        missing = [one for one in MATERIALS if wanted[one] < 0]
        due = [one for one in MATERIALS if zero.number(one)]
        added = [one for one in MATERIALS if wanted[one] > 0]
        added.sort(key=lambda one: (one not in due, -wanted[one]))
        implied = len(due) == 2 and min(wanted.values()) == -1 and {*added} & {*due}
        if not implied:
            for material in missing:
                self._tap_to(key, material, wanted[material])
        for material in added:
            self._tap_to(key, material, wanted[material], fills=True)
        for material in (*missing, *added):
            self._tap_to(key, material, wanted[material])

    def _tap_to(self, key: str, material: Material, wanted: int, *, fills: bool = False) -> None:
        """Tap more or less of a material until its stepper shows the number.

        If `fills` is set, it may show more, as later taps replace these chips.
        """
        for _chip in range(CHIPS_PER_MATERIAL):
            steppers = next(
                row for row in self.asked.rows if isinstance(row, PaymentSteppers)
            ).steppers
            shown = next(one.number for one in steppers if one.material is material)
            if shown == wanted or (fills and shown > wanted):
                return
            self.tap(f"{key}.{material}.{'more' if wanted > shown else 'less'}")

    def _survey(self, command: do.EnterPrintedField) -> None:
        """Read a field without building there: in part 2 the reader is asked to build next."""
        self._tap_field(command.field)
        first, second = command.needs
        self.tap(f"rune.{command.rune}")
        self.tap(f"first.{first}")
        self.tap(f"second.{second}")
        if first is second:
            self.tap("survey.done")
        if isinstance(self.touch.page.draft, SelectedField):
            self.tap("back")


def pieces_in_tray(touch: Touchscreen, color: Color) -> int:
    """Return how many pieces a player's tray lists; 0 while a card covers it."""
    faces = (one for one in touch.widgets() if isinstance(one, TrayFace))
    if all(face.tray.color != color for face in faces):
        return 0
    inputs = touch.page.column.sheet.inputs
    rows = next(tray.rows for tray in inputs.trays if tray.color == color)
    return sum(map(_pieces, map(moves.unwrap_row, rows)))


def _pieces(row: moves.Row) -> int:
    match row:
        case moves.ChipsToTake(_, chips) | moves.ChipsToReturn(_, chips):
            return chips.total
        case moves.StackTarget((owner,), _, workers):
            return workers.count(owner)
        case _:
            return 1


def moves_in_sight(touch: Touchscreen, color: Color) -> int:
    """The number of moves that a player's tray shows in full; 0 while a card covers it."""
    faces = (one for one in touch.widgets() if isinstance(one, TrayFace))
    return next((len(face.visible_moves) for face in faces if face.tray.color == color), 0)


def has_more(touch: Touchscreen, color: Color) -> bool:
    """Whether a player's tray counts moves that have no room."""
    faces = (one for one in touch.widgets() if isinstance(one, TrayFace))
    return any(face.hidden_move_count > 0 for face in faces if face.tray.color == color)


def tap_more(touch: Touchscreen, color: Color) -> None:
    """Tap the number of further moves of a player's tray, in the last corner of its own side."""
    tap = next(one for one in touch.taps() if one.key == f"tray.{color}")
    corner = Box(tap.box.right - dp(12), tap.box.y + dp(8), dp(4), dp(4))
    touch.wait(_PAUSE)
    touch.tap_at(tap.box_to_ancestor(touch.page, corner).center)


def pieces(picture: BoardPicture | None) -> BoardPicture | None:
    """Return a picture without pointers and without the die."""
    if picture is None:
        return None
    plains = tuple(replace(plain, chosen=False) for plain in picture.plains)
    return replace(picture, touched_field=None, die_face=None, plains=plains)
