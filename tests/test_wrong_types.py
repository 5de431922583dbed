"""Every parameter of the library refuses values of wrong types, and says what it expects."""

import inspect
import random
import re

import pytest

import pickomino
from pickomino import (
    Action,
    CommittedDice,
    Game,
    Match,
    PickominoError,
    Position,
    Roll,
    Rules,
    ScriptedDice,
    SeededDice,
    Thinking,
    make_bot,
    start,
)
from pickomino.bots import registry
from support.wrong_values import WRONG

BEGIN = start(Rules(), 2)
GAME = Game(Rules(), 2, SeededDice(1))
RANDOM = [make_bot("random")] * 2
POSITION = r"expected a Position, such as start\(Rules\(\), players=2\) or game.position, not"
A_GAME = r'expected a Game, such as Game.from_wgn\(text\) or read_games\("games.wgn"\)\[0\], not'
RULES = (
    r'expected Rules, such as Rules.parse\("standard"\), not|unknown rule set .text.; choose from'
)
TEXT = "expected text, got"
SEED = r"a seed is a whole number from 0 to 2\^63-1, got"
TURN = "expected the number of a turn, counted from 0, not|there is no turn 5; the game has 0"
TURNS = "expected a whole number of turns, not"
DICE = r"expected dice with a method `roll`, such as SeededDice\(1\), not"
EVENT = "expected the index of an event, not|there is no event 5; the game has 1"
SECONDS = "expected a number of seconds, not"
PLAYERS = "a game needs 2 to 7 players, not"
BOTS = "expected a list of bots, one for each seat, not|[07] bots cannot play a game of 2 players"
A_BOT = r"expected a bot with a method choose\(position, thinking\), not"
EVALUATOR = r"expected an evaluator with a method evaluate\(positions\), not"
LIMITS = "expected a list of Thinking, one for each seat, not"
NO_ACTION = "expected an Action or its text, such as .k5., not|.text. is not an action"
NO_ROLL = "expected a Roll or its text, such as .12345www., not|.text. is not dice notation"
FILE = r'expected the name of a file, such as "games.wgn", or a path, not'


def match(**settings):
    return Match("random", "random", games=2, adjusted=False, turn_limit=2, **settings)


def game():
    return Game(Rules(), 2, SeededDice(1))


