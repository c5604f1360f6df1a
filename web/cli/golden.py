#!/usr/bin/python3
"""golden.py FOLDER --ids 1,2,3 [--source-ids 4,5] [--new-tokens 20]: what PyTorch computes from a
model folder's stored weights, as JSON: activations under the names of the engine's hooks, and the
tokens that greedy decoding adds. `npx glassformer golden` calls it, which knows the tokenizer.

Everything is computed in float64 with a few lines per layer, apart from the engine: this file is
what the engine is checked against. Needs PyTorch and NumPy (Debian: python3-torch).

It reads what the engine reads: GPT-2 of Hugging Face and of nanoGPT, torch.nn.Transformer, its encoder
or its decoder alone, and the files of the engine; config.json's weight_names for other names."""

import argparse
import json
import math
import re
import struct
import sys
from pathlib import Path

import numpy
import torch
from torch.nn import functional

# Where the best two tokens are nearer than this, float32 may choose the other one.
SAFE_MARGIN = 1e-3


def read_safetensors(path):
    """All tensors of a file, in float64."""
    data = path.read_bytes()
    (header_size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + header_size])
    types = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I8": "<i1"}
    tensors = {}
    for name, info in header.items():
        if name == "__metadata__":
            continue
        if info["dtype"] not in types:
            continue  # a mask of bools, for example; if it is a weight, it will be missing
        begin, end = (8 + header_size + offset for offset in info["data_offsets"])
        values = numpy.frombuffer(data[begin:end], types[info["dtype"]])
        if info["dtype"] == "BF16":  # the upper half of a float32
            values = (values.astype("<u4") << 16).view("<f4")
        tensors[name] = torch.from_numpy(values.astype("f8").reshape(info["shape"]))
    return tensors


def scaled(tensors, config):
    """Integers times the scale of their output: Hugging Face's GPT-2 has linear layers (in, out), all else is (out, in)."""
    if config.weight_scale is None:
        return tensors
    scales = {name: name + config.weight_scale for name in tensors if name + config.weight_scale in tensors}
    weights = {name: tensor for name, tensor in tensors.items() if name not in scales.values()}
    for name, scale in scales.items():
        is_in_out = config.is_in_out and name.startswith("h.")
        weights[name] = weights[name] * tensors[scale].unsqueeze(0 if is_in_out else 1)
    return weights


class Config:
    """config.json, whose fields go by several names."""

    def __init__(self, fields):
        def get(*names, default=None):
            for name in names:
                if fields.get(name) is not None:
                    return fields[name]
            if default is None:
                sys.exit(f"config.json has no {names[0]}")
            return default

        self.is_gpt2 = fields.get("model_type") == "gpt2"
        self.is_in_out = self.is_gpt2
        self.encoder_layers = 0 if self.is_gpt2 else get("n_enc", "encoder_layers", "num_encoder_layers", default=0)
        self.decoder_layers = get(
            *(["n_layer", "num_hidden_layers"] if self.is_gpt2 else ["num_decoder_layers"]),
            "n_dec",
            "decoder_layers",
            default=None if self.is_gpt2 else 0,
        )
        if self.encoder_layers + self.decoder_layers == 0:
            sys.exit("config.json names no layers")
        self.pooling = None if self.decoder_layers else fields.get("pooling")
        self.width = get("n_embd", "d_model", "hidden_size")
        self.heads = get(
            "n_head", "num_heads", "nhead", "num_attention_heads", "encoder_attention_heads", "decoder_attention_heads"
        )
        self.hidden = get(
            "n_inner",
            "d_ff",
            "dim_feedforward",
            "encoder_ffn_dim",
            "decoder_ffn_dim",
            default=4 * self.width if self.is_gpt2 else None,
        )
        is_first = get("norm_first", "normalize_before", default=self.is_gpt2)
        self.norm = get("norm", default="pre" if is_first else "post")
        self.final_norm = get("final_norm", "add_final_layer_norm", default=self.norm != "none")
        self.epsilon = get("layer_norm_epsilon", "layer_norm_eps", default=1e-5)
        # None: what the family has.
        self.activation = get("activation_function", "activation", "hidden_act", default="")
        self.positions = get("positions", default="learned" if self.is_gpt2 else "sinusoidal")
        # As a flag, or as the factor itself.
        factor = fields.get("embed_scale")
        self.scale_embedding = get("scale_embedding", default=factor is not None and factor != 1)
        self.weight_names = fields.get("weight_names") or {}
        quantization = fields.get("quantization_config")
        self.weight_scale = quantization and quantization.get("weight_scale", "_scale")
        self.context = get("n_positions", "n_ctx", "max_position_embeddings", "block_size", "max_len", default=0)
        self.scales_attention = get("scale_attn_weights", "scale_attention", default=True)
        ends = get("eos_token_id", "eos_id", default=[])
        self.ends = ends if isinstance(ends, list) else [ends]

    @property
    def has_table(self):
        return self.positions.startswith(("learned", "table"))

    @property
    def position_table(self):
        return "wpe.weight" if self.is_gpt2 else "pos_table"

    @property
    def translates(self):
        return self.encoder_layers > 0 and self.decoder_layers > 0


