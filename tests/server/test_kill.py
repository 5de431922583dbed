"""A server that is killed while people play loses nothing that it has confirmed."""

from kill_server import check_seed


def test_games_go_on_after_kills():
    assert check_seed(1, kills=1) > 300
