"""Layout and drawing of pages: forms, blocks, texts, buttons."""
