from kiosk.pages.table.notices import Notices, notices_card_text
from kiosk.words.reasons import reason_without_rule, rule_reason


def test_what_was_refused_is_told_before_what_is_wrong_with_saving() -> None:
    notices = Notices(rule_reason("pay.hand", "No."), "The disk is full.", "Not kept.")

    assert notices.text == "No.\nThe disk is full.\nNot kept."
    assert notices.saving_trouble == "The disk is full.\nNot kept."
    assert Notices().text == ""


def test_only_behind_what_a_rule_refuses_it_is_asked_why_not() -> None:
    assert notices_card_text(Notices(rule_reason("pay.hand", "No."))).title == "Why not?"
    assert notices_card_text(Notices(rule_reason("pay.hand", "No."))).rules == ("pay.hand",)
    assert notices_card_text(Notices(reason_without_rule("So it stands."))).title == ""


def test_why_nothing_is_saved_is_read_before_what_was_not_kept() -> None:
    found = notices_card_text(Notices(unsaved="The disk is full.", notice="Not kept."))

    assert found.title == "Not saved"
    assert [one.text for one in found.paragraphs] == ["The disk is full.", "Not kept."]
