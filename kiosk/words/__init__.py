"""All sentences of the table, in its language. Free of Kivy."""
