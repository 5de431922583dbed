/**
 * Keeps rooms and finished games in IndexedDB; Python uses it as its store. If the browser refuses
 * or closes the database, or it is full, everything that follows is kept in memory, and the page
 * says so.
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
  /** Whether the database takes everything that is to be kept. */
  #isKept = true;
  /**
   * The rows of rooms in use, also of stored ones: the database may be gone at the next move.
   * @type {Map<string, string[]>}
   */
  #rows = new Map();
  /** Rooms that are kept in memory only. @type {Set<string>} */
  #unkept = new Set();
  /** Games that are kept in memory; null if deleted. @type {Map<string, string | null>} */
  #games = new Map();
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
      // The browser deletes what the site has stored, or the disk fails.
      database.onclose = () => {
        this.#database = null;
        this.#stopKeeping(new Error("the browser has closed the database"));
      };
      this.#database = database;
    } catch (error) {
      this.#stopKeeping(error);
    }
  }

  /** Return the rows of a room as a JSON list. @param {string} code */
  async load(code) {
    return `[${(await this.#rowsOf(code)).join(",")}]`;
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
    if (this.#isKept && !this.#unkept.has(code)) {
      try {
        const conflict = await this.#appendStored(code, batch, game);
        if (conflict < 0) {
          this.#rows.set(code, [...(this.#rows.get(code) ?? []), ...batch.rows]);
          this.#channel?.postMessage({ code, version: batch.after[0] });
        }
        return conflict;
      } catch (error) {
        this.#stopKeeping(error);
      }
    }
    return this.#appendInMemory(code, batch, game);
  }

  /** Return the codes of all rooms, the latest first. */
  async codes() {
    /** @type {Room[]} */
    const stored = (await this.#read("rooms", (store) => store.getAll())) ?? [];
    const codes = stored.sort((a, b) => b.at - a.at).map((room) => room.code);
    return JSON.stringify([...new Set([...this.#unkept, ...codes])]);
  }

  /** @param {string} code */
  async delete(code) {
    this.#rows.delete(code);
    this.#unkept.delete(code);
    await this.#write(["rooms", "rows"], ([rooms, rows]) => {
      rooms?.delete(code);
      rows?.delete(rangeOf(code));
    });
  }

  /** Return all finished games as a JSON list. */
  async games() {
    /** @type {{id: string, text: string}[]} */
    const stored = (await this.#read("games", (store) => store.getAll())) ?? [];
    const kept = [...this.#games].flatMap(([, text]) => text ?? []);
    const own = stored.filter(({ id }) => !this.#games.has(id)).map(({ text }) => text);
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
  async #rowsOf(code) {
    if (!this.#unkept.has(code)) {
      /** @type {Row[] | null} */
      const stored = await this.#read("rows", (store) => store.getAll(rangeOf(code)));
      const rows = stored?.map(({ row }) => row);
      // Another tab may have changed the room.
      if (rows) this.#rows.set(code, rows);
    }
    return this.#rows.get(code) ?? [];
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
  async #appendInMemory(code, { before, rows }, game) {
    const known = await this.#rowsOf(code);
    if (known.length !== before[0]) return known.length;
    this.#rows.set(code, [...known, ...rows]);
    this.#unkept.add(code);
    if (game) this.#games.set(JSON.parse(game).id, game);
    return -1;
  }

  /** @param {unknown} error */
  #stopKeeping(error) {
    console.info("games are no longer stored:", error);
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    if (this.#isKept) this.#onUnkept(isFull ? "full" : "blocked");
    this.#isKept = false;
  }

  /**
   * @param {string} name
   * @param {(store: IDBObjectStore) => IDBRequest} ask
   * @returns {Promise<any>} null if nothing can be read
   */
  async #read(name, ask) {
    if (!this.#database) return null;
    try {
      const request = ask(this.#database.transaction(name).objectStore(name));
      return await new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    } catch (error) {
      this.#stopKeeping(error);
      return null;
    }
  }

  /**
   * @param {string[]} names
   * @param {(stores: IDBObjectStore[]) => void} change
   * @returns {Promise<boolean>} whether the change is stored
   */
  async #write(names, change) {
    if (!this.#database) return false;
    try {
      const transaction = this.#database.transaction(names, "readwrite");
      await new Promise((resolve, reject) => {
        change(names.map((name) => transaction.objectStore(name)));
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return true;
    } catch (error) {
      this.#stopKeeping(error);
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
