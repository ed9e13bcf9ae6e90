"""Makes damage.onnx from the photographs: unpacks, trains, calibrates, exports, and computes in 8 bits.

    python rebuildDamage.py --photos <tar, folder of tars, or folder of JPEGs> [--clones <folder>] \
        --work <folder> --minutes 480

`--clones` holds clones of the repositories in oldPhotos.csv.xz (`copyMorePhotos.py`); a tar of `packPhotos.py` has
those pictures already. Started again with the same folder it goes on training. Options that it does not know go to
trainDamage.py. On a machine with a GPU:

    python rebuildDamage.py --photos photos.tar --work $OUT --minutes 25 --device cuda \
        --channels 16,32,64,128,256 --batch 192 --side 256 --workers 15 --save-seconds 120
"""
from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from photos import unpack

HERE = Path(__file__).parent


def run(script: str, *arguments: object) -> None:
    print(script, *arguments, flush=True)
    subprocess.run([sys.executable, str(HERE / script), *map(str, arguments)], check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--clones", type=Path)
    parser.add_argument("--work", type=Path, required=True, help="folder of the checkpoint and the result")
    parser.add_argument("--unpacked", type=Path, default=Path("/tmp/heirlight-photos"), help="where tars are unpacked")
    parser.add_argument("--minutes", type=float, required=True, help="of training, over which the learning rate falls")
    options, more = parser.parse_known_args()
    photos = unpack(options.photos, options.unpacked)
    if options.clones:
        run("copyMorePhotos.py", "oldPhotos.csv.xz", options.clones, photos)
    options.work.mkdir(parents=True, exist_ok=True)
    checkpoint, calibrated = options.work / "damage.pt", options.work / "calibrated.pt"
    length = ("--minutes", options.minutes, "--schedule-minutes", options.minutes)
    run("trainDamage.py", "--photos", photos, "--state", options.work, *length, *more)
    run("calibrate.py", checkpoint, calibrated, "--photos", photos)
    run("exportMasks.py", "damage", calibrated, options.work / "damage-float.onnx")
    run("quantise.py", "damage", options.work / "damage-float.onnx", options.work / "damage.onnx", "--photos", photos)
