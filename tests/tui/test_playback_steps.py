"""Which frames are shown before the current state."""

from msgspec.structs import replace

from pickomino.rooms.protocol import events
from pickomino.tables.table_log import position_of
from pickomino.tui.screens.game.playback import playback_steps
from support.followed_games import act_carefully, follow_game


def test_failed_roll_is_shown_with_its_dice(tmp_path):
    _, _, views = follow_game(tmp_path, 200, act_carefully)
    steps = [step for view in views for step in playback_steps(replace(view, is_whole=False))]
    failed = [step for step in steps if step.turn_end and step.turn_end.result == "failed"]
    assert failed
    rolls = [frame for frame, _ in failed if isinstance(frame.event, events.Rolled)]
    assert rolls
    assert all(frame.rolled == frame.event.roll for frame in rolls)
    assert all(position_of(frame).seat == ended.seat for frame, ended in failed)


def test_whole_view_has_no_playback_steps(tmp_path):
    _, _, views = follow_game(tmp_path, 2, act_carefully)
    assert playback_steps(replace(views[0], is_whole=True)) == []
    assert playback_steps(views[1])
