"""Exports the trained colour network to ONNX.

Weights are in 8 bits, batch normalisation is folded in, and the output is chroma instead of a distribution.

    python exportColour.py /tmp/colour/colour.pt... ../models/colour.onnx

Of several checkpoints of one training it exports the mean of the weights (https://arxiv.org/abs/2203.05482).
"""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

from colourNetwork import MEAN, SPREAD, Backbone, ColourNetwork, Merge, chroma_bins
from onnxGraph import GraphBuilder, output_of
from trainColour import TEMPERATURE, decode

SLOPE = 0.1
# How much more the export favours rare colours than the training did, as a power of the loss's weights. It is added to
# the logits, as a more tilted loss would have taught them. Chosen for the colourfulness of held-out photographs.
VIVIDNESS = 0.45
# Chroma above this is halved: a wrong vivid guess is worse than a right pale one.
PALE_CHROMA = 28.0


def add_conv(
    graph: GraphBuilder, layer: nn.Conv2d, x: str, gain: torch.Tensor | None = None, bias: torch.Tensor | None = None
) -> str:
    """Adds a convolution. `gain` scales its kernels and `bias` replaces its own, to fold in a normalisation."""
    kernel = layer.weight if gain is None else layer.weight * gain[:, None, None, None]
    shift = layer.bias if bias is None else bias
    pads = [layer.padding[0]] * 4
    weights = [graph.quarter(kernel.detach().numpy()), graph.constant(shift.detach().numpy())]
    return graph.node("Conv", [x, *weights], pads=pads, strides=list(layer.stride))


def add_step(graph: GraphBuilder, step: nn.Sequential, x: str) -> str:
    return graph.node("LeakyRelu", [add_conv(graph, step[0], x)], alpha=SLOPE)


def add_backbone(graph: GraphBuilder, backbone: Backbone, x: str) -> list[str]:
    x = graph.node(
        "MaxPool", [add_step(graph, backbone.stem, x)], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]
    )
    features = []
    for stage in (*backbone.stages, *([backbone.beyond] if backbone.beyond else [])):
        entered = inside = add_step(graph, stage.enter, x)
        for pair in stage.pairs:
            first = add_step(graph, pair.first, inside)
            inside = graph.node("Concat", [add_step(graph, pair.second, first), first], axis=1)
        x = graph.node("Concat", [add_step(graph, stage.leave, inside), entered], axis=1)
        features.append(x)
    return features if backbone.beyond is None else [*features[:3], features[4]]


def add_merge(graph: GraphBuilder, merge: Merge, coarse: str, side: str) -> str:
    twice = graph.constant(np.array([1, 1, 2, 2], np.float32))
    doubled = graph.node(
        "Resize", [coarse, "", twice], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"
    )
    layer, norm = merge.mix[0], merge.mix[1]
    gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    both = graph.node("Concat", [doubled, add_conv(graph, merge.side, side)], axis=1)
    return graph.node("Relu", [add_conv(graph, layer, both, gain, norm.bias - norm.running_mean * gain)])


def add_network(graph: GraphBuilder, model: ColourNetwork, lightness: str, name: str) -> None:
    centred = graph.node("Sub", [lightness, graph.constant(np.float32(MEAN))])
    features = add_backbone(graph, model.backbone, graph.node("Div", [centred, graph.constant(np.float32(SPREAD))]))
    whole = add_conv(graph, model.whole, graph.node("GlobalAveragePool", [features[3]]))
    x = graph.node("Relu", [graph.node("Add", [add_conv(graph, model.bottom, features[3]), whole])])
    for merge, side in zip(model.merges, reversed(features[:3]), strict=True):
        x = add_merge(graph, merge, x, side)
    sharpened = graph.node("Div", [add_conv(graph, model.head, x), graph.constant(np.float32(TEMPERATURE))])
    chance = graph.node("Softmax", [sharpened], axis=1)
    chroma = graph.node("Conv", [chance, graph.constant(chroma_bins().T[:, :, None, None])])
    length = graph.node("ReduceL2", [chroma], axes=[1], keepdims=1)
    beyond = graph.node("Relu", [graph.node("Sub", [length, graph.constant(np.float32(PALE_CHROMA))])])
    shorter = graph.node("Sub", [length, graph.node("Mul", [beyond, graph.constant(np.float32(0.5))])])
    graph.node(
        "Mul",
        [chroma, graph.node("Div", [shorter, graph.node("Max", [length, graph.constant(np.float32(1e-3))])])],
        name=name,
    )


def muted(chroma: torch.Tensor) -> torch.Tensor:
    """Reduces vivid chroma, N x 2 x H x W, as the exported graph does."""
    length = chroma.norm(dim=1, keepdim=True).clamp_min(1e-3)
    return chroma * (length - 0.5 * (length - PALE_CHROMA).clamp_min(0)) / length


def mean_of(states: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """Returns the mean of each weight. Counters are those of the last state."""
    return {
        name: torch.stack([state[name] for state in states]).mean(0) if last.is_floating_point() else last
        for name, last in states[-1].items()
    }


if __name__ == "__main__":
    *checkpoints, saved = [torch.load(path, map_location="cpu") for path in sys.argv[1:-1]]
    model = ColourNetwork(saved.get("large", False))
    target = Path(sys.argv[-1])
    model.load_state_dict(mean_of([checkpoint["mean"] for checkpoint in (*checkpoints, saved)]))
    model.eval()
    with torch.no_grad():
        model.head.bias += VIVIDNESS * torch.log(saved["weight"])
    graph = GraphBuilder()
    add_network(graph, model, "lightness", "chroma")
    graph.save(
        target,
        "heirlight-colour",
        {"lightness": [1, 1, "height", "width"]},
        {"chroma": [1, 2, "height / 4", "width / 4"]},
        f"L* / 100, sides divisible by 32, to a*, b*. Trained for {saved['step']} steps "
        "by packages/restore-engine/training.",
    )
    sample = torch.rand(1, 1, 96, 64)
    theirs = muted(decode(model(sample), torch.from_numpy(chroma_bins()))).detach().numpy()
    print("mean difference to PyTorch in a*, b*:", abs(output_of(target, lightness=sample.numpy()) - theirs).mean())
