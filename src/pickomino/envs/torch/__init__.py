"""Games as PyTorch tensors, on any device: `init` and `step` for thousands of games at once.

    env = TorchPickomino(Rules.preset("standard"), players=2, device="cuda")
    generator = torch.Generator("cuda").manual_seed(1)
    state = env.init(4096, generator)
    state = env.step(state, actions, generator)

The rules, actions, observations and masks are those of the other environments. `tables` has the
tables and how turns change them, which training uses too; `dice` the dice of a turn; `environment`
the environment. The extra `torch` installs what is needed.
"""

from pickomino.envs.torch.environment import State, TorchPickomino

__all__ = ["State", "TorchPickomino"]
