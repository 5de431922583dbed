"""What a malicious server may do at any moment. Each deviation changes the room or its views."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pickomino.core.dice import SECRET_BYTES
from pickomino.core.dice_terms import nonce_commitment
from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.decide import NONCE_SECONDS, CheckDeadline
from pickomino.rooms.domain.dice_rounds import nonces_owed
from pickomino.rooms.domain.room import dice_terms
from pickomino.rooms.protocol import events, messages
from support.adversary import forged_frames
from support.adversary.malicious_room import VICTIM, Exchange, Json, MaliciousRoom
from support.room_harness import ANN, BEN, nonce_of

Deviation = Callable[[MaliciousRoom], None]
OTHER_NONCE = "ef" * 32


def early(room: MaliciousRoom) -> None:
    """Ask the victim for its nonce now."""

    def ask(view: Json) -> None:
        view["you"]["nonces_wanted"] = [0]

    room.next_changes.append(ask)


def late(room: MaliciousRoom) -> None:
    """Hold back the victim's commands for now."""
    room.must_hold = True


def offline(room: MaliciousRoom) -> None:
    """Show nothing to the victim until everything else has happened."""
    room.is_offline = True


def drop(room: MaliciousRoom) -> None:
    """Lose the victim's next command."""
    room.must_drop = True


def reorder(room: MaliciousRoom) -> None:
    """Show a nonce before the other hashes."""
    room.add(events.NonceGiven(1, nonce_of(BEN)))


def replace_hash(room: MaliciousRoom) -> None:
    """Let an accomplice choose another nonce."""
    room.swapped_nonce = OTHER_NONCE
    room.add(events.NonceCommitted(1, nonce_commitment(room.state.dice.commitment, 1, OTHER_NONCE)))


def replace_own_hash(room: MaliciousRoom) -> None:
    """Change the hash of the victim."""
    room.add(events.NonceCommitted(0, "sha256:" + "6" * 64))


def erase_hash(room: MaliciousRoom) -> None:
    """Hide the hash of an accomplice from now on."""

    def erase(view: Json) -> None:
        if view["room"]["nonce_commitments"]:
            view["room"]["nonce_commitments"][1] = ""

    room.changes.append(erase)


def new_id(room: MaliciousRoom) -> None:
    """Commit again for a game with another id."""
    _commit(room, "other-id", 1, room.state.games + 1)


def new_number(room: MaliciousRoom) -> None:
    """Drop the game and commit to the next one."""
    if room.state.phase != "lobby":
        room.add(events.RematchOpened((0, 1, 2)))
    _commit(room, f"game-{room.state.version}", 1, room.state.games + 2)


def other_room(room: MaliciousRoom) -> None:
    """Drop the game and commit to the first one of another room."""
    if room.state.phase != "lobby":
        room.add(events.RematchOpened((0, 1, 2)))
    room.rename("WXYZ2345")
    _commit(room, "game-of-other-room", 1, 1)


def cut_short(room: MaliciousRoom) -> None:
    """End the game after its first roll, reveal the secret, and commit to the next one."""
    if room.state.phase == "nonces":
        room.begin()
    dice = room.state.dice
    room.add(events.GameEnded((0, 0, 0), (0, 1, 2), is_stopped=True, secret=dice.secret))
    room.add(events.RematchOpened((0, 1, 2)))
    _commit(room, f"game-{room.state.version}", 1, room.state.games + 1)


def new_round(room: MaliciousRoom) -> None:
    """Void the round without the loss of a seat."""
    dice = room.state.dice
    _commit(room, dice.game_id, _terms(room).round + 1, room.state.games + 1)


def second_commitment(room: MaliciousRoom) -> None:
    """Replace the commitment of this round in the history."""
    log = [entry.event for entry in room.room.log]
    place = max(i for i, event in enumerate(log) if isinstance(event, events.DiceCommitted))
    room.rewrite(log[:place])
    old = log[place]
    _commit(room, old.game_id, old.round, old.number)


