"""The touchscreen: shows what `companion` decides, and decides nothing about rules."""
