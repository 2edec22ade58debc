"""Helper modules of this folder can be imported by their names."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import web_pages


@pytest.fixture(scope="session")
def chromium():
    if web_pages.CHROMIUM is None:
        pytest.skip("no chromium here; apt-get install chromium")
    for module in ("starlette", "uvicorn", "websockets"):
        pytest.importorskip(module, reason="the server of the page is not installed")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=web_pages.CHROMIUM, args=web_pages.ARGUMENTS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def page_address():
    with web_pages.served() as address:
        yield address


def _browse(chromium, page_address):
    browsing = web_pages.Browsing(chromium, page_address)
    yield browsing
    browsing.close()
    assert browsing.errors == []
    mine = (page_address, "data:", "blob:")
    assert [url for url in browsing.requests if not url.startswith(mine)] == []


@pytest.fixture
def browsing(chromium, page_address):
    """Opens pages; console errors and requests to elsewhere fail the test."""
    yield from _browse(chromium, page_address)


@pytest.fixture(scope="module")
def module_browsing(chromium, page_address):
    yield from _browse(chromium, page_address)