def sinusoids(length, width):
    """PE(t, 2i) = sin(t / 10000^(2i/d)), PE(t, 2i+1) = cos(the same) (Vaswani et al. 2017, 3.5)."""
    position = torch.arange(length, dtype=torch.float64).unsqueeze(1)
    column = torch.arange(width) // 2 * 2
    angle = position * torch.pow(torch.tensor(10000.0, dtype=torch.float64), -column / width)
    return torch.where(torch.arange(width) % 2 == 0, angle.sin(), angle.cos())


# A name that only this family has, at the end of a name in the file; what stands before it, stands before all names.
KEYS = [
    r"wte\.weight",
    r"(en|de)coder\.layers\.0\.self_attn\.(in_proj_weight|q_proj\.weight)",
    r"encoder\.0\.attn\.(c_attn|q_proj)\.weight",
    r"decoder\.0\.self_attn\.(c_attn|q_proj)\.weight",
]

# torch.nn.Transformer's names, and those of the modules below.
OF_TORCH = {
    r"encoder\.layers\.(\d+)\.self_attn\.in_proj_": r"encoder.\1.attn.c_attn.",
    r"encoder\.layers\.(\d+)\.self_attn\.out_proj\.": r"encoder.\1.attn.c_proj.",
    r"decoder\.layers\.(\d+)\.self_attn\.in_proj_": r"decoder.\1.self_attn.c_attn.",
    r"decoder\.layers\.(\d+)\.self_attn\.out_proj\.": r"decoder.\1.self_attn.c_proj.",
    r"decoder\.layers\.(\d+)\.multihead_attn\.in_proj_": r"decoder.\1.cross_attn.in_proj.",
    r"decoder\.layers\.(\d+)\.multihead_attn\.out_proj\.": r"decoder.\1.cross_attn.proj.",
    r"(encoder|decoder)\.layers\.(\d+)\.linear1\.": r"\1.\2.ffn.net.0.",
    r"(encoder|decoder)\.layers\.(\d+)\.linear2\.": r"\1.\2.ffn.net.3.",
    r"(encoder|decoder)\.layers\.(\d+)\.": r"\1.\2.",
    r"(encoder|decoder)\.norm\.": r"\1.final_norm.",
}


def told(config, tensors):
    """Other names by the table of the config: `{}` stands for a layer's number, and of two beginnings the longer one counts."""
    names, scale = config.weight_names, config.weight_scale

    def renamed(name):
        if scale and name.endswith(scale):
            return renamed(name[: -len(scale)]) + scale
        for other in sorted(names, key=len, reverse=True):
            end = "" if other.endswith(".") else "$"
            pattern = re.escape(other).replace(r"\{\}", r"(\d+)") + end
            if re.match(pattern, name):
                return re.sub(pattern, names[other].replace("{}", r"\1"), name, count=1)
        return name

    return {renamed(name): tensor for name, tensor in tensors.items()}


