"""All sentences of the app, in the table's language. Free of Kivy."""
