"""Training loop of both mask networks. Stops at a time limit and continues from its checkpoint.

On a CPU it trains on each crop once. On a GPU (`--device cuda`) crops are drawn by `--workers` processes, kept on the
GPU and trained on several times, mirrored and turned, because drawing is slower than learning.
"""
from __future__ import annotations

import argparse
import copy
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from photos import STRICT_PREFIXES, list_photos
from precision import mixed_precision
from schedule import rate_at
from unet import UNet

SEED = 20261120
PEAK_RATE = 1.5e-3
# Mean of the weights over about so many of the last steps: steadier than the last step's.
AVERAGED_STEPS = 1000
# Crops that stay on the GPU, and how often each is used before drawing must catch up.
KEPT_CROPS = 60_000
MOST_USES = 6
FEWEST_CROPS = 1000

Batch = tuple[torch.Tensor, torch.Tensor]
# Yields batches of the photographs without end; the numbers seed it.
Stream = Callable[[list[Path], list[int]], Iterator[Batch]]


class Batches(IterableDataset):
    """An endless stream of (pictures, masks), each N x 1 x H x W; another one in each worker process."""

    def __init__(self, stream: Stream, files: list[Path], start: int) -> None:
        self.stream, self.files, self.start = stream, files, start

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        worker = get_worker_info()
        return self.stream(self.files, [SEED, self.start, worker.id if worker else 0])


class Kept:
    """The latest crops, as bytes on the GPU. A thread adds what the workers have drawn."""

    def __init__(self, source: Iterator[Batch], count: int, device: str) -> None:
        self.count, self.device = count, device
        pictures, masks = next(source)
        shape = (count, *pictures.shape[1:])
        self.pictures = torch.empty(shape, dtype=torch.uint8, device=device)
        self.masks = torch.empty(shape, dtype=torch.int8, device=device)
        self.drawn, self.used = 0, 0
        self.failure: BaseException | None = None
        threading.Thread(target=self.fill, args=(source,), daemon=True).start()

    def fill(self, source: Iterator[Batch]) -> None:
        try:
            for pictures, masks in source:
                at = torch.arange(self.drawn, self.drawn + len(pictures), device=self.device) % self.count
                self.pictures[at] = (pictures * 255).round().to(torch.uint8).to(self.device)
                self.masks[at] = masks.to(torch.int8).to(self.device)
                self.drawn += len(pictures)
        except BaseException as failure:
            self.failure = failure

    def batch(self, size: int) -> Batch:
        """Returns crops chosen by chance, mirrored and turned, once enough are drawn."""
        while self.drawn < FEWEST_CROPS or self.used > MOST_USES * self.drawn:
            if self.failure:
                raise RuntimeError("no more crops can be drawn") from self.failure
            time.sleep(0.005)
        at = torch.randint(min(self.drawn, self.count), (size,), device=self.device)
        pictures, masks = self.pictures[at].float() / 255, self.masks[at].float()
        if torch.rand(()) < 0.5:
            pictures, masks = pictures.flip(-1), masks.flip(-1)
        turns = int(torch.randint(4, ()))
        self.used += size
        return torch.rot90(pictures, turns, (-2, -1)), torch.rot90(masks, turns, (-2, -1))


