"""The rules, one module for each chapter of the booklet (RULES.md); no clock, luck or files.

Each module checks its commands and unfolds the consequences. `companion.game` is the entry point.
"""
