"""Draws damage of old photographs, and the mask of what must be repainted.

Opaque damage (cracks, folds, specks, scribbles, flaked emulsion) is in the mask. Damage that leaves the picture
readable (stains, fading, silvering, grain, blur, JPEG) is drawn but not in the mask: the network must learn to ignore
it. Heavier wear is drawn by wearSynthesis.py. Torn parts are in tornSynthesis.py, because in a crop a sky looks like
one. Every random number comes from the generator that is passed in, so a seed always gives the same picture.
"""
from __future__ import annotations

import cv2
import numpy as np

from wearSynthesis import REPAINTED, SHOWING_THROUGH, Scene

Rng = np.random.Generator
# A pixel is in the mask if damage changed it by more than this share of the full range.
VISIBLE_CHANGE = 0.08
# Real dust: spots of at most LARGEST_SPECK pixels, where the surroundings differ from their median by less than
# EVEN_GROUND of the full range.
LARGEST_SPECK = 60
EVEN_GROUND = 0.02
# Share of small scans, in which the damage is as soft as the rest, and how much smaller than the network's input they
# are.
SOFT_SHARE = 0.25
SOFT_SHRINKAGE = (1.2, 2.4)
# Pixels per thousandth of the print's long side: the engine shows the network prints of at most 1800 px.
UNITS = (0.7, 1.9)
# Share of the layers of damage that are of the heavier kinds, and of the crops with wear that is not repainted.
HEAVY_SHARE = 0.45
SHOWING_THROUGH_SHARE = 0.2


def smooth_noise(rng: Rng, shape: tuple[int, int], cell: float) -> np.ndarray:
    """Returns low-frequency noise in 0..1 with features about `cell` pixels wide."""
    height, width = shape
    small = rng.random((max(2, int(height / cell) + 2), max(2, int(width / cell) + 2))).astype(np.float32)
    noise = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    low, high = float(noise.min()), float(noise.max())
    return (noise - low) / max(1e-6, high - low)


def wandering_line(rng: Rng, start: np.ndarray, angle: float, length: float, step: float, bend: float) -> np.ndarray:
    """Returns the points of a path that keeps its overall direction, with jitter."""
    count = max(2, int(length / step))
    turns = rng.normal(0, bend, count)
    angles = angle + np.cumsum(turns) * 0.6 + rng.normal(0, bend, count)
    moves = np.stack([np.cos(angles), np.sin(angles)], axis=1) * step * rng.uniform(0.6, 1.4, (count, 1))
    return np.concatenate([start[None], start + np.cumsum(moves, axis=0)])


def draw_path(alpha: np.ndarray, points: np.ndarray, width: float) -> None:
    """Draws an antialiased polyline into `alpha` (0..1), with sub-pixel positions."""
    layer = np.zeros(alpha.shape, np.uint8)
    fixed = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(layer, [fixed], False, 255, max(1, round(width)), cv2.LINE_AA, 4)
    strength = min(1.0, width) if width < 1 else 1.0
    np.maximum(alpha, layer.astype(np.float32) / 255 * strength, out=alpha)


def anywhere(rng: Rng, shape: tuple[int, int]) -> np.ndarray:
    return np.array([rng.uniform(0, shape[1]), rng.uniform(0, shape[0])])


