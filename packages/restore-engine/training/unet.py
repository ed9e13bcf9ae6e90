"""A U-Net, and its export to ONNX."""
from __future__ import annotations

import numpy as np
import torch
from torch import nn

from onnxGraph import GraphBuilder


def double_conv(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
        nn.Conv2d(outputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class UNet(nn.Module):
    """From a gray picture in 0..1, N x 1 x H x W, to N x `outputs` x H x W.

    The sides must be divisible by 2 ** (number of channels - 1).
    """

    def __init__(self, channels: tuple[int, ...], outputs: int = 1) -> None:
        super().__init__()
        self.down = nn.ModuleList(
            double_conv(1 if index == 0 else channels[index - 1], count) for index, count in enumerate(channels)
        )
        self.up = nn.ModuleList(
            double_conv(channels[index + 1] + channels[index], channels[index])
            for index in range(len(channels) - 1)
        )
        self.head = nn.Conv2d(channels[0], outputs, 1)

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


def add_block(graph: GraphBuilder, block: nn.Sequential, x: str) -> str:
    """Adds both convolutions with batch normalisation folded in."""
    for conv, norm in ((block[0], block[1]), (block[3], block[4])):
        gain = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        kernel = (conv.weight.detach() * gain[:, None, None, None]).numpy()
        bias = (norm.bias - norm.running_mean * gain).detach().numpy()
        x = graph.node("Relu", [graph.node("Conv", [x, graph.half(kernel), graph.constant(bias)], pads=[1, 1, 1, 1])])
    return x


def add_unet(graph: GraphBuilder, model: UNet, picture: str) -> str:
    """Adds the network for the input named `picture`. Returns the name of its output."""
    x = graph.node("Sub", [picture, graph.constant(np.float32(0.5))])
    skips = []
    for index, block in enumerate(model.down):
        if index:
            x = graph.node("MaxPool", [x], kernel_shape=[2, 2], strides=[2, 2])
        x = add_block(graph, block, x)
        skips.append(x)
    twice = graph.constant(np.array([1, 1, 2, 2], np.float32))
    for index in reversed(range(len(model.up))):
        x = graph.node(
            "Resize", [x, "", twice], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"
        )
        x = add_block(graph, model.up[index], graph.node("Concat", [x, skips[index]], axis=1))
    return graph.node(
        "Conv", [x, graph.half(model.head.weight.detach().numpy()), graph.constant(model.head.bias.detach().numpy())]
    )
