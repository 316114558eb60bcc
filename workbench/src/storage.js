// What the browser keeps: the files with their undo, in IndexedDB. One tab keeps them, others say so.
const NAME = "bml-workbench", STORE = "notes", KEY = "files";

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const open = () => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
};

export class Storage {
  // Whether these notes are ours to keep: "ours", "otherTab" or "noStorage".
  async begin() {
    try {
      this.database = await open();
    } catch {
      return "noStorage";
    }
    if (!navigator.locks) return "ours";
    const isFree = await new Promise((resolve) => {
      navigator.locks.request(NAME, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        // Kept as long as the tab lives.
        return lock ? new Promise(() => {}) : undefined;
      });
    });
    return isFree ? "ours" : "otherTab";
  }

  async read() {
    return this.database ? done(this.database.transaction(STORE).objectStore(STORE).get(KEY)) : undefined;
  }

  async write(value) {
    const transaction = this.database.transaction(STORE, "readwrite", { durability: "relaxed" });
    transaction.objectStore(STORE).put(value, KEY);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  }

  async forget() {
    if (this.database) await done(this.database.transaction(STORE, "readwrite").objectStore(STORE).clear());
    localStorage.clear();
  }
}
