/** What a finished game leads to: the profile, the next bot to beat, the costliest decision. */

import { beaten, computeFigures } from "../profile/figures.js";
import { GameLog, recordGame } from "../profile/game-log.js";
import { createRoom, problemText, sendCommand } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { button, make, put } from "../shared/dom.js";
import { _, BOTS, botTitle, language } from "../shared/i18n.js";
import { pageAddress } from "../shared/site.js";
import { saveItem } from "../shared/storage.js";
import { isMatchOpen, personSeat } from "../shared/table-settings.js";

/** @import { PlayedGame } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */

/** The storage key of the rivals chosen for "Play now". */
const RIVALS = "pickomino.rivals";

/**
 * Save a game to this device's profile, and show what it leads to if one player here has one seat.
 * @param {HTMLElement} place
 * @param {View} view
 * @param {boolean} isWin whether this player has won alone
 */
export async function showWhatNext(place, view, isWin) {
  const { code, game_id: id, seats } = view;
  const own = seats.flatMap((seat, index) => (seat.is_yours ? [index] : []));
  const before = Object.values(new GameLog().games);
  // If the request fails, the profile page tries again.
  const game = { id, code, seats: own, ended_at: Date.now() / 1000 };
  await recordGame(new GameLog(), game).catch(() => undefined);
  const after = Object.values(new GameLog().games);
  if (own.length !== 1) return;
  put(place, ...buttons(view, own[0] ?? 0, isWin, after), profileLine(before, after));
}

/**
 * @param {View} view
 * @param {number} seat of the player here
 * @param {boolean} isWin
 * @param {readonly PlayedGame[]} games
 */
function buttons(view, seat, isWin, games) {
  const address = pageAddress(
    `/review/${encodeURIComponent(view.game_id)}/try?seat=${seat}&worst=1`,
  );
  const rivals = view.seats.filter((_seat, index) => index !== seat);
  const isLadderGame = isWin && !isMatchOpen(view) && rivals.every(({ kind }) => kind === "bot");
  const strongest = Math.max(...rivals.map(({ bot }) => BOTS.indexOf(bot.split(":")[0] ?? "")));
  const known = beaten(games);
  const next = BOTS.slice(strongest + 1).find((bot) => !known.has(bot));
  return [
    isLadderGame && next !== undefined && nextBotButton(view, seat, next),
    // A review that is only an estimate finds no mistakes.
    view.has_verdict &&
      make("a.button", { href: address }, iconSvg("undo"), _("Puzzle from this game")),
  ];
}

/**
 * Create a button that starts a game by the same rules against the next bot of the ladder.
 * @param {View} view
 * @param {number} seat
 * @param {string} bot
 */
function nextBotButton({ seats, settings }, seat, bot) {
  const { rules, practice, hints } = settings;
  const problem = make("span.problem", { role: "alert" });
  const name = seats[seat]?.name ?? "";
  const start = async () => {
    next.disabled = true;
    saveItem(RIVALS, [bot]);
    try {
      const { code, version } = await createRoom(
        {
          seats: [personSeat(name), { type: "BotSeat", bot }],
          settings: { rules, practice, hints },
          starter: 0,
        },
        name,
      );
      await sendCommand(code, { type: "Start" }, version);
      location.assign(pageAddress(`/table/${code}`));
    } catch (error) {
      problem.textContent = problemText(error);
      next.disabled = false;
    }
  };
  const next = button(
    "",
    () => void start(),
    iconSvg("roll"),
    _("Next: {name}", { name: botTitle(bot) }),
  );
  return make("span.end-next-bot", next, problem);
}

/**
 * Say what the game changed in the profile.
 * @param {readonly PlayedGame[]} before
 * @param {readonly PlayedGame[]} after
 */
function profileLine(before, after) {
  const [old, now] = [computeFigures(before), computeFigures(after)];
  if (now.all.games === 0) return false;
  const known = beaten(before);
  const won = now.all.won.toLocaleString(language, { maximumFractionDigits: 1 });
  const changes = [
    _("{won} of {games} won", { won, games: now.all.games }),
    ...[...beaten(after)]
      .filter((bot) => !known.has(bot))
      .map((bot) => _("Beaten for the first time: {name}", { name: botTitle(bot) })),
    old.all.games > 0 &&
      now.best > old.best &&
      _("Your best turn so far: {total}", { total: now.best }),
  ];
  return make(
    "p.end-profile",
    make("a", { href: pageAddress("/profile") }, _("My profile")),
    " · ",
    changes.filter(Boolean).join(" · "),
  );
}
