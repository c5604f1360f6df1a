#!/usr/bin/python3
"""layers.py FILE: PyTorch's activations, norms and softmax over random rows, as a golden file (safetensors).

  layers.py FILE --seed 5 [--activations relu,gelu,gelu_new,silu] [--norms layernorm,rmsnorm]
      writes a new file: inputs drawn from that seed, and the results.
  layers.py FILE --add silu,rmsnorm
      adds results to a file that is there, over the inputs that it has; all else in it stays as it is, byte for byte.
  layers.py FILE --check
      computes every result that it knows again from the file's inputs, and says which of them differ.

Everything is computed in float64 from inputs that float32 holds, and stored as float32. Names and layouts are those that
tests/core/model/golden_layers_test.cpp reads (tests/golden/README.md). Needs PyTorch and NumPy (Debian: python3-torch).
"""

import argparse
import json
import struct
import sys
from pathlib import Path

import numpy
import torch
from torch.nn import functional

TYPES = {"F64": "<f8", "F32": "<f4", "I32": "<i4", "U8": "u1"}

# name → function of a float64 tensor. A new activation is one line here.
ACTIVATIONS = {
    "relu": functional.relu,
    "gelu": functional.gelu,
    "gelu_new": lambda x: functional.gelu(x, approximate="tanh"),
    "silu": functional.silu,
}


def rms_norm(x, weight, _bias, epsilon):
    """x / √(mean(x²) + ε) · weight, as in Llama."""
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon) * weight


# name → function of rows (rows, features), weight, bias (features) and epsilon. A new norm is one line here.
NORMS = {
    "layernorm": lambda x, weight, bias, epsilon: functional.layer_norm(x, weight.shape, weight, bias, epsilon),
    "rmsnorm": rms_norm,
}
EPSILONS = ("1e-05", "1e-12")
WIDTHS = (64, 10, 1, 7)


def read(path):
    """All tensors of a file: name → array."""
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    tensors = {}
    for name, info in json.loads(data[8 : 8 + size]).items():
        if name == "__metadata__":
            continue
        begin, end = (8 + size + offset for offset in info["data_offsets"])
        tensors[name] = numpy.frombuffer(data[begin:end], TYPES[info["dtype"]]).reshape(info["shape"])
    return tensors


def write(path, tensors):
    header, end = {}, 0
    for name, values in tensors.items():
        dtype = next(key for key, value in TYPES.items() if values.dtype == numpy.dtype(value))
        header[name] = {"dtype": dtype, "shape": list(values.shape), "data_offsets": [end, end + values.nbytes]}
        end += values.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # the data begins at a multiple of 8
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(values.tobytes() for values in tensors.values()))


def draw(seed):
    """Inputs: values on both sides of 0 for activations, rows that are hard for a norm or a softmax."""
    torch.manual_seed(seed)
    inputs = {"activation.x": torch.linspace(-12, 12, 97, dtype=torch.float64)}
    for width in WIDTHS:
        rows = torch.randn(5, width, dtype=torch.float64) * 3
        rows[2] = 3.0  # constant
        rows[3] *= 1e-4 / 3  # tiny
        rows[4] += 300  # a large mean
        inputs[f"layernorm.{width}.x"] = rows
        inputs[f"layernorm.{width}.weight"] = 1 + 0.2 * torch.randn(width, dtype=torch.float64)
        inputs[f"layernorm.{width}.bias"] = 0.5 * torch.randn(width, dtype=torch.float64)
    scores = torch.randn(6, 9, dtype=torch.float64) * 3
    scores[1] = 7.25  # all alike
    scores[2, 4] = 1e4  # one far above
    scores[3] = torch.linspace(-1e4, 1e4, 9)
    scores[4, 2:] = -torch.inf  # masked
    scores[5] = -1e4
    inputs["softmax.x"] = scores
    return {name: values.numpy().astype("<f4") for name, values in inputs.items()}


def results(inputs, activations, norms):
    """What PyTorch computes from the inputs: name → float32 array."""
    exact = {name: torch.from_numpy(values.astype("f8")) for name, values in inputs.items() if values.dtype == "<f4"}
    found = {f"activation.{name}": ACTIVATIONS[name](exact["activation.x"]) for name in activations}
    for norm in norms:
        for width in WIDTHS:
            # All norms share the rows of the layer norm.
            x, weight, bias = (exact[f"layernorm.{width}.{part}"] for part in ("x", "weight", "bias"))
            for epsilon in EPSILONS:
                found[f"{norm}.{width}.eps{epsilon}.y"] = NORMS[norm](x, weight, bias, float(epsilon))
    found["softmax.y"] = exact["softmax.x"].softmax(-1)
    found["log_softmax.y"] = exact["softmax.x"].log_softmax(-1)
    return {name: values.numpy().astype("<f4") for name, values in found.items()}


def chosen(names, known, what):
    names = [name for name in names.split(",") if name]
    for name in names:
        if name not in known:
            sys.exit(f"unknown {what}: {name}; there are {', '.join(known)}")
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--seed", type=int)
    mode.add_argument("--add")
    mode.add_argument("--check", action="store_true")
    parser.add_argument("--activations", default=",".join(ACTIVATIONS))
    parser.add_argument("--norms", default=",".join(NORMS))
    options = parser.parse_args()
    if options.seed is not None:
        if options.file.exists():
            sys.exit(f"{options.file} is there already; --add adds to it")
        activations = chosen(options.activations, ACTIVATIONS, "activation")
        norms = chosen(options.norms, NORMS, "norm")
        inputs = draw(options.seed)
        write(options.file, {**inputs, **results(inputs, activations, norms)})
        return
    if not options.file.is_file():
        sys.exit(f"{options.file} is not there; --seed writes a new one")
    tensors = read(options.file)
    if options.check:
        again = results(tensors, ACTIVATIONS, NORMS)
        wrong = [name for name in again if name in tensors and not numpy.array_equal(again[name], tensors[name])]
        count = sum(name in tensors for name in again)
        sys.exit(f"differ: {', '.join(wrong)}" if wrong else print(f"all {count} results are PyTorch's, to the bit"))
    names = chosen(options.add, {**ACTIVATIONS, **NORMS}, "activation or norm")
    activations = [name for name in names if name in ACTIVATIONS]
    more = results(tensors, activations, [name for name in names if name in NORMS])
    write(options.file, {**tensors, **{name: values for name, values in more.items() if name not in tensors}})


if __name__ == "__main__":
    main()