CASES = {
    "advise position": (pickomino.advise, POSITION, "Position"),
    "advise aim": (lambda value: pickomino.advise(BEGIN, value), "unknown aim .*; choose from"),
    "apply position": (
        lambda value: pickomino.apply(value, Action("r")),
        f"{POSITION}|r is not legal in standard .*; legal: a roll",
    ),
    "apply action": (lambda value: pickomino.apply(BEGIN, value), ".* is not legal in standard"),
    "apply_roll position": (
        lambda value: pickomino.apply_roll(value, Roll.parse("1")),
        f"{POSITION}|1 cannot be rolled in standard .*; legal: a roll",
    ),
    "apply_roll roll": (
        lambda value: pickomino.apply_roll(BEGIN, value),
        ".* cannot be rolled in standard .*; legal: a roll",
    ),
    "chance_outcomes position": (pickomino.chance_outcomes, POSITION, "Position"),
    "claims position": (pickomino.claims, POSITION, "Position"),
    "decision_rows game": (pickomino.decision_rows, A_GAME, "Game"),
    "decision_rows review": (
        lambda value: pickomino.decision_rows(GAME, value),
        "expected the review of the game, such as review.game., not",
        "None",
    ),
    "decision_rows number": (
        lambda value: pickomino.decision_rows(GAME, number=value),
        "expected the number of the game, not",
        "5",
    ),
    "decision_rows names": (
        lambda value: pickomino.decision_rows(GAME, names=value),
        "expected a list with the name in each seat, not",
        "list",
    ),
    "dice_to_roll position": (pickomino.dice_to_roll, POSITION, "Position"),
    "legal_actions position": (pickomino.legal_actions, POSITION, "Position"),
    "make_bot spec": (make_bot, f"{TEXT}|unknown bot .text.; choose from random, "),
    "play_bots game": (
        lambda value: pickomino.play_bots(value, RANDOM),
        f"{A_GAME}|the game has no dice",
    ),
    "play_bots bots": (lambda value: pickomino.play_bots(game(), value), BOTS),
    "play_bots thinking": (
        lambda value: pickomino.play_bots(game(), RANDOM, value),
        LIMITS,
        "None",
    ),
    "play_game bots": (pickomino.play_game, f"{BOTS}|{PLAYERS}|{A_BOT}"),
    "play_game rules": (lambda value: pickomino.play_game(RANDOM, value), RULES, "Rules"),
    "play_game seed": (lambda value: pickomino.play_game(RANDOM, seed=value), SEED, "5"),
    "play_game dice": (lambda value: pickomino.play_game(RANDOM, dice=value), DICE, "None"),
    "play_game seconds": (
        lambda value: pickomino.play_game(RANDOM, seconds=value),
        SECONDS,
        "5 2.5",
    ),
    "play_game turn_limit": (
        lambda value: pickomino.play_game(RANDOM, turn_limit=value),
        TURNS,
        "5",
    ),
    "play_turn game": (
        lambda value: pickomino.play_turn(value, RANDOM),
        f"{A_GAME}|the game has no dice",
    ),
    "play_turn bots": (lambda value: pickomino.play_turn(game(), value), BOTS),
    "play_turn thinking": (
        lambda value: pickomino.play_turn(game(), RANDOM, value),
        LIMITS,
        "None",
    ),
    "position_features positions": (
        pickomino.position_features,
        f"expected a list of positions, not|{POSITION}|the positions must have the same number",
    ),
    "problems position": (pickomino.problems, POSITION, "Position"),
    "read_games name": (pickomino.read_games, f"{FILE}|cannot read .text.: No such file"),
    "register_bot name": (lambda value: pickomino.register_bot(value, object), TEXT, "text"),
    "register_bot maker": (
        lambda value: pickomino.register_bot("mine", value),
        "expected a class or a function that makes a bot, not",
        "class",
    ),
    "register_bot title": (
        lambda value: pickomino.register_bot("mine", object, title=value),
        "expected text as the title and the character, not",
        "text",
    ),
    "register_bot character": (
        lambda value: pickomino.register_bot("mine", object, character=value),
        "expected text as the title and the character, not",
        "text",
    ),
    "register_bot options": (
        lambda value: pickomino.register_bot("mine", object, options=value),
        r"expected the values of each option, such as \{.style.: \(.bold., .careful.\)\}, not",
        "None dict",
    ),
    "review game": (pickomino.review, A_GAME, "Game"),
    "review evaluator": (
        lambda value: pickomino.review(GAME, value),
        EVALUATOR,
        "None",
    ),
    "review stand_ins": (
        lambda value: pickomino.review(GAME, stand_ins=value),
        "expected the event numbers of decisions by stand-ins, not",
        "text bytes list dict Position",
    ),
    "review on_progress": (
        lambda value: pickomino.review(GAME, on_progress=value),
        "expected a function that takes the share of turns reviewed, not",
        "class",
    ),
    "scores position": (pickomino.scores, POSITION, "Position"),
    "seat_letter seat": (
        pickomino.seat_letter,
        "seat .* does not exist; there are 7 seats",
        "5 True",
    ),
    "start rules": (lambda value: start(value, 2), RULES, "Rules"),
    "start players": (lambda value: start(Rules(), value), PLAYERS, "5"),
    "start seat": (lambda value: start(Rules(), 2, value), "seat .* does not exist; there are 2"),
    "step position": (
        lambda value: pickomino.step(value, Action("r")),
        f"{POSITION}|r is not legal in standard .*; legal: a roll",
    ),
    "step action": (lambda value: pickomino.step(BEGIN, value), ".* is not legal in standard"),
    "step_roll position": (
        lambda value: pickomino.step_roll(value, Roll.parse("1")),
        f"{POSITION}|1 cannot be rolled in standard .*; legal: a roll",
    ),
    "step_roll roll": (
        lambda value: pickomino.step_roll(BEGIN, value),
        ".* cannot be rolled in standard .*; legal: a roll",
    ),
    "summarise reviews": (
        pickomino.summarise,
        r"expected pairs of names and a review, such as \[\(game.names, review\(game\)\)\], not",
        "list dict Game",
    ),
    "total position": (pickomino.total, POSITION, "Position"),
    "verify text": (pickomino.verify, f"{TEXT}|the record has no Rules tag"),
    "winners position": (pickomino.winners, POSITION, "Position"),
    "worms tile": (pickomino.worms, ".* is not a tile of this game"),
    "Game rules": (lambda value: Game(value, 2), RULES, "Rules"),
    "Game players": (lambda value: Game(Rules(), value), PLAYERS, "5"),
    "Game dice": (lambda value: Game(Rules(), 2, value), DICE, "None"),
    "Game turn_limit": (lambda value: Game(Rules(), 2, turn_limit=value), TURNS, "5"),
    "Game.add_tags tags": (
        lambda value: game().add_tags(value),
        "expected a dict of tags, such as .*, not",
        "dict",
    ),
    "Game.continue_with dice": (lambda value: game().continue_with(value), DICE, "None"),
    "Game.from_json text": (Game.from_json, f"{TEXT}|this is not a game record in JSON"),
    "Game.from_position position": (Game.from_position, POSITION, "Position"),
    "Game.from_position dice": (lambda value: Game.from_position(BEGIN, value), DICE, "None"),
    "Game.from_position turn_limit": (
        lambda value: Game.from_position(BEGIN, turn_limit=value),
        TURNS,
        "5",
    ),
    "Game.from_state state": (
        Game.from_state,
        "expected the state of a game, such as game.state, not",
    ),
    "Game.from_state dice": (lambda value: Game.from_state(GAME.state, value), DICE, "None"),
    "Game.from_wgn text": (Game.from_wgn, f"{TEXT}|the record has no Rules tag"),
    "Game.play action": (lambda value: game().play(value), NO_ACTION),
    "Game.position_at turn": (GAME.position_at, TURN),
    "Game.position_before index": (GAME.position_before, EVENT),
    "Game.roll roll": (lambda value: Game(Rules(), 2).roll(value), NO_ROLL),
    "Game.steps_in_turn turn": (GAME.steps_in_turn, TURN),
    "Game.turn_at index": (GAME.turn_at, EVENT),
    "Game.turn_label turn": (GAME.turn_label, TURN, "5"),
    "Game.turn_number event": (GAME.turn_number, EVENT),
    "Match bots": (
        lambda value: Match(value, "random").play(workers=1),
        (
            "expected a bot's name, a bot with a method choose, or a class that makes one, not"
            "|unknown bot .text.|.str. cannot be used as a bot: str has no method choose"
        ),
    ),
    "Match games": (
        lambda value: Match("random", "random", games=value),
        "expected a whole number of games, not",
        "5",
    ),
    "Match rules": (lambda value: match(rules=value), RULES, "Rules"),
    "Match seed": (lambda value: match(seed=value), SEED, "5"),
    "Match turn_limit": (lambda value: Match("random", "random", turn_limit=value), TURNS, "5"),
    "Match seconds": (lambda value: match(seconds=value), SECONDS, "5 2.5"),
    "Match hypotheses": (
        lambda value: match(hypotheses=value),
        r"expected two win shares, such as \(0.5, 0.52\), not",
        "None",
    ),
    "Match.play workers": (
        lambda value: match().play(workers=value, should_stop=lambda: True),
        "expected a whole number of workers, not",
        "None 5",
    ),
    "Match.play results": (
        lambda value: match().play(workers=1, results=value),
        FILE,
        "None text",
    ),
    "Match.play records": (
        lambda value: match().play(workers=1, records=value),
        f"{FILE}|'text' must end in .wgn, .jsonl or .parquet",
        "None",
    ),
    "Match.play ray": (
        # A text would be tried as an address, for seconds.
        lambda value: match().play(workers=1, ray=None if value == "text" else value),
        TEXT,
        "None text",
    ),
    "Match.play should_stop": (
        lambda value: match().play(workers=1, should_stop=value),
        "expected a function that returns whether to stop, not",
        "class",
    ),
    "Match.play on_progress": (
        lambda value: match().play(workers=1, on_progress=value),
        "expected a function that takes a MatchProgress, not",
        "None class",
    ),
    "Position.from_wfen text": (Position.from_wfen, f"{TEXT}|unknown rule set .text.; choose"),
    "Action.parse text": (Action.parse, f"{TEXT}|.text. is not an action; write k1"),
    "Roll.parse text": (Roll.parse, f"{TEXT}|.text. is not dice notation; write faces"),
    "Roll ordinary": (
        lambda value: Roll(value, ""),
        r'expected dice made by Roll.parse, such as Roll.parse\("1134ww"\), not',
        "text",
    ),
    "Rules.parse text": (Rules.parse, f"{TEXT}|unknown rule set .text.; choose from"),
    "Rules.preset name": (Rules.preset, f"{TEXT}|unknown rule set .text.; choose from"),
    "Rules.preset extrawurm": (
        lambda value: Rules.preset("standard", extrawurm=value),
        "expected True or False for extrawurm, not",
        "True",
    ),
    "Rules.preset options": (
        lambda value: Rules.preset("standard", steal=value),
        "steal cannot be .*; choose from forced, optional",
    ),
    "EvaluatorBot evaluator": (pickomino.EvaluatorBot, EVALUATOR),
    "NetworkEvaluator predict": (
        pickomino.NetworkEvaluator,
        "expected a function that returns a row of chances for each row of features, not",
        "class",
    ),
    "SeededDice seed": (SeededDice, SEED, "5"),
    "CommittedDice secret": (
        lambda value: CommittedDice(value, "id", []),
        "a dice secret is 32 bytes",
    ),
    "CommittedDice game_id": (lambda value: CommittedDice(bytes(32), value, []), TEXT, "text"),
    "CommittedDice nonces": (
        lambda value: CommittedDice(bytes(32), "id", value),
        r"expected a list of nonces, such as \[.00ff., ..\], not|expected text, got",
        "list",
    ),
    "ScriptedDice rolls": (
        ScriptedDice,
        r"expected a list of rolls, such as \[.12345www., .1134.\], not|expected text, got",
        "list dict Game",
    ),
}
for kind in (SeededDice(1), CommittedDice(bytes(32), "id", []), ScriptedDice(["12345www"])):
    name = type(kind).__name__
    CASES[f"{name}.roll number"] = (
        lambda value, dice=kind: dice.roll(value, 8),
        "expected the number of a roll, counted from 0, not|the scripted dice are used up",
        "" if name == "ScriptedDice" else "5",
    )
    CASES[f"{name}.roll dice"] = (
        lambda value, dice=kind: dice.roll(0, value),
        "expected the number of dice to roll, not|roll 0 is scripted as 12345www",
        "" if name == "ScriptedDice" else "5",
    )
    CASES[f"{name}.roll golden"] = (
        lambda value, dice=kind: dice.roll(0, 8, value),
        "expected the kind of golden die, such as|golden cannot be .text.; choose from 111www",
    )
