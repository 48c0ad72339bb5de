"""Commands that examine the project itself; no tests."""
