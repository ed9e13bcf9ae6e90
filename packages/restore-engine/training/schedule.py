"""Learning rate of all trainings."""
from __future__ import annotations

import math

WARM_UP_STEPS = 200


def rate_at(step: int, share: float, peak: float) -> float:
    """Returns the learning rate: a linear warm-up, then a cosine from `peak` down to a fiftieth of it.

    `share` is how much of the training is done, 0..1.
    """
    if step < WARM_UP_STEPS:
        return peak * (step + 1) / WARM_UP_STEPS
    return peak * (0.02 + 0.98 * (1 + math.cos(math.pi * min(1.0, share))) / 2)
