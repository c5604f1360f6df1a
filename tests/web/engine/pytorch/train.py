"""Trains a small nanoGPT for a moment, runs what stands on stdin, which writes it, and tells what it makes of a text."""
import json
import math
import sys
from types import SimpleNamespace

import torch
from torch import nn
from torch.nn import functional as F

try:
    import safetensors  # noqa: F401
except ImportError:
    sys.path.append(__file__.rsplit("/", 1)[0] + "/fallback")

kText = "the cat sat on the mat. the dog sat on the log.\n" * 8


class Block(nn.Module):
    """With the names of nanoGPT, as far as they are in a checkpoint."""

    def __init__(self, c):
        super().__init__()
        self.heads = c.n_head
        self.ln_1, self.ln_2 = nn.LayerNorm(c.n_embd), nn.LayerNorm(c.n_embd)
        self.attn = nn.ModuleDict({"c_attn": nn.Linear(c.n_embd, 3 * c.n_embd), "c_proj": nn.Linear(c.n_embd, c.n_embd)})
        self.mlp = nn.ModuleDict({"c_fc": nn.Linear(c.n_embd, 4 * c.n_embd), "c_proj": nn.Linear(4 * c.n_embd, c.n_embd)})

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = (each.view(b, t, self.heads, -1).transpose(1, 2) for each in self.attn["c_attn"](self.ln_1(x)).split(d, 2))
        scores = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))
        scores = scores.masked_fill(torch.ones(t, t).tril() == 0, float("-inf"))
        x = x + self.attn["c_proj"]((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, d))
        return x + self.mlp["c_proj"](F.gelu(self.mlp["c_fc"](self.ln_2(x))))


class GPT(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.config = c
        self.transformer = nn.ModuleDict(
            {
                "wte": nn.Embedding(c.vocab_size, c.n_embd),
                "wpe": nn.Embedding(c.block_size, c.n_embd),
                "h": nn.ModuleList(Block(c) for _ in range(c.n_layer)),
                "ln_f": nn.LayerNorm(c.n_embd),
            }
        )
        self.lm_head = nn.Linear(c.n_embd, c.vocab_size, bias=False)
        self.transformer["wte"].weight = self.lm_head.weight

    def forward(self, ids):
        x = self.transformer["wte"](ids) + self.transformer["wpe"](torch.arange(ids.size(1)))
        for block in self.transformer["h"]:
            x = block(x)
        return self.lm_head(self.transformer["ln_f"](x))


torch.manual_seed(1)
stoi = {character: i for i, character in enumerate(sorted(set(kText)))}
ids = torch.tensor([stoi[character] for character in kText])
model = GPT(SimpleNamespace(n_layer=2, n_head=2, n_embd=32, block_size=24, vocab_size=len(stoi)))
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for _ in range(60):
    starts = torch.randint(len(ids) - 25, (8,)).tolist()
    batch = torch.stack([ids[start : start + 25] for start in starts])
    loss = F.cross_entropy(model(batch[:, :-1]).flatten(0, 1), batch[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
model.eval()

torch.save({"model": model.state_dict()}, "ckpt.pt")
exec(sys.stdin.read())
text = "the cat sat"
read = [stoi[character] for character in text]
with torch.no_grad():
    logits = model(torch.tensor([read]))[0].flatten().tolist()
    written = list(read)
    for _ in range(5):
        written.append(int(model(torch.tensor([written]))[0, -1].argmax()))
print(json.dumps({"text": text, "logits": logits, "next": written[len(read) :]}))
