"""The screens, one a module; `kiosk.stage` moves between them."""
