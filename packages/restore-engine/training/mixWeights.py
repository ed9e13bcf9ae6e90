"""Writes the weighted mean of two checkpoints of one training, which keeps what each has learned.

    python mixWeights.py <first>.pt <second>.pt <share of the second, 0..1> <target>.pt

M. Wortsman et al., "Robust fine-tuning of zero-shot models" (2022), https://arxiv.org/abs/2109.01903.
"""
from __future__ import annotations

import sys

import torch

if __name__ == "__main__":
    first, second, share, target = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4]
    saved = torch.load(second)
    before = torch.load(first)["model"]
    for name, weights in saved["model"].items():
        if weights.is_floating_point():
            saved["model"][name] = before[name] * (1 - share) + weights * share
    torch.save(saved, target)
