# SDL's window: only the file of its library is asked for.
