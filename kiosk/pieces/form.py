"""Blocks (parts of pages) and symbols for pieces of the game, as plain data. Imports no Kivy."""

from collections.abc import Callable, Hashable, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING

import msgspec

from companion.errors import RuleViolation
from companion.pieces import Chips, Color, Face, Material, Rune
from companion.sentence import Sentence
from companion.state import Building
from kiosk.pieces.picture import BoardPicture, FieldIconPointer
from kiosk.rotation import Rotation
from kiosk.ui.form import (
    Align,
    Block,
    Button,
    Column,
    DraftT,
    Flow,
    Icon,
    Row,
    StepT,
    Text,
    TextStyle,
)
from kiosk.ui.theme import DECISION_TEXT, SMALL_TEXT
from kiosk.words.language import _, escape_invisible
from kiosk.words.texts import NO_NAMES, sentence_text

if TYPE_CHECKING:  # not imported at startup, as the first page needs none of them
    from companion.teaching.illustration import Illustration
    from companion.telling.places import Place


class Symbol(msgspec.Struct, frozen=True):
    """Base class of symbols that have fields. Members of enums like `Material` are symbols too."""


class Sign(Enum):
    """Symbols that have no fields, such as the druid, a crown, and signs for buttons."""

    DRUID = auto()
    CROWN = auto()
    ARROW = auto()
    UNDO = auto()
    REDO = auto()
    SOUND = auto()
    MUTED = auto()
    NO_CHIP = auto()


class RuneStone(Symbol, frozen=True):
    """Symbol: a rune stone, with the sign of the player who holds it, if any."""

    rune: Rune
    holder: Color | None


class RolledDie(Symbol, frozen=True):
    face: Face


class Worker(Symbol, frozen=True):
    owner: Color


class Workers(Symbol, frozen=True):
    owner: Color


class ChosenChip(Symbol, frozen=True):
    """Symbol for a player's choice of a chip: the chosen chip, or a tick if `material` is None.

    None means that the player chose to take no chip.
    """

    material: Material | None


class GivenChip(Symbol, frozen=True):
    material: Material


class PlayerPartBackground(Block, frozen=True):
    """Block: the background of one player's part of a card, with a head (the band at the top).

    The head shows the player's sign and name, and the name of the rolled `face` of the die. If the
    head is high enough, the player's name is above the name of the face, otherwise to the left of
    it. If `name` is empty, the head shows no player's name. `head_size` has the width and height of
    the head in pixels.
    """

    color: Color
    name: str
    face: Face
    head_size: tuple[float, float]


_BADGE, _BESIDE = 12, 10
"""Radius of a badge beside a name, and the gap between them, in dp."""


class ChipRow(Block, frozen=True):
    chips: Chips
    text: str = ""


class ChipTable(Block, frozen=True):
    """Block: a table of numbers of chips, with a column for each material that occurs.

    Each of the `lines` has a short text, shown at the left if there is room, and the numbers of
    chips. No number is shown for 0 chips. `Block` explains `width`.
    """

    lines: tuple[tuple[str, Chips], ...]
    width: float = 1.0


class PlayerNumbers(Block, frozen=True):
    """Block: a short text, followed by the badges of some players, each with a number."""

    text: str
    numbers: tuple[tuple[Color, int], ...]


class SymbolsWithTexts(Block, frozen=True):
    """Block: symbols, each with a short text, on as many lines as necessary."""

    symbols_and_texts: tuple[tuple[Hashable, str], ...]


class PointRanges(Block, frozen=True):
    """Block: a short text, and below it the range of points that each player can reach, as text."""

    text: str
    ranges: tuple[tuple[Color, str], ...]


class ChipNumber(Block, frozen=True):
    """Block: a chip with a number below it, or beside it if the block is wide.

    If `number` is negative, the chip is crossed out, because a player lacks it. `Block` explains
    `width`.
    """

    material: Material
    number: int
    width: float = 1.0


class CardBackground(Block, frozen=True):
    """Block: the background of a card with a question, with a head (the band at the top).

    - `color`: colour of the player who is asked, or None if the question is for no particular
      player.
    - `name`: name of this player, shown in the head on the player's colour. If it is empty, the
      head shows only the `title`, and the edge of the card has the player's colour.
    - `title`: shown beside the name, or below it.
    - `has_back_button`: set if the right end of the head needs room for two round buttons instead
      of one.
    - `small_head`: set if the name is omitted when there is no room for it beside the `title`.
    - `field`: number of a field of the board, also shown in the head, or None.
    """

    color: Color | None
    name: str
    title: str
    has_back_button: bool
    small_head: bool = False
    field: int | None = None


class WorkerStack(Block, frozen=True):
    """Block: the stack of workers on a plain; `workers` has their owners from the bottom up.

    `has_dot` adds a dot, which shows that players entered the workers. `Block` explains `width`.
    """

    plain: Material
    workers: tuple[Color, ...]
    has_dot: bool
    width: float = 1.0


