"""The rules, one module for each chapter of the booklet (RULES.md).

Each module checks its commands and returns their events. The rules use no clock, no files and no
random numbers: the same command in the same state always has the same result. `companion.game` is
the entry point.
"""
