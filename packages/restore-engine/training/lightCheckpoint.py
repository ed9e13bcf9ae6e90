"""Writes a checkpoint without what only the next step needs: the averaged weights at half precision.

    python lightCheckpoint.py <checkpoint>.pt <target>.pt

Training goes on from it with a new optimiser.
"""
from __future__ import annotations

import sys

import torch

from loop import weights_of

if __name__ == "__main__":
    saved = torch.load(sys.argv[1], map_location="cpu")
    weights = {name: value.half() if value.is_floating_point() else value for name, value in weights_of(saved).items()}
    rest = {name: value for name, value in saved.items() if name not in ("optimiser", "critic", "critics")}
    torch.save({**rest, "model": weights, "mean": weights}, sys.argv[2])
