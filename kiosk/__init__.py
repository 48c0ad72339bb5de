"""The touchscreen. It shows the decisions of `companion`, which alone knows the rules."""
