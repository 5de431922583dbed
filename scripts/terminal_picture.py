"""Draw the output of a command as an SVG picture for the documentation.

python scripts/terminal_picture.py docs/pictures/odds.svg pickomino odds ...
"""

import subprocess
import sys
from html import escape
from pathlib import Path

WIDTH, LINE, MARGIN = 8.4, 19, 22
BACKGROUND, TEXT, PROMPT = "#231a17", "#f3e9d8", "#ff9b54"


def draw(command, output):
    lines = [f"$ {command}", *output.rstrip("\n").split("\n")]
    width = MARGIN * 2 + WIDTH * max(map(len, lines))
    height = MARGIN * 2 + LINE * len(lines)
    texts = [
        f'<text x="{MARGIN}" y="{MARGIN + LINE * row + 13}" xml:space="preserve"'
        f' fill="{TEXT if row else PROMPT}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    ]
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}"'
        f' width="{width:.0f}" font-family="ui-monospace, Menlo, Consolas, monospace"'
        ' font-size="14">'
    )
    title = f"<title>{escape(lines[0])}</title>"
    board = f'<rect width="100%" height="100%" rx="10" fill="{BACKGROUND}"/>'
    return "\n".join([opening, title, board, *texts, "</svg>\n"])


def main():
    target, *command = sys.argv[1:]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    shown = " ".join(f'"{word}"' if " " in word else word for word in command)
    Path(target).write_text(draw(shown, done.stdout), encoding="utf-8")


if __name__ == "__main__":
    main()
