"""Page to amend an old step: another answer, and its consequences."""
