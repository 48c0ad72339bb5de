"""The touchscreen: draws what `companion` says and decides nothing about rules."""
