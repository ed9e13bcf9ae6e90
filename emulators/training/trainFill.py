"""Trains the fill network; stops at a time limit, goes on from its checkpoint when started again.

    python trainFill.py --photos ../../../shared-data/train --state /tmp/fill --minutes 40
"""
from __future__ import annotations

import argparse
import json
import signal
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset

import damageSynthesis as damage
from fillNetwork import FillNetwork
from photos import list_photos, load_rgb, random_crop
from schedule import rate_at

SEED = 20261121
SIDE = 160
BATCH = 8
PEAK_RATE = 1.5e-3
TELEA_RADIUS = 5
MOST_LOST = 0.35
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)


def letters(rng: damage.Rng, alpha: np.ndarray) -> None:
    """A few words, upright or slanted: what a caption or a date stamp loses."""
    layer = np.zeros(alpha.shape, np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        text = "".join(rng.choice(list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789' "), int(rng.integers(3, 12))))
        at = (int(rng.integers(-20, SIDE // 2)), int(rng.integers(10, SIDE)))
        cv2.putText(layer, text, at, FONTS[int(rng.integers(len(FONTS)))], rng.uniform(0.4, 2.4), 255, int(rng.integers(1, 7)), cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), float(rng.choice([0, 0, 0, 30, -30, 45, 90])), 1)
    np.maximum(alpha, cv2.warpAffine(layer, turn, alpha.shape[::-1]).astype(np.float32) / 255, out=alpha)


SHAPES = (damage.cracks, damage.cracks, damage.scratches, damage.scratches, damage.hairs, damage.scribble, damage.craquelure,
          damage.specks, damage.dust, damage.patches, letters, letters)


def lost_pixels(rng: damage.Rng) -> np.ndarray:
    """A mask, SIDE x SIDE of 0 and 1, as the damage network and the letter finder give them: with a margin of nought to three pixels."""
    while True:
        alpha = np.zeros((SIDE, SIDE), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            SHAPES[int(rng.integers(len(SHAPES)))](rng, alpha)
        margin = int(rng.integers(0, 4))
        mask = cv2.dilate((alpha > 0.15).astype(np.uint8), np.ones((2 * margin + 1, 2 * margin + 1), np.uint8))
        if 0.005 < mask.mean() < MOST_LOST:
            return mask


def pair(rng: damage.Rng, clean: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(planes 4 x SIDE x SIDE, truth 3 x SIDE x SIDE), float32 in 0..1."""
    mask = lost_pixels(rng)
    known = clean
    if rng.random() < 0.5:
        grain = rng.normal(0, rng.uniform(0.004, 0.05), clean.shape[:2]).astype(np.float32)
        if rng.random() < 0.6:
            grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.4, 1.2)) * 1.6
        known = np.clip(clean + grain[..., None], 0, 1)
    lost = known.copy()
    # What the mask missed stays at its rim: Telea smears it inwards, and the network shall know that.
    if rng.random() < 0.3:
        core = cv2.erode(mask, np.ones((3, 3), np.uint8))
        soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0)[..., None] * rng.uniform(0.1, 0.6)
        lost = np.where(core[..., None] > 0, lost, lost * (1 - soft) + rng.uniform(0, 1) * soft)
    bytes_ = np.round(np.clip(lost, 0, 1) * 255).astype(np.uint8)
    filled = cv2.inpaint(bytes_, mask, TELEA_RADIUS, cv2.INPAINT_TELEA).astype(np.float32) / 255
    planes = np.concatenate([filled.transpose(2, 0, 1), mask[None].astype(np.float32)])
    return planes, clean.transpose(2, 0, 1).astype(np.float32)


class LostCrops(IterableDataset):
    """An endless stream of pairs; the step count seeds it, so a restart does not repeat pictures."""

    def __init__(self, files: list[Path], start: int) -> None:
        self.files, self.start = files, start

    def __iter__(self):
        cv2.setNumThreads(1)
        rng = np.random.default_rng([SEED, self.start])
        while True:
            yield sample(rng, self.files)


def sample(rng: damage.Rng, files: list[Path]) -> tuple[np.ndarray, np.ndarray]:
    crop = random_crop(load_rgb(files[int(rng.integers(len(files)))]), SIDE, rng)
    if rng.random() < 0.4:
        crop = np.repeat(crop.mean(axis=2, keepdims=True), 3, axis=2)
    return pair(rng, np.ascontiguousarray(crop))


def decibels(squares: float, count: float) -> float:
    return -10 * np.log10(max(1e-9, squares / max(1.0, count)))


@torch.no_grad()
def validate(model: FillNetwork, files: list[Path]) -> dict[str, float]:
    """PSNR of the lost pixels alone, Telea's and ours, on fixed held-out losses."""
    model.eval()
    rng = np.random.default_rng(SEED + 1)
    sums = np.zeros(3)
    for _ in range(64):
        planes, truth = sample(rng, files)
        ours = model(torch.from_numpy(planes)[None])[0].numpy()
        mask = planes[3] > 0.5
        sums += [((planes[:3] - truth) ** 2).mean(axis=0)[mask].sum(), ((ours - truth) ** 2).mean(axis=0)[mask].sum(), mask.sum()]
    model.train()
    return {"telea_db": round(decibels(sums[0], sums[2]), 3), "ours_db": round(decibels(sums[1], sums[2]), 3)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--state", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--steps", type=int, default=8000, help="length of the learning-rate schedule")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    options.state.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.manual_seed(SEED)

    model = FillNetwork().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, weight_decay=1e-4)
    checkpoint = options.state / "fill.pt"
    step = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        step = saved["step"]

    train_files, held_out = list_photos(options.photos, False), list_photos(options.photos, True)
    print(f"{len(train_files)} photos, {len(held_out)} held out, from step {step}", flush=True)
    batches = iter(DataLoader(LostCrops(train_files, step), batch_size=BATCH, num_workers=1, prefetch_factor=4))
    end, since, running = time.monotonic() + options.minutes * 60, time.monotonic(), 0.0

    def save() -> None:
        partial = checkpoint.with_suffix(".tmp")
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "step": step}, partial)
        partial.replace(checkpoint)
        line = {"step": step, "loss": round(running, 5), "seconds": round(time.monotonic() - since), **validate(model, held_out)}
        print(json.dumps(line), flush=True)
        with open(options.state / "log.jsonl", "a") as log:
            log.write(json.dumps(line) + "\n")

    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    while not stop and time.monotonic() < end and step < options.steps:
        planes, truth = next(batches)
        planes = planes.contiguous(memory_format=torch.channels_last)
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, options.steps, PEAK_RATE)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            change = model.unet(planes)
        mask = planes[:, 3:]
        error = (planes[:, :3] + mask * change.float() - truth) * mask
        # Between absolute and squared error: the first keeps edges sharp, the second minds what stands out.
        loss = (torch.sqrt(error**2 + 1e-6).sum() + 2 * (error**2).sum()) / (3 * mask.sum())
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        running = loss.item() if step == 0 else running * 0.98 + loss.item() * 0.02
        step += 1
        if step % 250 == 0:
            save()
    save()


if __name__ == "__main__":
    main()
