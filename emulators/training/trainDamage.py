"""Trains the damage network; stops at a time limit, goes on from its checkpoint when started again.

    python trainDamage.py --photos ../../../shared-data/train --state /tmp/damage --minutes 60
"""
from __future__ import annotations

import argparse
import json
import signal
import time
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset

from damageNetwork import damage_network
from damageSynthesis import damaged_pair
from photos import list_photos, load_gray, random_crop
from schedule import rate_at
from unet import UNet

SEED = 20261120
SIDE = 192
BATCH = 8
NEGATIVE_SHARE = 0.35
PEAK_RATE = 1.5e-3
# The engine shows the network pictures enlarged up to 2.5 times: soft content under sharp damage tells the two apart.
ENLARGEMENT = (1.4, 3.5)


class DamagedCrops(IterableDataset):
    """An endless stream of (picture, mask); the step count seeds it, so a restart does not repeat pictures."""

    def __init__(self, files: list[Path], start: int) -> None:
        self.files, self.start = files, start

    def __iter__(self):
        rng = np.random.default_rng([SEED, self.start])
        while True:
            crop = random_crop(load_gray(self.files[int(rng.integers(len(self.files)))]), SIDE, rng, ENLARGEMENT)
            picture, mask = damaged_pair(rng, crop, NEGATIVE_SHARE)
            yield torch.from_numpy(picture.astype(np.float32))[None], torch.from_numpy(mask)[None]


def loss_of(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Cross-entropy weighted towards the rare damage, plus half a Dice loss over the batch."""
    weight = torch.tensor(3.0)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(logits, mask, pos_weight=weight)
    chance = torch.sigmoid(logits)
    dice = 1 - (2 * (chance * mask).sum() + 1) / (chance.sum() + mask.sum() + 1)
    return entropy + 0.5 * dice


@torch.no_grad()
def validate(model: UNet, files: list[Path]) -> dict[str, float]:
    """Precision and recall on fixed held-out damage, and the share wrongly marked on undamaged crops."""
    model.eval()
    rng = np.random.default_rng(SEED + 1)
    counts = {threshold: np.zeros(4) for threshold in (0.5, 0.8, 0.9)}
    for index in range(48):
        crop = random_crop(load_gray(files[index % len(files)]), SIDE, rng, ENLARGEMENT)
        picture, mask = damaged_pair(rng, crop, 1.0 if index % 3 == 0 else 0.0)
        chance = torch.sigmoid(model(torch.from_numpy(picture.astype(np.float32))[None, None]))[0, 0].numpy()
        for threshold, count in counts.items():
            found, real = chance > threshold, mask > 0.5
            count += [(found & real).sum(), found.sum(), real.sum(), found.sum() if index % 3 == 0 else 0]
    model.train()
    report = {}
    for threshold, (hit, found, real, wrong) in counts.items():
        report[f"precision@{threshold}"] = hit / max(1, found)
        report[f"recall@{threshold}"] = hit / max(1, real)
        report[f"clean_marked@{threshold}"] = wrong / (16 * SIDE * SIDE)
    return {name: round(float(value), 5) for name, value in report.items()}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--state", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=6000, help="length of the learning-rate schedule")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    options.state.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.manual_seed(SEED)

    model = damage_network().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, weight_decay=1e-3)
    checkpoint = options.state / "damage.pt"
    step = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        step = saved["step"]

    train_files, held_out = list_photos(options.photos, False), list_photos(options.photos, True)
    print(f"{len(train_files)} photos, {len(held_out)} held out, from step {step}", flush=True)
    batches = iter(DataLoader(DamagedCrops(train_files, step), batch_size=BATCH, num_workers=1, prefetch_factor=4))
    end, since, running = time.monotonic() + options.minutes * 60, time.monotonic(), 0.0

    def save() -> None:
        partial = checkpoint.with_suffix(".tmp")
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "step": step}, partial)
        partial.replace(checkpoint)
        line = {"step": step, "loss": round(running, 4), "seconds": round(time.monotonic() - since), **validate(model, held_out)}
        print(json.dumps(line), flush=True)
        with open(options.state / "log.jsonl", "a") as log:
            log.write(json.dumps(line) + "\n")

    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    while not stop and time.monotonic() < end and step < options.steps:
        picture, mask = next(batches)
        picture = picture.contiguous(memory_format=torch.channels_last)
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, step / options.steps, PEAK_RATE)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(picture)
        loss = loss_of(logits.float(), mask)
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