FLAGS = {"advise fast", "Match adjusted"}
"""Every value is true or false."""


def refusals(call):
    """Return the error for each wrong value that is refused."""
    for label, value in WRONG.items():
        try:
            call(value)
        except (TypeError, PickominoError) as error:
            yield label, str(error)


@pytest.mark.parametrize("name", CASES)
def test_value_of_a_wrong_type_is_refused_with_what_is_expected(name, tmp_path, monkeypatch):
    """`Game("standard", 2)` once ended in an AttributeError from inside."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_registered", {})
    call, sentence, *accepted = CASES[name]
    errors = dict(refusals(call))
    assert set(WRONG) - set(errors) == set(" ".join(accepted).split())
    for error in errors.values():
        assert re.match(sentence, error), error


def parameters(name, function):
    names = [
        parameter for parameter in inspect.signature(function).parameters if parameter != "self"
    ]
    return {f"{name} {parameter}" for parameter in names}


def test_every_parameter_of_the_library_is_listed():
    functions = {name: getattr(pickomino, name) for name in pickomino.__all__}
    functions = {name: value for name, value in functions.items() if inspect.isfunction(value)}
    for kind in (Game, Match):
        functions[kind.__name__] = kind
        names = [name for name in vars(kind) if not name.startswith("_")]
        methods = {f"{kind.__name__}.{name}": getattr(kind, name) for name in names}
        functions |= {name: value for name, value in methods.items() if callable(value)}
    expected = set().union(*(parameters(name, value) for name, value in functions.items()))
    assert expected - FLAGS - set(CASES) == set()


@pytest.mark.parametrize("pair", [("Ann", "Ben"), (("Ann",), None), 5, "Ann"])
def test_summary_refuses_what_is_no_pair_of_names_and_a_review(pair):
    with pytest.raises(TypeError, match="expected pairs of names and a review"):
        pickomino.summarise([pair])


def test_bot_list_refuses_a_class_and_too_few_limits():
    with pytest.raises(TypeError, match=A_BOT):
        pickomino.play_turn(game(), [type(RANDOM[0]), RANDOM[1]])
    with pytest.raises(TypeError, match=LIMITS):
        pickomino.play_turn(game(), RANDOM, [Thinking(random.Random(1))])
