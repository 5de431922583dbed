"""Attacks on dice of version 2 by the server and other players, as listed in docs/fair-dice.md.

Ann is honest and makes the checks that the documentation requires of a client. Whatever the others
do, dice that pass her checks were fixed before anyone else knew her nonce; she detects all other
dice, or the record shows the cheat.
"""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from pickomino import Game, Rules, verify
from pickomino.core.dice import DiceTerms, SealedDice, nonce_commitment
from support.random_play import play_on

ANN = 0
TIME = "2026-11-16T12:00:00Z"


class Client:
    """An honest client: what it stores before it sends anything, and its checks afterwards."""

    def __init__(self, rng):
        self.nonce = rng.randbytes(32).hex()
        self.promised = {}
        """The commitment of each round as first seen."""
        self.sealed = ()
        self.alarm = ""

    def commit(self, terms, commitment):
        self.promised.setdefault(terms.round, commitment)
        self.round = terms.round
        return nonce_commitment(self.promised[terms.round], ANN, self.nonce)

    def reveal(self, sealed):
        """Return the nonce, or nothing if the list does not have its commitment."""
        self.sealed = tuple(sealed)
        own = nonce_commitment(self.promised[self.round], ANN, self.nonce)
        if self.sealed[ANN] != own:
            self.alarm = "own commitment missing"
            return ""
        return self.nonce

    def complaint(self, record, seen):
        """Return the problem with a record, or nothing."""
        game = Game.from_wgn(record)
        tags, commitment = game.tags, self.promised[self.round]
        promised = {"DiceRound": str(self.round), "GameId": "game", "DiceCommit": commitment}
        for tag, value in (promised | {"Nonce_a": self.nonce}).items():
            if tags.get(tag) != value:
                return f"another {tag}"
        nonces = [tags.get(f"Nonce_{letter}", "") for letter in "abcdefg"[: len(self.sealed)]]
        if self.sealed != tuple(
            nonce_commitment(commitment, seat, nonce) if nonce else ""
            for seat, nonce in enumerate(nonces)
        ):
            return "another nonce"
        if [event.roll for event in game.events if hasattr(event, "roll")] != seen:
            return "other rolls than were seen"
        result = verify(record)
        return "" if result.is_valid else result.problem.code


