"""Three servers of which one is killed, frozen or cut off lose nothing, and agree in the end."""

from kill_nodes import check_on


def test_games_go_on_while_nodes_are_killed_and_frozen(postgres, redis, tmp_path):
    assert check_on(postgres, redis, tmp_path, seed=5, faults=3, tables=((2, 1),)) > 100
