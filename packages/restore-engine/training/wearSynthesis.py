"""Draws the heavier wear of old prints: wide cracks, chips, creases, handwriting, tape, foxing, torn sides.

Added to the finer damage of damageSynthesis.py. The generator that judges the networks (bench/damage) is another one:
keep the two apart. Lengths are in `unit`s, a thousandth of the print's long side at the size the network sees.
"""
from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

Rng = np.random.Generator


@dataclass
class Scene:
    """A crop that ages. All are height x width; greys are 0..1."""

    image: np.ndarray
    # The same without what must be repainted: the mask is where the two differ.
    before: np.ndarray
    # Where nobody can say from a crop whether it is damage (beyond a torn side).
    unknown: np.ndarray
    unit: float

    @property
    def shape(self) -> tuple[int, int]:
        return self.image.shape


def fractal(rng: Rng, shape: tuple[int, int], cell: float, octaves: int = 3) -> np.ndarray:
    """Returns noise of mean 0 and deviation 1, with features of `cell` pixels and finer."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        size = max(1.0, cell / 2**octave)
        small = rng.normal(0, 1, (int(shape[0] / size) + 3, int(shape[1] / size) + 3)).astype(np.float32)
        total += cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC) / 2**octave
    return (total - total.mean()) / max(1e-6, float(total.std()))


def bent(rng: Rng, start: np.ndarray, end: np.ndarray, roughness: float, depth: int = 6) -> np.ndarray:
    """Returns a jagged path: each piece's middle is moved sideways, again and again."""
    points = np.stack([start, end])
    for _ in range(depth):
        along = points[1:] - points[:-1]
        aside = np.stack([-along[:, 1], along[:, 0]], axis=1)
        middles = (points[1:] + points[:-1]) / 2 + aside * rng.normal(0, roughness, (len(along), 1))
        merged = np.empty((len(points) + len(middles), 2))
        merged[0::2], merged[1::2] = points, middles
        points = merged
    return points


def distance_to(shape: tuple[int, int], *paths: np.ndarray) -> np.ndarray:
    """Returns each pixel's distance to the nearest path, in pixels."""
    layer = np.full(shape, 255, np.uint8)
    for path in paths:
        cv2.polylines(layer, [np.round(path).astype(np.int32).reshape(-1, 1, 2)], False, 0, 1)
    return cv2.distanceTransform(layer, cv2.DIST_L2, 5)


def anywhere(rng: Rng, shape: tuple[int, int], beyond: float = 0.1) -> np.ndarray:
    return np.array([rng.uniform(-beyond, 1 + beyond) * shape[1], rng.uniform(-beyond, 1 + beyond) * shape[0]])


def bare(rng: Rng, scene: Scene) -> np.ndarray:
    """Returns what shows under the emulsion: mostly light paper, at times a dark plate or dirt, with its texture."""
    level = float(np.quantile(scene.image, 0.95))
    tone = rng.uniform(min(0.9, level - 0.12), 1.02) if rng.random() < 0.85 else rng.uniform(0, 0.3)
    fibres = fractal(rng, scene.shape, rng.uniform(2, 9)) * rng.uniform(0.005, 0.05)
    dirt = np.clip(fractal(rng, scene.shape, 24) - rng.uniform(0.6, 2.5), 0, 1) * rng.uniform(0, 0.5)
    return np.clip(tone + fibres - dirt, 0, 1)


def lose(rng: Rng, scene: Scene, alpha: np.ndarray) -> None:
    """Takes the emulsion off where alpha is 1, with the shadow and the light along the rim."""
    if rng.random() < 0.7:
        move = np.float32([[1, 0, rng.uniform(-2, 2) * scene.unit], [0, 1, rng.uniform(-2, 2) * scene.unit]])
        moved = cv2.warpAffine(alpha, move, scene.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        relief = cv2.GaussianBlur(alpha - moved, (0, 0), max(0.4, 0.8 * scene.unit))
        scene.image += relief * rng.uniform(-0.2, 0.2)
    if rng.random() < 0.25:
        alpha = alpha * rng.uniform(0.5, 0.95)
    if rng.random() < 0.4:
        alpha = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(0.4, 0.9))
    scene.image += (bare(rng, scene) - scene.image) * alpha


