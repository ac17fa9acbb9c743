"""Let a net that shipped learn on: its ONNX file back into a net with batch norms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import onnx
import torch
from torch import nn

from vision.training.narrow import value_of
from vision.training.nets import Residual

#: What has weights of its own; these and its bias.
Layer: TypeAlias = nn.Conv2d | nn.Linear
Weights = tuple[torch.Tensor, torch.Tensor]


def unfold_norms(net: nn.Module, file: Path, pictures: Sequence[torch.Tensor]) -> None:
    """Give the net the weights of an exported one, whose norms were folded into its layers.

    `pictures` (N, 3, H, W) batches on which every norm's mean and spread are measured, so that it
    answers as before and learns as if it had never been exported. Where the file knows no residual
    steps, the net has grown since: these begin as nothing.
    """
    layers = [one for one in net.modules() if isinstance(one, nn.Conv2d | nn.Linear)]
    norms = _norms(net)
    if len(_weights(file)) < len(layers):
        new = _grown(net)
        layers = [one for one in layers if one not in new]
        norms = {one: norm for one, norm in norms.items() if one not in new}
    for one, (weight, bias) in _paired(net, layers, file, pictures[0][:1]):
        one.weight.data.copy_(weight)
        if one in norms:
            _plain(norms[one], bias)
        elif one.bias is not None:
            one.bias.data.copy_(bias)
    for norm, mean, spread in _measured(net, list(norms.values()), pictures):
        norm.bias.data += mean
        norm.weight.data.copy_((spread + norm.eps).sqrt())
        norm.running_mean, norm.running_var = mean, spread


def _grown(net: nn.Module) -> set[nn.Module]:
    """The convolutions of residual steps, whose last norms are set to add nothing."""
    steps = [one for one in net.modules() if isinstance(one, Residual)]
    for step in steps:
        nn.init.zeros_(step.second[-1].weight)  # type: ignore[arg-type]
    return {part for step in steps for part in step.modules() if isinstance(part, nn.Conv2d)}


def _norms(net: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """The norm right behind a convolution."""
    rows = [list(one) for one in net.modules() if isinstance(one, nn.Sequential)]
    pairs = [pair for row in rows for pair in pairwise(row)]
    return {one: norm for one, norm in pairs if isinstance(norm, nn.BatchNorm2d)}


def _paired(
    net: nn.Module, layers: list[Layer], file: Path, picture: torch.Tensor
) -> list[tuple[Layer, Weights]]:
    """Every layer with its weights in the file, in the order in which both are run."""
    order: list[Layer] = []
    _watch(net, layers, lambda layer, *_: order.append(layer), [picture])
    return list(zip(order, _weights(file), strict=True))


def _watch(
    net: nn.Module,
    parts: Iterable[nn.Module],
    see: Callable[..., None],
    pictures: Iterable[torch.Tensor],
) -> None:
    """Runs a net on pictures; `see` gets each of its parts that is run and what comes to it."""
    hooks = [part.register_forward_hook(see) for part in parts]
    with torch.no_grad():
        for batch in pictures:
            net.eval()(batch)
    for hook in hooks:
        hook.remove()


def _weights(file: Path) -> list[Weights]:
    """Weight and bias of every layer of an ONNX file, as they are run."""
    graph = onnx.load(str(file)).graph
    after = {name: n for n in graph.node for name in n.input}
    made = {name for n in graph.node if n.op_type != "Cast" for name in n.output}
    found = []
    for node in [n for n in graph.node if n.op_type in ("Conv", "Gemm", "MatMul")]:
        if node.op_type == "MatMul" and node.input[1] in made:
            continue  # of two things that the net itself made
        weight, bias = value_of(graph, node.input[1]), None
        if node.op_type == "MatMul":
            weight = weight.T
            bias = value_of(graph, min(after[node.output[0]].input, key=made.__contains__))
        elif len(node.input) > 2:
            bias = value_of(graph, node.input[2])
        none = torch.zeros(len(weight))
        whole = torch.tensor(weight, dtype=torch.float32)
        found.append((whole, none if bias is None else torch.tensor(bias, dtype=torch.float32)))
    return found


def _plain(norm: nn.BatchNorm2d, bias: torch.Tensor) -> None:
    """A norm that only adds."""
    norm.running_mean, norm.running_var = (
        torch.zeros_like(bias),
        torch.full_like(bias, 1 - norm.eps),
    )
    norm.weight.data.fill_(1)
    norm.bias.data.copy_(bias)


def _measured(
    net: nn.Module, norms: list[nn.BatchNorm2d], pictures: Sequence[torch.Tensor]
) -> list[tuple[nn.BatchNorm2d, torch.Tensor, torch.Tensor]]:
    """Every norm with mean and spread of what comes to it, a number a channel."""
    means = {norm: torch.zeros(norm.num_features) for norm in norms}
    squares = {norm: torch.zeros(norm.num_features) for norm in norms}

    def add(norm: nn.BatchNorm2d, given: tuple[torch.Tensor], _: object) -> None:
        means[norm] += given[0].mean((0, 2, 3)) / len(pictures)
        squares[norm] += (given[0] ** 2).mean((0, 2, 3)) / len(pictures)

    _watch(net, norms, add, pictures)
    net.train()
    return [(norm, means[norm], squares[norm] - means[norm] ** 2) for norm in norms]
