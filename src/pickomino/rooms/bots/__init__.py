"""Runs bots and the coach in worker processes, and the tasks that move games forward."""
