"""Forms of several steps, and the screen that leads through them."""