def wide_cracks(rng: Rng, scene: Scene) -> None:
    """Draws branching cracks of 2 to 11 units, their width uneven, their edges torn."""
    alpha = np.zeros(scene.shape, np.float32)
    side = max(scene.shape)
    uneven = fractal(rng, scene.shape, 14 * scene.unit)
    torn = fractal(rng, scene.shape, 3.5 * scene.unit, 2) * rng.uniform(0.2, 0.8) * scene.unit
    for _ in range(int(rng.integers(1, 3))):
        roughness = rng.uniform(0.06, 0.2)
        start = anywhere(rng, scene.shape)
        angle = rng.uniform(0, 2 * np.pi)
        end = start + side * rng.uniform(0.5, 1.6) * np.array([np.cos(angle), np.sin(angle)])
        trunk = bent(rng, start, end, roughness)
        width = rng.uniform(2.5, 11) * scene.unit
        layers = [(trunk, width)]
        for _ in range(int(rng.integers(0, 6))):
            root = trunk[int(rng.integers(len(trunk)))]
            turn = angle + rng.choice([-1, 1]) * rng.uniform(0.3, 1.4)
            tip = root + side * rng.uniform(0.1, 0.5) * np.array([np.cos(turn), np.sin(turn)])
            layers.append((bent(rng, root, tip, roughness, 5), width * rng.uniform(0.25, 0.95)))
        for path, across in layers:
            half = across / 2 * (1 + 0.28 * uneven)
            np.maximum(alpha, np.clip(half + torn - distance_to(scene.shape, path) + 0.5, 0, 1), out=alpha)
    lose(rng, scene, alpha)


def chips(rng: Rng, scene: Scene) -> None:
    """Draws flakes of lost emulsion, 3 to 40 units across, with a torn outline and a pale layer along it."""
    ys, xs = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]].astype(np.float32)
    depth = np.full(scene.shape, -1e3, np.float32)
    outline = fractal(rng, scene.shape, 9 * scene.unit, 4)
    line, angle = anywhere(rng, scene.shape, 0), rng.uniform(0, np.pi)
    for _ in range(int(rng.integers(1, 9))):
        center = anywhere(rng, scene.shape)
        if rng.random() < 0.4:
            center = line + rng.normal(0, 60) * np.array([np.cos(angle), np.sin(angle)])
        radius = float(np.exp(rng.uniform(np.log(1.5), np.log(20)))) * scene.unit
        stretch, turn = rng.uniform(0.5, 1), rng.uniform(0, np.pi)
        dx, dy = xs - center[0], ys - center[1]
        along, across = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
        torn = radius * (1 + rng.uniform(0.1, 0.45) * outline)
        np.maximum(depth, torn - np.hypot(along, across / stretch), out=depth)
    layer = rng.uniform(0, 3) * scene.unit
    lose(rng, scene, np.clip(depth + layer + 0.5, 0, 1))
    if layer > 0.5:
        lose(rng, scene, np.clip(depth + 0.5, 0, 1))


def crease(rng: Rng, scene: Scene) -> None:
    """Draws a fold: lit on one flank, dark on the other, its ridge worn off in flakes or dirty."""
    angle = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.15) if rng.random() < 0.75 else rng.uniform(0, np.pi)
    along = np.array([np.cos(angle), np.sin(angle)])
    point, aside = anywhere(rng, scene.shape, 0), np.array([-along[1], along[0]])
    ys, xs = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]].astype(np.float32)
    off = (xs - point[0]) * aside[0] + (ys - point[1]) * aside[1]
    off = off + fractal(rng, scene.shape, 90, 2) * rng.uniform(0, 4) * scene.unit
    flank = rng.uniform(2, 9) * scene.unit
    kind = rng.random()
    relief = off / flank * np.exp(0.5 - off**2 / (2 * flank**2))
    if kind < 0.3:
        relief = np.exp(-np.abs(off) / flank) * np.where(off > 0, 1, rng.uniform(-1, 0.3))
    uneven = 0.75 + 0.25 * np.clip(fractal(rng, scene.shape, 80, 2), -2, 2)
    scene.image += relief * uneven * rng.choice([-1, 1]) * rng.uniform(0.04, 0.2)
    ridge = rng.uniform(0.8, 4) * scene.unit
    wear = fractal(rng, scene.shape, rng.uniform(10, 40) * scene.unit) - rng.uniform(-1.5, 1)
    half = ridge / 2 * np.clip(0.4 + wear, 0, 1.4) + fractal(rng, scene.shape, 3) * 0.5
    lose(rng, scene, np.clip(half + 0.5 - np.abs(off), 0, 1) * (wear > 0))
    if rng.random() < 0.5:
        dirt = np.clip(1.4 - np.abs(off), 0, 1) * (wear <= 0) * rng.uniform(0.2, 0.7)
        scene.image *= 1 - dirt