def without_prefix(tensors):
    """Names without what a wrapper puts before them: transformer., module., _orig_mod. …"""
    for key in KEYS:
        found = next(filter(None, (re.search(f"^(.*?){key}$", name) for name in tensors)), None)
        if found:
            # A head stands outside of its stack: "module.transformer.", else "module."
            outer = [found[1][: at + 1] for at in range(len(found[1])) if found[1][at] == "."]
            prefixes = [found[1], *reversed(outer)]
            cut = lambda name: next((name[len(p) :] for p in prefixes if name.startswith(p)), name)
            return {cut(name): tensor for name, tensor in tensors.items()}
    sys.exit("model.safetensors: the names of the weights follow no scheme that is known")


def joined(tensors, config):
    """Queries, keys and values that are a matrix each, as one, in the name that it would have."""
    whole = Weights(tensors)
    for name in tensors:
        part = re.match(r"(.*\.)q_proj\.(weight|bias)(.*)$", name)
        if part is None or part[3] not in ("", config.weight_scale):
            continue
        names = [f"{part[1]}{each}_proj.{part[2]}{part[3]}" for each in "qkv"]
        parts = [whole[each] for each in names]
        for each in names:
            del whole[each]
        is_torch = re.search(r"\.layers\.\d+\.", part[1]) is not None
        own = part[1] + ("in_proj_" if is_torch else "c_attn.") + part[2] + part[3]
        whole[own] = torch.cat(parts, -1 if config.is_in_out else 0)
    return whole


def as_modules(tensors, config):
    """torch.nn.Transformer's names as those of the modules; a cross-attention's q, k and v apart."""
    weights = {}
    for name, tensor in tensors.items():
        pattern = next((each for each in OF_TORCH if re.match(each, name)), None)
        own = name if pattern is None else re.sub(pattern, OF_TORCH[pattern], name, count=1)
        if ".cross_attn.in_proj." in own:
            for part, third in zip(["query", "key", "value"], tensor.chunk(3)):
                weights[own.replace("in_proj", part)] = third
        else:
            weights[own] = tensor
    table = weights.get("embedding.weight")
    if table is not None and not config.translates:
        weights.setdefault("tgt_embed.weight" if config.decoder_layers else "src_embed.weight", table)
    return weights


class Weights(dict):
    """Tensors by name. One that is missing ends the program with its name."""

    def __missing__(self, name):
        sys.exit(f"model.safetensors has no {name}")


