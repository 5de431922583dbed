import assert from "node:assert/strict";
import { test } from "node:test";
import { linkIn, serverIn } from "../../src/pickomino/client/offline/server-link.js";

test("a server's address may be typed without its scheme", () => {
  assert.equal(serverIn(" worms.example:8000 ")?.origin, "https://worms.example:8000");
  assert.equal(serverIn("http://192.168.1.5:8000/table")?.origin, "http://192.168.1.5:8000");
});

test("what is no address of a web server is refused", () => {
  for (const text of ["", "  ", "two words", "ftp://worms.example", "javascript://%0aalert(1)"])
    assert.equal(serverIn(text), null, text);
});

test("only the link of a table leads to a table", () => {
  const link = "https://worms.example/table/ABCD2345";
  assert.equal(linkIn(` ${link} `), link);
  for (const text of [
    "ABCD 2345",
    "https://worms.example/",
    `${link}/more`,
    "data:/table/ABCD2345",
  ])
    assert.equal(linkIn(text), null, text);
});
