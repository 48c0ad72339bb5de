"""`python -m kiosk`: start the companion on the touchscreen."""

import sys

from kiosk.cli import main

sys.exit(main())
