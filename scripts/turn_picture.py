"""Draw the animated picture of one turn for README and documentation: docs/pictures/turn.svg.

python scripts/turn_picture.py
"""

import re
from pathlib import Path

from pickomino import Action, Position, Roll, apply, apply_roll

TARGET = Path(__file__).parents[1] / "docs" / "pictures" / "turn.svg"
BEGIN = "classic o.o.ooo.oooooooo 24/22,28 a - ~"
"""Player a is about to roll; a 28 lies on top of the stack of player b."""
STEPS = (
    ("", "Your turn: roll eight dice", 1.6),
    ("13455www", "Choose a symbol …", 2.0),
    ("kw", "… and set aside all dice that show it: 3 worms, 15 points", 2.4),
    ("r 12355", "Roll the other five", 2.0),
    ("k5", "Two fives: 25 points. Take tile 25? Or push your luck?", 2.8),
    ("r 233", "Roll on!", 1.8),
    ("k3", "31 points, and tile 31 is on the grill", 2.4),
    ("t31", "Take it: three worms for you", 3.0),
)
CAPTION = '<text x="320" y="408" font-size="22" text-anchor="middle" fill="#f6ead6">{}</text>'
FRAME = re.compile(r"^<svg[^>]*>(<title>.*?</title>)?|</svg>$", re.DOTALL)
DRAWING = re.compile(
    r'<svg x="(?P<x>[^"]*)" y="(?P<y>[^"]*)" width="(?P<width>[^"]*)" height="(?P<height>[^"]*)"'
    r'[^>]*viewBox="(?P<box>[^"]*)"[^>]*>(?P<content>(?:(?!<svg|</svg>).)*)</svg>',
    re.DOTALL,
)


def picture():
    """Return the animated picture as SVG."""
    position, drawings, frames = Position.from_wfen(BEGIN), {}, []
    for step, caption, _ in STEPS:
        for word in step.split():
            is_roll = len(word) > 2 and word[0] != "t"
            position = (
                apply_roll(position, Roll.parse(word))
                if is_roll
                else apply(position, Action.parse(word))
            )
        body = FRAME.sub("", position._repr_svg_())
        frames.append(shared(body, drawings) + CAPTION.format(caption))
    return animated(frames, drawings)


def shared(body, drawings):
    """Draw each tile, die and chicken once, and refer to it from then on."""

    def refer(match):
        key = match["box"], match["content"]
        name = drawings.setdefault(key, f"d{len(drawings)}")
        place = " ".join(f'{side}="{match[side]}"' for side in ("x", "y", "width", "height"))
        return f'<use href="#{name}" {place}/>'

    return DRAWING.sub(refer, body)


def animated(frames, drawings):
    """Return a picture that shows one frame after the other; without motion, the last choice."""
    total, begin, rules, groups = sum(seconds for *_, seconds in STEPS), 0.0, [], []
    for number, (frame, (*_, seconds)) in enumerate(zip(frames, STEPS, strict=True)):
        start, end = 100 * begin / total, 100 * (begin + seconds) / total
        hidden = f"0%{{opacity:0}}{start:.2f}%{{opacity:1}}" if begin else "0%{opacity:1}"
        rules.append(f"@keyframes k{number}{{{hidden}{end:.2f}%{{opacity:0}}100%{{opacity:0}}}}")
        rules.append(f"#f{number}{{animation:k{number} {total:.1f}s step-end infinite}}")
        groups.append(f'<g id="f{number}" class="frame">{frame}</g>')
        begin += seconds
    still = "@media(prefers-reduced-motion:reduce){.frame{animation:none!important}#f4{opacity:1}}"
    symbols = "".join(
        f'<symbol id="{name}" viewBox="{box}">{content}</symbol>'
        for (box, content), name in drawings.items()
    )
    words = " ".join(caption for _, caption, _ in STEPS)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 424" width="640" height="424"'
        f' role="img" font-family="sans-serif"><title>One turn: {words}</title>'
        f"<style>.frame{{opacity:0}}{''.join(rules)}{still}</style><defs>{symbols}</defs>"
        '<rect width="640" height="424" rx="10" fill="#181322"/>' + "".join(groups) + "</svg>\n"
    )


if __name__ == "__main__":
    TARGET.write_text(picture(), "utf-8")
