"""Writes the trained damage network as ONNX: batch normalisation folded in, weights in float16, chances instead of logits.

    python exportDamage.py /tmp/damage/damage.pt ../models/damage.onnx
"""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

from damageNetwork import CHANNELS, DamageNetwork
from onnxGraph import GraphBuilder


def add_block(graph: GraphBuilder, block: nn.Sequential, x: str) -> str:
    for conv, norm in ((block[0], block[1]), (block[3], block[4])):
        gain = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        kernel = (conv.weight.detach() * gain[:, None, None, None]).numpy()
        bias = (norm.bias - norm.running_mean * gain).detach().numpy()
        x = graph.node("Relu", [graph.node("Conv", [x, graph.half(kernel), graph.constant(bias)], pads=[1, 1, 1, 1])])
    return x


def build(model: DamageNetwork) -> GraphBuilder:
    graph = GraphBuilder()
    x = graph.node("Sub", ["picture", graph.constant(np.float32(0.5))])
    skips = []
    for index, block in enumerate(model.down):
        if index:
            x = graph.node("MaxPool", [x], kernel_shape=[2, 2], strides=[2, 2])
        x = add_block(graph, block, x)
        skips.append(x)
    twice = graph.constant(np.array([1, 1, 2, 2], np.float32))
    for index in reversed(range(len(CHANNELS) - 1)):
        x = graph.node(
            "Resize", [x, "", twice], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"
        )
        x = add_block(graph, model.up[index], graph.node("Concat", [x, skips[index]], axis=1))
    head = [x, graph.half(model.head.weight.detach().numpy()), graph.constant(model.head.bias.detach().numpy())]
    graph.node("Sigmoid", [graph.node("Conv", head)], name="chance")
    return graph


if __name__ == "__main__":
    model = DamageNetwork()
    saved = torch.load(sys.argv[1])
    model.load_state_dict(saved["model"])
    model.eval()
    target = Path(sys.argv[2])
    build(model).save(
        target, "heirlight-damage",
        {"picture": [1, 1, "height", "width"]}, {"chance": [1, 1, "height", "width"]},
        f"Gray 0..1, sides divisible by 16, to the chance of damage. Trained for {saved['step']} steps by emulators/training.",
    )

    import onnxruntime

    sample = torch.rand(1, 1, 96, 64)
    ours = onnxruntime.InferenceSession(str(target)).run(None, {"picture": sample.numpy()})[0]
    print("largest difference to PyTorch:", float(np.abs(ours - torch.sigmoid(model(sample)).detach().numpy()).max()))
