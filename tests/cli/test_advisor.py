"""The advisor for physical tables, from the first roll to the record."""

import random
import re

import pytest

from pickomino import Game, Position, Roll, Rules
from pickomino.analysis import advice
from pickomino.cli.advisor import session, table_setup
from pickomino.cli.advisor.session import Advisor
from pickomino.core.actions import STOP
from pickomino.core.position import CHANCE, OVER
from pickomino.evaluation.judge import FORMULA
from pickomino.i18n import texts_in
from support.cli_runner import pickomino

MAX_ENTRIES = 60
MAX_ENTRY_LENGTH = 12


def advised(*entries, options=()):
    code, output, errors = pickomino(
        "odds", "--aim", "worms", *options, text="\n".join(entries) + "\n"
    )
    assert (code, errors) == (0, "")
    return output.splitlines()[4:]


def test_roll_is_answered_in_one_line():
    (line,) = advised("", "1134ww55", "x")
    assert line == "→ set aside the worms, roll 6 dice. Worth 1.63; risk of failing 16.5%."


def test_next_roll_implies_advice_was_followed():
    lines = advised("", "1134ww55", "223345", "x")
    assert len(lines) == 2
    assert lines[1].startswith("→ set aside 3, roll 4 dice.")


def test_other_choices_are_accepted():
    lines = advised("", "1134ww55", "5", "x")
    assert lines[1].startswith("→ roll on.")
    lines = advised("", "1134ww55", "k5", "r", "113344", "x")
    assert lines[-1].startswith("→ set aside")


def test_rivals_result_implies_stopping():
    lines = advised("standard oooooooooooooooo -/- a 4555www -", "25", "x")
    assert lines[0].startswith("→ take tile 34")
    assert lines[1].startswith("a (you) takes tile 34")
    assert lines[2] == "b takes tile 25 from the grill: 2 worms."


def test_refused_entry_prints_no_results():
    lines = advised("standard oooooooooooooooo -/- a 4555www -", "55", "x")
    assert lines[1:] == ["'55' is not possible here"]


def test_several_entries_fit_on_a_line():
    assert len(advised("3b", "25 f 1134ww55", "x")) == 3


def test_wrong_entry_can_be_undone():
    lines = advised("", "1134ww55", "223345", "u", "112344", "x")
    assert lines[2] == "Taken back."
    assert lines[3] == lines[0], "the advice before stands again"
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (("123",), "dice given: 3; dice to roll: 8"),
        (("12345678",), "is not dice notation"),
        (("1134ww55", "223"), "dice given: 3; dice to roll: 6"),
        (("1134ww55", "k2"), "is not possible here"),
        (("1134ww55", "z"), "is not possible here"),
    ],
)
def test_impossible_entries_are_refused_with_a_reason(entries, message):
    assert message in advised("", *entries, "x")[-1]


def test_rivals_claims_must_be_possible():
    lines = advised("2b", "", "36x", "s99", "25", "25", "x")
    assert sum("is not possible here" in line for line in lines) == 2
    assert lines[0].endswith("type the tile that b won, or f if the turn failed")
    assert "b takes tile 25 from the grill: 2 worms." in lines


def test_odds_are_printed_only_on_request():
    assert not any("at least" in line for line in advised("", "1134ww55", "x"))
    lines = advised("", "1134ww55", "o", "g", "x")
    assert any("at least" in line for line in lines)
    assert any(line.startswith("Grill: 21") for line in lines)


def test_game_in_progress_can_be_entered():
    table = ["t", "9", "3", "40", "21", "22", "-", "36", "24 31", "-", "22", "z", "a"]
    _, output, _ = pickomino("odds", text="\n".join([*table, "1134ww55", "x"]) + "\n")
    assert "2 to 7 players" in output
    assert "40 is not a tile of this game" in output
    assert "→ set aside the worms" in output
    lines = advised("standard oooo.ooooooooooo 25/- a - ~", "1134ww55", "x")
    assert lines[0].startswith("→ set aside the worms")


def test_raven_choice_is_tracked():
    wfen = "standard+extrawurm xx..oxoxxxxxxxxxxx 21/22/- a 3555w - -,-,23,-,-/0,0,7/-"
    lines = advised(wfen, "t23", "bb", "bc", "f", "f", "x", options=["--extrawurm"])
    assert any("'bb' is not possible here" in line for line in lines)
    assert any("a (you) gains a Bratwurm." in line for line in lines)
    assert any("b’s turn fails. Tile 22 goes back to the grill." in line for line in lines)


def test_extrawurm_records_are_refused(tmp_path):
    record = str(tmp_path / "table.wgn")
    code, _, errors = pickomino("odds", "--extrawurm", "--record", record)
    assert code == 2
    assert "cannot record games" in errors


def test_enter_alone_follows_the_advice():
    lines = advised("", "1134ww55", "", "223345", "x")
    assert lines[1] == "You followed the advice."
    assert lines[2].startswith("→ set aside 3, roll 4 dice.")


def test_enter_alone_ends_the_last_turn():
    lines = advised("standard oxxxxxxxxxxxxxxx -/- a 455www -", "")
    assert lines[1].startswith("You followed the advice.")
    assert "a (you) takes tile 21" in lines[2]
    assert "The winner is a (you)" in lines[-1] or "a (you) wins" in lines[-1]


