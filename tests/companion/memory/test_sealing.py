from hashlib import blake2b

import pytest
from msgspec.structs import replace

from companion.memory.journal.chain import (
    SEAL_BYTES,
    Proof,
    first_seal,
    row_seal,
    seal_after,
    sealed,
)
from companion.memory.journal.rows import GameHead
from tests.companion.memory.data_folders import ROWS

HEAD = GameHead("key", "2026", "{}", 5)


def values(row):
    return row.number, row.kind, row.time, row.command, row.events, row.format


def proof_of(head, told, *, is_old=False):
    proof = Proof()
    proof.go_on((head.key, head.started, head.setup, head.format), first_seal(HEAD), is_old=False)
    for row, seal in told:
        proof.go_on(values(row), seal, is_old=is_old)
    return proof


def test_a_seal_is_what_the_schema_says_it_is():
    """Its algorithm is told in the file: whoever reads that finds the same seals."""
    first = blake2b(b"3:key,4:2026,2:{},1:5,", digest_size=8).digest()
    assert first_seal(HEAD) == first
    row = replace(ROWS[0], time="größer", events="[]", format=5)
    told = b'1:1,7:command,8:gr\xc3\xb6\xc3\x9fer,7:{"n":1},2:[],1:5,'
    assert row_seal(first, row) == blake2b(first + told, digest_size=8).digest()
    assert seal_after(first, (2, None)) == blake2b(first + b"1:2,-,", digest_size=8).digest()
    assert len(first) == SEAL_BYTES


def test_what_is_as_it_was_written_proves_itself():
    proof = proof_of(HEAD, sealed(first_seal(HEAD), ROWS))
    assert proof.is_whole
    assert proof.sound == len(ROWS) + 1


@pytest.mark.parametrize(
    "change",
    [
        {"number": 9},
        {"kind": "redo"},
        {"time": "2027"},
        {"command": "x"},
        {"events": "[1]"},
        {"format": 4},
    ],
)
def test_what_is_changed_in_a_row_breaks_the_chain_there(change):
    told = list(sealed(first_seal(HEAD), ROWS))
    told[2] = (replace(told[2][0], **change), told[2][1])
    proof = proof_of(HEAD, told)
    assert not proof.is_whole
    assert proof.sound == 3  # the head and two rows


def test_a_row_that_is_left_out_or_exchanged_breaks_the_chain():
    told = list(sealed(first_seal(HEAD), ROWS))
    assert proof_of(HEAD, [told[0], *told[2:]]).sound == 2
    assert proof_of(HEAD, [told[1], told[0], *told[2:]]).sound == 1


def test_a_head_that_is_changed_proves_nothing():
    proof = proof_of(replace(HEAD, setup="[]"), sealed(first_seal(HEAD), ROWS))
    assert proof.sound == 0


def test_only_a_seal_that_has_rotten_is_proven_by_the_next():
    told = list(sealed(first_seal(HEAD), ROWS))
    told[2] = (told[2][0], b"rotten!!")
    assert proof_of(HEAD, told).is_whole
    assert proof_of(HEAD, told[:3]).sound == 3


def test_a_row_without_a_seal_is_only_believed_to_a_release_that_had_none():
    told = [*sealed(first_seal(HEAD), ROWS[:2]), (ROWS[2], None)]
    assert proof_of(HEAD, told, is_old=True).is_whole
    assert proof_of(HEAD, told, is_old=False).sound == 3


def test_rows_without_a_seal_are_doubted_with_what_comes_after_them():
    told = list(sealed(first_seal(HEAD), ROWS))
    told[2] = (replace(told[2][0], time="2027"), None)
    assert proof_of(HEAD, told, is_old=True).sound == 3
