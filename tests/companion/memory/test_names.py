"""Which spellings are one name to whoever reads them."""

import pytest

from companion.memory.names import alphabetical_key, name_key
from tests.companion.memory.spellings import SPELLINGS


@pytest.mark.parametrize(("name", "spelling"), SPELLINGS)
def test_spellings_that_look_alike_are_one_name(name, spelling):
    assert name != spelling
    assert name_key(name) == name_key(spelling)


@pytest.mark.parametrize(
    ("name", "other"), [("Pim", "Pam"), ("Jan Piet", "Janpiet"), ("Zoe", "Zoë"), ("B", "8")]
)
def test_names_that_look_different_are_two(name, other):
    assert name_key(name) != name_key(other)


def test_names_are_sorted_whatever_their_accents_and_case():
    names = ["Zoë", "Zoe", "Özlem", "Pim", "Élodie", "emil"]
    in_order = ["Élodie", "emil", "Özlem", "Pim", "Zoe", "Zoë"]
    assert sorted(names, key=alphabetical_key) == in_order


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u3164", "\u2800", "\ufe0f", "\t"])
def test_what_shows_nothing_is_no_name(name):
    assert not name_key(name)
    assert name_key(f"{name}Pim")