class Model:
    """A GPT-2, or a transformer of one stack or two in the names of its modules."""

    def __init__(self, folder):
        self.config = config = Config(json.loads((folder / "config.json").read_text(encoding="utf-8-sig")))
        tensors = without_prefix(told(config, read_safetensors(folder / "model.safetensors")))
        if config.is_gpt2:
            # nanoGPT's linear layers are torch.nn.Linear's, and its torch.nn.GELU is the exact one.
            first = tensors.get("h.0.attn.c_attn.weight", tensors.get("h.0.mlp.c_fc.weight"))
            is_nanogpt = first is not None and first.shape[1] == config.width
            config.is_in_out = not is_nanogpt
            config.activation = config.activation or ("gelu" if is_nanogpt else "gelu_new")
        config.activation = config.activation or "relu"
        weights = scaled(joined(tensors, config), config)
        self.weights = Weights(weights if config.is_gpt2 else as_modules(weights, config))
        if config.has_table:  # a config may leave the context to it
            config.context = config.context or len(self.weights[config.position_table])
        self.seen = {}  # hook → tensor

    def linear(self, name, x):
        weight, bias = self.weights[name + ".weight"], self.weights.get(name + ".bias")
        # Hugging Face's GPT-2 stores (in, out), torch.nn.Linear (out, in).
        return functional.linear(x, weight.T if self.config.is_in_out else weight, bias)

    def normalized(self, name, x):
        # torch.nn.LayerNorm may have no bias.
        weight, bias = self.weights[name + ".weight"], self.weights.get(name + ".bias")
        return functional.layer_norm(x, x.shape[-1:], weight, bias, self.config.epsilon)

    def attend(self, hook, queries, keys, values, causal):
        def split(x):  # (T, D) → (H, T, K)
            return x.reshape(len(x), self.config.heads, -1).transpose(0, 1)

        q, k, v = split(queries), split(keys), split(values)
        scores = q @ k.transpose(1, 2)
        if self.config.scales_attention:
            scores = scores / math.sqrt(q.shape[-1])
        if causal:
            future = torch.ones(scores.shape[1:], dtype=torch.bool).triu(1)
            scores = scores.masked_fill(future, -math.inf)
        pattern = scores.softmax(-1)
        self.seen[hook + "pattern"] = pattern
        return (pattern @ v).transpose(0, 1).reshape(len(queries), -1)

    def self_attention(self, name, hook, x, causal):
        q, k, v = self.linear(name + "c_attn", x).chunk(3, dim=-1)
        return self.linear(name + "c_proj", self.attend(hook + "attn.", q, k, v, causal))

    def cross_attention(self, name, hook, x, memory):
        q = self.linear(name + "query", x)
        k, v = self.linear(name + "key", memory), self.linear(name + "value", memory)
        return self.linear(name + "proj", self.attend(hook + "cross_attn.", q, k, v, False))

    def feed_forward(self, names, x):
        act = {"relu": functional.relu, "gelu": functional.gelu, "gelu_new": gelu_new, "gelu_pytorch_tanh": gelu_new}
        hidden = act[self.config.activation](self.linear(names[0], x))
        return self.linear(names[1], hidden)

    def layer(self, name, hook, x, memory=None, causal=True):
        gpt2, config = self.config.is_gpt2, self.config
        norm_names = ["ln_1", "ln_2"] if gpt2 else ["norm1", "norm2", "norm3"]
        attention = "attn." if gpt2 or not causal else "self_attn."
        sublayers = [lambda y: self.self_attention(name + attention, hook, y, causal)]
        if memory is not None:
            sublayers.append(lambda y: self.cross_attention(name + "cross_attn.", hook, y, memory))
        if config.hidden > 0:
            ends = ["mlp.c_fc", "mlp.c_proj"] if gpt2 else ["ffn.net.0", "ffn.net.3"]
            sublayers.append(lambda y: self.feed_forward([name + end for end in ends], y))
        for i, sublayer in enumerate(sublayers):
            norm = name + norm_names[i]
            x = x + sublayer(self.normalized(norm, x) if config.norm == "pre" else x)
            if config.norm == "post":
                x = self.normalized(norm, x)
        # What the next layer reads: under post-norm it has the name of the last norm.
        out = f"ln{len(sublayers)}" if config.norm == "post" else "resid_post"
        self.seen[hook + out] = x
        return x

    def embed(self, name, ids):
        x = self.weights[name][ids]
        if self.config.scale_embedding:
            x = x * math.sqrt(self.config.width)
        if self.config.has_table:
            return x + self.weights[self.config.position_table][: len(ids)]
        if self.config.positions.startswith("sinusoidal"):
            return x + sinusoids(len(ids), self.config.width)
        return x

    def stack(self, names, hook, count, x, memory=None, causal=True):
        for i in range(count):
            x = self.layer(names.format(i), f"{hook}blocks.{i}.", x, memory, causal)
        return x

    def final(self, name, hook, x):
        if not self.config.final_norm:
            return x
        x = self.seen[hook + "ln_final"] = self.normalized(name, x)
        return x

    def encode(self, source, hook="encoder."):
        x = self.stack("encoder.{}.", hook, self.config.encoder_layers, self.embed("src_embed.weight", source), causal=False)
        return self.final("encoder.final_norm", hook, x)

    def classify(self, ids):
        """Logits (classes)."""
        x = self.encode(ids, "")
        pooled = x.mean(0) if self.config.pooling == "mean" else x[0 if self.config.pooling == "first" else -1]
        self.seen["pooled"] = pooled
        self.seen["logits"] = self.linear("classifier", pooled)
        return self.seen["logits"]

    def logits(self, x, table):
        """(T, V): by the head, or by the token table where the file has none."""
        heads = [name for name in ["lm_head", "generator", "out_proj"] if name + ".weight" in self.weights]
        head = heads[-1] if heads else None
        weight = self.weights[table if head is None else head + ".weight"]
        biases = [name for name in ["generator.bias", "out_bias", f"{head}.bias"] if name in self.weights]
        return functional.linear(x, weight, self.weights[biases[-1]] if biases else None)

    def run(self, ids, source=None):
        """Logits (T, V), of a classifier (classes), of another encoder none; the activations are in `seen`."""
        self.seen = {}
        config = self.config
        if config.pooling:
            return self.classify(ids)
        if config.decoder_layers == 0:
            self.encode(ids, "")
            return None
        memory = self.encode(source) if config.translates else None
        hook = "decoder." if config.translates else ""
        table, layers, norm = (
            ("wte.weight", "h.{}.", "ln_f") if config.is_gpt2 else ("tgt_embed.weight", "decoder.{}.", "decoder.final_norm")
        )
        x = self.stack(layers, hook, config.decoder_layers, self.embed(table, ids), memory)
        logits = self.seen[hook + "logits"] = self.logits(self.final(norm, hook, x), table)
        return logits


