// What stands above a board: links for guests, a failure, the result.

import { el } from "./dom.js";
import { inWords } from "./people.js";
import { showResult } from "./result.js";

export function showAbove(table) {
  const { view } = table;
  const links = (table.opened?.links ?? []).filter(({ seat }) => view.kinds[seat] === "open");
  table.top.replaceChildren(...links.map(({ seat, invitation }) => invitationBox(seat, invitation)),
    ...(table.gone
      ? [el("p", { class: "panel warn", id: "gone", role: "alert" }, `${table.gone} `,
        el("a", { href: "#" }, "To the lobby"))] : []),
    ...(view.failure
      ? [el("p", { class: "panel warn", role: "alert" }, inWords(view.failure, table.names))]
      : []));
  if (view.over) showResult(table);
}

function invitationBox(seat, invitation) {
  const address = `${location.origin}/#join=${invitation}`;
  const field = el("input",
    { readonly: true, value: address, "aria-label": `Link for seat ${seat}`,
      onfocus: (event) => event.target.select() });
  const copy = el("button", {
    type: "button",
    onclick: async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(address);
      } catch { document.execCommand("copy"); } // where the page is not at a secure address
      copy.textContent = "copied";
    },
  }, "Copy the link");
  return el("p", { class: "panel guestlink", data: { invitation } },
    el("b", {}, `Seat ${seat} is waiting for a guest.`), field, copy);
}
