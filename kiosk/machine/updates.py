"""Messages of the update helper, deploy/debian/update, with a sentence for each message.

The helper runs as root. A message is one line: a keyword such as `installing`, followed by its
values.
"""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.errors import CompanionError
from companion.sentence import N_, Sentence

HELPER = Path("/usr/lib/meduris/update")
FOLDER = "meduris-repository"
"""Name of the folder with packages on a stick. The helper looks for the same name."""
BACK = "back"
"""Content of a request to return to the former version, in place of a checksum."""
_SECONDS = 120
_AGAIN = N_("The files on the stick are damaged or incomplete. Copy the folder onto it again.")
_STICK = N_("The stick was pulled out, or cannot be read. Plug it in again, and choose it again.")
_SENTENCES = {
    "checking": N_("The version is being checked."),
    "trying": N_("It is being tested on a copy of the games. This takes a few minutes."),
    "installing": N_(
        "Version {version} is being installed. The screen goes dark, and comes back by itself."
    ),
    "done": N_("Version {version} is running."),
    "unsigned": N_(
        "The version on the stick is not signed, so anybody could have made it. Get it from "
        "where the one in use came from."
    ),
    "foreign": N_(
        "The version on the stick is signed by somebody whom this machine does not know. Get it "
        "from where the one in use came from."
    ),
    "damaged": _AGAIN,
    "nothing": N_("There is no version of the app in the folder on the stick."),
    "older": N_(
        "Version {version} on the stick is no newer than version {present}, which is in use: "
        "there is nothing to do."
    ),
    "needs": N_(
        "Version {version} needs {package}, which is not on the stick. Copy the whole folder "
        "onto it."
    ),
    "gone": _STICK,
    "full": N_(
        "The card has no space for another version. Nothing was changed. Restart this machine, and "
        "try again. If that does not help, back up the games, and take a new card of 16 GB or more."
    ),
    "protected": N_(
        "The system is write-protected, so the update would be lost at the next start: turn off "
        "the protection, restart, then update."
    ),
    "pending": N_("An update was not completed. Restart this machine first."),
    "no-key": N_("This machine does not know whose versions to trust."),
    "no-former": N_("There is no previous version to go back to."),
    "broken": N_("Version {version} was tested and does not start. Keep the one in use."),
    "loses-games": N_(
        "Version {version} cannot open saved games that the one in use can open. Keep the one "
        "in use."
    ),
    "not-installed": N_("Version {version} could not be installed: version {kept} is back."),
    "no-picture": N_("Version {version} did not show its screen in time: version {kept} is back."),
    "interrupted": N_("The update was interrupted: version {kept} is back. Try again."),
}
_UNKNOWN = N_("The update ended with an unknown result: {text}")


class UpdateRefusedError(CompanionError):
    """A USB stick has packages that cannot be installed; the message gives the reason."""


class StickUpdate(NamedTuple):
    """Newer version on a USB stick, with the SHA-256 checksum (hex) of its signed package list."""

    version: str
    checksum: str


AskRootHelper = Callable[[Path], str]
"""`ask_root_helper`, or a substitute in tests."""


def ask_root_helper(folder: Path) -> str:
    """Have the update helper, which runs as root, check the packages in `folder`.

    Return the helper's message. Raises OSError.
    """
    try:
        told = subprocess.run(  # noqa: S603 - our own helper
            [str(HELPER), "look", str(folder)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=True,
        )
    except subprocess.SubprocessError as error:
        raise OSError(f"{HELPER}: {error}") from error
    return told.stdout


def parse_offered_version(message: str) -> str:
    """Return the version in a message of the update helper, such as "offer 1.1.0".

    Raises UpdateRefusedError, with the reason, if the helper refuses the version on the stick.
    """
    words = message.split()
    if len(words) == 2 and words[0] == "offer":
        return words[1]
    raise UpdateRefusedError(update_sentence(message))


def update_sentence(message: str) -> Sentence:
    """Return the sentence for a message of the helper.

    The values in the message fill the sentence's placeholders in order. The sentence for an unknown
    message quotes it.
    """
    word, *facts = message.split() or [""]
    text = _SENTENCES.get(word, "")
    names = re.findall(r"{(\w+)}", text)
    if not text or len(facts) != len(names):
        return Sentence(_UNKNOWN, {"text": message.strip()})
    return Sentence(text, dict(zip(names, facts, strict=True)))
