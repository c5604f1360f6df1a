"""transformers.py pair|stack: writes my-model/ with random weights of a torch.nn.Transformer, or of a decoder alone in the names of PyTorch's
tutorial on language models, and tells what PyTorch's own modules compute of a text."""
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


torch.manual_seed(1)
is_pair = sys.argv[1] == "pair"
model = (Pair() if is_pair else Stack()).eval()
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
