"""The touchscreen app. It asks the package `companion` for everything that the rules decide."""
