"""Settings of a training that takes a second."""

import torch

from training.learning import Settings

CPU = torch.device("cpu")
TINY = Settings(
    players=2,
    steps=60,
    rules=("standard",),
    other_rules=0.0,
    tables=128,
    tiles=(1,),
    hidden=(32, 32),
    minibatch=32,
    every=20,
    rate=3e-3,
    averaging=0.9,
)
