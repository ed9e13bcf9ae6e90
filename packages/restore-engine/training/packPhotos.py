"""Packs training photographs into one tar file of a given size, for a machine that can fetch nothing.

    python packPhotos.py damage <folder>... <target>.tar --megabytes 26
    python packPhotos.py colour <folder>... <target>.tar --megabytes 40

Takes what that network is trained on, the held-out photographs first. Old photographs are reduced to OLD_SIDE pixels;
for the damage network all become grey. Clothes laid flat come last: they are three in five and teach least.
"""
from __future__ import annotations

import argparse
import io
import tarfile
from pathlib import Path

import cv2
import numpy as np

from photos import OLD_PREFIX, STRICT_PREFIXES, is_held_out
from trainColour import SHARES

SEED = 20261123
QUALITY_PERCENT = 72
OLD_SIDE = 640
LAST = "cloth_"
PREFIXES = {"damage": (*STRICT_PREFIXES, OLD_PREFIX), "colour": tuple(SHARES)}


def order_of(path: Path, rng: np.random.Generator) -> tuple[bool, bool, bool, float]:
    name = path.name
    return (not name.startswith(OLD_PREFIX), name.startswith(LAST), not is_held_out(path), rng.random())


def packed(path: Path, grey: bool) -> bytes | None:
    image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR)
    if image is None:
        return None
    scale = min(1, OLD_SIDE / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY_PERCENT])[1].tobytes()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("network", choices=PREFIXES)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("target", type=Path)
    parser.add_argument("--megabytes", type=float, required=True)
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    prefixes = PREFIXES[options.network]
    files = sorted(
        path for folder in options.folders for path in folder.glob("*.jpg") if path.name.split("_")[0] in prefixes
    )
    left, count = options.megabytes * 1e6, 0
    with tarfile.open(options.target, "w") as tar:
        for path in sorted(files, key=lambda path: order_of(path, rng)):
            data = packed(path, options.network == "damage")
            if data is None or len(data) + 1024 > left:
                continue
            entry = tarfile.TarInfo(path.name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
            left, count = left - len(data) - 1024, count + 1
    print(f"{count} of {len(files)} photographs, {options.target.stat().st_size / 1e6:.1f} MB")
