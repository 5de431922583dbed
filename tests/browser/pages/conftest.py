"""A small phone, for tests of every language."""

import pytest

from browser.pages.test_language import SMALL_PHONE
from support.browser.page_checks import use_theme


@pytest.fixture
def phone(new_page):
    page = new_page(viewport=SMALL_PHONE)
    use_theme(page)
    return page
