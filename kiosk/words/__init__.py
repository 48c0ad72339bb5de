"""All sentences of the table, in its language; knows no Kivy."""
