"use strict";
// The replay viewer. A position is what stands on the table before an action; the last one is the
// end. Game data are unpacked when a game is first chosen. Texts enter the page as text only.
(() => {
  const $ = (id) => document.getElementById(id);
  const choices = [...document.querySelectorAll("#choice button")];
  const films = new Map();
  let film = null, game = "", step = 0, seat = null; // seat null: whoever chooses next

  async function load(id) {
    if (!films.has(id)) {
      const packed = Uint8Array.from(atob($("game-" + id).textContent), (c) => c.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      films.set(id, await new Response(stream).json());
    }
    return films.get(id);
  }

  async function open(id, at) {
    if (typeof DecompressionStream === "undefined") {
      $("viewer").hidden = false;
      $("move").textContent = "This browser is too old to unpack the games.";
      return;
    }
    const chosen = await load(id);
    if (id !== game) seat = null;
    film = chosen;
    game = id;
    for (const button of choices) button.setAttribute("aria-pressed", button.dataset.game === id);
    $("slider").max = film.seats.length;
    $("viewer").hidden = false;
    show(at);
  }

  function show(at) {
    step = Math.max(0, Math.min(film.seats.length, Number.isFinite(at) ? at : 0));
    $("slider").value = step;
    $("step").textContent = `step ${step} of ${film.seats.length}`;
    $("first").disabled = $("back").disabled = step === 0;
    $("last").disabled = $("next").disabled = step === film.seats.length;
    showMove();
    showSeats();
    showScreen();
    showAnalysis();
  }

  const atEnd = () => step === film.seats.length;
  const acting = () => (atEnd() ? film.seats[step - 1] ?? 0 : film.seats[step]);
  const observer = () => seat ?? acting();
  const name = (s) => `seat ${s} (${film.bots[s]})`;

  function showMove() {
    const move = $("move");
    move.textContent = atEnd() ? film.end[0] : `${name(acting())}: ${film.lines[film.actions[step]]}`;
    if (!atEnd()) move.append(element("small", inSeconds(film.times[step] / 1e6)));
    const told = film.events[step].map((line) => film.lines[line]);
    $("happened").replaceChildren(...told.map((text) => element("li", text)));
    $("end").replaceChildren(...(atEnd() ? film.end.slice(1) : []).map((text) => element("li", text)));
  }

  function showSeats() {
    const buttons = film.bots.map((bot, s) => seatButton(`seat ${s} · ${bot}`, s));
    if (!atEnd()) buttons[acting()].className = "acting";
    if (buttons.length > 1) buttons.unshift(seatButton("who chooses", null));
    $("seats").replaceChildren(...buttons);
  }

  function seatButton(text, s) {
    const button = element("button", text);
    button.type = "button";
    button.setAttribute("aria-pressed", s === seat);
    button.onclick = () => { seat = s; show(step); };
    return button;
  }

  function showScreen() {
    const screen = film.screens[film.views[step][observer()]];
    const before = new Set(step > 0 ? film.screens[film.views[step - 1][observer()]] : screen);
    $("screen").replaceChildren(...screen.map((line) => {
      const row = element("span", film.lines[line]);
      if (!before.has(line)) row.className = "fresh";
      return row;
    }));
  }

  function showAnalysis() {
    const found = atEnd() ? null : film.analysis[step];
    $("analysis").replaceChildren();
    if (!found) return;
    // Columns of which the bot said nothing are left out.
    const columns = [["visits", 1, String], ["value", 2, decimals], ["prior", 3, decimals]]
      .filter(([, place]) => found.actions.some((said) => said[place] !== null));
    const table = element("table", "");
    table.append(row("th", ["the bot's analysis", ...columns.map(([title]) => title)]));
    for (const said of found.actions) {
      const values = columns.map(([, place, text]) => (said[place] === null ? "–" : text(said[place])));
      const added = row("td", [film.lines[said[0]], ...values]);
      if (said[0] === film.actions[step]) added.className = "played";
      table.append(added);
    }
    $("analysis").append(table);
    if (found.simulations !== null) {
      $("analysis").append(element("p", `${found.simulations.toLocaleString("en")} simulations`));
      $("analysis").lastChild.className = "note";
    }
  }

  function row(tag, cells) {
    const added = element("tr", "");
    added.append(...cells.map((cell) => element(tag, cell)));
    return added;
  }

  function element(tag, text) {
    const added = document.createElement(tag);
    added.textContent = text;
    return added;
  }

  const decimals = (value) => value.toFixed(3);

  function inSeconds(value) {
    if (value >= 1) return `${value.toPrecision(3)} s`;
    if (value >= 1e-3) return `${(value * 1e3).toPrecision(3)} ms`;
    return `${Math.round(value * 1e6)} µs`;
  }

  function go(at) {
    show(at);
    try {
      history.replaceState(null, "", `#game=${encodeURIComponent(game)}&step=${step}`);
    } catch { /* pages in a frame may have no address of their own */ }
  }

  function follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const known = choices.find((button) => button.dataset.game === asked.get("game"));
    if (known) open(known.dataset.game, parseInt(asked.get("step"), 10)).then(look);
    return Boolean(known);
  }

  const look = () => $("choice").scrollIntoView();

  function isWatched() {
    const place = $("viewer").getBoundingClientRect();
    return film !== null && place.top < innerHeight && place.bottom > 0;
  }

  const KEYS = {
    ArrowLeft: () => step - 1,
    ArrowRight: () => step + 1,
    Home: () => 0,
    End: () => film.seats.length,
  };

  document.addEventListener("keydown", (event) => {
    const held = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    // The slider has these keys already.
    if (held || !(event.key in KEYS) || event.target === $("slider") || !isWatched()) return;
    event.preventDefault();
    go(KEYS[event.key]());
  });
  for (const button of choices) button.onclick = () => open(button.dataset.game, 0).then(() => go(0));
  $("slider").oninput = () => go(Number($("slider").value));
  $("first").onclick = () => go(0);
  $("back").onclick = () => go(step - 1);
  $("next").onclick = () => go(step + 1);
  $("last").onclick = () => go(film.seats.length);
  window.onhashchange = follow;
  if (!follow()) open(choices[0].dataset.game, 0);
})();
