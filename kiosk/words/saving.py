"""Sentences shown while a step is being saved."""

from kiosk.words.language import _


def still_saving_text() -> str:
    return _("The last step is still being saved. Tap again in a moment.")


def queued_step_text() -> str:
    return _("The last step is still being saved. Yours comes right after it.")


def disk_hangs_text() -> str:
    return _(
        "The disk does not respond: the last step is not saved yet. Wait until it does; "
        "meanwhile, you can look at everything. If it takes minutes, restart the app: every "
        "earlier step is saved."
    )
