"""Builds ONNX graphs with compact weights, which the runtime turns into float32 once, when it loads the graph."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper


class GraphBuilder:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.count = 0

    def fresh(self, kind: str) -> str:
        self.count += 1
        return f"{kind.lower()}_{self.count}"

    def constant(self, array: np.ndarray) -> str:
        name = self.fresh("w")
        self.weights.append(numpy_helper.from_array(np.asarray(array, order="C"), name))
        return name

    def half(self, array: np.ndarray) -> str:
        """Adds weights stored as float16 and cast to float32. Constant folding does the cast once."""
        return self.node("Cast", [self.constant(array.astype(np.float16))], to=TensorProto.FLOAT)

    def quarter(self, kernel: np.ndarray) -> str:
        """Adds kernels stored in 8 bits with a scale per output channel. The arithmetic stays float32."""
        scale = np.maximum(np.abs(kernel).reshape(len(kernel), -1).max(1), 1e-12).astype(np.float32) / 127
        whole = np.round(kernel / scale.reshape(-1, *[1] * (kernel.ndim - 1))).astype(np.int8)
        return self.node("DequantizeLinear", [self.constant(whole), self.constant(scale)], axis=0)

    def node(self, kind: str, inputs: list[str], name: str | None = None, **attributes) -> str:
        output = name or self.fresh(kind)
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def save(self, path: Path, name: str, inputs: dict[str, list], outputs: dict[str, list], notes: str) -> None:
        def infos(shapes: dict[str, list]) -> list:
            return [helper.make_tensor_value_info(key, TensorProto.FLOAT, shape) for key, shape in shapes.items()]

        graph = helper.make_graph(self.nodes, name, infos(inputs), infos(outputs), self.weights)
        domains = {"": 17} | {node.domain: 1 for node in self.nodes if node.domain}
        opsets = [helper.make_opsetid(domain, version) for domain, version in domains.items()]
        model = helper.make_model(graph, opset_imports=opsets, producer_name="heirlight", doc_string=notes)
        model.ir_version = 8
        onnx.checker.check_model(model)
        onnx.save(model, str(path))
        print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


def output_of(path: Path, **inputs: np.ndarray) -> np.ndarray:
    """Returns the output of a saved graph, to compare it with PyTorch's."""
    return onnxruntime.InferenceSession(str(path)).run(None, inputs)[0]
