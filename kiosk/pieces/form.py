"""The game's blocks and symbols of a form, as data; no Kivy."""

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING

import msgspec

from companion.errors import RuleViolation
from companion.pieces import Bonus, Chips, Color, Face, Material, Rune
from companion.sentence import Sentence
from companion.state import Building
from kiosk.pieces.picture import BoardPicture, Finger, WorkerInStack
from kiosk.rotation import Rotation
from kiosk.ui.form import Block, Button, DraftT, Flow, StepT, Text, Tone
from kiosk.ui.theme import DECISION_TEXT
from kiosk.words.language import _, visible
from kiosk.words.texts import NO_NAMES, sentence_text

if TYPE_CHECKING:  # the first picture needs none of what comes with it
    from companion.teaching.picture import Picture as Lesson
    from companion.telling.places import Place
    from kiosk.words.moves import Picture


class Stone(msgspec.Struct, frozen=True):
    """A rune stone with its holder, as the symbol of a button."""

    rune: Rune
    holder: Color | None


class RolledDie(msgspec.Struct, frozen=True):
    """The rolled die, as a symbol."""

    face: Face


class DruidFigure(msgspec.Struct, frozen=True):
    """The druid, as a symbol."""


class ChosenChip(msgspec.Struct, frozen=True):
    """A chosen chip, or none, as a symbol: the question is answered."""

    material: Material | None


class MissingChip(msgspec.Struct, frozen=True):
    """A chip that a player lacks, as a symbol."""

    material: Material


class GivenChip(msgspec.Struct, frozen=True):
    """A chip given away, as a symbol."""

    material: Material


class PartPaper(Block, frozen=True):
    """The paper of a part of a divided card, with the player's sign and name at its head.

    The head also has the `face` of the die that asks them. Its size is in pixels; in a high one the
    name is above the face.
    """

    color: Color
    name: str
    face: Face
    head: tuple[float, float]


class Arrow(msgspec.Struct, frozen=True):
    """An arrow to the right, as a symbol: the app's font has none."""


Symbol = (
    Material
    | Face
    | Rune
    | Color
    | Bonus
    | WorkerInStack
    | Building
    | Stone
    | ChosenChip
    | MissingChip
    | GivenChip
)


class Choice(Button, frozen=True, kw_only=True):
    """An answer button on the card of the player `asks`, or on the table's card (None).

    A `dim` one only explains why it is not allowed. It can have several `symbols`, and instead of a
    detail `earnings`: who would get how many chips. With a `picture` it is large. One to hold does
    its `action` at the touch and `lifted` at its end.
    """

    asks: Color | None = None
    dim: bool = False
    symbols: tuple[Symbol, ...] = ()
    earnings: tuple[tuple[Color, int], ...] = ()
    picture: "Picture | None" = None
    lifted: object = None

    @property
    def signs(self) -> tuple[Hashable, ...]:
        """The symbols before the text."""
        return self.symbols if self.symbol is None else (self.symbol,)

    @property
    def shows_more_than_words(self) -> bool:
        """Whether it has more than a text."""
        return bool(self.signs or self.detail or self.earnings or self.picture)


class ChipRow(Block, frozen=True):
    """Chips as drawings, one group per material; at the right of a text, if any."""

    chips: Chips
    text: str = ""


class Shares(Block, frozen=True):
    """A short text, and at its right players with a number each."""

    text: str
    shares: tuple[tuple[Color, int], ...]


class Effects(Block, frozen=True):
    """Symbols with a short text each at their right, as many in a line as fit."""

    effects: tuple[tuple[Hashable, str], ...]


class Spans(Block, frozen=True):
    """A short text, and below it future points of players, as many in a line as fit."""

    text: str
    spans: tuple[tuple[Color, str], ...]


class ChipNumber(Block, frozen=True):
    """A chip with a number below it."""

    material: Material
    number: int
    width: float = 1.0


class CardPaper(Block, frozen=True):
    """The paper of a question's card, with a band that has the deciding player's colour and `name`.

    The title is at its right, followed by the number of the `field`, if any. Without a name the
    `title` is alone, and the edge has the colour. A card that `leads_back` has room for two round
    buttons in its corner.
    """

    color: Color | None
    name: str
    title: str
    leads_back: bool
    small: bool = False
    field: int | None = None


