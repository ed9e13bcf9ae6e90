"""Copies the pictures of a list in this folder from clones of the repositories that it names.

    python copyMorePhotos.py morePhotos.csv.xz <folder of bare clones, each owner+name/repo> <target>

The lists are compressed to keep the repository small. Pictures of morePhotos.csv.xz are reduced to 256 px on the
shorter side, as the project's own training photographs are. Those of oldPhotos.csv.xz keep their size.

Prints what is missing: the few from Debian packages (lomiri-wallpapers), and repositories without a clone.
"""
from __future__ import annotations

import csv
import lzma
import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

SHORT_SIDE = 256
FULL_SIZE = "oldPhotos.csv.xz"


def commits_of(licence: str) -> list[str]:
    """Returns where to look: the commit at which a picture had its licence, if the list names it, then the newest."""
    named = re.search(r"@([0-9a-f]{7,40})\b", licence)
    return [named[1], "HEAD"] if named else ["HEAD"]


def read_blob(clone: Path, commits: list[str], path: str) -> bytes | None:
    for commit in commits:
        shown = subprocess.run(["git", "-C", str(clone), "show", f"{commit}:{path}"], capture_output=True, check=False)
        if shown.returncode == 0:
            return shown.stdout
    return None


def small(image: np.ndarray) -> np.ndarray:
    """Reduces a picture to the size of the training photographs. Smaller ones stay as they are."""
    scale = min(1, SHORT_SIDE / min(image.shape[:2]))
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image


if __name__ == "__main__":
    name, clones, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    target.mkdir(parents=True, exist_ok=True)
    with lzma.open(Path(__file__).with_name(name), "rt", newline="") as lines:
        for row in csv.DictReader(lines):
            repository, path = row["source"].split(" : ", 1)
            clone = clones / repository.replace("/", "+") / "repo"
            data = read_blob(clone, commits_of(row["licence"]), path) if clone.is_dir() else None
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
            if image is None:
                print("missing:", row["file"], row["source"])
            else:
                scaled = image if name == FULL_SIZE else small(image)
                cv2.imwrite(str(target / row["file"]), scaled, [cv2.IMWRITE_JPEG_QUALITY, 92])
