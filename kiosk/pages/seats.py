"""Page to choose on which side of the table each player of the current game sits."""

from msgspec.structs import replace

from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.new_game.draft import SetupDraft, draft_with_same_players
from kiosk.pages.new_game.view import seat_columns
from kiosk.rotation import Rotation
from kiosk.ui.form import Form, back_button, call
from kiosk.words.language import _


class SeatsPage(FormPage):
    wanted_rotation = Rotation.NONE  # the sides are named as seen from the front of the display

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._draft = draft_with_same_players(
            self.app_state.required_session.setup
        ).with_sides_from_settings(self.app_state.settings)
        self.show()

    def build_form(self) -> Form:
        columns = seat_columns(self._draft, lambda draft: call(self._sit, draft))
        return Form(_("Who sits where?"), back_button(self._leave), columns)

    def _sit(self, draft: SetupDraft) -> None:
        self._draft = draft
        self.app_state.set_settings(
            replace(self.app_state.settings, sides=draft.sides_for_settings)
        )
        self.show()

    def _leave(self) -> None:
        sides = {seat.side for seat in self._draft.seats}
        self.navigator.back_stack = self.navigator.back_stack.facing_occupied_sides(sides)
        self.navigator.back()
