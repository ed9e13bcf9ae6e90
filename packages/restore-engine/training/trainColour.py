r"""Trains the colour network for a given time. Continues from its checkpoint when started again.

    python trainColour.py --photos <folder of training JPEGs>... --nanodet <folder of nanodet.json> \
        --state /tmp/colour --minutes 120

First it learns to classify; in the last `--finish-minutes` a critic also asks for colours that look true (a short
adversarial finish, as in DeOldify's NoGAN training). On a GPU, the large network, begun with a checkpoint of the small
one:

    python trainColour.py --photos photos.tar --init colour.pt --state $OUT --minutes 26 --finish-minutes 4 \
        --large --device cuda --batch 256 --side 256 --workers 15 --save-seconds 180
"""
from __future__ import annotations

import argparse
import copy
import functools
import json
import signal
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from colourNetwork import ColourNetwork, Critic, chroma_bins
from damageSynthesis import camera_and_scan
from photos import list_photos, unpack
from precision import mixed_precision
from schedule import rate_at

SEED = 20261121
SIDE = 192
BATCH = 24
# The backbone is already trained, so it changes more slowly.
PEAK_RATE = {"backbone": 2e-4, "way up": 7e-4}
# The moving average of the last few hundred steps' weights colours more evenly than the last weights.
EMA_DECAY = 0.998
# How often each source is shown. Clothes laid flat can have any colour, which teaches caution. Old photographs show
# people and places. In all of `congress` the backdrop is a blue cloth: with more of it, every portrait of 1880 gets
# one. `more_` is listed in morePhotos.csv.xz.
SHARES = {
    "congress": 0.10, "18f": 0.06, "iati": 0.21, "unsp": 0.10, "codec": 0.09, "trid": 0.03, "mdn": 0.01,
    "nasa": 0.005, "wp24": 0.005, "wp25": 0.01, "cloth": 0.08, "more": 0.38,
}  # fmt: skip
VALIDATED_ON = ("congress", "18f", "iati", "unsp", "codec")
# How far the loss is tilted towards rare, vivid colours. 0: not at all, which makes everything brown. 1: as in Zhang et
# al. 2016 (https://arxiv.org/abs/1603.08511, section 2.2), which gives the men of 1860 red coats.
TILT = 0.5
UNIFORM_SHARE = 0.5
# How many crops tell which colours are rare.
WEIGHED_CROPS = 1440
# Share of pictures as on a plate that is not sensitive to red: blue skies white, red cheeks dark.
BLUE_SENSITIVE_SHARE = 0.35
# A pixel of a congressional portrait with a b* below minus this is backdrop.
BACKDROP_BLUE = 5
# Weight of the loss for colours that change where the true ones do not (blotches on a wall), and the distances at which
# they are compared, in cells of the network's output. One even guess over a thing looks better than two side by side.
EVENNESS = 0.7
EVENNESS_REACH = (1, 3, 8)
# A difference of this much chroma costs as much as one nat of entropy.
EVENNESS_SCALE = 10.0
# Share of the learning rate's peak in the finish, the critic's own rate, its part of the loss, and the part of the
# finish in which only the critic learns.
FINISH_RATE = 0.1
CRITIC_RATE = 2e-4
CRITIC_WEIGHT = 0.05
CRITIC_ALONE = 0.15
# Between the likeliest colour (0: vivid, blotchy) and the average of all (1: brown). Zhang et al. found 0.38 best.
TEMPERATURE = 0.38


@functools.cache
def load_bgr(path: Path) -> np.ndarray:
    """Returns height x width x 3, uint8. Kept in memory: four thousand take 1 GB."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"unreadable picture: {path}")
    return image


def crop_of(image: np.ndarray, rng: np.random.Generator, side: int = SIDE) -> np.ndarray:
    """Returns a random square crop, from half to all of the short side, as side x side x 3 float32 BGR in 0..1."""
    height, width = image.shape[:2]
    window = int(min(height, width) * rng.uniform(0.5, 1))
    top, left = int(rng.integers(0, height - window + 1)), int(rng.integers(0, width - window + 1))
    crop = cv2.resize(image[top : top + window, left : left + window], (side, side), interpolation=cv2.INTER_AREA)
    return (crop[:, ::-1] if rng.random() < 0.5 else crop).astype(np.float32) / 255


def luma_of(bgr: np.ndarray, lab: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns the lightness, 0..1, as some film of the last 150 years would have recorded it."""
    if rng.random() > BLUE_SENSITIVE_SHARE:
        return lab[..., 0] / 100
    weights = rng.dirichlet((3.0, 3.0, 0.8)).astype(np.float32)
    gray = np.ascontiguousarray(np.repeat((bgr @ weights)[..., None], 3, axis=2))
    return cv2.cvtColor(gray, cv2.COLOR_BGR2LAB)[..., 0] / 100


