"""The network that marks the damaged pixels of a gray photograph."""
from __future__ import annotations

from unet import UNet


def damage_network(channels: tuple[int, ...] | None = None) -> UNet:
    """From a gray picture in 0..1, N x 1 x H x W with sides divisible by 16, to logits of the same size.

    The engine takes five levels of any `channels`, because it pads to sides divisible by 16.
    """
    return UNet(tuple(channels or (16, 32, 48, 64, 96)))
