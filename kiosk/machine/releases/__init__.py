"""Releases of the companion: archives, installed folders, and safe changes from one to another.

Only Python's own library is used here: `deploy/install.sh` runs it with the system's Python
before anything is installed. The one exception is `packaging`, which knows the order of versions:
only an update asks for that, and an update is run by a release, which brings it.
"""
