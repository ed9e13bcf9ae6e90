"""Writes the trained damage network as ONNX: batch normalisation folded in, weights in float16, chances instead of logits.

    python exportDamage.py /tmp/damage/damage.pt ../models/damage.onnx
"""
from __future__ import annotations

import sys
from pathlib import Path

import torch

from damageNetwork import damage_network
from onnxGraph import GraphBuilder, output_of
from unet import add_unet

if __name__ == "__main__":
    model = damage_network()
    saved = torch.load(sys.argv[1])
    model.load_state_dict(saved["model"])
    model.eval()
    target = Path(sys.argv[2])
    graph = GraphBuilder()
    graph.node("Sigmoid", [add_unet(graph, model, "picture")], name="chance")
    graph.save(
        target, "heirlight-damage",
        {"picture": [1, 1, "height", "width"]}, {"chance": [1, 1, "height", "width"]},
        f"Gray 0..1, sides divisible by 16, to the chance of damage. Trained for {saved['step']} steps by emulators/training.",
    )
    sample = torch.rand(1, 1, 96, 64)
    difference = output_of(target, picture=sample.numpy()) - torch.sigmoid(model(sample)).detach().numpy()
    print("largest difference to PyTorch:", abs(difference).max())
