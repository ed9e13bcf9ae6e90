"""The openly licensed training photographs, and which of them are held out."""
from __future__ import annotations

import re
import tarfile
import zlib
from pathlib import Path

import cv2
import numpy as np

# Sources with a certain licence: US government works, CC0 and public domain.
STRICT_PREFIXES = ("congress", "iati", "18f", "nasa", "wp24", "wp25", "cloth")
# Photographs of the 19th and early 20th century at the size of a scan: `oldPhotos.csv.xz`.
OLD_PREFIX = "old"
# One source in twenty is never trained on. Crops of one picture (`_cNN`) are all held out, or none is.
HELD_OUT_ONE_IN = 20


def unpack(source: Path, target: Path) -> Path:
    """Returns a folder of JPEGs: of a tar, of the tars in a folder, or the folder itself."""
    tars = [source] if source.is_file() else sorted(source.glob("*.tar"))
    if not tars:
        return source
    target.mkdir(parents=True, exist_ok=True)
    for path in tars:
        with tarfile.open(path) as tar:
            tar.extractall(target, filter="data")
    return target


def source_name(path: Path) -> str:
    return re.sub(r"_c\d+$", "", path.stem)


def is_held_out(path: Path) -> bool:
    return zlib.crc32(source_name(path).encode()) % HELD_OUT_ONE_IN == 0


def list_photos(folder: Path, held_out: bool, prefixes: tuple[str, ...] = STRICT_PREFIXES) -> list[Path]:
    """Returns the JPEG files with one of the prefixes, in a stable order."""
    return sorted(
        path
        for path in folder.glob("*.jpg")
        if path.name.split("_")[0] in prefixes and is_held_out(path) == held_out
    )


def load_gray(path: Path) -> np.ndarray:
    """Returns height x width float32 in 0..1."""
    image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if image is None:
        raise ValueError(f"unreadable picture: {path}")
    return image.astype(np.float32) / 255


def random_crop(
    image: np.ndarray, side: int, rng: np.random.Generator, enlargement: tuple[float, float] = (0.8, 3.0)
) -> np.ndarray:
    """Returns a side x side crop at a random scale.

    Faces in scans are three to six times as large as in the training pictures, so most crops are enlarged: the network
    must learn soft detail as well as sharp.
    """
    height, width = image.shape[:2]
    smallest = side / min(height, width)
    factor = max(smallest, float(np.exp(rng.uniform(*np.log(enlargement)))))
    window = int(np.ceil(side / factor))
    top = int(rng.integers(0, max(1, height - window + 1)))
    left = int(rng.integers(0, max(1, width - window + 1)))
    crop = image[top : top + window, left : left + window]
    how = cv2.INTER_AREA if factor < 1 else rng.choice([cv2.INTER_CUBIC, cv2.INTER_LANCZOS4, cv2.INTER_LINEAR])
    crop = cv2.resize(crop, (side, side), interpolation=int(how))
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    return np.clip(crop, 0, 1)