def handwriting(rng: Rng, scene: Scene) -> None:
    """Draws a line of pen strokes across the crop: loops that lean and run on."""
    height = rng.uniform(14, 60) * scene.unit
    t = np.linspace(0, rng.uniform(6, 26), 500)
    tall = 0.6 + 0.4 * np.interp(t, np.arange(30), rng.uniform(-1, 1, 30))
    x = t * height * rng.uniform(0.15, 0.4) + height * rng.uniform(0.1, 0.35) * np.sin(2 * np.pi * t)
    y = -height * tall * (0.5 - 0.5 * np.cos(2 * np.pi * t + rng.uniform(-0.6, 0.6)))
    turn = rng.normal(0, 0.3)
    start = anywhere(rng, scene.shape)
    path = start + np.stack([x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)], axis=1)
    pieces = [piece for piece in np.array_split(path, int(rng.integers(1, 5))) if len(piece) > 8]
    half = rng.uniform(0.5, 2.2) * scene.unit
    alpha = np.zeros(scene.shape, np.float32)
    for piece in pieces:
        np.maximum(alpha, np.clip(half + 0.5 - distance_to(scene.shape, piece[:-6]), 0, 1), out=alpha)
    pressed = np.clip(0.85 + 0.2 * fractal(rng, scene.shape, 20), 0.3, 1)
    ink = rng.uniform(0, 0.35) if rng.random() < 0.85 else rng.uniform(0.85, 1)
    scene.image += (ink - scene.image) * alpha * pressed * rng.uniform(0.5, 1)


def both(scene: Scene, factor: np.ndarray | float, levels: np.ndarray | float = 0.0) -> None:
    """Changes the tones of damage that is not to be repainted."""
    scene.image = scene.image * factor + levels
    scene.before = scene.before * factor + levels


def foxing(rng: Rng, scene: Scene) -> None:
    """Draws soft brown spots. The picture shows through, and another step of the engine lightens them."""
    ys, xs = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]].astype(np.float32)
    shade = np.zeros(scene.shape, np.float32)
    for _ in range(int(rng.integers(2, 20))):
        center, radius = anywhere(rng, scene.shape), rng.uniform(2, 16) * scene.unit
        spot = 1 / (1 + np.exp((np.hypot(xs - center[0], ys - center[1]) - radius) * 3 / radius))
        np.maximum(shade, spot * rng.uniform(0.05, 0.35), out=shade)
    both(scene, 1 - shade)


def tape(rng: Rng, scene: Scene) -> None:
    """Draws a yellowed strip: the picture shows through. Its edge may count as damage or not."""
    angle, center = rng.uniform(0, np.pi), anywhere(rng, scene.shape, 0)
    ys, xs = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]].astype(np.float32)
    dx, dy = xs - center[0], ys - center[1]
    along, across = dx * np.cos(angle) + dy * np.sin(angle), dy * np.cos(angle) - dx * np.sin(angle)
    inside = np.minimum(rng.uniform(10, 40) * scene.unit - np.abs(across), rng.uniform(40, 300) - np.abs(along))
    inside = inside + fractal(rng, scene.shape, 5, 2) * 0.7
    streaks = 0.03 * fractal(rng, scene.shape, 12)
    both(scene, 1 - np.clip(inside, 0, 1) * rng.uniform(0.03, 0.35), np.clip(inside, 0, 1) * np.clip(streaks, 0, 1))
    scene.unknown |= np.abs(inside) < 3 * scene.unit


def torn_side(rng: Rng, scene: Scene) -> None:
    """Draws a piece torn off at a side, down to the scanner's lid: unknown, because in a crop a sky looks like one."""
    angle = rng.uniform(0, 2 * np.pi)
    ys, xs = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]].astype(np.float32)
    middle = np.array(scene.shape[::-1]) / 2
    off = (xs - middle[0]) * np.cos(angle) + (ys - middle[1]) * np.sin(angle) - max(scene.shape) * rng.uniform(0.2, 0.5)
    off = off + fractal(rng, scene.shape, 40 * scene.unit, 4) * rng.uniform(2, 8) * scene.unit
    fibres = rng.uniform(0, 6) * scene.unit
    lid = rng.uniform(0.85, 1) if rng.random() < 0.7 else rng.uniform(0, 0.15)
    for edge, tone in ((off + fibres, rng.uniform(0.75, 1)), (off, lid)):
        share = np.clip(edge, 0, 1)
        both(scene, 1 - share, share * tone)
    scene.unknown |= off + fibres > -2


REPAINTED = (wide_cracks, wide_cracks, chips, chips, crease, crease, handwriting)
SHOWING_THROUGH = (foxing, foxing, tape, torn_side)


