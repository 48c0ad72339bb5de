from companion.commands import DeclareEnd
from companion.state import Phase
from kiosk.pages.table.draft import EndDeclaration
from kiosk.pages.table.question import SetDraft
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask, choice, command, keys


def test_the_end_is_offered_only_when_all_supplies_are_empty() -> None:
    plenty = position(BLUE, GREEN, RED, phase=Phase.ROLL)
    empty = position(BLUE, GREEN, RED, phase=Phase.ROLL, supply="")

    assert "end" not in keys(ask(plenty))
    assert choice(ask(empty), "end").action == SetDraft(EndDeclaration())
    assert command(ask(empty, EndDeclaration()), "end.table") == DeclareEnd()


def test_only_the_whole_table_ends_the_game_nobody_alone() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ACTION, supply="")

    asked = ask(state, EndDeclaration())

    assert asked.color is None
    assert keys(asked) == ["end.table"]
