"""The learning rate both trainings follow."""
from __future__ import annotations

import math

WARM_UP_STEPS = 200


def rate_at(step: int, total: int, peak: float) -> float:
    """Linear warm-up, then a cosine down to a fiftieth."""
    if step < WARM_UP_STEPS:
        return peak * (step + 1) / WARM_UP_STEPS
    share = min(1.0, step / total)
    return peak * (0.02 + 0.98 * (1 + math.cos(math.pi * share)) / 2)
