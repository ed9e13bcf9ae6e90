"""Trains the damage network.

    python trainDamage.py --photos <folder> --state <folder> --minutes 60

The folder holds the training photographs and those of oldPhotos.csv.xz. `rebuildDamage.py` does all steps in one.
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from damageNetwork import damage_network
from damageSynthesis import camera_and_scan, damaged_pair, mask_of, real_specks
from loop import SEED, Batch, Stream, train
from photos import OLD_PREFIX, STRICT_PREFIXES, load_gray, random_crop
from unet import UNet
from wearSynthesis import REPAINTED, Scene, with_look_alikes

SIDE = 192
BATCH = 8
NEGATIVE_SHARE = 0.35
STEPS = 6000
# Share of crops with drawn rigging, chains, lace or lettering, which are no damage.
LOOK_ALIKE_SHARE = 0.2
# The engine enlarges pictures up to 2.5 times for the network: content is then softer than damage, which tells them
# apart.
ENLARGEMENT = (1.4, 3.5)
# For old photographs, which are scanned larger: their seams, hair and rigging are as crisp as any scratch.
OLD_ENLARGEMENT = (0.8, 2.2)
OLD_SHARE = 0.5
OLD_NEGATIVE_SHARE = 0.5


def damaged_crops(count: int, side: int | None) -> Stream:
    """Batches of so many crops of this side."""

    def stream(files: list[Path], seed: list[int]) -> Iterator[Batch]:
        rng = np.random.default_rng(seed)
        old, modern = ([file for file in files if is_old(file) == wanted] for wanted in (True, False))
        while True:
            pairs = []
            for _ in range(count):
                draw, chosen = (old_pair, old) if old and rng.random() < OLD_SHARE else (modern_pair, modern)
                pairs.append(draw(chosen, rng, side or SIDE))
            yield tuple(torch.from_numpy(np.stack(half).astype(np.float32))[:, None] for half in zip(*pairs))

    return stream


def is_old(file: Path) -> bool:
    return file.name.startswith(OLD_PREFIX)


def crop_of(files: list[Path], rng: np.random.Generator, side: int, enlargement: tuple[float, float]) -> np.ndarray:
    photo = with_look_alikes(rng, load_gray(files[int(rng.integers(len(files)))]), LOOK_ALIKE_SHARE)
    return random_crop(photo, side, rng, enlargement)


def modern_pair(files: list[Path], rng: np.random.Generator, side: int) -> tuple[np.ndarray, np.ndarray]:
    return damaged_pair(rng, crop_of(files, rng, side, ENLARGEMENT), NEGATIVE_SHARE)


def old_pair(files: list[Path], rng: np.random.Generator, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns (picture, mask). What looks like real dust is -1 in the mask, unknown, because nobody has marked it."""
    crop = crop_of(files, rng, side, OLD_ENLARGEMENT)
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
    report |= recall_by_kind(model, modern)
    for threshold, (hit, found, real, wrong) in counts.items():
        report[f"precision@{threshold}"] = hit / max(1, found)
        report[f"recall@{threshold}"] = hit / max(1, real)
        report[f"clean_marked@{threshold}"] = wrong / (16 * SIDE * SIDE)
    return report


def recall_by_kind(model: UNet, files: list[Path]) -> dict[str, float]:
    """Returns which share of each heavier kind's pixels has a chance above one half."""
    rng = np.random.default_rng(SEED + 2)
    report = {}
    for draw in dict.fromkeys(REPAINTED):
        hit, real = 0, 0
        for index in range(8):
            crop = random_crop(load_gray(files[index % len(files)]), SIDE, rng, ENLARGEMENT)
            scene = Scene(crop.copy(), crop.copy(), np.zeros(crop.shape, bool), 1.6)
            draw(rng, scene)
            picture = camera_and_scan(rng, np.clip(scene.image, 0, 1))
            chance = torch.sigmoid(model(torch.from_numpy(picture.astype(np.float32))[None, None]))[0, 0].numpy()
            mask = mask_of(np.clip(scene.image, 0, 1), crop) > 0.5
            hit, real = hit + ((chance > 0.5) & mask).sum(), real + mask.sum()
        report[f"recall {draw.__name__}"] = hit / max(1, real)
    return report


if __name__ == "__main__":
    train("damage", damage_network, damaged_crops, validate, STEPS, BATCH, (*STRICT_PREFIXES, OLD_PREFIX))
