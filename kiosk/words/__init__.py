"""Everything that is said at the table, in its language; knows no Kivy."""
