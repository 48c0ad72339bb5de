"""Commands that look at the project itself; no tests."""
