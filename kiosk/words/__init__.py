"""All sentences of the app, in the players' language. Free of Kivy."""
