"""Amending an old step: another answer, and its consequences."""
