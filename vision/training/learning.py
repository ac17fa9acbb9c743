"""What training every net has in common: its arguments, the loop, the file it ends as."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from torch import nn

from vision.training.feed import Batch, Make, feed
from vision.training.losses import Parts
from vision.training.narrow import halve
from vision.training.reopen import unfold_norms

#: Share of the time in which the rate rises, and what is left of it at the end.
_RISE, _LEAST = 0.08, 0.003
#: Steps between two lines of the log, and between two copies kept of an unfinished net.
_TOLD, _KEPT = 50, 200
#: Batches on which the spread of a shipped net's answers is measured before it learns on.
_MEASURED = 4


def arguments(
    about: str | None, *, minutes: float, batch: int, rate: float, workers: int | None = 1
) -> argparse.ArgumentParser:
    """The arguments of all training commands; a net's own are added by its module. Without
    `workers` its batches are made where it learns, and no number of processes is asked for."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("out", type=Path, help="the ONNX file, or a folder of several")
    parser.add_argument("folders", nargs="+", type=Path, help="what it learns from")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--start", type=Path, help="weights to begin from, .pt or .onnx")
    parser.add_argument("--seed", type=int, default=1)
    best = "cuda" if torch.cuda.is_available() else "cpu"
    parser.add_argument("--device", default=best, help="where the net learns")
    if workers is None:
        parser.set_defaults(workers=0)
    else:
        told = "processes that make batches"
        parser.add_argument("--workers", type=int, default=workers, help=told)
    return parser


def train(
    net: nn.Module,
    args: argparse.Namespace,
    make: Make,
    losses_of: Callable[..., Parts],
    shape: tuple[int, ...],
    free: dict[int, str],
) -> None:
    """Train a net, its losses told by what it says of a batch's pictures and by the rest of the
    batch; and write it for inputs of `shape`, whose axes `free` may be of any length."""
    begun(net, args, make)
    batches = feed(make, args.seed, args.workers)
    learn(net, batches, lambda batch: losses_of(net(batch[0]), *batch[1:]), args)
    export(net, shape, args.out, free)


def begun(net: nn.Module, args: argparse.Namespace, make: Make) -> nn.Module:
    """The net as training begins: with fresh weights that the seed decides, older ones, or those of
    the ONNX file of a net that shipped."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    for part in net.modules():
        if hasattr(part, "reset_parameters"):
            part.reset_parameters()
    if args.start is not None and args.start.suffix == ".onnx":
        cv2.setNumThreads(1)  # those of a pool would not live on in the process that cuts pictures
        rng = np.random.default_rng(args.seed)
        unfold_norms(net, args.start, [make(rng)[0].cpu() for _ in range(_MEASURED)])
    elif args.start is not None:
        net.load_state_dict(torch.load(args.start))
    return net


def learn(
    net: nn.Module,
    batches: Iterator[Batch],
    losses: Callable[[Batch], Parts],
    args: argparse.Namespace,
) -> None:
    """Learn on a device, from batches that lie anywhere, for so many minutes by the clock; the
    rate rises, then falls by half a cosine (Loshchilov and Hutter, 2017). The weights are kept
    beside the net now and then, and at the end; the net comes back to the processor."""
    device: str = args.device
    kept = args.out / "weights.pt" if args.out.is_dir() else args.out.with_suffix(".pt")
    net.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
    best = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    mean, step, start = torch.zeros(1, device=device), 0, time.time()
    while (spent := (time.time() - start) / 60 / args.minutes) < 1:
        step += 1
        for group in best.param_groups:
            group["lr"] = args.rate * _schedule(spent)
        best.zero_grad()
        batch = tuple(one.to(device, non_blocking=True) for one in next(batches))
        parts = torch.stack(losses(batch))
        parts.sum().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 4.0)
        best.step()
        mean = mean + (parts.detach() - mean) * max(0.02, 1 / step)
        if step % _TOLD == 0:
            print(step, f"{spent:.3f}", np.round(mean.cpu().numpy(), 4), flush=True)
        if step % _KEPT == 0:
            torch.save(net.state_dict(), kept)
    net.eval().to("cpu", memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    torch.save(net.state_dict(), kept)


def _schedule(spent: float) -> float:
    """Share of the top learning rate."""
    if spent < _RISE:
        return 0.1 + 0.9 * spent / _RISE
    fall = (1 + float(np.cos(np.pi * (spent - _RISE) / (1 - _RISE)))) / 2
    return _LEAST + (1 - _LEAST) * fall


def export(net: nn.Module, shape: tuple[int, ...], out: Path, free: dict[int, str]) -> None:
    """Write the net as ONNX with the given free axes and weights of half the size.

    Height and width are declared as in `shape` all the same: OpenCV 4 carries no free ones through
    an upsampling, and runs any other size none the less.
    """
    torch.onnx.export(
        net,
        (torch.zeros(shape),),
        str(out),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes={"x": free, "y": free},
        dynamo=False,
        opset_version=13,
    )
    model = onnx.load(str(out))
    dims = model.graph.input[0].type.tensor_type.shape.dim
    for dim, size in zip(dims[2:], shape[2:], strict=True):
        dim.ClearField("dim_param")
        dim.dim_value = size
    halve(model)
    onnx.checker.check_model(model)
    onnx.save(model, str(out))
