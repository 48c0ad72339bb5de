"""The screens, one a module; `kiosk.app` moves between them."""
