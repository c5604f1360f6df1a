"""transformers.py pair|stack|split: writes my-model/ with random weights of a torch.nn.Transformer, of a decoder alone in the names of PyTorch's
tutorial on language models, or of a decoder by hand whose queries, keys and values have a layer each, and tells what PyTorch's own modules
compute of a text."""
import json
import math
import os
import sys

import torch
from torch import nn

try:
    from safetensors.torch import save_file
except ImportError:
    sys.path.append(__file__.rsplit("/", 1)[0] + "/fallback")
    from safetensors.torch import save_file

kWidth, kHeads, kHidden, kLayers = 16, 4, 24, 2
kLetters = " abcdefghijklmnopqrstuvwxyz"


def positions(length):
    angle = torch.arange(length).unsqueeze(1) * 10000 ** (-(torch.arange(kWidth) // 2 * 2) / kWidth)
    return torch.where(torch.arange(kWidth) % 2 == 0, angle.sin(), angle.cos())


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.src_embed, self.tgt_embed = (nn.Embedding(len(kLetters) + 2, kWidth) for _ in range(2))
        sizes = {"num_encoder_layers": kLayers, "num_decoder_layers": kLayers, "dim_feedforward": kHidden}
        self.transformer = nn.Transformer(kWidth, kHeads, **sizes, dropout=0.0, batch_first=True)
        self.generator = nn.Linear(kWidth, len(kLetters) + 2)

    def forward(self, source, target):
        read = self.src_embed(source) + positions(source.size(1))
        written = self.tgt_embed(target) + positions(target.size(1))
        mask = nn.Transformer.generate_square_subsequent_mask(target.size(1))
        return self.generator(self.transformer(read, written, tgt_mask=mask))


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(kWidth, kHeads, kHidden, dropout=0.0, batch_first=True)
        self.transformer_encoder = nn.TransformerEncoder(layer, kLayers)
        self.embedding = nn.Embedding(len(kLetters), kWidth)
        self.linear = nn.Linear(kWidth, len(kLetters))

    def forward(self, ids):
        mask = nn.Transformer.generate_square_subsequent_mask(ids.size(1))
        x = self.embedding(ids) * math.sqrt(kWidth) + positions(ids.size(1))
        return self.linear(self.transformer_encoder(x, mask=mask))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(kWidth) for _ in range(2))
        self.query, self.key, self.value = (nn.Linear(kWidth, kWidth, bias=False) for _ in range(3))
        self.out = nn.Linear(kWidth, kWidth)
        self.mlp = nn.Sequential(nn.Linear(kWidth, kHidden), nn.GELU(), nn.Linear(kHidden, kWidth))

    def forward(self, x):
        read = self.norms[0](x)
        heads = lambda each: each(read).unflatten(-1, (kHeads, -1)).transpose(1, 2)
        q, k, v = heads(self.query), heads(self.key), heads(self.value)
        future = torch.ones(x.size(1), x.size(1), dtype=torch.bool).triu(1)
        scores = (q @ k.transpose(2, 3) / math.sqrt(q.size(-1))).masked_fill(future, -math.inf)
        x = x + self.out((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))
        return x + self.mlp(self.norms[1](x))


class Split(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(len(kLetters), kWidth), nn.Embedding(12, kWidth)
        self.blocks = nn.Sequential(*(Block() for _ in range(kLayers)))
        self.norm = nn.LayerNorm(kWidth)

    def forward(self, ids):
        x = self.tokens(ids) + self.places.weight[: ids.size(1)]
        return self.norm(self.blocks(x)) @ self.tokens.weight.T


torch.manual_seed(1)
is_pair = sys.argv[1] == "pair"
model = {"pair": Pair, "stack": Stack, "split": Split}[sys.argv[1]]().eval()
for each in model.parameters():
    nn.init.normal_(each, std=0.4)  # norms and biases, too
os.makedirs("my-model", exist_ok=True)
save_file({name: each.contiguous() for name, each in model.state_dict().items()}, "my-model/model.safetensors")
config = {"model_type": "transformer", "d_model": kWidth, "nhead": kHeads, "dim_feedforward": kHidden}
letters = {letter: id for id, letter in enumerate(kLetters)}
if is_pair:
    letters |= {"<s>": len(letters), "</s>": len(letters) + 1}
    config |= {"num_encoder_layers": kLayers, "num_decoder_layers": kLayers}
    config |= {"src_vocab_size": len(letters), "tgt_vocab_size": len(letters), "tie_word_embeddings": False}
    config |= {"bos_token_id": letters["<s>"], "eos_token_id": letters["</s>"], "decoder_start_token_id": letters["<s>"]}
    json.dump(letters, open("my-model/source_vocab.json", "w"))
elif sys.argv[1] == "split":
    config = {"model_type": "gpt2", "n_embd": kWidth, "n_head": kHeads, "n_inner": kHidden, "n_layer": kLayers}
    names = {"tokens.weight": "wte.weight", "places.weight": "wpe.weight", "norm.": "ln_f."}
    names |= {"blocks.{}." + name: "h.{}.attn." + name[0] + "_proj." for name in ["query.", "key.", "value."]}
    names |= {"blocks.{}.out.": "h.{}.attn.c_proj.", "blocks.{}.mlp.0.": "h.{}.mlp.c_fc.", "blocks.{}.mlp.2.": "h.{}.mlp.c_proj."}
    names |= {"blocks.{}.norms.0.": "h.{}.ln_1.", "blocks.{}.norms.1.": "h.{}.ln_2."}
    config |= {"activation_function": "gelu", "vocab_size": len(letters), "weight_names": names}
else:
    config |= {"num_decoder_layers": kLayers, "final_norm": False, "scale_embedding": True, "vocab_size": len(letters)}
    names = {"transformer_encoder.layers.{}.": "decoder.layers.{}.", "embedding.weight": "tgt_embed.weight", "linear.": "generator."}
    config |= {"tie_word_embeddings": False, "weight_names": names}
json.dump(config, open("my-model/config.json", "w"))
json.dump(letters, open("my-model/vocab.json", "w"))

ids = lambda text: torch.tensor([[letters[letter] for letter in text]])
with torch.no_grad():
    if is_pair:
        begun = torch.cat([torch.tensor([[letters["<s>"]]]), ids("a cat")], 1)
        source = ids("the mat")
        logits = model(source, begun)[0]
    else:
        logits = model(ids("a cat"))[0]
print(json.dumps({"logits": logits[-1].tolist()}))
