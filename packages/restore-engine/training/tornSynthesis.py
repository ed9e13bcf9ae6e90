"""Draws whole prints as a scanner sees them, some with parts torn off, and the mask of what is gone.

The mask holds the torn part and the rim of bare paper along it. Margins, mounts, ovals, album corners, the scanner's
lid around a print, scratches and stains are drawn but not in the mask: nothing of the picture is missing there. Every
random number comes from the generator that is passed in, so a seed always gives the same picture.
"""
from __future__ import annotations

import cv2
import numpy as np

from damageSynthesis import BODIES, LINES, Rng, camera_and_scan, old_look, smooth_noise

Shape = tuple[int, int]
# Other damage of a torn print, which the network must ignore.
OTHER_DAMAGE = (*LINES, *BODIES)


def random_print(image: np.ndarray, shape: Shape, rng: Rng) -> np.ndarray:
    """Returns most of a photograph, at a size of height x width. Prints fill their borders, so little is cut."""
    height, width = image.shape
    share = rng.uniform(0.6, 1)
    fit = min(height / shape[0], width / shape[1]) * share
    part = (int(shape[0] * fit), int(shape[1] * fit))
    top, left = (int(rng.integers(0, whole - piece + 1)) for whole, piece in zip((height, width), part))
    crop = cv2.resize(
        image[top : top + part[0], left : left + part[1]],
        shape[::-1],
        interpolation=cv2.INTER_AREA if fit > 1 else cv2.INTER_CUBIC,
    )
    return np.clip(crop[:, ::-1] if rng.random() < 0.5 else crop, 0, 1)


def even_tone(rng: Rng) -> float:
    """Returns a tone in 0..1. A scanner's lid is nearly white or black; a table, card or album page has any tone."""
    choice = rng.random()
    if choice < 0.4:
        return float(rng.uniform(0.84, 1))
    return float(rng.uniform(0, 0.13) if choice < 0.6 else rng.uniform(0, 1))


