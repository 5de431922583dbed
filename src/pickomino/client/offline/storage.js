/**
 * Keeps rooms and finished games in IndexedDB; Python uses it as its store. If the browser refuses
 * the database or it is full, everything that follows is kept in memory, and the page says so.
 */

/** @typedef {"blocked" | "full"} Reason */
/** @typedef {[version: number, digest: string]} Head */
/** @typedef {{code: string, head: Head, at: number}} Room */
/** @typedef {{room: string, version: number, row: string}} Row */
/** @typedef {{before: Head, after: Head, rows: string[]}} Batch */

const DATABASE = "pickomino";
const VERSION = 1;
const CHANNEL = "pickomino-rooms";

export class RoomStorage {
  /** @type {IDBDatabase | null} */
  #database = null;
  /** Rooms and games that are kept in memory. @type {Map<string, {head: Head, rows: string[]}>} */
  #rooms = new Map();
  /** @type {Map<string, string | null>} */
  #games = new Map();
  #isFull = false;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  #onUnkept;
  #onReplaced;

  /**
   * @param {(reason: Reason) => void} onUnkept called once, when games are no longer kept
   * @param {() => void} onReplaced called when a newer version of the site needs the database
   */
  constructor(onUnkept, onReplaced) {
    this.#onUnkept = onUnkept;
    this.#onReplaced = onReplaced;
  }

  /**
   * @param {(code: string, version: number) => void} onChange called when another tab has changed
   *   a room
   */
  async open(onChange) {
    await this.#connect();
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.addEventListener("message", ({ data }) => onChange(data.code, data.version));
  }

  async #connect() {
    try {
      const database = await openDatabase();
      database.onversionchange = () => {
        database.close();
        this.#onReplaced();
      };
      // The browser has closed the database, for example to delete what the site has stored.
      database.onclose = () => void this.#connect();
      this.#database = database;
    } catch {
      this.#database = null;
      this.#onUnkept("blocked");
    }
  }

  /** Return the rows of a room as a JSON list. @param {string} code */
  async load(code) {
    const kept = this.#rooms.get(code);
    return `[${(kept?.rows ?? (await this.#storedRows(code))).join(",")}]`;
  }

  /**
   * Append to a room, and store the game that ends. Return -1, or the version of the room if it is
   * not the expected one.
   * @param {string} code
   * @param {string} batchText
   * @param {string} game empty if no game ends
   */
  async append(code, batchText, game) {
    /** @type {Batch} */
    const batch = JSON.parse(batchText);
    if (this.#database && !this.#isFull && !this.#rooms.has(code)) {
      try {
        const conflict = await this.#appendStored(code, batch, game);
        if (conflict < 0) this.#channel?.postMessage({ code, version: batch.after[0] });
        return conflict;
      } catch (error) {
        this.#becomeFull(error);
      }
    }
    return this.#appendInMemory(code, batch, game);
  }

  /** Return the codes of all rooms, the latest first. */
  async codes() {
    const stored = await this.#read("rooms", (store) => store.getAll());
    const codes = /** @type {Room[]} */ (stored).sort((a, b) => b.at - a.at).map((r) => r.code);
    return JSON.stringify([...new Set([...this.#rooms.keys(), ...codes])]);
  }

  /** @param {string} code */
  async delete(code) {
    this.#rooms.delete(code);
    await this.#write(["rooms", "rows"], ([rooms, rows]) => {
      rooms?.delete(code);
      rows?.delete(rangeOf(code));
    });
  }

  /** Return all finished games as a JSON list. */
  async games() {
    const stored = await this.#read("games", (store) => store.getAll());
    const kept = [...this.#games].flatMap(([, text]) => text ?? []);
    const own = /** @type {{id: string, text: string}[]} */ (stored)
      .filter(({ id }) => !this.#games.has(id))
      .map(({ text }) => text);
    return `[${[...own, ...kept].join(",")}]`;
  }

  /** @param {string} text a game as JSON */
  async keep(text) {
    const { id } = JSON.parse(text);
    const isStored = await this.#write(["games"], ([games]) => {
      games?.put({ id, text });
    });
    if (!isStored) this.#games.set(id, text);
  }

  /** @param {string} id */
  async drop(id) {
    this.#games.set(id, null);
    await this.#write(["games"], ([games]) => {
      games?.delete(id);
    });
  }

  /** @param {string} code @returns {Promise<string[]>} */
  async #storedRows(code) {
    const rows = await this.#read("rows", (store) => store.getAll(rangeOf(code)));
    return /** @type {Row[]} */ (rows).map(({ row }) => row);
  }

  /** @param {string} code @param {Batch} batch @param {string} game */
  #appendStored(code, { before, after, rows }, game) {
    const database = /** @type {IDBDatabase} */ (this.#database);
    return new Promise((resolve, reject) => {
      const change = database.transaction(["rooms", "rows", "games"], "readwrite", {
        durability: "strict",
      });
      let conflict = -1;
      const room = change.objectStore("rooms").get(code);
      room.onsuccess = () => {
        /** @type {Head | undefined} */
        const head = room.result?.head;
        if (head ? head[0] !== before[0] || head[1] !== before[1] : before[0] !== 0) {
          conflict = head?.[0] ?? 0;
          return;
        }
        try {
          change.objectStore("rooms").put({ code, head: after, at: Date.now() });
          for (const [index, row] of rows.entries())
            change.objectStore("rows").put({ room: code, version: before[0] + index + 1, row });
          if (game) change.objectStore("games").put({ id: JSON.parse(game).id, text: game });
        } catch (error) {
          change.abort();
          reject(error);
        }
      };
      change.oncomplete = () => resolve(conflict);
      change.onabort = () => reject(change.error);
    });
  }

  /** @param {string} code @param {Batch} batch @param {string} game */
  async #appendInMemory(code, { before, after, rows }, game) {
    const stored = this.#rooms.get(code)?.rows ?? (await this.#storedRows(code));
    if (stored.length !== before[0]) return stored.length;
    this.#rooms.set(code, { head: after, rows: [...stored, ...rows] });
    if (game) this.#games.set(JSON.parse(game).id, game);
    return -1;
  }

  /** @param {unknown} error */
  #becomeFull(error) {
    console.warn("games are no longer stored:", error);
    if (!this.#isFull) this.#onUnkept("full");
    this.#isFull = true;
  }

  /**
   * @param {string} name
   * @param {(store: IDBObjectStore) => IDBRequest} ask
   * @returns {Promise<any>} an empty list if nothing can be read
   */
  async #read(name, ask) {
    if (!this.#database) return [];
    const request = ask(this.#database.transaction(name).objectStore(name));
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /**
   * @param {string[]} names
   * @param {(stores: IDBObjectStore[]) => void} change
   * @returns {Promise<boolean>} whether the change is stored
   */
  async #write(names, change) {
    if (!this.#database) return false;
    const transaction = this.#database.transaction(names, "readwrite");
    try {
      await new Promise((resolve, reject) => {
        change(names.map((name) => transaction.objectStore(name)));
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return true;
    } catch (error) {
      this.#becomeFull(error);
      return false;
    }
  }
}

/** @param {string} code */
function rangeOf(code) {
  return IDBKeyRange.bound([code, 0], [code, Number.MAX_SAFE_INTEGER]);
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      database.createObjectStore("rooms", { keyPath: "code" });
      database.createObjectStore("rows", { keyPath: ["room", "version"] });
      database.createObjectStore("games", { keyPath: "id" });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("another version is open"));
  });
}
