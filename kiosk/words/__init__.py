"""All sentences of the app, in the players' language. Imports no Kivy."""
