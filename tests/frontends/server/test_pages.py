"""What a browser gets: files, schemas, headers; and which pages may ask for moves."""

import json

import pytest
from jsonschema import Draft202012Validator
from servers import FailedError, HttpClient, SocketClient, running

from frontends.server import static
from frontends.server.door import Door, Origin
from frontends.server.methods import METHODS
from frontends.server.schemas import documents
from frontends.server.shapes import ShapeError, check


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A client of a server whose page is a folder of this test."""
    folder = tmp_path_factory.mktemp("web")
    (folder / "games").mkdir()
    for name, text in (("index.html", "<!doctype html><title>x</title>"), ("app.js", "let x"),
                       ("games/plain.js", "export {}"), (".secret.js", "x"), ("notes.py", "x")):
        (folder / name).write_text(text)
    (folder.parent / "outside.js").write_text("secret")
    (folder / "link.js").symlink_to(folder.parent / "outside.js")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("frontends.server.http.FOLDERS", (("web", folder),))
        patch.setattr("frontends.server.static.WEB", folder)
        with running() as address:
            client = HttpClient(address)
            yield client
            client.close()


@pytest.mark.parametrize("path, kind", [
    ("/", "text/html; charset=utf-8"), ("/web/index.html", "text/html; charset=utf-8"),
    ("/web/app.js", "text/javascript; charset=utf-8"),
    ("/web/games/plain.js", "text/javascript; charset=utf-8"),
    ("/web/app.js?x=1", "text/javascript; charset=utf-8"),
])
def test_a_file_with_its_type_is_asked_for_again_only_when_it_has_changed(page, path, kind):
    status, headers, body = page.get(path)
    assert (status, headers["content-type"]) == (200, kind) and body
    assert headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    status, _, body = page.get(path, **{"If-None-Match": headers["etag"]})
    assert (status, body) == (304, b"")


@pytest.mark.parametrize("path", [
    "/web/nothing.js", "/web/", "/web", "/web/games", "/web/notes.py", "/web/link.js",
    "/web/../outside.js", "/web/%2e%2e/outside.js", "/web/..%2foutside.js",
    "/web/..%5coutside.js", "/schemas/v2/act",
    "/web//etc/passwd", "/web/games/../../outside.js", "/web/app.js%00.html", "/web/%ff",
    "/web/app.js/", "//web/app.js", "/schemas/v1/../../web/app.js", "/schemas/v1/x",
    "/frontends/server/http.py", "/.git/config", "/web/index.html/../../x",
])
def test_what_is_no_file_of_the_page_is_a_sentence(page, path):
    status, headers, body = page.get(path)
    assert (status, body) == (404, b"There is no such page here.\n")
    assert headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "GET"])
def test_what_cannot_be_done_is_a_sentence(page, method):
    page.connection.request(method, "/rpc")
    response = page.connection.getresponse()
    assert (response.status, response.read()) == (405, b"That cannot be done with this page.\n")


def test_the_pages_own_files_are_listed_once():
    folder = static.Folder(static.WEB)
    assert all(path.is_file() for path in folder._files.values())
    assert folder.read("../__init__.py") is None


def test_the_schemas_are_published(page):
    status, _, body = page.get("/schemas/v1/index.json")
    index = json.loads(body)
    assert status == 200 and set(index["methods"]) == set(METHODS)
    for name in index["documents"]:
        assert json.loads(page.get(f"/schemas/v1/{name}")[2]) == documents()[name]
        Draft202012Validator.check_schema(documents()[name])


@pytest.mark.parametrize("value", [
    {}, {"observation": {}}, {"observation": 1}, {"observation": {}, "x": 1},
    {"observation": {}, "seed": 1.5}, {"observation": {}, "seed": 2**64},
    {"observation": {}, "seed": True},
    {"observation": {}, "bot": "x" * 201}, {"observation": {}, "players": None},
    {"observation": {}, "options": {"a": []}}, {"observation": {}, "budget": {"seconds": -1}},
    {"observation": {}, "seconds": 0}, {"observation": {}, "request": ""}, [], None,
])
def test_requests_are_checked_by_what_is_published(value):
    shape = METHODS["act"].params
    try:
        check(shape, value, "params")
        good = True
    except ShapeError:
        good = False
    assert good == Draft202012Validator(shape).is_valid(value)


def test_allowed_pages_may_ask_for_moves_and_not_play_at_tables():
    with running(origins=["https://my.site"]) as address:
        client = HttpClient(address, Origin="https://my.site")
        assert client.call("list_bots")["bots"]
        with pytest.raises(FailedError, match="other origins"):
            client.call("table.view", token="x")
        client.connection.request("OPTIONS", "/rpc", headers={"Origin": "https://my.site"})
        response = client.connection.getresponse()
        assert response.status == 204 and not response.read()
        assert response.getheader("access-control-allow-origin") == "https://my.site"
        client.connection.request("OPTIONS", "/rpc", headers={"Origin": "https://other.site"})
        assert client.connection.getresponse().status == 403
        client.close()
        socket = SocketClient(address, origin="https://my.site")
        with pytest.raises(FailedError, match="other origins"):
            socket.call("table.join", invitation="x")
        socket.close()


@pytest.mark.parametrize("origin, host, found", [
    (None, "x", Origin.OWN), ("http://localhost:1", "localhost:1", Origin.OWN),
    ("https://LOCALHOST:1", "localhost:1", Origin.OWN),
    ("http://localhost:2", "localhost:1", Origin.REFUSED),
    ("null", "localhost:1", Origin.REFUSED), ("http://localhost:1", None, Origin.REFUSED),
    ("https://my.site", "localhost:1", Origin.ALLOWED), ("https://my.site/", "x", Origin.ALLOWED),
    ("https://my.site.evil", "localhost:1", Origin.REFUSED),
])
def test_origins(origin, host, found):
    assert Door("127.0.0.1", ["https://my.site"], []).origin(origin, host) is found


@pytest.mark.parametrize("host, hosts, said, known", [
    ("127.0.0.1", [], "localhost", True), ("127.0.0.1", [], "evil.example", False),
    ("127.0.0.1", [], None, False), ("127.0.0.1", [], "a@localhost", True),
    ("127.0.0.1", ["bots.example"], "bots.example:443", True), ("0.0.0.0", [], "any.name", True),
    ("0.0.0.0", ["bots.example"], "other.example", False), ("::1", [], "[::1]:8765", True),
    ("127.0.0.1", [], "[", False),
])
def test_names(host, hosts, said, known):
    assert Door(host, [], hosts).knows(said) is known
