"""The network that marks the damaged pixels of a gray photograph."""
from __future__ import annotations

from unet import UNet


def damage_network() -> UNet:
    """From a gray picture in 0..1, N x 1 x H x W with sides divisible by 16, to logits of the same size."""
    return UNet((16, 32, 48, 64, 96))
