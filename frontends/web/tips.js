// What a piece is: shown on hover, on focus, on a long press, on a tap of a piece without a move.

import { byId, el } from "./dom.js";

const PRESS = 450; // milliseconds of a long press

export function watchTips(root, signal) {
  let timer = 0;
  const on = (name, does) => root.addEventListener(name, does, { signal });
  const piece = (event) => event.target.closest?.("[data-tip]");
  on("pointerover", (event) => {
    if (event.pointerType === "mouse") piece(event) ? show(piece(event)) : hide();
  });
  on("pointerleave", hide);
  on("focusin", (event) => {
    if (piece(event) && event.target.matches(":focus-visible")) show(piece(event));
  });
  on("focusout", hide);
  on("pointerdown", (event) => {
    const pressed = piece(event);
    if (pressed && event.pointerType !== "mouse") timer = setTimeout(() => show(pressed), PRESS);
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"]) on(name,
    () => clearTimeout(timer));
  on("contextmenu", (event) => { if (piece(event)) event.preventDefault(); });
  on("click", (event) => {
    const tapped = piece(event);
    if (tapped && !event.target.closest("button")) show(tapped);
    else if (event.detail) hide();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); },
    { signal });
  addEventListener("scroll", hide, { signal, passive: true });
  signal.addEventListener("abort", hide);
}

function show(piece) {
  const tip = byId("tip");
  const [head, ...lines] = piece.dataset.tip.split("\n");
  tip.replaceChildren(el("b", {}, head), ...lines.map((line) => el("p", {}, line)));
  tip.hidden = false;
  const place = piece.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.max(8,
    Math.min(place.left + place.width / 2 - own.width / 2, innerWidth - own.width - 8));
  const over = place.top - own.height - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${over >= 8 ? over : Math.min(place.bottom + 8, innerHeight - own.height - 8)}px`;
}

function hide() {
  byId("tip").hidden = true;
}
