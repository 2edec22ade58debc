// The keyboard at the table.

import { byId } from "./dom.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// Listens until the returned controller is told to abort.
export function keys(table) {
  const controller = new AbortController();
  document.addEventListener("keydown", (event) => press(table, event),
    { signal: controller.signal });
  return controller;
}

function press(table, event) {
  const typing = event.target.closest("input:not([type=checkbox]), select, textarea, .review, .replay");
  if (event.ctrlKey || event.altKey || event.metaKey || typing) return;
  const does = action(table, event);
  // Enter held down is one Enter: the next decision is not played by it.
  if (event.key === "Enter" && event.repeat) event.preventDefault();
  if (!does || event.repeat && !(event.key in STEPS)) return;
  event.preventDefault();
  does();
}

function action(table, event) {
  const { key, target } = event;
  if (key in STEPS && !target.closest(".log, summary")) {
    const all = pieces(table); // without any the page scrolls
    return all.length ? () => step(all, STEPS[key]) : null;
  }
  if (/^[1-9]$/.test(key)) {
    const move = table.view.legal[Number(key) - 1];
    return move && table.view.committed === null ? () => table.select(move.text) : null;
  }
  if (key === "Enter") {
    // On a button Enter is a click: it chooses, and plays what is chosen.
    const own = target.closest("button, a, summary");
    const last = own?.dataset.part !== undefined && own.dataset.key === table.pointed
      && own.getAttribute("aria-pressed") === "true";
    const again = last
      || (own?.dataset.action !== undefined && own.dataset.action === table.chosen);
    return (again || !own) && table.chosen !== null ? () => table.play() : null;
  }
  if (key === "u") return () => table.undo();
  if (key === "h") return () => table.hint.ask();
  if (key === "Escape") return () => table.select(null);
  if (key === "c") {
    return () => {
      const cards = byId("cards");
      cards.open = !cards.open;
      cards.scrollIntoView({ block: "nearest" });
    };
  }
  return null;
}

// What can be pointed at: on the board, in the dock, else in the list.
function pieces(table) {
  const all = [...table.app.querySelectorAll(".board [data-action], .board [data-part], .dock .extra [data-action]")];
  return all.length ? all : [...table.moves.querySelectorAll("button")];
}

// To the next of them.
function step(all, by) {
  const at = all.indexOf(document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
  all[next].focus();
}
