import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SITE = "https://worms.example/games/";
const NETWORK = "networks/abc/network-2.bin";
const source = await readFile(
  new URL("../../src/pickomino/client/offline/service-worker.js", import.meta.url),
  "utf8",
);

/** A browser's caches, by their name; the values are maps from addresses to texts. */
class Caches {
  /** @type {Map<string, Map<string, string>>} */
  stored = new Map();

  /** @param {string} name */
  async open(name) {
    const files = this.stored.get(name) ?? new Map();
    this.stored.set(name, files);
    return {
      match: async (/** @type {string} */ url) => answer(files.get(url)),
      put: async (/** @type {string} */ url, /** @type {Response} */ response) =>
        void files.set(url, await response.text()),
    };
  }

  /** @param {string} url */
  async match(url) {
    return answer([...this.stored.values()].map((files) => files.get(url)).find(Boolean));
  }

  keys = async () => [...this.stored.keys()];
  delete = async (/** @type {string} */ name) => this.stored.delete(name);
}

/** @param {string | undefined} text */
const answer = (text) => (text === undefined ? undefined : new Response(text));

/** A server, the browser's caches, and versions of the service worker that share both. */
class Browser {
  caches = new Caches();
  /** @type {Record<string, string>} */
  folder = {};
  /** @type {string[]} */
  requests = [];
  isOnline = true;

  /** Replace the files on the server. @param {Record<string, string>} folder */
  upload(folder) {
    this.folder = folder;
  }

  /** Return the service worker of the folder's version. @param {string} version */
  worker(version) {
    /** @type {Record<string, (event: any) => void>} */
    const listeners = {};
    const events = /** @type {string[]} */ ([]);
    const self = {
      location: { href: `${SITE}service-worker.js` },
      addEventListener: (/** @type {string} */ type, /** @type {any} */ listener) => {
        listeners[type] = listener;
      },
      skipWaiting: () => events.push("skips waiting"),
      clients: { claim: async () => events.push("claims pages") },
    };
    const { caches } = this;
    const fetch = (/** @type {string} */ url, /** @type {any} */ options) =>
      this.fetch(url, options);
    const head = `const VERSION = "${version}"; const FILES = ${JSON.stringify(this.folder)};`;
    runInNewContext(head + source, { self, caches, fetch, URL, Response, Promise });
    const send = async (/** @type {string} */ type, /** @type {any} */ event = {}) => {
      /** @type {Promise<any>[]} */
      const waits = [];
      const keep = (/** @type {Promise<any>} */ wait) => waits.push(wait);
      listeners[type]?.({ ...event, waitUntil: keep, respondWith: keep });
      return (await Promise.all(waits))[0];
    };
    return {
      events,
      install: () => send("install"),
      activate: () => send("activate"),
      post: (/** @type {unknown} */ data) => send("message", { data }),
      /** Return the text of a file, or undefined if the worker leaves the request alone. */
      read: async (/** @type {string} */ name, method = "GET") => {
        const request = { url: SITE + name, method };
        return (await send("fetch", { request }))?.text();
      },
    };
  }

  /** Files are their own digests here. @param {string} url @param {{integrity: string}} options */
  async fetch(url, { integrity }) {
    const name = url.slice(SITE.length);
    this.requests.push(name);
    if (!this.isOnline) throw new TypeError("offline");
    const text = this.folder[name];
    if (text === undefined) return new Response("", { status: 404 });
    if (text !== integrity) throw new TypeError("the digest does not match");
    return new Response(text);
  }
}

const OLD = { "en/index.html": "old page", "client/1/a.js": "old script", [NETWORK]: "network" };
const NEW = { "en/index.html": "new page", "client/2/a.js": "new script", [NETWORK]: "network" };

/** Return a browser that keeps the old version. */
async function visited() {
  const browser = new Browser();
  browser.upload(OLD);
  const worker = browser.worker("old");
  await worker.install();
  await worker.activate();
  return { browser, worker };
}

test("pages of one version get no file of another", async () => {
  const { browser, worker } = await visited();
  browser.upload(NEW);
  const next = browser.worker("new");
  await next.install();
  assert.equal(await worker.read("en/index.html"), "old page");
  assert.equal(await worker.read("client/1/a.js"), "old script");
  assert.equal(await worker.read("client/2/a.js"), undefined);
  await next.activate();
  assert.equal(await next.read("en/index.html"), "new page");
  assert.deepEqual(await browser.caches.keys(), ["pickomino /games/ new"]);
});

test("a version is not installed if a file on the server is of another one", async () => {
  const { browser, worker } = await visited();
  browser.upload(NEW);
  const next = browser.worker("new");
  browser.upload({ ...NEW, "client/2/a.js": "newest script" });
  await assert.rejects(next.install(), /digest/);
  browser.upload({ "en/index.html": "newest page" });
  await assert.rejects(next.install());
  assert.equal(await worker.read("en/index.html"), "old page");
});

test("a network is loaded when it is first needed, and stays when a new version comes", async () => {
  const { browser, worker } = await visited();
  assert.ok(!browser.requests.includes(NETWORK));
  assert.equal(await worker.read(NETWORK), "network");
  browser.upload(NEW);
  const next = browser.worker("new");
  await next.install();
  await next.activate();
  browser.isOnline = false;
  assert.equal(await next.read(NETWORK), "network");
});

test("a network that a page loaded before is kept when the page says so", async () => {
  const { browser, worker } = await visited();
  await worker.post(SITE + NETWORK);
  await worker.post("https://other.example/file");
  browser.isOnline = false;
  assert.equal(await worker.read(NETWORK), "network");
});

test("the first page belongs to the worker at once, and a later version waits", async () => {
  const { browser, worker } = await visited();
  assert.deepEqual(worker.events, ["claims pages"]);
  const next = browser.worker("new");
  await next.install();
  assert.deepEqual(next.events, []);
  await next.post("activate");
  assert.deepEqual(next.events, ["skips waiting"]);
});

test("requests for other files and other methods go to the network", async () => {
  const { worker } = await visited();
  assert.equal(await worker.read("en/unknown.html"), undefined);
  assert.equal(await worker.read("en/index.html", "POST"), undefined);
  assert.equal(await worker.read("en/"), "old page");
});
