"""Thousands of games as a vectorised environment of Stable-Baselines3, with masks.

from sb3_contrib import MaskablePPO
from pickomino.envs.stable_baselines3 import PickominoVecEnv

model = MaskablePPO("MlpPolicy", PickominoVecEnv(64, opponents="beginner", compact=True))
"""

# Stable-Baselines3 needs torch and is installed only for training, so its types may be unknown.
# pyright: reportMissingImports=false, reportUntypedBaseClass=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from pickomino.envs.vector import VectorPickomino

Indices = int | Iterable[int] | None


class PickominoVecEnv(VecEnv):
    """Games in compiled code, all stepped at once; sb3-contrib's MaskablePPO finds the masks.

    The settings are those of `VectorPickomino`, except `autoreset_mode`.

    >>> env = PickominoVecEnv(2, opponents="beginner", compact=True)
    >>> env.reset().shape, env.env_method("action_masks")[0].shape
    ((2, 114), (50,))
    """

    def __init__(self, num_envs: int = 1, **settings: Any) -> None:  # noqa: ANN401 - as VectorPickomino's
        """Set up the games."""
        self.vector = VectorPickomino(num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **settings)
        self.render_mode = None
        self._actions = np.zeros(num_envs, np.int64)
        space = self.vector.single_observation_space
        super().__init__(num_envs, space, self.vector.single_action_space)

    def reset(self) -> Any:  # noqa: ANN401 - an array or a dict, as the settings say
        """Start all games, with the seeds of `seed` and the options of `set_options`."""
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, infos = self.vector.reset(seed=seeds, options=self._options[0] or None)
        self.reset_infos = [{"seat": int(seat)} for seat in infos["seat"]]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Note the actions that `step_wait` takes."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Act in all games; those that end are restarted."""
        observations, rewards, over, stopped, ends = self.vector.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(over | stopped):
            final = ends["final_info"]
            infos[game]["terminal_observation"] = ends["final_obs"][game]
            infos[game]["TimeLimit.truncated"] = bool(stopped[game])
            if "scores" in final:
                infos[game]["scores"] = final["scores"][game].tolist()
        return observations, rewards.astype(np.float32), over | stopped, infos

    def close(self) -> None:
        """Do nothing: the games hold no resources."""

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the games have an attribute or a method, such as `action_masks`."""
        return hasattr(self.vector, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute, which is the same for all games."""
        if attr_name == "render_mode":
            return [None for _ in self._get_indices(indices)]
        value = getattr(self.vector, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:  # noqa: ANN401 - of any attribute
        """Raise an error: the settings of the games do not change."""
        del value, indices
        raise AttributeError(f"{attr_name} of the games cannot be set")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,  # noqa: ANN401 - of any method
        indices: Indices = None,
        **method_kwargs: Any,  # noqa: ANN401 - of any method
    ) -> list[Any]:
        """Call a method that returns a value for each game, such as `action_masks`."""
        values = getattr(self.vector, method_name)(*method_args, **method_kwargs)
        return [values[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> Sequence[bool]:  # type: ignore[override]
        """Return False for every game: they are not wrapped."""
        del wrapper_class
        return [False for _ in self._get_indices(indices)]
