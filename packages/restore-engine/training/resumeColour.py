"""Makes a checkpoint from the shipped colour network, so that its training can continue without the original one.

    python resumeColour.py ../models/colour.onnx --photos <folder of JPEGs>... --state /tmp/colour --trained 100

The optimiser starts anew. The kernels have the 8 bits of the shipped file.
"""
from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.utils.data import DataLoader

from colourNetwork import ColourNetwork, Merge, chroma_bins
from exportColour import VIVIDNESS
from trainColour import BATCH, SIDE, GrayAndChroma, bin_weights, grouped, optimiser_of

# Batches on which the normalisations' means and variances are measured, which the export folded away.
MEASURED_BATCHES = 20


def convolutions_of(path: Path) -> tuple[list[tuple[np.ndarray, np.ndarray]], int]:
    """Returns kernel and bias of every convolution in the graph's order, and the number of training steps."""
    model = onnx.load(str(path))
    values = {weights.name: numpy_helper.to_array(weights) for weights in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear":
            whole, scale = (values[name] for name in node.input)
            values[node.output[0]] = whole.astype(np.float32) * scale.reshape(-1, *[1] * (whole.ndim - 1))
    found = [node for node in model.graph.node if node.op_type == "Conv" and len(node.input) == 3]
    return [(values[node.input[1]], values[node.input[2]]) for node in found], int(
        re.search(r"for (\d+) steps", model.doc_string)[1]
    )


def in_graph_order(model: ColourNetwork) -> list[torch.nn.Conv2d]:
    backbone = [module for module in model.backbone.modules() if isinstance(module, torch.nn.Conv2d)]
    way_up = [layer for merge in model.merges for layer in (merge.side, merge.mix[0])]
    return [*backbone, model.whole, model.bottom, *way_up, model.head]


@torch.no_grad()
def unfold(merge: Merge, shift: torch.Tensor, seen: torch.Tensor) -> None:
    """Sets a normalisation to what was folded into the convolution before it.

    `seen` is that convolution's output without its bias.
    """
    norm = merge.mix[1]
    norm.running_mean.copy_(seen.mean((0, 2, 3)))
    norm.running_var.copy_(seen.var((0, 2, 3)))
    norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
    norm.bias.copy_(shift + norm.running_mean)


@torch.no_grad()
def load_shipped(model: ColourNetwork, path: Path, weight: torch.Tensor, lightness: torch.Tensor) -> int:
    """Loads the graph's weights into the model. Returns its training steps.

    `lightness`, N x 1 x H x W, is what the normalisations are measured on.
    """
    convolutions, steps = convolutions_of(path)
    layers = in_graph_order(model)
    shifts: dict[torch.nn.Module, torch.Tensor] = {}
    for layer, (kernel, bias) in zip(layers, convolutions, strict=True):
        layer.weight.copy_(torch.from_numpy(kernel))
        if layer.bias is None:
            shifts[layer] = torch.from_numpy(bias.copy())
        else:
            layer.bias.copy_(torch.from_numpy(bias.copy()))
    model.head.bias -= VIVIDNESS * torch.log(weight)
    model.eval()
    for merge in model.merges:
        layer = merge.mix[0]
        hook = layer.register_forward_hook(lambda _, __, output, m=merge, s=shifts[layer]: unfold(m, s, output))
        model(lightness)
        hook.remove()
    return steps


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("shipped", type=Path)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument(
        "--trained",
        type=float,
        required=True,
        help="minutes that count as trained: the learning rate goes on from there",
    )
    options = parser.parse_args()
    options.state.mkdir(parents=True, exist_ok=True)
    batches = iter(DataLoader(GrayAndChroma(grouped(options.photos, False), 0, SIDE), batch_size=BATCH))
    weight = bin_weights(batches, torch.from_numpy(chroma_bins()))
    model = ColourNetwork()
    step = load_shipped(model, options.shipped, weight, torch.cat([next(batches)[0] for _ in range(MEASURED_BATCHES)]))
    state = {"model": model.state_dict(), "mean": model.state_dict(), "optimiser": optimiser_of(model).state_dict()}
    torch.save({**state, "step": step, "seconds": options.trained * 60, "weight": weight}, options.state / "colour.pt")
    print(f"{options.state / 'colour.pt'}: goes on from step {step}")
