#!/usr/bin/python3
"""classifier.py FOLDER [--check]: small encoders that classify, and what PyTorch computes with them, as golden files.

For each case FOLDER/classifier_<case>_config.json, _weights.safetensors (the module's state_dict, in float32) and
_forward.safetensors: ids, and under the names of the engine's hooks what torch.nn.TransformerEncoder gives, computed in float64.
With --check the results are computed again from the files' own weights and ids, and nothing is written. Needs PyTorch and NumPy
(Debian: python3-torch).
"""

import argparse
import json
import math
import sys
from pathlib import Path

import numpy
import torch

sys.path.insert(0, str(Path(__file__).parent))
from layers import read, write  # noqa: E402

COMMON = {"model_type": "transformer", "d_model": 16, "nhead": 4, "num_encoder_layers": 2, "dim_feedforward": 24, "vocab_size": 11}
CASES = {
    "pre_mean": {
        "norm_first": True, "activation": "gelu", "positions": "learned", "max_len": 9, "final_norm": True,
        "pooling": "mean", "id2label": {"0": "negative", "1": "positive"},
    },
    "post_first": {
        "norm_first": False, "activation": "relu", "positions": "sinusoidal", "scale_embedding": True, "final_norm": False,
        "pooling": "first", "num_labels": 3,
    },
    "post_last": {
        "norm_first": False, "activation": "gelu", "positions": "sinusoidal", "final_norm": True, "layer_norm_eps": 1e-6,
        "pooling": "last", "num_labels": 2, "id2label": {"0": "verse", "1": "prose"},
    },
}  # fmt: skip
IDS, OTHER_IDS = [3, 1, 4, 1, 5, 9, 2], [6, 5, 3]


def sinusoids(length, width):
    """Vaswani et al. 2017, section 3.5."""
    position = torch.arange(length, dtype=torch.float64)[:, None]
    angle = position * torch.exp(torch.arange(0, width, 2, dtype=torch.float64) * (-math.log(10000.0) / width))
    return torch.stack([angle.sin(), angle.cos()], dim=-1).reshape(length, width)


class Classifier(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config, width = config, config["d_model"]
        layer = torch.nn.TransformerEncoderLayer(
            width, config["nhead"], config["dim_feedforward"], dropout=0.0, activation=config["activation"],
            layer_norm_eps=config.get("layer_norm_eps", 1e-5), batch_first=True, norm_first=config["norm_first"],
        )  # fmt: skip
        norm = torch.nn.LayerNorm(width, config.get("layer_norm_eps", 1e-5)) if config["final_norm"] else None
        self.embedding = torch.nn.Embedding(config["vocab_size"], width)
        if config["positions"] == "learned":
            self.pos_table = torch.nn.Parameter(torch.randn(config["max_len"], width))
        self.encoder = torch.nn.TransformerEncoder(layer, config["num_encoder_layers"], norm, enable_nested_tensor=False)
        labels = config.get("num_labels") or len(config["id2label"])
        self.classifier = torch.nn.Linear(width, labels)

    def forward(self, ids, lengths, seen):
        """ids (B, T), the first `lengths` of each row tokens; `seen` gets every activation."""
        width, length = self.config["d_model"], ids.shape[1]
        padding = torch.arange(length)[None] >= lengths[:, None]
        x = self.embedding(ids) * (math.sqrt(width) if self.config.get("scale_embedding") else 1)
        positions = self.pos_table[:length] if self.config["positions"] == "learned" else sinusoids(length, width)
        seen["embed"], seen["pos_embed"] = x, positions.expand_as(x)
        x = x + positions
        for i, layer in enumerate(self.encoder.layers):
            seen[f"blocks.{i}.resid_pre"] = x
            into = layer.norm1(x) if layer.norm_first else x
            _, pattern = layer.self_attn(into, into, into, key_padding_mask=padding, average_attn_weights=False)
            seen[f"blocks.{i}.attn.pattern"] = pattern
            x = layer(x, src_key_padding_mask=padding)
            seen[f"blocks.{i}." + ("resid_post" if layer.norm_first else "ln2")] = x
        if self.encoder.norm is not None:
            x = seen["ln_final"] = self.encoder.norm(x)
        if self.config["pooling"] == "mean":
            pooled = (x * ~padding[..., None]).sum(1) / lengths[:, None]
        else:
            at = torch.zeros_like(lengths) if self.config["pooling"] == "first" else lengths - 1
            pooled = x[torch.arange(len(x)), at]
        seen["pooled"], seen["logits"] = pooled, self.classifier(pooled)
        return seen["logits"]


def results(model):
    """Of one sequence by itself every activation, without a dimension for the batch; of two in one batch the logits."""
    model = model.double().eval()
    with torch.no_grad():
        seen = {}
        one = torch.tensor([IDS])
        model(one, torch.tensor([len(IDS)]), seen)
        # The whole encoder at once, as a user of PyTorch calls it.
        whole = model.encoder(seen["blocks.0.resid_pre"])
        last = len(model.encoder.layers) - 1
        ours = seen.get("ln_final", seen.get(f"blocks.{last}.resid_post", seen.get(f"blocks.{last}.ln2")))
        assert torch.allclose(whole, ours, rtol=0, atol=1e-12)
        found = {name: values[0] for name, values in seen.items()}
        batch = torch.zeros(2, len(IDS), dtype=torch.long)
        batch[0], batch[1, : len(OTHER_IDS)] = one[0], torch.tensor(OTHER_IDS)
        found["batch.logits"] = model(batch, torch.tensor([len(IDS), len(OTHER_IDS)]), {})
    tensors = {name: values.detach().contiguous().numpy().astype("<f4") for name, values in found.items()}
    return {"ids": numpy.array(IDS, "<i4"), "batch.ids": numpy.array(OTHER_IDS, "<i4"), **tensors}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    for seed, (case, own) in enumerate(CASES.items()):
        at = options.folder / f"classifier_{case}"
        config, weights, forward = (Path(f"{at}_{part}") for part in ("config.json", "weights.safetensors", "forward.safetensors"))
        torch.manual_seed(seed)
        if options.check:
            model = Classifier(json.loads(config.read_text()))
            model.load_state_dict({name: torch.from_numpy(values.copy()) for name, values in read(weights).items()})
            known = read(forward)
            wrong = [name for name, values in results(model).items() if not numpy.array_equal(values, known[name])]
            print(f"{case}: " + (f"differ: {', '.join(wrong)}" if wrong else "PyTorch's, to the bit"))
            continue
        model = Classifier({**COMMON, **own})
        with torch.no_grad():  # PyTorch begins with biases of 0 and norms of 1, which would hide a mistake
            for name, values in model.named_parameters():
                if "norm" in name or name.endswith("bias"):
                    values.add_(0.3 * torch.randn_like(values))
        config.write_text(json.dumps({**COMMON, **own}, indent=2) + "\n")
        write(weights, {name: values.numpy().astype("<f4") for name, values in model.state_dict().items()})
        write(forward, results(model))


if __name__ == "__main__":
    main()