def test_enter_without_advice_says_what_is_expected():
    lines = advised("", "", "1134ww55", "", "", "x")
    assert lines[0].endswith("type the dice that you rolled (dice: 8), such as 1134ww55")
    assert lines[-1].endswith("type the dice that you rolled (dice: 6), such as 1134ww55")


@pytest.mark.parametrize(("answer", "ends"), [("q", True), ("s", False), ("", False)])
def test_giving_up_the_turn_must_be_confirmed(answer, ends):
    """The turn ended at once."""
    lines = advised("standard oooooooooooooooo -/- a 12w -", "q", answer, "x")
    assert lines[1] == "The turn would fail. Type q again to stop with nothing."
    assert any("fails" in line for line in lines[2:]) == ends


def test_giving_up_must_be_confirmed_even_if_it_is_advised(monkeypatch):
    def advise_to_stop(position, aim):
        return advice.advise(position, aim)._replace(best=STOP)

    monkeypatch.setattr(session, "advise", advise_to_stop)
    lines = advised("standard oooooooooooooooo -/- a 12w -", "q", "", "x")
    assert lines[1] == "The turn would fail. Type q again to stop with nothing."
    assert not any("fails" in line for line in lines[2:])


def test_players_can_have_names(tmp_path):
    record = tmp_path / "table.wgn"
    entries = "\nBen\n25\n1134ww55\nx\n"
    for options, text in ((("--names", "Ann,Ben"), entries[1:]), ((), f"Ann,Ben{entries}")):
        record.unlink(missing_ok=True)
        code, output, _ = pickomino("odds", *options, "--record", str(record), text=text)
        assert code == 0
        assert "Ben takes tile 25 from the grill" in output
        assert Game.from_wgn(record.read_text()).names == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("names", "message"),
    [("Ann", "2 to 7 players, not 1"), ("Ann,ann", "two players have the name 'Ann'")],
)
def test_bad_names_are_refused(names, message):
    code, _, errors = pickomino("odds", "--names", names)
    assert (code, message in errors) == (2, True)


def test_advice_aims_at_winning_by_default():
    code, output, _ = pickomino("odds", text="\n1134ww55\nx\n")
    assert code == 0
    assert re.search(r"→ .*\. Chance to win \d\d\.\d%; risk of failing", output)


def test_advice_with_extrawurm_is_called_an_estimate():
    _, output, _ = pickomino("odds", "--extrawurm", text="\n1134ww55\nx\n")
    assert "Only an estimate" in output
    assert re.search(r"Chance to win \d+%; risk of failing \d+%\.", output)


def test_advice_aims_at_worms_without_networks(monkeypatch):
    monkeypatch.setattr(advice, "judge_kind", lambda _: FORMULA)
    assert "Worth 1.63" in pickomino("odds", text="\n1134ww55\nx\n")[1]


class PhysicalTable:
    """A simulated table: the user follows the advice, rivals claim what they can."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.entries = []

    def answer(self, advisor):
        if not hasattr(advisor, "position"):
            return ""
        entry = self._entry(advisor, advisor.position)
        self.entries.append(entry)
        return entry

    def _entry(self, advisor, position):
        after = position
        for action in advisor.plan:
            after = session.apply(after, action)
        if after.to_act == CHANCE and after.seat == 0:
            return self._dice(session.dice_left(after))
        if after.seat == 0 or after.to_act == OVER:
            return ""
        possible = sorted(
            {str(claim) for total in range(46) for claim in session.claims_for_total(after, total)}
        )
        claim = self.rng.choice(possible) if possible and self.rng.random() < 0.8 else "f"
        # The letter would make it an own claim of the same tile.
        result = claim if claim == "f" or not advisor.plan else claim[1:]
        return f"{result} {self._dice(8)}" if len(after.grill) > 1 else result

    def _dice(self, count):
        return "".join(sorted(self.rng.choices("12345w", k=count), key="12345w".index))


@pytest.mark.parametrize("seed", range(2))
def test_whole_game_takes_few_short_entries(monkeypatch, tmp_path, seed):
    record = tmp_path / "table.wgn"
    table = PhysicalTable(seed)
    advisor = Advisor(texts_in("en"), "worms", Rules.preset("standard"), str(record))
    monkeypatch.setattr(table_setup, "read_answer", lambda *_: "")
    monkeypatch.setattr(session, "read_answer", lambda *_: table.answer(advisor))
    advisor.run()
    assert len(table.entries) <= MAX_ENTRIES
    assert max(map(len, table.entries)) <= MAX_ENTRY_LENGTH
    game = Game.from_wgn(record.read_text())
    assert game.position == advisor.position
    assert game.is_over
    if seed == 0:
        output = pickomino("review", str(record), "--plain")[1]
        assert output.startswith("The rivals’ dice are made up to fit their results")


def test_synthetic_rolls_lead_to_the_rivals_result():
    from pickomino.cli.advisor.synthetic_rolls import FAILED_TURN, synthesize_moves

    start = Position.from_wfen("classic .ooooooooooooooo 21/- b - ~")
    for token in ("t22", "t36", "s21"):
        game = Game.from_position(start)
        for move in synthesize_moves(start, session.Action.parse(token)):
            _ = game.roll(move) if isinstance(move, Roll) else game.play(move)
        assert game.position.stacks[1] == (int(token[1:]),)
    game = Game.from_position(start)
    for move in FAILED_TURN:
        _ = game.roll(move) if isinstance(move, Roll) else game.play(move)
    assert game.position.seat == 0
