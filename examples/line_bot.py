"""A bot in a program of its own: python examples/line_bot.py speaks the line protocol.

Play against it with
    pickomino play --bots "external:command=python examples/line_bot.py"
It takes the first tile it can get, and otherwise the symbol that comes last in the list.
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
