// Questions to the worker: one after another, each with a budget. A worker that takes longer, or dies, is replaced.

export class Asking {
  constructor({ onState }) {
    this.onState = onState;
    this.waiting = [];
    this.current = null;
    this.number = 0;
    this.sent = new Map();
  }

  // Begin, unless it has begun; what was asked before waits until then.
  start() {
    if (this.worker || this.dead) return;
    this.onState("loading");
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
      this.end("noWasm");
      return;
    }
    this.sent.clear();
    this.isReady = false;
    this.worker = new Worker(new URL("./worker.js", location.href), { type: "module", name: "bml" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => { event.preventDefault(); this.replace("crashed"); };
    this.worker.onmessageerror = () => this.replace("crashed");
    this.next();
  }

  // Answer nothing any more, for this reason.
  end(reason) {
    this.dead = reason;
    this.onState(reason);
    for (const each of this.waiting.splice(0)) each.reject(Object.assign(new Error(reason), { reason }));
  }

  hear(data) {
    if (data.ready) {
      this.isReady = true;
      this.starts = 0;
      this.onState("ready");
      // The time of loading is not that of the question.
      if (this.current) this.watch();
      return;
    }
    if (data.failed !== undefined) console.error(data.failed);
    if (data.failed !== undefined && data.id === undefined) {
      this.replace("crashed");
      return;
    }
    const asked = this.current;
    if (!asked || data.id !== asked.id) return;
    if (data.failed !== undefined) {
      this.replace("crashed");
      return;
    }
    this.finish();
    asked.resolve(JSON.parse(data.answer));
    this.next();
  }

  finish() {
    clearTimeout(this.timer);
    this.current = null;
  }

  // End the worker and begin another one; what was asked is answered by the reason.
  replace(reason) {
    const asked = this.current;
    this.finish();
    this.worker?.terminate();
    this.worker = undefined;
    this.starts = (this.starts ?? 0) + 1;
    asked?.reject(Object.assign(new Error(reason), { reason, seconds: asked.budget / 1000 }));
    if (this.starts > 3) {
      this.end("failed");
      return;
    }
    this.start();
  }

  // Ask: `key` names the kind of question, and a later one of the kind takes the place of one that waits.
  ask(key, files, run, { wanted = [], once = false, budget = 20_000 } = {}) {
    if (this.dead) return Promise.reject(Object.assign(new Error(this.dead), { reason: this.dead }));
    return new Promise((resolve, reject) => {
      const older = this.waiting.findIndex((each) => each.key === key);
      const asked = { id: ++this.number, key, files, run, wanted, once, budget, resolve, reject };
      if (older >= 0) {
        this.waiting[older].reject(Object.assign(new Error("replaced"), { reason: "replaced" }));
        this.waiting.splice(older, 1);
      }
      this.waiting.push(asked);
      this.next();
    });
  }

  next() {
    if (!this.worker || this.current || !this.waiting.length) return;
    const asked = this.waiting.shift();
    this.current = asked;
    // Only what has changed is sent.
    const changed = {};
    for (const [name, text] of asked.files) if (this.sent.get(name) !== text) changed[name] = text;
    for (const name of this.sent.keys()) if (!asked.files.has(name)) changed[name] = null;
    this.sent = new Map(asked.files);
    this.worker.postMessage({ id: asked.id, question: { files: changed, run: asked.run, wanted: asked.wanted, once: asked.once, key: asked.key } });
    if (this.isReady) this.watch();
  }

  watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.replace("late"), this.current.budget);
  }
}
