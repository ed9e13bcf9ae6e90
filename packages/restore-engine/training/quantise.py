"""Turns a float network into one that computes in 8 bits, which is about four times as fast.

    python quantise.py upscaler <float ONNX> ../models/upscaler.onnx --photos <folder>
    python quantise.py damage <float ONNX> ../models/damage.onnx --photos <folder>

With `--compare` it only compares an existing target with the float network: how far apart, and how much faster.

Nothing is trained. It works layer by layer, on pictures like those the network will see:

* Every channel gets its own scale, although an activation tensor has only one. The kernels that write the channel are
  divided by it and those that read it are multiplied, which ReLU and PReLU allow (Nagel et al. 2019,
  https://arxiv.org/abs/1906.04721).
* Kernels are fitted again, so that the layer's output equals the float network's although its input is already rounded.
  They are rounded one input after the other; the error of each is passed on to those not yet rounded (GPTQ,
  https://arxiv.org/abs/2210.17323).
* Kernels use 7 of their 8 bits: without VNNI, x86 adds two products in 16 bits, which 8 bits would overflow
  (https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html, "reduce_range").
* A PReLU whose slope is at most 1 is the larger of x and slope * x. A steeper one equals -slope times the PReLU of -x
  with the slope's inverse.

The last convolution stays float if it outputs a picture: steps of a byte would show in skies. The first stays float if
its input has a single channel: it has too few inputs to compensate their rounding, and faint detail must not be lost.
"""
from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from torch.nn import functional

from damageSynthesis import damaged_pair
from onnxGraph import GraphBuilder, output_of
from photos import list_photos, load_gray, random_crop

SEED = 20261122
LARGEST_KERNEL = 63
LARGEST_ACTIVATION = 255
# PReLU has values on both sides of zero. Candidates for the byte that stands for zero; each layer takes the best.
ZERO_POINTS = (96, 112, 128, 144, 160)
# Slopes are bytes around 128.
SLOPE_STEPS = 127
# Range of a channel's scale relative to its largest value, and how many scales in it are tried.
SCALE_RANGE = (0.35, 6.0)
SCALE_STEPS = 24
# A logit becomes a byte around 128: probabilities from .002 to .998, in steps of at most .013.
LOGIT_STEP = 0.05
LOGIT_ZERO = 128
# Number of positions, over all pictures, that a layer is fitted on.
PLACES = 120_000
# Strength of the pull towards the old kernels in the fit, as a share of the inputs' mean square.
HOLD = 1e-3


@dataclass
class Tensor:
    """One activation, N x C x H x W: its values in the float network, and in the 8-bit one."""

    name: str
    exact: torch.Tensor
    # If `zero` is set: bytes minus the zero point (the real value is `gain` times that). Else the float values.
    rounded: torch.Tensor
    gain: torch.Tensor | None = None
    zero: int | None = None


def to_bytes(values: torch.Tensor, zero: int) -> torch.Tensor:
    """Rounds values to bytes with this zero point. Returns them relative to the zero point."""
    return (values.round() + zero).clamp(0, LARGEST_ACTIVATION) - zero


def activate(values: torch.Tensor, slope: torch.Tensor) -> torch.Tensor:
    """PReLU for slopes with an absolute value of at most 1; ReLU where they are 0."""
    return torch.maximum(values, values * slope.reshape(1, -1, 1, 1))


def activate_bytes(values: torch.Tensor, slope: torch.Tensor, zero: int) -> torch.Tensor:
    """The same as the runtime computes it: rounded before and after the multiplication."""
    seen = to_bytes(values, zero)
    return seen if zero == 0 else torch.maximum(seen, to_bytes(seen * slope.reshape(1, -1, 1, 1), zero))


