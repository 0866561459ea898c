"""Ratios against peers, measured in one run by `make bench`."""

# Copies are measured on so many states, so many random moves apart.
SHELF = 64
STEP = 37