class Stack(Block, frozen=True):
    """The workers on a plain from the bottom up; `marked`: they have been entered."""

    plain: Material
    workers: tuple[Color, ...]
    marked: bool
    width: float = 1.0


class Person(Block, frozen=True):
    """A player's badge with the name below."""

    color: Color
    name: str
    width: float = 1.0
    bold: bool = False


class PlayerName(Block, frozen=True):
    """A player's badge `indent` dp from the left, and the name beside it, at most `size` sp."""

    color: Color
    name: str
    width: float = 1.0
    size: float = DECISION_TEXT
    bold: bool = False
    indent: float = 0


class Sign(msgspec.Struct, frozen=True):
    """A piece, and the text below it."""

    piece: Building | Stone | ChosenChip
    label: str


class Signs(Block, frozen=True):
    """Pieces in lines, each with its label below, as large as there is room for `most` pieces.

    `largest` is half their greatest width, in dp.
    """

    signs: tuple[Sign, ...]
    most: int = 0
    largest: int = 26
    centered: bool = False
    width: float = 1.0
    share: float = 0.0


class Score(Block, frozen=True):
    """A player's badge, points and name in a line; a crown for a winner."""

    color: Color
    points: int
    name: str
    won: bool = False
    width: float = 1.0


class LessonPicture(Block, frozen=True):
    """The picture of a lesson, as large as there is room; `ticked` marks a found one."""

    lesson: "Lesson"
    ticked: bool = False
    height: float = 0.0
    width: float = 1.0
    share: float = 0.0


class HoldBadge(Block, frozen=True):
    """A player's badge and name to hold: `touched` is called at the touch, `lifted` at its end."""

    key: str
    color: Color
    name: str
    touched: object
    lifted: object
    width: float = 1.0


class RoundTable(Block, frozen=True):
    """The table from above: the screen, an arrow clockwise, and the seats.

    `seats` are the players in the order of their turns, each with the rotation of the screen for
    them. `about` is the text beside it, `order` a button.
    """

    seats: tuple[tuple[Color, Rotation], ...]
    about: Text
    order: Button | None = None
    width: float = 1.0


class Scene(msgspec.Struct, frozen=True):
    """The board beside a form: fields that can be tapped and entered places are ringed.

    A `reading` finger shows where to read the cardboard. The `outlined` plains, and the druid's
    `corner`, are read together. `lit` are the subjects of the text.
    """

    picture: BoardPicture
    open_fields: frozenset[int] = frozenset()
    set_fields: frozenset[int] = frozenset()
    set_plains: frozenset[Material] = frozenset()
    reading: Finger | None = None
    outlined: tuple[Material, ...] = ()
    corner: bool = False
    lit: "tuple[Place, ...]" = ()


class AboutRule(msgspec.Struct, frozen=True):
    """The action of a text that leads to the explanation of a rule, by its id."""

    rule: str


def attempt(
    flow: Flow[DraftT, StepT],
    act: Callable[[], Flow[DraftT, StepT]],
    names: Mapping[Color, str] = NO_NAMES,
) -> Flow[DraftT, StepT]:
    """Return the result of `act`, or `flow` with the reason why the rules refuse it."""
    try:
        return act()
    except RuleViolation as refusal:
        return flow.with_refusal(not_possible(refusal.sentence, names), refusal.rule)


def not_possible(why: Sentence, names: Mapping[Color, str] = NO_NAMES) -> str:
    """Return a refusal in the table's language; `names` are the players'."""
    return _("Not possible: {reason}.", reason=visible(sentence_text(why, names)))


def message_or(flow: Flow[DraftT, StepT], text: str) -> Text:
    """Return the answer to the last tap, refusals in their own colour, or the help `text`."""
    if not flow.message:
        return Text(text)
    action = AboutRule(flow.rule) if flow.rule else None
    return Text(flow.message, Tone.STRONG if flow.is_remark else Tone.WARNED, action=action)
