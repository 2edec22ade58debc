"""The page in a real browser at the real server: what its tests share."""

import json
import random
import re
import shutil
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
# What the page waits for; one question to the browser, however long the answer takes.
STATE = """async ([pieces, patient]) => {
    for (;;) {
        const board = document.querySelector("#board");
        const state = {
            over: document.querySelector("#result") !== null,
            owes: board.dataset.owes === "true" && !document.querySelector(".dock.sending"),
            version: board.dataset.version,
            ready: !document.querySelector("#play").disabled,
            below: document.querySelector(".dock .extra:not([hidden]) [data-action]") !== null,
            pieces: document.querySelectorAll(pieces).length,
        };
        if (state.over || state.owes || !patient) return state;
        await new Promise((resolve) => setTimeout(resolve, 4));
    }
}"""
PLACE = """([pieces, number]) => {
    const piece = document.querySelectorAll(pieces)[number];
    piece.scrollIntoView({block: "center", inline: "center"});
    const {left, top, width, height} = piece.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
}"""
PIECES = (
    ".board [data-action], .board [data-part]:not(.chosen),"
    " .dock .extra:not([hidden]) [data-action]"
)
PHONE = 375


@contextmanager
def served():
    """Start a server of the page; yields its address."""
    command = [sys.executable, "-m", "scripts.cli", "serve", "port=0", "seeds=true", "hint=novice"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        yield re.search(r"http://\S+?/", line).group()
    finally:
        server.terminate()
        server.wait(timeout=20)


class Browsing:
    """Opens pages, each a person of its own; whatever goes wrong on one of them is kept."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address
        self.contexts, self.errors, self.requests = [], [], []

    def open(self, where="", width=1280, scheme="light"):
        context = self.browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce",
        )
        context.set_default_timeout(20_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(self.address + where)
        return page

    def sit(self, game, players, *, bot="greedy", seed=3, options=None, guests=(), **page):
        """Open a table at seat 0 and show it; returns the page, and the invitations of guests."""
        kinds = ["me" if s == 0 else "guest" if s in guests else "bot" for s in range(players)]
        seats = [{"kind": k, "bot": bot} if k == "bot" else {"kind": k} for k in kinds]
        made = self.ask("table.create", game=game, players=players, seats=seats, seed=seed,
                        options=options or {}, name="Ana")
        shown = self.open(f"#token={made['token']}", **page)
        shown.wait_for_selector("#board > *")
        return shown, [each["invitation"] for each in made["invitations"]]

    def ask(self, method, **params):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        request = urllib.request.Request(
            self.address + "rpc", json.dumps(message).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())["result"]

    def close(self):
        for context in self.contexts:
            context.close()


def play_by_clicks(page, rng=None, until=None):
    """Point at pieces and click Play until the game is over, or `until(page)`; counts the clicks.

    Nothing waits by a function of JavaScript: the page's own policy forbids `eval`.
    """
    rng, clicks = rng or random.Random(1), {"piece": 0, "play": 0}
    while True:
        state = page.evaluate(STATE, [PIECES, True])
        if state["over"] or (until is not None and until(page)):
            return clicks
        step(page, state, rng, clicks)


def step(page, state, rng, clicks):
    """Play what is chosen, else point at some piece."""
    if state["ready"]:
        click(page, "#play")
        clicks["play"] += 1
    else:
        # Of a piece and a button below the board (end turn, stop) now one, now the other.
        last = state["below"] and rng.random() < 0.4
        click(page, PIECES, state["pieces"] - 1 if last else rng.randrange(state["pieces"]))
        clicks["piece"] += 1


def click(page, selector, number=0):
    """Move the mouse to a piece and press; what lies over it gets the click, as for a person."""
    page.mouse.click(*page.evaluate(PLACE, [selector, number]))


def changed(page, version):
    """Wait for a later view than the one of `version`."""
    page.wait_for_selector(f"#board:not([data-version='{version}'])")
