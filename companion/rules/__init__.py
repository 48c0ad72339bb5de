"""The rules, one module a chapter of the booklet; no clock, no luck, no files.

Each module checks what its commands need and unfolds what then happens. `companion.game` is
the way in.
"""
