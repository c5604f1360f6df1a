// Multi-head attention with every mask, against torch.nn.functional.multi_head_attention_forward.
#include "glassformer/attention.hpp"
#include "golden.hpp"

namespace glassformer {

using namespace test;

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
      check(must(multihead_attention(module, query.view(), key.view(), value.view(), masks)));
    }
  }
}

TEST_CASE("golden: the mask of generate_square_subsequent_mask", "[golden]") {
  need("seed003_mha.safetensors");
  const TensorFile golden(std::string("seed003_mha.safetensors"));
  std::size_t found = 0;
  for (const std::string& name : golden.names()) {
    if (!name.starts_with("subsequent_mask.")) continue;
    const std::size_t n = std::stoul(name.substr(name.find('.') + 1));
    CHECK(generate_square_subsequent_mask(n).data == golden[name].data);
    ++found;
  }
  CHECK(found > 0);
}

}  // namespace glassformer