def ropes(rng: Rng, photo: np.ndarray) -> None:
    """Draws rigging and wires: even lines that hang or converge."""
    height, width = photo.shape
    knot = np.array([rng.uniform(0, width), rng.uniform(-0.2, 0.5) * height])
    tone, thickness = rng.uniform(0, 1), int(rng.integers(1, 3))
    for _ in range(int(rng.integers(2, 9))):
        end = np.array([rng.uniform(-0.2, 1.2) * width, height * rng.uniform(0.4, 1.2)])
        t = np.linspace(0, 1, 30)[:, None]
        hang = np.array([0, rng.uniform(0, 0.08) * height]) * 4 * t * (1 - t)
        path = np.round((knot * (1 - t) + end * t + hang) * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(photo, [path], False, tone, thickness, cv2.LINE_AA, 4)


def chain(rng: Rng, photo: np.ndarray) -> None:
    """Draws a watch chain or a string of pearls: links along a hanging curve, each lit."""
    height, width = photo.shape
    a, b = (np.array([rng.uniform(0, width), rng.uniform(0, height)]) for _ in range(2))
    size = rng.uniform(1.2, 4)
    count = max(3, int(np.linalg.norm(b - a) / (size * rng.uniform(1.6, 2.6))))
    tone = rng.uniform(0.5, 1)
    for t in np.linspace(0, 1, min(count, 80)):
        x, y = a * (1 - t) + b * t + np.array([0, 4 * t * (1 - t) * rng.uniform(0.18, 0.2) * height])
        at = (round(x * 16), round(y * 16))
        cv2.circle(photo, at, round(size * 16), tone * 0.4, -1, cv2.LINE_AA, 4)
        cv2.circle(photo, (at[0] - 6, at[1] - 6), round(size * 9), tone, -1, cv2.LINE_AA, 4)


def lace(rng: Rng, photo: np.ndarray) -> None:
    """Draws a patch of lace or net: a warped grid of holes over a dark ground."""
    height, width = photo.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    cell, turn = rng.uniform(4, 12), rng.uniform(0, np.pi)
    xs = xs + fractal(rng, photo.shape, 40, 2) * cell * 0.3
    ys = ys + fractal(rng, photo.shape, 40, 2) * cell * 0.3
    u, v = (xs * np.cos(turn) + ys * np.sin(turn)) / cell, (ys * np.cos(turn) - xs * np.sin(turn)) / cell
    thread = np.maximum(np.cos(2 * np.pi * u), np.cos(2 * np.pi * v))
    where = fractal(rng, photo.shape, 70, 2) > rng.uniform(0.3, 1.2)
    share = np.clip((thread - rng.uniform(0.2, 0.8)) * 4, 0, 1) * where * rng.uniform(0.4, 1)
    photo += (rng.uniform(0.6, 1) - photo) * share


def lettering(rng: Rng, photo: np.ndarray) -> None:
    """Draws a sign that stands in the scene."""
    words = "".join(rng.choice(list("ABCDEFGHIJKLMNOPRSTUVWYZ 1234567890"), int(rng.integers(3, 14))))
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)
    at = (int(rng.uniform(-0.1, 0.6) * photo.shape[1]), int(rng.uniform(0.1, 1) * photo.shape[0]))
    scale, tone = float(rng.uniform(0.3, 1.6)), float(rng.choice([rng.uniform(0, 0.25), rng.uniform(0.75, 1)]))
    layer = np.zeros(photo.shape, np.uint8)
    cv2.putText(layer, words, at, int(rng.choice(fonts)), scale, 255, max(1, round(scale * 1.6)), cv2.LINE_AA)
    photo += (tone - photo) * (layer.astype(np.float32) / 255)


# Only a part of a large photograph is kept: a crop shows no more.
LOOK_ALIKE_SIDE = 400
LOOK_ALIKES = (ropes, chain, lace, lettering)


def with_look_alikes(rng: Rng, photo: np.ndarray, share: float) -> np.ndarray:
    """Returns the photograph with what resembles damage and belongs to the scene, in this share of all cases.

    Drawn before the photograph is enlarged, so that it is as soft as the rest of it.
    """
    if rng.random() >= share:
        return photo
    top, left = (int(rng.integers(max(1, side - LOOK_ALIKE_SIDE))) for side in photo.shape)
    out = photo[top : top + LOOK_ALIKE_SIDE, left : left + LOOK_ALIKE_SIDE].astype(np.float32, copy=True)
    for _ in range(int(rng.integers(1, 3))):
        LOOK_ALIKES[int(rng.integers(len(LOOK_ALIKES)))](rng, out)
    return cv2.GaussianBlur(np.clip(out, 0, 1), (0, 0), rng.uniform(0.35, 0.8))
