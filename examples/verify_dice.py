"""Check the dice of a game (version 2 or 3) with Python's standard library alone.

    python examples/verify_dice.py game.wgn

It recomputes the commitment, the lot and every roll, as docs/fair-dice.md defines them.
`pickomino verify` also checks that the moves follow the rules.
"""

import hashlib
import hmac
import re
import sys
from pathlib import Path


def verify(text):
    """Return the number of rolls recomputed; raise ValueError at the first wrong one."""
    tags = dict(re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]', text, re.MULTILINE))
    tags = {tag: re.sub(r"\\(.)", r"\1", value) for tag, value in tags.items()}
    version = tags.get("DiceVersion")
    if version not in ("2", "3") or "DiceSecret" not in tags:
        raise ValueError("no revealed dice of version 2 or 3")
    seats = [letter for letter in "abcdefg" if letter in tags]
    began = tags["WFEN"].split()[3] if "WFEN" in tags else "a"
    starter = "lot" if tags.get("Starter") == "lot" else began
    committed = [f"pickomino dice {version}", tags["GameId"], tags["Rules"], tags["DiceTime"]]
    committed += [tags["DiceRound"], *([starter] if version == "3" else [])]
    committed += [*(tags[letter] for letter in seats), tags["DiceSecret"]]
    commitment = "sha256:" + hashlib.sha256("\n".join(committed).encode()).hexdigest()
    if commitment != tags["DiceCommit"]:
        raise ValueError("the secret does not match the commitment")
    prefix = "|".join([commitment, *(tags.get(f"Nonce_{letter}", "") for letter in seats)])
    lot = seats[next(stream(tags["DiceSecret"], f"{prefix}|start|", len(seats)))]
    if starter == "lot" and lot != began:
        raise ValueError("the lot drew another seat than the one that began")
    golden = "g1 g2 g3 g4 g5 gw" if "golden=plain" in tags["Rules"] else "I I I W W W"
    rolls = 0
    lines = re.sub(r"\{[^}]*\}", "", text)
    for turn, line in enumerate(re.findall(r"^\d+[a-g]\. (.*)", lines, re.MULTILINE)):
        matches = [re.match(r"([1-5w]*)(I|W|g[1-5w])?", move) for move in line.split()]
        for number, (ordinary, gold) in enumerate(match.groups() for match in matches if match[0]):
            faces = stream(tags["DiceSecret"], f"{prefix}|roll|{16 * turn + number}|")
            expected = "".join(sorted("12345w"[next(faces)] for _ in ordinary))
            if (expected, gold and golden.split()[next(faces)]) != (ordinary, gold):
                raise ValueError(f"turn {turn + 1}, roll {number + 1} is not what was drawn")
            rolls += 1
    return rolls


def stream(secret, prefix, sides=6):
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
