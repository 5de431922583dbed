"""Speed, measured and printed as ratios against a baseline of the same run. `make bench`."""
