"""What can go wrong with releases."""


class ReleaseError(RuntimeError):
    """An archive or an installed release is not as it has to be; `str()` says what to do."""
