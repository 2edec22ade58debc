/*
@@HEAD@@
*/
/* eslint-disable */
(function (root) {
"use strict";

const POLICY = @@DATA@@;
const MOST = 1000000;

// A view, a seat or a text that the policy cannot read; the message is one sentence.
function fail(sentence) {
  throw new Error(sentence);
}

function has(object, key) {
  return Object.prototype.hasOwnProperty.call(object, key);
}

function whole(value) {
  return typeof value === "number" && Number.isInteger(value);
}

function isContainer(value) {
  return typeof value === "object" && value !== null;
}

function told(value) {
  return isContainer(value) ? "a list or an object" : value === undefined ? "missing" : JSON.stringify(value);
}

// ---- features: the interpreter; nets/micro/features.py explains the list that it reads ----------

function keyOf(value, where) {
  if (typeof value === "string" || whole(value)) return String(value);
  fail(`The field '${where}' of the view is ${told(value)}; it must be a text or a whole number.`);
}

function numberOf(value, where) {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (whole(value) && -MOST <= value && value <= MOST) return value;
  fail(`The field '${where}' of the view is ${told(value)}; it must be a whole number from -${MOST} to ${MOST}.`);
}

function sizeOf(value, where) {
  if (Array.isArray(value)) return value.length;
  if (isContainer(value)) return Object.keys(value).length;
  fail(`The field '${where}' of the view is ${told(value)}; it must be a list.`);
}

class Reader {
  constructor(view, player, players) {
    this.view = view;
    this.player = player;
    this.players = players;
    this.found = new Map();
    if (!whole(players) || !POLICY.players.includes(players))
      fail(`${told(players)} players are not possible; ${POLICY.game} has ${POLICY.players.join(", ")}.`);
    if (!whole(player) || player < 0 || player >= players)
      fail(`The seat ${told(player)} is not one of 0..${players - 1}.`);
    for (const path of Object.keys(POLICY.fields)) {
      for (let seat = 0; seat < (path.includes("@") ? players : 1); seat++) {
        const found = path === "" ? [[view, ""]] : this.leaves(path, seat);
        for (const [value, where] of found) this.checkNames(value, where, POLICY.fields[path]);
      }
    }
  }

  checkNames(value, where, known) {
    const what = where === "" ? "view" : `field '${where}' of the view`;
    if (!isContainer(value) || Array.isArray(value)) fail(`The ${what} must be an object.`);
    for (const name of Object.keys(value)) {
      if (!known.includes(name))
        fail(`The ${what} has an unknown field '${name}'; it may have ${known.join(", ")}.`);
    }
  }

  features() {
    const out = [];
    for (const feature of POLICY.features) {
      const seats = (feature.path || "").includes("@") ? feature.seats || POLICY.seats : 1;
      let size = 0;
      for (let relative = 0; relative < seats; relative++) {
        if (relative < this.players) {
          const counts = this.counts(feature, (this.player + relative) % this.players);
          const before = out.length;
          for (const count of counts) {
            if (feature.steps) for (const step of feature.steps) out.push(count >= step ? 1 : 0);
            else out.push(count * (has(feature, "scale") ? feature.scale : 1));
          }
          size = out.length - before;
        } else {
          for (let i = 0; i < size; i++) out.push(0);
        }
      }
    }
    return out;
  }

  counts(feature, seat) {
    if (feature.kind === "players") return feature.counts.map((count) => (count === this.players ? 1 : 0));
    let found = this.leaves(feature.path, seat);
    if (feature.kind === "number") {
      if (feature.via) {
        let through = [];
        for (const [value, where] of found)
          through = through.concat(this.leaves(`${feature.via}.${keyOf(value, where)}?`, seat));
        found = through;
      }
      return [found.reduce((sum, [value, where]) => sum + numberOf(value, where), 0)];
    }
    if (feature.kind === "size") return [found.reduce((sum, [value, where]) => sum + sizeOf(value, where), 0)];
    let out;
    if (feature.kind === "seat") {
      out = new Array(POLICY.seats).fill(0);
      for (const [value, where] of found) out[this.relative(value, where)] += 1;
      return out;
    }
    out = this.items(found, feature);
    for (const name of ["times", "minus"]) {
      if (!feature[name]) continue;
      const second = this.items(this.leaves(feature[name].path, seat), feature[name]);
      out = out.map((a, i) => (name === "times" ? a * second[i] : Math.max(0, a - second[i])));
    }
    if (!feature.group) return out;
    const sums = [];
    out.forEach((count, i) => {
      if (i % feature.group === 0) sums.push(0);
      sums[sums.length - 1] += count;
    });
    return sums;
  }

  items(found, feature) {
    const table = POLICY.tables[feature.table];
    const owners = Boolean(feature.owners);
    const each = owners ? POLICY.seats : 1;
    const out = new Array(table.size * each).fill(0);
    for (const [value, where] of found) {
      for (let [item, amount, place] of this.entries(value, where, owners)) {
        let seat = 0;
        if (owners) {
          if (amount === null) continue;
          const text = typeof amount === "string" && /^([A-Za-z0-9_]+) ([0-9]+)$/.exec(amount);
          if (text) {
            item = `${item} ${text[1]}`;
            amount = Number(text[2]);
          }
          seat = this.relative(amount, place);
          amount = 1;
        }
        if (!has(table.outputs, item))
          fail(`The field '${place}' of the view has ${told(item)}, which the policy for ${POLICY.game} does not know.`);
        for (const output of table.outputs[item]) out[output * each + seat] += amount;
      }
    }
    return out;
  }

  entries(value, where, owners) {
    if (!isContainer(value)) return [[keyOf(value, where), 1, where]];
    if (!Array.isArray(value)) {
      return Object.keys(value).map((key) => {
        const place = `${where}.${key}`;
        return [key, owners ? value[key] : numberOf(value[key], place), place];
      });
    }
    const out = [];
    value.forEach((entry, i) => {
      const place = `${where}.${i}`;
      if (Array.isArray(entry)) {
        if (entry.length !== 2) fail(`The field '${place}' of the view must be a pair.`);
        out.push([keyOf(entry[0], place), owners ? entry[1] : 1, place]);
      } else if (entry !== null && entry !== undefined) {
        out.push([keyOf(entry, place), 1, place]);
      }
    });
    return out;
  }

  relative(value, where) {
    if (!whole(value) || value < 0 || value >= this.players)
      fail(`The field '${where}' of the view is ${told(value)}; it must be a seat from 0 to ${this.players - 1}.`);
    return (value - this.player + this.players) % this.players;
  }

  leaves(path, seat) {
    const known = this.found.get(`${path} ${seat}`);
    if (known) return known;
    const dot = path.lastIndexOf(".");
    const part = path.slice(dot + 1);
    const optional = part.endsWith("?");
    const name = part.replace(/\?+$/, "");
    const out = [];
    for (const [value, where] of dot < 0 ? [[this.view, ""]] : this.leaves(path.slice(0, dot), seat)) {
      for (const key of this.keys(value, where, name, seat)) {
        const place = where === "" ? String(key) : `${where}.${key}`;
        const there = has(value, key) ? value[key] : null;
        if (there !== null && there !== undefined) out.push([there, place]);
        else if (!optional) fail(`The field '${place}' of the view is missing.`);
      }
    }
    this.found.set(`${path} ${seat}`, out);
    return out;
  }

  keys(value, where, name, seat) {
    if (!isContainer(value))
      fail(`The field '${where}' of the view is ${told(value)}; it must be a list or an object.`);
    const keys = Object.keys(value);
    if (name === "@") {
      if (keys.length !== this.players)
        fail(`The field '${where}' of the view has ${keys.length} entries; there are ${this.players} players.`);
      return [seat];
    }
    if (name === "*") return keys;
    if (Array.isArray(value) && /^-[0-9]+$/.test(name)) return [Number(name) + value.length];
    return [name];
  }
}

// ---- the network ---------------------------------------------------------------------------------

// Layers as [outputs, inputs, weights from -127 to 127, scale of each row, biases].
function decode() {
  const bytes = typeof atob === "function"
    ? Uint8Array.from(atob(POLICY.weights), (c) => c.charCodeAt(0))
    : new Uint8Array(Buffer.from(POLICY.weights, "base64"));
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = (entry) => {
    const out = new Float64Array(entry.shape[0]);
    for (let i = 0; i < out.length; i++) out[i] = data.getFloat32(entry.offset + 4 * i, true);
    return out;
  };
  const layers = [];
  for (let i = 0; i < POLICY.layers.length; i += 3) {
    const [outputs, inputs] = POLICY.layers[i].shape;
    const weights = new Int8Array(bytes.buffer, bytes.byteOffset + POLICY.layers[i].offset, outputs * inputs);
    layers.push([outputs, inputs, weights, floats(POLICY.layers[i + 1]), floats(POLICY.layers[i + 2])]);
  }
  return layers;
}

let layers = null;

// The logit of each legal action, from the features.
function logits(x, actions) {
  layers = layers || decode();
  layers.forEach(([outputs, inputs, weights, scale, bias], number) => {
    const out = new Array(outputs);
    const used = [];
    for (let i = 0; i < inputs; i++) if (number > 0 ? x[i] > 0 : x[i] !== 0) used.push(i);
    for (let o = 0; o < outputs; o++) {
      let sum = 0;
      for (const i of used) sum += weights[o * inputs + i] * x[i];
      out[o] = sum * scale[o] + bias[o];
    }
    x = out;
  });
  return actions.map((action) => POLICY.actions[action].slice(1).reduce((sum, head) => sum + x[head], 0));
}

function numbers(players, legal) {
  if (!Array.isArray(legal) || legal.length === 0) fail("The legal actions must be a list of texts, at least one.");
  const known = new Map();
  POLICY.actions.forEach((row, i) => {
    if (row[0] !== null) known.set(row[0], i);
  });
  const own = POLICY.texts[players] || {};
  for (const text of Object.keys(own)) known.set(text, own[text]);
  return legal.map((text) => {
    if (typeof text !== "string" || !known.has(text))
      fail(`The action ${told(text)} is unknown in ${POLICY.game} with ${players} players.`);
    return known.get(text);
  });
}

// ---- what a site calls ---------------------------------------------------------------------------

function features(view, player, players) {
  return new Reader(view, player, players).features();
}

// The score of each legal action, in their order: the higher, the likelier.
function scores(view, player, players, legal) {
  const x = features(view, player, players);
  return logits(x, numbers(players, legal));
}

// The best of the legal actions; with a function `random` (such as Math.random) one drawn by scores.
function choose(view, player, players, legal, random) {
  const found = scores(view, player, players, legal);
  const best = Math.max(...found);
  if (typeof random !== "function") return legal[found.indexOf(best)];
  const shares = found.map((score) => Math.exp((score - best) / POLICY.temperature));
  let rest = random() * shares.reduce((sum, share) => sum + share, 0);
  for (let i = 0; i < legal.length; i++) {
    rest -= shares[i];
    if (rest < 0) return legal[i];
  }
  return legal[found.indexOf(best)];
}

const bot = { game: POLICY.game, fingerprint: "@@FINGERPRINT@@", choose, scores, features };
root.desgarrada = root.desgarrada || {};
root.desgarrada[POLICY.game] = bot;
if (typeof module === "object" && module.exports) module.exports = bot;
})(typeof globalThis === "object" ? globalThis : typeof self === "object" ? self : this);
