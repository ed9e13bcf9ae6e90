"""The network that paints thin damage over: it corrects what Telea's method filled in first."""
from __future__ import annotations

import torch
from torch import nn

from unet import UNet


class FillNetwork(nn.Module):
    """N x 4 x H x W, red, green, blue as Telea left them and the mask, all 0..1, to the picture N x 3 x H x W; sides divisible by 8."""

    def __init__(self) -> None:
        super().__init__()
        self.unet = UNet((24, 40, 64, 96), inputs=4, outputs=3)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        colours, mask = planes[:, :3], planes[:, 3:]
        return colours + mask * self.unet(planes)
