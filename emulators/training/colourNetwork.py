"""Network that names the likely colours of a gray photograph: a distribution over chroma bins for every 4 x 4 pixels."""
from __future__ import annotations

import numpy as np
import torch
from torch import nn

from damageNetwork import double_conv

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


class ColourNetwork(nn.Module):
    """L* in 0..1, N x 1 x H x W with sides divisible by 16, to N x K x H/4 x W/4 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList(
            double_conv(1 if index == 0 else CHANNELS[index - 1], count) for index, count in enumerate(CHANNELS)
        )
        self.up = nn.ModuleList(
            double_conv(CHANNELS[index + 1] + CHANNELS[index], CHANNELS[index])
            for index in range(LAST_LEVEL, len(CHANNELS) - 1)
        )
        self.head = nn.Conv2d(CHANNELS[LAST_LEVEL], len(chroma_bins()), 1)

    def forward(self, luma: torch.Tensor) -> torch.Tensor:
        features = luma - 0.5
        skips = []
        for index, block in enumerate(self.down):
            if index:
                features = nn.functional.max_pool2d(features, 2)
            features = block(features)
            skips.append(features)
        # What the whole picture shows matters as much as what stands nearby: every place is told the mean of all.
        features = features + features.mean(dim=(2, 3), keepdim=True)
        for index in reversed(range(len(self.up))):
            features = nn.functional.interpolate(features, scale_factor=2.0, mode="nearest")
            features = self.up[index](torch.cat([features, skips[index + LAST_LEVEL]], dim=1))
        return self.head(features)
