"""Makes a trained damage network's chances mean what they say, and prints how often each chance was right.

    python calibrate.py <checkpoint>.pt <target>.pt --photos <folder>

The training's loss favours marks, so its network is surer than it may be. A factor and an offset of its logits, fitted
on held-out crops (Platt 1999; Guo et al. 2017, https://arxiv.org/abs/1706.04599), go into its last convolution.
"""
from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from damageNetwork import damage_network
from loop import weights_of
from photos import OLD_PREFIX, STRICT_PREFIXES, list_photos
from trainDamage import is_old, modern_pair, old_pair

SEED = 20261123
SIDE = 192
CROPS = 160
# Every so many pixels count: neighbours say the same.
THIN = 17
BINS = np.array([0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0001])


@torch.no_grad()
def logits_and_truth(model: torch.nn.Module, files: list[Path]) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the logits of known pixels of drawn crops, and whether each is damaged."""
    rng = np.random.default_rng(SEED)
    old, modern = ([file for file in files if is_old(file) == wanted] for wanted in (True, False))
    logits, truth = [], []
    for index in range(CROPS):
        picture, mask = (old_pair(old, rng, SIDE) if old and index % 2 else modern_pair(modern, rng, SIDE))
        found = model(torch.from_numpy(picture.astype(np.float32))[None, None])[0, 0].flatten()[::THIN]
        real = torch.from_numpy(mask.astype(np.float32)).flatten()[::THIN]
        logits.append(found[real >= 0])
        truth.append(real[real >= 0])
    return torch.cat(logits), torch.cat(truth)


def fitted(logits: torch.Tensor, truth: torch.Tensor) -> tuple[float, float]:
    """Returns the factor and the offset with the least cross-entropy."""
    factor, offset = torch.ones((), requires_grad=True), torch.zeros((), requires_grad=True)
    optimiser = torch.optim.LBFGS([factor, offset], max_iter=60)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits * factor + offset, truth)
        loss.backward()
        return loss

    optimiser.step(closure)
    return factor.item(), offset.item()


def print_table(title: str, logits: torch.Tensor, truth: torch.Tensor) -> None:
    chance, real = torch.sigmoid(logits).numpy(), truth.numpy()
    places = np.digitize(chance, BINS) - 1
    here = [places == nth for nth in range(len(BINS) - 1)]
    rows = [f"{chance[within].mean():.2f}:{real[within].mean():.2f}" for within in here if within.any()]
    print(title, " ".join(rows), "(chance : share that was damage)")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    options = parser.parse_args()
    saved = torch.load(options.source, map_location="cpu")
    model = damage_network(saved.get("channels"))
    model.load_state_dict(weights_of(saved))
    model.eval()
    logits, truth = logits_and_truth(model, list_photos(options.photos, True, (*STRICT_PREFIXES, OLD_PREFIX)))
    factor, offset = fitted(logits, truth)
    print_table("before:", logits, truth)
    print_table("after: ", logits * factor + offset, truth)
    with torch.no_grad():
        model.head.weight.mul_(factor)
        model.head.bias.mul_(factor).add_(offset)
    torch.save({"model": model.state_dict(), "step": saved["step"], "channels": saved.get("channels")}, options.target)


if __name__ == "__main__":
    main()
