"""Trains the damage network.

    python trainDamage.py --photos <folder> --state <folder> --minutes 60

The folder holds the training photographs and, since step 20,144, those of oldPhotos.csv.xz.
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from damageNetwork import damage_network
from damageSynthesis import damaged_pair, real_specks
from loop import SEED, Batch, train
from photos import OLD_PREFIX, STRICT_PREFIXES, load_gray, random_crop
from unet import UNet

SIDE = 192
BATCH = 8
NEGATIVE_SHARE = 0.35
STEPS = 6000
# The engine enlarges pictures up to 2.5 times for the network: content is then softer than damage, which tells them
# apart.
ENLARGEMENT = (1.4, 3.5)
# For old photographs, which are scanned larger: their seams, hair and rigging are as crisp as any scratch.
OLD_ENLARGEMENT = (0.8, 2.2)
OLD_SHARE = 0.5
OLD_NEGATIVE_SHARE = 0.5


def damaged_crops(files: list[Path], start: int) -> Iterator[Batch]:
    rng = np.random.default_rng([SEED, start])
    old, modern = ([file for file in files if is_old(file) == wanted] for wanted in (True, False))
    while True:
        pairs = []
        for _ in range(BATCH):
            pairs.append(old_pair(old, rng) if old and rng.random() < OLD_SHARE else modern_pair(modern, rng))
        yield tuple(torch.from_numpy(np.stack(half).astype(np.float32))[:, None] for half in zip(*pairs))


def is_old(file: Path) -> bool:
    return file.name.startswith(OLD_PREFIX)


def modern_pair(files: list[Path], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    crop = random_crop(load_gray(files[int(rng.integers(len(files)))]), SIDE, rng, ENLARGEMENT)
    return damaged_pair(rng, crop, NEGATIVE_SHARE)


def old_pair(files: list[Path], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Returns (picture, mask). What looks like real dust is -1 in the mask, unknown, because nobody has marked it."""
    crop = random_crop(load_gray(files[int(rng.integers(len(files)))]), SIDE, rng, OLD_ENLARGEMENT)
    picture, mask = damaged_pair(rng, crop, OLD_NEGATIVE_SHARE)
    return picture, np.where((mask < 0.5) & real_specks(crop), -1, mask)


def validate(model: UNet, files: list[Path]) -> dict[str, float]:
    """Returns precision and recall on fixed held-out damage, and the share falsely marked on undamaged crops."""
    rng = np.random.default_rng(SEED + 1)
    counts = {threshold: np.zeros(4) for threshold in (0.5, 0.8, 0.9)}
    old, modern = ([file for file in files if is_old(file) == wanted] for wanted in (True, False))
    for index in range(48):
        crop = random_crop(load_gray(modern[index % len(modern)]), SIDE, rng, ENLARGEMENT)
        picture, mask = damaged_pair(rng, crop, 1.0 if index % 3 == 0 else 0.0)
        chance = torch.sigmoid(model(torch.from_numpy(picture.astype(np.float32))[None, None]))[0, 0].numpy()
        for threshold, count in counts.items():
            found, real = chance > threshold, mask > 0.5
            count += [(found & real).sum(), found.sum(), real.sum(), found.sum() if index % 3 == 0 else 0]
    report = {}
    for threshold in counts if old else ():
        # Share marked in real old photographs: almost none of it is damage.
        report[f"old_marked@{threshold}"] = 0.0
    for index in range(len(old) * 4):
        crop = random_crop(load_gray(old[index % len(old)]), SIDE, rng, OLD_ENLARGEMENT)
        chance = torch.sigmoid(model(torch.from_numpy(crop.astype(np.float32).copy())[None, None]))[0, 0].numpy()
        sound = ~real_specks(crop)
        for threshold in counts:
            report[f"old_marked@{threshold}"] += ((chance > threshold) & sound).sum() / (len(old) * 4 * SIDE * SIDE)
    for threshold, (hit, found, real, wrong) in counts.items():
        report[f"precision@{threshold}"] = hit / max(1, found)
        report[f"recall@{threshold}"] = hit / max(1, real)
        report[f"clean_marked@{threshold}"] = wrong / (16 * SIDE * SIDE)
    return report


if __name__ == "__main__":
    train("damage", damage_network(), damaged_crops, validate, STEPS, (*STRICT_PREFIXES, OLD_PREFIX))
