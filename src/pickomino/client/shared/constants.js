// Written by scripts/client_types.py from constants of pickomino.

export const PROTOCOL = 2;
export const BAD_HELLO = 4000;
export const BAD_TOKEN = 4003;
export const UNKNOWN_ROOM = 4004;
export const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
export const CODE_LENGTH = 8;
export const MAX_NAME_LENGTH = 40;
export const DEFAULT_BOT = "family";
export const MIN_PLAYERS = 2;
export const MAX_PLAYERS = 7;
export const SEAT_LETTERS = "abcdefg";
export const BY_LOT = "lot";
export const MATCH_GAMES = [1, 2, 3, 4, 5, 7, 10, 20];
export const MATCH_WINS = [2, 3, 5, 10];
export const TILES = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36];
export const EXTRA_TILES = [11, 13];
/** @type {Record<string, number>} */
export const WORMS_ON = {"11": 1, "13": 1, "21": 1, "22": 1, "23": 1, "24": 1, "25": 2, "26": 2,
  "27": 2, "28": 2, "29": 3, "30": 3, "31": 3, "32": 3, "33": 4, "34": 4, "35": 4, "36": 4};
export const ORDINARY_DICE = 8;
export const FACES = [1, 2, 3, 4, 5, 6];
export const SYMBOLS = "12345w";
export const WORM = 6;
/** @type {Record<string, string[]>} */
export const GOLDEN_FACES = {"111www": ["I", "I", "I", "W", "W", "W"], "plain": ["g1", "g2", "g3",
  "g4", "g5", "gw"]};
export const CANNED_WORM = 0;
export const HEN = 1;
export const GOLDEN_DIE = 4;
export const WAITING = -1;
export const BRATWURMS = 7;
