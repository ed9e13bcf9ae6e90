"""Network that names the likely colours of a gray photograph: a distribution over chroma bins for every 4 x 4 pixels."""
from __future__ import annotations

import numpy as np
import torch

from unet import UNet

CHANNELS = (24, 48, 96, 144, 192)
# Levels of the way up; it stops two short of the input: chroma may be coarse, the eye does not see it.
LAST_LEVEL = 2
BIN_STEP = 11
# CIE Lab chroma of the bins' centres: those of a grid that real photographs use.
GRID = np.arange(-66, 77, BIN_STEP, dtype=np.float32)


def chroma_bins() -> np.ndarray:
    """K x 2: a*, b* of every bin, a lens-shaped part of the grid around the axis blue to yellow."""
    return np.array(
        [(a, b) for a in GRID for b in GRID if (a / 55) ** 2 + (b / 66) ** 2 <= 1 or (a > 0 and b > 0 and a + b < 110 and a <= 55)],
        np.float32,
    )


class ColourNetwork(UNet):
    """L* in 0..1, N x 1 x H x W with sides divisible by 16, to N x K x H/4 x W/4 logits."""

    def __init__(self) -> None:
        super().__init__(CHANNELS, outputs=len(chroma_bins()), last_level=LAST_LEVEL)

    def at_the_bottom(self, features: torch.Tensor) -> torch.Tensor:
        # What the whole picture shows matters as much as what stands nearby: every place is told the mean of all.
        return features + features.mean(dim=(2, 3), keepdim=True)
