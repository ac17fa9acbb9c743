"""Let a net that shipped learn on: its ONNX file back into a net with batch norms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import nn


def unfold_norms(net: nn.Module, file: Path, pictures: Sequence[torch.Tensor]) -> None:
    """Give the net the weights of an exported one, whose norms were folded into its convolutions.

    `pictures` (N, 3, H, W) batches on which every norm's mean and spread are measured, so that it
    answers as before and learns as if it had never been exported.
    """
    convolutions = [one for one in net.modules() if isinstance(one, nn.Conv2d)]
    norms = _norms(net)
    for one, (weight, bias) in _paired(net, convolutions, file):
        one.weight.data.copy_(weight)
        if one in norms:
            _plain(norms[one], bias)
        elif one.bias is not None:
            one.bias.data.copy_(bias)
    for norm, mean, spread in _measured(net, list(norms.values()), pictures):
        norm.bias.data += mean
        norm.weight.data.copy_((spread + norm.eps).sqrt())
        norm.running_mean, norm.running_var = mean, spread


def _norms(net: nn.Module) -> dict[nn.Module, Any]:
    """The norm right behind a convolution."""
    rows = [list(one) for one in net.modules() if isinstance(one, nn.Sequential)]
    pairs = [pair for row in rows for pair in pairwise(row)]
    return {one: norm for one, norm in pairs if isinstance(norm, nn.BatchNorm2d)}


def _paired(
    net: nn.Module, convolutions: list[nn.Conv2d], file: Path
) -> list[tuple[nn.Conv2d, tuple[torch.Tensor, torch.Tensor]]]:
    """Every convolution with its weights in the file, in the order in which both are run."""
    order: list[nn.Conv2d] = []
    hooks = [one.register_forward_hook(lambda me, *_: order.append(me)) for one in convolutions]
    with torch.no_grad():
        net.eval()(torch.zeros(1, 3, 64, 64))
    for hook in hooks:
        hook.remove()
    return list(zip(order, _weights(file), strict=True))


def _weights(file: Path) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weight and bias of every convolution of an ONNX file, as they are run."""
    graph = onnx.load(str(file)).graph
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    held |= {n.output[0]: held[n.input[0]] for n in graph.node if n.op_type == "Cast"}
    rows = [n.input for n in graph.node if n.op_type == "Conv"]
    found = []
    for _, weight, *bias in rows:
        whole = torch.tensor(held[weight], dtype=torch.float32)
        none = torch.zeros(len(whole))
        found.append((whole, torch.tensor(held[bias[0]]) if bias else none))
    return found


def _plain(norm: Any, bias: torch.Tensor) -> None:
    """A norm that only adds."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.data.fill_(1)
    norm.bias.data.copy_(bias)


def _measured(
    net: nn.Module, norms: list[Any], pictures: Sequence[torch.Tensor]
) -> list[tuple[Any, torch.Tensor, torch.Tensor]]:
    """Every norm with mean and spread of what comes to it, a number a channel."""
    means = {norm: torch.zeros(norm.num_features) for norm in norms}
    squares = {norm: torch.zeros(norm.num_features) for norm in norms}

    def add(norm: Any, given: Any, _: Any) -> None:
        means[norm] += given[0].mean((0, 2, 3)) / len(pictures)
        squares[norm] += (given[0] ** 2).mean((0, 2, 3)) / len(pictures)

    hooks = [norm.register_forward_hook(add) for norm in norms]
    with torch.no_grad():
        for batch in pictures:
            net.eval()(batch)
    for hook in hooks:
        hook.remove()
    net.train()
    return [(norm, means[norm], squares[norm] - means[norm] ** 2) for norm in norms]
