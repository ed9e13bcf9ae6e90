"""U-Net that marks the damaged pixels of a gray photograph."""
from __future__ import annotations

import torch
from torch import nn

CHANNELS = (16, 32, 48, 64, 96)


def double_conv(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
        nn.Conv2d(outputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class DamageNetwork(nn.Module):
    """Gray picture in 0..1, N x 1 x H x W with sides divisible by 16, to logits of the same size."""

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList(
            double_conv(1 if index == 0 else CHANNELS[index - 1], count) for index, count in enumerate(CHANNELS)
        )
        self.up = nn.ModuleList(
            double_conv(CHANNELS[index + 1] + CHANNELS[index], CHANNELS[index]) for index in range(len(CHANNELS) - 1)
        )
        self.head = nn.Conv2d(CHANNELS[0], 1, 1)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        features = picture - 0.5
        skips = []
        for index, block in enumerate(self.down):
            if index:
                features = nn.functional.max_pool2d(features, 2)
            features = block(features)
            skips.append(features)
        for index in reversed(range(len(self.up))):
            features = nn.functional.interpolate(features, scale_factor=2.0, mode="nearest")
            features = self.up[index](torch.cat([features, skips[index]], dim=1))
        return self.head(features)
