"""Number format of all trainings."""
from __future__ import annotations

import torch


def mixed_precision(device: str) -> torch.autocast:
    """Returns the context to run a network in: bfloat16, but on a processor without instructions for it.

    There a step takes ten times as long in bfloat16 (2 cores of an AMD EPYC with AVX2: 8.1 s instead of .8).
    """
    has_bfloat16 = device == "cuda" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.autocast(device, dtype=torch.bfloat16, enabled=has_bfloat16)
