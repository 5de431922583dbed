"""The shortest agent: python examples/random_agent.py [EPISODES] plays random legal actions."""

import sys

import gymnasium


def main(episodes: int = 5) -> None:
    env = gymnasium.make(
        "pickomino.envs.gymnasium:Pickomino-v1",
        opponents=["beginner", "random"],
        rules="classic",
        seat=None,
        render_mode="ansi",
    )
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    print(env.render())
    for episode in range(1, episodes + 1):
        steps, done, total = 0, False, 0.0
        while not done:
            action = env.action_space.sample(info["action_mask"])
            _, reward, terminated, truncated, info = env.step(action)
            done = terminated or truncated
            steps, total = steps + 1, total + float(reward)
        print(f"Episode {episode}: {steps} steps, scores {info['scores']}, reward {total}")
        _, info = env.reset()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
