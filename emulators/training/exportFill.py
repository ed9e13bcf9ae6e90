"""Writes the trained fill network as ONNX: batch normalisation folded in, weights in float16.

    python exportFill.py /tmp/fill/fill.pt ../models/fill.onnx
"""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from fillNetwork import FillNetwork
from onnxGraph import GraphBuilder
from unet import add_unet

if __name__ == "__main__":
    model = FillNetwork()
    saved = torch.load(sys.argv[1])
    model.load_state_dict(saved["model"])
    model.eval()
    target = Path(sys.argv[2])
    graph = GraphBuilder()

    def planes(first: int, last: int) -> str:
        ends = [graph.constant(np.array([value], np.int64)) for value in (first, last, 1)]
        return graph.node("Slice", ["planes", *ends])

    change = graph.node("Mul", [add_unet(graph, model.unet, "planes"), planes(3, 4)])
    graph.node("Add", [planes(0, 3), change], name="picture")
    graph.save(
        target, "heirlight-fill",
        {"planes": [1, 4, "height", "width"]}, {"picture": [1, 3, "height", "width"]},
        f"Red, green, blue as Telea filled them and the mask, 0..1, sides divisible by 8, to the picture. Trained for {saved['step']} steps by emulators/training.",
    )
    sample = torch.rand(1, 4, 96, 64)
    ours = onnxruntime.InferenceSession(str(target)).run(None, {"planes": sample.numpy()})[0]
    print("largest difference to PyTorch:", float((torch.from_numpy(ours) - model(sample).detach()).abs().max()))
