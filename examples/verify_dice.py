"""Check the dice of a game (version 2, 3 or 4) with Python's standard library alone.

    python examples/verify_dice.py game.wgn

It recomputes the commitment, the order of the rounds and nonces, the lot and every roll, as
docs/fair-dice.md defines them. `pickomino verify` also checks that the moves follow the rules.
"""

import hashlib
import hmac
import re
import sys
from collections.abc import Iterator
from pathlib import Path


def verify(text: str) -> int:
    """Return the number of rolls recomputed; raise ValueError at the first mistake."""
    tags = dict(re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]', text, re.MULTILINE))
    tags = {tag: re.sub(r"\\(.)", r"\1", value) for tag, value in tags.items()}
    version = tags.get("DiceVersion")
    if version not in ("2", "3", "4") or "DiceSecret" not in tags:
        raise ValueError("no revealed dice of version 2, 3 or 4")
    seats = [letter for letter in "abcdefg" if letter in tags]
    began = tags["WFEN"].split()[3] if "WFEN" in tags else "a"
    starter = "lot" if tags.get("Starter") == "lot" else began
    committed = [f"pickomino dice {version}"]
    committed += [tags["DiceRoom"], tags["DiceGame"]] if version == "4" else []
    committed += [tags["GameId"], tags["Rules"], tags["DiceTime"], tags["DiceRound"]]
    committed += [starter] if version != "2" else []
    voided = [tags[f"Voided_{n}"] for n in range(1, int(tags["DiceRound"])) if version == "4"]
    committed += [tags["DiceSeats"] or "-", *voided] if version == "4" else []
    committed += [*(tags[letter] for letter in seats), tags["DiceSecret"]]
    commitment = hash_lines(*committed)
    if commitment != tags["DiceCommit"]:
        raise ValueError("the secret does not match the commitment")
    if version == "4":
        check_order(tags, seats, [line.split() for line in voided])
    prefix = "|".join([commitment, *(tags.get(f"Nonce_{letter}", "") for letter in seats)])
    lot = seats[next(stream(tags["DiceSecret"], f"{prefix}|start|", len(seats)))]
    if starter == "lot" and lot != began:
        raise ValueError("the lot drew another seat than the one that began")
    golden = "g1 g2 g3 g4 g5 gw" if "golden=plain" in tags["Rules"] else "I I I W W W"
    rolls = 0
    lines = re.sub(r"\{[^}]*\}", "", text)
    for turn, line in enumerate(re.findall(r"^\d+[a-g]\. (.*)", lines, re.MULTILINE)):
        rolled = [re.findall(r"^([1-5w]*)(I|W|g[1-5w])?", move)[0] for move in line.split()]
        for number, (ordinary, gold) in enumerate(dice for dice in rolled if any(dice)):
            faces = stream(tags["DiceSecret"], f"{prefix}|roll|{16 * turn + number}|")
            expected = "".join(sorted("12345w"[next(faces)] for _ in ordinary))
            if (expected, gold and golden.split()[next(faces)]) != (ordinary, gold):
                raise ValueError(f"turn {turn + 1}, roll {number + 1} is not what was drawn")
            rolls += 1
    return rolls


def check_order(tags: dict[str, str], seats: list[str], voided: list[list[str]]) -> None:
    """Raise ValueError unless each round lost a seat, and each nonce was bound by a hash."""
    adding = [*(line[1] for line in voided), tags["DiceSeats"]]
    for (_, bound, revealed, *hashes), after in zip(voided, adding[1:], strict=True):
        is_early = revealed != "-" and ("-" in hashes or not set(revealed) < set(bound))
        if not set(after) < set(bound) or len(hashes) != len(bound) or is_early:
            raise ValueError("a round was voided although no player had dropped out")
    for seat, letter in enumerate(seats):
        nonce, bound = tags.get(f"Nonce_{letter}", ""), tags.get(f"Hash_{letter}", "")
        expected = hash_lines("pickomino nonce 2", tags["DiceCommit"], str(seat), nonce)
        if (bound != expected) if letter in tags["DiceSeats"] else (bound or nonce):
            raise ValueError(f"the nonce of seat {letter} does not match its commitment")


def hash_lines(*lines: str) -> str:
    return "sha256:" + hashlib.sha256("\n".join(lines).encode()).hexdigest()


def stream(secret: str, prefix: str, sides: int = 6) -> Iterator[int]:
    """Yield numbers from 0 to `sides` - 1; high bytes are skipped so that none is favoured."""
    block = 0
    while True:
        message = f"{prefix}{block}".encode()
        for byte in hmac.digest(bytes.fromhex(secret), message, "sha256"):
            if byte < 256 - 256 % sides:
                yield byte % sides
        block += 1


if __name__ == "__main__":
    record = Path(sys.argv[1]).read_text(encoding="utf-8")
    print(f"{verify(record)} rolls recomputed, all correct.")