def swap_seats(room: MaliciousRoom) -> None:
    """Show the names in another order."""

    def swap(view: Json) -> None:
        view["room"]["names"] = view["room"]["names"][::-1]

    room.changes.append(swap)


def other_seats(room: MaliciousRoom) -> None:
    """Show that only the victim adds a nonce."""

    def narrow(view: Json) -> None:
        view["room"]["dice_seats"] = "a"

    room.changes.append(narrow)


def bot_in(room: MaliciousRoom) -> None:
    """Let a bot replace an accomplice, by the rules: the round is void."""
    seat = 1 if not room.state.seats[1].player else 2
    room.room.do(messages.HostReplaceByBot(seat, "random"), ANN)


def victim_out(room: MaliciousRoom) -> None:
    """Let a bot replace the victim, by the rules, as if the host had wished so."""
    room.room.do(messages.HostReplaceByBot(0, "random"), ANN)


def time_out(room: MaliciousRoom) -> None:
    """Let a silent seat lose its place, by the rules: the victim's if it is offline now."""
    if room.state.phase == "nonces":
        room.accomplices_commit()
        if VICTIM in nonces_owed(room.state):
            room.accomplices_reveal()
    room.room.now += NONCE_SECONDS
    room.room.do(CheckDeadline())


def bot_keeps_nonce(room: MaliciousRoom) -> None:
    """Let a bot play for an accomplice whose nonce stays in the dice."""
    room.add(events.TakenOver(2, "family", "host"))


def call_silent(room: MaliciousRoom) -> None:
    """Claim that the victim did not answer."""
    room.add(events.TakenOver(0, "family", "dice"))
    if room.state.phase == "nonces":
        new_round(room)


def other_history(room: MaliciousRoom) -> None:
    """Use the nonce that an accomplice is bound to in another client's history."""
    room.swapped_nonce = OTHER_NONCE


def skip(room: MaliciousRoom) -> None:
    """Start without the nonces that are missing."""
    room.begin()


def downgrade(room: MaliciousRoom) -> None:
    """Start with dice of version 3."""
    _commit(room, "older", 1, 0)
    room.begin()


def hide_dice(room: MaliciousRoom) -> None:
    """Show a practice game from now on."""

    def hide(view: Json) -> None:
        view["room"]["settings"]["practice"] = True
        view["room"] |= {"commitment": "", "dice_game": 0, "dice_seats": ""}

    room.changes.append(hide)


def hide_commitment(room: MaliciousRoom) -> None:
    """Show no commitment from now on."""

    def hide(view: Json) -> None:
        view["room"]["commitment"] = ""

    room.changes.append(hide)


def hide_seat(room: MaliciousRoom) -> None:
    """Show the victim as a spectator from now on."""

    def hide(view: Json) -> None:
        view["you"] = {}

    room.changes.append(hide)


def hide_start(room: MaliciousRoom) -> None:
    """Hide with which nonces the game began."""

    def hide(view: Json) -> None:
        for frame in view.get("frames", ()):
            if frame.get("event", {}).get("type") == "GameStarted":
                del frame["event"]

    room.changes.append(hide)


def refuse_record(room: MaliciousRoom) -> None:
    """Refuse every record and replay."""
    room.is_record_refused = True


def delete_record(room: MaliciousRoom) -> None:
    """Say that every record was deleted."""
    room.is_record_deleted = True


def busy(room: MaliciousRoom) -> None:
    """Answer the next request for a record with a temporary error."""
    room.busy_answers = 1


def next_game(room: MaliciousRoom) -> None:
    """Play the game to its end while the victim is offline, and begin the next one."""
    room.play()
    room.leave_game()
    room.room.do(messages.Start(), ANN)


def relabel(room: MaliciousRoom) -> None:
    """Choose between the dice of two turns by beginning a turn in the middle of one."""
    room.forgery = forged_frames.relabel


def fake_bust(room: MaliciousRoom) -> None:
    """Choose between the dice of two turns by ending one that goes on."""
    room.forgery = forged_frames.fake_bust


