"""The same training steps in PyTorch: training_torch.py RECIPE VOCABULARY SEQUENCES STEPS THREADS."""

import json
import math
import sys
import time

import torch
from torch import nn
from torch.nn import functional


class Block(nn.Module):
    def __init__(self, width, hidden, heads):
        super().__init__()
        self.heads = heads
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.c_attn, self.attn_proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.c_fc, self.c_proj = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x, mask):
        batch, length, width = x.shape
        q, k, v = (
            t.view(batch, length, self.heads, -1).transpose(1, 2)
            for t in self.c_attn(self.ln_1(x)).split(width, 2)
        )
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        z = torch.softmax(scores + mask, -1) @ v
        x = x + self.attn_proj(z.transpose(1, 2).reshape(batch, length, width))
        hidden = self.c_fc(self.ln_2(x))
        return x + self.c_proj(functional.gelu(hidden, approximate="tanh"))


class Gpt2(nn.Module):
    def __init__(self, config, vocab):
        super().__init__()
        width, length = config["n_embd"], config["n_positions"]
        self.wte, self.wpe = nn.Embedding(vocab, width), nn.Embedding(length, width)
        self.blocks = nn.ModuleList(
            Block(width, config["n_inner"], config["n_head"]) for _ in range(config["n_layer"])
        )
        self.ln_f = nn.LayerNorm(width)
        self.register_buffer("mask", torch.full((length, length), -math.inf).triu(1))

    def forward(self, ids):
        x = self.wte(ids) + self.wpe.weight[: ids.shape[1]]
        for block in self.blocks:
            x = block(x, self.mask[: ids.shape[1], : ids.shape[1]])
        return self.ln_f(x) @ self.wte.weight.T


def main():
    recipe, vocab, sequences, steps, threads = sys.argv[1], *map(int, sys.argv[2:])
    torch.set_num_threads(threads)
    with open(recipe) as file:
        config = json.load(file)["config"]
    model = Gpt2(config, vocab)
    decayed = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}], 1e-3
    )
    length = config["n_positions"]
    ids = torch.randint(0, vocab, (sequences, length + 1))
    for step in range(1, steps + 1):
        begin = time.perf_counter()
        optimizer.zero_grad()
        logits = model(ids[:, :-1])
        loss = functional.cross_entropy(logits.reshape(-1, vocab), ids[:, 1:].reshape(-1))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        seconds = time.perf_counter() - begin
        print(f"step {step}: {sequences * length / seconds:.0f} tokens/s", flush=True)


main()
