"""The network that marks what is torn off a print. It sees the whole print."""
from __future__ import annotations

from unet import UNet

SIDE_MULTIPLE = 32


def torn_network(channels: tuple[int, ...] | None = None) -> UNet:
    """From a gray print in 0..1, N x 1 x H x W with sides divisible by 32, to logits of the same size."""
    return UNet(tuple(channels or (12, 24, 48, 64, 96, 128)))