def more_dice(room: MaliciousRoom) -> None:
    """Choose between rolls by rolling dice that were set aside."""
    room.forgery = forged_frames.more_dice


def forge_end(room: MaliciousRoom) -> None:
    """End the game after its first turn, as if no tile was left."""
    room.early_end = "over"
    room.forgery = forged_frames.end_of_game


def short_limit(room: MaliciousRoom) -> None:
    """Show once that games are stopped after a turn, and stop them so."""

    def shorten(view: Json) -> None:
        view["room"]["settings"]["turn_limit"] = 1

    room.next_changes.append(shorten)
    room.early_end = "stopped"


def swap_you(room: MaliciousRoom) -> None:
    """Give the victim the seat of an accomplice from now on."""

    def swap(view: Json) -> None:
        if view["you"]:
            view["you"]["seats"] = [1]
            room.is_seat_swapped |= room.state.phase in ("playing", "over") and room.has_own_nonce

    room.changes.append(swap)


def withhold_secret(room: MaliciousRoom) -> None:
    """Do not reveal the secret at the end."""
    room.is_secret_withheld = True


DEVIATIONS: dict[str, Deviation] = {
    deviation.__name__: deviation
    for deviation in (
        *(early, late, offline, drop, reorder, replace_hash, replace_own_hash, erase_hash, new_id),
        *(
            new_number,
            other_room,
            cut_short,
            new_round,
            second_commitment,
            swap_seats,
            other_seats,
            bot_in,
        ),
        *(victim_out, time_out),
        *(bot_keeps_nonce, call_silent, other_history, skip, downgrade, hide_dice),
        *(hide_commitment, hide_seat, hide_start, refuse_record, withhold_secret, busy, next_game),
        *(relabel, fake_bust, more_dice, forge_end, short_limit, swap_you),
        *(delete_record,),
    )
}


def _show(**fields: object) -> Deviation:
    """Return a deviation that shows these values in the room from now on."""

    def deviate(room: MaliciousRoom) -> None:
        room.changes.append(lambda view: view["room"].update(fields))

    return deviate


MALFORMED: dict[str, Deviation] = {
    "number_is_an_object": _show(dice_game={}),
    "number_is_text": _show(dice_game="1"),
    "round_is_text": _show(dice_round="1"),
    "rounds_are_missing": _show(voided_rounds=None),
    "hashes_are_missing": _show(nonce_commitments=None),
    "settings_are_missing": _show(settings={}),
    "turn_limit_is_zero": _show(settings={"rules": "standard", "turn_limit": 0}),
}
"""Views that a terminal does not accept, because it checks all types. Browsers must see to it."""
HONEST = {"late", "offline", "bot_in", "victim_out", "time_out", "busy", "next_game"}
"""Deviations that also happen on an honest server: they must raise no alarm."""
STAGES = ("committed", "revealed", "playing")


def attack(room: MaliciousRoom, stage: str, script: tuple[str, ...]) -> Exchange:
    """Play honestly to a stage, deviate as the script says, then go on as well as possible."""
    yield from room.to_stage(stage)
    for name in script:
        try:
            (DEVIATIONS | MALFORMED)[name](room)
        except (PickominoError, AttributeError, IndexError, ValueError):
            room.has_impossible_step = True
            continue
        yield from room.show()
    try:
        yield from room.finish()
    except (PickominoError, AttributeError, IndexError, ValueError):
        return  # The attacker has made its own room unplayable.


def _terms(room: MaliciousRoom):
    terms = room.state.dice.terms
    assert terms is not None
    return terms


def _commit(room: MaliciousRoom, game_id: str, number: int, game: int) -> None:
    secret = room.draw(SECRET_BYTES)
    time = "2026-11-16T12:00:00Z"
    committed = events.DiceCommitted(game_id, "", secret.hex(), time, number, game)
    commitment = dice_terms(room.state, committed).commitment(secret)
    room.add(replace(committed, commitment=commitment))
