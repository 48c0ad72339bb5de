from pathlib import Path

import pytest

from tests.deploy.checkout_double import CheckoutDouble


@pytest.fixture
def checkout(tmp_path: Path) -> CheckoutDouble:
    return CheckoutDouble(tmp_path)