def badge_beside_name(
    color: Color, name: str, *, size: float = DECISION_TEXT, bold: bool = False, width: float = 1.0
) -> Row:
    """Return a row with a player's badge, and beside it the player's name.

    `size` is the maximum letter size of the name in sp.
    """
    tone = TextStyle.BOLD if bold else TextStyle.PLAIN
    text = Text(name, tone, is_name=True, size=size)
    return Row((Icon(color, _BADGE), text), height=0, gap=_BESIDE, width=width)


def badge_above_name(color: Color, name: str, *, bold: bool = False) -> Column:
    tone = TextStyle.BOLD if bold else TextStyle.PLAIN
    text = Text(name, tone, align=Align.CENTER, is_name=True, size=SMALL_TEXT, share=1)
    return Column((Icon(color, _BADGE), text), gap=0)


class LabelledPiece(msgspec.Struct, frozen=True):
    piece: Building | RuneStone | ChosenChip
    label: str


class LabelledPieces(Block, frozen=True):
    """Block: pieces with labels, all of the same size.

    The size leaves room for at least `room_for` pieces, so that it stays the same when the number
    of pieces changes. `max_half_width` is the maximum of half a piece's width, in dp. If `centered`
    is set, the pieces are in the middle of the block, otherwise at the left. `Block` explains
    `width` and `share`.
    """

    pieces: tuple[LabelledPiece, ...]
    room_for: int = 0
    max_half_width: int = 26
    centered: bool = False
    width: float = 1.0
    share: float = 0.0


class LessonPicture(Block, frozen=True):
    """Block: a picture of pieces, such as in a hint, as large as its box allows.

    If `has_tick` is set, a tick in the corner shows that players have found these pieces. `height`
    is the least height in dp. `Block` explains `width` and `share`.
    """

    illustration: "Illustration"
    has_tick: bool = False
    height: float = 0.0
    width: float = 1.0
    share: float = 0.0


class RoundTable(Block, frozen=True):
    """Block: the table from above, with the screen, the players' seats, and a clockwise arrow.

    `seats` are the players in the order of turns, each with the screen's rotation towards the
    player. `description` is the text beside the drawing. `sort_button` is a button below this text,
    which sorts the players by their seats. `Block` explains `width`.
    """

    seats: tuple[tuple[Color, Rotation], ...]
    description: Text
    sort_button: Button | None = None
    width: float = 1.0


class BoardBesideForm(msgspec.Struct, frozen=True):
    """Board that a page draws beside its form.

    - `open_fields`: fields that can be tapped; they have a thin ring.
    - `chosen_fields`, `chosen_plains`: fields and plains that have been chosen; they have a red
      ring.
    - `pointing_finger`: if given, a finger points at the icon that players must look up on the real
      board.
    - `outlined_plains`: plains outlined for comparison with the real board.
    - `outlines_druid_corner`: set if the corner with the druid's temple is outlined for this, too.
    - `highlighted_places`: places with the highlight that `BoardView.highlight` draws.
    """

    picture: BoardPicture
    open_fields: frozenset[int] = frozenset()
    chosen_fields: frozenset[int] = frozenset()
    chosen_plains: frozenset[Material] = frozenset()
    pointing_finger: FieldIconPointer | None = None
    outlined_plains: tuple[Material, ...] = ()
    outlines_druid_corner: bool = False
    highlighted_places: "tuple[Place, ...]" = ()


class ExplainRule(msgspec.Struct, frozen=True):
    rule: str


def try_or_refuse(
    flow: Flow[DraftT, StepT],
    act: Callable[[], Flow[DraftT, StepT]],
    names: Mapping[Color, str] = NO_NAMES,
) -> Flow[DraftT, StepT]:
    """Return the new state of a form, calculated by `act`, or the old state if `act` is refused.

    The old state is `flow`. If `act` raises RuleViolation, return `flow` with a message that says
    why the input is not possible. `names` has the players' names for this message.
    """
    try:
        return act()
    except RuleViolation as refusal:
        return flow.with_refusal(not_possible_text(refusal.sentence, names), refusal.rule)


def not_possible_text(why: Sentence, names: Mapping[Color, str] = NO_NAMES) -> str:
    """Return “Not possible:” and the reason `why`, in the language of the screen.

    `names` has the names of the players that the reason may mention.
    """
    return _("Not possible: {reason}.", reason=escape_invisible(sentence_text(why, names)))


def message_or_help(flow: Flow[DraftT, StepT], text: str) -> Text:
    """Return the message of `flow` as a block, or the help `text` if there is no message.

    If a rule refused the player's tap, a tap on the message opens the explanation of that rule.
    """
    if not flow.message:
        return Text(text)
    action = ExplainRule(flow.rule) if flow.rule else None
    return Text(
        flow.message, TextStyle.STRONG if flow.is_remark else TextStyle.WARNED, action=action
    )
