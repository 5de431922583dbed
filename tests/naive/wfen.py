"""Dice, rule sets and positions as text. Parsing assumes valid text and checks nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .rules import NaiveGame

SEAT_LETTERS = "abcdefg"
SPECIALISTS = ["canned_worm", "hen", "raven", "weasel", "golden_die"]

# Section 4, the table.
STANDARD = {
    "allsymbols": "ends",
    "claim": "next",
    "steal": "forced",
    "returned": "stays",
    "emptyflip": "no",
}
CLASSIC = {
    "allsymbols": "ends",
    "claim": "next",
    "steal": "optional",
    "returned": "stays",
    "emptyflip": "no",
}
SHORT = {
    "allsymbols": "ends",
    "claim": "next",
    "steal": "optional",
    "returned": "turned",
    "emptyflip": "no",
}
MANUAL = {
    "allsymbols": "ends",
    "claim": "any",
    "steal": "optional",
    "returned": "stays",
    "emptyflip": "yes",
}
PRESETS = {
    "standard": STANDARD,
    "mini": STANDARD,
    "classic": CLASSIC,
    "short": SHORT,
    "manual": MANUAL,
}
# Section 6: the options of Extrawurm, the same in every rule set.
EXTRAWURM_OPTIONS = {"weaselbust": "no", "golden": "111www", "bothextra": "yes"}


def default_options(name: str, extrawurm: bool) -> dict[str, str]:
    options = dict(PRESETS[name])
    if extrawurm:
        options.update(EXTRAWURM_OPTIONS)
    return options


def parse_rules(text: str) -> tuple[str, bool, dict[str, str]]:
    """The preset's name, whether Extrawurm is played, and the value of every option."""
    head, _, brackets = text.partition("(")
    name, _, expansion = head.partition("+")
    extrawurm = expansion == "extrawurm"
    options = default_options(name, extrawurm)
    for deviation in brackets.removesuffix(")").split(","):
        if deviation:
            key, _, value = deviation.partition("=")
            options[key] = value
    return name, extrawurm, options


def format_rules(name: str, extrawurm: bool, options: dict[str, str]) -> str:
    text = name
    if extrawurm:
        text += "+extrawurm"
    defaults = default_options(name, extrawurm)
    deviating = sorted(key for key in options if options[key] != defaults[key])
    if deviating:
        text += "(" + ",".join(f"{key}={options[key]}" for key in deviating) + ")"
    return text


def is_golden(die: str) -> bool:
    return die in ("I", "W") or die.startswith("g")


def symbol(die: str) -> str:
    """The symbol that a die shows: "1" to "5" or "w"."""
    if die == "I":
        return "1"
    if die == "W":
        return "w"
    if die.startswith("g"):
        return die[1]
    return die


def parse_dice(text: str) -> list[str]:
    dice = []
    if text == "-":
        return dice
    position = 0
    while position < len(text):
        length = 2 if text[position] == "g" else 1
        dice.append(text[position : position + length])
        position += length
    return dice


def format_dice(dice: list[str]) -> str:
    """Sorted, the golden die last."""
    ordinary = sorted(die for die in dice if not is_golden(die))
    golden = [die for die in dice if is_golden(die)]
    return "".join(ordinary + golden)


def all_tiles(extrawurm: bool) -> list[int]:
    # Section 1: 21 to 36. Section 6: 11 and 13 lie left of 21.
    tiles = list(range(21, 37))
    if extrawurm:
        tiles = [11, 13, *tiles]
    return tiles


def format_position(game: NaiveGame) -> str:
    over = game.phase == "over"
    fields = [
        format_rules(game.name, game.extrawurm, game.options),
        format_grill(game),
        "/".join(format_stack(stack) for stack in game.stacks),
        "-" if over else SEAT_LETTERS[game.seat],
        format_dice(game.set_aside) or "-",
        format_phase(game),
    ]
    if game.extrawurm:
        fields.append(format_extrawurm(game))
    return " ".join(fields)


def format_grill(game: NaiveGame) -> str:
    text = ""
    for tile in all_tiles(game.extrawurm):
        if tile in game.face_up:
            text += "o"
        elif tile in game.face_down:
            text += "x"
        else:
            text += "."
    return text


def format_stack(stack: list[int]) -> str:
    if not stack:
        return "-"
    return ",".join(str(tile) for tile in stack)


def format_phase(game: NaiveGame) -> str:
    if game.phase == "about to roll":
        return "~"
    if game.phase == "rolled":
        return format_dice(game.rolled)
    if game.phase == "raven":
        return "b"
    return "-"


def format_extrawurm(game: NaiveGame) -> str:
    places = []
    for specialist in SPECIALISTS:
        if specialist in game.on_tile:
            places.append(str(game.on_tile[specialist]))
        elif specialist in game.held_by:
            places.append(SEAT_LETTERS[game.held_by[specialist]])
        else:
            places.append("-")
    bratwurms = ",".join(str(count) for count in game.bratwurms)
    used = "z" if game.weasel_used else "-"
    return ",".join(places) + "/" + bratwurms + "/" + used


def parse_position(game: NaiveGame, text: str) -> None:
    """Fill a game, made by NaiveGame.start for these rules and players, from its WFEN."""
    fields = text.split(" ")
    parse_grill(game, fields[1])
    game.stacks = [parse_stack(stack) for stack in fields[2].split("/")]
    if fields[3] == "-":
        game.seat = 0
        game.phase = "over"
    else:
        game.seat = SEAT_LETTERS.index(fields[3])
        parse_phase(game, fields[5])
    game.set_aside = parse_dice(fields[4])
    if game.extrawurm:
        parse_extrawurm(game, fields[6])


def parse_grill(game: NaiveGame, text: str) -> None:
    game.face_up = set()
    game.face_down = set()
    for tile, character in zip(all_tiles(game.extrawurm), text, strict=True):
        if character == "o":
            game.face_up.add(tile)
        if character == "x":
            game.face_down.add(tile)


def parse_stack(text: str) -> list[int]:
    if text == "-":
        return []
    return [int(tile) for tile in text.split(",")]


def parse_phase(game: NaiveGame, text: str) -> None:
    if text == "~":
        game.phase = "about to roll"
    elif text == "-":
        game.phase = "decide"
    elif text == "b":
        game.phase = "raven"
    else:
        game.phase = "rolled"
        game.rolled = parse_dice(text)


def parse_extrawurm(game: NaiveGame, text: str) -> None:
    places, bratwurms, used = text.split("/")
    game.on_tile = {}
    game.held_by = {}
    for specialist, place in zip(SPECIALISTS, places.split(","), strict=True):
        if place.isdigit():
            game.on_tile[specialist] = int(place)
        elif place != "-":
            game.held_by[specialist] = SEAT_LETTERS.index(place)
    game.bratwurms = [int(count) for count in bratwurms.split(",")]
    game.weasel_used = used == "z"
