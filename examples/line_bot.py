"""A bot as a separate program, which reads positions and writes actions line by line.

Play against it with
    pickomino play --bots "external:command=python examples/line_bot.py"
It claims a tile as soon as it can, and otherwise sets aside the last symbol in the list.
docs/bots.md describes the lines.
"""

import sys

for line in sys.stdin:
    word, *rest = line.split()
    if word == "pickomino":
        print("ready", flush=True)
    elif word == "choose":
        position, *legal = rest
        claims = [action for action in legal if action[0] in "ts"]
        keeps = [action for action in legal if action[0] == "k"]
        print((claims or keeps or legal)[-1], flush=True)
    elif word == "quit":
        break