def loss_of(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Returns cross-entropy weighted towards the rare marks, plus half a Dice loss over the batch.

    Pixels with a negative mask are unknown and do not count.
    """
    known = (mask >= 0).float()
    mask = mask.clamp(min=0)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(
        logits, mask, weight=known, pos_weight=torch.tensor(3.0, device=logits.device)
    )
    chance = torch.sigmoid(logits) * known
    dice = 1 - (2 * (chance * mask).sum() + 1) / (chance.sum() + mask.sum() + 1)
    return entropy + 0.5 * dice


def average_into(mean: UNet, model: UNet, share: float) -> None:
    """Moves the mean towards the model by this share."""
    with torch.no_grad():
        for kept, new in zip(mean.state_dict().values(), model.state_dict().values()):
            if kept.is_floating_point():
                kept.lerp_(new, share)
            else:
                kept.copy_(new)


def weights_of(saved: dict) -> dict[str, torch.Tensor]:
    """Returns the weights of a checkpoint that are to be used: the averaged ones, if it has them."""
    return saved.get("mean", saved["model"])


def options_of(steps: int, batch: int) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--state", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument("--minutes", type=float, default=60, help="how long to train now")
    parser.add_argument("--steps", type=int, default=steps, help="length of the learning-rate schedule")
    parser.add_argument(
        "--schedule-minutes", type=float, help="length of the schedule in minutes of training, instead of --steps"
    )
    parser.add_argument("--init", type=Path, help="checkpoint to begin with, if the state folder has none")
    parser.add_argument("--channels", help="of the network's levels, as 16,32,64; if it is not the shipped one")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw crops; 0 draws between the steps")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--side", type=int, help="of the crops, in pixels")
    parser.add_argument("--rate", type=float, default=PEAK_RATE, help="highest learning rate")
    parser.add_argument("--save-seconds", type=float, default=600)
    return parser.parse_args()


def train(
    name: str,
    build: Callable[[tuple[int, ...] | None], UNet],
    stream_of: Callable[[int, int | None], Stream],
    validate: Callable[[UNet, list[Path]], dict[str, float]],
    steps: int,
    batch: int,
    prefixes: tuple[str, ...] = STRICT_PREFIXES,
) -> None:
    """Trains with the options of the command line.

    `build` makes the network, of these channels if they are given. `stream_of` takes the number and the side of the
    crops. `validate` measures the network on held-out photographs, without gradients. The state is saved to
    `<state>/<name>.pt`, the figures are appended to `<state>/log.jsonl`. The step count seeds the stream, so that a
    restart does not repeat pictures.
    """
    options = options_of(steps, batch)
    options.state.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    device = options.device
    checkpoint = options.state / f"{name}.pt"
    saved = torch.load(checkpoint, map_location="cpu") if checkpoint.exists() else None
    channels = saved.get("channels") if saved else None
    if channels is None and options.channels:
        channels = tuple(int(count) for count in options.channels.split(","))
    model = build(channels)
    step, trained = 0, 0.0
    if saved:
        model.load_state_dict(saved["model"])
        step, trained = saved["step"], saved.get("seconds", 0.0)
    elif options.init:
        model.load_state_dict(weights_of(torch.load(options.init, map_location="cpu")))
    model = model.to(device, memory_format=torch.channels_last)
    mean = copy.deepcopy(model).requires_grad_(False)
    if saved and "mean" in saved:
        mean.load_state_dict(saved["mean"])
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=1e-3)
    if saved and "optimiser" in saved:
        optimiser.load_state_dict(saved["optimiser"])

    train_files, held_out = (list_photos(options.photos, held_out, prefixes) for held_out in (False, True))
    print(f"{len(train_files)} photos, {len(held_out)} held out, from step {step}", flush=True)
    batches = Batches(stream_of(16 if device == "cuda" else options.batch, options.side), train_files, step)
    prefetch = {"prefetch_factor": 4} if options.workers else {}
    source = iter(DataLoader(batches, batch_size=None, num_workers=options.workers, **prefetch))
    since, running, saved_at, first = time.monotonic(), 0.0, time.monotonic(), step
    end = since + options.minutes * 60
    kept = Kept(source, KEPT_CROPS, device) if device == "cuda" else None

    def save() -> None:
        seconds = trained + time.monotonic() - since
        partial = checkpoint.with_suffix(".tmp")
        state = {"model": model.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()}
        torch.save({**state, "step": step, "seconds": seconds, "channels": channels}, partial)
        partial.replace(checkpoint)
        judged = copy.deepcopy(mean).float().to("cpu").eval()
        with torch.no_grad():
            measured = validate(judged, held_out)
        figures = {key: round(float(value), 5) for key, value in measured.items()}
        pace = (time.monotonic() - since) / max(1, step - first)
        line = {"step": step, "loss": round(running, 4), "seconds": round(seconds), "pace": round(pace, 4), **figures}
        print(json.dumps(line), flush=True)
        with open(options.state / "log.jsonl", "a") as log:
            log.write(json.dumps(line) + "\n")

    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    while not stop and time.monotonic() < end:
        if options.schedule_minutes:
            share = (trained + time.monotonic() - since) / (60 * options.schedule_minutes)
        else:
            share = step / options.steps
        if share >= 1:
            break
        picture, mask = kept.batch(options.batch) if kept else next(source)
        picture = picture.contiguous(memory_format=torch.channels_last)
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, share, options.rate)
        with mixed_precision(device):
            logits = model(picture)
        loss = loss_of(logits.float(), mask)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        average_into(mean, model, max(1 / AVERAGED_STEPS, 1 / (step - first + 9)))
        if step % 10 == 0:
            running = loss.item() if running == 0 else running * 0.8 + loss.item() * 0.2
        if time.monotonic() - saved_at > options.save_seconds:
            save()
            saved_at = time.monotonic()
    save()
