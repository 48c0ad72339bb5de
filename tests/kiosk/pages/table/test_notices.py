from kiosk.pages.table.notices import Notices, behind
from kiosk.words.reasons import reason

MOVES = ("Bo's hut onto 3", "Druid to 4")


def headings(notices: Notices) -> list[str]:
    return [paragraph.heading for paragraph in behind(notices).paragraphs if paragraph.heading]


def test_what_is_wrong_with_saving_is_told_beside_the_moves() -> None:
    notices = Notices(moves=MOVES, unsaved="The disk is full.", notice="Not kept.")

    assert notices.text == "The disk is full.\nNot kept."
    assert Notices(moves=MOVES).text == ""


def test_what_was_refused_is_told_before_what_is_wrong_with_saving() -> None:
    notices = Notices(refused=reason("pay.hand", "No."), unsaved="The disk is full.")

    assert notices.text == "No.\nThe disk is full."
    assert notices.trouble == "The disk is full."


def test_what_was_refused_is_read_before_the_moves_that_still_wait() -> None:
    found = behind(Notices(refused=reason("pay.hand", "No."), moves=MOVES))

    assert found.title == "Why not?"
    assert [paragraph.text.splitlines()[0] for paragraph in found.paragraphs] == ["No.", MOVES[0]]


def test_the_rules_behind_the_moves_are_read_below_them() -> None:
    notices = Notices(moves=MOVES, reasons=(reason("hut.cost"),), notice="Not kept.")

    assert behind(notices).title == "Do this at the table"
    assert [paragraph.text for paragraph in behind(notices).paragraphs][:2] == [
        "\n".join(MOVES),
        "Not kept.",
    ]
    assert headings(notices) == ["Huts and temples · page 8"]


def test_why_nothing_is_saved_is_read_first() -> None:
    found = behind(Notices(moves=MOVES, unsaved="The disk is full."))

    assert found.title == "Not saved"
    assert [paragraph.text for paragraph in found.paragraphs] == [
        "The disk is full.",
        "\n".join(MOVES),
    ]
