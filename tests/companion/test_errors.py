import builtins

from companion.errors import (
    BackupError,
    BoardError,
    CompanionError,
    JournalError,
    PeopleError,
    RecordError,
    RuleViolation,
    StoppedError,
)
from companion.memory.database import DamagedError, StuckError
from companion.memory.exchange.records import ArchiveError

BUILT_IN = {
    error
    for error in vars(builtins).values()
    if isinstance(error, type) and issubclass(error, Exception)
} - {Exception}


def test_every_error_of_ours_is_a_built_in_one_too():
    known = {
        error
        for error in CompanionError.__subclasses__()
        if error.__module__.startswith("companion.")
    }
    assert known == {
        ArchiveError,
        BackupError,
        BoardError,
        JournalError,
        PeopleError,
        RecordError,
        RuleViolation,
        StoppedError,
    }
    ours = known | {DamagedError, StuckError}
    assert all(BUILT_IN.intersection(error.__mro__) for error in ours)
