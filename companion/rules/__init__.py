"""The rules, one module for each chapter of the booklet (RULES.md).

Each module checks its commands and derives their consequences, without clock, randomness or files.
`companion.game` is the entry point.
"""
