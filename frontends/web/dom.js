// Elements made in one line. Whatever comes from a server or a person enters as text only.

const SVG = "http://www.w3.org/2000/svg";

// el("button", {class: "card", data: {action: "play 7"}, onclick: f}, "7", child, null)
export function el(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

// The same for SVG: svg("path", {d: "M0 0"}).
export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "data") Object.assign(node.dataset, value);
    else if (name === "vars") for (const [key,
      of] of Object.entries(value)) node.style.setProperty(key, of);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined
    && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

// A picture of 24 × 24 from path texts, in the colour of the text around it.
export function icon(name, ...paths) {
  return svg("svg", { viewBox: "0 0 24 24", class: `icon ${name}`, "aria-hidden": "true" },
    paths.map((d) => svg("path", { d })));
}

export const plural = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
export const percent = (share) => `${Math.round(share * 100)}%`;

let toastTimer = 0;

// One sentence at the foot of the page that goes away by itself.
export function say(sentence, kind = "warn") {
  const toast = byId("toast");
  toast.textContent = sentence;
  toast.className = `toast ${kind}`;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
}

// What a person has set here before; pages without storage have no memory.
export const memory = {
  get(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`desgarrada.${key}`)) ?? otherwise;
    } catch { return otherwise; }
  },
  set(key, value) {
    try {
      localStorage.setItem(`desgarrada.${key}`, JSON.stringify(value));
    } catch { /* nothing is remembered */ }
  },
};
