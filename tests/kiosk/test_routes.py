from pathlib import Path
from typing import get_type_hints

import pytest

import kiosk.pages
from kiosk import routes
from kiosk.navigator import Page, page_class
from kiosk.routes import Route

FOLDER = Path(kiosk.pages.__file__).parent
ROUTES = Route.__subclasses__()


def test_every_page_has_a_route_that_leads_to_it() -> None:
    modules = {path.stem for path in FOLDER.iterdir()} - {
        "__init__",
        "__pycache__",
        "qr_page",
        "form_page",
        "board_page",
        "sticks",
    }
    assert modules == {routes.page_module_name(route) for route in ROUTES}


@pytest.mark.parametrize("route", ROUTES, ids=routes.page_module_name)
def test_every_route_leads_to_a_page_that_reads_what_it_says(route: type[Route]) -> None:
    page = page_class(route)
    assert issubclass(page, Page)
    says = "opening_route" in vars(page) or "opening_route" in page.__annotations__
    assert says == bool(route.__struct_fields__)
    if says:
        assert get_type_hints(page)["opening_route"] == route | None
