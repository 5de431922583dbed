"""Benchmarks (`make bench`), which print ratios to a baseline measured in the same run."""
