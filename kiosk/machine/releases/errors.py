"""What can go wrong with releases."""

from companion.errors import CompanionError


class ReleaseError(CompanionError):
    """An archive or an installed release is not as it has to be; `str()` says what to do."""
