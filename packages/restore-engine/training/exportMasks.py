"""Exports a trained mask network to ONNX: batch normalisation folded in, float16 weights, probabilities as output.

    python exportMasks.py damage /tmp/damage/damage.pt ../models/damage.onnx
    python exportMasks.py torn /tmp/torn/torn.pt ../models/torn.onnx
"""
from __future__ import annotations

import sys
from pathlib import Path

import torch

from damageNetwork import damage_network
from loop import weights_of
from onnxGraph import GraphBuilder, output_of
from tornNetwork import torn_network
from unet import add_unet

NETWORKS = {
    "damage": (damage_network, "Gray 0..1, sides divisible by 16, to the chance of damage."),
    "torn": (
        torn_network,
        "A whole gray print 0..1, long side 256, sides divisible by 32, to the chance of its being torn off.",
    ),
}

if __name__ == "__main__":
    name, checkpoint, target = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    network, notes = NETWORKS[name]
    saved = torch.load(checkpoint, map_location="cpu")
    model = network(saved.get("channels"))
    model.load_state_dict(weights_of(saved))
    model.eval()
    graph = GraphBuilder()
    graph.node("Sigmoid", [add_unet(graph, model, "picture")], name="chance")
    graph.save(
        target, f"heirlight-{name}",
        {"picture": [1, 1, "height", "width"]}, {"chance": [1, 1, "height", "width"]},
        f"{notes} Trained for {saved['step']} steps by packages/restore-engine/training.",
    )
    sample = torch.rand(1, 1, 96, 64)
    difference = output_of(target, picture=sample.numpy()) - torch.sigmoid(model(sample)).detach().numpy()
    print("largest difference to PyTorch:", abs(difference).max())