def best_scales(before: torch.Tensor, slope: torch.Tensor, is_relu: bool) -> tuple[int, torch.Tensor]:
    """Returns the zero point, and for every channel the value of one byte step, with the smallest error."""
    thin = max(1, before[:, 0].numel() // PLACES)
    sample = before.permute(1, 0, 2, 3).flatten(1)[:, ::thin].T[:, :, None, None]
    wanted = activate(sample, slope)
    power = wanted.pow(2).mean((0, 2, 3)).clamp_min(1e-12)
    top = wanted.abs().flatten(1).quantile(0.9999, dim=0).clamp_min(1e-4)
    results = []
    for zero in (0,) if is_relu else ZERO_POINTS:
        least, scale = torch.full_like(top, torch.inf), top
        for factor in np.geomspace(*SCALE_RANGE, SCALE_STEPS):
            step = top * float(factor) / (LARGEST_ACTIVATION - zero)
            kept = activate_bytes(sample / step.reshape(1, -1, 1, 1), slope, zero) * step.reshape(1, -1, 1, 1)
            loss = (kept - wanted).pow(2).mean((0, 2, 3))
            scale = torch.where(loss < least, step, scale)
            least = torch.minimum(loss, least)
        results.append(((least / power).mean().item(), zero, scale))
    return min(results, key=lambda result: result[0])[1:]


def normal_equations(source: torch.Tensor, target: torch.Tensor, side: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the normal equations of a least-squares fit.

    The fit is of the target, N x O x H x W, by a `side` x `side` convolution of the source plus a bias.
    """
    rng = np.random.default_rng(SEED)
    inputs = source.shape[1] * side * side + 1
    squares, products = (
        torch.zeros(inputs, inputs, dtype=torch.double),
        torch.zeros(target.shape[1], inputs, dtype=torch.double),
    )
    share = min(1.0, PLACES / source[:, 0].numel())
    total = 0
    for picture, wanted in zip(source, target, strict=True):
        area = wanted[0].numel()
        places = torch.from_numpy(rng.permutation(area)[: max(1, round(area * share))])
        seen = functional.unfold(picture[None], side, padding=side // 2)[0][:, places].double()
        seen = torch.cat([seen, torch.ones(1, len(places), dtype=torch.double)])
        squares += seen @ seen.T
        products += wanted.flatten(1)[:, places].double() @ seen.T
        total += len(places)
    return squares / total, products / total


def refit(
    source: torch.Tensor, target: torch.Tensor, kernel: torch.Tensor, bias: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Fits the kernels so that the source comes nearest to the target.

    Returns kernels and bias side by side, O x (inputs + 1), and the curvature (Hessian) of the fit.
    """
    squares, products = normal_equations(source, target, kernel.shape[-1])
    hold = torch.full((len(squares),), HOLD * float(squares.diagonal()[:-1].mean()), dtype=torch.double)
    hold[-1] *= 1e-6
    curvature = squares + hold.diag()
    old = torch.cat([kernel.flatten(1), bias[:, None]], 1).double()
    return torch.linalg.solve(curvature, (products + old * hold).T).T, curvature


def kernel_steps(kernels: torch.Tensor) -> torch.Tensor:
    """Returns, for every output, the step between whole numbers that gives the smallest rounding error."""
    largest = kernels.abs().amax(1).clamp_min(1e-9)
    least, best = torch.full_like(largest, torch.inf), largest
    for share in np.linspace(0.6, 1, 17):
        step = largest * float(share) / LARGEST_KERNEL
        whole = (kernels / step[:, None]).round().clamp(-LARGEST_KERNEL, LARGEST_KERNEL)
        loss = (whole * step[:, None] - kernels).pow(2).sum(1)
        best = torch.where(loss < least, step, best)
        least = torch.minimum(loss, least)
    return best


def round_kernels(fitted: torch.Tensor, curvature: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Rounds what `refit` returns. Returns the kernels as whole numbers, O x inputs, their steps and the bias."""
    inputs = len(curvature) - 1
    steps = kernel_steps(fitted[:, :-1])
    # The most important inputs first. The bias comes last: it stays exact and absorbs the remaining error.
    order = torch.cat([curvature.diagonal()[:inputs].argsort(descending=True), torch.tensor([inputs])])
    hand_on = torch.linalg.cholesky(torch.linalg.inv(curvature[order][:, order]), upper=True)
    open_ones = fitted[:, order].clone()
    whole = torch.zeros_like(open_ones)
    for place in range(inputs):
        whole[:, place] = (open_ones[:, place] / steps).round().clamp(-LARGEST_KERNEL, LARGEST_KERNEL)
        error = (open_ones[:, place] - whole[:, place] * steps) / hand_on[place, place]
        open_ones[:, place:] -= error[:, None] * hand_on[place, place:]
    return whole[:, order.argsort()][:, :-1], steps, open_ones[:, -1]


class Quantiser:
    """Writes the 8-bit counterpart of a float graph node by node. Computes both on the calibration pictures."""

    def __init__(self, model: onnx.ModelProto, pictures: torch.Tensor) -> None:
        self.nodes = list(model.graph.node)
        self.weights = {
            item.name: torch.from_numpy(numpy_helper.to_array(item).astype(np.float32))
            for item in model.graph.initializer
        }
        self.graph = GraphBuilder()
        self.one = self.graph.constant(np.float32(1))
        source = model.graph.input[0].name
        self.tensors = {source: Tensor(source, pictures, pictures)}

    def run(self) -> GraphBuilder:
        activated = {}
        for node in self.nodes:
            if node.op_type in ("Relu", "PRelu"):
                activated[node.input[0]] = node
        for node in self.nodes:
            if node.op_type == "Cast":
                self.weights[node.output[0]] = self.weights[node.input[0]]
            elif node.op_type == "Conv":
                self.convolution(node, activated.get(node.output[0]))
            elif node.op_type not in ("Relu", "PRelu"):
                self.simple(node)
        return self.graph

    def zero_point(self, zero: int) -> str:
        return self.graph.constant(np.uint8(zero))

    def convolution(self, node: onnx.NodeProto, activation: onnx.NodeProto | None) -> None:
        source = self.tensors[node.input[0]]
        kernel, bias = self.weights[node.input[1]], self.weights[node.input[2]]
        pads = [kernel.shape[-1] // 2] * 4
        exact = functional.conv2d(source.exact, kernel, bias, padding=pads[0])
        if activation is None:
            gives_probabilities = any(
                other.op_type == "Sigmoid" and other.input[0] == node.output[0] for other in self.nodes
            )
            last = self.last_in_bytes if gives_probabilities else self.last_in_floats
            self.tensors[node.output[0]] = last(node.output[0], source, exact, kernel, bias)
            return
        is_relu = activation.op_type == "Relu"
        slope = torch.zeros(len(kernel)) if is_relu else self.weights[activation.input[1]].flatten()
        steep = slope.abs() > 1
        mild = torch.where(steep, 1 / slope, slope)
        turned = torch.where(steep, -torch.ones_like(slope), torch.ones_like(slope))
        before = exact * turned.reshape(1, -1, 1, 1)
        zero, scale = best_scales(before, mild, is_relu)
        inner = before / scale.reshape(1, -1, 1, 1)
        gain = scale * torch.where(steep, -slope, torch.ones_like(slope))
        after = activate(before, mild) * torch.where(steep, -slope, torch.ones_like(slope)).reshape(1, -1, 1, 1)
        if kernel.shape[1] == 1:
            name, rounded = self.float_first(source, kernel, bias, scale, inner)
        else:
            mild = (mild * SLOPE_STEPS).round() / SLOPE_STEPS
            name, rounded = self.whole(self.in_bytes(source), inner, kernel, bias, turned / scale, mild, zero, pads)
        lost = ((rounded * gain.reshape(1, -1, 1, 1) - after).pow(2).mean() / after.pow(2).mean()).item()
        print(f"{activation.output[0]}: {lost:.4f} of the power lost, zero at {zero}", flush=True)
        self.tensors[activation.output[0]] = Tensor(name, after, rounded, gain, zero)

    def in_bytes(self, source: Tensor) -> Tensor:
        """Returns the tensor in bytes. Only the input picture, 0..1, is not in bytes yet."""
        if source.zero is not None:
            return source
        step = 1 / LARGEST_ACTIVATION
        name = self.graph.node(
            "QuantizeLinear", [source.name, self.graph.constant(np.float32(step)), self.zero_point(0)]
        )
        gain = torch.full((source.exact.shape[1],), step)
        return Tensor(name, source.exact, to_bytes(source.rounded / step, 0), gain, 0)

    def float_first(
        self, source: Tensor, kernel: torch.Tensor, bias: torch.Tensor, scale: torch.Tensor, inner: torch.Tensor
    ) -> tuple[str, torch.Tensor]:
        """Adds the first convolution of a gray network. Returns its output in bytes."""
        kernel, bias, graph = kernel / scale.reshape(-1, 1, 1, 1), bias / scale, self.graph
        pads = [kernel.shape[-1] // 2] * 4
        made = graph.node("Conv", [source.name, graph.half(kernel.numpy()), graph.constant(bias.numpy())], pads=pads)
        return graph.node("QuantizeLinear", [graph.node("Relu", [made]), self.one, self.zero_point(0)]), to_bytes(
            inner, 0
        )

    def whole(
        self, source: Tensor, inner: torch.Tensor, kernel: torch.Tensor, bias: torch.Tensor, outward: torch.Tensor,
        slope: torch.Tensor, zero: int, pads: list[int],
    ) -> tuple[str, torch.Tensor]:  # fmt: skip
        """Adds a convolution in whole numbers. `outward` is the factor that turns its output into bytes."""
        kernel = kernel * source.gain.reshape(1, -1, 1, 1) * outward.reshape(-1, 1, 1, 1)
        fitted, curvature = refit(source.rounded, inner, kernel, bias * outward)
        numbers, steps, bias = round_kernels(fitted, curvature)
        made = functional.conv2d(
            source.rounded, (numbers * steps[:, None]).float().reshape(kernel.shape), bias.float(), padding=pads[0]
        )
        own_zero, graph = self.zero_point(zero), self.graph
        arguments = [
            source.name, self.one, self.zero_point(source.zero),
            graph.constant(numbers.reshape(kernel.shape).numpy().astype(np.int8)),
            graph.constant(steps.numpy().astype(np.float32)), graph.constant(np.zeros(len(steps), np.int8)),
            self.one, own_zero, graph.constant((bias / steps).round().numpy().astype(np.int32)),
        ]  # fmt: skip
        name = graph.node("QLinearConv", arguments, pads=pads)
        if zero and not (slope == 1).all():
            bytes_of_slope = graph.constant(
                (slope * SLOPE_STEPS + 128).round().numpy().astype(np.uint8).reshape(-1, 1, 1)
            )
            steps_of_slope = graph.constant(np.float32(1 / SLOPE_STEPS))
            factors = [
                name,
                self.one,
                own_zero,
                bytes_of_slope,
                steps_of_slope,
                self.zero_point(128),
                self.one,
                own_zero,
            ]
            name = graph.node("Max", [name, graph.node("QLinearMul", factors, domain="com.microsoft")])
        return name, activate_bytes(made, slope, zero)

    def last_in_floats(
        self, name: str, source: Tensor, exact: torch.Tensor, kernel: torch.Tensor, bias: torch.Tensor
    ) -> Tensor:
        fitted, _ = refit(source.rounded, exact, kernel * source.gain.reshape(1, -1, 1, 1), bias)
        kernel, bias = fitted[:, :-1].reshape(kernel.shape).float(), fitted[:, -1].float()
        graph = self.graph
        floats = graph.node("DequantizeLinear", [source.name, self.one, self.zero_point(source.zero)])
        pads = [kernel.shape[-1] // 2] * 4
        made = graph.node(
            "Conv", [floats, graph.half(kernel.numpy()), graph.constant(bias.numpy())], name=name, pads=pads
        )
        return Tensor(made, exact, functional.conv2d(source.rounded, kernel, bias, padding=pads[0]))

    def last_in_bytes(
        self, name: str, source: Tensor, exact: torch.Tensor, kernel: torch.Tensor, bias: torch.Tensor
    ) -> Tensor:
        outward = torch.full((len(kernel),), 1 / LOGIT_STEP)
        never = torch.ones(len(kernel))
        made, rounded = self.whole(
            source, exact / LOGIT_STEP, kernel, bias, outward, never, LOGIT_ZERO, [kernel.shape[-1] // 2] * 4
        )
        step = self.graph.constant(np.float32(LOGIT_STEP))
        made = self.graph.node("DequantizeLinear", [made, step, self.zero_point(LOGIT_ZERO)], name=name)
        return Tensor(made, exact, rounded * LOGIT_STEP)

    def doubled(self, name: str) -> str:
        """Upsamples by 2 with copies: the runtime's own Resize of bytes takes far longer."""
        graph = self.graph
        rows = graph.node("Transpose", [name], perm=[0, 2, 3, 1])
        shape = graph.node("Mul", [graph.node("Shape", [rows]), graph.constant(np.array([1, 2, 2, 1], np.int64))])
        apart = graph.node("Unsqueeze", [rows, graph.constant(np.array([2, 4], np.int64))])
        copied = graph.node("Expand", [apart, graph.constant(np.array([1, 1, 2, 1, 2, 1], np.int64))])
        return graph.node("Transpose", [graph.node("Reshape", [copied, shape])], perm=[0, 3, 1, 2])

    def simple(self, node: onnx.NodeProto) -> None:
        """Adds a node that only moves values, or one of the few float nodes at either end."""
        attributes = {item.name: onnx.helper.get_attribute_value(item) for item in node.attribute}
        inputs = [self.tensors[name] for name in node.input if name in self.tensors]
        output = node.output[0]
        if inputs[0].zero is not None and node.op_type == "Resize":
            made = self.doubled(inputs[0].name)
        else:
            names = [
                self.tensors[name].name
                if name in self.tensors
                else name and self.graph.constant(self.weights[name].numpy())
                for name in node.input
            ]
            made = self.graph.node(node.op_type, names, name=output, **attributes)
        constants = [self.weights[name] for name in node.input if name in self.weights]

        def compute(values: list[torch.Tensor]) -> torch.Tensor:
            match node.op_type:
                case "Sub":
                    return values[0] - constants[0]
                case "Add":
                    return values[0] + values[1]
                case "Sigmoid":
                    return values[0].sigmoid()
                case "MaxPool":
                    return functional.max_pool2d(values[0], 2)
                case "Resize":
                    return functional.interpolate(values[0], scale_factor=float(constants[0][-1]), mode="nearest")
                case "Concat":
                    return torch.cat(values, 1)
                case "DepthToSpace":
                    return functional.pixel_shuffle(values[0], attributes["blocksize"])
            raise ValueError(f"unexpected layer {node.op_type}")

        zeros = {item.zero for item in inputs}
        if len(zeros) > 1 and node.op_type == "Concat":
            raise ValueError("tensors side by side need one zero point")
        gain = torch.cat([item.gain for item in inputs]) if inputs[0].gain is not None else None
        exact, rounded = compute([item.exact for item in inputs]), compute([item.rounded for item in inputs])
        self.tensors[output] = Tensor(made, exact, rounded, gain, inputs[0].zero)


def scanned(photo: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns a colour photograph as people upload it, in BGR bytes: smaller, softer, noisy, often gray, JPEG."""
    shrink = int(rng.integers(1, 4))
    if rng.random() < 0.4:
        photo = cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if shrink == 1:
        return photo
    soft = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.2, 1.2) * shrink / 2)
    small = cv2.resize(soft, (photo.shape[1] // shrink, photo.shape[0] // shrink), interpolation=cv2.INTER_AREA)
    noisy = np.clip(small + rng.normal(0, rng.uniform(0, 8), small.shape), 0, 255).astype(np.uint8)
    return cv2.imdecode(
        cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 96))])[1], cv2.IMREAD_COLOR
    )


def upscaler_pictures(files: list[Path], rng: np.random.Generator, side: int = 48) -> np.ndarray:
    pictures: list[np.ndarray] = []
    while len(pictures) < 48:
        photo = scanned(cv2.imread(str(files[int(rng.integers(len(files)))]), cv2.IMREAD_COLOR), rng)
        if min(photo.shape[:2]) < side:
            continue
        top, left = int(rng.integers(0, photo.shape[0] - side + 1)), int(rng.integers(0, photo.shape[1] - side + 1))
        pictures.append(photo[top : top + side, left : left + side, ::-1].transpose(2, 0, 1) / 255)
    return np.stack(pictures)


def damage_pictures(files: list[Path], rng: np.random.Generator) -> np.ndarray:
    crops = (random_crop(load_gray(files[int(rng.integers(len(files)))]), 192, rng, (1.4, 3.5)) for _ in range(40))
    return np.stack([damaged_pair(rng, crop, 0.35)[0][None] for crop in crops])


# For each network: its calibration pictures, and the side of the engine's tiles in pixels.
NETWORKS = {"upscaler": (upscaler_pictures, 192), "damage": (damage_pictures, 448)}


def shapes(infos) -> dict[str, list]:
    return {info.name: [size.dim_value or size.dim_param for size in info.type.tensor_type.shape.dim] for info in infos}


def seconds_of(path: Path, picture: np.ndarray) -> float:
    """Returns the seconds of the fastest of several runs of a saved graph."""
    session = onnxruntime.InferenceSession(str(path))
    feed = {session.get_inputs()[0].name: picture}
    times = []
    for _ in range(9):
        start = time.perf_counter()
        session.run(None, feed)
        times.append(time.perf_counter() - start)
    return min(times)


def compare(source: Path, target: Path, pictures: np.ndarray, side: int) -> None:
    """Prints how far apart the outputs of source and target are, and how much faster the target is on one tile."""
    errors = [output_of(target, picture=one[None]) - output_of(source, picture=one[None]) for one in pictures]
    tile = np.random.default_rng(SEED).random((1, pictures.shape[1], side, side), np.float32)
    faster = seconds_of(source, tile) / seconds_of(target, tile)
    print(
        f"{-10 * np.log10(np.mean(np.square(errors))):.1f} dB from the float network on unseen photographs, "
        f"{faster:.1f} times as fast"
    )


@torch.no_grad()
def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("network", choices=NETWORKS)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--photos", type=Path, required=True, help="folder of training JPEGs")
    parser.add_argument("--compare", action="store_true", help="write nothing, only compare")
    options = parser.parse_args()
    draw, tile_side = NETWORKS[options.network]
    if not options.compare:
        model = onnx.load(str(options.source))
        pictures = draw(list_photos(options.photos, False), np.random.default_rng(SEED)).astype(np.float32)
        graph = Quantiser(model, torch.from_numpy(pictures)).run()
        notes = f"{model.doc_string} In 8 bits (packages/restore-engine/training/quantise.py)."
        graph.save(options.target, model.graph.name, shapes(model.graph.input), shapes(model.graph.output), notes)
    unseen = draw(list_photos(options.photos, True), np.random.default_rng(SEED + 1)).astype(np.float32)[:24]
    compare(options.source, options.target, unseen, tile_side)


if __name__ == "__main__":
    main()
