/** The practice page: the themes, and the current puzzle. */

import { PracticeLog } from "../profile/practice-log.js";
import { make, put } from "../shared/dom.js";
import { _, THEMES } from "../shared/i18n.js";
import { loadPage } from "../shared/page-loader.js";
import { pageAddress } from "../shared/site.js";
import { today } from "./days.js";
import { dueText, OWN, PracticeQuestion } from "./practice-question.js";
import { loadPractice } from "./puzzle-loader.js";

const NOTES = {
  damaged: () => _("Your stored practice is damaged: the rating starts again."),
  forbidden: () => _("Nothing can be kept here: the rating ends with this session."),
};

await loadPage(_("Practice"), async (main) => {
  const entries = await loadPractice(today());
  const log = new PracticeLog();
  const wanted = new URL(location.href).searchParams.get("theme") ?? "";
  const theme = wanted in THEMES ? wanted : "";
  const element = new PracticeQuestion();
  const panel = make("section.panel.card.practice-themes", {
    "aria-labelledby": "themes-title",
  });
  const showThemes = () => put(panel, ...themes(log, theme));
  element.addEventListener("answered", showThemes);
  showThemes();
  put(main, element, panel);
  await element.show(entries, log, theme);
});

/** @param {PracticeLog} log @param {string} chosen */
function themes(log, chosen) {
  const due = log.due(today()).length;
  const names = { "": _("Everything"), ...THEMES };
  return [
    make("h2", { id: "themes-title" }, _("What to practise")),
    log.problem !== "" && make("p.daily-note", { role: "note" }, NOTES[log.problem]()),
    make("p", dueText(due)),
    make(
      "ul.themes.wrap",
      ...Object.entries(names).map(([name, title]) =>
        make(
          "li",
          make(
            "a.button",
            {
              href: pageAddress(name === "" ? "/practice" : `/practice?theme=${name}`),
              "aria-current": name === chosen ? "page" : null,
            },
            name === OWN && due > 0 ? `${title} (${due})` : title,
          ),
        ),
      ),
    ),
    make(
      "p",
      make("a", { href: pageAddress("/daily") }, _("Today’s five")),
      " ",
      make("a", { href: pageAddress("/profile") }, _("My profile")),
    ),
  ];
}
