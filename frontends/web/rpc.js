// JSON-RPC 2.0 over one WebSocket that comes back by itself; over HTTP while there is none.

const LONGEST = 8000; // milliseconds between two attempts to connect
const POLL = 1500; // milliseconds between two looks at a table where WebSockets are barred

export class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export class Rpc {
  constructor() {
    this.socket = null;
    this.waiting = new Map(); // id -> [resolve, reject]
    this.watched = new Map(); // token -> {listener, table, seat}
    this.onState = () => {};
    this.number = 0;
    this.failures = 0;
  }

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
    socket.onopen = () => {
      this.socket = socket;
      this.failures = 0;
      this.onState(true);
      for (const token of this.watched.keys()) this.#watch(token);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      this.socket = null;
      for (const [, reject] of this.waiting.values()) {
        reject(new RpcError(0, "The connection to the table is lost; it is being renewed."));
      }
      this.waiting.clear();
      this.failures += 1;
      this.onState(false);
      setTimeout(() => this.connect(), Math.min(LONGEST, 250 * 2 ** this.failures));
    };
  }

  // Returns the result; a refusal is an RpcError with the server's sentence. `begun` is told the id.
  async call(method, params = {}, begun = () => {}) {
    const id = ++this.number;
    const message = { jsonrpc: "2.0", id, method, params };
    if (this.socket === null) return this.#post(message);
    begun(id);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, [resolve, reject]);
      this.socket.send(JSON.stringify(message));
    });
  }

  // Calls `listener` with each VIEW of the seat, the first at once.
  watch(token, listener) {
    this.watched.set(token, { listener, table: null, seat: null });
    if (this.socket !== null) this.#watch(token);
    else this.#poll(token);
  }

  forget(token) {
    this.watched.delete(token);
  }

  #watch(token) {
    return this.#look("table.watch", token);
  }

  async #look(method, token) {
    const seated = this.watched.get(token);
    try {
      const view = await this.call(method, { token });
      if (this.watched.get(token) !== seated) return; // it was forgotten meanwhile
      Object.assign(seated, { table: view.table, seat: view.seat });
      seated.listener(view, null);
    } catch (error) {
      if (error.code && this.watched.get(token) === seated) seated.listener(null, error);
    }
  }

  async #poll(token) {
    if (!this.watched.has(token) || this.socket !== null) return;
    await this.#look("table.view", token);
    setTimeout(() => this.#poll(token), POLL);
  }

  async #post(message) {
    let reply;
    try {
      const response = await fetch("/rpc", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(message),
      });
      reply = await response.json();
    } catch {
      throw new RpcError(0, "The server does not answer.");
    }
    if (reply.error) throw new RpcError(reply.error.code, reply.error.message);
    return reply.result;
  }

  #receive(message) {
    if (message.method === "table.changed") {
      const view = message.params;
      for (const seated of this.watched.values()) {
        if (seated.table === view.table && seated.seat === view.seat) seated.listener(view, null);
      }
      return;
    }
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    if (message.error) waiting[1](new RpcError(message.error.code, message.error.message));
    else waiting[0](message.result);
  }
}
