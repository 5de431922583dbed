"""A text interface for language models: a prompt for each decision, and an action as the answer.

>>> from pickomino.bench import TextBot, choose_in_all, load_decisions
>>> bot = TextBot(lambda prompt: "I set aside the worms. ACTION: kw")
>>> choices = choose_in_all(bot, load_decisions("decisions-v1")[:20])
>>> len(choices), len(bot.exchanges) >= 20
(20, True)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from pickomino.bots.protocol import Thinking
from pickomino.core.actions import SEAT_LETTERS, Action
from pickomino.core.board_text import draw_text
from pickomino.core.extrawurm import Specialist
from pickomino.core.play import dice_left, legal_actions, step
from pickomino.core.position import Position
from pickomino.core.roll import SYMBOLS
from pickomino.core.rules import Rules
from pickomino.core.tiles import worms
from pickomino.core.turns import owner_of_top, total

Model = Callable[[str], str]
"""A language model as a function: it gets a prompt, and returns what it answers."""

_ACTION_TEXT: Final = r"[a-z][0-9a-z]{0,2}"
_ANSWER: Final = re.compile(rf"action\W{{1,4}}({_ACTION_TEXT})\b", re.IGNORECASE)
_WORD: Final = re.compile(rf"\b({_ACTION_TEXT})\b")

_RULES: Final = """\
You play Pickomino. The tiles 21 to 36 show 1 worm (21-24), 2 (25-28), 3 (29-32) or 4 (33-36). The \
player with the most worms on tiles wins when no tile is face up on the grill; among tied players, \
the one with the highest tile.
In a turn you roll all dice that are not set aside. Their symbols are 1, 2, 3, 4, 5 and w (worm, \
which counts 5). Then you set aside all rolled dice of one symbol that you have not set aside in \
this turn. If you cannot, the turn fails. After that you claim a tile or roll on. A claim needs a \
worm among the dice set aside; T is their sum.
From the grill you take {grill}. You steal the top tile of a rival's stack if it equals T{steal}. \
A new tile goes on top of your stack.
If your turn fails, your top tile goes back to the grill{returned}, and {turned}. With no tile \
to return, {empty}.{symbols}"""
_ALL_SYMBOLS: Final = " With all six symbols set aside you cannot roll on."

_EXTRAWURM: Final = """
This game has the Extrawurm expansion. Tiles 11 and 13 (1 worm each) are claimed only with exactly \
that sum, and are never stolen or returned. Who takes a tile with a specialist on it gets the \
specialist; you hold at most one, and lose it when you fail. Canned Worm: while you have set aside \
no worm die, it counts as a worm with 5 points. Hen: lost or stolen in place of your top tile. \
Raven: gives a Bratwurm. Weasel: once a turn you may roll the dice just rolled again. Golden Die: \
a ninth die{golden}. Two or more ones set aside at once give a Bratwurm, which counts as 1 worm."""
_TURNED: Final = {
    "stays": "the highest tile there is turned face down unless it is the returned one",
    "turned": "the highest tile there is turned face down, even the returned one",
    "down": "the highest tile there, if it is higher, is turned face down as well",
}
_TABLE: Final = """\
You are player {seat}. The table ('.' is a gap, '##' a tile face down; the line of a player has \
the worms and then the stack, with the top tile last):"""
_ACTIONS: Final = {
    "t": "take {tile} ({worms}) from the grill",
    "r": "roll on with {dice}",
    "q": "stop with nothing; the turn fails",
    "z": "use the Weasel: roll the dice just rolled again",
    "b": "take a Bratwurm from player {seat}",
}
_QUESTION: Final = """\
Choose the action that makes you most likely to win. End your answer with its token after \
"ACTION:", for example: ACTION: k5"""


class Exchange(NamedTuple):
    """What a model was asked, and what it answered.

    >>> import random
    >>> bot = TextBot(lambda prompt: "I stop: t25")
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 555ww -")
    >>> str(bot.choose(position, Thinking(random.Random(1))))
    't25'
    >>> bot.exchanges[0].answer
    'I stop: t25'
    """

    prompt: str
    answer: str
    action: Action | None
    """The action that the answer names; None if it names no legal action."""


class TextBot:
    """A bot that asks a language model.

    An answer that names no legal action is a fault of the kind `illegal`: the model is asked again,
    with a hint, up to `retries` times. After that a random action is played.

    >>> from pickomino import Match
    >>> bot = TextBot(lambda prompt: "no idea", retries=0)
    >>> result = Match(bot, "random", games=2, rules="mini", turn_limit=4, adjusted=False)
    >>> result.play(workers=1).statistics.bots[0].faults["illegal"] > 0
    True
    """

    def __init__(self, model: Model, *, retries: int = 1) -> None:
        self.faults: Counter[str] = Counter()
        self.exchanges: list[Exchange] = []
        """All prompts and answers, in order."""
        self._model, self._retries = model, retries

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return the action that the model names."""
        legal = legal_actions(position)
        text = question = prompt(position)
        for _ in range(1 + self._retries):
            answer = self._model(text)
            action = parse_answer(answer, legal)
            self.exchanges.append(Exchange(text, answer, action))
            if action is not None:
                return action
            self.faults["illegal"] += 1
            tokens = " ".join(map(str, legal))
            text = f"{question}\n\nYour answer named no legal action. Legal: {tokens}"
        return thinking.generator.choice(legal)