class CheatedDice(RuleBasedStateMachine):
    """All others may cheat, and cooperate."""

    @initialize(seed=st.integers(0, 2**32), players=st.integers(2, 4))
    def begin(self, seed, players):
        self.rng = random.Random(seed)
        self.players = players
        self.begin_game()

    def begin_game(self):
        self.names = ("Ann", *(f"Eve {n}" for n in range(1, self.players)))
        self.round = 0
        self.is_over = False
        self.ann = Client(self.rng)
        self.begin_round()

    def begin_round(self):
        self.round += 1
        self.ann.nonce = self.rng.randbytes(32).hex()
        self.secret = self.rng.randbytes(32)
        self.terms = DiceTerms("game", "standard", self.names, TIME, self.round)
        self.commitment = self.terms.commitment(self.secret)
        self.nonces = [self.rng.randbytes(32).hex() for _ in range(self.players)]
        self.nonces[ANN] = ""
        self.hashes = [""] * self.players
        self.is_sealed = False
        self.hashes[ANN] = self.ann.commit(self.terms, self.commitment)

    @precondition(lambda self: self.is_over)
    @rule()
    def another_game_begins(self):
        self.begin_game()

    def is_open(self):
        return not self.is_over and not self.is_sealed

    def is_revealing(self):
        return not self.is_over and self.is_sealed

    @precondition(is_open)
    @rule(copies=st.booleans(), seat=st.integers(1, 3))
    def an_accomplice_commits(self, copies, seat):
        """Another seat cannot reveal a nonce for a copy of Ann's commitment."""
        seat %= self.players
        if seat == ANN:
            return
        own = nonce_commitment(self.commitment, seat, self.nonces[seat])
        self.hashes[seat] = self.hashes[ANN] if copies else own

    @precondition(is_open)
    @rule(tampers=st.sampled_from(["", "", "", "drops", "swaps"]))
    def the_server_seals(self, tampers):
        shown = list(self.hashes)
        if tampers == "drops":
            shown[ANN] = ""
        elif tampers == "swaps":
            shown[ANN], shown[1] = shown[1], shown[ANN]
        self.is_sealed = True
        self.shown = tuple(shown)
        self.nonces[ANN] = self.ann.reveal(shown)
        if not self.nonces[ANN]:
            assert self.ann.alarm
            self.is_over = True

    @precondition(is_revealing)
    @rule()
    def an_accomplice_is_silent(self):
        """The round is void; all seats commit again, and the record counts the rounds."""
        self.begin_round()

    @precondition(is_revealing)
    @rule(
        cheat=st.sampled_from(
            ["", "secret", "commitment", "nonce", "drops", "replay", "round", "roll", "ground"]
        )
    )
    def the_game_is_played(self, cheat):
        """The others now know all nonces, and try to get better dice."""
        pairs = list(enumerate(zip(self.nonces, self.shown, strict=True)))
        is_copied = any(
            promised and promised != nonce_commitment(self.commitment, seat, nonce)
            for seat, (nonce, promised) in pairs
        )
        nonces = [nonce if promised else "" for _, (nonce, promised) in pairs]
        record, seen = self.play_cheating(cheat, self.terms, self.secret, nonces)
        complaint = self.ann.complaint(record, seen)
        is_fair = not cheat and not is_copied
        assert bool(complaint) == (not is_fair), (cheat, is_copied, complaint)
        if is_fair:
            doubts = [doubt.code for doubt in verify(record).doubts]
            assert doubts == (["dice_rounds"] if self.round > 1 else [])
            assert Game.from_wgn(record).tags["DiceRound"] == str(self.round)
        self.is_over = True

    def play_cheating(self, cheat, terms, secret, nonces):
        """Return the record of the others, and the rolls that Ann saw."""
        match cheat:
            case "secret" | "commitment":
                secret = self.rng.randbytes(32)
            case "nonce":
                nonces[1] = self.rng.randbytes(32).hex()
            case "ground":
                tries = [self.rng.randbytes(32).hex() for _ in range(20)]
                nonces[1] = max(tries, key=lambda nonce: self.worms(terms, secret, nonces, nonce))
            case "drops":
                nonces[ANN] = ""
            case "replay":
                terms = terms._replace(game_id="another")
            case "round":
                terms = terms._replace(round=terms.round + 1)
        record, seen = self.play(terms, secret, nonces)
        if cheat == "secret":
            game = Game.from_wgn(record)
            game.tags["DiceCommit"] = self.commitment
            record = game.wgn()
        return record, seen[:-1] if cheat == "roll" else seen

    def worms(self, terms, secret, nonces, last):
        dice = SealedDice(secret, terms, (nonces[0], last, *nonces[2:]))
        return str(dice.roll(0, 8)).count("w")

    def play(self, terms, secret, nonces):
        dice = SealedDice(secret, terms, nonces)
        game = Game(Rules.preset("standard"), self.players, dice, turn_limit=3)
        for _ in play_on(game, 1):
            pass
        names = dict(zip("abcdefg", terms.seats, strict=False))
        return game.add_tags(names).wgn(), [e.roll for e in game.events if hasattr(e, "roll")]


CheatedDice.TestCase.settings = settings(max_examples=60, stateful_step_count=12, deadline=None)
TestCheatsAreExcludedCaughtOrShown = CheatedDice.TestCase


@pytest.mark.parametrize("known", [True, False])
def test_rolls_cannot_be_guessed_without_the_secret(known):
    """The last seat to reveal knows every nonce but no roll: half of the key is missing."""
    rng = random.Random(5)
    terms = DiceTerms("game", "standard", ("Ann", "Eve"), TIME)
    nonces = (rng.randbytes(32).hex(), rng.randbytes(32).hex())
    real = SealedDice(rng.randbytes(32), terms, nonces)
    guess = SealedDice(real.secret if known else rng.randbytes(32), terms, nonces)
    same = sum(real.roll(n, 8) is guess.roll(n, 8) for n in range(200))
    assert same == 200 if known else same < 10
