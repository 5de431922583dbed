/** The page of the five of a day. */

import { Refusal } from "../api.js";
import { put } from "../dom.js";
import { load } from "../loading.js";
import { _ } from "../texts.js";
import { DailyFive } from "./daily-five.js";
import { calendar, resultPanel } from "./daily-result.js";
import { A_DAY, five, isDay, packFor, readPack, today } from "./packs.js";
import { DailyLog } from "./scores.js";

const place = /** @type {HTMLElement} */ (document.querySelector("[data-packs]"));
/** @type {import("./packs.js").PackFile[]} */
const files = JSON.parse(place.dataset["packs"] ?? "[]");

await load(_("Today’s five"), async (main) => {
  const now = today();
  const wanted = new URL(location.href).searchParams.get("date") ?? now;
  const day = isDay(wanted) && wanted <= now && packFor(files, wanted) ? wanted : now;
  const log = new DailyLog();
  const first = files[0]?.starts ?? now;
  const showResult = () => {
    document.body.classList.remove("table-page");
    put(main, resultPanel(day, log), calendar(first, now, log, day));
    document.title = _("The five for {date}", { date: day }) + " · " + _("Pickomino");
    /** @type {HTMLElement | null} */ (main.querySelector("h1"))?.focus();
  };
  if (log.costs(day).length === A_DAY) {
    showResult();
    return;
  }
  const puzzles = await puzzlesOf(day);
  const element = new DailyFive();
  element.addEventListener("done", showResult);
  put(main, element, calendar(first, now, log, day));
  element.show(day, puzzles, log);
});

/** @param {string} day */
async function puzzlesOf(day) {
  const file = packFor(files, day);
  if (!file) throw new Refusal({ code: "no_such_page" });
  const answer = await fetch(file.address).catch(() => null);
  if (!answer?.ok) throw new Refusal({ code: "lost_server" });
  return five(readPack(await answer.text()), day);
}
