"""Writes the weighted mean of two checkpoints of one training, which keeps what each has learned.

    python mixWeights.py <first>.pt <second>.pt <share of the second, 0..1> <target>.pt

M. Wortsman et al., "Robust fine-tuning of zero-shot models" (2022), https://arxiv.org/abs/2109.01903.
"""
from __future__ import annotations

import sys

import torch

from loop import weights_of

if __name__ == "__main__":
    first, second, share, target = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4]
    saved = torch.load(second)
    before, after = weights_of(torch.load(first)), weights_of(saved)
    saved.pop("mean", None)
    saved["model"] = {
        name: before[name] * (1 - share) + weights * share if weights.is_floating_point() else weights
        for name, weights in after.items()
    }
    torch.save(saved, target)
