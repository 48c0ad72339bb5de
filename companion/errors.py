"""Errors with messages for the people at the table.

CompanionError
├── RuleViolation     a command that the rules refuse
│   └── HandViolation because of a player's secret hand
├── RecordError       a game record that cannot be read
├── BoardError        a board with an impossible ring
├── JournalError      saved games that cannot be read or written
├── PeopleError       people who cannot be joined, or have that name
├── BackupError       a backup that cannot be written, or not be restored
└── StoppedError      a job that was stopped

Each of the seven is a built-in error too, for callers that know nothing of the game.
"""

from companion.sentence import Sentence


class CompanionError(Exception):
    """Base of all errors of this package: `sentence` says why, `str()` says it in English."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return str(self.sentence)


class RuleViolation(CompanionError, ValueError):  # noqa: N818 - the word of the rules
    """The rules refuse a command: the id of the rule, and the facts of this case.

    `message` and `facts` make the `sentence`, which the screen translates. It must read well with
    every number in its gaps.
    """

    def __init__(self, rule: str, message: str, **facts: object) -> None:
        super().__init__(Sentence(message, facts))
        self.rule = rule


class HandViolation(RuleViolation):
    """The rules refuse a command because of a player's hidden chips.

    It is checked last: public facts allow the command.
    """


class RecordError(CompanionError, ValueError):
    """A game record is invalid from some line on.

    `line` counts from 1; `rule` is a rule id or `record.format`.
    """

    def __init__(self, line: int, rule: str, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.line = line
        self.rule = rule

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: {self.sentence}"


class BoardError(CompanionError, ValueError):
    """A board file is wrong: in which file, on which line (from 1), and why."""

    def __init__(self, source: str, line: int, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.source = source
        self.line = line

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}: {self.sentence}"


class JournalError(CompanionError, RuntimeError):
    """The saved games cannot be read or written; the sentence says why and what to do.

    Not an OSError, so that handlers of disk errors do not take it for the system's.
    """


class PeopleError(CompanionError, ValueError):
    """People cannot be joined, or cannot have that name."""


class BackupError(CompanionError, RuntimeError):
    """A backup cannot be written, read or restored."""


class StoppedError(CompanionError, RuntimeError):
    """An operation was stopped; the sentence says how far it came."""
