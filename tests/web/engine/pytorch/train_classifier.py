"""Trains a small encoder to tell what a line is about, runs what stands on stdin, which writes it, and tells what it makes of a text."""
import json
import sys

import torch
from torch import nn
from torch.nn import functional as F

try:
    import safetensors  # noqa: F401
except ImportError:
    sys.path.append(__file__.rsplit("/", 1)[0] + "/fallback")

kLines = [f"the {who} {does}" for who in ("cat", "dog", "sun", "sea") for does in ("is here", "was old", "comes back")]


class Classifier(nn.Module):
    """An encoder as PyTorch's users write one."""

    def __init__(self, vocabulary, context, width=32, classes=2):
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 4, 48, dropout=0.0, activation="gelu", batch_first=True, norm_first=True)
        self.embedding = nn.Embedding(vocabulary, width)
        self.pos_table = nn.Parameter(0.1 * torch.randn(context, width))
        self.encoder = nn.TransformerEncoder(layer, 2, nn.LayerNorm(width), enable_nested_tensor=False)
        self.classifier = nn.Linear(width, classes)

    def forward(self, ids):
        x = self.encoder(self.embedding(ids) + self.pos_table[: ids.size(1)])
        return self.classifier(x.mean(dim=1))


torch.manual_seed(1)
stoi = {character: i for i, character in enumerate(sorted(set("".join(kLines))))}
encode = lambda line: torch.tensor([[stoi[character] for character in line]])
model = Classifier(len(stoi), 24)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for _ in range(40):
    losses = [F.cross_entropy(model(encode(line)), torch.tensor([int(i < 6)])) for i, line in enumerate(kLines)]
    optimizer.zero_grad()
    sum(losses).backward()
    optimizer.step()
model.eval()

exec(sys.stdin.read())
text = "the old dog"
with torch.no_grad():
    print(json.dumps({"text": text, "logits": model(encode(text))[0].tolist(), "loss": float(sum(losses)) / len(losses)}))
