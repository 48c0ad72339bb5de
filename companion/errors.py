"""Errors with messages for the people at the table.

CompanionError
├── RuleViolation     a command that the rules refuse
│   └── HiddenHandViolation  a refusal that depends only on a player's hidden chips
├── RecordError       a game record that cannot be read
├── BoardError        a board file that cannot be read or is impossible
├── JournalError      saved games that cannot be read or written
├── PeopleError       people who cannot be merged, or an invalid or taken name
├── BackupError       a backup that cannot be written or restored
└── StoppedByUserError  a job that the user has stopped

Each class below CompanionError also derives from ValueError or RuntimeError, so that callers can
catch those instead.
"""

import errno

from companion.sentence import N_, Sentence


class CompanionError(Exception):
    """Base class of all errors of this package.

    `sentence` is the reason, which the screen translates; `str()` returns the reason in English.
    """

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return str(self.sentence)


class RuleViolation(CompanionError, ValueError):  # noqa: N818 - the word of the rules
    """A rule refuses a command; `rule` is the id of the rule.

    `message` is the reason, and `facts` are the values of its placeholders. The message must read
    well with any number in a placeholder: with 1 as well as with 5.
    """

    def __init__(self, rule: str, message: str, **facts: object) -> None:
        super().__init__(Sentence(message, facts))
        self.rule = rule


class HiddenHandViolation(RuleViolation):
    """A command is refused only because of a player's hidden chips; no other rule refuses it."""


class RecordError(CompanionError, ValueError):
    """A game record is invalid; `line` is the number of its first invalid line, counted from 1.

    `rule` is the id of the broken rule, or `record.format` for a line in a wrong format.
    """

    def __init__(self, line: int, rule: str, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.line = line
        self.rule = rule

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: {self.sentence}"


class BoardError(CompanionError, ValueError):
    """A board file is invalid; `source` is its path."""

    def __init__(self, source: str, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.source = source

    def __str__(self) -> str:
        return f"{self.source}: {self.sentence}"


class JournalError(CompanionError, RuntimeError):
    """The saved games cannot be read or written. The message says why, and what to do.

    This is not an OSError, so that handlers of disk errors do not catch it.
    """


class PeopleError(CompanionError, ValueError):
    """Two people cannot be merged into one, or a name is invalid or taken."""


class BackupError(CompanionError, RuntimeError):
    """A backup cannot be written, read or restored."""


class StoppedByUserError(CompanionError, RuntimeError):
    """The user stopped an operation. The message says how much was already done."""


_SYSTEM_REASONS = {
    errno.EACCES: N_("Permission denied"),
    errno.EIO: N_("Input/output error"),
    errno.EISDIR: N_("Is a directory"),
    errno.ENODEV: N_("No such device"),
    errno.ENOENT: N_("No such file or directory"),
    errno.ENOSPC: N_("No space left on device"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.EPERM: N_("Operation not permitted"),
    errno.EROFS: N_("Read-only file system"),
}
"""The system's own texts, which it knows only in English."""


def system_reason(error: BaseException) -> Sentence:
    """Return why something failed. Frequent reasons of the system can be translated."""
    message = _SYSTEM_REASONS.get(getattr(error, "errno", 0), "{error}")
    return Sentence(message, {"error": getattr(error, "strerror", None) or str(error)})
