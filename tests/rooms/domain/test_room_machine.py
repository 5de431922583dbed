"""Random commands in any order: the room stays valid, and its log determines its state."""

import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pickomino import legal_actions, problems
from pickomino.core.errors import ALL_MESSAGES, PickominoError
from pickomino.rooms import encode
from pickomino.rooms.domain import dice_rounds
from pickomino.rooms.domain.decide import (
    CheckDeadline,
    PlayForBot,
    SetPresence,
    next_automatic_step,
)
from pickomino.rooms.domain.timeline import build_timeline
from pickomino.rooms.protocol import messages
from pickomino.rooms.views.room_views import view_of, you_of
from support.room_harness import ANN, BEN, EVE, PureRoom, commit_nonce, nonce_of

SEATS = st.integers(0, 6)
BOTS = st.sampled_from(["random", "family", "strategist:depth=1", "nobody", ""])
NAMES = st.sampled_from(["Ann", "Ben", "", "a\nb", "x" * 99])
PLANS = st.one_of(
    st.just(messages.OpenSeat()),
    st.builds(messages.PersonSeat, NAMES),
    st.builds(messages.BotSeat, BOTS),
)
TOKENS = st.sampled_from([ANN, ANN, BEN, EVE, "", "forged"])
SETTINGS = st.builds(
    messages.Settings,
    rules=st.sampled_from(["standard", "classic+extrawurm", "nonsense"]),
    practice=st.booleans(),
    guided=st.booleans(),
    turn_limit=st.just(12),
    match_wins=st.sampled_from([0, 2]),
)
COMMANDS = st.one_of(
    st.builds(messages.Join, NAMES, st.none() | SEATS),
    st.builds(messages.Leave, SEATS),
    st.builds(messages.SetSeat, SEATS, PLANS),
    st.builds(messages.ChangeSettings, SETTINGS),
    st.builds(messages.ChooseStarter, SEATS),
    st.just(messages.Start()),
    st.builds(messages.CommitNonce, SEATS, st.just(f"sha256:{'00' * 32}")),
    st.builds(messages.GiveNonce, SEATS, st.sampled_from(["00", nonce_of(ANN)])),
    st.builds(
        messages.Act, st.sampled_from(["k1", "kw", "r", "q", "t21", "s25", "z", "ba", "", "k9"])
    ),
    st.just(messages.Undo()),
    st.builds(messages.TakeBack, SEATS),
    st.builds(messages.HostRemove, SEATS),
    st.builds(messages.HostReplaceByBot, SEATS, BOTS),
    st.builds(messages.Vote, SEATS),
    st.builds(messages.React, SEATS, st.sampled_from(["hello", "ouch", "rude"])),
    st.just(messages.Rematch()),
    st.just(messages.PlayAgain()),
    st.builds(SetPresence, st.booleans()),
    st.just(CheckDeadline()),
)


class RoomMachine(RuleBasedStateMachine):
    @initialize(
        practice=st.booleans(),
        public=st.booleans(),
        seconds=st.sampled_from([0, 10]),
        rules=st.sampled_from(["standard", "manual", "mini+extrawurm"]),
        starter=st.sampled_from(["host", "youngest", "lot"]),
        length=st.sampled_from([{}, {"match_games": 2}, {"match_wins": 1}]),
        seed=st.integers(0, 1000),
    )
    def open(self, *, practice, public, seconds, rules, starter, length, seed):
        seats = (
            messages.PersonSeat("Ann"),
            messages.OpenSeat(),
            messages.BotSeat("random"),
            messages.OpenSeat(),
        )
        self.table = PureRoom(
            *seats,
            seed=seed,
            practice=practice,
            is_public=public,
            turn_seconds=seconds,
            rules=rules,
            turn_limit=12,
            starter=starter,
            **length,
        )
        self.rng = random.Random(seed)

    @rule(command=COMMANDS, token=TOKENS, behind=st.sampled_from([0, 0, 0, 1, 5, -1, None]))
    def send(self, command, token, behind):
        expected = None if behind is None else self.table.state.version - behind
        is_new = isinstance(command, messages.Join) and token in (BEN, EVE)
        before, code = self.table.state, ""
        try:
            self.table.do(command, token, expected, is_new=is_new)
        except PickominoError as error:
            code = error.code
        if code:
            assert code in ALL_MESSAGES
            assert self.table.state is before

    @rule(count=st.integers(1, 12))
    def play(self, count):
        """Play legal actions, so that games make progress."""
        for _ in range(count):
            seat = self.table.state.to_act
            if seat is None:
                return
            action = self.rng.choice(legal_actions(self.table.position))
            if self.table.state.seats[seat].player:
                self.table.do(PlayForBot(seat, action), "")
            else:
                self.table.do(messages.Act(str(action)), self.table.state.seats[seat].token)

    @rule(count=st.integers(1, 4))
    def exchange_nonces(self, count):
        """Commit and reveal nonces that are due."""
        for _ in range(count):
            state = self.table.state
            for seat in dice_rounds.commitments_owed(state)[:1]:
                token = state.seats[seat].token
                self.table.do(commit_nonce(state.dice.commitment, seat, ANN), token)
            for seat in dice_rounds.nonces_owed(state)[:1]:
                if (
                    state.dice.hashes[seat]
                    == commit_nonce(state.dice.commitment, seat, ANN).commitment
                ):
                    self.table.do(messages.GiveNonce(seat, nonce_of(ANN)), state.seats[seat].token)

    @rule(seconds=st.sampled_from([1.0, 61.0]))
    def wait(self, seconds):
        self.table.now += seconds
        self.table.do(CheckDeadline(), "")

    @invariant()
    def log_determines_state(self):
        if not hasattr(self, "table"):
            return
        self.table.check()
        assert len(self.table.log) == self.table.state.version

    @invariant()
    def views_can_be_built(self):
        if not hasattr(self, "table"):
            return
        state = self.table.state
        for token in (ANN, BEN, ""):
            frames, _ = build_timeline(tuple(self.table.log)).since(0)
            encode((view_of(state, frames, self.table.now), you_of(state, token)))
        if state.game is not None:
            assert problems(state.game.position) == ()
            waiting = state.to_act is not None
            assert waiting == (state.phase == "playing")
            assert state.game.is_over == (state.phase == "over")
        next_automatic_step(state)


TestRoomMachine = RoomMachine.TestCase
TestRoomMachine.settings = settings(max_examples=60, stateful_step_count=30)
