"""One question at a time: what is asked, of whom, and all that answers it; knows no Kivy.

A module beside this one asks each kind of question. Nothing there looks at a hand: no choice
appears, hides or dims because of what lies behind a screen (touchscreen, 1, 2, 4, 5).
"""

from msgspec.structs import replace

from companion.commands import GiveBack, MoveWorker, PlaceWorker, Swap, Take
from companion.pieces import SWAP_RATE, Material
from companion.state import GameState, Phase
from kiosk.pages.table.building import site_question
from kiosk.pages.table.draft import (
    Aiming,
    Begun,
    Draft,
    Ending,
    Hands,
    Menu,
    Mover,
    Nothing,
    OnPlain,
    Paying,
    Site,
    Surveying,
    Swapping,
    Unpaid,
    back,
)
from kiosk.pages.table.ending import ending_question, finished_question
from kiosk.pages.table.finale import begun_question, finale_line
from kiosk.pages.table.menu import menu_question
from kiosk.pages.table.moving import (
    action_question,
    mover,
    mover_question,
    own_plains,
    plain_question,
)
from kiosk.pages.table.offering import offering_question
from kiosk.pages.table.parts import name_of, plain_text
from kiosk.pages.table.paying import paying_question, unpaid_question
from kiosk.pages.table.placing import placing_question
from kiosk.pages.table.question import Action, Do, Question, Tell, Think, Words
from kiosk.pages.table.small_yield import give_back_question, roll_question, take_question
from kiosk.pages.table.surveying import survey_question
from kiosk.pages.table.swapping import hands_question, swap_question, swap_text
from kiosk.words.language import _, listed, visible
from kiosk.words.texts import word


def question(state: GameState, draft: Draft, *, app_die: bool, swaps: bool = True) -> Question:
    """The question for a state and what has been pointed at so far.

    `swaps`: three chips are swapped for one at any time, not only in a payment.
    """
    asked = _draft_question(state, draft, app_die=app_die, swaps=swaps)
    over = state.phase is Phase.FINISHED
    name = "" if asked.color is None or over else state.player(asked.color).name
    line = finale_line(state, draft)
    rows = (Words(line), *asked.rows) if line else asked.rows
    return replace(asked, rows=rows, back=back(draft), name=visible(name))


def _draft_question(  # noqa: C901, PLR0911 - one flat case a draft
    state: GameState, draft: Draft, *, app_die: bool, swaps: bool
) -> Question:
    match draft:
        case Site():
            return site_question(state, draft)
        case Paying():
            return paying_question(state, draft)
        case Unpaid():
            return unpaid_question(draft)
        case Mover():
            return mover_question(state, draft)
        case OnPlain(plain):
            return plain_question(state, plain)
        case Surveying():
            return survey_question(state, draft)
        case Hands(under):
            return hands_question(state, under, swaps=swaps)
        case Swapping():
            return swap_question(draft)
        case Ending():
            return ending_question()
        case Begun():
            return begun_question(state, draft)
        case Menu():
            return menu_question()
        case Nothing() | Aiming():
            return _phase_question(state, draft, app_die=app_die)


def _phase_question(state: GameState, draft: Nothing | Aiming, *, app_die: bool) -> Question:
    match state.phase:
        case Phase.PLACING:
            return placing_question(state)
        case Phase.ROLL:
            return roll_question(state, app_die=app_die)
        case Phase.TAKE:
            return take_question(state)
        case Phase.GIVE_BACK:
            return give_back_question(state)
        case Phase.ACTION:
            return action_question(state, draft)
        case Phase.OFFERING:
            return offering_question(state)
        case Phase.FINISHED:
            return finished_question(state)


def tap_on_plain(state: GameState, draft: Draft, plain: Material, *, asked: bool = True) -> Action:
    """What a tap on a high plain of the picture means now.

    It answers the question on the card and no other: only where a phase asks, or a field or a
    worker is looked at, does it decide for whoever decides. While the question is not `asked`, as
    something else stands in its place, it only looks.
    """
    action = _meaning(state, draft, plain)
    return action if asked or not isinstance(action, Do) else Tell(plain_text(state, plain))


def _meaning(state: GameState, draft: Draft, plain: Material) -> Action:
    match draft:
        case Nothing() | Aiming() | Site() | OnPlain() | Mover():
            return _decider_taps_plain(state, draft, plain)
        case Swapping(color, pay) if pay.total == SWAP_RATE:
            return Do(Swap(by=color, pay=pay, take=plain))
        case Swapping(_, pay):
            return Tell(swap_text(SWAP_RATE - pay.total))
        case _:
            return Tell(plain_text(state, plain))


def _decider_taps_plain(
    state: GameState, draft: Nothing | Aiming | Site | OnPlain | Mover, plain: Material
) -> Action:
    decider = state.decider
    if decider is None:
        return Tell(_("The game is over."))
    if state.phase is Phase.PLACING:
        return Do(PlaceWorker(by=decider, plain=plain))
    if state.phase is Phase.TAKE:
        return Do(Take(by=decider, material=plain))
    if state.phase is Phase.GIVE_BACK:
        return Do(GiveBack(by=decider, material=plain))
    if state.phase is not Phase.ACTION:
        return Think(OnPlain(plain, draft.under if isinstance(draft, OnPlain) else draft))
    if isinstance(draft, Mover) and draft.level is not None and draft.plain is not plain:
        return Do(MoveWorker(by=decider, source=draft.plain, level=draft.level, target=plain))
    begun = mover(state, plain)
    if begun is not None:
        return Think(begun)
    player, there = name_of(state, decider), word(plain)
    others = listed([word(own) for own in own_plains(state)])
    if not others:
        return Tell(_("{player} has no worker on the {plain} plain.", player=player, plain=there))
    return Tell(
        _(
            "{player} has no worker on the {plain} plain, but on: {plains}.",
            player=player,
            plain=there,
            plains=others,
        )
    )
