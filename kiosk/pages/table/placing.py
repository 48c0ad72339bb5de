"""The question before the first turn: where the workers stand (setup.workers)."""

from companion.commands import PlaceWorker
from companion.preview import has_room
from companion.state import GameState
from kiosk.pages.table.parts import decider_of, material_rows
from kiosk.pages.table.question import Do, Question, Words
from kiosk.words.language import _
from kiosk.words.reasons import reasons_to_ask


def placing_question(state: GameState) -> Question:
    """Asks on which high plain a worker is put."""
    title = _("places a worker")
    return Question(
        color=state.decider,
        title=title,
        rows=(
            Words(_("Tap a high plain. Three workers fit on each.")),
            *material_rows(
                "place",
                lambda plain: Do(PlaceWorker(by=decider_of(state), plain=plain)),
                lambda plain: has_room(state, plain),
            ),
        ),
        reasons=reasons_to_ask(state),
    )