def gelu_new(x):
    """GPT-2's approximation by tanh (Hendrycks and Gimpel 2016)."""
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def greedy(model, ids, source, count):
    """The likeliest tokens one by one, as far as their lead is safe."""
    ids, added = list(ids), []
    while len(added) < count and not (model.config.context and len(ids) > model.config.context):
        best = model.run(torch.tensor(ids), source)[-1].topk(2)
        if best.values[0] - best.values[1] < SAFE_MARGIN:
            break
        added.append(int(best.indices[0]))
        ids.append(added[-1])
        if added[-1] in model.config.ends:
            break
    return added


def rounded(values):
    """Eight digits, which is more than float32 has; what it cannot tell from zero is zero."""
    return [float(f"{value:.8g}") if abs(value) > 1e-30 else 0 for value in values.tolist()]


def whole(tensor):
    return {"shape": list(tensor.shape), "data": rounded(tensor.flatten())}


def some(tensor, places):
    """Values at some places of the flattened tensor."""
    places = sorted(set(places))
    return {"shape": list(tensor.shape), "places": places, "data": rounded(tensor.flatten()[places])}


def last_row(tensor):
    return some(tensor, range(tensor.numel() - tensor.shape[-1], tensor.numel()))


def of_last_logits(logits):
    """The 20 highest of the last position and every 50th."""
    begin, width = logits.numel() - logits.shape[-1], logits.shape[-1]
    highest = logits[-1].topk(min(20, width)).indices.tolist()
    return some(logits, [begin + i for i in [*highest, *range(0, width, 50)]])


def selected(seen):
    """Every head's pattern and each single vector whole, of the rest the last position."""
    kinds = {"pattern": whole, "logits": of_last_logits}
    kind = lambda hook, tensor: whole if tensor.dim() == 1 else kinds.get(hook.split(".")[-1], last_row)
    return {hook: kind(hook, tensor)(tensor) for hook, tensor in seen.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    as_ids = lambda text: [int(part) for part in text.split(",")]
    parser.add_argument("--ids", type=as_ids, required=True)
    parser.add_argument("--source-ids", type=as_ids)
    parser.add_argument("--new-tokens", type=int, default=20)
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    model = Model(arguments.folder)
    has_source = model.config.translates
    if has_source != bool(arguments.source_ids):
        sys.exit("an encoder–decoder needs --source-ids, and any other model takes none")
    source = torch.tensor(arguments.source_ids) if has_source else None
    model.run(torch.tensor(arguments.ids), source)
    activations = selected(model.seen)
    # A decoder goes on from its input; a translation begins anew.
    prompt = arguments.ids[:1] if has_source else arguments.ids
    json.dump(
        {
            "computed_by": f"PyTorch {torch.__version__} in float64",
            "activations": activations,
            "generated_ids": [] if model.config.decoder_layers == 0 else greedy(model, prompt, source, arguments.new_tokens),
        },
        sys.stdout,
    )


main()
