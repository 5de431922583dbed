"""A decision and a game for profiles in tests."""

from pickomino.profile.game_log import PlayedGame

OWN_DECISION = (
    "classic_oooo.o.ooooooooo_27/25_a_5555w_- own 2 s25=0.61/0"
    " r=0.58/0.21/sure_tile,tile:25,failure:0.21 t24=0.55/0/worth_more,better:0.61,chosen:0.55"
)
PLAYED_GAME = PlayedGame(1, "standard", 0, ("bot:random",), 1.0, 15, 2, 4, 31, 0.02, 0.1)
