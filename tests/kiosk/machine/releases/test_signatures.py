"""Who may publish a release, checked by ssh-keygen itself."""

from pathlib import Path

import pytest

from kiosk.machine.releases import archive, signatures
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.updating import check_signed
from tests.kiosk.machine.releases.making import make_archive, make_key, public

TEXT = b"what is signed"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return make_key(tmp_path)


def test_what_was_signed_with_a_trusted_key_is_good(key: Path) -> None:
    signatures.check(TEXT, signatures.sign(TEXT, [key]), public(key))


def test_what_was_changed_after_it_was_signed_is_refused(key: Path) -> None:
    with pytest.raises(ReleaseError, match="nobody whom this machine trusts"):
        signatures.check(TEXT + b".", signatures.sign(TEXT, [key]), public(key))


def test_one_of_several_signatures_is_enough(key: Path, tmp_path: Path) -> None:
    other = make_key(tmp_path, "other")
    both = signatures.sign(TEXT, [other, key])
    signatures.check(TEXT, both, public(key))
    signatures.check(TEXT, both, public(other))


def test_a_signature_for_another_purpose_is_refused(
    key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signatures, "_PURPOSE", "file")
    made = signatures.sign(TEXT, [key])
    monkeypatch.undo()
    with pytest.raises(ReleaseError, match="nobody whom this machine trusts"):
        signatures.check(TEXT, made, public(key))


@pytest.mark.parametrize("made", [b"", b"no signature", b"-----BEGIN SSH SIGNATURE-----\n"])
def test_what_is_no_signature_is_none(key: Path, made: bytes) -> None:
    with pytest.raises(ReleaseError, match="not signed"):
        signatures.check(TEXT, made, public(key))


def test_where_nobody_is_trusted_it_is_said_how_somebody_is(key: Path) -> None:
    with pytest.raises(ReleaseError, match="/etc/meduris/keys"):
        signatures.check(TEXT, signatures.sign(TEXT, [key]), ())


def test_keys_are_read_from_every_folder_that_is_there(key: Path, tmp_path: Path) -> None:
    make_key(tmp_path, "other")
    assert signatures.trusted_keys([tmp_path, tmp_path / "missing"]) == public(
        key, tmp_path / "other"
    )


@pytest.mark.parametrize("text", ["", "ssh-rsa AAAA", "release ssh-ed25519 AAAA", "two\nlines"])
def test_a_file_that_is_no_key_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "wrong.pub").write_text(text)
    with pytest.raises(ReleaseError, match=r"wrong\.pub is no public key"):
        signatures.trusted_keys([tmp_path])


def test_a_key_that_cannot_sign_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="could not be signed"):
        signatures.sign(TEXT, [tmp_path / "missing"])


def test_a_signed_archive_is_as_good_as_an_unsigned_one_to_those_who_only_read(
    key: Path, tmp_path: Path
) -> None:
    path = make_archive(tmp_path, keys=[key])
    check_signed(path, public(key))
    manifest = archive.inspect(path)
    assert archive.inspect(make_archive(tmp_path)) == manifest


def test_the_signatures_of_an_archive_are_under_its_seal(key: Path, tmp_path: Path) -> None:
    path = make_archive(tmp_path, keys=[key])
    content = bytearray(path.read_bytes())
    content[-60] ^= 1
    path.write_bytes(content)
    with pytest.raises(ReleaseError, match="damaged"):
        check_signed(path, public(key))


def test_signatures_longer_than_any_are_refused(key: Path, tmp_path: Path) -> None:
    path = make_archive(tmp_path, keys=[key] * 20)
    with pytest.raises(ReleaseError, match="damaged"):
        archive.inspect(path)
