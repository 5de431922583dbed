"""What bots give away, from 1,000 games: python examples/arena_analysis.py [GAMES [FILE]]

Plays a match between two bots, writes a row for every decision to a Parquet file, and reads the
file with Polars: the cost of each kind of decision, luck and skill in a game, and the sums at which
each bot stops. 1,000 games take about a minute on two cores. It needs the extras `bots` and
`records`.
"""

import sys
import tempfile
from pathlib import Path

import polars as pl

from pickomino import Match

KINDS = {"k": "set aside", "r": "roll on", "t": "take", "s": "steal", "q": "stop"}


def costs(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return how often each bot makes each kind of decision, and what that costs on average."""
    kind = pl.col("action").str.slice(0, 1).replace_strict(KINDS).alias("decision")
    table = decisions.group_by("player", kind).agg(
        pl.len().alias("count"),
        (pl.col("action") == pl.col("best")).mean().alias("best"),
        pl.col("cost").mean(),
    )
    return table.sort("player", "count", descending=[False, True])


def games(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return each bot's share of wins, and what luck and errors made of it, for an average game."""
    by_game = decisions.group_by("game", "player").agg(
        pl.col("share").first(),
        (pl.col("luck") + pl.col("bust_luck")).sum().alias("luck"),
        pl.col("cost").sum().alias("given away"),
    )
    return by_game.group_by("player").agg(pl.exclude("game").mean()).sort("player")


def stops(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return how often each bot claims at each sum."""
    claims = decisions.filter(pl.col("action").str.contains("^[ts]"))
    return claims.pivot("player", index="sum", values="game", aggregate_function="len").sort("sum")


def main(count: int = 1000, path: Path | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = path or Path(folder) / "games.parquet"
        Match("expert", "family", games=count, rules="classic").play(records=file)
        decisions = pl.read_parquet(file)
    print(f"{decisions['game'].n_unique()} games, {decisions.height} decisions")
    with pl.Config(tbl_rows=40, float_precision=4, tbl_hide_dataframe_shape=True):
        for table in (costs(decisions), games(decisions), stops(decisions)):
            print(table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 1000, Path(sys.argv[2]) if sys.argv[2:] else None)
