// The page: an address leads to the lobby, to an invitation or to a seat at a table.

import { byId, el, memory, say } from "./dom.js";
import { showLobby } from "./lobby.js";
import { Rpc } from "./rpc.js";
import { Table } from "./table.js";

const rpc = new Rpc();
let table = null;

rpc.onState = (open) => {
  byId("link").textContent = open || rpc.failures < 2 ? "" : "reconnecting …";
};

async function follow() {
  const asked = new URLSearchParams(location.hash.slice(1));
  table?.close();
  table = null;
  byId("title").textContent = "";
  document.title = "Desgarrada";
  document.body.className = "";
  const app = byId("app");
  try {
    if (asked.has("join")) return showInvitation(app, asked.get("join"));
    if (asked.has("token")) {
      table = new Table(app, rpc, asked.get("token"));
      return await table.open();
    }
    await showLobby(app, rpc);
  } catch (error) {
    showFailure(app, error);
  }
}

// An invitation is good once, so that a person takes the seat by a click and not by a preview.
function showInvitation(app, invitation) {
  const name = el("input",
    { id: "name", maxlength: 24, value: memory.get("name", ""), autocomplete: "nickname" });
  const form = el("form",
    { class: "panel invitation", onsubmit: (event) => { event.preventDefault(); join(); } },
    el("h1", {}, "You are invited to a table"),
    el("label", { class: "field" }, el("span", {}, "Your name"), name),
    el("button", { class: "primary", type: "submit" }, "Take the seat"));
  app.replaceChildren(form);
  name.focus();

  async function join() {
    memory.set("name", name.value);
    try {
      const { token } = await rpc.call("table.join", { invitation, name: name.value || "Guest" });
      location.replace(`#token=${token}`);
    } catch (error) {
      say(error.message);
    }
  }
}

function showFailure(app, error) {
  app.replaceChildren(el("section", { class: "panel" },
    el("h1", {}, "That did not work"),
    el("p", {}, error.message),
    el("p", {}, el("a", { href: "#" }, "To the lobby"))));
}

window.addEventListener("hashchange", follow);
rpc.connect();
follow();
