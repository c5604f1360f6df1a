#include "weights/weight_names.hpp"

#include "base/utf8.hpp"

namespace glassformer {
namespace {

constexpr const char* kEmbedding = "embedding.weight";
constexpr const char* kClassifier = "classifier";

// What stands before `key` in the first name that ends with it.
std::optional<std::string> prefix_of(const SafetensorsHeader& header, std::string_view key) {
  for (const TensorInfo& info : header.tensors) {
    if (info.name.ends_with(key)) return info.name.substr(0, info.name.size() - key.size());
  }
  return std::nullopt;
}

// Hugging Face's GPT2LMHeadModel stores (in, out); nanoGPT's linear layers store (out, in), under
// the same names. Most of the first layer's matrices decide: a single one of another shape is then
// what there is to say, else every other one would seem transposed. A square one says nothing.
bool is_nanogpt(const SafetensorsHeader& header, const std::string& prefix,
                const ModelConfig& config) {
  int votes = 0;
  const auto count = [&](const char* name, std::size_t in, std::size_t out) {
    const TensorInfo* info = header.find(prefix + name);
    if (info == nullptr || in == out) return;
    if (info->shape == Shape{out, in}) ++votes;
    if (info->shape == Shape{in, out}) --votes;
  };
  count("h.0.attn.c_attn.weight", config.d_model, config.qkv_width());
  count("h.0.mlp.c_fc.weight", config.d_model, config.d_ff);
  count("h.0.mlp.c_proj.weight", config.d_ff, config.d_model);
  return votes > 0;
}

// What the file has of an output head. A head in the file is the head, whatever the config says of
// tying: then its numbers are right in any case.
void complete_head(const SafetensorsHeader& header, Naming& names, ModelConfig& config) {
  const auto has = [&](const std::string& name) {
    return find_tensor(header, names, name) != nullptr;
  };
  if (config.classifies()) {
    config.tied_head = false;
    names.head = kClassifier;
    const std::string bias = names.head + ".bias";
    names.head_bias = has(bias) ? bias : "";
    return;
  }
  std::string head;
  for (const char* known : {"lm_head", "generator", "out_proj"}) {
    if (has(std::string(known) + ".weight")) head = known;
  }
  config.tied_head = config.tied_head && head.empty();
  const bool needs_one = !config.tied_head && config.architecture != Architecture::kEncoder;
  std::string bias;
  if (needs_one || config.tied_head || !head.empty()) {
    for (const std::string& known :
         {std::string("generator.bias"), std::string("out_bias"), head + ".bias"}) {
      if (has(known)) bias = known;
    }
  }
  if (!head.empty() || !needs_one) names.head = head;  // else to be reported as missing
  names.head_bias = bias;
}

// What the two encoder–decoder families share.
Naming encoder_decoder_names() {
  Naming n;
  for (std::size_t i = 0; i < 3; ++i) n.norms[i] = "norm" + std::to_string(i + 1);
  n.norms_without_cross[0] = n.norms[0];
  n.norms_without_cross[1] = n.norms[1];
  n.source_embedding = "src_embed.weight";
  n.embedding = "tgt_embed.weight";
  n.positions = "pos_table";
  return n;
}

Naming torch_names() {
  Naming n = encoder_decoder_names();
  n.scheme = "torch.nn.Transformer";
  n.encoder_layer = "encoder.layers.{}.";
  n.decoder_layer = "decoder.layers.{}.";
  n.encoder_self = n.decoder_self = "self_attn.";
  n.qkv_weight = "in_proj_weight";
  n.qkv_bias = "in_proj_bias";
  n.self_out = n.cross_out = "out_proj";
  n.cross = "multihead_attn.";
  n.cross_is_packed = true;
  n.feed_forward_in = "linear1";
  n.feed_forward_out = "linear2";
  n.encoder_final_norm = "encoder.norm";
  n.decoder_final_norm = "decoder.norm";
  n.head = "generator";
  return n;
}

Naming gpt2_names() {
  Naming n;
  n.scheme = "GPT-2";
  n.layout = WeightLayout::kInOut;
  n.encoder_layer = n.decoder_layer = "h.{}.";
  n.encoder_self = n.decoder_self = "attn.";
  n.qkv_weight = "c_attn.weight";
  n.qkv_bias = "c_attn.bias";
  n.self_out = "c_proj";
  n.feed_forward_in = "mlp.c_fc";
  n.feed_forward_out = "mlp.c_proj";
  n.norms_without_cross[0] = "ln_1";
  n.norms_without_cross[1] = "ln_2";
  n.encoder_final_norm = n.decoder_final_norm = "ln_f";
  n.source_embedding = n.embedding = "wte.weight";
  n.positions = "wpe.weight";
  n.head = "lm_head";
  return n;
}

Naming module_names() {
  Naming n = encoder_decoder_names();
  n.scheme = "encoder.0.attn.c_attn";
  n.encoder_layer = "encoder.{}.";
  n.decoder_layer = "decoder.{}.";
  n.encoder_self = "attn.";
  n.decoder_self = "self_attn.";
  n.qkv_weight = "c_attn.weight";
  n.qkv_bias = "c_attn.bias";
  n.self_out = "c_proj";
  n.cross = "cross_attn.";
  n.cross_query = "query";
  n.cross_key = "key";
  n.cross_value = "value";
  n.cross_out = "proj";
  n.feed_forward_in = "ffn.net.0";
  n.feed_forward_out = "ffn.net.3";  // between them: activation and dropout
  n.encoder_final_norm = "encoder.final_norm";
  n.decoder_final_norm = "decoder.final_norm";
  n.head = "generator";
  n.head_bias = "generator.bias";
  return n;
}

struct Family {
  Naming (*names)();
  const char* key;                  // a name that only this family has
  const char* split_key = nullptr;  // in its place, where queries, keys and values are split
};
constexpr Family kFamilies[] = {
    {gpt2_names, "wte.weight"},  // nanoGPT's, too
    {torch_names, "encoder.layers.0.self_attn.in_proj_weight",
     "encoder.layers.0.self_attn.q_proj.weight"},
    {torch_names, "decoder.layers.0.self_attn.in_proj_weight",
     "decoder.layers.0.self_attn.q_proj.weight"},
    {module_names, "encoder.0.attn.c_attn.weight", "encoder.0.attn.q_proj.weight"},
    {module_names, "decoder.0.self_attn.c_attn.weight", "decoder.0.self_attn.q_proj.weight"},
};

Error unknown_names(const SafetensorsHeader& header) {
  std::string keys;
  for (const Family& family : kFamilies) {
    keys += (keys.empty() ? "" : ", ") + in_quotes(family.key) + " (" + family.names().scheme + ")";
  }
  return invalid_file("the weights' names follow no scheme we know: none ends with one of " + keys +
                      "; the first is " +
                      in_quotes(header.tensors.empty() ? std::string() : header.tensors[0].name) +
                      "; other names need a table weight_names in config.json, see "
                      "docs/javascript.md");
}

}  // namespace

Naming written_names(const ModelConfig& config) {
  if (config.architecture == Architecture::kDecoder) return gpt2_names();
  Naming names = module_names();
  if (config.tied_head) names.head_bias = "out_bias";
  return names;
}

Result<Naming> recognise_names(const SafetensorsHeader& header, ModelConfig& config) {
  for (const Family& family : kFamilies) {
    auto prefix = prefix_of(header, family.key);
    if (!prefix && family.split_key != nullptr) prefix = prefix_of(header, family.split_key);
    if (!prefix) continue;
    Naming names = family.names();
    names.prefix = *prefix;
    if (family.names == gpt2_names && is_nanogpt(header, *prefix, config)) {
      names.layout = WeightLayout::kOutIn;
      // nanoGPT writes no config.json; its torch.nn.GELU is the exact one.
      if (!config.says_activation) config.activation = Activation::kGelu;
    }
    const TensorInfo* table = find_tensor(header, names, names.positions);
    if (config.max_positions == 0 && config.positions == Positions::kLearned && table != nullptr &&
        !table->shape.empty())
      config.max_positions = table->shape[0];
    std::string& tokens =
        config.architecture == Architecture::kEncoder ? names.source_embedding : names.embedding;
    // A module around one stack has one embedding, and rarely calls it a source's or a target's.
    if (config.architecture != Architecture::kEncoderDecoder &&
        find_tensor(header, names, tokens) == nullptr &&
        find_tensor(header, names, kEmbedding) != nullptr)
      tokens = kEmbedding;
    const auto has = [&](const std::string& layer, const std::string& end) {
      return find_tensor(header, names, numbered(layer, 0) + end) != nullptr;
    };
    for (const std::string each : kSplitProjections) {
      names.self_is_split |= has(names.encoder_layer, names.encoder_self + each + ".weight") ||
                             has(names.decoder_layer, names.decoder_self + each + ".weight");
      names.cross_is_packed &= !has(names.decoder_layer, names.cross + each + ".weight");
    }
    complete_head(header, names, config);
    return names;
  }
  return unknown_names(header);
}

const TensorInfo* find_tensor(const SafetensorsHeader& header, const Naming& names,
                              const std::string& name) {
  // "module.transformer.", "module.", "": the prefix and those of the modules around that module.
  std::string prefix = names.prefix;
  for (;;) {
    if (const TensorInfo* info = header.find(prefix + name)) return info;
    if (prefix.empty()) return nullptr;
    prefix.pop_back();
    prefix.resize(prefix.rfind('.') + 1);  // to nothing, where there is no point
  }
}

std::string numbered(const std::string& pattern, std::size_t layer) {
  const std::size_t at = pattern.find("{}");
  return pattern.substr(0, at) + std::to_string(layer) + pattern.substr(at + 2);
}

}  // namespace glassformer