def aged(luma: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Adds the look of old prints: another contrast, fading, grain. The true colours stay the same."""
    luma = np.clip(luma, 0, 1) ** rng.uniform(0.65, 1.5)
    if rng.random() < 0.5:
        low, high = rng.uniform(0, 0.2), rng.uniform(0.8, 1)
        luma = low + luma * (high - low)
    return camera_and_scan(rng, luma.astype(np.float32)) if rng.random() < 0.5 else luma


def coarse_chroma(lab: np.ndarray) -> np.ndarray:
    """Returns a*, b* at the size of the network's output: a quarter of both sides, channels first."""
    size = (lab.shape[1] // 4, lab.shape[0] // 4)
    return cv2.resize(lab[..., 1:], size, interpolation=cv2.INTER_AREA).transpose(2, 0, 1).copy()


def with_old_backdrop(lab: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Turns the blue backdrop of a congressional portrait gray, as in studios before colour film.

    Without this, the network makes every smooth backdrop blue.
    """
    blue = np.clip((-lab[..., 2:] - BACKDROP_BLUE) / BACKDROP_BLUE, 0, 1)
    faded = lab.copy()
    faded[..., 1:] *= 1 - blue * rng.uniform(0.6, 1)
    return faded


class GrayAndChroma(IterableDataset):
    def __init__(self, groups: dict[str, list[Path]], start: int, side: int) -> None:
        self.groups, self.start, self.side = groups, start, side

    def __iter__(self):
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([SEED, self.start, worker.id if worker else 0])
        names = list(self.groups)
        chances = np.array([SHARES[name] for name in names])
        while True:
            name = names[int(rng.choice(len(names), p=chances / chances.sum()))]
            files = self.groups[name]
            bgr = crop_of(load_bgr(files[int(rng.integers(len(files)))]), rng, self.side)
            lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)
            luma = aged(luma_of(bgr, lab, rng), rng)
            if name == "congress":
                lab = with_old_backdrop(lab, rng)
            yield torch.from_numpy(np.ascontiguousarray(luma, np.float32))[None], torch.from_numpy(coarse_chroma(lab))


def grouped(folders: list[Path], held_out: bool) -> dict[str, list[Path]]:
    groups: dict[str, list[Path]] = {}
    for folder in folders:
        for path in list_photos(folder, held_out, tuple(SHARES)):
            groups.setdefault(path.name.split("_")[0], []).append(path)
    return groups


def soft_targets(chroma: torch.Tensor, bins: torch.Tensor) -> torch.Tensor:
    """From N x 2 x H x W to N x K x H x W: the five nearest bins, weighted by a Gaussian of their distance."""
    flat = chroma.permute(0, 2, 3, 1).reshape(-1, 2)
    distance = torch.cdist(flat, bins)
    nearest, index = distance.topk(5, dim=1, largest=False)
    weight = torch.exp(-(nearest**2) / (2 * 6.0**2)) + 1e-8
    none = torch.zeros(len(flat), len(bins), device=flat.device)
    targets = none.scatter_(1, index, weight / weight.sum(1, keepdim=True))
    count, _, height, width = chroma.shape
    return targets.reshape(count, height, width, -1).permute(0, 3, 1, 2)


def bin_weights(loader, bins: torch.Tensor) -> torch.Tensor:
    share, crops = torch.zeros(len(bins), device=bins.device), 0
    while crops < WEIGHED_CROPS:
        chroma = next(loader)[1].to(bins.device)
        share += soft_targets(chroma, bins).sum((0, 2, 3))
        crops += len(chroma)
    share /= share.sum()
    weight = ((1 - UNIFORM_SHARE) * share + UNIFORM_SHARE / len(bins)) ** -TILT
    return weight / (share * weight).sum()


def loss_of(logits: torch.Tensor, targets: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    entropy = -(targets * torch.log_softmax(logits, dim=1)).sum(1)
    return (entropy * weight[targets.argmax(1)]).mean()


def decode(logits: torch.Tensor, bins: torch.Tensor, temperature: float = TEMPERATURE) -> torch.Tensor:
    """Returns the annealed mean of the distribution, N x 2 x H x W."""
    chance = torch.softmax(logits / temperature, dim=1)
    return torch.einsum("nkhw,kc->nchw", chance, bins)


def unevenness(found: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Returns the mean error, in a* and b*, of the changes of chroma between positions; both N x 2 x H x W."""
    parts = []
    for reach in EVENNESS_REACH:
        error = found - truth
        parts += [
            (error[..., reach:] - error[..., :-reach]).abs().mean(),
            (error[:, :, reach:] - error[:, :, :-reach]).abs().mean(),
        ]
    return torch.stack(parts).mean()


def colourfulness(chroma: np.ndarray) -> float:
    """Returns the mean chroma of pictures, N x 2 x H x W."""
    return float(np.hypot(chroma[:, 0], chroma[:, 1]).mean())


@torch.no_grad()
def validate(model: ColourNetwork, groups: dict[str, list[Path]], bins: torch.Tensor) -> dict[str, float]:
    """Returns chroma errors (mean distance in Lab) of the network, of gray and of the mean colour, and colourfulness.

    `unevenness` is relative to gray, `colourfulness` relative to the truth.
    """
    model = copy.deepcopy(model).to("cpu").eval()
    bins = bins.to("cpu")
    rng = np.random.default_rng(SEED + 1)
    guesses, truths = [], []
    for name in VALIDATED_ON:
        for path in groups.get(name, [])[:12]:
            lab = cv2.cvtColor(crop_of(load_bgr(path), rng), cv2.COLOR_BGR2LAB)
            luma = torch.from_numpy(np.ascontiguousarray(lab[..., 0] / 100, np.float32))[None, None]
            guesses.append(decode(model(luma), bins)[0].numpy())
            truths.append(coarse_chroma(lab))
    ours, real = np.stack(guesses), np.stack(truths)
    brown = real.mean((0, 2, 3), keepdims=True)
    error = {"ours": real - ours, "gray": real, "brown": real - brown}
    report = {f"error_{name}": float(np.hypot(e[:, 0], e[:, 1]).mean()) for name, e in error.items()}
    # Below 1: borders between colours are more often right than wrong.
    found, truth = torch.from_numpy(ours), torch.from_numpy(real)
    report["unevenness"] = float(unevenness(found, truth) / unevenness(torch.zeros_like(truth), truth))
    report["colourfulness"] = colourfulness(ours) / colourfulness(real)
    return {name: round(value, 3) for name, value in report.items()}


def optimiser_of(model: ColourNetwork) -> torch.optim.Optimizer:
    """Returns AdamW with a learning rate for each part."""
    # In the model's own order: a restart finds each weight's state by its index.
    parts: dict[str, list[torch.nn.Parameter]] = {"backbone": [], "way up": []}
    for name, weights in model.named_parameters():
        parts["backbone" if name.startswith("backbone.") else "way up"].append(weights)
    return torch.optim.AdamW(
        [{"params": weights, "peak": PEAK_RATE[part]} for part, weights in parts.items()], weight_decay=1e-2
    )


def mix_into(mean: torch.nn.Module, model: torch.nn.Module, decay: float) -> None:
    """Moves the mean's weights one step towards the model's. Copies counters."""
    current = model.state_dict()
    for name, value in mean.state_dict().items():
        if value.is_floating_point():
            value.lerp_(current[name], 1 - decay)
        else:
            value.copy_(current[name])


def begin_with(model: ColourNetwork, path: Path) -> int:
    """Loads the weights of another checkpoint that have the same name and shape here. Returns how many."""
    saved = torch.load(path, map_location="cpu")
    mine = model.state_dict()
    same = {name: value for name, value in saved["mean"].items() if name in mine and mine[name].shape == value.shape}
    mine.update({name: value.to(mine[name].dtype) for name, value in same.items()})
    model.load_state_dict(mine)
    return len(same)


def options_of() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, nargs="+", required=True, help="folders of JPEGs, or tars of them")
    parser.add_argument(
        "--nanodet", type=Path, help="folder with nanodet.json and nanodet.bin; needed to begin, not to go on"
    )
    parser.add_argument("--init", type=Path, help="or a checkpoint to begin with, of either size")
    parser.add_argument("--state", "--work", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument(
        "--minutes", type=float, default=120, help="of training in all, over which the learning rate falls"
    )
    parser.add_argument("--finish-minutes", type=float, default=0, help="the last of them, in which a critic helps")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw crops; 0 draws between the steps")
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--side", type=int, default=SIDE, help="of the crops, in pixels; divisible by 32")
    parser.add_argument("--save-seconds", type=float, default=900)
    options = parser.parse_args()
    if not options.nanodet and not options.init and not (options.state / "colour.pt").exists():
        parser.error("nothing to go on from: name the folder of nanodet.json as --nanodet, or a checkpoint as --init")
    return options


def main() -> None:
    options = options_of()
    options.state.mkdir(parents=True, exist_ok=True)
    folders = [unpack(path, Path("/tmp/heirlight-colour-photos")) for path in options.photos]
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    device = options.device
    bins = torch.from_numpy(chroma_bins()).to(device)

    checkpoint = options.state / "colour.pt"
    saved = torch.load(checkpoint, map_location="cpu") if checkpoint.exists() else None
    large = saved.get("large", False) if saved else options.large
    model = ColourNetwork(large)
    step, seconds, weight = 0, 0.0, None
    if saved:
        model.load_state_dict(saved["model"])
        step, seconds, weight = saved["step"], saved["seconds"], saved["weight"].to(device)
    else:
        if options.nanodet:
            model.backbone.load_nanodet(options.nanodet)
        if options.init:
            print(f"{begin_with(model, options.init)} of {len(model.state_dict())} weights begin as in {options.init}")
    model = model.to(device, memory_format=torch.channels_last)
    mean, critic = copy.deepcopy(model), Critic().to(device)
    optimiser = optimiser_of(model)
    critics = torch.optim.AdamW(critic.parameters(), lr=CRITIC_RATE, betas=(0.5, 0.99))
    if saved:
        mean.load_state_dict(saved["mean"])
        if "optimiser" in saved:
            optimiser.load_state_dict(saved["optimiser"])
        if "critic" in saved:
            critic.load_state_dict(saved["critic"])
            critics.load_state_dict(saved["critics"])

    held_out = grouped(folders, True)
    crops = GrayAndChroma(grouped(folders, False), step, options.side)
    prefetch = {"prefetch_factor": 4} if options.workers else {}
    pinned = device == "cuda"
    batches = iter(DataLoader(crops, options.batch, num_workers=options.workers, pin_memory=pinned, **prefetch))
    if weight is None:
        weight = bin_weights(batches, bins)
    print(f"{sum(p.numel() for p in model.parameters())} parameters, {len(bins)} bins, from step {step}", flush=True)
    stop, running, mark, saved_at, first = [], 0.0, time.monotonic(), time.monotonic(), step
    total, finish = options.minutes * 60, options.finish_minutes * 60
    began = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))

    def save() -> None:
        partial = checkpoint.with_suffix(".tmp")
        state = {"model": model.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()}
        if seconds > total - finish:
            state |= {"critic": critic.state_dict(), "critics": critics.state_dict()}
        torch.save({**state, "step": step, "seconds": seconds, "weight": weight.to("cpu"), "large": large}, partial)
        partial.replace(checkpoint)
        line = {
            "step": step,
            "loss": round(running, 4),
            "minutes": round(seconds / 60),
            "pace": round((time.monotonic() - began) / max(1, step - first), 4),
            **validate(mean, held_out, bins),
        }
        print(json.dumps(line), flush=True)
        with open(options.state / "log.jsonl", "a") as log:
            log.write(json.dumps(line) + "\n")

    while not stop and seconds < total:
        luma, chroma = (half.to(device, non_blocking=True) for half in next(batches))
        finished = (seconds - (total - finish)) / finish if finish else -1.0
        for group in optimiser.param_groups:
            share = seconds / (total - finish) if total > finish else 1.0
            falling = rate_at(step, share, group["peak"])
            group["lr"] = falling if finished < 0 else FINISH_RATE * group["peak"]
        with mixed_precision(device):
            logits = model(luma.contiguous(memory_format=torch.channels_last))
        logits = logits.float()
        guess = decode(logits, bins)
        loss = loss_of(logits, soft_targets(chroma, bins), weight)
        loss = loss + EVENNESS / EVENNESS_SCALE * unevenness(guess, chroma)
        if finished >= 0:
            teach(critic, critics, luma, guess.detach(), chroma)
        if finished >= CRITIC_ALONE:
            loss = loss - CRITIC_WEIGHT * critic(luma, guess).mean()
        if finished < 0 or finished >= CRITIC_ALONE:
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            mix_into(mean, model, min(EMA_DECAY, step / (step + 10)))
        step += 1
        if step % 10 == 0:
            running = loss.item() if running == 0 else running * 0.8 + loss.item() * 0.2
        now = time.monotonic()
        seconds, mark = seconds + now - mark, now
        if now - saved_at > options.save_seconds:
            save()
            mark = saved_at = time.monotonic()
    save()


def teach(
    critic: Critic, optimiser: torch.optim.Optimizer, luma: torch.Tensor, guess: torch.Tensor, truth: torch.Tensor
) -> None:
    """One step of the critic, with the hinge loss."""
    loss = torch.relu(1 - critic(luma, truth)).mean() + torch.relu(1 + critic(luma, guess)).mean()
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    optimiser.step()


if __name__ == "__main__":
    main()
