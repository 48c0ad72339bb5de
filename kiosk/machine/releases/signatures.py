"""Who may publish a release: signatures in the form of ssh-keygen, made and checked by it.

Signed is the manifest, which has the sums of all the rest. A release brings the public keys of
those who may sign the next one (`keys/` beside this module, where deploy/build-release puts them);
the machine's owner adds others in `OWNERS_KEYS`. Several may sign, and one that is trusted is
enough: so a new key comes with a release that is signed with the old one as well.
"""

import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from kiosk.machine.releases.errors import ReleaseError

PINNED_KEYS = Path(__file__).parent / "keys"
OWNERS_KEYS = Path("/etc/meduris/keys")
MOST_BYTES = 4096
"""The most that all signatures of a release take together; one has some 300 bytes."""

_SIGNER = "release"
_PURPOSE = "meduris-release"
_KEY = re.compile(r"(ssh-ed25519 [A-Za-z0-9+/=]{60,100})(?: [^\n]*)?\n?")
_SIGNATURE = re.compile(
    rb"-----BEGIN SSH SIGNATURE-----\n[A-Za-z0-9+/=\n]+-----END SSH SIGNATURE-----\n"
)
_SECONDS = 20


def trusted_keys(folders: Iterable[Path] = (PINNED_KEYS, OWNERS_KEYS)) -> tuple[str, ...]:
    """The public keys in all files `*.pub` of the folders; a folder need not be there.

    Raises ReleaseError where a file is no public key of the kind ssh-ed25519.
    """
    return tuple(_key_in(path) for folder in folders for path in sorted(folder.glob("[!.]*.pub")))


def _key_in(path: Path) -> str:
    try:
        found = _KEY.fullmatch(path.read_text(encoding="utf-8-sig", errors="replace"))
    except OSError as error:
        raise ReleaseError(
            "{file} cannot be read: {error}.", file=path, error=error.strerror
        ) from error
    if found is None:
        raise ReleaseError(
            "{file} is no public key of the kind ssh-ed25519: put the right file there, or take it "
            "away.",
            file=path,
        )
    return found[1]


def sign(text: bytes, keys: Sequence[Path]) -> bytes:
    """A signature of `text` with each of these private keys. Raises ReleaseError."""
    return b"".join(
        _keygen("sign", "-f", str(key), "-n", _PURPOSE, about=text).stdout for key in keys
    )


def check(text: bytes, signatures: bytes, keys: Sequence[str]) -> None:
    """Raises ReleaseError unless one of the signatures of `text` is by one of the keys."""
    if not keys:
        raise ReleaseError(
            "This machine trusts no releases: put the public key of whoever builds them into "
            "{folder}, as deploy/builders.md tells.",
            folder=OWNERS_KEYS,
        )
    found = _SIGNATURE.findall(signatures)
    if not found:
        raise ReleaseError(
            "This release is not signed, so anybody may have made it: take one from whoever you "
            "trust. Nothing was changed."
        )
    if not any(_is_by(keys, signature, text) for signature in found):
        raise ReleaseError(
            "This release is signed by nobody whom this machine trusts: take another one, or put "
            "the public key of whoever built it into {folder}. Nothing was changed.",
            folder=OWNERS_KEYS,
        )


def _is_by(keys: Sequence[str], signature: bytes, text: bytes) -> bool:
    with TemporaryDirectory() as name:
        folder = Path(name)
        trusted = "".join(f'{_SIGNER} namespaces="{_PURPOSE}" {key}\n' for key in keys)
        (folder / "trusted").write_text(trusted)
        (folder / "signature").write_bytes(signature)
        told = _keygen(
            *("verify", "-f", str(folder / "trusted"), "-I", _SIGNER, "-n", _PURPOSE),
            *("-s", str(folder / "signature")),
            about=text,
            may_refuse=True,
        )
    return told.returncode == 0


def _keygen(
    *words: str, about: bytes, may_refuse: bool = False
) -> subprocess.CompletedProcess[bytes]:
    command = ("/usr/bin/ssh-keygen", "-Y", *words)
    try:
        told = subprocess.run(  # noqa: S603 - our own command
            command, input=about, capture_output=True, timeout=_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise ReleaseError(
            "ssh-keygen is missing, which checks signatures: install the package openssh-client."
        ) from error
    except subprocess.TimeoutExpired as error:
        raise ReleaseError("ssh-keygen gives no answer: try again in a minute.") from error
    if told.returncode and not may_refuse:
        said = told.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["?"]
        raise ReleaseError("The release could not be signed: {reason}", reason=said[0])
    return told
