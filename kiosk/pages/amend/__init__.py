"""An old step is put right: another answer, and what comes of it."""
