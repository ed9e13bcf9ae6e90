"""Copies photographs that the colour network was not trained on, for `npm run bench:engine -- colour <folder>`.

    python copyHeldOut.py <folder of training JPEGs> <target>
"""
from __future__ import annotations

import shutil
import sys
from pathlib import Path

from photos import list_photos

# Pictures per source, twenty in all: people, then places.
COUNTS = {"congress": 4, "18f": 3, "iati": 5, "unsp": 4, "codec": 3, "mdn": 1}

if __name__ == "__main__":
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    for prefix, count in COUNTS.items():
        whole = [path for path in list_photos(source, True, (prefix,)) if "_c" not in path.stem.removeprefix(prefix)]
        for path in whole[:: max(1, len(whole) // count)][:count]:
            shutil.copy(path, target)
