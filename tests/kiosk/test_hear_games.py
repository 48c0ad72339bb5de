"""What is said at a table in random games is what the screen shows, each thing once."""

import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import commands as do
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.state import GameState, Phase
from kiosk.announcer import Announcer
from kiosk.pages.table.draft import EmptyDraft
from kiosk.pages.table.moves import correction_sentences
from kiosk.pages.table.sheet import SheetInputs, sheet_of
from kiosk.pages.table.view import table_question
from kiosk.pages.table.voice import announce_changes, question_spoken
from kiosk.settings import Settings
from kiosk.words.language import languages, use_language
from kiosk.words.latest_moves import piece_moves
from kiosk.words.moves import command_text, move_texts
from kiosk.words.speech import spoken_question_text
from kiosk.words.spoken_text import join_as_sentences, spoken_text
from kiosk.words.texts import player_names
from tests.kiosk.ear import EVERYTHING, Ear
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.tables import any_setup

STEPS = 120
_UNDO_ONCE_IN = 15
_ONE_CHIP = re.compile(
    r"\b(?:one|ein|eine|einen|un|une) "
    "(?=wood|wool|copper|stone|Holz|Wolle|Kupfer|Stein|bois|laine|cuivre|pierre)"
)


@pytest.mark.parametrize("seed", range(len(languages())))
def test_what_is_said_of_a_game_stands_in_the_trays_and_on_the_card(
    tmp_path: Path, seed: int
) -> None:
    """People do at once what they hear."""
    luck, heard, ear = Luck(seed), 0, Ear()
    use_language(languages()[seed % len(languages())])
    with closing(Journal.open(tmp_path)) as journal:
        journal.connection_for_writing().execute("PRAGMA synchronous = OFF")
        session = Session.begin(journal, any_setup(luck))
        open_chips = luck.once_in(2)
        settings = Settings(sound=EVERYTHING, open_chips=open_chips)
        announcer = Announcer(SimpleNamespace(settings=settings, folder=Path()), ear)

        def listen() -> tuple[SheetInputs, list[str]]:
            """Return the content of the screen, and the speech about it."""
            state = session.state_with_saved_fields
            inputs = SheetInputs(
                state,
                EmptyDraft(),
                Settings(),
                piece_moves(session.game.history.latest, open_chips=open_chips),
                trays=session.trays(),
                asked_players=state.deciders,
                answers=session.answers_so_far,
                die_face=session.game.face_rolled_this_turn,
            )
            announce_changes(announcer, session.game.key, sheet_of(inputs))
            return inputs, ear.said

        listen()
        for _step in range(STEPS):
            if session.state.phase is Phase.FINISHED:
                break
            before = session.state_with_saved_fields
            asked = spoken_question_text(before, before.deciders)
            if luck.once_in(_UNDO_ONCE_IN) and session.can_undo:
                session.undo()
            else:
                session.apply(legal_command(session.state, luck))
            inputs, said = listen()
            must_be_all_of_it(inputs, said, asked, before)
            heard += len(said)
            for color in before.colors:
                session.mark_done(color)
            _inputs, said = listen()
            assert said == [], said
    assert heard > 40


def must_be_all_of_it(
    inputs: SheetInputs, said: Sequence[str], asked: str, before: GameState
) -> None:
    """Check that the speech is the content of the screen: face, trays, news, question."""
    state, expected = inputs.state, []
    face = inputs.die_face
    was_rolled = (before.phase, before.turn) == (Phase.ROLL, state.turn)
    if face is not None and was_rolled and state.phase is not Phase.ROLL:
        expected.append(command_text(state, do.Roll(by=state.whose_turn, face=face)))
    names = player_names(state)
    for tray in sorted(inputs.trays, key=lambda tray: tray.color is not before.active):
        lines = [row.text for row in move_texts(state, tray.rows)]
        name = names[tray.color]
        alone = [re.sub(rf"^{re.escape(name)}\s?: ", "", line) for line in lines]
        if alone:  # after that of the name there is no further colon
            told = ", ".join(re.sub(r"\s*:\s", ", ", one) for one in alone)
            expected.append(f"{name}: {told}")
    expected += correction_sentences(inputs.latest_moves)
    question_now = spoken_question_text(state, inputs.asked_players)
    still_asked = inputs.answers and set(inputs.asked_players) < set(before.deciders)
    if question_now != asked and not still_asked:
        expected.append(question_now)
    if state.phase is Phase.FINISHED:
        card = table_question(state, inputs.draft, app_die=True)
        expected.append(question_spoken(inputs, card))
    whole = " ".join(said)
    assert _plain(whole) == _plain(spoken_text(join_as_sentences(expected))), (said, expected)


def _plain(text: str) -> str:
    """Normalize a text: "one chip" in all its spoken forms, and colons."""
    return re.sub(r"\s*:\s*", ": ", _ONE_CHIP.sub("1 ", text))


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("\N{MINUS SIGN}3, scorekeeper to 12", "minus 3, scorekeeper to 12"),
        ("+2, free hut", "plus 2, free hut"),
        (
            "Worker from wood \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} wool (top)",
            "Worker from wood to wool, top",
        ),
    ],
)
def test_signs_are_said_in_words(shown: str, said: str) -> None:
    assert spoken_text(shown) == said
