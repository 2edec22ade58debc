// The page: an address leads to the lobby, to an invitation or to a seat at a table.

import { byId, el, memory, say } from "./dom.js";
import { Lobby } from "./lobby.js";
import { Rpc } from "./rpc.js";
import { Table } from "./table.js";

const rpc = new Rpc();
let shown = null; // the lobby or the table, until the address leads elsewhere

rpc.onState = (open) => {
  byId("link").textContent = open || rpc.failures < 2 ? "" : "reconnecting …";
};

async function follow() {
  const asked = new URLSearchParams(location.hash.slice(1));
  shown?.close();
  shown = null;
  byId("title").textContent = "";
  document.title = "Desgarrada";
  document.body.className = "";
  const app = byId("app");
  if (asked.has("join")) {
    showInvitation(app, asked.get("join"));
    return;
  }
  const place = asked.has("token") ? new Table(app, rpc, asked.get("token")) : new Lobby(app, rpc);
  shown = place;
  try {
    await place.open();
  } catch (error) {
    if (!place.closed) showFailure(app, error);
  }
}

// An invitation is good once, so that a person takes the seat by a click and not by a preview.
function showInvitation(app, invitation) {
  const name = el("input",
    { id: "name", maxlength: 24, value: memory.get("name", ""), autocomplete: "nickname" });
  const take = el("button", { class: "primary", type: "submit" }, "Take the seat");
  const form = el("form",
    { class: "panel invitation", onsubmit: (event) => { event.preventDefault(); join(); } },
    el("h1", {}, "You are invited to a table"),
    el("label", { class: "field" }, el("span", {}, "Your name"), name),
    take);
  app.replaceChildren(form);
  name.focus();

  async function join() {
    memory.set("name", name.value);
    take.disabled = true; // an invitation is good once
    try {
      const { token } = await rpc.call("table.join", { invitation, name: name.value || "Guest" });
      location.replace(`#token=${token}`);
    } catch (error) {
      say(error.message);
      take.disabled = false;
    }
  }
}

function showFailure(app, error) {
  app.replaceChildren(el("section", { class: "panel" },
    el("h1", {}, "That did not work"),
    el("p", {}, error.message),
    el("p", {}, el("a", {
      href: "#",
      onclick: () => { if (location.hash.length < 2) follow(); }, // the address stays as it is
    }, "To the lobby"))));
}

window.addEventListener("hashchange", follow);
rpc.connect();
follow();
