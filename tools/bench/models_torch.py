"""The same models in PyTorch: models_torch.py NAME LAYERS WIDTH HEADS VOCABULARY CONTEXT SECONDS, one JSON object a line.

Random weights, one thread. Seconds are the processor's, as in the program that this stands beside.
"""

import json
import math
import sys
import time

import torch
from torch import nn
from torch.nn import functional


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.c_attn, self.attn_proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.c_fc, self.c_proj = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x, past):
        length, width = x.shape
        q, k, v = (
            t.view(length, self.heads, -1).transpose(0, 1)
            for t in self.c_attn(self.ln_1(x)).split(width, 1)
        )
        if past is not None:
            k, v = torch.cat([past[0], k], 1), torch.cat([past[1], v], 1)
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        if length > 1:
            scores = scores + torch.full(scores.shape[1:], -math.inf).triu(1 + k.shape[1] - length)
        z = torch.softmax(scores, -1) @ v
        x = x + self.attn_proj(z.transpose(0, 1).reshape(length, width))
        hidden = self.c_fc(self.ln_2(x))
        return x + self.c_proj(functional.gelu(hidden, approximate="tanh")), (k, v)


class Gpt2(nn.Module):
    def __init__(self, layers, width, heads, vocabulary, context):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.ln_f = nn.LayerNorm(width)

    def forward(self, ids, past):
        """Logits of the last token, and each layer's keys and values."""
        begin = 0 if past is None else past[0][0].shape[1]
        x = self.wte(ids) + self.wpe.weight[begin : begin + len(ids)]
        present = []
        for i, block in enumerate(self.blocks):
            x, cache = block(x, None if past is None else past[i])
            present.append(cache)
        return self.wte.weight @ self.ln_f(x[-1]), present


def median_seconds(budget, work):
    """As tests/bench/timing.hpp: a third of the budget warms up, then samples of single calls."""
    begin = time.process_time()
    while time.process_time() < begin + 0.3 * budget:
        work()
    samples, end = [], time.process_time() + budget
    while len(samples) < 3 or time.process_time() < end:
        start = time.process_time()
        work()
        samples.append(time.process_time() - start)
    return sorted(samples)[len(samples) // 2]


@torch.no_grad()
def main():
    name = sys.argv[1]
    layers, width, heads, vocabulary, context = map(int, sys.argv[2:7])
    seconds = float(sys.argv[7])
    torch.set_num_threads(1)
    torch.manual_seed(1)
    model = Gpt2(layers, width, heads, vocabulary, context).eval()

    def tell(what, value):
        print(json.dumps({"group": name, "name": what, "value": value, "unit": "tok/s"}), flush=True)

    def some_tokens(n):
        return torch.tensor([(i * 7919 + 11) % vocabulary for i in range(n)])

    for tokens in (64, 128):
        ids = some_tokens(tokens)
        tell(f"prompt of {tokens}", tokens / median_seconds(seconds, lambda: model(ids, None)))

    steps, ids = 64, some_tokens(16)
    samples, end = [], time.process_time() + 4 * seconds
    while len(samples) < 3 or time.process_time() < end:
        logits, past = model(ids, None)
        start = time.process_time()
        for _ in range(steps):
            logits, past = model(logits.argmax().reshape(1), past)
        samples.append(time.process_time() - start)
    tell("decode", steps / sorted(samples)[len(samples) // 2])


main()
