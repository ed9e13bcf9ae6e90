"""Converts face-api's SSD MobileNet v1 face detector from TensorFlow.js weights to ONNX (8-bit weights).

    npm pack @vladmandic/face-api@1.7.15 && tar xzf vladmandic-face-api-1.7.15.tgz
    python convertFaceDetector.py package/model ../models/faces.onnx

The graph follows face-api's src/ssdMobilenetv1 (MIT, Vincent Muehler and Vladimir Mandic).
"""
from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto

from onnxGraph import GraphBuilder

EPSILON = 0.0010000000474974513
HALVED_AT = (2, 4, 6, 12)


class TfjsWeights:
    """Weights of one TensorFlow.js manifest, by name."""

    def __init__(self, folder: Path, model: str) -> None:
        group = json.loads((folder / f"{model}-weights_manifest.json").read_text())[0]
        data = b"".join((folder / part).read_bytes() for part in group["paths"])
        self.stored: dict[str, tuple[np.ndarray, float, float]] = {}
        at = 0
        for entry in group["weights"]:
            how = entry.get("quantization")
            kind = np.dtype(how["dtype"] if how else entry["dtype"])
            count = int(np.prod(entry["shape"]))
            raw = np.frombuffer(data, kind, count, at).reshape(entry["shape"])
            at += raw.nbytes
            self.stored[entry["name"]] = (raw, how["scale"], how["min"]) if how else (raw, 1.0, 0.0)

    def value(self, name: str) -> np.ndarray:
        raw, scale, least = self.stored[name]
        return (raw.astype(np.float64) * scale + least).astype(np.float32)


class Detector(GraphBuilder):
    def __init__(self, weights: TfjsWeights) -> None:
        super().__init__()
        self.source = weights

    def kernel(self, name: str, axes: tuple[int, ...]) -> str:
        """Adds the published 8-bit weights; the graph turns them into float32 when it is loaded."""
        raw, scale, least = self.source.stored[name]
        if raw.dtype != np.uint8:
            return self.constant(raw.transpose(axes))
        unfolded = self.node("Cast", [self.constant(raw.transpose(axes))], to=TensorProto.FLOAT)
        scaled = self.node("Mul", [unfolded, self.constant(np.float32(scale))])
        return self.node("Add", [scaled, self.constant(np.float32(least))])

    def relu6(self, x: str) -> str:
        return self.node("Clip", [x, self.constant(np.float32(0)), self.constant(np.float32(6))])

    def pointwise(self, x: str, prefix: str, index: int, stride: int) -> str:
        name = f"{prefix}/Conv2d_{index}_pointwise"
        kernel = self.kernel(f"{name}/weights", (3, 2, 0, 1))
        bias = self.constant(self.source.value(f"{name}/convolution_bn_offset"))
        return self.relu6(self.node("Conv", [x, kernel, bias], strides=[stride, stride], auto_pad="SAME_UPPER"))

    def depthwise(self, x: str, index: int, stride: int) -> str:
        name = f"MobilenetV1/Conv2d_{index}_depthwise"
        norm = {
            key: self.source.value(f"{name}/BatchNorm/{key}")
            for key in ("gamma", "beta", "moving_mean", "moving_variance")
        }
        gain = norm["gamma"] / np.sqrt(norm["moving_variance"] + EPSILON)
        kernel = self.source.value(f"{name}/depthwise_weights").transpose(2, 3, 0, 1) * gain[:, None, None, None]
        bias = norm["beta"] - norm["moving_mean"] * gain
        inputs = [x, self.constant(kernel), self.constant(bias)]
        group = kernel.shape[0]
        return self.relu6(self.node("Conv", inputs, strides=[stride, stride], group=group, auto_pad="SAME_UPPER"))

    def predictor(self, x: str, index: int, part: str, size: int) -> str:
        name = f"Prediction/BoxPredictor_{index}/{part}"
        bias = self.constant(self.source.value(f"{name}/biases"))
        flat = self.node("Conv", [x, self.kernel(f"{name}/weights", (3, 2, 0, 1)), bias])
        last = self.node("Transpose", [flat], perm=[0, 2, 3, 1])
        return self.node("Reshape", [last, self.constant(np.array([-1, size], np.int64))])

    def column(self, x: str, index: int) -> str:
        """Takes column `index` of a matrix, as N x 1."""
        ends = [self.constant(np.array([value], np.int64)) for value in (index, index + 1, 1)]
        return self.node("Slice", [x, *ends])

    def scaled(self, x: str, factor: float) -> str:
        return self.node("Mul", [x, self.constant(np.float32(factor))])

    def boxes(self, encoded: str) -> None:
        """Turns offsets from the anchors into (top, left, bottom, right), as fractions of the 512 px square."""
        anchors = self.source.value("Output/extra_dim")[0]
        ends: dict[str, list[str]] = {"low": [], "high": []}
        for axis in (0, 1):
            size = self.constant((anchors[:, axis + 2] - anchors[:, axis])[:, None])
            center = self.constant(((anchors[:, axis + 2] + anchors[:, axis]) / 2)[:, None])
            shift = self.node("Mul", [self.scaled(self.column(encoded, axis), 0.1), size])
            middle = self.node("Add", [shift, center])
            growth = self.node("Exp", [self.scaled(self.column(encoded, axis + 2), 0.2)])
            half = self.scaled(self.node("Mul", [growth, size]), 0.5)
            ends["low"].append(self.node("Sub", [middle, half]))
            ends["high"].append(self.node("Add", [middle, half]))
        self.node("Concat", [*ends["low"], *ends["high"]], name="boxes", axis=1)

    def build(self) -> None:
        x = self.node("Sub", [self.scaled("picture", 1 / 127.5), self.constant(np.float32(1))])
        x = self.pointwise(x, "MobilenetV1", 0, 2)
        features = []
        for index in range(1, 14):
            x = self.depthwise(x, index, 2 if index in HALVED_AT else 1)
            x = self.pointwise(x, "MobilenetV1", index, 1)
            if index in (11, 13):
                features.append(x)
        for index in range(8):
            x = self.pointwise(x, "Prediction", index, 2 if index % 2 else 1)
            if index % 2:
                features.append(x)
        encoded = [self.predictor(f, i, "BoxEncodingPredictor", 4) for i, f in enumerate(features)]
        classes = [self.predictor(f, i, "ClassPredictor", 3) for i, f in enumerate(features)]
        self.boxes(self.node("Concat", encoded, axis=0))
        self.node("Sigmoid", [self.column(self.node("Concat", classes, axis=0), 1)], name="scores")


if __name__ == "__main__":
    detector = Detector(TfjsWeights(Path(sys.argv[1]), "ssd_mobilenetv1_model"))
    detector.build()
    detector.save(
        Path(sys.argv[2]), "face-api-ssd-mobilenet-v1",
        {"picture": [1, 3, 512, 512]}, {"boxes": [5118, 4], "scores": [5118, 1]},
        "RGB 0..255, padded right and below to a square. Weights: face-api (MIT).",
    )