def cracks(rng: Rng, alpha: np.ndarray) -> None:
    side = max(alpha.shape)
    for _ in range(int(rng.integers(1, 5))):
        width = float(rng.choice([1, 1.5, 2, 2, 3, 4, 6]))
        angle = rng.uniform(0, 2 * np.pi)
        bend = rng.uniform(0.05, 0.5)
        trunk = wandering_line(
            rng, anywhere(rng, alpha.shape), angle, side * rng.uniform(0.2, 1.4), rng.uniform(2, 7), bend
        )
        # The width of a crack varies along it.
        pieces = np.array_split(np.arange(len(trunk)), max(1, len(trunk) // 6))
        for piece in pieces:
            chunk = trunk[max(0, piece[0] - 1) : piece[-1] + 1]
            if len(chunk) > 1:
                draw_path(alpha, chunk, max(0.7, width * rng.uniform(0.6, 1.4)))
        for _ in range(int(rng.integers(0, 6))):
            root = trunk[int(rng.integers(0, len(trunk)))]
            branch = wandering_line(rng, root, angle + rng.normal(0, 1.1), side * rng.uniform(0.05, 0.35), 3, bend)
            draw_path(alpha, branch, max(0.7, width * rng.uniform(0.4, 0.8)))


def craquelure(rng: Rng, alpha: np.ndarray) -> None:
    """Draws the fine net of cracks in an old emulsion: the borders of a Voronoi diagram."""
    height, width = alpha.shape
    count = int(rng.integers(6, 40))
    seeds = np.stack([anywhere(rng, alpha.shape) for _ in range(count)])
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    wobble = rng.uniform(2, 10)
    xs = xs + (smooth_noise(rng, alpha.shape, 12) - 0.5) * wobble * 2
    ys = ys + (smooth_noise(rng, alpha.shape, 12) - 0.5) * wobble * 2
    nearest = np.full((2, height, width), np.inf, np.float32)
    for x, y in seeds:
        distance = np.hypot(xs - x, ys - y)
        nearest[1] = np.minimum(nearest[1], np.maximum(nearest[0], distance))
        nearest[0] = np.minimum(nearest[0], distance)
    edge = nearest[1] - nearest[0]
    line = np.clip(rng.uniform(0.8, 2.2) - edge * 0.7, 0, 1)
    patch = smooth_noise(rng, alpha.shape, 60) > rng.uniform(0.2, 0.7)
    np.maximum(alpha, line * patch, out=alpha)


def scratches(rng: Rng, alpha: np.ndarray) -> None:
    """Draws long, nearly straight scratches, mostly in one direction, as from pulling a print out of its sleeve.

    Some only graze the emulsion.
    """
    side = max(alpha.shape)
    main = rng.uniform(0, np.pi)
    for _ in range(int(rng.integers(1, 14))):
        angle = main + rng.normal(0, 0.25)
        bend = 0.0 if rng.random() < 0.5 else rng.uniform(0, 0.03)
        path = wandering_line(rng, anywhere(rng, alpha.shape), angle, side * rng.uniform(0.1, 1.5), 12, bend)
        layer = np.zeros(alpha.shape, np.float32)
        draw_path(layer, path, float(rng.choice([0.6, 0.8, 1, 1, 1.5, 2, 3, 4])))
        np.maximum(alpha, layer * rng.uniform(0.55, 1), out=alpha)


def hairs(rng: Rng, alpha: np.ndarray) -> None:
    for _ in range(int(rng.integers(1, 6))):
        a, d = anywhere(rng, alpha.shape), anywhere(rng, alpha.shape)
        d = a + (d - a) * rng.uniform(0.15, 0.7)
        b, c = (a + (d - a) * t + rng.normal(0, 0.4, 2) * np.linalg.norm(d - a) for t in (0.33, 0.67))
        t = np.linspace(0, 1, 24)[:, None]
        curve = a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3
        draw_path(alpha, curve, float(rng.choice([0.7, 1, 1, 1.5])))


def specks(rng: Rng, alpha: np.ndarray) -> None:
    """Draws spots, foxing and flaked emulsion: small shapes with a ragged outline."""
    largest = float(rng.choice([2, 3, 5, 9, 16]))
    for _ in range(int(rng.integers(2, 26))):
        center = anywhere(rng, alpha.shape)
        radius = rng.uniform(0.8, largest)
        turns = np.linspace(0, 2 * np.pi, 14, endpoint=False)
        ragged = radius * (1 + rng.normal(0, 0.25, 14))
        stretch = np.array([1, rng.uniform(0.5, 1)])
        outline = center + np.stack([np.cos(turns), np.sin(turns)], axis=1) * ragged[:, None] * stretch
        layer = np.zeros(alpha.shape, np.uint8)
        cv2.fillPoly(layer, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        np.maximum(alpha, layer.astype(np.float32) / 255, out=alpha)


def dust(rng: Rng, alpha: np.ndarray) -> None:
    count = int(rng.integers(10, 120))
    ys, xs = rng.integers(0, alpha.shape[0], count), rng.integers(0, alpha.shape[1], count)
    layer = np.zeros(alpha.shape, np.float32)
    layer[ys, xs] = rng.uniform(0.7, 1, count)
    if rng.random() < 0.6:
        layer = np.clip(cv2.GaussianBlur(layer, (3, 3), 0.6) * 2.2, 0, 1)
    np.maximum(alpha, layer, out=alpha)


def half_plane_edge(rng: Rng, shape: tuple[int, int], point: np.ndarray, angle: float, roughness: float) -> np.ndarray:
    """Returns the signed distance to a torn edge through `point`; positive on the lost side."""
    height, width = shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    distance = (xs - point[0]) * np.cos(angle) + (ys - point[1]) * np.sin(angle)
    ragged = (smooth_noise(rng, shape, 24) - 0.5) * roughness * 2 + (
        smooth_noise(rng, shape, 5) - 0.5
    ) * roughness * 0.6
    return distance + ragged


def patches(rng: Rng, alpha: np.ndarray) -> None:
    """Draws blotches of lost emulsion, with borders that follow low-frequency noise."""
    noise = smooth_noise(rng, alpha.shape, rng.uniform(12, 50)) * 0.75 + smooth_noise(rng, alpha.shape, 5) * 0.25
    level = np.quantile(noise, 1 - rng.uniform(0.01, 0.09))
    np.maximum(alpha, np.clip((noise - level) * 40, 0, 1), out=alpha)


def scribble(rng: Rng, alpha: np.ndarray) -> None:
    """Draws pen strokes: smooth loops of even width."""
    side = max(alpha.shape)
    for _ in range(int(rng.integers(1, 4))):
        knots = anywhere(rng, alpha.shape) + np.cumsum(rng.normal(0, side * 0.09, (7, 2)), axis=0)
        t = np.linspace(0, len(knots) - 1, 90)
        smooth = np.stack([np.interp(t, np.arange(len(knots)), knots[:, i]) for i in (0, 1)], axis=1)
        smooth = cv2.GaussianBlur(smooth.astype(np.float32), (1, 15), 0, sigmaY=4)
        draw_path(alpha, smooth, float(rng.choice([1, 1.5, 2, 3, 5])))


def fold(rng: Rng, image: np.ndarray, alpha: np.ndarray) -> None:
    """Draws a crease: worn along the line, shaded on both sides."""
    height, width = alpha.shape
    angle = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.12) if rng.random() < 0.7 else rng.uniform(0, np.pi)
    signed = half_plane_edge(rng, alpha.shape, anywhere(rng, alpha.shape), angle, rng.uniform(0.3, 2.5))
    shade = (
        rng.uniform(-0.16, 0.16)
        * np.exp(-np.abs(signed) / rng.uniform(4, 20))
        * np.where(signed > 0, 1, rng.uniform(-1, 1))
    )
    image += shade
    worn = np.clip(rng.uniform(0.8, 2.8) - np.abs(signed), 0, 1)
    gaps = smooth_noise(rng, alpha.shape, 16) > rng.uniform(-0.2, 0.55)
    np.maximum(alpha, worn * gaps, out=alpha)


LINES = (cracks, craquelure, scratches, scratches, hairs, scribble)
BODIES = (specks, specks, dust, patches)


def colour_of(rng: Rng, shape: tuple[int, int], image: np.ndarray, kind: str) -> np.ndarray:
    """Returns what shows where the picture is gone: paper, bare plate, ink or dirt, with its own texture."""
    around = float(image.mean())
    if kind == "ink":
        tone = rng.uniform(0, 0.3)
    elif rng.random() < (0.35 if around > 0.55 else 0.8):
        tone = rng.uniform(max(0.7, min(1.0, around + 0.25)), 1.05)
    else:
        tone = rng.uniform(-0.05, max(0.0, min(0.3, around - 0.25)))
    texture = (smooth_noise(rng, shape, rng.uniform(2, 30)) - 0.5) * rng.uniform(0, 0.16)
    paper = np.full(shape, tone, np.float32) + texture
    if rng.random() < 0.04:
        # Faint damage: only shifts the tone underneath.
        return np.clip(image + rng.choice([-1, 1]) * rng.uniform(0.1, 0.3), 0, 1)
    return np.clip(paper, 0, 1)


def stain(rng: Rng, image: np.ndarray) -> np.ndarray:
    """Draws a translucent blotch with a darker rim, like a dried drop. Not in the mask."""
    noise = smooth_noise(rng, image.shape, rng.uniform(30, 110))
    level = rng.uniform(0.45, 0.8)
    inside = np.clip((noise - level) * rng.uniform(4, 30), 0, 1)
    rim = np.exp(-(((noise - level) / rng.uniform(0.01, 0.05)) ** 2))
    return image * (1 - inside * rng.uniform(0.04, 0.3) - rim * rng.uniform(0, 0.15))


def silvering(rng: Rng, image: np.ndarray) -> np.ndarray:
    """Draws a metallic haze that brightens shadows near the borders. Not in the mask."""
    height, width = image.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    border = np.minimum(np.minimum(xs, width - xs) / width, np.minimum(ys, height - ys) / height)
    haze = np.exp(-border * rng.uniform(6, 20)) * smooth_noise(rng, image.shape, 20)
    return image + haze * (1 - image) * rng.uniform(0.1, 0.5)


def old_look(rng: Rng, image: np.ndarray) -> np.ndarray:
    """Draws fading, stains and haze, which any old photo may have, damaged or not."""
    if rng.random() < 0.5:
        image = np.clip(image, 0, 1) ** rng.uniform(0.6, 1.6)
    if rng.random() < 0.3:
        image = stain(rng, image)
    if rng.random() < 0.2:
        image = silvering(rng, image)
    if rng.random() < 0.6:
        black, white = rng.uniform(0, 0.3), rng.uniform(0.65, 1)
        image = black + image * (white - black)
    return image


def camera_and_scan(rng: Rng, image: np.ndarray) -> np.ndarray:
    """Adds blur, grain and JPEG to picture and damage alike."""
    if rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.65:
        grain = rng.normal(0, rng.uniform(0.004, 0.06), image.shape).astype(np.float32)
        if rng.random() < 0.6:
            grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.4, 1.4)) * 1.6
        image = image + grain
    image = np.clip(image, 0, 1)
    if rng.random() < 0.75:
        quality = int(rng.integers(35, 96))
        _, data = cv2.imencode(".jpg", np.round(image * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
        image = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255
    return image


def damaged_pair(rng: Rng, clean: np.ndarray, negative_share: float) -> tuple[np.ndarray, np.ndarray]:
    """Returns (picture as scanned in 0..1, mask), both height x width float32. The mask is -1 where nobody can say.

    `negative_share`: share of pictures without damage.
    """
    image = old_look(rng, clean.astype(np.float32).copy())
    unit = float(np.exp(rng.uniform(*np.log(UNITS))))
    scene = Scene(image, image.copy(), np.zeros(image.shape, bool), unit)
    if rng.random() >= negative_share:
        for _ in range(int(rng.integers(1, 5))):
            if rng.random() < HEAVY_SHARE:
                REPAINTED[int(rng.integers(len(REPAINTED)))](rng, scene)
            else:
                fine_damage(rng, scene)
    if rng.random() < SHOWING_THROUGH_SHARE:
        SHOWING_THROUGH[int(rng.integers(len(SHOWING_THROUGH)))](rng, scene)
    image, before = np.clip(scene.image, 0, 1), np.clip(scene.before, 0, 1)
    if rng.random() >= SOFT_SHARE:
        return camera_and_scan(rng, image), np.where(scene.unknown, -1, mask_of(image, before)).astype(np.float32)
    # A small scan, enlarged. Damage that the reduction removed is not in the mask.
    side = round(image.shape[0] / rng.uniform(*SOFT_SHRINKAGE))
    small, small_before = (
        cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA) for picture in (image, before)
    )
    scanned = camera_and_scan(rng, small)
    mask = mask_of(enlarged(small, image.shape), enlarged(small_before, image.shape))
    return np.clip(enlarged(scanned, image.shape), 0, 1), np.where(scene.unknown, -1, mask).astype(np.float32)


def fine_damage(rng: Rng, scene: Scene) -> None:
    """Draws one layer of lines, of small bodies, or a fold."""
    alpha = np.zeros(scene.shape, np.float32)
    choice = rng.random()
    if choice < 0.9:
        kinds = LINES if choice < 0.6 else BODIES
        draw = kinds[int(rng.integers(len(kinds)))]
        draw(rng, alpha)
    else:
        draw = fold
        fold(rng, scene.image, alpha)
    kind = "ink" if draw is scribble else "lost"
    if rng.random() < 0.4:
        alpha = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(0.3, 0.9))
    alpha *= rng.uniform(0.8, 1)
    scene.image = scene.image * (1 - alpha) + colour_of(rng, scene.shape, scene.image, kind) * alpha


def real_specks(image: np.ndarray) -> np.ndarray:
    """Returns where a gray photograph in 0..1 has small bright or dark spots on an even background, like dust."""
    bytes_ = np.round(image * 255).astype(np.uint8)
    apart = cv2.absdiff(bytes_, cv2.medianBlur(bytes_, 9)).astype(np.float32) / 255
    even = cv2.blur(apart, (33, 33)) < EVEN_GROUND
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        (apart > VISIBLE_CHANGE).astype(np.uint8), connectivity=8
    )
    small = stats[:count, cv2.CC_STAT_AREA] <= LARGEST_SPECK
    small[0] = False
    return cv2.dilate((small[labels] & even).astype(np.uint8), np.ones((5, 5))) > 0


def mask_of(damaged: np.ndarray, before: np.ndarray) -> np.ndarray:
    return (np.abs(damaged - before) > VISIBLE_CHANGE).astype(np.float32)


def enlarged(image: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    return cv2.resize(image, shape[::-1], interpolation=cv2.INTER_CUBIC)
