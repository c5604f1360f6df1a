// Multi-head attention with every mask, against torch.nn.functional.multi_head_attention_forward.
#include "glassformer/attention.hpp"
#include "glassformer/random.hpp"
#include "golden.hpp"

namespace glassformer {

using namespace test;

namespace {

// Where the keys of a query are all masked in some head, PyTorch gives NaN: in that head's weights,
// in the mean over heads, in the output. Ours gives that head's weights as zeros; the other two
// then follow from all heads' weights, by these definitions.

// (N, H, L, S) → (N, L, S)
Tensor mean_of_heads(const Tensor& weights) {
  const std::size_t heads = weights.shape[1], one = weights.shape[2] * weights.shape[3];
  Tensor mean({weights.shape[0], weights.shape[2], weights.shape[3]});
  for (std::size_t i = 0; i < mean.data.size(); ++i) {
    double sum = 0;
    for (std::size_t h = 0; h < heads; ++h)
      sum += static_cast<double>(weights.data[(i / one * heads + h) * one + i % one]);
    mean.data[i] = static_cast<float>(sum / static_cast<double>(heads));
  }
  return mean;
}

// weights (N, H, L, S), value (S, N, E_v), w_value (E, E_v), bias of q, k and v (3E) or empty,
// w_out (E, E), b_out (E) → (L, N, E)
Tensor output_of(const Tensor& weights, const Tensor& value, const Tensor& w_value,
                 const Tensor& bias, const Tensor& w_out, const Tensor& b_out) {
  const std::size_t batch = weights.shape[0], heads = weights.shape[1], queries = weights.shape[2],
                    keys = weights.shape[3], embed = w_value.shape[0], width = w_value.shape[1];
  Tensor output({queries, batch, embed});
  for (std::size_t t = 0; t < queries; ++t) {
    for (std::size_t b = 0; b < batch; ++b) {
      std::vector<double> z(embed);
      for (std::size_t c = 0; c < embed; ++c) {
        const std::size_t head = c / (embed / heads);
        for (std::size_t s = 0; s < keys; ++s) {
          double v = bias.data.empty() ? 0.0 : static_cast<double>(bias.data[2 * embed + c]);
          for (std::size_t e = 0; e < width; ++e)
            v += static_cast<double>(value.data[(s * batch + b) * width + e]) *
                 static_cast<double>(w_value.data[c * width + e]);
          const float weight = weights.data[((b * heads + head) * queries + t) * keys + s];
          z[c] += static_cast<double>(weight) * v;
        }
      }
      for (std::size_t o = 0; o < embed; ++o) {
        double sum = static_cast<double>(b_out.data[o]);
        for (std::size_t c = 0; c < embed; ++c)
          sum += static_cast<double>(w_out.data[o * embed + c]) * z[c];
        output.data[(t * batch + b) * embed + o] = static_cast<float>(sum);
      }
    }
  }
  return output;
}

// The golden's numbers, and `otherwise` where they are NaN.
Tensor defined(Tensor golden, const Tensor& otherwise) {
  REQUIRE(golden.shape == otherwise.shape);
  for (std::size_t i = 0; i < golden.data.size(); ++i) {
    if (std::isnan(golden.data[i])) golden.data[i] = otherwise.data[i];
  }
  return golden;
}

}  // namespace

TEST_CASE("golden: multi-head attention with every kind of mask", "[golden]") {
  need("seed003_mha.json");
  const TensorFile golden(std::string("seed003_mha.safetensors"));
  const auto cases = read_json(golden_path("seed003_mha.json"))["cases"];
  REQUIRE_FALSE(cases.empty());
  for (const auto& item : cases) {
    const std::string name = item["name"].get<std::string>();
    INFO(name);
    const auto tensor = [&](const char* part) { return golden[name + "." + part]; };
    const Tensor query = tensor("query"), key = tensor("key"), value = tensor("value");
    const Tensor wq = tensor("q_proj_weight"), wk = tensor("k_proj_weight"),
                 wv = tensor("v_proj_weight");
    const Tensor wo = tensor("out_proj.weight"), bo = tensor("out_proj.bias");
    const bool has_bias = golden.has(name + ".in_proj_bias"),
               has_mask = golden.has(name + ".attn_mask"),
               has_padding = golden.has(name + ".key_padding_mask");
    const Tensor bias = has_bias ? tensor("in_proj_bias") : Tensor(),
                 mask = has_mask ? tensor("attn_mask") : Tensor();
    std::vector<std::uint8_t> padding;
    if (has_padding) {
      for (float v : tensor("key_padding_mask").data) padding.push_back(v != 0.0F ? 1 : 0);
    }

    MultiheadAttention module;
    module.num_heads = item["num_heads"].get<std::size_t>();
    module.q_proj_weight = wq.view();
    module.k_proj_weight = wk.view();
    module.v_proj_weight = wv.view();
    if (has_bias) module.in_proj_bias = bias.view();
    module.out_proj_weight = wo.view();
    module.out_proj_bias = bo.view();
    MultiheadAttentionMasks masks;
    if (has_mask) masks.attn_mask = mask.view();
    masks.key_padding_mask = padding;

    const auto check = [&](const MultiheadAttentionOutput& out) {
      const Tensor want_weights = tensor("attn_weights_per_head");
      bool nothing = true;
      for (std::size_t i = 0; i < want_weights.data.size(); ++i) {
        if (std::isnan(want_weights.data[i]))
          nothing = nothing && out.weights_per_head.data.at(i) == 0.0F;
      }
      CHECK(nothing);
      check_close(name + ".attn_output_weights where NaN", out.weights,
                  defined(tensor("attn_output_weights"), mean_of_heads(out.weights_per_head)));
      check_close(
          name + ".attn_output where NaN", out.output,
          defined(tensor("attn_output"), output_of(out.weights_per_head, value, wv, bias, wo, bo)));
      check_probabilities(name + ".attn_weights_per_head", out.weights_per_head,
                          tensor("attn_weights_per_head"));
      check_probabilities(name + ".attn_output_weights", out.weights,
                          tensor("attn_output_weights"));
      check_close(name + ".attn_output", out.output, tensor("attn_output"));
    };
    const double largest =
        item.contains("max_abs_score") ? item["max_abs_score"].get<double>() : 0.0;
    CAPTURE(largest);
    check(must(multihead_attention(module, query.view(), key.view(), value.view(), masks)));

    // The same with one packed in_proj_weight.
    const std::size_t embed = query.shape[2];
    if (key.shape[2] == embed && value.shape[2] == embed) {
      std::vector<float> joined = wq.data;
      joined.insert(joined.end(), wk.data.begin(), wk.data.end());
      joined.insert(joined.end(), wv.data.begin(), wv.data.end());
      const Tensor packed({3 * embed, embed}, std::move(joined));
      module.in_proj_weight = packed.view();
      module.q_proj_weight = module.k_proj_weight = module.v_proj_weight = {};
      check(must(multihead_attention(module, query.view(), key.view(), value.view(), masks)));
    }
  }
}

TEST_CASE("golden: causal attention is that with the mask of generate_square_subsequent_mask",
          "[golden]") {
  need("seed003_mha.safetensors");
  const TensorFile golden(std::string("seed003_mha.safetensors"));
  std::size_t found = 0;
  for (const std::string& name : golden.names()) {
    if (!name.starts_with("subsequent_mask.")) continue;
    const std::size_t n = std::stoul(name.substr(name.find('.') + 1));
    Generator generator(n);
    Tensor x({2, n, 3});
    generator.randn(x.data);
    const Tensor& mask = golden[name];
    const auto masked = must(attention(x.view(), x.view(), x.view(), 1, {.additive = mask.view()}));
    const auto causal = must(attention(x.view(), x.view(), x.view(), 1, {.causal = true}));
    CHECK(causal.scores.data == masked.scores.data);
    // A row that ends at the diagonal is summed in another order than one with zeros behind it.
    REQUIRE(causal.pattern.data.size() == masked.pattern.data.size());
    for (std::size_t i = 0; i < causal.pattern.data.size(); ++i)
      CHECK(std::abs(causal.pattern.data[i] - masked.pattern.data[i]) <= 1e-6F);
    ++found;
  }
  CHECK(found > 0);
}

}  // namespace glassformer
