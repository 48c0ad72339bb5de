"""What to lay out, beside a picture to copy: all that lies there before the first turn; no Kivy."""

from random import Random

from msgspec.structs import replace

from companion.commands import PlaceWorker
from companion.game import start, unfold
from companion.pieces import (
    MATERIALS,
    START_POINTS,
    TEMPLES_PER_PLAYER,
    Bonus,
    Material,
    huts_per_player,
    workers_per_player,
)
from companion.preview import has_room
from companion.state import Board, GameState, Phase
from kiosk.pages.new_game.boards import board_title
from kiosk.pages.new_game.draft import SetupDraft, finished
from kiosk.pages.new_game.steps import SetupFlow, back_from
from kiosk.pieces.form import Scene
from kiosk.pieces.picture import board_picture
from kiosk.ui.form import Button, Column, Effect, Form, Ground, Row, Style, Text, Tone
from kiosk.words.language import _, listed, visible
from kiosk.words.rulings import swaps_text
from kiosk.words.texts import short_name

_FOOT = 56
_NOBODY = "–"
"""Stands for the workers of an empty plain."""


def laying_out_form(flow: SetupFlow, board: Board, *, swaps: bool = True) -> Form:
    """The picture of the board as it has to lie, and what lies beside it.

    `swaps`: three chips are swapped for one at any time, not only in a payment.
    """
    draft = flow.draft
    begin = Button("begin", Effect.FINISH, _("Begin"), Style.PRIMARY)
    told = (Row((Text(flow.told, Tone.WARNED),), height=0),) if flow.told else ()
    rows = (
        Column(
            _paper(to_lay_out(draft, board)),
            ground=Ground.PAPER,
            least_gap=1,
            pages="more",
            share=1,
        ),
        *told,
        Row((_workers(flow), _swaps(flow, any_time=swaps))),
        Row((begin,), _FOOT),
    )
    fields = frozenset(field for field, _kind in draft.bonus)
    scene = Scene(board_picture(laid_out(draft, board)), set_fields=fields)
    return Form(_("Lay this out"), back_from(flow), (Column(rows),), scene)


def _paper(lines: tuple[tuple[str, str], ...]) -> tuple[Column, ...]:
    """Headings with a text each."""
    return tuple(Column((Text(heading), Text(text, Tone.PLAIN)), gap=0) for heading, text in lines)


def _workers(flow: SetupFlow) -> Button:
    """The way to have the workers placed, or to place them oneself after all."""
    draft = flow.draft
    if placed(draft):
        taken = flow.entered(replace(draft, workers=()))
        return Button("workers.clear", taken, _("We place the workers"), Style.QUIET)
    return Button("workers.lay", Effect.CHANCE, _("Place the workers for us"), Style.QUIET)


def _swaps(flow: SetupFlow, *, any_time: bool) -> Button:
    """How chips are swapped, which a tap changes."""
    other = flow.entered(replace(flow.draft, swaps=not any_time))
    return Button("swaps", other, swaps_text(any_time=any_time), Style.QUIET)


def tapped_on_picture(flow: SetupFlow) -> SetupFlow:
    """Back to where the bonus chips are laid: here the picture is there to be copied."""
    return flow.back()


# The workers


def placed(draft: SetupDraft) -> tuple[Material, ...]:
    """Where all workers stand in the order in which they are placed; () for: nobody placed any.

    What was placed for another number of workers is none.
    """
    players = len(draft.chairs)
    return draft.workers if len(draft.workers) == players * workers_per_player(players) else ()


def placed_by_chance(draft: SetupDraft, board: Board, luck: Random) -> SetupDraft:
    """All workers on plains that have room for them, one after the other (setup.workers)."""
    state = start(finished(draft, board))
    plains: list[Material] = []
    while state.phase is Phase.PLACING:
        plains.append(luck.choice([plain for plain in MATERIALS if has_room(state, plain)]))
        state = unfold(state, placing(state, plains[-1])).state
    return replace(draft, workers=tuple(plains))


def placing(state: GameState, plain: Material) -> PlaceWorker:
    """The next worker, by whose turn it is to place one."""
    return PlaceWorker(by=state.whose_turn, plain=plain)


def laid_out(draft: SetupDraft, board: Board) -> GameState:
    """The game as it begins, with the workers that were placed."""
    state = start(finished(draft, board))
    for plain in placed(draft):
        state = unfold(state, placing(state, plain)).state
    return state


# What lies beside the picture


def to_lay_out(draft: SetupDraft, board: Board) -> tuple[tuple[str, str], ...]:
    """What has to lie on the table, but for what the picture alone can show."""
    players = len(draft.chairs)
    starter = visible(short_name(draft.chairs[draft.first].shown))
    each = _(
        "{huts} huts, {temples} temples, {workers} workers; one chip of each behind the cardboard "
        "screen",
        huts=huts_per_player(players),
        temples=TEMPLES_PER_PLAYER,
        workers=workers_per_player(players),
    )
    state = laid_out(draft, board)
    side = _(
        "{board}; all point markers on {points}, the druid on his temple, "
        "{number} chips on each high plain",
        board=board_title(board.name),
        points=START_POINTS,
        number=state.supply.number(Material.WOOD),
    )
    begins = (
        _("{player} begins", player=starter)
        if placed(draft)
        else _("{player} places the first worker", player=starter)
    )
    return (
        *_placed_lines(draft, state),
        (_("Board"), side),
        (_("Each player"), each),
        (_("Bonus chips"), _bonus_text(draft)),
        (_("Beside the board"), _("Nine rune stones, the die, the 100 chips")),
        (_("First"), begins),
    )


def _placed_lines(draft: SetupDraft, state: GameState) -> tuple[tuple[str, str], ...]:
    """Where each worker stands that was placed; first of all, as it was just asked for."""
    if not placed(draft):
        return ()
    names = {chair.color: visible(short_name(chair.shown)) for chair in draft.chairs}
    stacks = {
        plain.value: ", ".join(names[color] for color in state.stack(plain)) or _NOBODY
        for plain in MATERIALS
    }
    text = _("wood: {wood}; wool: {wool}; stone: {stone}; copper: {copper}", **stacks)
    return ((_("Workers, from below"), text),)


def _bonus_text(draft: SetupDraft) -> str:
    """Where the six chips lie, kind by kind."""

    def places(kind: Bonus) -> str:
        return listed([str(field) for field, laid in sorted(draft.bonus) if laid is kind])

    return _(
        "“+2” on fields {points}; “free hut” on {hut}; “druid” on {druid}",
        points=places(Bonus.POINTS),
        hut=places(Bonus.HUT),
        druid=places(Bonus.DRUID),
    )
