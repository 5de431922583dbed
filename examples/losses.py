"""Where a bot loses its games: python examples/losses.py [BOT [GAMES [OPPONENT]]]

Plays a match and looks at the games that the bot lost: how many of them only by its own errors,
which kinds of decisions cost most, and the five worst ones, as positions for `pickomino odds`.
BOT is anything that `pickomino arena` accepts, such as `module:Class` of your own. 200 games take
about 20 seconds. It needs the extras `bots` and `records`.
"""

import sys
import tempfile
from pathlib import Path

import polars as pl

from pickomino import Match

KINDS = {"k": "set aside", "r": "roll on", "t": "take", "s": "steal", "q": "stop"}


def play(bot: str, opponent: str, games: int) -> pl.DataFrame:
    """Return a row for every decision of the bot."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.parquet"
        match = Match(bot, opponent, games=games, seed=1)
        result = match.play(records=file)
        assert result.statistics is not None
        label = result.statistics.bots[0].label
        return pl.read_parquet(file).filter(pl.col("player") == label)


def lost_games(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return luck and errors of every game that the bot lost."""
    return (
        decisions.group_by("game")
        .agg(
            pl.col("share").first(),
            (pl.col("luck") + pl.col("bust_luck")).sum().alias("luck"),
            pl.col("cost").sum().alias("given away"),
        )
        .filter(pl.col("share") == 0)
    )


def kinds(lost: pl.DataFrame) -> pl.DataFrame:
    """Return what each kind of decision costs in an average lost game."""
    kind = pl.col("action").str.slice(0, 1).replace_strict(KINDS).alias("decision")
    games = lost["game"].n_unique()
    table = lost.group_by(kind).agg(
        (pl.len() / games).alias("per game"),
        (pl.col("action") != pl.col("best")).mean().alias("not the best"),
        (pl.col("cost").sum() / games).alias("cost per game"),
    )
    return table.sort("cost per game", descending=True)


def main(bot: str = "beginner", games: str = "200", opponent: str = "expert") -> None:
    decisions = play(bot, opponent, int(games))
    lost = lost_games(decisions)
    unlucky = lost.filter(pl.col("given away") < -pl.col("luck"))
    print(f"{bot} lost {lost.height} of {games} games against {opponent},", end=" ")
    print(f"{lost.height - unlucky.height} of them more by errors than by bad luck")
    in_lost_games = decisions.join(lost, on="game", how="semi")
    worst = in_lost_games.sort("cost", descending=True).head(5)
    with pl.Config(tbl_rows=40, float_precision=4, tbl_hide_dataframe_shape=True):
        print(kinds(in_lost_games))
    for row in worst.iter_rows(named=True):
        print(
            f"{row['cost']:.1%} given away with {row['action']}, best {row['best']}: {row['wfen']}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
