"""Prints the factor for each lightness that brings the network's colours nearest to the truth on held-out photographs.

    python fitTrust.py <folder of training JPEGs> [colour.onnx]

`TRUST` in `src/core/pipelines/trustedChroma.ts` was chosen with it: it has the printed shape, with larger factors.
"""
from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from trainColour import grouped, load_bgr

LONG_SIDE = 256
MOST_OF_EACH = {"congress": 40, "18f": 20, "iati": 40, "unsp": 20, "codec": 20}
LIGHTNESS = (0, 8, 15, 25, 40, 60, 75, 88, 101)
# A position is even if L* has a standard deviation below EVEN over EVEN_CELLS x EVEN_CELLS cells of the network's
# output.
EVEN, EVEN_CELLS = 4, 9


def coloured(session: onnxruntime.InferenceSession, bgr: np.ndarray) -> tuple[np.ndarray, ...]:
    """Returns, per cell of the output: predicted and true chroma, both N x 2; L*, N; whether it is even, N."""
    lab = cv2.cvtColor(bgr.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    scale = LONG_SIDE / max(lab.shape[:2])
    height, width = (max(64, round(side * scale / 32) * 32) for side in lab.shape[:2])
    lab = cv2.resize(lab, (width, height), interpolation=cv2.INTER_AREA)
    found = session.run(None, {"lightness": lab[None, None, ..., 0] / 100})[0][0].transpose(1, 2, 0)
    small = cv2.resize(lab, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    lightness = small[..., 0]
    window = (EVEN_CELLS, EVEN_CELLS)
    variance = cv2.blur(lightness**2, window) - cv2.blur(lightness, window) ** 2
    return found.reshape(-1, 2), small[..., 1:].reshape(-1, 2), lightness.ravel(), (variance < EVEN**2).ravel()


def main() -> None:
    model = sys.argv[2] if len(sys.argv) > 2 else str(Path(__file__).parent.parent / "models" / "colour.onnx")
    session = onnxruntime.InferenceSession(model)
    held_out = grouped([Path(sys.argv[1])], True)
    files = [path for name, count in MOST_OF_EACH.items() for path in held_out[name][:count]]
    parts = zip(*(coloured(session, load_bgr(path)) for path in files), strict=True)
    found, truth, lightness, even = (np.concatenate(part) for part in parts)
    print(f"{len(files)} photographs\n{'L*':10}{'':8}{'found':>8}{'true':>8}{'factor':>8}")
    for low, high in zip(LIGHTNESS, LIGHTNESS[1:], strict=False):
        for kind, of_kind in (("even", even), ("drawn", ~even)):
            here = (lightness >= low) & (lightness < high) & of_kind
            ours, real = found[here], truth[here]
            factor = (ours * real).sum() / (ours**2).sum()
            means = (np.hypot(*side.T).mean() for side in (ours, real))
            print(f"{low:>3} to {high:<4}{kind:8}" + "".join(f"{value:8.2f}" for value in (*means, factor)))


if __name__ == "__main__":
    main()
