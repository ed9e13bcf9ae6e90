"""Trains the network that finds what is torn off a print.

    python trainTorn.py --photos <folder of photographs> --state /tmp/torn --minutes 60
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch

from loop import SEED, Batch, Stream, train
from photos import load_gray
from tornNetwork import torn_network
from tornSynthesis import random_print, torn_pair
from unet import UNet

# Height x width of a batch's prints, in pixels. The long side is the one that the engine uses.
SHAPES = ((256, 160), (256, 192), (256, 192), (256, 224), (256, 256), (224, 256), (192, 256), (192, 256), (160, 256))
BATCH = 8
TORN_SHARE = 0.6
STEPS = 6000
# Three in five photographs show clothes laid flat. A few of them are enough.
CLOTHES = "cloth_"
CLOTHES_ONE_IN = 6
# Marks smaller than this share of a print do not count as found.
LEAST_SHARE = 0.003


def print_like(files: list[Path]) -> list[Path]:
    return [
        path for index, path in enumerate(files) if index % CLOTHES_ONE_IN == 0 or not path.name.startswith(CLOTHES)
    ]


def torn_prints(count: int, _side: int | None) -> Stream:
    """Batches of so many whole prints, all of a batch of one of `SHAPES`."""

    def stream(files: list[Path], seed: list[int]) -> Iterator[Batch]:
        files = print_like(files)
        rng = np.random.default_rng(seed)
        while True:
            shape = SHAPES[int(rng.integers(len(SHAPES)))]
            pairs = []
            for _ in range(count):
                photo = random_print(load_gray(files[int(rng.integers(len(files)))]), shape, rng)
                pairs.append(torn_pair(rng, photo, TORN_SHARE))
            yield tuple(torch.from_numpy(np.stack(half))[:, None] for half in zip(*pairs))

    return stream


def largest_share(mask: np.ndarray) -> float:
    """Returns the area of the largest mark as a share of the print."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return stats[1:, cv2.CC_STAT_AREA].max(initial=0) / mask.size


def validate(model: UNet, files: list[Path]) -> dict[str, float]:
    """Returns, for fixed held-out prints, the share of torn ones found and the share of whole ones marked.

    A torn part is found if marks and truth overlap by more than half (intersection over union).
    """
    files = print_like(files)
    rng = np.random.default_rng(SEED + 1)
    thresholds = (0.5, 0.8)
    found, wrong, overlap = ({threshold: [] for threshold in thresholds} for _ in range(3))
    for index in range(160):
        photo = random_print(load_gray(files[index % len(files)]), SHAPES[index % len(SHAPES)], rng)
        picture, mask = torn_pair(rng, photo, float(index % 2))
        chance = torch.sigmoid(model(torch.from_numpy(picture)[None, None]))[0, 0].numpy()
        for threshold in thresholds:
            marked, real = chance > threshold, mask > 0.5
            if index % 2 == 0:
                wrong[threshold].append(largest_share(marked) > LEAST_SHARE)
            elif largest_share(real) > LEAST_SHARE:
                both = (marked & real).sum() / max(1, (marked | real).sum())
                found[threshold].append(both > 0.5)
                overlap[threshold].append(both)
    names = {"found": found, "wrong": wrong, "overlap": overlap}
    return {
        f"{name}@{threshold}": np.mean(values[threshold]) for name, values in names.items() for threshold in thresholds
    }


if __name__ == "__main__":
    train("torn", torn_network, torn_prints, validate, STEPS, BATCH)
