"""Training loop of both mask networks. Stops at a time limit and continues from its checkpoint."""
from __future__ import annotations

import argparse
import json
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from torch.utils.data import DataLoader, IterableDataset

from photos import STRICT_PREFIXES, list_photos
from schedule import rate_at
from unet import UNet

SEED = 20261120
PEAK_RATE = 1.5e-3
SAVE_EVERY_STEPS = 250

Batch = tuple[torch.Tensor, torch.Tensor]


class Batches(IterableDataset):
    """An endless stream of (pictures, masks), each N x 1 x H x W."""

    def __init__(self, stream: Callable[[list[Path], int], Iterator[Batch]], files: list[Path], start: int) -> None:
        self.stream, self.files, self.start = stream, files, start

    def __iter__(self) -> Iterator[Batch]:
        return self.stream(self.files, self.start)


def loss_of(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Returns cross-entropy weighted towards the rare marks, plus half a Dice loss over the batch.

    Pixels with a negative mask are unknown and do not count.
    """
    known = (mask >= 0).float()
    mask = mask.clamp(min=0)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(
        logits, mask, weight=known, pos_weight=torch.tensor(3.0)
    )
    chance = torch.sigmoid(logits) * known
    dice = 1 - (2 * (chance * mask).sum() + 1) / (chance.sum() + mask.sum() + 1)
    return entropy + 0.5 * dice


def train(
    name: str,
    model: UNet,
    stream: Callable[[list[Path], int], Iterator[Batch]],
    validate: Callable[[UNet, list[Path]], dict[str, float]],
    steps: int,
    prefixes: tuple[str, ...] = STRICT_PREFIXES,
) -> None:
    """Trains with the options of the command line.

    `stream` yields batches of the given photographs without end. The step count seeds it, so that a restart does not
    repeat pictures. `validate` measures the network on held-out photographs, without gradients. The state is saved to
    `<state>/<name>.pt`, the figures are appended to `<state>/log.jsonl`.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--state", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=steps, help="length of the learning-rate schedule")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    options.state.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.manual_seed(SEED)

    model = model.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, weight_decay=1e-3)
    checkpoint = options.state / f"{name}.pt"
    step = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        step = saved["step"]

    train_files, held_out = (list_photos(options.photos, held_out, prefixes) for held_out in (False, True))
    print(f"{len(train_files)} photos, {len(held_out)} held out, from step {step}", flush=True)
    batches = iter(DataLoader(Batches(stream, train_files, step), batch_size=None, num_workers=1, prefetch_factor=4))
    end, since, running = time.monotonic() + options.minutes * 60, time.monotonic(), 0.0

    def save() -> None:
        partial = checkpoint.with_suffix(".tmp")
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "step": step}, partial)
        partial.replace(checkpoint)
        model.eval()
        with torch.no_grad():
            measured = validate(model, held_out)
        model.train()
        figures = {key: round(float(value), 5) for key, value in measured.items()}
        line = {"step": step, "loss": round(running, 4), "seconds": round(time.monotonic() - since), **figures}
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
        if step % SAVE_EVERY_STEPS == 0:
            save()
    save()