def even_sheet(rng: Rng, shape: Shape) -> np.ndarray:
    """Returns a sheet of one tone, slightly uneven like lids and card, sometimes with the grain of wood or cloth."""
    sheet = np.full(shape, even_tone(rng), np.float32)
    sheet += (smooth_noise(rng, shape, 150) - 0.5) * rng.uniform(0, 0.06)
    if rng.random() < 0.25:
        stretch = (shape[0], max(2, shape[1] // int(rng.integers(2, 12))))
        grain = cv2.resize(smooth_noise(rng, stretch, rng.uniform(2, 8)), shape[::-1])
        sheet += ((grain.T if rng.random() < 0.3 and shape[0] == shape[1] else grain) - 0.5) * rng.uniform(0, 0.16)
    return sheet


def ragged_path(rng: Rng, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Returns the points of a torn edge: an arc, sometimes S-shaped, with roughness of every size down to a pixel."""
    count = 64
    t = np.linspace(0, 1, count)
    along = end - start
    length = float(np.linalg.norm(along))
    across = np.array([-along[1], along[0]]) / max(1e-6, length)
    offset = np.sin(np.pi * t) * rng.normal(0, 0.1) + np.sin(2 * np.pi * t) * rng.normal(0, 0.04)
    if rng.random() < 0.8:
        rough = rng.uniform(0.005, 0.05)
        for octave in (4, 9, 20, 40):
            knots = rng.normal(0, 1, octave + 1)
            knots[[0, -1]] = 0
            offset += np.interp(t, np.linspace(0, 1, octave + 1), knots) * rough / np.sqrt(octave / 4)
    return start + along * t[:, None] + across * (offset * length)[:, None]


def lost_part(rng: Rng, frame: np.ndarray) -> np.ndarray:
    """Returns the outline of a lost corner, or of a piece lost from a side.

    `frame`: left, top, right, bottom of the paper, in pixels.
    """
    left, top, right, bottom = frame
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
    index = int(rng.integers(4))
    corner, after, before = corners[index], corners[(index + 1) % 4], corners[index - 1]
    if rng.random() < 0.78:
        reach = np.exp(rng.uniform(np.log(0.07), np.log(0.62)))
        shares = np.clip(reach * np.exp(rng.normal(0, 0.35, 2)), 0.05, 0.85)
        path = ragged_path(rng, corner + (after - corner) * shares[0], corner + (before - corner) * shares[1])
        # Reaches beyond the corner, so that no thin line of the paper's edge remains.
        return np.concatenate(
            [
                path,
                [
                    corner + (before - corner) * shares[1] + (corner - after) * 0.1,
                    corner * 2 - (after + before) / 2,
                    corner + (after - corner) * shares[0] + (corner - before) * 0.1,
                ],
            ]
        )
    width = rng.uniform(0.08, 0.5)
    middle = rng.uniform(0, 1)
    depth = rng.uniform(0.04, 0.3)
    inwards = before - corner
    points = [corner + (after - corner) * (middle + side * width / 2) for side in (-1, 1)]
    tip = corner + (after - corner) * (middle + rng.uniform(-0.3, 0.3) * width) + inwards * depth
    path = np.concatenate([ragged_path(rng, points[0], tip), ragged_path(rng, tip, points[1])])
    return np.concatenate([path, [points[1] - inwards * 0.1, points[0] - inwards * 0.1]])


def filled(shape: Shape, outline: np.ndarray) -> np.ndarray:
    layer = np.zeros(shape, np.uint8)
    cv2.fillPoly(layer, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return layer.astype(np.float32) / 255


def grown(mask: np.ndarray, pixels: float) -> np.ndarray:
    """Returns the mask grown by about this many pixels, with a soft edge."""
    return np.clip(cv2.GaussianBlur(mask, (0, 0), max(0.5, pixels)) * 2.2 - 0.1, 0, 1)


def tear(
    rng: Rng, image: np.ndarray, sheet: np.ndarray, frame: np.ndarray, paper: float
) -> tuple[np.ndarray, np.ndarray]:
    """Tears off one to three parts. Returns the image and their mask."""
    lost = np.zeros(image.shape, np.float32)
    for _ in range(1 if rng.random() < 0.65 else int(rng.integers(2, 4))):
        lost = np.maximum(lost, filled(image.shape, lost_part(rng, frame)))
    gone = lost
    if rng.random() < 0.55:
        # The emulsion tears further than the paper, which leaves a rim of bare fibres of uneven width.
        rim = grown(lost, rng.uniform(0.6, 4)) * (
            smooth_noise(rng, image.shape, rng.uniform(5, 40)) > rng.uniform(0, 0.7)
        )
        gone = np.maximum(lost, rim)
        fibres = np.clip(rng.uniform(0.75, 1) * max(paper, 0.8) + (smooth_noise(rng, image.shape, 3) - 0.5) * 0.1, 0, 1)
        image = image * (1 - gone) + fibres * gone
    behind = sheet
    if rng.random() < 0.5:
        # The paper casts a shadow on what lies behind it.
        shift = np.float32([[1, 0, rng.uniform(-2.5, 2.5)], [0, 1, rng.uniform(-2.5, 2.5)]])
        shadow = cv2.GaussianBlur(
            cv2.warpAffine(1 - lost, shift, image.shape[::-1], borderMode=cv2.BORDER_REPLICATE),
            (0, 0),
            rng.uniform(0.6, 3),
        )
        behind = sheet * (1 - shadow * rng.uniform(0.1, 0.6))
    return image * (1 - lost) + behind * lost, gone


def oval(shape: Shape, rng: Rng) -> np.ndarray:
    """Returns 1 outside an ellipse, or outside an arch with straight sides below."""
    height, width = shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    radii = np.array([width, height]) * rng.uniform(0.36, 0.56, 2)
    x, y = (xs - width / 2) / radii[0], (ys - height / 2) / radii[1]
    if rng.random() < 0.3:
        y = np.minimum(y, 0)
    softness = rng.choice([0.01, 0.02, 0.3, 0.6])
    return np.clip((np.hypot(x, y) - 1) / softness, 0, 1)


def album_corners(rng: Rng, shape: Shape, frame: np.ndarray) -> np.ndarray:
    """Returns the mask of the four pockets that hold a print on an album page."""
    left, top, right, bottom = frame
    side = rng.uniform(0.05, 0.17) * min(right - left, bottom - top)
    layer = np.zeros(shape, np.float32)
    for x, dx in ((left, side), (right, -side)):
        for y, dy in ((top, side), (bottom, -side)):
            layer = np.maximum(
                layer,
                filled(
                    shape,
                    np.array([[x - dx, y - dy], [x + dx * 2, y - dy], [x - dx, y + dy * 2]])
                    if rng.random() < 0.1
                    else np.array([[x, y], [x + dx, y], [x, y + dy]]),
                ),
            )
    return layer


def rounded(shape: Shape, frame: np.ndarray, radius: float) -> np.ndarray:
    """Returns 1 on a sheet with round corners, 0 outside."""
    left, top, right, bottom = frame
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    dx = np.maximum(np.maximum(left + radius - xs, xs - (right - 1 - radius)), 0)
    dy = np.maximum(np.maximum(top + radius - ys, ys - (bottom - 1 - radius)), 0)
    return np.clip(radius + 1 - np.hypot(dx, dy), 0, 1)


def torn_pair(rng: Rng, photo: np.ndarray, torn_share: float) -> tuple[np.ndarray, np.ndarray]:
    """Returns (print as scanned, mask of what is gone), both height x width float32 in 0..1.

    `photo` is a whole photograph of that size, `torn_share` the share of prints that are torn.
    """
    shape = photo.shape
    height, width = shape
    image = np.clip(old_look(rng, photo.astype(np.float32).copy()), 0, 1)
    paper = float(rng.uniform(0.7, 1))
    style = rng.random()
    if style < 0.1:
        outside = oval(shape, rng)
        image = image * (1 - outside) + even_sheet(rng, shape) * outside
    frame = np.array([0, 0, width, height], float)
    sheet = even_sheet(rng, shape)
    if rng.random() < 0.22:
        # The whole print lies on the lid, which shows on all or some sides.
        margins = rng.uniform(0, 0.07, 4) * (rng.random(4) < 0.7) * max(shape)
        frame = np.array([margins[0], margins[1], width - margins[2], height - margins[3]])
    if rng.random() < 0.3:
        # A margin of bare paper.
        inner = np.clip(rng.uniform(0.01, 0.07) * max(shape) * rng.uniform(0.7, 1.4, 4), 1, None)
        ys, xs = np.mgrid[0:height, 0:width]
        bare = (
            (xs < frame[0] + inner[0])
            | (ys < frame[1] + inner[1])
            | (xs >= frame[2] - inner[2])
            | (ys >= frame[3] - inner[3])
        )
        image = np.where(bare, paper + (smooth_noise(rng, shape, 40) - 0.5) * 0.05, image)
    if 0.1 <= style < 0.16:
        pockets = album_corners(rng, shape, frame)
        image = image * (1 - pockets) + even_sheet(rng, shape) * pockets
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.4 else 0):
        alpha = np.zeros(shape, np.float32)
        OTHER_DAMAGE[int(rng.integers(len(OTHER_DAMAGE)))](rng, alpha)
        image = image * (1 - alpha) + even_tone(rng) * alpha
    radius = rng.uniform(0.01, 0.09) * max(shape) if rng.random() < 0.15 else 0.0
    lies = rounded(shape, frame, radius)
    mask = np.zeros(shape, np.float32)
    if rng.random() < torn_share:
        image, mask = tear(rng, image, sheet, frame, paper)
    image = image * lies + sheet * (1 - lies)
    mask = mask * lies
    if frame[0] > 0 or frame[1] > 0:
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.normal(0, 1), 1)
        image = cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpAffine(mask, turn, (width, height))
    # At this size, most scans have lost their grain.
    if rng.random() < 0.3:
        image = camera_and_scan(rng, image)
    return np.clip(image, 0, 1).astype(np.float32), (mask > 0.5).astype(np.float32)
