"""Trains the colour network; stops at a time limit, goes on from its checkpoint when started again.

    python trainColour.py --photos <folder of training JPEGs> --state /tmp/colour --minutes 60
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

from colourNetwork import ColourNetwork, chroma_bins
from damageSynthesis import camera_and_scan
from photos import list_photos
from schedule import rate_at

SEED = 20261121
SIDE = 128
BATCH = 16
PEAK_RATE = 2e-3
# Clothes laid flat have any colour, which teaches caution; people and places are what old photographs show.
SHARES = {"congress": 0.34, "18f": 0.12, "iati": 0.34, "nasa": 0.03, "wp24": 0.01, "wp25": 0.03, "cloth": 0.13}
# How far the loss is tilted towards rare, vivid colours (0 not at all, 1 all bins alike); after Zhang et al. 2016,
# https://arxiv.org/abs/1603.08511, section 2.2.
REBALANCE = 0.5


def load_lab(path: Path) -> np.ndarray:
    """Height x width x 3 float32: L* 0..100, a*, b*."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)


def crop_lab(lab: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """SIDE x SIDE x 3 of a random part, from the whole short side down to half of it."""
    height, width = lab.shape[:2]
    window = int(min(height, width) * rng.uniform(0.5, 1))
    top, left = int(rng.integers(0, height - window + 1)), int(rng.integers(0, width - window + 1))
    crop = cv2.resize(lab[top : top + window, left : left + window], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return crop[:, ::-1] if rng.random() < 0.5 else crop


def aged(luma: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The look of old prints: other contrast, fading, grain. The colours to be found stay the same."""
    luma = np.clip(luma, 0, 1) ** rng.uniform(0.65, 1.5)
    if rng.random() < 0.5:
        low, high = rng.uniform(0, 0.2), rng.uniform(0.8, 1)
        luma = low + luma * (high - low)
    return camera_and_scan(rng, luma.astype(np.float32)) if rng.random() < 0.5 else luma


class GrayAndChroma(IterableDataset):
    def __init__(self, groups: dict[str, list[Path]], start: int) -> None:
        self.groups, self.start = groups, start

    def __iter__(self):
        rng = np.random.default_rng([SEED, self.start])
        names = list(self.groups)
        chances = np.array([SHARES[name] for name in names])
        while True:
            files = self.groups[names[int(rng.choice(len(names), p=chances / chances.sum()))]]
            crop = crop_lab(load_lab(files[int(rng.integers(len(files)))]), rng)
            luma = aged(crop[..., 0] / 100, rng)
            chroma = cv2.resize(crop[..., 1:], (SIDE // 4, SIDE // 4), interpolation=cv2.INTER_AREA)
            yield torch.from_numpy(np.ascontiguousarray(luma, np.float32))[None], torch.from_numpy(chroma.transpose(2, 0, 1).copy())


def grouped(folder: Path, held_out: bool) -> dict[str, list[Path]]:
    groups: dict[str, list[Path]] = {}
    for path in list_photos(folder, held_out):
        groups.setdefault(path.name.split("_")[0], []).append(path)
    return groups


def soft_targets(chroma: torch.Tensor, bins: torch.Tensor) -> torch.Tensor:
    """N x 2 x H x W to N x K x H x W: the five nearest bins, weighted by a Gaussian of their distance."""
    flat = chroma.permute(0, 2, 3, 1).reshape(-1, 2)
    distance = torch.cdist(flat, bins)
    nearest, index = distance.topk(5, dim=1, largest=False)
    weight = torch.exp(-(nearest**2) / (2 * 6.0**2)) + 1e-8
    targets = torch.zeros(len(flat), len(bins)).scatter_(1, index, weight / weight.sum(1, keepdim=True))
    count, _, height, width = chroma.shape
    return targets.reshape(count, height, width, -1).permute(0, 3, 1, 2)


def bin_weights(loader, bins: torch.Tensor) -> torch.Tensor:
    share = torch.zeros(len(bins))
    for _ in range(40):
        share += soft_targets(next(loader)[1], bins).sum((0, 2, 3))
    share /= share.sum()
    weight = 1 / ((1 - REBALANCE) * share + REBALANCE / len(bins))
    return weight / (share * weight).sum()


def loss_of(logits: torch.Tensor, targets: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    entropy = -(targets * torch.log_softmax(logits, dim=1)).sum(1)
    return (entropy * weight[targets.argmax(1)]).mean()


def decode(logits: torch.Tensor, bins: torch.Tensor, temperature: float = 0.38) -> torch.Tensor:
    """The annealed mean: between the likeliest colour (vivid, blotchy) and the average of all (brown)."""
    chance = torch.softmax(logits / temperature, dim=1)
    return torch.einsum("nkhw,kc->nchw", chance, bins)


def colourfulness(chroma: np.ndarray) -> float:
    """Mean chroma over pictures, N x 2 x H x W."""
    return float(np.hypot(chroma[:, 0], chroma[:, 1]).mean())


@torch.no_grad()
def validate(model: ColourNetwork, groups: dict[str, list[Path]], bins: torch.Tensor) -> dict[str, float]:
    """Chroma error (mean distance in Lab) against gray and against one brown for all, and colourfulness against the truth."""
    model.eval()
    rng = np.random.default_rng(SEED + 1)
    found, truth = [], []
    for name in ("congress", "18f", "iati"):
        for path in groups[name][:12]:
            crop = crop_lab(load_lab(path), rng)
            luma = torch.from_numpy(np.ascontiguousarray(crop[..., 0] / 100, np.float32))[None, None]
            found.append(decode(model(luma), bins)[0].numpy())
            truth.append(cv2.resize(crop[..., 1:], (SIDE // 4, SIDE // 4), interpolation=cv2.INTER_AREA).transpose(2, 0, 1))
    model.train()
    ours, real = np.stack(found), np.stack(truth)
    brown = real.mean((0, 2, 3), keepdims=True)
    error = {"ours": real - ours, "gray": real, "brown": real - brown}
    report = {f"error_{name}": float(np.hypot(e[:, 0], e[:, 1]).mean()) for name, e in error.items()}
    report["colourfulness"] = colourfulness(ours) / colourfulness(real)
    return {name: round(value, 3) for name, value in report.items()}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--state", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=4000, help="length of the learning-rate schedule")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    options.state.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.manual_seed(SEED)
    bins = torch.from_numpy(chroma_bins())

    model = ColourNetwork().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, weight_decay=1e-2)
    checkpoint = options.state / "colour.pt"
    step, weight = 0, None
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        step, weight = saved["step"], saved["weight"]

    held_out = grouped(options.photos, True)
    batches = iter(DataLoader(GrayAndChroma(grouped(options.photos, False), step), batch_size=BATCH, num_workers=1, prefetch_factor=4))
    if weight is None:
        weight = bin_weights(batches, bins)
    print(f"{sum(p.numel() for p in model.parameters())} parameters, {len(bins)} bins, from step {step}", flush=True)
    end, since, running = time.monotonic() + options.minutes * 60, time.monotonic(), 0.0

    def save() -> None:
        partial = checkpoint.with_suffix(".tmp")
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "weight": weight}, partial)
        partial.replace(checkpoint)
        line = {"step": step, "loss": round(running, 4), "seconds": round(time.monotonic() - since), **validate(model, held_out, bins)}
        print(json.dumps(line), flush=True)
        with open(options.state / "log.jsonl", "a") as log:
            log.write(json.dumps(line) + "\n")

    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    while not stop and time.monotonic() < end and step < options.steps:
        luma, chroma = next(batches)
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, options.steps, PEAK_RATE)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(luma.contiguous(memory_format=torch.channels_last))
        loss = loss_of(logits.float(), soft_targets(chroma, bins), weight)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        running = loss.item() if step == 0 else running * 0.98 + loss.item() * 0.02
        step += 1
        if step % 200 == 0:
            save()
    save()


if __name__ == "__main__":
    main()
