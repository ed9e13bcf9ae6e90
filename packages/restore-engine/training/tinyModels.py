"""Writes tiny models for tests, with the inputs and outputs of models that users may bring.

    python tinyModels.py ../testdata/models
"""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from onnxGraph import GraphBuilder


def colour(folder: Path) -> None:
    """Like DDColor: from gray in three channels, fixed size, to a* and b*. Outputs a* 20, b* -30 everywhere."""
    graph = GraphBuilder()
    kernel, bias = graph.constant(np.zeros((2, 3, 1, 1), np.float32)), graph.constant(np.array([20, -30], np.float32))
    graph.node("Conv", ["input", kernel, bias], name="output")
    graph.save(folder / "colour.onnx", "tiny-colour", {"input": [1, 3, 64, 64]}, {"output": [1, 2, 64, 64]}, "test")


def face(folder: Path) -> None:
    """Like GFPGAN: from a square face, -1..1, to one of the same form. Outputs mid-gray."""
    graph = GraphBuilder()
    graph.node("Mul", ["input", graph.constant(np.float32(0))], name="output")
    graph.save(folder / "face.onnx", "tiny-face", {"input": [1, 3, 64, 64]}, {"output": [1, 3, 64, 64]}, "test")


def inpaint(folder: Path) -> None:
    """Like LaMa: picture and mask of 512 x 512, 0..1, to a picture 0..255. Gives 200 in the mask, else the picture."""
    graph = GraphBuilder()
    scaled = graph.node("Mul", ["image", graph.constant(np.float32(255))])
    known = graph.node("Sub", [graph.constant(np.float32(1)), "mask"])
    kept = graph.node("Mul", [scaled, known])
    filled = graph.node("Mul", ["mask", graph.constant(np.float32(200))])
    graph.node("Add", [kept, filled], name="output")
    side = 512
    graph.save(
        folder / "inpaint.onnx", "tiny-inpaint",
        {"image": [1, 3, side, side], "mask": [1, 1, side, side]}, {"output": [1, 3, side, side]}, "test",
    )


def twice(folder: Path) -> None:
    """An upscaler with a factor that the engine does not support: 2."""
    graph = GraphBuilder()
    kernel = np.zeros((12, 3, 1, 1), np.float32)
    kernel[range(12), [c // 4 for c in range(12)]] = 1
    graph.node(
        "DepthToSpace", [graph.node("Conv", ["input", graph.constant(kernel)])], name="output", blocksize=2, mode="CRD"
    )
    graph.save(
        folder / "upscaler.onnx", "tiny-twice", {"input": [1, 3, "h", "w"]}, {"output": [1, 3, "h2", "w2"]}, "test"
    )


if __name__ == "__main__":
    target = Path(sys.argv[1])
    for folder, makers in ((target, (colour, face, inpaint)), (target / "wrong", (twice,))):
        folder.mkdir(parents=True, exist_ok=True)
        for make in makers:
            make(folder)
