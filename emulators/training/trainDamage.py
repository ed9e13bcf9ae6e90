"""Trains the damage network.

    python trainDamage.py --photos ../../../shared-data/train --state /tmp/damage --minutes 60
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from damageNetwork import damage_network
from damageSynthesis import damaged_pair
from loop import SEED, Batch, train
from photos import load_gray, random_crop
from unet import UNet

SIDE = 192
BATCH = 8
NEGATIVE_SHARE = 0.35
STEPS = 6000
# The engine shows the network pictures enlarged up to 2.5 times: soft content under sharp damage tells the two apart.
ENLARGEMENT = (1.4, 3.5)


def damaged_crops(files: list[Path], start: int) -> Iterator[Batch]:
    rng = np.random.default_rng([SEED, start])
    while True:
        pairs = []
        for _ in range(BATCH):
            crop = random_crop(load_gray(files[int(rng.integers(len(files)))]), SIDE, rng, ENLARGEMENT)
            pairs.append(damaged_pair(rng, crop, NEGATIVE_SHARE))
        yield tuple(torch.from_numpy(np.stack(half).astype(np.float32))[:, None] for half in zip(*pairs))


def validate(model: UNet, files: list[Path]) -> dict[str, float]:
    """Precision and recall on fixed held-out damage, and the share wrongly marked on undamaged crops."""
    rng = np.random.default_rng(SEED + 1)
    counts = {threshold: np.zeros(4) for threshold in (0.5, 0.8, 0.9)}
    for index in range(48):
        crop = random_crop(load_gray(files[index % len(files)]), SIDE, rng, ENLARGEMENT)
        picture, mask = damaged_pair(rng, crop, 1.0 if index % 3 == 0 else 0.0)
        chance = torch.sigmoid(model(torch.from_numpy(picture.astype(np.float32))[None, None]))[0, 0].numpy()
        for threshold, count in counts.items():
            found, real = chance > threshold, mask > 0.5
            count += [(found & real).sum(), found.sum(), real.sum(), found.sum() if index % 3 == 0 else 0]
    report = {}
    for threshold, (hit, found, real, wrong) in counts.items():
        report[f"precision@{threshold}"] = hit / max(1, found)
        report[f"recall@{threshold}"] = hit / max(1, real)
        report[f"clean_marked@{threshold}"] = wrong / (16 * SIDE * SIDE)
    return report


if __name__ == "__main__":
    train("damage", damage_network(), damaged_crops, validate, STEPS)