def prompt(position: Position) -> str:
    """Return the question what to do in a position: the rules, the table and the legal actions.

    >>> question = prompt(Position.from_wfen("standard oooooooooooooooo -/- a 555 1144w"))
    >>> question.splitlines()[-5:-1]
    ['k1: set aside 2 dice that show 1 (T becomes 17)', \
'k4: set aside 2 dice that show 4 (T becomes 23)', 'kw: set aside 1 die that shows w \
(T becomes 20)', '']
    """
    actions = [
        f"{action}: {describe_action(position, action)}" for action in legal_actions(position)
    ]
    return "\n".join(
        [
            describe_rules(position.rules),
            "",
            _TABLE.format(seat=SEAT_LETTERS[position.seat]),
            draw_text(position, position.seat),
            f"WFEN: {position.wfen()}",
            "",
            "Your legal actions:",
            *actions,
            "",
            _QUESTION,
        ]
    )


def describe_rules(rules: Rules) -> str:
    """Return the rules in English, with the options of a rule set.

    >>> describe_rules(Rules.preset("classic")).split(".")[0]
    'You play Pickomino'
    """
    takes = (
        "any tile that is face up, up to T",
        "the tile T, or the next lower one that is face up",
    )
    empty = ("nothing happens", "the highest tile is still turned face down")
    text = _RULES.format(
        grill=takes[rules.claim == "next"],
        steal=", and then you may take nothing else" if rules.steal == "forced" else "",
        returned=", face down" if rules.returned == "down" else "",
        turned=_TURNED[rules.returned],
        empty=empty[rules.flip_when_empty],
        symbols="" if rules.rolls_with_all_symbols else _ALL_SYMBOLS,
    )
    if not rules.extrawurm:
        return text
    golden = " with three ones and three worms" if rules.golden == "111www" else ""
    return text + _EXTRAWURM.format(golden=golden)


def describe_action(position: Position, action: Action) -> str:
    """Return what an action does, in English.

    >>> position = Position.from_wfen("classic oooooooooooooo.o 35/- b 5555www -")
    >>> [describe_action(position, action) for action in legal_actions(position)]
    ['take tile 34 (4 worms) from the grill', 'steal tile 35 (4 worms)', \
'roll on with 1 die']
    """
    if action.kind == "k":
        return _describe_symbol(position, action)
    if action.kind == "s":
        return _describe_steal(position, action.value)
    return _ACTIONS[action.kind].format(
        tile=f"tile {action.value}",
        worms=_count(worms(action.value), "worm") if action.kind == "t" else "",
        dice=_count(dice_left(position), "die"),
        seat=SEAT_LETTERS[action.value] if action.kind == "b" else "",
    )


def _describe_symbol(position: Position, action: Action) -> str:
    count, symbol = position.turn.rolled.count(action.value), SYMBOLS[action.value - 1]
    verb = "shows" if count == 1 else "show"
    after, ended = step(position, action)
    then = "then the turn fails" if ended is not None else f"T becomes {total(after)}"
    return f"set aside {_count(count, 'die')} that {verb} {symbol} ({then})"


def _describe_steal(position: Position, tile: int) -> str:
    extrawurm = position.extrawurm
    if extrawurm and extrawurm.held_by(owner_of_top(position, tile)) is Specialist.HEN:
        return f"steal the Hen that guards tile {tile}"
    return f"steal tile {tile} ({_count(worms(tile), 'worm')})"


def _count(number: int, noun: str) -> str:
    plural = {"die": "dice", "worm": "worms"}[noun]
    return f"{number} {noun if number == 1 else plural}"


def parse_answer(answer: str, legal: Collection[Action]) -> Action | None:
    """Return the legal action that an answer names, or None if it names none.

    The last `ACTION: ...` counts; without one, an answer that contains a single legal action.

    >>> legal = (Action("k", 5), Action("k", 6))
    >>> str(parse_answer("Worms count five, so **Action: KW**", legal))
    'kw'
    >>> parse_answer("k5 or kw?", legal) is None
    True
    """
    tokens = {str(action): action for action in legal}
    marked: list[str] = _ANSWER.findall(answer)
    if marked:
        return tokens.get(marked[-1].lower())
    named = {word for word in _WORD.findall(answer.lower()) if word in tokens}
    return tokens[named.pop()] if len(named) == 1 else None
