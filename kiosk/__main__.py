"""`python -m kiosk`: the companion on the touchscreen."""

import sys

from kiosk.command_line import main

sys.exit(main())
