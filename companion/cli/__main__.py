"""`python -m companion.cli` is `meduris` without what needs a screen."""

import sys

from companion.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
